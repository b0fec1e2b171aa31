// Package triples implements the store of package memory/graph on one database. It enforces no business rules.
//
// Whether a triple holds is not stored: it does while its memory is active and says now what the version of the triple
// says, so nothing has to be written here when a memory changes.
//
// The suite of package store proves what it promises. Start reading at New.
package triples

import (
	"context"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/memory/graph"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/database"
	"keepsake/store/scoperow"
)

// New returns the store of triples.
func New(db *database.DB) graph.Store { return triples{database.NewAccess(db)} }

// Tables returns the tables that contain text of people.
func Tables() []string { return []string{"memory_triples"} }

// MoveScope moves all triples of one scope to another.
func MoveScope(g *gorm.DB, from, into int64) error {
	return g.Model(&row{}).Where("scope = ?", from).UpdateColumn("scope", into).Error
}

// triples implements graph.Store.
type triples struct{ database.Access }

var _ graph.Store = triples{}

type row struct {
	MemoryID    string `gorm:"primaryKey"`
	Version     int    `gorm:"primaryKey"`
	SubjectKey  string `gorm:"primaryKey"`
	Predicate   string `gorm:"primaryKey"`
	ObjectKey   string `gorm:"primaryKey"`
	Scope       int64
	Subject     string
	Object      string
	SubjectKind string
	ObjectKind  string
	ValidFrom   time.Time
}

func (row) TableName() string { return "memory_triples" }

// foundRow is a row with its scope.
type foundRow struct {
	Row                                 row `gorm:"embedded"`
	ScopeStore, ScopeKind, ScopeScopeID string
}

// pastRow is a row with what says whether it holds, and since when it does not.
type pastRow struct {
	Found      foundRow `gorm:"embedded"`
	SaysNow    bool
	NextAt     *time.Time // when the version after the triple's began
	ArchivedAt *time.Time
	Status     string
	UpdatedAt  time.Time
}

func (r pastRow) triple() graph.Triple {
	t := r.Found.triple()
	switch {
	case !r.SaysNow:
		t.ValidTo = column.UTCOrNil(r.NextAt)
	case r.ArchivedAt != nil:
		t.ValidTo = column.UTCOrNil(r.ArchivedAt)
	case r.Status != "active":
		t.ValidTo = column.UTCOrNil(&r.UpdatedAt)
	}
	return t
}

func (r foundRow) triple() graph.Triple {
	return graph.Triple{
		Fact:  graph.Fact{Subject: r.Row.Subject, Predicate: r.Row.Predicate, Object: r.Row.Object, SubjectKind: r.Row.SubjectKind, ObjectKind: r.Row.ObjectKind},
		Scope: scope.Scope{Store: r.ScopeStore, Kind: scope.Kind(r.ScopeKind), ID: r.ScopeScopeID}, MemoryID: r.Row.MemoryID, Version: r.Row.Version,
		SubjectKey: r.Row.SubjectKey, ObjectKey: r.Row.ObjectKey, ValidFrom: column.UTC(r.Row.ValidFrom),
	}
}

func (s triples) Put(ctx context.Context, ts []graph.Triple) error {
	if len(ts) == 0 {
		return nil
	}
	return s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		owner, err := scoperow.ID(g, ts[0].Scope)
		if err != nil {
			return database.Wrap(err, "put triples")
		}
		rows := make([]row, len(ts))
		for i, t := range ts {
			rows[i] = row{
				MemoryID: t.MemoryID, Version: t.Version, SubjectKey: t.SubjectKey, Predicate: t.Predicate, ObjectKey: t.ObjectKey, Scope: owner,
				Subject: t.Subject, Object: t.Object, SubjectKind: t.SubjectKind, ObjectKind: t.ObjectKind, ValidFrom: column.UTC(t.ValidFrom),
			}
		}
		return database.Wrap(g.Clauses(clause.OnConflict{DoNothing: true}).Create(&rows).Error, "put triples")
	})
}

func (s triples) MarkRead(ctx context.Context, memoryID string, version int) error {
	return s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		return database.Wrap(g.Exec("UPDATE agent_memories SET triples_version = ? WHERE id = ? AND triples_version < ?", version, memoryID, version).Error, "note what was read for triples")
	})
}

// unreadRow is a memory that was not looked at, with its scope.
type unreadRow struct {
	ID                                  string
	Version                             int
	Content                             string
	ScopeStore, ScopeKind, ScopeScopeID string
}

func (s triples) Unread(ctx context.Context, store, after string, limit int) ([]graph.Unread, error) {
	var rows []unreadRow
	err := s.Read(ctx).Raw(`SELECT m.id, m.version, v.content, s.store AS scope_store, s.kind AS scope_kind, s.scope_id AS scope_scope_id
		FROM agent_memories AS m JOIN agent_memory_versions AS v ON v.memory_id = m.id AND v.version_number = m.version
			JOIN memory_scopes AS s ON s.id = m.scope
		WHERE m.triples_version < m.version AND m.deleted_at IS NULL AND m.archived_at IS NULL AND m.kind = 'item' AND m.status = 'active'
			AND m.id > ? AND s.store = ? AND s.kind IN ('user', 'group') ORDER BY m.id LIMIT ?`, after, store, limit).Scan(&rows).Error
	us := make([]graph.Unread, len(rows))
	for i, r := range rows {
		us[i] = graph.Unread{Scope: scope.Scope{Store: r.ScopeStore, Kind: scope.Kind(r.ScopeKind), ID: r.ScopeScopeID}, MemoryID: r.ID, Version: r.Version, Content: r.Content}
	}
	return us, database.Wrap(err, "read memories without triples")
}

