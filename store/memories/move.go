package memories

import (
	"context"

	"gorm.io/gorm"

	"keepsake/scope"
	"keepsake/store/candidates"
	"keepsake/store/database"
	"keepsake/store/digests"
	"keepsake/store/scoperow"
	"keepsake/store/shards"
	"keepsake/store/triples"
	"keepsake/store/vectors"
)

func (s memories) Move(ctx context.Context, from, to scope.Scope) error {
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		rows, err := scoperow.Find(g, []scope.Scope{from})
		if err = database.FirstError(err, digests.Move(g, from, to)); err != nil || len(rows) == 0 {
			return err
		}
		var old scoperow.Row
		for _, r := range rows {
			old = r
		}
		taken, err := scoperow.Find(g, []scope.Scope{to})
		if err != nil {
			return err
		}
		for _, r := range taken { // rows that were written for the new id before this move
			if err := s.mergeScope(g, r, old.ID); err != nil {
				return err
			}
			old.Revision += r.Revision
		}
		return g.Model(&scoperow.Row{}).Where("id = ?", old.ID).Updates(map[string]any{
			"store": to.Store, "kind": string(to.Kind), "scope_id": to.ID, "revision": old.Revision + 1,
		}).Error
	})
	return database.Wrap(err, "move a scope")
}

// mergeScope moves all rows of one scope to another and deletes the scope's row.
func (s memories) mergeScope(g *gorm.DB, from scoperow.Row, into int64) error {
	var ms []foundRow
	if err := selectMemories(g).Select(foundColumns).Where("m.scope = ?", from.ID).Scan(&ms).Error; err != nil {
		return err
	}
	for _, row := range []any{&memoryRow{}, &changeRow{}, &decisionRow{}, &tombstoneRow{}} {
		if err := g.Model(row).Where("scope = ?", from.ID).UpdateColumn("scope", into).Error; err != nil {
			return err
		}
	}
	err := database.FirstError(
		candidates.MoveScope(g, from.ID, into),
		vectors.MoveScope(g, from.ID, into),
		shards.MoveScope(g, from.ID, into),
		triples.MoveScope(g, from.ID, into),
	)
	if err != nil {
		return err
	}
	for _, m := range memoriesOf(ms) {
		if err := indexMemory(s.dialect, g, m.ID, into, m.Content, m.Subject); err != nil {
			return err
		}
	}
	return g.Where("id = ?", from.ID).Delete(&scoperow.Row{}).Error
}

func (s memories) Topics(ctx context.Context, group scope.Scope) ([]scope.Scope, error) {
	var rows []scoperow.Row
	err := s.Read(ctx).Where("store = ? AND kind = ? AND scope_id LIKE ?", group.Store, string(scope.Group), group.ID+":%").
		Order("scope_id").Find(&rows).Error
	out := make([]scope.Scope, len(rows))
	for i, r := range rows {
		out[i] = r.Scope()
	}
	return out, database.Wrap(err, "topics of a group")
}
