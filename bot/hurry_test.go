package bot_test

import (
	"context"
	"maps"
	"strings"
	"testing"
	"time"

	"keepsake/bot"
	"keepsake/bot/simulator"
)

// tapWithin is the second in which a tap is to be answered, and what any machine may take. These tests go by the clock:
// nothing of this package runs beside them, and what a busy machine takes for a tap without troubles is added.
const tapWithin = 1500 * time.Millisecond

// patience returns tapWithin and four times what this machine takes now for a tap that nothing holds up. The list shows one
// memory, and does again afterwards.
func (c *chatter) patience(list simulator.Message, memory string) time.Duration {
	c.w.t.Helper()
	_, took := c.answeredIn(list, memory)
	c.shows(list.ID, "the card", func(m simulator.Message) bool { _, ok := m.Button("‹ Back"); return ok })
	c.taps(list, "‹ Back")
	c.shows(list.ID, "the list", func(m simulator.Message) bool { _, ok := m.Button(memory); return ok })
	return tapWithin + 4*took
}

// answeredIn presses a button and returns the note that answers it, and how long its little
// clock was seen.
func (c *chatter) answeredIn(m simulator.Message, button string) (note string, took time.Duration) {
	c.w.t.Helper()
	began := time.Now()
	tap, err := c.Press(m.ID, button)
	if err != nil {
		c.w.t.Fatal(err)
	}
	if tap, err = c.AwaitAnswer(c.w.ctx(), tap); err != nil {
		c.w.t.Fatal(err)
	}
	return tap.Text, time.Since(began)
}

// holdDatabase lets the database take no write until free is called.
func (w *world) holdDatabase() (free func()) {
	w.t.Helper()
	busy, end, held := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		held <- w.db.InTx(context.Background(), func(context.Context) error {
			close(busy)
			<-end
			return nil
		})
	}()
	<-busy
	return func() {
		w.t.Helper()
		close(end)
		if err := <-held; err != nil {
			w.t.Fatal(err)
		}
	}
}

// TestTapsAreAnsweredWithinASecond (issue 3, point 8): while a turn is under way, its model
// silent and every place for turns taken; and while the database takes no write at all.
func TestTapsAreAnsweredWithinASecond(t *testing.T) {
	w := newWorld(t, func(c *bot.Config) { c.Parallel, c.TapWithin = 1, 0 })
	think := make(chan struct{})
	w.rules.When("hi").HoldUntil(think).Say("Hello.")
	ann, bob := w.person(11, "Ann"), w.person(12, "Bob")
	ann.knows("preference", "", "User likes green tea")
	list := ann.says("/memory", "User likes green tea")
	within := ann.patience(list, "You like green tea")
	bob.Say("hi")
	said := ann.Say("hi")
	w.until("the model is asked", func() bool { return len(w.model.Requests()) > 0 })
	if _, took := ann.answeredIn(list, "You like green tea"); took > within {
		t.Errorf("with a turn under way: %s", took)
	}
	ann.shows(list.ID, "the card", func(m simulator.Message) bool { _, ok := m.Button("🗑 Delete"); return ok })
	close(think)
	ann.hears(said.ID, "Hello.")
	w.settled()

	free := w.holdDatabase()
	if _, took := ann.answeredIn(list, "‹ Back"); took > within {
		t.Errorf("with a slow database: %s", took)
	}
	free()
	// What was tapped is done all the same, and the tap is not answered twice.
	ann.shows(list.ID, "the list", func(m simulator.Message) bool { _, ok := m.Button("You like green tea"); return ok })
	for _, c := range w.tele.Calls("answerCallbackQuery") {
		if c.Code != 200 {
			t.Errorf("an answer was refused: %s", c.Description)
		}
	}
}

