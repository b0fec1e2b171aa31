// Package memories implements the store of package memory on one database: memories with their
// versions, evidence and search words, changes, decisions and tombstones.
//
// It enforces no business rules: package memory does. What differs between SQLite and PostgreSQL
// here, such as the search for words, is in the dialect (dialect.go).
//
// Invariants:
//   - Every write of a memory's text replaces its search words and queues it for embedding.
//   - Every change adds one to the revision of its scope.
//   - Versions, evidence, search words and vectors go with their memory, by foreign keys.
//
// The suite of package store proves what it promises. Start reading at New.
package memories

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/erasure"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/database"
	"keepsake/store/scoperow"
	"keepsake/store/vectors"
	"keepsake/text"
	"keepsake/trust"
)

// New returns the store of memories. It queues what it writes in the store of vectors.
func New(db *database.DB, v *vectors.Store) memory.Store {
	return memories{Access: database.NewAccess(db), dialect: dialectOf(db), vectors: v}
}

func dialectOf(db *database.DB) dialect {
	if db.Dialect() == database.SQLite {
		return sqlite{}
	}
	return postgres{}
}

// Tables returns the tables that contain text of people, and the full-text indexes in SQLite.
func Tables() (personal, textIndexes []string) {
	return []string{
		"agent_memories", "agent_memory_versions", "memory_evidence", "memory_changes", "memory_decisions",
		"memory_tombstones", "memory_search",
	}, []string{"memory_search_index"}
}

// memories implements memory.Store. Writes are in this file, queries in find.go and
// evict.go, changes and decisions in changes.go, deletions in erase.go.
type memories struct {
	database.Access
	dialect dialect
	vectors *vectors.Store
}

var _ memory.Store = memories{}

func (s memories) Insert(ctx context.Context, m memory.Memory, v memory.Version) error {
	return s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		scope, err := scoperow.ID(g, m.Scope)
		if err != nil {
			return database.Wrap(err, "insert memory")
		}
		row := memoryRow{
			ID: m.ID, Scope: scope, Kind: string(m.Kind), Type: string(m.Type), Category: m.Category,
			Subject: column.OrNull(m.Subject), SubjectFold: column.OrNull(text.Fold(m.Subject)), Status: string(m.Status),
			Origin: string(m.Origin), Trust: m.Trust.String(), Pinned: m.Pinned, Confidence: m.Confidence,
			Importance: m.Importance, Version: v.Number, CreatedAt: column.UTC(m.CreatedAt), UpdatedAt: column.UTC(v.CreatedAt),
			DeletedAt: column.UTCOrNil(m.DeletedAt), ExpiresAt: column.UTCOrNil(m.ExpiresAt), SaidAt: column.TimeOrNull(m.SaidAt), ArchivedAt: column.UTCOrNil(m.ArchivedAt),
			LastAccessedAt: column.UTCOrNil(m.LastAccessedAt), AccessCount: m.AccessCount,
			ShownAt: column.UTCOrNil(m.ShownAt), ShownCount: m.ShownCount,
		}
		// DO NOTHING, because an error would abort the PostgreSQL transaction in which the
		// service then tries another id (F1).
		added := g.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
		if added.Error != nil {
			return database.Wrap(added.Error, "insert memory")
		}
		if added.RowsAffected == 0 {
			return memory.ErrIDTaken
		}
		v.MemoryID = m.ID
		return database.Wrap(s.putVersion(ctx, g, v, scope, m.Subject), "insert memory")
	})
}

func (s memories) AddVersion(ctx context.Context, v memory.Version) error {
	return s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		changes := map[string]any{"version": v.Number, "updated_at": column.UTC(v.CreatedAt), "said_at": column.TimeOrNull(v.SaidAt)}
		if v.Trust != trust.Unknown {
			changes["trust"] = v.Trust.String()
		}
		moved := g.Model(&memoryRow{}).Where("id = ? AND version = ?", v.MemoryID, v.Number-1).Updates(changes)
		if moved.Error != nil {
			return database.Wrap(moved.Error, "add version")
		}
		if moved.RowsAffected == 0 {
			return memory.ErrConflict
		}
		var row memoryRow
		if err := g.Where("id = ?", v.MemoryID).Take(&row).Error; err != nil {
			return database.Wrap(err, "add version")
		}
		return database.Wrap(s.putVersion(ctx, g, v, row.Scope, column.OrEmpty(row.Subject)), "add version")
	})
}

// putVersion inserts a version with its evidence, and updates search words and embedding queue.
func (s memories) putVersion(ctx context.Context, g *gorm.DB, v memory.Version, scope int64, subject string) error {
	row := versionOf(v)
	if err := g.Create(&row).Error; err != nil {
		return err
	}
	if rows := evidenceRows(v.ID, v.Evidence); len(rows) > 0 {
		if err := g.Create(&rows).Error; err != nil {
			return err
		}
	}
	return database.FirstError(
		indexMemory(s.dialect, g, v.MemoryID, scope, v.Content, subject),
		s.vectors.Queue(ctx, g, v),
	)
}

