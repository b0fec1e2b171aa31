package delivery

import (
	"context"
	"time"

	"keepsake/tx"
)

// Events are called once a write has committed, by the process that did it and for the rows
// it changed. A function that is nil is not called. None may block.
type Events struct {
	// Received is called for every update handed to Receive, repeats included.
	Received func(kind string)
	// Repeated is called with how many of them were in the inbox already.
	Repeated func(n int)
	// Assigned is called for every update that a turn took, with how long it had waited.
	Assigned func(kind string, waited time.Duration)
	// Handled is called for every update that was finished; Buried for every dead letter
	// made of one. Erased and purged updates are neither.
	Handled func(kind string)
	Buried  func(kind string)
	// Sent is called for every message that was sent whole, with the time since it became
	// ready, however often it was tried; Failed for every one given up; Retried for every
	// attempt that is to be repeated.
	Sent    func(kind Kind, took time.Duration)
	Failed  func(kind Kind)
	Retried func(kind Kind)
}

// UpdateEnd is what is known of an update whose row a store has just changed.
type UpdateEnd struct {
	Kind       string
	ReceivedAt time.Time
	StopAsked  bool // see Update.StopAsked
}

// OutgoingEnd is what is known of a message whose row a store has just changed.
type OutgoingEnd struct {
	Kind    Kind
	ReadyAt time.Time // when its body was final; the commit of an answer
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

// received announces updates of which fresh were new.
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

// assigned announces updates that a turn took at now.
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
