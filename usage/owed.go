package usage

import (
	"context"
	"sync"
)

// owed is usage that could not be stored when it arose, by payer. It is in memory: while nothing
// can be stored, nothing else can hold it.
type owed struct {
	mu sync.Mutex
	by map[Payer]Count
}

func (o *owed) add(p Payer, c Count) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.by == nil {
		o.by = map[Payer]Count{}
	}
	o.by[p] = o.by[p].Plus(c)
}

// take removes and returns all of it.
func (o *owed) take() map[Payer]Count {
	o.mu.Lock()
	defer o.mu.Unlock()
	by := o.by
	o.by = nil
	return by
}

// Owe counts usage that arises where nothing should be written: it is kept in memory, and stored by
// the next Check or Settle. It may be called in a transaction.
func (s *Service) Owe(p Payer, c Count) {
	if s != nil && c != (Count{}) {
		s.owed.add(p, c)
	}
}

// SpendOrOwe is Spend for usage that arose although nothing can be stored at the moment: with an
// error it is kept in memory, and stored by the next Check or Settle that can. It must not be
// called in a transaction.
func (s *Service) SpendOrOwe(ctx context.Context, p Payer, c Count) error {
	err := s.Spend(ctx, p, c)
	if err != nil {
		s.owed.add(p, c)
	}
	return err
}

// Settle stores what is owed. While that fails, nobody should be let make new debts. It must not
// be called in a transaction.
func (s *Service) Settle(ctx context.Context) error {
	if s == nil {
		return nil
	}
	var failed error
	for p, c := range s.owed.take() {
		if err := s.Spend(ctx, p, c); err != nil {
			s.owed.add(p, c)
			failed = err
		}
	}
	return failed
}

// Owed returns what is not stored yet.
func (s *Service) Owed() (sum Count) {
	if s == nil {
		return sum
	}
	s.owed.mu.Lock()
	defer s.owed.mu.Unlock()
	for _, c := range s.owed.by {
		sum = sum.Plus(c)
	}
	return sum
}
