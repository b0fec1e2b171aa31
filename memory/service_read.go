package memory

import (
	"context"
	"sort"
	"time"

	"keepsake/fault"
	"keepsake/scope"
	"keepsake/text"
)

// Get returns one memory that is not deleted.
func (s *Service) Get(ctx context.Context, scopes []scope.Scope, id string) (Memory, error) {
	m, err := s.store.Get(ctx, scopes, id)
	if err == nil && m.DeletedAt != nil {
		err = ErrNotFound
	}
	return m, fault.Op(err, "memory: get %s", id)
}

// List returns a page of the memories that a query selects, and the number of all (P20, P28).
func (s *Service) List(ctx context.Context, q Query) (ms []Memory, total int, err error) {
	if ms, err = s.store.Find(ctx, q); err == nil {
		total, err = s.store.Count(ctx, q)
	}
	return ms, total, fault.Op(err, "memory: list")
}

// searchPool limits the memories that searchAny ranks.
const searchPool = 200

// Search finds memories, archived or not, by words in any language that text.Words supports. It returns the memories that contain all words
// or, if there are none, those that contain the most.
func (s *Service) Search(ctx context.Context, scopes []scope.Scope, query string, limit, offset int) (ms []Memory, total int, err error) {
	words := text.Words(query)
	if len(words) == 0 {
		return nil, 0, nil
	}
	q := RetentionQuery(scopes...)
	q.Words, q.Limit, q.Offset = words, limit, offset
	ms, total, err = s.List(ctx, q)
	if err != nil || total > 0 || len(words) == 1 {
		return ms, total, err
	}
	return s.searchAny(ctx, scopes, words, limit, offset)
}

// searchAny returns the memories that contain any of the words, ordered by their number.
func (s *Service) searchAny(ctx context.Context, scopes []scope.Scope, words []string, limit, offset int) ([]Memory, int, error) {
	var found []Memory
	hits := make(map[string]int)
	for _, w := range words[:min(len(words), 20)] {
		q := RetentionQuery(scopes...)
		q.Words, q.Limit = []string{w}, searchPool
		ms, err := s.store.Find(ctx, q)
		if err != nil {
			return nil, 0, fault.Op(err, "memory: search")
		}
		for _, m := range ms {
			if hits[m.ID] == 0 {
				found = append(found, m)
			}
			hits[m.ID]++
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return hits[found[i].ID] > hits[found[j].ID] })
	total := len(found)
	found = found[min(offset, total):]
	if limit > 0 {
		found = found[:min(limit, len(found))]
	}
	return found, total, nil
}

// History is a memory with its versions and changes (P16, P21).
type History struct {
	Memory   Memory    // deleted or not
	Versions []Version // v1, v2, v3 … with evidence
	Changes  []Change  // oldest first
}

// History returns a memory, deleted or not, with its versions and changes in order.
func (s *Service) History(ctx context.Context, scopes []scope.Scope, id string) (h History, err error) {
	if h.Memory, err = s.store.Get(ctx, scopes, id); err != nil {
		return h, fault.Op(err, "memory: history %s", id)
	}
	if h.Versions, err = s.store.Versions(ctx, id); err == nil {
		h.Changes, err = s.store.Changes(ctx, id, "")
	}
	return h, fault.Op(err, "memory: history %s", id)
}

// Versions returns the versions of memories with their evidence, ordered by memory and number. The ids come from Find, as those of
// CountEvidence do.
func (s *Service) Versions(ctx context.Context, ids []string) ([]Version, error) {
	vs, err := s.store.Versions(ctx, ids...)
	return vs, fault.Op(err, "memory: versions")
}

// CountEvidence returns how many messages each memory's current version rests on; see Store.CountEvidence. The ids come from Find, which
// says whose memories may be looked at.
func (s *Service) CountEvidence(ctx context.Context, ids []string) (map[string]int, error) {
	counts, err := s.store.CountEvidence(ctx, ids)
	return counts, fault.Op(err, "memory: count evidence")
}

