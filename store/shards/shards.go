// Package shards implements the store of package memory/shard on one database: shards, the chats that they
// are attached to, and their items. It enforces no business rules.
//
// The suite of package store proves what it promises. Start reading at New.
package shards

import (
	"context"
	"strings"
	"time"

	"gorm.io/gorm"

	"keepsake/erasure"
	"keepsake/memory/shard"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/database"
	"keepsake/store/scoperow"
)

// New returns the store of shards.
func New(db *database.DB) shard.Store { return shards{database.NewAccess(db)} }

// Tables returns the tables that contain text of people.
func Tables() []string { return []string{"shards", "shard_items", "shard_digests"} }

// shards implements shard.Store.
type shards struct{ database.Access }

var _ shard.Store = shards{}

type shardRow struct {
	ID           string
	Home         int64
	Maker        string
	Name         string
	NameKey      string
	Instructions string
	Open         bool
	Paused       bool
	MaxFacts     int
	Threshold    int
	Schedule     string
	ScheduledAt  *time.Time
	Rights       string
	Cites        string
	Revision     int64
	MadeAt       time.Time
}

func (shardRow) TableName() string { return "shards" }

func (r shardRow) shard(home scope.Scope) shard.Shard {
	s := shard.Shard{
		ID: r.ID, Home: home, Maker: r.Maker, Name: r.Name, Instructions: r.Instructions, Open: r.Open, Paused: r.Paused,
		MaxFacts: r.MaxFacts, Threshold: r.Threshold, Schedule: r.Schedule, Revision: r.Revision, MadeAt: column.UTC(r.MadeAt),
	}
	s.Rights, s.Cites = rightsOf(r.Rights), strings.Fields(r.Cites)
	if r.ScheduledAt != nil {
		s.ScheduledAt = column.UTC(*r.ScheduledAt)
	}
	return s
}

func rowOf(s shard.Shard, home int64) shardRow {
	row := shardRow{
		ID: s.ID, Home: home, Maker: s.Maker, Name: s.Name, NameKey: shard.Key(s.Name), Instructions: s.Instructions, Open: s.Open,
		Paused: s.Paused, MaxFacts: s.MaxFacts, Threshold: s.Threshold, Schedule: s.Schedule, Rights: rightsColumn(s.Rights), Cites: strings.Join(s.Cites, " "), Revision: s.Revision, MadeAt: column.UTC(s.MadeAt),
	}
	if !s.ScheduledAt.IsZero() {
		at := column.UTC(s.ScheduledAt)
		row.ScheduledAt = &at
	}
	return row
}

type chatRow struct {
	Shard string `gorm:"primaryKey"`
	Scope int64  `gorm:"primaryKey;autoIncrement:false"`
	Since *time.Time
}

func (chatRow) TableName() string { return "shard_chats" }

// write runs fn in a transaction with the row id of a scope. It returns the error wrapped.
func (s shards) write(ctx context.Context, owner scope.Scope, fn func(g *gorm.DB, id int64) error) error {
	return s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		id, err := scoperow.ID(g, owner)
		if err == nil {
			err = fn(g, id)
		}
		return database.Wrap(err, "write shards")
	})
}

func (s shards) Put(ctx context.Context, made shard.Shard) error {
	return s.write(ctx, made.Home, func(g *gorm.DB, home int64) error {
		row := rowOf(made, home)
		if err := checkName(g, row); err != nil {
			return err
		}
		return g.Create(&row).Error
	})
}

// checkName returns ErrNameTaken when another shard of the same home has the name.
func checkName(g *gorm.DB, row shardRow) error {
	var n int64
	err := g.Model(&shardRow{}).Where("home = ? AND name_key = ? AND id <> ?", row.Home, row.NameKey, row.ID).Count(&n).Error
	if err == nil && n > 0 {
		err = shard.ErrNameTaken
	}
	return err
}

// reachedFrom returns the condition of a shard that reaches a store.
func reachedFrom(store, id string) (where string, args []any) {
	if store == "" {
		return "id = ?", []any{id}
	}
	const of = "IN (SELECT id FROM memory_scopes WHERE store = ?)"
	return "id = ? AND (home " + of + " OR id IN (SELECT shard FROM shard_chats WHERE scope " + of + ") OR EXISTS (SELECT 1 FROM shard_items WHERE shard = shards.id AND scope " + of + "))",
		[]any{id, store, store, store}
}

func (s shards) Lock(ctx context.Context, store, id string) (held shard.Shard, err error) {
	err = s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		where, args := reachedFrom(store, id)
		done := g.Model(&shardRow{}).Where(where, args...).UpdateColumn("revision", gorm.Expr("revision + 1"))
		if done.Error == nil && done.RowsAffected == 0 {
			return shard.ErrNotFound
		}
		if done.Error != nil {
			return database.Wrap(done.Error, "lock a shard")
		}
		found, err := read(g, "id = ?", id)
		if err == nil && len(found) == 0 {
			err = shard.ErrNotFound
		}
		if err == nil {
			held = found[0]
		}
		return err
	})
	return held, err
}

