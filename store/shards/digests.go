package shards

import (
	"context"
	"encoding/json"
	"time"

	"gorm.io/gorm"

	"keepsake/memory/shard"
	"keepsake/store/column"
	"keepsake/store/database"
)

type digestRow struct {
	Shard   string `gorm:"primaryKey"`
	Version int    `gorm:"primaryKey;autoIncrement:false"`
	Lines   string
	Model   string
	At      time.Time
}

func (digestRow) TableName() string { return "shard_digests" }

func digestsOf(rows []digestRow) (all []shard.Digest, err error) {
	for _, r := range rows {
		d := shard.Digest{ShardID: r.Shard, Version: r.Version, Model: r.Model, At: column.UTC(r.At)}
		err = database.FirstError(err, json.Unmarshal([]byte(r.Lines), &d.Lines))
		all = append(all, d)
	}
	return all, err
}

func (s shards) Version(ctx context.Context, of shard.Shard, version int) (shard.Digest, error) {
	g := s.Read(ctx).Where("shard = ?", of.ID)
	if version != 0 {
		g = g.Where("version = ?", version)
	}
	var rows []digestRow
	err := g.Order("version DESC").Limit(1).Find(&rows).Error
	all, bad := digestsOf(rows)
	if err = database.FirstError(err, bad); err != nil || len(all) == 0 {
		return shard.Digest{ShardID: of.ID}, database.Wrap(err, "read a shard's digest")
	}
	return all[0], nil
}

func (s shards) Newest(ctx context.Context, of []string) ([]shard.Digest, error) {
	var rows []digestRow
	err := s.Read(ctx).Where("shard IN ? AND version = (SELECT max(n.version) FROM shard_digests AS n WHERE n.shard = shard_digests.shard)", of).Find(&rows).Error
	all, bad := digestsOf(rows)
	return all, database.Wrap(database.FirstError(err, bad), "read digests of shards")
}

func (s shards) PutDigest(ctx context.Context, of shard.Shard, d shard.Digest, absorbed []string, forgotten int) (n int, err error) {
	err = s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		lines, err := json.Marshal(d.Lines)
		if err != nil {
			return err
		}
		row := digestRow{Shard: of.ID, Version: d.Version, Lines: string(lines), Model: d.Model, At: column.UTC(d.At)}
		marked := g.Model(&itemRow{}).Where("shard = ? AND id IN ? AND kind = ? AND NOT pending AND absorbed = 0", of.ID, absorbed, string(shard.Suggestion)).
			UpdateColumn("absorbed", d.Version)
		n = int(marked.RowsAffected)
		return database.FirstError(marked.Error, g.Create(&row).Error, g.Where("shard = ? AND version <= ?", of.ID, forgotten).Delete(&digestRow{}).Error)
	})
	return n, database.Wrap(err, "put a shard's digest")
}

func (s shards) AbsorbedIn(ctx context.Context, of shard.Shard, version int) ([]shard.Item, error) {
	return readItems(s.Read(ctx), "shard = ? AND absorbed = ?", of.ID, version)
}

// dropDigests empties all versions of a shard's digest when one of the items went into it: the others wait again.
func dropDigests(g *gorm.DB, of string, ids []string) error {
	var n int64
	if err := g.Model(&itemRow{}).Where("shard = ? AND id IN ? AND absorbed > 0", of, ids).Count(&n).Error; err != nil || n == 0 {
		return err
	}
	return database.FirstError(g.Model(&digestRow{}).Where("shard = ?", of).UpdateColumn("lines", "[]").Error,
		g.Model(&itemRow{}).Where("shard = ?", of).UpdateColumn("absorbed", 0).Error)
}
