// Package role reads role files. A role file describes an agent: its prompt, its model, its
// memory, its bot and the agents that it may ask (I3).
//
// The format is InitRunner's (apiVersion initrunner/v1, kind Agent), extended for Telegram
// bots. A role is data: the package opens no connections and reads no environment variables.
// Package app creates agents from roles.
//
// Invariants:
//   - A file is valid or it is refused. Unknown keys, duplicate keys and invalid values are
//     reported together, each with its line and advice.
//   - A role file contains no secrets but names of environment variables. An error never
//     repeats a value that should be such a name.
//
// Start reading at Role and Load. LoadAll reads all roles of a process. The defaults of the
// embedding model are in embed.go; `keepsake init` calls Write in template.go.
package role

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Role is one agent.
type Role struct {
	File        string // the file that it was read from
	Name        string // metadata.name, which is also the bot's name in Keepsake
	Description string
	Prompt      string // spec.role, the system prompt
	Model       Model
	Memory      *Memory // nil = no long-term memory and no tools for it
	Session     Session
	Telegram    Telegram
	Delegate    *Delegate // nil = the role cannot ask others
	// ToolServers are the names of the process's tool servers (MCP) that the role may use.
	ToolServers []string
	// Mute means that the role has no bot; only other roles of the process ask it. See LoadAll.
	Mute bool
}

// Model is the language model of a role.
type Model struct {
	Provider  string // one of llm.Providers
	Name      string
	BaseURL   string // "" = the provider's
	KeyEnv    string // variable that holds the key; "" = the provider's
	Fallback  string // model of the same endpoint, used when this one is unavailable; "" = none
	MaxTokens int    // of one answer; 0 = the endpoint's default
}

// Memory is the configuration of a role's memory (I4–I9).
type Memory struct {
	MaxSessions int // conversations kept of a person, in the terminal and in Telegram; 0 = the role file does not say
	MaxMemories int // in one scope; 1000
	MaxResume   int // messages that a resumed conversation begins with; 20
	Embeddings  Embeddings
	// Backend is the required database: "sqlite", "postgres", or "" for either.
	Backend string
	// Store is the name of the memory store: the role's own, or one that roles share (R9).
	Store string
}

// Embeddings names the embedding model. Empty fields are derived from the role's model (I7, I41).
type Embeddings struct {
	Provider, Model, BaseURL, KeyEnv string
}

// Session limits the part of a conversation that is sent to the model (M13, M15, M20).
type Session struct {
	// Kind is "conversation_history" (all of it, as long as the endpoint accepts it),
	// "managed_conversation" (limited by the fields below), or "" for Keepsake's window,
	// which is a managed conversation with its own limits.
	Kind string
	// A window of more than Trigger tokens is cut to Target tokens. Image is the number of
	// tokens of an image. They are 0 unless Kind is "managed_conversation".
	Trigger, Target, Image int
}

// Telegram is the role's bot.
type Telegram struct {
	// TokenEnv is the environment variable that holds the bot's token.
	TokenEnv string
}

// Delegate is the tool with which a role asks other roles.
type Delegate struct {
	Agents   []Colleague
	MaxDepth int           // length of a chain of questions; 3
	Shared   *SharedMemory // nil = each role keeps its own store
	line     int
}

// Colleague is a role that a delegate tool may ask.
type Colleague struct {
	Name        string
	Description string // "" = the role's own description
	// File is the colleague's role file if it has no bot in this process; "" = the colleague
	// is one of the process's other roles.
	File string
	line int
}

// SharedMemory overrides the stores of several roles with one (I24, I25).
type SharedMemory struct {
	Store       string
	MaxMemories int // 0 = the number of each role
}

// Limits and defaults of the numbers in a file.
const (
	DefaultMaxMemories = 1000
	DefaultMaxResume   = 20
	DefaultMaxDepth    = 3
	DefaultTrigger     = 150_000
	DefaultTarget      = 100_000
	DefaultImage       = 800
	DefaultTokenEnv    = "TELEGRAM_BOT_TOKEN"

	apiVersion = "initrunner/v1"
	maxPrompt  = 20000 // runes
)

