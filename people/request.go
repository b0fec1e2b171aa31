package people

import (
	"context"
	"time"

	"keepsake/actor"
	"keepsake/fault"
)

// Request is a stranger, or a group, that was turned away and waits for an owner's word.
// There is one of each for ever, so that owners are asked once.
type Request struct {
	Bot     string
	Subject string // the person's id, or ID of the group's number
	Title   string // a group's; a person's name is on Person
	MadeAt  time.Time
	AskedAt *time.Time // when owners were asked, nil = not yet
	Alone   bool       // they were asked about this one by itself
	Decided bool
}

// Group reports whether a group asks.
func (r Request) Group() bool { return Number(r.Subject) < 0 }

// How owners are asked, so that a crowd can't flood them: about askedAlone an hour one by
// one; the rest together, askedSpan apart, and not before they have waited askedTogether.
const (
	askedAlone    = 5
	askedTogether = 10 * time.Minute
	askedSpan     = time.Hour
)

// Knock notes that a stranger or a group was turned away, and reports whether it is the
// first time. For the house only; others get ErrDenied.
func (s *Service) Knock(ctx context.Context, a actor.Actor, bot, subject, title string) (bool, error) {
	if !a.IsPart() {
		return false, ErrDenied
	}
	fresh, err := s.store.PutRequest(ctx, Request{Bot: bot, Subject: subject, Title: title, MadeAt: s.now.UTC()})
	if err == nil && fresh && s.events.TurnedAway != nil {
		s.store.AfterCommit(ctx, s.events.TurnedAway)
	}
	return fresh, fault.Op(err, "note a request")
}

// Waiting returns the oldest requests that nobody has decided, and how many there are.
func (s *Service) Waiting(ctx context.Context, bot string, limit int) ([]Request, int, error) {
	rs, n, err := s.store.Requests(ctx, bot, false, limit)
	return rs, n, fault.Op(err, "list requests")
}

// Request returns what is known of a request, also by the number that a group had when it
// was made; ErrNotFound when there was none.
func (s *Service) Request(ctx context.Context, bot, subject string) (Request, error) {
	subject, err := s.moved(ctx, bot, subject)
	if err != nil {
		return Request{}, fault.Op(err, "request for access")
	}
	r, err := s.store.Request(ctx, bot, subject)
	return r, fault.Op(err, "request for access")
}

// moved returns the subject that a group is now; every other is itself.
func (s *Service) moved(ctx context.Context, bot, subject string) (string, error) {
	number := Number(subject)
	if number >= 0 {
		return subject, nil
	}
	c, err := s.store.Chat(ctx, bot, number)
	if err != nil || c.MovedTo == 0 {
		return subject, err
	}
	return ID(c.MovedTo), nil
}

// Ask returns what owners are to be asked now, and notes that they are: about these one by
// one, and about this number more together. Calls of one bot must not overlap. For the
// house only; others get ErrDenied.
func (s *Service) Ask(ctx context.Context, a actor.Actor, bot string) (alone []Request, together int, err error) {
	if !a.IsPart() {
		return nil, 0, ErrDenied
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		now := s.now.UTC()
		waiting, n, err := s.store.Requests(ctx, bot, true, askedAlone)
		if err != nil || n == 0 {
			return err
		}
		one, many, err := s.store.AskedSince(ctx, bot, now.Add(-askedSpan))
		if err != nil {
			return err
		}
		alone = waiting[:min(max(askedAlone-one, 0), len(waiting))]
		for _, r := range alone {
			if err := s.store.MarkAsked(ctx, bot, r.Subject, now, true); err != nil {
				return err
			}
		}
		rest := n - len(alone)
		if rest == 0 || many > 0 || len(alone) < len(waiting) && now.Sub(waiting[len(alone)].MadeAt) < askedTogether {
			return nil
		}
		if len(alone) == len(waiting) { // the next is not among those read: let it wait its while
			return nil
		}
		together = rest
		return s.store.MarkAsked(ctx, bot, "", now, false)
	})
	return alone, together, fault.Op(err, "ask owners")
}

// Decide lets somebody in or keeps them out, and reports whether that changed anything.
// A group is meant by each number it had. An owner stays an owner: ErrOwner. For owners and
// the house; others get ErrOwnersOnly.
func (s *Service) Decide(ctx context.Context, a actor.Actor, bot, subject string, access Access) (changed bool, err error) {
	if !a.IsPart() && !(a.Kind == actor.Person && a.Owner) {
		return false, ErrOwnersOnly
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if subject, err = s.moved(ctx, bot, subject); err != nil {
			return err
		}
		if changed, err = s.decide(ctx, bot, subject, access); err != nil {
			return err
		}
		return s.store.CloseRequest(ctx, bot, subject)
	})
	return changed, fault.Op(err, "decide about access")
}

func (s *Service) decide(ctx context.Context, bot, subject string, access Access) (bool, error) {
	if number := Number(subject); number < 0 {
		c, err := s.store.Chat(ctx, bot, number)
		if err != nil || c.Access == access {
			return false, err
		}
		c.Access = access
		return true, s.saveChat(ctx, c)
	}
	p, err := s.store.Get(ctx, subject)
	switch {
	case err != nil:
		return false, err
	case p.Access == Owner:
		return false, ErrOwner
	case p.Access == access:
		return false, nil
	}
	return true, s.store.SetAccess(ctx, subject, access)
}
