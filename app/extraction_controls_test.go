package app_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/bot/simulator"
	"keepsake/memory"
)

// R17: /memory mode says what is noticed, and switches it; the stricter of the operator's and the person's
// wish holds, and off means that nothing is read.
func TestR17PersonsMode(t *testing.T) {
	t.Parallel()
	w := newForming(t, "auto", "ask")
	w.teach("I prefer oat milk", "User prefers oat milk", 0.9)
	w.teach("I like chess", "User likes chess", 0.9)
	w.teach("I play the oboe", "User plays the oboe", 0.9)
	a := w.started()
	ann := w.tg.Person(11, "Ann")
	card := w.hears(ann, ann.Say("/memory mode"), "I ask you before I keep it")
	w.press(ann, card, "Keep without asking")
	w.shows(ann, card.ID, "When you mention something that is worth keeping, I keep it")
	w.hears(ann, ann.Say("I prefer oat milk"), "I see.")
	w.extracts(a)
	w.hasFormed(a, ofPerson(ann), "without asking", "extracted: User prefers oat milk")

	w.hears(ann, ann.Say("/memory mode OFF"), "I keep only what you ask me to.")
	w.hears(ann, ann.Say("I like chess"), "I see.")
	w.ends(a)
	if n, _, err := a.Finds.Pending(t.Context(), "keepsake"); err != nil || n != 0 {
		t.Errorf("switched off, and %d stretches wait, %v", n, err)
	}
	w.extracts(a)
	w.hasFormed(a, ofPerson(ann), "switched off", "extracted: User prefers oat milk")

	w.hears(ann, ann.Say("/memory mode ask"), "I ask you before I keep it")
	w.hears(ann, ann.Say("I play the oboe"), "I see.")
	w.extracts(a)
	w.hasFormed(a, ofPerson(ann), "ask", "asked: User plays the oboe", "extracted: User prefers oat milk")
	w.hears(ann, ann.Say("/privacy"), "/mode changes that")
}

// R17: where the operator is stricter, the person reads so; where nothing is switched on, too.
func TestR17OperatorsMode(t *testing.T) {
	t.Parallel()
	w := newForming(t, "shadow", "ask")
	w.started()
	ann := w.tg.Person(11, "Ann")
	w.hears(ann, ann.Say("/memory mode auto"), "my operator wants me to ask")
	w.hears(ann, ann.Say("/memory review"), "Nothing waits for a decision")

	off := newWorld(t)
	off.started()
	bob := off.tg.Person(12, "Bob")
	off.hears(bob, bob.Say("/memory mode"), "My operator has not switched more on")
	off.hears(bob, bob.Say("/memory review"), "My operator has not switched more on")
	m := off.hears(bob, bob.Say("/privacy"), "What is kept about you")
	if strings.Contains(m.Text, "/mode") {
		t.Errorf("/privacy speaks of what is off: %q", m.Text)
	}
}

// R17: in a group its admins choose; members read what was chosen.
func TestR17GroupMode(t *testing.T) {
	t.Parallel()
	w := newForming(t, "auto", "auto")
	w.started()
	ann, bob := w.tg.Person(11, "Ann"), w.tg.Person(12, "Bob")
	g := w.tg.Group(-100500, "Kitchen").Join(ann, bob).Promote(ann).AddBot(ann)
	her, his := g.As(ann, 0), g.As(bob, 0)
	at := "@" + w.tg.Bot().Username
	card := w.hears(his, his.Say("/memory"+at+" mode"), "I keep it for this group")
	tap, err := his.Press(card.ID, "Only when told to")
	if err == nil {
		tap, err = his.AwaitAnswer(within(t), tap)
	}
	if err != nil || !strings.Contains(strings.ToLower(tap.Text), "admin") {
		t.Errorf("a member's tap: %+v, %v", tap, err)
	}
	w.press(her, card, "Only when told to")
	w.shows(her, card.ID, "I keep only what I'm asked to.")
	w.hears(his, his.Say("/memory"+at+" mode"), "I keep only what I'm asked to.")
}

