package agent_test

import (
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/scope"
)

// A61: linked accounts read each other's memories from the next message on, and no longer once the link is taken
// back; each writes to its own only.
func TestLinkedAccountsReadEachOther(t *testing.T) {
	w := newWorld(t, agent.Config{})
	w.rules.Otherwise().Say("Fine.")
	other := scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:77"}
	ctx := t.Context()
	_, err := w.agent.People.See(ctx, actor.OfSystem(), people.Person{ID: other.ID, Name: "Alice at work"})
	w.ok(err)
	m, _, err := w.agent.Memory.Add(ctx, actor.OfPerson(other.ID), memory.Draft{Scope: other, Content: "User keeps seven ferrets", Category: "context"})
	w.ok(err)
	w.remember("User lives in Oslo", "context", "")
	says := func(line, content string, want bool) {
		t.Helper()
		w.say(line)
		if got := strings.Contains(w.last().Text, content); got != want {
			t.Errorf("%s: the prompt has it: %v", line, got)
		}
	}
	says("Hello", "ferrets", false)
	code, err := w.agent.People.NewLinkCode(ctx, actor.OfPerson(other.ID))
	w.ok(err)
	_, err = w.agent.People.LinkAccounts(ctx, actor.OfPerson(alice.ID), code)
	w.ok(err)
	says("What do I keep?", "ferrets", true)
	says("And where do I live?", "Oslo", true)
	_, _, _, err = w.agent.Memory.Update(ctx, actor.OfPerson(alice.ID), []scope.Scope{alice, other}, m.ID, memory.Edit{Content: "User keeps eight ferrets"})
	if err == nil {
		t.Error("a linked account changed what is not its own")
	}
	if n := len(w.known()); n != 1 {
		t.Errorf("%d memories of one's own", n)
	}
	done, err := w.agent.People.UnlinkAccounts(ctx, actor.OfPerson(other.ID), alice.ID)
	if err != nil || !done {
		t.Errorf("taken back: %v, %v", done, err)
	}
	says("And now?", "ferrets", false)
}
