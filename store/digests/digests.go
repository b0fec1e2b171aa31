// Package digests implements the store of package memory/digest on one database: directives, episodes,
// digests with their versions, and the jobs that make them. It enforces no business rules.
//
// The suite of package store proves what it promises. Start reading at New.
package digests

import (
	"context"
	"errors"
	"slices"
	"time"

	"gorm.io/gorm"

	"keepsake/erasure"
	"keepsake/memory/digest"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/database"
	"keepsake/store/scoperow"
)

// New returns the store of digests.
func New(db *database.DB) digest.Store { return digests{database.NewAccess(db)} }

// Tables returns the tables that contain text of people.
func Tables() []string { return []string{"memory_directives", "memory_episodes", "memory_digests"} }

// digests implements digest.Store.
type digests struct{ database.Access }

var _ digest.Store = digests{}

type directiveRow struct {
	ID           string
	Scope        int64
	SessionID    string
	SaidIn       string
	Content      string
	Evidence     *string
	SaidAt       time.Time
	FoundAt      time.Time
	Absorbed     int
	OverriddenBy string
}

func (directiveRow) TableName() string { return "memory_directives" }

type episodeRow struct {
	ID        string
	Scope     int64
	SessionID string
	Content   string
	FromSeq   int64
	ToSeq     int64
	MadeAt    time.Time
}

func (episodeRow) TableName() string { return "memory_episodes" }

func (r episodeRow) episode(owner scope.Scope) digest.Episode {
	return digest.Episode{ID: r.ID, Scope: owner, SessionID: r.SessionID, Content: r.Content, From: r.FromSeq, To: r.ToSeq, At: column.UTC(r.MadeAt)}
}

type digestRow struct {
	Scope   int64 `gorm:"primaryKey;autoIncrement:false"`
	Version int   `gorm:"primaryKey;autoIncrement:false"`
	Lines   *string
	Model   string
	MadeAt  time.Time
}

func (digestRow) TableName() string { return "memory_digests" }

func (r digestRow) digest(owner scope.Scope) (digest.Digest, error) {
	d := digest.Digest{Scope: owner, Version: r.Version, Model: r.Model, At: column.UTC(r.MadeAt)}
	return d, column.FromJSON(r.Lines, &d.Lines)
}

// write runs fn in a transaction with the row id of a scope. It returns the error wrapped.
func (s digests) write(ctx context.Context, owner scope.Scope, fn func(g *gorm.DB, id int64) error) error {
	return s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		id, err := scoperow.ID(g, owner)
		if err == nil {
			err = fn(g, id)
		}
		return database.Wrap(err, "write digests")
	})
}

// read returns the reading connection and the row id of a scope; ok is false when it was never written.
func (s digests) read(ctx context.Context, owner scope.Scope) (g *gorm.DB, id int64, ok bool, err error) {
	g = s.Read(ctx)
	owners, err := scoperow.Find(g, []scope.Scope{owner})
	for id = range owners {
		return g, id, true, nil
	}
	return g, 0, false, database.Wrap(err, "read digests")
}

func (s digests) PutDirectives(ctx context.Context, owner scope.Scope, ds []digest.Directive) error {
	return s.write(ctx, owner, func(g *gorm.DB, id int64) error {
		for _, d := range ds {
			row := directiveRow{ID: d.ID, Scope: id, SessionID: d.SessionID, SaidIn: d.SaidIn, Content: d.Content, SaidAt: column.UTC(d.SaidAt), FoundAt: column.UTC(d.FoundAt)}
			var err error
			if row.Evidence, err = column.ListToJSON(d.Evidence); err != nil {
				return err
			}
			if err := g.Create(&row).Error; err != nil {
				return err
			}
		}
		return scoperow.BumpRevision(g, id)
	})
}

func (s digests) PutEpisode(ctx context.Context, e digest.Episode) error {
	return s.write(ctx, e.Scope, func(g *gorm.DB, id int64) error {
		row := episodeRow{ID: e.ID, Scope: id, SessionID: e.SessionID, Content: e.Content, FromSeq: e.From, ToSeq: e.To, MadeAt: column.UTC(e.At)}
		return database.FirstError(g.Create(&row).Error, scoperow.BumpRevision(g, id))
	})
}

func (s digests) Directives(ctx context.Context, owner scope.Scope, after int) ([]digest.Directive, error) {
	return s.find(ctx, owner, "(absorbed = 0 OR absorbed > ?) AND overridden_by = ''", after)
}

func (s digests) SaidIn(ctx context.Context, owner scope.Scope, group string) ([]digest.Directive, error) {
	return s.find(ctx, owner, "said_in = ? AND overridden_by = ''", group)
}

func (s digests) Speakers(ctx context.Context, group scope.Scope) (owners []scope.Scope, err error) {
	var rows []scoperow.Row
	err = s.Read(ctx).Where("store = ? AND id IN (SELECT scope FROM memory_directives WHERE said_in = ? AND said_in <> '')", group.Store, group.ID).
		Order("id").Find(&rows).Error
	for _, r := range rows {
		owners = append(owners, r.Scope())
	}
	return owners, database.Wrap(err, "read who said something in a group")
}

