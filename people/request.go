package people

import (
	"context"
	"errors"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/secret"
)

// Request is the request for access of a person or a group that was turned away. It is stored
// permanently, so that owners are asked only once about each.
type Request struct {
	Bot     string
	Subject string // the person's id, or ID of the group's chat id
	Title   string // of a group; a person's name is in Person
	MadeAt  time.Time
	AskedAt *time.Time // when owners were asked; nil = not yet
	Alone   bool       // owners were asked about this request alone, not together with others
	Decided bool
}

// IsGroup reports whether the request is a group's.
func (r Request) IsGroup() bool { return Number(r.Subject) < 0 }

// Limits that keep owners from being flooded with questions. They are asked about askedAlone
// requests an hour one by one. They are asked about the others together, at most once in
// askedSpan, when these have waited for askedTogether.
const (
	askedAlone    = 5
	askedTogether = 10 * time.Minute
	askedSpan     = time.Hour
)

// Knock records that a person or a group was turned away, and reports whether that is the first
// time. Only the system may call it; others get ErrDenied.
func (s *Service) Knock(ctx context.Context, a actor.Actor, bot, subject, title string) (bool, error) {
	if !a.IsPart() {
		return false, ErrDenied
	}
	fresh, err := s.store.PutRequest(ctx, Request{Bot: bot, Subject: subject, Title: secret.Mask(title), MadeAt: s.now.UTC()})
	if err == nil && fresh && s.events.TurnedAway != nil {
		s.store.AfterCommit(ctx, s.events.TurnedAway)
	}
	return fresh, fault.Op(err, "note a request")
}

// Waiting returns the oldest undecided requests and the number of all undecided ones.
func (s *Service) Waiting(ctx context.Context, bot string, limit int) ([]Request, int, error) {
	rs, n, err := s.store.Requests(ctx, bot, false, limit)
	return rs, n, fault.Op(err, "list requests")
}

// Admission is an owner's decision about a person or a group.
type Admission struct {
	Subject  string // the person's id, or ID of the group's chat id
	Name     string // what they call themselves; of a group its title; "" = unknown
	Username string
	Access   Access // Allowed or Blocked
}

// IsGroup reports whether the decision is about a group.
func (a Admission) IsGroup() bool { return Number(a.Subject) < 0 }

// Admissions returns the decisions about people, which count for all bots, and about a bot's groups: at most limit of
// each. Owners are not among them.
func (s *Service) Admissions(ctx context.Context, bot string, limit int) ([]Admission, error) {
	ps, err := s.store.Decided(ctx, limit)
	if err != nil {
		return nil, fault.Op(err, "list decisions about access")
	}
	var all []Admission
	for _, p := range ps {
		all = append(all, Admission{Subject: p.ID, Name: p.Name, Username: p.Username, Access: p.Access})
	}
	cs, err := s.store.DecidedChats(ctx, bot, limit)
	for _, c := range cs {
		a := Admission{Subject: ID(c.ID), Access: c.Access}
		r, err := s.store.Request(ctx, bot, a.Subject)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return nil, fault.Op(err, "list decisions about access")
		}
		a.Name = r.Title
		all = append(all, a)
	}
	return all, fault.Op(err, "list decisions about access")
}

// Guests returns up to limit people who have written to any bot and are no owners, after the first offset, the last seen
// first, and the number of all.
func (s *Service) Guests(ctx context.Context, offset, limit int) ([]Person, int, error) {
	ps, n, err := s.store.Guests(ctx, offset, limit)
	return ps, n, fault.Op(err, "list people")
}

// Request returns the request of a subject, or ErrNotFound. A group is also found by the id
// that it had before it moved.
func (s *Service) Request(ctx context.Context, bot, subject string) (Request, error) {
	subject, err := s.currentSubject(ctx, bot, subject)
	if err != nil {
		return Request{}, fault.Op(err, "request for access")
	}
	r, err := s.store.Request(ctx, bot, subject)
	return r, fault.Op(err, "request for access")
}

// currentSubject returns the current subject of a group that may have moved. Any other subject
// is returned unchanged.
func (s *Service) currentSubject(ctx context.Context, bot, subject string) (string, error) {
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

// Ask returns the requests about which owners must be asked now: these one by one, and this
// number of others together. It records that owners are asked. Calls for one bot must not
// overlap. Only the system may call it; others get ErrDenied.
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
		if len(alone) == len(waiting) { // the next request was not read, so it waits for a later call
			return nil
		}
		together = rest
		return s.store.MarkAsked(ctx, bot, "", now, false)
	})
	return alone, together, fault.Op(err, "ask owners")
}

// Decide sets the access of a person or a group and reports whether that changed it. A group is
// found by any id that it had. Decide returns ErrOwner for an owner, whose access cannot be
// changed. Only owners and the system may call it; others get ErrOwnersOnly.
func (s *Service) Decide(ctx context.Context, a actor.Actor, bot, subject string, access Access) (changed bool, err error) {
	if !a.IsPart() && !(a.Kind == actor.Person && a.Owner) {
		return false, ErrOwnersOnly
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if subject, err = s.currentSubject(ctx, bot, subject); err != nil {
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
