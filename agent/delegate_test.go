package agent_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/fault"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
	"keepsake/memory"
	"keepsake/memory/ingest"
	"keepsake/memory/policy"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/tool"
	"keepsake/toolset/grounding"
	"keepsake/toolset/memorytools"
	"keepsake/trust"
)

// office is two agents that may ask each other: keepsake (the world's) and poet, who has
// a store of its own.
type office struct {
	*world
	poet *agent.Agent
	ask  tool.Tool // keepsake's delegate
}

func newOffice(t *testing.T, depth int, url string) office {
	t.Helper()
	w := newWorld(t, agent.Config{})
	a := w.agent
	if url == "" {
		url = w.model.URL()
	}
	p := &agent.Agent{
		Name: "poet", Chat: openai.New(openai.Config{Endpoint: openai.Endpoint{BaseURL: url, APIKey: "test", Model: scripted.DefaultModel, Retries: -1}}),
		Sessions: a.Sessions, Memory: a.Memory, Recall: a.Recall, Delivery: a.Delivery, People: a.People, Words: a.Words,
		Tx: a.Tx, Now: a.Now, Config: agent.Config{Role: "You are the poet.", Named: true},
	}
	back := agent.Delegate(func() *agent.Agent { return p }, []string{"keepsake"}, depth)
	var err error
	p.Tools, err = tool.NewRegistry(append((&memorytools.Toolset{Memory: a.Memory, Grounds: &grounding.Grounding{Sessions: w.db.Sessions()}, Recall: a.Recall}).RoleTools(), back)...)
	w.ok(err)
	a.Colleagues = []agent.Colleague{{Agent: p, About: "verse"}}
	p.Colleagues = []agent.Colleague{{Agent: a, About: "all else"}}
	return office{w, p, agent.Delegate(func() *agent.Agent { return a }, []string{"poet"}, depth)}
}

// call asks poet as a turn of the person's private chat, or of a group, does.
func (o office) call(args string, person string) (tool.Result, error) {
	o.t.Helper()
	c := tool.Call{
		Actor: actor.Actor{Kind: actor.Tool, ID: person, TurnID: "t"}, Args: []byte(args), Now: time.Now(), Zone: time.UTC,
		Conversation: &tool.Conversation{
			Session: session.Session{Store: "keepsake", Person: person, Place: session.Place{Bot: "keepsake", Chat: 42}},
			Turn:    session.Turn{ID: "t"},
		},
	}
	var err error
	if c.Prepared, err = o.ask.Prepare(o.t.Context(), c); err != nil {
		return tool.Result{}, err
	}
	return o.ask.Run(o.t.Context(), c)
}

// A39: who is asked reads what formed by itself in its own store, as far as the question is about it.
func TestDelegate_ReadsWhatFormed(t *testing.T) {
	o := newOffice(t, 3, "")
	p := policy.Default()
	p.Reading.Enable = true
	o.poet.Ingest = &ingest.Service{Store: "poet", Policy: p}
	_, _, err := o.agent.Memory.Add(t.Context(), actor.Actor{Kind: actor.Extraction}, memory.Draft{
		Scope: scope.Scope{Store: "poet", Kind: scope.User, ID: "telegram:42"}, Content: "User prefers haikus about rain",
		Origin: memory.Extracted, Confidence: 0.8, Category: memory.CategoryPreference, Reason: "test", Evidence: []memory.Evidence{{Quote: "I prefer haikus about rain", Trust: trust.Person, SaidAt: time.Now()}},
	})
	o.ok(err)
	o.rules.Otherwise().Say("Drip.")
	for task, want := range map[string]bool{"Which haikus, please?": true, "Who wrote Faust?": false} {
		if _, err := o.call(`{"agent":"poet","task":"`+task+`"}`, "telegram:42"); err != nil {
			t.Fatal(err)
		}
		body := o.last().Text
		if got := strings.Contains(body, "[preference] User prefers haikus about rain (confidence: 0.80)"); got != want {
			t.Errorf("%s: there %v in %s", task, got, body)
		}
	}
}

