package bot_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"keepsake/agent"
	"keepsake/bot"
	"keepsake/bot/simulator"
	"keepsake/people"
	"keepsake/session"
	"keepsake/store"
	"keepsake/usage"
)

func limits(l usage.Limits) func(*bot.Config) {
	return func(c *bot.Config) {
		c.Usage = usage.New(usage.Config{Store: c.Tx.(*store.DB).Usage(), Limits: l, Now: c.Now})
		c.Agent.Usage, c.Commands.Usage, c.Commands.Forget.Usage = c.Usage, c.Usage, c.Usage
	}
}

func (w *world) today(subject string) usage.Day {
	w.t.Helper()
	d, _, err := w.usage.Today(context.Background(), usage.Payer{Bot: botName, Subject: subject, Zone: time.UTC})
	if err != nil {
		w.t.Fatal(err)
	}
	return d
}

// evening moves the clock to the next day at six in the evening, for everybody here.
func (w *world) evening() {
	now := w.now()
	w.later(now.Truncate(24 * time.Hour).Add(42 * time.Hour).Sub(now))
}

// tomorrow moves the clock to an hour after the next midnight.
func (w *world) tomorrow() {
	now := w.now()
	w.later(now.Truncate(24 * time.Hour).Add(25 * time.Hour).Sub(now))
}

// Issue 3, point 4: friendly words at the limit, and what was written is not lost.
func TestTheMessagesOfADayAreUsedUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t, limits(usage.Limits{Person: usage.Quota{Messages: 2}}))
	w.rules.Otherwise().Say("I see.")
	ann, bob := w.person(11, "Ann"), w.person(12, "Bob")
	w.evening() // an hour later is the same day, tomorrow the same conversation
	ann.says("one", "I see.")
	ann.says("/usage", "Messages: 1 of 2")
	ann.says("two", "I see.")
	held := ann.says("the third thing", "used up")
	for _, want := range []string{"00:00", "is safe", "/memory", "/usage"} {
		if !strings.Contains(held.Text, want) {
			t.Errorf("at the limit %q lacks %q", held.Text, want)
		}
	}
	asked := len(w.model.Requests())
	ann.says("/memory", "don't remember anything")
	ann.says("/settings", "Settings")
	if len(w.model.Requests()) != asked {
		t.Error("the model was asked over the limit")
	}
	bob.says("hello", "I see.") // his day is his own
	w.restart()
	ann.Say("after a restart")
	ann.Say("and once more")
	w.idle()
	if n := answers(ann, "used up"); n != 1 {
		t.Errorf("told %d times within an hour", n)
	}
	w.later(time.Hour)
	ann.says("an hour later", "used up")
	w.tomorrow()
	ann.says("what did I say?", "I see.")
	if p := w.model.LastRequest().Prompt.Text; !strings.Contains(p, "the third thing") || !strings.Contains(p, "after a restart") {
		t.Error("what was written at the limit is not read along")
	}
	if d := w.today(people.ID(11)); d.Messages != 1 {
		t.Errorf("counted %d messages today", d.Messages)
	}
}

// Of a burst as much is answered as there is room for; the rest hears why not.
func TestABurstOverTheLimit(t *testing.T) {
	t.Parallel()
	w := newWorld(t, limits(usage.Limits{Person: usage.Quota{Messages: 2}}))
	w.rules.Otherwise().Say("I see.")
	ann := w.person(11, "Ann")
	w.shutdown()
	for _, s := range []string{"alpha", "beta", "gamma", "delta"} {
		ann.Say(s)
	}
	w.start()
	ann.hears(0, "I see.")
	ann.hears(0, "used up")
	w.idle()
	if p := w.model.LastRequest().Prompt.Text; !strings.Contains(p, "beta") || strings.Contains(p, "gamma") {
		t.Error("another part of the burst was answered")
	}
	if d := w.today(people.ID(11)); d.Messages != 2 || len(w.model.Requests()) != 1 {
		t.Errorf("counted %d, asked %d times", d.Messages, len(w.model.Requests()))
	}
}

