package delivery

import (
	"context"
	"time"
)

// laneStore is the part of Store that Lanes uses.
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

// Lanes lets one owner at a time claim a lane.
type Lanes struct {
	store laneStore
	news  *news
}

// ClaimLane claims a free lane of a bot with a due update for owner, the lane with the oldest
// due time first. ok is false when there is none. A lane is free when it has no lease or its
// lease has ended. Every claim increments the lane's fence.
func (l *Lanes) ClaimLane(ctx context.Context, bot, owner string, now time.Time, lease time.Duration) (c Claim, ok bool, err error) {
	return l.store.ClaimLane(ctx, bot, owner, now, lease)
}

// ClaimControl is ClaimLane for control lanes.
func (l *Lanes) ClaimControl(ctx context.Context, bot, owner string, now time.Time, lease time.Duration) (c Claim, ok bool, err error) {
	return l.store.ClaimControl(ctx, bot, owner, now, lease)
}

// TakeLane claims the lane of a place for owner, with or without updates in it. Doors without an
// inbox use it. ok is false while another owner has the lane. Taking a lane that owner already
// has is a new claim.
func (l *Lanes) TakeLane(ctx context.Context, bot string, chat int64, topic int, owner string, now time.Time, lease time.Duration) (c Claim, ok bool, err error) {
	return l.store.TakeLane(ctx, bot, chat, topic, owner, now, lease)
}

// Extend extends the lease. It returns ErrLeaseLost when the lane has another claim.
func (l *Lanes) Extend(ctx context.Context, c Claim, until time.Time) error {
	return l.store.Extend(ctx, c, until)
}

// Guard returns ErrLeaseLost unless the lane still has the claim's fence. It locks the lane's
// row, so every transaction that works on the lane calls it first.
func (l *Lanes) Guard(ctx context.Context, c Claim) error { return l.store.Guard(ctx, c) }

// Release ends the lease and wakes the lanes, so that another worker can claim the lane at once.
// It returns no error when the lease was lost before.
func (l *Lanes) Release(ctx context.Context, c Claim) error {
	return l.news.afterInbox(ctx, l.store.Release(ctx, c), "release lane")
}

// ReleaseIdle releases a lane without waiting updates and reports whether it did. It wakes the
// lanes only if an update arrived at the same time, because a worker that looked at that moment
// has found the lane claimed.
func (l *Lanes) ReleaseIdle(ctx context.Context, c Claim) (released bool, err error) {
	released, overlooked, err := l.store.ReleaseIdle(ctx, c)
	if overlooked {
		err = l.news.afterInbox(ctx, err, "release idle lane")
	}
	return released, err
}

// ReleaseAll ends all leases of lanes and jobs. The only process on a database (SQLite) calls it
// at its start.
func (l *Lanes) ReleaseAll(ctx context.Context) error { return l.store.ReleaseAll(ctx) }

// BumpFences ends the leases of a chat's lanes, including the caller's, so that running work on
// them fails at its next write.
func (l *Lanes) BumpFences(ctx context.Context, bot string, chat int64) error {
	return l.store.BumpFences(ctx, bot, chat)
}

// NextDue returns the earliest time at which ClaimLane may succeed: the due time of a waiting
// update, or the end of its lane's lease if that is later. ok is false when no update waits.
func (l *Lanes) NextDue(ctx context.Context, bot string) (t time.Time, ok bool, err error) {
	return l.store.NextDue(ctx, bot)
}

// leaseStore is the part of Store that Leases uses.
type leaseStore interface {
	TakeLease(ctx context.Context, name, owner string, now, until time.Time) (bool, error)
}

// Leases lets one process at a time take a named job, such as polling.
type Leases struct{ store leaseStore }

// TakeLease takes a job for owner until a time. It returns false while another owner has it. The
// owner extends a lease by taking it again, and ends it with until = now.
func (l *Leases) TakeLease(ctx context.Context, name, owner string, now, until time.Time) (bool, error) {
	return l.store.TakeLease(ctx, name, owner, now, until)
}
