package ingest

import (
	"context"
	"slices"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory/candidate"
)

// ErrPutOff says that a conversation could not be read now. Its run says why, and is tried again later.
var ErrPutOff = fault.New(fault.Unavailable, "the conversation could not be read now; it is tried again later")

// maxDue bounds the due runs among which those of a conversation are looked for.
const maxDue = 1000

// WorkOn does the runs of one conversation that are due and returns how many it did. ErrPutOff says that one of them failed.
// Runs that another worker has are left to it.
func (s *Service) WorkOn(ctx context.Context, sessionID string) (n int, err error) {
	for {
		due, err := s.Candidates.Due(ctx, s.Store, maxDue)
		i := slices.IndexFunc(due, func(r candidate.Run) bool { return r.SessionID == sessionID && r.Kind != actor.Consolidation })
		if err != nil || i < 0 {
			return n, fault.Op(err, "ingest: work on a conversation")
		}
		claimed, done, err := s.workOn(ctx, due[i])
		switch {
		case err != nil:
			return n, fault.Op(err, "ingest: work on a conversation")
		case !claimed:
			return n, nil
		case !done:
			return n, ErrPutOff
		}
		n++
	}
}
