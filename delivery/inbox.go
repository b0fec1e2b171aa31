package delivery

import (
	"context"
	"slices"
	"time"

	"keepsake/clock"
	"keepsake/fault"
)

// inboxStore is the part of Store that Inbox uses.
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

// Inbox holds updates from their arrival until they are handled. Only a door writes to it. All
// writes but Receive need the claim of the update's lane: Lanes.Guard comes first in the same
// transaction. Writes skip updates that do not exist or are handled.
type Inbox struct {
	store  inboxStore
	news   *news
	events *announcer
	now    clock.Now
}

// Receive stores the updates whose (Bot, UpdateID) is new and returns their number. It creates
// their lanes and wakes the lanes.
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

// LaneUpdates returns the lane's waiting updates in the order of UpdateID. That is the order in
// which they were sent, even if a webhook has delivered them in another order.
func (b *Inbox) LaneUpdates(ctx context.Context, lane string) ([]Update, error) {
	return b.store.LaneUpdates(ctx, lane)
}

// AlbumAddressed reports whether any message of a group's album is Addressed, in any state.
func (b *Inbox) AlbumAddressed(ctx context.Context, bot string, chat int64, album string) (bool, error) {
	return b.store.AlbumAddressed(ctx, bot, chat, album)
}

// Assign assigns updates to a turn and reports whether one of them has StopAsked.
func (b *Inbox) Assign(ctx context.Context, ids []int64, turnID string) (stopAsked bool, err error) {
	rows, err := b.store.Assign(ctx, ids, turnID)
	if err == nil {
		b.events.assigned(ctx, rows, b.now.UTC())
	}
	return slices.ContainsFunc(rows, func(u UpdateEnd) bool { return u.StopAsked }), fault.Op(err, "assign updates")
}

// Replace replaces the payload of a waiting update whose message was edited.
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

// Retry counts an attempt and sets the time of the next one. reason is constant English.
func (b *Inbox) Retry(ctx context.Context, ids []int64, due time.Time, reason string) error {
	return b.news.afterInbox(ctx, b.store.Retry(ctx, ids, due, reason), "retry updates")
}

// Delay sets the next due time of a lane's waiting updates without counting an attempt.
func (b *Inbox) Delay(ctx context.Context, lane string, due time.Time) error {
	return b.news.afterInbox(ctx, b.store.Delay(ctx, lane, due), "delay lane")
}

// Bury turns updates into dead letters. reason is constant English.
func (b *Inbox) Bury(ctx context.Context, ids []int64, reason string) error {
	rows, err := b.store.Bury(ctx, ids, reason)
	b.events.updates(ctx, rows, b.events.Buried)
	return err
}

// letterStore is the part of Store that Letters uses.
type letterStore interface {
	Dead(ctx context.Context, limit int) ([]Update, error)
	Update(ctx context.Context, id int64) (Update, error)
	Replay(ctx context.Context, id int64, due time.Time) error
}

// Letters lists dead letters for the operator and replays them.
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

// Replay makes a dead letter waiting again, resets its attempts and wakes the lanes. It returns
// ErrNotFound when there is no such dead letter.
func (l *Letters) Replay(ctx context.Context, id int64, due time.Time) error {
	return l.news.afterInbox(ctx, l.store.Replay(ctx, id, due), "replay update")
}

// stopStore is the part of Store that Stops uses.
type stopStore interface {
	AskStop(ctx context.Context, lane string) (int, error)
	StopAsked(ctx context.Context, ids []int64) (bool, error)
	DropUnsent(ctx context.Context, bot string, chat int64, topic int, purpose string) (int, error)
}

// Stops records a /stop that arrives before its updates are assigned to a turn.
type Stops struct{ store stopStore }

// AskStop sets StopAsked on waiting updates of a lane and returns their number. It takes those
// of the person whose addressed message is next, except those that are assigned to a turn. It
// waits for a concurrent transaction that assigns them.
func (s *Stops) AskStop(ctx context.Context, lane string) (int, error) {
	return s.store.AskStop(ctx, lane)
}

// StopAsked reports whether one of these updates has StopAsked.
func (s *Stops) StopAsked(ctx context.Context, ids []int64) (bool, error) {
	return s.store.StopAsked(ctx, ids)
}

// DropUnsent drops the ready messages of a place that are replies or have a purpose, as far as
// nothing of them was sent, and returns their number.
func (s *Stops) DropUnsent(ctx context.Context, bot string, chat int64, topic int, purpose string) (int, error) {
	return s.store.DropUnsent(ctx, bot, chat, topic, purpose)
}
