package vectors

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
	"keepsake/store/database"
	"keepsake/store/scoperow"
)

// search is one call of Nearest.
type search struct {
	*Store
	g         *gorm.DB // the handle for reads
	q         memory.Query
	model     string
	embedding []float32 // rounded by roundEmbedding
	inTx      bool      // the transaction may roll back, so the search must not fill the cache
}

func (s *Store) Nearest(ctx context.Context, q memory.Query, model string, embedding []float32) ([]recall.Near, error) {
	if len(q.Scopes) == 0 || len(q.Kinds) == 0 || len(q.Statuses) == 0 || q.Limit <= 0 || len(embedding) == 0 {
		return nil, nil
	}
	a := search{s, s.Read(ctx), q, model, roundEmbedding(embedding), s.IsInTx(ctx)}
	near, done, err := a.searchCache(ctx)
	if err == nil && !done {
		near, err = a.searchScopes()
	}
	return near, database.Wrap(err, "find the nearest memories")
}

// searchCache searches the cached vectors. With one statement it verifies that the cached
// scopes are current and that the query still selects all of the closest memories. done is
// false when that is not so or when a scope is not cached.
func (a search) searchCache(ctx context.Context) (near []recall.Near, done bool, err error) {
	if len(a.q.IDs) > 0 || a.inTx {
		return nil, false, nil
	}
	revisions, ms := a.cache.matricesOf(a.q.Scopes, a.model, len(a.embedding))
	if ms == nil {
		return nil, false, nil
	}
	best := a.rank(ms, a.q.Limit)
	var args []any
	marks := func(vs ...any) string {
		args = append(args, vs...)
		return strings.Repeat(", ?", len(vs))[2:]
	}
	query := "SELECT id, vector_revision, (SELECT count(*) FROM " + a.dialect.eachVersion()
	marks(versionsJSON(best))
	query += " WHERE m.kind IN (" + marks(stringParams(a.q.Kinds)...) + ") AND m.status IN (" + marks(stringParams(a.q.Statuses)...) +
		") AND " + a.stateCondition() + ") FROM memory_scopes WHERE "
	for i, s := range a.q.Scopes {
		if i > 0 {
			query += " OR "
		}
		query += "(store, kind, scope_id) = (" + marks(s.Store, string(s.Kind), s.ID) + ")"
	}
	rows, err := a.Query(ctx, query, args...)
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
		if cached, ok := revisions[id]; !ok || cached != revision || counted != len(best) {
			return nil, false, nil
		}
	}
	return nearOf(best), seen == len(revisions), rows.Err()
}

// stringParams converts values of a string type to query parameters.
func stringParams[S ~string](vs []S) []any {
	out := make([]any, len(vs))
	for i, v := range vs {
		out[i] = string(v)
	}
	return out
}

// searchScopes reads the scopes from the database and searches their vectors. It uses cached
// vectors that are current and caches the vectors that it reads.
func (a search) searchScopes() ([]recall.Near, error) {
	scopes, err := scoperow.Find(a.g, a.q.Scopes)
	if err != nil || len(scopes) == 0 {
		return nil, err
	}
	var ms []*matrix
	for _, scope := range scopes {
		m, err := a.scopeMatrix(scope)
		if err != nil {
			return nil, err
		}
		if m == nil {
			return a.dialect.nearest(a, scopes)
		}
		ms = append(ms, m)
	}
	if !a.inTx {
		a.cache.setScopeIDs(a.q.Scopes, scopes)
	}
	return a.selectCurrent(a.rank(ms, 0))
}

// scopeMatrix returns the current vectors of a scope from the cache or the database. It returns
// nil if the database should search the scope, which is cheaper for the first search.
func (a search) scopeMatrix(scope scoperow.Row) (*matrix, error) {
	key := matrixKey{scope.ID, a.model, len(a.embedding)}
	repeated := false
	if !a.inTx {
		var m *matrix
		if m, repeated = a.cache.get(key, scope.VectorRevision); m != nil {
			return m, nil
		}
	}
	if !repeated && a.dialect.canSearchVectors() {
		return nil, nil
	}
	m, err := loadMatrix(a.newQuery(), a.dialect, scope, key)
	if err == nil && !a.inTx {
		a.cache.put(key, m)
	}
	return m, err
}

// selectCurrent returns the closest memories that the query selects in their current version.
// It checks 16 more than the limit first, and further 512 at a time while too few remain.
func (a search) selectCurrent(all []rankedMemory) ([]recall.Near, error) {
	near := []recall.Near{}
	for from, size := 0, a.q.Limit+16; from < len(all) && len(near) < a.q.Limit; size = 512 {
		part := selectClosest(all[from:], size)
		from += len(part)
		versions, err := a.currentVersions(part)
		if err != nil {
			return nil, err
		}
		for _, c := range part {
			if v, ok := versions[c.id()]; ok && v == c.matrix.versions[c.row] && len(near) < a.q.Limit {
				near = append(near, c.near())
			}
		}
	}
	return near, nil
}

