package delivery

import (
	"context"
	"time"
)

// laneStore is what the database does for the Lanes.
type laneStore interface {
	ClaimLane(ctx context.Context, bot, owner string, now time.Time, lease time.Duration) (c Claim, ok bool, err error)
	ClaimControl(ctx context.Context, bot, owner string, now time.Time, lease time.Duration) (c Claim, ok bool, err error)
	TakeLane(ctx context.Context, bot string, chat int64, topic int, owner string, now time.Time, lease time.Duration) (c Claim, ok bool, err error)
	Extend(ctx context.Context, c Claim, until time.Time) error
	Guard(ctx context.Context, c Claim) error
	Release(ctx context.Context, c Claim) error
	ReleaseIdle(ctx context.Context, c Claim) (released, overlooked bool, err error)
	ReleaseAll(ctx context.Context) error
	BumpFences(ctx context.Context, bot string, chat int64) error
	NextDue(ctx context.Context, bot string) (t time.Time, ok bool, err error)
}

// Lanes gives each lane to one owner at a time.
type Lanes struct {
	store laneStore
	news  *news
}

// ClaimLane gives owner a free lane of a bot that has a waiting update due at now, the one
// that is due for longest first; ok=false when there is none. A lane is free when it has no
// lease or one that ended before now. Its fence grows with every claim.
func (l *Lanes) ClaimLane(ctx context.Context, bot, owner string, now time.Time, lease time.Duration) (c Claim, ok bool, err error) {
	return l.store.ClaimLane(ctx, bot, owner, now, lease)
}

// ClaimControl is ClaimLane among the control lanes only.
func (l *Lanes) ClaimControl(ctx context.Context, bot, owner string, now time.Time, lease time.Duration) (c Claim, ok bool, err error) {
	return l.store.ClaimControl(ctx, bot, owner, now, lease)
}

// TakeLane gives owner the lane of a place whether or not anything waits there, for doors
// without an inbox; ok=false while another holds it. Taking one's own again is a new claim.
func (l *Lanes) TakeLane(ctx context.Context, bot string, chat int64, topic int, owner string, now time.Time, lease time.Duration) (c Claim, ok bool, err error) {
	return l.store.TakeLane(ctx, bot, chat, topic, owner, now, lease)
}

// Extend prolongs the lease; ErrLeaseLost when it is not the claim's any more.
func (l *Lanes) Extend(ctx context.Context, c Claim, until time.Time) error {
	return l.store.Extend(ctx, c, until)
}

// Guard is called first in every transaction of a claim's work: ErrLeaseLost unless the
// lane's fence is still the claim's. It locks the lane's row against a takeover.
func (l *Lanes) Guard(ctx context.Context, c Claim) error { return l.store.Guard(ctx, c) }

// Release ends the lease early and wakes the lanes, so that another worker may take it at
// once. A lease that is lost already is no error.
func (l *Lanes) Release(ctx context.Context, c Claim) error {
	return l.news.afterInbox(ctx, l.store.Release(ctx, c), "release lane")
}

// ReleaseIdle is Release for a lane in which nothing waits; it reports whether that was so.
// It wakes the lanes only for an update that came in the meantime: whoever looked just then
// found the lane taken.
func (l *Lanes) ReleaseIdle(ctx context.Context, c Claim) (released bool, err error) {
	released, overlooked, err := l.store.ReleaseIdle(ctx, c)
	if overlooked {
		err = l.news.afterInbox(ctx, err, "release idle lane")
	}
	return released, err
}

// ReleaseAll ends every lease, of lanes and of jobs: for the start of the only process on a
// database (SQLite).
func (l *Lanes) ReleaseAll(ctx context.Context) error { return l.store.ReleaseAll(ctx) }

// BumpFences ends the leases of a chat's lanes, the caller's own too, so that running work
// there stops at its next write.
func (l *Lanes) BumpFences(ctx context.Context, bot string, chat int64) error {
	return l.store.BumpFences(ctx, bot, chat)
}

// NextDue returns the earliest time at which ClaimLane may find something: the due time of
// a waiting update, or the end of its lane's lease when that is later; ok=false when
// nothing waits.
func (l *Lanes) NextDue(ctx context.Context, bot string) (t time.Time, ok bool, err error) {
	return l.store.NextDue(ctx, bot)
}

// leaseStore is what the database does for the Leases.
type leaseStore interface {
	TakeLease(ctx context.Context, name, owner string, now, until time.Time) (bool, error)
}

// Leases gives named jobs (an entry of the schedule, the poller) to one process at a time.
type Leases struct{ store leaseStore }

// TakeLease gives a job to owner until a time and returns true, unless another holds it at
// now. The holder prolongs it by taking it again, and ends it with until = now.
func (l *Leases) TakeLease(ctx context.Context, name, owner string, now, until time.Time) (bool, error) {
	return l.store.TakeLease(ctx, name, owner, now, until)
}
