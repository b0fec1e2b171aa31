package consolidate

import (
	"context"

	"keepsake/fault"
	"keepsake/memory/digest"
)

// Wake is the tick that has shards merged by the clock (E43), and returns how many were made due. What waits without a job
// has one: it was kept by its person, its shard was resumed, or the notes that it was in lost their lines. A job that
// is due later than its shard's schedule wants comes forward. A failed one keeps its time.
func (s *Service) Wake(ctx context.Context) (n int, err error) {
	if s == nil || s.Shards == nil || s.ReadOnly {
		return 0, nil
	}
	all, err := s.Shards.Waiting(ctx, part, s.Store)
	if err != nil {
		return 0, fault.Op(err, "consolidate: wake")
	}
	now, rest := s.Now.UTC(), orDefault(s.Rest, defaultRest)
	for _, held := range all {
		m, err := s.Shards.ToMerge(ctx, part, s.Store, held.ID)
		if err != nil {
			return n, fault.Op(err, "consolidate: wake")
		}
		due := m.Shard.MergeAt(m.Waiting, now, rest)
		j, ok, err := s.Digests.Merge(ctx, held.Scope())
		if err != nil {
			return n, fault.Op(err, "consolidate: wake")
		}
		claimed := now.Add(orDefault(s.Hold, defaultHold)) // up to then a worker may hold it
		if len(m.Waiting) == 0 || ok && (j.State != digest.Waiting || j.Attempts > 0 || !j.DueAt.After(due) || !j.DueAt.After(claimed)) {
			continue
		}
		if err := s.Digests.Schedule(ctx, part, held.Scope(), due); err != nil {
			return n, fault.Op(err, "consolidate: wake")
		}
		n++
	}
	return n, nil
}

// HasFailed reports whether the last attempt at a job failed: it did not end in a question, and nobody answered one.
func HasFailed(j digest.Job) bool {
	return j.State != digest.Asked && j.Error != "" && j.Error != allowedToLose
}
