package store

import (
	"cmp"
	"database/sql"
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"sync"

	"gorm.io/gorm"

	"keepsake/memory"
)

func (sqlite) vector(embedding []float32) any {
	b := make([]byte, 0, 4*len(embedding))
	for _, x := range embedding {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

// nearest compares with every vector of the scopes, in RAM for those that are asked
// often, and then asks the database whether the closest still count, which is one short
// answer. If not all do, it asks which: of a few more than are wanted, and of more only
// when too few of those do.
func (sqlite) nearest(db *DB, g *gorm.DB, scopes map[int64]scopeRow, live func(*gorm.DB) *gorm.DB, model string, embedding []float32, limit int) ([]memory.Near, error) {
	var all []candidate
	for _, scope := range scopes {
		m, err := db.hot.get(g, scope, model, len(embedding))
		if err != nil {
			return nil, err
		}
		all = m.compare(all, embedding)
	}
	near := []memory.Near{}
	best := closest(all, limit)
	if current, err := allCurrent(g, live, best); err != nil || current {
		for _, c := range best {
			near = append(near, memory.Near{ID: c.id(), Cosine: 1 - c.distance})
		}
		return near, err
	}
	for from, size := 0, limit+16; from < len(all) && len(near) < limit; size = 512 {
		part := closest(all[from:], size)
		from += len(part)
		current, err := versionsNow(g, live, part)
		if err != nil {
			return nil, err
		}
		for _, c := range part {
			if v, ok := current[c.id()]; ok && v == c.of.versions[c.at] && len(near) < limit {
				near = append(near, memory.Near{ID: c.id(), Cosine: 1 - c.distance})
			}
		}
	}
	return near, nil
}

// allCurrent reports whether a query wants all of some memories, at the versions that their
// vectors are of.
func allCurrent(g *gorm.DB, live func(*gorm.DB) *gorm.DB, cs []candidate) (bool, error) {
	versions := []byte("{")
	for i, c := range cs {
		if i > 0 {
			versions = append(versions, ',')
		}
		versions = append(strconv.AppendQuote(versions, c.id()), ':')
		versions = strconv.AppendInt(versions, int64(c.of.versions[c.at]), 10)
	}
	var n int
	err := live(g.Session(&gorm.Session{NewDB: true}).
		Table("json_each(?) AS j CROSS JOIN agent_memories AS m ON m.id = j.key AND m.version = j.value", string(append(versions, '}')))).
		Select("count(*)").Row().Scan(&n)
	return n == len(cs), err
}

// versionsNow returns the current versions of those memories that a query wants.
func versionsNow(g *gorm.DB, live func(*gorm.DB) *gorm.DB, cs []candidate) (map[string]int, error) {
	ids := make([]string, len(cs))
	for i, c := range cs {
		ids[i] = c.id()
	}
	var rows []memoryRow
	err := live(g.Session(&gorm.Session{NewDB: true}).Table("agent_memories AS m")).
		Where("m.id IN ?", ids).Select("m.id, m.version").Scan(&rows).Error
	current := make(map[string]int, len(rows))
	for _, r := range rows {
		current[r.ID] = r.Version
	}
	return current, err
}

// candidate is one memory of a matrix.
type candidate struct {
	of       *matrix
	at       int32
	distance float64 // 1 - cosine
}

func (c candidate) id() string { return c.of.ids[c.at] }

func closer(a, b candidate) int {
	if a.distance != b.distance {
		return cmp.Compare(a.distance, b.distance)
	}
	return cmp.Compare(a.id(), b.id())
}

// closest moves the n closest to the front, in order, and returns them.
func closest(cs []candidate, n int) []candidate {
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

// compare adds the memories of a matrix with their cosines.
func (m *matrix) compare(to []candidate, asked []float32) []candidate {
	to = slices.Grow(to, len(m.ids))
	d, square := len(asked), float64(product(asked, asked))
	for i := range m.ids {
		cosine := float64(product(m.flat[i*d:i*d+d], asked)) / math.Sqrt(m.squares[i]*square)
		to = append(to, candidate{m, int32(i), 1 - max(-1, min(1, cosine))}) // as pgvector does it
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

// hotScopes are the vectors of the scopes asked last. The zero value is ready.
type hotScopes struct {
	mu   sync.Mutex
	kept map[hotKey]*matrix
	uses uint64
	size int
}

type hotKey struct {
	scope      int64
	model      string
	dimensions int
}

// get returns the vectors of a scope as they are at the revision of its row.
func (h *hotScopes) get(g *gorm.DB, scope scopeRow, model string, dimensions int) (*matrix, error) {
	key := hotKey{scope.ID, model, dimensions}
	h.mu.Lock()
	h.uses++
	if m := h.kept[key]; m != nil && m.revision == scope.VectorRevision {
		m.used = h.uses
		h.mu.Unlock()
		return m, nil
	}
	h.mu.Unlock()
	m, err := loadMatrix(g, scope, key)
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.put(key, m)
	return m, nil
}

func (h *hotScopes) put(key hotKey, m *matrix) {
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

func loadMatrix(g *gorm.DB, scope scopeRow, key hotKey) (*matrix, error) {
	m := &matrix{revision: scope.VectorRevision}
	rows, err := g.Session(&gorm.Session{NewDB: true}).
		Raw("SELECT memory_id, version, embedding FROM memory_vectors WHERE scope = ? AND model = ? AND length(embedding) = ?",
			key.scope, key.model, 4*key.dimensions).Rows()
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
		m.ids, m.versions = append(m.ids, id), append(m.versions, version)
		for ; len(b) >= 4; b = b[4:] {
			m.flat = append(m.flat, math.Float32frombits(binary.LittleEndian.Uint32(b)))
		}
		last := m.flat[len(m.flat)-key.dimensions:]
		m.squares = append(m.squares, float64(product(last, last)))
	}
	return m, rows.Err()
}
