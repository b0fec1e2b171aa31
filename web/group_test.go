package web_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/command"
	"keepsake/command/standing"
	"keepsake/memory/graph"
	"keepsake/memory/shard"
	"keepsake/people"
	"keepsake/web"
)

const (
	collective = "/api/agents/keepsake/collective-memory"
	inChoir    = "?group=" + choir
)

// E31–E34, E36, E43: who is an admin of a group now does by REST with its shards what they may do on the page and with /shard.
func TestGroupCollectiveMemoryE36(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		w.stands(alice, actor.Admin, nil)
		made := w.ask(w.write, "POST", collective+inChoir, `{"name":"Concert","instructions":"What we sing"}`).is(201)
		id := made.field("shard_id").(string)
		equal(t, "in her private chat", w.ask(w.read, "GET", collective, "").is(200).field("shards"), []any{})
		w.ask(w.write, "PATCH", collective+"/"+id, `{"paused":true}`).is(404)

		admin := actor.OfPerson(alice)
		fact, err := w.shards.Add(t.Context(), admin, choirScope, id, shard.Fact, "The hall is cold")
		must(t, err)
		idea, err := w.shards.Add(t.Context(), admin, choirScope, id, shard.Suggestion, "Begin with the altos")
		must(t, err)
		w.pass(5*24*time.Hour + time.Minute)
		seen := w.ask(w.read, "GET", collective+inChoir, "").is(200)
		equal(t, "the group's", []any{seen.field("shards.0.instructions"), seen.field("shards.0.version"), seen.field("shards.0.facts.0.age_days"), seen.field("shards.0.suggestions.0.content")},
			[]any{"What we sing", 0, 5, "Begin with the altos"})

		_, err = w.people.See(t.Context(), admin, people.Person{ID: alice, Name: "Alice"})
		must(t, err)
		p, err := w.people.Get(t.Context(), alice)
		must(t, err)
		p.TimeZone = "Europe/Berlin"
		must(t, w.people.SaveSettings(t.Context(), admin, p))
		set := w.ask(w.write, "PATCH", collective+"/"+id+inChoir, `{"instructions":"What we sing in May","paused":true,"max_facts_per_shard":20,"max_agent_memories_before_consolidation":4,"schedule":"0 9 * * 1","permissions":{"everybody":"read"}}`).is(200)
		equal(t, "set", []any{set.field("instructions"), set.field("paused"), set.field("max_facts_per_shard"), set.field("max_agent_memories_before_consolidation"), set.field("schedule"), set.field("schedule_zone"), set.field("next_merge_at"), set.field("permissions.everybody")},
			[]any{"What we sing in May", true, 20, 4, "0 9 * * 1", "Europe/Berlin", "2026-11-30T08:00:00+00:00", "read"})
		off := w.ask(w.write, "PATCH", collective+"/"+id+inChoir, `{"schedule":"","paused":false}`).is(200)
		equal(t, "the number decides again", []any{off.field("schedule"), off.field("next_merge_at"), off.field("paused")}, []any{"", nil, false})
		for _, bad := range []string{`{"schedule":"* * * * *"}`, `{"schedule":"every day"}`, `{"schedule":"TZ=UTC 0 9 * * 1"}`} {
			if got := w.ask(w.write, "PATCH", collective+"/"+id+inChoir, bad).is(422); got.field("errors.0.location") != "body.schedule" {
				t.Errorf("%s: %s", bad, got.body)
			}
		}
		w.ask(w.write, "PATCH", collective+"/"+id+inChoir, `{"open":true}`).is(403) // a group's own is never opened to others

		at := collective + "/" + id + "/memory/"
		equal(t, "reworded", w.ask(w.write, "PATCH", at+fact.ID+inChoir, `{"content":"The hall is warm"}`).is(200).field("content"), "The hall is warm")
		w.ask(w.write, "PATCH", at+idea.ID+inChoir, `{"content":"Begin with the basses"}`).is(200)
		w.ask(w.write, "DELETE", at+fact.ID+inChoir, "").is(204)
		w.ask(w.write, "DELETE", at+fact.ID+inChoir, "").is(404)
		left := w.ask(w.read, "GET", collective+inChoir, "").is(200)
		equal(t, "left", []any{left.field("shards.0.facts"), left.field("shards.0.suggestions.0.content")}, []any{[]any{}, "Begin with the basses"})
		refused, err := w.memory.IsRefused(t.Context(), choirScope, "", "The hall is warm")
		if err != nil || !refused {
			t.Errorf("what was taken back may form again: %v, %v", refused, err)
		}
		w.ask(w.read, "PATCH", collective+"/"+id+inChoir, `{"paused":true}`).is(403)
		w.ask(w.agent, "GET", collective+inChoir, "").is(404)
	})
}

