package accounts

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/erasure"
	"keepsake/llm"
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
}

func (usageRow) TableName() string { return "usage_days" }

var usageColumns = column.Names(usageRow{}, "usage_days")

func (r usageRow) count() usage.Count {
	return usage.Count{Messages: r.Messages, Calls: r.Calls, Prompt: r.Prompt, Cached: r.Cached, Answer: r.Answer, Cost: r.Cost}
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
	days := append([]usage.Day{d}, more...)
	values, args := "", []any{}
	for i, x := range days {
		if i > 0 {
			values += ", "
		}
		values += "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
		args = append(args, x.Bot, x.Subject, column.UTC(x.EndsAt), x.Messages, x.Calls, x.Prompt, x.Cached, x.Answer, x.Cost)
	}
	var rows []usageRow
	err := s.Write(ctx, func(g *gorm.DB) error {
		err := g.Raw(`INSERT INTO usage_days (bot, subject, ends_at, messages, calls, prompt, cached, answer, cost)
			VALUES `+values+`
			ON CONFLICT (bot, subject, ends_at) DO UPDATE SET
				messages = usage_days.messages + excluded.messages, calls = usage_days.calls + excluded.calls,
				prompt = usage_days.prompt + excluded.prompt, cached = usage_days.cached + excluded.cached,
				answer = usage_days.answer + excluded.answer, cost = usage_days.cost + excluded.cost
			RETURNING `+usageColumns, args...).Find(&rows).Error
		if err != nil {
			return err
		}
		return addParts(g, days)
	})
	for _, r := range rows {
		if r.Subject == d.Subject {
			return r.day(), nil
		}
	}
	return usage.Day{}, database.Wrap(err, "add usage")
}

// partRow is what one purpose used in a day.
type partRow struct {
	Bot     string
	Subject string
	EndsAt  time.Time
	Purpose string
	Calls   int
	Tokens  int
	Cost    float64
}

func (partRow) TableName() string { return "usage_parts" }

// addParts adds the parts of days in one statement; none when nothing but conversation used anything.
func addParts(g *gorm.DB, days []usage.Day) error {
	var rows []partRow
	for _, d := range days {
		for _, p := range llm.AllPurposes() {
			if part := d.Parts[p]; part != (usage.Part{}) {
				rows = append(rows, partRow{d.Bot, d.Subject, column.UTC(d.EndsAt), p.String(), part.Calls, part.Tokens, part.Cost})
			}
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return g.Clauses(clause.OnConflict{
		Columns: []clause.Column{{Name: "bot"}, {Name: "subject"}, {Name: "ends_at"}, {Name: "purpose"}},
		DoUpdates: clause.Assignments(map[string]any{
			"calls":  gorm.Expr("usage_parts.calls + excluded.calls"),
			"tokens": gorm.Expr("usage_parts.tokens + excluded.tokens"),
			"cost":   gorm.Expr("usage_parts.cost + excluded.cost"),
		}),
	}).Create(&rows).Error
}

func (s usageStore) Parts(ctx context.Context, bot, subject string, from, to time.Time) (parts usage.Parts, err error) {
	var rows []partRow
	err = s.Read(ctx).Model(&partRow{}).Where("bot = ? AND subject = ? AND ends_at > ? AND ends_at <= ?", bot, subject, column.UTC(from), column.UTC(to)).
		Select("purpose, SUM(calls) AS calls, SUM(tokens) AS tokens, SUM(cost) AS cost").Group("purpose").Scan(&rows).Error
	for _, r := range rows {
		for _, p := range llm.AllPurposes() {
			if p.String() == r.Purpose {
				parts[p] = usage.Part{Calls: r.Calls, Tokens: r.Tokens, Cost: r.Cost}
			}
		}
	}
	return parts, database.Wrap(err, "sum parts of usage")
}

func (s usageStore) Sum(ctx context.Context, bot, subject string, from, to time.Time) (usage.Count, error) {
	var r usageRow
	err := s.Read(ctx).Model(&usageRow{}).Where("bot = ? AND subject = ? AND ends_at > ? AND ends_at <= ?", bot, subject, column.UTC(from), column.UTC(to)).
		Select("COALESCE(SUM(messages), 0) AS messages, COALESCE(SUM(calls), 0) AS calls, COALESCE(SUM(prompt), 0) AS prompt, " +
			"COALESCE(SUM(cached), 0) AS cached, COALESCE(SUM(answer), 0) AS answer, COALESCE(SUM(cost), 0) AS cost").Scan(&r).Error
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
			var err error
			if d.Parts, err = s.Parts(ctx, bot, from, d.EndsAt.Add(-time.Second), d.EndsAt); err != nil {
				return err
			}
			d.Subject = to
			if _, err := s.Add(ctx, d); err != nil {
				return err
			}
		}
		moved := g.Where("bot = ? AND subject = ?", bot, from)
		return database.FirstError(moved.Session(&gorm.Session{}).Delete(&partRow{}).Error, moved.Session(&gorm.Session{}).Delete(&usageRow{}).Error)
	})
	return database.Wrap(err, "move usage")
}

func (s usageStore) Erase(ctx context.Context, subject string, ended time.Time) error {
	return s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		return database.Wrap(database.FirstError(
			s.RecordErasure(ctx, erasure.AllUsage, column.OwnerOf(subject)),
			g.Where("subject = ? AND ends_at <= ?", subject, column.UTC(ended)).Delete(&usageRow{}).Error,
			g.Where("subject = ? AND ends_at <= ?", subject, column.UTC(ended)).Delete(&partRow{}).Error,
			g.Where("whom = ? AND about <= ?", subject, column.UTC(ended)).Delete(&noticeRow{}).Error,
		), "erase usage")
	})
}

func (s usageStore) Purge(ctx context.Context, payers, bots time.Time) (int, error) {
	var n int64
	err := s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		days := g.Where("ends_at < ? AND subject <> '' OR ends_at < ?", column.UTC(payers), column.UTC(bots)).Delete(&usageRow{})
		parts := g.Where("ends_at < ? AND subject <> '' OR ends_at < ?", column.UTC(payers), column.UTC(bots)).Delete(&partRow{})
		notices := g.Where("about < ?", column.UTC(payers)).Delete(&noticeRow{})
		n = days.RowsAffected + notices.RowsAffected
		return database.FirstError(days.Error, parts.Error, notices.Error)
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
