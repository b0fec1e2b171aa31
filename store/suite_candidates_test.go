package store_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/graph"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/trust"
)

// evictableFound: who leaves a full scope is who leaves first by memory.CompareEviction,
// whatever the labels, dates and accesses are (R7, A65, P65).
func evictableFound(t *testing.T, db *store.DB) {
	ctx, ms := t.Context(), db.Memories()
	random := rand.New(rand.NewPCG(7, 7))
	var all []memory.Memory
	for i := range 60 {
		m := insert(t, db, fmt.Sprintf("evict%03d", i), alice, "context", fmt.Sprintf("fact number %d", i), func(m *memory.Memory) {
			m.Pinned = random.IntN(5) == 0
			m.Importance = []float64{0, 0.1, 0.5, 0.5, 0.9}[random.IntN(5)]
			if random.IntN(4) == 0 {
				m.Type = memory.Constraint
			}
			if random.IntN(2) == 0 {
				m.Origin = memory.Extracted
			}
			m.CreatedAt = at(-random.IntN(400 * 24 * 60))
			if random.IntN(2) == 0 {
				touched := at(-random.IntN(100 * 24 * 60))
				m.LastAccessedAt, m.AccessCount = &touched, random.IntN(9)
			}
			m.ShownCount = random.IntN(100) // W15
		})
		all = append(all, ok[memory.Memory](t)(ms.Get(ctx, []scope.Scope{alice}, m.ID)))
	}
	insert(t, db, "others01", bob, "context", "somebody else's")
	must(t, ms.SetArchived(ctx, "evict000", atp(0), memory.Active))
	must(t, ms.SetDeleted(ctx, "evict001", atp(0)))
	for _, origin := range []memory.Origin{"", memory.Explicit, memory.Extracted} {
		var active []memory.Memory
		for _, m := range all[2:] {
			if origin == "" || m.Origin == origin {
				active = append(active, m)
			}
		}
		slices.SortFunc(active, func(a, b memory.Memory) int { return memory.CompareEviction(a, b, at(60)) })
		e := memory.Eviction{Scope: alice, Kind: memory.Item, Origin: origin, Most: 3, Now: at(60)}
		want := ids(active[:len(active)-3])
		same(t, "leaving, of origin "+string(origin), ids(ok[[]memory.Memory](t)(ms.Evictable(ctx, e))), want)
		e.Most, e.Keep = len(active)-1, []string{active[0].ID}
		same(t, "but the one to keep", ids(ok[[]memory.Memory](t)(ms.Evictable(ctx, e))), ids(active[1:2]))
		e.Most = len(active)
		same(t, "none too many", len(ok[[]memory.Memory](t)(ms.Evictable(ctx, e))), 0)
	}
	same(t, "a scope never written", len(ok[[]memory.Memory](t)(ms.Evictable(ctx, memory.Eviction{Scope: group, Kind: memory.Item, Now: at(0)}))), 0)
}

// batchesKept: a change says from what and how sure; a batch is found whole, in its scopes.
func batchesKept(t *testing.T, db *store.DB) {
	ctx, ms := t.Context(), db.Memories()
	c := memory.Change{
		ID: "batched00001", MemoryID: "memory01", Scope: alice, Op: memory.OpAdd, After: "new", Version: 1,
		Actor: actor.Actor{Kind: actor.Extraction}, Source: memory.SourceExtraction, Batch: "run000000001",
		Reason: "found", Confidence: 0.75, Origin: memory.Extracted, At: at(0),
	}
	must(t, ms.Record(ctx, c))
	later, other, none := c, c, c
	later.ID, later.MemoryID, later.At = "batched00002", "memory02", at(1)
	other.ID, other.Batch = "batched00003", "run000000002"
	none.ID, none.Batch = "batched00004", ""
	for _, c := range []memory.Change{later, other, none} {
		must(t, ms.Record(ctx, c))
	}
	batch := func(id string, owner scope.Scope) []memory.Change {
		return ok[[]memory.Change](t)(ms.BatchChanges(ctx, []scope.Scope{owner}, id))
	}
	same(t, "batch", batch("run000000001", alice), []memory.Change{c, later})
	same(t, "another scope's", len(batch("run000000001", bob)), 0)
	same(t, "no batch", len(batch("", alice)), 0)

	d := memory.Decision{ID: "decision0001", Scope: alice, Op: memory.OpUpdate, MemoryID: "memory01", Content: "x", State: memory.DecisionOpen, At: at(0)}
	must(t, ms.PutDecision(ctx, d))
	same(t, "about a memory", ok[[]memory.Decision](t)(ms.MemoryDecisions(ctx, "memory01", memory.DecisionOpen)), []memory.Decision{d})
	same(t, "about another", len(ok[[]memory.Decision](t)(ms.MemoryDecisions(ctx, "memory02", memory.DecisionOpen))), 0)
}

