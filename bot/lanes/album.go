package lanes

import (
	"context"
	"slices"
	"time"

	"keepsake/delivery"
	"keepsake/people"
)

// This file is what belongs together in a group though it comes in pieces: of an album the
// mention stands on one message, and is meant for all.

// albumWait is how long a message of a group's album waits for the one that says whom it is
// for, in case they come apart.
const albumWait = 5 * time.Second

// dropUndecided leaves out the messages of albums of which nobody can say yet whether they
// are for us: decidedAt is when the first of them can be called not to be, zero when there is
// none.
func (l *Lanes) dropUndecided(ctx context.Context, rows []delivery.Update) (ready []delivery.Update, decidedAt time.Time, err error) {
	for _, r := range rows {
		if end := r.ReceivedAt.Add(albumWait); r.Album != "" && !r.Addressed && end.After(l.Now.UTC()) && !hasMention(rows, r.Album) {
			decided, err := l.isDecided(ctx, r)
			if err != nil {
				return nil, decidedAt, err
			}
			if !decided {
				if decidedAt.IsZero() || end.Before(decidedAt) {
					decidedAt = end
				}
				continue
			}
		}
		ready = append(ready, r)
	}
	return ready, decidedAt, nil
}

// isDecided reports whether a message of an album may go without the one that speaks to us,
// because that one went before. One that has come since the rows were read goes together with it.
func (l *Lanes) isDecided(ctx context.Context, r delivery.Update) (bool, error) {
	addressed, err := l.Delivery.AlbumAddressed(ctx, r.Bot, r.Chat, r.Album)
	if err != nil || !addressed {
		return false, err
	}
	rows, err := l.Delivery.LaneUpdates(ctx, r.Lane)
	return !hasMention(rows, r.Album), err
}

// hasMention reports whether a message of the album among the rows speaks to us.
func hasMention(rows []delivery.Update, album string) bool {
	return slices.ContainsFunc(rows, func(r delivery.Update) bool { return r.Album == album && r.Addressed })
}

// limitAddressed returns the messages at the front that are all addressed to us, or all
// overheard.
func (l *Lanes) limitAddressed(ctx context.Context, batch []message, chat people.Chat) (front []message, overheard bool, err error) {
	for i, m := range batch {
		addressed := m.in.IsAddressed(chat.ByName)
		if album := m.in.Message.Album; !addressed && album != "" {
			if addressed, err = l.Delivery.AlbumAddressed(ctx, l.Bot, m.in.Chat.ID, album); err != nil {
				return nil, false, err
			}
		}
		if i == 0 {
			overheard = !addressed
		}
		if addressed == overheard {
			return batch[:i], overheard, nil
		}
	}
	return batch, overheard, nil
}