func (s shards) Get(ctx context.Context, store, id string) (shard.Shard, error) {
	where, args := reachedFrom(store, id)
	found, err := read(s.Read(ctx), where, args...)
	if err == nil && len(found) == 0 {
		err = shard.ErrNotFound
	}
	if err != nil {
		return shard.Shard{}, err
	}
	return found[0], nil
}

// read returns the shards of a condition, by name.
func read(g *gorm.DB, where string, args ...any) ([]shard.Shard, error) {
	var rows []shardRow
	if err := g.Where(where, args...).Order("name_key, id").Find(&rows).Error; err != nil {
		return nil, database.Wrap(err, "read shards")
	}
	ids := map[int64]bool{}
	for _, r := range rows {
		ids[r.Home] = true
	}
	homes, err := scoperow.Names(g, ids)
	all := make([]shard.Shard, len(rows))
	for i, r := range rows {
		all[i] = r.shard(homes[r.Home])
	}
	return all, database.Wrap(err, "read shards")
}

func (s shards) Update(ctx context.Context, now shard.Shard) error {
	return s.write(ctx, now.Home, func(g *gorm.DB, home int64) error {
		row := rowOf(now, home)
		if err := checkName(g, row); err != nil {
			return err
		}
		return g.Model(&shardRow{}).Where("id = ?", now.ID).UpdateColumns(map[string]any{
			"name": row.Name, "name_key": row.NameKey, "instructions": row.Instructions, "open": row.Open, "paused": row.Paused, "max_facts": row.MaxFacts, "threshold": row.Threshold,
			"schedule": row.Schedule, "scheduled_at": row.ScheduledAt, "rights": row.Rights, "cites": row.Cites,
		}).Error
	})
}

func (s shards) Delete(ctx context.Context, gone shard.Shard) error {
	return s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		_, err := s.deleteShards(ctx, g, []string{gone.ID})
		return database.Wrap(database.FirstError(err, s.RequireScrub(g)), "delete a shard")
	})
}

// deleteShards destroys shards with all that hangs on them and returns how many items went.
func (s shards) deleteShards(ctx context.Context, g *gorm.DB, ids []string) (int, error) {
	if len(ids) == 0 {
		return 0, nil
	}
	items := g.Where("shard IN ?", ids).Delete(&itemRow{})
	return int(items.RowsAffected), database.FirstError(items.Error, g.Where("shard IN ?", ids).Delete(&chatRow{}).Error,
		g.Where("shard IN ?", ids).Delete(&digestRow{}).Error, g.Where("id IN ?", ids).Delete(&shardRow{}).Error, s.RecordErasure(ctx, erasure.Shards, scope.Scope{}, ids...))
}

func (s shards) Waiting(ctx context.Context, store string) ([]shard.Shard, error) {
	return read(s.Read(ctx), "NOT paused AND home IN (SELECT id FROM memory_scopes WHERE store = ?) AND id IN (SELECT shard FROM shard_items WHERE kind = ? AND NOT pending AND absorbed = 0 AND archived_at IS NULL)",
		store, string(shard.Suggestion))
}

func (s shards) Seen(ctx context.Context, chat scope.Scope) ([]shard.Shard, error) {
	g := s.Read(ctx)
	const here = "(SELECT id FROM memory_scopes WHERE store = ? AND kind = ? AND scope_id = ?)"
	kind := string(chat.Kind)
	return read(g, "home IN "+here+" OR id IN (SELECT shard FROM shard_chats WHERE scope IN "+here+")"+
		" OR open AND home IN (SELECT id FROM memory_scopes WHERE store = ?)",
		chat.Store, kind, chat.ID, chat.Store, kind, chat.ID, chat.Store)
}

func (s shards) CountMade(ctx context.Context, home scope.Scope) (int, error) {
	var n int64
	err := s.Read(ctx).Model(&shardRow{}).
		Where("home IN (SELECT id FROM memory_scopes WHERE store = ? AND kind = ? AND scope_id = ?)", home.Store, string(home.Kind), home.ID).Count(&n).Error
	return int(n), database.Wrap(err, "count shards")
}

func (s shards) Chats(ctx context.Context, of shard.Shard) ([]scope.Scope, error) {
	g := s.Read(ctx)
	var ids []int64
	if err := g.Model(&chatRow{}).Where("shard = ?", of.ID).Order("scope").Pluck("scope", &ids).Error; err != nil {
		return nil, database.Wrap(err, "read the chats of a shard")
	}
	set := map[int64]bool{}
	for _, id := range ids {
		set[id] = true
	}
	names, err := scoperow.Names(g, set)
	chats := make([]scope.Scope, len(ids))
	for i, id := range ids {
		chats[i] = names[id]
	}
	return chats, database.Wrap(err, "read the chats of a shard")
}

