package forget_test

import (
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/session"
	"keepsake/trust"
	"keepsake/usage"
)

// What was said of a forgotten fact later and only in part goes too, whoever said it and
// wherever it stands; what merely mentions the same person stays.
func TestOne_RepeatedInPart(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	s := h.begin()
	h.append(s, "turn1", says("so she lives at 12 Elm Street, right"), bot("Yes: at 12 Elm Street."))
	quoting := says("is that still so?")
	quoting.Quote = "ZEBRAcanary, 12 Elm Street"
	h.append(s, "turn2", quoting)
	task := calls("visit zebracanary in Elm Street 12")
	h.append(s, "turn3", task, result("Added: visit zebracanary in Elm Street 12"))
	h.append(s, "turn4", session.Message{Role: session.User, Trust: trust.Person, External: 9, Content: "never mind"})
	if ok, err := h.Sessions.RecordEdit(ctx, actor.OfSystem(), place, 9, "never mind 12 Elm Street"); err != nil || !ok {
		t.Fatalf("edited %v, %v", ok, err)
	}
	h.append(s, "turn5", says("write to ZEBRAcanary about the weather"), bot("Which street shall I look at?"))
	_, _, err := h.Memory.Add(ctx, tap, memory.Draft{Scope: owner, Content: "ZEBRAcanary likes striped shirts"})
	must(t, err)
	m, _, err := h.Memory.Add(ctx, tap, memory.Draft{Scope: owner, Content: "ZEBRAcanary lives at 12 Elm Street"})
	must(t, err)

	_, _, err = h.One(ctx, tap, scopes, m.ID)
	must(t, err)
	shown := h.shown(s.ID)
	if strings.Contains(shown, "Elm") {
		t.Errorf("a window still says it:\n%s", shown)
	}
	for _, stays := range []string{"write to ZEBRAcanary", "Which street"} {
		if !strings.Contains(shown, stays) {
			t.Errorf("%q is gone too:\n%s", stays, shown)
		}
	}
}

// Of a person about whom the operator decided nothing, nothing at all stays, not even that
// they were here; somebody who is blocked does not get rid of it.
func TestEverything_NoTraceOfThePerson(t *testing.T) {
	for _, access := range []people.Access{people.None, people.Allowed, people.Blocked} {
		h := open(t)
		ctx := t.Context()
		p, err := h.People.See(ctx, actor.OfSystem(), people.Person{ID: person, Name: "Alice"})
		must(t, err)
		p.Access = access
		must(t, h.db.People().SetAccess(ctx, p.ID, p.Access))
		_, _, err = h.Memory.Add(ctx, tap, memory.Draft{Scope: owner, Content: "Alec is the user's boss"})
		must(t, err)
		h.append(h.begin(), "turn1", says("Alec is my boss"))
		must(t, h.Usage.CountMessages(ctx, usage.Payer{Bot: "keepsake", Subject: person}, 1))
		_, err = h.People.Knock(ctx, actor.OfSystem(), "keepsake", person, "")
		must(t, err)
		_, err = h.Everything(ctx, tap, person, place, nil)
		must(t, err)
		found := h.found(person)
		if access == people.None && len(found) > 0 {
			t.Errorf("the id is in %v", found)
		}
		if got, err := h.People.Get(ctx, person); access != people.None && (err != nil || got.Access != access || got.Name != "") {
			t.Errorf("%q: person %+v, %v", access, got, err)
		}
		_, _, err = h.Memory.Add(ctx, tap, memory.Draft{Scope: owner, Content: "User prefers tea"})
		must(t, err) // and they may begin anew
	}
}
