package accounts

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/signin"
	"keepsake/store/column"
	"keepsake/store/database"
)

// signInStore implements signin.Store.
type signInStore struct{ database.Access }

var _ signin.Store = signInStore{}

type signInRow struct {
	Hash      string `gorm:"primaryKey"`
	Kind      string
	Person    string
	Bot       string
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	ExpiresAt time.Time
}

func (signInRow) TableName() string { return "sign_ins" }

func (s signInStore) PutSignIn(ctx context.Context, hash string, in signin.SignIn) (fresh bool, err error) {
	row := signInRow{Hash: hash, Kind: string(in.Kind), Person: in.Person, Bot: in.Bot, CreatedAt: column.UTC(in.CreatedAt), ExpiresAt: column.UTC(in.ExpiresAt)}
	err = s.Write(ctx, func(g *gorm.DB) error {
		put := g.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
		fresh = put.RowsAffected > 0
		return database.Wrap(put.Error, "put sign-in")
	})
	return fresh, err
}

func (s signInStore) SignInByHash(ctx context.Context, hash string, kind signin.Kind) (signin.SignIn, error) {
	var r signInRow
	err := s.Read(ctx).Where("hash = ? AND kind = ?", hash, string(kind)).Take(&r).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return signin.SignIn{}, signin.ErrUnknown
	}
	return signin.SignIn{
		Kind: signin.Kind(r.Kind), Person: r.Person, Bot: r.Bot, CreatedAt: column.UTC(r.CreatedAt), ExpiresAt: column.UTC(r.ExpiresAt),
	}, database.Wrap(err, "read sign-in")
}

func (s signInStore) DeleteSignIn(ctx context.Context, hash string, kind signin.Kind) (bool, error) {
	n, err := s.delete(ctx, "hash = ? AND kind = ?", hash, string(kind))
	return n > 0, err
}

func (s signInStore) DeleteSignInsOf(ctx context.Context, person string) (int, error) {
	return s.delete(ctx, "person = ?", person)
}

func (s signInStore) PurgeSignIns(ctx context.Context, before time.Time) (int, error) {
	return s.delete(ctx, "expires_at <= ?", column.UTC(before))
}

func (s signInStore) delete(ctx context.Context, which string, args ...any) (int, error) {
	var n int64
	err := s.Write(ctx, func(g *gorm.DB) error {
		done := g.Where(which, args...).Delete(&signInRow{})
		n = done.RowsAffected
		return database.Wrap(done.Error, "delete sign-ins")
	})
	return int(n), err
}
