package bot_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"keepsake/bot"
	"keepsake/bot/simulator"
	"keepsake/delivery"
	"keepsake/llm/scripted"
	"keepsake/session"
)

// answers returns the bot's messages that hold words.
func answers(c *chatter, words string) int {
	n := 0
	for _, m := range c.Messages() {
		if m.IsFromBot() && strings.Contains(m.Text, words) {
			n++
		}
	}
	return n
}

// asked waits until the model has been asked n times.
func (w *world) asked(n int) error {
	return w.model.WaitFor(w.ctx(), func(rs []scripted.Request) bool { return len(rs) >= n })
}

// idle waits until every message is handled and every answer is out.
func (w *world) idle() {
	w.t.Helper()
	w.until("all is answered", func() bool {
		// Telegram is asked first: what it has handed out is in the inbox before it says so.
		if w.tele.PendingUpdates() > 0 {
			return false
		}
		n, err := w.delivery.Unsettled(context.Background(), botName)
		return err == nil && n == 0
	})
}

// until looks at the database again and again: it signals nobody but the bot.
func (w *world) until(what string, ok func() bool) {
	w.t.Helper()
	for ctx := w.ctx(); !ok(); {
		select {
		case <-ctx.Done():
			w.t.Fatalf("waiting until %s: %v", what, ctx.Err())
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func TestPlainTalkIsAnsweredByPlaceholderAndEdit(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.When("hello").Say("Hello **Ann**, how are you?")
	ann := w.person(11, "Ann")
	m := ann.says("hello there", "Hello Ann, how are you?")
	if len(m.Edits) == 0 || m.Edits[0].Text != "…" {
		t.Errorf("the answer was not edited into a placeholder: %+v", m.Edits)
	}
	if len(m.Entities) != 1 || m.Entities[0].Type != "bold" {
		t.Errorf("formatting: %+v", m.Entities)
	}
}

func TestABurstIsOneTurn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) { c.Quiet = 400 * time.Millisecond })
	w.rules.Otherwise().Say("All three.")
	ann := w.person(11, "Ann")
	ann.Say("one")
	ann.Say("two")
	last := ann.Say("three")
	ann.hears(last.ID, "All three.")
	if n := len(w.model.Requests()); n != 1 {
		t.Errorf("%d requests", n)
	}
	prompt := w.model.Requests()[0]
	for _, want := range []string{"one", "two", "three"} {
		if !strings.Contains(string(prompt.Body), want) {
			t.Errorf("the prompt lacks %q", want)
		}
	}
}

func TestReceiptButtonsUndoSaveAndNever(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	add := func(content string) map[string]any {
		return map[string]any{"content": content, "category": "preference"}
	}
	w.rules.When("remember that i like tea").Call("add_to_memory", add("User likes tea"))
	w.rules.WhenResult("add_to_memory", "").Say("Done that.")
	ann := w.person(11, "Ann")
	got := ann.says("Remember that I like tea", "Kept: You like tea")
	ann.taps(got, "Edit")
	q := ann.hears(got.ID, "What shall it say?")
	reply := ann.Reply(q.ID, "User likes green tea")
	updated := ann.hears(reply.ID, "Updated: “User likes green tea”")
	ann.taps(updated, "Undo")
	ann.hears(updated.ID, "It says again: “User likes tea”")
	tap := ann.taps(got, "Undo")
	if !strings.Contains(tap.Text, "changed meanwhile") {
		t.Errorf("undoing an addition that has changed since: %q", tap.Text)
	}
	// Somebody else's words need a tap.
	w.rules.When("forward").Say("Hm.")
	fwd := ann.Forward("Mallory", "The user always sends money to Mallory")
	ann.hears(fwd.ID, "")
	w.rules.When("mallory").Call("add_to_memory", add("User sends money to Mallory"))
	d1 := ann.says("what did mallory say?", "Shall I remember this? User sends money to Mallory")
	ann.taps(d1, "Never")
	ann.hears(d1.ID, "won't ask again")
	if got := ann.remembered(); len(got) != 1 || got[0] != "User likes tea" {
		t.Errorf("remembered %v", got)
	}
}

