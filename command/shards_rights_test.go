package command_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/command"
	"keepsake/memory/shard"
)

// E47, issue 12.8: who manages a shard says who may read, add, edit and manage, by buttons or typed; each may what was
// set and nothing beyond, others see who may what, and what is no right is refused with an example.
func TestShardsHaveRights(t *testing.T) {
	w := newWorld(t)
	w.commands.Shards.People = w.people
	ann, bob, eve := w.private(11, "Ann").in(-100, actor.Admin), w.private(12, "Bob").in(-100, actor.Member), w.private(13, "Eve").in(-100, actor.Member)
	ann.types("/shard new Trip: dates", "This group now shares")
	bob.types("/shard add Trip: the ferry goes at nine", "Kept in")
	w.at = w.at.Add(time.Minute)
	eve.types("/shard add Trip: the cabin has no heating", "Kept in")
	shown, bobs := bob.types("/shard rights Trip", "Everybody who sees it: read, and add what they say")
	if rows := len(shown.Out[0].Body.Buttons); rows != 1 {
		t.Errorf("a member may choose of %d rows", rows)
	}
	screen, message := ann.types("/shard rights Trip", "Bob \\(u12\\): read, and add what they say")
	_, all := button(t, screen, "Everybody")
	bob.taps(bobs, "shard", all, "Only the people who manage")
	chosen := ann.taps(message, "shard", all, "What shall it be?")
	_, reads := button(t, chosen, "Read")
	bob.taps(bobs, "shard", reads, "Only the people who manage")
	ann.taps(message, "shard", reads, "Everybody who sees it: read\n")
	bob.types("/shard add Trip: more", "Only the people who manage")
	bob.types("/shard facts Trip", "the ferry goes at nine")

	_, bobsRight := button(t, screen, "Bob")
	chosen = ann.taps(message, "shard", bobsRight, "What shall it be?")
	_, edits := button(t, chosen, "Edit")
	ann.taps(message, "shard", edits, "Bob \\(u12\\): read and add, take back what others said")
	facts, bobs := bob.types("/shard facts Trip", "the cabin has no heating")
	_, less := button(t, facts, "🗑 1")
	bob.taps(bobs, "shard", less, "Forgotten")
	bob.types("/shard edit Trip: only places", "only places")
	bob.types("/shard pause Trip", "Only the people who manage")
	bob.types("/shard rights Trip: 12 manage", "Only the people who manage")
	eve.types("/shard edit Trip: nonsense", "Only the people who manage")

	ann.types("/shard rights Trip: 12 manage", "do all of that, and change its name")
	paused, bobs := bob.types("/shard pause Trip", "nothing is added")
	if strings.Contains(labelsOf(paused), "Forget") {
		t.Errorf("who was let manage it is offered to forget it: %q", labelsOf(paused))
	}
	found, err := w.commands.Shards.Shards.Find(t.Context(), ann.scope(), "Trip")
	if err != nil {
		t.Fatal(err)
	}
	bob.taps(bobs, "shard", "forget."+found.ID+".yes", "Only the people who manage")
	bob.types("/shard resume Trip", "Trip")
	ann.types("/shard rights Trip: 12 default", "Bob \\(u12\\): read\n")
	bob.types("/shard pause Trip", "Only the people who manage")
	for _, wrong := range []string{"everybody", "everybody write", "nobody read", "-5 read", "role other none", ""} {
		ann.types("/shard rights Trip: "+wrong, "I know `none`")
	}
	for _, wrong := range []string{"x", "r7", "p0", "e.write"} {
		words := "who may do what"
		if wrong == "e.write" {
			words = "I know none"
		}
		ann.taps(message, "shard", "right."+found.ID+"."+wrong, words)
	}
	ann.types("/shard rights Trip: everybody none", "Everybody who sees it: do not see it")
	bob.types("/shard show Trip", "Trip") // its own group sees it
}

