// Package candidates implements the store of package memory/candidate on one database: runs of
// extraction, what they proposed, and what was decided about it. It enforces no business rules.
//
// The suite of package store proves what it promises. Start reading at New.
package candidates

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/actor"
	"keepsake/erasure"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/database"
	"keepsake/store/scoperow"
)

// New returns the store of runs, candidates and verdicts.
func New(db *database.DB) candidate.Store { return candidates{database.NewAccess(db)} }

// Tables returns the tables that contain text of people.
func Tables() []string { return []string{"memory_candidates"} }

// MoveScope moves all runs and candidates of one scope to another.
func MoveScope(g *gorm.DB, from, into int64) error {
	return database.FirstError(
		g.Model(&runRow{}).Where("scope = ?", from).UpdateColumn("scope", into).Error,
		g.Model(&candidateRow{}).Where("scope = ?", from).UpdateColumn("scope", into).Error,
	)
}

// candidates implements candidate.Store.
type candidates struct{ database.Access }

var _ candidate.Store = candidates{}

type runRow struct {
	ID        string
	Scope     int64
	Kind      string
	SessionID string
	FromSeq   int64
	ToSeq     int64
	State     string
	Attempts  int
	Error     string
	DueAt     time.Time
	StartedAt time.Time
	EndedAt   *time.Time
	Claims    int
}

func (runRow) TableName() string { return "memory_runs" }

func (r runRow) run(owner scope.Scope) candidate.Run {
	return candidate.Run{
		ID: r.ID, Scope: owner, Kind: actor.Kind(r.Kind), SessionID: r.SessionID, FromSeq: r.FromSeq, ToSeq: r.ToSeq,
		State: candidate.State(r.State), Attempts: r.Attempts, Error: r.Error,
		DueAt: column.UTC(r.DueAt), StartedAt: column.UTC(r.StartedAt), EndedAt: column.UTCOrNil(r.EndedAt), Claims: r.Claims,
	}
}

// rowOfRun returns the row of a run of a scope.
func rowOfRun(r candidate.Run, owner int64) runRow {
	return runRow{
		ID: r.ID, Scope: owner, Kind: string(r.Kind), SessionID: r.SessionID, FromSeq: r.FromSeq, ToSeq: r.ToSeq,
		State: string(r.State), Attempts: r.Attempts, Error: r.Error,
		DueAt: column.UTC(r.DueAt), StartedAt: column.UTC(r.StartedAt), EndedAt: column.UTCOrNil(r.EndedAt), Claims: r.Claims,
	}
}

type candidateRow struct {
	ID            string
	RunID         string
	Scope         int64
	Kind          string
	Type          string
	Category      string
	Subject       string
	Content       string
	FactKey       string
	Confidence    float64
	Importance    float64
	EvidenceCount int
	Evidence      *string
	Triples       *string
	FoundAt       time.Time
}

func (candidateRow) TableName() string { return "memory_candidates" }

func (r candidateRow) candidate(owner scope.Scope) (candidate.Candidate, error) {
	c := candidate.Candidate{
		ID: r.ID, RunID: r.RunID, Scope: owner, Kind: memory.Kind(r.Kind), Type: memory.Type(r.Type), Category: r.Category,
		Subject: r.Subject, Content: r.Content, Key: r.FactKey, Confidence: r.Confidence, Importance: r.Importance,
		EvidenceCount: r.EvidenceCount, At: column.UTC(r.FoundAt),
	}
	return c, database.FirstError(column.FromJSON(r.Evidence, &c.Evidence), column.FromJSON(r.Triples, &c.Triples))
}

type verdictRow struct {
	CandidateID string `gorm:"primaryKey"`
	Relation    string
	Action      string
	MemoryID    string
	ChangeID    string
	DecisionID  string
	Confidence  float64
	Reason      string
	DecidedAt   time.Time
	Policy      string
	AskedIn     string
	ToldIn      string
}

func (verdictRow) TableName() string { return "memory_verdicts" }

func (r verdictRow) verdict() candidate.Verdict {
	return candidate.Verdict{
		CandidateID: r.CandidateID, Relation: candidate.Relation(r.Relation), Action: candidate.Action(r.Action),
		MemoryID: r.MemoryID, ChangeID: r.ChangeID, DecisionID: r.DecisionID, Confidence: r.Confidence,
		Reason: r.Reason, At: column.UTC(r.DecidedAt), Policy: r.Policy, AskedIn: r.AskedIn, ToldIn: r.ToldIn,
	}
}

// replaceRow returns the clause of an INSERT that replaces the row with the same key.
func replaceRow() clause.Expression { return clause.OnConflict{UpdateAll: true} }

func (s candidates) PutRun(ctx context.Context, r candidate.Run) error {
	return s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		owner, err := scoperow.ID(g, r.Scope)
		if err != nil {
			return database.Wrap(err, "put run")
		}
		row := rowOfRun(r, owner)
		return database.Wrap(g.Clauses(replaceRow()).Create(&row).Error, "put run")
	})
}

