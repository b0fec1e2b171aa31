package command_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/command"
	"keepsake/memory/graph"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/task"
	"keepsake/trust"
)

// talked stores a conversation: "you: …" and "bot: …" lines, "other: …" for what was attached.
func (s *speaker) talked(private bool, lines ...string) session.Session {
	s.w.t.Helper()
	begin := func() (session.Session, error) {
		return s.w.sessions.Begin(s.w.t.Context(), actor.OfSystem(), s.place, s.person.ID, botName, false)
	}
	if private {
		begin = func() (session.Session, error) {
			return s.w.sessions.BeginPrivate(s.w.t.Context(), actor.OfSystem(), s.place, s.person.ID, botName)
		}
	}
	x, err := begin()
	if err != nil {
		s.w.t.Fatal(err)
	}
	var ms []session.Message
	for _, l := range lines {
		who, said, _ := strings.Cut(l, ": ")
		m := session.Message{Role: session.User, Content: said, Author: s.person.ID, Trust: trust.Person, At: s.w.at}
		switch who {
		case "bot":
			m.Role, m.Author, m.Trust = session.Assistant, "", trust.Bot
		case "other":
			m.Trust = trust.Document
		}
		ms = append(ms, m)
	}
	if _, err := s.w.sessions.Append(s.w.t.Context(), actor.OfSystem(), x.ID, ms...); err != nil {
		s.w.t.Fatal(err)
	}
	return x
}

// Issue 14.5: memories are exported as JSON and as Markdown, the conversation as Markdown; 14.4: everything about a person in one
// file, by chat. What is another's, forgotten or of a temporary chat is in none.
func TestCopiesOfEverything(t *testing.T) { onBoth(t, copiesOfEverything) }

