package accounts

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/erasure"
	"keepsake/people"
	"keepsake/store/column"
	"keepsake/store/database"
)

// peopleStore implements people.Store.
type peopleStore struct{ database.Access }

var _ people.Store = peopleStore{}

type personRow struct {
	ID         string
	Name       string
	Username   string
	ClientLang string
	Language   string
	TimeZone   string
	Receipts   bool
	Reactions  string
	Access     string
	Daily      bool
	Replays    bool
	CreatedAt  time.Time `gorm:"autoCreateTime:false"`
	SeenAt     time.Time
	MemoryMode string
	Private    bool
	QuietHours string
	ZoneAsked  string
	ErasedAt   *time.Time
	Linked     string `gorm:"->"` // see linked
}

func (personRow) TableName() string { return "people" }

// personColumns are those of personRow, with the table's name.
const personColumns = `people.id, people.name, people.username, people.client_lang, people.language, people.time_zone, people.receipts,
	people.reactions, people.access, people.daily, people.replays, people.created_at, people.seen_at, people.memory_mode, people.private, people.quiet_hours,
	people.zone_asked, people.erased_at`

func (r personRow) person() people.Person {
	p := people.Person{
		ID: r.ID, Name: r.Name, Username: r.Username, ClientLang: r.ClientLang, Language: r.Language,
		TimeZone: r.TimeZone, Receipts: r.Receipts, Access: people.Access(r.Access), Daily: r.Daily, Replays: r.Replays,
		Reactions: people.Switch(r.Reactions),
		CreatedAt: column.UTC(r.CreatedAt), SeenAt: column.UTC(r.SeenAt), MemoryMode: r.MemoryMode, Private: r.Private,
		QuietHours: r.QuietHours, ZoneAsked: r.ZoneAsked, Linked: r.Linked,
	}
	if r.ErasedAt != nil {
		p.ErasedAt = column.UTC(*r.ErasedAt)
	}
	return p
}

type linkRow struct {
	CodeHash  string
	ExpiresAt time.Time
	UsedBy    string
}

func (linkRow) TableName() string { return "owner_links" }

func (s peopleStore) See(ctx context.Context, p people.Person) (people.Person, error) {
	row := personRow{
		ID: p.ID, Name: p.Name, Username: p.Username, ClientLang: p.ClientLang, Language: p.Language,
		TimeZone: p.TimeZone, Receipts: true, Access: string(p.Access), CreatedAt: column.UTC(p.CreatedAt), SeenAt: column.UTC(p.SeenAt),
	}
	if p.CreatedAt.IsZero() {
		row.CreatedAt = row.SeenAt
	}
	var seen personRow
	found := s.Read(ctx).Select(personColumns+s.linked()).Where("id = ?", p.ID).Limit(1).Find(&seen)
	if found.Error != nil {
		return people.Person{}, database.Wrap(found.Error, "see person")
	}
	if found.RowsAffected > 0 && seen.person().IsCurrent(p) {
		return seen.person(), nil
	}
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		refresh := clause.OnConflict{
			Columns:   []clause.Column{{Name: "id"}},
			DoUpdates: clause.AssignmentColumns([]string{"name", "username", "client_lang", "seen_at"}),
		}
		if err := g.Clauses(refresh).Create(&row).Error; err != nil {
			return err
		}
		return g.Select(personColumns+s.linked()).Where("id = ?", p.ID).Take(&seen).Error
	})
	return seen.person(), database.Wrap(err, "see person")
}

func (s peopleStore) Get(ctx context.Context, id string) (people.Person, error) {
	var row personRow
	err := s.Read(ctx).Select(personColumns+s.linked()).Where("id = ?", id).Take(&row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return people.Person{}, people.ErrNotFound
	}
	return row.person(), database.Wrap(err, "read person")
}

func (s peopleStore) SaveSettings(ctx context.Context, p people.Person) error {
	return s.set(ctx, "save settings", p.ID, map[string]any{
		"language": p.Language, "time_zone": p.TimeZone, "receipts": p.Receipts, "reactions": string(p.Reactions), "daily": p.Daily, "replays": p.Replays,
		"memory_mode": p.MemoryMode, "private": p.Private, "quiet_hours": p.QuietHours,
	})
}

func (s peopleStore) SetZoneAsked(ctx context.Context, id, turn string) error {
	return s.set(ctx, "set zone asked", id, map[string]any{"zone_asked": turn})
}

func (s peopleStore) SetAccess(ctx context.Context, id string, access people.Access) error {
	return s.set(ctx, "set access", id, map[string]any{"access": string(access)})
}

