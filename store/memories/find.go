package memories

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"keepsake/memory"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/database"
	"keepsake/store/scoperow"
	"keepsake/text"
	"keepsake/trust"
)

// foundColumns are the columns of a foundRow in a query of selectMemories.
var foundColumns = column.Names(memoryRow{}, "m") + `, v.content AS content,
	s.store AS scope_store, s.kind AS scope_kind, s.scope_id AS scope_scope_id`

// selectMemories starts a query over "agent_memories AS m", "agent_memory_versions AS v" (the
// current version) and "memory_scopes AS s". For a memory without versions v is NULL (P13).
func selectMemories(g *gorm.DB) *gorm.DB {
	return g.Table("agent_memories AS m").
		Joins("JOIN memory_scopes AS s ON s.id = m.scope").
		Joins("LEFT JOIN agent_memory_versions AS v ON v.memory_id = m.id AND v.version_number = m.version")
}

func memoriesOf(rows []foundRow) []memory.Memory {
	ms := make([]memory.Memory, len(rows))
	for i, r := range rows {
		ms[i] = r.memory()
	}
	return ms
}

func (s memories) Scopes(ctx context.Context, store string) ([]scope.Scope, error) {
	var rows []scoperow.Row
	if err := s.Read(ctx).Where("store = ?", store).Find(&rows).Error; err != nil {
		return nil, database.Wrap(err, "read scopes")
	}
	scopes := make([]scope.Scope, len(rows))
	for i, r := range rows {
		scopes[i] = r.Scope()
	}
	slices.SortFunc(scopes, func(a, b scope.Scope) int { // bytewise on both databases
		return cmp.Or(strings.Compare(string(a.Kind), string(b.Kind)), strings.Compare(a.ID, b.ID))
	})
	return scopes, nil
}

func (s memories) Find(ctx context.Context, q memory.Query) ([]memory.Memory, error) {
	g := s.Read(ctx)
	sel, err := s.selection(g, q)
	if err != nil || sel == nil {
		return nil, database.Wrap(err, "find memories")
	}
	switch {
	case len(q.Words) > 0:
		// Every result contains all words, so a shorter memory is more about these words.
		sel = sel.Order("w.size, m.updated_at DESC, m.id")
	case q.Deleted:
		sel = sel.Order("m.deleted_at DESC, m.id")
	default:
		sel = sel.Order("m.category, m.created_at, m.id")
	}
	if q.Limit > 0 {
		sel = sel.Limit(q.Limit)
	}
	if q.Offset > 0 {
		sel = sel.Offset(q.Offset)
		if q.Limit <= 0 {
			sel = sel.Limit(1 << 30) // SQLite has no OFFSET without LIMIT
		}
	}
	var rows []foundRow
	if err := sel.Select(foundColumns).Scan(&rows).Error; err != nil {
		return nil, database.Wrap(err, "find memories")
	}
	return memoriesOf(rows), nil
}

func (s memories) Count(ctx context.Context, q memory.Query) (int, error) {
	sel, err := s.selection(s.Read(ctx), q)
	if err != nil || sel == nil {
		return 0, database.Wrap(err, "count memories")
	}
	var n int64
	err = sel.Count(&n).Error
	return int(n), database.Wrap(err, "count memories")
}

func (s memories) Having(ctx context.Context, q memory.Query, word string, limit int) ([]string, error) {
	q.Words = []string{word}
	sel, err := s.selection(s.Read(ctx), q)
	if err != nil || sel == nil {
		return nil, database.Wrap(err, "find a word")
	}
	var ids []string
	err = sel.Order("m.id").Limit(limit).Pluck("m.id", &ids).Error
	return ids, database.Wrap(err, "find a word")
}

