package bench_test

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"keepsake/actor"
	"keepsake/app/settings"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/ingest"
	"keepsake/memory/policy"
	"keepsake/memory/recall"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/shortid"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/trust"
	"keepsake/usage"
)

// formingSizes says what is measured of the memories that form by themselves: conversations that wait,
// memories of the asked scope, other scopes with their memories, questions.
type formingSizes struct {
	conversations   int
	memories        []int
	scopes, each    int
	rounds          int
	embedDimensions int
}

func forming() formingSizes {
	if os.Getenv("KEEPSAKE_BENCH") != "" {
		return formingSizes{500, []int{200, 1000, 10_000}, 1000, 20, 200, 256}
	}
	return formingSizes{6, []int{20}, 4, 5, 3, 16}
}

// TestBenchBacklog measures how many conversations a second are read for memories when the model takes no
// time, with one message each that becomes a memory: what is told is what reading costs us. A judge is
// asked once more where something of the kind is known.
func TestBenchBacklog(t *testing.T) {
	s := forming()
	for _, d := range databases {
		t.Run(d.name, func(t *testing.T) {
			db := d.open(t)
			now := time.Now()
			f := newForming(db, func() time.Time { return now })
			for i := range s.conversations {
				f.talk(t, i)
			}
			now = now.Add(time.Hour)
			began := time.Now()
			n, err := f.Work(t.Context())
			took := time.Since(began)
			if err != nil || n != s.conversations {
				t.Fatalf("%d of %d conversations were read: %v", n, s.conversations, err)
			}
			t.Logf("%-55s %.0f conversations/s, %s each  (n=%d)", d.name+": backlog of extraction", float64(n)/took.Seconds(),
				(took / time.Duration(n)).Round(10*time.Microsecond), n)
			kept, err := f.Memory.Count(t.Context(), memory.ActiveQuery(f.owner(0)))
			if err != nil || kept != 1 {
				t.Errorf("%d memories of the first: %v", kept, err)
			}
		})
	}
}

// TestBenchTurnWithForming measures what a message costs us besides the model while memories form by themselves: the turn
// enqueues what is to be read, and looks for what formed before. What reading costs says TestBenchBacklog.
func TestBenchTurnWithForming(t *testing.T) {
	turns, _, _, _ := counts()
	for name, url := range map[string]string{"sqlite": "sqlite:" + t.TempDir() + "/keepsake.db", "postgres": storetest.PostgresURL(t)} {
		t.Run(name, func(t *testing.T) {
			w := newObservedWorld(t, url, nil, func(c *settings.Config) {
				c.LongTerm.Enable, c.LongTerm.WritePolicy.WriteMode, c.LongTerm.WritePolicy.Precision, c.Memory.ConfirmNew = true, string(policy.Auto), 0, "auto"
				c.LongTerm.ReadBatch = 500 // as little as possible is read while the turns are measured
			})
			ann := w.person()
			w.ask(ann, "Good morning.") // the first turn takes the snapshot
			var own []time.Duration
			for i := range turns {
				own = append(own, w.ask(ann, fmt.Sprintf("And what about the harbour on day %d, was it as busy as ever?", i)))
			}
			report(t, "turn, with memories that form by themselves", own)
			n, _, err := w.app.Finds.Pending(t.Context(), "keepsake")
			if err != nil || n == 0 {
				t.Errorf("%d stretches of the conversation wait to be read: %v", n, err)
			}
		})
	}
}

// former is extraction over a database, with a model that takes no time.
type former struct{ *ingest.Service }

func newForming(db *store.DB, now func() time.Time) former {
	p := policy.Default()
	p.Enable, p.Mode, p.Precision = true, policy.Auto, 0
	return former{&ingest.Service{
		Store: "keepsake", Bot: "keepsake", Policy: p, Setting: policy.Free, Tx: db, Now: now, Chat: reader{},
		Memory:     memory.New(memory.Config{Store: db.Memories(), Now: now, Key: []byte("key")}),
		Candidates: candidate.New(db.Candidates(), now),
		Sessions:   session.New(session.Config{Store: db.Sessions(), Now: now}),
		People:     people.New(people.Config{Store: db.People(), Now: now}),
		Usage:      usage.New(usage.Config{Store: db.Usage(), Now: now}),
		Payer: func(p people.Person, _ session.Place, _ bool) usage.Payer {
			return usage.Payer{Bot: "keepsake", Subject: p.ID}
		},
	}}
}

func (f former) owner(i int) scope.Scope {
	return scope.Scope{Store: f.Store, Kind: scope.User, ID: people.ID(int64(1000 + i))}
}

// talk ends a turn of a person's own, in which they said something that lasts.
func (f former) talk(t *testing.T, i int) {
	ctx, owner := t.Context(), f.owner(i)
	_, err := f.People.See(ctx, actor.OfSystem(), people.Person{ID: owner.ID, Name: "Somebody", SeenAt: f.Now.UTC()})
	if err != nil {
		t.Fatal(err)
	}
	x, err := f.Sessions.Begin(ctx, actor.OfSystem(), session.Place{Bot: "keepsake", Chat: int64(1000 + i)}, owner.ID, f.Store, false)
	if err != nil {
		t.Fatal(err)
	}
	said, err := f.Sessions.Append(ctx, actor.OfSystem(), x.ID, session.Message{
		Role: session.User, Content: fmt.Sprintf("I collect stamps of %d. How are you?", 1000+i), Trust: trust.Person, Author: owner.ID, TurnID: fmt.Sprint("turn", i)})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Enqueue(ctx, ingest.Stretch{Scope: owner, SessionID: x.ID, From: said[0].Seq, To: said[0].Seq}); err != nil {
		t.Fatal(err)
	}
}

