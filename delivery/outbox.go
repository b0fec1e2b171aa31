package delivery

import (
	"context"
	"time"

	"keepsake/clock"
	"keepsake/fault"
	"keepsake/tracing"
)

// outboxStore is the part of Store that Outbox uses.
type outboxStore interface {
	Put(ctx context.Context, o Outgoing) (int64, error)
	Out(ctx context.Context, id int64) (Outgoing, error)
	ByMessage(ctx context.Context, bot string, chat, message int64) (Outgoing, error)
	Latest(ctx context.Context, like Outgoing) (Outgoing, error)
	Ready(ctx context.Context, id int64, b Body, due time.Time) error
	HasEarlierReply(ctx context.Context, o Outgoing) (bool, error)
	SetMessages(ctx context.Context, id int64, messages []int64) error
	SetPart(ctx context.Context, id int64, part int, message int64) error
	MarkSent(ctx context.Context, id int64, at time.Time) (OutgoingEnd, error)
	MarkFailed(ctx context.Context, id int64, reason string) (OutgoingEnd, error)
	RetryOut(ctx context.Context, id int64, due time.Time, reason string) (OutgoingEnd, error)
}

// Outbox holds messages until they are sent. Every package may Put one; only a door records
// its outcome. Methods that take a message's id return ErrNotFound when it does not exist.
type Outbox struct {
	store  outboxStore
	news   *news
	events *announcer
	now    clock.Now
}

// Put stores an outgoing message, with secrets masked (State "" = Ready, DueAt zero = now), wakes the dispatcher
// unless it is a draft, and returns the message's id.
func (b *Outbox) Put(ctx context.Context, o Outgoing) (int64, error) {
	if o.State == "" {
		o.State = Ready
	}
	if o.DueAt.IsZero() {
		o.DueAt = b.now.UTC()
	}
	if len(o.Body.Unmasked) > 0 && o.Purpose == "" {
		o.Purpose = ShowsSecret
	}
	o.Trace, o.Body = tracing.Carry(ctx), o.Body.masked()
	id, err := b.store.Put(ctx, o)
	if o.State == Drafting { // Ready wakes the dispatcher
		return id, fault.Op(err, "put outgoing")
	}
	return id, b.news.afterOutbox(ctx, err, "put outgoing")
}

// Out returns a message.
func (b *Outbox) Out(ctx context.Context, id int64) (Outgoing, error) { return b.store.Out(ctx, id) }

// ByMessage returns the outgoing message that this message of the platform shows.
func (b *Outbox) ByMessage(ctx context.Context, bot string, chat, message int64) (Outgoing, error) {
	return b.store.ByMessage(ctx, bot, chat, message)
}

// Latest returns the newest message with the Bot, Chat, Person, Purpose and ReplyTo of like. It is for the few messages
// that a person is sent for a purpose: all of the person's are searched.
func (b *Outbox) Latest(ctx context.Context, like Outgoing) (Outgoing, error) {
	return b.store.Latest(ctx, like)
}

// Ready sets the final body of a drafted reply, with secrets masked, makes it due and wakes the dispatcher.
func (b *Outbox) Ready(ctx context.Context, id int64, body Body, due time.Time) error {
	return b.news.afterOutbox(ctx, b.store.Ready(ctx, id, body.masked(), due), "ready reply")
}

// HasEarlierReply reports whether an earlier reply in o's chat and topic is ready but not sent.
// The first message of o must then wait, to keep the answers in order.
func (b *Outbox) HasEarlierReply(ctx context.Context, o Outgoing) (bool, error) {
	return b.store.HasEarlierReply(ctx, o)
}

// SetMessages records the platform's ids of the parts sent so far, in order.
func (b *Outbox) SetMessages(ctx context.Context, id int64, messages []int64) error {
	return b.store.SetMessages(ctx, id, messages)
}

// SetPart records the platform's id of one part, counted from 0. The id 0 means that the
// outcome of sending the part is unknown and that it is not sent again.
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

// MarkFailed marks a message as failed for good and blanks its body. reason is constant English.
func (b *Outbox) MarkFailed(ctx context.Context, id int64, reason string) error {
	row, err := b.store.MarkFailed(ctx, id, reason)
	if err == nil {
		b.events.outgoing(ctx, []OutgoingEnd{row}, b.events.Failed)
	}
	return err
}

// RetryOut counts an attempt that is known to have sent nothing, and sets the time of the next
// attempt, which is reserved for the message's owner for some seconds.
func (b *Outbox) RetryOut(ctx context.Context, id int64, due time.Time, reason string) error {
	row, err := b.store.RetryOut(ctx, id, due, reason)
	if err == nil {
		b.events.outgoing(ctx, []OutgoingEnd{row}, b.events.Retried)
	}
	return b.news.afterOutbox(ctx, err, "retry outgoing")
}

// dispatchStore is the part of Store that Dispatch uses.
type dispatchStore interface {
	ClaimOut(ctx context.Context, bot, owner string, now, until time.Time, busy []int64, limit int) (Due, error)
	ExtendOut(ctx context.Context, bot, owner string, until time.Time) error
	GuardOut(ctx context.Context, id int64, owner string) error
	ReleaseOut(ctx context.Context, bot, owner string) error
}

// Due is the result of ClaimOut.
type Due struct {
	Messages []Outgoing
	// Next is the due time of the next message; zero when none is known.
	Next time.Time
}

// Dispatch lets one sender at a time claim a ready message. On SQLite, which only one process
// serves from, it stores no claims.
type Dispatch struct{ store dispatchStore }

// ClaimOut claims up to limit due messages for owner until a time and returns them. Of each
// chat it claims only the oldest ready message, and none in busy chats or claimed by another
// owner. A message that waits for a retry keeps its place in the chat; one that is scheduled
// for later does not delay others. Reactions, voices and settling messages are not part of this
// order, and reactions and voices are claimed in busy chats as well.
func (d *Dispatch) ClaimOut(ctx context.Context, bot, owner string, now, until time.Time, busy []int64, limit int) (Due, error) {
	return d.store.ClaimOut(ctx, bot, owner, now, until, busy, limit)
}

// ExtendOut extends owner's claims.
func (d *Dispatch) ExtendOut(ctx context.Context, bot, owner string, until time.Time) error {
	return d.store.ExtendOut(ctx, bot, owner, until)
}

// GuardOut returns ErrLeaseLost unless owner has claimed the message. It locks the row, so a
// transaction that depends on the claim calls it first.
func (d *Dispatch) GuardOut(ctx context.Context, id int64, owner string) error {
	return d.store.GuardOut(ctx, id, owner)
}

// ReleaseOut releases all of owner's claims.
func (d *Dispatch) ReleaseOut(ctx context.Context, bot, owner string) error {
	return d.store.ReleaseOut(ctx, bot, owner)
}
