package command

import (
	"context"

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
)

// This file is what becomes of chats: we are let in or thrown out, a person blocks us, a
// group gets another number.

// news takes in what became of the chat.
func (h *handling) news(ctx context.Context, n News) error {
	if n.MovedTo != 0 {
		return h.s.MoveChat(ctx, h.Place.Bot, n.MovedFrom, n.MovedTo)
	}
	return h.membershipChanged(ctx, n)
}

// membershipChanged notes that we may write in a chat again, or not any more. A group that
// the owner adds us to is served.
func (h *handling) membershipChanged(ctx context.Context, n News) error {
	if !n.Writable {
		return h.s.CloseChat(ctx, h.Chat)
	}
	fresh := h.Chat.IsGroup() && (!n.WasWritable || h.Chat.Closed)
	h.Chat.Closed = false
	if err := h.s.People.SaveChat(ctx, actor.OfSystem(), h.Chat); err != nil {
		return err
	}
	if err := h.letGroupIn(ctx); err != nil || !fresh {
		return err
	}
	if !h.s.Serves(h.Chat) {
		return h.turnGroupAway(ctx)
	}
	h.Reply("group.hello", h.selfData())
	return nil
}

// letGroupIn serves a group from now on where an owner acts that nobody has decided about.
func (h *handling) letGroupIn(ctx context.Context) error {
	if !h.Chat.IsGroup() || h.Person.Access != people.Owner || h.Chat.Access != people.None {
		return nil
	}
	h.Chat.Access = people.Allowed
	return h.s.People.SaveChat(ctx, h.Actor(), h.Chat)
}

// ReasonClosed is the error of messages that were given up because their chat is closed.
const ReasonClosed = "chat is closed to us"

// CloseChat notes that nothing can be sent to a chat, and gives up what waits for it.
func (s *Service) CloseChat(ctx context.Context, c people.Chat) error {
	return s.Tx.InTx(ctx, func(ctx context.Context) error {
		c.Closed = true
		if err := s.People.SaveChat(ctx, actor.OfSystem(), c); err != nil {
			return err
		}
		n, err := s.Delivery.FailChat(ctx, c.Bot, c.ID, ReasonClosed)
		if err == nil {
			s.log().Info("chat is closed to us", "group", c.IsGroup(), "given_up", n)
		}
		return err
	})
}

// Reopen notes that somebody writes to us from a chat that was closed.
func (s *Service) Reopen(ctx context.Context, c *people.Chat) error {
	if !c.Closed || c.MovedTo != 0 {
		return nil
	}
	c.Closed = false
	return s.People.SaveChat(ctx, actor.OfSystem(), *c)
}

// MoveChat takes everything that is kept about a group of a bot along to its new number:
// memory, conversations, settings, and what waits. Whoever works its lanes stops at their
// next write. Doing it again changes nothing.
func (s *Service) MoveChat(ctx context.Context, bot string, from, to int64) error {
	if from == 0 || to == 0 || from == to {
		return nil
	}
	group := func(chat int64) scope.Scope {
		return agent.GroupScope(s.Store, session.Place{Bot: bot, Chat: chat}, false)
	}
	return s.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.People.MoveChat(ctx, actor.OfSystem(), bot, from, to); err != nil {
			return err
		}
		if err := s.Memory.Move(ctx, actor.OfSystem(), group(from), group(to)); err != nil {
			return err
		}
		if err := s.Sessions.Move(ctx, actor.OfSystem(), bot, from, to); err != nil {
			return err
		}
		if err := s.Delivery.Move(ctx, bot, from, to); err != nil {
			return err
		}
		return s.Usage.Move(ctx, bot, people.ID(from), people.ID(to))
	})
}