// Move has what was said in a group belong to another id of it.
func Move(g *gorm.DB, from, to scope.Scope) error {
	return g.Model(&directiveRow{}).Where("said_in = ? AND said_in <> '' AND scope IN (SELECT id FROM memory_scopes WHERE store = ?)", from.ID, from.Store).
		UpdateColumn("said_in", to.ID).Error
}

func (s digests) ByIDs(ctx context.Context, owner scope.Scope, ids []string) ([]digest.Directive, error) {
	return s.find(ctx, owner, "id IN ?", ids)
}

func (s digests) find(ctx context.Context, owner scope.Scope, where string, args ...any) ([]digest.Directive, error) {
	g, id, ok, err := s.read(ctx, owner)
	if err != nil || !ok {
		return nil, err
	}
	var rows []directiveRow
	if err := g.Where("scope = ?", id).Where(where, args...).Order("said_at, found_at, id").Find(&rows).Error; err != nil {
		return nil, database.Wrap(err, "read directives")
	}
	ds := make([]digest.Directive, len(rows))
	for i, r := range rows {
		ds[i] = digest.Directive{
			ID: r.ID, Scope: owner, SessionID: r.SessionID, SaidIn: r.SaidIn, Content: r.Content, SaidAt: column.UTC(r.SaidAt), FoundAt: column.UTC(r.FoundAt),
			Absorbed: r.Absorbed, Overrider: r.OverriddenBy,
		}
		if err := column.FromJSON(r.Evidence, &ds[i].Evidence); err != nil {
			return nil, database.Wrap(err, "read directives")
		}
	}
	return ds, nil
}

func (s digests) Episodes(ctx context.Context, sessionID string, limit int) ([]digest.Episode, error) {
	var rows []episodeRow
	if err := s.Read(ctx).Where("session_id = ?", sessionID).Order("to_seq DESC, id").Limit(limit).Find(&rows).Error; err != nil {
		return nil, database.Wrap(err, "read episodes")
	}
	slices.Reverse(rows)
	es := make([]digest.Episode, len(rows))
	for i, r := range rows {
		es[i] = r.episode(scope.Scope{})
	}
	return es, nil
}

func (s digests) Version(ctx context.Context, owner scope.Scope, version int) (digest.Digest, error) {
	g, id, ok, err := s.read(ctx, owner)
	if err != nil {
		return digest.Digest{}, err
	}
	if !ok {
		return digest.Digest{}, digest.ErrNotFound
	}
	g = g.Where("scope = ?", id)
	if version > 0 {
		g = g.Where("version = ?", version)
	}
	var row digestRow
	err = g.Order("version DESC").Take(&row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return digest.Digest{}, digest.ErrNotFound
	}
	if err != nil {
		return digest.Digest{}, database.Wrap(err, "read a digest")
	}
	d, err := row.digest(owner)
	return d, database.Wrap(err, "read a digest")
}

func (s digests) List(ctx context.Context, owner scope.Scope) ([]digest.Digest, error) {
	g, id, ok, err := s.read(ctx, owner)
	if err != nil || !ok {
		return nil, err
	}
	var rows []digestRow
	if err := g.Where("scope = ?", id).Order("version DESC").Find(&rows).Error; err != nil {
		return nil, database.Wrap(err, "read digests")
	}
	ds := make([]digest.Digest, len(rows))
	for i, r := range rows {
		if ds[i], err = r.digest(owner); err != nil {
			return nil, database.Wrap(err, "read digests")
		}
	}
	return ds, nil
}

func (s digests) PutDigest(ctx context.Context, d digest.Digest, absorbed []string, overridden []digest.Overridden, forgotten int) error {
	return s.write(ctx, d.Scope, func(g *gorm.DB, id int64) error {
		row := digestRow{Scope: id, Version: d.Version, Model: d.Model, MadeAt: column.UTC(d.At)}
		var err error
		if row.Lines, err = column.ToJSON(d.Lines); err != nil {
			return err
		}
		if err := g.Create(&row).Error; err != nil {
			return err
		}
		if len(absorbed) > 0 {
			err = g.Model(&directiveRow{}).Where("scope = ? AND id IN ?", id, absorbed).
				UpdateColumns(map[string]any{"absorbed": d.Version, "overridden_by": ""}).Error
		}
		for _, o := range overridden {
			err = database.FirstError(err, g.Model(&directiveRow{}).Where("scope = ? AND id = ?", id, o.ID).
				UpdateColumns(map[string]any{"absorbed": d.Version, "overridden_by": o.By}).Error)
		}
		return database.FirstError(err, g.Where("scope = ? AND version <= ?", id, forgotten).Delete(&digestRow{}).Error, scoperow.BumpRevision(g, id))
	})
}

