package digests

import (
	"context"
	"strconv"
	"time"

	"gorm.io/gorm"

	"keepsake/memory/digest"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/database"
	"keepsake/store/scoperow"
)

type jobRow struct {
	ID        string
	Scope     int64
	SessionID string
	Position  int64
	Messages  int
	Weight    float64
	State     string
	DueAt     time.Time
	Claims    int
	Attempts  int
	Error     string
}

func (jobRow) TableName() string { return "digest_jobs" }

func (r jobRow) job(owner scope.Scope) digest.Job {
	return digest.Job{
		ID: r.ID, Scope: owner, SessionID: r.SessionID, Position: r.Position, Messages: r.Messages, Weight: r.Weight,
		State: digest.State(r.State), DueAt: column.UTC(r.DueAt), Claims: r.Claims, Attempts: r.Attempts, Error: r.Error,
	}
}

// Grow leaves the due time of a job alone that is claimed or put off: DueAt lies in its future then.
func (s digests) Grow(ctx context.Context, j digest.Job, t digest.Trigger, now time.Time) error {
	return s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		owner, err := scoperow.ID(g, j.Scope)
		if err != nil {
			return database.Wrap(err, "grow a digest's job")
		}
		due := now.Add(t.Idle)
		if j.Messages >= t.Messages || j.Weight >= t.Weight {
			due = now
		}
		return database.Wrap(g.Exec(`INSERT INTO digest_jobs (id, scope, session_id, messages, weight, due_at) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET messages = digest_jobs.messages + excluded.messages, weight = digest_jobs.weight + excluded.weight,
				due_at = CASE WHEN digest_jobs.attempts > 0 OR digest_jobs.state <> 'waiting' THEN digest_jobs.due_at
					WHEN digest_jobs.messages + excluded.messages >= ? OR digest_jobs.weight + excluded.weight >= ? THEN ? ELSE excluded.due_at END`,
			j.ID, owner, j.SessionID, j.Messages, j.Weight, column.UTC(due), t.Messages, t.Weight, column.UTC(now)).Error, "grow a digest's job")
	})
}

// mergeID names the job that merges the directives of a scope.
func mergeID(owner int64) string { return "merge:" + strconv.FormatInt(owner, 10) }

func (s digests) Schedule(ctx context.Context, owner scope.Scope, due time.Time) error {
	return s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		id, err := scoperow.ID(g, owner)
		if err != nil {
			return database.Wrap(err, "schedule a digest")
		}
		return database.Wrap(g.Exec(`INSERT INTO digest_jobs (id, scope, due_at) VALUES (?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET state = 'waiting', due_at = CASE WHEN excluded.due_at < digest_jobs.due_at THEN excluded.due_at ELSE digest_jobs.due_at END`,
			mergeID(id), id, column.UTC(due)).Error, "schedule a digest")
	})
}

func (s digests) Due(ctx context.Context, store string, now time.Time, fewest, limit int) ([]digest.Job, error) {
	g := s.Read(ctx)
	var rows []jobRow
	err := g.Joins("JOIN memory_scopes AS s ON s.id = digest_jobs.scope").
		Where("state = 'waiting' AND due_at <= ? AND s.store = ? AND (session_id = '' OR messages >= ?)", column.UTC(now), store, fewest).
		Order("due_at, digest_jobs.id").Limit(limit).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, database.Wrap(err, "read due digests")
	}
	ids := make(map[int64]bool)
	for _, r := range rows {
		ids[r.Scope] = true
	}
	names, err := scoperow.Names(g, ids)
	js := make([]digest.Job, len(rows))
	for i, r := range rows {
		js[i] = r.job(names[r.Scope])
	}
	return js, database.Wrap(err, "read due digests")
}

func (s digests) Claim(ctx context.Context, j digest.Job, until time.Time) (claimed digest.Job, ok bool, err error) {
	err = s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		done := g.Model(&jobRow{}).Where("id = ? AND state = 'waiting' AND claims = ?", j.ID, j.Claims).
			UpdateColumns(map[string]any{"claims": j.Claims + 1, "due_at": column.UTC(until)})
		if done.Error != nil || done.RowsAffected == 0 {
			return done.Error
		}
		var row jobRow
		ok = true
		if err := g.Where("id = ?", j.ID).Take(&row).Error; err != nil {
			return err
		}
		claimed = row.job(j.Scope)
		return nil
	})
	return claimed, ok && err == nil, database.Wrap(err, "claim a digest's job")
}

