package actor_test

import (
	"testing"

	"keepsake/actor"
	"keepsake/scope"
)

func TestStandings(t *testing.T) {
	for name, c := range map[string]struct {
		actor               actor.Actor
		part, admin, member bool
	}{
		"nobody":          {actor.Actor{}, false, false, false},
		"a stranger":      {actor.Actor{Kind: actor.Person, ID: "telegram:1"}, false, false, false},
		"a member":        {actor.Actor{Kind: actor.Person, ID: "telegram:1", Standing: actor.Member}, false, false, true},
		"an admin's tool": {actor.Actor{Kind: actor.Tool, ID: "telegram:1", Standing: actor.Admin}, false, true, true},
		"in private":      {actor.OfPerson("telegram:1"), false, true, true},
		"the schedule":    {actor.OfSystem(), true, true, true},
		"extraction":      {actor.Actor{Kind: actor.Extraction}, true, true, true},
		"consolidation":   {actor.Actor{Kind: actor.Consolidation}, true, true, true},
		"an import":       {actor.Actor{Kind: actor.Import}, true, true, true},
	} {
		if c.actor.IsPart() != c.part || c.actor.IsAdmin() != c.admin || c.actor.IsMember() != c.member {
			t.Errorf("%s: part %v, admin %v, member %v", name, c.actor.IsPart(), c.actor.IsAdmin(), c.actor.IsMember())
		}
	}
}

// A person erases what is their own, an admin what is their group's, a part of the house
// anything; a tool nothing, whoever it is called for.
func TestWhoMayErase(t *testing.T) {
	const alice, bob = "telegram:1", "telegram:2"
	mine := scope.Scope{Store: "keepsake", Kind: scope.User, ID: alice}
	group := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-100"}
	shard := scope.Scope{Store: "keepsake", Kind: scope.Project, ID: "choir"}
	member := actor.Actor{Kind: actor.Person, ID: alice, Standing: actor.Member}
	tool := actor.Actor{Kind: actor.Tool, ID: alice, Standing: actor.Admin}
	for name, c := range map[string]struct {
		actor              actor.Actor
		mine, group, shard bool
	}{
		"the person":    {actor.OfPerson(alice), true, true, false},
		"another":       {actor.OfPerson(bob), false, true, false},
		"a member":      {member, true, false, false},
		"a tool":        {tool, false, false, false},
		"the house":     {actor.OfSystem(), true, true, true},
		"nobody":        {actor.Actor{}, false, false, false},
		"without an id": {actor.Actor{Kind: actor.Person}, false, false, false},
	} {
		for owner, want := range map[scope.Scope]bool{mine: c.mine, group: c.group, shard: c.shard} {
			if got := c.actor.CanErase(owner); got != want {
				t.Errorf("%s, a %s scope: %v, want %v", name, owner.Kind, got, want)
			}
		}
	}
	if !tool.IsToolFor(alice) || tool.IsToolFor(bob) || tool.IsThePerson(alice) || member.IsToolFor(alice) {
		t.Error("whom a tool is called for")
	}
	if !member.IsThePerson(alice) || member.IsThePerson(bob) || member.IsThePerson("") {
		t.Error("who the person is")
	}
}
