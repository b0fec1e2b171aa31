//go:build linux

package terminal_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"keepsake/terminal"
)

// keyboard returns the two ends of a pseudo-terminal: keys takes the person's keys and returns
// the output; the program uses tty.
func keyboard(t *testing.T) (keys, tty *os.File) {
	t.Helper()
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { keys.Close() })
	if err := unix.IoctlSetPointerInt(int(keys.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(keys.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tty.Close() })
	if err := unix.IoctlSetWinsize(int(tty.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 200}); err != nil {
		t.Fatal(err)
	}
	return keys, tty
}

// The editor edits a line, joins pasted lines and clears the line on Ctrl-C; a second Ctrl-C
// leaves.
func TestEditor(t *testing.T) {
	w := newWorld(t, "")
	w.rules.When("first\nsecond").Say("Two lines.")
	w.rules.When("hello").Say("Hello.")
	keys, tty := keyboard(t)
	if !terminal.IsTerminal(tty) {
		t.Fatal("no terminal")
	}
	var seen screen
	go func() {
		p := make([]byte, 4096)
		for {
			n, err := keys.Read(p)
			_, _ = seen.Write(p[:n])
			if err != nil {
				return
			}
		}
	}()
	e := terminal.NewEditor(tty, tty)
	o := w.options()
	o.Lines, o.Out, o.Err = e, e, e
	done := make(chan error, 1)
	go func() { done <- w.chat(o) }()
	typed := func(s, then string) {
		t.Helper()
		if _, err := keys.WriteString(s); err != nil {
			t.Error(err)
		}
		seen.await(t, then)
	}
	seen.await(t, "> ")
	typed("hellx\x7fo\r", "Hello.\r\n> ")
	typed("\x1b[200~first\nsecond\x1b[201~\r", "Two lines.\r\n> ")
	typed("\x03", "Ctrl-C again leaves; so does Ctrl-D.\r\n> ")
	typed("never said\x03", "") // Ctrl-C leaves even with text in the line
	if err := <-done; err != nil {
		t.Error(err)
	}
	e.Close()
	seen.await(t, "is kept. To go on with it")
	if strings.Contains(w.model.LastRequest().Body, "never said") {
		t.Error("the cleared line was sent")
	}
}
