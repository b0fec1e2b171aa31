package store_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/trust"
)

// runsQueued: a run grows until it is claimed, is claimed by one of many, and what follows it in its
// conversation waits for it (F14).
func runsQueued(t *testing.T, db *store.DB) {
	ctx, cs := t.Context(), db.Candidates()
	enqueue := func(id, session string, from, to int64, minute int) {
		must(t, cs.Enqueue(ctx, candidate.Run{
			ID: id, Scope: alice, Kind: actor.Extraction, SessionID: session, FromSeq: from, ToSeq: to, DueAt: at(minute + 5), StartedAt: at(minute),
		}, 10))
	}
	due := func(minute int) (out []string) {
		for _, r := range ok[[]candidate.Run](t)(cs.DueRuns(ctx, alice.Store, at(minute), 9)) {
			out = append(out, r.ID)
		}
		return out
	}
	enqueue("run00000000a", "s1", 1, 2, 0)
	enqueue("run00000000b", "s1", 3, 5, 1)
	enqueue("run00000000c", "s2", 1, 1, 1)
	same(t, "not yet due", len(due(5)), 0)
	same(t, "due", due(6), []string{"run00000000a", "run00000000c"})
	one := ok[candidate.Run](t)(cs.Run(ctx, []scope.Scope{alice}, "run00000000a"))
	same(t, "it has grown", [2]int64{one.FromSeq, one.ToSeq}, [2]int64{1, 5})
	enqueue("run00000000b", "s1", 6, 10, 2)
	same(t, "ten messages are due at once", due(2), []string{"run00000000a"})

	won := make([]bool, 8)
	must(t, errors.Join(each(8, func(i int) (err error) {
		var r candidate.Run
		r, won[i], err = cs.Claim(ctx, one, at(60))
		if won[i] && (r.Claims != 1 || r.ToSeq != 10) {
			err = errors.New("the claim shows an older run")
		}
		return err
	})...))
	same(t, "one of many claims it", len(slices.DeleteFunc(won, func(w bool) bool { return !w })), 1)
	same(t, "nobody sees it while it is claimed", due(6), []string{"run00000000c"})
	enqueue("run00000000d", "s1", 11, 12, 3)
	same(t, "what was said later is read later", due(30), []string{"run00000000c"})
	same(t, "a claim ends by itself", due(60), []string{"run00000000c", "run00000000a"})

	mine, stale := one, one
	mine.Claims, stale.Claims = 1, 7
	same(t, "renewed", ok[bool](t)(cs.Renew(ctx, mine, at(90))), true)
	same(t, "an old claim is not", ok[bool](t)(cs.Renew(ctx, stale, at(90))), false)
	n, since, err := cs.Pending(ctx, alice.Store)
	must(t, err)
	same(t, "pending", n, 3)
	same(t, "since", since, at(6))
	mine.State, mine.EndedAt, mine.ToSeq = candidate.Parked, atp(61), 10
	must(t, cs.PutRun(ctx, mine))
	parked := ok[[]candidate.Run](t)(cs.Parked(ctx, alice.Store, 5))
	same(t, "the parked one", parked, []candidate.Run{func() candidate.Run {
		r := mine
		r.Kind, r.DueAt, r.StartedAt = actor.Extraction, parked[0].DueAt, at(0)
		return r
	}()})
	same(t, "of another store", len(ok[[]candidate.Run](t)(cs.Parked(ctx, "poet", 5))), 0)
	recent := ok[[]candidate.Run](t)(cs.Recent(ctx, alice.Store, 2))
	same(t, "the last begun", []string{recent[0].ID, recent[1].ID}, []string{"run00000000d", "run00000000c"})
	same(t, "recent ones of another store", len(ok[[]candidate.Run](t)(cs.Recent(ctx, "poet", 5))), 0)
	must(t, cs.PutCandidate(ctx, candidate.Candidate{ID: "tally0000001", RunID: mine.ID, Scope: alice, At: at(0)}))
	must(t, cs.PutVerdict(ctx, candidate.Verdict{CandidateID: "tally0000001", Relation: candidate.IsNew, Action: candidate.Applied, At: at(5)}))
	same(t, "kept", ok[map[string]int](t)(cs.Kept(ctx, []string{mine.ID, "run00000000c"})), map[string]int{mine.ID: 1})
	same(t, "tally", ok[[]candidate.Tally](t)(cs.Tally(ctx, alice.Store, at(5))), []candidate.Tally{{Relation: candidate.IsNew, Action: candidate.Applied, Count: 1}})
	same(t, "a later tally", len(ok[[]candidate.Tally](t)(cs.Tally(ctx, alice.Store, at(6)))), 0)
	same(t, "it holds up nobody", slices.Contains(due(90), "run00000000d"), true)
	same(t, "a parked run is not renewed", ok[bool](t)(cs.Renew(ctx, mine, at(99))), false)
}

