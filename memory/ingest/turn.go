package ingest

import (
	"context"
	"time"

	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
)

// EndTurn notes that the messages of a turn are to be read later, and reports whether a find is offered
// under its answer. Call it in the transaction that ends the turn; p is whom the turn answers, and owner
// returns whose memories the conversation is about. It does nothing while extraction is off.
func (s *Service) EndTurn(ctx context.Context, t session.Turn, ms []session.Message, p people.Person, owner func(x session.Session) []scope.Scope) (offered bool, err error) {
	if s == nil || !s.Policy.Enable || len(ms) == 0 {
		return false, nil
	}
	x, err := s.Sessions.Get(ctx, t.SessionID)
	if err != nil {
		return false, err
	}
	if x.Private {
		return false, nil
	}
	of, mode, zone := owner(x)[0], p.MemoryMode, people.ZoneOf(p, s.Zone)
	hours := people.QuietHoursOf(p, s.Silent)
	if x.IsGroup() {
		c, err := s.People.Chat(ctx, x.Place.Bot, x.Place.Chat)
		if err != nil {
			return false, err
		}
		mode, zone, hours = c.MemoryMode, s.Zone, s.Silent
	}
	if err := s.Enqueue(ctx, Stretch{Scope: of, SessionID: x.ID, From: ms[0].Seq, To: ms[len(ms)-1].Seq, Mode: mode}); err != nil {
		return false, err
	}
	if t.State != session.TurnAnswered {
		return false, nil
	}
	return s.Offer(ctx, Moment{Scope: of, SessionID: x.ID, TurnID: t.ID, Person: p.ID, Mode: mode, Zone: zone, Hours: hours})
}

// every is how often Run looks for runs that are due.
const every = 5 * time.Second

// Run works the runs that fall due until ctx ends. An error of the database is logged, and the work tried
// again.
func (s *Service) Run(ctx context.Context) error {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if _, err := s.Work(ctx); err != nil && ctx.Err() == nil {
			s.log().ErrorContext(ctx, "extraction could not work", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}
