package delivery

import (
	"context"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/scope"
)

// upkeepStore is the part of Store that Upkeep uses.
type upkeepStore interface {
	FailChat(ctx context.Context, bot string, chat int64, reason string) ([]OutgoingEnd, error)
	Move(ctx context.Context, bot string, from, to int64) error
	Unsettled(ctx context.Context, bot string) (int, error)
	Backlog(ctx context.Context, bot string) (Backlog, error)
	PurgeHandled(ctx context.Context, before time.Time) (int, error)
	Erase(ctx context.Context, owner scope.Scope) (Erased, error)
}

// Upkeep holds the operations on many rows.
type Upkeep struct {
	store  upkeepStore
	news   *news
	events *announcer
}

// Erased counts the rows that Erase deleted.
type Erased struct {
	Updates, Outgoing int
}

// FailChat marks all ready messages of a chat as failed, blanks their bodies and returns their
// number. It is called when nothing can be sent to the chat. reason is constant English.
func (u *Upkeep) FailChat(ctx context.Context, bot string, chat int64, reason string) (int, error) {
	rows, err := u.store.FailChat(ctx, bot, chat, reason)
	u.events.outgoing(ctx, rows, u.events.Failed)
	return len(rows), err
}

// Move moves the waiting updates and the unsent messages of a chat to its new id. It ends the
// leases of the chat's lanes, including the caller's, and wakes the lanes and the dispatcher.
func (u *Upkeep) Move(ctx context.Context, bot string, from, to int64) error {
	err := u.news.afterInbox(ctx, u.store.Move(ctx, bot, from, to), "move deliveries")
	if err != nil {
		return err
	}
	return u.news.afterOutbox(ctx, nil, "move deliveries")
}

// Unsettled returns the number of a bot's waiting updates plus that of its drafted and ready
// messages, counted in one statement. It is 0 when the bot has nothing left to do.
func (u *Upkeep) Unsettled(ctx context.Context, bot string) (int, error) {
	return u.store.Unsettled(ctx, bot)
}

// Backlog counts a bot's waiting updates and unsent messages.
func (u *Upkeep) Backlog(ctx context.Context, bot string) (Backlog, error) {
	return u.store.Backlog(ctx, bot)
}

// PurgeHandled deletes handled updates and finished messages older than before and returns
// their number.
func (u *Upkeep) PurgeHandled(ctx context.Context, before time.Time) (int, error) {
	return u.store.PurgeHandled(ctx, before)
}

// Erase deletes the updates of a scope's owner, including dead letters, and the messages to the
// owner. A person may erase their own, an admin a group's, and the system anybody's; all others
// get ErrDenied. Erased rows do not count as handled or sent.
func (u *Upkeep) Erase(ctx context.Context, who actor.Actor, owner scope.Scope) (Erased, error) {
	if !who.CanErase(owner) {
		return Erased{}, ErrDenied
	}
	e, err := u.store.Erase(ctx, owner)
	return e, fault.Op(err, "erase deliveries")
}
