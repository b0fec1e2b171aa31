package memories

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/memory/writeswitch"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/database"
)

// switchRow says whether the memories of a scope may be written; the row of no scope holds for all.
type switchRow struct {
	Store     string
	Kind      string
	ScopeID   string
	Off       bool
	ChangedAt *time.Time
}

func (switchRow) TableName() string { return "memory_switches" }

// NewSwitches returns the store of the switches of memory writes.
func NewSwitches(db *database.DB) writeswitch.Store { return memories{Access: database.NewAccess(db)} }

const oneSwitch = "store = ? AND kind = ? AND scope_id = ?"

// WritesOff locks the switches that it reads: one that is being set waits for the transaction of ctx.
func (s memories) WritesOff(ctx context.Context, owner scope.Scope) (bool, error) {
	var rows []switchRow
	err := s.Read(ctx).Clauses(s.shareRows()...).
		Where("("+oneSwitch+") OR ("+oneSwitch+")", "", "", "", owner.Store, string(owner.Kind), owner.ID).Find(&rows).Error
	return slices.ContainsFunc(rows, func(r switchRow) bool { return r.Off }), database.Wrap(err, "read the switch of memory writes")
}

// shareRows returns the clause of a SELECT whose rows nobody may change until the transaction ends. SQLite
// needs none, because it has one writer at a time.
func (s memories) shareRows() []clause.Expression {
	if len(s.LockRows()) == 0 {
		return nil
	}
	return []clause.Expression{clause.Locking{Strength: "SHARE"}}
}

func (s memories) SwitchWrites(ctx context.Context, owner scope.Scope, off bool, at time.Time) error {
	return s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		if owner != writeswitch.Everybody { // that one's row is always there, and locked by who reads it
			if err := s.Lock(ctx, owner); err != nil {
				return err
			}
		}
		row := switchRow{Store: owner.Store, Kind: string(owner.Kind), ScopeID: owner.ID, Off: off, ChangedAt: &at}
		err := g.Clauses(clause.OnConflict{
			Columns:   []clause.Column{{Name: "store"}, {Name: "kind"}, {Name: "scope_id"}},
			DoUpdates: clause.AssignmentColumns([]string{"off", "changed_at"}),
		}).Create(&row).Error
		return database.Wrap(err, "switch memory writes")
	})
}

func (s memories) WriteSwitch(ctx context.Context, owner scope.Scope) (st writeswitch.State, err error) {
	var rows []switchRow
	err = s.Read(ctx).Where(oneSwitch, owner.Store, string(owner.Kind), owner.ID).Find(&rows).Error
	for _, r := range rows {
		if st.Off = r.Off; r.ChangedAt != nil {
			st.Since = column.UTC(*r.ChangedAt)
		}
	}
	return st, database.Wrap(err, "read the switch of memory writes")
}
