package accounts

import (
	"context"
	"time"

	"gorm.io/gorm"

	"keepsake/erasure"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/database"
)

type linkCodeRow struct {
	CodeHash  string
	Person    string
	ExpiresAt time.Time
}

func (linkCodeRow) TableName() string { return "link_codes" }

// accountLinkRow is a link as one of both accounts sees it: a link has two rows of one id.
type accountLinkRow struct {
	ID     string
	Person string
	Other  string
	MadeAt time.Time
}

func (accountLinkRow) TableName() string { return "account_links" }

func (s peopleStore) PutLinkCode(ctx context.Context, person, codeHash string, expires time.Time) error {
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		return database.FirstError(
			g.Where("person = ?", person).Delete(&linkCodeRow{}).Error,
			g.Create(&linkCodeRow{CodeHash: codeHash, Person: person, ExpiresAt: column.UTC(expires)}).Error,
		)
	})
	return database.Wrap(err, "put link code")
}

func (s peopleStore) LinkCode(ctx context.Context, codeHash string, now time.Time, use bool) (person string, err error) {
	var row linkCodeRow
	found := s.Read(ctx).Where("code_hash = ? AND expires_at > ?", codeHash, column.UTC(now)).Limit(1).Find(&row)
	if found.Error != nil || found.RowsAffected == 0 || !use {
		return row.Person, database.Wrap(found.Error, "read link code")
	}
	err = s.Write(ctx, func(g *gorm.DB) error {
		done := g.Where("code_hash = ?", codeHash).Delete(&linkCodeRow{})
		if done.RowsAffected == 0 { // somebody else was quicker
			row.Person = ""
		}
		return done.Error
	})
	return row.Person, database.Wrap(err, "use link code")
}

func (s peopleStore) PutAccountLink(ctx context.Context, id, person, other string, at time.Time) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		g = g.Exec(`INSERT INTO account_links (id, person, other, made_at) VALUES (?, ?, ?, ?), (?, ?, ?, ?) ON CONFLICT (person, other) DO NOTHING`,
			id, person, other, column.UTC(at), id, other, person, column.UTC(at))
		return database.Wrap(g.Error, "put account link")
	})
}

func (s peopleStore) DropAccountLink(ctx context.Context, person, other string) (bool, error) {
	n, err := s.dropLinks(ctx, "person = ? AND other = ?", person, other)
	return n > 0, err
}

// dropLinks deletes the links that a condition selects one row of, with both rows.
func (s peopleStore) dropLinks(ctx context.Context, condition string, args ...any) (int, error) {
	var ids []string
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		if err := g.Model(&accountLinkRow{}).Where(condition, args...).Distinct().Pluck("id", &ids).Error; err != nil || len(ids) == 0 {
			return err
		}
		return database.FirstError(
			s.RecordErasure(ctx, erasure.AccountLinks, scope.Scope{}, ids...),
			g.Where("id IN ?", ids).Delete(&accountLinkRow{}).Error,
		)
	})
	return len(ids), database.Wrap(err, "drop account links")
}

// linked are the accounts that are linked with a row of people, one a line; it is read in the same statement.
func (s peopleStore) linked() string {
	join := "string_agg(other, chr(10))"
	if s.Dialect() == database.SQLite {
		join = "group_concat(other, char(10))"
	}
	return ", (SELECT COALESCE(" + join + ", '') FROM account_links WHERE person = people.id) AS linked"
}