// Members, people from elsewhere and whoever is an admin no more find no group, nor is there one that the bot does not serve;
// a platform that is silent lets nobody in, and is asked so often only.
func TestGroupRefusesPrograms(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		w.stands(alice, actor.Admin, nil)
		id, fact := w.keepIn(choirScope, actor.OfPerson(alice), "Concert", "The hall is cold")
		ask := func(want int) {
			t.Helper()
			at := collective + "/" + id
			for _, got := range []answer{
				w.ask(w.write, "GET", collective+inChoir, ""), w.ask(w.write, "POST", collective+inChoir, `{"name":"Mine"}`), w.ask(w.write, "PATCH", at+inChoir, `{"paused":true}`),
				w.ask(w.write, "PATCH", at+"/memory/"+fact+inChoir, `{"content":"x"}`), w.ask(w.write, "DELETE", at+"/memory/"+fact+inChoir, ""),
			} {
				if got.is(want); strings.Contains(string(got.body), "Concert") {
					t.Errorf("answered %s", got.body)
				}
			}
			w.pass(10 * time.Second)
		}
		for _, is := range []actor.Standing{actor.Stranger, actor.Member} {
			w.stands(alice, is, nil)
			ask(404)
		}
		w.stands(alice, actor.Admin, errors.New("away"))
		ask(503)
		w.stands(alice, actor.Admin, nil)
		for name, set := range map[string]func(c *people.Chat){
			"blocked": func(c *people.Chat) { c.Access = people.Blocked }, "left": func(c *people.Chat) { c.Closed = true }, "moved": func(c *people.Chat) { c.MovedTo = -100300 },
		} {
			c := people.NewChat(storeName, -100200)
			set(&c)
			must(t, w.people.SaveChat(t.Context(), actor.OfSystem(), c))
			t.Log(name)
			ask(404)
			must(t, w.people.SaveChat(t.Context(), actor.OfSystem(), people.NewChat(storeName, -100200)))
		}
		for _, group := range []string{"0", "5", "x", "-99999999999999999999", "-1.5", ""} {
			if got := w.ask(w.read, "GET", collective+"?group="+group, ""); group != "" {
				got.is(422)
			}
		}
		w.ask(w.read, "GET", collective+"?group=-7", "").is(200) // another group of hers, where nothing is kept
		last := answer{}
		for range 40 {
			last = w.ask(w.read, "GET", collective+inChoir, "")
		}
		if last.status != 429 || last.header.Get("Retry-After") != "5" {
			t.Errorf("the fortieth question at once: %d, again after %q: %s", last.status, last.header.Get("Retry-After"), last.body)
		}
		w.pass(time.Minute)
		w.ask(w.read, "GET", collective+inChoir, "").is(200)

		alone := newWorld(t, w.db, func(c *web.Config) { c.Agents[0].Groups = nil }) // a terminal has no groups
		alone.ask(alone.read, "GET", collective+inChoir, "").is(404)
	})
}

// E44: a shard travels as a file with a checksum, from a group to one's own chat and back; what was changed is refused whole, and
// what was taken back where it comes to stays out.
func TestShardTravelsE44(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		owner := w.own()
		w.stands(alice, actor.Admin, nil)
		id, fact := w.keepIn(choirScope, owner, "Concert", "The hall is cold")
		_, err := w.shards.Add(t.Context(), owner, choirScope, id, shard.Suggestion, "Begin with the altos")
		must(t, err)
		w.ask(w.write, "PATCH", collective+"/"+id+inChoir, `{"schedule":"0 9 * * 1"}`).is(200)
		file := string(w.ask(w.read, "GET", collective+"/"+id+"/export"+inChoir, "").is(200).body)
		w.ask(w.read, "GET", collective+"/"+id+"/export", "").is(404)
		w.ask(w.other, "GET", collective+"/"+id+"/export"+inChoir, "").is(404)

		here := w.ask(w.write, "POST", collective+"/import", file, "Idempotency-Key: bring").is(201)
		equal(t, "brought", []any{here.field("name"), here.field("instructions"), here.field("facts.0.content"), here.field("suggestions.0.content"), here.field("schedule")},
			[]any{"Concert", "What we know of Concert", "The hall is cold", "Begin with the altos", "0 9 * * 1"})
		again := w.ask(w.write, "POST", collective+"/import", file, "Idempotency-Key: bring").is(201)
		equal(t, "brought once", []any{again.field("shard_id"), again.header.Get("Idempotency-Replayed")}, []any{here.field("shard_id"), "true"})
		for _, bad := range []string{`{}`, `[]`, `x`, strings.Replace(file, "cold", "warm", 1), file + file} {
			w.ask(w.write, "POST", collective+"/import", bad).is(422)
		}
		w.ask(w.other, "POST", collective+"/import", file).is(403) // who owns no bot makes none in private
		w.ask(w.other, "POST", collective+"/import"+inChoir, file).is(404)
		w.ask(w.write, "DELETE", collective+"/"+id+"/memory/"+fact+inChoir, "").is(204)
		back := w.ask(w.write, "POST", collective+"/import"+inChoir, file).is(201)
		if strings.Contains(string(back.body), "cold") || back.field("suggestions.0.content") != "Begin with the altos" {
			t.Errorf("what was taken back came back: %s", back.body)
		}
	})
}