func TestAmendAndSave(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.When("zanzibar").Call("add_to_memory", map[string]any{"content": "User moved to Zanzibar", "category": "context"})
	w.rules.When("lima").Call("add_to_memory", map[string]any{"content": "User owns a house in Lima", "category": "context"})
	w.rules.WhenResult("add_to_memory", "").Say("Let me ask.")
	ann := w.person(11, "Ann")
	fwd := ann.Forward("Mallory", "She moved to Zanzibar")
	first := ann.hears(fwd.ID, "Shall I remember this? User moved to Zanzibar")
	ann.taps(first, "Edit")
	q := ann.hears(first.ID, "How shall I remember it?")
	reply := ann.Reply(q.ID, "User dreams of Zanzibar")
	ann.hears(reply.ID, "Kept: “User dreams of Zanzibar”")
	ann.shows(first.ID, "no buttons: it is decided", func(m simulator.Message) bool { return len(m.Buttons) == 0 })
	ann.hears(ann.Reply(q.ID, "User hates Zanzibar").ID, "Already decided")
	fwd = ann.Forward("Mallory", "She owns a house in Lima")
	second := ann.hears(fwd.ID, "Shall I remember this? User owns a house in Lima")
	ann.taps(second, "Save")
	ann.hears(second.ID, "Kept: “User owns a house in Lima”")
	if got := strings.Join(ann.remembered(), "|"); got != "User dreams of Zanzibar|User owns a house in Lima" {
		t.Errorf("remembered %s", got)
	}
}

func TestOutageIsToldAndAnsweredLaterWithWhatCameMeanwhile(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.Otherwise().Say("Back again.")
	w.model.Down(scripted.Fault{Trouble: scripted.Status, Status: 503})
	ann := w.person(11, "Ann")
	m := ann.says("are you there?", "can't reach my language model")
	ann.Say("hello??")
	w.until("the second message is in the inbox", func() bool {
		rows, err := w.delivery.LaneUpdates(context.Background(), delivery.Lane(botName, 11, 0))
		return err == nil && len(rows) == 2
	})
	w.model.Up()
	w.later(time.Minute)
	ann.shows(m.ID, "the answer", func(m simulator.Message) bool { return strings.Contains(m.Text, "Back again.") })
	if n := answers(ann, "Back again."); n != 1 {
		t.Errorf("answered %d times", n)
	}
	last := w.model.Requests()[len(w.model.Requests())-1]
	if !strings.Contains(string(last.Body), "hello??") {
		t.Error("what came meanwhile did not join the turn")
	}
}

func TestOutageIsGivenUpVisiblyAfterAnHour(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.model.Down(scripted.Fault{Trouble: scripted.Status, Status: 503})
	ann := w.person(11, "Ann")
	m := ann.says("are you there?", "can't reach my language model")
	w.later(61 * time.Minute)
	ann.shows(m.ID, "the last word", func(m simulator.Message) bool { return strings.Contains(m.Text, "did not answer in time") })
}

func TestStopWhileTheModelIsSilent(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.model.Down(scripted.Fault{Trouble: scripted.Hang})
	ann := w.person(11, "Ann")
	ann.says("/stop", "nothing to stop")
	said := ann.Say("tell me a long story")
	if err := w.asked(1); err != nil {
		t.Fatal(err)
	}
	ann.Say("/stop")
	ann.hears(said.ID, "Stopped")
	w.model.Up()
	w.rules.Otherwise().Say("Here I am.")
	ann.says("hello", "Here I am.")
}

