package memories

import (
	"context"
	"errors"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/memory"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/database"
	"keepsake/store/scoperow"
)

func (s memories) Record(ctx context.Context, c memory.Change) error {
	return s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		scope, err := scoperow.ID(g, c.Scope)
		if err != nil {
			return database.Wrap(err, "record change")
		}
		row := changeRow{
			ID: c.ID, MemoryID: c.MemoryID, Scope: scope, Op: string(c.Op), Before: c.Before,
			After: c.After, Version: c.Version, Actor: actorOf(c.Actor), Reason: c.Reason,
			Undoes: c.Undoes, UndoneAt: column.UTCOrNil(c.UndoneAt), MadeAt: column.UTC(c.At),
			Source: string(c.Source), Batch: c.Batch, Confidence: c.Confidence, Origin: string(c.Origin),
		}
		if err := g.Create(&row).Error; err != nil {
			return database.Wrap(err, "record change")
		}
		return database.Wrap(scoperow.BumpRevision(g, scope), "record change")
	})
}

func (s memories) Change(ctx context.Context, scopes []scope.Scope, id string) (memory.Change, error) {
	cs, err := s.changes(ctx, scopes, func(q *gorm.DB) *gorm.DB { return q.Where("id = ?", id) })
	if err != nil {
		return memory.Change{}, err
	}
	if len(cs) == 0 {
		return memory.Change{}, memory.ErrNotFound
	}
	return cs[0], nil
}

func (s memories) Changes(ctx context.Context, memoryID, turnID string) ([]memory.Change, error) {
	return s.changes(ctx, nil, func(q *gorm.DB) *gorm.DB {
		if turnID != "" {
			return q.Where("turn_id = ? AND turn_id <> ''", turnID)
		}
		return q.Where("memory_id = ?", memoryID)
	})
}

func (s memories) BatchChanges(ctx context.Context, scopes []scope.Scope, batch string) ([]memory.Change, error) {
	if len(scopes) == 0 || batch == "" {
		return nil, nil
	}
	return s.changes(ctx, scopes, func(q *gorm.DB) *gorm.DB {
		return q.Where("batch = ? AND batch <> ''", batch) // the second condition lets the index be used
	})
}

func (s memories) ChangesSince(ctx context.Context, scopes []scope.Scope, after time.Time, limit int) ([]memory.Change, error) {
	if len(scopes) == 0 {
		return nil, nil
	}
	cs, err := s.changes(ctx, scopes, func(q *gorm.DB) *gorm.DB {
		return q.Where("made_at > ?", column.UTC(after)).Limit(limit)
	})
	if err != nil || len(cs) == 0 {
		return cs, err
	}
	ids := make([]string, len(cs))
	for i, c := range cs {
		ids[i] = c.MemoryID
	}
	// The texts of purged memories were blanked by Purge; those of deleted ones are left out here.
	var deleted []string
	if err := s.Read(ctx).Model(&memoryRow{}).Where("id IN ? AND deleted_at IS NOT NULL", ids).Pluck("id", &deleted).Error; err != nil {
		return nil, database.Wrap(err, "read changes")
	}
	for i := range cs {
		if slices.Contains(deleted, cs[i].MemoryID) {
			cs[i].Before, cs[i].After = "", ""
		}
	}
	return cs, nil
}

// changes returns the changes that narrow selects, the oldest first. When scopes is not nil
// it returns only the changes of these scopes.
func (s memories) changes(ctx context.Context, scopes []scope.Scope, narrow func(*gorm.DB) *gorm.DB) ([]memory.Change, error) {
	g := s.Read(ctx)
	q := narrow(g.Model(&changeRow{}))
	if scopes != nil {
		rows, err := scoperow.Find(g, scopes)
		if err != nil {
			return nil, database.Wrap(err, "read changes")
		}
		q = q.Where("scope IN ?", scoperow.IDs(rows))
	}
	var rows []changeRow
	if err := q.Order("made_at, seq").Find(&rows).Error; err != nil {
		return nil, database.Wrap(err, "read changes")
	}
	ids := make(map[int64]bool)
	for _, r := range rows {
		ids[r.Scope] = true
	}
	names, err := scoperow.Names(g, ids)
	if err != nil {
		return nil, database.Wrap(err, "read changes")
	}
	cs := make([]memory.Change, len(rows))
	for i, r := range rows {
		cs[i] = r.change(names[r.Scope])
	}
	return cs, nil
}

