package app_test

import (
	"fmt"
	"testing"
	"time"

	"keepsake/memory"
)

// P66, loss guard: upkeep that would archive more than a fifth of what somebody asked for stops and asks them, also where no
// memories form by themselves; "Go on" does it and can be taken back, "Leave it" changes nothing.
func TestP66PruningAsksItsPerson(t *testing.T) {
	for _, label := range []string{"Go on", "Leave it"} {
		t.Run(label, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.config.Memory.PruneExplicit, w.config.LongTerm.QuietHours = true, "none"
			a := w.started()
			ann := w.tg.Person(11, "Ann")
			hello := ann.Say("Hello")
			w.hears(ann, hello, "I see.")
			w.ends(a)
			for i := range 6 {
				_, _, err := a.Memory.Add(t.Context(), byPerson(ann), memory.Draft{Scope: ofPerson(ann), Content: fmt.Sprintf("Shelf %d holds %d jars", i, 10*i+7), Importance: 0.2})
				must(t, err)
			}
			w.later(400 * 24 * time.Hour)
			a.Upkeep(t.Context())
			asked := w.hears(ann, hello, "I would move 6 of 6 memories that you asked me to keep to the archive")
			if n := len(w.active(a, ofPerson(ann))); n != 6 {
				t.Fatalf("%d memories before anybody allowed it", n)
			}
			w.press(ann, asked, label)
			if label == "Leave it" {
				w.hears(ann, hello, "I leave them as they are")
				w.later(24 * time.Hour)
				a.Upkeep(t.Context())
				if n := len(w.active(a, ofPerson(ann))); n != 6 {
					t.Errorf("%d memories in the end", n)
				}
				return
			}
			done := w.hears(ann, hello, "Moved to the archive: 6")
			if n := len(w.active(a, ofPerson(ann))); n != 0 {
				t.Errorf("%d memories with consent", n)
			}
			w.press(ann, done, "Bring them all back")
			w.hears(ann, hello, "Brought back: 6")
			w.later(24 * time.Hour)
			a.Upkeep(t.Context())
			if n := len(w.active(a, ofPerson(ann))); n != 6 {
				t.Errorf("%d memories in the end", n)
			}
		})
	}
}
