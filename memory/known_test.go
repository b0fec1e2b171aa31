package memory_test

import (
	"errors"
	"testing"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/scope"
)

// TestKnownInOtherWords (W12, F21): before a model's write is kept, what says the same is named as
// known, and what fills the same slot is suggested with its id, without any subject.
func TestKnownInOtherWords(t *testing.T) {
	for _, c := range []struct{ kept, asked, want string }{
		{"User prefers Friday due dates", "User prefers due dates on Fridays", "known"},
		{"User is allergic to peanuts", "The user has a peanut allergy.", "suggested"},
		{"Ich wohne in Graz", "Der Benutzer wohnt in Graz", "known"},
		{"User lives in Berlin", "User lives in Munich", "suggested"},
		{"User lives in Berlin", "The user moved to Rome", "suggested"},
		{"User is married", "User is divorced", "suggested"},
		{"User likes coffee", "User hates coffee", "suggested"},
		{"Пользователь живёт в Москве", "Пользователь живёт в Берлине", "suggested"},
		{"用户住在北京", "用户住在上海", "suggested"},
		{"Anna is the user's sister", "Maria is the user's sister", ""},
		{"User likes coffee", "User likes jazz", ""},
		{"Alec is the user's boss", "The user is Alec's boss", "suggested"},
	} {
		h := open(t)
		first, _, err := h.Add(t.Context(), model, memory.Draft{Scope: alice, Content: c.kept})
		must(t, err)
		_, _, err = h.Add(t.Context(), model, memory.Draft{Scope: alice, Content: c.asked})
		var known *memory.KnownError
		var similar *memory.SimilarError
		got := ""
		switch {
		case errors.As(err, &known):
			got = "known"
			same(t, c.asked, known.Memory.ID, first.ID)
		case errors.As(err, &similar):
			got = "suggested"
			same(t, c.asked, similar.Existing[0].ID, first.ID)
		default:
			must(t, err)
		}
		same(t, c.kept+" / "+c.asked, got, c.want)
		if got == "suggested" { // R6, R24
			_, _, err = h.Add(t.Context(), model, memory.Draft{Scope: alice, Content: c.asked, DistinctFrom: []string{first.ID}})
			must(t, err)
		}
	}
}

// TestNearIsCompared (F21): what a search by meaning found close is compared, though it shares no
// word; the nearness alone decides nothing.
func TestNearIsCompared(t *testing.T) {
	h := open(t)
	home, _, err := h.Add(t.Context(), model, memory.Draft{Scope: alice, Content: "ユーザーは東京に住んでいる"})
	must(t, err)
	far := h.add("User collects stamps", "context", "")
	_, _, err = h.Add(t.Context(), model, memory.Draft{Scope: alice, Content: "ユーザーは大阪で暮らしている", Near: []string{home.ID, far.ID}})
	var similar *memory.SimilarError
	if !errors.As(err, &similar) || len(similar.Existing) != 1 || similar.Existing[0].ID != home.ID {
		t.Errorf("%v %+v", err, similar)
	}
}

