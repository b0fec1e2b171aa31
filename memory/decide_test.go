package memory_test

import (
	"testing"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/trust"
)

// A decision is stored as shown; Save stores exactly that, once; Never leaves a tombstone.
func TestDecisions(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	foreign := []memory.Evidence{{MessageID: "m1", Quote: "Bob is the boss", Trust: trust.Forwarded, SaidAt: h.now}}
	propose := func(content string) memory.Decision {
		d, err := h.Propose(ctx, model, hers, memory.Decision{
			Op: memory.OpAdd, Scope: alice, Content: content, Category: "person", Subject: "", Evidence: foreign, Reason: "why",
		}, memory.ToolLimits)
		must(t, err)
		return d
	}
	d := propose(" Bob is the\nuser's boss")
	same(t, "shown", d.Content, "Bob is the user's boss")
	same(t, "asked once", propose("Bob is the user's boss").ID, d.ID)
	same(t, "not stored", len(h.contents(hers)), 0)

	_, _, err := h.Save(ctx, tap, his, d.ID, "")
	if fault.KindOf(err) != fault.NotFound {
		t.Fatalf("error %v", err)
	}
	m, c, err := h.Save(ctx, tap, hers, d.ID, "")
	must(t, err)
	same(t, "byte for byte", m.Content, d.Content)
	same(t, "explicit, but no better than its evidence", string(m.Origin)+" "+m.Trust.String(), "explicit forwarded")
	same(t, "change", c.MemoryID, m.ID)
	_, _, err = h.Save(ctx, tap, hers, d.ID, "")
	wants(t, err, memory.ErrDecided)
	_, err = h.Decline(ctx, tap, hers, d.ID)
	wants(t, err, memory.ErrDecided)
	_, err = h.Propose(ctx, model, hers, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "Bob is the user's boss"}, memory.ToolLimits)
	wants(t, err, memory.ErrKnown)

	d = propose("Bob has a boat")
	m, _, err = h.Save(ctx, tap, hers, d.ID, "Bob has a small boat")
	must(t, err)
	same(t, "edited", m.Content+" "+m.Trust.String(), "Bob has a small boat person")
	got, err := h.Decision(ctx, hers, d.ID)
	must(t, err)
	same(t, "decision", string(got.State)+got.MemoryID+got.Content, "saved"+m.ID+m.Content)

	d = propose("Bob hates tea")
	for _, secret := range []string{"my password is hunter2", "my password is •••"} {
		_, _, err = h.Save(ctx, tap, hers, d.ID, secret)
		wants(t, err, memory.ErrSecret)
	}
	_, err = h.Propose(ctx, model, hers, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "Bob's PIN is •••"}, memory.ToolLimits)
	wants(t, err, memory.ErrSecret)
	_, err = h.Decline(ctx, tap, hers, d.ID)
	must(t, err)
	_, _, err = h.Save(ctx, tap, hers, d.ID, "")
	wants(t, err, memory.ErrDecided)
	_, err = h.Propose(ctx, model, hers, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "Bob hates tea."}, memory.ToolLimits)
	wants(t, err, memory.ErrDeclined)
	h.add("Bob hates tea", "person", "") // an explicit request lifts it
	_, _, err = h.Delete(ctx, tap, hers, h.find("Bob hates tea").ID, "asked")
	must(t, err)

	d = propose("Bob has two cats")
	known := h.add("Bob has two cats", "person", "Bob")
	m, c, err = h.Save(ctx, tap, hers, d.ID, "")
	must(t, err)
	same(t, "remembered meanwhile", m.ID+c.ID, known.ID)
	open, err := h.Decisions(ctx, hers, memory.DecisionOpen, "")
	must(t, err)
	same(t, "open", len(open), 0)
}

// What rested on a message that was changed is closed without a tombstone, and nothing stores it.
func TestDecisions_Withdraw(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	propose := func() memory.Decision {
		d, err := h.Propose(ctx, model, hers, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "User likes olives", Reason: memory.ReasonOffered}, memory.ToolLimits)
		must(t, err)
		return d
	}
	d := propose()
	if err := h.Withdraw(ctx, tap, his, d.ID); fault.KindOf(err) != fault.NotFound {
		t.Fatalf("error %v", err)
	}
	must(t, h.Withdraw(ctx, tap, hers, d.ID))
	_, _, err := h.Save(ctx, tap, hers, d.ID, "")
	wants(t, err, memory.ErrWithdrawn)
	_, _, err = h.Save(ctx, tap, hers, d.ID, "User likes capers")
	wants(t, err, memory.ErrWithdrawn)
	_, err = h.Decline(ctx, tap, hers, d.ID)
	wants(t, err, memory.ErrWithdrawn)
	_, err = h.Decidable(ctx, tap, hers, d.ID)
	wants(t, err, memory.ErrWithdrawn)
	wants(t, h.Withdraw(ctx, tap, hers, d.ID), memory.ErrWithdrawn)
	same(t, "stored", len(h.contents(hers)), 0)
	if again := propose(); again.ID == d.ID || again.State != memory.DecisionOpen {
		t.Errorf("proposed again as %+v", again)
	}
}

func (h *house) find(content string) memory.Memory {
	h.t.Helper()
	ms, _, err := h.Search(h.t.Context(), hers, content, 1, 0)
	must(h.t, err)
	return ms[0]
}

// A proposed update is against one version of one memory.
func TestDecisions_Update(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	m := h.add("Sarah works on the Platform team", "person", "Sarah")
	propose := func(content string) (memory.Decision, error) {
		return h.Propose(ctx, model, hers, memory.Decision{Op: memory.OpUpdate, MemoryID: m.ID, Content: content}, memory.ToolLimits)
	}
	_, err := propose("Sarah works on the Platform team")
	wants(t, err, memory.ErrUnchanged)
	d, err := propose("Sarah works on the Design team")
	must(t, err)
	same(t, "labels", d.Scope == alice && d.Subject == "Sarah" && d.Category == "person" && d.Version == 1, true)
	got, c, err := h.Save(ctx, tap, hers, d.ID, "")
	must(t, err)
	same(t, "updated", got.Content+" "+c.Before, "Sarah works on the Design team Sarah works on the Platform team")

	stale, err := propose("Sarah works on the Sales team")
	must(t, err)
	_, _, _, err = h.Update(ctx, tap, hers, m.ID, memory.Edit{Content: "Sarah left"})
	must(t, err)
	_, _, err = h.Save(ctx, tap, hers, stale.ID, "")
	wants(t, err, memory.ErrConflict)

	last, err := propose("Sarah works elsewhere")
	must(t, err)
	_, _, err = h.Delete(ctx, tap, hers, m.ID, "asked")
	must(t, err)
	for _, id := range []string{last.ID, stale.ID} {
		gone, err := h.Decision(ctx, hers, id)
		must(t, err)
		same(t, "withdrawn with its memory", string(gone.State)+gone.Content, "declined")
	}
	if _, err = h.Propose(ctx, model, hers, memory.Decision{Op: memory.OpPin, Scope: alice}, memory.ToolLimits); fault.KindOf(err) != fault.Invalid {
		t.Errorf("error %v", err)
	}
	_, err = propose("Sarah is back")
	wants(t, err, memory.ErrNotFound)
}
