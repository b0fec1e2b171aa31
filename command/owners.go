package command

import (
	"context"
	"time"

	"keepsake/people"
	"keepsake/templates"
)

// What owners are told without asking, each once for a day or month (usage.Service.Notice).
const (
	noticeDaily = "daily"
	noticeCap   = "cap"
)

// The hours of an owner's clock in which the daily line may come: at nine, or later when
// nobody was running at nine.
const (
	dailyFrom  = 9
	dailyUntil = 21
)

// TellOwners tells owners what is due: the line about the day that ended, to those who
// want it, and that the cap is reached, to all. Each is told once, whichever replica does
// it and however often it is called; it returns how many messages it put.
func (s *Service) TellOwners(ctx context.Context) (int, error) {
	if s.Usage == nil {
		return 0, nil
	}
	owners, err := s.People.Owners(ctx)
	if err != nil {
		return 0, err
	}
	until, capped, err := s.Usage.CapUntil(ctx, s.Name)
	if err != nil {
		return 0, err
	}
	day, used, err := s.Usage.Yesterday(ctx, s.Name)
	if err != nil {
		return 0, err
	}
	sent := 0
	for _, owner := range owners {
		h := s.sayingTo(owner, people.Number(owner.ID))
		if capped {
			err = h.notify(ctx, noticeCap, until, &sent, "usage.cap_reached", templates.Data{"When": templates.Markdown(h.Moment(until))})
		}
		if err == nil && used && owner.Daily && h.timeForDaily(day.EndsAt) {
			data := s.spending().CountData(day.Count)
			// Noon of the day that ended, on the clock by which it did.
			data["Date"] = templates.Markdown(s.Words.FormatTime(s.language(owner), templates.DueDay, day.EndsAt.Add(-12*time.Hour).In(people.ZoneOf(people.Person{}, s.Zone))))
			err = h.notify(ctx, noticeDaily, day.EndsAt, &sent, "usage.daily", data)
		}
		if err != nil {
			return sent, err
		}
	}
	return sent, nil
}

// TellOfEmbedding tells all owners that what is remembered will be sent to a host from a time on, to be
// found by meaning. It joins the caller's transaction, which keeps that they were told.
func (s *Service) TellOfEmbedding(ctx context.Context, host string, from time.Time) error {
	owners, err := s.People.Owners(ctx)
	if err != nil {
		return err
	}
	for _, owner := range owners {
		h := s.sayingTo(owner, people.Number(owner.ID))
		h.Reply("owner.embedding", templates.Data{"Host": templates.Markdown(host), "When": templates.Markdown(h.Moment(from))})
		h.waitForMorning()
		if err := h.reply().PutUnasked(ctx, s.Delivery); err != nil {
			return err
		}
	}
	return nil
}

// notify puts a message, and the note that it was, in one transaction.
func (h *handling) notify(ctx context.Context, what string, about time.Time, sent *int, id string, data templates.Data) error {
	return h.s.Tx.InTx(ctx, func(ctx context.Context) error {
		news, err := h.s.Usage.Notice(ctx, h.s.Name, what, h.Person.ID, about)
		if err != nil || !news {
			return err
		}
		*sent++
		h.Out = nil
		h.Reply(id, data)
		if what == noticeDaily {
			h.waitForMorning()
		}
		return h.reply().PutUnasked(ctx, h.s.Delivery)
	})
}

// timeForDaily reports whether the first nine o'clock after a day has come, where the
// owner is, and it is no time to sleep.
func (h *handling) timeForDaily(ended time.Time) bool {
	zone := h.Clock()
	y, m, d := ended.In(zone).Date()
	due := time.Date(y, m, d, dailyFrom, 0, 0, 0, zone)
	if due.Before(ended) {
		due = time.Date(y, m, d+1, dailyFrom, 0, 0, 0, zone)
	}
	now := h.Now.In(zone)
	return !now.Before(due) && now.Hour() >= dailyFrom && now.Hour() < dailyUntil
}
