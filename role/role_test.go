package role_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"keepsake/fault"
	"keepsake/role"
)

// file writes a role file and returns its path.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func load(t *testing.T, text string) role.Role {
	t.Helper()
	r, err := role.Load(file(t, "role.yaml", text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// with returns a valid file with additional lines under spec.
func with(spec string) string {
	return `apiVersion: initrunner/v1
kind: Agent
metadata:
  name: assistant
  description: Agent with long-term memory
spec:
  role: |
    You are a helpful assistant.
    Use remember().
  model:
    provider: openai
    name: gpt-4o-mini
` + spec
}

// I3–I9: an example with every key, and the defaults of omitted keys.
func TestLoad(t *testing.T) {
	r := load(t, with(`  memory:
    max_sessions: 11
    max_memories: 1001
    max_resume_messages: 21
    embeddings:
      provider: ""
      model: ""
      base_url: ""
      api_key_env: ""
    store_backend: sqlite-vec
    store_path: null
`))
	if r.Name != "assistant" || r.Description != "Agent with long-term memory" || r.Prompt != "You are a helpful assistant.\nUse remember()." {
		t.Errorf("%+v", r)
	}
	if r.Model.Provider != "openai" || r.Model.Name != "gpt-4o-mini" || r.Telegram.TokenEnv != "TELEGRAM_BOT_TOKEN" {
		t.Errorf("%+v", r)
	}
	if m := *r.Memory; m.MaxSessions != 11 || m.MaxMemories != 1001 || m.MaxResume != 21 || m.Store != "assistant" || m.Backend != "sqlite" {
		t.Errorf("%+v", m)
	}
	m := load(t, with("  memory:\n")).Memory
	if m == nil || m.MaxSessions != 0 || m.MaxMemories != 1000 || m.MaxResume != 20 || m.Store != "assistant" || m.Backend != "" {
		t.Errorf("an empty memory block is all defaults: %+v", m)
	}
	if r := load(t, with("")); r.Memory != nil {
		t.Errorf("no memory block is no memory: %+v", r.Memory)
	}
}

// I9, I24, I25, R9: a store_path is converted to the name of a store.
func TestStores(t *testing.T) {
	for _, c := range []struct {
		spec, store string
		most        int
	}{
		{"  memory:\n    store_path: family\n", "family", 1000},
		{"  memory:\n    store_path: ./data//shared.db\n", "data/shared.db", 1000},
		{"  memory:\n    store_path: ~/.initrunner/memory/other.db\n", "other", 1000},
		{"  memory: {max_memories: 7}\n  shared_memory: {enabled: true}\n", "assistant-shared", 7},
		{"  memory:\n    store_path: own\n  shared_memory:\n    enabled: true\n    store_path: family\n    max_memories: 50\n", "family", 50},
		{"  memory:\n  shared_memory: {enabled: false, store_path: family}\n", "assistant", 1000},
	} {
		m := load(t, with(c.spec)).Memory
		if m.Store != c.store || m.MaxMemories != c.most {
			t.Errorf("%s: %+v", c.spec, m)
		}
	}
}

// M13, M15, M20: the kind of conversation and its limits.
func TestSession(t *testing.T) {
	for spec, want := range map[string]role.Session{
		"": {},
		"  session: {memory_type: conversation_history}\n": {Kind: "conversation_history"},
		"  session: {memory_type: managed_conversation}\n": {Kind: "managed_conversation", Trigger: 150_000, Target: 100_000, Image: 800},
		"  session: {image_token_estimate: 1000}\n":        {Kind: "managed_conversation", Trigger: 150_000, Target: 100_000, Image: 1000},
		"  session:\n    memory_type: managed_conversation\n    max_total_tokens_trigger: 100000\n    target_total_tokens: 80000\n": {Kind: "managed_conversation", Trigger: 100_000, Target: 80_000, Image: 800},
	} {
		if got := load(t, with(spec)).Session; got != want {
			t.Errorf("%q: %+v, want %+v", spec, got, want)
		}
	}
	for spec, want := range map[string]string{
		"  session: {memory_type: kg}\n":                                                     "role.yaml:13: spec.session.memory_type cannot be kg",
		"  session: {memory_type: vector}\n":                                                 "role.yaml:13: spec.session.memory_type must be conversation_history or managed_conversation",
		"  session:\n    memory_type: conversation_history\n    target_total_tokens: 5000\n": "role.yaml:15: spec.session.target_total_tokens belongs to memory_type managed_conversation",
		"  session:\n    max_total_tokens_trigger: 8000\n    target_total_tokens: 9000\n":    "role.yaml:15: spec.session.target_total_tokens must not be more than max_total_tokens_trigger, which is 8000",
		"  session:\n    max_total_tokens_trigger: 8000\n":                                   "role.yaml:14: spec.session.target_total_tokens must not be more than",
		"  session: {max_total_tokens_trigger: 0}\n":                                         "role.yaml:13: spec.session.max_total_tokens_trigger must be a whole number",
		"  session:\n    type: kg\n":                                                         "role.yaml:14: spec.session.type is not a key here",
	} {
		path := file(t, "role.yaml", with(spec))
		_, err := role.Load(path)
		if err == nil || !strings.HasPrefix(strings.ReplaceAll(err.Error(), path, "role.yaml"), want) {
			t.Errorf("%q: %v, want %s", spec, err, want)
		}
	}
}

// I7, I41, I42.
func TestEmbedding(t *testing.T) {
	for _, c := range []struct{ provider, embeddings, by, model, address, key string }{
		{"openai", "", "openai", "text-embedding-3-small", "", "OPENAI_API_KEY"},
		{"anthropic", "", "openai", "text-embedding-3-small", "", "OPENAI_API_KEY"},
		{"google", "", "google", "text-embedding-004", "", "GOOGLE_API_KEY"},
		{"ollama", "", "ollama", "nomic-embed-text", "", ""},
		{"anthropic", "{provider: google}", "google", "text-embedding-004", "", "GOOGLE_API_KEY"},
		{"anthropic", "{provider: google, model: another}", "google", "another", "", "GOOGLE_API_KEY"},
		{"google", "{model: \"openai:text-embedding-3-large\"}", "openai", "text-embedding-3-large", "", "OPENAI_API_KEY"},
		{"ollama", "{model: \"nomic-embed-text:v1\"}", "ollama", "nomic-embed-text:v1", "", ""},
		{"google", "{base_url: \"http://localhost:9/v1\", api_key_env: MINE}", "openai", "text-embedding-3-small", "http://localhost:9/v1", "MINE"},
		{"groq", "", "", "", "", ""},
	} {
		text := strings.Replace(with("  memory:\n    embeddings: "+c.embeddings+"\n"), "provider: openai", "provider: "+c.provider, 1)
		e, ok := load(t, text).Embedding()
		if ok != (c.by != "") || e.Provider.Name != c.by || e.Model != c.model || e.BaseURL != c.address || e.KeyEnv != c.key {
			t.Errorf("%s %s: %+v", c.provider, c.embeddings, e)
		}
	}
	own := load(t, strings.Replace(with("  memory:\n"), "    name: gpt-4o-mini", "    name: mine\n    base_url: http://localhost:9/v1", 1))
	if e, _ := own.Embedding(); e.BaseURL != "http://localhost:9/v1" {
		t.Errorf("memories would leave for an endpoint nobody named: %+v", e)
	}
	if _, ok := load(t, with("")).Embedding(); ok {
		t.Error("nothing is kept, and something is embedded")
	}
}

// Load reports all errors at once, with lines and advice, and never repeats a value.
func TestProblems(t *testing.T) {
	const token = "1234567890:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc"
	path := file(t, "role.yaml", `apiVersion: initrunner/v2
kind: Agent
metadata:
  name: My Assistant
spec:
  role: ""
  model:
    provider: closedai
    name: gpt-4o-mini
    name: gpt-4o
    api_key_env: "sk-proj-abcdefghijklmnopqrstuvwxyz012345"
    base_url: localhost
  telegram:
    token: "`+token+`"
  memory:
    max_memories: many
    max_session: 5
    store_backend: redis
    embeddings: openai
  shared_memory:
    enabled: perhaps
  tools:
    - type: shell
    - type: delegate
      agents:
        - {name: cook}
        - {name: cook}
`)
	_, err := role.Load(path)
	var ps role.Problems
	if !errors.As(err, &ps) {
		t.Fatalf("%v", err)
	}
	golden(t, "problems.golden", strings.ReplaceAll(err.Error(), path, "role.yaml")+"\n")
	if strings.Contains(err.Error(), token) || strings.Contains(err.Error(), "sk-proj") {
		t.Error("an error repeats a secret")
	}
}

func TestLoad_Broken(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "role.yaml:1: the file is empty",
		"a: 1\n---\nb: 2\n":     "role.yaml:2: another document begins here",
		"a: 1\n---\n\tx":        "role.yaml:",
		"kind: [Agent\nspec: x": "role.yaml:",
		"- a\n- b\n":            "must be a block of keys and values",
	} {
		_, err := role.Load(file(t, "role.yaml", text))
		var ps role.Problems
		if !errors.As(err, &ps) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := role.Load(filepath.Join(t.TempDir(), "none.yaml")); err == nil || !strings.Contains(err.Error(), "cannot be read") {
		t.Error(err)
	}
}

// I40: the files that init writes are valid, and the prompt of `memory` names the three tools.
func TestWrite(t *testing.T) {
	for _, from := range role.Templates() {
		path := filepath.Join(t.TempDir(), "assistant.yaml")
		if err := role.Write(path, "assistant", from); err != nil {
			t.Fatal(err)
		}
		r, err := role.Load(path)
		if err != nil || r.Name != "assistant" {
			t.Errorf("%s: %+v, %v", from, r, err)
		}
		if (r.Memory != nil) != (from != "chat") {
			t.Errorf("%s: memory %v", from, r.Memory)
		}
		for _, tool := range []string{"remember()", "recall()", "list_memories()"} {
			if from == "memory" && !strings.Contains(r.Prompt, tool) {
				t.Errorf("the prompt says nothing of %s", tool)
			}
		}
		if err := role.Write(path, "assistant", from); fault.KindOf(err) != fault.Conflict {
			t.Errorf("written over: %v", err)
		}
	}
	dir := t.TempDir()
	for _, c := range [][2]string{{"No Name", "memory"}, {"name", "none"}} {
		if err := role.Write(filepath.Join(dir, "x.yaml"), c[0], c[1]); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%v: %v", c, err)
		}
	}
}