func (s peopleStore) set(ctx context.Context, op, id string, columns map[string]any) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.CheckChanged(g.Model(&personRow{}).Where("id = ?", id).Updates(columns), people.ErrNotFound, op)
	})
}

func (s peopleStore) Owners(ctx context.Context) ([]people.Person, error) {
	ps, err := find(s.Read(ctx).Select(personColumns+s.linked()).Where("access = ?", string(people.Owner)).Order("created_at, id"))
	return ps, database.Wrap(err, "read owners")
}

func (s peopleStore) Decided(ctx context.Context, limit int) ([]people.Person, error) {
	ps, err := find(s.Read(ctx).Select(personColumns+s.linked()).Where("access IN ?", decided).Order("seen_at DESC, id").Limit(limit))
	return ps, database.Wrap(err, "read decisions about people")
}

func (s peopleStore) Guests(ctx context.Context, offset, limit int) ([]people.Person, int, error) {
	q := s.Read(ctx).Model(&personRow{}).Where("access <> ?", string(people.Owner)).Session(&gorm.Session{})
	var n int64
	if err := q.Count(&n).Error; err != nil {
		return nil, 0, database.Wrap(err, "count people")
	}
	ps, err := find(q.Select(personColumns + s.linked()).Order("seen_at DESC, id").Offset(offset).Limit(limit))
	return ps, int(n), database.Wrap(err, "read people")
}

// decided are the decisions of owners about access.
var decided = []string{string(people.Allowed), string(people.Blocked)}

// find returns the people that a query selects.
func find(q *gorm.DB) ([]people.Person, error) {
	var rows []personRow
	if err := q.Find(&rows).Error; err != nil {
		return nil, err
	}
	ps := make([]people.Person, len(rows))
	for i, r := range rows {
		ps[i] = r.person()
	}
	return ps, nil
}

func (s peopleStore) PutLink(ctx context.Context, l people.Link) error {
	row := linkRow{CodeHash: l.CodeHash, ExpiresAt: column.UTC(l.ExpiresAt), UsedBy: l.UsedBy}
	return s.Write(ctx, func(g *gorm.DB) error { return database.Wrap(g.Create(&row).Error, "put link") })
}

func (s peopleStore) UseLink(ctx context.Context, codeHash, person string, now time.Time) (bool, error) {
	var used bool
	err := s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&linkRow{}).Where("code_hash = ? AND used_by = '' AND expires_at > ?", codeHash, column.UTC(now)).
			UpdateColumn("used_by", person)
		used = done.RowsAffected > 0
		return database.Wrap(done.Error, "use link")
	})
	return used, err
}

func (s peopleStore) PurgeLinks(ctx context.Context, before time.Time) (int, error) {
	var n int64
	err := s.Write(ctx, func(g *gorm.DB) error {
		done := g.Where("expires_at < ?", column.UTC(before)).Delete(&linkRow{})
		codes := g.Where("expires_at < ?", column.UTC(before)).Delete(&linkCodeRow{})
		n = done.RowsAffected + codes.RowsAffected
		return database.Wrap(database.FirstError(done.Error, codes.Error), "purge links")
	})
	return int(n), err
}

func (s peopleStore) Erase(ctx context.Context, id string, now time.Time) error {
	if _, err := s.dropLinks(ctx, "person = ?", id); err != nil {
		return err
	}
	// Rows that record an access decision are kept and blanked; all others are deleted.
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		return database.Wrap(database.FirstError(
			s.RecordErasure(ctx, erasure.AllSettings, column.OwnerOf(id)),
			g.Where("person = ?", id).Delete(&linkCodeRow{}).Error,
			g.Where("person = ?", id).Delete(&greetingRow{}).Error,
			g.Model(&chatRow{}).Where("chat = ?", people.Number(id)).UpdateColumns(map[string]any{"model": "", "tone": "", "voice": ""}).Error,
			g.Where("id = ? AND access = ''", id).Delete(&personRow{}).Error,
			g.Where("subject = ? AND NOT decided", id).Delete(&requestRow{}).Error,
			g.Model(&requestRow{}).Where("subject = ?", id).UpdateColumn("title", "").Error,
			g.Exec("UPDATE memory_policies SET made_by = '', reason = '' WHERE made_by = ?", id).Error,
		), "erase person")
	})
	if err != nil {
		return err
	}
	err = s.set(ctx, "erase person", id, map[string]any{
		"name": "", "username": "", "client_lang": "", "language": "", "time_zone": "", "receipts": true, "reactions": "", "memory_mode": "",
		"quiet_hours": "", "zone_asked": "", "daily": false, "replays": false, "erased_at": column.UTC(now),
	})
	if errors.Is(err, people.ErrNotFound) {
		return nil
	}
	return err
}
