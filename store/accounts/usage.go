package accounts

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/erasure"
	"keepsake/store/column"
	"keepsake/store/database"
	"keepsake/usage"
)

// usageStore implements usage.Store.
type usageStore struct{ database.Access }

var _ usage.Store = usageStore{}

type usageRow struct {
	Bot      string
	Subject  string
	EndsAt   time.Time
	Messages int
	Calls    int
	Prompt   int
	Cached   int
	Answer   int
	Cost     float64

	SideCalls  int
	SideTokens int
	SideCost   float64
}

func (usageRow) TableName() string { return "usage_days" }

var usageColumns = column.Names(usageRow{}, "usage_days")

func (r usageRow) count() usage.Count {
	return usage.Count{Messages: r.Messages, Calls: r.Calls, Prompt: r.Prompt, Cached: r.Cached, Answer: r.Answer, Cost: r.Cost,
		Side: usage.Side{Calls: r.SideCalls, Tokens: r.SideTokens, Cost: r.SideCost}}
}

func (r usageRow) day() usage.Day {
	return usage.Day{Bot: r.Bot, Subject: r.Subject, EndsAt: column.UTC(r.EndsAt), Count: r.count()}
}

func (s usageStore) Last(ctx context.Context, bot, subject string) (usage.Day, error) {
	var r usageRow
	err := s.Read(ctx).Where("bot = ? AND subject = ?", bot, subject).Order("ends_at DESC").Take(&r).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return usage.Day{}, nil
	}
	return r.day(), database.Wrap(err, "read usage")
}

func (s usageStore) Add(ctx context.Context, d usage.Day, more ...usage.Day) (usage.Day, error) {
	values, args := "", []any{}
	for i, x := range append([]usage.Day{d}, more...) {
		if i > 0 {
			values += ", "
		}
		values += "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
		args = append(args, x.Bot, x.Subject, column.UTC(x.EndsAt), x.Messages, x.Calls, x.Prompt, x.Cached, x.Answer, x.Cost,
			x.Side.Calls, x.Side.Tokens, x.Side.Cost)
	}
	var rows []usageRow
	err := s.Write(ctx, func(g *gorm.DB) error {
		return g.Raw(`INSERT INTO usage_days (bot, subject, ends_at, messages, calls, prompt, cached, answer, cost,
				side_calls, side_tokens, side_cost)
			VALUES `+values+`
			ON CONFLICT (bot, subject, ends_at) DO UPDATE SET
				messages = usage_days.messages + excluded.messages, calls = usage_days.calls + excluded.calls,
				prompt = usage_days.prompt + excluded.prompt, cached = usage_days.cached + excluded.cached,
				answer = usage_days.answer + excluded.answer, cost = usage_days.cost + excluded.cost,
				side_calls = usage_days.side_calls + excluded.side_calls, side_tokens = usage_days.side_tokens + excluded.side_tokens,
				side_cost = usage_days.side_cost + excluded.side_cost
			RETURNING `+usageColumns, args...).Find(&rows).Error
	})
	for _, r := range rows {
		if r.Subject == d.Subject {
			return r.day(), nil
		}
	}
	return usage.Day{}, database.Wrap(err, "add usage")
}

func (s usageStore) Sum(ctx context.Context, bot, subject string, from, to time.Time) (usage.Count, error) {
	var r usageRow
	err := s.Read(ctx).Model(&usageRow{}).Where("bot = ? AND subject = ? AND ends_at > ? AND ends_at <= ?", bot, subject, column.UTC(from), column.UTC(to)).
		Select("COALESCE(SUM(messages), 0) AS messages, COALESCE(SUM(calls), 0) AS calls, COALESCE(SUM(prompt), 0) AS prompt, " +
			"COALESCE(SUM(cached), 0) AS cached, COALESCE(SUM(answer), 0) AS answer, COALESCE(SUM(cost), 0) AS cost, " +
			"COALESCE(SUM(side_calls), 0) AS side_calls, COALESCE(SUM(side_tokens), 0) AS side_tokens, COALESCE(SUM(side_cost), 0) AS side_cost").Scan(&r).Error
	return r.count(), database.Wrap(err, "sum usage")
}

func (s usageStore) Move(ctx context.Context, bot, from, to string) error {
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		var rows []usageRow
		if err := g.Where("bot = ? AND subject = ?", bot, from).Order("ends_at").Find(&rows).Error; err != nil {
			return err
		}
		for _, r := range rows {
			d := r.day()
			d.Subject = to
			if _, err := s.Add(ctx, d); err != nil {
				return err
			}
		}
		return g.Where("bot = ? AND subject = ?", bot, from).Delete(&usageRow{}).Error
	})
	return database.Wrap(err, "move usage")
}

func (s usageStore) Erase(ctx context.Context, subject string, ended time.Time) error {
	return s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		return database.Wrap(database.FirstError(
			s.RecordErasure(ctx, erasure.AllUsage, column.OwnerOf(subject)),
			g.Where("subject = ? AND ends_at <= ?", subject, column.UTC(ended)).Delete(&usageRow{}).Error,
			g.Where("whom = ? AND about <= ?", subject, column.UTC(ended)).Delete(&noticeRow{}).Error,
		), "erase usage")
	})
}

func (s usageStore) Purge(ctx context.Context, payers, bots time.Time) (int, error) {
	var n int64
	err := s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		days := g.Where("ends_at < ? AND subject <> '' OR ends_at < ?", column.UTC(payers), column.UTC(bots)).Delete(&usageRow{})
		notices := g.Where("about < ?", column.UTC(payers)).Delete(&noticeRow{})
		n = days.RowsAffected + notices.RowsAffected
		return database.FirstError(days.Error, notices.Error)
	})
	return int(n), database.Wrap(err, "purge usage")
}

type noticeRow struct {
	Bot   string
	What  string
	Whom  string
	About time.Time
}

func (noticeRow) TableName() string { return "usage_notices" }

func (s usageStore) Notice(ctx context.Context, bot, what, whom string, about time.Time) (bool, error) {
	var fresh bool
	err := s.Write(ctx, func(g *gorm.DB) error {
		done := g.Clauses(clause.OnConflict{DoNothing: true}).Create(&noticeRow{bot, what, whom, column.UTC(about)})
		fresh = done.RowsAffected > 0
		return database.Wrap(done.Error, "record notice")
	})
	return fresh, err
}
