package memories

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/erasure"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/database"
	"keepsake/store/scoperow"
)

func (s memories) PutTombstone(ctx context.Context, t memory.Tombstone) error {
	return s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		owner, err := scoperow.ID(g, t.Scope)
		if err != nil {
			return database.Wrap(err, "put tombstone")
		}
		row := tombstoneRow{
			ID: t.ID, Scope: owner, SlotHash: t.SlotHash, Content: t.Content, Reason: t.Reason,
			MadeAt: column.UTC(t.At), PurgeAt: column.UTC(t.PurgeAt),
		}
		return database.Wrap(g.Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error, "put tombstone")
	})
}

func (s memories) Tombstones(ctx context.Context, scopes []scope.Scope) ([]memory.Tombstone, error) {
	g := s.Read(ctx)
	scopesByID, err := scoperow.Find(g, scopes)
	if err != nil {
		return nil, database.Wrap(err, "read tombstones")
	}
	var rows []tombstoneRow
	if err := g.Where("scope IN ?", scoperow.IDs(scopesByID)).Order("made_at, id").Find(&rows).Error; err != nil {
		return nil, database.Wrap(err, "read tombstones")
	}
	ts := make([]memory.Tombstone, len(rows))
	for i, r := range rows {
		ts[i] = memory.Tombstone{
			ID: r.ID, Scope: scopesByID[r.Scope].Scope(), SlotHash: r.SlotHash, Content: r.Content,
			Reason: r.Reason, At: column.UTC(r.MadeAt), PurgeAt: column.UTC(r.PurgeAt),
		}
	}
	return ts, nil
}

func (s memories) LiftTombstones(ctx context.Context, owner scope.Scope, slotHash string) error {
	return s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		rows, err := scoperow.Find(g, []scope.Scope{owner})
		if err != nil {
			return database.Wrap(err, "lift tombstones")
		}
		lifted := g.Where("scope IN ? AND slot_hash = ?", scoperow.IDs(rows), slotHash)
		var ids []string
		if err := lifted.Model(&tombstoneRow{}).Pluck("id", &ids).Error; err != nil || len(ids) == 0 {
			return database.Wrap(err, "lift tombstones")
		}
		return database.Wrap(database.FirstError(
			g.Where("id IN ?", ids).Delete(&tombstoneRow{}).Error,
			s.RecordErasure(ctx, erasure.Refusals, scope.Scope{}, ids...),
		), "lift tombstones")
	})
}

func (s memories) Purge(ctx context.Context, deletedBefore, now time.Time) (int, error) {
	var ids []string
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		due := g.Model(&memoryRow{}).Where("deleted_at < ?", column.UTC(deletedBefore))
		if err := due.Pluck("id", &ids).Error; err != nil {
			return err
		}
		blank := map[string]any{"before": "", "after": ""}
		return database.FirstError(
			g.Model(&changeRow{}).Where("memory_id IN ?", ids).Updates(blank).Error,
			g.Where("memory_id IN ?", ids).Delete(&decisionRow{}).Error,
			scoperow.BumpVectors(g, "id IN (SELECT scope FROM agent_memories WHERE id IN ?)", ids),
			// Decisions, made or still open, are deleted after the same time as memories.
			g.Where("CASE WHEN decided_at IS NULL THEN made_at ELSE decided_at END < ?", column.UTC(deletedBefore)).Delete(&decisionRow{}).Error,
			// Foreign keys delete the versions, evidence, search words and vectors as well.
			g.Where("id IN ?", ids).Delete(&memoryRow{}).Error,
			g.Model(&tombstoneRow{}).Where("purge_at <= ? AND content <> ''", column.UTC(now)).Update("content", "").Error,
		)
	})
	if err != nil {
		return 0, database.Wrap(err, "purge memories")
	}
	return len(ids), nil
}

func (s memories) Erase(ctx context.Context, owner scope.Scope) (memory.Erased, error) {
	var e memory.Erased
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		id, err := scoperow.ID(g, owner)
		if err != nil {
			return err
		}
		var versions int64
		count := g.Table("agent_memory_versions AS v").Joins("JOIN agent_memories AS m ON m.id = v.memory_id").
			Where("m.scope = ?", id).Count(&versions)
		if count.Error != nil {
			return count.Error
		}
		e.Versions = int(versions)
		var ids []string
		if err := g.Model(&memoryRow{}).Where("scope = ?", id).Pluck("id", &ids).Error; err != nil {
			return err
		}
		destroy := func(row any, n *int) error {
			done := g.Where("scope = ?", id).Delete(row)
			*n = int(done.RowsAffected)
			return done.Error
		}
		return database.FirstError(
			destroy(&memoryRow{}, &e.Memories),
			destroy(&changeRow{}, &e.Changes),
			destroy(&decisionRow{}, &e.Decisions),
			destroy(&tombstoneRow{}, &e.Tombstones),
			eraseScopeRow(g, owner, id),
			g.Exec("UPDATE memory_snapshots SET centroid = '' WHERE store = ? AND centroid <> ''", owner.Store).Error,
			s.RecordErasure(ctx, erasure.AllMemories, owner, ids...),
			s.RequireScrub(g),
		)
	})
	if err != nil {
		return memory.Erased{}, database.Wrap(err, "erase memories")
	}
	return e, nil
}

// eraseScopeRow deletes the row of a person's scope, because it contains the person's id. Its
// revision is not needed any more: memory/forget erases the person's sessions, which refer to
// it in their snapshots, in the same transaction and stops running turns. The row of any
// other scope is kept, and its revision is incremented.
func eraseScopeRow(g *gorm.DB, owner scope.Scope, id int64) error {
	if owner.Kind != scope.User {
		return database.FirstError(scoperow.BumpRevision(g, id), scoperow.BumpVectors(g, "id = ?", id))
	}
	return g.Where("id = ?", id).Delete(&scoperow.Row{}).Error
}
