package bot_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"keepsake/agent"
	"keepsake/bot"
	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
)

// crowd is a supergroup with Ann, its admin, and Bob; the bot sees all that is said.
type crowd struct {
	*simulator.Group
	w        *world
	ann, bob *chatter
}

func newCrowd(t *testing.T, tune func(*bot.Config)) *crowd {
	t.Helper()
	w := newWorld(t, tune)
	return w.crowd(-100500)
}

func (w *world) crowd(id int64) *crowd {
	w.t.Helper()
	w.tele.SetPrivacy(false)
	w.restart() // who we are is asked at the start
	c := &crowd{Group: w.tele.Group(id, "Friends"), w: w}
	c.ann, c.bob = w.in(c.Group, 11, "Ann", 0), w.in(c.Group, 12, "Bob", 0)
	c.Join(c.ann.Person, c.bob.Person).Promote(c.ann.Person).AddBot(c.ann.Person)
	c.ann.hears(0, "a companion that remembers")
	return c
}

// in is a person's phone in a group.
func (w *world) in(g *simulator.Group, id int64, name string, topic int) *chatter {
	return &chatter{Person: g.As(w.tele.Person(id, name), topic), w: w}
}

// scope is the group's memory.
func (c *crowd) scope(topic int) scope.Scope {
	return agent.GroupScope(botName, session.Place{Bot: botName, Chat: c.ID(), Topic: topic}, topic != 0)
}

func (c *crowd) kept(topic int) []string {
	c.w.t.Helper()
	ms, _, err := c.w.memory.List(context.Background(), memory.ActiveQuery(c.scope(topic)))
	if err != nil {
		c.w.t.Fatal(err)
	}
	var out []string
	for _, m := range ms {
		out = append(out, m.Content)
	}
	return out
}

// remembers lets the model store content when somebody says word.
func (w *world) remembers(word, content, subject string) {
	args := map[string]any{"content": content, "category": "preference"}
	if subject != "" {
		args["subject"] = subject
	}
	w.rules.When(word).Call("add_to_memory", args)
	w.rules.WhenResult("add_to_memory", "").Say("All right.")
}

// prompted reports whether any prompt so far held words.
func (w *world) prompted(words string) bool {
	return slices.ContainsFunc(w.model.Requests(), func(r scripted.Request) bool { return strings.Contains(r.Prompt.Text, words) })
}

func TestAGroupIsAnsweredWhenItSpeaksToUs(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	c.w.rules.Otherwise().Say("Here I am.")
	ann, bob := c.ann, c.bob
	for i, say := range []string{"@Keepsake_bot are you there?", "Keepsake, are you there?", "hey Keepsake: there?", "are you there, keepsake?"} {
		said := bob.Say(say)
		m := bob.hears(said.ID, "Here I am.")
		if m.ReplyTo != said.ID {
			t.Errorf("%d: it answers %d, not %d", i, m.ReplyTo, said.ID)
		}
	}
	n := len(c.w.model.Requests())
	bob.Say("I bought a keepsake yesterday, canaryone")
	bob.Say("Keepsakes are nice, canarytwo")
	bob.Say("/memory@other_bot canarythree")
	bob.Say("/ban canaryfour")
	m := bob.says("@keepsake_bot hm", "Here I am.")
	ann.hears(ann.Reply(m.ID, "thanks").ID, "Here I am.")
	if got := len(c.w.model.Requests()) - n; got != 2 {
		t.Errorf("%d prompts for 2 messages to us", got)
	}
	c.w.idle()
	if c.w.prompted("canary") || c.w.stored("canary") {
		t.Error("what was not for us was kept")
	}
	if !c.w.prompted("Bob (u12): @Keepsake_bot") || !c.w.prompted("Ann (u11): thanks") {
		t.Error("the model is not told who speaks")
	}
}

