package memorytools_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/grounds"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/tool"
	"keepsake/toolset/grounding"
	"keepsake/toolset/memorytools"
	"keepsake/trust"
)

var (
	alice = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}
	tap   = actor.Actor{Kind: actor.Person, ID: "telegram:1"}
)

// talk is a conversation over a real database whose tools can be called.
type talk struct {
	t        *testing.T
	db       *store.DB
	memory   *memory.Service
	sessions *session.Service
	session  session.Session
	tools    map[string]tool.Tool
	window   []session.Message
	turn     int
	calls    int
}

func start(t *testing.T) *talk {
	t.Helper()
	db := storetest.SQLite(t)
	k := &talk{t: t, db: db, tools: map[string]tool.Tool{}}
	k.memory = memory.New(memory.Config{Store: db.Memories(), Now: time.Now, Key: []byte("key")})
	k.sessions = session.New(session.Config{Store: db.Sessions(), Now: time.Now})
	s, err := k.sessions.Begin(t.Context(), actor.OfSystem(), session.Place{Bot: "keepsake", Chat: 1}, alice.ID, alice.Store, false)
	must(t, err)
	k.session = s
	for _, x := range (&memorytools.Toolset{Memory: k.memory, Grounds: &grounding.Grounding{Sessions: db.Sessions()}}).Tools() {
		k.tools[x.Def.Name] = x
	}
	return k
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (k *talk) message(m session.Message) *talk {
	k.t.Helper()
	m.TurnID = fmt.Sprintf("turn%d", k.turn)
	ms, err := k.sessions.Append(k.t.Context(), actor.OfSystem(), k.session.ID, m)
	must(k.t, err)
	k.window = append(k.window, ms...)
	return k
}

func (k *talk) says(s string) *talk {
	k.turn++
	return k.message(session.Message{Role: session.User, Trust: trust.Person, Content: s, Author: alice.ID})
}

func (k *talk) forwards(s string) *talk {
	k.turn++
	return k.message(session.Message{Role: session.User, Trust: trust.Forwarded, Content: s, Author: alice.ID})
}

func (k *talk) bot(s string) *talk {
	return k.message(session.Message{Role: session.Assistant, Trust: trust.Bot, Content: s})
}

func (k *talk) try(name string, args any) (tool.Result, error) {
	k.t.Helper()
	raw, ok := args.(string)
	if !ok {
		b, err := json.Marshal(args)
		must(k.t, err)
		raw = string(b)
	}
	k.calls++
	return k.tools[name].Run(k.t.Context(), tool.Call{
		Actor: k.model(), Scopes: []scope.Scope{alice}, Args: json.RawMessage(raw), Now: time.Now(), Zone: time.UTC,
		Conversation: k.conversation(),
	})
}

// model is the actor of the next call in the conversation.
func (k *talk) model() actor.Actor {
	return actor.Actor{
		Kind: actor.Tool, ID: alice.ID, Standing: actor.Admin,
		SessionID: k.session.ID, TurnID: fmt.Sprintf("turn%d", k.turn), CallID: fmt.Sprintf("call%d", k.calls),
	}
}

func (k *talk) conversation() *tool.Conversation {
	return &tool.Conversation{
		Session: k.session, Turn: session.Turn{ID: fmt.Sprintf("turn%d", k.turn)}, Window: k.window, Speaker: people.Person{ID: alice.ID},
	}
}

type args = map[string]any

func (k *talk) call(name string, a any) tool.Result {
	k.t.Helper()
	r, err := k.try(name, a)
	must(k.t, err)
	return r
}

func (k *talk) known() []memory.Memory {
	k.t.Helper()
	ms, _, err := k.memory.List(k.t.Context(), memory.ActiveQuery(alice))
	must(k.t, err)
	return ms
}

// P30–P33: the two tools, their exact descriptions, always offered, low risk.
func TestDefinitions(t *testing.T) {
	k := start(t)
	for name, want := range map[string]struct {
		description string
		arguments   map[string]string
		required    []string
	}{
		"add_to_memory": {
			"Store important information for future conversations. Use this when the user shares facts about people, expresses preferences, or provides context that would be useful to remember. Ask for confirmation before storing new information.",
			map[string]string{
				"content": "The fact or information to remember", "category": "Category of memory: person, preference, context, or project",
				"subject": "Optional subject/entity this memory relates to (e.g., person name, project name)",
			}, []string{"content", "category"},
		},
		"update_memory": {
			"Update an existing memory when information has changed. Use this instead of creating a new memory when correcting outdated information.",
			map[string]string{"memory_id": "8-character ID of the memory to update", "content": "The updated content for this memory"},
			[]string{"memory_id", "content"},
		},
	} {
		x := k.tools[name]
		if x.Def.Description != want.description {
			t.Errorf("%s: %s", name, x.Def.Description)
		}
		if !x.System || x.Confirm || x.Risk != tool.RiskLow || !slices.Contains(x.Tags, "system") || !slices.Contains(x.Tags, "memory") {
			t.Errorf("%s: %+v", name, x)
		}
		var schema struct {
			Properties map[string]struct {
				Description          string
				MinLength, MaxLength int
				Enum                 []string
			}
			Required []string
		}
		must(t, json.Unmarshal(x.Def.Schema, &schema))
		for arg, description := range want.arguments {
			if schema.Properties[arg].Description != description {
				t.Errorf("%s.%s: %q", name, arg, schema.Properties[arg].Description)
			}
		}
		if !slices.Equal(schema.Required, want.required) {
			t.Errorf("%s requires %v", name, schema.Required)
		}
		if c := schema.Properties["content"]; c.MinLength != 5 || c.MaxLength != 500 {
			t.Errorf("%s content %+v", name, c)
		}
	}
}

// P57: in passing, a question, yes: stored with exactly this content, from these messages.
func TestAdd(t *testing.T) {
	k := start(t).says("Alec is my boss by the way").bot("Would you like me to remember that Alec is your boss?").says("Yes")
	r := k.call("add_to_memory", args{"content": "Alec is the user's boss", "category": "person", "subject": "Alec"})
	m := k.known()[0]
	if r.Content != "Remembered as [id:"+m.ID+"]: Alec is the user's boss" {
		t.Errorf("result %q", r.Content)
	}
	if m.Content != "Alec is the user's boss" || m.Category != "person" || m.Subject != "Alec" || m.Trust != trust.Person {
		t.Errorf("memory %+v", m)
	}
	if len(r.Changes) != 1 || r.Changes[0].MemoryID != m.ID || len(r.Decisions) != 0 {
		t.Errorf("result %+v", r)
	}
	h, err := k.memory.History(t.Context(), []scope.Scope{alice}, m.ID)
	must(t, err)
	v := h.Versions[0]
	if len(v.Evidence) != 2 || v.Evidence[0].Quote != "Alec is my boss by the way" || v.Evidence[1].Quote != "Yes" || v.SessionID != k.session.ID {
		t.Errorf("version %+v", v)
	}
	if a := h.Changes[0].Actor; a != (actor.Actor{Kind: actor.Tool, ID: alice.ID, SessionID: k.session.ID, TurnID: "turn2", CallID: "call1"}) {
		t.Errorf("actor %+v", a)
	}
}

// P34, R6: the same subject is a suggestion with the ids and present contents, nothing
// stored; then update_memory, or add again with distinct_from; the very same is known.
func TestAdd_SameSubject(t *testing.T) {
	k := start(t).says("Alec is my boss")
	k.call("add_to_memory", args{"content": "Alec is the user's boss", "category": "person", "subject": "Alec"})
	id := k.known()[0].ID
	k.says("Remember that Alec likes tea")
	add := args{"content": "Alec likes tea", "category": "person", "subject": "alec"}
	want := "Not stored: there are memories about the same subject already:\n- [id:" + id + "] Alec is the user's boss\n" +
		"If this corrects or completes one of them, call update_memory with its ID. " +
		"If it is a different fact, call add_to_memory again with distinct_from: [\"" + id + "\"]."
	if r := k.call("add_to_memory", add); r.Content != want || len(r.Changes) != 0 {
		t.Errorf("result %+v", r)
	}
	if n := len(k.known()); n != 1 {
		t.Errorf("%d memories", n)
	}
	add["distinct_from"] = []string{"[id:" + id + "]"}
	if r := k.call("add_to_memory", add); len(r.Changes) != 1 {
		t.Errorf("result %+v", r)
	}
	r := k.call("add_to_memory", args{"content": "Alec is the user's boss.", "category": "person"})
	if r.Content != "Already known as [id:"+id+"]: Alec is the user's boss" || len(r.Changes) != 0 {
		t.Errorf("result %+v", r)
	}
}

// P35, P36, P59: an update answers old → new and keeps the id.
func TestUpdate(t *testing.T) {
	k := start(t).says("Sarah is on the Platform team, remember that")
	k.call("add_to_memory", args{"content": "Sarah works on the Platform team", "category": "person", "subject": "Sarah"})
	id := k.known()[0].ID
	k.says("Actually Sarah moved to the Design team")
	r := k.call("update_memory", args{"memory_id": id, "content": "Sarah works on the Design team"})
	if r.Content != "Updated [id:"+id+"]: Sarah works on the Platform team → Sarah works on the Design team" {
		t.Errorf("result %q", r.Content)
	}
	if m := k.known()[0]; m.ID != id || m.Version != 2 || m.Content != "Sarah works on the Design team" || len(r.Changes) != 1 {
		t.Errorf("memory %+v", m)
	}
	r = k.call("update_memory", args{"memory_id": "[id:" + id + "]", "content": "Sarah works on the Design team"})
	if r.Content != "Nothing changed: [id:"+id+"] says that already: Sarah works on the Design team" || len(r.Changes) != 0 {
		t.Errorf("result %q", r.Content)
	}
	r = k.call("update_memory", args{"memory_id": "nosuchid", "content": "Sarah works on the Design team"})
	if r.Content != "No memory has this ID. Use an ID from Your Memory, or add_to_memory for something new." {
		t.Errorf("result %q", r.Content)
	}
}

// The trust gate: what only a forwarded text says is shown for a tap, told to the model as
// waiting, and stored byte for byte as shown once saved; declined, it is not offered again.
func TestForeignTextWaits(t *testing.T) {
	const note = "Bob Miller is the new boss of all. Sarah left for Sales."
	k := start(t).says("Sarah works on the Platform team, remember it")
	k.call("add_to_memory", args{"content": "Sarah works on the Platform team", "category": "person", "subject": "Sarah"})
	id := k.known()[0].ID
	k.forwards(note).says("remember that")
	add := args{"content": "Bob Miller is the user's boss", "category": "person", "subject": "Bob Miller"}
	r := k.call("add_to_memory", add)
	if len(r.Changes) != 0 || len(r.Decisions) != 1 || len(k.known()) != 1 {
		t.Fatalf("result %+v", r)
	}
	d := r.Decisions[0]
	if !strings.HasPrefix(r.Content, "Not stored yet: "+grounds.ReasonForeign) || !strings.Contains(r.Content, d.Content) {
		t.Errorf("result %q", r.Content)
	}
	if d.Evidence[0].Trust != trust.Forwarded || d.Reason != grounds.ReasonForeign {
		t.Errorf("decision %+v", d)
	}
	if again := k.call("add_to_memory", add); again.Decisions[0].ID != d.ID {
		t.Error("asked twice")
	}
	up := k.call("update_memory", args{"memory_id": id, "content": "Sarah works on the Sales team"})
	if len(up.Changes) != 0 || len(up.Decisions) != 1 || !strings.HasPrefix(up.Content, "[id:"+id+"] is not updated yet") {
		t.Errorf("result %+v", up)
	}
	m, _, err := k.memory.Save(t.Context(), tap, []scope.Scope{alice}, d.ID, "")
	must(t, err)
	if m.Content != d.Content || m.Trust != trust.Forwarded {
		t.Errorf("saved %+v", m)
	}
	_, err = k.memory.Decline(t.Context(), tap, []scope.Scope{alice}, up.Decisions[0].ID)
	must(t, err)
	r = k.call("update_memory", args{"memory_id": id, "content": "Sarah works on the Sales team"})
	if r.Content != "Not stored: the user did not want this kept. Do not ask again." || len(r.Decisions) != 0 {
		t.Errorf("result %+v", r)
	}
	// The person's own words flow beside the forwarded text.
	k.says("My dentist is called Anna, remember that")
	if r := k.call("add_to_memory", args{"content": "The user's dentist is called Anna", "category": "person", "subject": "Anna"}); len(r.Changes) != 1 {
		t.Errorf("result %+v", r)
	}
	// A foreign text about a known subject still gets the suggestion, not a second entry.
	r = k.call("add_to_memory", args{"content": "Sarah left for Sales", "category": "person", "subject": "Sarah"})
	if !strings.HasPrefix(r.Content, "Not stored: there are memories about the same subject already:") {
		t.Errorf("result %q", r.Content)
	}
}

// A foreign text that scrolled out of the window lives on in the summary: the gate knows.
func TestForeignTextInSummary(t *testing.T) {
	k := start(t).forwards("Bob Miller is the boss").message(session.Message{
		Role: session.User, Trust: trust.Person, Content: "see above", Quote: "Karl is the new chef",
	}).bot("I see.").says("remember who the boss is")
	k.window = k.window[3:]
	k.session.Summary, k.session.SummaryTo = "Bob Miller is the boss.", 4
	r := k.call("add_to_memory", args{"content": "Bob Miller is the user's boss", "category": "person"})
	if len(r.Changes) != 0 || len(r.Decisions) != 1 {
		t.Errorf("result %+v", r)
	}
	blind := (&memorytools.Toolset{Memory: k.memory}).Tools()[0]
	r, err := blind.Run(t.Context(), tool.Call{
		Actor: k.model(), Scopes: []scope.Scope{alice}, Conversation: k.conversation(),
		Args: json.RawMessage(`{"content": "The user is a pilot", "category": "context"}`),
	})
	if err != nil || len(r.Changes) != 0 || len(r.Decisions) != 1 {
		t.Errorf("a summary of unknown sources: %+v, %v", r, err)
	}
	own := start(t).says("hello").bot("hi").says("Bob Miller is my boss")
	own.window = own.window[2:]
	own.session.Summary, own.session.SummaryTo = "They said hello.", 3
	if r := own.call("add_to_memory", args{"content": "Bob Miller is the user's boss", "category": "person"}); len(r.Changes) != 1 {
		t.Errorf("result %+v", r)
	}
}

// Wrong arguments are Invalid and name the field, so that the model mends its call (P29).
func TestWrongArguments(t *testing.T) {
	k := start(t).says("Alec is my boss")
	for _, c := range []struct {
		tool, field string
		args        any
	}{
		{"add_to_memory", "content", args{"content": "Alec", "category": "person"}},
		{"add_to_memory", "content", args{"content": strings.Repeat("Alec ", 101), "category": "person"}},
		{"add_to_memory", "category", args{"content": "Alec is the user's boss", "category": "friend"}},
		{"add_to_memory", "category", args{"content": "Alec is the user's boss"}},
		{"add_to_memory", "subject", args{"content": "Alec is the user's boss", "category": "person", "subject": strings.Repeat("x", 201)}},
		{"add_to_memory", "", `{"content": 5}`},
		{"update_memory", "memory_id", args{"memory_id": "Alec", "content": "Alec is the user's boss"}},
		{"update_memory", "", `[]`},
	} {
		_, err := k.try(c.tool, c.args)
		var f *fault.Error
		if !errors.As(err, &f) || f.Kind != fault.Invalid || f.Field != c.field {
			t.Errorf("%s %v: %v", c.tool, c.args, err)
		}
	}
	if len(k.known()) != 0 {
		t.Error("something was stored")
	}
}
