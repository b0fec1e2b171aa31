package terminal_test

import (
	"strings"
	"testing"
)

// Issue 14.4: at a keyboard there is no chat to choose a model, a tone or a voice for, and the answer says so.
func TestModelAtAKeyboard(t *testing.T) {
	w := newWorld(t, "")
	w.talk("/model")
	if out := w.out.String() + w.err.String(); !strings.Contains(out, "in Telegram only") {
		t.Errorf("it says:\n%s", out)
	}
}