// candidatesKept: runs, candidates and verdicts come back as they were, to their scope only,
// and an erasure takes them all.
func candidatesKept(t *testing.T, db *store.DB) {
	ctx, cs := t.Context(), db.Candidates()
	hers := []scope.Scope{alice}
	run := candidate.Run{
		ID: "run000000001", Scope: alice, Kind: actor.Extraction, SessionID: "s", FromSeq: 3, ToSeq: 9,
		State: candidate.Waiting, Attempts: 2, Error: "a bad answer", DueAt: at(5), StartedAt: at(0),
	}
	must(t, cs.PutRun(ctx, run))
	his := run
	his.ID, his.Scope, his.DueAt = "run000000002", bob, at(1)
	must(t, cs.PutRun(ctx, his))
	same(t, "run", ok[candidate.Run](t)(cs.Run(ctx, hers, run.ID)), run)
	_, err := cs.Run(ctx, hers, his.ID)
	wantErr(t, err, candidate.ErrNotFound)
	same(t, "none due", len(ok[[]candidate.Run](t)(cs.DueRuns(ctx, alice.Store, at(0), 9))), 0)
	same(t, "due, the longest first", ok[[]candidate.Run](t)(cs.DueRuns(ctx, alice.Store, at(5), 9)), []candidate.Run{his, run})
	same(t, "of a store", len(ok[[]candidate.Run](t)(cs.DueRuns(ctx, "poet", at(5), 9))), 0)
	run.State, run.EndedAt = candidate.Done, atp(6)
	must(t, cs.PutRun(ctx, run))
	same(t, "not done again", ok[[]candidate.Run](t)(cs.DueRuns(ctx, alice.Store, at(9), 9)), []candidate.Run{his})

	c := candidate.Candidate{
		ID: "candidate001", RunID: run.ID, Scope: alice, Kind: memory.Item, Type: memory.Profile, Category: "person", Subject: "Alec",
		Content: "Alec is the boss.", Key: candidate.KeyOf("Alec is the boss."), Confidence: 0.8, Importance: 0.4, EvidenceCount: 2,
		Evidence: []memory.Evidence{{MessageID: newID(), Quote: "Alec is my boss", Trust: trust.Person, SaidAt: at(-1)}}, At: at(1),
		Triples: []graph.Fact{{Subject: "User", Predicate: "boss", Object: "Alec"}},
	}
	must(t, cs.PutCandidate(ctx, c))
	bare := c
	bare.ID, bare.Evidence, bare.Triples, bare.At, bare.RunID = "candidate002", nil, nil, at(2), his.ID
	must(t, cs.PutCandidate(ctx, bare))
	same(t, "by key", ok[[]candidate.Candidate](t)(cs.ByKey(ctx, alice, c.Key)), []candidate.Candidate{c, bare})
	same(t, "of a run", ok[[]candidate.Candidate](t)(cs.OfRun(ctx, hers, run.ID)), []candidate.Candidate{c})
	same(t, "another scope's", len(ok[[]candidate.Candidate](t)(cs.ByKey(ctx, bob, c.Key))), 0)
	v := candidate.Verdict{
		CandidateID: c.ID, Relation: candidate.Refines, Action: candidate.Applied, MemoryID: "memory01", ChangeID: "change000001",
		Confidence: 0.7, Reason: "it says more", At: at(3),
	}
	must(t, cs.PutVerdict(ctx, v))
	v.Action, v.ChangeID, v.DecisionID = candidate.Asked, "", "decision0001"
	must(t, cs.PutVerdict(ctx, v))
	same(t, "verdicts", ok[map[string]candidate.Verdict](t)(cs.Verdicts(ctx, []string{c.ID, bare.ID})), map[string]candidate.Verdict{c.ID: v})

	insert(t, db, "compact1", alice, "context", "a fact")
	must(t, db.Memories().Record(ctx, memory.Change{ID: "compacted001", MemoryID: "compact1", Scope: alice, Op: memory.OpAdd, At: at(0)}))
	uncompacted := func() map[scope.Scope]int64 {
		return ok[map[scope.Scope]int64](t)(cs.Uncompacted(ctx, alice.Store, 9))
	}
	revision := uncompacted()[alice]
	same(t, "written to since", revision > 0, true)
	merging := candidate.Run{ID: "run000000003", Scope: alice, Kind: actor.Consolidation, ToSeq: revision - 1, State: candidate.Done, DueAt: at(5), StartedAt: at(5), EndedAt: atp(6)}
	must(t, cs.PutRun(ctx, merging))
	same(t, "an earlier revision was read", uncompacted()[alice], revision)
	merging.ToSeq = revision
	must(t, cs.PutRun(ctx, merging))
	same(t, "all was read", uncompacted()[alice], int64(0))
	same(t, "of another store", len(ok[map[scope.Scope]int64](t)(cs.Uncompacted(ctx, "poet", 9))), 0)

	same(t, "erased", ok[int](t)(cs.Erase(ctx, alice)), 2)
	same(t, "and its verdict", len(ok[map[string]candidate.Verdict](t)(cs.Verdicts(ctx, []string{c.ID}))), 0)
	_, err = cs.Run(ctx, hers, run.ID)
	wantErr(t, err, candidate.ErrNotFound)
	same(t, "his stays", ok[candidate.Run](t)(cs.Run(ctx, []scope.Scope{bob}, his.ID)), his)
	same(t, "a scope never written", ok[int](t)(cs.Erase(ctx, group)), 0)
}
