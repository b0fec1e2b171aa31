package store

import (
	"context"
	"math"
	"strconv"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/memory"
	"keepsake/memory/recall"
)

// vectors implements recall.VectorStore. Nearest is in vectors_search.go.
type vectors struct{ *DB }

var _ recall.VectorStore = vectors{}

type metaRow struct{ Store, Key, Value string }

func (metaRow) TableName() string { return "store_meta" }

// Keys of store_meta (I31).
const (
	metaModel      = "embedding_model"
	metaDimensions = "dimensions"
	metaAnnounced  = "embedding_announced"
)

func (s vectors) Model(ctx context.Context, store string) (recall.EmbeddingModel, error) {
	return s.model(s.read(ctx), store)
}

func (s vectors) HoldModel(ctx context.Context, store string) (recall.EmbeddingModel, error) {
	var m recall.EmbeddingModel
	err := s.inTx(ctx, func(_ context.Context, g *gorm.DB) (err error) {
		// There must be a row to lock, even when no model has been recorded yet.
		err = g.Clauses(clause.OnConflict{DoNothing: true}).Create(&metaRow{store, metaModel, ""}).Error
		if err != nil {
			return wrap(err, "hold the embedding model")
		}
		m, err = s.model(g.Clauses(s.dialect.lock()...), store)
		return err
	})
	return m, err
}

func (s vectors) model(g *gorm.DB, store string) (recall.EmbeddingModel, error) {
	var rows []metaRow
	var m recall.EmbeddingModel
	err := g.Where("store = ? AND key IN ?", store, []string{metaModel, metaDimensions}).Order("key").Find(&rows).Error
	for _, r := range rows {
		if r.Key == metaModel {
			m.Identity = r.Value
		} else if err == nil {
			m.Dimensions, err = strconv.Atoi(r.Value)
		}
	}
	return m, wrap(err, "read the embedding model")
}

func (s vectors) SetModel(ctx context.Context, store string, m recall.EmbeddingModel) error {
	rows := []metaRow{{store, metaDimensions, strconv.Itoa(m.Dimensions)}, {store, metaModel, m.Identity}}
	return s.write(ctx, func(g *gorm.DB) error {
		return wrap(g.Clauses(clause.OnConflict{
			Columns: []clause.Column{{Name: "store"}, {Name: "key"}}, DoUpdates: clause.AssignmentColumns([]string{"value"}),
		}).Create(&rows).Error, "set the embedding model")
	})
}

func (s vectors) Announced(ctx context.Context, store string) (at time.Time, err error) {
	var values []string
	err = s.read(ctx).Model(&metaRow{}).Where("store = ? AND key = ?", store, metaAnnounced).Pluck("value", &values).Error
	if err == nil && len(values) > 0 {
		at, err = time.Parse(time.RFC3339, values[0])
	}
	return at, wrap(err, "read the announcement of embedding")
}

func (s vectors) SetAnnounced(ctx context.Context, store string, at time.Time) error {
	return s.write(ctx, func(g *gorm.DB) error {
		return wrap(g.Clauses(clause.OnConflict{
			Columns: []clause.Column{{Name: "store"}, {Name: "key"}}, DoUpdates: clause.AssignmentColumns([]string{"value"}),
		}).Create(&metaRow{store, metaAnnounced, at.UTC().Format(time.RFC3339)}).Error, "store the announcement of embedding")
	})
}