// TestNoExactDoubleByAnyWay (W12, P35, P36): update, edit, save, undo and import make no memory that
// says what another says.
func TestNoExactDoubleByAnyWay(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	friday := h.add("User prefers Friday due dates", "preference", "")
	other := h.add("User prefers tea", "preference", "")
	for _, content := range []string{"user prefers friday due dates.", "User prefers due dates on Fridays"} {
		var known *memory.KnownError
		_, _, _, err := h.Update(ctx, tap, hers, other.ID, memory.Edit{Content: content})
		if !errors.As(err, &known) || known.Memory.ID != friday.ID {
			t.Errorf("update to %q: %v", content, err)
		}
		_, err = h.Propose(ctx, model, hers, memory.Decision{Op: memory.OpUpdate, MemoryID: other.ID, Content: content}, memory.ToolLimits)
		wants(t, err, memory.ErrKnown)
	}
	d, err := h.Propose(ctx, model, hers, memory.Decision{Op: memory.OpUpdate, MemoryID: other.ID, Content: "User prefers cocoa"}, memory.ToolLimits)
	must(t, err)
	_, _, err = h.Save(ctx, tap, hers, d.ID, "User prefers Friday due dates")
	wants(t, err, memory.ErrKnown)

	_, _, changed, err := h.Update(ctx, tap, hers, other.ID, memory.Edit{Content: "User prefers green tea in winter"})
	must(t, err)
	h.add("User prefers tea", "preference", "")
	_, _, err = h.Undo(ctx, tap, hers, changed.ID)
	wants(t, err, memory.ErrKnown)

	kept, merged, err := h.Merge(ctx, tap, hers, other.ID, friday.ID)
	must(t, err)
	same(t, "kept", kept.ID, friday.ID)
	same(t, "left", len(h.contents(hers)), 2)
	_, _, err = h.Merge(ctx, tap, his, friday.ID, other.ID)
	wants(t, err, memory.ErrNotFound)
	_, _, err = h.Undo(ctx, tap, hers, merged.ID)
	must(t, err)
	same(t, "undone", len(h.contents(hers)), 3)
}

// TestANoBindsTools (W13, R12, R18): what was declined or deleted is not stored for a tool or a
// pipeline, in no words, unless the person says it now; a person and a tap lift the refusal.
func TestANoBindsTools(t *testing.T) {
	ctx := t.Context()
	byRun := actor.Actor{Kind: actor.Extraction}
	refuse := map[string]func(h *house){
		"deleted": func(h *house) {
			m := h.add("Alec is the user's boss", "person", "Alec")
			_, _, err := h.Delete(ctx, tap, hers, m.ID, "asked")
			must(t, err)
		},
		"never": func(h *house) {
			d, err := h.Propose(ctx, model, hers, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "Alec is the user's boss", Subject: "Alec"}, memory.ToolLimits)
			must(t, err)
			_, err = h.Decline(ctx, tap, hers, d.ID)
			must(t, err)
		},
		"typed": func(h *house) { must(t, h.Refuse(ctx, tap, alice, "Alec is my boss")) },
	}
	for name, no := range refuse {
		h := open(t)
		no(h)
		for _, content := range []string{"Alec is the user's boss", "The user's boss is Alec."} {
			for _, a := range []actor.Actor{model, byRun} {
				_, _, err := h.Add(ctx, a, memory.Draft{Scope: alice, Content: content, Category: "person"})
				wants(t, err, memory.ErrDeclined)
			}
			_, err := h.Propose(ctx, model, hers, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: content}, memory.ToolLimits)
			wants(t, err, memory.ErrDeclined)
		}
		other := h.add("Alec likes chess", "person", "Al")
		_, _, _, err := h.Update(ctx, model, hers, other.ID, memory.Edit{Content: "Alec is the user's boss"})
		wants(t, err, memory.ErrDeclined)
		_, _, err = h.Add(ctx, model, memory.Draft{Scope: alice, Content: "Alec is the user's boss", SaidNow: true, DistinctFrom: []string{other.ID}})
		must(t, err)
		left, err := h.Refused(ctx, hers)
		must(t, err)
		same(t, name+": refusals left", len(left), 0)
	}
}

// TestANoBindsRewordings (R18): a refused statement is not stored in other words either, be it in another order, with another verb or with the person
// named otherwise; another fact is, and what the person says now lifts the refusal.
func TestANoBindsRewordings(t *testing.T) {
	h, ctx := open(t), t.Context()
	must(t, h.Refuse(ctx, tap, alice, "James and I had lunch"))
	add := func(content string, saidNow bool) error {
		_, _, err := h.Add(ctx, model, memory.Draft{Scope: alice, Content: content, Category: "context", SaidNow: saidNow})
		return err
	}
	for _, content := range []string{"User had lunch with James", "The user and James had lunch together", "User went to lunch with James today"} {
		wants(t, add(content, false), memory.ErrDeclined)
	}
	must(t, add("User had lunch with Anna", false))
	must(t, add("James is the user's boss", false))
	must(t, add("User had lunch with James", true))
}

