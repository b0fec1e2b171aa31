package app_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/bot/simulator"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
)

// wishingWorld is a group of Ann, an admin, and Bob, in which members' wishes are read.
func newWishing(t *testing.T, database, consent string) *sharingWorld {
	w := newSharingFormed(t, database, consent)
	w.config.LongTerm.Shards = false
	w.wishes("always answer me in metres", "Always answer in metres")
	w.wishes("never use slang", "Never use slang")
	w.rules.When("").AndSystem(reader).Say(`{"facts":[],"reasoning":""}`)
	w.rules.When("").AndSystem(former).Say(`{"facts":[],"directives":[],"episode":"","reasoning":""}`)
	w.rules.Otherwise().Say("I see.")
	return w
}

// wishes lets the reading model list a wish where it is shown words.
func (s *sharingWorld) wishes(said, directive string) {
	b, _ := json.Marshal(map[string]any{"facts": []any{}, "directives": []any{map[string]any{"quote": said, "directive": directive}}, "episode": "", "reasoning": ""})
	s.rules.When(said).AndSystem(former).Say(string(b))
}

// reads lets two minutes pass and has what the group said read.
func (s *sharingWorld) reads(a *app.App) {
	s.t.Helper()
	s.ends(a)
	s.later(2 * time.Minute)
	if _, err := a.Agent.Ingest.Work(within(s.t)); err != nil {
		s.t.Fatal(err)
	}
}

const wishHeading = " wants to be answered, said by them in this group"

// R4, issue 12.1: what a member says in a group for how they want to be answered is read with what else they say, is theirs, counts
// while they speak there and in private, and nowhere else and for nobody else. They are told, and a tap forgets it. On both databases.
func TestWishesSaidInAGroup(t *testing.T) {
	for _, database := range []string{"sqlite", "postgres"} {
		t.Run(database, func(t *testing.T) {
			t.Parallel()
			w := newWishing(t, database, "tell")
			other := w.tg.Group(-100600, "Garden").Join(w.ann, w.bob).Promote(w.ann)
			a := w.started()
			other.AddBot(w.ann)
			w.hears(w.bob, w.bob.Say("hello"), "I see.")
			w.tells(w.inBob, "please always answer me in metres")
			w.reads(a)
			if got := w.waitingDirectives(a, ofPerson(w.bob)); got != "Always answer in metres" {
				t.Fatalf("of Bob there waits %q", got)
			}
			if got := w.waitingDirectives(a, ofPerson(w.ann)); got != "" {
				t.Errorf("of Ann there waits %q", got)
			}
			here := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: people.ID(w.group.ID())}
			if got := w.waitingDirectives(a, here); got != "" {
				t.Errorf("of the group there waits %q", got)
			}
			told := w.isTold(w.bob, "1. Always answer in metres")
			if !told.Silent || !strings.HasPrefix(told.Text, "🧭 Bob, from what you said in a group") {
				t.Errorf("Bob is told %q, silent %v", told.Text, told.Silent)
			}
			shows := func(p *simulator.Person, words string, want bool) {
				t.Helper()
				prefix, late := w.asks(p, words)
				if strings.Contains(prefix, "in metres") || strings.Contains(late, wishHeading) != want || strings.Contains(late, "- Always answer in metres") != want {
					t.Errorf("%q is answered with %q, %q", words, element(prefix), late)
				}
			}
			shows(w.inBob, "How far is the lake?", true)
			shows(w.inAnn, "How far is the hill?", false)
			shows(other.As(w.bob, 0), "How far is the mill?", false)
			w.hears(w.bob, w.bob.Say("How far is the well?"), "I see.")
			if got := w.systemOf("the well") + w.lateBlock("the well"); !strings.Contains(got, "- Always answer in metres") {
				t.Errorf("in private the prompt has %q", got)
			}

			w.digests(a, 25*time.Hour) // merged
			if d, err := a.Digests.Current(t.Context(), ofPerson(w.bob)); err != nil || d.Version != 1 {
				t.Fatalf("merged: %+v, %v", d, err)
			}
			w.isTold(w.bob, "put your wishes in order")
			for _, m := range w.inAnn.Messages() {
				if m.IsFromBot() && strings.Contains(m.Text, "metres") {
					t.Errorf("the group is told %q", m.Text)
				}
			}
			shows(w.inBob, "How far is the barn?", true)
			shows(w.inAnn, "How far is the pond?", false)

			w.press(w.bob, told, "🗑 1")
			shows(w.inBob, "How far is the shed?", false)
			w.hears(w.bob, w.bob.Say("How far is the inn?"), "I see.")
			late, _, _ := strings.Cut(w.lateBlock("the inn"), "did not want this kept")
			if got := w.systemOf("the inn") + late; strings.Contains(got, "in metres") {
				t.Errorf("forgotten, in private the prompt has %q", got)
			}
			w.tells(w.inBob, "as I said, always answer me in metres")
			w.reads(a)
			if got := w.waitingDirectives(a, ofPerson(w.bob)); got != "" {
				t.Errorf("what was forgotten is read again: %q", got)
			}
		})
	}
}

