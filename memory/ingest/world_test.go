package ingest_test

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
	"keepsake/llm"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/ingest"
	"keepsake/memory/policy"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/trust"
	"keepsake/usage"
)

var (
	alice = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}
	hers  = []scope.Scope{alice}
	she   = actor.OfPerson(alice.ID)
)

// world is one agent's extraction over a real database and a scripted model, with a clock to move.
type world struct {
	*ingest.Service
	t     *testing.T
	db    *store.DB
	model *reader
	talk  session.Session
	turn  int

	mu   sync.Mutex
	at   time.Time
	ends []ingest.Ending
}

// on runs a test on both databases.
func on(t *testing.T, run func(t *testing.T, db *store.DB)) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t, open(t))
		})
	}
}

// newWorld is in mode auto for a person who does not want to be asked, unless it is told otherwise.
func newWorld(t *testing.T, db *store.DB, change ...func(s *ingest.Service)) *world {
	w := &world{t: t, db: db, model: newReader(t), at: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	now := w.now
	p := policy.Default()
	p.Enable, p.Mode, p.Precision = true, policy.Auto, 0 // A30: the thresholds alone decide
	w.Service = &ingest.Service{
		Store: alice.Store, Policy: p, Setting: policy.Free, Tx: db, Now: now, Log: slog.New(slog.NewTextHandler(t.Output(), nil)),

		Memory:     memory.New(memory.Config{Store: db.Memories(), Now: now, Key: []byte("key")}),
		Candidates: candidate.New(db.Candidates(), now),
		Sessions:   session.New(session.Config{Store: db.Sessions(), Now: now}),
		People:     people.New(people.Config{Store: db.People(), Now: now}),
		Usage:      usage.New(usage.Config{Store: db.Usage(), Now: now}),
		Payer: func(p people.Person, place session.Place, group bool) usage.Payer {
			if group {
				return usage.Payer{Bot: "keepsake", Subject: people.ID(place.Chat), Group: true}
			}
			return usage.Payer{Bot: "keepsake", Subject: p.ID}
		},
		Ended: func(e ingest.Ending) { w.mu.Lock(); defer w.mu.Unlock(); w.ends = append(w.ends, e) },
	}
	w.Chat = newWorldClient(w)
	for _, c := range change {
		c(w.Service)
	}
	w.person(alice.ID, "Alice Smith")
	w.talk = w.begin(session.Place{Bot: "keepsake", Chat: 1}, alice.ID)
	return w
}

func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at = w.at.Add(time.Millisecond)
	return w.at
}

func (w *world) wait(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at = w.at.Add(d)
}

func (w *world) person(id, name string) {
	w.t.Helper()
	_, err := w.People.See(w.t.Context(), actor.OfSystem(), people.Person{ID: id, Name: name, SeenAt: w.now()})
	must(w.t, err)
}

func (w *world) begin(p session.Place, person string) session.Session {
	w.t.Helper()
	s, err := w.Sessions.Begin(w.t.Context(), actor.OfSystem(), p, person, alice.Store, false)
	must(w.t, err)
	return s
}

// says ends a turn in which alice said something, and enqueues it.
func (w *world) says(text string, change ...func(m *session.Message)) session.Message {
	w.t.Helper()
	m := session.Message{Role: session.User, Content: text, Trust: trust.Person, Author: alice.ID, Name: "Alice Smith"}
	for _, c := range change {
		c(&m)
	}
	return w.turnOf(w.talk, alice, m)[0]
}

// turnOf ends a turn over messages.
func (w *world) turnOf(talk session.Session, owner scope.Scope, ms ...session.Message) []session.Message {
	w.t.Helper()
	w.turn++
	for i := range ms {
		ms[i].TurnID = fmt.Sprintf("turn-%d", w.turn)
	}
	out, err := w.Sessions.Append(w.t.Context(), actor.OfSystem(), talk.ID, ms...)
	must(w.t, err)
	must(w.t, w.Enqueue(w.t.Context(), ingest.Stretch{Scope: owner, SessionID: talk.ID, From: out[0].Seq, To: out[len(out)-1].Seq}))
	_, err = w.Sessions.Append(w.t.Context(), actor.OfSystem(), talk.ID, session.Message{Role: session.Assistant, Content: "I see.", Trust: trust.Bot, TurnID: ms[0].TurnID})
	must(w.t, err)
	return out
}

// extracts lets the quiet time pass and works; it returns how many runs ended well.
func (w *world) extracts() int {
	w.t.Helper()
	w.wait(2 * time.Minute)
	n, err := w.Work(w.t.Context())
	must(w.t, err)
	return n
}

// active returns the contents of alice's memories.
func (w *world) active(owner ...scope.Scope) (out []string) {
	w.t.Helper()
	if owner == nil {
		owner = hers
	}
	ms, err := w.Memory.Find(w.t.Context(), memory.ActiveQuery(owner...))
	must(w.t, err)
	for _, m := range ms {
		out = append(out, m.Content)
	}
	slices.Sort(out)
	return out
}

// waits returns "action: content" of what waits.
func (w *world) waits() (out []string) {
	w.t.Helper()
	js, err := w.Candidates.Living(w.t.Context(), alice)
	must(w.t, err)
	for _, j := range js {
		out = append(out, string(j.Verdict.Action)+": "+j.Content)
	}
	return out
}

// last returns the verdicts of the last attempt.
func (w *world) last() []candidate.Verdict {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.ends) == 0 {
		return nil
	}
	return w.ends[len(w.ends)-1].Verdicts
}

