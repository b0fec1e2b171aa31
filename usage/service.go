package usage

import (
	"context"
	"time"

	"keepsake/fault"
)

// How long days are kept after they ended.
const (
	keepPayers = 7 * 24 * time.Hour
	keepBots   = 400 * 24 * time.Hour
)

// Service is the one door to usage for every other room. A nil one counts nothing and
// limits nothing.
type Service struct {
	Store  Store
	Limits Limits
	Zone   *time.Location // the operator's: of the bot's days and months, and of groups'
	Now    func() time.Time
	// Reached, when set, hears of each time a limit held somebody up.
	Reached func(l Limit)
}

// Allowed returns what is allowed.
func (s *Service) Allowed() Limits {
	if s == nil {
		return Limits{}
	}
	return s.Limits
}

// Take counts messages that a turn takes, in the caller's transaction. *Exceeded when
// there is no room for all of them: then nothing may be taken, and the transaction must be
// rolled back.
func (s *Service) Take(ctx context.Context, p Payer, messages int) error {
	if s == nil || messages == 0 {
		return nil
	}
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		day, err := s.add(ctx, p, Count{Messages: messages})
		if err != nil {
			return err
		}
		quota := s.Limits.of(p)
		if e := exceeded(p, quota, day); e != nil {
			return s.reached(e)
		}
		if q := quota.Messages; q > 0 && day.Messages > q {
			return s.reached(&Exceeded{Limit: Messages, Group: p.Group, Resets: day.EndsAt, Room: max(q-(day.Messages-messages), 0)})
		}
		if err := s.capped(ctx, p); err != nil {
			return err
		}
		_, err = s.add(ctx, Payer{Bot: p.Bot}, Count{Messages: messages})
		return err
	})
}

// Room returns how many messages a payer may still write today, -1 when there is no such
// limit. It is a look: Take decides.
func (s *Service) Room(ctx context.Context, p Payer) (int, error) {
	if s == nil || s.Limits.of(p).Messages == 0 {
		return -1, nil
	}
	day, err := s.today(ctx, p)
	return max(s.Limits.of(p).Messages-day.Messages, 0), err
}

// May returns nil when the model may be called for a payer, or *Exceeded.
func (s *Service) May(ctx context.Context, p Payer) error {
	if s == nil {
		return nil
	}
	if quota := s.Limits.of(p); quota.Tokens > 0 {
		day, err := s.today(ctx, p)
		if err != nil {
			return err
		}
		if e := exceeded(p, quota, day); e != nil {
			return s.reached(e)
		}
	}
	return s.capped(ctx, p)
}

// Spend counts what model calls used, for a payer and for the whole bot; in the caller's
// transaction when there is one. Call it last there: the bot's row is everybody's.
func (s *Service) Spend(ctx context.Context, p Payer, c Count) error {
	if s == nil || c == (Count{}) {
		return nil
	}
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		if p.Subject != "" {
			if _, err := s.add(ctx, p, c); err != nil {
				return err
			}
		}
		_, err := s.add(ctx, Payer{Bot: p.Bot}, c)
		return err
	})
}

// Today returns a payer's day as it is now; one that has not begun is empty and ends when
// it would.
func (s *Service) Today(ctx context.Context, p Payer) (Day, Quota, error) {
	if s == nil {
		return Day{}, Quota{}, nil
	}
	day, err := s.today(ctx, p)
	return day, s.Limits.of(p), fault.Op(err, "usage today")
}

// Period is the bot's spending against its cap.
type Period struct {
	Count
	From, EndsAt time.Time
}

// Month returns what the whole bot has used in the operator's month.
func (s *Service) Month(ctx context.Context, bot string) (Period, error) {
	if s == nil {
		return Period{}, nil
	}
	p := s.period(true)
	var err error
	p.Count, err = s.Store.Sum(ctx, bot, "", p.From, p.EndsAt)
	return p, fault.Op(err, "usage of a month")
}

// AtCap returns when money may be spent again; ok=false while it may.
func (s *Service) AtCap(ctx context.Context, bot string) (until time.Time, ok bool, err error) {
	if s == nil || s.Limits.Cap <= 0 {
		return until, false, nil
	}
	p := s.period(s.Limits.Monthly)
	spent, err := s.Store.Sum(ctx, bot, "", p.From, p.EndsAt)
	return p.EndsAt, err == nil && spent.Cost >= s.Limits.Cap, fault.Op(err, "spending of a bot")
}

// Yesterday returns the bot's day that ended last, at most a day ago; ok=false when nothing
// was used in it.
func (s *Service) Yesterday(ctx context.Context, bot string) (d Day, ok bool, err error) {
	if s == nil {
		return d, false, nil
	}
	end := s.period(false).From
	c, err := s.Store.Sum(ctx, bot, "", end.Add(-time.Hour), end)
	return Day{Bot: bot, EndsAt: end, Count: c}, err == nil && c != (Count{}), fault.Op(err, "usage of yesterday")
}

