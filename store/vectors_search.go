package store

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"gorm.io/gorm"

	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/scope"
)

// search is one question for the nearest memories.
type search struct {
	*DB
	g         *gorm.DB // reads, as the context says
	q         memory.Query
	model     string
	embedding []float32 // stepped
	inTx      bool      // what it sees may never be: nothing of it is kept
}

func (s vectors) Nearest(ctx context.Context, q memory.Query, model string, embedding []float32) ([]recall.Near, error) {
	if len(q.Scopes) == 0 || len(q.Kinds) == 0 || len(q.Statuses) == 0 || q.Limit <= 0 || len(embedding) == 0 {
		return nil, nil
	}
	a := search{s.DB, s.read(ctx), q, model, roundEmbedding(embedding), s.current(ctx) != nil}
	near, done, err := a.remembered(ctx)
	if err == nil && !done {
		near, err = a.looked()
	}
	return near, wrap(err, "find the nearest memories")
}

// remembered answers from what is in RAM, and asks the database one question: are these
// still the scopes as they were, and do the closest still count? done is false when not, or
// when something is missing in RAM.
func (a search) remembered(ctx context.Context) (near []recall.Near, done bool, err error) {
	if len(a.q.IDs) > 0 || a.inTx {
		return nil, false, nil
	}
	scopes, ms := a.cache.recall(a.q.Scopes, a.model, len(a.embedding))
	if ms == nil {
		return nil, false, nil
	}
	best := a.compare(ms, a.q.Limit)
	var args []any
	marks := func(vs ...any) string {
		args = append(args, vs...)
		return strings.Repeat(", ?", len(vs))[2:]
	}
	query := "SELECT id, vector_revision, (SELECT count(*) FROM " + a.dialect.eachVersion()
	marks(versionsOfAll(best))
	query += " WHERE m.kind IN (" + marks(anys(a.q.Kinds)...) + ") AND m.status IN (" + marks(anys(a.q.Statuses)...) +
		") AND " + a.present() + ") FROM memory_scopes WHERE "
	for i, s := range a.q.Scopes {
		if i > 0 {
			query += " OR "
		}
		query += "(store, kind, scope_id) = (" + marks(s.Store, string(s.Kind), s.ID) + ")"
	}
	handle, err := a.reader.DB() // without GORM, whose work would be half of it
	if err != nil {
		return nil, false, err
	}
	rows, err := handle.QueryContext(ctx, a.dialect.numberParams(query), args...)
	if err != nil {
		return nil, false, err
	}
	defer rows.Close()
	seen := 0
	for ; rows.Next(); seen++ {
		var id, revision int64
		var counted int
		if err := rows.Scan(&id, &revision, &counted); err != nil {
			return nil, false, err
		}
		if known, ok := scopes[id]; !ok || known != revision || counted != len(best) {
			return nil, false, nil
		}
	}
	return nearOf(best), seen == len(scopes), rows.Err()
}

// anys is values of a kind of string as parameters.
func anys[S ~string](vs []S) []any {
	out := make([]any, len(vs))
	for i, v := range vs {
		out[i] = string(v)
	}
	return out
}

// looked answers from the database, and from RAM where that is current: what is asked again
// and again comes to be there.
func (a search) looked() ([]recall.Near, error) {
	scopes, err := scopeRows(a.g, a.q.Scopes)
	if err != nil || len(scopes) == 0 {
		return nil, err
	}
	var ms []*matrix
	for _, scope := range scopes {
		m, err := a.matrix(scope)
		if err != nil {
			return nil, err
		}
		if m == nil {
			return a.dialect.nearest(a, scopes)
		}
		ms = append(ms, m)
	}
	if !a.inTx {
		a.cache.remember(a.q.Scopes, scopes)
	}
	return a.current(a.compare(ms, 0))
}

// matrix returns the vectors of a scope as they are now: those in RAM, else read anew; nil
// when this database had rather be asked.
func (a search) matrix(scope scopeRow) (*matrix, error) {
	key := hotKey{scope.ID, a.model, len(a.embedding)}
	asked := false
	if !a.inTx {
		var m *matrix
		if m, asked = a.cache.get(key, scope.VectorRevision); m != nil {
			return m, nil
		}
	}
	if !asked && a.dialect.canSearchVectors() {
		return nil, nil
	}
	m, err := loadMatrix(a.fresh(), a.dialect, scope, key)
	if err == nil && !a.inTx {
		a.cache.put(key, m)
	}
	return m, err
}

