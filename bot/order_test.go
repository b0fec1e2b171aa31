package bot_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
)

// An answer that Telegram did not take at once keeps its place: the next one does not
// begin to show before it.
func TestAnAnswerOnItsWayKeepsItsPlace(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.When("one").Say("The first answer.")
	w.rules.When("two").Say("The second answer, which is long enough to be shown while it is being made.")
	w.tele.Fail(simulator.Fault{Method: "sendMessage", Code: 500, Times: 3})
	ann := w.person(11, "Ann")
	ann.Say("one")
	// Each was refused: the answer waits for its next try, some seconds.
	w.until("the first answer waits", func() bool { return len(w.tele.Calls("sendMessage")) == 3 })
	ann.says("two", "The second answer")
	var order []string
	for _, m := range ann.Messages() {
		if m.IsFromBot() && strings.Contains(m.Text, "answer") {
			order = append(order, m.Text)
		}
	}
	if len(order) != 2 || !strings.HasPrefix(order[0], "The first") {
		t.Errorf("the phone shows %q", order)
	}
}

// A live view's edit that is slow to be carried out is waited for: cut off, Telegram might
// still make it, after the final text, and the phone would show half an answer for ever.
func TestASlowLiveEditIsNotOvertaken(t *testing.T) {
	t.Parallel()
	w := newWorldOf(t, simulator.Options{}, scripted.Options{WordDelay: 20 * time.Millisecond}, nil)
	const answer = "It begins here, and it goes on with quite a few words, and here it ends."
	w.rules.Otherwise().Say(answer)
	w.tele.Fail(simulator.Fault{Method: "editMessageText", Delay: time.Second})
	ann := w.person(11, "Ann")
	ann.says("tell me", "here it ends.")
	edits := w.tele.Calls("editMessageText")
	if len(edits) < 2 || edits[0].Params["text"] == answer {
		t.Fatalf("no live edit: this proves nothing (%d edits)", len(edits))
	}
	for i, c := range edits {
		if c.Code != 200 {
			t.Errorf("edit %d was cut off", i)
		}
	}
	if last := edits[len(edits)-1].Params["text"]; last != answer {
		t.Errorf("the phone shows %q at last", last)
	}
}
