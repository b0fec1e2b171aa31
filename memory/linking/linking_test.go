package linking_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
	"keepsake/memory"
	"keepsake/memory/graph"
	"keepsake/memory/linking"
	"keepsake/memory/policy"
	"keepsake/memory/writeswitch"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/usage"
)

var (
	alice = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}
	bob   = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:2"}
	choir = scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-5"}
)

// world is the linking of one store over a real database and a scripted model.
type world struct {
	*linking.Service
	t  *testing.T
	db *store.DB

	mu      sync.Mutex
	at      time.Time
	asked   []string                // the questions
	knows   map[string][]graph.Fact // what the model lists of a note, by a word of it
	raw     []string                // the next answers, letter by letter
	names   string                  // the answer about names
	away    bool
	refuses string // a note with this word is refused
	onAsk   func()
}

func on(t *testing.T, run func(w *world)) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(newWorld(t, open(t), usage.Limits{}))
		})
	}
}

func newWorld(t *testing.T, db *store.DB, limits usage.Limits) *world {
	t.Helper()
	w := &world{t: t, db: db, at: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), knows: map[string][]graph.Fact{}}
	model := scripted.New(scripted.Options{Brain: scripted.BrainFunc(w.answer)})
	t.Cleanup(model.Close)
	now := w.now
	w.Service = &linking.Service{
		Store: alice.Store, Bot: "keepsake", Tx: db, Now: now, Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
		Chat:   openai.New(openai.Config{Endpoint: openai.Endpoint{BaseURL: model.URL(), Model: scripted.DefaultModel, Retries: -1}}),
		Memory: memory.New(memory.Config{Store: db.Memories(), Now: now, Key: []byte("key")}),
		Graph:  graph.New(db.Triples()), People: people.New(people.Config{Store: db.People(), Now: now}),
		Usage:  usage.New(usage.Config{Store: db.Usage(), Now: now, Limits: limits}),
		Writes: &writeswitch.Service{Store: db.Switches(), Now: now},
		Payer: func(p people.Person, place session.Place, group bool) usage.Payer {
			if group {
				return usage.Payer{Bot: "keepsake", Subject: people.ID(place.Chat), Group: true}
			}
			return usage.Payer{Bot: "keepsake", Subject: p.ID}
		},
	}
	return w
}

func (w *world) now() time.Time { w.mu.Lock(); defer w.mu.Unlock(); return w.at }

func (w *world) pass(d time.Duration) { w.mu.Lock(); defer w.mu.Unlock(); w.at = w.at.Add(d) }

var notes = regexp.MustCompile(`(?m)^(\d+)\. (".*")$`)

func (w *world) answer(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	question := p.Messages[1].Content
	w.asked = append(w.asked, question)
	if w.onAsk != nil {
		w.onAsk()
	}
	switch {
	case w.away:
		return scripted.Answer{Fault: &scripted.Fault{Trouble: scripted.Status, Status: 503}}, nil
	case w.refuses != "" && strings.Contains(question, w.refuses):
		return scripted.Answer{Fault: &scripted.Fault{Trouble: scripted.Status, Status: 400}}, nil
	case strings.Contains(question, "Pair 1\n new: "):
		return scripted.Answer{Text: w.names}, nil
	case len(w.raw) > 0:
		text := w.raw[0]
		w.raw = w.raw[1:]
		return scripted.Answer{Text: text}, nil
	}
	list := []map[string]any{}
	for i, n := range notes.FindAllStringSubmatch(question, -1) {
		var content string
		if json.Unmarshal([]byte(n[2]), &content) != nil {
			return scripted.Answer{}, errors.New("a note is no JSON")
		}
		facts := []graph.Fact{}
		for word, fs := range w.knows {
			if strings.Contains(content, word) {
				facts = append(facts, fs...)
			}
		}
		list = append(list, map[string]any{"number": i + 1, "triples": facts})
	}
	b, err := json.Marshal(map[string]any{"memories": list, "reasoning": "as taught"})
	return scripted.Answer{Text: string(b)}, err
}

// questions returns what the model was asked since the last call.
func (w *world) questions() (asked []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	asked, w.asked = w.asked, nil
	return asked
}

func (w *world) set(change func()) { w.mu.Lock(); defer w.mu.Unlock(); change() }

