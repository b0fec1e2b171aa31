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
	"keepsake/phrase"
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
	if err != nil || slices.ContainsFunc(known[i.ShardID], func(o shard.Item) bool { return phrase.Repeats(o.Content, i.Content) }) {
		return false, err // another role that shares the shard here heard the same
	}
	refused, err := j.s.Memory.IsRefused(ctx, j.Scope, "", i.Content)
	return !refused, err
}

// stillSaid returns what may be stored now of what a conversation came to: nothing when it is gone or its person had
// forming switched off meanwhile; without directives whose messages were forgotten, and without the episode when one of
// the messages was.
func (j *job) stillSaid(ctx context.Context, x session.Session, said []grounds.Said, ds []digest.Directive, e digest.Episode) ([]digest.Directive, digest.Episode, error) {
	if ok, err := j.s.isRead(ctx, x.Person, j.s.Now.UTC()); err != nil || !ok {
		return nil, digest.Episode{}, err
	}
	ids := make([]string, len(said))
	for i, m := range said {
		ids[i] = m.Message.ID
	}
	ms, err := j.s.Sessions.ByIDs(ctx, ids)
	if err != nil {
		return nil, digest.Episode{}, err
	}
	stands := map[string]bool{}
	for _, m := range ms {
		stands[m.ID] = m.Masked == nil && m.Removed == nil
	}
	if slices.ContainsFunc(ids, func(id string) bool { return !stands[id] }) {
		e.Content = ""
	}
	ds = slices.DeleteFunc(ds, func(d digest.Directive) bool { return !stands[d.Evidence[0].MessageID] })
	return ds, e, nil
}