func (s memories) MarkUndone(ctx context.Context, changeID string, at time.Time) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&changeRow{}).Where("id = ?", changeID).UpdateColumn("undone_at", column.UTC(at))
		if done.Error == nil && done.RowsAffected == 0 {
			return memory.ErrNotFound
		}
		return database.Wrap(done.Error, "mark undone")
	})
}

func (s memories) Revisions(ctx context.Context, scopes []scope.Scope) (map[scope.Scope]int64, error) {
	rows, err := scoperow.Find(s.Read(ctx), scopes)
	if err != nil {
		return nil, database.Wrap(err, "read revisions")
	}
	revisions := make(map[scope.Scope]int64, len(scopes))
	for _, sc := range scopes {
		revisions[sc] = 0
	}
	for _, r := range rows {
		revisions[r.Scope()] = r.Revision
	}
	return revisions, nil
}

func (s memories) PutDecision(ctx context.Context, d memory.Decision) error {
	evidence, err := column.ListToJSON(d.Evidence)
	if err != nil {
		return database.Wrap(err, "put decision")
	}
	return s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		scope, err := scoperow.ID(g, d.Scope)
		if err != nil {
			return database.Wrap(err, "put decision")
		}
		row := decisionRow{
			ID: d.ID, Scope: scope, Op: string(d.Op), MemoryID: d.MemoryID, Version: d.Version,
			Content: d.Content, Category: d.Category, Subject: d.Subject, Evidence: evidence,
			Actor: actorOf(d.Actor), Reason: d.Reason, State: string(d.State),
			MadeAt: column.UTC(d.At), DecidedAt: column.UTCOrNil(d.DecidedAt),
		}
		replace := clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, DoUpdates: clause.AssignmentColumns([]string{
			"scope", "op", "memory_id", "version", "content", "category", "subject", "evidence", "actor_kind",
			"actor_id", "session_id", "turn_id", "call_id", "reason", "state", "made_at", "decided_at"})}
		return database.Wrap(g.Clauses(replace).Create(&row).Error, "put decision")
	})
}

func (s memories) Decision(ctx context.Context, scopes []scope.Scope, id string) (memory.Decision, error) {
	g := s.Read(ctx)
	rows, err := scoperow.Find(g, scopes)
	if err != nil {
		return memory.Decision{}, database.Wrap(err, "read decision")
	}
	var r decisionRow
	err = g.Where("id = ? AND scope IN ?", id, scoperow.IDs(rows)).Take(&r).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return memory.Decision{}, memory.ErrNotFound
	}
	if err != nil {
		return memory.Decision{}, database.Wrap(err, "read decision")
	}
	return r.decision(rows[r.Scope].Scope())
}

func (s memories) Decisions(ctx context.Context, scopes []scope.Scope, state memory.DecisionState, turnID string) ([]memory.Decision, error) {
	g := s.Read(ctx)
	scopesByID, err := scoperow.Find(g, scopes)
	if err != nil {
		return nil, database.Wrap(err, "read decisions")
	}
	q := g.Where("scope IN ?", scoperow.IDs(scopesByID))
	if state != "" {
		q = q.Where("state = ?", string(state))
	}
	if turnID != "" {
		q = q.Where("turn_id = ? AND turn_id <> ''", turnID)
	}
	var rows []decisionRow
	if err := q.Order("made_at, seq").Find(&rows).Error; err != nil {
		return nil, database.Wrap(err, "read decisions")
	}
	ds := make([]memory.Decision, len(rows))
	for i, r := range rows {
		if ds[i], err = r.decision(scopesByID[r.Scope].Scope()); err != nil {
			return nil, database.Wrap(err, "read decisions")
		}
	}
	return ds, nil
}

func (s memories) MemoryDecisions(ctx context.Context, memoryID string, state memory.DecisionState) ([]memory.Decision, error) {
	g := s.Read(ctx)
	var rows []decisionRow
	err := g.Where("memory_id = ? AND memory_id <> '' AND state = ?", memoryID, string(state)).Order("made_at, seq").Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, database.Wrap(err, "read a memory's decisions")
	}
	ids := map[int64]bool{}
	for _, r := range rows {
		ids[r.Scope] = true
	}
	names, err := scoperow.Names(g, ids)
	if err != nil {
		return nil, database.Wrap(err, "read a memory's decisions")
	}
	ds := make([]memory.Decision, len(rows))
	for i, r := range rows {
		if ds[i], err = r.decision(names[r.Scope]); err != nil {
			return nil, database.Wrap(err, "read a memory's decisions")
		}
	}
	return ds, nil
}
