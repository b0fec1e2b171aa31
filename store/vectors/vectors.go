// Package vectors implements recall.VectorStore on one database: the embeddings of memories, the
// queue of memories to embed, and the search by meaning.
//
// A search compares all vectors of its scopes, in memory or in PostgreSQL, with the same ranking:
// stored vectors are rounded so that sums are exact. The vectors of the scopes that were searched
// last are cached (matrix.go); one statement per search verifies that they are current.
//
// Invariants:
//   - Every change of a scope's vectors adds one to its vector revision, by which the cache knows
//     that its vectors are current.
//   - A vector is found only while its memory has the version that was embedded.
//
// The suite of package store proves what it promises. Start reading at Store, then Nearest in
// search.go.
package vectors

import (
	"context"
	"encoding/binary"
	"math"
	"strconv"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/database"
	"keepsake/store/scoperow"
)

// Store implements recall.VectorStore. Nearest is in search.go.
type Store struct {
	database.Access
	dialect dialect
	queued  chan struct{} // see recall.VectorStore.Queued
	cache   vectorCache
}

var _ recall.VectorStore = (*Store)(nil)

// New returns the store of the memories' embeddings.
func New(db *database.DB) *Store {
	s := &Store{Access: database.NewAccess(db), dialect: postgres{}, queued: make(chan struct{}, 1)}
	if db.Dialect() == database.SQLite {
		s.dialect = sqlite{}
	}
	return s
}

// Tables returns the tables that contain what people wrote, in other form.
func Tables() []string { return []string{"memory_vectors", "memory_embed_queue"} }

// dialect holds what differs between the two databases for vectors.
type dialect interface {
	// vector returns an embedding as a column value.
	vector(embedding []float32) any
	// vectorBytes returns the expression that selects an embedding as bytes, the length of
	// the header in these bytes, and the byte order of the float32 values after it.
	vectorBytes() (column string, header int, order binary.ByteOrder)
	// eachVersion returns the FROM clause that joins a parameter, the JSON object
	// {"id": version}, with the memories "AS m" whose current version is the given one.
	eachVersion() string
	// canSearchVectors reports whether the database implements nearest. The store then uses
	// nearest for a scope until its vectors are searched a second time at one revision.
	canSearchVectors() bool
	// nearest answers a search in the database, with the same ranking as search.rank.
	nearest(a search, scopes map[int64]scoperow.Row) ([]recall.Near, error)
}

// memoryRow is what a vector has to know of its memory.
type memoryRow struct {
	ID      string
	Scope   int64
	Version int
}

func (memoryRow) TableName() string { return "agent_memories" }

type metaRow struct{ Store, Key, Value string }

func (metaRow) TableName() string { return "store_meta" }

// Keys of store_meta (I31).
const (
	metaModel      = "embedding_model"
	metaDimensions = "dimensions"
	metaAnnounced  = "embedding_announced"
)

func (s *Store) Model(ctx context.Context, store string) (recall.EmbeddingModel, error) {
	return s.model(s.Read(ctx), store)
}

func (s *Store) HoldModel(ctx context.Context, store string) (recall.EmbeddingModel, error) {
	var m recall.EmbeddingModel
	err := s.Transact(ctx, func(_ context.Context, g *gorm.DB) (err error) {
		// There must be a row to lock, even when no model has been recorded yet.
		err = g.Clauses(clause.OnConflict{DoNothing: true}).Create(&metaRow{store, metaModel, ""}).Error
		if err != nil {
			return database.Wrap(err, "hold the embedding model")
		}
		m, err = s.model(g.Clauses(s.LockRows()...), store)
		return err
	})
	return m, err
}

func (s *Store) model(g *gorm.DB, store string) (recall.EmbeddingModel, error) {
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
	return m, database.Wrap(err, "read the embedding model")
}

func (s *Store) SetModel(ctx context.Context, store string, m recall.EmbeddingModel) error {
	rows := []metaRow{{store, metaDimensions, strconv.Itoa(m.Dimensions)}, {store, metaModel, m.Identity}}
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.Wrap(g.Clauses(clause.OnConflict{
			Columns: []clause.Column{{Name: "store"}, {Name: "key"}}, DoUpdates: clause.AssignmentColumns([]string{"value"}),
		}).Create(&rows).Error, "set the embedding model")
	})
}

func (s *Store) Announced(ctx context.Context, store string) (at time.Time, err error) {
	var values []string
	err = s.Read(ctx).Model(&metaRow{}).Where("store = ? AND key = ?", store, metaAnnounced).Pluck("value", &values).Error
	if err == nil && len(values) > 0 {
		at, err = time.Parse(time.RFC3339, values[0])
	}
	return at, database.Wrap(err, "read the announcement of embedding")
}

func (s *Store) SetAnnounced(ctx context.Context, store string, at time.Time) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.Wrap(g.Clauses(clause.OnConflict{
			Columns: []clause.Column{{Name: "store"}, {Name: "key"}}, DoUpdates: clause.AssignmentColumns([]string{"value"}),
		}).Create(&metaRow{store, metaAnnounced, at.UTC().Format(time.RFC3339)}).Error, "store the announcement of embedding")
	})
}

