package memories

import (
	"context"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/memory"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/database"
	"keepsake/store/scoperow"
)

// isActive is the condition of the partial index idx_agent_memories_active. A query must
// repeat it literally, without parameters, or neither database uses the index.
const isActive = "status = 'active' AND deleted_at IS NULL AND archived_at IS NULL"

// Evictable counts and selects memories with the partial index alone. It reads the contents
// only of the memories that it returns.
func (s memories) Evictable(ctx context.Context, e memory.Eviction) ([]memory.Memory, error) {
	g := s.Read(ctx)
	rows, err := scoperow.Find(g, []scope.Scope{e.Scope})
	if err != nil || len(rows) == 0 {
		return nil, database.Wrap(err, "find evictable memories")
	}
	active := func() *gorm.DB {
		q := g.Session(&gorm.Session{NewDB: true}).Table("agent_memories").
			Where("scope IN ? AND kind = ? AND "+isActive, scoperow.IDs(rows), string(e.Kind))
		if e.Origin != "" {
			q = q.Where("origin = ?", string(e.Origin))
		}
		return q
	}
	var n int64
	if err := active().Count(&n).Error; err != nil || int(n) <= e.Most {
		return nil, database.Wrap(err, "count active memories")
	}
	candidates := active()
	if len(e.Keep) > 0 {
		candidates = candidates.Where("id NOT IN ?", e.Keep)
	}
	var ids []string
	order := clause.OrderBy{Expression: clause.Expr{
		SQL:  firmness + ", " + s.dialect.priority() + ", updated_at, id",
		Vars: []any{column.UTC(e.Now), memory.FadeDays, memory.ShownWeight},
	}}
	err = candidates.Order(order).Limit(int(n)-e.Most).Pluck("id", &ids).Error
	if err != nil || len(ids) == 0 {
		return nil, database.Wrap(err, "find evictable memories")
	}
	var evicted []foundRow
	if err := selectMemories(g).Where("m.id IN ?", ids).Select(foundColumns).Scan(&evicted).Error; err != nil {
		return nil, database.Wrap(err, "find evictable memories")
	}
	ms := memoriesOf(evicted)
	slices.SortFunc(ms, func(a, b memory.Memory) int { return memory.CompareEviction(a, b, e.Now) })
	return ms, nil
}

// firmness is memory.CompareEviction's first criterion in SQL.
const firmness = `CASE WHEN origin = 'explicit' THEN 1 ELSE 0 END +
	CASE WHEN type = 'constraint' THEN 2 ELSE 0 END + CASE WHEN pinned THEN 4 ELSE 0 END`
