package accounts

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/outside"
	"keepsake/store/column"
	"keepsake/store/database"
)

// outsideStore implements outside.Store.
type outsideStore struct{ database.Access }

var _ outside.Store = outsideStore{}

type pinRow struct {
	Server     string `gorm:"primaryKey"`
	Name       string `gorm:"primaryKey"`
	Hash       string
	About      string
	AskedHash  string
	AskedAbout string
	At         time.Time
}

func (pinRow) TableName() string { return "tool_pins" }

func (r pinRow) pin() outside.Pin {
	r.At = column.UTC(r.At)
	return outside.Pin(r)
}

type permitRow struct {
	Person    string    `gorm:"primaryKey"`
	Server    string    `gorm:"primaryKey"`
	Tool      string    `gorm:"primaryKey"`
	Hash      string    `gorm:"primaryKey"`
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
}

func (permitRow) TableName() string { return "tool_permits" }

type callRow struct {
	ID        string `gorm:"primaryKey"`
	Person    string
	Server    string
	Tool      string
	Hash      string
	Session   string
	Turn      string
	CallID    string
	State     outside.State
	Always    bool
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	EndedAt   *time.Time
}

func (callRow) TableName() string { return "tool_calls" }

func (r callRow) call() outside.Call {
	r.CreatedAt = column.UTC(r.CreatedAt)
	return outside.Call(r)
}

func (s outsideStore) Pins(ctx context.Context, server string) ([]outside.Pin, error) {
	var rows []pinRow
	err := s.Read(ctx).Where("server = ?", server).Order("name").Find(&rows).Error
	pins := make([]outside.Pin, len(rows))
	for i, r := range rows {
		pins[i] = r.pin()
	}
	return pins, database.Wrap(err, "read pins")
}

func (s outsideStore) PutPin(ctx context.Context, p outside.Pin) error {
	row := pinRow(p)
	row.At = column.UTC(row.At)
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.Wrap(g.Clauses(clause.OnConflict{Columns: columnsOf("server", "name"), UpdateAll: true}).Create(&row).Error, "put pin")
	})
}

func (s outsideStore) AskedPin(ctx context.Context, hash string) (outside.Pin, error) {
	var r pinRow
	err := s.Read(ctx).Where("asked_hash <> '' AND substr(asked_hash, 1, ?) = ?", len(hash), hash).Take(&r).Error
	return r.pin(), orNoCall(err, "read pin")
}

func (s outsideStore) HasPermit(ctx context.Context, p outside.Permit) (bool, error) {
	var n int64
	err := s.Read(ctx).Model(&permitRow{}).Where("person = ? AND server = ? AND tool = ? AND hash = ?", p.Person, p.Server, p.Tool, p.Hash).Count(&n).Error
	return n > 0, database.Wrap(err, "read permit")
}

func (s outsideStore) PutPermit(ctx context.Context, p outside.Permit) error {
	row := permitRow(p)
	row.CreatedAt = column.UTC(row.CreatedAt)
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.Wrap(g.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error, "put permit")
	})
}

func (s outsideStore) DeletePermits(ctx context.Context, person, server, tool string) (int, error) {
	return s.delete(ctx, &permitRow{}, "person = ? AND server = ? AND tool = ?", person, server, tool)
}

func (s outsideStore) PutCall(ctx context.Context, c outside.Call) (fresh bool, err error) {
	row := callRow(c)
	row.CreatedAt = column.UTC(row.CreatedAt)
	err = s.Write(ctx, func(g *gorm.DB) error {
		put := g.Clauses(clause.OnConflict{Columns: columnsOf("turn", "call_id"), DoNothing: true}).Create(&row)
		fresh = put.RowsAffected > 0
		return database.Wrap(put.Error, "put call")
	})
	return fresh, err
}

func (s outsideStore) Call(ctx context.Context, id string) (outside.Call, error) {
	return s.takeCall(ctx, "id = ?", id)
}

func (s outsideStore) CallOf(ctx context.Context, turn, callID string) (outside.Call, error) {
	return s.takeCall(ctx, "turn = ? AND call_id = ?", turn, callID)
}

func (s outsideStore) takeCall(ctx context.Context, which string, args ...any) (outside.Call, error) {
	var r callRow
	err := s.Read(ctx).Where(which, args...).Take(&r).Error
	return r.call(), orNoCall(err, "read call")
}

func (s outsideStore) CallsOf(ctx context.Context, turn string) ([]outside.Call, error) {
	var rows []callRow
	err := s.Read(ctx).Where("turn = ?", turn).Order("created_at, id").Find(&rows).Error
	cs := make([]outside.Call, len(rows))
	for i, r := range rows {
		cs[i] = r.call()
	}
	return cs, database.Wrap(err, "read calls")
}

func (s outsideStore) MoveCall(ctx context.Context, id string, from, to outside.State, ended *time.Time) (moved bool, err error) {
	err = s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&callRow{}).Where("id = ? AND state = ?", id, from).UpdateColumns(map[string]any{"state": to, "ended_at": ended})
		moved = done.RowsAffected > 0
		return database.Wrap(done.Error, "move call")
	})
	return moved, err
}

func (s outsideStore) ErasePerson(ctx context.Context, person string) (int, error) {
	n, err := s.delete(ctx, &callRow{}, "person = ?", person)
	if err != nil {
		return n, err
	}
	permits, err := s.delete(ctx, &permitRow{}, "person = ?", person)
	return n + permits, err
}

func (s outsideStore) PurgeCalls(ctx context.Context, before time.Time) (int, error) {
	return s.delete(ctx, &callRow{}, "created_at < ?", column.UTC(before))
}

func (s outsideStore) delete(ctx context.Context, row any, which string, args ...any) (int, error) {
	var n int64
	err := s.Write(ctx, func(g *gorm.DB) error {
		done := g.Where(which, args...).Delete(row)
		n = done.RowsAffected
		return database.Wrap(done.Error, "delete what tools may do")
	})
	return int(n), err
}

func columnsOf(names ...string) (cs []clause.Column) {
	for _, n := range names {
		cs = append(cs, clause.Column{Name: n})
	}
	return cs
}

func orNoCall(err error, doing string) error {
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return outside.ErrNotFound
	}
	return database.Wrap(err, doing)
}
