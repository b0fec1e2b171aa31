package bot_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/bot"
	"keepsake/bot/simulator"
	"keepsake/command"
)

func TestAGroupTakesEverythingAlongToItsNewNumber(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	c := w.crowd(-500)
	w.remembers("remember", "The group meets on Friday", "")
	w.rules.Otherwise().Say("I see.")
	c.bob.says("@keepsake_bot remember that the group meets on Friday", "Kept:")
	set := c.ann.says("/settings", "Settings of this group")
	c.ann.taps(set, "mentions and replies only")
	c.ann.shows(set.ID, "the change", func(m simulator.Message) bool { return strings.Contains(m.Text, "off") })
	w.idle()
	c.Migrate(-100777)
	w.idle()
	c.bob.says("/memory", "meets on Friday")
	c.bob.says("@keepsake_bot what do you know?", "I see.")
	if p := w.model.LastRequest().Prompt.Text; !strings.Contains(p, "remember that the group meets") {
		t.Error("the conversation did not come along")
	}
	if s, err := w.people.Chat(context.Background(), botName, -100777); err != nil || s.ByName {
		t.Errorf("settings %+v %v", s, err)
	}
	if old := (&crowd{Group: w.tele.Group(-100777, ""), w: w}); len(old.kept(0)) != 1 {
		t.Error("memory is elsewhere")
	}
}

// A message that is refused because the group moved brings the news by itself.
func TestTheNewsOfAMoveComesWithA400(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	c := w.crowd(-500)
	w.remembers("remember", "The group meets on Friday", "")
	c.bob.says("@keepsake_bot remember that the group meets on Friday", "Kept:")
	w.idle()
	w.shutdown()
	c.Migrate(-100777)
	_, err := w.reopen().Put(context.Background(), send(-500, "The news."))
	if err != nil {
		t.Fatal(err)
	}
	// The updates that tell are never seen.
	resp, err := http.Get(w.tele.URL() + "/bot" + w.tele.Token() + "/deleteWebhook?drop_pending_updates=true")
	if err != nil || w.tele.PendingUpdates() != 0 {
		t.Fatal(err, w.tele.PendingUpdates())
	}
	_ = resp.Body.Close()
	w.run()
	c.ann.hears(0, "The news.")
	c.ann.says("/memory", "meets on Friday")
}

func TestClosedChatsFailOnceAndComeBack(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	c.w.rules.Otherwise().Say("Here again.")
	c.KickBot(c.ann.Person)
	c.w.idle()
	before := len(c.w.tele.Calls("sendMessage"))
	for range 5 {
		if _, err := c.w.delivery.Put(context.Background(), send(c.ID(), "nobody hears")); err != nil {
			t.Fatal(err)
		}
	}
	c.w.settled()
	if n := len(c.w.tele.Calls("sendMessage")) - before; n != 0 {
		t.Errorf("%d messages were tried", n)
	}
	c.AddBot(c.bob.Person)
	m := c.bob.hears(0, "a companion that remembers")
	c.bob.hears(c.bob.Say("@keepsake_bot hi").ID, "Here again.")
	_ = m

	ann := c.w.person(11, "Ann")
	ann.says("hi", "Here again.")
	c.w.tele.Fail(simulator.Fault{Method: "sendMessage", Chat: 11, Code: 403, Description: "Forbidden: bot was blocked by the user", Times: -1})
	for range 3 {
		if _, err := c.w.delivery.Put(context.Background(), send(11, "nobody hears")); err != nil {
			t.Fatal(err)
		}
	}
	before = len(c.w.tele.Calls("sendMessage"))
	c.w.settled()
	if n := len(c.w.tele.Calls("sendMessage")) - before; n > 1 {
		t.Errorf("%d messages were tried in a chat that blocks us", n)
	}
	c.w.tele.ClearFaults()
	ann.says("hi", "Here again.")
}

func TestTheOwnerLetsGroupsIn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) { c.Commands.Access = command.AccessOwner })
	w.rules.Otherwise().Say("Here I am.")
	w.tele.SetPrivacy(false)
	w.restart()
	code, err := w.people.NewOwnerLink(context.Background(), actor.OfSystem(), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	owner := w.person(11, "Ann")
	owner.hears(owner.StartLink(code).ID, "You are now my owner")
	g := w.tele.Group(-100500, "Friends")
	bob, ann := w.in(g, 12, "Bob", 0), w.in(g, 11, "Ann", 0)
	g.Join(bob.Person, ann.Person).AddBot(bob.Person)
	bob.hears(0, "groups that my owner lets me into")
	bob.Say("@keepsake_bot canary")
	ann.says("/memory", "groups that my owner lets me into")
	ann.says("/start", "a companion that remembers")
	bob.says("@keepsake_bot hi", "Here I am.")
	if w.prompted("canary") {
		t.Error("it listened before it was let in")
	}
}

func TestEditsInGroupsAreKeptOnlyOfWhatIsKnown(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	c.w.rules.Otherwise().Say("I see.")
	talk := c.bob.Say("canarytalk")
	said := c.bob.Say("@keepsake_bot I was born in Rome")
	c.bob.hears(said.ID, "I see.")
	c.bob.Edit(talk.ID, "canarytalk again")
	c.bob.Edit(said.ID, "@keepsake_bot I was born in Zanzibar")
	c.w.idle()
	c.bob.says("@keepsake_bot and now?", "I see.")
	if p := c.w.model.LastRequest().Prompt.Text; !strings.Contains(p, "Zanzibar") {
		t.Error("the edit is lost")
	}
	if c.w.stored("canarytalk") {
		t.Error("an edit of what was not for us is kept")
	}
}

func TestTasksStayPrivate(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	c.w.rules.Otherwise().Say("I see.")
	m := c.bob.says("/tasks", "between you and me")
	if m.Buttons[0][0].URL != "https://t.me/keepsake_bot?start=tasks" {
		t.Errorf("%+v", m.Buttons)
	}
	c.bob.says("@keepsake_bot what is on my list of tasks?", "I see.")
	if p := c.w.model.LastRequest().Prompt; p.Has("list_tasks") || !p.Has("add_to_memory") {
		t.Error("a private tool is offered in a group")
	}
}
