package memory_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/store/storetest"
)

// R7, I5, A65: the write that exceeds a cap archives, in its own transaction, what matters
// least and is oldest; pinned, constraints and explicit ones leave last.
func TestCap(t *testing.T) {
	h := open(t)
	h.set(func(c *memory.Config) { c.Caps = memory.Caps{Explicit: 3} })
	first := h.add("Alec is the user's boss", "person", "")
	second := h.add("Sarah works on the Design team", "person", "")
	h.add("The user lives in Lisbon", "person", "")
	_, _, err := h.Pin(t.Context(), tap, hers, first.ID, true)
	must(t, err)
	before, err := h.Revisions(t.Context(), hers)
	must(t, err)

	h.add("The user drinks green tea", "person", "")
	same(t, "kept", len(h.contents(hers)), 3)
	same(t, "archived", h.archived(), second.Content)
	after, err := h.Revisions(t.Context(), hers)
	must(t, err)
	same(t, "two changes", after[alice]-before[alice], int64(2))
	hist, err := h.History(t.Context(), hers, second.ID)
	must(t, err)
	last := hist.Changes[len(hist.Changes)-1]
	same(t, "told", string(last.Op)+" by "+string(last.Actor.Kind)+": "+last.Reason, "archive by system: there was no room for more")

	// R7: it stays searchable, and is marked.
	found, total, err := h.Search(t.Context(), hers, "Sarah design", 10, 0)
	must(t, err)
	if total != 1 || found[0].ArchivedAt == nil {
		t.Errorf("found %+v", found)
	}
	// Nobody else is touched.
	same(t, "bob", len(h.contents(his)), 0)

	// Restoring makes room too.
	_, c, err := h.Restore(t.Context(), tap, hers, second.ID, "asked")
	must(t, err)
	same(t, "restored", string(c.Op), "unarchive")
	same(t, "kept", len(h.contents(hers)), 3)
	same(t, "another left", h.archived(), "The user lives in Lisbon")
	// Undo archives it again; undoing that brings it back.
	_, c, err = h.Undo(t.Context(), tap, hers, c.ID)
	must(t, err)
	same(t, "undone", string(c.Op), "archive")
	_, _, err = h.Undo(t.Context(), tap, hers, c.ID)
	must(t, err)
	if !slices.Contains(h.contents(hers), second.Content) {
		t.Error("it did not come back")
	}
}

// R7: the caps count apart by kind, origin and scope; facts of a shard count together.
func TestCapsArePerKindOriginAndScope(t *testing.T) {
	h := open(t)
	h.set(func(c *memory.Config) { c.Caps = memory.Caps{Explicit: 2, Extracted: 1, Facts: 2} })
	add := func(owner scope.Scope, kind memory.Kind, origin memory.Origin, n int) {
		t.Helper()
		_, _, err := h.Add(t.Context(), actor.OfPerson(owner.ID), memory.Draft{
			Scope: owner, Kind: kind, Origin: origin, Content: fmt.Sprintf("%s %s number %d", kind, origin, n), Category: "context",
		})
		must(t, err)
	}
	shard := scope.Scope{Store: "keepsake", Kind: scope.Project, ID: "garden"}
	for n := range 4 {
		add(alice, memory.Item, memory.Explicit, n)
		add(alice, memory.Item, memory.Extracted, n)
		add(shard, memory.Fact, []memory.Origin{memory.Explicit, memory.Extracted}[n%2], n)
		add(alice, memory.Directive, memory.Extracted, n) // no cap
	}
	add(bob, memory.Item, memory.Explicit, 0)
	count := func(owner scope.Scope, kind memory.Kind, origin memory.Origin) int {
		q := memory.ActiveQuery(owner)
		q.Kinds, q.Origin = []memory.Kind{kind}, origin
		_, n, err := h.List(t.Context(), q)
		must(t, err)
		return n
	}
	same(t, "explicit", count(alice, memory.Item, memory.Explicit), 2)
	same(t, "extracted", count(alice, memory.Item, memory.Extracted), 1)
	same(t, "facts", count(shard, memory.Fact, ""), 2)
	same(t, "explicit facts stay", count(shard, memory.Fact, memory.Explicit), 1) // the newest write is extracted and stays
	same(t, "directives", count(alice, memory.Directive, ""), 4)
	same(t, "bob's", count(bob, memory.Item, ""), 1)

	h.set(func(c *memory.Config) { c.Caps.Explicit = -1 })
	for n := range 5 {
		add(bob, memory.Item, memory.Explicit, n+1)
	}
	same(t, "no cap", count(bob, memory.Item, ""), 6)
}

