package bot_test

import (
	"testing"
	"time"

	"keepsake/bot"
	"keepsake/bot/telegram"
)

// Issue 14.3: where a chat has used up its rate, the text comes together with its placeholder. It does not wait for the rate that the
// placeholder has used: both wait before.
func TestTheTextWaitsForNoRateThatItsPlaceholderUsed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) { c.Limits = telegram.Limits{} })
	w.rules.Otherwise().Say("I see.")
	quickest := time.Minute // of three: on a busy machine a moment passes between the two calls
	for id := int64(11); id < 14; id++ {
		ann := w.person(id, "Ann")
		for range 6 { // as many as a chat has at once
			ann.says("/stop", "nothing to stop")
		}
		ann.says("hello", "I see.")
		w.settled()
		var placed, shown time.Time
		for _, c := range w.tele.Calls("") {
			switch {
			case c.Chat != id || c.Code != 200:
			case c.Method == "sendMessage" && c.Params["text"] == "…":
				placed = c.At
			case c.Method == "editMessageText" && c.Params["text"] == "I see.":
				shown = c.At
			}
		}
		if placed.IsZero() || shown.Before(placed) {
			t.Errorf("the text came %s after its placeholder", shown.Sub(placed))
		}
		quickest = min(quickest, shown.Sub(placed))
	}
	if quickest > 500*time.Millisecond {
		t.Errorf("the text came %s after its placeholder, at best", quickest)
	}
}
