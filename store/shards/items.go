package shards

import (
	"context"
	"time"

	"gorm.io/gorm"

	"keepsake/erasure"
	"keepsake/memory/shard"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/database"
	"keepsake/store/scoperow"
)

type itemRow struct {
	ID         string
	Shard      string
	Kind       string
	Scope      int64
	Person     string
	Speaker    string
	EditedBy   string
	Message    string
	Content    string
	SaidAt     time.Time
	Pending    bool
	Absorbed   int
	ArchivedAt *time.Time
}

func (itemRow) TableName() string { return "shard_items" }

func (s shards) PutItem(ctx context.Context, to shard.Shard, i shard.Item) error {
	return s.write(ctx, i.Scope, func(g *gorm.DB, id int64) error {
		return g.Create(&itemRow{ID: i.ID, Shard: to.ID, Kind: string(i.Kind), Scope: id, Person: i.Person, Speaker: i.Speaker, Message: i.Message,
			Content: i.Content, SaidAt: column.UTC(i.SaidAt), Pending: i.Pending}).Error
	})
}

func (s shards) UpdateItem(ctx context.Context, of shard.Shard, i shard.Item) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		set := map[string]any{"content": i.Content, "speaker": i.Speaker, "edited_by": i.EditedBy}
		return database.Wrap(g.Model(&itemRow{}).Where("shard = ? AND id = ?", of.ID, i.ID).UpdateColumns(set).Error, "reword an item of a shard")
	})
}

func (s shards) Items(ctx context.Context, of shard.Shard, kind shard.Kind, archived bool) ([]shard.Item, error) {
	where := "shard = ? AND kind = ? AND NOT pending AND absorbed = 0 AND archived_at IS NULL"
	if archived {
		where = "shard = ? AND kind = ? AND archived_at IS NOT NULL"
	}
	return readItems(s.Read(ctx), where, of.ID, string(kind))
}

func (s shards) Item(ctx context.Context, of shard.Shard, id string) (shard.Item, error) {
	found, err := readItems(s.Read(ctx), "shard = ? AND id = ?", of.ID, id)
	if err == nil && len(found) == 0 {
		err = shard.ErrNotFound
	}
	if err != nil {
		return shard.Item{}, err
	}
	return found[0], nil
}

func (s shards) ItemsOf(ctx context.Context, of, named []string) ([]shard.Item, error) {
	return readItems(s.Read(ctx), "shard IN ? AND NOT pending AND (archived_at IS NULL AND absorbed = 0 OR id IN ?)", of, named)
}

// readItems returns the items of a condition, the oldest first.
func readItems(g *gorm.DB, where string, args ...any) ([]shard.Item, error) {
	var rows []itemRow
	if err := g.Where(where, args...).Order("said_at, id").Find(&rows).Error; err != nil {
		return nil, database.Wrap(err, "read items of shards")
	}
	ids := map[int64]bool{}
	for _, r := range rows {
		ids[r.Scope] = true
	}
	scopes, err := scoperow.Names(g, ids)
	all := make([]shard.Item, len(rows))
	for i, r := range rows {
		all[i] = shard.Item{
			ID: r.ID, ShardID: r.Shard, Kind: shard.Kind(r.Kind), Scope: scopes[r.Scope], Person: r.Person, Speaker: r.Speaker, EditedBy: r.EditedBy, Message: r.Message,
			Content: r.Content, SaidAt: column.UTC(r.SaidAt), Pending: r.Pending, Absorbed: r.Absorbed, ArchivedAt: column.UTCOrNil(r.ArchivedAt),
		}
	}
	return all, database.Wrap(err, "read items of shards")
}

func (s shards) ArchiveFacts(ctx context.Context, of shard.Shard, keep int, now time.Time) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		newest := g.Model(&itemRow{}).Select("id").Where("shard = ? AND kind = ? AND NOT pending AND archived_at IS NULL", of.ID, string(shard.Fact)).
			Order("said_at DESC, id DESC").Limit(keep)
		err := g.Model(&itemRow{}).Where("shard = ? AND kind = ? AND NOT pending AND archived_at IS NULL AND id NOT IN (?)", of.ID, string(shard.Fact), newest).
			UpdateColumn("archived_at", column.UTC(now)).Error
		return database.Wrap(err, "archive facts")
	})
}

func (s shards) Keep(ctx context.Context, of shard.Shard, id string) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.Wrap(g.Model(&itemRow{}).Where("shard = ? AND id = ?", of.ID, id).UpdateColumn("pending", false).Error, "keep an item")
	})
}

func (s shards) PurgePending(ctx context.Context, before time.Time) (n int, err error) {
	err = s.Write(ctx, func(g *gorm.DB) error {
		done := g.Where("pending AND said_at < ?", column.UTC(before)).Delete(&itemRow{})
		n = int(done.RowsAffected)
		return done.Error
	})
	return n, database.Wrap(err, "purge items of shards")
}

func (s shards) DropItems(ctx context.Context, of shard.Shard, ids []string) error {
	return s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		err := database.FirstError(dropDigests(g, of.ID, ids), g.Where("shard = ? AND id IN ?", of.ID, ids).Delete(&itemRow{}).Error,
			s.RecordErasure(ctx, erasure.ShardItems, scope.Scope{}, ids...), s.RequireScrub(g))
		return database.Wrap(err, "drop items of shards")
	})
}

func (s shards) SaidBy(ctx context.Context, owner scope.Scope) ([]shard.Item, error) {
	const of = "(SELECT id FROM memory_scopes WHERE store = ? AND kind = ? AND scope_id = ?)"
	if owner.Kind != scope.User {
		return readItems(s.Read(ctx), "scope IN "+of, owner.Store, string(owner.Kind), owner.ID)
	}
	return readItems(s.Read(ctx), "scope IN "+of+" OR (person = ? OR edited_by = ?) AND (shard IN (SELECT id FROM shards WHERE home IN (SELECT id FROM memory_scopes WHERE store = ?))"+
		" OR scope IN (SELECT id FROM memory_scopes WHERE store = ?))",
		owner.Store, string(owner.Kind), owner.ID, owner.ID, owner.ID, owner.Store, owner.Store)
}