// R5: /memory review pages through what waits, byte for byte; a tap keeps or declines it for good. /memory why
// says how a memory came to be.
func TestR5ReviewAndWhy(t *testing.T) {
	t.Parallel()
	w := newForming(t, "shadow", "ask")
	w.config.LongTerm.MaxOffers = 0
	w.teach("I prefer oat milk", "User prefers oat milk", 0.9)
	w.teach("I like chess", "User likes chess", 0.8)
	w.teach("I like bridge", "User likes bridge", 0.5) // not sure enough to be asked about
	a := w.started()
	ann := w.tg.Person(11, "Ann")
	for _, said := range []string{"I prefer oat milk.", "I like chess.", "I like bridge."} {
		w.hears(ann, ann.Say(said), "I see.")
		w.extracts(a)
	}
	card := w.hears(ann, ann.Say("/memory review"), "1 of 2 — shall I remember this?\nUser prefers oat milk")
	if !strings.Contains(card.Text, "“I prefer oat milk”") && !strings.Contains(card.Text, "“I prefer oat milk.”") {
		t.Errorf("without the sentence it rests on: %q", card.Text)
	}
	w.press(ann, card, "▶️")
	w.shows(ann, card.ID, "2 of 2 — shall I remember this?\nUser likes chess")
	w.press(ann, card, "Never")
	card = w.hears(ann, ann.Say("/memory review"), "1 of 1 — shall I remember this?\nUser prefers oat milk")
	w.press(ann, card, "Save")
	w.hears(ann, card, "Kept: “User prefers oat milk”")
	w.hears(ann, ann.Say("/memory review"), "Nothing waits for a decision")
	w.hasFormed(a, ofPerson(ann), "decided", "explicit: User prefers oat milk", "shadowed: User likes bridge")

	ms, err := a.Memory.Find(t.Context(), memory.ActiveQuery(ofPerson(ann)))
	if err != nil || len(ms) != 1 {
		t.Fatal(ms, err)
	}
	m := w.hears(ann, ann.Say("/memory why "+ms[0].ID), "I was 72 % sure. You said yes.")
	if !strings.Contains(m.Text, "I prefer oat milk") {
		t.Errorf("why: %q", m.Text)
	}
	bob := w.tg.Person(12, "Bob")
	w.hears(bob, bob.Say("/memory why "+ms[0].ID), "I have no such memory")
}

// shows waits until a message reads as it should.
func (w *world) shows(p *simulator.Person, id int64, words string) {
	w.t.Helper()
	err := w.tg.WaitFor(within(w.t), func() bool {
		m, _ := w.tg.Message(p.Chat(), id)
		return strings.Contains(m.Text, words)
	})
	if err != nil {
		m, _ := w.tg.Message(p.Chat(), id)
		w.t.Fatalf("message %d: %q, want %q", id, m.Text, words)
	}
}

// A64: an owner's command stops every write at once, extraction's as well; what waits is read when it is over.
func TestA64OwnersCommand(t *testing.T) {
	t.Parallel()
	w := newForming(t, "auto", "auto")
	w.teach("I prefer oat milk", "User prefers oat milk", 0.9)
	a := w.started()
	ann, bob := w.tg.Person(11, "Ann"), w.tg.Person(12, "Bob")
	w.hears(ann, ann.Say("hello"), "I see.")
	w.owns(a, ann)
	w.hears(bob, bob.Say("/memory readonly on"), "I don't know")
	w.hears(ann, ann.Say("/memory readonly"), "I keep memories, for everybody")
	w.hears(bob, bob.Say("I prefer oat milk"), "I see.")
	w.ends(a)
	w.hears(ann, ann.Say("/memory read-only on"), "I keep nothing new")
	w.later(time.Hour)
	if _, err := a.Agent.Ingest.Work(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.hasFormed(a, ofPerson(bob), "switched off")
	if n, _, err := a.Finds.Pending(t.Context(), "keepsake"); err != nil || n == 0 {
		t.Errorf("nothing waits any more, %v", err)
	}
	found := ""
	app.Doctor(t.Context(), w.config, func(f app.Finding) {
		if f.Check == "extraction" {
			found = f.Found + f.Advice
		}
	})
	if !strings.Contains(found, "every memory write is switched off") || !strings.Contains(found, "read-only off") {
		t.Errorf("the doctor: %q", found)
	}
	w.hears(ann, ann.Say("/memory readonly off"), "I keep memories, for everybody")
	w.extracts(a)
	w.hasFormed(a, ofPerson(bob), "switched on again", "extracted: User prefers oat milk")
}

// A65: what of one person may not be written is not read either, and waits.
func TestA65OnePerson(t *testing.T) {
	t.Parallel()
	w := newForming(t, "auto", "auto")
	w.teach("I prefer oat milk", "User prefers oat milk", 0.9)
	a := w.started()
	ann := w.tg.Person(11, "Ann")
	w.hears(ann, ann.Say("I prefer oat milk"), "I see.")
	w.ends(a)
	if err := a.Writes.Set(t.Context(), actor.OfSystem(), ofPerson(ann), true); err != nil {
		t.Fatal(err)
	}
	w.later(2 * time.Minute)
	if _, err := a.Agent.Ingest.Work(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.hasFormed(a, ofPerson(ann), "switched off")
	if err := a.Writes.Set(t.Context(), actor.OfSystem(), ofPerson(ann), false); err != nil {
		t.Fatal(err)
	}
	w.later(time.Hour)
	w.extracts(a)
	w.hasFormed(a, ofPerson(ann), "switched on again", "extracted: User prefers oat milk")
}
