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

// today is when the questions are asked.
var today = time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)

// shelf is one database with the facts of the set. Their dates and importances vary, by chance and
// not by what is asked: they are from days to years old, and matter from 0.1 to 1.
type shelf struct {
	t   *testing.T
	db  *store.DB
	set set
}

func newShelf(t *testing.T, db *store.DB, s set) *shelf {
	t.Helper()
	err := db.InTx(t.Context(), func(ctx context.Context) error {
		for _, f := range s.facts {
			chance := source("labels " + f.id)
			at := today.Add(-time.Duration(200 * 24 * float64(time.Hour) * chance.ExpFloat64()))
			m := memory.Memory{ID: f.id, Scope: asked, Kind: memory.Item, Type: memory.Profile, Category: "context", Subject: f.subject,
				Status: memory.Active, Origin: memory.Explicit, Trust: trust.Person, Confidence: 1, Importance: 0.1 + 0.9*chance.Float64(),
				CreatedAt: at, UpdatedAt: at}
			if err := db.Memories().Insert(ctx, m, memory.Version{ID: uuid.NewString(), MemoryID: f.id, Number: 1, Content: f.content, CreatedAt: at}); err != nil {
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

// answers is what one question finds: in each arm; by Find, where somebody asked (both arms joined,
// by relevance alone) and unasked (by A35).
type answers struct {
	recall.Arms
	asked, unasked []string
}

// service returns the product's recall with an embedder; nil = by words alone.
func (s *shelf) service(e llm.Embedder) *recall.Service {
	return &recall.Service{
		Memories: memory.New(memory.Config{Store: s.db.Memories()}), Vectors: s.db.Vectors(), Embedder: e,
		Now: func() time.Time { return today }, Patience: patience,
	}
}

// ask asks every question, as the product does.
func (s *shelf) ask(r *recall.Service, questions []question) []answers {
	s.t.Helper()
	ids := func(q recall.Query) (out []string) {
		hits, err := r.Find(s.t.Context(), q)
		if err != nil {
			s.t.Fatal(err)
		}
		for _, h := range hits {
			out = append(out, h.Memory.ID)
		}
		return out
	}
	all := make([]answers, len(questions))
	for i, q := range questions {
		q := recall.Query{Scopes: []scope.Scope{asked}, Text: q.text, Limit: 10}
		arms, err := r.Arms(s.t.Context(), q)
		if err != nil {
			s.t.Fatal(err)
		}
		all[i] = answers{Arms: arms, unasked: ids(q)}
		q.Asked = true
		all[i].asked = ids(q)
	}
	return all
}

// embed makes the vectors of all facts anew, as the product does.
func (s *shelf) embed(e llm.Embedder) {
	s.t.Helper()
	ctx, now := s.t.Context(), time.Now()
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
}

// embedHalf leaves every second fact without a vector: as if another model had begun.
func (s *shelf) embedHalf(e llm.Embedder) (without map[string]bool) {
	s.t.Helper()
	ctx := s.t.Context()
	without = map[string]bool{}
	var texts []string
	var vs []recall.Vector
	for i, f := range s.set.facts {
		if i%2 == 1 {
			without[f.id] = true
			continue
		}
		texts, vs = append(texts, f.embedded()), append(vs, recall.Vector{MemoryID: f.id, Version: 1})
	}
	made, err := e.Embed(ctx, texts)
	for i := range vs {
		if err == nil {
			vs[i].Embedding, err = made.Vectors[i], recall.Normalize(made.Vectors[i])
		}
	}
	model := recall.EmbeddingModel{Identity: e.Identity() + ":half", Dimensions: len(made.Vectors[0])}
	if err == nil {
		err = s.db.Vectors().SetModel(ctx, asked.Store, model)
	}
	if err == nil {
		_, err = s.db.Vectors().PutVectors(ctx, model.Identity, vs)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return without
}

// half is an embedder with another identity.
type half struct{ llm.Embedder }

func (h half) Identity() string { return h.Embedder.Identity() + ":half" }

// column is one way of finding, and what is told of it.
type column struct {
	name string
	of   func(a answers) []string
}

var columns = []column{
	{"words", func(a answers) []string { return a.Words }},
	{"meaning", func(a answers) []string { return a.Meaning }},
	{"Find, asked", func(a answers) []string { return a.asked }},
	{"Find, A35", func(a answers) []string { return a.unasked }},
}

// found reports whether the answer of question i is among the first ten of a list.
func (s *shelf) found(i int, ids []string) bool {
	return slices.Contains(ids[:min(10, len(ids))], s.set.facts[s.set.questions[i].answer].id)
}

// percent returns recall@10 in percent: of the questions that only selects, those whose answer is
// among the first ten.
func (s *shelf) percent(all []answers, of func(answers) []string, only func(q question) bool) float64 {
	n, found := 0, 0
	for i, q := range s.set.questions {
		if only != nil && !only(q) {
			continue
		}
		n++
		if s.found(i, of(all[i])) {
			found++
		}
	}
	return 100 * float64(found) / float64(max(1, n))
}

// table tells recall@10 by language, by kind and in all.
func (s *shelf) table(what string, all []answers) {
	var b strings.Builder
	fmt.Fprintf(&b, "recall@10 of %d facts and %d questions, %s\n  %-13s", len(s.set.facts), len(s.set.questions), what, "")
	for _, c := range columns {
		fmt.Fprintf(&b, "%12s", c.name)
	}
	row := func(name string, only func(q question) bool) {
		fmt.Fprintf(&b, "\n  %-13s", name)
		for _, c := range columns {
			fmt.Fprintf(&b, "%12.1f", s.percent(all, c.of, only))
		}
	}
	for _, l := range languages {
		row(l, func(q question) bool { return q.language == l })
	}
	for _, k := range []string{"w", "i", "s", "p", "x"} {
		row(kinds[k], func(q question) bool { return q.kind == k })
	}
	row("all", nil)
	s.t.Log(b.String())
}

var kinds = map[string]string{"w": "same words", "i": "inflected", "s": "subject only", "p": "paraphrase", "x": "cross-lang."}

// checkCost compares, question by question, what Find finds with an embedder and by words alone: in
// no language of the set may the embedder lose more than two questions more than it wins.
func (s *shelf) checkCost(name string, with, without []answers) {
	s.t.Helper()
	for _, c := range columns[2:] {
		for _, l := range languages {
			var lost, won []string
			for i, q := range s.set.questions {
				if was, is := s.found(i, c.of(without[i])), s.found(i, c.of(with[i])); q.language == l && was && !is {
					lost = append(lost, q.text)
				} else if q.language == l && is && !was {
					won = append(won, q.text)
				}
			}
			if len(lost)-len(won) > 2 {
				s.t.Errorf("%s costs %s %d questions by %s and wins %d: %q", name, l, len(lost), c.name, len(won), lost)
			}
		}
	}
}

// checkJoined: Find finds more with both arms than with the better of them, by at least 3 points.
// Two stand-ins leave no such room: byLetters knows nothing that the words do not, and the best one
// finds everything by itself. There, joining must cost nothing.
func (s *shelf) checkJoined(e labelled, all []answers) {
	s.t.Helper()
	words, meaning, joined := s.percent(all, columns[0].of, nil), s.percent(all, columns[1].of, nil), s.percent(all, columns[2].of, nil)
	if joined < min(99, max(words, meaning)+3) {
		s.t.Errorf("%s: joined %.1f, by words %.1f, by meaning %.1f", e.Identity(), joined, words, meaning)
	}
}

// TestQuality (K1–K5, F19, F20): what Find itself finds, with dates and importances that vary, by
// words and with embedders of any worth; and the ranking is the same on both databases.
func TestQuality(t *testing.T) {
	whole := readSet(t)
	s, embedders := whole.part(3), []llm.Embedder{byLetters{}, newLabelled("equal", 0.19, whole)}
	if os.Getenv("KEEPSAKE_QUALITY") != "" {
		s = whole
		embedders = append(embedders, newLabelled("poor", 0.12, whole), newLabelled("good", 0.3, whole), newLabelled("better", 0.8, whole))
	}
	if e := real(t); e != nil {
		embedders = []llm.Embedder{e}
	}
	few := whole.part(9).questions // some are enough to compare the databases
	lite, pg := newShelf(t, storetest.SQLite(t), s), newShelf(t, storetest.Postgres(t), s)
	without := lite.ask(lite.service(nil), s.questions)
	lite.table("without an embedder", without)
	for _, e := range embedders {
		lite.embed(e)
		all := lite.ask(lite.service(e), s.questions)
		lite.table("embedder "+e.Identity(), all)
		lite.checkCost(e.Identity(), all, without)
		if l, ok := e.(labelled); ok {
			lite.checkJoined(l, all)
		}
		pg.embed(e)
		there := lite.ask(lite.service(e), few)
		for i, a := range pg.ask(pg.service(e), few) {
			for _, c := range columns {
				if !slices.Equal(c.of(a), c.of(there[i])) {
					t.Errorf("%s: %q ranks differently by %s:\nsqlite   %v\npostgres %v", e.Identity(), few[i].text, c.name, c.of(there[i]), c.of(a))
				}
			}
		}
	}
}

// TestFairWithoutVectors (K5): while every second fact waits for its vector, the questions whose
// answer waits are not found worse than by words alone, and the others nearly as well as with all
// vectors made.
func TestFairWithoutVectors(t *testing.T) {
	s := readSet(t)
	if os.Getenv("KEEPSAKE_QUALITY") == "" {
		s = s.part(3)
	}
	embedders := []llm.Embedder{newLabelled("good", 0.3, readSet(t))}
	if e := real(t); e != nil {
		embedders = []llm.Embedder{e}
	}
	lite := newShelf(t, storetest.SQLite(t), s)
	byWords := lite.ask(lite.service(nil), s.questions)
	for _, e := range embedders {
		waits := lite.embedHalf(e)
		all := lite.ask(lite.service(half{e}), s.questions)
		isWaiting := func(q question) bool { return waits[s.facts[q.answer].id] }
		for _, c := range columns[2:] {
			is, was := lite.percent(all, c.of, isWaiting), lite.percent(byWords, c.of, isWaiting)
			hasVector := lite.percent(all, c.of, func(q question) bool { return !isWaiting(q) })
			t.Logf("%s, by %s: %.1f of what waits for its vector (%.1f by words alone), %.1f of the rest", e.Identity(), c.name, is, was, hasVector)
			if is < was-3 {
				t.Errorf("%s, by %s: %.1f of what waits for its vector is found, by words alone %.1f", e.Identity(), c.name, is, was)
			}
		}
	}
}