// TestRefusalsCanBeErased (R18): a refusal is shown to its person and erased by them, and by nobody
// else; a deleted text is not among the refusals.
func TestRefusalsCanBeErased(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	must(t, h.Refuse(ctx, tap, alice, "Alec is my boss", "Alec is my boss", "  "))
	gone := h.add("User has asthma", "context", "")
	_, _, err := h.Delete(ctx, tap, hers, gone.ID, "asked")
	must(t, err)
	no, err := h.Refused(ctx, hers)
	must(t, err)
	if len(no) != 1 || no[0].Content != "Alec is my boss" {
		t.Fatalf("%+v", no)
	}
	wants(t, h.EraseRefusal(ctx, actor.OfPerson("telegram:2"), hers, no[0].ID), memory.ErrNotAllowed)
	wants(t, h.EraseRefusal(ctx, tap, his, no[0].ID), memory.ErrNotFound)
	must(t, h.EraseRefusal(ctx, tap, hers, no[0].ID))
	_, _, err = h.Add(ctx, model, memory.Draft{Scope: alice, Content: "Alec is the user's boss"})
	must(t, err)
	group := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-5"}
	member := actor.Actor{Kind: actor.Person, ID: "telegram:7", Standing: actor.Member}
	must(t, h.Refuse(ctx, member, group, "The group meets on Mondays"))
	no, err = h.Refused(ctx, []scope.Scope{group})
	must(t, err)
	wants(t, h.EraseRefusal(ctx, member, []scope.Scope{group}, no[0].ID), actor.ErrAdminsOnly)
}

// TestRelabel (W12): category and subject change, are searched by, recorded and undone.
func TestRelabel(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	m := h.add("Alec is the user's boss", "context", "")
	after, c, err := h.Relabel(ctx, tap, hers, m.ID, memory.Labels{Category: "Person", Subject: " Zebulon "})
	must(t, err)
	same(t, "labels", after.Category+"/"+after.Subject, "person/Zebulon")
	same(t, "change", c.Op, memory.OpLabel)
	found, _, err := h.Search(ctx, hers, "zebulon", 5, 0)
	must(t, err)
	same(t, "found by its subject", len(found), 1)
	_, _, err = h.Relabel(ctx, tap, hers, m.ID, memory.Labels{Category: "person", Subject: "Zebulon"})
	wants(t, err, memory.ErrUnchanged)
	_, _, err = h.Relabel(ctx, tap, his, m.ID, memory.Labels{Category: "person"})
	wants(t, err, memory.ErrNotFound)
	back, _, err := h.Undo(ctx, tap, hers, c.ID)
	must(t, err)
	same(t, "undone", back.Category+"/"+back.Subject, "context/")
	_, _, err = h.Undo(ctx, tap, hers, c.ID)
	wants(t, err, memory.ErrUndone)
}

// TestOfferForgetting (R20): the offer forgets nothing and cannot be saved; deleting the memory
// closes it and takes its text.
func TestOfferForgetting(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	m := h.add("Alec is the user's boss", "person", "Alec")
	_, err := h.OfferForgetting(ctx, model, his, []string{m.ID})
	wants(t, err, memory.ErrNotFound)
	ds, err := h.OfferForgetting(ctx, model, hers, []string{m.ID})
	must(t, err)
	same(t, "still there", len(h.contents(hers)), 1)
	_, _, err = h.Save(ctx, tap, hers, ds[0].ID, "")
	wants(t, err, memory.ErrNotFound)
	_, _, err = h.Delete(ctx, tap, hers, m.ID, "asked")
	must(t, err)
	d, err := h.Decision(ctx, hers, ds[0].ID)
	must(t, err)
	same(t, "closed", string(d.State)+d.Content, string(memory.DecisionDeclined))
}