func (s digests) Rewind(ctx context.Context, owner scope.Scope, version int) error {
	return s.write(ctx, owner, func(g *gorm.DB, id int64) error {
		return rewind(g, id, version)
	})
}

func rewind(g *gorm.DB, id int64, version int) error {
	return g.Model(&directiveRow{}).Where("scope = ? AND absorbed > ?", id, version).
		UpdateColumns(map[string]any{"absorbed": 0, "overridden_by": ""}).Error
}

func (s digests) All(ctx context.Context, owner scope.Scope) ([]digest.Directive, []digest.Episode, error) {
	ds, err := s.find(ctx, owner, "1 = 1")
	if err != nil {
		return nil, nil, err
	}
	g, id, ok, err := s.read(ctx, owner)
	if err != nil || !ok {
		return nil, nil, err
	}
	var rows []episodeRow
	err = g.Where("scope = ?", id).Order("made_at, id").Find(&rows).Error
	es := make([]digest.Episode, len(rows))
	for i, r := range rows {
		es[i] = r.episode(owner)
	}
	return ds, es, database.Wrap(err, "read episodes")
}

func (s digests) Drop(ctx context.Context, owner scope.Scope, directives, episodes []string, all bool) error {
	return s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		id, err := scoperow.ID(g, owner)
		if err != nil {
			return database.Wrap(err, "drop digests")
		}
		if len(directives) > 0 {
			err = database.FirstError(g.Where("scope = ? AND id IN ?", id, directives).Delete(&directiveRow{}).Error,
				s.RecordErasure(ctx, erasure.Directives, scope.Scope{}, directives...))
		}
		if len(episodes) > 0 {
			err = database.FirstError(err, g.Where("scope = ? AND id IN ?", id, episodes).Delete(&episodeRow{}).Error,
				s.RecordErasure(ctx, erasure.Episodes, scope.Scope{}, episodes...))
		}
		if all && len(directives) == 0 {
			var named []string
			err = database.FirstError(err, g.Model(&directiveRow{}).Where("scope = ?", id).Pluck("id", &named).Error)
			err = database.FirstError(err, s.RecordErasure(ctx, erasure.Digests, scope.Scope{}, named...))
		}
		if all || len(directives) > 0 {
			// The number of the version goes on, so that no prompt takes another text for the one it showed.
			err = database.FirstError(err, g.Model(&digestRow{}).Where("scope = ?", id).UpdateColumn("lines", "[]").Error, waitAgain(g, id))
		}
		return database.Wrap(database.FirstError(err, scoperow.BumpRevision(g, id), s.RequireScrub(g)), "drop digests")
	})
}

func (s digests) Withdraw(ctx context.Context, owner scope.Scope, directives []string, versions []int) error {
	return s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		id, err := scoperow.ID(g, owner)
		if err == nil {
			err = database.FirstError(g.Where("scope = ? AND id IN ?", id, directives).Delete(&directiveRow{}).Error,
				s.RecordErasure(ctx, erasure.Directives, scope.Scope{}, directives...))
		}
		if err == nil && len(versions) > 0 {
			err = g.Model(&digestRow{}).Where("scope = ? AND version IN ?", id, versions).UpdateColumn("lines", "[]").Error
		}
		return database.Wrap(database.FirstError(err, scoperow.BumpRevision(g, id), s.RequireScrub(g)), "withdraw directives")
	})
}

// waitAgain lets all directives wait again that nothing overrides.
func waitAgain(g *gorm.DB, id int64) error {
	return g.Model(&directiveRow{}).Where("scope = ? AND (overridden_by = '' OR overridden_by NOT IN (SELECT id FROM memory_directives AS o WHERE o.scope = ?))", id, id).
		UpdateColumns(map[string]any{"absorbed": 0, "overridden_by": ""}).Error
}

func (s digests) Erase(ctx context.Context, owner scope.Scope) (n int, err error) {
	err = s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		owners, err := scoperow.Find(g, []scope.Scope{owner})
		if err == nil {
			err = s.RecordErasure(ctx, erasure.AllDigests, owner)
		}
		if err != nil || len(owners) == 0 {
			return err
		}
		for id := range owners {
			gone := g.Where("scope = ?", id).Delete(&directiveRow{})
			n = int(gone.RowsAffected)
			err = database.FirstError(gone.Error, g.Where("scope = ?", id).Delete(&episodeRow{}).Error,
				g.Where("scope = ?", id).Delete(&digestRow{}).Error, g.Where("scope = ?", id).Delete(&jobRow{}).Error)
		}
		return database.FirstError(err, s.RequireScrub(g))
	})
	return n, database.Wrap(err, "erase digests")
}

func (s digests) PurgeEpisodes(ctx context.Context, before time.Time) (n int, err error) {
	err = s.Write(ctx, func(g *gorm.DB) error {
		done := g.Where("made_at < ?", column.UTC(before)).Delete(&episodeRow{})
		n = int(done.RowsAffected)
		return done.Error
	})
	return n, database.Wrap(err, "purge episodes")
}
