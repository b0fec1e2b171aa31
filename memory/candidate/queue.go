package candidate

import (
	"context"
	"slices"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/lease"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/shortid"
)

// This file is the queue of runs: a run grows with its conversation until somebody claims it, and is
// worked on under a claim that ends by itself.

// Queue is what a database must do for it. Methods join a transaction in the context.
type Queue interface {
	// Enqueue inserts a waiting run. When its conversation has one that nobody claimed yet, that one
	// grows to r.ToSeq instead and takes r.DueAt, or r.StartedAt once it has size messages.
	Enqueue(ctx context.Context, r Run, size int64) error
	// Claim takes a waiting run whose claims are still r.Claims, until a time, and returns it as it is
	// now, with one claim more; ok is false when another worker was faster.
	Claim(ctx context.Context, r Run, until time.Time) (claimed Run, ok bool, err error)
	// Renew moves the end of a claim and reports whether it is still the present one.
	Renew(ctx context.Context, r Run, until time.Time) (bool, error)
	// OfSession returns the first run over a conversation that waits; ok is false when there is none.
	OfSession(ctx context.Context, sessionID string) (r Run, ok bool, err error)
	// Parked returns the parked runs of a store, the newest first, and Pending how many wait and the
	// time since which the longest of them is due.
	Parked(ctx context.Context, store string, limit int) ([]Run, error)
	// Uncompacted returns the scopes of a store whose revision is above the last one that a run of
	// consolidation has read, with that revision, at most limit.
	Uncompacted(ctx context.Context, store string, limit int) (map[scope.Scope]int64, error)
	Pending(ctx context.Context, store string) (n int, since time.Time, err error)
	// Recent returns the runs of a store, the last begun first, at most limit, and Kept how many verdicts of each of
	// these runs are applied.
	Recent(ctx context.Context, store string, limit int) ([]Run, error)
	Kept(ctx context.Context, runIDs []string) (map[string]int, error)
	// Tally counts the verdicts of a store since a time.
	Tally(ctx context.Context, store string, since time.Time) ([]Tally, error)
}

// Tally is how many verdicts were of a kind.
type Tally struct {
	Relation Relation
	Action   Action
	Count    int
}

// Outcome is a run, and how much of what it found is kept.
type Outcome struct {
	Run
	Kept int
}

// Enqueue makes a run over a stretch of a conversation, due at r.DueAt, or lets the one grow that
// waits already; it is due at once when it has size messages. Call it in the transaction that ends a
// turn. Extraction may.
func (s *Service) Enqueue(ctx context.Context, a actor.Actor, r Run, size int) error {
	if err := checkPart(a); err != nil {
		return fault.Op(err, "candidate: enqueue")
	}
	r.ID, r.Kind, r.State, r.StartedAt = shortid.New(shortid.LongLen), a.Kind, Waiting, s.now.UTC()
	return fault.Op(s.store.Enqueue(ctx, r, int64(size)), "candidate: enqueue")
}

// Claim takes a due run for a time; ok is false when somebody else has it. Extraction and
// consolidation may.
func (s *Service) Claim(ctx context.Context, a actor.Actor, r Run, hold time.Duration) (claimed Run, ok bool, err error) {
	if err := checkPart(a); err != nil {
		return Run{}, false, fault.Op(err, "candidate: claim run %s", r.ID)
	}
	claimed, ok, err = s.store.Claim(ctx, r, s.now.UTC().Add(hold))
	return claimed, ok, fault.Op(err, "candidate: claim run %s", r.ID)
}

// Renew holds a claim for longer, and in a transaction proves that it holds: lease.ErrLost when it
// does not.
func (s *Service) Renew(ctx context.Context, a actor.Actor, r Run, hold time.Duration) error {
	if err := checkPart(a); err != nil {
		return fault.Op(err, "candidate: renew run %s", r.ID)
	}
	ok, err := s.store.Renew(ctx, r, s.now.UTC().Add(hold))
	if err == nil && !ok {
		err = lease.ErrLost
	}
	return fault.Op(err, "candidate: renew run %s", r.ID)
}

// OfSession returns the first run over a conversation that waits, whether its time has come or not; ok is false when there is
// none.
func (s *Service) OfSession(ctx context.Context, sessionID string) (r Run, ok bool, err error) {
	r, ok, err = s.store.OfSession(ctx, sessionID)
	return r, ok, fault.Op(err, "candidate: run of a conversation")
}

