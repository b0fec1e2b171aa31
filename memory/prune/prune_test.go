package prune_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/policy"
	"keepsake/memory/prune"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/store/storetest"
)

var (
	ann   = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}
	bob   = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:2"}
	choir = scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-5"}

	byAnn = actor.OfPerson(ann.ID)
	owner = actor.Actor{Kind: actor.Person, ID: "telegram:9", Standing: actor.Admin, Owner: true}
)

const year = 365 * 24 * time.Hour

// world is a store whose clock the test moves.
type world struct {
	*prune.Service
	t     *testing.T
	now   time.Time
	asked []candidate.Question
}

func onBoth(t *testing.T, test func(w *world)) {
	for name, open := range map[string]func(testing.TB) *store.DB{"SQLite": storetest.SQLite, "PostgreSQL": storetest.Postgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, w := open(t), &world{t: t, now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
			clock := func() time.Time { return w.now }
			w.Service = &prune.Service{
				Store: "keepsake", Rule: prune.Rule{Idle: year, Below: 0.1, Explicit: true}, Guard: policy.Default(),
				Memory:     memory.New(memory.Config{Store: db.Memories(), Now: clock, Key: []byte("key")}),
				Candidates: candidate.New(db.Candidates(), clock), Tx: db, Now: clock,
				Asks: func(_ context.Context, q candidate.Question) error { w.asked = append(w.asked, q); return nil },
			}
			test(w)
		})
	}
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) add(o scope.Scope, content string, change ...func(*memory.Draft)) memory.Memory {
	w.t.Helper()
	d := memory.Draft{Scope: o, Content: content, Importance: 0.3}
	all, err := w.Memory.Find(w.t.Context(), memory.ActiveQuery(o))
	w.must(err)
	for _, m := range all {
		d.DistinctFrom = append(d.DistinctFrom, m.ID)
	}
	for _, c := range change {
		c(&d)
	}
	by := actor.OfPerson(o.ID)
	if d.Origin == memory.Extracted {
		by = actor.Actor{Kind: actor.Extraction}
	}
	cs, err := w.Memory.Apply(w.t.Context(), by, []memory.Write{{Op: memory.OpAdd, Draft: d}})
	w.must(err)
	m, err := w.Memory.Get(w.t.Context(), []scope.Scope{o}, cs[0].MemoryID)
	w.must(err)
	return m
}

func extracted(d *memory.Draft) { d.Origin, d.Confidence = memory.Extracted, 0.8 }

// fill adds as many confirmed memories as the guard's five of ten: six that fade, and four that matter.
func (w *world) fill(o scope.Scope) {
	for i := range 6 {
		w.add(o, fmt.Sprintf("Shelf %d holds old jars", i))
	}
	for i := range 4 {
		w.add(o, fmt.Sprintf("Room %d is theirs", i), func(d *memory.Draft) { d.Importance = 1 })
	}
}

func (w *world) prunes() int {
	w.t.Helper()
	n, err := w.Prune(w.t.Context(), actor.OfSystem())
	w.must(err)
	return n
}

