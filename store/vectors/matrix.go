package vectors

import (
	"cmp"
	"database/sql"
	"math"
	"slices"
	"sync"

	"gorm.io/gorm"

	"keepsake/memory/recall"
	"keepsake/scope"
	"keepsake/store/scoperow"
)

// rankedMemory is one row of a matrix with its distance to the searched vector.
type rankedMemory struct {
	matrix   *matrix
	row      int32
	distance float64 // 1 - cosine
}

func (c rankedMemory) id() string { return c.matrix.ids[c.row] }

func (c rankedMemory) near() recall.Near { return recall.Near{ID: c.id(), Cosine: 1 - c.distance} }

func compareDistance(a, b rankedMemory) int {
	if a.distance != b.distance {
		return cmp.Compare(a.distance, b.distance)
	}
	return cmp.Compare(a.id(), b.id())
}

// selectClosest moves the n closest memories to the front of cs, sorts them and returns them.
func selectClosest(cs []rankedMemory, n int) []rankedMemory {
	if n >= len(cs)/4 {
		slices.SortFunc(cs, compareDistance)
		return cs[:min(n, len(cs))]
	}
	front := cs[:n]
	slices.SortFunc(front, compareDistance)
	for i := n; i < len(cs); i++ {
		last := front[n-1]
		if compareDistance(cs[i], last) >= 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(front, cs[i], compareDistance)
		copy(front[at+1:], front[at:n-1])
		front[at], cs[i] = cs[i], last
	}
	return front
}

// matrix holds the vectors of one scope by one model.
type matrix struct {
	revision int64 // the scope's vector revision when the vectors were read
	ids      []string
	versions []int
	flat     []float32 // the components of all vectors, in the order of ids
	squares  []float64 // the squared length of each vector
	lastUse  uint64    // the cache's use count at the last use
}

// size returns the approximate size in bytes.
func (m *matrix) size() int { return 4*len(m.flat) + 56*len(m.ids) }

// appendRanked appends the memories of the matrix with their distances from embedding. When
// only is not nil it appends only the memories with these ids.
func (m *matrix) appendRanked(to []rankedMemory, embedding []float32, only map[string]bool) []rankedMemory {
	if only == nil {
		to = slices.Grow(to, len(m.ids))
	}
	d, square := len(embedding), float64(dotProduct(embedding, embedding))
	for i, id := range m.ids {
		if only != nil && !only[id] {
			continue
		}
		cosine := float64(dotProduct(m.flat[i*d:i*d+d], embedding)) / math.Sqrt(m.squares[i]*square)
		to = append(to, rankedMemory{m, int32(i), 1 - max(-1, min(1, cosine))}) // the formula of pgvector
	}
	return to
}

// dotProduct adds up four independent sums, which the processor computes in parallel.
func dotProduct(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32
	i := 0
	for ; i+4 <= len(a); i += 4 {
		x, y := a[i:i+4:i+4], b[i:i+4:i+4]
		s0 += x[0] * y[0]
		s1 += x[1] * y[1]
		s2 += x[2] * y[2]
		s3 += x[3] * y[3]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}

// maxCacheBytes limits the cached vectors, to about 10,000 of 1536 dimensions.
const maxCacheBytes = 64 << 20

// maxCachedScopes limits the entries of vectorCache.scopeIDs and of vectorCache.misses.
const maxCachedScopes = 10_000

// vectorCache holds the vectors of the scopes that were searched last. Its zero value is empty.
type vectorCache struct {
	mu       sync.Mutex
	matrices map[matrixKey]*matrix
	scopeIDs map[scope.Scope]int64 // row ids when last read; 0 = the scope had no row
	misses   map[matrixKey]int64   // the revision at which get last returned nil
	uses     uint64                // counts calls that use a matrix
	size     int                   // of all matrices, in bytes
}

type matrixKey struct {
	scope      int64
	model      string
	dimensions int
}

// get returns the vectors of a scope at a revision, or nil when they are not cached. repeated
// reports whether they have been searched at this revision before.
func (h *vectorCache) get(key matrixKey, revision int64) (m *matrix, repeated bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.uses++
	if m := h.matrices[key]; m != nil && m.revision == revision {
		m.lastUse = h.uses
		return m, true
	}
	if missed, ok := h.misses[key]; ok && missed == revision {
		return nil, true
	}
	if h.misses == nil || len(h.misses) > maxCachedScopes {
		h.misses = map[matrixKey]int64{}
	}
	h.misses[key] = revision
	return nil, false
}

// put caches a matrix and evicts the least recently used ones beyond maxCacheBytes.
func (h *vectorCache) put(key matrixKey, m *matrix) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.matrices == nil {
		h.matrices = map[matrixKey]*matrix{}
	}
	if old := h.matrices[key]; old != nil {
		if old.revision > m.revision {
			return // a concurrent search has read a newer revision
		}
		h.size -= old.size()
	}
	m.lastUse = h.uses
	h.matrices[key] = m
	h.size += m.size()
	for h.size > maxCacheBytes && len(h.matrices) > 1 {
		var oldest matrixKey
		least := uint64(math.MaxUint64)
		for k, v := range h.matrices {
			if v.lastUse < least && k != key {
				oldest, least = k, v.lastUse
			}
		}
		h.size -= h.matrices[oldest].size()
		delete(h.matrices, oldest)
	}
}

// loadMatrix reads the vectors of a scope from the database.
func loadMatrix(g *gorm.DB, d dialect, scope scoperow.Row, key matrixKey) (*matrix, error) {
	column, header, order := d.vectorBytes()
	m := &matrix{revision: scope.VectorRevision}
	rows, err := g.Table("memory_vectors").Select("memory_id, version, "+column).
		Where("scope = ? AND model = ?", key.scope, key.model).Rows()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var b sql.RawBytes
	for rows.Next() {
		var id string
		var version int
		if err := rows.Scan(&id, &version, &b); err != nil {
			return nil, err
		}
		if len(b) != header+4*key.dimensions { // vectors of other lengths cannot be compared
			continue
		}
		m.ids, m.versions = append(m.ids, id), append(m.versions, version)
		for b := b[header:]; len(b) >= 4; b = b[4:] {
			m.flat = append(m.flat, math.Float32frombits(order.Uint32(b)))
		}
		last := m.flat[len(m.flat)-key.dimensions:]
		m.squares = append(m.squares, float64(dotProduct(last, last)))
	}
	return m, rows.Err()
}