// Uncompacted returns the scopes of a store that were written to since the last run of consolidation there,
// with their revisions, at most limit. The run that begins then has the revision as ToSeq.
func (s *Service) Uncompacted(ctx context.Context, store string, limit int) (map[scope.Scope]int64, error) {
	out, err := s.store.Uncompacted(ctx, store, limit)
	return out, fault.Op(err, "candidate: uncompacted scopes")
}

// Parked returns the runs of a store that failed too often, the newest first.
func (s *Service) Parked(ctx context.Context, store string, limit int) ([]Run, error) {
	rs, err := s.store.Parked(ctx, store, limit)
	return rs, fault.Op(err, "candidate: parked runs")
}

// Pending returns how many runs of a store wait, and since when the first of them is due.
func (s *Service) Pending(ctx context.Context, store string) (n int, since time.Time, err error) {
	n, since, err = s.store.Pending(ctx, store)
	return n, since, fault.Op(err, "candidate: pending runs")
}

// Recent returns what became of the runs of a store, the last begun first. It holds nothing that anybody said.
func (s *Service) Recent(ctx context.Context, store string, limit int) ([]Outcome, error) {
	rs, err := s.store.Recent(ctx, store, limit)
	if err != nil || len(rs) == 0 {
		return nil, fault.Op(err, "candidate: recent runs")
	}
	ids := make([]string, len(rs))
	for i, r := range rs {
		ids[i] = r.ID
	}
	kept, err := s.store.Kept(ctx, ids)
	out := make([]Outcome, len(rs))
	for i, r := range rs {
		out[i] = Outcome{r, kept[r.ID]}
	}
	return out, fault.Op(err, "candidate: recent runs")
}

// Tally counts what was decided in a store since a time, the most frequent first.
func (s *Service) Tally(ctx context.Context, store string, since time.Time) ([]Tally, error) {
	out, err := s.store.Tally(ctx, store, since)
	return out, fault.Op(err, "candidate: count verdicts")
}

// Retry lets a parked run begin anew. Extraction may.
func (s *Service) Retry(ctx context.Context, a actor.Actor, r Run) error {
	if r.State != Parked {
		return fault.Op(fault.Field("run", "is not parked"), "candidate: retry run %s", r.ID)
	}
	// An attempt stays counted, so that the run is no longer one that grows with its conversation.
	r.State, r.Attempts, r.EndedAt, r.DueAt = Waiting, 1, nil, s.now.UTC()
	return s.Save(ctx, a, r)
}

// Finds is what a database must do to look candidates up.
type Finds interface {
	// RunsUnder returns the runs of a store in which a version of the policy has written something since a time that was not
	// taken back, and how much in all.
	RunsUnder(ctx context.Context, store, version string, since time.Time) (ids []string, writes int, err error)
	// PutTaps stores taps, and Taps returns those of a store since a time, at most limit.
	PutTaps(ctx context.Context, store string, taps []Tap) error
	Taps(ctx context.Context, store string, since time.Time, limit int) ([]Tap, error)
	// Fates returns the newest candidates of a store whose verdicts are since a time, the oldest first, at most limit.
	Fates(ctx context.Context, store string, since time.Time, limit int) ([]Fate, error)
	// Living returns a scope's candidates that may still become memories, the oldest first, at most
	// limit.
	Living(ctx context.Context, owner scope.Scope, limit int) ([]Judged, error)
	// OfMemory returns what was decided about candidates in favour of a memory of these scopes.
	OfMemory(ctx context.Context, scopes []scope.Scope, memoryID string) ([]Judged, error)
	// Get returns one candidate of these scopes with its verdict; ErrNotFound.
	Get(ctx context.Context, scopes []scope.Scope, id string) (Judged, error)
	// Writes counts the verdicts that stored something: of a conversation, and of a scope since a time. Nobody else counts
	// those of the scope until the transaction ends.
	Writes(ctx context.Context, owner scope.Scope, sessionID string, since time.Time) (inSession, inScope int, err error)
	// LastAsked returns when somebody of a scope was last asked about a candidate, and how often in a
	// conversation.
	LastAsked(ctx context.Context, owner scope.Scope, sessionID string) (last time.Time, inSession int, err error)
	// Told returns a scope's candidates that were applied as a change and told of under the answer of a turn, with ""
	// those that nobody was told of, the oldest first, at most limit.
	Told(ctx context.Context, owner scope.Scope, turnID string, limit int) ([]Judged, error)
	// MarkTold notes under the answer of which turn candidates are told of.
	MarkTold(ctx context.Context, ids []string, turnID string) error
	// InScope returns all candidates of a scope.
	InScope(ctx context.Context, owner scope.Scope) ([]Candidate, error)
	// Drop destroys candidates with their verdicts.
	Drop(ctx context.Context, ids []string) error
	// Purge destroys the candidates that were found, the runs that ended and the taps of before a time.
	Purge(ctx context.Context, before time.Time) (int, error)
}

