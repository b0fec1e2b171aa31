package quality_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/memory/graph"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/trust"
)

// linkedFact is a fact with what extraction would list of it.
type linkedFact struct {
	content string
	triples []graph.Fact
}

// linkedSet is the facts with triples, and the questions that take two steps.
type linkedSet struct {
	facts     []linkedFact
	questions []question // answer counts the facts of this set
}

// readLinked reads testdata/linked; the README explains the lines.
func readLinked(t testing.TB) (s linkedSet) {
	t.Helper()
	for _, language := range languages {
		body, err := os.ReadFile(filepath.Join("testdata", "linked", language+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(body), "\n") {
			head, rest, _ := strings.Cut(line, " ")
			switch head {
			case "", "#":
			case "+":
				parts := strings.Split(rest, " | ")
				f := linkedFact{content: parts[0]}
				for _, p := range parts[1:] {
					of := strings.Split(p, "; ")
					if len(of) != 3 {
						t.Fatalf("%s.txt: line %d: %d parts of a triple", language, i+1, len(of))
					}
					f.triples = append(f.triples, graph.Fact{Subject: of[0], Predicate: of[1], Object: of[2]})
				}
				s.facts = append(s.facts, f)
			case "?":
				s.questions = append(s.questions, question{"2", rest, language, len(s.facts) - 1})
			default:
				t.Fatalf("%s.txt: line %d: what is %q?", language, i+1, head)
			}
		}
	}
	return s
}

// newLinkedShelf returns a shelf with the facts of both sets, the questions of linked, and triples of all facts: those of
// linked as extraction lists them, and of each other fact one made of its sentence, so that there is much to be led astray
// by.
func newLinkedShelf(t *testing.T, db *store.DB, whole set, linked linkedSet) *shelf {
	t.Helper()
	first := len(whole.facts)
	s := set{facts: slices.Clone(whole.facts)}
	for _, f := range linked.facts {
		s.facts = append(s.facts, fact{id: fmt.Sprintf("%08x", source("linked "+f.content).Uint32()), content: f.content})
	}
	for _, q := range linked.questions {
		q.answer += first
		s.questions = append(s.questions, q)
	}
	shelf := newShelf(t, db, s)
	keeper, ctx := graph.New(db.Triples()), t.Context()
	err := db.InTx(ctx, func(ctx context.Context) error {
		for i, f := range s.facts {
			m := memory.Memory{ID: f.id, Scope: asked, Content: f.content, Version: 1, UpdatedAt: today, Trust: trust.Person}
			triples := tripleOf(f)
			if i >= first {
				triples = linked.facts[i-first].triples
				if kept := graph.Parse(triples, f.content); len(kept) != len(triples) {
					t.Errorf("%q does not say all of %v", f.content, triples)
				}
			}
			if err := keeper.Keep(ctx, actor.Actor{Kind: actor.Extraction}, m, triples, nil); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return shelf
}

// tripleOf returns a triple of a fact's subject, its middle and its last word.
func tripleOf(f fact) []graph.Fact {
	words := strings.Fields(strings.Trim(f.content, ".。"))
	if f.subject == "" || len(words) < 3 {
		return nil
	}
	middle := []rune(strings.Join(words[1:len(words)-1], " "))
	return []graph.Fact{{Subject: f.subject, Predicate: string(middle[:min(60, len(middle))]), Object: words[len(words)-1]}}
}

// TestLinked (F17): questions over two steps are found at least 10 points better with triples than without, in no language
// worse, and all other questions no worse: not one that was found is lost. The databases find the same.
func TestLinked(t *testing.T) {
	whole, linked := readSet(t), readLinked(t)
	if len(linked.questions) < 60 {
		t.Errorf("%d questions over two steps", len(linked.questions))
	}
	others := whole.questions
	if os.Getenv("KEEPSAKE_QUALITY") == "" {
		others = whole.part(3).questions
	}
	lite := newLinkedShelf(t, storetest.SQLite(t), whole, linked)
	plain, with := lite.service(nil), lite.service(nil)
	with.Graph = lite.db.Triples()
	from := time.Now()
	before := lite.ask(plain, lite.set.questions)
	between := time.Now()
	after := lite.ask(with, lite.set.questions)
	t.Logf("%d questions over two steps took %s without triples, %s with", len(before), between.Sub(from), time.Since(between))
	for _, c := range columns[2:] {
		was, is := lite.percent(before, c.of, nil), lite.percent(after, c.of, nil)
		t.Logf("recall@10 by %s: %.1f without triples, %.1f with", c.name, was, is)
		if is < was+10 {
			t.Errorf("by %s: %.1f without triples and %.1f with", c.name, was, is)
		}
		for _, l := range languages {
			only := func(q question) bool { return q.language == l }
			lw, li := lite.percent(before, c.of, only), lite.percent(after, c.of, only)
			t.Logf("  %s %.1f → %.1f", l, lw, li)
			if li < lw {
				t.Errorf("%s by %s: %.1f without triples and %.1f with", l, c.name, lw, li)
			}
		}
		for i, q := range lite.set.questions {
			if !lite.found(i, c.of(after[i])) {
				t.Logf("  not found by %s: %s", c.name, q.text)
			}
		}
	}

	pg := newLinkedShelf(t, storetest.Postgres(t), whole, linked)
	there := pg.service(nil)
	there.Graph = pg.db.Triples()
	few := lite.set.part(6).questions
	here := lite.ask(with, few)
	for i, a := range pg.ask(there, few) {
		if !slices.Equal(a.asked, here[i].asked) || !slices.Equal(a.unasked, here[i].unasked) {
			t.Errorf("%q ranks differently:\nsqlite   %v\npostgres %v", few[i].text, here[i].asked, a.asked)
		}
	}

	lite.set.questions = others
	before, after = lite.ask(plain, others), lite.ask(with, others)
	for _, c := range columns[2:] {
		t.Logf("%d other questions by %s: %.1f without triples, %.1f with", len(others), c.name, lite.percent(before, c.of, nil), lite.percent(after, c.of, nil))
		for i, q := range others {
			if lite.found(i, c.of(before[i])) && !lite.found(i, c.of(after[i])) {
				t.Errorf("%q is lost by %s", q.text, c.name)
			}
		}
	}
}
