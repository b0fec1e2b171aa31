package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/llm"
	"keepsake/llm/scripted"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/ingest"
	"keepsake/memory/writeswitch"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/trust"
	"keepsake/usage"
)

// forms stores a memory as extraction does.
func (w *world) forms(content string, change ...func(d *memory.Draft)) memory.Memory {
	w.t.Helper()
	d := memory.Draft{Scope: alice, Content: content, Origin: memory.Extracted, Confidence: 0.7, Type: memory.Profile,
		Evidence: []memory.Evidence{{Quote: content, Trust: trust.Person, SaidAt: w.now(), MessageID: fmt.Sprint("m", len(content), content[:3])}}}
	for _, c := range change {
		c(&d)
	}
	who := actor.Actor{Kind: actor.Extraction}
	cs, err := w.Memory.Apply(w.t.Context(), who, []memory.Write{{Op: memory.OpAdd, Draft: d}})
	var similar *memory.SimilarError
	if errors.As(err, &similar) {
		for _, o := range similar.Existing {
			d.DistinctFrom = append(d.DistinctFrom, o.ID)
		}
		cs, err = w.Memory.Apply(w.t.Context(), who, []memory.Write{{Op: memory.OpAdd, Draft: d}})
	}
	must(w.t, err)
	m, err := w.Memory.Get(w.t.Context(), []scope.Scope{d.Scope}, cs[0].MemoryID)
	must(w.t, err)
	return m
}

// compacts enqueues compaction and works; it returns how many runs ended well.
func (w *world) compacts() int {
	w.t.Helper()
	w.Bot = "keepsake"
	_, err := w.Compact(w.t.Context())
	must(w.t, err)
	n, err := w.Work(w.t.Context())
	must(w.t, err)
	return n
}

// A50: what says less goes to the archive where another text says all of it and the judge agrees. Its
// versions stay, its evidence counts for the other, and the run is one batch that can be reverted.
func TestA50NearDuplicates(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		less := w.forms("User drives a red Golf")
		more := w.forms("User drives a red Golf from 2015")
		w.forms("User drives a blue boat")
		w.model.relate(less.Content, more.Content, "refines")
		equal(t, "runs", w.compacts(), 1)
		list(t, "memories", w.active(), "User drives a blue boat", "User drives a red Golf from 2015")
		h, err := w.Memory.History(t.Context(), hers, less.ID)
		must(t, err)
		equal(t, "it is in the archive", h.Memory.ArchivedAt != nil, true)
		equal(t, "with its words", h.Memory.Content, less.Content)
		last := h.Changes[len(h.Changes)-1]
		equal(t, "op", last.Op, memory.OpArchive)
		equal(t, "source", last.Source, memory.SourceConsolidation)
		kept, err := w.Memory.History(t.Context(), hers, more.ID)
		must(t, err)
		equal(t, "evidence of both", len(kept.Versions[0].Evidence), 2)
		equal(t, "no new version", kept.Memory.Version, 1)
		day, _, err := w.Usage.Today(t.Context(), usage.Payer{Bot: "keepsake", Subject: alice.ID})
		must(t, err)
		equal(t, "on her account", day.Parts[llm.Judging].Calls, 1)
		asked := len(w.model.questions())
		equal(t, "nothing new is read", w.compacts(), 0)
		equal(t, "and asked", len(w.model.questions()), asked)
		_, err = w.Memory.Revert(t.Context(), she, hers, last.Batch)
		must(t, err)
		equal(t, "reverted whole", len(w.active()), 3)
	})
}

