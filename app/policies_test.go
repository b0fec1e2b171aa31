package app_test

import (
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/bot/simulator"
	"keepsake/memory/policy"
)

// owns makes somebody an owner of the bot, by a link.
func (w *world) owns(a *app.App, p *simulator.Person) {
	w.t.Helper()
	code, err := a.People.NewOwnerLink(w.t.Context(), actor.OfSystem(), time.Hour)
	if err != nil {
		w.t.Fatal(err)
	}
	w.hears(p, p.StartLink(code), "")
}

// A44: an owner sees by which policy memories form, and one tap returns to the one before; an old button changes nothing.
func TestA44OwnersTapBack(t *testing.T) {
	t.Parallel()
	w := newForming(t, "auto", "auto")
	a := w.started()
	ann, bob := w.tg.Person(11, "Ann"), w.tg.Person(12, "Bob")
	w.hears(ann, ann.Say("hello"), "I see.")
	w.owns(a, ann)
	w.hears(bob, bob.Say("/memory policy"), "I don't know")
	base := a.Config.Policy()
	current := func() policy.Revision {
		t.Helper()
		r, err := a.Policies.Current(t.Context(), "keepsake", base)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	set := func(confidence float64) {
		t.Helper()
		p := current().Policy
		p.MinConfidence = confidence
		if _, err := a.Policies.Set(t.Context(), actor.OfSystem(), "keepsake", base, policy.Change{Policy: p}); err != nil {
			t.Fatal(err)
		}
	}
	set(0.3)
	shown := w.hears(ann, ann.Say("/memory policy"), "min_confidence: 0.6 → 0.3")
	old := w.hears(ann, ann.Say("/memory policy"), "min_confidence: 0.6 → 0.3")
	w.press(ann, shown, "Back to policy 1")
	w.hears(ann, ann.Say("/memory policy"), "policy 3")
	if r := current(); r.Number != 3 || r.Of != 1 || r.By != "telegram:11" || r.Policy.MinConfidence != 0.6 {
		t.Errorf("after the tap: %+v", r)
	}
	set(0.4)
	w.press(ann, old, "Back to policy 1")
	w.hears(ann, ann.Say("/memory policy"), "policy 4")
	if r := current(); r.Number != 4 {
		t.Errorf("after the old button: %+v", r)
	}
}

// A41: whoever agrees under /memory mode lets policies be tried on their finds; it is off at first, taken back by a tap, and
// erased with the person.
func TestA41ReplaysNeedConsent(t *testing.T) {
	t.Parallel()
	w := newForming(t, "auto", "auto")
	a := w.started()
	ann := w.tg.Person(11, "Ann")
	agrees := func() bool {
		t.Helper()
		p, err := a.People.Get(t.Context(), "telegram:11")
		if err != nil {
			t.Fatal(err)
		}
		return p.Replays
	}
	shown := w.hears(ann, ann.Say("/memory mode"), "by myself")
	w.shows(ann, shown.ID, "With your permission") // what for is said before the tap
	if agrees() {
		t.Error("it is on at first")
	}
	w.press(ann, shown, "Use my answers")
	w.shows(ann, shown.ID, "Such a test keeps nothing")
	if !agrees() {
		t.Error("the tap did nothing")
	}
	w.hears(ann, ann.Say("/memory mode ask"), "I ask you before I keep it")
	if !agrees() {
		t.Error("another setting took it back")
	}
	w.press(ann, shown, "Don't use my answers")
	if agrees() {
		t.Error("the second tap did nothing")
	}
}