func (w *world) teach(word, subject, predicate, object string) {
	w.set(func() {
		w.knows[word] = append(w.knows[word], graph.Fact{Subject: subject, Predicate: predicate, Object: object, SubjectKind: "person", ObjectKind: "person"})
	})
}

func (w *world) add(owner scope.Scope, content string) memory.Memory {
	w.t.Helper()
	m, _, err := w.Memory.Add(w.t.Context(), actor.OfPerson(owner.ID), memory.Draft{Scope: owner, Content: content})
	must(w.t, err)
	return m
}

// works does a pass and checks how many memories were read in it.
func (w *world) works(want int) {
	w.t.Helper()
	n, err := w.Work(w.t.Context())
	must(w.t, err)
	if n != want {
		w.t.Errorf("%d memories were read, want %d", n, want)
	}
}

// holds checks the triples of a scope that hold.
func (w *world) holds(owner scope.Scope, want ...string) {
	w.t.Helper()
	ts, err := w.Graph.Picture(w.t.Context(), []scope.Scope{owner})
	must(w.t, err)
	var got []string
	for _, t := range ts {
		if t.ValidTo == nil {
			got = append(got, t.SubjectKey+" "+t.Predicate+" "+t.ObjectKey)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		w.t.Errorf("triples %q, want %q", got, want)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// F17: what a person wrote by hand gets its triples, once, on their account; so does what they changed, and what was
// forgotten loses them, for good with its memory.
func TestLinkByHand(t *testing.T) {
	on(t, func(w *world) {
		w.teach("boss", "User", "boss", "Alec")
		w.teach("Mia", "User", "boss", "Mia")
		w.teach("dog", "User", "owns", "Nobody")
		m := w.add(alice, "User's boss is Alec")
		w.add(alice, "User has a dog")
		w.add(bob, "User likes tea")
		w.works(3)
		w.holds(alice, "@self boss alec")
		w.holds(bob)
		asked := strings.Join(w.questions(), "\n---\n")
		if strings.Count(asked, "The notes:") != 2 || strings.Contains(asked, "tea\"\n2.") || !strings.Contains(asked, `"User likes tea"`) {
			w.t.Errorf("asked %q, want each person apart", asked)
		}
		for _, owner := range []scope.Scope{alice, bob} {
			day, _, err := w.Usage.Today(w.t.Context(), usage.Payer{Bot: "keepsake", Subject: owner.ID})
			if err != nil || day.Calls != 1 || day.Tokens() == 0 {
				w.t.Errorf("on the account of %s: %+v, %v", owner.ID, day, err)
			}
		}
		w.works(0)
		if again := w.questions(); len(again) > 0 {
			w.t.Errorf("read twice: %q", again)
		}
		scopes := []scope.Scope{alice}
		_, _, c, err := w.Memory.Update(w.t.Context(), actor.OfPerson(alice.ID), scopes, m.ID, memory.Edit{Content: "User works for Mia"})
		must(w.t, err)
		w.holds(alice)
		w.works(1)
		w.holds(alice, "@self boss mia")
		_, _, err = w.Memory.Undo(w.t.Context(), actor.OfPerson(alice.ID), scopes, c.ID)
		must(w.t, err)
		w.holds(alice, "@self boss alec")
		_, _, err = w.Memory.Delete(w.t.Context(), actor.OfPerson(alice.ID), scopes, m.ID, "asked")
		must(w.t, err)
		w.holds(alice)
		w.works(0)
		w.pass(100 * 24 * time.Hour)
		_, err = w.Memory.Purge(w.t.Context(), actor.OfSystem())
		must(w.t, err)
		counts, err := w.db.RowCounts(w.t.Context())
		if must(w.t, err); counts["memory_triples"] != 0 {
			w.t.Errorf("%d triples of a destroyed memory", counts["memory_triples"])
		}
	})
}

// Nothing is read of whoever switched extraction off, of a scope whose writes are off, nor where a limit is reached; it is
// once that changes. A group's is on the group's account.
func TestLinkWhereItMay(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t), usage.Limits{Person: usage.Quota{Tokens: 2000}})
	w.teach("boss", "User", "boss", "Alec")
	w.teach("conductor", "The choir", "conductor", "Vera")
	w.add(alice, "User's boss is Alec")
	w.add(choir, "The choir's conductor is Vera")
	mode := func(m string) {
		p, err := w.People.See(t.Context(), actor.OfSystem(), people.Person{ID: alice.ID, Name: "Alice", SeenAt: w.now()})
		must(t, err)
		p.MemoryMode = m
		must(t, w.People.SaveSettings(t.Context(), actor.OfPerson(alice.ID), p))
	}
	mode(string(policy.Off))
	w.works(1)
	w.holds(alice)
	w.holds(choir, "choir conductor vera")
	if day, _, err := w.Usage.Today(t.Context(), usage.Payer{Bot: "keepsake", Subject: choir.ID, Group: true}); err != nil || day.Calls != 1 {
		t.Errorf("on the group's account: %+v, %v", day, err)
	}
	mode("")
	must(t, w.Usage.Spend(t.Context(), usage.Payer{Bot: "keepsake", Subject: alice.ID}, usage.Count{Calls: 1, Prompt: 1900}))
	w.works(0)
	w.pass(24 * time.Hour)
	must(t, w.Writes.Set(t.Context(), actor.OfSystem(), alice, true))
	w.works(0)
	must(t, w.Writes.Set(t.Context(), actor.OfSystem(), alice, false))
	w.works(1)
	w.holds(alice, "@self boss alec")
}

// A wrong answer is asked for once more; after that the memory counts as read. While the model is away everything waits; what it
// refuses rests for an hour and keeps nothing else waiting.
func TestLinkFailures(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t), usage.Limits{})
	w.teach("boss", "User", "boss", "Alec")
	w.add(alice, "User's boss is Alec")
	w.set(func() { w.away = true })
	w.works(0)
	w.set(func() { w.away, w.refuses = false, "boss" })
	w.add(bob, "User likes tea")
	w.works(1)
	w.set(func() { w.refuses = "" })
	w.questions()
	w.works(0)
	if asked := w.questions(); len(asked) > 0 {
		t.Errorf("what was refused was asked at once: %q", asked)
	}
	w.pass(time.Hour + time.Minute)
	w.set(func() { w.raw = []string{"no JSON", `{"memories": "none"}`} })
	w.works(1)
	w.holds(alice)
	if asked := w.questions(); len(asked) != 2 {
		t.Errorf("%d questions", len(asked))
	}
	w.works(0)
	w.add(alice, "User's second boss is Alec")
	w.set(func() { w.raw = []string{"no JSON"} })
	w.works(1)
	w.holds(alice, "@self boss alec")
}

