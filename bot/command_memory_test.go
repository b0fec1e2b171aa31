package bot_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"keepsake/bot/simulator"
	"keepsake/session"
)

func TestP54MemoryListReadsExactly(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	boss := ann.knows("person", "Alec", "Alec is the user's boss")
	pref := ann.knows("preference", "", "User prefers *Thursday* due dates")
	for _, say := range []string{"/memory", "/memory list", "/memory@keepsake_bot", "  👋 /Memory@Keepsake_Bot \n\t list\n"} {
		got := ann.says(say, "📝")
		want := "📝 Your memories:\n\nPerson\n• [" + boss.ID + "] Alec is the user's boss\n\nPreference\n• [" + pref.ID +
			"] User prefers *Thursday* due dates\n\nUse /memory delete <id> to remove a memory."
		if got.Text != want {
			t.Errorf("%q: got\n%s\nwant\n%s", say, got.Text, want)
		}
		bold := map[string]bool{}
		for _, e := range got.Entities {
			if e.Type == "bold" {
				bold[part(got.Text, e.Offset, e.End())] = true
			}
		}
		if !bold["Person"] || !bold["Preference"] {
			t.Errorf("%q: headings are not bold: %+v", say, got.Entities)
		}
	}
	// P52: no conversation was begun and no model asked.
	_, err := w.sessions.Current(context.Background(), session.Place{Bot: botName, Chat: 11}, "telegram:11")
	if !errors.Is(err, session.ErrNotFound) {
		t.Errorf("a command began a conversation: %v", err)
	}
	if n := len(w.model.Requests()); n != 0 {
		t.Errorf("the model was asked %d times", n)
	}
}

// part cuts a text by UTF-16 units, as entities do.
func part(s string, from, to int) string {
	return string(utf16.Decode(utf16.Encode([]rune(s))[from:to]))
}

func TestEmptyListIsFriendly(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	ann.says("/memory", "I don't remember anything about you yet")
}

func TestP55DeleteAndUndo(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	m := ann.knows("preference", "", "User prefers Thursday due dates")
	got := ann.says("/memory delete "+m.ID, "Deleted")
	if got.Text != "Deleted: 'User prefers Thursday due dates'" {
		t.Errorf("got %q", got.Text)
	}
	if left := ann.remembered(); len(left) != 0 {
		t.Errorf("still there: %v", left)
	}
	ann.taps(got, "Undo")
	ann.hears(got.ID, "Restored: “User prefers Thursday due dates”")
	if back := ann.remembered(); len(back) != 1 {
		t.Errorf("not restored: %v", back)
	}
	// The used button is gone; a second finger changes nothing.
	ann.shows(got.ID, "no buttons", func(m simulator.Message) bool { return len(m.Buttons) == 0 })
}

func TestF1IDsAreCaseSensitiveAndOnesOwn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann, bob := w.person(11, "Ann"), w.person(12, "Bob")
	m := ann.knows("person", "", "Alec is the user's boss")
	flip := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r - 32
		}
		if r >= 'A' && r <= 'Z' {
			return r + 32
		}
		return r
	}, m.ID)
	if flip != m.ID {
		ann.says("/memory show "+flip, "Alec is your boss") // U13
		bob.says("/memory delete "+flip, "no such memory")
	}
	bob.says("/memory delete "+m.ID, "no such memory")
	bob.says("/memory show "+m.ID, "no such memory")
	if len(ann.remembered()) != 1 {
		t.Error("a memory was deleted by the wrong id or person")
	}
	ann.says("/memory delete [nope]", "not an id")
	ann.says("/memory delete", "Which one?")
	ann.says("/memory frobnicate", "I don't know “/memory frobnicate”")
}

