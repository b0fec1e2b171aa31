package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/llm"
	"keepsake/memory/candidate"
	"keepsake/memory/ingest"
	"keepsake/memory/policy"
	"keepsake/memory/recall"
	"keepsake/session"
	"keepsake/store"
	"keepsake/usage"
)

// A17: a run is read after the quiet time, and at once when so many messages wait, the answers included.
func TestABatchIsReadAtOnce(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db, func(s *ingest.Service) { s.Batch, s.Quiet = 5, time.Hour })
		w.model.teach("I like tea", "User likes tea")
		for i, want := range []int{0, 0, 1} {
			w.says(fmt.Sprintf("I like tea, said %d times", i))
			n, err := w.Work(t.Context())
			must(t, err)
			equal(t, fmt.Sprint("runs after message ", i), n, want)
		}
		equal(t, "readings of the three", len(w.model.questions()), 1)
		w.says("I like tea")
		w.wait(59 * time.Minute)
		n, err := w.Work(t.Context())
		must(t, err)
		equal(t, "before the quiet time", n, 0)
		w.wait(2 * time.Minute)
		n, err = w.Work(t.Context())
		must(t, err)
		equal(t, "after it", n, 1)
	})
}

// What was kept in the person's own words is known: no reader's sentence about the same words takes its place or stands beside it. What
// they say later corrects it.
func TestOwnWordsAreKeptOnce(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		const said, kept = "note that the gas key is behind the fridge and the meter in the hall", "User said: “the gas key is behind the fridge and the meter in the hall”"
		w.saves(kept)
		w.model.teach(said, "User's gas key is in the hall")
		w.model.relate(kept, "User's gas key is in the hall", "contradicts")
		w.says(said)
		w.extracts()
		list(t, "after the reading", w.active(), kept)
		w.model.teach("the gas key is in the hall now", "User's gas key is in the hall now")
		w.model.relate(kept, "User's gas key is in the hall now", "contradicts")
		w.says("the gas key is in the hall now")
		w.extracts()
		list(t, "after a correction", w.active(), "User's gas key is in the hall now")
	})
}

// E17, A18: what the model is to list comes before its reasoning, in the order in which it writes.
func TestListsComeBeforeReasoning(t *testing.T) {
	w := newWorld(t, sqlite(t))
	w.saves("User lives in Graz")
	w.model.teach("I live in Linz", "User lives in Linz")
	w.says("I live in Linz")
	w.extracts()
	seen := map[string]bool{}
	for _, r := range w.model.Requests() {
		_, schema, ok := strings.Cut(string(r.Body), `"json_schema"`)
		if !ok {
			t.Fatalf("a question without a schema: %s", r.Body)
		}
		for _, list := range []string{`"facts"`, `"relations"`} {
			_, properties, ok := strings.Cut(schema, `"properties":{`+list)
			if !ok {
				continue
			}
			seen[list] = true
			if !strings.Contains(properties, `},"reasoning":`) {
				t.Errorf("%s: the reasoning does not follow: %s", list, schema)
			}
		}
	}
	equal(t, "lists asked for", len(seen), 2)
}

// A22, F10: the judge is asked about a bounded list, by small numbers, however much is known.
func TestTheJudgeIsAskedAboutFew(t *testing.T) {
	w := newWorld(t, sqlite(t))
	for i := range 60 {
		w.forms(fmt.Sprintf("User's cousin number %d lives in Linz", i+100))
	}
	w.model.teach("my cousin lives in Linz", "User's cousin lives in Linz")
	w.says("By the way, my cousin lives in Linz.")
	w.extracts()
	asked := 0
	for _, q := range w.model.questions() {
		for i, p := range pairs.FindAllStringSubmatch(q, -1) {
			asked++
			equal(t, "handle", p[1], fmt.Sprint(i+1))
		}
	}
	if asked == 0 || asked > 6 {
		t.Errorf("asked about %d pairs of one find", asked)
	}
	if strings.Contains(strings.Join(w.model.questions(), ""), w.last()[0].CandidateID) {
		t.Error("the judge reads an id")
	}
}

// meeting is a model that answers once so many questions are asked at the same time.
type meeting struct {
	llm.Chat
	all sync.WaitGroup
}

func (m *meeting) Complete(ctx context.Context, r llm.Request, onText func(string, bool)) (llm.Response, error) {
	resp, err := m.Chat.Complete(ctx, r, onText)
	if r.Purpose == llm.Extraction {
		m.all.Done()
		m.all.Wait()
	}
	return resp, err
}