// What was changed while the model was asked is read again as it is then.
func TestLinkChangedMeanwhile(t *testing.T) {
	on(t, func(w *world) {
		w.teach("Alec", "User", "boss", "Alec")
		w.teach("Mia", "User", "boss", "Mia")
		m := w.add(alice, "User's boss is Alec")
		once := sync.OnceFunc(func() {
			done := make(chan error)
			w.mu.Unlock() // the store asks for the time
			go func() {
				_, _, _, err := w.Memory.Update(context.WithoutCancel(w.t.Context()), actor.OfPerson(alice.ID), []scope.Scope{alice}, m.ID, memory.Edit{Content: "User's boss is Mia"})
				done <- err
			}()
			err := <-done
			w.mu.Lock()
			if err != nil {
				w.t.Error(err)
			}
		})
		w.set(func() { w.onAsk = once })
		w.works(1)
		w.holds(alice)
		w.works(1)
		w.holds(alice, "@self boss mia")
	})
}

// A judge says whether a short name means an entity that is known.
func TestLinkJudgesNames(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t), usage.Limits{})
	w.teach("boss", "User", "boss", "Alec Brandt")
	w.teach("Graz", "Alec", "lives in", "Graz")
	w.add(alice, "User's boss is Alec Brandt")
	w.works(1)
	w.add(alice, "Alec lives in Graz")
	w.set(func() { w.names = `{"names": [{"pair": 1, "same": true}], "reasoning": ""}` })
	w.works(1)
	w.holds(alice, "@self boss alec brandt", "alec brandt lives in graz")
}

// Many memories are read in several questions, and a nil Service does nothing.
func TestLinkMany(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t), usage.Limits{})
	for i := range 20 {
		w.add(alice, fmt.Sprintf("User has been to town number %d", i))
	}
	w.works(20)
	if n := len(w.questions()); n != 3 {
		t.Errorf("%d questions for 20 memories", n)
	}
	var none *linking.Service
	if n, err := none.Work(t.Context()); n != 0 || err != nil {
		t.Errorf("without linking: %d, %v", n, err)
	}
}
