package bot_test

import (
	"context"
	"testing"
	"time"

	"keepsake/bot"
	"keepsake/bot/simulator"
)

// answeredIn presses a button and returns how long its little clock was seen.
func (c *chatter) answeredIn(m simulator.Message, button string) time.Duration {
	c.w.t.Helper()
	began := time.Now()
	tap, err := c.Press(m.ID, button)
	if err != nil {
		c.w.t.Fatal(err)
	}
	if _, err := c.AwaitAnswer(c.w.ctx(), tap); err != nil {
		c.w.t.Fatal(err)
	}
	return time.Since(began)
}

// TestTapsAreAnsweredWithinASecond (issue 3, point 8): while a turn is under way, its model
// silent and every place for turns taken; and while the database takes no write at all.
func TestTapsAreAnsweredWithinASecond(t *testing.T) {
	w := newWorld(t, func(c *bot.Config) { c.Parallel = 1 })
	think := make(chan struct{})
	w.rules.When("hi").HoldUntil(think).Say("Hello.")
	ann, bob := w.person(11, "Ann"), w.person(12, "Bob")
	ann.knows("preference", "", "User likes green tea")
	list := ann.says("/memory", "User likes green tea")
	bob.Say("hi")
	said := ann.Say("hi")
	w.until("the model is asked", func() bool { return len(w.model.Requests()) > 0 })
	if took := ann.answeredIn(list, "User likes green tea"); took > time.Second {
		t.Errorf("with a turn under way: %s", took)
	}
	ann.shows(list.ID, "the card", func(m simulator.Message) bool { _, ok := m.Button("🗑 Delete"); return ok })
	close(think)
	ann.hears(said.ID, "Hello.")
	w.settled()

	busy, free := make(chan struct{}), make(chan struct{})
	held := make(chan error, 1)
	go func() {
		held <- w.db.InTx(context.Background(), func(context.Context) error {
			close(busy)
			<-free
			return nil
		})
	}()
	<-busy
	if took := ann.answeredIn(list, "‹ Back"); took > time.Second {
		t.Errorf("with a slow database: %s", took)
	}
	close(free)
	if err := <-held; err != nil {
		t.Fatal(err)
	}
	// What was tapped is done all the same, and the tap is not answered twice.
	ann.shows(list.ID, "the list", func(m simulator.Message) bool { _, ok := m.Button("User likes green tea"); return ok })
	for _, c := range w.tele.Calls("answerCallbackQuery") {
		if c.Code != 200 {
			t.Errorf("an answer was refused: %s", c.Description)
		}
	}
}
