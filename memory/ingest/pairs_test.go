package ingest_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/phrase"
	"keepsake/scope"
	"keepsake/text"
)

// labelled is one line of the labelled pairs of package phrase/slot.
type labelled struct {
	part, language, label string
	known, said           string
	owner                 scope.Scope
}

// labelledPairs reads them; each gets a person of its own.
func labelledPairs(t *testing.T) (out []labelled) {
	file, err := os.ReadFile("../../phrase/slot/testdata/pairs.txt")
	must(t, err)
	for line := range strings.Lines(string(file)) {
		f := strings.Split(strings.TrimSpace(line), "|")
		if len(f) == 5 && !strings.HasPrefix(line, "#") {
			id := people.ID(int64(5000 + len(out)))
			out = append(out, labelled{f[0], f[1], f[2], f[3], f[4], scope.Scope{Store: alice.Store, Kind: scope.User, ID: id}})
		}
	}
	return out
}

// tellPairs lets each pair's person keep its first statement and make its second one in a conversation.
func (w *world) tellPairs(pairs []labelled, relation func(p labelled) string) {
	w.t.Helper()
	for i, p := range pairs {
		w.person(p.owner.ID, "")
		_, _, err := w.Memory.Add(w.t.Context(), actorFor(p.owner), memory.Draft{Scope: p.owner, Content: p.known})
		must(w.t, err)
		w.model.teach(p.said, p.said)
		w.model.relate(p.known, p.said, relation(p))
		w.turnOf(w.begin(placeOf(int64(5000+i)), p.owner.ID), p.owner, typed(p.owner.ID, p.said))
	}
	w.extracts()
}

// A21–A23, F9, F10: on both parts of the labelled pairs no fact that can stand beside a new one is
// retired, nothing that was said is lost, and what words leave open is the judge's.
func TestF10LabelledPairs(t *testing.T) {
	w := newWorld(t, sqlite(t))
	pairs := labelledPairs(t)
	w.tellPairs(pairs, func(p labelled) string { return p.label })
	unread := 0
	total, asPlain := map[string]int{}, map[string]int{}
	for _, p := range pairs {
		got := w.active(p.owner)
		hasKnown, hasSaid := slices.Contains(got, p.known), slices.Contains(got, p.said)
		if w.finds(p) == 0 { // it was not taken for their own word: nothing happened
			if unread++; !slices.Equal(got, []string{p.known}) {
				t.Errorf("%s %s %s: %q without a find", p.part, p.language, p.label, got)
			}
			continue
		}
		isPlain := true
		switch p.label {
		case "unrelated":
			isPlain = hasKnown && hasSaid
			if !isPlain {
				t.Errorf("%s %s: a fact that stands beside the other was retired: %q", p.part, p.language, got)
			}
		case "same":
			isPlain = len(got) == 1
		default:
			isPlain = len(got) == 1 && hasSaid
		}
		if !hasKnown && !hasSaid || p.label != "same" && !hasSaid {
			t.Errorf("%s %s %s: what was said is lost: %q", p.part, p.language, p.label, got)
		}
		key := p.part + " " + p.label
		if total[key]++; isPlain {
			asPlain[key]++
		}
	}
	for key, n := range total {
		t.Logf("%s: %d of %d as labelled", key, asPlain[key], n)
		if asPlain[key]*100 < n*90 {
			t.Errorf("%s: %d of %d as labelled", key, asPlain[key], n)
		}
	}
	if len(pairs) < 300 || unread > 5 {
		t.Errorf("%d pairs, %d without a find", len(pairs), unread)
	}
}

// F10: a judge that calls everything a refinement merges nothing that would drop most of either text.
func TestF10MergesKeepBothTexts(t *testing.T) {
	w := newWorld(t, sqlite(t))
	pairs := slices.DeleteFunc(labelledPairs(t), func(p labelled) bool { return p.label != "unrelated" && p.label != "refines" })
	w.tellPairs(pairs, func(labelled) string { return "refines" })
	merged, kept := 0, 0
	for _, p := range pairs {
		got := w.active(p.owner)
		if len(got) > 1 || w.finds(p) == 0 {
			continue
		}
		if p.label == "refines" {
			merged++
			continue
		}
		kept++
		for _, word := range text.Terms(p.known) { // what is left says both
			if text.Len(word) > 3 && !slices.ContainsFunc(text.Terms(got[0]), func(o string) bool { return o == word || phrase.AreInflections(o, word) }) {
				t.Errorf("%s %s: a merge dropped something: %q became %q", p.part, p.language, p.known, got)
			}
		}
	}
	t.Logf("%d refinements merged, and %d texts of others in which all of theirs stands", merged, kept)
	if merged < 15 || kept > 8 {
		t.Errorf("%d refinements merged, %d others", merged, kept)
	}
}

// finds returns how many candidates there were of a pair's person.
func (w *world) finds(p labelled) int {
	w.t.Helper()
	all, err := w.db.Candidates().InScope(w.t.Context(), p.owner)
	must(w.t, err)
	return len(all)
}

func actorFor(owner scope.Scope) actor.Actor { return actor.OfPerson(owner.ID) }