// saves stores an explicit memory of alice's.
func (w *world) saves(content string) memory.Memory {
	w.t.Helper()
	m, _, err := w.Memory.Add(w.t.Context(), she, memory.Draft{Scope: alice, Content: content})
	must(w.t, err)
	return m
}

// reader is a model that lists what it was taught, and relates as it was taught.
type reader struct {
	*scripted.Server
	mu      sync.Mutex
	facts   []lesson
	related map[string]string
	raw     []string // the next answers, letter by letter
	names   string   // the answer about names
	asked   []string // the questions
	told    []string // the instructions of each
	wishes  []string // that it lists where it reads them, word for word
}

type lesson struct {
	said string
	fact map[string]any
}

func newReader(t *testing.T) *reader {
	r := &reader{related: map[string]string{}}
	r.Server = scripted.New(scripted.Options{Brain: scripted.BrainFunc(r.answer)})
	t.Cleanup(r.Close)
	t.Cleanup(func() {
		if v := r.Violations(); len(v) > 0 {
			t.Errorf("the endpoint refused: %v", v)
		}
	})
	return r
}

// teach makes the model list a fact where it reads what was said. The words that say it are the quotation.
func (r *reader) teach(said, fact string, change ...any) {
	f := map[string]any{
		"quote": said, "fact": fact, "type": "profile", "fact_key": "", "subject": "", "confidence": 0.9, "importance": 0.5,
	}
	for i := 0; i+1 < len(change); i += 2 {
		f[change[i].(string)] = change[i+1]
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.facts = append(r.facts, lesson{said, f})
}

// relate makes the model answer about a pair.
func (r *reader) relate(known, found, relation string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.related[known+"|"+found] = relation
}

// say makes the next answers exactly these.
func (r *reader) say(answers ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.raw = append(r.raw, answers...)
}

// questions returns what the model was asked, by which instructions.
func (r *reader) questions() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.asked)
}

var pairs = regexp.MustCompile(`Pair (\d+)\n known: (.*)\n new: (.*)`)

func (r *reader) answer(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	question := p.Messages[len(p.Messages)-1].Content
	r.asked, r.told = append(r.asked, question), append(r.told, p.Messages[0].Content)
	if len(r.raw) > 0 {
		text := r.raw[0]
		r.raw = r.raw[1:]
		return scripted.Answer{Text: text}, nil
	}
	if strings.Contains(question, "Pair 1\n new: ") {
		return scripted.Answer{Text: r.names}, nil
	}
	var answer any
	if found := pairs.FindAllStringSubmatch(question, -1); found != nil {
		list := []map[string]any{}
		for i, f := range found {
			var known, fact string
			if json.Unmarshal([]byte(f[2]), &known) != nil || json.Unmarshal([]byte(f[3]), &fact) != nil {
				return scripted.Answer{}, errors.New("a pair is no JSON")
			}
			relation := r.related[known+"|"+fact]
			if relation == "" {
				relation = "unrelated"
			}
			list = append(list, map[string]any{"pair": i + 1, "relation": relation})
		}
		answer = map[string]any{"relations": list, "reasoning": "as taught"}
	} else {
		list := []map[string]any{}
		for _, l := range r.facts {
			if strings.Contains(question, l.said) {
				list = append(list, l.fact)
			}
		}
		reading := map[string]any{"reasoning": "as taught"}
		if strings.Contains(p.Messages[0].Content, `"facts": [`) {
			reading["facts"] = list
		}
		if strings.Contains(p.Messages[0].Content, `"directives": [`) {
			wishes := []map[string]any{}
			for _, x := range r.wishes {
				if strings.Contains(question, x) {
					wishes = append(wishes, map[string]any{"quote": x, "directive": x})
				}
			}
			reading["directives"] = wishes
		}
		if strings.Contains(p.Messages[0].Content, `"episode": "`) {
			reading["episode"] = fmt.Sprintf("The writer spoke %d times", strings.Count(question, ") \""))
		}
		answer = reading
	}
	b, err := json.Marshal(answer)
	return scripted.Answer{Text: "```json\n" + string(b) + "\n```"}, err
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func list(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}

func sqlite(t *testing.T) *store.DB {
	t.Helper()
	t.Parallel()
	return storetest.SQLite(t)
}

// slowChat waits before it asks the model, until it may go on or its caller gives up.
type slowChat struct {
	llm.Chat
	once           sync.Once
	entered, leave chan struct{}
}

func (c *slowChat) Complete(ctx context.Context, r llm.Request, onText func(string, bool)) (llm.Response, error) {
	c.once.Do(func() { close(c.entered) })
	select {
	case <-c.leave:
	case <-ctx.Done():
		return llm.Response{}, ctx.Err()
	}
	return c.Chat.Complete(ctx, r, onText)
}

func newWorldClient(w *world) llm.Chat {
	return openai.New(openai.Config{Endpoint: openai.Endpoint{BaseURL: w.model.URL(), Model: scripted.DefaultModel, Retries: -1}})
}

func actorOf(r candidate.Run) actor.Actor {
	return actor.Actor{Kind: actor.Extraction, SessionID: r.SessionID}
}

func placeOf(chat int64) session.Place { return session.Place{Bot: "keepsake", Chat: chat} }

func typed(author, text string) session.Message {
	return session.Message{Role: session.User, Content: text, Trust: trust.Person, Author: author}
}
