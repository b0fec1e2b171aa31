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

type greetingRow struct {
	Bot       string `gorm:"primaryKey"`
	Person    string `gorm:"primaryKey"`
	Chat      int64
	Mornings  bool
	Birthdays bool
	Hour      int
	Asked     string
	NextAt    *time.Time
	LastDay   string
}

func (greetingRow) TableName() string { return "greetings" }

func (r greetingRow) greeting() people.Greeting {
	r.NextAt = column.UTCOrNil(r.NextAt)
	return people.Greeting(r)
}

func (s peopleStore) Greeting(ctx context.Context, bot, person string) (people.Greeting, error) {
	var r greetingRow
	err := s.Read(ctx).Where("bot = ? AND person = ?", bot, person).Take(&r).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return people.Greeting{}, people.ErrNotFound
	}
	return r.greeting(), database.Wrap(err, "read greeting")
}

func (s peopleStore) SaveGreeting(ctx context.Context, g people.Greeting) error {
	row := greetingRow(g)
	row.NextAt = column.UTCOrNil(row.NextAt)
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.Wrap(g.Clauses(clause.OnConflict{Columns: columnsOf("bot", "person"), UpdateAll: true}).Create(&row).Error, "save greeting")
	})
}

func (s peopleStore) DueGreetings(ctx context.Context, bot string, now time.Time, limit int) ([]people.Greeting, error) {
	var rows []greetingRow
	err := s.Read(ctx).Clauses(s.LockRows()...).Where("bot = ? AND next_at <= ?", bot, column.UTC(now)).Order("next_at, person").Limit(limit).Find(&rows).Error
	gs := make([]people.Greeting, len(rows))
	for i, r := range rows {
		gs[i] = r.greeting()
	}
	return gs, database.Wrap(err, "read due greetings")
}
