package bot

import (
	"context"

	"keepsake/bot/telegram"
	"keepsake/delivery"
)

// This file is what Telegram tells of chats by refusing messages.

// closeTo notes that Telegram refused to take a message for a chat.
func (b *Bot) closeTo(ctx context.Context, chat int64) error {
	c, err := b.cfg.People.Chat(ctx, b.cfg.Name, chat)
	if err != nil {
		return err
	}
	return b.cfg.Commands.CloseChat(ctx, c)
}

// moveChat takes everything that is kept about a group along to its new number.
func (b *Bot) moveChat(ctx context.Context, from, to int64) error {
	return b.cfg.Commands.MoveChat(ctx, b.cfg.Name, from, to)
}

// chats tells the outbox what became of chats.
type chats struct{ *Bot }

// Unreachable, Closed and Moved are outbox.Chats'.
func (c chats) Unreachable(ctx context.Context, o delivery.Outgoing) (bool, error) {
	return c.unreachable(ctx, o)
}
func (c chats) Closed(ctx context.Context, chat int64) error    { return c.closeTo(ctx, chat) }
func (c chats) Moved(ctx context.Context, from, to int64) error { return c.moveChat(ctx, from, to) }

// unreachable reports whether an outgoing message has nowhere to go any more, and sees to
// it: a chat that is closed fails it without asking Telegram again, one that moved takes
// it along.
func (b *Bot) unreachable(ctx context.Context, o delivery.Outgoing) (bool, error) {
	c, err := b.cfg.People.Chat(ctx, b.cfg.Name, o.Chat)
	switch {
	case err != nil:
		return false, err
	case c.MovedTo != 0:
		return true, b.cfg.Delivery.Move(ctx, b.cfg.Name, o.Chat, c.MovedTo)
	case c.Closed:
		return true, b.cfg.Delivery.MarkFailed(ctx, o.ID, string(telegram.ChatClosed))
	}
	return false, nil
}
