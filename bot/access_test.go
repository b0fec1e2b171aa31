package bot_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/bot"
	"keepsake/bot/simulator"
	"keepsake/bot/telegram"
	"keepsake/command"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/session"
	"keepsake/task"
)

func TestOwnerAccess(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) { c.Commands.Access = command.AccessOwner })
	w.rules.Otherwise().Say("At your service.")
	code, err := w.people.NewOwnerLink(context.Background(), actor.OfSystem(), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	ann, bob, eve := w.person(11, "Ann"), w.person(12, "Bob"), w.person(13, "Eve")

	bob.says("hello", "I only talk with my owner")
	bob.Say("please")
	bob.says("/memory", "I only talk with my owner")
	eve.hears(eve.StartLink("wrong").ID, "not valid any more")

	// U12: an owner finds /access in the greeting, in the menu, in /start and in /help; nobody else does.
	ann.hears(ann.StartLink(code).ID, "/access lets others in")
	w.until("the owner's menu has /access", func() bool {
		menu := w.tele.Commands(11, "en")
		return strings.Contains(menu, "Who waits to be let in") && strings.Contains(menu, "Your tasks")
	})
	ann.says("/start", "/access lets others in")
	ann.says("/help", "/access — who waits")
	if menu := w.tele.Commands(12, "en"); strings.Contains(menu, "access") {
		t.Errorf("a stranger's menu is %s", menu)
	}
	choose := ann.says("/settings", "Who may talk to me: /access")
	ann.taps(choose, "Language")
	ann.shows(choose.ID, "the choice", func(m simulator.Message) bool { return strings.Contains(m.Text, "language") })
	ann.taps(choose, "Deutsch")
	w.until("the menu is German", func() bool { return strings.Contains(w.tele.Commands(11, "en"), "hereingelassen werden will") })
	ann.shows(choose.ID, "German", func(m simulator.Message) bool { return strings.Contains(m.Text, "Sprache: Deutsch") })
	ann.taps(choose, "Sprache")
	ann.shows(choose.ID, "the choice", func(m simulator.Message) bool { return strings.Contains(m.Text, "Welche Sprache") })
	ann.taps(choose, "Wie in Telegram")
	w.until("the menu is English", func() bool { return strings.Contains(w.tele.Commands(11, "en"), "Who waits to be let in") })
	ann.says("hello", "At your service.")
	ann.hears(ann.StartLink(code).ID, "Hello, Ann")
	eve.hears(eve.StartLink(code).ID, "not valid any more")
	if n := answers(bob, "I only talk"); n != 2 {
		t.Errorf("a stranger heard the sentence %d times", n)
	}
	if n := len(w.model.Requests()); n != 1 {
		t.Errorf("the model was asked %d times", n)
	}
	p, err := w.people.Get(context.Background(), people.ID(12))
	if err != nil {
		t.Fatal(err)
	}
	p.Access = people.Blocked
	if err := w.db.People().SetAccess(context.Background(), p.ID, people.Blocked); err != nil {
		t.Fatal(err)
	}
	before := len(bob.Messages())
	bob.Say("/start")
	w.idle()
	if len(bob.Messages()) != before+1 {
		t.Error("a blocked person was answered")
	}
}

func TestGroupsHearOnePoliteSentencePerCommand(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.tele.Push("message", map[string]any{
		"message_id": 5, "date": time.Now().Unix(), "text": "just talk",
		"chat": map[string]any{"id": -100, "type": "supergroup", "title": "g"},
		"from": map[string]any{"id": 11, "is_bot": false, "first_name": "Ann"},
	})
	ann := w.person(11, "Ann")
	ann.says("/help", "/memory")
	if n := len(w.tele.Calls("sendMessage")); n != 1 {
		t.Errorf("%d messages were sent; a group's talk must be passed over", n)
	}
}