func (s *Store) PutVectors(ctx context.Context, model string, vs []recall.Vector) (int, error) {
	stored := 0
	err := s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
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
			err := database.FirstError(
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
			if err := scoperow.BumpVectors(g, "id = ?", scope); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, database.Wrap(err, "put vectors")
	}
	return stored, nil
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

// Queue queues a version for embedding, in the transaction of g, which ctx carries. It replaces
// an older version in the queue. The store of memories calls it for every text that it writes.
func (s *Store) Queue(ctx context.Context, g *gorm.DB, v memory.Version) error {
	s.AfterCommit(ctx, s.signalQueued)
	return g.Exec(`INSERT INTO memory_embed_queue (memory_id, version, due_at) VALUES (?, ?, ?)
		ON CONFLICT (memory_id) DO UPDATE SET version = excluded.version, due_at = excluded.due_at, attempts = 0, error = ''`,
		v.MemoryID, v.Number, column.UTC(v.CreatedAt)).Error
}

// signalQueued signals the worker that embeds that the queue has a new row.
func (s *Store) signalQueued() {
	select {
	case s.queued <- struct{}{}:
	default: // a signal is pending already
	}
}

func (s *Store) Queued() <-chan struct{} { return s.queued }

// MoveScope moves all vectors of one scope to another.
func MoveScope(g *gorm.DB, from, into int64) error {
	return database.FirstError(
		g.Exec("UPDATE memory_vectors SET scope = ? WHERE scope = ?", into, from).Error,
		scoperow.BumpVectors(g, "id = ?", into),
	)
}

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

func (s *Store) TakeEmbeddings(ctx context.Context, store string, now, until time.Time, limit int) ([]recall.Embedding, error) {
	type queuedRow struct {
		MemoryID, Content string
		Kind, ScopeID     string
		Subject           *string
		Version, Attempts int
	}
	var rows []queuedRow
	err := s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		// Concurrent callers skip the locked rows and take others.
		err := g.Raw(`SELECT q.memory_id, v.content, m.subject, m.version, s.kind, s.scope_id, q.attempts + 1 AS attempts
			FROM `+queueTables+` CROSS JOIN agent_memory_versions AS v
			WHERE `+queueCondition+` AND v.memory_id = m.id AND v.version_number = m.version AND q.due_at <= ?
			ORDER BY q.due_at, q.memory_id LIMIT ?`+s.SkipLocked("q"), store, column.UTC(now), limit).Scan(&rows).Error
		if err != nil || len(rows) == 0 {
			return err
		}
		ids := make([]string, len(rows))
		for i, r := range rows {
			ids[i] = r.MemoryID
		}
		return g.Exec("UPDATE memory_embed_queue SET due_at = ?, attempts = attempts + 1 WHERE memory_id IN ?", column.UTC(until), ids).Error
	})
	if err != nil {
		return nil, database.Wrap(err, "take memories to embed")
	}
	out := make([]recall.Embedding, len(rows))
	for i, r := range rows {
		owner := scope.Scope{Store: store, Kind: scope.Kind(r.Kind), ID: r.ScopeID}
		out[i] = recall.Embedding{MemoryID: r.MemoryID, Scope: owner, Version: r.Version, Subject: column.OrEmpty(r.Subject), Content: r.Content, Attempts: r.Attempts}
	}
	return out, nil
}

func (s *Store) PostponeEmbeddings(ctx context.Context, ids []string, due time.Time, why string, attempt bool) error {
	if len(ids) == 0 {
		return nil
	}
	back := 1
	if attempt {
		back = 0
	}
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.Wrap(g.Exec("UPDATE memory_embed_queue SET due_at = ?, error = ?, attempts = attempts - ? WHERE memory_id IN ? AND attempts > 0",
			column.UTC(due), why, back, ids).Error, "postpone embeddings")
	})
}

func (s *Store) QueueAll(ctx context.Context, store string, now time.Time) (int, error) {
	n := int64(0)
	err := s.Write(ctx, func(g *gorm.DB) error {
		done := g.Exec(`INSERT INTO memory_embed_queue (memory_id, version, due_at)
			SELECT m.id, m.version, ? FROM agent_memories AS m JOIN memory_scopes AS s ON s.id = m.scope
			WHERE s.store = ? AND m.version > 0
			ON CONFLICT (memory_id) DO UPDATE SET due_at = excluded.due_at, attempts = 0, error = ''`, column.UTC(now), store)
		n = done.RowsAffected
		return database.Wrap(done.Error, "queue all memories to embed")
	})
	s.signalQueued()
	return int(n), err
}

func (s *Store) Backlog(ctx context.Context, store string) (recall.Backlog, error) {
	var b recall.Backlog
	counts := selectQueue(s.Read(ctx), store).
		Select("count(*) AS waiting, count(CASE WHEN q.error <> '' THEN 1 END) AS failing").Scan(&b)
	if counts.Error != nil || b.Failing == 0 {
		return b, database.Wrap(counts.Error, "count memories to embed")
	}
	var why []string
	err := selectQueue(s.Read(ctx), store).Where("q.error <> ''").Order("q.due_at DESC, q.memory_id").Limit(1).Pluck("q.error", &why).Error
	if err == nil && len(why) > 0 {
		b.Error = why[0]
	}
	return b, database.Wrap(err, "count memories to embed")
}