// candidatesFound: what waits, what became of a memory, and what counts as a write, in its scope only.
func candidatesFound(t *testing.T, db *store.DB) {
	ctx, cs := t.Context(), db.Candidates()
	hers := []scope.Scope{alice}
	must(t, cs.PutRun(ctx, candidate.Run{ID: "run00000000a", Scope: alice, Kind: actor.Extraction, SessionID: "s1", State: candidate.Done, DueAt: at(0), StartedAt: at(0), EndedAt: atp(1)}))
	put := func(id string, owner scope.Scope, minute int, v candidate.Verdict) {
		c := candidate.Candidate{ID: id, RunID: "run00000000a", Scope: owner, Kind: memory.Item, Type: memory.Profile, Content: "fact " + id, Key: "k", EvidenceCount: 1, At: at(minute)}
		must(t, cs.PutCandidate(ctx, c))
		v.CandidateID, v.At = id, at(minute)
		must(t, cs.PutVerdict(ctx, v))
	}
	put("candidate001", alice, 1, candidate.Verdict{Action: candidate.Shadowed, Policy: "abc", Confidence: 0.5})
	put("candidate002", alice, 2, candidate.Verdict{Action: candidate.Applied, MemoryID: "memory01"})
	put("candidate003", alice, 3, candidate.Verdict{Action: candidate.Asked, DecisionID: "decision0001", AskedIn: "s1"})
	put("candidate004", alice, 4, candidate.Verdict{Action: candidate.Refused})
	put("candidate005", bob, 5, candidate.Verdict{Action: candidate.Shadowed})
	names := func(js []candidate.Judged, err error) (out []string) {
		must(t, err)
		for _, j := range js {
			out = append(out, j.ID)
		}
		return out
	}
	same(t, "living", names(cs.Living(ctx, alice, 0)), []string{"candidate001", "candidate003"})
	same(t, "the first", names(cs.Living(ctx, alice, 1)), []string{"candidate001"})
	same(t, "of a memory", names(cs.OfMemory(ctx, hers, "memory01")), []string{"candidate002"})
	same(t, "of none", len(names(cs.OfMemory(ctx, hers, ""))), 0)
	got := ok[candidate.Judged](t)(cs.Get(ctx, hers, "candidate001"))
	same(t, "with its verdict", [2]string{got.Content, got.Verdict.Policy}, [2]string{"fact candidate001", "abc"})
	_, err := cs.Get(ctx, hers, "candidate005")
	wantErr(t, err, candidate.ErrNotFound)
	inSession, inScope, err := cs.Writes(ctx, alice, "s1", at(2))
	must(t, err)
	same(t, "writes", [2]int{inSession, inScope}, [2]int{4, 1})
	inSession, _, err = cs.Writes(ctx, alice, "", at(0))
	must(t, err)
	same(t, "of no conversation", inSession, 0)
	last, asked, err := cs.LastAsked(ctx, alice, "s1")
	must(t, err)
	same(t, "last asked", last, at(3))
	same(t, "in the conversation", asked, 1)
	_, asked, err = cs.LastAsked(ctx, alice, "s2")
	must(t, err)
	same(t, "in another", asked, 0)
	kept := candidate.Verdict{CandidateID: "candidate002", Action: candidate.Applied, MemoryID: "memory01", ChangeID: "change000001", At: at(3)}
	must(t, cs.PutVerdict(ctx, kept))
	told := func(turn string) []string { return names(cs.Told(ctx, alice, turn, 9)) }
	same(t, "not told of yet", told(""), []string{"candidate002"})
	must(t, cs.MarkTold(ctx, []string{"candidate002"}, "turn01"))
	same(t, "told of", [2]int{len(told("")), len(told("turn01"))}, [2]int{0, 1})
	same(t, "in the verdict", ok[candidate.Judged](t)(cs.Get(ctx, hers, "candidate002")).Verdict.ToldIn, "turn01")
	same(t, "of others", len(names(cs.Told(ctx, group, "", 9))), 0)
	same(t, "in scope", len(ok[[]candidate.Candidate](t)(cs.InScope(ctx, alice))), 4)
	must(t, cs.Drop(ctx, []string{"candidate001"}))
	same(t, "dropped", names(cs.Living(ctx, alice, 0)), []string{"candidate003"})
	same(t, "nothing of it stays", len(ok[map[string]candidate.Verdict](t)(cs.Verdicts(ctx, []string{"candidate001"}))), 0)
	same(t, "purged", ok[int](t)(cs.Purge(ctx, at(4))), 3) // two candidates and the run
	same(t, "a scope never written", len(names(cs.Living(ctx, group, 0))), 0)
}

