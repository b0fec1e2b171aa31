package delivery

import (
	"context"
	"time"
)

// AttemptNote is what a sender writes down about attempts whose outcome is not known, or
// may come to be unknown. Zero fields change nothing.
type AttemptNote struct {
	Tried       int       // the part (from 1) whose sending begins now
	Strays      int       // how many more placeholders may be in the chat whose id nobody learned
	SettleUntil time.Time // until when an edit that was called may still be carried out
	Repaint     bool      // that edit shows an older text
	// Owner keeps the message from other senders until HeldUntil, where processes share it.
	Owner     string
	HeldUntil time.Time
}

// settleStore is what the database does for the Settler.
type settleStore interface {
	NoteAttempt(ctx context.Context, id int64, n AttemptNote) error
	Settle(ctx context.Context, id int64, at, due time.Time) (OutgoingEnd, error)
	Resettle(ctx context.Context, id int64, due time.Time, strays int) error
	EndSettling(ctx context.Context, id int64) error
	SettlingAt(ctx context.Context, bot string, chat, message int64) (o Outgoing, ok bool, err error)
	ReplaceSettling(ctx context.Context, id int64, b Body, due, until time.Time) error
	StrayRange(ctx context.Context, o Outgoing, below int64) (ids []int64, err error)
}

// Settler keeps messages open that are shown whole, while calls about them have no known
// outcome: an older edit may be carried out late and is then painted over; a placeholder
// may stand in the chat whose id nobody learned. Such a message holds up no other.
type Settler struct {
	store  settleStore
	news   *news
	events *announcer
}

// NoteAttempt writes a note to a message that is not finished.
func (s *Settler) NoteAttempt(ctx context.Context, id int64, n AttemptNote) error {
	return s.store.NoteAttempt(ctx, id, n)
}

// Settle marks a message as sent whole at a time, and keeps it open: it is claimed again
// when it is due.
func (s *Settler) Settle(ctx context.Context, id int64, at, due time.Time) error {
	row, err := s.store.Settle(ctx, id, at, due)
	if err == nil {
		s.events.sent(ctx, row, at)
	}
	return s.news.afterOutbox(ctx, err, "settle outgoing")
}

// Resettle sets when a settling message is looked at again, and how many strays it still
// may have.
func (s *Settler) Resettle(ctx context.Context, id int64, due time.Time, strays int) error {
	return s.news.afterOutbox(ctx, s.store.Resettle(ctx, id, due, strays), "settle outgoing again")
}

// EndSettling finishes a settling message and blanks its body.
func (s *Settler) EndSettling(ctx context.Context, id int64) error {
	return s.store.EndSettling(ctx, id)
}

// SettlingAt returns the newest settling message that shows one of the platform's.
func (s *Settler) SettlingAt(ctx context.Context, bot string, chat, message int64) (o Outgoing, ok bool, err error) {
	return s.store.SettlingAt(ctx, bot, chat, message)
}

// ReplaceSettling gives a settling message the body that a newer edit has put in its
// place, to be painted again when it is due, and until a time.
func (s *Settler) ReplaceSettling(ctx context.Context, id int64, b Body, due, until time.Time) error {
	return s.news.afterOutbox(ctx, s.store.ReplaceSettling(ctx, id, b, due, until), "replace settling")
}

// StrayRange returns the platform's ids below one of o's messages that may be a placeholder
// of o's whose id nobody learned, the likeliest first: later than what was known of the chat
// when o was put, and not known as anybody's message. There are none when messages of another
// kind were lately sent to the chat with an unknown outcome.
func (s *Settler) StrayRange(ctx context.Context, o Outgoing, below int64) ([]int64, error) {
	return s.store.StrayRange(ctx, o, below)
}
