package bot_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/bot"
	"keepsake/bot/simulator"
	"keepsake/delivery"
	"keepsake/llm/scripted"
)

// /stop ends what is being opened, though there is no turn yet: it is fetched no longer, no
// model is asked, and the person reads that it was stopped.
func TestStopWhileSomethingIsOpened(t *testing.T) {
	t.Parallel()
	tune, listens := ears(t)
	w := newWorld(t, tune)
	w.rules.Otherwise().Say("Here I am.")
	ann := w.person(11, "Ann")
	w.tele.Fail(simulator.Fault{Method: "file", Hang: true})
	ann.VoiceOf(scripted.Recording("a long speech"), 60)
	w.until("it is being fetched", func() bool { return len(w.tele.Calls("getFile")) == 1 })
	stop := ann.Say("/stop")
	ann.hears(stop.ID, "Stopped")

	listens.Down(scripted.Fault{Trouble: scripted.Hang})
	ann.VoiceOf(scripted.Recording("a longer speech"), 90)
	w.until("it is being listened to", func() bool { return len(w.tele.Calls("file")) == 2 }) // and the one that was broken off
	stop = ann.Say("/stop")
	ann.hears(stop.ID, "Stopped")
	w.settled()
	if n := len(w.model.Requests()); n != 0 || answers(ann, "nothing to stop") != 0 {
		t.Errorf("the model was asked %d times", n)
	}

	listens.Up()
	ann.says("hello", "Here I am.")
	if p := w.lastPrompt().Text; !strings.Contains(p, "[voice attached, cannot be opened: the user stopped it]") {
		t.Errorf("the prompt: %s", p)
	}
	ann.says("/stop", "nothing to stop")
}

// A message that waits for the end of its burst is stopped too, and what comes after /stop
// is answered by itself.
func TestStopInTheQuietSecond(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) { c.Quiet, c.MaxBurst = time.Hour, time.Hour })
	w.rules.Otherwise().Say("Here I am.")
	ann := w.person(11, "Ann")
	ann.Say("tell me a long story")
	ann.says("/stop", "Stopped")
	ann.Say("just say hello")
	w.until("it waits", func() bool {
		rows, err := w.delivery.LaneUpdates(w.ctx(), delivery.Lane(botName, 11, 0))
		return err == nil && len(rows) == 1 && rows[0].TurnID == "" && !rows[0].StopAsked
	})
	w.later(2 * time.Hour)
	ann.hears(0, "Here I am.")
	if n := len(w.model.Requests()); n != 1 {
		t.Errorf("the model was asked %d times", n)
	}
}

// A voice that would join a turn which waits for the model is stopped with it.
func TestStopWhileSomethingJoinsATurn(t *testing.T) {
	t.Parallel()
	tune, _ := ears(t)
	w := newWorld(t, tune)
	w.rules.Otherwise().Say("Here I am.")
	w.model.Down(scripted.Fault{Trouble: scripted.Status, Status: 503})
	ann := w.person(11, "Ann")
	m := ann.says("are you there?", "can't reach my language model")
	w.tele.Fail(simulator.Fault{Method: "file", Hang: true})
	ann.VoiceOf(scripted.Recording("I asked something"), 60)
	w.until("it is being fetched", func() bool { w.delivery.Wake(); return len(w.tele.Calls("getFile")) == 1 })
	ann.Say("/stop")
	ann.shows(m.ID, "stopped", func(m simulator.Message) bool { return strings.Contains(m.Text, "Stopped") })
	w.model.Up()
	ann.says("hello", "Here I am.")
	w.settled()
	if n := answers(ann, "Here I am."); n != 1 {
		t.Errorf("%d answers", n)
	}
}
