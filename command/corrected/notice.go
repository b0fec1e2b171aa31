package corrected

import (
	"context"
	"errors"
	"strings"
	"time"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/session"
)

// This file is what stands in a chat about a message that its writer changed. Its state is in the outbox: the newest row
// with such a purpose says where it is shown, and about which wording.

// Purposes of the messages about a changed message, and of their edits. ReplyTo is the changed message.
const (
	purposeCorrected = "memory.corrected" // memories that rest on it
	purposeWithdrawn = "memory.withdrawn" // what waited for a tap, and rested on it
)

// replaceWithin is how long such a message is changed where it stands. Later, it has scrolled away, and another is sent.
const replaceWithin = 10 * time.Minute

// notice is what was last said about a changed message.
type notice struct {
	shown   int64 // our message; 0 = not known
	isOpen  bool  // it has buttons
	wording string
	at      time.Time
	about   int64 // the changed message
}

// Marks of notice.isOpen in a row's Ref, before the wording.
const (
	openMark    = "open."
	settledMark = "settled."
)

// noticeOf returns what is to be noted about a message that reads as it does now.
func noticeOf(m session.Message, isOpen bool) notice {
	return notice{isOpen: isOpen, wording: hashOf(m.View().Content), about: m.External}
}

// lastNotice returns what was last said to a person about a changed message; the zero notice is nothing.
func (d *Desk) lastNotice(ctx context.Context, a *answer.Answer, purpose string, message int64) (notice, error) {
	row, err := d.Delivery.Latest(ctx, delivery.Outgoing{Bot: a.Place.Bot, Chat: a.Place.Chat, Person: a.Person.ID, Purpose: purpose, ReplyTo: message})
	if errors.Is(err, delivery.ErrNotFound) {
		return notice{}, nil
	}
	n := notice{shown: row.Target, at: row.DueAt, about: message}
	if len(row.Messages) > 0 {
		n.shown = row.Messages[len(row.Messages)-1]
	}
	n.wording, n.isOpen = strings.CutPrefix(row.Ref, openMark)
	n.wording = strings.TrimPrefix(n.wording, settledMark)
	return n, err
}

// show says what is now about a changed message: where it was said before if that is still open, else in a new message.
func (d *Desk) show(a *answer.Answer, last notice, purpose string, body delivery.Body, now notice) {
	isThere := last.isOpen && last.shown != 0
	switch {
	case isThere && (!now.isOpen || a.Now.Sub(last.at) < replaceWithin):
		a.Replace(last.shown, body)
	default:
		if isThere {
			a.SetKeyboard(last.shown, nil)
		}
		a.Send(body)
	}
	mark(a, purpose, now)
}

// mark notes in the last message of an answer what it says about a changed message.
func mark(a *answer.Answer, purpose string, n notice) {
	o := &a.Out[len(a.Out)-1]
	o.Purpose, o.ReplyTo, o.Ref = purpose, n.about, settledMark+n.wording
	if n.isOpen {
		o.Ref = openMark + n.wording
	}
}
