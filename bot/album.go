package bot

import (
	"context"
	"time"

	"github.com/go-telegram/bot/models"

	"keepsake/delivery"
	"keepsake/people"
)

// This file is what belongs together in a group though it comes in pieces: of an album the
// mention stands on one message, and is meant for all.

// albumWait is how long a message of a group's album waits for the one that says whom it is
// for, in case they come apart.
const albumWait = 5 * time.Second

// speaksToUs reports whether an update is something to answer: a message in a private
// chat, one of a group that is addressed to us by itself.
func (b *Bot) speaksToUs(ctx context.Context, u *models.Update) (bool, error) {
	m := u.Message
	if m == nil || !isGroup(m.Chat) {
		return m != nil, nil
	}
	chat, err := b.cfg.People.Chat(ctx, b.cfg.Name, m.Chat.ID)
	return err == nil && b.addressed(m, chat), err
}

// decided leaves out the messages of albums of which nobody can say yet whether they are
// for us: until is when the first of them can be called not to be, zero when there is none.
func (b *Bot) decided(ctx context.Context, rows []delivery.Update) (ready []delivery.Update, until time.Time, err error) {
	for _, r := range rows {
		if end := r.ReceivedAt.Add(albumWait); r.Album != "" && !r.Addressed && end.After(b.now()) {
			ours, err := b.cfg.Delivery.AlbumAddressed(ctx, r.Bot, r.Chat, r.Album)
			if err != nil {
				return nil, until, err
			}
			if !ours {
				if until.IsZero() || end.Before(until) {
					until = end
				}
				continue
			}
		}
		ready = append(ready, r)
	}
	return ready, until, nil
}

// oneKind returns the messages at the front that are all addressed to us, or all overheard.
func (b *Bot) oneKind(ctx context.Context, batch []talked, chat people.Chat) (front []talked, overheard bool, err error) {
	for i, t := range batch {
		ours := b.addressed(t.message, chat)
		if album := t.message.MediaGroupID; !ours && album != "" {
			if ours, err = b.cfg.Delivery.AlbumAddressed(ctx, b.cfg.Name, t.message.Chat.ID, album); err != nil {
				return nil, false, err
			}
		}
		if i == 0 {
			overheard = !ours
		}
		if ours == overheard {
			return batch[:i], overheard, nil
		}
	}
	return batch, overheard, nil
}
