package command

import (
	"context"
	"slices"

	"keepsake/actor"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/people"
	"keepsake/session"
)

// This file is who may talk to the bot, and what strangers hear: they are turned away
// politely, and the owners are asked.

// Access says who may talk to the bot.
type Access string

const (
	AccessOwner Access = "owner"     // owners (by one-time link), people they allowed, groups they let us into
	AccessList  Access = "allowlist" // owners, and the people and groups of Service.Allow
	AccessOpen  Access = "open"      // everyone, in private chats and groups
)

// WhoMayTalk returns who may talk to the bot.
func (s *Service) WhoMayTalk() Access { return s.access() }

// access returns who may talk to the bot, the default filled in.
func (s *Service) access() Access {
	if s.Access == "" {
		return AccessOwner
	}
	return s.Access
}

// Admits reports whether a person may talk to the bot in private. It never follows from what
// a group they are in may do.
func (s *Service) Admits(p people.Person) bool {
	switch {
	case p.Access == people.Blocked:
		return false
	case p.Access == people.Owner, s.access() == AccessOpen:
		return true
	case s.access() == AccessList:
		return slices.Contains(s.Allow, people.Number(p.ID))
	}
	return p.Access == people.Allowed
}

// Serves reports whether a group may talk to the bot. It never follows from what its members
// may do in private.
func (s *Service) Serves(c people.Chat) bool {
	switch {
	case c.Access == people.Blocked:
		return false
	case s.access() == AccessList: // written by hand, it still names what the group was before
		return slices.Contains(s.Allow, c.ID) || c.MovedFrom != 0 && slices.Contains(s.Allow, c.MovedFrom)
	}
	return s.access() == AccessOpen || c.Access == people.Allowed
}

// TurnAway returns what a stranger hears who talked to the bot in private: one sentence the
// first time, then nothing. It notes that they were there and asks the owners about them,
// in the caller's transaction.
func (s *Service) TurnAway(ctx context.Context, p people.Person, place session.Place) (Reply, error) {
	h := s.handle(Request{Place: place}, p, people.NewChat(place.Bot, place.Chat))
	err := h.turnAway(ctx, false)
	return h.reply(), err
}

// turnAway gives a stranger one polite sentence: the first time they write, and, where
// owners decide, whenever they use a command (which is asking). Whoever was blocked hears
// nothing.
func (h *handling) turnAway(ctx context.Context, asking bool) error {
	if h.Person.Access == people.Blocked {
		return nil
	}
	first, err := h.knock(ctx, h.Person.ID, "")
	if err != nil {
		return err
	}
	if h.Tap != nil {
		h.Note = h.Plain("access.denied", nil)
		return nil
	}
	if !first && !(asking && h.s.access() == AccessOwner) {
		return nil
	}
	return h.sayTurnedAway(ctx, "access.denied", first)
}

// turnGroupAway is turnAway for a group.
func (h *handling) turnGroupAway(ctx context.Context) error {
	if h.Chat.Access == people.Blocked {
		return nil
	}
	first, err := h.knock(ctx, people.ID(h.Chat.ID), h.req.Title)
	if err != nil || !first && h.s.access() != AccessOwner {
		return err
	}
	return h.sayTurnedAway(ctx, "access.group_denied", first)
}

// sayTurnedAway says so; and that the owners are asked, when they are.
func (h *handling) sayTurnedAway(ctx context.Context, id string, first bool) error {
	sentence := h.Say(id, nil)
	if owners, err := h.s.People.Owners(ctx); err != nil {
		return err
	} else if first && len(owners) > 0 && h.s.access() == AccessOwner {
		sentence += " " + h.Say("access.asked", nil)
	}
	h.Send(delivery.Body{Text: sentence})
	return nil
}

// knock notes that somebody was turned away; the first time the owners are asked about
// them, where it is theirs to say.
func (h *handling) knock(ctx context.Context, subject, title string) (first bool, err error) {
	first, err = h.s.People.Knock(ctx, actor.OfSystem(), h.s.Name, subject, title)
	if err != nil || !first || h.s.access() != AccessOwner {
		return first, err
	}
	_, err = h.s.AskOwners(ctx)
	return first, err
}

// AskOwners asks the owners about who was turned away and waits: a few one by one, a crowd
// together (people.Service.Ask). What is too much now is asked by a later call; upkeep
// makes one now and then. It returns about how many it asked.
func (s *Service) AskOwners(ctx context.Context) (int, error) {
	if s.access() != AccessOwner {
		return 0, nil
	}
	asked := 0
	err := s.Tx.InTx(ctx, func(ctx context.Context) error {
		owners, err := s.People.Owners(ctx)
		if err != nil || len(owners) == 0 {
			return err
		}
		// One asks at a time, whichever replica: the row is held until the commit.
		now := s.Now.UTC()
		if mine, err := s.Delivery.TakeLease(ctx, "access:"+s.Name, s.Process, now, now); err != nil || !mine {
			return err
		}
		alone, together, err := s.People.Ask(ctx, actor.OfSystem(), s.Name)
		if err != nil {
			return err
		}
		asked = len(alone) + together
		for _, owner := range owners {
			if err := s.askOwner(ctx, owner, alone, together); err != nil {
				return err
			}
		}
		return nil
	})
	return asked, fault.Op(err, "ask owners about strangers")
}
