package ingest_test

import (
	"testing"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/memory/ingest"
	"keepsake/memory/policy"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/trust"
)

// In a group who said it is asked about a find, whoever is answered or looks at what waits, and nothing is put in the place of what
// another member said.
func TestInAGroupWhoSaidItIsAsked(t *testing.T) {
	const bob, cy = "telegram:43", "telegram:44"
	group := scope.Scope{Store: alice.Store, Kind: scope.Group, ID: "telegram:-5"}
	by := func(id, name, text string) session.Message {
		return session.Message{Role: session.User, Content: text, Trust: trust.Person, Author: id, Name: name}
	}
	member := func(id string) actor.Actor {
		return actor.Actor{Kind: actor.Person, ID: id, Standing: actor.Member}
	}

	w := newWorld(t, sqlite(t), func(s *ingest.Service) { s.Policy.Mode = policy.Shadow })
	talk := w.begin(session.Place{Bot: "keepsake", Chat: -5}, "")
	home, _, err := w.Memory.Add(t.Context(), member(cy), memory.Draft{Scope: group, Content: "Bob (u43) lives in Graz"})
	must(t, err)
	w.model.teach("I have asthma", "Bob (u43) has asthma")
	w.turnOf(talk, group, by(bob, "Bob", "I have asthma"))
	w.extracts()
	of := func(person string) ingest.Moment {
		return ingest.Moment{Scope: group, SessionID: talk.ID, TurnID: "turn", Person: person}
	}
	asked, err := w.Offer(t.Context(), of(cy))
	must(t, err)
	equal(t, "under an answer to Cy", asked, false)
	waiting, err := w.Waiting(t.Context(), group)
	must(t, err)
	d, ok, err := w.Review(t.Context(), of(cy), waiting[0])
	must(t, err)
	equal(t, "Cy looks: of whom it is asked", d.Actor.ID+yes(ok), bob+"yes")
	_, _, err = w.Memory.Save(t.Context(), member(cy), []scope.Scope{group}, d.ID, "")
	equal(t, "Cy's Save", err != nil, true)
	_, _, err = w.Memory.Save(t.Context(), member(bob), []scope.Scope{group}, d.ID, "")
	must(t, err)

	w.model.teach("I live in Linz", "Bob (u43) lives in Linz")
	w.model.relate("Bob (u43) lives in Graz", "Bob (u43) lives in Linz", "contradicts")
	w.turnOf(talk, group, by(bob, "Bob", "I live in Linz"))
	w.extracts()
	waiting, err = w.Waiting(t.Context(), group)
	must(t, err)
	d, _, err = w.Review(t.Context(), of(cy), waiting[0])
	must(t, err)
	equal(t, "beside Cy's, not in its place", d.Op, memory.OpAdd)
	_, _, err = w.Memory.Save(t.Context(), member(bob), []scope.Scope{group}, d.ID, "")
	must(t, err)
	got, err := w.Memory.Get(t.Context(), []scope.Scope{group}, home.ID)
	must(t, err)
	equal(t, "Cy's", got.Content, "Bob (u43) lives in Graz")
}

// Where a group keeps finds unasked, a member's is kept beside what another said.
func TestInAGroupNoFindReplacesAnothersMemory(t *testing.T) {
	const bob, cy = "telegram:43", "telegram:44"
	group := scope.Scope{Store: alice.Store, Kind: scope.Group, ID: "telegram:-5"}
	w := newWorld(t, sqlite(t))
	talk := w.begin(session.Place{Bot: "keepsake", Chat: -5}, "")
	_, _, err := w.Memory.Add(t.Context(), actor.Actor{Kind: actor.Person, ID: cy, Standing: actor.Member}, memory.Draft{Scope: group, Content: "Bob (u43) lives in Graz"})
	must(t, err)
	w.model.teach("I live in Linz", "Bob (u43) lives in Linz")
	w.model.relate("Bob (u43) lives in Graz", "Bob (u43) lives in Linz", "contradicts")
	w.turnOf(talk, group, session.Message{Role: session.User, Content: "I live in Linz", Trust: trust.Person, Author: bob, Name: "Bob"})
	w.extracts()
	list(t, "memories", w.active(group), "Bob (u43) lives in Graz", "Bob (u43) lives in Linz")
}
