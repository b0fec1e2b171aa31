package web_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/apikey"
	"keepsake/memory/policy"
	"keepsake/memory/shard"
	"keepsake/web"
)

// E30, E35: a person's digest and what waits for it, an earlier version brought back, a wish forgotten for good, and
// whether memories form by themselves. An agent's key and another agent's name find nothing.
func TestUserMemoryE35(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		w.own()
		const path = "/api/agents/keepsake/memory"
		empty := w.ask(w.read, "GET", path, "").is(200)
		equal(t, "of nobody's wishes", []any{empty.field("content"), empty.field("version"), empty.field("user_memory_enabled")}, []any{"", 0, true})
		first := w.digested("Answer in short sentences")
		w.pass(time.Hour)
		w.digested("Answer without emoji")
		got := w.ask(w.read, "GET", path, "").is(200)
		equal(t, "the digest", []any{got.field("content"), got.field("version"), got.field("versions")}, []any{"Answer without emoji", 2, []int{2, 1}})
		equal(t, "what waits", []any{got.field("directives.0.directive_id"), got.field("directives.1.content")}, []any{first, "Answer without emoji again"})

		back := w.ask(w.write, "POST", path, `{"restore_version":1}`).is(200)
		equal(t, "brought back", []any{back.field("content"), back.field("version")}, []any{"Answer in short sentences", 3})
		w.ask(w.write, "POST", path, `{"restore_version":9}`).is(404)
		w.ask(w.write, "POST", path, `{"content":"Obey me"}`).is(422)

		w.ask(w.write, "DELETE", path+"/"+first, "").is(204)
		w.ask(w.write, "DELETE", path+"/"+first, "").is(404)
		w.ask(w.write, "DELETE", path+"/nosuchwish", "").is(422)
		if left := w.ask(w.read, "GET", path, "").is(200); strings.Contains(string(left.body), first) {
			t.Errorf("a forgotten wish is there: %s", left.body)
		}
		for _, enabled := range []string{"false", "true"} {
			set := w.ask(w.write, "PATCH", "/api/agents/keepsake/user-memory-enabled", `{"enabled":`+enabled+`}`).is(200)
			p, err := w.people.Get(t.Context(), alice)
			must(t, err)
			if off := policy.Setting(p.MemoryMode) == policy.Off; off != (enabled == "false") || set.field("user_memory_enabled") != !off {
				t.Errorf("enabled %s: mode %q, %s", enabled, p.MemoryMode, set.body)
			}
		}
		w.ask(w.other, "PATCH", "/api/agents/keepsake/user-memory-enabled", `{"enabled":false}`).is(404) // bob never spoke
		w.ask(w.agent, "GET", path, "").is(404)
		w.ask(w.read, "GET", "/api/agents/another/memory", "").is(404)
	})
}

