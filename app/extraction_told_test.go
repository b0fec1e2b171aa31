package app_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/store/storetest"
)

// labelsUnder returns the labels of the buttons under a message, joined with "|".
func labelsUnder(m simulator.Message) string {
	var out []string
	for _, b := range slices.Concat(m.Buttons...) {
		out = append(out, b.Text)
	}
	return strings.Join(out, "|")
}

// answered says something and returns the reply as it stands when its turn has ended.
func (w *world) answered(a *app.App, p *simulator.Person, said string) simulator.Message {
	w.t.Helper()
	m := p.Say(said)
	reply := w.hears(p, m, "I see.")
	w.ends(a)
	for _, x := range p.Messages() {
		if x.ID == reply.ID {
			return x
		}
	}
	return reply
}

// R5, R12: what auto keeps unasked is told of once, behind one button under the next answer, with Undo and Edit; no message
// comes for it. What is undone there does not come back.
func TestR5WhatIsKeptUnaskedIsTold(t *testing.T) {
	for _, database := range []string{"sqlite", "postgres"} {
		t.Run(database, func(t *testing.T) {
			t.Parallel()
			w := newForming(t, "auto", "auto")
			w.config.LongTerm.ShowUsed = "off"
			if database == "postgres" {
				w.config.DatabaseURL = settings.Secret(storetest.PostgresURL(t))
			}
			w.teachAll(map[string]string{"I prefer oat milk": "User prefers oat milk", "I play the cello": "User plays the cello"}, 0.9)
			a := w.started()
			ann := w.tg.Person(11, "Ann")
			if b := labelsUnder(w.answered(a, ann, "I prefer oat milk. I play the cello.")); b != "" {
				t.Errorf("before anything is kept: %q", b)
			}
			w.extracts(a)
			before := len(ann.Messages())
			reply := w.answered(a, ann, "How tall is the Eiffel tower?")
			if b := labelsUnder(reply); b != "🌱 Noticed and kept: 2" || reply.Text != "I see." {
				t.Errorf("the next answer: %q with %q", reply.Text, b)
			}
			if n := len(ann.Messages()) - before; n != 2 {
				t.Errorf("%d messages for a question and its answer", n)
			}
			if b := labelsUnder(w.answered(a, ann, "And the Big Ben?")); b != "" {
				t.Errorf("told twice: %q", b)
			}
			w.press(ann, reply, "Noticed and kept")
			list := w.hears(ann, reply, "What I kept from what you said")
			for _, want := range []string{"You prefer oat milk", "You play the cello", "/mode"} {
				if !strings.Contains(list.Text, want) {
					t.Errorf("the list lacks %q: %q", want, list.Text)
				}
			}
			label := "Undo 1"
			if strings.Index(list.Text, "cello") < strings.Index(list.Text, "oat milk") {
				label = "Undo 2"
			}
			w.press(ann, list, label)
			w.hasFormed(a, ofPerson(ann), "after Undo", "extracted: User plays the cello")
			w.answered(a, ann, "I prefer oat milk")
			w.extracts(a)
			w.hasFormed(a, ofPerson(ann), "said again, no longer new", "extracted: User plays the cello")
		})
	}
}

// R5: whoever hides receipts is not told; what was kept meanwhile is told of once they show them again.
func TestR5ASettingTurnsTheNoteOff(t *testing.T) {
	t.Parallel()
	w := newForming(t, "auto", "auto")
	w.config.LongTerm.ShowUsed = "off"
	w.teach("I prefer oat milk", "User prefers oat milk", 0.9)
	a := w.started()
	ann := w.tg.Person(11, "Ann")
	w.answered(a, ann, "I prefer oat milk")
	w.press(ann, w.hears(ann, ann.Say("/settings"), "Settings"), "Hide what I kept")
	w.extracts(a)
	if b := labelsUnder(w.answered(a, ann, "How tall is the Eiffel tower?")); b != "" {
		t.Errorf("told although receipts are hidden: %q", b)
	}
	w.press(ann, w.hears(ann, ann.Say("/settings"), "Settings"), "Show what I kept")
	if b := labelsUnder(w.answered(a, ann, "And the Big Ben?")); b != "🌱 Noticed and kept: 1" {
		t.Errorf("shown again: %q", b)
	}
}

// R5: in a group it is told in the group, of what is the group's; nobody's own is shown there.
func TestR5GroupsAreToldOfTheirOwn(t *testing.T) {
	t.Parallel()
	w := newForming(t, "auto", "auto")
	w.config.LongTerm.ShowUsed = "off"
	ann, bob := w.tg.Person(11, "Ann Smith"), w.tg.Person(12, "Bob")
	fact := people.Label("Ann Smith", people.ID(11)) + " is allergic to nuts"
	w.teach("I am allergic to nuts", fact, 0.9)
	w.teach("I play the cello", "User plays the cello", 0.9)
	a := w.started()
	w.answered(a, ann, "I play the cello")
	g := w.tg.Group(-100500, "Kitchen").Join(ann, bob).AddBot(ann)
	at := "@" + w.tg.Bot().Username + " "
	hers, his := g.As(ann, 0), g.As(bob, 0)
	w.hears(hers, hers.Say(at+"I am allergic to nuts"), "I see.")
	w.extracts(a)
	w.hasFormed(a, scope.Scope{Store: "keepsake", Kind: scope.Group, ID: people.ID(g.ID())}, "of the group", "extracted: "+fact)
	w.later(time.Minute)
	reply := w.answered(a, his, at+"Which cake?")
	if b := labelsUnder(reply); b != "🌱 Noticed and kept: 1" {
		t.Fatalf("under the answer in the group: %q", b)
	}
	w.press(his, reply, "Noticed and kept")
	if list := w.hears(his, reply, "allergic to nuts"); strings.Contains(list.Text, "cello") {
		t.Errorf("somebody's own in the group: %q", list.Text)
	}
}