// currentVersions returns the current versions of those memories that the query selects.
func (a search) currentVersions(cs []rankedMemory) (map[string]int, error) {
	ids := make([]string, len(cs))
	for i, c := range cs {
		ids[i] = c.id()
	}
	var rows []memoryRow
	err := a.filterMemories(a.newQuery().Table("agent_memories AS m")).Where("m.id IN ?", ids).Select("m.id, m.version").Scan(&rows).Error
	versions := make(map[string]int, len(rows))
	for _, r := range rows {
		versions[r.ID] = r.Version
	}
	return versions, err
}

// filterMemories limits a query over "agent_memories AS m" to what a.q selects in any scope.
func (a search) filterMemories(sel *gorm.DB) *gorm.DB {
	sel = sel.Where("m.kind IN ? AND m.status IN ?", a.q.Kinds, a.q.Statuses)
	sel = sel.Where(a.stateCondition())
	if len(a.q.IDs) > 0 {
		sel = sel.Where("m.id IN ?", a.q.IDs)
	}
	return sel
}

// stateCondition returns the condition on deletion and archiving. It uses CASE so that the
// planner cannot use an index for it: nearly all memories are neither deleted nor archived,
// and SQLite would scan them all through that index instead of looking up ids.
func (a search) stateCondition() string {
	where := fmt.Sprintf("CASE WHEN m.deleted_at IS NULL THEN 0 ELSE 1 END = %d", btoi(a.q.Deleted))
	switch a.q.Archived {
	case memory.Unarchived:
		where += " AND CASE WHEN m.archived_at IS NULL THEN 0 ELSE 1 END = 0"
	case memory.OnlyArchived:
		where += " AND CASE WHEN m.archived_at IS NULL THEN 0 ELSE 1 END = 1"
	}
	return where
}

// newQuery returns the handle for reads without conditions.
func (a search) newQuery() *gorm.DB { return a.g.Session(&gorm.Session{NewDB: true}) }

// rank returns the n closest memories of the matrices in order. With n = 0 it returns all of
// them, unsorted. If the query has ids, it considers only these.
func (a search) rank(ms []*matrix, n int) []rankedMemory {
	var only map[string]bool
	if len(a.q.IDs) > 0 {
		only = make(map[string]bool, len(a.q.IDs))
		for _, id := range a.q.IDs {
			only[id] = true
		}
	}
	var all []rankedMemory
	for _, m := range ms {
		all = m.appendRanked(all, a.embedding, only)
	}
	if n > 0 {
		all = selectClosest(all, n)
	}
	return all
}

func nearOf(cs []rankedMemory) []recall.Near {
	near := make([]recall.Near, len(cs))
	for i, c := range cs {
		near[i] = c.near()
	}
	return near
}

// versionsJSON encodes the versions of memories as the parameter of dialect.eachVersion.
func versionsJSON(cs []rankedMemory) string {
	b := make([]byte, 1, 16*len(cs)+2)
	b[0] = '{'
	for i, c := range cs {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(strconv.AppendQuote(b, c.id()), ':')
		b = strconv.AppendInt(b, int64(c.matrix.versions[c.row]), 10)
	}
	return string(append(b, '}'))
}

// matricesOf returns the cached matrices of the scopes, and their vector revisions by the row
// id of the scope. It returns nil when the cache lacks one of the scopes.
func (h *vectorCache) matricesOf(scopes []scope.Scope, model string, dimensions int) (map[int64]int64, []*matrix) {
	h.mu.Lock()
	defer h.mu.Unlock()
	revisions := map[int64]int64{}
	ms := []*matrix{}
	for _, sc := range scopes {
		id, ok := h.scopeIDs[sc]
		if !ok {
			return nil, nil
		}
		if id == 0 { // the scope has no row, and so no memories
			continue
		}
		m := h.matrices[matrixKey{id, model, dimensions}]
		if m == nil {
			return nil, nil
		}
		h.uses++
		m.lastUse = h.uses
		if _, duplicate := revisions[id]; !duplicate {
			revisions[id] = m.revision
			ms = append(ms, m)
		}
	}
	if len(ms) == 0 {
		return nil, nil
	}
	return revisions, ms
}

// setScopeIDs caches the row ids of the scopes. A scope that is not among the rows gets 0.
func (h *vectorCache) setScopeIDs(scopes []scope.Scope, rows map[int64]scoperow.Row) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.scopeIDs == nil || len(h.scopeIDs) > maxCachedScopes {
		h.scopeIDs = map[scope.Scope]int64{}
	}
	for _, sc := range scopes {
		h.scopeIDs[sc] = 0
	}
	for row := range maps.Values(rows) {
		h.scopeIDs[row.Scope()] = row.ID
	}
}
