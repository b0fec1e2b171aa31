package bot

import (
	"context"

	"github.com/go-telegram/bot/models"

	"keepsake/agent"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/session"
)

// This file is what becomes of chats: we are let in or thrown out, a person blocks us, a
// group gets another number.

// in reports whether a member of this kind may write in the chat.
func in(m models.ChatMember) bool {
	switch m.Type {
	case models.ChatMemberTypeOwner, models.ChatMemberTypeAdministrator, models.ChatMemberTypeMember:
		return true
	case models.ChatMemberTypeRestricted:
		return m.Restricted != nil && m.Restricted.IsMember
	}
	return false
}

// memberChanged takes in that we may write in a chat again, or no more. A group that the
// owner adds us to is served.
func (r *request) memberChanged(ctx context.Context, c *models.ChatMemberUpdated) error {
	if !in(c.NewChatMember) {
		return r.closeChat(ctx, r.chat)
	}
	fresh := r.chat.Group() && (!in(c.OldChatMember) || r.chat.Closed)
	r.chat.Closed = false
	if r.chat.Group() && r.person.Access == people.Owner && r.chat.Access == people.None {
		r.chat.Access = people.Allowed
	}
	if err := r.cfg.People.SaveChat(ctx, r.chat); err != nil || !fresh {
		return err
	}
	if !r.serves(r.chat) {
		return r.turnGroupAway(ctx, c.Chat.Title)
	}
	return r.reply(ctx, "group.hello", r.groupData())
}

// closeChat notes that nothing can be sent to a chat, and gives up what waits for it.
func (b *Bot) closeChat(ctx context.Context, c people.Chat) error {
	return b.cfg.Tx.InTx(ctx, func(ctx context.Context) error {
		c.Closed = true
		if err := b.cfg.People.SaveChat(ctx, c); err != nil {
			return err
		}
		n, err := b.cfg.Delivery.FailChat(ctx, c.Bot, c.ID, string(chatClosed))
		if err == nil {
			b.log.Info("a chat is closed to us", "group", c.Group(), "given_up", n)
		}
		return err
	})
}

// closeTo is closeChat for a chat that Telegram refused to take a message for.
func (b *Bot) closeTo(ctx context.Context, chat int64) error {
	c, err := b.cfg.People.Chat(ctx, b.cfg.Name, chat)
	if err != nil {
		return err
	}
	return b.closeChat(ctx, c)
}

// reopen notes that somebody writes to us from a chat that was closed.
func (b *Bot) reopen(ctx context.Context, c *people.Chat) error {
	if !c.Closed || c.MovedTo != 0 {
		return nil
	}
	c.Closed = false
	return b.cfg.People.SaveChat(ctx, *c)
}

// moveChat takes everything that is kept about a group along to its new number: memory,
// conversations, settings, and what waits. Whoever works its lanes stops at their next
// write. Doing it again changes nothing.
func (b *Bot) moveChat(ctx context.Context, from, to int64) error {
	if from == 0 || to == 0 || from == to {
		return nil
	}
	scope := func(chat int64) memory.Scope {
		return agent.GroupScope(b.cfg.Store, session.Place{Bot: b.cfg.Name, Chat: chat}, false)
	}
	return b.cfg.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := b.cfg.People.MoveChat(ctx, b.cfg.Name, from, to); err != nil {
			return err
		}
		if err := b.cfg.Memory.Move(ctx, scope(from), scope(to)); err != nil {
			return err
		}
		if err := b.cfg.Sessions.Move(ctx, b.cfg.Name, from, to); err != nil {
			return err
		}
		if err := b.cfg.Delivery.Move(ctx, b.cfg.Name, from, to); err != nil {
			return err
		}
		return b.cfg.Usage.Move(ctx, b.cfg.Name, people.ID(from), people.ID(to))
	})
}

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
		return true, b.cfg.Delivery.MarkFailed(ctx, o.ID, string(chatClosed))
	}
	return false, nil
}