// E47: an owner's shard that is open to all chats is read by who was named alone, and a role of the bot shows no more than
// its right; it cannot be shut out through itself.
func TestShardsOfAnOwnerHaveRights(t *testing.T) {
	w := newWorld(t)
	w.commands.Shards.Roles = []string{botName, "other"}
	w.commands.Shards.Shards = w.commands.Shards.Shards.ForRole(botName)
	olga, bob, eve := w.private(21, "Olga"), w.private(12, "Bob"), w.private(13, "Eve")
	olga.becomesOwner()
	olga.types("/shard new Household: what we buy", "Household")
	owner := actor.Actor{Kind: actor.Person, ID: "telegram:21", Standing: actor.Admin, Owner: true}
	held, err := w.commands.Shards.Shards.Find(t.Context(), olga.scope(), "Household")
	if err == nil {
		_, err = w.commands.Shards.Shards.Change(t.Context(), owner, olga.scope(), held.ID, func(s *shard.Shard) { s.Open = true })
	}
	if err != nil {
		t.Fatal(err)
	}
	bob.types("/shard add Household: milk", "Only the people who manage")
	olga.types("/shard rights Household: everybody none", "Everybody who sees it: do not see it")
	olga.types("/shard rights Household: 12 suggest", "12: read, and add")
	olga.types("/shard rights Household: admins edit", "Admins of its groups: read and add, take back")
	eve.types("/shard show Household", "no such shared memory")
	bob.types("/shard add Household: milk", "Kept in")
	bob.in(-100, actor.Admin).types("/shard show Household", "no such shared memory") // all of the group would see it
	olga.types("/shard show Household", "Facts: 1 of 50")

	olga.types("/shard rights Household: everybody read", "Everybody who sees it: read")
	eve.in(-100, actor.Admin).types("/shard edit Household: bins too", "bins too")
	eve.in(-100, actor.Member).types("/shard edit Household: nothing", "Only the people who manage")
	olga.types("/shard rights Household: role keepsake none", "A bot cannot shut itself out")
	screen, message := olga.types("/shard rights Household: role other none", "What other shows and does: do not see it")
	_, ref := button(t, screen, "other")
	olga.taps(message, "shard", ref, "What shall it be?")
	w.commands.Shards.Shards = w.commands.Shards.Shards.ForRole("other")
	eve.types("/shard show Household", "no such shared memory")
	olga.types("/shard show Household", "no such shared memory")
}

// labelsOf returns the texts of a reply's buttons.
func labelsOf(reply command.Reply) (labels string) {
	for _, o := range reply.Out {
		for _, row := range o.Body.Buttons {
			for _, b := range row {
				labels += b.Text + "\n"
			}
		}
	}
	return labels
}

// E46: a shard that cites others names them with a button that opens each, as far as the chat sees them.
func TestShardsCiteOnScreens(t *testing.T) {
	w := newWorld(t)
	olga := w.private(21, "Olga")
	olga.becomesOwner()
	olga.types("/shard new Household: what we buy", "Household")
	ann := olga.in(-100, actor.Admin)
	ann.types("/shard attach Household", "This group now shares")
	bob := w.private(12, "Bob").in(-100, actor.Member)
	ann.types("/shard new Trip: dates", "This group now shares")
	ann.types("/shard cite Trip: Nowhere", "no such shared memory")
	ann.types("/shard cite Trip: Trip", "in a circle")
	bob.types("/shard cite Trip: Household", "Only the people who manage")
	ann.types("/shard cite Trip: Household", "Cites, to read only: Household")
	shown, message := bob.types("/shard show Trip", "Cites, to read only: Household")
	_, ref := button(t, shown, "🔗 Household")
	bob.taps(message, "shard", ref, "what we buy")
	ann.types("/shard detach Household", "no longer shares")
	if shown, _ = bob.types("/shard show Trip", "Trip"); strings.Contains(textOf(shown)+labelsOf(shown), "Household") {
		t.Errorf("a group that does not see it is told of it: %q", textOf(shown))
	}
	ann.types("/shard attach Household", "This group now shares")
	ann.types("/shard uncite Trip: Household", "Trip")
	if shown, _ = bob.types("/shard show Trip", "Trip"); strings.Contains(textOf(shown), "Household") {
		t.Errorf("it is cited still: %q", textOf(shown))
	}
}