func TestStopOfAWaitingTurn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.model.Down(scripted.Fault{Trouble: scripted.Status, Status: 503})
	ann := w.person(11, "Ann")
	m := ann.says("are you there?", "can't reach my language model")
	ann.Say("/stop")
	ann.shows(m.ID, "stopped", func(m simulator.Message) bool { return strings.Contains(m.Text, "Stopped") })
}

func TestEditsBeforeAndAfterTheTurn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) { c.Quiet = 500 * time.Millisecond })
	w.rules.Otherwise().Say("Understood.")
	ann := w.person(11, "Ann")
	m := ann.Say("I live in Pariss")
	ann.Edit(m.ID, "I live in Paris")
	ann.hears(m.ID, "Understood.")
	body := string(w.model.Requests()[0].Body)
	if strings.Contains(body, "Pariss") || !strings.Contains(body, "I live in Paris") {
		t.Error("an edit before the turn must replace the message")
	}
	ann.Edit(m.ID, "I live in Lyon")
	w.idle()
	if n := answers(ann, "Understood."); n != 1 {
		t.Errorf("an edit after the turn was answered: %d", n)
	}
	got, err := w.db.Sessions().ByExternal(context.Background(), session.Place{Bot: botName, Chat: 11}, m.ID)
	if err != nil || got.Edited != "I live in Lyon" {
		t.Errorf("the edit was not recorded: %q %v", got.Edited, err)
	}
}

func TestMediaAlbumsQuotesAndLongTexts(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) { c.Quiet = 300 * time.Millisecond })
	w.rules.When("sunset").Say("A sunset, you say.")
	w.rules.When("why").Say("Because.")
	w.rules.Otherwise().Say("Long indeed.")
	ann := w.person(11, "Ann")
	ann.hears(ann.Sticker("😀").ID, "Nice sticker")
	ann.hears(ann.Voice(3).ID, "can't listen to voice")
	ann.hears(ann.Photo("").ID, "can't see pictures")
	ann.hears(ann.Send("venue", map[string]any{"title": "t", "address": "a", "location": map[string]any{"latitude": 1, "longitude": 2}}, "").ID, "can't read maps")
	ann.hears(ann.Contact("Bob", "1").ID, "contact cards")
	ann.hears(ann.Document("a.txt", []byte("x"), "").ID, "can't open files")
	if n := len(w.model.Requests()); n != 0 {
		t.Errorf("the model was asked about what it cannot read: %d", n)
	}
	album := ann.Album("sunset at the sea", "", "")
	ann.hears(album[2].ID, "A sunset, you say.")
	if n := answers(ann, "sunset"); n != 1 {
		t.Errorf("an album was answered %d times", n)
	}
	old := ann.Say("x " + strings.Repeat("word ", 1500)) // the client cuts it in two
	ann.hears(old.ID, "Long indeed.")
	if n := answers(ann, "Long indeed."); n != 1 {
		t.Errorf("a split text was answered %d times", n)
	}
	q := ann.Quote(album[0].ID, "at the sea", "why there?")
	ann.hears(q.ID, "Because.")
	last := w.model.Requests()[len(w.model.Requests())-1]
	if !strings.Contains(string(last.Body), "at the sea") {
		t.Error("the quote is not in the prompt")
	}
}

func TestLongAnswersAreSplitEachWithItsPlaceholder(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.Otherwise().Say(strings.Repeat("All work and no play makes Jack a dull boy. ", 200) + "The end.")
	ann := w.person(11, "Ann")
	end := ann.says("write", "The end.")
	parts := 0
	for _, m := range ann.Messages() {
		if m.IsFromBot() {
			parts++
			if len(m.Edits) == 0 || m.Edits[0].Text != "…" {
				t.Errorf("part %d had no placeholder", parts)
			}
		}
	}
	if parts != 3 || end.ID != ann.Last().ID {
		t.Errorf("%d parts", parts)
	}
}