// E47: of two roles that share a store, each acts within its own rights and in the groups of its own bot.
func TestRolesOfOneStoreE47(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		owner := w.own()
		two := newWorld(t, w.db, func(c *web.Config) {
			c.Agents[0].Shards = c.Agents[0].Shards.ForRole(storeName)
			other := c.Agents[0]
			other.Name, other.Shards = "night", w.shards.ForRole("night")
			other.Groups = standing.New(&command.Service{Name: "night", Store: storeName, Access: command.AccessOpen, People: w.people, Now: c.Now}, w.standing)
			c.Agents = append(c.Agents, other)
		})
		w.stands(alice, actor.Admin, nil)
		id, _ := two.keepTogether(owner, "Kitchen", "The oven is slow")
		none := shard.None
		_, err := w.shards.Grant(t.Context(), owner, scopesOf(alice)[0], id, shard.OfRole("night"), &none)
		must(t, err)
		path := "/api/agents/%s/collective-memory"
		equal(t, "by day", two.ask(two.read, "GET", fmt.Sprintf(path, storeName), "").is(200).field("shards.0.name"), "Kitchen")
		equal(t, "by night", two.ask(two.read, "GET", fmt.Sprintf(path, "night"), "").is(200).field("shards"), []any{})
		two.ask(two.read, "GET", fmt.Sprintf(path, "night")+inChoir, "").is(200)
		c := people.NewChat("night", -100200)
		c.Closed = true
		must(t, w.people.SaveChat(t.Context(), actor.OfSystem(), c))
		two.ask(two.read, "GET", fmt.Sprintf(path, "night")+inChoir, "").is(404)
		two.stands(alice, actor.Admin, nil)
		two.ask(two.read, "GET", fmt.Sprintf(path, storeName)+inChoir, "").is(200)
		two.ask(two.read, "GET", fmt.Sprintf(path, "noon"), "").is(404)
	})
}

// M14: what one's memories link is listed with the memory that says it and since when; what no longer holds until when; of
// another person and of what was forgotten nothing.
func TestTriplesM14(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		equal(t, "of nothing", w.ask(w.read, "GET", "/api/ltm/triples", "").is(200).field("triples"), []any{})
		m := w.add(t.Context(), "User's boss is Alec Brandt.")
		keep := func(f graph.Fact) {
			t.Helper()
			now, err := w.memory.Get(t.Context(), scopesOf(alice), m.ID)
			must(t, err)
			must(t, w.graph.Keep(t.Context(), actor.OfPerson(alice), now, []graph.Fact{f}, nil))
		}
		keep(graph.Fact{Subject: "User", Predicate: "boss", Object: "Alec Brandt", SubjectKind: "person", ObjectKind: "person"})
		w.pass(24 * time.Hour)
		w.ask(w.write, "PUT", "/api/memory/"+m.ID, `{"content":"User's boss is Mia."}`).is(200)
		keep(graph.Fact{Subject: "User", Predicate: "boss", Object: "Mia"})
		got := w.ask(w.read, "GET", "/api/ltm/triples", "").is(200)
		byObject := map[any]map[string]any{}
		for _, one := range got.field("triples").([]any) {
			byObject[one.(map[string]any)["object"]] = one.(map[string]any)
		}
		equal(t, "what held", byObject["Alec Brandt"], map[string]any{
			"subject": "User", "subject_id": "@self", "subject_kind": "person", "predicate": "boss", "object": "Alec Brandt", "object_id": "alec brandt", "object_kind": "person",
			"memory_id": m.ID, "version_number": 1, "valid_from": "2026-11-22T12:00:00+00:00", "valid_to": "2026-11-23T12:00:00+00:00",
		})
		equal(t, "what holds", []any{byObject["Mia"]["valid_to"], byObject["Mia"]["object_kind"], byObject["Mia"]["version_number"], got.field("is_cut")}, []any{nil, "thing", 2, false})
		for name, key := range map[string]string{"another": w.other, "the agent": w.agent} {
			equal(t, name, w.ask(key, "GET", "/api/ltm/triples", "").is(200).field("triples"), []any{})
		}
		w.ask(w.write, "DELETE", "/api/memory/"+m.ID, "").is(204)
		equal(t, "what is forgotten", w.ask(w.read, "GET", "/api/ltm/triples", "").is(200).field("triples"), []any{})
		without := newWorld(t, w.db, func(c *web.Config) { c.Agents[0].Graph = nil })
		equal(t, "where there are none", without.ask(without.read, "GET", "/api/ltm/triples", "").is(200).field("triples"), []any{})
	})
}
