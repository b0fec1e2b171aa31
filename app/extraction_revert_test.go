package app_test

import (
	"errors"
	"strings"
	"testing"

	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/store/storetest"
)

// The loss guards' other half: what a run has kept is taken back as a whole, by the operator beside the running bot and by the
// person under /memory why, which says what the confidence came of. Once taken back, it says so. On both databases.
func TestARunIsRevertedWhole(t *testing.T) {
	for _, database := range []string{"sqlite", "postgres"} {
		t.Run(database, func(t *testing.T) {
			t.Parallel()
			w := newForming(t, "auto", "auto")
			if database == "postgres" {
				w.config.DatabaseURL = settings.Secret(storetest.PostgresURL(t))
			}
			w.teachAll(map[string]string{"I prefer oat milk": "User prefers oat milk", "I like chess": "User likes chess"}, 0.9)
			w.teach("I play the oboe", "User plays the oboe", 0.9)
			a := w.started()
			ann := w.tg.Person(11, "Ann")
			w.hears(ann, ann.Say("I prefer oat milk"), "I see.")
			w.hears(ann, ann.Say("I like chess"), "I see.")
			w.extracts(a) // one run
			w.hears(ann, ann.Say("I play the oboe"), "I see.")
			w.extracts(a)
			three := []string{"extracted: User likes chess", "extracted: User plays the oboe", "extracted: User prefers oat milk"}
			w.hasFormed(a, ofPerson(ann), "two runs", three...)
			finds := map[string]candidate.Judged{}
			for _, content := range []string{"User likes chess", "User plays the oboe"} {
				for _, m := range w.active(a, ofPerson(ann)) {
					if m.Content != content {
						continue
					}
					js, err := a.Finds.OfMemory(t.Context(), ofScope(ann), m.ID)
					if err != nil || len(js) != 1 {
						t.Fatal(js, err)
					}
					js[0].Verdict.MemoryID = m.ID
					finds[content] = js[0]
				}
			}

			desk, err := app.OpenMemories(t.Context(), w.config)
			if err != nil {
				t.Fatal(err)
			}
			defer desk.Close()
			if n, err := desk.Extraction.Revert(t.Context(), finds["User likes chess"].RunID); err != nil || n != 2 {
				t.Fatalf("%d taken back, %v", n, err)
			}
			w.hasFormed(a, ofPerson(ann), "the first run taken back", "extracted: User plays the oboe")
			if n, err := desk.Extraction.Revert(t.Context(), finds["User likes chess"].RunID); n != 0 || err != nil {
				t.Errorf("once more: %d, %v", n, err)
			}
			if _, err := desk.Extraction.Revert(t.Context(), "nothere"); fault.KindOf(err) != fault.NotFound {
				t.Errorf("an unknown run: %v", err)
			}

			oboe := finds["User plays the oboe"].Verdict.MemoryID
			card := w.hears(ann, ann.Say("/memory why "+oboe), "Confidence 0.72 = 0.90 (how it was said) × 0.80 (your own words) × 1.00 (messages that say it: 1)")
			if !strings.Contains(card.Text, "Run: "+finds["User plays the oboe"].RunID) {
				t.Errorf("without its run: %q", card.Text)
			}
			w.press(ann, card, "Undo all of that run")
			w.hears(ann, card, "Undone: everything I kept at that time (1)")
			w.hasFormed(a, ofPerson(ann), "both taken back")
			again := w.hears(ann, ann.Say("/memory why "+oboe), "It was undone together with everything kept at that time")
			if len(again.Buttons) > 0 {
				t.Errorf("taken back, and offered again: %v", again.Buttons)
			}
		})
	}
}

// What was changed since is not lost by a revert: nothing of the run is taken back then.
func TestARevertKeepsWhatWasChangedSince(t *testing.T) {
	t.Parallel()
	w := newForming(t, "auto", "auto")
	w.teachAll(map[string]string{"I prefer oat milk": "User prefers oat milk", "I like chess": "User likes chess"}, 0.9)
	a := w.started()
	ann := w.tg.Person(11, "Ann")
	w.hears(ann, ann.Say("I prefer oat milk"), "I see.")
	w.hears(ann, ann.Say("I like chess"), "I see.")
	w.extracts(a)
	ms := w.active(a, ofPerson(ann))
	js, err := a.Finds.OfMemory(t.Context(), ofScope(ann), ms[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	w.hears(ann, ann.Say("/memory edit "+ms[0].ID+" User adores it"), "User adores it")
	_, err = a.Agent.Ingest.Revert(t.Context(), byPerson(ann), ofScope(ann), js[0].RunID)
	if !errors.Is(err, memory.ErrConflict) {
		t.Errorf("reverted: %v", err)
	}
	if n := len(w.active(a, ofPerson(ann))); n != 2 {
		t.Errorf("%d memories are left", n)
	}
}
