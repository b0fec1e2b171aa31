package forget_test

import (
	"slices"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/trust"
)

// R20: what names somebody is meant, in the archive too and however the name is written; "everything" is all in a person's scope, and in a
// group what the actor said or what is about them.
func TestMatchR20(t *testing.T) {
	h := open(t)
	h.setMemory(memory.Config{Store: h.db.Memories(), Now: time.Now, Key: []byte("key"), IsAbout: people.HasLabel})
	ann, bob := people.ID(42), people.ID(43)
	group := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-100"}
	add := func(where scope.Scope, who, subject, content string) memory.Memory {
		m, _, err := h.Memory.Add(t.Context(), actor.OfPerson(who), memory.Draft{Scope: where, Subject: subject, Content: content,
			Evidence: []memory.Evidence{{Quote: content, Author: who, Trust: trust.Person}}})
		must(t, err)
		return m
	}
	jorg := add(owner, person, "", "User's boss is Jörg Müller")
	tea := add(owner, person, "", "User likes tea")
	_, err := h.Memory.Apply(t.Context(), actor.OfSystem(), []memory.Write{{Op: memory.OpArchive, Scopes: scopes, MemoryID: jorg.ID, Reason: "old"}})
	must(t, err)
	said := add(group, ann, "", "Ann sings in a choir")
	about := add(group, bob, people.Label("Ann", ann), "Ann owes Bob 5 euros")
	others := add(group, bob, "", "Bob plays golf")

	member := actor.Actor{Kind: actor.Person, ID: ann, Standing: actor.Member}
	for name, c := range map[string]struct {
		who    actor.Actor
		where  scope.Scope
		about  string
		ids    []string
		isAll  bool
		wanted []memory.Memory
	}{
		"a name spelt out, in the archive": {tap, owner, "Joerg Mueller", nil, false, []memory.Memory{jorg}},
		"an id":                            {tap, owner, "", []string{tea.ID}, false, []memory.Memory{tea}},
		"nobody":                           {tap, owner, "Zoe", nil, false, nil},
		"everything":                       {tap, owner, "everything", nil, true, []memory.Memory{jorg, tea}},
		"everything in a group":            {member, group, "everything", nil, true, []memory.Memory{said, about}},
		"a name in a group":                {member, group, "golf", nil, false, []memory.Memory{others}},
	} {
		got, isAll, err := forget.Match(t.Context(), h.Memory, c.who, c.where, c.about, c.ids)
		must(t, err)
		if isAll != c.isAll || !slices.Equal(idsOf(got), idsOf(c.wanted)) {
			t.Errorf("%s: all %v, %v", name, isAll, got)
		}
	}
}

// R20: a member is told who may have forgotten what is another's, and an admin nothing, who may have all of it.
func TestWhoMayR20(t *testing.T) {
	h := open(t)
	h.setMemory(memory.Config{Store: h.db.Memories(), Now: time.Now, Key: []byte("key"), IsAbout: people.HasLabel})
	ann, bob := people.ID(42), people.ID(43)
	_, err := h.People.See(t.Context(), actor.OfSystem(), people.Person{ID: bob, Name: "Bob"})
	must(t, err)
	group := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-100"}
	var ids []string
	for _, d := range []struct{ who, subject, content string }{
		{bob, "", "Bob plays golf"}, {ann, "", "Ann sings in a choir"}, {bob, people.Label("Cem", people.ID(44)), "Cem owes Bob 5 euros"}, {people.ID(45), "", "Somebody rows"},
	} {
		m, _, err := h.Memory.Add(t.Context(), actor.OfPerson(d.who), memory.Draft{Scope: group, Subject: d.subject, Content: d.content,
			Evidence: []memory.Evidence{{Quote: d.content, Author: d.who, Trust: trust.Person}}})
		must(t, err)
		ids = append(ids, m.ID)
	}
	member := actor.Actor{Kind: actor.Tool, ID: ann, Standing: actor.Member, TurnID: "turn"}
	offers, err := h.Memory.OfferForgetting(t.Context(), member, []scope.Scope{group}, ids)
	must(t, err)
	who, err := forget.WhoMay(t.Context(), h.Memory, h.People, member, offers, "the one who said it")
	must(t, err)
	if len(who) != 3 || who[offers[0].ID] != "Bob" || who[offers[2].ID] != "Bob, Cem" || who[offers[3].ID] != "the one who said it" {
		t.Errorf("a member: %v", who)
	}
	admin := member
	admin.Standing = actor.Admin
	if who, err = forget.WhoMay(t.Context(), h.Memory, h.People, admin, offers, "the one who said it"); err != nil || len(who) != 0 {
		t.Errorf("an admin: %v, %v", who, err)
	}
}

// R20: a turn has acted when it offered something to be forgotten, or when something was forgotten since it began.
func TestHasActedR20(t *testing.T) {
	h := open(t)
	began := time.Now().Add(-time.Minute)
	var ms []memory.Memory
	for _, content := range []string{"User likes tea", "User has a boat"} {
		m, _, err := h.Memory.Add(t.Context(), tap, memory.Draft{Scope: owner, Content: content})
		must(t, err)
		ms = append(ms, m)
	}
	acted := func(turn string, since time.Time) bool {
		ok, err := forget.HasActed(t.Context(), h.Memory, scopes, session.Turn{ID: turn, OpenedAt: since})
		must(t, err)
		return ok
	}
	if acted("turn", began) {
		t.Error("nothing was offered or forgotten")
	}
	_, err := h.Memory.OfferForgetting(t.Context(), actor.Actor{Kind: actor.Tool, ID: person, Standing: actor.Admin, TurnID: "turn"}, scopes, []string{ms[0].ID})
	must(t, err)
	if !acted("turn", began) || acted("another", began) {
		t.Error("only the turn that offers has acted")
	}
	_, _, err = h.Memory.Delete(t.Context(), tap, scopes, ms[1].ID, "test")
	must(t, err)
	if !acted("another", began) {
		t.Error("something was forgotten since the turn began")
	}
}

func idsOf(ms []memory.Memory) (ids []string) {
	for _, m := range ms {
		ids = append(ids, m.ID)
	}
	slices.Sort(ids)
	return ids
}