// TestSomebodyElsesTapIsRefusedInTime: whoever taps a button that is not theirs is told so
// within a second, while another command of the group is under way and while the database
// takes no write; whose button it is, taps it as ever.
func TestSomebodyElsesTapIsRefusedInTime(t *testing.T) {
	c := newCrowd(t, func(c *bot.Config) { c.TapWithin = 0 })
	carl := c.w.in(c.Group, 13, "Carl", 0)
	c.Join(carl.Person)
	c.w.remembers("tea", "Bob (u12) likes tea", "Bob (u12)")
	c.bob.says("@keepsake_bot I like tea", "Kept:")
	list := c.bob.says("/memory", "likes tea")
	within := c.bob.patience(list, "Bob likes tea")
	refused := func(button string) {
		t.Helper()
		if note, took := carl.answeredIn(list, button); took > within || !strings.Contains(note, "somebody else") {
			t.Errorf("Carl was told %q after %s", note, took)
		}
	}
	c.w.settled()

	c.w.tele.Fail(simulator.Fault{Method: "getChatMember", Delay: 8 * time.Second})
	c.ann.Say("/settings")
	c.w.until("the command has been taken in", func() bool { return c.w.tele.PendingUpdates() == 0 })
	refused("Bob likes tea")
	if note, took := c.bob.answeredIn(list, "Bob likes tea"); took > within || note != "" {
		t.Errorf("Bob was told %q after %s", note, took)
	}
	c.bob.shows(list.ID, "the card", func(m simulator.Message) bool { _, ok := m.Button("🗑 Delete"); return ok })
	c.w.settled()

	free := c.w.holdDatabase()
	refused("🗑 Delete")
	free()
	c.w.settled()
	if len(c.kept(0)) != 1 {
		t.Error("Carl deleted it")
	}
}

// TestATapOnAnErasedPersonsButtonIsRefused: nobody knows any more whom such a message was
// sent to, and that takes a while to find out.
func TestATapOnAnErasedPersonsButtonIsRefused(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, func(c *bot.Config) { c.TapWithin = 0 })
	c.w.remembers("tea", "Bob (u12) likes tea", "Bob (u12)")
	carl := c.w.in(c.Group, 13, "Carl", 0)
	c.Join(carl.Person)
	private := c.w.person(12, "Bob")
	ask := private.says("/memory forget all", "everything")
	saved := c.bob.says("@keepsake_bot I like tea", "Kept:")
	private.taps(ask, "Yes")
	private.shows(ask.ID, "the second question", func(m simulator.Message) bool { return strings.Contains(m.Text, "Are you sure") })
	private.taps(ask, "Erase it for good")
	private.shows(ask.ID, "the receipt", func(m simulator.Message) bool { return strings.Contains(m.Text, "forgotten") })
	if tap := carl.taps(saved, "Undo"); !strings.Contains(tap.Text, "no longer know whom") {
		t.Errorf("Carl was told %q", tap.Text)
	}
}

// TestTapsWithoutAMessageAreAnswered: Telegram may send a tap with a message that it does not show any more, and one with no
// message or of an inline message. Each is answered, with a word where there is nothing the bot can do.
func TestTapsWithoutAMessageAreAnswered(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	list := ann.says("/memory", "don't remember anything")
	from := map[string]any{"id": 11, "is_bot": false, "first_name": "Ann"}
	chat := map[string]any{"id": 11, "type": "private", "first_name": "Ann"}
	const gone = "That no longer works"
	for id, tap := range map[string]struct {
		fields map[string]any
		note   string
	}{
		"901": {map[string]any{"data": "list:1"}, gone},
		"902": {map[string]any{"data": "list:1", "inline_message_id": "AAAA"}, gone},
		"903": {map[string]any{"game_short_name": "chess"}, gone},
		"904": {map[string]any{"data": "nothing:1", "message": map[string]any{"message_id": list.ID, "date": 0, "chat": chat}}, gone},
		"905": {map[string]any{"data": "list:1", "message": map[string]any{"message_id": list.ID, "date": 0, "chat": chat}}, ""},
	} {
		update := map[string]any{"id": id, "from": from, "chat_instance": "x"}
		maps.Copy(update, tap.fields)
		w.tele.Push("callback_query", update)
		note := ""
		w.until("the tap "+id+" is answered", func() bool {
			for _, c := range w.tele.Calls("answerCallbackQuery") {
				if c.Params["callback_query_id"] == id {
					note = c.Params["text"]
					return true
				}
			}
			return false
		})
		if tap.note == "" && note != "" || !strings.HasPrefix(note, tap.note) {
			t.Errorf("tap %s was answered with %q", id, note)
		}
	}
	w.settled()
}
