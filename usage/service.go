package usage

import (
	"context"
	"time"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/fault"
	"keepsake/scope"
)

// How long days are kept after they ended.
const (
	keepPayers = 7 * 24 * time.Hour
	keepBots   = 400 * 24 * time.Hour
)

// Config is what a Service is made of.
type Config struct {
	Store  Store
	Limits Limits
	Zone   *time.Location // the operator's: of the bot's days and months, and of groups'
	Now    clock.Now
	// Reached, when set, is called each time a limit stops somebody.
	Reached func(l Limit)
}

// Service is the one door to usage for every other room. A nil one counts nothing and
// limits nothing.
type Service struct {
	store       Store
	limits      Limits
	zone        *time.Location
	now         clock.Now
	callReached func(l Limit)
	ends        dayEnds
	owed        owed
}

// New returns a Service.
func New(c Config) *Service {
	s := &Service{store: c.Store, limits: c.Limits, zone: c.Zone, now: c.Now, callReached: c.Reached}
	if s.zone == nil {
		s.zone = time.UTC
	}
	if s.callReached == nil {
		s.callReached = func(Limit) {}
	}
	return s
}

// Limits returns the limits that the operator set.
func (s *Service) Limits() Limits {
	if s == nil {
		return Limits{}
	}
	return s.limits
}

// CountMessages counts the messages of a turn, in the caller's transaction. The error is
// *Exceeded when the quota does not allow all of them; then the caller must roll back.
func (s *Service) CountMessages(ctx context.Context, p Payer, messages int) error {
	if s == nil || messages == 0 {
		return nil
	}
	return s.store.InTx(ctx, func(ctx context.Context) error {
		day, err := s.add(ctx, p, Count{Messages: messages}) // what follows may undo it
		if err != nil {
			return err
		}
		quota := s.limits.quota(p)
		if e := checkQuota(p, quota, day); e != nil {
			return s.reportReached(e)
		}
		if q := quota.Messages; q > 0 && day.Messages > q {
			return s.reportReached(&Exceeded{Limit: Messages, Group: p.Group, Resets: day.EndsAt, Remaining: max(q-(day.Messages-messages), 0)})
		}
		return s.checkCap(ctx, p)
	})
}

// Remaining returns how many messages a payer may still write today, -1 when there is no such
// limit. It is a look: CountMessages decides.
func (s *Service) Remaining(ctx context.Context, p Payer) (int, error) {
	if s == nil || s.limits.quota(p).Messages == 0 {
		return -1, nil
	}
	day, err := s.today(ctx, p)
	return max(s.limits.quota(p).Messages-day.Messages, 0), err
}

// Check returns nil when the model may be called for a payer, or *Exceeded.
func (s *Service) Check(ctx context.Context, p Payer) error {
	if s == nil {
		return nil
	}
	if err := s.Settle(ctx); err != nil {
		return err
	}
	if quota := s.limits.quota(p); quota.Tokens > 0 {
		day, err := s.today(ctx, p)
		if err != nil {
			return err
		}
		if e := checkQuota(p, quota, day); e != nil {
			return s.reportReached(e)
		}
	}
	return s.checkCap(ctx, p)
}

// Spend counts the usage of model calls for a payer and for the whole bot, in the caller's
// transaction when there is one. Call it last there: all payers write the bot's row.
func (s *Service) Spend(ctx context.Context, p Payer, c Count) error {
	if s == nil || c == (Count{}) {
		return nil
	}
	_, err := s.add(ctx, p, c)
	return err
}

// Today returns a payer's day as it is now; one that has not begun is empty and ends when
// it would.
func (s *Service) Today(ctx context.Context, p Payer) (Day, Quota, error) {
	if s == nil {
		return Day{}, Quota{}, nil
	}
	day, err := s.today(ctx, p)
	if err == nil {
		day.Parts, err = s.store.Parts(ctx, p.Bot, p.Subject, day.EndsAt.Add(-time.Second), day.EndsAt)
	}
	return day, s.limits.quota(p), fault.Op(err, "usage today")
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
	if p.Count, err = s.store.Sum(ctx, bot, "", p.From, p.EndsAt); err == nil {
		p.Parts, err = s.store.Parts(ctx, bot, "", p.From, p.EndsAt)
	}
	return p, fault.Op(err, "usage of a month")
}

// CapUntil returns the time from which money may be spent again; ok is false while it may be.
func (s *Service) CapUntil(ctx context.Context, bot string) (until time.Time, ok bool, err error) {
	if s == nil || s.limits.Cap <= 0 {
		return until, false, nil
	}
	p := s.period(s.limits.Monthly)
	spent, err := s.store.Sum(ctx, bot, "", p.From, p.EndsAt)
	return p.EndsAt, err == nil && spent.Cost >= s.limits.Cap, fault.Op(err, "spending of a bot")
}

// Yesterday returns the bot's day that ended last, at most a day ago; ok=false when nothing
// was used in it.
func (s *Service) Yesterday(ctx context.Context, bot string) (d Day, ok bool, err error) {
	if s == nil {
		return d, false, nil
	}
	end := s.period(false).From
	c, err := s.store.Sum(ctx, bot, "", end.Add(-time.Hour), end)
	return Day{Bot: bot, EndsAt: end, Count: c}, err == nil && c != (Count{}), fault.Op(err, "usage of yesterday")
}

