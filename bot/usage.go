package bot

import (
	"context"
	"strconv"
	"time"

	"keepsake/delivery"
	"keepsake/people"
	"keepsake/templates"
	"keepsake/usage"
)

// usage is /usage: what the person, or the group, used today and may use; for an owner in
// private the whole bot's, too.
func (r *request) usage(ctx context.Context, _ command) error {
	day, quota, err := r.cfg.Usage.Today(ctx, r.cfg.Agent.Payer(r.person, r.place, r.chat.Group()))
	if err != nil {
		return err
	}
	id := "usage.person"
	if r.chat.Group() {
		id = "usage.group"
	}
	data := r.counted(day.Count)
	data["Messages"] = r.ofLimit(day.Messages, quota.Messages)
	data["Tokens"] = r.ofLimit(day.Tokens(), quota.Tokens)
	data["When"] = templates.Markdown(r.moment(day.EndsAt))
	said := r.word(id, data)
	if r.person.Access == people.Owner && !r.chat.Group() {
		whole, err := r.wholeBot(ctx)
		if err != nil {
			return err
		}
		said += "\n\n" + whole
	}
	return r.send(ctx, delivery.Body{Text: said})
}

// ofLimit is "12 of 50", or "12" where there is no limit.
func (r *request) ofLimit(used, limit int) templates.Markdown {
	if limit == 0 {
		return templates.Markdown(figure(used))
	}
	return templates.Markdown(r.word("usage.of", templates.Data{"Used": templates.Markdown(figure(used)), "Limit": templates.Markdown(figure(limit))}))
}

// counted fills sentences with what was used.
func (r *request) counted(c usage.Count) templates.Data {
	return templates.Data{
		"Messages": templates.Markdown(figure(c.Messages)), "Tokens": templates.Markdown(figure(c.Tokens())),
		"Cached": templates.Markdown(figure(c.Cached)), "Calls": templates.Markdown(figure(c.Calls)), "Cost": templates.Markdown(r.money(c.Cost)),
	}
}

// figure writes a number in groups of three, apart by a narrow space: 1 234 567.
func figure(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "\u202f" + s[i:]
	}
	return s
}

// money writes an amount of the price table's currency; small ones with more places.
func (r *request) money(amount float64) string {
	places := 2
	if amount > 0 && amount < 1 {
		places = 4
	}
	return strconv.FormatFloat(amount, 'f', places, 64) + " " + r.cfg.Money
}

// wholeBot is what everybody together used, for an owner.
func (r *request) wholeBot(ctx context.Context) (string, error) {
	day, _, err := r.cfg.Usage.Today(ctx, usage.Payer{Bot: r.cfg.Name})
	if err != nil {
		return "", err
	}
	month, err := r.cfg.Usage.Month(ctx, r.cfg.Name)
	if err != nil {
		return "", err
	}
	data := r.counted(day.Count)
	data["MonthCost"] = templates.Markdown(r.money(month.Cost))
	said := r.word("usage.bot", data)
	if l := r.cfg.Usage.Allowed(); l.Cap > 0 {
		id, resets := "usage.cap_day", day.EndsAt
		if l.Monthly {
			id, resets = "usage.cap_month", month.EndsAt
		}
		said += "\n" + r.word(id, templates.Data{"Cap": templates.Markdown(r.money(l.Cap)), "When": templates.Markdown(r.moment(resets))})
	}
	return said, nil
}

func (r *request) dailyToggle() delivery.Button {
	// The button names the state it leads to: a second finger changes nothing.
	if r.person.Daily {
		return r.button("settings.daily_off", "set", "daily.off")
	}
	return r.button("settings.daily_on", "set", "daily.on")
}

// What owners are told of by themselves, each once for a day or month (usage.Service.Notice).
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
func (b *Bot) TellOwners(ctx context.Context) (int, error) {
	if b.cfg.Usage == nil {
		return 0, nil
	}
	owners, err := b.cfg.People.Owners(ctx)
	if err != nil {
		return 0, err
	}
	until, capped, err := b.cfg.Usage.AtCap(ctx, b.cfg.Name)
	if err != nil {
		return 0, err
	}
	day, used, err := b.cfg.Usage.Yesterday(ctx, b.cfg.Name)
	if err != nil {
		return 0, err
	}
	told := 0
	for _, owner := range owners {
		r := b.toOwner(owner)
		if capped {
			err = r.tell(ctx, noticeCap, until, &told, "usage.cap_reached", templates.Data{"When": templates.Markdown(r.moment(until))})
		}
		if err == nil && used && owner.Daily && r.timeForDaily(day.EndsAt) {
			data := r.counted(day.Count)
			// Noon of the day that ended, on the clock by which it did.
			data["Date"] = templates.Markdown(r.cfg.Words.When(r.language(owner), templates.DueDay, day.EndsAt.Add(-12*time.Hour).In(r.cfg.Zone)))
			err = r.tell(ctx, noticeDaily, day.EndsAt, &told, "usage.daily", data)
		}
		if err != nil {
			return told, err
		}
	}
	return told, nil
}

// tell puts a message, and the note that it was, in one transaction.
func (r *request) tell(ctx context.Context, what string, about time.Time, told *int, id string, data templates.Data) error {
	return r.cfg.Tx.InTx(ctx, func(ctx context.Context) error {
		news, err := r.cfg.Usage.Notice(ctx, r.cfg.Name, what, r.person.ID, about)
		if err != nil || !news {
			return err
		}
		*told++
		return r.reply(ctx, id, data)
	})
}

// timeForDaily reports whether the first nine o'clock after a day has come, where the
// owner is, and it is no time to sleep.
func (r *request) timeForDaily(ended time.Time) bool {
	zone := r.zone()
	y, m, d := ended.In(zone).Date()
	due := time.Date(y, m, d, dailyFrom, 0, 0, 0, zone)
	if due.Before(ended) {
		due = time.Date(y, m, d+1, dailyFrom, 0, 0, 0, zone)
	}
	now := r.now().In(zone)
	return !now.Before(due) && now.Hour() >= dailyFrom && now.Hour() < dailyUntil
}
