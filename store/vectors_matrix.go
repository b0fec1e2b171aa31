package store

import (
	"cmp"
	"database/sql"
	"math"
	"slices"
	"sync"

	"gorm.io/gorm"

	"keepsake/memory/recall"
	"keepsake/scope"
)

// ranked is one memory of a matrix.
type ranked struct {
	of       *matrix
	at       int32
	distance float64 // 1 - cosine
}

func (c ranked) id() string { return c.of.ids[c.at] }

func (c ranked) near() recall.Near { return recall.Near{ID: c.id(), Cosine: 1 - c.distance} }

func closer(a, b ranked) int {
	if a.distance != b.distance {
		return cmp.Compare(a.distance, b.distance)
	}
	return cmp.Compare(a.id(), b.id())
}

// closest moves the n closest to the front, in order, and returns them.
func closest(cs []ranked, n int) []ranked {
	if n >= len(cs)/4 {
		slices.SortFunc(cs, closer)
		return cs[:min(n, len(cs))]
	}
	front := cs[:n]
	slices.SortFunc(front, closer)
	for i := n; i < len(cs); i++ {
		last := front[n-1]
		if closer(cs[i], last) >= 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(front, cs[i], closer)
		copy(front[at+1:], front[at:n-1])
		front[at], cs[i] = cs[i], last
	}
	return front
}

// matrix is the vectors of one scope by one model, one after the other.
type matrix struct {
	revision int64
	ids      []string
	versions []int
	flat     []float32
	squares  []float64 // of the lengths
	used     uint64    // when, by the count of uses
}

func (m *matrix) size() int { return 4*len(m.flat) + 56*len(m.ids) }

// compare adds the memories of a matrix with their distances; only some unless only is nil.
func (m *matrix) compare(to []ranked, asked []float32, only map[string]bool) []ranked {
	if only == nil {
		to = slices.Grow(to, len(m.ids))
	}
	d, square := len(asked), float64(product(asked, asked))
	for i, id := range m.ids {
		if only != nil && !only[id] {
			continue
		}
		cosine := float64(product(m.flat[i*d:i*d+d], asked)) / math.Sqrt(m.squares[i]*square)
		to = append(to, ranked{m, int32(i), 1 - max(-1, min(1, cosine))}) // as pgvector does it
	}
	return to
}

// product is unrolled into four sums: the processor works at them side by side.
func product(a, b []float32) float32 {
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

// hotBytes bounds the vectors kept in RAM: about 10,000 of 1536 dimensions.
const hotBytes = 64 << 20

// maxNames is of how many scopes the rows are remembered.
const maxNames = 10_000

// vectorCache are the vectors of the scopes asked last. The zero value is ready.
type vectorCache struct {
	mu   sync.Mutex
	kept map[hotKey]*matrix
	rows map[scope.Scope]int64 // as last seen; 0 = it has none
	once map[hotKey]int64      // asked once, at this revision
	uses uint64
	size int
}

type hotKey struct {
	scope      int64
	model      string
	dimensions int
}

// get returns the vectors of a scope at a revision, nil when they are not in RAM; and then
// whether they were asked for before.
func (h *vectorCache) get(key hotKey, revision int64) (m *matrix, asked bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.uses++
	if m := h.kept[key]; m != nil && m.revision == revision {
		m.used = h.uses
		return m, true
	}
	if seen, ok := h.once[key]; ok && seen == revision {
		return nil, true
	}
	if h.once == nil || len(h.once) > maxNames {
		h.once = map[hotKey]int64{}
	}
	h.once[key] = revision
	return nil, false
}

func (h *vectorCache) put(key hotKey, m *matrix) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.kept == nil {
		h.kept = map[hotKey]*matrix{}
	}
	if old := h.kept[key]; old != nil {
		if old.revision > m.revision {
			return // somebody read later
		}
		h.size -= old.size()
	}
	m.used = h.uses
	h.kept[key] = m
	h.size += m.size()
	for h.size > hotBytes && len(h.kept) > 1 {
		var oldest hotKey
		least := uint64(math.MaxUint64)
		for k, v := range h.kept {
			if v.used < least && k != key {
				oldest, least = k, v.used
			}
		}
		h.size -= h.kept[oldest].size()
		delete(h.kept, oldest)
	}
}

func loadMatrix(g *gorm.DB, d dialect, scope scopeRow, key hotKey) (*matrix, error) {
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
		if len(b) != header+4*key.dimensions { // of another length: it cannot be compared
			continue
		}
		m.ids, m.versions = append(m.ids, id), append(m.versions, version)
		for b := b[header:]; len(b) >= 4; b = b[4:] {
			m.flat = append(m.flat, math.Float32frombits(order.Uint32(b)))
		}
		last := m.flat[len(m.flat)-key.dimensions:]
		m.squares = append(m.squares, float64(product(last, last)))
	}
	return m, rows.Err()
}
