package delivery

import (
	"context"
	"time"

	"keepsake/clock"
	"keepsake/fault"
	"keepsake/tracing"
)

// outboxStore is what the database does for the Outbox.
type outboxStore interface {
	Put(ctx context.Context, o Outgoing) (int64, error)
	Out(ctx context.Context, id int64) (Outgoing, error)
	ByMessage(ctx context.Context, bot string, chat, message int64) (Outgoing, error)
	Ready(ctx context.Context, id int64, b Body, due time.Time) error
	HasEarlierReply(ctx context.Context, o Outgoing) (bool, error)
	SetMessages(ctx context.Context, id int64, messages []int64) error
	SetPart(ctx context.Context, id int64, part int, message int64) error
	MarkSent(ctx context.Context, id int64, at time.Time) (OutgoingEnd, error)
	MarkFailed(ctx context.Context, id int64, reason string) (OutgoingEnd, error)
	RetryOut(ctx context.Context, id int64, due time.Time, reason string) (OutgoingEnd, error)
}

// Outbox holds messages from their making until they are sent. Every room may Put one; only
// a door marks what became of it. Methods that name a message are ErrNotFound when it is gone.
type Outbox struct {
	store  outboxStore
	news   *news
	events *announcer
	now    clock.Now
}

// Put stores an outgoing message (State "" = Ready, DueAt zero = now), wakes the dispatcher
// unless it is a draft, and returns the message's id.
func (b *Outbox) Put(ctx context.Context, o Outgoing) (int64, error) {
	if o.State == "" {
		o.State = Ready
	}
	if o.DueAt.IsZero() {
		o.DueAt = b.now.UTC()
	}
	o.Trace = tracing.Carry(ctx)
	id, err := b.store.Put(ctx, o)
	if o.State == Drafting { // Ready will wake the dispatcher
		return id, fault.Op(err, "put outgoing")
	}
	return id, b.news.afterOutbox(ctx, err, "put outgoing")
}

// Out returns a message.
func (b *Outbox) Out(ctx context.Context, id int64) (Outgoing, error) { return b.store.Out(ctx, id) }

// ByMessage returns what was sent as this message of the platform.
func (b *Outbox) ByMessage(ctx context.Context, bot string, chat, message int64) (Outgoing, error) {
	return b.store.ByMessage(ctx, bot, chat, message)
}

// Ready gives a drafting reply its final body, makes it due and wakes the dispatcher.
func (b *Outbox) Ready(ctx context.Context, id int64, body Body, due time.Time) error {
	return b.news.afterOutbox(ctx, b.store.Ready(ctx, id, body, due), "ready reply")
}

// HasEarlierReply reports whether a reply put before o is ready in o's chat and topic and
// not sent: o's first message must wait for it, or the answers would change places.
func (b *Outbox) HasEarlierReply(ctx context.Context, o Outgoing) (bool, error) {
	return b.store.HasEarlierReply(ctx, o)
}

// SetMessages records the platform's ids of the parts sent so far, in order.
func (b *Outbox) SetMessages(ctx context.Context, id int64, messages []int64) error {
	return b.store.SetMessages(ctx, id, messages)
}

// SetPart records the platform's id of one part, counted from 0; 0 stands for a part whose
// sending has an unknown outcome and is not tried again.
func (b *Outbox) SetPart(ctx context.Context, id int64, part int, message int64) error {
	return b.store.SetPart(ctx, id, part, message)
}

// MarkSent finishes a message and blanks its body.
func (b *Outbox) MarkSent(ctx context.Context, id int64, at time.Time) error {
	row, err := b.store.MarkSent(ctx, id, at)
	if err == nil {
		b.events.sent(ctx, row, at)
	}
	return err
}

// MarkFailed gives a message up. Reason is constant English.
func (b *Outbox) MarkFailed(ctx context.Context, id int64, reason string) error {
	row, err := b.store.MarkFailed(ctx, id, reason)
	if err == nil {
		b.events.outgoing(ctx, []OutgoingEnd{row}, b.events.Failed)
	}
	return err
}

// RetryOut counts an attempt of a message that surely sent nothing, and sets when it is
// tried again. Its owner has the first try.
func (b *Outbox) RetryOut(ctx context.Context, id int64, due time.Time, reason string) error {
	row, err := b.store.RetryOut(ctx, id, due, reason)
	if err == nil {
		b.events.outgoing(ctx, []OutgoingEnd{row}, b.events.Retried)
	}
	return b.news.afterOutbox(ctx, err, "retry outgoing")
}

// dispatchStore is what the database does for the Dispatch.
type dispatchStore interface {
	ClaimOut(ctx context.Context, bot, owner string, now, until time.Time, busy []int64, limit int) (Due, error)
	ExtendOut(ctx context.Context, bot, owner string, until time.Time) error
	GuardOut(ctx context.Context, id int64, owner string) error
	ReleaseOut(ctx context.Context, bot, owner string) error
}

// Due is what is to be sent now.
type Due struct {
	Messages []Outgoing
	// Next is when another message gets due, zero when none is known.
	Next time.Time
}

// Dispatch gives each ready message to one sender at a time. A database of one process
// (SQLite) holds nothing: there is nobody to hold it against.
type Dispatch struct{ store dispatchStore }

// ClaimOut gives owner up to limit ready messages that are due, the oldest of each chat
// only, leaving out chats in busy and what another owner holds; nobody else gets them
// before until. A message waiting for its retry keeps its place in the chat; one that is
// only scheduled for later holds nobody up. Reactions and settling messages have no place
// in the order; reactions are returned for busy chats, too.
func (d *Dispatch) ClaimOut(ctx context.Context, bot, owner string, now, until time.Time, busy []int64, limit int) (Due, error) {
	return d.store.ClaimOut(ctx, bot, owner, now, until, busy, limit)
}

// ExtendOut prolongs what owner holds.
func (d *Dispatch) ExtendOut(ctx context.Context, bot, owner string, until time.Time) error {
	return d.store.ExtendOut(ctx, bot, owner, until)
}

// GuardOut, called first in a transaction, is ErrLeaseLost unless owner holds the message.
// It locks the row against a takeover.
func (d *Dispatch) GuardOut(ctx context.Context, id int64, owner string) error {
	return d.store.GuardOut(ctx, id, owner)
}

// ReleaseOut gives back all that owner holds.
func (d *Dispatch) ReleaseOut(ctx context.Context, bot, owner string) error {
	return d.store.ReleaseOut(ctx, bot, owner)
}
