// Package tasks implements the store of package task on one database. It enforces no business
// rules: package task does.
//
// The suite of package store proves what it promises. Start reading at New.
package tasks

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/erasure"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/database"
	"keepsake/task"
	"keepsake/trust"
)

// New returns the store of tasks.
func New(db *database.DB) task.Store { return tasks{database.NewAccess(db)} }

// Tables returns the tables that contain text of people.
func Tables() []string { return []string{"tasks"} }

// tasks implements task.Store.
type tasks struct{ database.Access }

var _ task.Store = tasks{}

type taskRow struct {
	ID         string
	Person     string
	Store      string
	Title      string
	DueAt      *time.Time
	AllDay     bool
	CreatedAt  time.Time `gorm:"autoCreateTime:false"`
	DoneAt     *time.Time
	RemindAt   *time.Time
	RemindedAt *time.Time
	Bot        string
	Chat       int64
	Topic      int
	SourceTurn string
	SourceCall string
	Trust      string
	Proposed   bool
	DoneTurn   string
	AskedTurn  string
	RepeatRule string
	RepeatFrom string
	Zone       string
	Cancelled  bool
	Floating   bool
	Revision   *string
	// RevisedTurn is the turn of Revision.
	RevisedTurn string
}

func (taskRow) TableName() string { return "tasks" }

func (r taskRow) task() task.Task {
	t := task.Task{
		ID: r.ID, Person: r.Person, Store: r.Store, Title: r.Title, DueAt: column.UTCOrNil(r.DueAt), AllDay: r.AllDay,
		CreatedAt: column.UTC(r.CreatedAt), DoneAt: column.UTCOrNil(r.DoneAt), RemindAt: column.UTCOrNil(r.RemindAt),
		RemindedAt: column.UTCOrNil(r.RemindedAt), Bot: r.Bot, Chat: r.Chat, Topic: r.Topic,
		SourceTurn: r.SourceTurn, SourceCall: r.SourceCall,
		Trust: trust.Parse(r.Trust), Proposed: r.Proposed, DoneTurn: r.DoneTurn, AskedTurn: r.AskedTurn,
		Repeat: r.RepeatRule, RepeatFrom: r.RepeatFrom, Zone: r.Zone, Cancelled: r.Cancelled, Floating: r.Floating,
	}
	var revision task.Revision
	if r.Revision != nil && column.FromJSON(r.Revision, &revision) == nil { // one that cannot be read cannot be taken back
		revision.Turn, t.Revision = r.RevisedTurn, &revision
	}
	return t
}

// revisionColumns returns a task's revision as it is stored.
func revisionColumns(t task.Task) (revision *string, turn string, err error) {
	if t.Revision == nil {
		return nil, "", nil
	}
	revision, err = column.ToJSON(t.Revision)
	return revision, t.Revision.Turn, err
}

func tasksOf(rows []taskRow) []task.Task {
	ts := make([]task.Task, len(rows))
	for i, r := range rows {
		ts[i] = r.task()
	}
	return ts
}

func (s tasks) Insert(ctx context.Context, t task.Task) error {
	revision, turn, err := revisionColumns(t)
	if err != nil {
		return database.Wrap(err, "insert task")
	}
	row := taskRow{
		Revision: revision, RevisedTurn: turn,
		ID: t.ID, Person: t.Person, Store: t.Store, Title: t.Title, DueAt: column.UTCOrNil(t.DueAt), AllDay: t.AllDay,
		CreatedAt: column.UTC(t.CreatedAt), DoneAt: column.UTCOrNil(t.DoneAt), RemindAt: column.UTCOrNil(t.RemindAt),
		RemindedAt: column.UTCOrNil(t.RemindedAt), Bot: t.Bot, Chat: t.Chat, Topic: t.Topic,
		SourceTurn: t.SourceTurn, SourceCall: t.SourceCall,
		Trust: t.Trust.String(), Proposed: t.Proposed, DoneTurn: t.DoneTurn, AskedTurn: t.AskedTurn,
		RepeatRule: t.Repeat, RepeatFrom: t.RepeatFrom, Zone: t.Zone, Cancelled: t.Cancelled, Floating: t.Floating,
	}
	return s.Write(ctx, func(g *gorm.DB) error {
		done := g.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
		return database.CheckChanged(done, task.ErrExists, "insert task")
	})
}

func (s tasks) List(ctx context.Context, store, person string, done bool, limit, offset int) ([]task.Task, error) {
	q := s.selectTasks(ctx, store, person, done)
	if done {
		q = q.Order("done_at DESC, id")
	} else {
		q = q.Order("CASE WHEN due_at IS NULL THEN 1 ELSE 0 END, due_at, created_at, id")
	}
	if limit <= 0 {
		limit = 1 << 30 // SQLite has no OFFSET without LIMIT
	}
	var rows []taskRow
	err := q.Limit(limit).Offset(offset).Find(&rows).Error
	return tasksOf(rows), database.Wrap(err, "list tasks")
}

// selectTasks starts a query of a person's tasks, either the done or the open ones.
func (s tasks) selectTasks(ctx context.Context, store, person string, done bool) *gorm.DB {
	q := s.Read(ctx).Model(&taskRow{}).Where("store = ? AND person = ? AND NOT proposed", store, person)
	if done {
		return q.Where("done_at IS NOT NULL")
	}
	return q.Where("done_at IS NULL")
}

func (s tasks) Count(ctx context.Context, store, person string, done bool) (int, error) {
	var n int64
	err := s.selectTasks(ctx, store, person, done).Count(&n).Error
	return int(n), database.Wrap(err, "count tasks")
}