// Notice notes that a message about a limit was sent; see Store.Notice.
func (s *Service) Notice(ctx context.Context, bot, what, whom string, about time.Time) (bool, error) {
	news, err := s.store.Notice(ctx, bot, what, whom, about)
	return news, fault.Op(err, "note a notice")
}

// Tell reports whether a chat (people.ID of its number) should be told now that a limit stops
// it, and notes that it is told: once for each limit, window and hour, so that a person who
// writes on does not get a message each time. Hours are counted back from the window's end.
func (s *Service) Tell(ctx context.Context, bot, chat string, e *Exceeded) (bool, error) {
	hour := e.Resets.Add(-e.Resets.Sub(s.now.UTC()).Truncate(time.Hour))
	return s.Notice(ctx, bot, "limit."+string(e.Limit), chat, hour)
}

// Move gives a group's days to its new number.
func (s *Service) Move(ctx context.Context, bot, from, to string) error {
	if s == nil {
		return nil
	}
	s.ends.clear()
	return fault.Op(s.store.Move(ctx, bot, from, to), "move usage")
}

// Erase destroys the days of a scope's owner and the notices to them, of every bot. Where
// there are quotas the present day stays until it is over, because they are measured by it.
// For actors that CanErase; others get ErrDenied.
func (s *Service) Erase(ctx context.Context, a actor.Actor, owner scope.Scope) error {
	switch {
	case s == nil:
		return nil
	case !a.CanErase(owner):
		return ErrDenied
	case owner.Kind != scope.User && owner.Kind != scope.Group:
		return nil
	}
	ended := s.now.UTC()
	if s.limits.Person == (Quota{}) && s.limits.Group == (Quota{}) {
		ended = ended.Add(keepPayers)
	}
	s.ends.clear()
	return fault.Op(s.store.Erase(ctx, owner.ID, ended), "erase usage")
}

// Purge destroys old days and notices and returns how many: those of payers after a week, the
// days of the whole bot after 400 days.
func (s *Service) Purge(ctx context.Context) (int, error) {
	now := s.now.UTC()
	n, err := s.store.Purge(ctx, now.Add(-keepPayers), now.Add(-keepBots))
	return n, fault.Op(err, "purge usage")
}

// zoneOf returns the zone whose midnights end a payer's days.
func (s *Service) zoneOf(p Payer) *time.Location {
	if p.Zone != nil && p.Subject != "" {
		return p.Zone
	}
	return s.zone
}

// dayEnd returns the end of a payer's present day.
func (s *Service) dayEnd(p Payer, last time.Time) time.Time {
	now := s.now.UTC()
	switch {
	case p.Subject == "": // the bot's days are the calendar's: months are made of them
		return NextDayEnd(time.Time{}, now, s.zoneOf(p))
	case last.After(now):
		return last
	}
	return NextDayEnd(last, now, s.zoneOf(p))
}

func (s *Service) today(ctx context.Context, p Payer) (Day, error) {
	last, err := s.store.Last(ctx, p.Bot, p.Subject)
	if err != nil {
		return Day{}, err
	}
	end := s.dayEnd(p, last.EndsAt)
	if !end.Equal(last.EndsAt) {
		last = Day{Bot: p.Bot, Subject: p.Subject, EndsAt: end}
	}
	return last, nil
}

// add adds a count to the days of a payer and of the whole bot, in one write, and returns the
// payer's day after it.
func (s *Service) add(ctx context.Context, p Payer, c Count) (Day, error) {
	bot := Day{Bot: p.Bot, EndsAt: s.dayEnd(Payer{Bot: p.Bot}, time.Time{}), Count: c}
	if p.Subject == "" {
		day, err := s.store.Add(ctx, bot)
		return day, fault.Op(err, "count usage")
	}
	now := s.now.UTC()
	end, known := s.ends.end(p.Bot, p.Subject, now)
	if !known {
		last, err := s.store.Last(ctx, p.Bot, p.Subject)
		if err != nil {
			return Day{}, fault.Op(err, "count usage")
		}
		end = s.dayEnd(p, last.EndsAt)
		s.ends.put(p.Bot, p.Subject, end)
	}
	day, err := s.store.Add(ctx, Day{Bot: p.Bot, Subject: p.Subject, EndsAt: end, Count: c}, bot)
	return day, fault.Op(err, "count usage")
}

func checkQuota(p Payer, q Quota, d Day) *Exceeded {
	if q.Tokens == 0 || d.Tokens() < q.Tokens {
		return nil
	}
	return &Exceeded{Limit: Tokens, Group: p.Group, Resets: d.EndsAt}
}

func (s *Service) checkCap(ctx context.Context, p Payer) error {
	until, reached, err := s.CapUntil(ctx, p.Bot)
	if err != nil || !reached {
		return err
	}
	return s.reportReached(&Exceeded{Limit: Cap, Group: p.Group, Resets: until})
}

func (s *Service) reportReached(e *Exceeded) error {
	s.callReached(e.Limit)
	return e
}

// period returns the day or month of the operator's calendar that it is now.
func (s *Service) period(month bool) Period {
	zone := s.zone
	y, m, d := s.now.UTC().In(zone).Date()
	from, to := time.Date(y, m, d, 0, 0, 0, 0, zone), time.Date(y, m, d+1, 0, 0, 0, 0, zone)
	if month {
		from, to = time.Date(y, m, 1, 0, 0, 0, 0, zone), time.Date(y, m+1, 1, 0, 0, 0, 0, zone)
	}
	return Period{From: from.UTC(), EndsAt: to.UTC()}
}