func (o office) keep(kind scope.Kind, id, content string) {
	o.t.Helper()
	_, _, err := o.agent.Memory.Add(o.t.Context(), actor.Actor{Kind: actor.Person, ID: id, Standing: actor.Admin, Owner: true}, memory.Draft{
		Scope: scope.Scope{Store: "poet", Kind: kind, ID: id}, Content: content,
		Reason: "test",
	})
	o.ok(err)
}

// Who is asked knows the same person's memories in its own store; for a group the group's,
// never anybody's private ones. It writes nothing, and its answer is a tool's word.
func TestDelegate_Scopes(t *testing.T) {
	o := newOffice(t, 3, "")
	o.keep(scope.User, "telegram:42", "Alice's dog is Rex")
	o.keep(scope.Group, "telegram:42", "The group's cat is Tom")
	o.rules.When("private").AndSystem("dog is Rex").Say("Rex it is.")
	o.rules.When("group").AndSystem("cat is Tom").Call("list_memories", map[string]any{})
	o.rules.WhenResult("list_memories", "cat is Tom").Say("Tom it is.")
	o.rules.When("write").Call("remember", map[string]any{"content": "Something"})
	o.rules.WhenResult("remember", "cannot be used while another agent asks").Say("I store nothing.")
	for _, c := range []struct{ task, person, want string }{
		{"private", "telegram:42", "Rex it is."}, {"group", "", "Tom it is."},
	} {
		r, err := o.call(`{"agent":"poet","task":"`+c.task+`"}`, c.person)
		if err != nil || r.Content != c.want || r.Trust != trust.Tool {
			t.Errorf("%s: %+v %v", c.task, r, err)
		}
	}
	for _, r := range o.model.Requests() {
		if strings.Contains(r.Body, "Rex") && strings.Contains(r.Body, "Tom") {
			t.Error("a private memory in a group's question")
		}
	}
}

// A chain of questions is bounded and goes in no circle; the way back to who asks is shut.
func TestDelegate_Chain(t *testing.T) {
	o := newOffice(t, 3, "")
	o.rules.When("asks you this").Call("delegate", map[string]any{"agent": "keepsake", "task": "back to you"})
	o.rules.WhenResult("delegate", "agent: is waiting for this answer").Say("Nobody to ask.")
	if r, err := o.call(`{"agent":"poet","task":"go round"}`, "telegram:42"); err != nil || r.Content != "Nobody to ask." {
		t.Errorf("%+v %v", r, err)
	}
	for args, kind := range map[string]fault.Kind{
		`{"agent":"nobody","task":"x"}`: fault.Invalid, `{"agent":"poet","task":" "}`: fault.Invalid, `{"agent":1}`: fault.Invalid,
	} {
		if _, err := o.call(args, "telegram:42"); fault.KindOf(err) != kind {
			t.Errorf("%s: %v", args, err)
		}
	}
	question := []byte(`{"agent":"poet","task":"x"}`)
	deep := tool.Call{Args: question, Chain: []string{"a", "b", "c"}, Conversation: &tool.Conversation{}}
	if _, err := o.ask.Prepare(t.Context(), deep); fault.KindOf(err) != fault.Denied || !strings.Contains(err.Error(), "often enough") {
		t.Errorf("too deep: %v", err)
	}
	if _, err := o.ask.Prepare(t.Context(), tool.Call{Args: question}); fault.KindOf(err) != fault.Denied {
		t.Errorf("outside of a conversation: %v", err)
	}
	if _, err := o.ask.Run(t.Context(), tool.Call{}); err == nil {
		t.Error("nothing was prepared")
	}
}

// Who cannot be reached is said to be so: the turn does not wait for them.
func TestDelegate_Away(t *testing.T) {
	o := newOffice(t, 3, "http://127.0.0.1:1/v1")
	r, err := o.call(`{"agent":"poet","task":"x"}`, "telegram:42")
	if err != nil || !strings.HasPrefix(r.Content, "poet cannot be reached") {
		t.Errorf("%+v %v", r, err)
	}
}