func (s candidates) Run(ctx context.Context, scopes []scope.Scope, id string) (candidate.Run, error) {
	g := s.Read(ctx)
	owners, err := scoperow.Find(g, scopes)
	if err != nil {
		return candidate.Run{}, database.Wrap(err, "read run")
	}
	var r runRow
	err = g.Where("id = ? AND scope IN ?", id, scoperow.IDs(owners)).Take(&r).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return candidate.Run{}, candidate.ErrNotFound
	}
	return r.run(owners[r.Scope].Scope()), database.Wrap(err, "read run")
}

func (s candidates) DueRuns(ctx context.Context, store string, now time.Time, limit int) ([]candidate.Run, error) {
	g := s.Read(ctx)
	var rows []runRow
	err := g.Joins("JOIN memory_scopes AS s ON s.id = memory_runs.scope").
		Where("state = 'waiting' AND due_at <= ? AND s.store = ?", column.UTC(now), store).
		Where(noEarlierRun).
		Order("due_at, memory_runs.id").Limit(limit).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, database.Wrap(err, "read due runs")
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
	return rs, database.Wrap(err, "read due runs")
}

func (s candidates) PutCandidate(ctx context.Context, c candidate.Candidate) error {
	return s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		owner, err := scoperow.ID(g, c.Scope)
		if err != nil {
			return database.Wrap(err, "put candidate")
		}
		row := candidateRow{
			ID: c.ID, RunID: c.RunID, Scope: owner, Kind: string(c.Kind), Type: string(c.Type), Category: c.Category,
			Subject: c.Subject, Content: c.Content, FactKey: c.Key, Confidence: c.Confidence, Importance: c.Importance,
			EvidenceCount: c.EvidenceCount, FoundAt: column.UTC(c.At),
		}
		if len(c.Evidence) > 0 {
			if row.Evidence, err = column.ToJSON(c.Evidence); err != nil {
				return database.Wrap(err, "put candidate")
			}
		}
		if len(c.Triples) > 0 {
			if row.Triples, err = column.ToJSON(c.Triples); err != nil {
				return database.Wrap(err, "put candidate")
			}
		}
		return database.Wrap(g.Clauses(replaceRow()).Create(&row).Error, "put candidate")
	})
}

func (s candidates) ByKey(ctx context.Context, owner scope.Scope, key string) ([]candidate.Candidate, error) {
	return s.find(ctx, []scope.Scope{owner}, "fact_key = ?", key)
}

func (s candidates) OfRun(ctx context.Context, scopes []scope.Scope, runID string) ([]candidate.Candidate, error) {
	return s.find(ctx, scopes, "run_id = ?", runID)
}

// find returns the candidates of the scopes that meet a condition, the oldest first.
func (s candidates) find(ctx context.Context, scopes []scope.Scope, condition string, value any) ([]candidate.Candidate, error) {
	g := s.Read(ctx)
	owners, err := scoperow.Find(g, scopes)
	if err != nil || len(owners) == 0 {
		return nil, database.Wrap(err, "read candidates")
	}
	var rows []candidateRow
	if err := g.Where("scope IN ?", scoperow.IDs(owners)).Where(condition, value).Order("found_at, id").Find(&rows).Error; err != nil {
		return nil, database.Wrap(err, "read candidates")
	}
	cs := make([]candidate.Candidate, len(rows))
	for i, r := range rows {
		if cs[i], err = r.candidate(owners[r.Scope].Scope()); err != nil {
			return nil, database.Wrap(err, "read candidates")
		}
	}
	return cs, nil
}

func (s candidates) PutVerdict(ctx context.Context, v candidate.Verdict) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		row := verdictRow{
			CandidateID: v.CandidateID, Relation: string(v.Relation), Action: string(v.Action), MemoryID: v.MemoryID,
			ChangeID: v.ChangeID, DecisionID: v.DecisionID, Confidence: v.Confidence, Reason: v.Reason, DecidedAt: column.UTC(v.At),
			Policy: v.Policy, AskedIn: v.AskedIn, ToldIn: v.ToldIn,
		}
		return database.Wrap(g.Clauses(replaceRow()).Create(&row).Error, "put verdict")
	})
}

func (s candidates) Verdicts(ctx context.Context, candidateIDs []string) (map[string]candidate.Verdict, error) {
	var rows []verdictRow
	if err := s.Read(ctx).Where("candidate_id IN ?", candidateIDs).Find(&rows).Error; err != nil {
		return nil, database.Wrap(err, "read verdicts")
	}
	vs := make(map[string]candidate.Verdict, len(rows))
	for _, r := range rows {
		vs[r.CandidateID] = r.verdict()
	}
	return vs, nil
}

// Erase also deletes the verdicts, by a foreign key that cascades.
func (s candidates) Erase(ctx context.Context, owner scope.Scope) (int, error) {
	n := 0
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		owners, err := scoperow.Find(g, []scope.Scope{owner})
		if err == nil {
			err = s.RecordErasure(ctx, erasure.AllCandidates, owner)
		}
		if err != nil || len(owners) == 0 {
			return err
		}
		gone := g.Where("scope IN ?", scoperow.IDs(owners)).Delete(&candidateRow{})
		n = int(gone.RowsAffected)
		return database.FirstError(gone.Error, g.Where("scope IN ?", scoperow.IDs(owners)).Delete(&runRow{}).Error, s.RequireScrub(g))
	})
	return n, database.Wrap(err, "erase candidates")
}
