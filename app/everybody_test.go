package app_test

import (
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/session"
)

// A11: what is for everybody is written by owners only, shown to all, by /memory and in the prompt, as what
// the owner wrote; nobody's own memory is mixed with it, and forgetting all leaves it.
func TestA11Everybody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.rules.Otherwise().Say("I see.")
	a, _ := w.start(nil)
	boss, ann := w.tg.Person(10, "Boss"), w.tg.Person(11, "Ann")
	w.hears(ann, ann.Say("Hello"), "I see.")
	w.hears(boss, boss.Say("Hello"), "I see.")
	must(t, a.DB.People().SetAccess(t.Context(), people.ID(10), people.Owner))

	w.hears(ann, ann.Say("/memory everybody"), "nothing for everybody")
	w.hears(ann, ann.Say("/memory everybody add The office is closed on Friday"), "nothing for everybody")
	w.hears(boss, boss.Say("/memory everybody add The office is closed on Monday"), "closed on Monday")
	reply := w.hears(ann, ann.Say("/memory everybody"), "closed on Monday")
	if strings.Contains(reply.Text, "add TEXT") {
		t.Errorf("she is told how to change it: %q", reply.Text)
	}
	_, _, err := a.Memory.Add(t.Context(), actor.OfPerson(people.ID(11)), memory.Draft{Scope: agent.Everybody("keepsake"), Content: "Ann is the boss"})
	if err == nil {
		t.Error("somebody who is no owner wrote for everybody")
	}
	w.hears(ann, ann.Say("When may I come?"), "I see.")
	prompt := w.model.Requests()[len(w.model.Requests())-1].Prompt.Text
	if !strings.Contains(prompt, "written by the owner of this assistant") || !strings.Contains(prompt, "The office is closed on Monday") {
		t.Errorf("the prompt does not say it:\n%s", prompt)
	}
	own, err := a.Memory.Find(t.Context(), memory.ActiveQuery(ofPerson(ann)))
	if err != nil || len(own) != 0 {
		t.Errorf("her own memories: %d, %v", len(own), err)
	}
	must(t, ignore(a.Memory.Add(t.Context(), actor.OfPerson(people.ID(11)), memory.Draft{Scope: ofPerson(ann), Content: "User likes tea"})))
	w.hears(ann, ann.Say("/memory"), "/everybody")
	if _, err := a.Forget.Everything(t.Context(), actor.OfPerson(people.ID(11)), people.ID(11), session.Place{Bot: "keepsake", Chat: 11}, nil); err != nil {
		t.Fatal(err)
	}
	ms, err := a.Memory.Find(t.Context(), memory.ActiveQuery(agent.Everybody("keepsake")))
	if err != nil || len(ms) != 1 {
		t.Fatalf("after she was forgotten: %d, %v", len(ms), err)
	}
	w.hears(boss, boss.Say("/memory everybody delete "+ms[0].ID), "nothing for everybody")
	w.hears(ann, ann.Say("And now?"), "I see.")
	if prompt := w.model.Requests()[len(w.model.Requests())-1].Prompt.Text; strings.Contains(prompt, "The office is closed on Monday.\n") || strings.Contains(prompt, "written by the owner of this assistant") {
		t.Error("the prompt still says it")
	}
}

func ignore(_ memory.Memory, _ memory.Change, err error) error { return err }