func (s vectors) PutVectors(ctx context.Context, model string, vs []recall.Vector) (int, error) {
	stored := 0
	err := s.inTx(ctx, func(_ context.Context, g *gorm.DB) error {
		changed := map[int64]bool{}
		for _, v := range vs {
			var current memoryRow
			found := g.Where("id = ? AND version = ?", v.MemoryID, v.Version).Limit(1).Find(&current)
			if found.Error != nil {
				return found.Error
			}
			if found.RowsAffected == 0 { // the memory has a newer version or was deleted
				continue
			}
			row := map[string]any{
				"memory_id": v.MemoryID, "scope": current.Scope, "model": model, "version": v.Version,
				"embedding": s.dialect.vector(roundEmbedding(v.Embedding)),
			}
			err := firstError(
				g.Table("memory_vectors").Clauses(clause.OnConflict{
					Columns:   []clause.Column{{Name: "memory_id"}},
					DoUpdates: clause.AssignmentColumns([]string{"scope", "model", "version", "embedding"}),
				}).Create(row).Error,
				g.Exec("DELETE FROM memory_embed_queue WHERE memory_id = ? AND version = ?", v.MemoryID, v.Version).Error,
			)
			if err != nil {
				return err
			}
			stored++
			changed[current.Scope] = true
		}
		for scope := range changed {
			if err := bumpVectors(g, "id = ?", scope); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, wrap(err, "put vectors")
	}
	return stored, nil
}

// bumpVectors increments the vector revision of scopes, which makes cached vectors stale.
func bumpVectors(g *gorm.DB, where string, args ...any) error {
	return g.Model(&scopeRow{}).Where(where, args...).UpdateColumn("vector_revision", gorm.Expr("vector_revision + 1")).Error
}

// roundEmbedding rounds the components of a vector of length 1 to multiples of 2^-11. It makes
// dot products exact: a product of two components is a multiple of 2^-22 and every partial
// sum is less than 4, so a float32 holds each sum exactly, in any order of addition. Both
// databases therefore compute the same cosines and the same ranking on every processor. The
// rounding changes a cosine by about 0.0001.
func roundEmbedding(embedding []float32) []float32 {
	const steps = 1 << 11
	out := make([]float32, len(embedding))
	for i, x := range embedding {
		out[i] = float32(math.RoundToEven(float64(x)*steps) / steps)
	}
	return out
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// queueEmbedding queues a version for embedding. It replaces an older version in the queue.
func queueEmbedding(g *gorm.DB, v memory.Version) error {
	return g.Exec(`INSERT INTO memory_embed_queue (memory_id, version, due_at) VALUES (?, ?, ?)
		ON CONFLICT (memory_id) DO UPDATE SET version = excluded.version, due_at = excluded.due_at, attempts = 0, error = ''`,
		v.MemoryID, v.Number, utc(v.CreatedAt)).Error
}

// signalQueued signals the worker that embeds that the queue has a new row.
func (db *DB) signalQueued() {
	select {
	case db.queued <- struct{}{}:
	default: // a signal is pending already
	}
}

func (s vectors) Queued() <-chan struct{} { return s.queued }

// queueTables and queueCondition select the embedding queue "AS q" of a store, without the
// rows of deleted memories. CROSS JOIN makes SQLite start with the queue, which is short,
// instead of scanning all memories.
const (
	queueTables    = `memory_embed_queue AS q CROSS JOIN agent_memories AS m CROSS JOIN memory_scopes AS s`
	queueCondition = `m.id = q.memory_id AND s.id = m.scope AND m.deleted_at IS NULL AND s.store = ?`
)

func selectQueue(g *gorm.DB, store string) *gorm.DB {
	return g.Table(queueTables).Where(queueCondition, store)
}

func (s vectors) TakeEmbeddings(ctx context.Context, store string, now, until time.Time, limit int) ([]recall.Embedding, error) {
	type queuedRow struct {
		MemoryID, Content string
		Subject           *string
		Version, Attempts int
	}
	var rows []queuedRow
	err := s.inTx(ctx, func(_ context.Context, g *gorm.DB) error {
		// Concurrent callers skip the locked rows and take others.
		err := g.Raw(`SELECT q.memory_id, v.content, m.subject, m.version, q.attempts + 1 AS attempts
			FROM `+queueTables+` CROSS JOIN agent_memory_versions AS v
			WHERE `+queueCondition+` AND v.memory_id = m.id AND v.version_number = m.version AND q.due_at <= ?
			ORDER BY q.due_at, q.memory_id LIMIT ?`+s.dialect.skipLocked("q"), store, utc(now), limit).Scan(&rows).Error
		if err != nil || len(rows) == 0 {
			return err
		}
		ids := make([]string, len(rows))
		for i, r := range rows {
			ids[i] = r.MemoryID
		}
		return g.Exec("UPDATE memory_embed_queue SET due_at = ?, attempts = attempts + 1 WHERE memory_id IN ?", utc(until), ids).Error
	})
	if err != nil {
		return nil, wrap(err, "take memories to embed")
	}
	out := make([]recall.Embedding, len(rows))
	for i, r := range rows {
		out[i] = recall.Embedding{MemoryID: r.MemoryID, Version: r.Version, Subject: orEmpty(r.Subject), Content: r.Content, Attempts: r.Attempts}
	}
	return out, nil
}

func (s vectors) PostponeEmbeddings(ctx context.Context, ids []string, due time.Time, why string, attempt bool) error {
	if len(ids) == 0 {
		return nil
	}
	back := 1
	if attempt {
		back = 0
	}
	return s.write(ctx, func(g *gorm.DB) error {
		return wrap(g.Exec("UPDATE memory_embed_queue SET due_at = ?, error = ?, attempts = attempts - ? WHERE memory_id IN ? AND attempts > 0",
			utc(due), why, back, ids).Error, "postpone embeddings")
	})
}

func (s vectors) QueueAll(ctx context.Context, store string, now time.Time) (int, error) {
	n := int64(0)
	err := s.write(ctx, func(g *gorm.DB) error {
		done := g.Exec(`INSERT INTO memory_embed_queue (memory_id, version, due_at)
			SELECT m.id, m.version, ? FROM agent_memories AS m JOIN memory_scopes AS s ON s.id = m.scope
			WHERE s.store = ? AND m.version > 0
			ON CONFLICT (memory_id) DO UPDATE SET due_at = excluded.due_at, attempts = 0, error = ''`, utc(now), store)
		n = done.RowsAffected
		return wrap(done.Error, "queue all memories to embed")
	})
	s.signalQueued()
	return int(n), err
}

func (s vectors) Backlog(ctx context.Context, store string) (recall.Backlog, error) {
	var b recall.Backlog
	counts := selectQueue(s.read(ctx), store).
		Select("count(*) AS waiting, count(CASE WHEN q.error <> '' THEN 1 END) AS failing").Scan(&b)
	if counts.Error != nil || b.Failing == 0 {
		return b, wrap(counts.Error, "count memories to embed")
	}
	var why []string
	err := selectQueue(s.read(ctx), store).Where("q.error <> ''").Order("q.due_at DESC, q.memory_id").Limit(1).Pluck("q.error", &why).Error
	if err == nil && len(why) > 0 {
		b.Error = why[0]
	}
	return b, wrap(err, "count memories to embed")
}
