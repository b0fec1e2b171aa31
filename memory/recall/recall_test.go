package recall_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/llm/scripted"
	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/scope"
	"keepsake/store/storetest"
)

// Both arms find; each alone does, too; nothing of another scope ever comes.
func TestFind(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.fill(20)
		w.add(alice, "Alec is the user's boss", "Alec")
		w.add(alice, "User takes green tea in the morning", "")
		w.add(bob, "Alec is Bob's brother", "Alec")
		ask := func(why, said string, want ...string) {
			t.Helper()
			got := w.find(recall.Query{Text: said})
			if !slices.Equal(got[:min(len(want), len(got))], want) || len(want) == 0 && len(got) > 0 {
				t.Errorf("%s: %q", why, got)
			}
			for _, m := range got {
				if strings.Contains(m, "Bob") {
					t.Errorf("%s: another person's", why)
				}
			}
		}
		for _, stage := range []string{"by words", "by both"} {
			ask(stage, "What does Alec think?", "Alec is the user's boss")
			ask(stage, "is there GREEN TEA", "User takes green tea in the morning")
			if stage == "by words" { // by meaning there is always a nearest one (F20)
				ask(stage, "hello")
			}
			ask(stage, "")
			ask(stage, "?!")
			w.index()
		}
		if b := w.backlog(); b != (recall.Backlog{}) {
			t.Errorf("left: %+v", b)
		}
		if got := w.find(recall.Query{Text: "Alec", Scopes: []scope.Scope{bob}}); !slices.Equal(got, []string{"Alec is Bob's brother"}) {
			t.Errorf("bob: %q", got)
		}
	})
}

// What no word finds, meaning does; skipped, unwanted, expired, forgotten and changed
// memories do not come (F11).
func TestFindByMeaning(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		meaning := map[string][]float32{"cat": {1, 0.1, 0}, "feline": {1, 0, 0}, "kitten": {0.9, 0.3, 0}, "ship": {0, 0, 1}}
		e := fixed{"openai:fixed", func(texts []string) ([][]float32, error) {
			var out [][]float32
			for _, s := range texts {
				for word, v := range meaning {
					if strings.Contains(s, word) {
						out = append(out, slices.Clone(v))
					}
				}
			}
			return out, nil
		}}
		w.recall.Embedder, w.indexer.Embedder = e, e
		cat, kitten := w.add(alice, "There is a cat here", ""), w.add(alice, "Kept one kitten", "")
		w.add(alice, "Owns some ship", "")
		w.index()
		want := func(why string, q recall.Query, want ...string) {
			t.Helper()
			q.Text = "any feline?"
			got := w.find(q)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s: %q", why, got)
			}
		}
		want("near ones, not the ship", recall.Query{}, "Kept one kitten", "There is a cat here")
		want("skipped", recall.Query{Skip: map[string]bool{cat.ID: true}}, "Kept one kitten")
		want("unwanted", recall.Query{Keep: func(m memory.Memory) bool { return m.ID == cat.ID }}, "There is a cat here")
		hits, err := w.recall.Find(t.Context(), recall.Query{Scopes: []scope.Scope{alice}, Text: "any feline?"})
		w.must(err)
		for _, h := range hits {
			if h.Cosine == nil || math.IsNaN(h.Score) || *h.Cosine < 0.9 {
				t.Errorf("%+v", h)
			}
		}
		_, _, _, err = w.memory.Update(t.Context(), actor.OfPerson(alice.ID), []scope.Scope{alice}, kitten.ID, memory.Edit{Content: "Now it has grown"})
		w.must(err)
		want("changed", recall.Query{}, "There is a cat here")
		_, _, err = w.memory.Delete(t.Context(), actor.OfPerson(alice.ID), []scope.Scope{alice}, cat.ID, "test")
		w.must(err)
		want("forgotten", recall.Query{})
	})
}