func copiesOfEverything(t *testing.T, w *world) {
	ann, bob := w.private(11, "Ann"), w.private(12, "Bob")
	bob.keeps("food", "Bob likes beer")
	m := ann.keeps("food", "User likes *green* tea")
	ann.types("/memory edit "+m.ID+" User likes *black* tea", "Updated")
	ann.types("/export conversation", "no conversation right now")
	w.commands.Graph = graph.New(w.db.Triples())
	now, err := w.commands.Memory.Get(t.Context(), []scope.Scope{ann.scope()}, m.ID)
	if err == nil {
		err = w.commands.Graph.Keep(t.Context(), ann.actor(), now, []graph.Fact{{Subject: "User", Predicate: "likes", Object: "tea"}}, nil)
	}
	if err != nil {
		t.Fatal(err)
	}

	list, _ := ann.types("/export", "Your one memory")
	if len(list.Out) != 2 || list.Out[1].Body.File == nil || list.Out[1].Body.File.Name != "memories-2026-11-22.md" {
		t.Fatalf("exported %+v", list.Out)
	}
	md := string(list.Out[1].Body.File.Data)
	for _, want := range []string{"# What I remember about you\n", "\n## Food\n", `- User likes \*black\* tea` + "\n", "before: User likes *green* tea"} {
		if !strings.Contains(md, want) {
			t.Errorf("the Markdown lacks %q:\n%s", want, md)
		}
	}

	old := ann.talked(false, "you: I moved to Graz", "bot: Noted.")
	if _, err := w.sessions.End(t.Context(), actor.OfSystem(), ann.place, ann.person.ID); err != nil {
		t.Fatal(err)
	}
	ms, err := w.sessions.Messages(t.Context(), old.ID, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.sessions.Mask(t.Context(), actor.OfPerson(ann.person.ID), ann.scope(), []string{ms[0].ID}, nil, nil); err != nil {
		t.Fatal(err)
	}
	bob.talked(false, "you: I am Bob")
	ann.talked(false, "you: What is tea?\nTell me.", "other: [document]", "bot: A drink.")
	if _, err := w.tasks.Create(t.Context(), ann.actor(), task.Draft{Person: ann.person.ID, Store: botName, Title: "Buy tea", Due: "2026-11-23T09:00", Zone: time.UTC, Bot: botName, Chat: 11}); err != nil {
		t.Fatal(err)
	}

	action, ref := button(t, list, "This conversation")
	talk := ann.taps(1, action, ref, "3 messages")
	file := talk.Out[0].Body.File
	for _, want := range []string{"# Our conversation of", "**You**", "> What is tea?\n> Tell me.", "**Passed on or attached**", "**Me**", "> A drink."} {
		if file == nil || !strings.Contains(string(file.Data), want) {
			t.Fatalf("the conversation lacks %q: %+v", want, file)
		}
	}

	action, ref = button(t, list, "Everything about you")
	reply := ann.taps(1, action, ref, "Memories: 1, tasks: 1, conversations: 2")
	file = reply.Out[0].Body.File
	var all struct {
		Person   struct{ Name string }
		Memories []struct {
			Content  string
			Versions []struct{ Links []graph.Fact }
		}
		Tasks []struct{ Title, Due string }
		Talks []struct {
			Messages []struct{ From, Text string }
		} `json:"conversations"`
	}
	if file == nil || file.Name != "everything-2026-11-22.json" || json.Unmarshal(file.Data, &all) != nil {
		t.Fatalf("everything: %+v", file)
	}
	if len(all.Memories) != 1 || len(all.Tasks) != 1 || all.Tasks[0].Due == "" || len(all.Talks) != 2 || all.Person.Name != "Ann" {
		t.Errorf("everything is %s", file.Data)
	}
	if vs := all.Memories[0].Versions; len(vs) != 2 || len(vs[0].Links) != 0 || len(vs[1].Links) != 1 || vs[1].Links[0].Predicate != "likes" {
		t.Errorf("everything lacks the triples: %s", file.Data)
	}
	for _, not := range []string{"Bob", "Graz"} {
		if strings.Contains(string(file.Data), not) {
			t.Errorf("everything holds %q: %s", not, file.Data)
		}
	}

	if _, err := w.sessions.End(t.Context(), actor.OfSystem(), ann.place, ann.person.ID); err != nil {
		t.Fatal(err)
	}
	ann.talked(true, "you: A secret wish")
	ann.types("/export conversation", "no conversation right now")
	if whole, _ := ann.types("/export everything", "conversations: 2"); strings.Contains(string(whole.Out[0].Body.File.Data), "secret wish") {
		t.Error("a temporary chat is in the file")
	}
	group := ann.in(-100, actor.Admin)
	group.types("/start", "remembers")
	group.taps(1, action, ref, "about this group")
}

// A door without a phone does not offer to send a location; a position is answered with the clock there (14.2).
func TestALocationIsOfferedWhereThereArePhones(t *testing.T) {
	onBoth(t, aLocationIsOfferedWhereThereArePhones)
}

func aLocationIsOfferedWhereThereArePhones(t *testing.T, w *world) {
	ann := w.private(11, "Ann")
	ann.types("/settings", "Settings")
	zones := ann.taps(1, "set", "zone", "Where are you?")
	action, ref := button(t, zones, "Where I am")
	asked := ann.taps(1, action, ref, "under the input field")
	if asked.Out[0].Body.Position == "" {
		t.Errorf("no button sends where they are: %+v", asked.Out[0].Body)
	}
	there, _ := ann.asks(command.Request{Position: &command.Position{Latitude: 47.07, Longitude: 15.44}})
	ann.holds("a position", there, "Is that your clock?")
	reply, err := w.commands.Handle(t.Context(), command.Request{
		Person: ann.person, Place: ann.place, Standing: ann.standing, Tap: &command.Tap{Message: 1, Action: "set", Ref: "zone"},
	}, func(context.Context, command.Reply) error { return nil })
	if err != nil || len(reply.Out) != 1 {
		t.Fatalf("%+v, %v", reply, err)
	}
	for _, row := range reply.Out[0].Body.Buttons {
		for _, b := range row {
			if b.Ref == "here" {
				t.Error("a terminal is asked for a location")
			}
		}
	}
}