// A28: the writes of an hour are counted in the database, so that processes that read different conversations of one person at
// the same moment do not write more between them; and what they all heard is one memory.
func TestCapsHoldForReplicas(t *testing.T) {
	for what, c := range map[string]struct {
		perHour         int
		isSame          bool
		active, refused int
	}{"a cap": {1, false, 1, 2}, "the same fact": {0, true, 1, 0}} {
		t.Run(what, func(t *testing.T) {
			on(t, func(t *testing.T, db *store.DB) {
				w := newWorld(t, db, func(s *ingest.Service) { s.Policy.PerHour, s.Policy.PerSession = c.perHour, 0 })
				for i, drink := range []string{"tea", "milk", "cocoa"} {
					if c.isSame {
						drink = "tea"
					}
					w.model.teach("I like "+drink, "User likes "+drink)
					w.turnOf(w.begin(session.Place{Bot: "keepsake", Chat: 1, Topic: 10 + i}, alice.ID), alice, typed(alice.ID, "I like "+drink))
				}
				w.wait(2 * time.Minute)
				meet := &meeting{Chat: w.Chat}
				meet.all.Add(3)
				var workers sync.WaitGroup
				var errs [3]error
				for i := range errs {
					replica := *w.Service
					replica.Chat, replica.Workers = meet, 1
					workers.Go(func() { _, errs[i] = replica.Work(t.Context()) })
				}
				workers.Wait()
				must(t, errors.Join(errs[:]...))
				w.wait(10 * time.Minute) // a run that lost a race is done again
				w.Chat = newWorldClient(w)
				w.extracts()
				equal(t, "memories", len(w.active()), c.active)
				refused := 0
				for _, e := range w.ends {
					for _, v := range e.Verdicts {
						if v.Action == candidate.Refused {
							refused++
						}
					}
				}
				equal(t, "refused", refused, c.refused)
			})
		})
	}
}

// Who pays: near a limit compaction asks no judge either, and does its work when it may.
func TestLimitsStopCompactionFirst(t *testing.T) {
	w := newWorld(t, sqlite(t))
	w.Usage = usage.New(usage.Config{Store: w.db.Usage(), Now: w.now, Limits: usage.Limits{Person: usage.Quota{Tokens: 1000}}})
	payer := usage.Payer{Bot: "keepsake", Subject: alice.ID}
	must(t, w.Usage.Spend(t.Context(), payer, usage.Count{Prompt: 950}))
	less, more := w.forms("User drives a red Golf"), w.forms("User drives a red Golf from 2015")
	w.model.relate(less.Content, more.Content, "refines")
	equal(t, "runs", w.compacts(), 0)
	equal(t, "questions", len(w.model.questions()), 0)
	must(t, w.Usage.Check(t.Context(), payer)) // a conversation goes on
	w.wait(24 * time.Hour)
	_, err := w.Work(t.Context())
	must(t, err)
	list(t, "the next day", w.active(), more.Content)
}

// R5, R12: what was declined or deleted is neither kept in the background nor asked about again, in any mode.
func TestTombstonesBindInEveryMode(t *testing.T) {
	for _, mode := range []policy.Mode{policy.Shadow, policy.Manual, policy.Auto} {
		t.Run(string(mode), func(t *testing.T) {
			w := newWorld(t, sqlite(t), func(s *ingest.Service) { s.Policy.Mode = mode })
			must(t, w.Memory.Refuse(t.Context(), she, alice, "User likes golf"))
			gone := w.saves("User owns a boat")
			_, _, err := w.Memory.Delete(t.Context(), she, hers, gone.ID, "")
			must(t, err)
			w.model.teach("I like golf", "User likes golf")
			w.model.teach("I own a boat", "User owns a boat")
			w.says("I like golf. I own a boat.")
			w.extracts()
			equal(t, "finds", len(w.last()), 2)
			for _, v := range w.last() {
				equal(t, "verdict", v.Action, candidate.Refused)
			}
			list(t, "memories", w.active())
			list(t, "nothing waits", w.waits())
			w.wait(time.Hour)
			equal(t, "offered", w.offers("t1"), false)
		})
	}
}

// by is an embedder that knows which texts mean the same; all others are somewhat like them, some of them more.
type by map[string]bool

func (by) Identity() string { return "test:by" }

func (b by) Embed(_ context.Context, texts []string) (llm.Embeddings, error) {
	out := llm.Embeddings{}
	for _, t := range texts {
		v := []float32{0.6, 0.8}
		switch {
		case b[t]:
			v = []float32{1, 0}
		case strings.Contains(t, "10"): // number 100 to 109
			v = []float32{0.9, 0.436}
		}
		out.Vectors = append(out.Vectors, v)
	}
	return out, nil
}

// A22, F10: the judge's pairs come from both arms by turns: what means the same in other words is among them, however many
// memories share a word.
func TestBothArmsPropose(t *testing.T) {
	w := newWorld(t, sqlite(t))
	known := "Her flat stands by the Danube"
	means := by{known: true, "User lives in Linz": true}
	w.Recall = &recall.Service{Memories: w.Memory, Vectors: w.db.Vectors(), Embedder: means, Now: w.Now}
	w.forms(known)
	for i := range 30 {
		w.forms(fmt.Sprintf("User's cousin number %d lives in Linz", i+100))
	}
	indexer := &recall.Indexer{Vectors: w.db.Vectors(), Embedder: means, Store: alice.Store, Now: w.Now}
	for n := 1; n > 0; {
		var err error
		n, err = indexer.Step(t.Context())
		must(t, err)
	}
	w.model.teach("I live in Linz", "User lives in Linz")
	w.says("I live in Linz.")
	w.extracts()
	asked := ""
	for _, q := range w.model.questions() {
		for _, p := range pairs.FindAllStringSubmatch(q, -1) {
			asked += p[2]
		}
	}
	if !strings.Contains(asked, known) || !strings.Contains(asked, "cousin") {
		t.Errorf("the judge is asked about %s", asked)
	}
}
