package vectors

import (
	"encoding/binary"

	"github.com/pgvector/pgvector-go"

	"keepsake/memory/recall"
	"keepsake/store/scoperow"
)

// postgres is the dialect of PostgreSQL.
type postgres struct{}

func (postgres) vector(embedding []float32) any { return pgvector.NewVector(embedding) }

func (postgres) vectorBytes() (column string, header int, order binary.ByteOrder) {
	return "vector_send(embedding)", 4, binary.BigEndian
}

func (postgres) eachVersion() string {
	// OFFSET 0 makes the planner look up each memory by its id instead of scanning them all.
	return `jsonb_each_text(?::jsonb) AS j CROSS JOIN LATERAL (
		SELECT * FROM agent_memories WHERE id = j.key AND version = j.value::bigint OFFSET 0) AS m`
}

// PostgreSQL runs the first search of a scope after a change, which saves loading its vectors.
func (postgres) canSearchVectors() bool { return true }

// nearest compares all vectors of the scopes. "+ 0" prevents the use of a vector index, should
// somebody create one: it would filter by scope only after its search and miss results.
func (postgres) nearest(a search, scopes map[int64]scoperow.Row) ([]recall.Near, error) {
	near := []recall.Near{}
	vector := pgvector.NewVector(a.embedding)
	rows := a.newQuery().Table("memory_vectors AS x").
		Joins("JOIN agent_memories AS m ON m.id = x.memory_id AND m.version = x.version").
		Where("x.scope IN ? AND x.model = ? AND vector_dims(x.embedding) = ?", scoperow.IDs(scopes), a.model, len(a.embedding)).
		Select("m.id AS id, (x.embedding <=> ?) + 0 AS distance", vector)
	// The conditions must be in the inner query, which computes the distances: pgvector
	// returns an error for vectors of different lengths.
	err := a.g.Raw("SELECT id, 1 - distance AS cosine FROM (?) AS d ORDER BY distance, id LIMIT ?", a.filterMemories(rows), a.q.Limit).Scan(&near).Error
	return near, err
}
