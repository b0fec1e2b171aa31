package store

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/memory"
	"keepsake/scope"
	"keepsake/text"
)

// memories implements memory.Store. Writes are in memory.go, queries in memory_find.go and
// memory_evict.go, changes and decisions in changes.go, deletions in memory_erase.go.
type memories struct{ *DB }

var _ memory.Store = memories{}

func (s memories) Insert(ctx context.Context, m memory.Memory, v memory.Version) error {
	return s.inTx(ctx, func(ctx context.Context, g *gorm.DB) error {
		scope, err := scopeID(g, m.Scope)
		if err != nil {
			return wrap(err, "insert memory")
		}
		row := memoryRow{
			ID: m.ID, Scope: scope, Kind: string(m.Kind), Type: string(m.Type), Category: m.Category,
			Subject: orNull(m.Subject), SubjectFold: orNull(text.Fold(m.Subject)), Status: string(m.Status),
			Origin: string(m.Origin), Trust: m.Trust.String(), Pinned: m.Pinned, Confidence: m.Confidence,
			Importance: m.Importance, Version: v.Number, CreatedAt: utc(m.CreatedAt), UpdatedAt: utc(v.CreatedAt),
			DeletedAt: utcOrNil(m.DeletedAt), ExpiresAt: utcOrNil(m.ExpiresAt), ArchivedAt: utcOrNil(m.ArchivedAt),
			LastAccessedAt: utcOrNil(m.LastAccessedAt), AccessCount: m.AccessCount,
			ShownAt: utcOrNil(m.ShownAt), ShownCount: m.ShownCount,
		}
		// DO NOTHING, because an error would abort the PostgreSQL transaction in which the
		// service then tries another id (F1).
		added := g.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
		if added.Error != nil {
			return wrap(added.Error, "insert memory")
		}
		if added.RowsAffected == 0 {
			return memory.ErrIDTaken
		}
		v.MemoryID = m.ID
		return wrap(s.putVersion(ctx, g, v, scope, m.Subject), "insert memory")
	})
}

