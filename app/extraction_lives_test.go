package app_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/memory"
)

const day = 24 * time.Hour

// A12–A16, R11: what formed by itself lives from its last confirmation on; it ends by the clock, and being said again brings
// the same memory back. What was asked for has no end.
func TestA13LivesEndByTheClock(t *testing.T) {
	t.Parallel()
	w := newForming(t, "auto", "auto")
	w.config.LongTerm.RetentionDays.Profile = 30
	w.teach("I prefer oat milk", "User prefers oat milk", 0.9)
	a := w.started()
	ann := w.tg.Person(11, "Ann")
	w.hears(ann, ann.Say("I prefer oat milk"), "I see.")
	w.extracts(a)
	w.hasFormed(a, ofPerson(ann), "said", "extracted: User prefers oat milk")
	first := w.active(a, ofPerson(ann))[0]
	_, _, err := a.Memory.Add(t.Context(), byPerson(ann), memory.Draft{Scope: ofPerson(ann), Content: "User lives in Graz"})
	must(t, err)

	w.later(20 * day)
	w.hears(ann, ann.Say("You know that I prefer oat milk"), "I see.")
	w.extracts(a)
	w.later(20 * day)
	a.Upkeep(t.Context())
	w.hasFormed(a, ofPerson(ann), "confirmed twenty days ago", "explicit: User lives in Graz", "extracted: User prefers oat milk")
	w.later(11 * day)
	a.Upkeep(t.Context())
	w.hasFormed(a, ofPerson(ann), "confirmed a month ago", "explicit: User lives in Graz")
	w.hears(ann, ann.Say("As ever, I prefer oat milk"), "I see.")
	w.extracts(a)
	w.hasFormed(a, ofPerson(ann), "said again", "explicit: User lives in Graz", "extracted: User prefers oat milk")
	for _, m := range w.active(a, ofPerson(ann)) {
		if m.Origin == memory.Extracted && m.ID != first.ID {
			t.Errorf("another memory than before: %s, not %s", m.ID, first.ID)
		}
	}
}

// F21, A22, A23: two phones and two siblings stand side by side, whatever words they share.
func TestF21WhatCoexistsStays(t *testing.T) {
	t.Parallel()
	w := newForming(t, "auto", "auto")
	w.teachAll(map[string]string{"my work phone is a Pixel": "User's work phone is a Pixel", "my sister is called Nina": "User's sister is called Nina"}, 0.9)
	w.teachAll(map[string]string{"my private phone is a Nokia": "User's private phone is a Nokia", "my other sister is called Mia": "User's other sister is called Mia"}, 0.9)
	w.rules.When("").AndSystem("You compare pairs of notes").Say(`{"relations": [{"pair": 1, "relation": "unrelated"}], "reasoning": ""}`) // the sisters; words settle the phones
	a := w.started()
	ann := w.tg.Person(11, "Ann")
	w.hears(ann, ann.Say("my work phone is a Pixel, and my sister is called Nina"), "I see.")
	w.extracts(a)
	w.hears(ann, ann.Say("my private phone is a Nokia, and my other sister is called Mia"), "I see.")
	w.extracts(a)
	w.hasFormed(a, ofPerson(ann), "all four", "extracted: User's other sister is called Mia", "extracted: User's private phone is a Nokia",
		"extracted: User's sister is called Nina", "extracted: User's work phone is a Pixel")
	for _, m := range w.active(a, ofPerson(ann)) {
		if m.Version != 1 {
			t.Errorf("%q has the version %d", m.Content, m.Version)
		}
	}
}

// R7, A28: more finds than a person may have go to the archive, the least important first, and can be brought back; none is lost.
func TestR7FindsAboveTheCapAreArchived(t *testing.T) {
	t.Parallel()
	w := newForming(t, "auto", "auto")
	w.config.Memory.MaxExtracted = 2
	facts := map[string]string{"I row on Mondays": "User rows on Mondays", "I own a red kayak": "User owns a red kayak", "I bake rye bread": "User bakes rye bread"}
	for said, fact := range facts {
		w.teach(said, fact, 0.9)
	}
	a := w.started()
	ann := w.tg.Person(11, "Ann")
	for said := range facts {
		w.hears(ann, ann.Say(said), "I see.")
		w.extracts(a)
	}
	if n := len(w.active(a, ofPerson(ann))); n != 2 {
		t.Errorf("%d memories, the cap is 2", n)
	}
	gone, err := a.Memory.Find(t.Context(), memory.ArchivedQuery(ofPerson(ann)))
	must(t, err)
	if len(gone) != 1 {
		t.Fatalf("in the archive: %+v", gone)
	}
	words := strings.Fields(gone[0].Content)
	w.hears(ann, ann.Say("/memory archive"), words[len(words)-1]) // "You own a red kayak"
}