func (s shards) Attach(ctx context.Context, to shard.Shard, chat scope.Scope, since time.Time) error {
	return s.write(ctx, chat, func(g *gorm.DB, id int64) error {
		return g.Exec("INSERT INTO shard_chats (shard, scope, since) VALUES (?, ?, ?) ON CONFLICT (shard, scope) DO UPDATE SET since = coalesce(shard_chats.since, excluded.since)",
			to.ID, id, column.UTC(since)).Error
	})
}

func (s shards) Resume(ctx context.Context, all shard.Shard, since time.Time) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.Wrap(g.Model(&chatRow{}).Where("shard = ?", all.ID).UpdateColumn("since", column.UTC(since)).Error, "resume a shard")
	})
}

func (s shards) Sharing(ctx context.Context, chat scope.Scope) ([]shard.Sharing, error) {
	g := s.Read(ctx)
	var rows []chatRow
	err := g.Where("since IS NOT NULL AND scope IN (SELECT id FROM memory_scopes WHERE store = ? AND kind = ? AND scope_id = ?)", chat.Store, string(chat.Kind), chat.ID).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, database.Wrap(err, "read shared shards")
	}
	since := make(map[string]time.Time, len(rows))
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i], since[r.Shard] = r.Shard, column.UTC(*r.Since)
	}
	found, err := read(g, "NOT paused AND id IN ?", ids)
	all := make([]shard.Sharing, len(found))
	for i, f := range found {
		all[i] = shard.Sharing{Shard: f, Since: since[f.ID]}
	}
	return all, err
}

func (s shards) Detach(ctx context.Context, from shard.Shard, chat scope.Scope) error {
	return s.write(ctx, chat, func(g *gorm.DB, id int64) error {
		return g.Where("shard = ? AND scope = ?", from.ID, id).Delete(&chatRow{}).Error
	})
}

// MoveScope moves what shards have of one scope to another, whose shards keep their names: one that is moved
// there under a name of theirs has its id behind it.
func MoveScope(g *gorm.DB, from, into int64) error {
	for _, move := range []string{
		"UPDATE shards SET name = name || ' ' || id, name_key = name_key || ' ' || id WHERE home = @from AND name_key IN (SELECT name_key FROM shards AS o WHERE o.home = @into)",
		"UPDATE shards SET home = @into, revision = revision + 1 WHERE home = @from",
		"INSERT INTO shard_chats (shard, scope, since) SELECT shard, @into, since FROM shard_chats WHERE scope = @from ON CONFLICT DO NOTHING",
		"UPDATE shard_items SET scope = @into WHERE scope = @from",
	} {
		if err := g.Exec(move, map[string]any{"from": from, "into": into}).Error; err != nil {
			return err
		}
	}
	return nil
}

// Erase needs no row of the scope to find what a person said: their items name them.
func (s shards) Erase(ctx context.Context, owner scope.Scope) (n int, err error) {
	err = s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		n = 0
		if err := s.RecordErasure(ctx, erasure.AllShards, owner); err != nil {
			return err
		}
		rows, err := scoperow.Find(g, []scope.Scope{owner})
		if err != nil {
			return err
		}
		for id := range rows {
			var made []string
			err := g.Model(&shardRow{}).Where("home = ?", id).Pluck("id", &made).Error
			items, gone := s.deleteShards(ctx, g, made)
			n += items
			if err = database.FirstError(err, gone, g.Where("scope = ?", id).Delete(&chatRow{}).Error); err != nil {
				return err
			}
		}
		said, err := s.SaidBy(ctx, owner)
		if err != nil {
			return err
		}
		byShard := map[string][]string{}
		for _, i := range said {
			byShard[i.ShardID] = append(byShard[i.ShardID], i.ID)
		}
		for id, ids := range byShard {
			if err := s.DropItems(ctx, shard.Shard{ID: id}, ids); err != nil {
				return err
			}
			err = database.FirstError(err, g.Model(&shardRow{}).Where("id = ?", id).UpdateColumn("revision", gorm.Expr("revision + 1")).Error)
		}
		n += len(said)
		if owner.Kind == scope.User {
			err = database.FirstError(err, g.Model(&shardRow{}).Where("maker = ? AND home IN (SELECT id FROM memory_scopes WHERE store = ?)", owner.ID, owner.Store).
				UpdateColumn("maker", "").Error, dropRights(g, owner))
		}
		return database.FirstError(err, s.RequireScrub(g))
	})
	return n, database.Wrap(err, "erase shards")
}
