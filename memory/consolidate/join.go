package consolidate

import (
	"context"
	"errors"
	"time"

	"keepsake/fault"
	"keepsake/lease"
	"keepsake/memory/digest"
	"keepsake/memory/policy"
	"keepsake/people"
	"keepsake/session"
	"keepsake/tx"
)

// This file is for memory/ingest, which reads the same conversations: it takes a job along, so that the model is asked once
// about what both want to know.

// ReadsAlong reports whether a conversation of a person is read for wishes and episodes, too; then it is read for both when it
// is due here (E6, E7).
func (s *Service) ReadsAlong(x session.Session, p people.Person) bool {
	return s != nil && !s.ReadOnly && !x.IsGroup() && !x.Private && p.ID != "" && s.settingOf(p.MemoryMode) != policy.Off
}

// Pause returns after which pause a conversation is read.
func (s *Service) Pause() time.Duration { return s.trigger().Idle }

// Join claims the job of a private conversation that is due and has not failed, and returns what it is to be read for; nil =
// there is none. What the model lists must be asked for with Parts and stored with Store, and the reading must be ended with
// Leave.
func (s *Service) Join(ctx context.Context, sessionID string) (*Reading, error) {
	if s == nil || s.ReadOnly {
		return nil, nil
	}
	d, ok, err := s.Digests.OfSession(ctx, sessionID)
	if err != nil || !ok || d.State != digest.Waiting || d.Attempts > 0 || d.Messages < s.trigger().Fewest || d.DueAt.After(s.Now.UTC()) {
		return nil, fault.Op(err, "consolidate: join")
	}
	asked, hold := time.Now(), orDefault(s.Hold, defaultHold)
	d, ok, err = s.Digests.Claim(ctx, part, d, hold)
	if err != nil || !ok {
		return nil, fault.Op(err, "consolidate: join")
	}
	_, stop := lease.Keep(ctx, lease.NewHold(asked, hold), func(ctx context.Context) error { return s.Digests.Renew(ctx, part, d, hold) }, nil)
	j := &job{s: s, Job: d}
	r, err := j.open(ctx)
	if err != nil {
		stop()
		return nil, errors.Join(fault.Op(err, "consolidate: join"), j.giveBack(ctx))
	}
	r.stop = stop
	return r, nil
}

// Store stores what came of the reading in the caller's transaction, in which also the claims of the others are proven: its
// claim first, then where the conversation is read next, then what was listed. It stores nothing, and is no error, when the
// claim is lost or a part of an answer could not be used: Leave tells the job. stored is true once the transaction has
// committed.
func (r *Reading) Store(ctx context.Context) (stored bool, err error) {
	if r == nil || r.isOver || !r.isGrounded {
		return false, nil
	}
	switch err := r.j.end(ctx, r.messages, r.weight, r.write); {
	case errors.Is(err, lease.ErrLost):
		r.isOver = true
		return false, nil
	case err != nil:
		return false, err
	}
	return true, nil
}

// Stored notes that the transaction of Store has committed.
func (r *Reading) Stored() { r.isOver = true }

// Ground decides what of the answers may be stored. Call it before the transaction. What could not be used is no error of the
// caller's: see Leave.
func (r *Reading) Ground(ctx context.Context) error {
	if r == nil || r.isOver {
		return nil
	}
	err := r.ground(ctx)
	if errors.As(err, &r.refused) {
		return nil
	}
	return err
}

// Leave ends the reading. What was not stored yet although the model has answered is stored now, since it was read well,
// whatever became of the rest; else its job is tried again later and alone, or at once when the work was cut off. cause is why the
// model was not asked, or did not answer; nil = it did.
func (r *Reading) Leave(ctx context.Context, cause error) error {
	if r == nil {
		return nil
	}
	defer r.stop()
	if r.isOver {
		return nil
	}
	r.isOver = true
	j := r.j
	if ctx.Err() != nil || errors.Is(cause, context.Canceled) { // we are stopping, or whoever read it lost their own claim
		return j.giveBack(context.WithoutCancel(ctx))
	}
	if r.isGrounded {
		if cause = j.commit(ctx, r.messages, r.weight, r.write); cause == nil {
			return nil
		}
	} else if r.refused != "" {
		cause = r.refused
	}
	if cause == nil || errors.Is(cause, lease.ErrLost) || errors.Is(cause, tx.ErrStorage) {
		return nil // nothing can be noted about it: the claim ends by itself
	}
	return j.putOff(ctx, cause)
}

// giveBack makes the job due at once: nothing of it was done.
func (j *job) giveBack(ctx context.Context) error {
	if err := j.s.Digests.Renew(ctx, part, j.Job, 0); err != nil && !errors.Is(err, lease.ErrLost) {
		return err
	}
	return nil
}
