package app_test

import (
	"testing"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/scope"
)

// KEEPSAKE_TRIPLES, and nothing else, lets the upkeep look at what was remembered by hand, with extraction off.
func TestTriplesSetting(t *testing.T) {
	for _, isOn := range []bool{false, true} {
		w := newWorld(t)
		w.config.LongTerm.Triples = isOn
		w.rules.Otherwise().Say(`{"memories": [{"number": 1, "triples": [{"subject": "User", "predicate": "boss", "object": "Alec", "subject_is": "person", "object_is": "person"}]}], "reasoning": ""}`)
		a, err := app.New(t.Context(), w.config, app.Options{Now: w.now})
		must(t, err)
		owner := scope.Scope{Store: "keepsake", Kind: scope.User, ID: people.ID(7)}
		_, _, err = a.Memory.Add(t.Context(), actor.OfPerson(owner.ID), memory.Draft{Scope: owner, Content: "User's boss is Alec"})
		must(t, err)
		a.Upkeep(t.Context())
		unread, err := a.Commands.Graph.Unread(t.Context(), "keepsake", "", 9)
		must(t, err)
		if (len(unread) == 0) != isOn {
			t.Errorf("with the setting %v: %d memories were not looked at", isOn, len(unread))
		}
		ts, err := a.Commands.Graph.Picture(t.Context(), []scope.Scope{owner})
		must(t, err)
		if (len(ts) == 1) != isOn {
			t.Errorf("with the setting %v: triples %+v", isOn, ts)
		}
		must(t, a.Close())
	}
}
