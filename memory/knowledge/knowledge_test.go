package knowledge_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/graph"
	"keepsake/memory/ingest"
	"keepsake/memory/knowledge"
	"keepsake/memory/policy"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/usage"
)

var (
	alice = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}
	place = session.Place{Bot: "keepsake", Chat: 1}
)

// world is a person's conversation over a real database, with a scripted model that reads.
type world struct {
	*knowledge.Manager
	t     *testing.T
	model llm.Chat
	talk  session.Session
	who   actor.Actor

	mu    sync.Mutex
	at    time.Time
	facts []map[string]any // that the model lists where it reads their quotation
	away  bool
	asked int
}

func on(t *testing.T, run func(w *world)) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(newWorld(t, open(t)))
		})
	}
}

func newWorld(t *testing.T, db *store.DB) *world {
	t.Helper()
	w := &world{t: t, at: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	server := scripted.New(scripted.Options{Brain: scripted.BrainFunc(w.answer)})
	t.Cleanup(server.Close)
	w.model = openai.New(openai.Config{Endpoint: openai.Endpoint{BaseURL: server.URL(), Model: scripted.DefaultModel, Retries: -1}})
	now := func() time.Time { w.mu.Lock(); defer w.mu.Unlock(); w.at = w.at.Add(time.Millisecond); return w.at }
	forms := &ingest.Service{
		Store: alice.Store, Policy: policy.Default(), Setting: policy.Ask, Tx: db, Now: now,
		Memory:     memory.New(memory.Config{Store: db.Memories(), Now: now, Key: []byte("key")}),
		Candidates: candidate.New(db.Candidates(), now), Graph: graph.New(db.Triples()),
		Sessions: session.New(session.Config{Store: db.Sessions(), Now: now}), People: people.New(people.Config{Store: db.People(), Now: now}),
		Usage: usage.New(usage.Config{Store: db.Usage(), Now: now}),
		Payer: func(p people.Person, _ session.Place, _ bool) usage.Payer {
			return usage.Payer{Bot: "keepsake", Subject: p.ID}
		},
	}
	w.Manager = &knowledge.Manager{Sessions: forms.Sessions, Memory: forms.Memory, Facts: forms.Graph, Ingest: forms, Tx: db}
	_, err := forms.People.See(t.Context(), actor.OfSystem(), people.Person{ID: alice.ID, Name: "Alice", SeenAt: now()})
	must(t, err)
	w.talk = w.begin(false)
	return w
}

// begin starts a conversation of the person and returns it; later ones are the present one.
func (w *world) begin(private bool) session.Session {
	w.t.Helper()
	begin := w.Sessions.Begin
	if private {
		x, err := w.Sessions.BeginPrivate(w.t.Context(), actor.OfSystem(), session.Place{Bot: "keepsake", Chat: 9}, alice.ID, alice.Store)
		must(w.t, err)
		return x
	}
	x, err := begin(w.t.Context(), actor.OfSystem(), place, alice.ID, alice.Store, false)
	must(w.t, err)
	return x
}

func (w *world) answer(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked++
	if w.away {
		return scripted.Answer{Fault: &scripted.Fault{Trouble: scripted.Status, Status: 503}}, nil
	}
	question, list := p.Messages[1].Content, []map[string]any{}
	for _, f := range w.facts {
		if strings.Contains(question, f["quote"].(string)) {
			list = append(list, f)
		}
	}
	b, err := json.Marshal(map[string]any{"facts": list, "relations": []any{}, "reasoning": "as taught"})
	return scripted.Answer{Text: string(b)}, err
}

// teach makes the model list a fact with its triple where it reads what was said.
func (w *world) teach(said, says, subject, predicate, object string) {
	w.set(func() {
		w.facts = append(w.facts, map[string]any{
			"quote": said, "fact": says, "type": "profile", "fact_key": "", "subject": "", "confidence": 0.9, "importance": 0.5,
			"triples": []map[string]any{{"subject": subject, "predicate": predicate, "object": object, "subject_is": "thing", "object_is": "place"}},
		})
	})
}

func (w *world) set(change func()) { w.mu.Lock(); defer w.mu.Unlock(); change() }

// open opens the graph of a conversation as its person.
func (w *world) open(x session.Session, description string) *knowledge.Graph {
	w.t.Helper()
	w.who = actor.OfPerson(alice.ID)
	w.who.SessionID = x.ID
	l, err := w.Open(w.t.Context(), w.who, x.ID, session.LogOptions{Kind: "kg", Description: description, Model: w.model})
	must(w.t, err)
	return l.(*knowledge.Graph)
}

// shows checks what a graph shows, as role:content.
func (w *world) shows(g *knowledge.Graph, want string) {
	w.t.Helper()
	ms, err := g.All(w.t.Context())
	must(w.t, err)
	if got := contents(ms); got != want {
		w.t.Errorf("shown %q, want %q", got, want)
	}
}

func contents(ms []session.Message) string {
	var out []string
	for _, m := range ms {
		out = append(out, string(m.Role)+":"+m.Content)
	}
	return strings.Join(out, " ")
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// M15: every kind by its name; kg needs a model, and nobody else's graph is opened.
func TestOpenByNameM15(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	w.open(w.talk, "")
	for kind, want := range map[string]string{"": "conversation_history", "managed_conversation": "managed_conversation", "kg": "kg"} {
		l, err := w.Open(t.Context(), w.who, w.talk.ID, session.LogOptions{Kind: kind, Model: w.model})
		if err != nil || l.Kind() != want {
			t.Errorf("%q is %v, %v", kind, l, err)
		}
	}
	var f *fault.Error
	if _, err := w.Open(t.Context(), w.who, w.talk.ID, session.LogOptions{Kind: "kg"}); !errors.As(err, &f) || f.Field != "model" || f.Kind != fault.Invalid {
		t.Errorf("without a model: %v", err)
	}
	if _, err := w.Open(t.Context(), w.who, w.talk.ID, session.LogOptions{Kind: "kg", Model: w.model, Window: session.Window{Trigger: 2, Target: 1}}); !errors.As(err, &f) || f.Field != "memory_config" {
		t.Errorf("with a window: %v", err)
	}
	if _, err := w.Sessions.Log(t.Context(), w.who, w.talk.ID, session.LogOptions{Kind: "kg", Model: w.model}); !errors.Is(err, session.ErrNoGraph) {
		t.Errorf("a graph by the conversation alone: %v", err)
	}
	tool, other := w.who, w.who
	tool.Kind, other.ID = actor.Tool, "telegram:2"
	for _, a := range []actor.Actor{tool, other, actor.OfPerson(alice.ID), {}} {
		if _, err := w.Open(t.Context(), a, w.talk.ID, session.LogOptions{Kind: "kg", Model: w.model}); fault.KindOf(err) != fault.Denied {
			t.Errorf("%+v opens a graph: %v", a, err)
		}
	}
	private := w.begin(true)
	who := w.who
	who.SessionID = private.ID
	if _, err := w.Open(t.Context(), who, private.ID, session.LogOptions{Kind: "kg", Model: w.model}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a temporary conversation keeps facts: %v", err)
	}
}

// M14, F17: a fact that is given is there at once; of what the person says the model lists facts later; what is said is no fact
// by itself, what the assistant says no evidence, and a fact is there once.
func TestGraphM14(t *testing.T) {
	on(t, func(w *world) {
		ctx := w.t.Context()
		w.teach("My sister lives in Graz", "User's sister lives in Graz", "sister", "lives in", "Graz")
		w.teach("Rome is old", "Rome is old", "Rome", "is", "old")
		g := w.open(w.talk, "Initial context")
		id, err := g.AddFact(ctx, session.User, "Paris", "is capital of", "France")
		must(w.t, err)
		again, err := g.AddFact(ctx, session.User, "Paris", "is capital of", "France")
		if err != nil || again != id {
			w.t.Errorf("said again: %q and %q, %v", id, again, err)
		}
		_, err = g.Add(ctx, session.Message{Role: session.User, Content: "My sister lives in Graz"})
		must(w.t, err)
		_, err = g.Add(ctx, session.Message{Role: session.Assistant, Content: "Rome is old"})
		must(w.t, err)
		w.shows(g, "system:Initial context user:Paris is capital of France.")
		w.set(func() {
			if w.asked > 0 {
				w.t.Error("adding asked the model")
			}
		})
		if n, err := g.Extract(ctx); err != nil || n != 1 {
			w.t.Fatalf("read %d, %v", n, err)
		}
		const both = "system:Initial context user:Paris is capital of France. user:sister lives in Graz."
		w.shows(g, both)
		_, err = g.Add(ctx, session.Message{Role: session.User, Content: "As I said: My sister lives in Graz"})
		must(w.t, err)
		if _, err := g.Extract(ctx); err != nil {
			w.t.Fatal(err)
		}
		w.shows(g, both)
		if n, err := g.Extract(ctx); err != nil || n != 0 {
			w.t.Errorf("nothing is to be read: %d, %v", n, err)
		}
		chat, over, err := g.Messages(ctx)
		if err != nil || over || len(chat) != 3 || chat[0].Role != "system" || chat[2].Content != "sister lives in Graz." {
			w.t.Errorf("for the model: %+v, %v", chat, err)
		}
		for field, give := range map[string][4]string{"role": {"tool", "a", "b", "c"}, "fact": {"user", "a", "", "c"}} {
			var f *fault.Error
			if _, err := g.AddFact(ctx, session.Role(give[0]), give[1], give[2], give[3]); !errors.As(err, &f) || f.Field != field {
				w.t.Errorf("%v: %v", give, err)
			}
		}
	})
}

// F17: a failure of the model is an error, and nothing is lost by it.
func TestGraphFailureIsSeen(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	w.teach("My sister lives in Graz", "User's sister lives in Graz", "sister", "lives in", "Graz")
	g := w.open(w.talk, "")
	_, err := g.Add(t.Context(), session.Message{Role: session.User, Content: "My sister lives in Graz"})
	must(t, err)
	w.set(func() { w.away = true })
	if n, err := g.Extract(t.Context()); !errors.Is(err, ingest.ErrPutOff) || n != 0 {
		t.Errorf("while the model is away: %d, %v", n, err)
	}
	w.set(func() { w.away, w.at = false, w.at.Add(time.Hour) })
	if n, err := g.Extract(t.Context()); err != nil || n != 1 {
		t.Errorf("afterwards: %d, %v", n, err)
	}
	w.shows(g, "user:sister lives in Graz.")
}

// M4–M11 delegate: facts are read, changed, removed and reset as messages are; what other conversations gave stays.
func TestGraphOperations(t *testing.T) {
	on(t, func(w *world) {
		ctx := w.t.Context()
		elsewhere, _, err := w.Memory.Add(ctx, actor.OfPerson(alice.ID), memory.Draft{Scope: alice, Content: "User's boss is Alec"})
		must(w.t, err)
		must(w.t, w.Facts.Keep(ctx, actor.OfPerson(alice.ID), elsewhere, []graph.Fact{{Subject: "User", Predicate: "boss", Object: "Alec"}}, nil))
		g := w.open(w.talk, "Initial context")
		paris, err := g.AddFact(ctx, session.User, "Paris", "is capital of", "France")
		must(w.t, err)
		rome, err := g.AddFact(ctx, session.Assistant, "Rome", "is capital of", "Italy")
		must(w.t, err)
		for what, read := range map[string]func() ([]session.Message, error){
			"assistant:Rome is capital of Italy.":                                  func() ([]session.Message, error) { return g.Recent(ctx, 1) },
			"user:User boss Alec. user:Paris is capital of France.":                func() ([]session.Message, error) { return g.ByRole(ctx, session.User, 0) },
			"user:Paris is capital of France.":                                     func() ([]session.Message, error) { return g.ByRole(ctx, session.User, 1) },
			"user:Paris is capital of France. assistant:Rome is capital of Italy.": func() ([]session.Message, error) { return g.Recent(ctx, 2) },
		} {
			if ms, err := read(); err != nil || contents(ms) != what {
				w.t.Errorf("read %q, %v, want %q", contents(ms), err, what)
			}
		}
		if m, err := g.ByID(ctx, rome); err != nil || string(m.Structured) != `{"subject":"Rome","predicate":"is capital of","object":"Italy"}` {
			w.t.Errorf("by id: %+v, %v", m, err)
		}
		must(w.t, g.Update(ctx, paris, func(r *session.Revision) {
			r.Structured = json.RawMessage(`{"subject":"Paris","predicate":"is the heart of","object":"France"}`)
		}))
		w.shows(g, "system:Initial context user:User boss Alec. assistant:Rome is capital of Italy. user:Paris is the heart of France.")
		if err := g.Update(ctx, paris, func(r *session.Revision) { r.Structured = json.RawMessage(`{"subject":"Paris"}`) }); fault.KindOf(err) != fault.Invalid {
			w.t.Errorf("half a fact: %v", err)
		}
		must(w.t, g.Remove(ctx, rome))
		for what, err := range map[string]error{
			"remove": g.Remove(ctx, rome), "update": g.Update(ctx, "nowhere", func(*session.Revision) {}), "by id": func() error { _, err := g.ByID(ctx, rome); return err }(),
		} {
			if !errors.Is(err, session.ErrNoMessage) {
				w.t.Errorf("%s of what is not there: %v", what, err)
			}
		}
		must(w.t, g.Reset(ctx))
		w.shows(g, "system:Initial context user:User boss Alec.")
	})
}

// M16, F18: what is saved is loaded with its facts, into the same conversation and into another database, and no model is asked.
func TestGraphSaveLoad(t *testing.T) {
	on(t, func(w *world) {
		ctx := w.t.Context()
		w.teach("My sister lives in Graz", "User's sister lives in Graz", "sister", "lives in", "Graz")
		g := w.open(w.talk, "Initial context")
		_, err := g.AddFact(ctx, session.User, "Paris", "is capital of", "France")
		must(w.t, err)
		_, err = g.Add(ctx, session.Message{Role: session.User, Content: "My sister lives in Graz"})
		must(w.t, err)
		if _, err := g.Extract(ctx); err != nil {
			w.t.Fatal(err)
		}
		const all = "system:Initial context user:Paris is capital of France. user:sister lives in Graz."
		w.shows(g, all)
		var saved bytes.Buffer
		must(w.t, g.Save(ctx, &saved))
		must(w.t, g.Load(ctx, bytes.NewReader(saved.Bytes())))
		w.shows(g, all)

		other := newWorld(w.t, storetest.SQLite(w.t))
		fresh := other.open(other.talk, "")
		must(w.t, fresh.Load(ctx, bytes.NewReader(saved.Bytes())))
		other.shows(fresh, all)
		if n, err := fresh.Extract(ctx); err != nil || n != 0 || other.asked > 0 {
			w.t.Errorf("loading let the model read: %d, %v", n, err)
		}
		for _, broken := range []string{"", "{", `{"format":"keepsake.session/1"}`, strings.Replace(saved.String(), `"predicate": "is capital of"`, `"predicate": ""`, 1), saved.String() + "{}"} {
			empty := newWorld(w.t, storetest.SQLite(w.t))
			into := empty.open(empty.talk, "")
			if err := into.Load(ctx, strings.NewReader(broken)); fault.KindOf(err) != fault.Invalid {
				w.t.Errorf("a broken file: %v", err)
			}
			empty.shows(into, "")
		}
	})
}