func TestTopicsAreConversationsOfTheirOwn(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	c.w.remembers("remember", "Ann (u11) likes tea", "Ann (u11)")
	c.w.rules.Otherwise().Say("Noted.")
	plans, food := c.Topic(c.ann.Person, "Plans"), c.Topic(c.ann.Person, "Food")
	in := func(topic int) *chatter { return c.w.in(c.Group, 11, "Ann", topic) }
	m := in(plans).says("@keepsake_bot canaryplan", "Noted.")
	if m.Topic != plans {
		t.Errorf("answered in topic %d", m.Topic)
	}
	if m := in(food).says("@keepsake_bot hello food", "Noted."); m.Topic != food {
		t.Errorf("answered in topic %d", m.Topic)
	}
	if strings.Contains(c.w.model.LastRequest().Prompt.Text, "canaryplan") {
		t.Error("a topic's talk is in another's prompt")
	}
	// Memory is the group's, until an admin parts it.
	c.w.remembers("remember", "Ann (u11) likes tea", "Ann (u11)")
	in(plans).says("@keepsake_bot remember that I like tea", "Kept: Ann likes tea")
	in(food).says("/memory", "likes tea")
	set := in(0).says("/settings", "Settings of this group")
	in(0).taps(set, "One memory for each topic")
	in(0).hears(set.ID, "each topic has a memory of its own")
	in(food).says("/memory", "don't remember anything about this group")
	in(0).says("/memory", "likes tea") // General's
}

func TestListeningIsAnAdminsSwitchAndAnnounced(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	c.w.remembers("remember", "The group likes canarylater", "")
	c.w.rules.Otherwise().Say("I see.")
	c.bob.says("/settings", "Only admins")
	set := c.ann.says("/settings", "Settings of this group")
	if tap := c.bob.taps(set, "listening on"); !strings.Contains(tap.Text, "somebody else") {
		t.Errorf("Bob was told %q", tap.Text)
	}
	c.bob.Say("canarybefore")
	c.ann.taps(set, "listening on")
	c.bob.hears(set.ID, "switched listening on")
	c.bob.Say("canarylater")
	c.w.idle()
	m := c.ann.says("@keepsake_bot remember what Bob said", "Shall I remember this? The group likes canarylater")
	if !c.w.prompted("Bob (u12): canarylater") || c.w.prompted("canarybefore") {
		t.Error("what was heard is wrong")
	}
	if tap := c.bob.taps(m, "Save"); !strings.Contains(tap.Text, "somebody else") {
		t.Errorf("Bob was told %q", tap.Text)
	}
	c.ann.taps(m, "Save")
	c.ann.hears(m.ID, "Kept:")
	c.ann.taps(set, "listening off")
	c.bob.hears(set.ID, "Listening is off")
	c.bob.Say("canaryafter")
	c.ann.says("@keepsake_bot hm?", "I see.")
	if c.w.prompted("canaryafter") || c.w.stored("canaryafter") {
		t.Error("heard after it was switched off")
	}
}