// current returns the closest of some memories that still count: it looks at a few more than
// are wanted, and at more only when too few of those do.
func (a search) current(all []ranked) ([]recall.Near, error) {
	near := []recall.Near{}
	for from, size := 0, a.q.Limit+16; from < len(all) && len(near) < a.q.Limit; size = 512 {
		part := closest(all[from:], size)
		from += len(part)
		versions, err := a.versions(part)
		if err != nil {
			return nil, err
		}
		for _, c := range part {
			if v, ok := versions[c.id()]; ok && v == c.of.versions[c.at] && len(near) < a.q.Limit {
				near = append(near, c.near())
			}
		}
	}
	return near, nil
}

// versions returns the current versions of those memories that the query wants.
func (a search) versions(cs []ranked) (map[string]int, error) {
	ids := make([]string, len(cs))
	for i, c := range cs {
		ids[i] = c.id()
	}
	var rows []memoryRow
	err := a.live(a.fresh().Table("agent_memories AS m")).Where("m.id IN ?", ids).Select("m.id, m.version").Scan(&rows).Error
	current := make(map[string]int, len(rows))
	for _, r := range rows {
		current[r.ID] = r.Version
	}
	return current, err
}

// live narrows a query over "agent_memories AS m" to what is asked for.
func (a search) live(sel *gorm.DB) *gorm.DB {
	sel = sel.Where("m.kind IN ? AND m.status IN ?", a.q.Kinds, a.q.Statuses)
	sel = sel.Where(a.present())
	if len(a.q.IDs) > 0 {
		sel = sel.Where("m.id IN ?", a.q.IDs)
	}
	return sel
}

// present is the condition on deletion and the archive. It is said so that no index is used
// for it: nearly all memories are neither deleted nor archived, and SQLite would rather read
// them all than look up some by their ids.
func (a search) present() string {
	where := fmt.Sprintf("CASE WHEN m.deleted_at IS NULL THEN 0 ELSE 1 END = %d", btoi(a.q.Deleted))
	switch a.q.Archived {
	case memory.Unarchived:
		where += " AND CASE WHEN m.archived_at IS NULL THEN 0 ELSE 1 END = 0"
	case memory.OnlyArchived:
		where += " AND CASE WHEN m.archived_at IS NULL THEN 0 ELSE 1 END = 1"
	}
	return where
}

func (a search) fresh() *gorm.DB { return a.g.Session(&gorm.Session{NewDB: true}) }

// compare compares with all memories of some matrices, or those of the query's ids, and
// returns the best (0 = all, in no order).
func (a search) compare(ms []*matrix, best int) []ranked {
	var only map[string]bool
	if len(a.q.IDs) > 0 {
		only = make(map[string]bool, len(a.q.IDs))
		for _, id := range a.q.IDs {
			only[id] = true
		}
	}
	var all []ranked
	for _, m := range ms {
		all = m.compare(all, a.embedding, only)
	}
	if best > 0 {
		all = closest(all, best)
	}
	return all
}

func nearOf(cs []ranked) []recall.Near {
	near := make([]recall.Near, len(cs))
	for i, c := range cs {
		near[i] = c.near()
	}
	return near
}

// versionsOfAll is candidates as a JSON object, {"id": version}.
func versionsOfAll(cs []ranked) string {
	b := make([]byte, 1, 16*len(cs)+2)
	b[0] = '{'
	for i, c := range cs {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(strconv.AppendQuote(b, c.id()), ':')
		b = strconv.AppendInt(b, int64(c.of.versions[c.at]), 10)
	}
	return string(append(b, '}'))
}

// recall returns the rows of scopes as they were last seen (id and revision of vectors) and
// their matrices; nil when one is not in RAM.
func (h *vectorCache) recall(names []scope.Scope, model string, dimensions int) (map[int64]int64, []*matrix) {
	h.mu.Lock()
	defer h.mu.Unlock()
	scopes := map[int64]int64{}
	ms := []*matrix{}
	for _, name := range names {
		id, known := h.rows[name]
		if !known {
			return nil, nil
		}
		if id == 0 { // it was never written
			continue
		}
		m := h.kept[hotKey{id, model, dimensions}]
		if m == nil {
			return nil, nil
		}
		h.uses++
		m.used = h.uses
		if _, twice := scopes[id]; !twice {
			scopes[id] = m.revision
			ms = append(ms, m)
		}
	}
	if len(ms) == 0 {
		return nil, nil
	}
	return scopes, ms
}

// remember notes which rows scopes have; those not among the rows have none.
func (h *vectorCache) remember(names []scope.Scope, rows map[int64]scopeRow) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.rows == nil || len(h.rows) > maxNames {
		h.rows = map[scope.Scope]int64{}
	}
	for _, name := range names {
		h.rows[name] = 0
	}
	for row := range maps.Values(rows) {
		h.rows[row.scope()] = row.ID
	}
}