func (s digests) Renew(ctx context.Context, j digest.Job, until time.Time) (ok bool, err error) {
	err = s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&jobRow{}).Where("id = ? AND state = 'waiting' AND claims = ?", j.ID, j.Claims).UpdateColumn("due_at", column.UTC(until))
		ok = done.RowsAffected == 1
		return done.Error
	})
	return ok, database.Wrap(err, "renew a digest's job")
}

func (s digests) Finish(ctx context.Context, j digest.Job, messages int, weight float64) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		g = g.Where("id = ? AND claims = ?", j.ID, j.Claims)
		if j.SessionID == "" && j.Attempts == 0 && j.Error == "" {
			return database.Wrap(g.Delete(&jobRow{}).Error, "finish a digest's job")
		}
		return database.Wrap(g.Model(&jobRow{}).UpdateColumns(map[string]any{
			"claims": gorm.Expr("claims + 1"), "position": j.Position, "state": string(j.State), "due_at": column.UTC(j.DueAt), "attempts": j.Attempts, "error": j.Error,
			"messages": gorm.Expr("messages - ?", messages), "weight": gorm.Expr("weight - ?", weight),
		}).Error, "finish a digest's job")
	})
}

func (s digests) OfSession(ctx context.Context, sessionID string) (j digest.Job, ok bool, err error) {
	g := s.Read(ctx)
	var rows []jobRow
	if err := g.Where("id = ? AND session_id = ?", sessionID, sessionID).Find(&rows).Error; err != nil || len(rows) == 0 {
		return j, false, database.Wrap(err, "read a conversation's job")
	}
	names, err := scoperow.Names(g, map[int64]bool{rows[0].Scope: true})
	return rows[0].job(names[rows[0].Scope]), err == nil, database.Wrap(err, "read a conversation's job")
}

func (s digests) Merge(ctx context.Context, owner scope.Scope) (j digest.Job, ok bool, err error) {
	g := s.Read(ctx)
	rows, err := scoperow.Find(g, []scope.Scope{owner})
	for id := range rows {
		var found []jobRow
		if err = g.Where("id = ?", mergeID(id)).Find(&found).Error; err == nil && len(found) > 0 {
			j, ok = found[0].job(owner), true
		}
	}
	return j, ok, database.Wrap(err, "read a digest's job")
}

func (s digests) Settle(ctx context.Context, owner scope.Scope, asked, answered string, due time.Time) (ok bool, err error) {
	set := map[string]any{"error": answered}
	if !due.IsZero() {
		set["state"], set["attempts"], set["due_at"] = string(digest.Waiting), 0, column.UTC(due)
	}
	err = s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		id, err := scoperow.ID(g, owner)
		if err != nil {
			return err
		}
		done := g.Model(&jobRow{}).Where("id = ? AND state = ? AND error = ?", mergeID(id), string(digest.Asked), asked).UpdateColumns(set)
		ok = done.RowsAffected == 1
		return done.Error
	})
	return ok, database.Wrap(err, "settle a digest's job")
}

func (s digests) Backlog(ctx context.Context, store string) (waiting, parked int, err error) {
	var rows []struct {
		State string
		N     int
	}
	err = s.Read(ctx).Table("digest_jobs").Joins("JOIN memory_scopes AS s ON s.id = digest_jobs.scope").
		Where("s.store = ? AND (state = 'parked' OR session_id = '' OR messages > 0)", store).Group("state").Select("state, count(*) AS n").Find(&rows).Error
	for _, r := range rows {
		if r.State == string(digest.Parked) {
			parked = r.N
		} else {
			waiting += r.N
		}
	}
	return waiting, parked, database.Wrap(err, "count digests' jobs")
}

func (s digests) Interrupt(ctx context.Context, owner scope.Scope, now time.Time) error {
	return s.write(ctx, owner, func(g *gorm.DB, id int64) error {
		return g.Model(&jobRow{}).Where("scope = ?", id).UpdateColumns(map[string]any{"claims": gorm.Expr("claims + 1")}).Error
	})
}
