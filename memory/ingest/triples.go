package ingest

import (
	"context"
	"errors"

	"keepsake/fault"
	"keepsake/memory/graph"
	"keepsake/memory/linking"
	"keepsake/scope"
	"keepsake/tx"
)

// judgeNames asks the model which new names mean an entity that the scope knows under another name, where words do not
// settle it. When it does not answer, the names stay apart.
func (j *job) judgeNames(ctx context.Context, finds []*find) error {
	if j.s.Graph == nil {
		return nil
	}
	var said []linking.Statement
	for _, f := range finds {
		said = append(said, linking.Statement{Content: f.Content, Facts: f.Triples})
	}
	known, err := j.s.Graph.Entities(ctx, j.run.Scope)
	if err != nil {
		return err
	}
	pairs := linking.FindPairs(j.run.Scope, known, said)
	if len(pairs) == 0 || j.s.Usage.CheckSide(ctx, j.payer) != nil {
		return nil
	}
	j.same, err = linking.JudgeNames(ctx, j.ask, j.run.Scope, pairs)
	if errors.Is(err, tx.ErrStorage) || ctx.Err() != nil {
		return err
	}
	return nil
}

// keepTriples stores the triples of a memory that was added, changed, confirmed or saved, in the transaction of ctx. A
// memory that is gone has none; one without triples is noted as read.
func (s *Service) keepTriples(ctx context.Context, owner scope.Scope, memoryID string, facts []graph.Fact, same map[string]string) error {
	if s.Graph == nil {
		return nil
	}
	m, err := s.Memory.Get(ctx, []scope.Scope{owner}, memoryID)
	if fault.KindOf(err) == fault.NotFound || err == nil && m.DeletedAt != nil {
		return nil
	}
	if err != nil {
		return err
	}
	return s.Graph.Keep(ctx, extraction, m, facts, same)
}