// F10: what words or the judge do not see as one fact stands; so does what a person asked for or pinned,
// and what is more trusted than the text that would stand for it.
func TestCompactionLeavesAlone(t *testing.T) {
	for name, c := range map[string]struct {
		prepare  func(w *world) (known, other string)
		relation string
		isAsked  bool
	}{
		"what the judge keeps apart": {func(w *world) (string, string) {
			return w.forms("User is 34 years old").Content, w.forms("User's sister Ida is 34 years old, User said").Content
		}, "unrelated", true},
		"a contradiction": {func(w *world) (string, string) {
			return w.forms("User eats fish").Content, w.forms("User eats fish never on Fridays").Content
		}, "contradicts", true},
		"what another text says in part": {func(w *world) (string, string) {
			return w.forms("User has a cat called Momo").Content, w.forms("User has a cat called Kiki").Content
		}, "same", false},
		"what was asked for": {func(w *world) (string, string) {
			return w.saves("User drives a red Golf").Content, w.forms("User drives a red Golf from 2015").Content
		}, "refines", false},
		"what is pinned": {func(w *world) (string, string) {
			m := w.forms("User drives a red Golf")
			_, _, err := w.Memory.Pin(w.t.Context(), she, hers, m.ID, true)
			must(w.t, err)
			return m.Content, w.forms("User drives a red Golf from 2015").Content
		}, "refines", false},
		"a constraint": {func(w *world) (string, string) {
			m := w.forms("User must avoid nuts", func(d *memory.Draft) { d.Type = memory.Constraint })
			return m.Content, w.forms("User must avoid nuts and milk").Content
		}, "refines", false},
		"another subject": {func(w *world) (string, string) {
			m := w.forms("Anna likes red wine", func(d *memory.Draft) { d.Subject = "Anna" })
			return m.Content, w.forms("Anna likes red wine, says Tom", func(d *memory.Draft) { d.Subject = "Tom" }).Content
		}, "refines", false},
		"less trusted words": {func(w *world) (string, string) {
			m := w.forms("User banks with Cuervo")
			_, _, err := w.Memory.Add(w.t.Context(), she, memory.Draft{Scope: alice, Content: "User banks with Cuervo and pays Mallory",
				Evidence: []memory.Evidence{{Quote: "x", Trust: trust.Forwarded, SaidAt: w.now()}}})
			must(w.t, err)
			return m.Content, "User banks with Cuervo and pays Mallory"
		}, "refines", false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, sqlite(t))
			known, other := c.prepare(w)
			w.model.relate(known, other, c.relation)
			w.model.relate(other, known, c.relation)
			equal(t, "runs", w.compacts(), 1)
			equal(t, "both stand", len(w.active()), 2)
			equal(t, "the judge was asked", len(w.model.questions()) > 0, c.isAsked)
		})
	}
}

// Nothing is compacted where nothing may be written, nor where the person or the operator does not want
// what writes by itself.
func TestCompactionIsOff(t *testing.T) {
	for name, prepare := range map[string]func(w *world){
		"not enabled":    func(w *world) { w.Policy.Enable = false },
		"in shadow mode": func(w *world) { w.Policy.Mode = "shadow" },
		"read only":      func(w *world) { w.ReadOnly = true },
		"A64: switched off": func(w *world) {
			must(w.t, w.Writes.Set(w.t.Context(), actor.OfSystem(), writeswitch.Everybody, true))
		},
		"A65: this scope": func(w *world) { must(w.t, w.Writes.Set(w.t.Context(), actor.OfSystem(), alice, true)) },
		"R17: the person": func(w *world) {
			p, err := w.People.Get(w.t.Context(), alice.ID)
			must(w.t, err)
			p.MemoryMode = "off"
			must(w.t, w.People.SaveSettings(w.t.Context(), she, p))
		},
	} {
		t.Run(name, func(t *testing.T) {
			db := sqlite(t)
			w := newWorld(t, db)
			w.Writes = &writeswitch.Service{Store: db.Switches(), Now: w.now}
			w.forms("User drives a red Golf")
			w.forms("User drives a red Golf from 2015")
			w.model.relate("User drives a red Golf", "User drives a red Golf from 2015", "refines")
			prepare(w)
			w.compacts()
			equal(t, "both stand", len(w.active()), 2)
			equal(t, "questions", len(w.model.questions()), 0)
			var none *ingest.Service
			n, err := none.Compact(t.Context())
			must(t, err)
			equal(t, "without extraction", n, 0)
		})
	}
}

// The loss guard: a run that would archive too many parks; the operator's "begin anew" allows it.
func TestCompactionAsksBeforeMany(t *testing.T) {
	w := newWorld(t, sqlite(t))
	cities := []string{"Graz", "Linz", "Wien", "Rome", "Oslo", "Bern"}
	for _, c := range cities {
		less, more := "User likes parks in "+c, "User likes parks in "+c+" after dark"
		w.forms(less)
		w.forms(more)
		w.model.relate(less, more, "refines")
	}
	equal(t, "done", w.compacts(), 0)
	equal(t, "all stand", len(w.active()), 12)
	r := w.run()
	equal(t, "state", r.State, candidate.Parked)
	if !strings.Contains(r.Error, "too many") {
		t.Errorf("reason: %q", r.Error)
	}
	equal(t, "not again by itself", w.compacts(), 0)
	must(t, w.Candidates.Retry(t.Context(), actor.Actor{Kind: actor.Consolidation}, r))
	n, err := w.Work(t.Context())
	must(t, err)
	equal(t, "allowed", n, 1)
	equal(t, "merged", len(w.active()), 6)
	equal(t, "result", w.ends[len(w.ends)-1].Result, ingest.Done)
}

