package command_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/command"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/session"
	"keepsake/task"
	"keepsake/usage"
)

func (s *speaker) settings() people.Person {
	s.w.t.Helper()
	p, err := s.w.people.Get(s.w.t.Context(), s.person.ID)
	if err != nil {
		s.w.t.Fatal(err)
	}
	return p
}

func TestSettings(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	_, message := ann.types("/settings", "Settings")
	ann.taps(message, "set", "receipts.off", "Settings")
	ann.taps(message, "set", "reactions.on", "Settings")
	ann.taps(message, "set", "daily.on", "Only my owner")
	ann.taps(message, "set", "", "Settings")
	if p := ann.settings(); p.Receipts || p.Reactions != people.On || p.Daily {
		t.Errorf("the settings are %+v", p)
	}
	ann.taps(message, "set", "lang", "Which language")
	reply := ann.taps(message, "lang", "de", "Einstellungen")
	if reply.Language == nil || *reply.Language != "de" {
		t.Errorf("the door does not hear of the language: %+v", reply)
	}
	ann.taps(message, "lang", "", "Settings")
	ann.taps(message, "set", "zone", "Where are you?")
	ann.taps(message, "zone", "Asia/Tokyo", "Asia/Tokyo")
	ann.taps(message, "zone", "Nowhere/Land", "I don't know that time zone")
	ann.taps(message, "set", "typezone", "Reply to this message with a city")
	ann.answers("atlantis", "I don't know that time zone")
	ann.answers("Киев", "Europe/Kyiv")
	ann.answers("new york", `America/New\_York`)
	ann.answers("UTC+2", `UTC\+2`)
	if p := ann.settings(); p.TimeZone != "Etc/GMT-2" || p.Language != "" {
		t.Errorf("the settings are %+v", p)
	}
	ann.becomesOwner()
	ann.taps(message, "set", "daily.on", "Settings")
	ann.taps(message, "set", "daily.off", "Settings")
}

func TestGroupSettings(t *testing.T) {
	w := newWorld(t)
	admin := w.private(11, "Ann").in(-100, actor.Admin)
	_, message := admin.types("/settings", "Settings")
	reply := admin.taps(message, "set", "listen.on", "switched listening on")
	if !strings.Contains(textOf(reply), "Telegram shows me all messages only") {
		t.Errorf("what we are not shown is not said: %s", textOf(reply))
	}
	admin.types("/privacy", "group")
	admin.taps(message, "set", "listen.off", "Listening is off")
	admin.taps(message, "set", "topics.on", "each topic has a memory of its own")
	admin.taps(message, "set", "topics.off", "one memory for the whole group")
	admin.taps(message, "set", "name.off", "Settings")
	member := w.private(12, "Bob").in(-100, actor.Member)
	_, message = member.types("/help", "Talk to me")
	member.taps(message, "set", "name.on", "Only admins")
	c, err := w.people.Chat(t.Context(), botName, -100)
	if err != nil || c.Listening || c.TopicMemory || c.ByName {
		t.Errorf("the settings are %+v, %v", c, err)
	}
}

func TestTasks(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	ann.types("/tasks", "Nothing to do")
	var all []task.Task
	for _, due := range []string{"", "2026-11-23", "2026-11-23T09:30"} {
		made, err := w.tasks.Create(t.Context(), actor.OfSystem(), task.Draft{
			Store: botName, Person: ann.person.ID, Title: "Call Sarah", Due: due, Zone: time.UTC, Bot: botName, Chat: 11,
		})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, made)
	}
	list, message := ann.types("/tasks", `09\:30`)
	action, ref := button(t, list, "Call Sarah")
	done := ann.taps(message, action, ref, "Done")
	ann.taps(message, action, ref, "done already")
	action, ref = button(t, done, "Not done")
	ann.taps(message, action, ref, "Call Sarah")
	ann.taps(message, action, ref, "open already")
	w.at = w.at.Add(48 * time.Hour)
	ann.types("/tasks", "was due")
	ann.taps(message, task.ActionDone, all[0].ID, "Done: Call Sarah")
	ann.taps(message, "tasks", "9", "Call Sarah")
	ann.taps(message, "done", "nothere1.1", "no such task")
	w.private(12, "Bob").taps(message, "done", all[1].ID+".1", "no such task")
}

