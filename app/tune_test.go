package app_test

import (
	"testing"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/memory/policy"
	"keepsake/scope"
	"keepsake/store/storetest"
)

// wantedBelow stores finds of a person who agreed to replays: all of a score below the present threshold, and all wanted.
func wantedBelow(t *testing.T, a *app.App, person string) {
	t.Helper()
	fine := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	p, err := a.People.Get(t.Context(), person)
	fine(err)
	p.Replays = true
	fine(a.People.SaveSettings(t.Context(), actor.OfPerson(person), p))
	storetest.WantedBelow(t, a.Finds, scope.Scope{Store: "keepsake", Kind: scope.User, ID: person})
}

// A46: what replays better is proposed to an owner, whose tap adopts it; the policy is on trial then, and nothing more is proposed.
// Without the switch nothing is adopted by itself.
func TestA46OwnersAdopt(t *testing.T) {
	t.Parallel()
	w := newForming(t, "auto", "auto")
	a := w.started()
	ann, bob := w.tg.Person(11, "Ann"), w.tg.Person(12, "Bob")
	w.hears(ann, ann.Say("hello"), "I see.")
	w.owns(a, ann)
	w.hears(bob, bob.Say("hello"), "I see.")
	wantedBelow(t, a, "telegram:12")
	tuner := a.Roles[0].Agent.Ingest.Tuner
	if n, err := tuner.Tune(t.Context()); err != nil || n != 0 {
		t.Errorf("without the switch: %d %v", n, err)
	}
	p, base, ok, err := tuner.Propose(t.Context())
	if err != nil || !ok || base.Number != 1 || p.Policy.MinConfidence != 0.5 {
		t.Fatalf("%+v %+v %t %v", p, base, ok, err)
	}
	if _, err := tuner.Adopt(t.Context(), actor.OfPerson("telegram:12"), p.Policy.Version()); err == nil {
		t.Error("somebody who owns nothing adopted it")
	}
	old := w.hears(ann, ann.Say("/memory policy"), "min_confidence: 0.6 → 0.5")
	shown := w.hears(ann, ann.Say("/memory policy"), "min_confidence: 0.6 → 0.5")
	w.press(ann, shown, "Adopt it")
	w.shows(ann, shown.ID, "policy 2")
	r, err := a.Policies.Current(t.Context(), "keepsake", a.Config.Policy())
	if err != nil || r.Number != 2 || r.By != "telegram:11" || r.Stable || r.Policy.MinConfidence != 0.5 {
		t.Errorf("after the tap: %+v %v", r, err)
	}
	if _, _, ok, err := tuner.Propose(t.Context()); ok || err != nil {
		t.Errorf("while that is on trial: %t %v", ok, err)
	}
	w.press(ann, old, "Adopt it") // an old button
	w.hears(ann, ann.Say("/memory policy"), "policy 2")
}

// A46: with auto_tune the bot adopts what it proposes, under its own name, once.
func TestA46AutoTune(t *testing.T) {
	t.Parallel()
	w := newForming(t, "auto", "auto")
	a := w.started()
	ann := w.tg.Person(11, "Ann")
	w.hears(ann, ann.Say("hello"), "I see.")
	wantedBelow(t, a, "telegram:11")
	tuner := a.Roles[0].Agent.Ingest.Tuner
	tuner.Auto = true
	for want := range 2 {
		if n, err := tuner.Tune(t.Context()); err != nil || n != 1-want {
			t.Errorf("adopted %d %v", n, err)
		}
	}
	r, err := a.Policies.Current(t.Context(), "keepsake", a.Config.Policy())
	if err != nil || r.Number != 2 || r.By != policy.ByTuning || r.Stable {
		t.Errorf("%+v %v", r, err)
	}
}