// A failure of the embedder, a slow one, and another model's vectors make recall poorer,
// never fail (R8).
func TestFindWithoutEmbedder(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.fill(5)
		w.add(alice, "Alec is the user's boss", "Alec")
		w.index()
		want := []string{"Alec is the user's boss"}
		q := recall.Query{Text: "Alec"}
		w.model.Down(scripted.Fault{Trouble: scripted.Status})
		if got := w.find(q); !slices.Equal(got, want) {
			t.Errorf("down: %q", got)
		}
		w.model.Up()
		w.model.Fail(scripted.Fault{Trouble: scripted.Hang})
		w.recall.Patience = 20 * time.Millisecond
		if got := w.find(q); !slices.Equal(got, want) {
			t.Errorf("hangs: %q", got)
		}
		before := len(w.model.Embeddings())
		w.embedWith("other")
		if got := w.find(q); !slices.Equal(got, want) || len(w.model.Embeddings()) != before {
			t.Errorf("another model: %q", got)
		}
		w.recall.Embedder = fixed{"openai:one", nil}
		if got := w.find(q); !slices.Equal(got, want) {
			t.Errorf("the same name elsewhere: %q", got)
		}
		w.embedWith("one")
		identity := w.recall.Embedder.Identity()
		w.recall.Embedder = fixed{identity, func([]string) ([][]float32, error) { return [][]float32{{1, 2}}, nil }}
		if got := w.find(q); !slices.Equal(got, want) {
			t.Errorf("other dimensions: %q", got)
		}
		w.recall.Embedder = fixed{identity, func([]string) ([][]float32, error) { return [][]float32{{0, 0}}, nil }}
		if got := w.find(q); !slices.Equal(got, want) {
			t.Errorf("no direction: %q", got)
		}
		w.recall.Embedder = nil
		if got := w.find(q); !slices.Equal(got, want) {
			t.Errorf("none: %q", got)
		}
	})
}

// Many who ask the same share one question to the embedder: there are never two at a time;
// one who goes away takes the answer from nobody.
func TestAskedOnce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.add(alice, "Alec is the user's boss", "Alec")
		w.index()
		asked, release := make(chan struct{}, 20), make(chan struct{})
		var atOnce atomic.Int32
		w.recall.Embedder = fixed{w.recall.Embedder.Identity(), func([]string) ([][]float32, error) {
			if atOnce.Add(1) > 1 {
				t.Error("asked twice at a time")
			}
			defer atOnce.Add(-1)
			asked <- struct{}{}
			<-release
			return [][]float32{scripted.Embed("Alec", 256)}, nil
		}}
		w.recall.Patience = time.Minute
		gone, leave := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		for i := range 10 {
			wg.Go(func() {
				ctx := t.Context()
				if i == 0 {
					ctx = gone
				}
				hits, err := w.recall.Find(ctx, recall.Query{Scopes: []scope.Scope{alice}, Text: "Alec"})
				if i > 0 && (err != nil || len(hits) != 1) {
					t.Errorf("%v %v", hits, err)
				}
			})
		}
		<-asked
		leave()
		close(release)
		wg.Wait()
	})
}

// A35 orders the pool; variety by type, the same words once, and the budget choose (A37,
// F4).
func TestOrderAndBudget(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for i := range 7 {
			w.add(alice, fmt.Sprintf("Harbour fact number%d of many", i), fmt.Sprint("s", i), func(n *memory.Draft) { n.Importance = 0.9 - float64(i)/10 })
		}
		w.add(alice, "Prefers the harbour cafe", "", func(n *memory.Draft) { n.Category, n.Importance = "preference", 0.1 })
		w.fill(60)                                                                // so that "harbour" tells something
		same := fixed{"openai:fixed", func(texts []string) ([][]float32, error) { // all of one topic are equally near
			out := make([][]float32, len(texts))
			for i, s := range texts {
				out[i] = []float32{1, 0}
				if !strings.Contains(strings.ToLower(s), "harbour") {
					out[i] = []float32{0.1, 1}
				}
			}
			return out, nil
		}}
		w.recall.Embedder, w.indexer.Embedder = same, same
		for _, embedded := range []bool{false, true} {
			if embedded {
				w.index()
			}
			got := w.find(recall.Query{Text: "harbour", Limit: 6})
			if len(got) != 6 || got[0] != "Harbour fact number0 of many" || !slices.Contains(got, "Prefers the harbour cafe") {
				t.Errorf("five of a type, then another (embedded %t): %q", embedded, got)
			}
			if got := w.find(recall.Query{Text: "harbour", Limit: 8}); len(got) != 8 {
				t.Errorf("the rest fills what is left: %q", got)
			}
			cost := func(m memory.Memory) int {
				if strings.Contains(m.Content, "number0") {
					return 100
				}
				return 10
			}
			got = w.find(recall.Query{Text: "harbour", Limit: 8, Tokens: 25, Cost: cost})
			if len(got) != 2 || got[0] != "Harbour fact number1 of many" {
				t.Errorf("one that does not fit is passed over: %q", got)
			}
			if got := w.find(recall.Query{Text: "harbour", Tokens: 9}); len(got) != 1 {
				t.Errorf("real tokens: %q", got)
			}
		}
	})
}

