package digest

import (
	"context"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/lease"
	"keepsake/scope"
)

// State says how far a job is.
type State string

const (
	Waiting State = "waiting" // it begins, or is tried again, at DueAt; while it is claimed, DueAt ends the claim
	Parked  State = "parked"  // it failed too often, and waits for the operator
	Asked   State = "asked"   // its merge would drop too much, and waits for the answer of the person it is about
)

// Job is work that waits. It reads a conversation when SessionID is set; otherwise it merges the directives of Scope.
type Job struct {
	ID        string
	Scope     scope.Scope
	SessionID string
	Position  int64   // the last message that was read
	Messages  int     // how many messages came since (E6)
	Weight    float64 // the weighted sum of their tokens (E8, F12)
	State     State
	DueAt     time.Time
	Claims    int // the fencing token of the present claim
	Attempts  int // failures in a row
	Error     string
}

// Trigger says when a conversation is read (E6, E7).
type Trigger struct {
	Messages int           // it is read at once when this many messages wait
	Weight   float64       // or when their weighted tokens reach this number
	Fewest   int           // it is not read while fewer messages wait
	Idle     time.Duration // it is read when nobody has spoken for this time
}

// Jobs is what a database must do for the jobs. Methods join a transaction in the context.
type Jobs interface {
	// Grow adds messages to the job of a conversation, and makes it due at once or after the pause.
	Grow(ctx context.Context, j Job, t Trigger, now time.Time) error
	// Schedule makes the merging of a scope's directives due at a time, or earlier when it is due earlier.
	Schedule(ctx context.Context, owner scope.Scope, due time.Time) error
	// Due returns the jobs of a store that are due, the longest first. Conversations with fewer messages
	// than fewest are left out.
	Due(ctx context.Context, store string, now time.Time, fewest, limit int) ([]Job, error)
	// Claim takes a job whose claims are still j.Claims until a time, and returns it with one claim more.
	Claim(ctx context.Context, j Job, until time.Time) (claimed Job, ok bool, err error)
	// Renew moves the end of a claim and reports whether it is still the present one.
	Renew(ctx context.Context, j Job, until time.Time) (bool, error)
	// Finish stores the job's position, state, due time, attempts and error, and takes read messages and
	// their weight off Messages and Weight. A merge without error is removed. It ends the claim, so a worker that does not
	// know whether its transaction was committed cannot finish the job twice.
	Finish(ctx context.Context, j Job, messages int, weight float64) error
	// OfSession returns the job that reads a conversation; ok is false when there is none.
	OfSession(ctx context.Context, sessionID string) (j Job, ok bool, err error)
	// Merge returns the job that merges for a scope; ok is false when there is none.
	Merge(ctx context.Context, owner scope.Scope) (j Job, ok bool, err error)
	// Settle answers the question about a scope's merge: where its state is Asked and its Error is asked, the Error becomes
	// answered and, unless due is zero, it waits for that time. It reports whether there was such a merge.
	Settle(ctx context.Context, owner scope.Scope, asked, answered string, due time.Time) (bool, error)
	// Backlog counts the jobs of a store that wait, for their time or an answer, and that are parked.
	Backlog(ctx context.Context, store string) (waiting, parked int, err error)
}

// Grow notes that a conversation has new messages. Call it in the transaction that ends a turn.
func (s *Service) Grow(ctx context.Context, a actor.Actor, j Job, t Trigger) error {
	if !a.IsPart() {
		return fault.Op(ErrNotAllowed, "digest: grow")
	}
	j.ID = j.SessionID
	return fault.Op(s.store.Grow(ctx, j, t, s.now.UTC()), "digest: grow")
}

// Schedule makes the merging of a scope's directives due at a time at the latest.
func (s *Service) Schedule(ctx context.Context, a actor.Actor, owner scope.Scope, due time.Time) error {
	if !a.IsPart() {
		return fault.Op(ErrNotAllowed, "digest: schedule")
	}
	return fault.Op(s.store.Schedule(ctx, owner, due), "digest: schedule")
}

// Due returns the jobs of a store that are due.
func (s *Service) Due(ctx context.Context, store string, fewest, limit int) ([]Job, error) {
	js, err := s.store.Due(ctx, store, s.now.UTC(), fewest, limit)
	return js, fault.Op(err, "digest: due")
}

// Claim takes a due job for a time; ok is false when somebody else has it.
func (s *Service) Claim(ctx context.Context, a actor.Actor, j Job, hold time.Duration) (claimed Job, ok bool, err error) {
	if !a.IsPart() {
		return Job{}, false, fault.Op(ErrNotAllowed, "digest: claim")
	}
	claimed, ok, err = s.store.Claim(ctx, j, s.now.UTC().Add(hold))
	return claimed, ok, fault.Op(err, "digest: claim")
}

// Renew holds a claim for longer, and in a transaction proves that it holds: lease.ErrLost when it does
// not.
func (s *Service) Renew(ctx context.Context, a actor.Actor, j Job, hold time.Duration) error {
	if !a.IsPart() {
		return fault.Op(ErrNotAllowed, "digest: renew")
	}
	ok, err := s.store.Renew(ctx, j, s.now.UTC().Add(hold))
	if err == nil && !ok {
		err = lease.ErrLost
	}
	return fault.Op(err, "digest: renew")
}

// Finish ends a claim in the transaction that proved it by Renew: see Jobs.Finish.
func (s *Service) Finish(ctx context.Context, a actor.Actor, j Job, messages int, weight float64) error {
	if !a.IsPart() {
		return fault.Op(ErrNotAllowed, "digest: finish")
	}
	return fault.Op(s.store.Finish(ctx, j, messages, weight), "digest: finish")
}

// OfSession returns the job that reads a conversation; ok is false when it has none.
func (s *Service) OfSession(ctx context.Context, sessionID string) (j Job, ok bool, err error) {
	j, ok, err = s.store.OfSession(ctx, sessionID)
	return j, ok, fault.Op(err, "digest: job of a conversation")
}

// Merge returns the job that merges what waits in a scope; ok is false when there is none.
func (s *Service) Merge(ctx context.Context, owner scope.Scope) (j Job, ok bool, err error) {
	j, ok, err = s.store.Merge(ctx, owner)
	return j, ok, fault.Op(err, "digest: merge")
}

// Settle stores the answer about a merge of a scope whose job is Asked with an Error: it replaces the Error. With goOn the
// job is due at once, else it waits for the next directive. It returns ErrNotFound when nobody is asked.
func (s *Service) Settle(ctx context.Context, a actor.Actor, owner scope.Scope, asked, answered string, goOn bool) error {
	if !a.IsPart() {
		return fault.Op(ErrNotAllowed, "digest: settle")
	}
	var due time.Time
	if goOn {
		due = s.now.UTC()
	}
	ok, err := s.store.Settle(ctx, owner, asked, answered, due)
	if err == nil && !ok {
		err = ErrNotFound
	}
	return fault.Op(err, "digest: settle")
}

// Backlog counts the jobs of a store that wait and that failed too often.
func (s *Service) Backlog(ctx context.Context, store string) (waiting, parked int, err error) {
	waiting, parked, err = s.store.Backlog(ctx, store)
	return waiting, parked, fault.Op(err, "digest: backlog")
}
