package main

import (
	"os"
	"strings"
	"testing"

	"keepsake/llm/scripted"
)

// C6: a command whose output is lost has failed, and says why. A chat answers nothing that nobody
// can read: it is printed by the next one.
func TestOutputLost(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here")
	}
	defer full.Close()
	rules := scripted.NewRules()
	rules.Otherwise().Say("Hello.")
	d := newDesk(t, "", rules)
	for _, args := range [][]string{{"version"}, {"migrate"}, {"memory", "list"}, {"chat"}} {
		var errs buffer
		code := runFrom(t.Context(), strings.NewReader("first line\nsecond line\n"), args, d.env, full, &errs)
		if code != 1 || !strings.Contains(errs.String(), "the output cannot be written") {
			t.Errorf("keepsake %v: %d %q", args, code, errs.String())
		}
	}
	if w := d.window(); w != "user: first line\n" {
		t.Errorf("it went on answering:\n%s", w)
	}
	if got, errs, code := d.chat("three\n", "--resume"); got != "Hello.\nHello.\n" || code != 0 {
		t.Errorf("the next one (%d): %q %s", code, got, errs)
	}
}