// TestW8TapsUnderAnswers: what waits is added, dropped, completed or left by a tap; Undo takes it back; a second
// tap changes nothing, and nobody else's does.
func TestW8TapsUnderAnswers(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.private(11, "Ann"), w.private(12, "Bob")
	propose := func() task.Task {
		made, err := w.tasks.Create(t.Context(), actor.OfSystem(), task.Draft{
			Store: botName, Person: ann.person.ID, Title: "Call Mallory", Bot: botName, Chat: 11, Proposed: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	made := propose()
	ann.types("/tasks", "Nothing to do")
	ann.taps(5, "done", made.ID+".1", "no such task")
	bob.taps(5, "addtask", made.ID, "no such task")
	ann.taps(5, "addtask", made.ID, "Added: Call Mallory")
	ann.taps(5, "addtask", made.ID, "on your list already")
	ann.taps(5, "notask", made.ID, "on your list already")
	ann.types("/tasks", "Call Mallory")
	if _, err := w.tasks.AskDone(t.Context(), actor.OfSystem(), botName, ann.person.ID, made.ID); err != nil {
		t.Fatal(err)
	}
	ann.taps(5, "leavetask", made.ID, "Still open: Call Mallory")
	ann.taps(5, "dotask", made.ID, "Done: Call Mallory")
	ann.taps(5, "dotask", made.ID, "done already")
	ann.types("/tasks", "Nothing to do")
	ann.taps(5, "reopen", made.ID, "Open again: Call Mallory")
	ann.taps(5, "reopen", made.ID, "open already")
	ann.taps(5, "untask", made.ID, "Removed: Call Mallory")
	ann.taps(5, "untask", made.ID, "no such task")
	made = propose()
	ann.taps(5, "notask", made.ID, "Not added: Call Mallory")
	ann.taps(5, "notask", made.ID, "no such task")
	ann.types("/tasks", "Nothing to do")
}

// A stranger is turned away politely and once; the owner lets them in by a tap.
func TestAStrangerIsTurnedAwayAndLetIn(t *testing.T) {
	w := newWorld(t)
	w.commands.Access = ""
	olga, bob := w.private(11, "Olga"), w.private(12, "Bob")
	olga.types("/help", "I only talk with my owner")
	olga.types("/start wrong", "not valid any more")
	olga.becomesOwner()
	olga.types("/start wrong", "Hello, Olga")
	olga.types("/access", "waiting to be let in") // herself, before
	bob.types("/memory", "I've told my owner that you'd like to talk to me")
	bob.taps(5, "allow", "12", "I only talk with my owner")
	if w.commands.Admits(bob.person) {
		t.Error("a stranger is admitted")
	}
	olga.taps(5, "allow", "x", "no longer open")
	olga.taps(5, "block", "11", "Owners can't be blocked")
	olga.taps(5, "block", "12", "hears nothing from me any more")
	bob.types("/help", "")
	olga.taps(5, "allow", "12", "may talk to me now")
	bob.types("/help", "Talk to me")
	bob.taps(5, "allow", "12", "Only my owner")
	bob.taps(5, "access", "", "Only my owner")
	olga.taps(5, "access", "", "waiting")

	eve := w.private(13, "Eve")
	if _, err := w.people.See(t.Context(), actor.OfSystem(), eve.person); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{1, 0} {
		reply, err := w.commands.TurnAway(t.Context(), eve.person, eve.place)
		if err != nil || len(reply.Out) != want {
			t.Errorf("turned away %d: %+v, %v", i, reply, err)
		}
	}
	olga.taps(5, "block", "13.list", "waiting")
}

// Where everybody may talk, an owner blocks somebody who never asked, from the list of people, and takes it back.
func TestAnOwnerBlocksSomebodyWhoNeverAsked(t *testing.T) {
	w := newWorld(t)
	w.commands.Access = command.AccessOpen
	olga := w.private(11, "Olga")
	olga.types("/help", "Talk to me")
	olga.becomesOwner()
	olga.types("/access", "Nobody is waiting to be let in")
	var bob *speaker
	for n := range int64(10) {
		bob = w.private(20+n, "Bob "+string('A'+rune(n)))
		bob.types("/help", "Talk to me")
	}
	list, message := olga.types("/access", "10 people have written to me")
	if strings.Contains(textOf(list), "Olga") {
		t.Errorf("an owner is in the list: %s", textOf(list))
	}
	action, ref := button(t, list, "▶️")
	next := olga.taps(message, action, ref, "Bob J")
	action, ref = button(t, next, "Block 10")
	blocked := olga.taps(message, action, ref, "Bob J (id 29), blocked")
	bob.types("/help", "")
	action, ref = button(t, blocked, "Allow 10")
	if free := olga.taps(message, action, ref, "Bob J"); strings.Contains(textOf(free), "blocked") {
		t.Errorf("still blocked: %s", textOf(free))
	}
	bob.types("/help", "Talk to me")
	bob.taps(5, "access", "1", "Only my owner")
	bob.taps(5, "block", "20.1", "Only my owner")
}

func TestGroupsAreLetInByAnOwner(t *testing.T) {
	w := newWorld(t)
	w.commands.Access = command.AccessOwner
	olga, bob := w.private(11, "Olga"), w.private(12, "Bob")
	olga.becomesOwner()
	crowd := bob.in(-100, actor.Admin)
	crowd.types("/help", "only work in groups that my owner lets me into")
	crowd.taps(5, "list", "1", "only work in groups")
	olga.in(-100, actor.Member).types("/start", "Hello, I'm")
	crowd.types("/help", "Talk to me")
	if _, err := w.people.Decide(t.Context(), actor.OfSystem(), botName, people.ID(-100), people.Blocked); err != nil {
		t.Fatal(err)
	}
	crowd.types("/help", "")

	other := bob.in(-200, actor.Admin)
	reply, _ := other.asks(command.Request{News: &command.News{Writable: true}, Title: "Garden"})
	other.holds("being added", reply, "only work in groups")
	reply, _ = olga.in(-300, actor.Admin).asks(command.Request{News: &command.News{Writable: true}})
	other.holds("being added by an owner", reply, "Hello, I'm")
	w.commands.Access, w.commands.Allow = command.AccessList, []int64{12, -200}
	if !w.commands.Admits(bob.person) || w.commands.Admits(people.Person{ID: people.ID(99)}) {
		t.Error("the list of people is not kept to")
	}
	if !w.commands.Serves(people.NewChat(botName, -200)) || w.commands.Serves(people.NewChat(botName, -400)) {
		t.Error("the list of groups is not kept to")
	}
}

// A chat that is closed gives up what waits; the next word from there opens it. A group that
// moves takes its memory along.
func TestNewsOfChats(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	ann.types("/help", "Talk to me")
	ann.asks(command.Request{News: &command.News{Writable: false, WasWritable: true}})
	if c, err := w.people.Chat(t.Context(), botName, 11); err != nil || !c.Closed {
		t.Errorf("the chat is %+v, %v", c, err)
	}
	ann.types("/help", "Talk to me")
	if c, err := w.people.Chat(t.Context(), botName, 11); err != nil || c.Closed {
		t.Errorf("the chat is %+v, %v", c, err)
	}
	group := ann.in(-100, actor.Admin)
	group.keeps("context", "The user owns a boat")
	for range 2 {
		group.asks(command.Request{News: &command.News{MovedFrom: -100, MovedTo: -1000}})
	}
	moved := ann.in(-1000, actor.Admin)
	if got := moved.remembered(); len(got) != 1 {
		t.Errorf("the group's memory is %q", got)
	}
	if err := w.commands.MoveChat(t.Context(), botName, -5, -5); err != nil {
		t.Error(err)
	}
}

// A request is done under its claim only, and not at all when its finish fails.
func TestARequestIsDoneWholeOrNotAtAll(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	m := ann.keeps("person", "Anna is the user's sister")
	req := command.Request{Text: "/memory delete " + m.ID, Person: ann.person, Place: ann.place, Standing: actor.Admin}
	broken := errors.New("broken")
	if _, err := w.commands.Handle(t.Context(), req, func(context.Context, command.Reply) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("finish failed: %v", err)
	}
	req.Claim = delivery.Claim{Lane: "keepsake:11:0:control", Owner: "nobody", Fence: 7}
	if _, err := w.commands.Handle(t.Context(), req, func(context.Context, command.Reply) error { return nil }); !errors.Is(err, delivery.ErrLeaseLost) {
		t.Errorf("without the lease: %v", err)
	}
	if got := ann.remembered(); len(got) != 1 {
		t.Errorf("remembered %q", got)
	}
	reply, err := w.commands.Handle(t.Context(), command.Request{Person: ann.person, Place: ann.place}, func(ctx context.Context, r command.Reply) error {
		return r.Put(ctx, w.delivery)
	})
	if err != nil || len(reply.Out) != 0 {
		t.Errorf("a request for nothing: %+v, %v", reply, err)
	}
}

func TestConversationsEndAndAnswersStop(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	ann.types("/help", "Talk to me")
	if _, err := w.sessions.Begin(t.Context(), actor.OfSystem(), session.Place{Bot: botName, Chat: 11}, ann.person.ID, botName, false); err != nil {
		t.Fatal(err)
	}
	ann.types("/new", "🌱 A new conversation")
	row := delivery.Update{
		Bot: botName, UpdateID: 1, Lane: delivery.Lane(botName, 11, 0), Chat: 11, Person: ann.person.ID, Payload: []byte("{}"),
		ReceivedAt: w.at, DueAt: w.at.Add(time.Minute), State: delivery.Waiting, Addressed: true,
	}
	if _, err := w.delivery.Receive(t.Context(), []delivery.Update{row}); err != nil {
		t.Fatal(err)
	}
	if reply, _ := ann.types("/stop", ""); !reply.Stop {
		t.Error("what waits is not stopped")
	}
}

func TestUsageAndTheOwnersNews(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	ann.becomesOwner()
	w.limit(usage.Limits{Cap: 1, Person: usage.Quota{Messages: 50}})
	if err := w.usage.Spend(t.Context(), usage.Payer{Bot: botName}, usage.Count{Calls: 1, Prompt: 1234567, Cost: 1.25}); err != nil {
		t.Fatal(err)
	}
	reply, _ := ann.types("/usage", "Cap: 1.00 USD a day")
	if !strings.Contains(textOf(reply), "1\u202f234\u202f567") {
		t.Errorf("the figures: %s", textOf(reply))
	}
	ann.taps(5, "set", "daily.on", "Settings")
	for i, want := range []int{1, 0} {
		if n, err := w.commands.TellOwners(t.Context()); err != nil || n != want {
			t.Errorf("look %d told %d, %v", i, n, err)
		}
	}
	w.at = w.at.Add(22 * time.Hour) // ten o'clock of the next day
	for i, want := range []int{1, 0} {
		if n, err := w.commands.TellOwners(t.Context()); err != nil || n != want {
			t.Errorf("morning %d told %d, %v", i, n, err)
		}
	}
	if n, err := w.commands.AskOwners(t.Context()); err != nil || n != 0 {
		t.Errorf("asked about %d, %v", n, err)
	}
	if body := w.commands.LimitNotice(ann.person, &usage.Exceeded{Limit: usage.Messages, Resets: w.at}); body.Text == "" {
		t.Error("no words for a limit")
	}
}

func TestCheck(t *testing.T) {
	for _, s := range []command.Service{{}, {Name: "n", Access: "everybody"}} {
		if s.Check() == nil {
			t.Errorf("%+v is taken", s.Name)
		}
	}
}
