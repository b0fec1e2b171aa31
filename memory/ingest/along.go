package ingest

import (
	"context"
	"slices"

	"keepsake/fault"
	"keepsake/memory/consolidate"
	"keepsake/memory/grounds"
)

// This file is how a conversation is read once for what this room lists of it and for what memory/consolidate does: a run takes
// the job of its conversation along. Both have rows of their own, which say how far each has read and what failed, so that
// either can go on without the other; one transaction moves both.

// join takes along the job that wants the same private conversation read and is due. A run that failed before is read alone, so
// that an answer for both that cannot be had loses neither.
func (j *job) join(ctx context.Context) (err error) {
	if j.run.Attempts < patience && j.instructions == "" {
		j.members = j.s.Forming.ReadMembers(j.session)
	}
	if j.run.Attempts > 0 || j.instructions != "" || !j.s.Forming.ReadsAlong(j.session, j.person) {
		return nil
	}
	j.along, err = j.s.Forming.Join(ctx, j.session.ID)
	return err
}

// patience is how often a group is read for the wishes of its members, too, when the reading fails.
const patience = 2

// alongOf returns what the words of one writer are read for besides.
func (j *job) alongOf(ctx context.Context, v grounds.View) (*consolidate.Reading, error) {
	if v.Group {
		return j.members.Of(ctx, v)
	}
	return j.along, nil
}

// ReadAlong does the run over a conversation whose job is due, although the run's own time has not come. isLeft is false when the
// job has no run to go along with and is read alone; isDone reports whether the run ended well. With isLeft and not isDone the
// run is another worker's, or waits for the model as the job would.
func (s *Service) ReadAlong(ctx context.Context, sessionID string) (isLeft, isDone bool, err error) {
	if s == nil || !s.Policy.Enable || s.ReadOnly {
		return false, false, nil
	}
	if p, err := s.CurrentPolicy(ctx); err != nil || !p.Enable {
		return false, false, fault.Op(err, "ingest: read along")
	}
	r, ok, err := s.Candidates.OfSession(ctx, sessionID)
	if err != nil || !ok || r.Attempts > 0 {
		return false, false, fault.Op(err, "ingest: read along")
	}
	if r.Claims > 0 && r.DueAt.After(s.Now.UTC()) {
		return true, false, nil
	}
	_, done, err := s.workOn(ctx, r)
	return true, done, fault.Op(err, "ingest: read along")
}

// unite returns the messages of both in their order, each once.
func unite(a, b []grounds.Said) []grounds.Said {
	all := slices.Clone(a)
	for _, m := range b {
		if !hasMessage(a, m) {
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, func(x, y grounds.Said) int { return int(x.Message.Seq - y.Message.Seq) })
	return all
}

func hasMessage(all []grounds.Said, m grounds.Said) bool {
	return slices.ContainsFunc(all, func(o grounds.Said) bool { return o.Message.ID == m.Message.ID })
}
