package ingest

import (
	"context"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory/candidate"
	"keepsake/memory/revert"
	"keepsake/scope"
	"keepsake/usage"
)

// ReadAgain reads the stretch of an earlier run once more and returns what its writers state there in their own words.
// instructions replace the prompt of extraction; "" = they do not. It stores nothing and asks no judge. The model's work is on
// the operator's account; it is also returned, and also with an error.
func (s *Service) ReadAgain(ctx context.Context, r candidate.Run, instructions string) (found []candidate.Candidate, spent usage.Count, err error) {
	j := &job{s: s, run: r, instructions: instructions}
	if err := j.load(ctx); err != nil {
		return nil, spent, fault.Op(err, "ingest: read again")
	}
	j.payer = usage.Payer{Bot: s.Bot}
	messages, err := j.read(ctx)
	if err != nil {
		return nil, spent, fault.Op(err, "ingest: read again")
	}
	finds, err := j.extract(ctx, messages)
	if paid := s.Usage.SpendOrOwe(ctx, j.payer, j.spent); err == nil {
		err = paid
	}
	for _, f := range finds {
		found = append(found, f.Candidate)
	}
	return found, j.spent, fault.Op(err, "ingest: read again")
}

// Revert takes back what a run kept; see revert.Reverter.
func (s *Service) Revert(ctx context.Context, a actor.Actor, scopes []scope.Scope, runID string) (int, error) {
	return revert.Reverter{Memory: s.Memory, Candidates: s.Candidates, Tx: s.Tx}.Revert(ctx, a, scopes, runID)
}