func TestStartHelpPrivacyAndUnknownCommands(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) {
		c.Commands.Privacy = command.Privacy{Where: "sqlite", Model: "models.example", Meaning: "meanings.example", Deleted: 48 * time.Hour}
	})
	ann := w.person(11, "Ann")
	ann.says("/start", "Hello, Ann")
	ann.says("/help", "/forget")
	privacy := ann.says("/privacy", "models.example")
	for _, want := range []string{"one database file", "for 2 days", "after 7 days", "carries our messages. What I remember", "a model at meanings.example that"} {
		if !strings.Contains(privacy.Text, want) {
			t.Errorf("/privacy lacks %q:\n%s", want, privacy.Text)
		}
	}
	ann.says("/frobnicate now", "I don't know the command /frobnicate")
	w.rules.Otherwise().Say("A path.")
	ann.says("/etc/passwd is a file", "A path.")
	ann.says("what does /help do?", "A path.")
	ann.says("/help@another_bot", "/forget") // nobody else is here
	if menu := w.tele.Commands(0, ""); !strings.Contains(menu, "memory") {
		t.Errorf("the menu of commands: %s", menu)
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	m := ann.says("/settings", "Settings")
	if !strings.Contains(m.Text, "English (as in Telegram)") || !strings.Contains(m.Text, "Time zone: UTC") {
		t.Errorf("settings: %s", m.Text)
	}
	shows := func(words string) {
		t.Helper()
		ann.shows(m.ID, words, func(m simulator.Message) bool { return strings.Contains(m.Text, words) })
	}
	ann.taps(m, "Hide what I kept")
	shows("kept: off")
	ann.taps(m, "Show what I kept")
	shows("kept: on")
	ann.taps(m, "Language")
	shows("Which language")
	ann.taps(m, "English")
	shows("Language: English\n")
	ann.taps(m, "Language")
	shows("Which language")
	ann.taps(m, "As in Telegram")
	shows("(as in Telegram)")
	ann.taps(m, "Time zone")
	shows("Where are you?")
	ann.taps(m, "Back")
	shows("Settings")
	ann.taps(m, "Time zone")
	shows("Where are you?")
	ann.taps(m, "Tokyo")
	shows("Asia/Tokyo")
	ann.taps(m, "Time zone")
	shows("Where are you?")
	ann.taps(m, "Type it")
	question := ann.hears(m.ID, "Reply to this message with a city")
	for _, c := range []struct{ typed, zone string }{
		{"lisbon", "Europe/Lisbon"}, {"new york", "America/New_York"}, {"EUROPE/london", "Europe/London"},
		{"UTC+2", "UTC+2"}, {"gmt -03:00", "UTC-3"}, {"+5:30", "UTC+5:30"}, {"graz", "Europe/Vienna"}, {"new delhi", "Asia/Kolkata"}, {"北京", "Asia/Shanghai"}, {"utc", "UTC"}, {"port of spain", "America/Port_of_Spain"},
	} {
		ann.hears(ann.Reply(question.ID, c.typed).ID, "Time zone: "+c.zone+",")
	}
	ann.hears(ann.Reply(question.ID, "Atlantis").ID, "don't know that time zone")
	tap, err := ann.PressData(m.ID, "ancient:thing")
	if err != nil {
		t.Fatal(err)
	}
	if tap, err = ann.AwaitAnswer(w.ctx(), tap); err != nil || !strings.Contains(tap.Text, "no longer works") {
		t.Errorf("an unknown button: %q %v", tap.Text, err)
	}
}

func TestTasksWithDoneButtonsAndReminders(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	ann.says("/tasks", "Nothing to do")
	ctx := context.Background()
	for i := range 10 {
		title := "Task number " + string(rune('A'+i))
		if _, err := w.tasks.Create(ctx, actor.OfSystem(), task.Draft{
			Person: people.ID(11), Store: botName, Title: title, Bot: botName, Chat: 11, Zone: time.UTC,
		}); err != nil {
			t.Fatal(err)
		}
	}
	list := ann.says("/tasks", "Your tasks")
	ann.taps(list, "Task number A")
	ann.shows(list.ID, "one less", func(m simulator.Message) bool { return !strings.Contains(m.Text, "• Task number A") })
	ann.taps(list, "Not done: Task number A")
	ann.shows(list.ID, "all again", func(m simulator.Message) bool { return strings.Contains(m.Text, "• Task number A") })
	ann.taps(list, "▶️")
	ann.shows(list.ID, "page 2", func(m simulator.Message) bool { return strings.Contains(m.Text, "• Task number J") })

	if _, err := w.tasks.Create(ctx, actor.OfSystem(), task.Draft{
		Person: people.ID(11), Store: botName, Title: "Call Sarah", Due: w.now().Add(time.Hour).Format("2006-01-02 15:04"),
		Bot: botName, Chat: 11, Zone: time.UTC,
	}); err != nil {
		t.Fatal(err)
	}
	w.later(2 * time.Hour)
	if n, err := w.tasks.Remind(ctx, actor.OfSystem(), w.now()); err != nil || n != 1 {
		t.Fatalf("reminders: %d %v", n, err)
	}
	reminder := ann.hears(list.ID, "Call Sarah")
	overdue := ann.says("/tasks", "was due")
	if !strings.Contains(overdue.Text, "Call Sarah") {
		t.Errorf("overdue: %s", overdue.Text)
	}
	now, _ := w.tele.Message(11, reminder.ID)
	ann.taps(reminder, now.Buttons[0][0].Text)
	ann.hears(reminder.ID, "Done: Call Sarah")
}