// reader is the model that reads conversations, without a network.
type reader struct{ llm.Chat }

var stamps = regexp.MustCompile(`I collect (stamps of \d+)`)

func (reader) Complete(_ context.Context, r llm.Request, _ func(string, bool)) (llm.Response, error) {
	facts := []map[string]any{}
	for _, m := range stamps.FindAllStringSubmatch(r.Messages[len(r.Messages)-1].Content, -1) {
		facts = append(facts, map[string]any{"quote": m[0], "fact": "User collects " + m[1], "type": "profile", "fact_key": "", "subject": "", "confidence": 0.9, "importance": 0.5})
	}
	b, err := json.Marshal(map[string]any{"facts": facts, "reasoning": ""})
	return llm.Response{Content: string(b), Model: "bench"}, err
}

// TestBenchFind measures recall from the question to the memories, both arms, as a message has it looked up
// unasked: in scopes of several sizes among 1,000 others. The embedder takes no time.
func TestBenchFind(t *testing.T) {
	s := forming()
	for _, d := range databases {
		t.Run(d.name, func(t *testing.T) {
			db := d.open(t)
			e := hashed(s.embedDimensions)
			x := &recall.Service{Memories: memory.New(memory.Config{Store: db.Memories(), Now: time.Now, Key: []byte("key")}), Vectors: db.Vectors(), Embedder: e, Now: time.Now}
			for i := range s.scopes {
				describe(t, db, fmt.Sprint("other", i), s.each)
			}
			for _, n := range s.memories {
				describe(t, db, fmt.Sprint("asked", n), n)
			}
			embedAll(t, db, e)
			for _, n := range s.memories {
				owner := scope.Scope{Store: "found", Kind: scope.User, ID: fmt.Sprint("asked", n)}
				var took []time.Duration
				for range s.rounds {
					began := time.Now()
					hits, err := x.Find(t.Context(), recall.Query{Scopes: []scope.Scope{owner}, Text: "What do you know about " + sentence() + "?", Limit: 15, Varied: true})
					took = append(took, time.Since(began))
					if err != nil || len(hits) == 0 {
						t.Fatalf("%d hits: %v", len(hits), err)
					}
				}
				report(t, fmt.Sprintf("%s: recall in %d memories among %d scopes", d.name, n, s.scopes), took)
			}
		})
	}
}

var vocabulary = strings.Fields(`harbour boat winter garden piano teacher bicycle bread river mountain coffee letter window station market
	doctor painter bridge violin orange lantern compass forest kitchen ticket museum island blanket candle feather marble saddle anchor
	pepper ladder mirror basket hammer needle pillow rocket tunnel valley wallet yellow copper silver planet`)

// sentence returns a few words at random.
func sentence() string {
	words := make([]string, 4)
	for i := range words {
		words[i] = vocabulary[rand.IntN(len(vocabulary))]
	}
	return strings.Join(words, " ")
}

// describe stores memories of different words in a scope.
func describe(t *testing.T, db *store.DB, id string, n int) {
	t.Helper()
	now, owner := time.Now().UTC(), scope.Scope{Store: "found", Kind: scope.User, ID: id}
	for from := 0; from < n; from += 500 {
		err := db.InTx(t.Context(), func(ctx context.Context) error {
			for i := from; i < min(n, from+500); i++ {
				m := memory.Memory{ID: shortid.New(shortid.Len), Scope: owner, Kind: memory.Item, Type: memory.Profile, Category: "context",
					Status: memory.Active, Origin: memory.Extracted, CreatedAt: now, UpdatedAt: now, Confidence: 0.8, Importance: 0.5}
				v := memory.Version{ID: uuid.NewString(), Number: 1, Content: fmt.Sprintf("User has %s number %d", sentence(), i), CreatedAt: now}
				if err := db.Memories().Insert(ctx, m, v); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// embedAll gives all memories of the store their vectors.
func embedAll(t *testing.T, db *store.DB, e hashed) {
	t.Helper()
	if _, err := db.Vectors().QueueAll(t.Context(), "found", time.Now()); err != nil {
		t.Fatal(err)
	}
	x := &recall.Indexer{Vectors: db.Vectors(), Embedder: e, Store: "found", Now: func() time.Time { return time.Now().Add(time.Second) }}
	for {
		n, err := x.Step(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			return
		}
	}
}

// hashed is an embedder of so many dimensions that takes no time: equal texts have equal vectors.
type hashed int

func (e hashed) Identity() string { return fmt.Sprint("bench:hashed:", int(e)) }

func (e hashed) Embed(_ context.Context, texts []string) (llm.Embeddings, error) {
	out := make([][]float32, len(texts))
	for i, text := range texts {
		h := fnv.New64a()
		_, _ = h.Write([]byte(text))
		random := rand.New(rand.NewPCG(h.Sum64(), 1))
		out[i] = make([]float32, int(e))
		for k := range out[i] {
			out[i][k] = float32(random.NormFloat64())
		}
	}
	return llm.Embeddings{Vectors: out}, nil
}
