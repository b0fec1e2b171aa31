package vectors

import (
	"context"
	"database/sql"
	"encoding/binary"
	"math"

	"keepsake/memory/policy"
	"keepsake/store/database"
)

var _ policy.Centroids = (*Store)(nil)

// maxCentroid is how many vectors a centroid is made of at most. They are the first by the memories' ids, which are random:
// a fair sample, and the same one as long as these memories stay.
const maxCentroid = 2000

// Centroid returns the mean of the embeddings of a store's live items, of the model that embeds them now.
func (s *Store) Centroid(ctx context.Context, store string) (policy.Centroid, error) {
	model, err := s.Model(ctx, store)
	c := policy.Centroid{Model: model.Identity}
	if err != nil || model.Identity == "" || model.Dimensions <= 0 {
		return c, err
	}
	column, header, order := s.dialect.vectorBytes()
	rows, err := s.Query(ctx, `SELECT `+column+` FROM memory_vectors AS x
		JOIN agent_memories AS m ON m.id = x.memory_id AND m.version = x.version JOIN memory_scopes AS s ON s.id = m.scope
		WHERE s.store = ? AND x.model = ? AND m.kind = 'item' AND m.status = 'active' AND m.deleted_at IS NULL AND m.archived_at IS NULL
		ORDER BY x.memory_id LIMIT ?`, store, model.Identity, maxCentroid)
	if err != nil {
		return c, database.Wrap(err, "read the centroid of memories")
	}
	defer rows.Close()
	sums := make([]float64, model.Dimensions)
	var b sql.RawBytes
	for rows.Next() {
		if err := rows.Scan(&b); err != nil {
			return c, database.Wrap(err, "read the centroid of memories")
		}
		if len(b) == header+4*len(sums) {
			addVector(sums, b[header:], order)
			c.Vectors++
		}
	}
	c.Mean = make([]float32, len(sums))
	for i, sum := range sums {
		c.Mean[i] = float32(sum / float64(max(c.Vectors, 1)))
	}
	return c, database.Wrap(rows.Err(), "read the centroid of memories")
}

// addVector adds an embedding to sums.
func addVector(sums []float64, embedding []byte, order binary.ByteOrder) {
	for i := range sums {
		sums[i] += float64(math.Float32frombits(order.Uint32(embedding[4*i:])))
	}
}