func TestTelegramTroubles(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	// 429 is waited for exactly, and the text arrives.
	w.tele.Fail(simulator.Fault{Method: "sendMessage", Code: 429, RetryAfter: 1})
	start := time.Now()
	ann.says("/help", "/forget")
	if waited := time.Since(start); waited < time.Second {
		t.Errorf("a 429 was waited for only %s", waited)
	}
	// A gateway error is tried again. A cut line leaves open whether the answer was sent: it
	// is not sent again, and the person asks again.
	w.tele.Fail(simulator.Fault{Method: "sendMessage", Code: 502})
	ann.says("/privacy", "Who reads along")
	w.tele.Fail(simulator.Fault{Method: "sendMessage", CutBefore: true})
	ann.Say("/usage")
	w.idle()
	if n := answers(ann, "Messages:"); n != 0 {
		t.Errorf("an answer whose outcome is unknown was sent %d times more", n)
	}
	ann.says("/usage", "Messages:")
	// The final text of a turn arrives whatever happens to its edit.
	w.rules.Otherwise().Say("The answer.")
	w.tele.Fail(simulator.Fault{Method: "editMessageText", Code: 500, Times: 2})
	w.tele.Fail(simulator.Fault{Method: "sendMessage", CutAfter: true})
	ann.says("question", "The answer.")
	if n := answers(ann, "The answer."); n != 1 {
		t.Errorf("answered %d times", n)
	}
	// Who blocked the bot costs nothing and hears again after unblocking.
	bob := w.person(12, "Bob")
	bob.Block()
	bob.Say("/help")
	w.idle()
	bob.Unblock()
	bob.says("/help", "/forget")
	if log := w.log.String(); strings.Contains(log, w.tele.Token()) {
		t.Error("the token is in the log")
	}
}

// The limit of the whole bot holds for all calls that are made by themselves: typing is
// left out where there is no room for it.
func TestTypingKeepsTheLimit(t *testing.T) {
	t.Parallel()
	const overall, chats = 10, 20
	w := newWorld(t, func(c *bot.Config) { c.Limits = telegram.Limits{Overall: overall} })
	w.rules.Otherwise().Say("The answer.")
	var all []*chatter
	start := time.Now()
	for i := range chats {
		p := w.person(int64(100+i), "Somebody")
		p.Say("question")
		all = append(all, p)
	}
	for _, p := range all {
		p.hears(0, "The answer.")
	}
	made, elapsed := 0, time.Since(start)
	for _, method := range []string{"sendMessage", "editMessageText", "sendChatAction"} {
		made += len(w.tele.Calls(method))
	}
	if most := overall + int(overall*elapsed.Seconds()) + 1; made > most {
		t.Errorf("%d calls in %s, of at most %d", made, elapsed, most)
	}
}

func TestAPersonDeletedThePlaceholder(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.Otherwise().Say("The answer.")
	w.tele.Fail(simulator.Fault{Method: "editMessageText", Code: 400, Description: "Bad Request: message to edit not found"})
	ann := w.person(11, "Ann")
	ann.says("question", "The answer.")
}

func TestDoubleTapsAreOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	m := ann.knows("person", "", "Sarah works on the Sales team")
	card := ann.says("/memory show "+m.ID, "Sarah")
	w.shutdown() // both taps wait together
	for range 2 {
		if _, err := ann.PressData(card.ID, "edit:"+m.ID); err != nil {
			t.Fatal(err)
		}
	}
	w.start()
	ann.hears(card.ID, "What shall it say?")
	if err := w.tele.WaitFor(w.ctx(), func() bool { return len(w.tele.UnansweredTaps()) == 0 }); err != nil {
		t.Fatal(err)
	}
	w.idle()
	if n := answers(ann, "What shall it say?"); n != 1 {
		t.Errorf("asked %d times", n)
	}
}

func TestProbe(t *testing.T) {
	t.Parallel()
	srv := simulator.New(simulator.Options{})
	defer srv.Close()
	standing, err := telegram.Probe(context.Background(), nil, srv.URL(), srv.Token())
	if err != nil || standing.Username != "keepsake_bot" {
		t.Errorf("%+v %v", standing, err)
	}
	_, err = telegram.Probe(context.Background(), nil, srv.URL(), "1:wrong")
	if err == nil || strings.Contains(err.Error(), "wrong") {
		t.Errorf("a wrong token: %v", err)
	}
}

func TestNewRefusesBadConfiguration(t *testing.T) {
	t.Parallel()
	for _, c := range []bot.Config{{}, {Token: "1:x"}, {Token: "1:x", Name: "n", Commands: &command.Service{Name: "n", Access: "everybody"}}} {
		if _, err := bot.New(c); err == nil {
			t.Errorf("%+v was taken", c)
		}
	}
}

func TestForgettingReachesThePrompt(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.When("remember").Call("add_to_memory", map[string]any{"content": "User plays the theremin", "category": "context"})
	w.rules.WhenResult("add_to_memory", "").Say("Kept.")
	w.rules.Otherwise().Say("Hm.")
	ann := w.person(11, "Ann")
	ann.says("remember that I play the theremin", "Kept: You play the theremin")
	ms, _, err := w.memory.List(context.Background(), memory.ActiveQuery(ann.scopes()...))
	if err != nil || len(ms) != 1 {
		t.Fatal(err, len(ms))
	}
	ann.says("/memory delete "+ms[0].ID, "Deleted")
	ann.says("what do you know?", "Hm.")
	if body := w.model.LastRequest().Body; strings.Contains(body, "theremin") {
		t.Error("the next prompt still holds what was forgotten")
	}
	if _, err := w.sessions.Current(context.Background(), session.Place{Bot: botName, Chat: 11}, people.ID(11)); err != nil {
		t.Error(err)
	}
}
