package candidate

import (
	"cmp"
	"context"
	"time"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/secret"
	"keepsake/shortid"
	"keepsake/text"
	"keepsake/tx"
)

// ErrNotFound says that there is no such run or candidate in the scopes.
var ErrNotFound = fault.New(fault.NotFound, "no such run or candidate")

// Store is what a database must do for candidates. Methods called with a context from InTx
// join that transaction.
type Store interface {
	tx.Runner
	PutRun(ctx context.Context, r Run) error // insert, or replace by id
	Run(ctx context.Context, scopes []scope.Scope, id string) (Run, error)
	// DueRuns returns the waiting runs of a store that are due, the longest first.
	DueRuns(ctx context.Context, store string, now time.Time, limit int) ([]Run, error)
	PutCandidate(ctx context.Context, c Candidate) error // insert, or replace by id
	// ByKey returns a scope's candidates of a key, the oldest first.
	ByKey(ctx context.Context, owner scope.Scope, key string) ([]Candidate, error)
	// OfRun returns what a run of the scopes found, the oldest first.
	OfRun(ctx context.Context, scopes []scope.Scope, runID string) ([]Candidate, error)
	PutVerdict(ctx context.Context, v Verdict) error // insert, or replace by candidate
	// Verdicts returns the verdicts of candidates, by their ids.
	Verdicts(ctx context.Context, candidateIDs []string) (map[string]Verdict, error)
	Queue
	Finds
	// Erase destroys everything of a scope and returns how many candidates went.
	Erase(ctx context.Context, owner scope.Scope) (int, error)
}

// Service is the only write path to runs, candidates and verdicts.
type Service struct {
	store Store
	now   clock.Now
}

// New returns a Service.
func New(store Store, now clock.Now) *Service { return &Service{store: store, now: now} }

// Begin stores a new run, due now, and returns it. Extraction, consolidation and upkeep may.
func (s *Service) Begin(ctx context.Context, a actor.Actor, r Run) (Run, error) {
	if err := checkRun(a); err != nil {
		return Run{}, fault.Op(err, "candidate: begin a run")
	}
	now := s.now.UTC()
	r.ID, r.Kind, r.State, r.Attempts, r.StartedAt, r.EndedAt = shortid.New(shortid.LongLen), a.Kind, Waiting, 0, now, nil
	if r.DueAt.IsZero() {
		r.DueAt = now
	}
	return r, fault.Op(s.store.PutRun(ctx, r), "candidate: begin a run")
}

// Save stores how far a run is. Extraction, consolidation and upkeep may.
func (s *Service) Save(ctx context.Context, a actor.Actor, r Run) error {
	if err := checkRun(a); err != nil {
		return fault.Op(err, "candidate: save run %s", r.ID)
	}
	if (r.State == Done || r.State == Parked) && r.EndedAt == nil {
		now := s.now.UTC()
		r.EndedAt = &now
	}
	r.Error = secret.Mask(r.Error)
	return fault.Op(s.store.PutRun(ctx, r), "candidate: save run %s", r.ID)
}

// Found stores what a run found and returns it with id and key. Secrets are refused
// (memory.ErrSecret). Extraction and consolidation may.
func (s *Service) Found(ctx context.Context, a actor.Actor, c Candidate) (Candidate, error) {
	if err := checkPart(a); err != nil {
		return Candidate{}, fault.Op(err, "candidate: found")
	}
	if c.Content = text.OneLine(c.Content); c.Content == "" {
		return Candidate{}, fault.Op(fault.Field("content", "is empty"), "candidate: found")
	}
	for _, s := range []string{c.Content, c.Subject, c.Category} {
		if _, found := secret.Find(s); found {
			return Candidate{}, fault.Op(memory.ErrSecret, "candidate: found")
		}
	}
	c.ID, c.Key, c.At = shortid.New(shortid.LongLen), cmp.Or(KeyOf(c.Key), KeyOf(c.Content)), s.now.UTC()
	c.EvidenceCount = max(1, c.EvidenceCount)
	return c, fault.Op(s.store.PutCandidate(ctx, c), "candidate: found")
}

// Decide stores the verdict about a candidate, in the transaction of what it applied.
// Extraction and consolidation may.
func (s *Service) Decide(ctx context.Context, a actor.Actor, v Verdict) error {
	if err := checkPart(a); err != nil {
		return fault.Op(err, "candidate: decide %s", v.CandidateID)
	}
	v.At, v.Reason = s.now.UTC(), secret.Mask(v.Reason)
	return fault.Op(s.store.PutVerdict(ctx, v), "candidate: decide %s", v.CandidateID)
}

// Erase destroys everything of a scope; it returns how many candidates went. Whoever may
// erase the scope's memories may.
func (s *Service) Erase(ctx context.Context, a actor.Actor, owner scope.Scope) (int, error) {
	if err := memory.CheckErase(a, owner); err != nil {
		return 0, fault.Op(err, "candidate: erase a scope")
	}
	n, err := s.store.Erase(ctx, owner)
	return n, fault.Op(err, "candidate: erase a scope")
}

// Run returns one run; ErrNotFound when it is not of these scopes.
func (s *Service) Run(ctx context.Context, scopes []scope.Scope, id string) (Run, error) {
	r, err := s.store.Run(ctx, scopes, id)
	return r, fault.Op(err, "candidate: run %s", id)
}

// Due returns the waiting runs of a store that are due, the longest first, at most limit.
func (s *Service) Due(ctx context.Context, store string, limit int) ([]Run, error) {
	rs, err := s.store.DueRuns(ctx, store, s.now.UTC(), limit)
	return rs, fault.Op(err, "candidate: due runs")
}

// ByKey returns a scope's candidates that say what a content says (A21), the oldest first.
func (s *Service) ByKey(ctx context.Context, owner scope.Scope, content string) ([]Candidate, error) {
	cs, err := s.store.ByKey(ctx, owner, KeyOf(content))
	return cs, fault.Op(err, "candidate: by key")
}

// OfRun returns what a run found, with the verdicts there are, by candidate.
func (s *Service) OfRun(ctx context.Context, scopes []scope.Scope, runID string) ([]Candidate, map[string]Verdict, error) {
	cs, err := s.store.OfRun(ctx, scopes, runID)
	if err != nil || len(cs) == 0 {
		return nil, nil, fault.Op(err, "candidate: of run %s", runID)
	}
	ids := make([]string, len(cs))
	for i, c := range cs {
		ids[i] = c.ID
	}
	vs, err := s.store.Verdicts(ctx, ids)
	return cs, vs, fault.Op(err, "candidate: of run %s", runID)
}

// checkRun refuses everybody but the parts of the house that have runs: those that look for candidates, and upkeep.
func checkRun(a actor.Actor) error {
	if a.Kind == actor.System {
		return nil
	}
	return checkPart(a)
}

// checkPart refuses everybody but the parts of the house that look for candidates.
func checkPart(a actor.Actor) error {
	if a.Kind != actor.Extraction && a.Kind != actor.Consolidation {
		return memory.ErrNotAllowed
	}
	return nil
}
