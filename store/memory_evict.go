package store

import (
	"context"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/memory"
	"keepsake/scope"
)

// isActive is the condition of the partial index idx_agent_memories_active. A query must
// repeat it literally, without parameters, or neither database uses the index.
const isActive = "status = 'active' AND deleted_at IS NULL AND archived_at IS NULL"

// Evictable counts and selects memories with the partial index alone. It reads the contents
// only of the memories that it returns.
func (s memories) Evictable(ctx context.Context, e memory.Eviction) ([]memory.Memory, error) {
	g := s.read(ctx)
	rows, err := scopeRows(g, []scope.Scope{e.Scope})
	if err != nil || len(rows) == 0 {
		return nil, wrap(err, "find evictable memories")
	}
	active := func() *gorm.DB {
		q := g.Session(&gorm.Session{NewDB: true}).Table("agent_memories").
			Where("scope IN ? AND kind = ? AND "+isActive, keys(rows), string(e.Kind))
		if e.Origin != "" {
			q = q.Where("origin = ?", string(e.Origin))
		}
		return q
	}
	var n int64
	if err := active().Count(&n).Error; err != nil || int(n) <= e.Most {
		return nil, wrap(err, "count active memories")
	}
	candidates := active()
	if len(e.Keep) > 0 {
		candidates = candidates.Where("id NOT IN ?", e.Keep)
	}
	var ids []string
	order := clause.OrderBy{Expression: clause.Expr{
		SQL:  firmness + ", " + s.dialect.priority() + ", updated_at, id",
		Vars: []any{utc(e.Now), memory.FadeDays, memory.ShownWeight},
	}}
	err = candidates.Order(order).Limit(int(n)-e.Most).Pluck("id", &ids).Error
	if err != nil || len(ids) == 0 {
		return nil, wrap(err, "find evictable memories")
	}
	var evicted []foundRow
	if err := selectMemories(g).Where("m.id IN ?", ids).Select(foundColumns).Scan(&evicted).Error; err != nil {
		return nil, wrap(err, "find evictable memories")
	}
	ms := memoriesOf(evicted)
	slices.SortFunc(ms, func(a, b memory.Memory) int { return memory.CompareEviction(a, b, e.Now) })
	return ms, nil
}

// firmness is memory.CompareEviction's first criterion in SQL.
const firmness = `CASE WHEN origin = 'explicit' THEN 1 ELSE 0 END +
	CASE WHEN type = 'constraint' THEN 2 ELSE 0 END + CASE WHEN pinned THEN 4 ELSE 0 END`

func (sqlite) priority() string {
	return `CASE WHEN pinned THEN 1 ELSE importance / (1 + max(0, julianday(?) - julianday(max(updated_at, coalesce(last_accessed_at, updated_at)))) /
		(? * (1 + log2(access_count + max(1, version) + ? * shown_count)))) END`
}

func (postgres) priority() string {
	return `CASE WHEN pinned THEN 1 ELSE importance / (1 + greatest(0, extract(epoch FROM CAST(? AS timestamptz) - greatest(updated_at, last_accessed_at)) / 86400.0) /
		(CAST(? AS double precision) * (1 + ln(access_count + greatest(1, version) + CAST(? AS double precision) * shown_count) / ln(2.0)))) END`
}