// What is in the archive comes back when it is written to: said again, corrected, pinned.
func TestArchivedComesBack(t *testing.T) {
	h := open(t)
	for _, c := range []struct {
		name string
		do   func(m memory.Memory) error
	}{
		{"said again", func(m memory.Memory) error {
			got, c, err := h.Add(t.Context(), model, memory.Draft{Scope: alice, Content: "Alec is the user's boss.", Category: "person"})
			if err == nil && (got.ID != m.ID || c.Op != memory.OpUnarchive || c.Actor.TurnID != "turn") {
				t.Errorf("%+v %+v", got, c)
			}
			return err
		}},
		{"corrected", func(m memory.Memory) error {
			_, after, _, err := h.Update(t.Context(), tap, hers, m.ID, memory.Edit{Content: "Alec was the user's boss"})
			if after.ArchivedAt != nil {
				t.Error("it is told as archived")
			}
			return err
		}},
		{"pinned", func(m memory.Memory) error {
			_, _, err := h.Pin(t.Context(), tap, hers, m.ID, true)
			return err
		}},
	} {
		h.set(func(c *memory.Config) { c.Caps = memory.Caps{Explicit: 1} })
		m := h.add("Alec is the user's boss", "person", "")
		h.add("The user drinks green tea", "preference", "")
		same(t, c.name, h.archived(), m.Content)
		h.set(func(c *memory.Config) { c.Caps = memory.Caps{} })
		must(t, c.do(m))
		same(t, c.name+": the archive", h.archived(), "")
		_, err := h.Erase(t.Context(), byHouse, alice)
		must(t, err)
	}
}

// A memory in the archive can be forgotten as any other.
func TestArchivedIsForgotten(t *testing.T) {
	h := open(t)
	h.set(func(c *memory.Config) { c.Caps = memory.Caps{Explicit: 1} })
	m := h.add("Alec is the user's boss", "person", "")
	h.add("The user drinks green tea", "preference", "")
	_, _, err := h.Delete(t.Context(), tap, hers, m.ID, "asked")
	must(t, err)
	same(t, "the archive", h.archived(), "")
	found, _, err := h.Search(t.Context(), hers, "Alec boss", 10, 0)
	must(t, err)
	same(t, "found", len(found), 0)
	_, _, err = h.Restore(t.Context(), tap, hers, m.ID, "asked")
	must(t, err)
	same(t, "kept", strings.Join(h.contents(hers), ", "), m.Content)
	e, err := h.Erase(t.Context(), byHouse, alice)
	must(t, err)
	same(t, "erased", e.Memories, 2)
}

// R11: what has a time to live ends, at its moment, read-only or not; confirming it begins
// its time anew, reading does not; a person can have it back.
func TestExpiry(t *testing.T) {
	h := open(t)
	begun := h.now
	put := func(id, content string, ttl time.Duration) {
		t.Helper()
		until := begun.Add(ttl)
		_, err := h.Import(t.Context(), importer, memory.Memory{
			ID: id, Scope: alice, Kind: memory.Item, Type: memory.TaskState, Category: "project", Status: memory.Active,
			Origin: memory.Extracted, Confidence: 1, Importance: 0.5, Content: content, CreatedAt: begun, ExpiresAt: &until,
		}, []memory.Version{{ID: uuid.NewString(), Number: 1, Content: content, CreatedAt: begun}})
		must(t, err)
	}
	put("hourlong", "The build is broken", time.Hour)
	put("daylong1", "The release is on Friday", 24*time.Hour)
	put("renewed1", "The review is open", time.Hour)
	h.now = begun.Add(30 * time.Minute)
	must(t, h.store.Touch(t.Context(), []string{"hourlong"}, h.now))
	_, _, _, err := h.Update(t.Context(), tap, hers, "renewed1", memory.Edit{Content: "The review is still open"})
	must(t, err)

	h.now = begun.Add(time.Hour)
	h.set(func(c *memory.Config) { c.ReadOnly = true })
	n, err := h.Expire(t.Context(), byHouse, "keepsake")
	must(t, err)
	same(t, "expired", n, 1)
	same(t, "kept", len(h.contents(hers)), 2)
	m, err := h.Get(t.Context(), hers, "hourlong")
	must(t, err)
	same(t, "status", m.Status, memory.Expired)
	if n, err := h.Expire(t.Context(), byHouse, "another"); n != 0 || err != nil {
		t.Errorf("another store: %d, %v", n, err)
	}

	h.now = begun.Add(91 * time.Minute)
	h.set(func(c *memory.Config) { c.ReadOnly = false })
	n, err = h.Expire(t.Context(), byHouse, "keepsake")
	must(t, err)
	same(t, "the renewed one", n, 1)
	m, _, err = h.Restore(t.Context(), tap, hers, "hourlong", "asked")
	must(t, err)
	same(t, "active again, for good", m.Status == memory.Active && m.ExpiresAt == nil, true)
	h.now = begun.Add(1000 * time.Hour)
	n, err = h.Expire(t.Context(), byHouse, "keepsake")
	must(t, err)
	same(t, "the day-long one", n, 1)
	same(t, "kept", strings.Join(h.contents(hers), ", "), "The build is broken")
}