func TestSubcommands(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	m := ann.knows("person", "Sarah", "Sarah works on the Sales team")
	ann.knows("preference", "", "User likes Müller yoghurt")

	ann.says("/memory edit "+m.ID+"   Sarah works on the\nDesign team ", "Updated: “Sarah works on the Design team”")
	card := ann.says("/memory show "+m.ID, "History")
	for _, want := range []string{"Person · Sarah", m.ID, "version 2", "v1 · ", "Sales", "v2 · ", "Design"} {
		if !strings.Contains(card.Text, want) {
			t.Errorf("show lacks %q:\n%s", want, card.Text)
		}
	}
	ann.says("/memory edit "+m.ID, "What shall it say?")
	ann.says("/memory pin "+m.ID, "📌 Pinned: “Sarah")
	ann.says("/memory pin "+m.ID, "Already done")
	ann.says("/memory unpin "+m.ID, "Unpinned: “Sarah")
	found := ann.says("/memory search müller", "I found one memory")
	if !strings.Contains(found.Text, "Müller yoghurt") {
		t.Errorf("search: %s", found.Text)
	}
	ann.says("/memory search zebra", "found nothing")
	ann.says("/memory search", "What shall I look for?")
	ann.says("/memory delete "+m.ID, "Deleted")
	list := ann.says("/memory restore", "tap one to have it back")
	ann.taps(list, "Sarah")
	ann.hears(list.ID, "Restored: “Sarah works on the Design team”")
	ann.says("/memory delete "+m.ID, "Deleted")
	ann.says("/memory restore "+m.ID, "Restored")
	ann.says("/memory restore "+m.ID, "Already done")
	ann.says("/memory list PREFERENCE", "Müller")
	ann.says("/memory list zoo", "Your categories: Person, Preference")
	ann.says("/memory edit "+m.ID+" my password is hunter2secret", "password manager")
	ann.says("/memory help", "/export")
	file := ann.says("/memory export", "with their history")
	if file.File == nil || !strings.Contains(string(file.File.Data), "Sarah works on the Sales team") ||
		!strings.HasSuffix(file.File.Name, ".json") {
		t.Errorf("export: %+v", file.File)
	}
	if strings.Contains(w.log.String(), "Sarah") || strings.Contains(w.log.String(), "hunter2") {
		t.Error("the log repeats what a person wrote")
	}
}

func TestPagesRowsAndRestart(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	for i := range 20 {
		ann.knows("context", "", fmt.Sprintf("The user owns book number %02d", i))
	}
	list := ann.says("/memory", "📝")
	if len(list.Buttons) != 6 {
		t.Fatalf("want 4 rows of two, the pager and the actions, got %d rows", len(list.Buttons))
	}
	w.restart() // buttons carry their state
	ann.taps(list, "▶️")
	ann.shows(list.ID, "page 2", func(m simulator.Message) bool { _, ok := m.Button("2 / 3"); return ok })
	ann.taps(list, "▶️")
	last := ann.shows(list.ID, "page 3", func(m simulator.Message) bool { _, ok := m.Button("3 / 3"); return ok })
	if len(last.Buttons) != 4 {
		t.Errorf("page 3 has %d rows", len(last.Buttons))
	}
	ann.taps(list, "number 19")
	ann.shows(list.ID, "the card", func(m simulator.Message) bool { return strings.Contains(m.Text, "version 1") })
	ann.taps(list, "Pin")
	ann.shows(list.ID, "pinned", func(m simulator.Message) bool { return strings.Contains(m.Text, "Pinned") })
	ann.taps(list, "Unpin")
	ann.shows(list.ID, "unpinned", func(m simulator.Message) bool { return !strings.Contains(m.Text, "Pinned") })
	ann.taps(list, "History")
	ann.shows(list.ID, "history", func(m simulator.Message) bool { return strings.Contains(m.Text, "v1 · ") })
	ann.taps(list, "Back")
	ann.shows(list.ID, "page 3 again", func(m simulator.Message) bool { _, ok := m.Button("3 / 3"); return ok })
	ann.taps(list, "number 19")
	ann.shows(list.ID, "the card", func(m simulator.Message) bool { return strings.Contains(m.Text, "version 1") })
	ann.taps(list, "Delete")
	ann.shows(list.ID, "deleted", func(m simulator.Message) bool { return m.Text == "Deleted: 'The user owns book number 19'" })
	if len(ann.remembered()) != 19 {
		t.Error("not deleted")
	}
	ann.says("/memory list 2", "number 08")
	found := ann.says("/memory search book", "I found 19 memories")
	ann.taps(found, "▶️")
	ann.shows(found.ID, "page 2 of the search", func(m simulator.Message) bool { _, ok := m.Button("2 / 3"); return ok })
}

