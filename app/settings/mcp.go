package settings

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

// MCP names servers of the Model Context Protocol whose tools the agent may use.
type MCP struct {
	// Servers has a line, or a part between semicolons, for each: NAME=https://address or NAME=program arguments; env:VARIABLE
	// behind it is a variable of Keepsake's own whose value the server gets, as the bearer's token or in its environment. "" = none.
	Servers string `yaml:"servers" env:"KEEPSAKE_MCP"`
	// Timeout is how long one call may take.
	Timeout time.Duration `yaml:"timeout" env:"KEEPSAKE_MCP_TIMEOUT"`
}

// ToolServer is one of MCP.Servers.
type ToolServer struct {
	Name    string
	URL     string // "" = Command is started
	Command []string
	Env     []string // names of variables
}

var (
	toolServerForm = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,23}$`)
	envForm        = regexp.MustCompile(`^env:[A-Za-z_][A-Za-z0-9_]{0,99}$`)
)

// ToolServers returns the servers that these settings name; a role has those that its file names. ok is false where they cannot be
// read.
func (c Config) ToolServers() (all []ToolServer, ok bool) {
	ok = true
	for _, part := range strings.FieldsFunc(c.MCP.Servers, func(r rune) bool { return r == ';' || r == '\n' }) {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		s, fits := readToolServer(part)
		if !fits || slices.ContainsFunc(all, func(o ToolServer) bool { return o.Name == s.Name }) {
			ok = false
			continue
		}
		all = append(all, s)
	}
	return all, ok
}

func readToolServer(part string) (s ToolServer, ok bool) {
	name, rest, _ := strings.Cut(part, "=")
	s.Name = strings.TrimSpace(name)
	var words []string
	for _, w := range strings.Fields(rest) {
		if v, is := strings.CutPrefix(w, "env:"); is {
			if !envForm.MatchString(w) {
				return s, false
			}
			s.Env = append(s.Env, v)
			continue
		}
		words = append(words, w)
	}
	if len(words) == 0 || !toolServerForm.MatchString(s.Name) {
		return s, false
	}
	if !strings.Contains(words[0], "://") {
		s.Command = words
		return s, true
	}
	u, err := url.Parse(words[0])
	s.URL = words[0]
	safe := err == nil && u.User == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http" && isLoopback(u.Hostname()))
	return s, safe && len(words) == 1 && len(s.Env) < 2
}

// ToolsOfRole returns the names of the servers whose tools a role may use; nil = all.
func (c Config) ToolsOfRole() []string {
	if c.role == nil {
		return nil
	}
	return append([]string{}, c.role.ToolServers...)
}

func (c Config) toolProblems() (ps []Problem) {
	all, ok := c.ToolServers()
	if !ok {
		ps = append(ps, Problem{"KEEPSAKE_MCP", "has a part that cannot be read. Write NAME=https://address or NAME=program arguments, parted by semicolons or lines: a name of up to 24 small letters, digits and -, " +
			"each once; http:// only for this computer; env:VARIABLE behind it for a variable that the server gets (at most one for an address, as its token)."})
	}
	for _, s := range all {
		for _, v := range s.Env {
			if c.Environ[v] == "" {
				ps = append(ps, Problem{v, "is not set, and KEEPSAKE_MCP names it for the tool server " + s.Name + "."})
			}
			if strings.HasPrefix(v, "KEEPSAKE_") || v == "TELEGRAM_BOT_TOKEN" || v == "OPENAI_API_KEY" || v == "DATABASE_URL" {
				ps = append(ps, Problem{"KEEPSAKE_MCP", "gives the tool server " + s.Name + " a setting of Keepsake's own. Put what it needs into a variable of another name."})
			}
		}
	}
	if c.MCP.Timeout < time.Second || c.MCP.Timeout > time.Minute {
		ps = append(ps, Problem{"KEEPSAKE_MCP_TIMEOUT", "must be between 1s and 1m."})
	}
	cast, _ := c.Cast() // what is wrong with it is told elsewhere
	for _, r := range cast {
		for _, name := range r.ToolsOfRole() {
			if !slices.ContainsFunc(all, func(s ToolServer) bool { return s.Name == name }) {
				ps = append(ps, Problem{r.role.File + ":", "spec.tools names the tool server " + name + ", which KEEPSAKE_MCP does not."})
			}
		}
	}
	return ps
}