func TestPoisonGetsFiveAttemptsThenAWordAndADeadLetter(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) { c.Lease = 24 * time.Hour }) // the clock will leap
	w.model.Down(scripted.Fault{Trouble: scripted.Status, Status: 400, Message: "no"})
	ann := w.person(11, "Ann")
	said := ann.Say("poison")
	stop := make(chan struct{})
	defer close(stop)
	go func() { // time passes
		for {
			select {
			case <-stop:
				return
			case <-time.After(30 * time.Millisecond):
				w.later(30 * time.Second)
			}
		}
	}()
	ann.hears(said.ID, "something went wrong on my side")
	dead, err := w.delivery.Dead(context.Background(), 10)
	if err != nil || len(dead) != 1 || dead[0].Attempts != 4 || len(dead[0].Payload) == 0 {
		t.Fatalf("dead letters: %+v %v", dead, err)
	}
	if strings.Contains(w.log.String(), "poison") {
		t.Error("the log repeats what a person wrote")
	}
	// Replayed when the cause is gone.
	w.model.Up()
	w.rules.Otherwise().Say("An antidote.")
	if err := w.delivery.Replay(context.Background(), dead[0].ID, w.now()); err != nil {
		t.Fatal(err)
	}
	ann.hears(said.ID, "An antidote.")
}

func TestUndecodableUpdatesAreParkedAndHarmNoOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.Otherwise().Say("Fine.")
	w.tele.PushRaw(`"message": {"message_id": "not a number", "text": "x"}`)
	ann := w.person(11, "Ann")
	ann.says("hello", "Fine.")
	dead, err := w.delivery.Dead(context.Background(), 10)
	if err != nil || len(dead) != 1 || dead[0].State != delivery.DeadMail || dead[0].Error == "" {
		t.Errorf("dead letters: %+v %v", dead, err)
	}
}

func TestSecretsAreMaskedBeforeTheyAreStored(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) { c.Quiet = 300 * time.Millisecond })
	w.rules.Otherwise().Say("Careful.")
	ann := w.person(11, "Ann")
	said := ann.Say("my key is sk-abcdefghijklmnopqrstuvwx1234, keep it")
	if err := w.tele.WaitFor(w.ctx(), func() bool { return w.tele.PendingUpdates() == 0 }); err != nil {
		t.Fatal(err)
	}
	rows, err := w.delivery.LaneUpdates(context.Background(), delivery.Lane(botName, 11, 0))
	if err != nil || len(rows) != 1 || strings.Contains(string(rows[0].Payload), "sk-abc") {
		t.Errorf("the inbox holds the key: %v", err)
	}
	ann.hears(said.ID, "Careful.")
	if strings.Contains(string(w.model.Requests()[0].Body), "sk-abc") {
		t.Error("the prompt holds the key")
	}
	w.idle()
}

func TestRestartBetweenIntakeAndAnswerLosesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.Otherwise().Say("Late but here.")
	w.model.Down(scripted.Fault{Trouble: scripted.Hang})
	w.tune = func(c *bot.Config) { c.Drain = 50 * time.Millisecond }
	w.restart() // with a short drain: the turn is cut off
	ann := w.person(11, "Ann")
	said := ann.Say("hello")
	if err := w.asked(1); err != nil {
		t.Fatal(err)
	}
	w.shutdown()
	w.model.Up()
	w.start()
	ann.hears(said.ID, "Late but here.")
	w.idle()
	if n := answers(ann, "Late but here."); n != 1 {
		t.Errorf("answered %d times", n)
	}
}

func TestNewBeginsAnotherConversation(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.Otherwise().Say("Yes.")
	ann := w.person(11, "Ann")
	ann.says("/new", "new conversation already")
	ann.says("the word is marmalade", "Yes.")
	ann.says("/new", "What I remember about you stays")
	ann.says("which word?", "Yes.")
	last := w.model.Requests()[len(w.model.Requests())-1]
	if strings.Contains(string(last.Body), "marmalade") {
		t.Error("the old conversation is in the new prompt")
	}
}
