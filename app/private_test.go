package app_test

import (
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/session"
	"keepsake/store/storetest"
)

// conversations returns the stored private or other conversations of a person.
func (w *world) conversations(a *app.App, p *simulator.Person, private bool) (out []session.Session) {
	w.t.Helper()
	all, err := a.Sessions.List(w.t.Context(), session.Place{Bot: a.Config.Name, Chat: p.ID()}, people.ID(p.ID()))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, x := range all {
		if x.Private == private {
			out = append(out, x)
		}
	}
	return out
}

// R5: in a private chat nothing that is remembered is read and nothing is kept; the tools are offered and say so, to the
// model and through it; what was said there is destroyed with its end, and nothing of it is read later. It works the same on
// both databases.
func TestR5PrivateChat(t *testing.T) {
	for _, database := range []string{"sqlite", "postgres"} {
		t.Run(database, func(t *testing.T) {
			t.Parallel()
			w := newForming(t, "auto", "auto")
			if database == "postgres" {
				w.config.DatabaseURL = settings.Secret(storetest.PostgresURL(t))
			}
			w.teach("I prefer oat milk", "User prefers oat milk", 0.9)
			w.teach("I like chess", "User likes chess", 0.9)
			w.rules.When("remember that I play the oboe").Call("add_to_memory", map[string]any{"content": "User plays the oboe", "category": "context"})
			w.rules.WhenResult("add_to_memory", "this is a private chat").Say("I keep nothing in a private chat.")
			w.rules.When("call the dentist").Call("create_task", map[string]any{"title": "Call the dentist"})
			w.rules.WhenResult("create_task", "this is a private chat").Say("No tasks either.")
			w.rules.WhenResult("add_to_memory", "Remembered as").Say("Remembered.")
			a := w.started()
			ann := w.tg.Person(11, "Ann")
			w.hears(ann, ann.Say("I prefer oat milk. Also remember that I play the oboe."), "Remembered.")
			w.extracts(a)
			known := w.formed(a, ofPerson(ann))

			card := w.hears(ann, ann.Say("/private"), "A private chat.")
			w.hears(ann, ann.Say("/private"), "This is a private chat already")
			w.hears(ann, ann.Say("/privacy"), "This is a private chat:")
			w.hears(ann, ann.Say("I like chess. Which milk goes into my coffee, and what do I play?"), "I see.")
			w.ends(a)
			ms := w.lastPrompt("Which milk")
			for i, m := range ms {
				if i != len(ms)-1 && (strings.Contains(m.Content, "oat milk") || strings.Contains(m.Content, "plays the oboe")) {
					t.Errorf("a memory is read in message %d: %q", i, m.Content)
				}
			}
			if late := w.lateBlock("Which milk"); !strings.Contains(late, "This is a private chat") {
				t.Errorf("the late block reads %q", late)
			}
			w.hears(ann, ann.Say("Please remember that I play the oboe."), "I keep nothing in a private chat.")
			w.hears(ann, ann.Say("I must call the dentist."), "No tasks either.")
			w.extracts(a)
			if got := w.formed(a, ofPerson(ann)); strings.Join(got, "; ") != strings.Join(known, "; ") {
				t.Errorf("kept in a private chat: %q, before it %q", got, known)
			}
			if n := len(w.conversations(a, ann, true)); n != 1 {
				t.Fatalf("%d private conversations", n)
			}
			w.press(ann, card, "End the private chat")
			w.hears(ann, card, "The private chat is over")
			if left := w.conversations(a, ann, true); len(left) != 0 {
				t.Errorf("left of the private chat: %+v", left)
			}
			if database == "sqlite" {
				w.leavesFiles("goes into my coffee", "call the dentist")
			}
			w.hears(ann, ann.Say("/private off"), "This is not a private chat")
			w.hears(ann, ann.Say("Which milk goes into my tea?"), "I see.")
			if late := w.lateBlock("into my tea"); !strings.Contains(late, "User prefers oat milk") || strings.Contains(late, "private chat") {
				t.Errorf("after it the late block reads %q", late)
			}
		})
	}
}