func (s memories) SetDeleted(ctx context.Context, id string, at *time.Time) error {
	part := erasure.Memory
	if at == nil {
		part = erasure.Restored
	}
	return s.InTx(ctx, func(ctx context.Context) error {
		return database.FirstError(
			s.set(ctx, id, map[string]any{"deleted_at": column.UTCOrNil(at)}),
			s.RecordErasure(ctx, part, scope.Scope{}, id),
		)
	})
}

func (s memories) SetImportance(ctx context.Context, id string, importance float64) error {
	return s.set(ctx, id, map[string]any{"importance": importance})
}

func (s memories) SetPinned(ctx context.Context, id string, pinned bool) error {
	return s.set(ctx, id, map[string]any{"pinned": pinned})
}

func (s memories) SetLabels(ctx context.Context, id, category, subject string) error {
	return s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		if err := s.set(ctx, id, map[string]any{"category": category, "subject": column.OrNull(subject), "subject_fold": column.OrNull(text.Fold(subject))}); err != nil {
			return err
		}
		var row memoryRow
		var content string
		err := g.Where("id = ?", id).Take(&row).Error
		if err == nil {
			err = g.Model(&versionRow{}).Where("memory_id = ? AND version_number = ?", id, row.Version).Pluck("content", &content).Error
		}
		return database.Wrap(database.FirstError(err, indexMemory(s.dialect, g, id, row.Scope, content, subject)), "label memory")
	})
}

func (s memories) SetArchived(ctx context.Context, id string, at *time.Time, status memory.Status) error {
	return s.set(ctx, id, map[string]any{"archived_at": column.UTCOrNil(at), "status": string(status)})
}

func (s memories) SetExpires(ctx context.Context, id string, at *time.Time) error {
	return s.set(ctx, id, map[string]any{"expires_at": column.UTCOrNil(at)})
}

func (s memories) Confirm(ctx context.Context, id string, c memory.Confirmation) error {
	return s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		var versions, known []string
		err := g.Model(&versionRow{}).Joins("JOIN agent_memories AS m ON m.id = memory_id AND m.version = version_number").
			Where("memory_id = ?", id).Pluck("agent_memory_versions.id", &versions).Error
		if err != nil || len(versions) == 0 {
			return database.Wrap(cmp.Or(err, error(memory.ErrNotFound)), "confirm memory")
		}
		if err := g.Model(&evidenceRow{}).Where("version_id = ?", versions[0]).Pluck("message_id", &known).Error; err != nil {
			return database.Wrap(err, "confirm memory")
		}
		rows := slices.DeleteFunc(evidenceRows(versions[0], c.Evidence), func(r evidenceRow) bool {
			return r.MessageID != "" && slices.Contains(known, r.MessageID)
		})
		if len(rows) > 0 {
			if err := g.Create(&rows).Error; err != nil {
				return database.Wrap(err, "confirm memory")
			}
		}
		return s.set(ctx, id, map[string]any{
			"confidence": c.Confidence, "expires_at": column.UTCOrNil(c.ExpiresAt), "said_at": column.TimeOrNull(c.SaidAt),
		})
	})
}

func (s memories) Touch(ctx context.Context, ids []string, at time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.Wrap(g.Model(&memoryRow{}).Where("id IN ?", ids).UpdateColumns(map[string]any{
			"last_accessed_at": column.UTC(at), "access_count": gorm.Expr("access_count + 1"),
		}).Error, "touch memories")
	})
}

func (s memories) TouchShown(ctx context.Context, ids []string, since, at time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.Wrap(g.Model(&memoryRow{}).Where("id IN ? AND (shown_at IS NULL OR shown_at <= ?)", ids, column.UTC(since)).UpdateColumns(map[string]any{
			"shown_at": column.UTC(at), "shown_count": gorm.Expr("shown_count + 1"),
		}).Error, "touch shown memories")
	})
}

func (s memories) set(ctx context.Context, id string, values map[string]any) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&memoryRow{}).Where("id = ?", id).UpdateColumns(values)
		if done.Error == nil && done.RowsAffected == 0 {
			return memory.ErrNotFound
		}
		return database.Wrap(done.Error, "update memory")
	})
}

func (s memories) Lock(ctx context.Context, scope scope.Scope) error {
	return s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		for try := 1; ; try++ {
			id, err := scoperow.ID(g, scope)
			if err != nil {
				return database.Wrap(err, "lock scope")
			}
			var row scoperow.Row
			err = g.Clauses(s.LockRows()...).Where("id = ?", id).Take(&row).Error
			// An erasure may have locked the row and deleted it: create it again.
			if !errors.Is(err, gorm.ErrRecordNotFound) || try == 3 {
				return database.Wrap(err, "lock scope")
			}
		}
	})
}
