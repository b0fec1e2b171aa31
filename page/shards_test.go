package page_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory/shard"
)

// shard makes a shard of alice's, an owner of the bot, with a fact and a suggestion that are five days old.
func (w *world) shard(name string) (id, fact string) {
	w.t.Helper()
	owner, shards := actor.OfPerson(alice), w.commands.Shards.Shards
	owner.Owner = true
	s, err := shards.Make(w.t.Context(), owner, scopeOf(alice), name, "What we <b>cook</b>")
	must(w.t, err)
	f, err := shards.Add(w.t.Context(), owner, scopeOf(alice), s.ID, shard.Fact, "The oven is <i>slow</i>")
	must(w.t, err)
	_, err = shards.Add(w.t.Context(), owner, scopeOf(alice), s.ID, shard.Suggestion, "Name the dish first")
	must(w.t, err)
	w.pass(5*24*time.Hour + time.Minute)
	return s.ID, f.ID
}

// E31, E33: an owner sees what they keep together, with instructions, version and age, changes the instructions, pauses
// it and takes a fact back; nobody else finds the page or changes anything.
func TestSharedE31(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		w.own(alice, "Ann")
		id, fact := w.shard("Kitchen")
		b, other := w.enter(alice), w.enter(bob)
		b.see("/me/shards", "Kitchen", "What we &lt;b&gt;cook&lt;/b&gt;", "The oven is &lt;i&gt;slow&lt;/i&gt;", "5 days old", "will be integrated soon", "Name the dish first", "Version 0", "Active")
		for _, do := range []string{"/edit", "/pause", "/reword", "/less"} {
			if got := other.try("/me/shards/" + id + do); got.status != 404 {
				t.Errorf("%s by another: %d", do, got.status)
			}
			if got := b.try("/me/shards/nosuchid"+do, "content=x"); got.status != 404 {
				t.Errorf("%s of nothing: %d", do, got.status)
			}
		}
		if got := b.send("/me/shards/"+id+"/edit", "instructions=What we eat"); !strings.Contains(got, "What we eat") || !strings.Contains(got, "Saved.") {
			t.Errorf("edited: %s", got)
		}
		if got := b.send("/me/shards/"+id+"/pause", "paused=yes"); !strings.Contains(got, "Paused") {
			t.Errorf("paused: %s", got)
		}
		if got := b.send("/me/shards/"+id+"/pause", "paused=no"); strings.Contains(got, "Paused") {
			t.Errorf("resumed: %s", got)
		}
		if got := b.send("/me/shards/"+id+"/less", "item="+fact); strings.Contains(got, "oven") || !strings.Contains(got, "Name the dish") {
			t.Errorf("taken back: %s", got)
		}
		// E40: a role with a memory of its own that may show it is named.
		here := w.commands.Shards.Shards
		w.commands.Shards.Shards = here.WithRoles(map[string]string{"keepsake": scopeOf(alice).Store, "poet": "poet"})
		owner, reads := actor.OfPerson(alice), shard.Read
		owner.Owner = true
		_, err := w.commands.Shards.Shards.Grant(t.Context(), owner, scopeOf(alice), id, shard.OfRole("poet"), &reads)
		must(t, err)
		b.see("/me/shards", "Shared by the bots keepsake, poet")
		w.commands.Shards.Shards = here
		suggested, err := w.commands.Shards.Shards.Items(t.Context(), scopeOf(alice), id, shard.Suggestion, false)
		must(t, err)
		if got := b.send("/me/shards/"+id+"/reword", "item="+suggested[0].ID, "content=Name the dish last"); !strings.Contains(got, "Name the dish last") {
			t.Errorf("reworded: %s", got)
		}
		_, err = w.commands.Shards.Shards.Change(t.Context(), actor.OfSystem(), scopeOf(alice), id, func(s *shard.Shard) { s.Open = true })
		must(t, err)
		w.own(bob, "Bob")
		if got := other.see("/me/shards", "Kitchen", "What we eat", "Name the dish last"); strings.Contains(got, "<textarea") || strings.Contains(got, "/less") {
			t.Errorf("another owner's open shard has forms: %s", got)
		}
		if got := other.try("/me/shards/"+id+"/pause", "paused=yes"); got.status != 403 {
			t.Errorf("another owner's is paused: %d", got.status)
		}
		if got := other.try("/me/shards/"+id+"/reword", "item="+suggested[0].ID, "content=x"); got.status != 403 {
			t.Errorf("another owner's is reworded: %d", got.status)
		}
		w.commands.Shards.Shards = nil
		b.see("/me/shards", "Nothing is kept together yet.")
	})
}
