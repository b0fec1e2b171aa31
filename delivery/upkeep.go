package delivery

import (
	"context"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/scope"
)

// upkeepStore is what the database does for the Upkeep.
type upkeepStore interface {
	FailChat(ctx context.Context, bot string, chat int64, reason string) ([]OutgoingEnd, error)
	Move(ctx context.Context, bot string, from, to int64) error
	Unsettled(ctx context.Context, bot string) (int, error)
	Backlog(ctx context.Context, bot string) (Backlog, error)
	PurgeHandled(ctx context.Context, before time.Time) (int, error)
	Erase(ctx context.Context, owner scope.Scope) (Erased, error)
}

// Upkeep does what is about many rows at once.
type Upkeep struct {
	store  upkeepStore
	news   *news
	events *announcer
}

// Erased counts what Erase destroyed.
type Erased struct {
	Updates, Outgoing int
}

// FailChat gives up every message that is ready for a chat, blanks it, and returns how
// many: nothing can be sent there. Reason is constant English.
func (u *Upkeep) FailChat(ctx context.Context, bot string, chat int64, reason string) (int, error) {
	rows, err := u.store.FailChat(ctx, bot, chat, reason)
	u.events.outgoing(ctx, rows, u.events.Failed)
	return len(rows), err
}

// Move gives what waits for a chat, in and out, to the chat that it became, ends the leases
// of its lanes, the caller's own too, and wakes everybody.
func (u *Upkeep) Move(ctx context.Context, bot string, from, to int64) error {
	err := u.news.afterInbox(ctx, u.store.Move(ctx, bot, from, to), "move deliveries")
	if err != nil {
		return err
	}
	return u.news.afterOutbox(ctx, nil, "move deliveries")
}

// Unsettled returns how many of a bot's updates wait to be handled plus how many of its
// messages wait to be shown, in one look: 0 when it has come to rest.
func (u *Upkeep) Unsettled(ctx context.Context, bot string) (int, error) {
	return u.store.Unsettled(ctx, bot)
}

// Backlog counts what of a bot's waits.
func (u *Upkeep) Backlog(ctx context.Context, bot string) (Backlog, error) {
	return u.store.Backlog(ctx, bot)
}

// PurgeHandled deletes handled updates and sent messages older than a time and returns how many.
func (u *Upkeep) PurgeHandled(ctx context.Context, before time.Time) (int, error) {
	return u.store.PurgeHandled(ctx, before)
}

// Erase destroys what has arrived from a scope's owner or is to be sent to them: inbox,
// outbox, dead letters. A person may erase their own, an admin a group's, the house
// anybody's; everybody else gets ErrDenied. Nothing of it counts as handled or sent.
func (u *Upkeep) Erase(ctx context.Context, who actor.Actor, owner scope.Scope) (Erased, error) {
	if !who.CanErase(owner) {
		return Erased{}, ErrDenied
	}
	e, err := u.store.Erase(ctx, owner)
	return e, fault.Op(err, "erase deliveries")
}
