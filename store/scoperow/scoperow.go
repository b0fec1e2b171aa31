// Package scoperow is the table of scopes: their row ids, by which the rooms of memories, vectors
// and candidates say whose a row is, and their revisions, which count what was written.
//
// It enforces no rule and knows no other table. Start reading at Row.
package scoperow

import (
	"errors"
	"strings"

	"gorm.io/gorm"

	"keepsake/memory"
	"keepsake/scope"
)

// Row is a scope.
type Row struct {
	ID       int64
	Store    string
	Kind     string
	ScopeID  string
	Revision int64

	VectorRevision int64
}

func (Row) TableName() string { return "memory_scopes" }

// Scope returns the scope.
func (r Row) Scope() scope.Scope {
	return scope.Scope{Store: r.Store, Kind: scope.Kind(r.Kind), ID: r.ScopeID}
}

// ID returns the row id of a scope. It creates a missing row.
func ID(g *gorm.DB, s scope.Scope) (int64, error) {
	for range 3 {
		var row Row
		err := g.Where("store = ? AND kind = ? AND scope_id = ?", s.Store, string(s.Kind), s.ID).Take(&row).Error
		if !errors.Is(err, gorm.ErrRecordNotFound) {
			return row.ID, err
		}
		// Another transaction may insert the row at the same time: DO NOTHING, and read again.
		err = g.Exec("INSERT INTO memory_scopes (store, kind, scope_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
			s.Store, string(s.Kind), s.ID).Error
		if err != nil {
			return 0, err
		}
	}
	return 0, memory.ErrNotFound
}

// Find returns the rows of the scopes by row id. Scopes that were never written have none.
func Find(g *gorm.DB, scopes []scope.Scope) (map[int64]Row, error) {
	byID := make(map[int64]Row, len(scopes))
	if len(scopes) == 0 {
		return byID, nil
	}
	var args []any
	for _, s := range scopes {
		args = append(args, s.Store, string(s.Kind), s.ID)
	}
	conditions := strings.Repeat(" OR (store = ? AND kind = ? AND scope_id = ?)", len(scopes))
	var rows []Row
	if err := g.Where(strings.TrimPrefix(conditions, " OR "), args...).Find(&rows).Error; err != nil {
		return nil, err
	}
	for _, r := range rows {
		byID[r.ID] = r
	}
	return byID, nil
}

// IDs returns the row ids.
func IDs(rows map[int64]Row) []int64 {
	ids := make([]int64, 0, len(rows))
	for id := range rows {
		ids = append(ids, id)
	}
	return ids
}

// Names returns the scopes with these row ids.
func Names(g *gorm.DB, ids map[int64]bool) (map[int64]scope.Scope, error) {
	names := make(map[int64]scope.Scope, len(ids))
	if len(ids) == 0 {
		return names, nil
	}
	list := make([]int64, 0, len(ids))
	for id := range ids {
		list = append(list, id)
	}
	var rows []Row
	err := g.Where("id IN ?", list).Find(&rows).Error
	for _, r := range rows {
		names[r.ID] = r.Scope()
	}
	return names, err
}

// BumpRevision adds one to the revision of a scope.
func BumpRevision(g *gorm.DB, scope int64) error {
	return g.Model(&Row{}).Where("id = ?", scope).
		UpdateColumn("revision", gorm.Expr("revision + 1")).Error
}

// BumpVectors increments the vector revision of scopes, which makes cached vectors stale.
func BumpVectors(g *gorm.DB, where string, args ...any) error {
	return g.Model(&Row{}).Where(where, args...).UpdateColumn("vector_revision", gorm.Expr("vector_revision + 1")).Error
}
