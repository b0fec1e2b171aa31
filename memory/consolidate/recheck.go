package consolidate

import (
	"context"
	"errors"
	"slices"
	"time"

	"keepsake/memory/digest"
	"keepsake/memory/grounds"
	"keepsake/memory/policy"
	"keepsake/memory/shard"
	"keepsake/people"
	"keepsake/phrase/slot"
	"keepsake/session"
)

// isRead reports whether what a person said at a time may still be read: they did not switch forming off, and did not
// have everything of theirs erased since.
func (s *Service) isRead(ctx context.Context, person string, said time.Time) (bool, error) {
	p, err := s.People.Get(ctx, person)
	if errors.Is(err, people.ErrNotFound) {
		return false, nil
	}
	return err == nil && s.settingOf(p.MemoryMode) != policy.Off && !p.HasErased(said), err
}

// isStill reports whether an item may be stored now, in the transaction that holds its shard: the model had its time, in
// which the message may have been forgotten, its person have gone, or the same have been taken back.
func (j *job) isStill(ctx context.Context, i shard.Item) (bool, error) {
	ms, err := j.s.Sessions.ByIDs(ctx, []string{i.Message})
	if err != nil || !slices.ContainsFunc(ms, func(m session.Message) bool { return m.Author == i.Person && m.Masked == nil && m.Removed == nil }) {
		return false, err
	}
	if ok, err := j.s.isRead(ctx, i.Person, i.SaidAt); err != nil || !ok {
		return false, err
	}
	known, err := j.s.Shards.Contents(ctx, []shard.Shard{{ID: i.ShardID}}, nil)
	if err != nil || slices.ContainsFunc(known[i.ShardID], func(o shard.Item) bool { return slot.Repeats(o.Content, i.Content) }) {
		return false, err // another role that shares the shard here heard the same
	}
	refused, err := j.s.Memory.IsRefused(ctx, j.Scope, "", i.Content)
	return !refused, err
}

// stillSaid returns what may be stored now of what a reading came to: nothing when it is gone or its person had
// forming switched off meanwhile; without directives whose messages were forgotten, and without the episodes of
// which one of the messages was.
func (j *job) stillSaid(ctx context.Context, r *Reading) (ds []digest.Directive, es []digest.Episode, err error) {
	if ok, err := j.s.isRead(ctx, r.view.Speaker, j.s.Now.UTC()); err != nil || !ok {
		return nil, nil, err
	}
	ids := make([]string, len(r.said))
	for i, m := range r.said {
		ids[i] = m.Message.ID
	}
	ms, err := j.s.Sessions.ByIDs(ctx, ids)
	if err != nil {
		return nil, nil, err
	}
	stands := map[string]bool{}
	for _, m := range ms {
		stands[m.ID] = m.Masked == nil && m.Removed == nil
	}
	for _, d := range r.directives {
		if stands[d.Evidence[0].MessageID] {
			ds = append(ds, d)
		}
	}
	for _, e := range r.episodes {
		if !slices.ContainsFunc(r.said, func(m grounds.Said) bool {
			return m.Message.Seq >= e.From && m.Message.Seq <= e.To && !stands[m.Message.ID]
		}) {
			es = append(es, e)
		}
	}
	return ds, es, nil
}