// At returns the memories of these refs with the content of the given version; see Store.At.
func (s *Service) At(ctx context.Context, refs []Ref) ([]Memory, error) {
	ms, err := s.store.At(ctx, refs)
	return ms, fault.Op(err, "memory: at refs")
}

// Change returns one change of these scopes, or ErrNotFound.
func (s *Service) Change(ctx context.Context, scopes []scope.Scope, id string) (Change, error) {
	c, err := s.store.Change(ctx, scopes, id)
	return c, fault.Op(err, "memory: change %s", id)
}

// TurnChanges returns a turn's changes in order.
func (s *Service) TurnChanges(ctx context.Context, turnID string) ([]Change, error) {
	cs, err := s.store.Changes(ctx, "", turnID)
	return cs, fault.Op(err, "memory: changes of turn %s", turnID)
}

// ChangesSince returns the scopes' changes after a time, oldest first, at most limit. It blanks the texts of changes whose memory is now
// deleted, because prompts are made from them.
func (s *Service) ChangesSince(ctx context.Context, scopes []scope.Scope, after time.Time, limit int) ([]Change, error) {
	cs, err := s.store.ChangesSince(ctx, scopes, after, limit)
	return cs, fault.Op(err, "memory: changes since")
}

// Revisions returns the current revision of each scope; 0 if it was never written.
func (s *Service) Revisions(ctx context.Context, scopes []scope.Scope) (map[scope.Scope]int64, error) {
	rs, err := s.store.Revisions(ctx, scopes)
	return rs, fault.Op(err, "memory: revisions")
}

// Find returns the memories that a query selects, in the order of Store.Find.
func (s *Service) Find(ctx context.Context, q Query) ([]Memory, error) {
	ms, err := s.store.Find(ctx, q)
	return ms, fault.Op(err, "memory: find")
}

// Count returns the number of memories that a query selects.
func (s *Service) Count(ctx context.Context, q Query) (int, error) {
	n, err := s.store.Count(ctx, q)
	return n, fault.Op(err, "memory: count")
}

// Having returns the ids of the memories that a query selects and that have a search word; see Store.Having.
func (s *Service) Having(ctx context.Context, q Query, word string, limit int) ([]string, error) {
	ids, err := s.store.Having(ctx, q, word, limit)
	return ids, fault.Op(err, "memory: having")
}

// Touch counts an access of memories that somebody asked for, or said again (P65). It is a part of reading: it does not increment a
// revision and needs no permission.
func (s *Service) Touch(ctx context.Context, ids []string) error {
	return fault.Op(s.store.Touch(ctx, ids, s.now.UTC()), "memory: touch")
}

// TouchShown counts that a prompt shows memories unasked, each once a day (P65). It is a part of reading, as Touch is, and writes nothing
// where nothing counts.
func (s *Service) TouchShown(ctx context.Context, shown []Memory) error {
	now := s.now.UTC()
	var ids []string
	for _, m := range shown {
		if m.countsAsShown(now) {
			ids = append(ids, m.ID)
		}
	}
	return fault.Op(s.store.TouchShown(ctx, ids, now.Add(-ShownEvery), now), "memory: touch shown")
}

// Untouched returns the memories in use of all scopes of a store that nobody has changed or asked for since a time; see
// Store.Untouched.
func (s *Service) Untouched(ctx context.Context, store string, since time.Time, after string, limit int) ([]Memory, error) {
	ms, err := s.store.Untouched(ctx, store, since, after, limit)
	return ms, fault.Op(err, "memory: untouched")
}

// Scopes returns every scope of a store that was ever written, ordered by kind and id.
func (s *Service) Scopes(ctx context.Context, store string) ([]scope.Scope, error) {
	scopes, err := s.store.Scopes(ctx, store)
	return scopes, fault.Op(err, "memory: scopes")
}

// Topics returns the scopes of a group's topics that were ever written.
func (s *Service) Topics(ctx context.Context, group scope.Scope) ([]scope.Scope, error) {
	scopes, err := s.store.Topics(ctx, group)
	return scopes, fault.Op(err, "memory: topics")
}