func (s memories) AddVersion(ctx context.Context, v memory.Version) error {
	return s.inTx(ctx, func(ctx context.Context, g *gorm.DB) error {
		moved := g.Model(&memoryRow{}).Where("id = ? AND version = ?", v.MemoryID, v.Number-1).
			Updates(map[string]any{"version": v.Number, "updated_at": utc(v.CreatedAt)})
		if moved.Error != nil {
			return wrap(moved.Error, "add version")
		}
		if moved.RowsAffected == 0 {
			return memory.ErrConflict
		}
		var row memoryRow
		if err := g.Where("id = ?", v.MemoryID).Take(&row).Error; err != nil {
			return wrap(err, "add version")
		}
		return wrap(s.putVersion(ctx, g, v, row.Scope, orEmpty(row.Subject)), "add version")
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
	s.AfterCommit(ctx, s.signalQueued)
	return firstError(
		s.dialect.indexWords(g, v.MemoryID, scope, text.Words(v.Content+"\n"+subject)),
		queueEmbedding(g, v),
	)
}

func (s memories) SetDeleted(ctx context.Context, id string, at *time.Time) error {
	return s.set(ctx, id, map[string]any{"deleted_at": utcOrNil(at)})
}

func (s memories) SetPinned(ctx context.Context, id string, pinned bool) error {
	return s.set(ctx, id, map[string]any{"pinned": pinned})
}

func (s memories) SetLabels(ctx context.Context, id, category, subject string) error {
	return s.inTx(ctx, func(ctx context.Context, g *gorm.DB) error {
		if err := s.set(ctx, id, map[string]any{"category": category, "subject": orNull(subject), "subject_fold": orNull(text.Fold(subject))}); err != nil {
			return err
		}
		var row memoryRow
		var content string
		err := g.Where("id = ?", id).Take(&row).Error
		if err == nil {
			err = g.Model(&versionRow{}).Where("memory_id = ? AND version_number = ?", id, row.Version).Pluck("content", &content).Error
		}
		return wrap(firstError(err, s.dialect.indexWords(g, id, row.Scope, text.Words(content+"\n"+subject))), "label memory")
	})
}

func (s memories) SetArchived(ctx context.Context, id string, at *time.Time, status memory.Status) error {
	return s.set(ctx, id, map[string]any{"archived_at": utcOrNil(at), "status": string(status)})
}

func (s memories) SetExpires(ctx context.Context, id string, at *time.Time) error {
	return s.set(ctx, id, map[string]any{"expires_at": utcOrNil(at)})
}

func (s memories) Confirm(ctx context.Context, id string, evidence []memory.Evidence, confidence float64, expires *time.Time) error {
	return s.inTx(ctx, func(ctx context.Context, g *gorm.DB) error {
		var versions, known []string
		err := g.Model(&versionRow{}).Joins("JOIN agent_memories AS m ON m.id = memory_id AND m.version = version_number").
			Where("memory_id = ?", id).Pluck("agent_memory_versions.id", &versions).Error
		if err != nil || len(versions) == 0 {
			return wrap(cmp.Or(err, error(memory.ErrNotFound)), "confirm memory")
		}
		if err := g.Model(&evidenceRow{}).Where("version_id = ?", versions[0]).Pluck("message_id", &known).Error; err != nil {
			return wrap(err, "confirm memory")
		}
		rows := slices.DeleteFunc(evidenceRows(versions[0], evidence), func(r evidenceRow) bool {
			return r.MessageID != "" && slices.Contains(known, r.MessageID)
		})
		if len(rows) > 0 {
			if err := g.Create(&rows).Error; err != nil {
				return wrap(err, "confirm memory")
			}
		}
		return s.set(ctx, id, map[string]any{"confidence": confidence, "expires_at": utcOrNil(expires)})
	})
}

func (s memories) Touch(ctx context.Context, ids []string, at time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	return s.write(ctx, func(g *gorm.DB) error {
		return wrap(g.Model(&memoryRow{}).Where("id IN ?", ids).UpdateColumns(map[string]any{
			"last_accessed_at": utc(at), "access_count": gorm.Expr("access_count + 1"),
		}).Error, "touch memories")
	})
}

func (s memories) TouchShown(ctx context.Context, ids []string, since, at time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	return s.write(ctx, func(g *gorm.DB) error {
		return wrap(g.Model(&memoryRow{}).Where("id IN ? AND (shown_at IS NULL OR shown_at <= ?)", ids, utc(since)).UpdateColumns(map[string]any{
			"shown_at": utc(at), "shown_count": gorm.Expr("shown_count + 1"),
		}).Error, "touch shown memories")
	})
}

func (s memories) set(ctx context.Context, id string, values map[string]any) error {
	return s.write(ctx, func(g *gorm.DB) error {
		done := g.Model(&memoryRow{}).Where("id = ?", id).UpdateColumns(values)
		if done.Error == nil && done.RowsAffected == 0 {
			return memory.ErrNotFound
		}
		return wrap(done.Error, "update memory")
	})
}

func (s memories) Lock(ctx context.Context, scope scope.Scope) error {
	return s.inTx(ctx, func(ctx context.Context, g *gorm.DB) error {
		for try := 1; ; try++ {
			id, err := scopeID(g, scope)
			if err != nil {
				return wrap(err, "lock scope")
			}
			var row scopeRow
			err = g.Clauses(s.dialect.lock()...).Where("id = ?", id).Take(&row).Error
			// An erasure may have locked the row and deleted it: create it again.
			if !errors.Is(err, gorm.ErrRecordNotFound) || try == 3 {
				return wrap(err, "lock scope")
			}
		}
	})
}

// scopeID returns the row id of a scope. It creates a missing row.
func scopeID(g *gorm.DB, s scope.Scope) (int64, error) {
	for range 3 {
		var row scopeRow
		err := g.Where("store = ? AND kind = ? AND scope_id = ?", s.Store, string(s.Kind), s.ID).Take(&row).Error
		if !errors.Is(err, gorm.ErrRecordNotFound) {
			return row.ID, err
		}
		// Another transaction may insert the row at the same time: DO NOTHING, and read again.
		err = g.Exec("INSERT INTO memory_scopes (store, kind, scope_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
			s.Store, string(s.Kind), s.ID).Error
		if err != nil {
			return 0, err
		}
	}
	return 0, memory.ErrNotFound
}

// scopeRows returns the rows of the scopes by row id. Scopes that were never written have none.
func scopeRows(g *gorm.DB, scopes []scope.Scope) (map[int64]scopeRow, error) {
	byID := make(map[int64]scopeRow, len(scopes))
	if len(scopes) == 0 {
		return byID, nil
	}
	var args []any
	for _, s := range scopes {
		args = append(args, s.Store, string(s.Kind), s.ID)
	}
	conditions := strings.Repeat(" OR (store = ? AND kind = ? AND scope_id = ?)", len(scopes))
	var rows []scopeRow
	if err := g.Where(strings.TrimPrefix(conditions, " OR "), args...).Find(&rows).Error; err != nil {
		return nil, err
	}
	for _, r := range rows {
		byID[r.ID] = r
	}
	return byID, nil
}

func keys(rows map[int64]scopeRow) []int64 {
	ids := make([]int64, 0, len(rows))
	for id := range rows {
		ids = append(ids, id)
	}
	return ids
}
