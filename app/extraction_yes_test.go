package app_test

import (
	"testing"

	"keepsake/app"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/scope"
)

// R5, R19: a typed yes to a find that stands under an answer keeps it byte for byte, as a tap on Save does: it is what the person has said. Where the
// answer asks something else, or the find is of somebody else, a yes keeps nothing.
func TestR5ATypedYesKeepsAFind(t *testing.T) {
	t.Parallel()
	w := newForming(t, "shadow", "ask")
	for _, c := range []struct{ said, fact, yes string }{
		{"I like chess", "User likes chess", "yes"}, {"Ich spiele Oboe", "Der Nutzer spielt Oboe", "ja, bitte"}, {"Я люблю шахматы", "Пользователь любит шахматы", "да"},
		{"I play the oboe", "User plays the oboe", "yes please"}, {"我喜欢下棋", "用户喜欢下棋", "好"},
	} {
		w.teach(c.said, c.fact, 0.9)
	}
	w.teach("I collect coins", "User collects coins", 0.9)
	w.rules.When("what can you cook").Say("Shall I send you a recipe?")
	a := w.started()
	for i, c := range []struct{ said, next, answer, yes, want string }{
		{"I like chess", "How are you?", "", "yes", "explicit: User likes chess"},
		{"Ich spiele Oboe", "Guten Tag", "", "ja, bitte", "explicit: Der Nutzer spielt Oboe"},
		{"Я люблю шахматы", "Привет", "", "да", "explicit: Пользователь любит шахматы"},
		{"我喜欢下棋", "你好", "", "好", "explicit: 用户喜欢下棋"},
		{"I play the oboe", "Hello", "", "yes please", "explicit: User plays the oboe"},
		{"I collect coins", "what can you cook", "Shall I send", "yes", "asked: User collects coins"},
		{"I like chess", "How are you?", "", "yes, lovely weather. What else?", "asked: User likes chess"},
	} {
		p := w.tg.Person(int64(20+i), "Ann")
		w.hears(p, p.Say(c.said), "I see.")
		w.extracts(a)
		w.hears(p, p.Say(c.next), c.answer)
		w.ends(a)
		w.hears(p, p.Say(c.yes), "I see.")
		w.ends(a)
		w.hasFormed(a, ofPerson(p), c.yes, c.want)
	}
}

// R5: in a group the yes of the member who said it counts, as a reply to the answer as well; that of another one keeps nothing.
func TestR5ATypedYesInAGroup(t *testing.T) {
	t.Parallel()
	w := newForming(t, "shadow", "ask")
	ann, bob := w.tg.Person(11, "Ann Smith"), w.tg.Person(12, "Bob")
	fact := people.Label("Bob", people.ID(12)) + " collects coins"
	carl := w.tg.Person(13, "Carl")
	golf := people.Label("Carl", people.ID(13)) + " plays golf"
	w.teach("I collect coins", fact, 0.9)
	w.teach("I play golf", golf, 0.9)
	a := w.started()
	g := w.tg.Group(-100500, "Kitchen").Join(ann, bob).AddBot(ann)
	group := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: people.ID(g.ID())}
	at := "@" + w.tg.Bot().Username + " "
	w.hears(g.As(bob, 0), g.As(bob, 0).Say(at+"I collect coins"), "I see.")
	w.extracts(a)
	card := w.hears(g.As(bob, 0), g.As(bob, 0).Say(at+"hello"), fact)
	w.ends(a)
	w.hears(g.As(ann, 0), g.As(ann, 0).Reply(card.ID, "yes"), "I see.")
	w.ends(a)
	w.hasFormed(a, group, "Ann's yes", "asked: "+fact)
	if ds := w.open(a, group); len(ds) != 1 || ds[0].Content != fact {
		t.Errorf("open %+v", ds)
	}

	other := w.tg.Group(-100501, "Course").Join(ann, carl).AddBot(ann)
	group = scope.Scope{Store: "keepsake", Kind: scope.Group, ID: people.ID(other.ID())}
	in := other.As(carl, 0)
	w.hears(in, in.Say(at+"I play golf"), "I see.")
	w.extracts(a)
	card = w.hears(in, in.Say(at+"hello"), golf)
	w.ends(a)
	w.hears(in, in.Reply(card.ID, "yes"), "Kept: ")
	w.hasFormed(a, group, "Carl's yes", "explicit: "+golf)
}

// open returns what waits for a tap in a scope.
func (w *world) open(a *app.App, owner scope.Scope) []memory.Decision {
	w.t.Helper()
	ds, err := a.Memory.Decisions(w.t.Context(), []scope.Scope{owner}, memory.DecisionOpen, "")
	if err != nil {
		w.t.Fatal(err)
	}
	return ds
}