func (s tasks) Get(ctx context.Context, store, person, id string) (task.Task, error) {
	var row taskRow
	err := s.Read(ctx).Where("id = ? AND store = ? AND person = ?", id, store, person).Take(&row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return task.Task{}, task.ErrNotFound
	}
	return row.task(), database.Wrap(err, "read task")
}

func (s tasks) OfTurn(ctx context.Context, store, person, turn string) ([]task.Task, error) {
	var rows []taskRow
	err := s.Read(ctx).Where("store = ? AND person = ? AND (source_turn = ? OR done_turn = ? OR asked_turn = ? OR revised_turn = ?)", store, person, turn, turn, turn, turn).
		Order("created_at, id").Find(&rows).Error
	return tasksOf(rows), database.Wrap(err, "read tasks of a turn")
}

func (s tasks) SetDone(ctx context.Context, id string, at *time.Time, turn string) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&taskRow{}).Where("id = ?", id).UpdateColumns(map[string]any{"done_at": column.UTCOrNil(at), "done_turn": turn, "asked_turn": "", "cancelled": false})
		return database.CheckChanged(done, task.ErrNotFound, "set done")
	})
}

func (s tasks) Update(ctx context.Context, t task.Task) error {
	revision, turn, err := revisionColumns(t)
	if err != nil {
		return database.Wrap(err, "update task")
	}
	return s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&taskRow{}).Where("id = ?", t.ID).UpdateColumns(map[string]any{
			"due_at": column.UTCOrNil(t.DueAt), "all_day": t.AllDay, "remind_at": column.UTCOrNil(t.RemindAt), "reminded_at": column.UTCOrNil(t.RemindedAt),
			"repeat_rule": t.Repeat, "repeat_from": t.RepeatFrom, "zone": t.Zone, "floating": t.Floating,
			"done_at": column.UTCOrNil(t.DoneAt), "done_turn": t.DoneTurn, "asked_turn": t.AskedTurn, "cancelled": t.Cancelled,
			"revision": revision, "revised_turn": turn,
		})
		return database.CheckChanged(done, task.ErrNotFound, "update task")
	})
}

func (s tasks) StalledSeries(ctx context.Context, now time.Time, limit int) ([]task.Task, error) {
	var rows []taskRow
	err := s.Read(ctx).Clauses(s.LockRows()...).Where("repeat_rule <> '' AND done_at IS NULL AND reminded_at <= ?", column.UTC(now)).Order("reminded_at, id").Limit(limit).Find(&rows).Error
	return tasksOf(rows), database.Wrap(err, "read series that stand still")
}

func (s tasks) SetAsked(ctx context.Context, id, turn string) error {
	return s.set(ctx, "set asked", id, "asked_turn", turn)
}

func (s tasks) Accept(ctx context.Context, id string) error {
	return s.set(ctx, "accept task", id, "proposed", false)
}

func (s tasks) Proposed(ctx context.Context, store, person string, since time.Time) ([]task.Task, error) {
	var rows []taskRow
	err := s.Read(ctx).Where("store = ? AND person = ? AND proposed AND created_at >= ?", store, person, column.UTC(since)).
		Order("created_at DESC, id").Find(&rows).Error
	return tasksOf(rows), database.Wrap(err, "read proposed tasks")
}

func (s tasks) Floating(ctx context.Context, person string) ([]task.Task, error) {
	var rows []taskRow
	err := s.Read(ctx).Where("person = ? AND floating AND done_at IS NULL", person).Order("due_at, id").Find(&rows).Error
	return tasksOf(rows), database.Wrap(err, "read floating tasks")
}

func (s tasks) DropProposals(ctx context.Context, person string, before time.Time) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.Wrap(g.Where("person = ? AND proposed AND created_at < ?", person, column.UTC(before)).Delete(&taskRow{}).Error, "drop proposed tasks")
	})
}

func (s tasks) MarkReminded(ctx context.Context, id string, at time.Time) error {
	return s.set(ctx, "mark reminded", id, "reminded_at", column.UTC(at))
}

func (s tasks) set(ctx context.Context, op, id, column string, value any) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.CheckChanged(g.Model(&taskRow{}).Where("id = ?", id).UpdateColumn(column, value), task.ErrNotFound, op)
	})
}

func (s tasks) Delete(ctx context.Context, id string) error {
	return s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		return database.FirstError(
			database.CheckChanged(g.Where("id = ?", id).Delete(&taskRow{}), task.ErrNotFound, "delete task"),
			s.RecordErasure(ctx, erasure.Task, scope.Scope{}, id),
		)
	})
}

func (s tasks) DueReminders(ctx context.Context, now time.Time, limit int) ([]task.Task, error) {
	// The lock makes a second process wait; when it continues, the tasks are reminded already.
	q := s.Read(ctx).Clauses(s.LockRows()...).Where("remind_at <= ? AND done_at IS NULL AND reminded_at IS NULL AND NOT proposed", column.UTC(now)).Order("remind_at, id")
	if limit > 0 {
		q = q.Limit(limit)
	}
	var rows []taskRow
	err := q.Find(&rows).Error
	return tasksOf(rows), database.Wrap(err, "read due reminders")
}

func (s tasks) Erase(ctx context.Context, person string) (int, error) {
	var n int64
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		var ids []string
		if err := g.Model(&taskRow{}).Where("person = ?", person).Pluck("id", &ids).Error; err != nil {
			return database.Wrap(err, "erase tasks")
		}
		done := g.Where("person = ?", person).Delete(&taskRow{})
		n = done.RowsAffected
		return database.Wrap(database.FirstError(
			done.Error, s.RecordErasure(ctx, erasure.AllTasks, scope.Scope{Kind: scope.User, ID: person}, ids...),
		), "erase tasks")
	})
	return int(n), err
}
