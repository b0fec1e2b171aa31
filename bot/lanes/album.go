package lanes

import (
	"context"
	"slices"
	"time"

	"keepsake/delivery"
	"keepsake/people"
)

// This file handles albums in groups. The messages of an album arrive one by one. Only one of them has the caption that may
// mention the bot, and a mention addresses all of them.

// albumWait is how long a message of a group's album waits for the message that mentions the bot.
const albumWait = 5 * time.Second

// dropUndecided returns the rows without those messages of albums that may still turn out to be addressed to the bot.
// decidedAt is the earliest time at which the wait of one of them ends, zero when none was left out.
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

// isDecided reports whether a message of an album need not wait, because the message that mentions the bot was handled
// before. Where that message has arrived since the rows were read, both are handled together.
func (l *Lanes) isDecided(ctx context.Context, r delivery.Update) (bool, error) {
	addressed, err := l.Delivery.AlbumAddressed(ctx, r.Bot, r.Chat, r.Album)
	if err != nil || !addressed {
		return false, err
	}
	rows, err := l.Delivery.LaneUpdates(ctx, r.Lane)
	return !hasMention(rows, r.Album), err
}

// hasMention reports whether one of the rows is a message of the album that is addressed to the bot.
func hasMention(rows []delivery.Update, album string) bool {
	return slices.ContainsFunc(rows, func(r delivery.Update) bool { return r.Album == album && r.Addressed })
}

// limitAddressed returns the first messages of a batch up to the first change between addressed to the bot and overheard,
// and which of both they are.
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
