package memory_test

import (
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/trust"
)

// TestConfirm (A21, R11): what is said again adds evidence, confidence and life to an extracted memory,
// and no change; an explicit one keeps its own.
func TestConfirm(t *testing.T) {
	h := open(t)
	run, hers := actor.Actor{Kind: actor.Extraction}, []scope.Scope{alice}
	ends := h.now.Add(90 * 24 * time.Hour)
	found, _, err := h.Add(t.Context(), run, memory.Draft{
		Scope: alice, Content: "User prefers tea", Origin: memory.Extracted, Confidence: 0.6, ExpiresAt: &h.now,
		Evidence: []memory.Evidence{{MessageID: "m1", Quote: "I prefer tea", Trust: trust.Person}},
	})
	must(t, err)
	asked := h.add("User has a cat", "context", "")
	before, err := h.Revisions(t.Context(), hers)
	must(t, err)
	said := []memory.Evidence{{MessageID: "m2", Quote: "tea, as ever", Trust: trust.Person, Meta: memory.Meta{Method: memory.MethodModel, Base: 0.7}}}
	for _, id := range []string{found.ID, asked.ID} {
		must(t, h.Confirm(t.Context(), run, hers, id, memory.Confirmation{Evidence: said, Confidence: 0.7, ExpiresAt: &ends}))
	}
	after, err := h.Revisions(t.Context(), hers)
	must(t, err)
	same(t, "revision", after[alice], before[alice])
	history, err := h.History(t.Context(), hers, found.ID)
	must(t, err)
	same(t, "evidence", len(history.Versions[0].Evidence), 2)
	same(t, "method", history.Versions[0].Evidence[1].Method, memory.MethodModel)
	same(t, "confidence", history.Memory.Confidence, 0.7)
	same(t, "life", history.Memory.ExpiresAt.Equal(ends), true)
	same(t, "accesses", history.Memory.AccessCount, 1)
	same(t, "changes", len(history.Changes), 1)
	explicit, err := h.Get(t.Context(), hers, asked.ID)
	must(t, err)
	same(t, "explicit confidence", explicit.Confidence, 1.0)
	same(t, "explicit life", explicit.ExpiresAt == nil, true)
	wants(t, h.Confirm(t.Context(), run, []scope.Scope{bob}, found.ID, memory.Confirmation{}), memory.ErrNotFound)
	_, _, err = h.Delete(t.Context(), actor.OfPerson(alice.ID), hers, found.ID, "")
	must(t, err)
	wants(t, h.Confirm(t.Context(), run, hers, found.ID, memory.Confirmation{}), memory.ErrNotFound)
	isRefused, err := h.IsRefused(t.Context(), alice, "", "The user prefers tea.")
	must(t, err)
	same(t, "deleted, in other words", isRefused, true)
	h.set(func(c *memory.Config) { c.ReadOnly = true })
	wants(t, h.Confirm(t.Context(), run, hers, asked.ID, memory.Confirmation{}), memory.ErrReadOnly)
}

// TestExpiredRevives (F9, R11): what extraction finds again after its end lives anew, with a new end.
func TestExpiredRevives(t *testing.T) {
	h := open(t)
	run, hers := actor.Actor{Kind: actor.Extraction}, []scope.Scope{alice}
	ends := h.now.Add(time.Hour)
	draft := memory.Draft{Scope: alice, Content: "User works on the tax report", Origin: memory.Extracted, Type: memory.TaskState, ExpiresAt: &ends}
	found, _, err := h.Add(t.Context(), run, draft)
	must(t, err)
	h.now = h.now.Add(2 * time.Hour)
	n, err := h.Expire(t.Context(), actor.OfSystem(), alice.Store)
	must(t, err)
	same(t, "expired", n, 1)
	later := h.now.Add(24 * time.Hour)
	draft.ExpiresAt = &later
	back, _, err := h.Add(t.Context(), run, draft)
	must(t, err)
	same(t, "the same memory", back.ID, found.ID)
	now, err := h.Get(t.Context(), hers, found.ID)
	must(t, err)
	same(t, "active", now.Status == memory.Active && now.ArchivedAt == nil, true)
	same(t, "with a new end", now.ExpiresAt != nil && now.ExpiresAt.Equal(later), true)
}