// A pause does not end a private chat by itself: what was said is destroyed, and what follows is private as well, until the person
// ends it. /new begins another private one.
func TestR5PrivateChatLasts(t *testing.T) {
	t.Parallel()
	w := newForming(t, "auto", "auto")
	a := w.started()
	ann := w.tg.Person(11, "Ann")
	w.hears(ann, ann.Say("/private"), "A private chat.")
	w.hears(ann, ann.Say("Something delicate."), "I see.")
	w.ends(a)
	first := w.conversations(a, ann, true)
	w.later(settings.Defaults().Session.Idle * 2)
	w.hears(ann, ann.Say("Good morning."), "I see.")
	w.ends(a)
	if _, err := a.Sessions.Prune(t.Context(), actor.OfSystem(), first[0].Place, first[0].Person, session.Retention{}); err != nil {
		t.Fatal(err)
	}
	second := w.conversations(a, ann, true)
	if len(first) != 1 || len(second) != 1 || first[0].ID == second[0].ID {
		t.Fatalf("before the pause %+v, after it %+v", first, second)
	}
	w.hears(ann, ann.Say("/new"), "A new conversation")
	if left := w.conversations(a, ann, true); len(left) != 0 {
		t.Errorf("after /new: %+v", left)
	}
	w.hears(ann, ann.Say("Hello again."), "I see.")
	w.ends(a)
	if n := len(w.conversations(a, ann, true)); n != 1 || len(w.conversations(a, ann, false)) != 0 {
		t.Errorf("%d private conversations after /new", n)
	}
}

// A group has no private chat, and is told where there is one.
func TestR5NoPrivateGroup(t *testing.T) {
	t.Parallel()
	w := newForming(t, "auto", "auto")
	w.started()
	ann := w.tg.Person(11, "Ann")
	g := w.tg.Group(-100500, "Kitchen").Join(ann).AddBot(ann)
	her := g.As(ann, 0)
	w.hears(her, her.Say("/private@"+w.tg.Bot().Username), "something for the two of us")
}

// Under a reply that used memories a small button shows which; each can be put right or forgotten there, by whom it is for.
func TestUsedMemoriesOnDemand(t *testing.T) {
	t.Parallel()
	w := newForming(t, "auto", "auto")
	w.teach("I prefer oat milk", "User prefers oat milk", 0.9)
	a := w.started()
	ann := w.tg.Person(11, "Ann")
	w.hears(ann, ann.Say("I prefer oat milk"), "I see.")
	w.extracts(a)
	w.hears(ann, ann.Say("/new"), "A new conversation")
	reply := w.hears(ann, ann.Say("Which milk goes into my coffee?"), "I see.")
	if strings.Contains(reply.Text, "oat milk") {
		t.Errorf("shown without being asked for: %q", reply.Text)
	}
	w.press(ann, reply, "From memory: 1")
	list := w.hears(ann, reply, "What I had in mind for this answer\n🧠 You prefer oat milk — noticed, 72 % sure")
	w.press(ann, list, "Edit")
	w.hears(ann, list, "User prefers oat milk")
	w.press(ann, list, "Forget")
	w.hears(ann, list, "Deleted: 'User prefers oat milk'")
	w.hasFormed(a, ofPerson(ann), "after Forget")
	tap, err := ann.Press(reply.ID, "🧠 From memory: 1")
	if err == nil {
		tap, err = ann.AwaitAnswer(within(t), tap)
	}
	if err != nil || !strings.Contains(tap.Text, "I remember none of it any more") {
		t.Errorf("afterwards the button says %+v, %v", tap, err)
	}
}

// The same, always under the reply, and never.
func TestUsedMemoriesAlwaysAndNever(t *testing.T) {
	for show, want := range map[string]string{"always": "🧠 You prefer oat milk — noticed, 72 % sure", "off": ""} {
		t.Run(show, func(t *testing.T) {
			t.Parallel()
			w := newForming(t, "auto", "auto")
			w.config.LongTerm.ShowUsed = show
			w.teach("I prefer oat milk", "User prefers oat milk", 0.9)
			a := w.started()
			ann := w.tg.Person(11, "Ann")
			w.hears(ann, ann.Say("I prefer oat milk"), "I see.")
			w.extracts(a)
			w.hears(ann, ann.Say("/new"), "A new conversation")
			said := ann.Say("Which milk goes into my coffee?")
			w.hears(ann, said, "I see.")
			w.ends(a)
			reply := w.hears(ann, said, want)
			if want == "" && strings.Contains(labelsUnder(reply), "memory") {
				t.Errorf("buttons: %v", reply.Buttons)
			}
			if want == "" {
				return
			}
			w.press(ann, reply, "Forget")
			w.hears(ann, reply, "Deleted: 'User prefers oat milk'")
			if ms, err := a.Memory.Find(t.Context(), memory.ActiveQuery(ofPerson(ann))); err != nil || len(ms) != 0 {
				t.Errorf("left: %+v, %v", ms, err)
			}
			w.shows(ann, reply.ID, "I see.")
		})
	}
}
