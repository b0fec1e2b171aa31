package consolidate

import (
	"context"
	"strings"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory/digest"
	"keepsake/memory/shard"
	"keepsake/scope"
	"keepsake/session"
)

// Question is about a consolidation that stopped, because it would drop too many lines of a digest.
type Question struct {
	Scope scope.Scope   // whose digest: a person's, or a shard's
	Place session.Place // where the newest of what waits was said; of a shard its home
	Shard shard.Shard   // zero of a person's
	Lost  []string      // the lines it would drop
	Of    int           // how many lines there are
}

const (
	// whyLoses refuses an answer that drops too many lines; unless it is allowed, their person is asked.
	whyLoses = "too many of the rules would be lost"
	// leftAlone stands in Job.Error once the person wanted nothing dropped, until something new comes to the job.
	leftAlone = "its person wanted nothing dropped"
	// allowedToLose stands in Job.Error once the person allowed it, until the job ends.
	allowedToLose = "its person allowed it to drop many lines"
)

// checkLoss notes which present lines an answer drops, and returns whyLoses when these are too many to do so
// without asking.
func (j *job) checkLoss(m merged, sources []source) string {
	q := &j.question
	q.Lost, q.Of = nil, 0
	for _, s := range sources {
		if !strings.HasPrefix(s.id, "k") {
			continue
		}
		q.Of++
		for _, d := range m.Dropped {
			if d.ID == s.id {
				q.Lost = append(q.Lost, s.text)
			}
		}
	}
	if j.isAllowed || !j.s.Guard.IsTooMany(len(q.Lost), q.Of) {
		return ""
	}
	return whyLoses
}

// AnswerLoss settles the question about a consolidation that stopped: with goOn it begins anew and may drop what it
// drops then, else it ends, and what was said meanwhile counts beside the digest as before. The person may for their
// own digest (shardID ""), and who made a shard for that one: others get digest.ErrNotAllowed. What was settled
// before is digest.ErrNotFound.
func (s *Service) AnswerLoss(ctx context.Context, a actor.Actor, shardID string, goOn bool) error {
	if a.Kind != actor.Person {
		return fault.Op(digest.ErrNotFound, "consolidate: answer")
	}
	owner := scope.Scope{Store: s.Store, Kind: scope.User, ID: a.ID}
	if shardID != "" {
		if s.Shards == nil {
			return fault.Op(digest.ErrNotFound, "consolidate: answer")
		}
		owner = scope.Scope{Store: s.Store, Kind: scope.Project, ID: shardID}
		m, err := s.Shards.ToMerge(ctx, part, s.Store, shardID)
		if err == nil && m.Shard.Maker != a.ID {
			err = digest.ErrNotAllowed
		}
		if err != nil {
			return fault.Op(err, "consolidate: answer")
		}
	}
	answered := leftAlone
	if goOn {
		answered = allowedToLose
	}
	return fault.Op(s.Digests.Settle(ctx, part, owner, whyLoses, answered, goOn), "consolidate: answer")
}