func TestEditButtonAsksAndOnlyTheReplyCounts(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.Otherwise().Say("Noted.")
	ann := w.person(11, "Ann")
	m := ann.knows("person", "", "Sarah works on the Sales team")
	card := ann.says("/memory show "+m.ID, "Sarah")
	ann.taps(card, "Edit")
	question := ann.hears(card.ID, "What shall it say?")
	if !question.ForceReply || question.Placeholder == "" {
		t.Errorf("the question opens no reply: %+v", question)
	}
	ann.says("I was just talking", "Noted.") // not the answer
	w.restart()
	reply := ann.Reply(question.ID, "Sarah works on the Design team")
	ann.hears(reply.ID, "Updated: “Sarah works on the Design team”")
	if got := ann.remembered(); len(got) != 1 || got[0] != "Sarah works on the Design team" {
		t.Errorf("remembered %v", got)
	}
	// Another answer to the same question is about a version that is gone.
	reply = ann.Reply(question.ID, "Sarah left")
	ann.hears(reply.ID, "changed meanwhile")
}

func TestForgetAllAsksTwiceAndErases(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.Otherwise().Say("Lovely.")
	ann, bob := w.person(11, "Ann"), w.person(12, "Bob")
	ann.knows("person", "", "Alec is the user's boss")
	bob.knows("person", "", "Carla is the user's boss")
	ann.says("I am fond of marzipan", "Lovely.")
	ask := ann.says("/memory forget all", "Shall I?")
	if !strings.Contains(ask.Text, "your one memory") {
		t.Errorf("question: %s", ask.Text)
	}
	ann.taps(ask, "Yes")
	ann.shows(ask.ID, "the second question", func(m simulator.Message) bool { return strings.Contains(m.Text, "Are you sure") })
	if len(ann.remembered()) != 1 {
		t.Fatal("erased after one tap")
	}
	now, _ := w.tele.Message(ann.ID(), ask.ID)
	data := now.Buttons[0][0].Data
	ann.taps(ask, "for good")
	receipt := ann.shows(ask.ID, "the receipt", func(m simulator.Message) bool { return strings.Contains(m.Text, "memories: 1") })
	if !strings.Contains(receipt.Text, "messages: 2 (conversations: 1)") || len(receipt.Buttons) != 0 {
		t.Errorf("receipt: %s %v", receipt.Text, receipt.Buttons)
	}
	if len(ann.remembered()) != 0 || len(bob.remembered()) != 1 {
		t.Errorf("ann %v, bob %v", ann.remembered(), bob.remembered())
	}
	w.later(11 * 60e9)
	tap, err := ann.PressData(ask.ID, data) // an old finger
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ann.AwaitAnswer(w.ctx(), tap); err != nil {
		t.Fatal(err)
	}
	ann.shows(ask.ID, "too late", func(m simulator.Message) bool { return strings.Contains(m.Text, "too old") })
	ask = ann.says("/memory forget all", "Shall I?")
	ann.taps(ask, "No")
	ann.shows(ask.ID, "kept", func(m simulator.Message) bool { return strings.Contains(m.Text, "Nothing was erased") })
}

func TestLongMemoriesStillFitAPageAndAreWholeWhenOpened(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	long := "The user tells a long story: " + strings.Repeat("and then 😀 ", 38) + "the end"
	for i := range 9 {
		ann.knows("context", "", fmt.Sprintf("%d %s", i, long))
	}
	list := ann.says("/memory", "📝")
	if n := len(utf16.Encode([]rune(list.Text))); n > 4096 || strings.Contains(list.Text, "the end") {
		t.Errorf("a page of %d units", n)
	}
	for _, row := range list.Buttons {
		for _, b := range row {
			if len(b.Data) > 64 {
				t.Errorf("button data of %d bytes", len(b.Data))
			}
		}
	}
	ann.taps(list, "0 The user")
	ann.shows(list.ID, "the whole", func(m simulator.Message) bool { return strings.Contains(m.Text, "the end") })
	ann.says("/memory list 99", "📝") // past the end is the last page
	found := ann.says("/memory search "+strings.Repeat("story ", 3)+strings.Repeat("неизвестность ", 20)+"user", "I found 9 memories")
	ann.taps(found, "▶️")
	ann.shows(found.ID, "page 2", func(m simulator.Message) bool { _, ok := m.Button("2 / 2"); return ok })
}
