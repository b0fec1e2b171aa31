package bot_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/bot"
)

// TestWhatIsAddedIsAnsweredTogether (issue 14): what somebody adds before a word of the answer shows is answered together with
// what they said before, once; a bare yes is not, nor what comes once the answer shows.
func TestWhatIsAddedIsAnsweredTogether(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) { c.Rejoin = time.Hour })
	never, hold := make(chan struct{}), make(chan struct{})
	w.rules.When("and call him").Say("Both together.")
	w.rules.When("hello").HoldUntil(never).Say("Never.")
	w.rules.When("slowly").HoldUntil(hold).Say("Slowly, then.")
	w.rules.When("yes").Say("A yes by itself.")
	w.rules.Otherwise().Say("By itself.")
	ann := w.person(11, "Ann")
	said := ann.Say("hello, where is Bob?")
	w.until("the model is asked", func() bool { return len(w.model.Requests()) == 1 })
	ann.Say("and call him for me")
	ann.hears(said.ID, "Both together.")
	w.settled()
	if n := len(w.model.Requests()); n != 2 || visible(ann, "") != 1 || placeholders(ann) != 0 {
		t.Errorf("%d requests, and Ann sees %d messages", n, visible(ann, ""))
	}
	last := string(w.model.Requests()[1].Body)
	if !strings.Contains(last, "where is Bob?") || !strings.Contains(last, "and call him for me") {
		t.Errorf("the second prompt lacks a part of what was said: %s", last)
	}
	ann.says("something else", "By itself.")

	ann.Say("slowly please")
	w.until("the model is asked", func() bool { return len(w.model.Requests()) == 4 })
	yes := ann.Say("yes")
	w.until("the yes has come in", func() bool { return w.tele.PendingUpdates() == 0 })
	close(hold)
	ann.hears(yes.ID, "Slowly, then.")
	ann.hears(yes.ID, "A yes by itself.")
}
