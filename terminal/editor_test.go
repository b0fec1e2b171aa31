//go:build linux

package terminal_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"keepsake/internal/vt"
	"keepsake/llm/scripted"
	"keepsake/terminal/edit"
)

// person sits at a pseudo-terminal and talks to an agent.
type person struct {
	t    *testing.T
	keys *os.File
	see  *vt.Screen
	raw  screen // what was printed, as bytes
	done chan error
}

// sit starts a terminal for a person.
func (w *world) sit(width, height int) *person {
	w.t.Helper()
	keys, tty, err := vt.OpenPTY(width, height)
	if err != nil {
		w.t.Fatal(err)
	}
	p := &person{t: w.t, keys: keys, see: vt.NewScreen(width, height), done: make(chan error, 1)}
	w.t.Cleanup(func() { keys.Close(); tty.Close() })
	if !edit.IsTerminal(tty) {
		w.t.Fatal("no terminal")
	}
	go func() {
		b := make([]byte, 4096)
		for {
			n, err := keys.Read(b)
			_, _ = p.see.Write(b[:n])
			_, _ = p.raw.Write(b[:n])
			if err != nil {
				return
			}
		}
	}()
	e := edit.New(tty, tty)
	o := w.options()
	o.Lines, o.Out, o.Err, o.Color = e, e, e, false
	go func() {
		err := w.chat(o)
		e.Close()
		p.done <- err
	}()
	return p
}

func (p *person) types(keys string) {
	p.t.Helper()
	if _, err := p.keys.WriteString(keys); err != nil {
		p.t.Fatal(err)
	}
}

// sees waits until the screen ends in these lines.
func (p *person) sees(lines ...string) {
	p.t.Helper()
	want := strings.Join(lines, "\n")
	late := time.After(time.Minute)
	for {
		changed := p.see.Changed()
		if strings.HasSuffix("\n"+p.see.String(), "\n"+want) {
			return
		}
		select {
		case <-changed:
		case <-late:
			p.t.Fatalf("it does not end in\n%s\nbut is\n%s", want, p.see)
		}
	}
}

func (p *person) leaves() {
	p.t.Helper()
	select {
	case err := <-p.done:
		if err != nil {
			p.t.Error(err)
		}
	case <-time.After(time.Minute):
		p.t.Fatalf("it does not end:\n%s", p.see)
	}
	if unknown := p.see.Unknown(); len(unknown) > 0 {
		p.t.Errorf("escape sequences: %v", unknown)
	}
}

// The editor edits a line, takes pasted lines together and clears the line on Ctrl-C; a second Ctrl-C
// leaves. C6: Backspace takes a whole character.
func TestEditor(t *testing.T) {
	w := newWorld(t, "")
	w.rules.When("first\nsecond").Say("Two lines.")
	w.rules.Otherwise().Say("Hello.")
	p := w.sit(200, 24)
	p.sees(">")
	p.types("hell👩‍👩‍👧‍👦e\u0301\x7f\x7fo\r")
	p.sees("> hello", "Hello.", ">")
	p.types("\x1b[200~first\nsecond\x1b[201~\r")
	p.sees("> first", "second", "Two lines.", ">")
	p.types("a thought")
	p.sees("> a thought")
	p.types("\x03")
	p.sees("Ctrl-C again leaves; so does Ctrl-D.", ">")
	p.types("\x1b[A") // it is not lost
	p.sees("> a thought")
	p.types("\x03")
	p.leaves()
	if !strings.Contains(p.see.String(), "is kept. To go on with it") || strings.Contains(w.model.LastRequest().Body, "a thought") {
		t.Errorf("the cleared line was sent, or it did not say how to go on:\n%s", p.see)
	}
}

