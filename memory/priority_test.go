package memory_test

import (
	"math"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory"
)

// P65: importance fades, slower the oftener a memory is asked for or corrected; that it is
// asked for counts from then. W15: being shown counts a tenth and makes no memory younger.
func TestPriority(t *testing.T) {
	now := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	ago := func(days int) time.Time { return now.Add(-time.Duration(days) * 24 * time.Hour) }
	fresh := memory.Memory{Importance: 0.8, UpdatedAt: now}
	same(t, "now", fresh.Priority(now), 0.8)
	same(t, "from the future", fresh.Priority(ago(1)), 0.8)
	stale := memory.Memory{Importance: 0.8, UpdatedAt: ago(90)}
	same(t, "after 90 days", stale.Priority(now), 0.4)
	late := fresh
	late.SaidAt = ago(90)
	same(t, "said 90 days before it was written", late.Priority(now), 0.4)
	often := stale
	often.AccessCount = 3
	same(t, "asked for three times", math.Round(often.Priority(now)*1000), math.Round(0.8/(1+1.0/3)*1000))
	corrected := stale
	corrected.Version = 4
	same(t, "corrected three times", corrected.Priority(now), often.Priority(now))
	shown := stale
	shown.ShownCount, shown.ShownAt = 30, &now
	same(t, "shown on thirty days", shown.Priority(now), often.Priority(now))
	pinned := stale
	pinned.Pinned = true
	same(t, "pinned", pinned.Priority(now), 1.0)
	lately := stale
	at := ago(0)
	lately.LastAccessedAt = &at
	same(t, "asked for today", lately.Priority(now), 0.8)
	first := ago(200)
	lately.LastAccessedAt = &first
	same(t, "asked for before it was changed", lately.Priority(now), 0.4)
}

// W15: importance is set, by what a memory is and by who asked for it.
func TestImportanceW15(t *testing.T) {
	h := open(t)
	for i, c := range []struct {
		d    memory.Draft
		want float64
	}{
		{memory.Draft{Category: memory.CategoryPerson}, 0.7},
		{memory.Draft{Category: memory.CategoryPreference}, 0.5},
		{memory.Draft{Category: memory.CategoryContext}, 0.5},
		{memory.Draft{Category: memory.CategoryProject}, 0.5},
		{memory.Draft{Type: memory.Constraint}, 0.7},
		{memory.Draft{Type: memory.TaskState, Category: memory.CategoryProject}, 0.3},
		{memory.Draft{Category: memory.CategoryPerson, Origin: memory.Extracted}, 0.56},
		{memory.Draft{Category: memory.CategoryPerson, Importance: 0.25}, 0.25}, // given
	} {
		c.d.Scope, c.d.Content = alice, []string{
			"Sarah is a designer", "Drinks green tea", "Works from home on Mondays", "Learns to sail", "Cannot eat nuts",
			"Has painted half of the fence", "Dmitri plays chess", "Once met an astronaut",
		}[i]
		m, _, err := h.Add(t.Context(), model, c.d)
		must(t, err)
		if math.Abs(m.Importance-c.want) > 1e-9 {
			t.Errorf("%+v: %v, want %v", c.d, m.Importance, c.want)
		}
	}
	d, err := h.Propose(t.Context(), model, hers, memory.Decision{
		Scope: alice, Op: memory.OpAdd, Content: "Bob Miller is the boss", Category: "person", Reason: "test",
	}, memory.Limits{})
	must(t, err)
	m, _, err := h.Save(t.Context(), tap, hers, d.ID, "")
	must(t, err)
	if math.Abs(m.Importance-0.63) > 1e-9 {
		t.Errorf("confirmed by a tap: %v", m.Importance)
	}
}

// W15: what is said again counts fully; being shown counts once a day.
func TestUsesW15(t *testing.T) {
	h := open(t)
	m := h.add("Alec is the user's boss", "person", "")
	get := func() memory.Memory {
		t.Helper()
		m, err := h.Get(t.Context(), hers, m.ID)
		must(t, err)
		return m
	}
	_, _, err := h.Add(t.Context(), model, memory.Draft{Scope: alice, Content: "Alec is the user's boss.", Category: "person"})
	wants(t, err, memory.ErrKnown)
	same(t, "said again", get().AccessCount, 1)
	must(t, h.TouchShown(t.Context(), []memory.Memory{m}))
	must(t, h.TouchShown(t.Context(), []memory.Memory{get(), m})) // the second is an older reading of it
	h.now = h.now.Add(23 * time.Hour)
	must(t, h.TouchShown(t.Context(), []memory.Memory{get()}))
	same(t, "shown on one day", get().ShownCount, 1)
	h.now = h.now.Add(time.Hour)
	must(t, h.TouchShown(t.Context(), []memory.Memory{get()}))
	same(t, "shown on two days", get().ShownCount, 2)
	same(t, "not asked for", get().AccessCount, 1)
	_, _, _, err = h.Update(t.Context(), actor.OfPerson(alice.ID), hers, m.ID, memory.Edit{Content: "Alec was the user's boss"})
	must(t, err)
	if p := get().Priority(h.now.Add(90 * 24 * time.Hour)); p <= 0.7/2 {
		t.Errorf("corrected and said again, it fades as slowly as others: %v", p)
	}
}