// A35 and A36 as numbers: similarity 0.3, importance as it is now (P65) 0.4, recency 0.3, which is
// one half at 30 days. The similarity is the relevance (F19), and not the cosine.
func TestScore(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		m := w.add(alice, "Alec boss", "", func(n *memory.Draft) { n.Importance = 0.5 })
		w.pass(30 * 24 * time.Hour)
		for _, byMeaning := range []bool{false, true} {
			hits, err := w.recall.Find(t.Context(), recall.Query{Scopes: []scope.Scope{alice}, Text: "Alec"})
			w.must(err)
			if h := hits[0]; math.Abs(h.Score-(0.3*1+0.4*m.Priority(w.clock())+0.3*0.5)) > 1e-4 || (h.Cosine != nil) != byMeaning {
				t.Errorf("by meaning %t: %+v", byMeaning, h)
			}
			w.index()
		}
		hits, err := w.recall.Find(t.Context(), recall.Query{Scopes: []scope.Scope{alice}, Text: "Alec", Asked: true})
		w.must(err)
		if hits[0].Score != 1 || math.Abs(*hits[0].Cosine-0.7071) > 1e-3 {
			t.Errorf("asked for: %+v", hits[0])
		}
	})
}

// F19, K1, K4: the arms' scores, each divided by its best, are added; a memory without a vector yet
// counts its score by words twice (K5); the floor of the cosines is the model's own (F20, K5), so a
// model whose cosines are all high ranks as one whose cosines begin near 0. Unasked, the relevance
// is scaled to 0..1, and what is less than half as relevant as the best is left out (K2).
func TestRelevanceF19(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		nearness := map[string]float64{"Alec likes chess": 0.6, "He leads the team": 0.9, "Owns a ship": 0.5}
		model := func(name string, floor float64) fixed {
			return fixed{"openai:" + name, func(texts []string) ([][]float32, error) {
				out := make([][]float32, len(texts))
				for i, s := range texts {
					cosine := floor + (1-floor)*nearness[s]
					if s == "Alec" {
						cosine = 1
					}
					out[i] = []float32{float32(cosine), float32(math.Sqrt(1 - cosine*cosine))}
				}
				return out, nil
			}}
		}
		for content := range nearness {
			w.add(alice, content, "")
		}
		ask := func(asked bool) (out string) {
			hits, err := w.recall.Find(t.Context(), recall.Query{Scopes: []scope.Scope{alice}, Text: "Alec", Asked: asked})
			w.must(err)
			for _, h := range hits {
				out += fmt.Sprintf("%s %.2f\n", h.Memory.Content, h.Score)
			}
			return out
		}
		for _, m := range []fixed{model("low", 0), model("high", 0.8)} {
			w.recall.Embedder, w.indexer.Embedder = m, m
			w.must(w.indexer.Reembed(t.Context(), nil))
			// 0.5 - (0.9 - 0.5)/3 = 0.37 is the floor: by meaning 0.44, 1 and 0.25; by words 1, 0, 0.
			if got, want := ask(true), "Alec likes chess 1.00\nHe leads the team 0.70\nOwns a ship 0.17\n"; got != want {
				t.Errorf("%s, asked: %s", m.id, got)
			}
			if got := ask(false); !strings.HasPrefix(got, "Alec likes chess ") || strings.Contains(got, "ship") || strings.Count(got, "\n") != 2 {
				t.Errorf("%s, unasked: %s", m.id, got)
			}
		}
		w.add(alice, "Alec plays the violin", "")
		if got, want := ask(true), "Alec plays the violin 1.00\nAlec likes chess 0.72\nHe leads the team 0.50\nOwns a ship 0.12\n"; got != want {
			t.Errorf("one waits for its vector: %s", got)
		}
	})
}