// E31–E34, E36: an owner makes a shard, changes and pauses it, sees its facts with their age, and takes one back for
// good; others see what is open to all, and change nothing.
func TestCollectiveMemoryE36(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		owner := w.own()
		const path = "/api/agents/keepsake/collective-memory"
		made := w.ask(w.write, "POST", path, `{"name":"Kitchen","instructions":"What we cook"}`).is(201)
		id := made.field("shard_id").(string)
		equal(t, "as made", []any{made.field("paused"), made.field("max_facts_per_shard"), made.field("max_agent_memories_before_consolidation")}, []any{false, shard.DefaultFacts, shard.DefaultThreshold})
		w.ask(w.write, "POST", path, `{"name":"kitchen"}`).is(409)
		w.ask(w.write, "POST", path, `{"name":"  "}`).is(422)
		w.ask(w.other, "POST", path, `{"name":"Mine"}`).is(403)

		mine := scopesOf(alice)[0]
		fact, err := w.shards.Add(t.Context(), owner, mine, id, shard.Fact, "The oven is slow")
		must(t, err)
		idea, err := w.shards.Add(t.Context(), owner, mine, id, shard.Suggestion, "Name the dish first")
		must(t, err)
		w.pass(5*24*time.Hour + time.Hour)
		seen := w.ask(w.read, "GET", path, "").is(200)
		equal(t, "a fact with its age", []any{seen.field("shards.0.facts.0.content"), seen.field("shards.0.facts.0.age_days")}, []any{"The oven is slow", 5})
		equal(t, "a suggestion that waits", seen.field("shards.0.suggestions.0.content"), "Name the dish first")

		changed := w.ask(w.write, "PATCH", path+"/"+id, `{"instructions":"What we eat","paused":true,"max_facts_per_shard":20}`).is(200)
		equal(t, "as changed", []any{changed.field("name"), changed.field("instructions"), changed.field("paused"), changed.field("max_facts_per_shard"), changed.field("facts.0.content")},
			[]any{"Kitchen", "What we eat", true, 20, "The oven is slow"})
		w.ask(w.other, "PATCH", path+"/"+id, `{"paused":false}`).is(404)
		equal(t, "what bob sees", w.ask(w.other, "GET", path, "").is(200).field("shards"), []any{})
		w.ask(w.write, "PATCH", path+"/"+id, `{"open":true}`).is(200)
		equal(t, "what is open to all", w.ask(w.other, "GET", path, "").is(200).field("shards.0.name"), "Kitchen")
		w.ask(w.other, "PATCH", path+"/"+id, `{"paused":false}`).is(403)

		// E47: who manages it says who may what; others neither see that nor change it.
		equal(t, "as nobody set it", w.ask(w.read, "GET", path, "").is(200).field("shards.0.permissions"), map[string]string{"everybody": "suggest"})
		if got := w.ask(w.other, "GET", path, "").is(200); strings.Contains(string(got.body), "permissions") {
			t.Errorf("bob is shown who may what: %s", got.body)
		}
		w.ask(w.other, "PATCH", path+"/"+id, `{"permissions":{"everybody":"manage"}}`).is(403)
		let := w.ask(w.write, "PATCH", path+"/"+id, `{"permissions":{"everybody":"none","person:`+bob+`":"edit"}}`).is(200)
		equal(t, "as set", let.field("permissions"), map[string]string{"everybody": "none", "person:" + bob: "edit"})
		w.ask(w.other, "PATCH", path+"/"+id, `{"instructions":"What bob eats"}`).is(200)
		w.ask(w.other, "PATCH", path+"/"+id, `{"instructions":"Mine","paused":false}`).is(403)
		w.ask(w.write, "PATCH", path+"/"+id, `{"instructions":"What all eat","permissions":{"nobody":"read"}}`).is(422)
		w.ask(w.write, "PATCH", path+"/"+id, `{"permissions":{"everybody":"write"}}`).is(422)
		equal(t, "all or nothing", w.ask(w.read, "GET", path, "").is(200).field("shards.0.instructions"), "What bob eats")
		w.ask(w.write, "PATCH", path+"/"+id, `{"permissions":{"person:`+bob+`":"default"}}`).is(200)
		// E40: a role with a memory of its own has it once it was opened to it.
		opened := w.ask(w.write, "PATCH", path+"/"+id, `{"permissions":{"role:poet":"suggest"}}`).is(200)
		equal(t, "who shares it", opened.field("shared_by"), []string{"keepsake", "poet"})
		if got := w.ask(w.write, "PATCH", path+"/"+id, `{"permissions":{"role:poet":"default"}}`).is(200); strings.Contains(string(got.body), "shared_by") {
			t.Errorf("closed, it is shared: %s", got.body)
		}
		// E46: what it cites, of what the person sees.
		recipes := w.ask(w.write, "POST", path, `{"name":"Recipes"}`).is(201).field("shard_id").(string)
		equal(t, "what it cites", w.ask(w.write, "PATCH", path+"/"+id, `{"cites":["`+recipes+`"]}`).is(200).field("cites"), []string{recipes})
		w.ask(w.write, "PATCH", path+"/"+recipes, `{"cites":["`+id+`"]}`).is(409)
		w.ask(w.write, "PATCH", path+"/"+id, `{"cites":["nosuchid"]}`).is(404)
		w.ask(w.write, "PATCH", path+"/"+id, `{"permissions":{"everybody":"read"}}`).is(200)
		equal(t, "what bob sees of it", w.ask(w.other, "GET", path, "").is(200).field("shards.0.cites"), []string{})
		w.ask(w.write, "PATCH", path+"/"+id, `{"permissions":{"everybody":"none"}}`).is(200)
		equal(t, "what is closed to bob", w.ask(w.other, "GET", path, "").is(200).field("shards"), []any{})
		w.ask(w.other, "PATCH", path+"/"+id, `{"instructions":"x"}`).is(404)

		at := path + "/" + id + "/memory/"
		reworded := w.ask(w.write, "PATCH", at+fact.ID, `{"content":"The oven is  quick"}`).is(200)
		equal(t, "reworded", []any{reworded.field("memory_id"), reworded.field("content"), reworded.field("age_days")}, []any{fact.ID, "The oven is quick", 5})
		w.ask(w.write, "PATCH", at+idea.ID, `{"content":"Name the dish last"}`).is(200)
		seen = w.ask(w.read, "GET", path, "").is(200)
		equal(t, "as reworded", []any{seen.field("shards.0.facts.0.content"), seen.field("shards.0.suggestions.0.content")}, []any{"The oven is quick", "Name the dish last"})
		w.ask(w.write, "PATCH", at+fact.ID, `{"content":" "}`).is(422)
		w.ask(w.write, "PATCH", at+fact.ID, `{"content":"key sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD"}`).is(422)
		w.ask(w.write, "PATCH", at+"aaaaaaaaaaaa", `{"content":"x"}`).is(404)
		w.ask(w.write, "PATCH", path+"/"+recipes+"/memory/"+fact.ID, `{"content":"x"}`).is(404)
		w.ask(w.other, "PATCH", at+fact.ID, `{"content":"x"}`).is(404)
		w.ask(w.write, "PATCH", path+"/"+id, `{"permissions":{"person:`+bob+`":"suggest"}}`).is(200)
		w.ask(w.other, "PATCH", at+fact.ID, `{"content":"x"}`).is(403)
		w.ask(w.write, "PATCH", path+"/"+id, `{"permissions":{"person:`+bob+`":"edit"}}`).is(200)
		w.ask(w.other, "PATCH", at+fact.ID, `{"content":"The oven is slow after all"}`).is(200)
		w.ask(w.write, "DELETE", path+"/"+id+"/memory/"+fact.ID, "").is(204)
		w.ask(w.write, "DELETE", path+"/"+id+"/memory/"+fact.ID, "").is(404)
		if left := w.ask(w.read, "GET", path, "").is(200); strings.Contains(string(left.body), "oven") {
			t.Errorf("what was taken back is there: %s", left.body)
		}
		w.ask(w.agent, "GET", path, "").is(404)
	})
}

// Where shards are switched off, their operations say so.
func TestNoCollectiveMemory(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		off := newWorld(t, w.db, func(c *web.Config) { c.Agents[0].Shards = nil })
		got := off.ask(off.key(apikey.Key{Person: alice}), "GET", "/api/agents/keepsake/collective-memory", "").is(404)
		if !strings.Contains(string(got.body), "switched off") {
			t.Errorf("answered %s", got.body)
		}
	})
}

// E37: one memory is edited by its id.
func TestMemorySessionsE37(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		m := w.add(t.Context(), "User owns a red bicycle")
		got := w.ask(w.write, "PATCH", "/api/memory-sessions/"+m.ID, `{"content":"User owns a blue bicycle"}`).is(200)
		equal(t, "the next version", []any{got.id(), got.field("version")}, []any{m.ID, 2})
		w.ask(w.other, "PATCH", "/api/memory-sessions/"+m.ID, `{"content":"User owns a green bicycle"}`).is(404)
	})
}
