package bot_test

import (
	"strings"
	"testing"

	"keepsake/bot/simulator"
)

// An answer that Telegram did not take at once keeps its place: the next one does not
// begin to show before it.
func TestAnAnswerOnItsWayKeepsItsPlace(t *testing.T) {
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
		if m.FromBot() && strings.Contains(m.Text, "answer") {
			order = append(order, m.Text)
		}
	}
	if len(order) != 2 || !strings.HasPrefix(order[0], "The first") {
		t.Errorf("the phone shows %q", order)
	}
}