// memoryConfirmed: evidence says how it was found and joins the present version, a message once.
func memoryConfirmed(t *testing.T, db *store.DB) {
	ctx, ms := t.Context(), db.Memories()
	m, v := item("memory01", alice, "person", "Alec is the boss")
	meta := memory.Meta{Method: memory.MethodModel, Base: 0.7, Model: "small", PromptHash: "0123456789ab"}
	first := memory.Evidence{MessageID: newID(), Quote: "Alec is my boss", Trust: trust.Person, SaidAt: at(0), Meta: meta}
	again := memory.Evidence{MessageID: newID(), Quote: "my boss Alec", Trust: trust.Person, SaidAt: at(3), Meta: meta}
	v.Evidence = []memory.Evidence{first}
	must(t, ms.Insert(ctx, m, v))
	ends := at(90)
	must(t, ms.Confirm(ctx, m.ID, memory.Confirmation{Evidence: []memory.Evidence{first, again}, Confidence: 0.616, ExpiresAt: &ends, SaidAt: at(3)}))
	versions := ok[[]memory.Version](t)(ms.Versions(ctx, m.ID))
	same(t, "evidence", versions[0].Evidence, []memory.Evidence{first, again})
	now := ok[memory.Memory](t)(ms.Get(ctx, []scope.Scope{alice}, m.ID))
	same(t, "confidence", now.Confidence, 0.616)
	same(t, "end", now.ExpiresAt, &ends)
	same(t, "said", now.SaidAt, at(3))
	must(t, ms.Confirm(ctx, m.ID, memory.Confirmation{Confidence: 0.7}))
	now = ok[memory.Memory](t)(ms.Get(ctx, []scope.Scope{alice}, m.ID))
	same(t, "no end, said when it was written", []any{now.ExpiresAt, now.SaidAt, now.LastSaid()}, []any{(*time.Time)(nil), time.Time{}, at(0)})
	must(t, ms.AddVersion(ctx, memory.Version{ID: newID(), MemoryID: m.ID, Number: 2, Content: "Alec was the boss", CreatedAt: at(9), SaidAt: at(7)}))
	same(t, "a version's", ok[memory.Memory](t)(ms.Get(ctx, []scope.Scope{alice}, m.ID)).SaidAt, at(7))
	wantErr(t, ms.Confirm(ctx, "memory99", memory.Confirmation{Confidence: 1}), memory.ErrNotFound)
}