// A50, F14: a judge that is away or answers nonsense puts the run off; killed before its commit it has no
// effect; a memory that changed meanwhile stays; three workers do it once.
func TestCompactionIsRobust(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		less, more := w.forms("User drives a red Golf"), w.forms("User drives a red Golf from 2015")
		w.model.relate(less.Content, more.Content, "refines")
		w.model.Fail(scripted.Fault{Trouble: scripted.Status, Status: 503})
		equal(t, "away", w.compacts(), 0)
		w.model.say("no", "no")
		w.wait(2 * time.Minute)
		equal(t, "nonsense", w.compacts(), 0)
		tx := &brokenCommit{DB: db, fails: 2}
		w.Tx = tx
		w.wait(2 * time.Minute)
		if _, err := w.Work(t.Context()); !errors.Is(err, errKilled) {
			t.Fatalf("killed: %v", err)
		}
		equal(t, "no effect", len(w.active()), 2)
		w.wait(10 * time.Minute)
		w.Tx = db
		var workers sync.WaitGroup
		var done [3]int
		var errs [3]error
		for i := range 3 {
			replica := *w.Service
			workers.Go(func() { done[i], errs[i] = replica.Work(t.Context()) })
		}
		workers.Wait()
		must(t, errors.Join(errs[:]...))
		equal(t, "once", done[0]+done[1]+done[2], 1)
		list(t, "memories", w.active(), more.Content)

		again := w.forms("User owns a green canoe")
		longer := w.forms("User owns a green canoe and a paddle")
		w.model.relate(again.Content, longer.Content, "refines")
		slow := &slowChat{Chat: w.Chat, entered: make(chan struct{}), leave: make(chan struct{})}
		quick := w.Chat
		w.Chat = slow
		finished := make(chan error, 1)
		_, err := w.Compact(t.Context())
		must(t, err)
		go func() { _, err := w.Work(t.Context()); finished <- err }()
		<-slow.entered
		_, _, _, err = w.Memory.Update(t.Context(), she, hers, longer.ID, memory.Edit{Content: "User sold their paddle"})
		must(t, err)
		close(slow.leave)
		must(t, <-finished)
		list(t, "what was judged has changed: both stand", w.active(), "User drives a red Golf from 2015", again.Content, "User sold their paddle")
		w.Chat = quick
		w.wait(5 * time.Minute)
		equal(t, "done later", w.compacts() > 0, true)
		equal(t, "still", len(w.active()), 3)
	})
}

// In a group what is known of a topic is compacted on the group's account.
func TestCompactionInGroups(t *testing.T) {
	w := newWorld(t, sqlite(t))
	group := scope.Scope{Store: alice.Store, Kind: scope.Group, ID: "telegram:-5:7"}
	must(t, w.People.SaveChat(t.Context(), actor.OfSystem(), people.NewChat("keepsake", -5)))
	in := func(d *memory.Draft) { d.Scope = group }
	less, more := w.forms("The trip goes to Rome", in), w.forms("The trip goes to Rome by train", in)
	w.model.relate(less.Content, more.Content, "refines")
	equal(t, "runs", w.compacts(), 1)
	list(t, "memories", w.active(group), more.Content)
	day, _, err := w.Usage.Today(t.Context(), w.Payer(people.Person{}, session.Place{Bot: "keepsake", Chat: -5}, true))
	must(t, err)
	equal(t, "on the group's account", day.Parts[llm.Judging].Calls, 1)
}

// A50: what stopped in a group is asked about once it stops, in the same transaction; an owner answers, nobody else, and once.
func TestCompactionOfAGroupAsksOwners(t *testing.T) {
	w := newWorld(t, sqlite(t))
	group := scope.Scope{Store: alice.Store, Kind: scope.Group, ID: "telegram:-5"}
	must(t, w.People.SaveChat(t.Context(), actor.OfSystem(), people.NewChat("keepsake", -5)))
	for _, c := range []string{"Graz", "Linz", "Wien", "Rome", "Oslo"} {
		less, more := "The choir sings in "+c, "The choir sings in "+c+" after dark"
		w.forms(less, func(d *memory.Draft) { d.Scope = group })
		w.forms(more, func(d *memory.Draft) { d.Scope = group })
		w.model.relate(less, more, "refines")
	}
	broken := errors.New("the outbox is away")
	var asked []candidate.Question
	w.Asks = func(context.Context, candidate.Question) error { return broken }
	equal(t, "done", w.compacts(), 0)
	w.Asks = func(_ context.Context, q candidate.Question) error { asked = append(asked, q); return nil }
	w.wait(time.Hour)
	_, err := w.Work(t.Context())
	must(t, err)
	if len(asked) != 1 || asked[0].Scope != group || asked[0].Going != 5 || asked[0].Of != 10 {
		t.Fatalf("asked: %+v", asked)
	}
	answer := func(a actor.Actor, goOn bool) bool {
		return w.AnswerCompaction(t.Context(), a, asked[0].RunID, goOn) == nil
	}
	owner := actor.Actor{Kind: actor.Person, ID: "telegram:1", Owner: true}
	equal(t, "a member", answer(actor.OfPerson(alice.ID), true), false)
	equal(t, "a tool for an owner", answer(actor.Actor{Kind: actor.Tool, ID: owner.ID, Owner: true}, true), false)
	equal(t, "an owner leaves it", answer(owner, false), true)
	equal(t, "no second answer", answer(owner, true), false)
	equal(t, "all stand", len(w.active(group)), 10)
}