// K2: what is new or important does not come before what the question is about.
func TestRelevanceComesFirst(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.add(alice, "The spare key hangs behind the boiler", "", func(n *memory.Draft) { n.Importance = 0.1 })
		w.pass(2 * 365 * 24 * time.Hour)
		for _, friend := range []string{"Ada", "Bea", "Cai", "Dov", "Eli", "Fay", "Gus", "Hal"} {
			for _, pastime := range []string{"hiking", "chess", "baking", "sailing", "weaving"} {
				w.add(alice, fmt.Sprintf("Friend %s has a key question about %s", friend, pastime), "", func(n *memory.Draft) { n.Importance = 1 })
			}
		}
		for _, stage := range []string{"by words", "by both"} {
			for _, asked := range []bool{true, false} {
				if got := w.find(recall.Query{Text: "Behind which boiler is the spare key?", Asked: asked}); len(got) == 0 || got[0] != "The spare key hangs behind the boiler" {
					t.Errorf("%s, asked %t: %q", stage, asked, got)
				}
			}
			w.index()
		}
	})
}

// A37: what is not sure enough is not shown unasked, and found when asked for.
func TestLowConfidenceA37(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	w.add(alice, "Alec may be a dentist", "", func(n *memory.Draft) { n.Confidence = 0.4 })
	if got := w.find(recall.Query{Text: "Alec"}); len(got) != 0 {
		t.Errorf("unasked: %q", got)
	}
	if got := w.find(recall.Query{Text: "Alec", Asked: true}); len(got) != 1 {
		t.Errorf("asked: %q", got)
	}
}

// P64: Find is the one way to the relevant memories, ten where nobody says how many.
func TestFindP64(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for i := range 15 {
			w.add(alice, fmt.Sprintf("Travelled through reg%d by car%d", i, i), "")
		}
		boss := w.add(alice, "Alec is the user's boss at TechCorp", "Alec")
		w.add(alice, "Alec has a brother", "brother")
		isBoss := func(m memory.Memory) bool { return m.ID == boss.ID }
		for _, stage := range []string{"without vectors", "with vectors"} {
			if got := w.find(recall.Query{Text: "Who is Alec?", Keep: isBoss, Asked: true}); !slices.Equal(got, []string{boss.Content}) {
				t.Errorf("%s, of some: %q", stage, got)
			}
			if got := w.find(recall.Query{Text: "car7", Limit: 1, Asked: true}); !slices.Equal(got, []string{"Travelled through reg7 by car7"}) {
				t.Errorf("%s, one: %q", stage, got)
			}
			w.index()
		}
		if got := w.find(recall.Query{Text: "travelled by car and through", Asked: true}); len(got) != 10 {
			t.Errorf("the default: %q", got)
		}
	})
}

// P65: what somebody asked for is counted, fades slower, and is no change.
func TestAskedForP65(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		m := w.add(alice, "Alec is the user's boss", "Alec")
		before, err := w.memory.Revisions(t.Context(), []scope.Scope{alice})
		w.must(err)
		w.pass(90 * 24 * time.Hour)
		hits, err := w.recall.Find(t.Context(), recall.Query{Scopes: []scope.Scope{alice}, Text: "Alec"})
		w.must(err)
		w.must(w.recall.CountAsked(t.Context(), hits))
		used, err := w.memory.Get(t.Context(), []scope.Scope{alice}, m.ID)
		w.must(err)
		was, is := hits[0].Memory.Priority(w.clock()), used.Priority(w.clock())
		if used.AccessCount != 1 || used.LastAccessedAt == nil || math.Abs(was-m.Importance/2) > 0.001 || math.Abs(is-m.Importance) > 0.001 {
			t.Errorf("%v, then %v: %+v", was, is, used)
		}
		after, err := w.memory.Revisions(t.Context(), []scope.Scope{alice})
		w.must(err)
		if before[alice] != after[alice] {
			t.Error("reading bumped the revision")
		}
	})
}