// ofScopes starts a query over "memory_triples AS t", "agent_memories AS m" and "memory_scopes AS s" for the triples of
// the scopes whose memory is not deleted.
func (s triples) ofScopes(ctx context.Context, scopes []scope.Scope) *gorm.DB {
	var args []any
	for _, o := range scopes {
		args = append(args, o.Store, string(o.Kind), o.ID)
	}
	in := strings.TrimPrefix(strings.Repeat(" OR (store = ? AND kind = ? AND scope_id = ?)", len(scopes)), " OR ")
	return s.Read(ctx).Table("memory_triples AS t").
		Joins("JOIN agent_memories AS m ON m.id = t.memory_id").
		Joins("JOIN memory_scopes AS s ON s.id = t.scope").
		Where("t.scope IN (SELECT id FROM memory_scopes WHERE "+in+")", args...).
		Where("m.deleted_at IS NULL")
}

const columns = `t.memory_id, t.version, t.subject_key, t.predicate, t.object_key, t.scope, t.subject, t.object, t.subject_kind, t.object_kind,
	t.valid_from, s.store AS scope_store, s.kind AS scope_kind, s.scope_id AS scope_scope_id`

// saysNow is the condition that the present content of a memory is that of the triple's version.
const saysNow = `EXISTS (SELECT 1 FROM agent_memory_versions AS n JOIN agent_memory_versions AS v ON v.memory_id = n.memory_id AND v.content = n.content
	WHERE n.memory_id = m.id AND n.version_number = m.version AND v.version_number = t.version)`

// holding selects the triples of the scopes that hold.
func (s triples) holding(ctx context.Context, scopes []scope.Scope) *gorm.DB {
	return s.ofScopes(ctx, scopes).Where("m.archived_at IS NULL AND m.status = 'active'").Where(saysNow).
		Select(columns).Order("t.memory_id, t.version, t.subject_key, t.predicate, t.object_key")
}

func read(g *gorm.DB, limit int) ([]graph.Triple, error) {
	var rows []foundRow
	if err := g.Limit(limit).Scan(&rows).Error; err != nil {
		return nil, database.Wrap(err, "read triples")
	}
	ts := make([]graph.Triple, len(rows))
	for i, r := range rows {
		ts[i] = r.triple()
	}
	return ts, nil
}

func (s triples) OfMemories(ctx context.Context, scopes []scope.Scope, ids []string, limit int) ([]graph.Triple, error) {
	if len(scopes) == 0 || len(ids) == 0 {
		return nil, nil
	}
	return read(s.holding(ctx, scopes).Where("t.memory_id IN ?", ids), limit)
}

func (s triples) Touching(ctx context.Context, scopes []scope.Scope, keys []string, limit int) ([]graph.Triple, error) {
	if len(scopes) == 0 || len(keys) == 0 {
		return nil, nil
	}
	return read(s.holding(ctx, scopes).Where("(t.subject_key IN ? OR t.object_key IN ?)", keys, keys), limit)
}

func (s triples) OfScope(ctx context.Context, owner scope.Scope) ([]graph.Triple, error) {
	return read(s.ofScopes(ctx, []scope.Scope{owner}).Select(columns).Order("t.memory_id, t.version, t.subject_key, t.predicate, t.object_key"), -1)
}

func (s triples) Entities(ctx context.Context, owner scope.Scope, limit int) ([]graph.Entity, error) {
	var es []graph.Entity
	err := s.Read(ctx).Raw(`SELECT e.key AS key, MIN(e.name) AS name FROM (
		SELECT t.subject_key AS key, t.subject AS name FROM memory_triples AS t JOIN memory_scopes AS s ON s.id = t.scope
			JOIN agent_memories AS m ON m.id = t.memory_id AND m.deleted_at IS NULL WHERE s.store = @store AND s.kind = @kind AND s.scope_id = @id
		UNION ALL
		SELECT t.object_key AS key, t.object AS name FROM memory_triples AS t JOIN memory_scopes AS s ON s.id = t.scope
			JOIN agent_memories AS m ON m.id = t.memory_id AND m.deleted_at IS NULL WHERE s.store = @store AND s.kind = @kind AND s.scope_id = @id
		) AS e GROUP BY e.key ORDER BY e.key LIMIT @limit`,
		map[string]any{"store": owner.Store, "kind": string(owner.Kind), "id": owner.ID, "limit": limit}).Scan(&es).Error
	return es, database.Wrap(err, "read entities")
}

func (s triples) History(ctx context.Context, scopes []scope.Scope, limit int) ([]graph.Triple, error) {
	if len(scopes) == 0 {
		return nil, nil
	}
	var rows []pastRow
	err := s.ofScopes(ctx, scopes).
		Joins("LEFT JOIN agent_memory_versions AS x ON x.memory_id = t.memory_id AND x.version_number = t.version + 1").
		Select(columns + ", " + saysNow + " AS says_now, x.created_at AS next_at, m.archived_at, m.status, m.updated_at").
		Order("t.valid_from DESC, t.memory_id, t.version, t.subject_key, t.predicate, t.object_key").Limit(limit).Scan(&rows).Error
	if err != nil {
		return nil, database.Wrap(err, "read triples")
	}
	ts := make([]graph.Triple, len(rows))
	for i, r := range rows {
		ts[i] = r.triple()
	}
	return ts, nil
}
