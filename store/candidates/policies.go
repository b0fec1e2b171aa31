package candidates

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/memory/policy"
	"keepsake/store/column"
	"keepsake/store/database"
)

// policies implements policy.Revisions.
type policies struct{ database.Access }

var _ policy.Revisions = policies{}

// NewPolicies returns the store of the policies of memory stores.
func NewPolicies(db *database.DB) policy.Revisions { return policies{database.NewAccess(db)} }

type policyRow struct {
	Store    string `gorm:"primaryKey"`
	Number   int    `gorm:"primaryKey;autoIncrement:false"`
	Content  string
	MadeBy   string
	Reason   string
	OfNumber int
	Stable   bool
	MadeAt   time.Time
}

func (policyRow) TableName() string { return "memory_policies" }

func (s policies) PutRevision(ctx context.Context, r policy.Revision, content string) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		row := policyRow{
			Store: r.Store, Number: r.Number, Content: content, MadeBy: r.By, Reason: r.Reason, OfNumber: r.Of, Stable: r.Stable, MadeAt: column.UTC(r.At),
		}
		done := g.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
		if done.Error == nil && done.RowsAffected == 0 {
			return policy.ErrChanged
		}
		return database.Wrap(done.Error, "put policy")
	})
}

func (s policies) Revisions(ctx context.Context, store string, limit int) ([]policy.Revision, []string, error) {
	q := s.Read(ctx).Where("store = ?", store).Order("number DESC")
	if limit > 0 {
		q = q.Limit(limit)
	}
	var rows []policyRow
	if err := q.Find(&rows).Error; err != nil {
		return nil, nil, database.Wrap(err, "read policies")
	}
	rs, contents := make([]policy.Revision, len(rows)), make([]string, len(rows))
	for i, r := range rows {
		contents[i] = r.Content
		rs[i] = policy.Revision{Store: r.Store, Number: r.Number, By: r.MadeBy, Reason: r.Reason, Of: r.OfNumber, Stable: r.Stable, At: column.UTC(r.MadeAt)}
	}
	return rs, contents, nil
}

func (s policies) MarkStable(ctx context.Context, store string, number int) (ok bool, err error) {
	err = s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&policyRow{}).Where("store = ? AND number = ?", store, number).UpdateColumn("stable", true)
		ok = done.RowsAffected == 1
		return done.Error
	})
	return ok, database.Wrap(err, "mark policy as stable")
}