// R4, R5, issue 12.5: a member who has no chat with the bot is told in the group, where others cannot take it from them; where members
// are asked it counts once they keep it; where it is off, for who wants to be asked first or has switched it off, nothing is read.
func TestWishesInGroupsByConsent(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ consent, mode, want string }{
		"told": {"tell", "", "Always answer in metres"}, "asked": {"ask", "", "Always answer in metres"}, "off": {"off", "", ""},
		"asks first": {"tell", "ask", ""}, "switched off": {"tell", "off", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWishing(t, "sqlite", c.consent)
			a := w.started()
			if c.mode != "" {
				w.hears(w.bob, w.bob.Say("/memory mode "+c.mode), "")
			}
			w.tells(w.inBob, "please always answer me in metres")
			w.reads(a)
			switch {
			case c.want == "":
			case c.consent == "ask":
				asked := w.isTold(w.inBob, "1. Always answer in metres — keep it?")
				if got := w.waitingDirectives(a, ofPerson(w.bob)); got != "" {
					t.Errorf("unasked there waits %q", got)
				}
				w.press(w.inAnn, asked, "✅ 1")
				if got := w.waitingDirectives(a, ofPerson(w.bob)) + w.waitingDirectives(a, ofPerson(w.ann)); got != "" {
					t.Errorf("kept by another there waits %q", got)
				}
				w.press(w.inBob, asked, "✅ 1")
			default:
				told := w.isTold(w.inBob, "1. Always answer in metres")
				if !strings.HasPrefix(told.Text, "🧭 Bob, from what you said here") {
					t.Errorf("Bob is told %q", told.Text)
				}
				w.press(w.inAnn, told, "🗑 1")
			}
			if got := w.waitingDirectives(a, ofPerson(w.bob)); got != c.want {
				t.Errorf("there waits %q, want %q", got, c.want)
			}
			if _, late := w.asks(w.inBob, "How far is it?"); strings.Contains(late, "- Always answer in metres") != (c.want != "") {
				t.Errorf("the late block is %q", late)
			}
			if c.want == "" {
				return
			}
			w.digests(a, 25*time.Hour)
			for _, m := range w.bob.Messages() {
				t.Errorf("whoever has no chat with the bot is told %q", m.Text)
			}
			here := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: people.ID(w.group.ID())}
			if _, err := a.Forget.Group(t.Context(), actor.OfSystem(), here, session.Place{Bot: "keepsake", Chat: w.group.ID()}, nil); err != nil {
				t.Fatal(err)
			}
			if all, _, err := a.DB.Digests().All(t.Context(), ofPerson(w.bob)); err != nil || len(all) > 0 {
				t.Errorf("after the group is erased there is %+v, %v", all, err)
			}
		})
	}
}

// R12: while writing is switched off for a member, or for all, their wishes are not kept; others' are.
func TestWishesInGroupsWhileWritingIsOff(t *testing.T) {
	t.Parallel()
	w := newWishing(t, "sqlite", "tell")
	a := w.started()
	if err := a.Writes.Set(t.Context(), actor.OfSystem(), ofPerson(w.bob), true); err != nil {
		t.Fatal(err)
	}
	w.tells(w.inBob, "please always answer me in metres")
	w.tells(w.inAnn, "please never use slang")
	w.reads(a)
	if bobs, anns := w.waitingDirectives(a, ofPerson(w.bob)), w.waitingDirectives(a, ofPerson(w.ann)); bobs != "" || anns != "Never use slang" {
		t.Errorf("of Bob there waits %q, of Ann %q", bobs, anns)
	}
	for _, r := range w.model.Requests() {
		if m := r.Prompt.Messages; strings.Contains(m[0].Content, `"directives"`) && strings.Contains(m[1].Content, "in metres") {
			t.Errorf("Bob's words are read for wishes: %q", m[1].Content)
		}
	}
}
