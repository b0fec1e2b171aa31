package delivery

import (
	"context"
	"slices"
	"time"

	"keepsake/clock"
	"keepsake/fault"
)

// inboxStore is what the database does for the Inbox.
type inboxStore interface {
	Receive(ctx context.Context, us []Update) (fresh int, err error)
	LaneUpdates(ctx context.Context, lane string) ([]Update, error)
	AlbumAddressed(ctx context.Context, bot string, chat int64, album string) (bool, error)
	Assign(ctx context.Context, ids []int64, turnID string) ([]UpdateEnd, error)
	Replace(ctx context.Context, id int64, payload []byte) error
	Finish(ctx context.Context, ids []int64) ([]UpdateEnd, error)
	FinishTurn(ctx context.Context, turnID string) ([]UpdateEnd, error)
	Retry(ctx context.Context, ids []int64, due time.Time, reason string) error
	Delay(ctx context.Context, lane string, due time.Time) error
	Bury(ctx context.Context, ids []int64, reason string) ([]UpdateEnd, error)
}

// Inbox holds updates from their arrival until they are handled. A door writes it: Receive
// when something arrives, the rest under the claim of the update's lane (Lanes.Guard first,
// in the same transaction). Writes pass over ids that are gone or done.
type Inbox struct {
	store  inboxStore
	news   *news
	events *announcer
	now    clock.Now
}

// Receive stores the updates that are new by (Bot, UpdateID), creates their lanes, wakes
// the lanes and returns how many were new.
func (b *Inbox) Receive(ctx context.Context, us []Update) (int, error) {
	for i, u := range us {
		if u.Kind == "" && u.State == DeadMail {
			us[i].Kind = Undecodable
		}
	}
	fresh, err := b.store.Receive(ctx, us)
	if err == nil {
		b.events.received(ctx, us, fresh)
	}
	return fresh, b.news.afterInbox(ctx, err, "receive updates")
}

// LaneUpdates returns the lane's waiting updates in order of UpdateID: as they were said,
// also when a webhook brought them in another order.
func (b *Inbox) LaneUpdates(ctx context.Context, lane string) ([]Update, error) {
	return b.store.LaneUpdates(ctx, lane)
}

// AlbumAddressed reports whether a message of a group's album was Addressed, handled or not.
func (b *Inbox) AlbumAddressed(ctx context.Context, bot string, chat int64, album string) (bool, error) {
	return b.store.AlbumAddressed(ctx, bot, chat, album)
}

// Assign ties updates to a turn and reports whether one of them was to be stopped.
func (b *Inbox) Assign(ctx context.Context, ids []int64, turnID string) (stopAsked bool, err error) {
	rows, err := b.store.Assign(ctx, ids, turnID)
	if err == nil {
		b.events.assigned(ctx, rows, b.now.UTC())
	}
	return slices.ContainsFunc(rows, func(u UpdateEnd) bool { return u.StopAsked }), fault.Op(err, "assign updates")
}

// Replace swaps a waiting update's payload: the message was edited before its turn.
func (b *Inbox) Replace(ctx context.Context, id int64, payload []byte) error {
	return b.store.Replace(ctx, id, payload)
}

// Finish marks updates handled and blanks their payloads.
func (b *Inbox) Finish(ctx context.Context, ids []int64) error {
	rows, err := b.store.Finish(ctx, ids)
	b.events.updates(ctx, rows, b.events.Handled)
	return err
}

// FinishTurn marks the updates of a turn handled and blanks their payloads.
func (b *Inbox) FinishTurn(ctx context.Context, turnID string) error {
	rows, err := b.store.FinishTurn(ctx, turnID)
	b.events.updates(ctx, rows, b.events.Handled)
	return err
}

// Retry counts an attempt of updates and sets when they are tried again. Reason is constant
// English.
func (b *Inbox) Retry(ctx context.Context, ids []int64, due time.Time, reason string) error {
	return b.news.afterInbox(ctx, b.store.Retry(ctx, ids, due, reason), "retry updates")
}

// Delay sets the next due time of a lane's waiting updates without counting an attempt.
func (b *Inbox) Delay(ctx context.Context, lane string, due time.Time) error {
	return b.news.afterInbox(ctx, b.store.Delay(ctx, lane, due), "delay lane")
}

// Bury makes dead letters of updates. Reason is constant English.
func (b *Inbox) Bury(ctx context.Context, ids []int64, reason string) error {
	rows, err := b.store.Bury(ctx, ids, reason)
	b.events.updates(ctx, rows, b.events.Buried)
	return err
}

// letterStore is what the database does for the Letters.
type letterStore interface {
	Dead(ctx context.Context, limit int) ([]Update, error)
	Update(ctx context.Context, id int64) (Update, error)
	Replay(ctx context.Context, id int64, due time.Time) error
}

// Letters shows the operator the dead letters, and lets them be tried again.
type Letters struct {
	store letterStore
	news  *news
}

// Dead returns up to limit dead letters, newest first; 0 = all.
func (l *Letters) Dead(ctx context.Context, limit int) ([]Update, error) {
	return l.store.Dead(ctx, limit)
}

// Update returns one update, whatever its state; ErrNotFound when there is none.
func (l *Letters) Update(ctx context.Context, id int64) (Update, error) {
	return l.store.Update(ctx, id)
}

// Replay makes a dead letter waiting again with no attempts and wakes the lanes;
// ErrNotFound when there is none.
func (l *Letters) Replay(ctx context.Context, id int64, due time.Time) error {
	return l.news.afterInbox(ctx, l.store.Replay(ctx, id, due), "replay update")
}

// stopStore is what the database does for the Stops.
type stopStore interface {
	AskStop(ctx context.Context, lane string) (int, error)
	StopAsked(ctx context.Context, ids []int64) (bool, error)
}

// Stops records that /stop came before a turn had taken what it is about.
type Stops struct{ store stopStore }

// AskStop marks waiting updates of a lane as not to be answered, and returns how many: those
// of the person whose addressed message comes next, without those that a turn has. It waits
// for a transaction that is just giving them to a turn.
func (s *Stops) AskStop(ctx context.Context, lane string) (int, error) {
	return s.store.AskStop(ctx, lane)
}

// StopAsked reports whether one of these updates is marked.
func (s *Stops) StopAsked(ctx context.Context, ids []int64) (bool, error) {
	return s.store.StopAsked(ctx, ids)
}