// selection translates a query. It returns nil when the query selects nothing.
func (s memories) selection(g *gorm.DB, q memory.Query) (*gorm.DB, error) {
	if len(q.Scopes) == 0 || len(q.Kinds) == 0 || len(q.Statuses) == 0 {
		return nil, nil
	}
	rows, err := scoperow.Find(g, q.Scopes)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	scopes := scoperow.IDs(rows)
	if q.Message != "" {
		if q.IDs, err = evidencedBy(g, q); err != nil || len(q.IDs) == 0 {
			return nil, err
		}
	}
	inScope := "m.scope"
	if len(q.IDs) > 0 {
		inScope = "m.scope + 0" // makes the planner use the index of the ids, not the scope's
	}
	sel := selectMemories(g).Where(inScope+" IN ? AND m.kind IN ? AND m.status IN ?", scopes, q.Kinds, q.Statuses)
	if q.Deleted {
		sel = sel.Where("m.deleted_at IS NOT NULL")
	} else {
		sel = sel.Where("m.deleted_at IS NULL")
		sel = filterArchived(sel, q)
	}
	if q.Foreign {
		sel = sel.Where("(s.kind <> ? OR m.trust NOT IN ?)", scope.User, []string{trust.Person.String(), trust.Bot.String()})
	}
	if q.Origin != "" {
		sel = sel.Where("m.origin = ?", q.Origin)
	}
	if q.Type != "" {
		sel = sel.Where("m.type = ?", q.Type)
	}
	if q.Category != "" {
		sel = sel.Where("m.category = ?", q.Category)
	}
	if q.Subject != "" {
		sel = sel.Where("m.subject_fold = ?", text.Fold(q.Subject))
	}
	if len(q.IDs) > 0 {
		sel = sel.Where("m.id IN ?", q.IDs)
	}
	if q.Message != "" {
		sel = sel.Where("EXISTS (SELECT 1 FROM memory_evidence AS e WHERE e.version_id = v.id AND e.message_id = ?)", q.Message)
	}
	if !q.Since.IsZero() {
		sel = sel.Where("m.updated_at >= ?", column.UTC(q.Since))
	}
	if !q.Until.IsZero() {
		sel = sel.Where("m.updated_at < ?", column.UTC(q.Until))
	}
	if a := q.After; a != nil {
		at := column.UTC(a.CreatedAt)
		sel = sel.Where("(m.category > ? OR m.category = ? AND (m.created_at > ? OR m.created_at = ? AND m.id > ?))", a.Category, a.Category, at, at, a.ID)
	}
	if len(q.Words) > 0 {
		sel = sel.Joins("JOIN memory_search AS w ON w.memory_id = m.id")
		sel = s.dialect.matchWords(sel, scopes, q.Words, q.AnyWord)
	}
	return sel, nil
}

// evidencedBy returns the ids of the memories that have any version with the query's message as
// evidence, of q.IDs if there are some: the index of the evidence finds them, whatever the scope holds.
func evidencedBy(g *gorm.DB, q memory.Query) (ids []string, err error) {
	found := g.Table("memory_evidence AS e").Joins("JOIN agent_memory_versions AS v ON v.id = e.version_id").Where("e.message_id = ?", q.Message)
	if len(q.IDs) > 0 {
		found = found.Where("v.memory_id IN ?", q.IDs)
	}
	err = found.Distinct().Pluck("v.memory_id", &ids).Error
	return ids, database.Wrap(err, "find memories by evidence")
}

// filterArchived applies q.Archived to a query over "agent_memories AS m".
func filterArchived(sel *gorm.DB, q memory.Query) *gorm.DB {
	switch q.Archived {
	case memory.Unarchived:
		return sel.Where("m.archived_at IS NULL")
	case memory.OnlyArchived:
		return sel.Where("m.archived_at IS NOT NULL")
	}
	return sel
}

// filterActive limits a query of selectMemories to a store's memories in active use.
func filterActive(sel *gorm.DB, store string) *gorm.DB {
	return sel.Where("s.store = ? AND m.status = ? AND m.deleted_at IS NULL AND m.archived_at IS NULL", store, memory.Active)
}

func (s memories) Lapsed(ctx context.Context, store string, now time.Time, limit int) ([]memory.Memory, error) {
	var rows []foundRow
	err := filterActive(selectMemories(s.Read(ctx)), store).Where("m.expires_at <= ?", column.UTC(now)).
		Order("m.expires_at, m.id").Limit(limit).Select(foundColumns).Scan(&rows).Error
	return memoriesOf(rows), database.Wrap(err, "find lapsed memories")
}

func (s memories) Untouched(ctx context.Context, store string, since time.Time, after string, limit int) ([]memory.Memory, error) {
	var rows []foundRow
	err := filterActive(selectMemories(s.Read(ctx)), store).Where("m.id > ? AND NOT m.pinned AND coalesce(m.said_at, m.updated_at) < ?", after, column.UTC(since)).
		Where("(m.last_accessed_at IS NULL OR m.last_accessed_at < ?)", column.UTC(since)).
		Order("m.id").Limit(limit).Select(foundColumns).Scan(&rows).Error
	return memoriesOf(rows), database.Wrap(err, "find untouched memories")
}

