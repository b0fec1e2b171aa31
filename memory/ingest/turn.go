package ingest

import (
	"context"
	"slices"
	"time"

	"keepsake/fault"
	"keepsake/logs"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
)

// Below is what stands under an answer because memories form by themselves.
type Below struct {
	Offered bool // a find, as a decision of the turn
	Told    bool // of memories that were kept unasked, which Service.Told lists
}

// IsEmpty reports whether nothing stands there.
func (b Below) IsEmpty() bool { return !b.Offered && !b.Told }

// EndTurn notes that the messages of a turn are to be read later, and returns what stands under its answer.
// Call it in the transaction that ends the turn; p is whom the turn answers, and owner
// returns whose memories the conversation is about. It does nothing while extraction is off.
func (s *Service) EndTurn(ctx context.Context, t session.Turn, ms []session.Message, p people.Person, owner func(x session.Session) []scope.Scope) (below Below, err error) {
	if s == nil || len(ms) == 0 {
		return below, nil
	}
	if policy, err := s.CurrentPolicy(ctx); err != nil || !policy.Enable {
		return below, err
	}
	x, err := s.Sessions.Get(ctx, t.SessionID)
	if err != nil || x.Private {
		return below, err
	}
	of, mode, zone := owner(x)[0], p.MemoryMode, people.ZoneOf(p, s.Zone)
	hours := people.QuietHoursOf(p, s.Silent)
	if x.IsGroup() {
		c, err := s.People.Chat(ctx, x.Place.Bot, x.Place.Chat)
		if err != nil {
			return below, err
		}
		mode, zone, hours = c.MemoryMode, s.Zone, s.Silent
	}
	stretch := Stretch{Scope: of, SessionID: x.ID, From: ms[0].Seq, To: ms[len(ms)-1].Seq, Mode: mode, Along: s.Forming.ReadsAlong(x, p)}
	if err := s.Enqueue(ctx, stretch); err != nil {
		return below, err
	}
	if t.State != session.TurnAnswered {
		return below, nil
	}
	if p.Receipts {
		if below.Told, err = s.tell(ctx, of, t.ID); err != nil {
			return below, err
		}
	}
	below.Offered, err = s.Offer(ctx, Moment{Scope: of, SessionID: x.ID, TurnID: t.ID, Person: p.ID, Mode: mode, Zone: zone, Hours: hours})
	return below, err
}

// tell notes that what was kept of a scope unasked and is still remembered is told of under the answer of a turn, and
// reports whether there is any. What is not remembered any more is not told of.
func (s *Service) tell(ctx context.Context, owner scope.Scope, turnID string) (bool, error) {
	kept, err := s.Candidates.Told(ctx, owner, "")
	if err != nil || len(kept) == 0 {
		return false, err
	}
	if err := s.Candidates.MarkTold(ctx, extraction, kept, turnID); err != nil {
		return false, err
	}
	told, err := s.Told(ctx, owner, turnID)
	return len(told) > 0, err
}

// Told is a memory that was kept unasked.
type Told struct {
	Memory   memory.Memory
	ChangeID string // that kept it, or gave it its present words
}

// Told returns the memories of a scope that were kept unasked and told of under the answer of a turn, as far as they are
// still remembered, in the order in which they were found.
func (s *Service) Told(ctx context.Context, owner scope.Scope, turnID string) (out []Told, err error) {
	if s == nil || turnID == "" {
		return nil, nil
	}
	kept, err := s.Candidates.Told(ctx, owner, turnID)
	if err != nil || len(kept) == 0 {
		return nil, fault.Op(err, "ingest: told")
	}
	q := memory.ActiveQuery(owner)
	for _, c := range kept {
		q.IDs = append(q.IDs, c.Verdict.MemoryID)
	}
	ms, err := s.Memory.Find(ctx, q)
	if err != nil {
		return nil, fault.Op(err, "ingest: told")
	}
	for _, m := range ms {
		t := Told{Memory: m}
		for _, c := range kept { // the last change of a memory is the one that can be undone
			if c.Verdict.MemoryID == m.ID {
				t.ChangeID = c.Verdict.ChangeID
			}
		}
		out = append(out, t)
	}
	slices.SortStableFunc(out, func(a, b Told) int {
		return slices.Index(q.IDs, a.Memory.ID) - slices.Index(q.IDs, b.Memory.ID)
	})
	return out, nil
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
			logs.OrNone(s.Log).ErrorContext(ctx, "extraction could not work", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}
