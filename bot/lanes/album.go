package lanes

import (
	"context"
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
		if end := r.ReceivedAt.Add(albumWait); r.Album != "" && !r.Addressed && end.After(l.Now.UTC()) {
			addressed, err := l.Delivery.AlbumAddressed(ctx, r.Bot, r.Chat, r.Album)
			if err != nil {
				return nil, decidedAt, err
			}
			if !addressed {
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