// Notice notes that somebody was told; see Store.Notice.
func (s *Service) Notice(ctx context.Context, bot, what, whom string, about time.Time) (bool, error) {
	news, err := s.Store.Notice(ctx, bot, what, whom, about)
	return news, fault.Op(err, "note a notice")
}

// Tell reports whether a chat (people.ID of its number) is to be told now that a limit
// holds it up, and notes that it is: once for each limit, window and hour, so that nobody
// makes us speak by writing on. The hours are counted back from the window's end.
func (s *Service) Tell(ctx context.Context, bot, chat string, e *Exceeded) (bool, error) {
	hour := e.Resets.Add(-e.Resets.Sub(s.now()).Truncate(time.Hour))
	return s.Notice(ctx, bot, "limit."+string(e.Limit), chat, hour)
}

// Move takes a group's days along to its new number.
func (s *Service) Move(ctx context.Context, bot, from, to string) error {
	if s == nil {
		return nil
	}
	return fault.Op(s.Store.Move(ctx, bot, from, to), "move usage")
}

// Erase destroys a subject's days, and what it was told. Where there are quotas the day under way stays: its
// numbers are what they are measured by, and go later.
func (s *Service) Erase(ctx context.Context, subject string) error {
	if s == nil {
		return nil
	}
	ended := s.now()
	if s.Limits.Person == (Quota{}) && s.Limits.Group == (Quota{}) {
		ended = ended.Add(keepPayers)
	}
	return fault.Op(s.Store.Erase(ctx, subject, ended), "erase usage")
}

// Purge destroys days and notices nobody needs any more and returns how many: after a
// week, the days of the whole bot after 400 days.
func (s *Service) Purge(ctx context.Context) (int, error) {
	now := s.now()
	n, err := s.Store.Purge(ctx, now.Add(-keepPayers), now.Add(-keepBots))
	return n, fault.Op(err, "purge usage")
}

func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }

func (s *Service) zone(p Payer) *time.Location {
	if p.Zone != nil && p.Subject != "" {
		return p.Zone
	}
	if s.Zone != nil {
		return s.Zone
	}
	return time.UTC
}

// end returns when the day ends that a payer is in.
func (s *Service) end(p Payer, last time.Time) time.Time {
	now := s.now()
	switch {
	case p.Subject == "": // the bot's days are the calendar's: months are made of them
		return Next(time.Time{}, now, s.zone(p))
	case last.After(now):
		return last
	}
	return Next(last, now, s.zone(p))
}

func (s *Service) today(ctx context.Context, p Payer) (Day, error) {
	last, err := s.Store.Last(ctx, p.Bot, p.Subject)
	if err != nil {
		return Day{}, err
	}
	end := s.end(p, last.EndsAt)
	if !end.Equal(last.EndsAt) {
		last = Day{Bot: p.Bot, Subject: p.Subject, EndsAt: end}
	}
	return last, nil
}

func (s *Service) add(ctx context.Context, p Payer, c Count) (Day, error) {
	day, err := s.today(ctx, p)
	if err != nil {
		return Day{}, fault.Op(err, "count usage")
	}
	day.Count = c
	day, err = s.Store.Add(ctx, day)
	return day, fault.Op(err, "count usage")
}

func exceeded(p Payer, q Quota, d Day) *Exceeded {
	if q.Tokens == 0 || d.Tokens() < q.Tokens {
		return nil
	}
	return &Exceeded{Limit: Tokens, Group: p.Group, Resets: d.EndsAt}
}

func (s *Service) capped(ctx context.Context, p Payer) error {
	until, reached, err := s.AtCap(ctx, p.Bot)
	if err != nil || !reached {
		return err
	}
	return s.reached(&Exceeded{Limit: Cap, Group: p.Group, Resets: until})
}

func (s *Service) reached(e *Exceeded) error {
	if s.Reached != nil {
		s.Reached(e.Limit)
	}
	return e
}

// period returns the day or month of the operator's calendar that it is now.
func (s *Service) period(month bool) Period {
	zone := s.zone(Payer{})
	y, m, d := s.now().In(zone).Date()
	from, to := time.Date(y, m, d, 0, 0, 0, 0, zone), time.Date(y, m, d+1, 0, 0, 0, 0, zone)
	if month {
		from, to = time.Date(y, m, 1, 0, 0, 0, 0, zone), time.Date(y, m+1, 1, 0, 0, 0, 0, zone)
	}
	return Period{From: from.UTC(), EndsAt: to.UTC()}
}