// The tokens of a day end a turn that is under way, honestly: what was done stays done.
func TestTheTokensOfADayEndATurn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, limits(usage.Limits{Person: usage.Quota{Tokens: 100}}))
	w.remembers("tea", "User likes tea", "")
	ann := w.person(11, "Ann")
	cut := ann.says("remember that I like tea", "in the middle of this answer")
	if !strings.Contains(cut.Text, "Kept: You like tea") {
		t.Errorf("what was done is not shown: %q", cut.Text)
	}
	w.idle()
	d := w.today(people.ID(11))
	if len(w.model.Requests()) != 1 || d.Calls != 1 || d.Tokens() < 100 || w.today("").Tokens() != d.Tokens() {
		t.Errorf("asked %d times, counted %+v", len(w.model.Requests()), d)
	}
	if got := ann.remembered(); len(got) != 1 {
		t.Errorf("remembered %v", got)
	}
	ann.says("and coffee", "our limit for today")
	ann.says("/memory delete "+w.firstMemory(ann), "Deleted")
	ann.says("/usage", "of 100")
}

func (w *world) firstMemory(c *chatter) string {
	w.t.Helper()
	list := c.says("/memory list", "[")
	return between(list.Text, "[", "]")
}

// Every call counts: of the turn's steps, and of a summary in the background.
func TestEveryCallCounts(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) { c.Agent.Config.WindowTrigger = 60 })
	w.rules.Otherwise().Say("Something or other that fills the window quite a lot, so that it has to be cut soon.")
	ann := w.person(11, "Ann")
	for range 4 {
		ann.says("another thing that I would like to tell you about at some length, if I may", "Something")
	}
	w.idle()
	before := w.today(people.ID(11))
	s, err := w.sessions.Current(context.Background(), session.Place{Bot: botName, Chat: 11}, people.ID(11))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.agent().Tidy(context.Background(), s.ID); err != nil {
		t.Fatal(err)
	}
	prompt, answer := 0, 0
	for _, r := range w.model.Requests() {
		prompt, answer = prompt+r.Usage.Prompt, answer+r.Usage.Answer
	}
	d := w.today(people.ID(11))
	if before.Calls != 4 || d.Calls <= 4 || d.Calls != len(w.model.Requests()) || d.Prompt != prompt || d.Answer != answer || d.Cached == 0 {
		t.Errorf("counted %+v, then %+v; the endpoint %d calls, %d and %d tokens", before, d, len(w.model.Requests()), prompt, answer)
	}
}

func (w *world) agent() *agent.Agent { return w.parts.Agent }

// A group's day is the group's, whoever speaks; a person's own is not touched by it, nor
// the other way round. Owners are never held up by a quota.
func TestAGroupsDay(t *testing.T) {
	t.Parallel()
	w := newWorld(t, limits(usage.Limits{Person: usage.Quota{Messages: 1}, Group: usage.Quota{Messages: 2}}))
	w.rules.Otherwise().Say("I see.")
	c := w.crowd(-500)
	c.ann.says("@keepsake_bot one", "I see.")
	c.bob.says("@keepsake_bot two", "I see.")
	held := c.bob.says("@keepsake_bot three", "This group has used up its messages to me for today")
	if held.ReplyTo == 0 {
		t.Error("it is not seen whom it answers")
	}
	c.ann.Say("@keepsake_bot and I?")
	w.idle()
	if n := answers(c.ann, "has used up"); n != 1 {
		t.Errorf("the group is told %d times", n)
	}
	c.ann.says("/usage", "Messages: 2 of 2")
	bob := w.person(12, "Bob")
	bob.says("hello", "I see.")
	bob.says("hello", "You've used up your messages to me for today")
	p, err := w.people.Get(context.Background(), people.ID(11))
	if err != nil {
		t.Fatal(err)
	}
	p.Access = people.Owner
	if err := w.db.People().SetAccess(context.Background(), p.ID, people.Owner); err != nil {
		t.Fatal(err)
	}
	c.ann.says("@keepsake_bot four", "I see.")
	ann := w.person(11, "Ann")
	ann.says("one", "I see.")
	ann.says("two", "I see.")
	whole := ann.says("/usage", "All of us together")
	if !strings.Contains(whole.Text, "Messages: 6") || strings.Contains(whole.Text, "of 1") {
		t.Errorf("an owner's usage: %s", whole.Text)
	}
	c.Migrate(-100900)
	w.idle()
	c.bob.says("/usage", "Messages: 3 of 2")
}