func TestAGroupsMemoryIsTheGroups(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	private := c.w.person(12, "Bob")
	private.knows("preference", "", "Bob's canaryprivate")
	c.w.remembers("I like", "Bob (u12) likes tea", "Bob (u12)")
	saved := c.bob.says("@keepsake_bot remember that I like tea", "Kept: Bob likes tea")
	if c.w.prompted("canaryprivate") {
		t.Error("private memory in a group's prompt")
	}
	list := c.ann.says("/memory", "likes tea — Bob")
	var url string
	for _, row := range list.Buttons {
		url = row[0].URL
	}
	if url != "https://t.me/keepsake_bot?start=memory" || strings.Contains(list.Text, "canaryprivate") {
		t.Errorf("%q %q", url, list.Text)
	}
	private.hears(private.StartLink("memory").ID, "canaryprivate")

	// Carl is neither who said it nor whom it is about, whatever he calls himself.
	carl := c.w.in(c.Group, 13, "Bob", 0)
	c.Join(carl.Person)
	id := between(list.Text, "[", "]")
	carl.says("/memory delete "+id, "Only the one who said it")
	carl.says("/memory edit "+id+" Bob drinks coffee", "Only the one who said it")
	carl.says("/memory forget all", "Only admins")
	mine := carl.says("/memory", "likes tea")
	carl.taps(mine, "Bob likes")
	card := carl.shows(mine.ID, "a card", func(m simulator.Message) bool { return strings.Contains(m.Text, "version 1") })
	for _, b := range slices.Concat(card.Buttons...) {
		if !strings.Contains(b.Text, "History") && !strings.Contains(b.Text, "Back") { // he may look
			t.Errorf("Carl is shown %q", b.Text)
		}
	}
	if tap := carl.taps(saved, "Undo"); !strings.Contains(tap.Text, "somebody else") {
		t.Errorf("Carl was told %q", tap.Text)
	}
	// Edit asks only Bob, and only Bob answers.
	c.bob.taps(saved, "Edit")
	q := c.bob.hears(saved.ID, "What shall it say?")
	if !q.ForceReply || !q.Selective || q.Entities[0].User == nil || q.Entities[0].User.ID != 12 {
		t.Errorf("%+v", q)
	}
	c.w.rules.Otherwise().Say("Not to you.")
	carl.hears(carl.Reply(q.ID, "Bob is a thief").ID, "Not to you.")
	c.bob.hears(c.bob.Reply(q.ID, "Bob likes green tea").ID, "Updated: “Bob likes green tea”")
	// Who left is no member any more.
	c.Leave(c.bob.Person)
	if tap := c.bob.taps(saved, "Undo"); !strings.Contains(tap.Text, "members of the group") {
		t.Errorf("Bob was told %q", tap.Text)
	}
	c.ann.says("/memory delete "+id, "Deleted: 'Bob likes green tea'")
	carl.says("/memory show "+id, "no such memory")
	if got := private.remembered(); len(got) != 1 {
		t.Errorf("Bob's own: %v", got)
	}
}

func TestForgetAllInAGroupIsTheAdmins(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	c.w.remembers("remember", "The group meets on canaryday", "")
	c.bob.says("@keepsake_bot remember that we meet on canaryday", "Kept:")
	private := c.w.person(12, "Bob")
	private.knows("preference", "", "Bob likes tea")
	ask := c.ann.says("/memory forget all", "everything I have about this group")
	if tap := c.bob.taps(ask, "Yes"); !strings.Contains(tap.Text, "somebody else") {
		t.Errorf("Bob was told %q", tap.Text)
	}
	c.ann.taps(ask, "Yes")
	c.ann.shows(ask.ID, "the second question", func(m simulator.Message) bool { return strings.Contains(m.Text, "Are you sure") })
	c.ann.taps(ask, "Erase it for good")
	c.ann.shows(ask.ID, "the receipt", func(m simulator.Message) bool { return strings.Contains(m.Text, "forgotten this group") })
	c.w.until("the files are scrubbed", func() bool { return !c.w.stored("canaryday") }) // it goes on beside the receipt
	if len(c.kept(0)) != 0 || len(private.remembered()) != 1 {
		t.Error("the wrong things were forgotten")
	}
}

func TestNobodyWithoutAnIDHasAScope(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	c.w.remembers("remember", "The group likes tea", "")
	admin := &chatter{Person: c.Anonymous(c.ann.Person, 0), w: c.w}
	m := admin.says("@keepsake_bot remember that we like tea", "Shall I remember this?")
	if !c.w.prompted("Admin (anonymous): ") {
		t.Error("not labelled")
	}
	if tap := c.bob.taps(m, "Save"); !strings.Contains(tap.Text, "somebody else") {
		t.Errorf("Bob was told %q", tap.Text)
	}
	admin.says("/settings", "Settings of this group")
	channel := &chatter{Person: c.Channel(c.bob.Person, -1007, "Ann (u11)"), w: c.w}
	channel.says("/settings", "Only admins")
	channel.says("@keepsake_bot remember this", "All right.")
	if !c.w.prompted("Ann (anonymous): @keepsake_bot remember this") {
		t.Error("a channel's name imitates a label")
	}
	c.ann.taps(m, "Save")
	if got := c.kept(0); len(got) != 1 {
		t.Errorf("%v", got)
	}
	if _, err := c.w.people.Get(context.Background(), people.ID(1087968824)); err == nil {
		t.Error("the account of anonymous admins became a person")
	}
}
