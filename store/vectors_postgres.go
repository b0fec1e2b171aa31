package store

import (
	"encoding/binary"
	"strconv"
	"strings"

	"keepsake/memory/recall"

	"github.com/pgvector/pgvector-go"
)

func (postgres) vector(embedding []float32) any { return pgvector.NewVector(embedding) }

func (postgres) vectorBytes() (column string, header int, order binary.ByteOrder) {
	return "vector_send(embedding)", 4, binary.BigEndian
}

func (postgres) eachVersion() string {
	// OFFSET 0 has each looked up by its id; the planner would rather read all memories.
	return `jsonb_each_text(?::jsonb) AS j CROSS JOIN LATERAL (
		SELECT * FROM agent_memories WHERE id = j.key AND version = j.value::bigint OFFSET 0) AS m`
}

func (postgres) numberParams(query string) string {
	parts := strings.Split(query, "?")
	for i := range parts[1:] {
		parts[i] += "$" + strconv.Itoa(i+1)
	}
	return strings.Join(parts, "")
}

// Scopes that were asked once since they changed are scanned there: that moves no vectors.
func (postgres) canSearchVectors() bool { return true }

// nearest scans the scopes exactly. "+ 0" keeps an index of neighbours, should somebody
// make one, from being used: it would look among everybody's vectors first and filter
// afterwards, and miss.
func (postgres) nearest(a search, scopes map[int64]scopeRow) ([]recall.Near, error) {
	near := []recall.Near{}
	asked := pgvector.NewVector(a.embedding)
	rows := a.fresh().Table("memory_vectors AS x").
		Joins("JOIN agent_memories AS m ON m.id = x.memory_id AND m.version = x.version").
		Where("x.scope IN ? AND x.model = ? AND vector_dims(x.embedding) = ?", keys(scopes), a.model, len(a.embedding)).
		Select("m.id AS id, (x.embedding <=> ?) + 0 AS distance", asked)
	// A distance is computed for what the inner query leaves, and for nothing else: vectors
	// of other lengths cannot be compared.
	err := a.g.Raw("SELECT id, 1 - distance AS cosine FROM (?) AS d ORDER BY distance, id LIMIT ?", a.live(rows), a.q.Limit).Scan(&near).Error
	return near, err
}
