// Package outsiders makes the tool servers of other programs from the settings, and tells people of them.
//
// Start reading at New.
package outsiders

import (
	"context"
	"log/slog"
	"slices"

	"keepsake/app/endpoint"
	"keepsake/app/settings"
	"keepsake/clock"
	"keepsake/command/calls"
	"keepsake/metrics"
	"keepsake/outside"
	"keepsake/session"
	"keepsake/tool"
	"keepsake/toolset/mcptools"
)

// House is what the servers are made of, beside the settings.
type House struct {
	Outside *outside.Service
	Metrics *metrics.Metrics
	Now     clock.Now
	Log     *slog.Logger
	Version string
	// Tell asks the owners about tools that are new or changed; Changed hears that Tools returns others.
	Tell    func(ctx context.Context, asked []outside.Pin) error
	Changed func()
}

// New returns the tool servers of the settings; it connects to none.
func New(c settings.Config, h House) *mcptools.Servers {
	named, _ := c.ToolServers() // the settings were checked
	var all []mcptools.Server
	var names []string
	for _, s := range named {
		at := mcptools.Server{Name: s.Name, URL: s.URL, Command: s.Command}
		for _, v := range s.Env {
			value := c.Environ[v].Reveal()
			if at.Token = value; s.URL == "" {
				at.Token, at.Env = "", append(at.Env, v+"="+value)
			}
		}
		all, names = append(all, at), append(names, s.Name)
	}
	h.Metrics.ZeroToolCalls(names, mcptools.Outcomes)
	return mcptools.New(mcptools.Config{
		Servers: all, Agreed: h.Outside, Tell: h.Tell, Changed: h.Changed, Called: h.Metrics.ToolCalled,
		Timeout: c.MCP.Timeout, Now: h.Now, Log: h.Log, Version: h.Version,
	})
}

// Desk returns what a role's people decide with about calls.
func Desk(s *mcptools.Servers, o *outside.Service, sessions *session.Service) calls.Desk {
	return calls.Desk{Outside: o, Sessions: sessions, Run: s.RunAllowed, Agreed: s.Look}
}

// Offer puts the tools that are agreed to now into a role's registry.
func Offer(s *mcptools.Servers, c settings.Config, into *tool.Registry, log *slog.Logger) {
	if left := into.SetOutside(s.Tools(c.ToolsOfRole())); left > 0 {
		log.Warn("tools of other programs have names that are taken", "bot", c.Name, "count", left)
	}
}

// Hosts returns what people are told of a role's tool servers: the host of each, or its name where it is a program.
func Hosts(c settings.Config) (hosts []string) {
	named, _ := c.ToolServers()
	wanted := c.ToolsOfRole()
	for _, s := range named {
		if wanted != nil && !slices.Contains(wanted, s.Name) {
			continue
		}
		if s.URL != "" {
			hosts = append(hosts, s.Name+" ("+endpoint.Hostname(s.URL)+")")
			continue
		}
		hosts = append(hosts, s.Name)
	}
	return hosts
}
