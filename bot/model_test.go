package bot_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"keepsake/bot"
	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
)

// What the operator has to mend is an outage to the person: told at once, answered when
// it is mended, given up visibly after the hour, and no attempt is counted.
func TestSettingsToMendAreAnOutage(t *testing.T) {
	t.Parallel()
	// X12: each has its own sentence, and is tried every five minutes at most.
	for name, c := range map[string]struct {
		status int
		code   string
		says   string
	}{
		"key": {401, "", "refuses my access key"}, "access": {403, "", "refuses my access key"},
		"model": {404, "", "no longer exists"}, "credit": {429, "insufficient_quota", "credit"},
	} {
		t.Run(name, func(t *testing.T) {
			// The clock leaps while the bot works: neither a lease nor the hour may end of it.
			w := newWorld(t, func(c *bot.Config) { c.Lease, c.GiveUpAfter = 10_000*time.Hour, 10_000*time.Hour })
			w.rules.Otherwise().Say("Back again.")
			w.model.Down(scripted.Fault{Trouble: scripted.Status, Status: c.status, Code: c.code})
			ann := w.person(11, "Ann")
			m := ann.says("are you there?", c.says)
			w.later(4 * time.Minute)
			if n := len(w.model.Requests()); n != 1 {
				t.Errorf("%d requests within four minutes", n)
			}
			for len(w.model.Requests()) < 7 { // more than attempts there are
				n := len(w.model.Requests())
				w.until("it is tried again", func() bool {
					w.later(time.Minute)
					return len(w.model.Requests()) > n
				})
			}
			w.model.Up()
			w.until("it is answered", func() bool {
				w.later(time.Minute) // the try that failed last may have put it aside just now
				shown, _ := w.tele.Message(ann.Chat(), m.ID)
				return strings.Contains(shown.Text, "Back again.")
			})
			if dead, err := w.delivery.Dead(context.Background(), 10); err != nil || len(dead) != 0 {
				t.Errorf("dead letters: %+v %v", dead, err)
			}
			if log := w.log.String(); strings.Contains(log, "level=WARN msg=\"turn waits") {
				t.Errorf("each retry is a warning:\n%s", log)
			}
		})
	}
}

// Whoever writes again may know that it is mended: their words start a try, though not one each.
func TestANewMessageTriesABrokenModelAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) { c.Lease = 10_000 * time.Hour })
	w.rules.Otherwise().Say("Back again.")
	w.model.Down(scripted.Fault{Trouble: scripted.Status, Status: 401})
	waits := func(n int) {
		t.Helper()
		w.until("it waits again", func() bool {
			rows, err := w.delivery.LaneUpdates(context.Background(), "keepsake:11:0")
			return err == nil && len(rows) == n && time.Until(rows[n-1].DueAt) > time.Minute
		})
		if got := len(w.model.Requests()); got != n {
			t.Errorf("%d requests, want %d", got, n)
		}
	}
	ann := w.person(11, "Ann")
	m := ann.says("are you there?", "refuses my access key")
	waits(1)
	ann.Say("and now?")
	w.later(10 * time.Second)
	time.Sleep(200 * time.Millisecond)
	if n := len(w.model.Requests()); n != 1 {
		t.Errorf("%d requests within fifteen seconds", n)
	}
	w.later(6 * time.Second)
	waits(2)
	w.model.Up()
	w.later(time.Minute)
	time.Sleep(200 * time.Millisecond)
	waits(2) // nobody wrote
	ann.Say("mended it")
	ann.shows(m.ID, "the answer", func(m simulator.Message) bool { return strings.Contains(m.Text, "Back again.") })
}

func TestAWrongKeyIsGivenUpVisiblyAfterAnHour(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.model.Down(scripted.Fault{Trouble: scripted.Status, Status: 401})
	ann := w.person(11, "Ann")
	m := ann.says("are you there?", "refuses my access key")
	w.later(61 * time.Minute)
	ann.shows(m.ID, "the last word", func(m simulator.Message) bool { return strings.Contains(m.Text, "something in my setup is broken") })
}

// The filter's verdict stands: no retry, its own sentence, and nothing of the partial text.
func TestWhatTheFilterTookIsSaidAtOnce(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]scripted.Fault{
		"the answer": {Trouble: scripted.Filtered, Pieces: 2},
		"the prompt": {Trouble: scripted.Status, Status: 400, Code: "content_filter"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, nil)
			w.rules.Otherwise().Say("Something unspeakable indeed.")
			w.model.Down(f)
			ann := w.person(11, "Ann")
			m := ann.says("say it", "content filter")
			if strings.Contains(m.Text, "Something") {
				t.Errorf("the filtered text stays: %q", m.Text)
			}
			w.idle()
			if n := len(w.model.Requests()); n != 1 {
				t.Errorf("asked %d times", n)
			}
			w.model.Up()
			ann.says("then something else", "unspeakable")
		})
	}
}

// A refusal that nothing explains: the person reads at once that it is tried again.
func TestFailedAttemptsAreToldAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) { c.Lease = 24 * time.Hour })
	w.rules.Otherwise().Say("There it is.")
	w.model.Down(scripted.Fault{Trouble: scripted.Status, Status: 400, Message: "Bad request"})
	ann := w.person(11, "Ann")
	m := ann.says("hello", "I'm trying again")
	w.model.Up()
	w.later(30 * time.Second)
	ann.shows(m.ID, "the answer", func(m simulator.Message) bool { return strings.Contains(m.Text, "There it is.") })
}
