package candidates

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"keepsake/actor"
	"keepsake/erasure"
	"keepsake/memory/candidate"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/database"
	"keepsake/store/scoperow"
)

// noEarlierRun selects the runs before which no other run of their conversation waits: what was said
// later is read later.
const noEarlierRun = `NOT EXISTS (SELECT 1 FROM memory_runs AS o WHERE o.session_id = memory_runs.session_id AND o.session_id <> ''
	AND o.state = 'waiting' AND o.from_seq < memory_runs.from_seq)`

func (s candidates) Enqueue(ctx context.Context, r candidate.Run, size int64) error {
	return s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		owner, err := scoperow.ID(g, r.Scope)
		if err != nil {
			return database.Wrap(err, "enqueue run")
		}
		return database.Wrap(g.Exec(`INSERT INTO memory_runs (id, scope, kind, session_id, from_seq, to_seq, state, attempts, error, due_at, started_at, claims)
			VALUES (?, ?, ?, ?, ?, ?, 'waiting', 0, '', ?, ?, 0)
			ON CONFLICT (session_id) WHERE state = 'waiting' AND claims = 0 AND attempts = 0 AND session_id <> '' DO UPDATE SET
				to_seq = excluded.to_seq,
				due_at = CASE WHEN excluded.to_seq - memory_runs.from_seq + 1 >= ? THEN excluded.started_at ELSE excluded.due_at END`,
			r.ID, owner, string(r.Kind), r.SessionID, r.FromSeq, r.ToSeq, column.UTC(r.DueAt), column.UTC(r.StartedAt), size).Error, "enqueue run")
	})
}

func (s candidates) Claim(ctx context.Context, r candidate.Run, until time.Time) (claimed candidate.Run, ok bool, err error) {
	err = s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		done := g.Model(&runRow{}).Where("id = ? AND state = 'waiting' AND claims = ?", r.ID, r.Claims).
			UpdateColumns(map[string]any{"claims": r.Claims + 1, "due_at": column.UTC(until)})
		if done.Error != nil || done.RowsAffected == 0 {
			return done.Error
		}
		var row runRow
		ok = true
		if err := g.Where("id = ?", r.ID).Take(&row).Error; err != nil {
			return err
		}
		claimed = row.run(r.Scope)
		return nil
	})
	return claimed, ok && err == nil, database.Wrap(err, "claim run")
}

func (s candidates) OfSession(ctx context.Context, sessionID string) (r candidate.Run, ok bool, err error) {
	g := s.Read(ctx)
	var rows []runRow
	err = g.Where("state = 'waiting' AND session_id = ? AND session_id <> ''", sessionID).Order("from_seq, id").Limit(1).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return r, false, database.Wrap(err, "read a conversation's run")
	}
	names, err := scoperow.Names(g, map[int64]bool{rows[0].Scope: true})
	return rows[0].run(names[rows[0].Scope]), err == nil, database.Wrap(err, "read a conversation's run")
}

func (s candidates) Renew(ctx context.Context, r candidate.Run, until time.Time) (ok bool, err error) {
	err = s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&runRow{}).Where("id = ? AND state = 'waiting' AND claims = ?", r.ID, r.Claims).UpdateColumn("due_at", column.UTC(until))
		ok = done.RowsAffected == 1
		return done.Error
	})
	return ok, database.Wrap(err, "renew run")
}

func (s candidates) Parked(ctx context.Context, store string, limit int) ([]candidate.Run, error) {
	g := s.Read(ctx)
	rs, err := runs(g, g.Where("state = 'parked' AND s.store = ?", store).Order("ended_at DESC, memory_runs.id").Limit(limit))
	return rs, database.Wrap(err, "read parked runs")
}

func (s candidates) Recent(ctx context.Context, store string, limit int) ([]candidate.Run, error) {
	g := s.Read(ctx)
	rs, err := runs(g, g.Where("s.store = ?", store).Order("started_at DESC, memory_runs.id").Limit(limit))
	return rs, database.Wrap(err, "read recent runs")
}

