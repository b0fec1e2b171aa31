package quality_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/trust"
)

var asked = scope.Scope{Store: "quality", Kind: scope.User, ID: "telegram:1"}

// shelf is one database with the facts of the set.
type shelf struct {
	t   *testing.T
	db  *store.DB
	set set
}

func newShelf(t *testing.T, db *store.DB, s set) *shelf {
	t.Helper()
	now := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	err := db.InTx(t.Context(), func(ctx context.Context) error {
		for _, f := range s.facts {
			m := memory.Memory{ID: f.id, Scope: asked, Kind: memory.Item, Type: memory.Profile, Category: "context", Subject: f.subject,
				Status: memory.Active, Origin: memory.Explicit, Trust: trust.Person, Confidence: 1, Importance: 0.5, CreatedAt: now, UpdatedAt: now}
			if err := db.Memories().Insert(ctx, m, memory.Version{ID: uuid.NewString(), MemoryID: f.id, Number: 1, Content: f.content, CreatedAt: now}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return &shelf{t, db, s}
}

// ask embeds all facts anew and asks every question.
func (s *shelf) ask(e llm.Embedder) []recall.Arms {
	s.t.Helper()
	ctx := s.t.Context()
	now := time.Now()
	indexer := &recall.Indexer{Vectors: s.db.Vectors(), Embedder: e, Store: asked.Store, Now: func() time.Time { return now }}
	err := s.db.Vectors().SetModel(ctx, asked.Store, recall.EmbeddingModel{Identity: e.Identity()})
	if err == nil {
		_, err = s.db.Vectors().QueueAll(ctx, asked.Store, now)
	}
	for n := 1; err == nil && n > 0; {
		n, err = indexer.Step(ctx)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	r := &recall.Service{Memories: memory.New(memory.Config{Store: s.db.Memories()}), Vectors: s.db.Vectors(), Embedder: e, Now: time.Now, Patience: time.Minute}
	out := make([]recall.Arms, len(s.set.questions))
	for i, q := range s.set.questions {
		if out[i], err = r.Arms(ctx, recall.Query{Scopes: []scope.Scope{asked}, Text: q.text, Limit: 10}); err != nil {
			s.t.Fatal(err)
		}
	}
	return out
}

// tally is recall@10 of the three: found, of asked.
type tally struct {
	asked                  int
	words, meaning, joined int
}

func (t *tally) add(a recall.Arms, id string) {
	t.asked++
	for list, n := range map[*[]string]*int{&a.Words: &t.words, &a.Meaning: &t.meaning, &a.Joined: &t.joined} {
		if slices.Contains((*list)[:min(10, len(*list))], id) {
			*n++
		}
	}
}

func (t *tally) percent(n int) float64 { return 100 * float64(n) / float64(t.asked) }

func (t *tally) String() string {
	return fmt.Sprintf("%5d questions   words %5.1f   meaning %5.1f   hybrid %5.1f", t.asked, t.percent(t.words), t.percent(t.meaning), t.percent(t.joined))
}

// table tells recall@10 by language, by kind and in all, and returns the last.
func (s *shelf) table(what string, arms []recall.Arms) tally {
	groups := map[string]*tally{}
	for i, q := range s.set.questions {
		for _, g := range []string{"language " + q.language, "kind " + q.kind, "all"} {
			if groups[g] == nil {
				groups[g] = &tally{}
			}
			groups[g].add(arms[i], s.set.facts[q.answer].id)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "recall@10 of %d facts, %s\n", len(s.set.facts), what)
	for _, l := range languages {
		fmt.Fprintf(&b, "  %-12s %s\n", l, groups["language "+l])
	}
	for _, k := range []string{"w", "i", "s", "p", "x"} {
		fmt.Fprintf(&b, "  %-12s %s\n", kinds[k], groups["kind "+k])
	}
	fmt.Fprintf(&b, "  %-12s %s", "all", groups["all"])
	s.t.Log(b.String())
	return *groups["all"]
}

var kinds = map[string]string{"w": "same words", "i": "inflected", "s": "subject only", "p": "paraphrase", "x": "cross-lang."}

// TestQuality: recall@10 by words, by meaning and by both; both together are not more than
// 2 points below the better arm, whatever the embedder is worth; the ranking is the same on
// both databases (issue 4, Proof).
func TestQuality(t *testing.T) {
	whole := readSet(t)
	s, embedders := whole.part(3), []llm.Embedder{byLetters{}, newLabelled("equal", 0.19, whole)}
	if os.Getenv("KEEPSAKE_QUALITY") != "" {
		s = whole
		embedders = append(embedders, newLabelled("poor", 0.12, whole), newLabelled("good", 0.3, whole), newLabelled("better", 0.8, whole))
	}
	if e := real(t); e != nil {
		embedders = append(embedders, e)
	}
	lite, pg := newShelf(t, storetest.SQLite(t), s), newShelf(t, storetest.Postgres(t), s)
	for _, e := range embedders {
		arms := lite.ask(e)
		all := lite.table("embedder "+e.Identity(), arms)
		if better := max(all.percent(all.words), all.percent(all.meaning)); all.percent(all.joined) < better-2 {
			t.Errorf("%s: hybrid %.1f is more than 2 points below the better arm, %.1f", e.Identity(), all.percent(all.joined), better)
		}
		for i, a := range pg.ask(e) {
			if !same(a, arms[i]) {
				t.Errorf("%s: %q ranks differently:\nsqlite   %v\npostgres %v", e.Identity(), s.questions[i].text, arms[i], a)
			}
		}
	}
}

func same(a, b recall.Arms) bool {
	return slices.Equal(a.Words, b.Words) && slices.Equal(a.Meaning, b.Meaning) && slices.Equal(a.Joined, b.Joined)
}
