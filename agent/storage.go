package agent

import (
	"context"
	"errors"
	"time"

	"keepsake/clock"
	"keepsake/session"
	"keepsake/tx"
)

// This file is about answers that were paid for: none is asked for that cannot be stored, and one
// that cannot be stored at the first try is tried again for a while.

// commitPauses are the pauses between the tries to store an answer. Together they are shorter than
// a lane's lease, which cannot be prolonged meanwhile.
var commitPauses = []time.Duration{200 * time.Millisecond, time.Second, 3 * time.Second, 5 * time.Second}

// commitPaid is commitTurn for what a model said. It tries again while nothing can be stored:
// asking the model again would be paid twice. A try whose outcome is unknown, because the
// connection broke, may have been committed: then the next one finds the turn changed and
// writes nothing.
func (r *run) commitPaid(ctx context.Context, fn func(ctx context.Context, t *session.Turn) error) error {
	err := r.commitTurn(ctx, fn)
	for _, pause := range commitPauses {
		if !errors.Is(err, tx.ErrStorage) || !clock.Wait(ctx, pause) {
			break
		}
		committed := false
		next := r.commitTurn(ctx, func(ctx context.Context, t *session.Turn) error {
			now, err := r.a.Sessions.Turn(ctx, t.ID)
			if err != nil {
				return err
			}
			ms, err := r.a.Sessions.TurnMessages(ctx, t.ID)
			if err != nil {
				return err
			}
			if committed = !now.IsUnfinished() || len(ms) != len(r.messages); committed {
				return errCommitted
			}
			return fn(ctx, t)
		})
		if committed {
			r.noteCounted()
			return nil
		}
		err = next
	}
	return err
}

// errCommitted rolls back a try that finds the one before it committed.
var errCommitted = errors.New("committed before")
