package accounts

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/apikey"
	"keepsake/erasure"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/database"
)

// keyStore implements apikey.Store.
type keyStore struct{ database.Access }

var _ apikey.Store = keyStore{}

type keyRow struct {
	ID         string
	Hash       string
	Store      string
	Person     string
	Agent      string
	CanWrite   bool
	Trusted    bool
	CreatedAt  time.Time `gorm:"autoCreateTime:false"`
	LastUsedAt *time.Time
}

func (keyRow) TableName() string { return "api_keys" }

func (r keyRow) key() apikey.Key {
	return apikey.Key{
		ID: r.ID, Store: r.Store, Person: r.Person, Agent: r.Agent, Write: r.CanWrite, Trusted: r.Trusted,
		CreatedAt: column.UTC(r.CreatedAt), LastUsedAt: column.UTCOrNil(r.LastUsedAt),
	}
}

type replyRow struct {
	KeyID       string
	NameHash    string
	Fingerprint string
	MemoryID    string
	Version     int
	ExpiresAt   time.Time
}

func (replyRow) TableName() string { return "api_replies" }

func (s keyStore) PutKey(ctx context.Context, k apikey.Key, hash string) error {
	row := keyRow{ID: k.ID, Hash: hash, Store: k.Store, Person: k.Person, Agent: k.Agent, CanWrite: k.Write, Trusted: k.Trusted, CreatedAt: column.UTC(k.CreatedAt)}
	return s.Write(ctx, func(g *gorm.DB) error { return database.Wrap(g.Create(&row).Error, "put key") })
}

func (s keyStore) KeyByHash(ctx context.Context, hash string) (apikey.Key, error) {
	var r keyRow
	err := s.Read(ctx).Where("hash = ?", hash).Take(&r).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return apikey.Key{}, apikey.ErrUnknown
	}
	return r.key(), database.Wrap(err, "read key")
}

func (s keyStore) Keys(ctx context.Context, person string) ([]apikey.Key, error) {
	q := s.Read(ctx)
	if person != "" {
		q = q.Where("person = ?", person)
	}
	var rows []keyRow
	err := q.Order("created_at, id").Find(&rows).Error
	ks := make([]apikey.Key, len(rows))
	for i, r := range rows {
		ks[i] = r.key()
	}
	return ks, database.Wrap(err, "read keys")
}

func (s keyStore) DeleteKeys(ctx context.Context, ids ...string) (int, error) {
	var n int64
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		replies := g.Where("key_id IN ?", ids).Delete(&replyRow{})
		keys := g.Where("id IN ?", ids).Delete(&keyRow{})
		n = keys.RowsAffected
		return database.FirstError(replies.Error, keys.Error, s.RecordErasure(ctx, erasure.Keys, scope.Scope{}, ids...))
	})
	return int(n), database.Wrap(err, "delete keys")
}

func (s keyStore) MarkUsed(ctx context.Context, id string, at time.Time) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.Wrap(g.Model(&keyRow{}).Where("id = ?", id).UpdateColumn("last_used_at", column.UTC(at)).Error, "mark key")
	})
}

func (s keyStore) ClaimReply(ctx context.Context, r apikey.Reply, now time.Time) (there apikey.Reply, fresh bool, err error) {
	row := replyRow{KeyID: r.KeyID, NameHash: r.NameHash, Fingerprint: r.Fingerprint, ExpiresAt: column.UTC(r.ExpiresAt)}
	err = s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		put := g.Clauses(clause.OnConflict{ // one that has expired counts as none
			Columns:   []clause.Column{{Name: "key_id"}, {Name: "name_hash"}},
			Where:     clause.Where{Exprs: []clause.Expression{clause.Expr{SQL: "api_replies.expires_at <= ?", Vars: []any{column.UTC(now)}}}},
			DoUpdates: clause.AssignmentColumns([]string{"fingerprint", "memory_id", "version", "expires_at"}),
		}).Create(&row)
		if fresh = put.RowsAffected > 0; fresh || put.Error != nil {
			return put.Error
		}
		return g.Where("key_id = ? AND name_hash = ?", r.KeyID, r.NameHash).Take(&row).Error
	})
	return apikey.Reply{
		KeyID: row.KeyID, NameHash: row.NameHash, Fingerprint: row.Fingerprint, MadeID: row.MemoryID, Version: row.Version, ExpiresAt: column.UTC(row.ExpiresAt),
	}, fresh, database.Wrap(err, "claim reply")
}

func (s keyStore) SetReply(ctx context.Context, r apikey.Reply) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.Wrap(g.Model(&replyRow{}).Where("key_id = ? AND name_hash = ?", r.KeyID, r.NameHash).
			Updates(map[string]any{"memory_id": r.MadeID, "version": r.Version}).Error, "set reply")
	})
}

func (s keyStore) PurgeReplies(ctx context.Context, before time.Time) (int, error) {
	var n int64
	err := s.Write(ctx, func(g *gorm.DB) error {
		done := g.Where("expires_at <= ?", column.UTC(before)).Delete(&replyRow{})
		n = done.RowsAffected
		return database.Wrap(done.Error, "purge replies")
	})
	return int(n), err
}
