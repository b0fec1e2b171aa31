// Package mcptools lets an agent use the tools of other programs: of servers that speak the Model Context Protocol and
// that the operator names.
//
// A server is believed in nothing. What it says of its tools is shortened, written out and pinned by a hash (package
// outside); what it answers is data of somebody else (trust.Tool), cut to a length; how long it takes, how much it sends
// and how many calls it gets at once are bounded, and a server that fails rests for a while. A program that is started
// gets none of Keepsake's variables but those the operator names.
//
// Tools that say they only read run at once. Every other one changes something outside: the person is shown the call as
// it will be sent, and decides (waiting.go).
//
// Start reading at Servers; connections are in server.go, what is offered to the model in definition.go.
package mcptools

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"sync"
	"time"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/logs"
	"keepsake/outside"
	"keepsake/tool"
)

// Server is where a server is, in the operator's words. It is reached at URL, or started as Command.
type Server struct {
	Name    string
	URL     string
	Token   string   // sent as a bearer's, "" = none
	Command []string // the program and its arguments
	Env     []string // NAME=value, beside PATH and HOME
}

// Config is what the room is made of.
type Config struct {
	Servers []Server
	Agreed  *outside.Service
	// Tell tells owners of definitions that wait for them. It joins the caller's transaction.
	Tell func(ctx context.Context, asked []outside.Pin) error
	// Changed hears that Tools may return others now.
	Changed func()
	// Called is called for each call of a tool, with one of Outcomes; nil = nothing is called.
	Called  func(server, outcome string, took time.Duration)
	Timeout time.Duration // of one call; 0 = 20 s
	Now     clock.Now
	Log     *slog.Logger // nil = silent; names of servers and kinds of errors only
	Version string
}

// Outcomes of a call.
const (
	outcomeOK      = "ok"
	outcomeRefused = "refused" // the tool says that it failed
	outcomeTimeout = "timeout"
	outcomeFailed  = "failed" // the server could not be reached, or broke the protocol
	outcomeResting = "resting"
)

// Outcomes are all there are.
var Outcomes = []string{outcomeOK, outcomeRefused, outcomeTimeout, outcomeFailed, outcomeResting}

// Servers are the tool servers of a process. Make them with New.
type Servers struct {
	cfg     Config
	servers []*server
}

// refreshEvery is how often each server is asked what tools it has; retryEvery, while it cannot be reached.
const (
	refreshEvery = 10 * time.Minute
	retryEvery   = 30 * time.Second
)

// New returns the servers. It connects to none of them.
func New(c Config) *Servers {
	c.Log = logs.OrNone(c.Log)
	if c.Timeout <= 0 {
		c.Timeout = 20 * time.Second
	}
	s := &Servers{cfg: c}
	for _, each := range c.Servers {
		s.servers = append(s.servers, newServer(each, c.Version))
	}
	return s
}

// Run asks the servers what tools they have, again and again, until ctx ends.
func (s *Servers) Run(ctx context.Context) error {
	var all sync.WaitGroup
	for _, each := range s.servers {
		all.Go(func() {
			defer each.drop()
			for ctx.Err() == nil {
				wait := refreshEvery
				if err := s.refresh(ctx, each); err != nil {
					wait = retryEvery
				}
				select {
				case <-ctx.Done():
				case <-each.wake:
				case <-time.After(wait):
				}
			}
		})
	}
	all.Wait()
	return nil
}

// Refresh asks every server now what tools it has, and returns the first error. A server that cannot be asked keeps the
// tools it had.
func (s *Servers) Refresh(ctx context.Context) (first error) {
	for _, each := range s.servers {
		if err := s.refresh(ctx, each); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// Look has Run ask the servers again soon: an owner has agreed to something.
func (s *Servers) Look() {
	if s == nil {
		return
	}
	for _, each := range s.servers {
		select {
		case each.wake <- struct{}{}:
		default:
		}
	}
}

// refresh asks one server what tools it has and offers those that are agreed to. One at a time does: of two, the one
// that began before an owner agreed could else have the last word.
func (s *Servers) refresh(ctx context.Context, each *server) error {
	each.refreshing.Lock()
	defer each.refreshing.Unlock()
	ctx, cancel := context.WithTimeout(ctx, s.cfg.Timeout)
	defer cancel()
	list, err := each.list(ctx)
	if err != nil {
		if each.said("list") {
			s.cfg.Log.Warn("a tool server cannot be asked for its tools", "server", each.at.Name, "reason", reasonOf(err))
		}
		return err
	}
	each.unsay("list")
	if list.refused > 0 && each.said("refused") {
		s.cfg.Log.Warn("a tool server has tools that cannot be offered", "server", each.at.Name, "count", list.refused)
	}
	listed := list.tools
	defs := make([]outside.Definition, len(listed))
	for i, d := range listed {
		defs[i] = outside.Definition{Server: each.at.Name, Name: d.name, Hash: d.hash, About: d.about}
	}
	agreed, err := s.cfg.Agreed.Agree(ctx, actor.OfSystem(), each.at.Name, defs, s.cfg.Tell)
	if err != nil {
		s.cfg.Log.Error("the tools of a server could not be agreed on", "server", each.at.Name, "error", err)
		return err
	}
	listed = slices.DeleteFunc(listed, func(d definition) bool { return !agreed[d.hash] })
	if each.setTools(listed) && s.cfg.Changed != nil {
		s.cfg.Log.Info("tools of a server are offered", "server", each.at.Name, "count", len(listed))
		s.cfg.Changed()
	}
	return nil
}

// Tools returns the tools that are agreed to now, of the servers with these names; all, when names is nil.
func (s *Servers) Tools(names []string) (all []tool.Tool) {
	if s == nil {
		return nil
	}
	for _, each := range s.servers {
		if names != nil && !slices.Contains(names, each.at.Name) {
			continue
		}
		for _, d := range each.offered() {
			all = append(all, s.newTool(each, d))
		}
	}
	return all
}

// newTool returns a tool as the agent knows it.
func (s *Servers) newTool(each *server, d definition) tool.Tool {
	t := tool.Tool{Def: d.def, Tags: []string{each.at.Name}, Risk: tool.RiskMedium, Reads: d.reads}
	if !d.reads {
		return s.asking(t, each, d)
	}
	t.Prepare = func(ctx context.Context, c tool.Call) (any, error) { return s.call(ctx, each, d, c.Args) }
	t.Run = func(_ context.Context, c tool.Call) (tool.Result, error) { return resultOf(c) }
	return t
}

// call runs a call and says what came of it. The error is the context's alone: a server's failure is an answer.
func (s *Servers) call(ctx context.Context, each *server, d definition, args json.RawMessage) (answer, error) {
	began := time.Now()
	limited, cancel := context.WithTimeout(ctx, s.cfg.Timeout)
	defer cancel()
	got, err := each.call(limited, d, args)
	if ctx.Err() != nil {
		return answer{outcome: outcomeTimeout}, ctx.Err()
	}
	a := read(each.at.Name, got, err)
	if s.cfg.Called != nil {
		s.cfg.Called(each.at.Name, a.outcome, time.Since(began))
	}
	if err != nil {
		s.cfg.Log.Warn("a tool of another program failed", "server", each.at.Name, "outcome", a.outcome, "reason", reasonOf(err))
	}
	return a, nil
}
