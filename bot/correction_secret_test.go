package bot_test

import (
	"slices"
	"strings"
	"testing"
)

// An Edit that is answered with a secret stores nothing, and says so: under a memory, under an offer, and in a reply to
// the question that the first answer left open.
func TestW14AnEditAnsweredWithASecret(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	offersAlec(w)
	w.remembersHome()
	ann := w.person(11, "Ann")
	saved := ann.says("remember: I live in Berlin", "Kept: You live in Berlin")
	ann.taps(saved, "Edit")
	question := ann.hears(saved.ID, "What shall it say?")
	for _, secret := range []string{"my password is hunter2-Zx9", "sk-proj-4f8a9c1d2e3b4a5c6d7e8f9a0b1c2d3e4f5a6b7c"} {
		told := ann.hears(ann.Reply(question.ID, secret).ID, "nothing was stored")
		if strings.Contains(told.Text, "hunter2") {
			t.Errorf("%q", told.Text)
		}
	}
	offer := ann.says("Alec is my boss", "Remember this?")
	ann.taps(offer, "Edit")
	question = ann.hears(offer.ID, "How shall I remember it?")
	ann.hears(ann.Reply(question.ID, "Alec's PIN is 4711").ID, "nothing was stored")
	if got := ann.remembered(); !slices.Equal(got, []string{"User lives in Berlin"}) {
		t.Errorf("stored %q", got)
	}
}