// fatesKept: what people made of finds is told apart: taps, edits, undone and deleted, each within its time; and who lets
// it be used for replays.
func fatesKept(t *testing.T, db *store.DB) {
	ctx, cs, ms := t.Context(), db.Candidates(), db.Memories()
	now := at(30 * 24 * 60)
	_ = ok[people.Person](t)(db.People().See(ctx, people.Person{ID: alice.ID, Name: "Alice", CreatedAt: at(0), SeenAt: at(0)}))
	must(t, db.People().SaveSettings(ctx, people.Person{ID: alice.ID, Replays: true}))
	must(t, cs.PutRun(ctx, candidate.Run{ID: "run00000000f", Scope: alice, Kind: actor.Extraction, SessionID: "s1", State: candidate.Done, DueAt: at(0), StartedAt: at(0), EndedAt: atp(1)}))
	n := 0
	find := func(owner scope.Scope, v candidate.Verdict) string {
		n++
		id := fmt.Sprintf("fate%08d", n)
		must(t, cs.PutCandidate(ctx, candidate.Candidate{ID: id, RunID: "run00000000f", Scope: owner, Kind: memory.Item, Type: memory.Profile, Content: "fact " + id, Key: id, EvidenceCount: 1, At: at(n)}))
		v.CandidateID, v.At = id, at(n)
		must(t, cs.PutVerdict(ctx, v))
		return id
	}
	ask := func(owner scope.Scope, state memory.DecisionState, content string) string {
		n++
		d := memory.Decision{ID: fmt.Sprintf("dec%09d", n), Scope: owner, Op: memory.OpAdd, Content: "fact " + content, State: memory.DecisionOpen, At: at(n)}
		must(t, ms.PutDecision(ctx, d))
		if state != memory.DecisionOpen {
			d.State, d.DecidedAt = state, atp(n)
			must(t, ms.PutDecision(ctx, d))
		}
		return d.ID
	}
	change := func(memoryID string, op memory.Op, kind actor.Kind, minute int, undone *time.Time) string {
		n++
		c := memory.Change{ID: fmt.Sprintf("chg%09d", n), MemoryID: memoryID, Scope: alice, Op: op, Actor: actor.Actor{Kind: kind}, UndoneAt: undone, At: at(minute)}
		must(t, ms.Record(ctx, c))
		return c.ID
	}
	applied := func(memoryID string, undone *time.Time) string {
		return find(alice, candidate.Verdict{Action: candidate.Applied, MemoryID: memoryID, ChangeID: change(memoryID, memory.OpAdd, actor.Extraction, n, undone), Confidence: 0.7})
	}
	want := map[string]candidate.Result{}
	want[find(alice, candidate.Verdict{Action: candidate.Shadowed})] = candidate.Unknown
	want[find(alice, candidate.Verdict{Action: candidate.Asked, DecisionID: ask(alice, memory.DecisionOpen, "x")})] = candidate.Unknown
	want[find(alice, candidate.Verdict{Action: candidate.Asked, DecisionID: ask(alice, memory.DecisionSaved, fmt.Sprintf("fate%08d", n+2))})] = candidate.Saved
	want[find(alice, candidate.Verdict{Action: candidate.Asked, DecisionID: ask(alice, memory.DecisionSaved, "otherwise")})] = candidate.Edited
	want[find(alice, candidate.Verdict{Action: candidate.Asked, DecisionID: ask(alice, memory.DecisionDeclined, "y")})] = candidate.Declined
	want[find(alice, candidate.Verdict{Action: candidate.Refused, DecisionID: "gonelongago1", Reason: candidate.ReasonDeclined})] = candidate.Declined
	want[find(bob, candidate.Verdict{Action: candidate.Applied, DecisionID: "gonelongago2", Reason: candidate.ReasonConfirmed})] = candidate.Saved
	want[applied("memorya1", nil)] = candidate.Kept
	want[applied("memorya2", atp(500))] = candidate.Undone
	want[applied("memorya3", nil)], want[applied("memorya4", nil)], want[applied("memorya5", nil)], want[applied("memorya6", nil)] = candidate.Edited, candidate.Deleted, candidate.Kept, candidate.Kept
	change("memorya3", memory.OpUpdate, actor.Person, 600, nil)
	change("memorya4", memory.OpDelete, actor.Tool, 600, nil)
	change("memorya5", memory.OpDelete, actor.System, 600, nil)      // pruned, not refused
	change("memorya6", memory.OpDelete, actor.Person, 25*24*60, nil) // long after it was kept
	find(alice, candidate.Verdict{Action: candidate.Merged})
	fates := ok[[]candidate.Fate](t)(cs.Fates(ctx, alice.Store, at(0), 100))
	got := map[string]candidate.Result{}
	for _, f := range fates {
		got[f.ID] = f.Result(now)
		same(t, "consent about "+f.ID, f.Consents, f.Scope == alice)
		same(t, "conversation", f.SessionID, "s1")
	}
	same(t, "results", got, want)
	same(t, "the newest", len(ok[[]candidate.Fate](t)(cs.Fates(ctx, alice.Store, at(0), 3))), 3)
	same(t, "of another store", len(ok[[]candidate.Fate](t)(cs.Fates(ctx, "another", at(0), 3))), 0)
	tap := candidate.Tap{Type: memory.Profile, Methods: []memory.Method{memory.MethodModel, memory.MethodRule}, Score: 0.7, IsGood: true, HeldOut: true, At: at(5)}
	must(t, cs.PutTaps(ctx, alice.Store, []candidate.Tap{tap, {At: at(1)}}))
	same(t, "taps", ok[[]candidate.Tap](t)(cs.Taps(ctx, alice.Store, at(2), 10)), []candidate.Tap{tap})
	_ = ok[int](t)(cs.Purge(ctx, at(3)))
	same(t, "taps that are left", len(ok[[]candidate.Tap](t)(cs.Taps(ctx, alice.Store, at(0), 10))), 1)
	same(t, "too early to say", fates[len(fates)-1].Result(at(60)), candidate.Unknown)
}