func (s candidates) Kept(ctx context.Context, runIDs []string) (map[string]int, error) {
	var rows []struct {
		RunID string
		N     int
	}
	err := s.Read(ctx).Raw(`SELECT c.run_id AS run_id, count(*) AS n FROM memory_candidates AS c JOIN memory_verdicts AS v ON v.candidate_id = c.id
		WHERE c.run_id IN ? AND v.action = 'applied' GROUP BY c.run_id`, runIDs).Scan(&rows).Error
	kept := make(map[string]int, len(rows))
	for _, r := range rows {
		kept[r.RunID] = r.N
	}
	return kept, database.Wrap(err, "count what runs kept")
}

func (s candidates) Tally(ctx context.Context, store string, since time.Time) ([]candidate.Tally, error) {
	var rows []candidate.Tally
	err := s.Read(ctx).Raw(`SELECT v.relation AS relation, v.action AS action, count(*) AS count FROM memory_verdicts AS v
		JOIN memory_candidates AS c ON c.id = v.candidate_id JOIN memory_scopes AS s ON s.id = c.scope
		WHERE s.store = ? AND v.decided_at >= ? GROUP BY v.relation, v.action ORDER BY count(*) DESC, v.relation, v.action`, store, column.UTC(since)).Scan(&rows).Error
	return rows, database.Wrap(err, "count verdicts")
}

// runs returns the runs that a query over memory_runs and their scopes (s) selects.
func runs(g, query *gorm.DB) ([]candidate.Run, error) {
	var rows []runRow
	if err := query.Joins("JOIN memory_scopes AS s ON s.id = memory_runs.scope").Find(&rows).Error; err != nil || len(rows) == 0 {
		return nil, err
	}
	ids := make(map[int64]bool)
	for _, r := range rows {
		ids[r.Scope] = true
	}
	names, err := scoperow.Names(g, ids)
	rs := make([]candidate.Run, len(rows))
	for i, r := range rows {
		rs[i] = r.run(names[r.Scope])
	}
	return rs, err
}

func (s candidates) Uncompacted(ctx context.Context, store string, limit int) (map[scope.Scope]int64, error) {
	var rows []struct{ ID, Revision int64 }
	g := s.Read(ctx)
	err := g.Raw(`SELECT s.id, s.revision FROM memory_scopes AS s WHERE s.store = ? AND s.revision > COALESCE(
		(SELECT max(r.to_seq) FROM memory_runs AS r WHERE r.scope = s.id AND r.kind = ?), 0) ORDER BY s.id LIMIT ?`,
		store, string(actor.Consolidation), limit).Scan(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, database.Wrap(err, "read uncompacted scopes")
	}
	ids := make(map[int64]bool)
	for _, r := range rows {
		ids[r.ID] = true
	}
	names, err := scoperow.Names(g, ids)
	out := make(map[scope.Scope]int64, len(rows))
	for _, r := range rows {
		out[names[r.ID]] = r.Revision
	}
	return out, database.Wrap(err, "read uncompacted scopes")
}

func (s candidates) Pending(ctx context.Context, store string) (n int, since time.Time, err error) {
	var rows []runRow
	err = s.Read(ctx).Joins("JOIN memory_scopes AS s ON s.id = memory_runs.scope").
		Where("state = 'waiting' AND s.store = ?", store).Order("due_at").Select("memory_runs.due_at").Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return 0, time.Time{}, database.Wrap(err, "count pending runs")
	}
	return len(rows), column.UTC(rows[0].DueAt), nil
}

// judgedRow is a candidate with its verdict.
type judgedRow struct {
	Candidate candidateRow `gorm:"embedded"`
	Verdict   verdictRow   `gorm:"embedded;embeddedPrefix:v_"`
}