// C4: what is typed while an answer runs stays in the edit line below it, survives Ctrl-C, waits its
// turn on Enter, and is answered; the answer is on the screen unmixed.
func TestTypingDuringAnswer(t *testing.T) {
	w := newWorld(t, "")
	w.rules.When("a tale").Fail(scripted.Fault{Trouble: scripted.HangMid, Pieces: 4}).Say("Once upon a time there was a king.")
	w.rules.When("second").Say("Second answer.")
	w.rules.When("third").Say("Third answer.")
	p := w.sit(60, 24)
	p.sees(">")
	p.types("tell me a tale\r")
	p.sees("> tell me a tale", "Once upon a", ">")
	p.types("the second")
	p.sees("> tell me a tale", "Once upon a", "> the second")
	p.types("\r")
	p.sees("Once upon a", "⏳ the second", ">")
	p.types("and the thi")
	p.sees("Once upon a", "⏳ the second", "> and the thi")
	p.types("\x03") // stops the answer; what is typed stays
	p.sees("> the second", "Second answer.", "> and the thi")
	if got := p.see.String(); !strings.Contains(got, "Stopped.") || strings.Count(got, "the second") != 1 || strings.Count(got, "Once upon") != 1 {
		t.Errorf("the screen:\n%s", got)
	}
	p.types("rd\r")
	p.sees("> and the third", "Third answer.", ">")
	p.types("\x04")
	p.leaves()
}

// C4: commands and buttons work at once while an answer runs, which then goes on; /stop ends it.
func TestCommandsDuringAnswer(t *testing.T) {
	w := newWorld(t, "")
	w.rules.When("a tale").Fail(scripted.Fault{Trouble: scripted.HangMid, Pieces: 4}).Say("Once upon a time there was a king.")
	p := w.sit(60, 24)
	p.sees(">")
	p.types("tell me a tale\r")
	p.sees("Once upon a", ">")
	p.types("/tasks\r")
	p.sees("> /tasks", "✅ Nothing to do. Say “remind me to …” and I'll keep it for", "you.", ">")
	p.types("/99\r")
	p.sees("> /99", "No choice has that number. Type one shown above, or /help.", ">")
	p.types("/stop\r")
	p.sees("⏹ Stopped.", ">")
	p.types("/stop\r")
	p.sees("ment.", ">")
	p.types("/quit\r")
	p.leaves()
}

// C4: who leaves while an answer runs loses nothing: --resume answers it, with the lines that waited.
func TestLeavingDuringAnswer(t *testing.T) {
	w := newWorld(t, "")
	w.rules.When("a tale").Fail(scripted.Fault{Trouble: scripted.HangMid, Pieces: 4}).Say("Once upon a time there was a king.")
	p := w.sit(60, 24)
	p.sees(">")
	p.types("tell me a tale\r")
	p.sees("Once upon a", ">")
	p.types("the second\r")
	p.sees("⏳ the second", ">")
	p.types("/quit\r")
	p.leaves()
	rules := scripted.NewRules()
	rules.When("the second").Say("Both are here.")
	w.model.SetBrain(rules)
	o := w.options()
	o.Resume = true
	w.run(o)
	w.has("Both are here.\n")
	if body := w.model.LastRequest().Body; !strings.Contains(body, "tell me a tale") || !strings.Contains(body, "the second") {
		t.Errorf("the model was shown %s", body)
	}
}

// "Forget all" in the middle of an answer ends it, and nothing of it comes back.
func TestForgettingDuringAnswer(t *testing.T) {
	w := newWorld(t, "")
	w.rules.When("zanzibar").Fail(scripted.Fault{Trouble: scripted.HangMid, Pieces: 4}).Say("Zanzibar is an island of spices.")
	w.rules.Otherwise().Say("Hello.")
	p := w.sit(100, 40)
	p.sees(">")
	p.types("my code is zanzibar\r")
	p.sees("Zanzibar is an", ">")
	p.types("/memory forget all\r")
	p.sees("  /1 Yes, erase everything", "  /2 No, keep it", ">")
	p.types("/1\r")
	p.sees("  /4 No, keep it", ">")
	p.types("/3\rhi\r")
	p.sees("> hi", "Hello.", ">")
	p.types("\x04")
	p.leaves()
	if strings.Contains(p.see.String(), "keepsake: ") || strings.Contains(w.model.LastRequest().Body, "zanzibar") {
		t.Errorf("the screen:\n%s", p.see)
	}
}

// C6: a table is printed once it is whole.
func TestTableIsWhole(t *testing.T) {
	w := newWorld(t, "")
	w.rules.Otherwise().Say("Here it is:\n\n| Name | Note |\n|---|---|\n| Ann | likes tea in the morning |\n| Bob | coffee |\n\nThat is all there is.")
	p := w.sit(100, 24)
	p.sees(">")
	p.types("a table\r")
	p.sees("That is all there is.", ">")
	p.types("\x04")
	p.leaves()
	if n := strings.Count(p.raw.String(), "Name"); n != 1 {
		t.Errorf("the table was begun %d times:\n%q", n, p.raw.String())
	}
}
