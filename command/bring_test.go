package command_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/command"
	"keepsake/command/bring"
	"keepsake/memory"
)

// brings answers the question for a list with a file.
func (s *speaker) brings(file, words string) (command.Reply, int64) {
	s.w.t.Helper()
	reply, message := s.asks(command.Request{Form: &command.Form{Asked: s.asked, File: []byte(file)}})
	s.holds("the file", reply, words)
	return reply, message
}

// U18, C1 (issue 14.5): what another assistant knew is shown in full on one card and kept by a tap only; what is known, declined,
// secret or too long is left out and counted; all of it can be taken back at once.
func TestU18ImportInTheChat(t *testing.T) { onBoth(t, u18ImportInTheChat) }

func u18ImportInTheChat(t *testing.T, w *world) {
	ann, bob := w.private(11, "Ann"), w.private(12, "Bob")
	ann.keeps("person", "Has a sister, Mia")
	no := ann.proposes("Plays chess")
	ann.taps(1, "never", no.ID, "won't ask again")

	ann.types("/import", "paste its list here")
	if ann.asked.Purpose != bring.Form || ann.asked.Body.Hint == "" {
		t.Fatalf("asked %+v", ann.asked)
	}
	list := "Saved memories:\n- Likes *green* tea\n- Has a sister, Mia\n- Plays chess\n- My password is hunter2secret\n- " +
		strings.Repeat("long ", 500) + "\n2. Lives in Wien\n"
	card := ann.answers(list, "2 facts wait")
	for _, want := range []string{"One I remember already", "did not want kept", "holds a secret", "too short or too long", `1. Likes \*green\* tea` + "\n2. Lives in Wien"} {
		if !strings.Contains(textOf(card), want) {
			t.Errorf("the card %q lacks %q", textOf(card), want)
		}
	}
	if got := ann.remembered(); !slices.Equal(got, []string{"Has a sister, Mia"}) {
		t.Fatalf("kept without a tap: %q", got)
	}
	ann.types("/import", "2 facts wait") // it waits until it is decided
	action, ref := button(t, card, "Keep all 2")
	bob.taps(1, action, ref, "nothing left in it to decide")
	kept := ann.taps(1, action, ref, "Kept: 2 facts")
	ann.taps(1, action, ref, "nothing left in it to decide")
	if got := ann.remembered(); !slices.Contains(got, "Likes *green* tea") || !slices.Contains(got, "Lives in Wien") || len(got) != 3 {
		t.Fatalf("kept %q", got)
	}
	ann.types("/import "+list, "nothing new in it")
	action, ref = button(t, kept, "Undo")
	bob.taps(1, action, ref, "no such memory")
	bob.taps(1, action, "u.somebody's", "no such memory")
	ann.taps(1, action, ref, "Nothing of it is kept")
	if got := ann.remembered(); !slices.Equal(got, []string{"Has a sister, Mia"}) {
		t.Errorf("taken back, %q is left", got)
	}
	ann.in(-100, actor.Admin).types("/start", "remembers")
	ann.in(-100, actor.Admin).types("/import", "between you and me")
}

// C1: a file is read as it is, its facts are left out one by one or all together, and a no stays a no; what is of no known kind
// is said to be so and asked for again.
func TestU18ImportOfAFile(t *testing.T) { onBoth(t, u18ImportOfAFile) }

func u18ImportOfAFile(t *testing.T, w *world) {
	ann := w.private(11, "Ann")
	ann.types("/import", "paste its list here")
	ann.brings("\x89PNG\x00", "I can't read that")
	if ann.asked.Purpose != bring.Form {
		t.Fatalf("not asked again: %+v", ann.asked)
	}
	var facts []string
	for i := range 205 {
		facts = append(facts, fmt.Sprintf(`{"memory":"Fact number %d is here","categories":["trivia"]}`, i))
	}
	card, message := ann.brings(`{"results":[`+strings.Join(facts, ",")+`]}`, "5 more did not fit")
	ann.holds("the card", card, "200 facts wait")
	action, ref := button(t, card, "▶️")
	second := ann.taps(message, action, ref, "9. Fact number 8 is here")
	action, ref = button(t, second, "✖️ 9")
	dropped := ann.taps(message, action, ref, "199 facts wait")
	if text := textOf(dropped); strings.Contains(text, "number 8 ") || !strings.Contains(text, "9. Fact number 9 is here") {
		t.Errorf("left out: %q", text)
	}
	ann.taps(message, action, ref, "199 facts wait") // again: it is gone already
	for _, row := range dropped.Out[0].Body.Buttons {
		for _, b := range row {
			if n := len(b.Action + ":" + b.Ref); n > 64 {
				t.Errorf("the button %q carries %d bytes", b.Text, n)
			}
		}
	}
	action, ref = button(t, dropped, "None of it")
	ann.taps(message, action, ref, "I keep none of it")
	ann.brings(`[{"memory":"Fact number 8 is here"},{"memory":"Fact number 9 is here"}]`, "2 you did not want kept before")
	one, message := ann.brings(`[{"conversations_memory":"She is a vet in Graz."}]`, "One fact waits")
	action, ref = button(t, one, "✖️ 1")
	ann.taps(message, action, ref, "nothing left in it to decide")
	if got := ann.remembered(); len(got) != 0 {
		t.Errorf("kept %q", got)
	}
}

// C1: where there is no room, what is kept says how much went to the archive.
func TestU18ImportSaysWhatWentToTheArchive(t *testing.T) {
	onBoth(t, u18ImportSaysWhatWentToTheArchive)
}

func u18ImportSaysWhatWentToTheArchive(t *testing.T, w *world) {
	now := w.commands.Now
	w.memory = memory.New(memory.Config{Store: w.db.Memories(), Now: now, Key: []byte("k"), Caps: memory.Caps{Explicit: 3}})
	w.commands.Memory = w.memory
	ann := w.private(11, "Ann")
	card, message := ann.types("/import a fact of one\na fact of two\na fact of three\na fact of four\na fact of five", "5 facts wait")
	action, ref := button(t, card, "Keep all 5")
	kept := ann.taps(message, action, ref, "Kept: 5 facts")
	ann.holds("the receipt", kept, "2 memories went to the /archive")
	action, ref = button(t, kept, "Undo")
	ann.taps(message, action, ref, "Nothing of it is kept")
	if got := ann.remembered(); len(got) != 0 {
		t.Errorf("taken back, %q is left", got)
	}
}