// archived returns what is in the archive of a scope, sorted.
func (w *world) archived(o scope.Scope) string {
	w.t.Helper()
	ms, err := w.Memory.Find(w.t.Context(), memory.ArchivedQuery(o))
	w.must(err)
	var out []string
	for _, m := range ms {
		out = append(out, m.Content)
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

func (w *world) want(what string, got, want any) {
	w.t.Helper()
	if got != want {
		w.t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// P66: what nobody has needed for long goes; what is pinned, a constraint, used or explicit does not, and nothing at all
// where pruning is off.
func TestP66PruneByAge(t *testing.T) {
	onBoth(t, func(w *world) {
		w.add(ann, "The weather was nice", extracted)
		w.add(ann, "Nuts are deadly for the user", extracted, func(d *memory.Draft) { d.Type = memory.Constraint })
		w.add(ann, "The user was born in May", extracted, func(d *memory.Draft) { d.Importance = 1 })
		pinned, used := w.add(ann, "The dog is called Rex", extracted), w.add(ann, "The car is blue", extracted)
		w.add(ann, "The user said so")
		_, _, err := w.Memory.Pin(t.Context(), byAnn, []scope.Scope{ann}, pinned.ID, true)
		w.must(err)
		w.now = w.now.Add(400 * 24 * time.Hour)
		w.must(w.Memory.Touch(t.Context(), []string{used.ID}))
		step := func(what string, r prune.Rule, readOnly bool, want string) {
			t.Helper()
			w.Rule, w.ReadOnly = r, readOnly
			w.prunes()
			w.want(what, w.archived(ann), want)
		}
		step("off", prune.Rule{Below: 0.1}, false, "")
		step("read-only", prune.Rule{Idle: year, Below: 0.1}, true, "")
		step("not so long", prune.Rule{Idle: 500 * 24 * time.Hour, Below: 0.1}, false, "")
		step("gentle", prune.Rule{Idle: year, Below: 0.1}, false, "The weather was nice")
		step("explicit too", prune.Rule{Idle: year, Below: 0.1, Explicit: true}, false, "The user said so, The weather was nice")
		w.want("asked", len(w.asked), 0)
		if _, err := w.Prune(t.Context(), byAnn); fault.KindOf(err) != fault.Denied {
			t.Errorf("a person prunes: %v", err)
		}
		if _, err := w.Allow(t.Context(), byAnn, candidate.Run{}); fault.KindOf(err) != fault.Denied {
			t.Errorf("a person allows a run of anybody: %v", err)
		}
	})
}

// Loss guard: a run that would archive more than a fifth of what people asked for, and five at least, archives nothing and
// asks once; each scope for itself. What was only found counts for nothing.
func TestLossGuardOfPruning(t *testing.T) {
	onBoth(t, func(w *world) {
		w.fill(ann)
		w.add(ann, "It rained", extracted)
		for i := range 5 {
			w.add(bob, fmt.Sprintf("Box %d is empty", i))
			w.add(choir, fmt.Sprintf("Song %d was sung", i), extracted)
		}
		for i := range 25 { // five of thirty are no fifth
			w.add(bob, fmt.Sprintf("Friend %d is called so", i), func(d *memory.Draft) { d.Importance = 1 })
		}
		w.now = w.now.Add(400 * 24 * time.Hour)
		w.want("archived of others", w.prunes(), 10)
		w.want("Ann's", w.archived(ann), "")
		w.want("again", w.prunes(), 0)
		if len(w.asked) != 1 || w.asked[0].Scope != ann || w.asked[0].Going != 6 || w.asked[0].Of != 10 || w.asked[0].Kind != actor.System {
			t.Fatalf("asked: %+v", w.asked)
		}
		id := w.asked[0].RunID
		for _, a := range []actor.Actor{actor.OfPerson(bob.ID), owner, {Kind: actor.Tool, ID: ann.ID}, actor.OfSystem()} {
			if _, err := w.Answer(t.Context(), a, id, true); fault.KindOf(err) != fault.NotFound {
				t.Errorf("%+v answers for Ann: %v", a, err)
			}
		}
		n, err := w.Answer(t.Context(), byAnn, id, true)
		w.must(err)
		w.want("with her consent", n, 7)
		if _, err := w.Answer(t.Context(), byAnn, id, true); !errors.Is(err, candidate.ErrNotFound) {
			t.Errorf("a second answer: %v", err)
		}
		if _, err := w.Revert(t.Context(), actor.OfPerson(bob.ID), id); fault.KindOf(err) != fault.NotFound {
			t.Errorf("Bob takes back Ann's: %v", err)
		}
		n, err = w.Revert(t.Context(), byAnn, id)
		w.must(err)
		w.want("reverted whole", n, 7)
		w.want("Ann's archive", w.archived(ann), "")
		w.want("the next night", w.prunes(), 0)
	})
}

// "Leave it" archives nothing and rests the question for as long as it takes to fade again; a run that was too large and is
// not any more is done without an answer.
func TestLossGuardLeavesAlone(t *testing.T) {
	onBoth(t, func(w *world) {
		w.fill(ann)
		w.fill(bob)
		w.now = w.now.Add(400 * 24 * time.Hour)
		w.want("archived", w.prunes(), 0)
		w.want("asked", len(w.asked), 2)
		ofAnn := w.asked[slices.IndexFunc(w.asked, func(q candidate.Question) bool { return q.Scope == ann })].RunID
		n, err := w.Answer(t.Context(), byAnn, ofAnn, false)
		w.must(err)
		w.want("left alone", n, 0)
		w.now = w.now.Add(300 * 24 * time.Hour)
		w.want("nothing is asked for most of a year", w.prunes()+len(w.asked), 2)
		w.now = w.now.Add(100 * 24 * time.Hour)
		w.prunes()
		w.want("then again", len(w.asked), 3)

		ms, err := w.Memory.Find(t.Context(), memory.ActiveQuery(bob))
		w.must(err)
		w.must(w.Memory.Touch(t.Context(), []string{ms[0].ID, ms[1].ID, ms[2].ID, ms[3].ID, ms[4].ID, ms[5].ID}))
		before := len(w.asked)
		w.prunes()
		w.want("Bob is not asked again", len(w.asked), before)
	})
}

// A group's question is an owner's, and so is taking its run back; when the question cannot be stored nothing is, and the
// operator may allow what stopped.
func TestLossGuardInGroups(t *testing.T) {
	onBoth(t, func(w *world) {
		for i := range 6 {
			cs, err := w.Memory.Apply(t.Context(), actor.Actor{Kind: actor.Person, ID: ann.ID, Standing: actor.Admin}, []memory.Write{{Op: memory.OpAdd,
				Draft: memory.Draft{Scope: choir, Content: fmt.Sprintf("Hymn %d is no. %d", i, 100*i), Importance: 0.3}}})
			w.must(err)
			w.want("added", len(cs), 1)
		}
		w.now = w.now.Add(400 * 24 * time.Hour)
		asks, broken := w.Asks, errors.New("the outbox is away")
		w.Asks = func(context.Context, candidate.Question) error { return broken }
		if _, err := w.Prune(t.Context(), actor.OfSystem()); !errors.Is(err, broken) {
			t.Errorf("not asked: %v", err)
		}
		parked, err := w.Candidates.Parked(t.Context(), "keepsake", 5)
		w.must(err)
		w.want("parked without a question", len(parked), 0)
		w.Asks = asks
		w.prunes()
		if _, err := w.Answer(t.Context(), byAnn, w.asked[0].RunID, true); fault.KindOf(err) != fault.NotFound {
			t.Errorf("a member answers: %v", err)
		}
		parked, err = w.Candidates.Parked(t.Context(), "keepsake", 5)
		w.must(err)
		w.want("why", parked[0].Error, candidate.ReasonTooMany(actor.System))
		n, err := w.Allow(t.Context(), actor.OfSystem(), parked[0])
		w.must(err)
		w.want("allowed by the operator", n, 6)
		n, err = w.Revert(t.Context(), owner, parked[0].ID)
		w.must(err)
		w.want("taken back by an owner", n, 6)
		w.now = w.now.Add(400 * 24 * time.Hour)
		w.prunes()
		n, err = w.Answer(t.Context(), owner, w.asked[1].RunID, true)
		w.must(err)
		w.want("allowed by an owner", n, 6)
	})
}
