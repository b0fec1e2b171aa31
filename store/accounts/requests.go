package accounts

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/people"
	"keepsake/store/column"
	"keepsake/store/database"
)

type requestRow struct {
	Bot     string
	Subject string
	Title   string
	MadeAt  time.Time
	AskedAt *time.Time
	Alone   bool
	Decided bool
}

func (requestRow) TableName() string { return "access_requests" }

func (r requestRow) request() people.Request {
	return people.Request{
		Bot: r.Bot, Subject: r.Subject, Title: r.Title, MadeAt: column.UTC(r.MadeAt), AskedAt: column.UTCOrNil(r.AskedAt),
		Alone: r.Alone, Decided: r.Decided,
	}
}

func (s peopleStore) Request(ctx context.Context, bot, subject string) (people.Request, error) {
	var r requestRow
	err := s.Read(ctx).Where("bot = ? AND subject = ?", bot, subject).Take(&r).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return people.Request{}, people.ErrNotFound
	}
	return r.request(), database.Wrap(err, "read request")
}

func (s peopleStore) PutRequest(ctx context.Context, r people.Request) (bool, error) {
	var fresh bool
	err := s.Write(ctx, func(g *gorm.DB) error {
		row := requestRow{Bot: r.Bot, Subject: r.Subject, Title: r.Title, MadeAt: column.UTC(r.MadeAt)}
		done := g.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
		fresh = done.RowsAffected > 0
		return database.Wrap(done.Error, "put request")
	})
	return fresh, err
}

func (s peopleStore) Requests(ctx context.Context, bot string, unasked bool, limit int) ([]people.Request, int, error) {
	q := s.Read(ctx).Model(&requestRow{}).Where("bot = ? AND NOT decided", bot)
	if unasked {
		q = q.Where("asked_at IS NULL")
	}
	q = q.Session(&gorm.Session{})
	var n int64
	var rows []requestRow
	err := database.FirstError(q.Count(&n).Error, q.Order("made_at, subject").Limit(limit).Find(&rows).Error)
	rs := make([]people.Request, len(rows))
	for i, r := range rows {
		rs[i] = r.request()
	}
	return rs, int(n), database.Wrap(err, "read requests")
}

func (s peopleStore) AskedSince(ctx context.Context, bot string, since time.Time) (alone, together int, err error) {
	count := func(isAlone bool) int {
		var n int64
		q := s.Read(ctx).Model(&requestRow{}).Where("bot = ? AND asked_at > ? AND alone = ?", bot, column.UTC(since), isAlone)
		err = database.FirstError(err, q.Count(&n).Error)
		return int(n)
	}
	alone, together = count(true), count(false)
	return alone, together, database.Wrap(err, "count requests")
}

func (s peopleStore) MarkAsked(ctx context.Context, bot, subject string, at time.Time, alone bool) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		q := g.Model(&requestRow{}).Where("bot = ? AND asked_at IS NULL AND NOT decided", bot)
		if subject != "" {
			q = q.Where("subject = ?", subject)
		}
		return database.Wrap(q.Updates(map[string]any{"asked_at": column.UTC(at), "alone": alone}).Error, "mark requests")
	})
}

func (s peopleStore) CloseRequest(ctx context.Context, bot, subject string) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.Wrap(g.Model(&requestRow{}).Where("bot = ? AND subject = ?", bot, subject).UpdateColumn("decided", true).Error, "close request")
	})
}

func (s peopleStore) MoveRequest(ctx context.Context, bot, from, to string) error {
	err := s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		there := g.Model(&requestRow{}).Select("subject").Where("bot = ? AND subject = ?", bot, to)
		return database.FirstError(
			g.Where("bot = ? AND subject = ? AND EXISTS (?)", bot, from, there).Delete(&requestRow{}).Error,
			g.Model(&requestRow{}).Where("bot = ? AND subject = ?", bot, from).UpdateColumn("subject", to).Error,
		)
	})
	return database.Wrap(err, "move request")
}
