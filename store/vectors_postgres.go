package store

import (
	"github.com/pgvector/pgvector-go"
	"gorm.io/gorm"

	"keepsake/memory"
)

func (postgres) vector(embedding []float32) any { return pgvector.NewVector(embedding) }

// nearest scans the scopes exactly. "+ 0" keeps an index of neighbours, should somebody
// make one, from being used: it would look among everybody's vectors first and filter
// afterwards, and miss.
func (postgres) nearest(_ *DB, g *gorm.DB, scopes map[int64]scopeRow, live func(*gorm.DB) *gorm.DB, model string, embedding []float32, limit int) ([]memory.Near, error) {
	near := []memory.Near{}
	asked := pgvector.NewVector(embedding)
	rows := g.Session(&gorm.Session{NewDB: true}).Table("memory_vectors AS x").
		Joins("JOIN agent_memories AS m ON m.id = x.memory_id AND m.version = x.version").
		Where("x.scope IN ? AND x.model = ? AND vector_dims(x.embedding) = ?", keys(scopes), model, len(embedding)).
		Select("m.id AS id, (x.embedding <=> ?) + 0 AS distance", asked)
	// A distance is computed for what the inner query leaves, and for nothing else: vectors
	// of other lengths cannot be compared.
	err := g.Raw("SELECT id, 1 - distance AS cosine FROM (?) AS d ORDER BY distance, id LIMIT ?", live(rows), limit).Scan(&near).Error
	return near, err
}
