package ingest

import (
	"context"
	"errors"
	"time"

	"keepsake/fault"
	"keepsake/lease"
	"keepsake/llm"
	"keepsake/logs"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/usage"
)

// A failed attempt is repeated after 30 s, then after twice the time, at most 1,800 s, five times; then
// the run is parked. While the model is away nothing counts as an attempt, but the waits grow as well, and
// a run that was claimed maxClaims times without an end is parked, whatever stopped it.
const (
	firstWait  = 30 * time.Second
	longestGap = 30 * time.Minute
	maxRetries = 5
	maxClaims  = 60
)

// errAnswer says that the model answered, and not in the form that was asked for.
var errAnswer = llm.ErrUnusable

// waitFor returns how long to wait after the n-th failure in a row, from 1.
func waitFor(n int) time.Duration {
	wait := firstWait
	for range max(0, n-1) {
		if wait *= 2; wait >= longestGap {
			return longestGap
		}
	}
	return wait
}

// putOff stores that an attempt failed and when the next one is.
func (j *job) putOff(ctx context.Context, cause error) error {
	s, r := j.s, j.run
	now := s.Now.UTC()
	var limit *usage.Exceeded
	away := r.Claims - r.Attempts // claims that were no attempt
	switch {
	case errors.As(cause, &limit):
		r.Error, r.DueAt = "a limit is reached", now.Add(usage.SideDelay(limit, now))
	case errors.Is(cause, memory.ErrReadOnly):
		r.Error, r.DueAt = "memory writes are switched off", now.Add(longestGap)
	case isAway(cause):
		r.Error, r.DueAt = "the model is away", now.Add(waitFor(away))
	default:
		r.Attempts++
		r.Error, r.DueAt = reason(cause), now.Add(waitFor(r.Attempts))
	}
	result := Failed
	if r.Attempts > maxRetries || r.Claims >= maxClaims {
		r.State, result = candidate.Parked, Parked
	}
	logs.OrNone(s.Log).WarnContext(ctx, "extraction failed", "run", r.ID, "attempts", r.Attempts, "state", r.State, "error", cause)
	err := s.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.Candidates.Renew(ctx, who(r), r, s.hold()); err != nil { // still ours
			return err
		}
		if err := s.Candidates.Save(ctx, who(r), r); err != nil {
			return err
		}
		return s.Usage.Spend(ctx, j.payer, j.spent)
	})
	j.noteCounted(err)
	if errors.Is(err, lease.ErrLost) {
		return nil
	}
	if err == nil && s.Ended != nil {
		s.Ended(Ending{Result: result})
	}
	return err
}

// noteCounted notes that what the attempt has cost was stored in a transaction, unless that failed.
func (j *job) noteCounted(err error) {
	if err == nil {
		j.spent = usage.Count{}
	}
}

// giveBack makes the run due at once: nothing of it was done.
func (j *job) giveBack(ctx context.Context) error {
	err := j.s.Candidates.Renew(ctx, who(j.run), j.run, 0)
	if errors.Is(err, lease.ErrLost) {
		return nil
	}
	return err
}

// isAway reports whether the model could not be asked at all, which is no fault of the run.
func isAway(err error) bool {
	kind := fault.KindOf(err)
	return kind == fault.Unavailable || kind == fault.Limited || errors.Is(err, llm.ErrSetup)
}

// reason returns a constant sentence for the operator.
func reason(err error) string {
	switch {
	case errors.Is(err, errAnswer):
		return errAnswer.Message
	case errors.Is(err, llm.ErrRefused):
		return "the model's content filter refused"
	case errors.Is(err, llm.ErrTooLong):
		return "the prompt is too long for the model"
	}
	return "the attempt failed: see the log"
}
