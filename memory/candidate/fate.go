package candidate

import (
	"context"
	"crypto/sha256"
	"slices"
	"time"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/text"
)

// Fate is a candidate with its verdict and what people made of it.
type Fate struct {
	Judged
	SessionID string // of the conversation in which it was found
	Consents  bool   // its person lets it be used for replays (people.Person.Replays)
	// Decision is the state of what was asked about it, "" = nothing was or it is long ago; Saved what the person stored.
	Decision memory.DecisionState
	Saved    string
	// What a person did with what it applied, within KeptAfter.
	Undone, Edited, Deleted bool
}

// Result is what a person made of a candidate.
type Result string

const (
	Unknown  Result = ""
	Saved    Result = "saved"    // as it was
	Kept     Result = "kept"     // unasked, and left for KeptAfter
	Edited   Result = "edited"   // saved or kept in other words
	Declined Result = "declined" // with Never, or a typed no
	Undone   Result = "undone"
	Deleted  Result = "deleted" // within KeptAfter
)

// Results lists the known values of Result.
var Results = []Result{Saved, Kept, Edited, Declined, Undone, Deleted}

// IsGood reports whether the person wanted the candidate as it was.
func (r Result) IsGood() bool { return r == Saved || r == Kept }

// KeptAfter is how long a memory that was kept unasked must have stayed for that to count as agreement.
const KeptAfter = 14 * 24 * time.Hour

// Reasons of verdicts by which a person decided, constant English.
const (
	ReasonConfirmed = "confirmed by the person"
	ReasonDeclined  = "declined by the person"
)

// Result returns what the person made of it until now.
func (f Fate) Result(now time.Time) Result {
	v := f.Verdict
	switch {
	case f.Decision == memory.DecisionDeclined, v.Reason == ReasonDeclined:
		return Declined
	case f.Decision == memory.DecisionSaved && text.OneLine(f.Saved) != f.Content:
		return Edited
	case f.Decision == memory.DecisionSaved, v.Reason == ReasonConfirmed:
		return Saved
	case v.Action != Applied || v.ChangeID == "": // nothing was kept unasked, or the run was taken back
		return Unknown
	case f.Undone:
		return Undone
	case f.Deleted:
		return Deleted
	case f.Edited:
		return Edited
	case now.Sub(v.At) >= KeptAfter:
		return Kept
	}
	return Unknown
}

// heldOutOf is the share of the conversations that are held out: one of this number.
const heldOutOf = 4

// IsHeldOut reports whether a conversation serves for testing (A41). It goes by a hash of its id, so that what is found in
// it is never used for fitting and for testing both.
func IsHeldOut(sessionID string) bool {
	sum := sha256.Sum256([]byte("holdout:" + sessionID))
	return sessionID != "" && sum[0]%heldOutOf == 0
}

// Tap is what stays of the fate of a candidate that was forgotten: nobody's, and without a word.
type Tap struct {
	Type    memory.Type
	Methods []memory.Method // of its evidence
	Score   float64
	IsGood  bool
	HeldOut bool // see IsHeldOut
	At      time.Time
}

// keepTaps stores what a person decided about candidates that are about to be destroyed: what was kept unasked and is
// forgotten soon was not wanted, what was confirmed was.
func (s *Service) keepTaps(ctx context.Context, owner scope.Scope, cs []Candidate, ids []string) error {
	verdicts, err := s.store.Verdicts(ctx, ids)
	if err != nil {
		return err
	}
	now := s.now.UTC()
	var taps []Tap
	for _, c := range cs {
		v := verdicts[c.ID]
		isConfirmed := v.Reason == ReasonConfirmed
		isUnwanted := v.Action == Applied && v.ChangeID != "" && !isConfirmed && now.Sub(v.At) < KeptAfter
		if !isConfirmed && !isUnwanted && v.Reason != ReasonDeclined {
			continue
		}
		run, err := s.store.Run(ctx, []scope.Scope{owner}, c.RunID)
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return err
		}
		taps = append(taps, Tap{c.Type, methodsOf(c.Evidence), v.Confidence, isConfirmed, IsHeldOut(run.SessionID), now})
	}
	if len(taps) == 0 {
		return nil
	}
	return s.store.PutTaps(ctx, owner.Store, taps)
}

// methodsOf returns the methods of evidences, each once.
func methodsOf(es []memory.Evidence) (ms []memory.Method) {
	for _, e := range es {
		if !slices.Contains(ms, e.Method) {
			ms = append(ms, e.Method)
		}
	}
	return ms
}

// Taps returns what people did with finds of a store that are forgotten since, at most limit.
func (s *Service) Taps(ctx context.Context, store string, since time.Time, limit int) ([]Tap, error) {
	ts, err := s.store.Taps(ctx, store, since, limit)
	return ts, fault.Op(err, "candidate: taps")
}

// RunsUnder returns the runs of a store in which a version of the policy has written something since a time that was not
// taken back, and how many writes that were.
func (s *Service) RunsUnder(ctx context.Context, store, version string, since time.Time) (ids []string, writes int, err error) {
	ids, writes, err = s.store.RunsUnder(ctx, store, version, since)
	return ids, writes, fault.Op(err, "candidate: runs of a policy")
}

// Fates returns the newest candidates of a store with a verdict since a time, the oldest first, at most limit.
func (s *Service) Fates(ctx context.Context, store string, since time.Time, limit int) ([]Fate, error) {
	fs, err := s.store.Fates(ctx, store, since, limit)
	return fs, fault.Op(err, "candidate: fates")
}