// nameForm matches the names of roles.
var nameForm = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,39}$`)

// isValidName reports whether a role, its bot and its store may have this name.
func isValidName(name string) bool { return nameForm.MatchString(name) }

// Load reads one role file. It returns the errors in the file as Problems.
func Load(file string) (Role, error) {
	d, root, err := parseFile(file)
	if err != nil {
		return Role{}, err
	}
	r := Role{File: file}
	d.readAgent(root, &r)
	return r, d.err()
}

// parseFile parses a file that contains one YAML document.
func parseFile(file string) (*document, *yaml.Node, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, fmt.Errorf("the role file cannot be read: %w", err)
	}
	d := &document{file: file}
	var root, more yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(text))
	if err := dec.Decode(&root); err != nil && !errors.Is(err, io.EOF) {
		return nil, nil, Problems{d.problemOf(err)}
	}
	if len(root.Content) != 1 {
		return nil, nil, Problems{{File: file, Line: 1, Advice: "the file is empty. keepsake init --name NAME --template memory writes one to begin with"}}
	}
	switch err := dec.Decode(&more); {
	case err == nil:
		return nil, nil, Problems{{File: file, Line: more.Line, Advice: "another document begins here, after ---. A file holds one role: write the other into a file of its own"}}
	case !errors.Is(err, io.EOF):
		return nil, nil, Problems{d.problemOf(err)}
	}
	return d, root.Content[0], nil
}

// readAgent reads a file of kind Agent.
func (d *document) readAgent(n *yaml.Node, r *Role) {
	top := d.newBlock(n, "")
	top.requireValue("apiVersion", apiVersion)
	top.requireValue("kind", "Agent")
	if meta, ok := top.requireBlock("metadata"); ok {
		meta.readName("name", &r.Name)
		meta.readText("description", &r.Description, 1000)
		meta.ignore("tags", "author", "version")
		meta.reportUnknown()
	}
	if spec, ok := top.requireBlock("spec"); ok {
		spec.requireText("role", &r.Prompt, maxPrompt)
		if model, ok := spec.requireBlock("model"); ok {
			model.readModel(&r.Model)
		}
		d.readMemory(spec, r)
		if s, ok := spec.optionalBlock("session"); ok {
			s.readSession(&r.Session)
		}
		r.Telegram.TokenEnv = DefaultTokenEnv
		if tg, ok := spec.optionalBlock("telegram"); ok {
			tg.readVariable("token_env", &r.Telegram.TokenEnv)
			tg.reportUnknown()
		}
		d.readTools(spec, r)
		spec.reportUnknown()
	}
	top.reportUnknown()
}

func (b *block) readModel(m *Model) {
	b.readProvider("provider", &m.Provider, true)
	b.requireText("name", &m.Name, 200)
	b.readAddress("base_url", &m.BaseURL)
	b.readVariable("api_key_env", &m.KeyEnv)
	b.readText("fallback", &m.Fallback, 200)
	b.readNumber("max_tokens", &m.MaxTokens, 1, 1_000_000)
	b.reportUnknown()
}

// Kinds of conversation, with the names of MARSYS.
const (
	conversationHistory = "conversation_history"
	managedConversation = "managed_conversation"
	knowledgeGraph      = "kg"
)

// readSession reads spec.session. Limits belong to managed_conversation, which is the kind if
// any of them is set.
func (b *block) readSession(s *Session) {
	const most = 10_000_000
	b.readText("memory_type", &s.Kind, 100)
	limits := Session{Kind: managedConversation, Trigger: DefaultTrigger, Target: DefaultTarget, Image: DefaultImage}
	had := len(b.d.problems)
	limited := ""
	for _, l := range []struct {
		key   string
		into  *int
		least int
	}{
		{"max_total_tokens_trigger", &limits.Trigger, 1000},
		{"target_total_tokens", &limits.Target, 500},
		{"image_token_estimate", &limits.Image, 1},
	} {
		if _, there := b.values[l.key]; there && limited == "" {
			limited = l.key
		}
		b.readNumber(l.key, l.into, l.least, most)
	}
	switch {
	case s.Kind == knowledgeGraph:
		b.report("memory_type", "cannot be kg: a bot shows its conversations as messages, and its facts are linked beside them. Choose conversation_history or managed_conversation")
	case s.Kind != "" && s.Kind != conversationHistory && s.Kind != managedConversation:
		b.report("memory_type", "must be conversation_history or managed_conversation")
	case s.Kind == conversationHistory && limited != "":
		b.report(limited, "belongs to memory_type managed_conversation. Leave it out, or choose that")
	case limits.Target > limits.Trigger && len(b.d.problems) == had:
		b.report("target_total_tokens", "must not be more than max_total_tokens_trigger, which is "+strconv.Itoa(limits.Trigger)+". Name both")
	case s.Kind == managedConversation || limited != "":
		*s = limits
	}
	b.reportUnknown()
}

// readMemory reads spec.memory and spec.shared_memory.
func (d *document) readMemory(spec *block, r *Role) {
	if mem, ok := spec.defaultBlock("memory"); ok {
		m := &Memory{MaxMemories: DefaultMaxMemories, MaxResume: DefaultMaxResume, Store: r.Name}
		mem.readNumber("max_sessions", &m.MaxSessions, 1, 10_000)
		mem.readNumber("max_memories", &m.MaxMemories, 1, 1_000_000)
		mem.readNumber("max_resume_messages", &m.MaxResume, 1, 10_000)
		if e, ok := mem.optionalBlock("embeddings"); ok {
			e.readProvider("provider", &m.Embeddings.Provider, false)
			e.readText("model", &m.Embeddings.Model, 200)
			e.readAddress("base_url", &m.Embeddings.BaseURL)
			e.readVariable("api_key_env", &m.Embeddings.KeyEnv)
			e.reportUnknown()
		}
		mem.readBackend("store_backend", &m.Backend)
		mem.readStore("store_path", &m.Store)
		mem.reportUnknown()
		r.Memory = m
	}
	if s := spec.readSharedMemory("shared_memory", r.Name+"-shared"); s != nil {
		s.apply(r)
	}
}

// readTools reads spec.tools. Of InitRunner's tool types delegate and mcp are supported, the latter with the name of a
// server that the process's settings name.
func (d *document) readTools(spec *block, r *Role) {
	for _, t := range spec.readList("tools") {
		kind := ""
		t.requireText("type", &kind, 50)
		if kind == "mcp" {
			server := ""
			t.readName("server", &server)
			t.reportUnknown()
			if slices.Contains(r.ToolServers, server) {
				t.report("server", "is there twice. Keep one")
			}
			r.ToolServers = append(r.ToolServers, server)
			continue
		}
		if kind != "" && kind != "delegate" {
			t.report("type", "must be delegate or mcp: no other tool is set in a role file. The memory tools come with spec.memory")
			continue
		}
		if r.Delegate != nil {
			t.report("type", "is there twice: put all agents into the first delegate tool")
			continue
		}
		g := &Delegate{MaxDepth: DefaultMaxDepth, line: t.line}
		t.optionalValue("mode", "inline")
		t.readNumber("max_depth", &g.MaxDepth, 1, 10)
		for _, a := range t.readList("agents") {
			c := Colleague{line: a.line}
			a.readName("name", &c.Name)
			a.readText("description", &c.Description, 500)
			a.readText("role_file", &c.File, 1000)
			if c.File != "" && !filepath.IsAbs(c.File) {
				c.File = filepath.Join(filepath.Dir(d.file), filepath.FromSlash(c.File))
			}
			a.reportUnknown()
			g.add(a, c)
		}
		if len(g.Agents) == 0 {
			t.report("agents", "names nobody. List whom the role may ask: - name: …")
		}
		g.Shared = t.readSharedMemory("shared_memory", r.Name+"-shared")
		t.reportUnknown()
		r.Delegate = g
	}
}

// Names returns the names of the agents.
func (g *Delegate) Names() []string {
	names := make([]string, len(g.Agents))
	for i, a := range g.Agents {
		names[i] = a.Name
	}
	return names
}

func (g *Delegate) add(b *block, c Colleague) {
	for _, other := range g.Agents {
		if c.Name != "" && other.Name == c.Name {
			b.report("name", "is listed twice")
			return
		}
	}
	g.Agents = append(g.Agents, c)
}

// apply sets the shared store of a role (I25). A role without memory is not changed.
func (s SharedMemory) apply(r *Role) {
	if r.Memory == nil {
		return
	}
	r.Memory.Store = s.Store
	if s.MaxMemories > 0 {
		r.Memory.MaxMemories = s.MaxMemories
	}
}

// defaultPath matches InitRunner's default path of an agent's store. It means the store of that
// name (I9).
var defaultPath = regexp.MustCompile(`^~/\.initrunner/memory/([a-z0-9][a-z0-9_-]{0,39})\.db$`)

// StoreName converts a store_path to the name of a store. All stores of a process are in one
// database, which distinguishes them by name (R9). Equal paths give the same store.
func StoreName(storePath string) string {
	p := path.Clean(filepath.ToSlash(strings.TrimSpace(storePath)))
	if m := defaultPath.FindStringSubmatch(p); m != nil {
		return m[1]
	}
	return p
}