// The cap holds for everybody, the owner hears of it once; the daily line comes in the
// morning of who wants it, once.
func TestTheCapAndTheDailyLine(t *testing.T) {
	t.Parallel()
	w, olga := owned(t, limits(usage.Limits{Cap: 1}))
	w.evening()
	olga.says("hello", "At your service.")
	if err := w.usage.Spend(context.Background(), usage.Payer{Bot: botName}, usage.Count{Calls: 1, Prompt: 1234567, Cached: 7, Cost: 1.25}); err != nil {
		t.Fatal(err)
	}
	olga.says("hello", "My budget is used up")
	if u := olga.says("/usage", "Cap: 1.00 USD a day"); !strings.Contains(u.Text, "Cost: 1.25 USD") || !strings.Contains(u.Text, "1\u202f23") {
		t.Errorf("usage: %s", u.Text)
	}
	tells := func(want int) {
		t.Helper()
		if n, err := w.parts.Commands.TellOwners(context.Background()); err != nil || n != want {
			t.Errorf("told %d, want %d (%v)", n, want, err)
		}
	}
	tells(1)
	olga.hears(0, "The spending cap is reached")
	tells(0)
	set := olga.says("/settings", "Settings")
	olga.taps(set, "A line about each day")
	olga.shows(set.ID, "that it is on", func(m simulator.Message) bool {
		return strings.Contains(m.Buttons[len(m.Buttons)-1][0].Text, "No line")
	})
	w.tomorrow() // one o'clock at night
	tells(0)
	w.later(7 * time.Hour) // eight
	tells(0)
	w.later(90 * time.Minute)
	tells(1)
	line := olga.hears(0, "cost: 1.25 USD")
	if !strings.Contains(line.Text, "calls of the model: 2") {
		t.Errorf("the line: %s", line.Text)
	}
	w.restart()
	tells(0)
	olga.says("hello again", "At your service.")
	w.later(24 * time.Hour)
	tells(1)
	olga.taps(set, "No line")
	w.tomorrow()
	w.later(12 * time.Hour)
	tells(0)
	stranger := w.person(12, "Bob")
	stranger.says("/usage", "I only talk with my owner")
	if _, err := stranger.PressData(stranger.Last().ID, "set:daily.on"); err != nil {
		t.Fatal(err)
	}
	w.idle()
}

// Forgetting everything leaves today's numbers, or a limit could be reset by it, and
// destroys those of other days.
func TestForgettingAllLeavesTodaysNumbers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, limits(usage.Limits{Person: usage.Quota{Messages: 1}}))
	w.rules.Otherwise().Say("I see.")
	ann := w.person(11, "Ann")
	ann.says("one", "I see.")
	w.tomorrow()
	ann.says("one", "I see.")
	ask := ann.says("/memory forget all", "erases")
	ann.taps(ask, "Yes, erase everything")
	ann.shows(ask.ID, "the second question", func(m simulator.Message) bool { return strings.Contains(m.Text, "Are you sure") })
	ann.taps(ask, "Erase it for good")
	ann.shows(ask.ID, "the receipt", func(m simulator.Message) bool { return strings.Contains(m.Text, "I have forgotten you") })
	ann.says("again?", "used up")
	c, err := w.db.Usage().Sum(context.Background(), botName, people.ID(11), time.Time{}, w.now().Add(48*time.Hour))
	if err != nil || c.Messages != 1 {
		t.Errorf("kept %+v %v", c, err)
	}
}