var judgedColumns = column.Names(candidateRow{}, "c") + `, v.candidate_id AS v_candidate_id, v.relation AS v_relation, v.action AS v_action,
	v.memory_id AS v_memory_id, v.change_id AS v_change_id, v.decision_id AS v_decision_id, v.confidence AS v_confidence, v.reason AS v_reason,
	v.decided_at AS v_decided_at, v.policy AS v_policy, v.asked_in AS v_asked_in, v.told_in AS v_told_in`

// judged returns the candidates with verdicts that a condition selects, the oldest first.
func (s candidates) judged(g *gorm.DB, owners map[int64]scoperow.Row, limit int, where string, args ...any) ([]candidate.Judged, error) {
	if len(owners) == 0 {
		return nil, nil
	}
	q := g.Table("memory_candidates AS c").Select(judgedColumns).Joins("JOIN memory_verdicts AS v ON v.candidate_id = c.id").
		Where("c.scope IN ?", scoperow.IDs(owners)).Where(where, args...).Order("c.found_at, c.id")
	if limit > 0 {
		q = q.Limit(limit)
	}
	var rows []judgedRow
	if err := q.Scan(&rows).Error; err != nil {
		return nil, err
	}
	out := make([]candidate.Judged, len(rows))
	for i, r := range rows {
		c, err := r.Candidate.candidate(owners[r.Candidate.Scope].Scope())
		if err != nil {
			return nil, err
		}
		out[i] = candidate.Judged{Candidate: c, Verdict: r.Verdict.verdict()}
	}
	return out, nil
}

func (s candidates) Living(ctx context.Context, owner scope.Scope, limit int) ([]candidate.Judged, error) {
	g := s.Read(ctx)
	owners, err := scoperow.Find(g, []scope.Scope{owner})
	if err != nil {
		return nil, database.Wrap(err, "read living candidates")
	}
	js, err := s.judged(g, owners, limit, "v.action IN ?", []string{string(candidate.Shadowed), string(candidate.Asked)})
	return js, database.Wrap(err, "read living candidates")
}

func (s candidates) OfMemory(ctx context.Context, scopes []scope.Scope, memoryID string) ([]candidate.Judged, error) {
	g := s.Read(ctx)
	owners, err := scoperow.Find(g, scopes)
	if err != nil {
		return nil, database.Wrap(err, "read candidates of a memory")
	}
	js, err := s.judged(g, owners, 0, "v.memory_id = ? AND v.memory_id <> ''", memoryID)
	return js, database.Wrap(err, "read candidates of a memory")
}

func (s candidates) Told(ctx context.Context, owner scope.Scope, turnID string, limit int) ([]candidate.Judged, error) {
	g := s.Read(ctx)
	owners, err := scoperow.Find(g, []scope.Scope{owner})
	if err != nil {
		return nil, database.Wrap(err, "read what was kept")
	}
	js, err := s.judged(g, owners, limit, "v.action = ? AND v.change_id <> '' AND v.told_in = ?", string(candidate.Applied), turnID)
	return js, database.Wrap(err, "read what was kept")
}

func (s candidates) MarkTold(ctx context.Context, ids []string, turnID string) error {
	return s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		return database.Wrap(g.Model(&verdictRow{}).Where("candidate_id IN ?", ids).UpdateColumn("told_in", turnID).Error, "mark as told")
	})
}

func (s candidates) Get(ctx context.Context, scopes []scope.Scope, id string) (candidate.Judged, error) {
	g := s.Read(ctx)
	owners, err := scoperow.Find(g, scopes)
	if err != nil {
		return candidate.Judged{}, database.Wrap(err, "read candidate")
	}
	js, err := s.judged(g, owners, 1, "c.id = ?", id)
	if err == nil && len(js) == 0 {
		return candidate.Judged{}, candidate.ErrNotFound
	}
	if err != nil {
		return candidate.Judged{}, database.Wrap(err, "read candidate")
	}
	return js[0], nil
}

