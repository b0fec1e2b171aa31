package usage

import (
	"context"
	"time"
)

// spare is the share of a limit that is left to conversations: work in the background stops before it.
const spare = 0.1

// CheckSide returns nil when the model may be called in the background for a payer, or *Exceeded: a
// limit is reached, or is so near that what is left of it belongs to conversations.
func (s *Service) CheckSide(ctx context.Context, p Payer) error {
	if s == nil {
		return nil
	}
	if err := s.Check(ctx, p); err != nil {
		return err
	}
	if quota := s.limits.quota(p); quota.Tokens > 0 {
		day, err := s.today(ctx, p)
		if err != nil {
			return err
		}
		if float64(day.Tokens()) >= (1-spare)*float64(quota.Tokens) {
			return &Exceeded{Limit: Tokens, Group: p.Group, Resets: day.EndsAt}
		}
	}
	if s.limits.Cap <= 0 {
		return nil
	}
	period := s.period(s.limits.Monthly)
	spent, err := s.store.Sum(ctx, p.Bot, "", period.From, period.EndsAt)
	if err == nil && spent.Cost >= (1-spare)*s.limits.Cap {
		return &Exceeded{Limit: Cap, Group: p.Group, Resets: period.EndsAt}
	}
	return err
}

// SideDelay returns how long work in the background waits after an Exceeded, at most an hour: what is
// left may grow before the limit resets, because an operator raises it.
func SideDelay(e *Exceeded, now time.Time) time.Duration {
	return min(time.Hour, max(time.Minute, e.Resets.Sub(now)))
}
