package delivery

import (
	"context"
	"time"
)

// AttemptNote records an attempt whose outcome is or may become unknown. Zero fields change
// nothing.
type AttemptNote struct {
	Tried       int       // the part (from 1) that is about to be sent
	Strays      int       // additional placeholders that may be in the chat with an unknown id
	SettleUntil time.Time // until when the platform may still carry out an earlier edit
	Repaint     bool      // the earlier edit has an older text
	// Owner claims the message until HeldUntil if several processes share the outbox.
	Owner     string
	HeldUntil time.Time
}

// settleStore is the part of Store that Settler uses.
type settleStore interface {
	NoteAttempt(ctx context.Context, id int64, n AttemptNote) error
	Settle(ctx context.Context, id int64, at, due time.Time) (OutgoingEnd, error)
	Resettle(ctx context.Context, id int64, due time.Time, strays int) error
	EndSettling(ctx context.Context, id int64) error
	SettlingAt(ctx context.Context, bot string, chat, message int64) (o Outgoing, ok bool, err error)
	ReplaceSettling(ctx context.Context, id int64, b Body, due, until time.Time) error
	StrayRange(ctx context.Context, o Outgoing, below int64) (ids []int64, err error)
}

// Settler keeps messages open that are sent completely while the outcome of a call about them
// is unknown. The platform may carry out an older edit late, which must then be replaced by the
// final text, and the chat may contain a placeholder with an unknown id, which must be deleted.
// A settling message does not delay other messages.
type Settler struct {
	store  settleStore
	news   *news
	events *announcer
}

// NoteAttempt stores a note in the row of an unfinished message.
func (s *Settler) NoteAttempt(ctx context.Context, id int64, n AttemptNote) error {
	return s.store.NoteAttempt(ctx, id, n)
}

// Settle marks a message as sent completely at a time and as settling. It can be claimed again
// when it is due.
func (s *Settler) Settle(ctx context.Context, id int64, at, due time.Time) error {
	row, err := s.store.Settle(ctx, id, at, due)
	if err == nil {
		s.events.sent(ctx, row, at)
	}
	return s.news.afterOutbox(ctx, err, "settle outgoing")
}

// Resettle sets the next due time of a settling message and the number of its possible strays.
func (s *Settler) Resettle(ctx context.Context, id int64, due time.Time, strays int) error {
	return s.news.afterOutbox(ctx, s.store.Resettle(ctx, id, due, strays), "settle outgoing again")
}

// EndSettling finishes a settling message and blanks its body.
func (s *Settler) EndSettling(ctx context.Context, id int64) error {
	return s.store.EndSettling(ctx, id)
}

// SettlingAt returns the newest settling message that this message of the platform shows.
func (s *Settler) SettlingAt(ctx context.Context, bot string, chat, message int64) (o Outgoing, ok bool, err error) {
	return s.store.SettlingAt(ctx, bot, chat, message)
}

// ReplaceSettling replaces the body of a settling message after a newer edit of the same
// message. It sets the message to be repainted when it is due, and until a time.
func (s *Settler) ReplaceSettling(ctx context.Context, id int64, b Body, due, until time.Time) error {
	return s.news.afterOutbox(ctx, s.store.ReplaceSettling(ctx, id, b.masked(), due, until), "replace settling")
}

// StrayRange returns the ids of messages that may be a lost placeholder of o, the most likely
// first. The ids are less than below, an id of o's messages, and greater than all ids of the
// chat that were known when o was put; ids of known messages are left out. It returns none when
// another message with an unknown id was sent to the chat recently.
func (s *Settler) StrayRange(ctx context.Context, o Outgoing, below int64) ([]int64, error) {
	return s.store.StrayRange(ctx, o, below)
}
