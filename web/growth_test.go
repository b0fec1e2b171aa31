package web_test

import (
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/usage"
)

// E42: what each day brought, how often memories were needed, and what conversations used today; of the key's own
// memory and person only.
func TestGrowthE42(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		old := w.add(t.Context(), "User keeps bees")
		w.add(t.Context(), "User lives in Kyiv")
		w.pass(40 * 24 * time.Hour)
		w.add(t.Context(), "User owns a red bicycle")
		_, _, _, err := w.memory.Update(t.Context(), actor.OfPerson(alice), scopesOf(alice), old.ID, memory.Edit{Content: "User keeps goats"})
		must(t, err)
		w.pass(24 * time.Hour)
		_, err = w.memory.Apply(t.Context(), actor.OfPerson(alice), []memory.Write{{Op: memory.OpArchive, Scopes: scopesOf(alice), MemoryID: old.ID, Status: memory.Active}})
		must(t, err)
		must(t, w.usage.Spend(t.Context(), usage.Payer{Bot: storeName, Subject: alice}, usage.Count{Messages: 2, Calls: 3, Prompt: 100, Answer: 20, Cost: 0.5}))

		got := w.ask(w.read, "GET", "/api/ltm/growth?days=3", "").is(200)
		equal(t, "the days", got.field("days"), []map[string]any{
			{"date": "2026-12-31", "added": 0, "updated": 0, "archived": 0, "total": 2},
			{"date": "2027-01-01", "added": 1, "updated": 1, "archived": 0, "total": 3},
			{"date": "2027-01-02", "added": 0, "updated": 0, "archived": 1, "total": 3},
		})
		equal(t, "the use", got.field("use.never_accessed"), 3)
		equal(t, "today", []any{got.field("today.messages"), got.field("today.calls"), got.field("today.tokens"), got.field("today.cost")}, []any{2, 3, 120, 0.5})
		others := w.ask(w.other, "GET", "/api/ltm/growth?days=3", "").is(200)
		equal(t, "another's", []any{others.field("days.2.total"), others.field("today.calls")}, []any{0, 0})
		equal(t, "all of the bot's", w.ask(w.agent, "GET", "/api/ltm/growth", "").is(200).field("today.calls"), 3)
		w.ask(w.read, "GET", "/api/ltm/growth?days=0", "").is(422)
		w.ask(w.read, "GET", "/api/ltm/growth?days=367", "").is(422)
	})
}