// written are the verdicts that stored something (A28).
var written = []string{string(candidate.Applied), string(candidate.Shadowed), string(candidate.Asked)}

// Writes holds the scope's row until the transaction ends: otherwise two processes would count the same writes, and each add one.
func (s candidates) Writes(ctx context.Context, owner scope.Scope, sessionID string, since time.Time) (inSession, inScope int, err error) {
	err = s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		var held scoperow.Row
		err := g.Clauses(s.LockRows()...).Where("store = ? AND kind = ? AND scope_id = ?", owner.Store, string(owner.Kind), owner.ID).Take(&held).Error
		if errors.Is(err, gorm.ErrRecordNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		var n struct{ InSession, InScope int }
		err = g.Raw(`SELECT
			(SELECT count(*) FROM memory_runs AS r JOIN memory_candidates AS c ON c.run_id = r.id JOIN memory_verdicts AS v ON v.candidate_id = c.id
				WHERE r.session_id = ? AND r.session_id <> '' AND v.action IN ?) AS in_session,
			(SELECT count(*) FROM memory_candidates AS c JOIN memory_verdicts AS v ON v.candidate_id = c.id
				WHERE c.scope = ? AND c.found_at > ? AND v.action IN ?) AS in_scope`,
			sessionID, written, held.ID, column.UTC(since), written).Scan(&n).Error
		inSession, inScope = n.InSession, n.InScope
		return err
	})
	return inSession, inScope, database.Wrap(err, "count writes")
}

func (s candidates) LastAsked(ctx context.Context, owner scope.Scope, sessionID string) (last time.Time, inSession int, err error) {
	g := s.Read(ctx)
	owners, err := scoperow.Find(g, []scope.Scope{owner})
	if err != nil || len(owners) == 0 {
		return last, 0, database.Wrap(err, "read what was asked")
	}
	js, err := s.judged(g, owners, 0, "v.asked_in <> ''")
	for _, j := range js {
		if j.Verdict.AskedIn == sessionID {
			inSession++
		}
		if j.Verdict.At.After(last) {
			last = j.Verdict.At
		}
	}
	return last, inSession, database.Wrap(err, "read what was asked")
}

func (s candidates) InScope(ctx context.Context, owner scope.Scope) ([]candidate.Candidate, error) {
	g := s.Read(ctx)
	owners, err := scoperow.Find(g, []scope.Scope{owner})
	if err != nil || len(owners) == 0 {
		return nil, database.Wrap(err, "read candidates")
	}
	var rows []candidateRow
	if err := g.Where("scope IN ?", scoperow.IDs(owners)).Order("found_at, id").Find(&rows).Error; err != nil {
		return nil, database.Wrap(err, "read candidates")
	}
	out := make([]candidate.Candidate, len(rows))
	var failed error
	for i, r := range rows {
		out[i], err = r.candidate(owners[r.Scope].Scope())
		failed = errors.Join(failed, err)
	}
	return out, database.Wrap(failed, "read candidates")
}

func (s candidates) Drop(ctx context.Context, ids []string) error {
	return s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		return database.Wrap(database.FirstError(
			g.Where("id IN ?", ids).Delete(&candidateRow{}).Error,
			s.RecordErasure(ctx, erasure.Candidates, scope.Scope{}, ids...),
			s.RequireScrub(g),
		), "drop candidates")
	})
}

func (s candidates) Purge(ctx context.Context, before time.Time) (n int, err error) {
	err = s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		cs := g.Where("found_at < ?", column.UTC(before)).Delete(&candidateRow{})
		rs := g.Where("ended_at < ? AND state = 'done'", column.UTC(before)).Delete(&runRow{})
		taps := g.Where("made_at < ?", column.UTC(before)).Delete(&tapRow{})
		n = int(cs.RowsAffected + rs.RowsAffected)
		return database.FirstError(cs.Error, rs.Error, taps.Error)
	})
	return n, database.Wrap(err, "purge candidates")
}