func (s memories) Get(ctx context.Context, scopes []scope.Scope, id string) (memory.Memory, error) {
	g := s.Read(ctx)
	rows, err := scoperow.Find(g, scopes)
	if err != nil {
		return memory.Memory{}, database.Wrap(err, "get memory")
	}
	var r foundRow
	err = selectMemories(g).Select(foundColumns).Where("m.id = ? AND m.scope IN ?", id, scoperow.IDs(rows)).Take(&r).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return memory.Memory{}, memory.ErrNotFound
	}
	return r.memory(), database.Wrap(err, "get memory")
}

func (s memories) Versions(ctx context.Context, ids ...string) ([]memory.Version, error) {
	g := s.Read(ctx)
	var rows []versionRow
	if err := g.Where("memory_id IN ?", ids).Order("memory_id, version_number").Find(&rows).Error; err != nil {
		return nil, database.Wrap(err, "read versions")
	}
	vs := make([]memory.Version, len(rows))
	at := make(map[string]int, len(rows))
	for i, r := range rows {
		vs[i], at[r.ID] = r.version(), i
	}
	var evidence []evidenceRow
	if err := g.Where("version_id IN (?)", g.Model(&versionRow{}).Select("id").Where("memory_id IN ?", ids)).Order("id").Find(&evidence).Error; err != nil {
		return nil, database.Wrap(err, "read evidence")
	}
	for _, e := range evidence {
		if i, ok := at[e.VersionID]; ok { // a version may be added between the two reads
			vs[i].Evidence = append(vs[i].Evidence, e.evidence())
		}
	}
	return vs, nil
}

func (s memories) CountEvidence(ctx context.Context, ids []string) (map[string]int, error) {
	counts := make(map[string]int, len(ids))
	if len(ids) == 0 {
		return counts, nil
	}
	var rows []struct {
		ID       string
		Messages int
	}
	err := s.Read(ctx).Table("agent_memories AS m").
		Joins("JOIN agent_memory_versions AS v ON v.memory_id = m.id AND v.version_number = m.version").
		Joins("JOIN memory_evidence AS e ON e.version_id = v.id").
		Where("m.id IN ?", ids).Group("m.id").Select("m.id AS id, COUNT(DISTINCT e.message_id) AS messages").Scan(&rows).Error
	for _, r := range rows {
		counts[r.ID] = r.Messages
	}
	return counts, database.Wrap(err, "count evidence")
}

func (s memories) At(ctx context.Context, refs []memory.Ref) ([]memory.Memory, error) {
	if len(refs) == 0 {
		return nil, nil
	}
	want := make(map[string]int, len(refs))
	ids := make([]string, len(refs))
	for i, r := range refs {
		want[r.ID], ids[i] = r.Version, r.ID
	}
	g := s.Read(ctx)
	var rows []foundRow
	err := selectMemories(g).Select(foundColumns).Where("m.id IN ? AND m.deleted_at IS NULL", ids).
		Order("m.category, m.created_at, m.id").Scan(&rows).Error
	if err != nil {
		return nil, database.Wrap(err, "read memories at versions")
	}
	// Most memories still have the requested version; for the others it is read separately.
	var changed []string
	for _, r := range rows {
		if want[r.Row.ID] != r.Row.Version {
			changed = append(changed, r.Row.ID)
		}
	}
	old, err := versionsOf(g, changed)
	if err != nil {
		return nil, database.Wrap(err, "read memories at versions")
	}
	var ms []memory.Memory
	for _, r := range rows {
		m := r.memory()
		if number := want[m.ID]; number != m.Version {
			v, ok := old[memory.Ref{ID: m.ID, Version: number}]
			if !ok {
				continue
			}
			m.Content, m.Version, m.UpdatedAt = v.Content, number, column.UTC(v.CreatedAt)
		}
		ms = append(ms, m)
	}
	return ms, nil
}

// versionsOf returns all versions of the memories.
func versionsOf(g *gorm.DB, ids []string) (map[memory.Ref]versionRow, error) {
	vs := make(map[memory.Ref]versionRow)
	if len(ids) == 0 {
		return vs, nil
	}
	var rows []versionRow
	err := g.Where("memory_id IN ?", ids).Find(&rows).Error
	for _, r := range rows {
		vs[memory.Ref{ID: r.MemoryID, Version: r.VersionNumber}] = r
	}
	return vs, err
}