// The order of leaving, for any memories: it is a strict order; who holds more firmly never
// leaves before who holds less; among equals the less important leaves first.
func TestLeavingIsAnOrder(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	draw := rapid.Custom(func(t *rapid.T) memory.Memory {
		return memory.Memory{
			ID: rapid.StringMatching(`[a-z]{8}`).Draw(t, "id"), Pinned: rapid.Bool().Draw(t, "pinned"),
			Origin:     rapid.SampledFrom([]memory.Origin{memory.Explicit, memory.Extracted}).Draw(t, "origin"),
			Type:       rapid.SampledFrom([]memory.Type{memory.Constraint, memory.Profile, memory.Preference}).Draw(t, "type"),
			Importance: rapid.SampledFrom([]float64{0, 0.1, 0.5, 1}).Draw(t, "importance"),
			UpdatedAt:  now.AddDate(0, 0, -rapid.IntRange(0, 900).Draw(t, "age")),
		}
	})
	firm := func(m memory.Memory) [3]bool {
		return [3]bool{m.Pinned, m.Type == memory.Constraint, m.Origin == memory.Explicit}
	}
	rapid.Check(t, func(t *rapid.T) {
		ms := rapid.SliceOfN(draw, 2, 30).Draw(t, "memories")
		slices.SortFunc(ms, func(a, b memory.Memory) int { return memory.CompareEviction(a, b, now) })
		for i := 1; i < len(ms); i++ {
			a, b := ms[i-1], ms[i]
			if memory.CompareEviction(a, b, now) > 0 || memory.CompareEviction(b, a, now) < 0 {
				t.Fatal("no order")
			}
			if a.Pinned && !b.Pinned {
				t.Fatal("a pinned memory leaves before one that is not")
			}
			if firm(a) == firm(b) && a.Priority(now) > b.Priority(now) {
				t.Fatal("what matters more leaves first")
			}
			if a.Pinned == b.Pinned && a.Origin == b.Origin && a.Type == memory.Constraint && b.Type != memory.Constraint {
				t.Fatal("a constraint leaves before what is none")
			}
			if a.Pinned == b.Pinned && (a.Type == memory.Constraint) == (b.Type == memory.Constraint) && a.Origin == memory.Explicit && b.Origin != memory.Explicit {
				t.Fatal("an explicit memory leaves before an extracted one")
			}
		}
	})
}

// Whatever is written, no scope ever holds more than its cap outside the archive, nothing
// is lost, and the last write is never the one that leaves.
func TestCapHolds(t *testing.T) {
	store := storetest.SQLite(t).Memories()
	run := 0
	rapid.Check(t, func(rt *rapid.T) {
		run++
		now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
		owner := scope.Scope{Store: "keepsake", Kind: scope.User, ID: fmt.Sprintf("telegram:%d", run)}
		most := rapid.IntRange(1, 3).Draw(rt, "most")
		s := memory.New(memory.Config{Store: store, Key: []byte("key"), Caps: memory.Caps{Explicit: most}, Now: func() time.Time { now = now.Add(time.Hour); return now }})
		var ids []string
		for i := range rapid.IntRange(1, 6).Draw(rt, "writes") {
			m, _, err := s.Add(t.Context(), actor.OfPerson(owner.ID), memory.Draft{
				Scope: owner, Content: fmt.Sprintf("Fact number %d", i), Category: "context",
				Importance: rapid.SampledFrom([]float64{0.1, 0.5, 0.9}).Draw(rt, "importance"),
			})
			must(t, err)
			ids = append(ids, m.ID)
			if len(ids) > 1 && rapid.Bool().Draw(rt, "restore one") {
				m, err = s.Get(t.Context(), []scope.Scope{owner}, rapid.SampledFrom(ids).Draw(rt, "which"))
				must(t, err)
				if m.ArchivedAt != nil {
					m, _, err = s.Restore(t.Context(), actor.OfPerson(owner.ID), []scope.Scope{owner}, m.ID, "asked")
					must(t, err)
				} else {
					m.ID = ids[len(ids)-1]
				}
			}
			ms, _, err := s.List(t.Context(), memory.ActiveQuery(owner))
			must(t, err)
			_, kept, err := s.List(t.Context(), memory.RetentionQuery(owner))
			must(t, err)
			if len(ms) != min(most, len(ids)) || kept != len(ids) || !slices.ContainsFunc(ms, func(x memory.Memory) bool { return x.ID == m.ID }) {
				rt.Fatalf("%d of at most %d, %d kept of %d", len(ms), most, kept, len(ids))
			}
		}
	})
}

func (h *house) archived() string {
	h.t.Helper()
	ms, _, err := h.List(h.t.Context(), memory.ArchivedQuery(alice))
	must(h.t, err)
	var out []string
	for _, m := range ms {
		out = append(out, m.Content)
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}
