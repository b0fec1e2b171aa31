package delivery

import (
	"context"
	"time"

	"keepsake/fault"
	"keepsake/memory"
)

var (
	ErrNotFound = fault.New(fault.NotFound, "no such delivery")
	// ErrLeaseLost says that another owner has the lane: stop, write nothing.
	ErrLeaseLost = fault.New(fault.Conflict, "the lane's lease is lost")
)

// Store is what a database must do for deliveries. Methods called with a context from
// InTx join that transaction.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// AfterCommit runs fn once the transaction of ctx has committed (at once when there is
	// none), never when it rolled back.
	AfterCommit(ctx context.Context, fn func())

	// Receive stores updates that are new by (Bot, UpdateID), and creates their lanes; it
	// returns how many were new.
	Receive(ctx context.Context, us []Update) (int, error)
	// ClaimLane gives owner a free lane of a bot (no lease, or one that ended before now) that has a
	// waiting row due, or "" ok=false. Oldest due first. Fence grows.
	ClaimLane(ctx context.Context, bot, owner string, now time.Time, lease time.Duration) (c Claim, ok bool, err error)
	// ClaimControl is ClaimLane among the control lanes only.
	ClaimControl(ctx context.Context, bot, owner string, now time.Time, lease time.Duration) (c Claim, ok bool, err error)
	// TakeLane gives owner the lane of a place whether or not anything waits there, for doors
	// without an inbox; ok=false while another holds it. Taking one's own again is a new claim.
	TakeLane(ctx context.Context, bot string, chat int64, topic int, owner string, now time.Time, lease time.Duration) (c Claim, ok bool, err error)
	// Extend prolongs the lease; ErrLeaseLost when it is not the claim's any more.
	Extend(ctx context.Context, c Claim, until time.Time) error
	// Guard is called first in every transaction of a claim's work: ErrLeaseLost unless the
	// lane's fence is still the claim's; it locks the lane's row against a takeover.
	Guard(ctx context.Context, c Claim) error
	// Release ends the lease early; not an error when it is lost.
	Release(ctx context.Context, c Claim) error
	// ReleaseAll ends every lease, of lanes and of jobs: the start of the only process
	// (SQLite).
	ReleaseAll(ctx context.Context) error
	// BumpFences ends the leases of a chat's lanes, the caller's own too, so that running
	// work there stops at its next write.
	BumpFences(ctx context.Context, bot string, chat int64) error

	// LaneUpdates returns the lane's waiting rows in order of UpdateID: as they were said,
	// also when a webhook brought them in another order.
	LaneUpdates(ctx context.Context, lane string) ([]Update, error)
	// Assign ties rows to a turn.
	Assign(ctx context.Context, ids []int64, turnID string) error
	// AskStop marks what waits in a lane for the bot, and what the same person sent besides, as
	// not to be answered, and returns how many rows that were: of the person whose message
	// comes next, without those that a turn has. It waits for a transaction that makes them a
	// turn's. StopAsked reports whether one of these rows is marked.
	AskStop(ctx context.Context, lane string) (int, error)
	StopAsked(ctx context.Context, ids []int64) (bool, error)
	// AlbumAddressed reports whether a message of a group's album was Addressed, though it may
	// be handled long since.
	AlbumAddressed(ctx context.Context, bot string, chat int64, album string) (bool, error)
	// Replace swaps a waiting row's payload (the message was edited before its turn).
	Replace(ctx context.Context, id int64, payload []byte) error
	// Finish marks rows handled and blanks their payloads; FinishTurn does so for a turn's.
	Finish(ctx context.Context, ids []int64) error
	FinishTurn(ctx context.Context, turnID string) error
	// Retry counts an attempt and sets the next due time.
	Retry(ctx context.Context, ids []int64, due time.Time, reason string) error
	// Delay sets the next due time of a lane's waiting rows without counting an attempt.
	Delay(ctx context.Context, lane string, due time.Time) error
	// Bury makes rows dead letters.
	Bury(ctx context.Context, ids []int64, reason string) error
	// Dead returns dead letters, newest first; Update returns one row.
	Dead(ctx context.Context, limit int) ([]Update, error)
	Update(ctx context.Context, id int64) (Update, error)
	// Replay makes a dead letter waiting again with no attempts.
	Replay(ctx context.Context, id int64, due time.Time) error
	// NextDue returns the earliest time at which ClaimLane may find something: the due time
	// of a waiting row, or the end of its lane's lease when that is later; ok=false: none.
	NextDue(ctx context.Context, bot string) (t time.Time, ok bool, err error)

	// Put stores an outgoing message and returns its id.
	Put(ctx context.Context, o Outgoing) (int64, error)
	Out(ctx context.Context, id int64) (Outgoing, error)
	// Ready gives a drafting reply its final body and makes it due.
	Ready(ctx context.Context, id int64, b Body, due time.Time) error
	// ClaimOut gives owner up to limit ready messages that are due, the oldest of each chat
	// only, leaving out chats in busy and what another owner holds; nobody else gets them
	// before until. A message waiting for its retry keeps its place in the chat; one that is
	// only scheduled for later holds nobody up.
	//
	// A database of one process (SQLite) holds nothing: there is nobody to hold it against.
	ClaimOut(ctx context.Context, bot, owner string, now, until time.Time, busy []int64, limit int) ([]Outgoing, error)
	// ExtendOut prolongs what owner holds. GuardOut, first in a transaction, is ErrLeaseLost
	// unless owner holds the message; it locks the row against a takeover. ReleaseOut gives
	// back all that owner holds.
	ExtendOut(ctx context.Context, bot, owner string, until time.Time) error
	GuardOut(ctx context.Context, id int64, owner string) error
	ReleaseOut(ctx context.Context, bot, owner string) error
	// Behind reports whether a reply put before o is ready in o's chat and topic and not
	// sent: o's first message must wait for it, or the answers would change places.
	Behind(ctx context.Context, o Outgoing) (bool, error)
	// SetMessages records the platform ids sent so far.
	SetMessages(ctx context.Context, id int64, messages []int64) error
	// MarkSent finishes a message and blanks its body; MarkFailed gives it up;
	// RetryOut counts an attempt and sets the next due time; its owner has the first try.
	MarkSent(ctx context.Context, id int64, at time.Time) error
	MarkFailed(ctx context.Context, id int64, reason string) error
	RetryOut(ctx context.Context, id int64, due time.Time, reason string) error
	NextDueOut(ctx context.Context, bot string) (t time.Time, ok bool, err error)
	// ByMessage returns what we sent as this platform message.
	ByMessage(ctx context.Context, bot string, chat, message int64) (Outgoing, error)

	// FailChat gives up every message that is ready for a chat, blanks it, and returns how
	// many: nothing can be sent there.
	FailChat(ctx context.Context, bot string, chat int64, reason string) (int, error)
	// Move gives what waits for a chat, in and out, to the chat that it became, and ends the
	// leases of its lanes, the caller's own too.
	Move(ctx context.Context, bot string, from, to int64) error

	// Unsettled returns how many of a bot's updates wait to be handled plus how many of its
	// messages wait to be shown, in one look: 0 when it has come to rest.
	Unsettled(ctx context.Context, bot string) (int, error)

	// Backlog counts what of a bot's waits.
	Backlog(ctx context.Context, bot string) (Backlog, error)

	// PurgeHandled deletes handled rows and sent messages older than a time.
	PurgeHandled(ctx context.Context, before time.Time) (int, error)
	// Erase destroys a scope's rows: inbox, outbox, dead letters.
	Erase(ctx context.Context, scope memory.Scope) (Erased, error)

	// TakeLease gives a named job (a cron entry, the poller) to owner until a time, unless
	// another holds it.
	TakeLease(ctx context.Context, name, owner string, now, until time.Time) (bool, error)

	// Book takes the next place of a pace and returns when the call may be made. A place
	// that is not free at now is left alone unless wait is set (ok=false).
	Book(ctx context.Context, p Pace, now time.Time, wait bool) (at time.Time, ok bool, err error)
	// ClosePace lets no place of a pace be booked for before a time; ClosedPace returns that
	// time, zero when there is none.
	ClosePace(ctx context.Context, name string, until time.Time) error
	ClosedPace(ctx context.Context, name string) (time.Time, error)
}

// Erased counts what Erase destroyed.
type Erased struct {
	Updates, Outgoing int
}
