package delivery

import (
	"context"
	"time"

	"keepsake/tx"
)

// Events are functions that the process that wrote calls after the commit, for the rows that it
// changed. They may be nil and must not block.
type Events struct {
	// Received is called for every update that is passed to Receive, including repeated ones.
	Received func(kind string)
	// Repeated is called with the number of those that the inbox had already.
	Repeated func(n int)
	// Assigned is called for every update that is assigned to a turn, with its waiting time.
	Assigned func(kind string, waited time.Duration)
	// Handled is called for every update that is finished, and Buried for every one that
	// becomes a dead letter. Erasing and purging calls neither.
	Handled func(kind string)
	Buried  func(kind string)
	// Sent is called for every message that is sent completely, with the time since it became
	// ready. Failed is called for every message that is given up, and Retried for every attempt
	// that will be repeated.
	Sent    func(kind Kind, took time.Duration)
	Failed  func(kind Kind)
	Retried func(kind Kind)
}

// UpdateEnd holds columns of an update that a store has changed, for Events.
type UpdateEnd struct {
	Kind       string
	ReceivedAt time.Time
	StopAsked  bool // see Update.StopAsked
}

// OutgoingEnd holds columns of a message that a store has changed, for Events.
type OutgoingEnd struct {
	Kind    Kind
	ReadyAt time.Time // when its body became final
}

// announcer calls Events after the commit.
type announcer struct {
	Events
	commits tx.Committer
}

// updates calls fn for each row after the commit.
func (a *announcer) updates(ctx context.Context, rows []UpdateEnd, fn func(kind string)) {
	if fn == nil || len(rows) == 0 {
		return
	}
	a.commits.AfterCommit(ctx, func() {
		for _, r := range rows {
			fn(r.Kind)
		}
	})
}

// received announces updates, of which fresh are new.
func (a *announcer) received(ctx context.Context, us []Update, fresh int) {
	ends := make([]UpdateEnd, len(us))
	for i, u := range us {
		ends[i].Kind = u.Kind
	}
	a.updates(ctx, ends, a.Received)
	if a.Repeated != nil && fresh < len(us) {
		a.commits.AfterCommit(ctx, func() { a.Repeated(len(us) - fresh) })
	}
}

// assigned announces updates that were assigned to a turn at now.
func (a *announcer) assigned(ctx context.Context, rows []UpdateEnd, now time.Time) {
	if a.Assigned == nil || len(rows) == 0 {
		return
	}
	a.commits.AfterCommit(ctx, func() {
		for _, r := range rows {
			a.Assigned(r.Kind, max(now.Sub(r.ReceivedAt), 0))
		}
	})
}

// outgoing calls fn for each row after the commit.
func (a *announcer) outgoing(ctx context.Context, rows []OutgoingEnd, fn func(kind Kind)) {
	if fn == nil || len(rows) == 0 {
		return
	}
	a.commits.AfterCommit(ctx, func() {
		for _, r := range rows {
			fn(r.Kind)
		}
	})
}

// sent announces a message that was sent at now.
func (a *announcer) sent(ctx context.Context, row OutgoingEnd, now time.Time) {
	a.outgoing(ctx, []OutgoingEnd{row}, func(kind Kind) {
		if a.Sent != nil {
			a.Sent(kind, max(now.Sub(row.ReadyAt), 0))
		}
	})
}
