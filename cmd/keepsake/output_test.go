package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"keepsake/llm/scripted"
)

// C6: a command whose output is lost has failed, and says why. A chat answers nothing that nobody
// can read: it is printed by the next one.
func TestOutputLost(t *testing.T) {
	path := filepath.Join(t.TempDir(), "output")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	full, err := os.Open(path) // a file for reading takes no output, on every system
	if err != nil {
		t.Fatal(err)
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