// maxLiving bounds how many candidates of a scope are looked at.
const maxLiving = 500

// Living returns a scope's candidates that may still become memories, the oldest first.
func (s *Service) Living(ctx context.Context, owner scope.Scope) ([]Judged, error) {
	js, err := s.store.Living(ctx, owner, maxLiving)
	return js, fault.Op(err, "candidate: living")
}

// OfMemory returns the candidates that became a memory of these scopes or confirmed it.
func (s *Service) OfMemory(ctx context.Context, scopes []scope.Scope, memoryID string) ([]Judged, error) {
	js, err := s.store.OfMemory(ctx, scopes, memoryID)
	return js, fault.Op(err, "candidate: of memory %s", memoryID)
}

// Get returns one candidate of these scopes with its verdict, or ErrNotFound.
func (s *Service) Get(ctx context.Context, scopes []scope.Scope, id string) (Judged, error) {
	j, err := s.store.Get(ctx, scopes, id)
	return j, fault.Op(err, "candidate: get %s", id)
}

// Writes counts what extraction has stored in a conversation, and in a scope since a time (A28). It is
// counted from the rows, so a restart or another replica changes nothing: in a transaction, whoever counts next waits for its end.
func (s *Service) Writes(ctx context.Context, owner scope.Scope, sessionID string, since time.Time) (inSession, inScope int, err error) {
	inSession, inScope, err = s.store.Writes(ctx, owner, sessionID, since)
	return inSession, inScope, fault.Op(err, "candidate: writes")
}

// LastAsked returns when somebody of a scope was last asked about a candidate (zero = never), and how
// often in a conversation.
func (s *Service) LastAsked(ctx context.Context, owner scope.Scope, sessionID string) (last time.Time, inSession int, err error) {
	last, inSession, err = s.store.LastAsked(ctx, owner, sessionID)
	return last, inSession, fault.Op(err, "candidate: last asked")
}

// maxTold bounds how many candidates are told of under one answer; the next answer tells of the rest.
const maxTold = 10

// Told returns what of a scope was kept unasked and told of under the answer of a turn, with "" what nobody was told of
// yet, the oldest first, at most ten.
func (s *Service) Told(ctx context.Context, owner scope.Scope, turnID string) ([]Judged, error) {
	js, err := s.store.Told(ctx, owner, turnID, maxTold)
	return js, fault.Op(err, "candidate: told")
}

// MarkTold notes under the answer of which turn it is told that candidates were kept, in the transaction that ends the
// turn. Extraction may.
func (s *Service) MarkTold(ctx context.Context, a actor.Actor, kept []Judged, turnID string) error {
	if err := checkPart(a); err != nil {
		return fault.Op(err, "candidate: mark as told")
	}
	ids := make([]string, len(kept))
	for i, c := range kept {
		ids[i] = c.ID
	}
	return fault.Op(s.store.MarkTold(ctx, ids, turnID), "candidate: mark as told")
}

// Forget destroys the candidates of a scope that say what was forgotten; it returns how many. Only the
// system may.
func (s *Service) Forget(ctx context.Context, a actor.Actor, owner scope.Scope, says func(text string) bool) (int, error) {
	if a.Kind != actor.System {
		return 0, fault.Op(memory.ErrNotAllowed, "candidate: forget")
	}
	cs, err := s.store.InScope(ctx, owner)
	if err != nil {
		return 0, fault.Op(err, "candidate: forget")
	}
	cs = slices.DeleteFunc(cs, func(c Candidate) bool { return !says(c.Content) })
	if len(cs) == 0 {
		return 0, nil
	}
	ids := make([]string, len(cs))
	for i, c := range cs {
		ids[i] = c.ID
	}
	if err = s.keepTaps(ctx, owner, cs, ids); err == nil {
		err = s.store.Drop(ctx, ids)
	}
	return len(ids), fault.Op(err, "candidate: forget")
}

// Retention is how long candidates, their verdicts and ended runs are kept.
const Retention = 90 * 24 * time.Hour

// Purge destroys what is older than Retention; it returns how many candidates and runs went. Only the
// system may.
func (s *Service) Purge(ctx context.Context, a actor.Actor) (int, error) {
	if a.Kind != actor.System {
		return 0, fault.Op(memory.ErrNotAllowed, "candidate: purge")
	}
	n, err := s.store.Purge(ctx, s.now.UTC().Add(-Retention))
	return n, fault.Op(err, "candidate: purge")
}
