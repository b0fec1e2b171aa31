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

// List returns what a query selects, a page at a time, and how many there are in all
// (P20, P28).
func (s *Service) List(ctx context.Context, q Query) (ms []Memory, total int, err error) {
	if ms, err = s.store.Find(ctx, q); err == nil {
		total, err = s.store.Count(ctx, q)
	}
	return ms, total, fault.Op(err, "memory: list")
}

// searchPool bounds what the second try of Search ranks.
const searchPool = 200

// Search finds what is kept, archived or not, by words, in any of the languages text.Words understands:
// memories that hold all the words; where there are none, those that hold most of them.
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

// searchAny ranks the memories that hold at least one of the words by how many they hold.
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

// History is everything about one memory (P16, P21).
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

// At returns the memories of these refs with the content of the named version; see
// Store.At.
func (s *Service) At(ctx context.Context, refs []Ref) ([]Memory, error) {
	ms, err := s.store.At(ctx, refs)
	return ms, fault.Op(err, "memory: at refs")
}

// Change returns one change; ErrNotFound when it is not of these scopes.
func (s *Service) Change(ctx context.Context, scopes []scope.Scope, id string) (Change, error) {
	c, err := s.store.Change(ctx, scopes, id)
	return c, fault.Op(err, "memory: change %s", id)
}

// TurnChanges returns a turn's changes in order.
func (s *Service) TurnChanges(ctx context.Context, turnID string) ([]Change, error) {
	cs, err := s.store.Changes(ctx, "", turnID)
	return cs, fault.Op(err, "memory: changes of turn %s", turnID)
}

// ChangesSince returns the scopes' changes after a time, oldest first, at most limit.
// Changes of memories that are deleted by now come without their texts: a prompt made
// from them must not say again what was to be forgotten.
func (s *Service) ChangesSince(ctx context.Context, scopes []scope.Scope, after time.Time, limit int) ([]Change, error) {
	cs, err := s.store.ChangesSince(ctx, scopes, after, limit)
	return cs, fault.Op(err, "memory: changes since")
}

// Revisions returns the present revision of each scope, 0 when never written.
func (s *Service) Revisions(ctx context.Context, scopes []scope.Scope) (map[scope.Scope]int64, error) {
	rs, err := s.store.Revisions(ctx, scopes)
	return rs, fault.Op(err, "memory: revisions")
}

// Find returns what a query selects, in the order of Store.Find.
func (s *Service) Find(ctx context.Context, q Query) ([]Memory, error) {
	ms, err := s.store.Find(ctx, q)
	return ms, fault.Op(err, "memory: find")
}

// Count returns how many memories a query selects.
func (s *Service) Count(ctx context.Context, q Query) (int, error) {
	n, err := s.store.Count(ctx, q)
	return n, fault.Op(err, "memory: count")
}

// Having returns the ids of those memories the query selects that have a search word; see
// Store.Having.
func (s *Service) Having(ctx context.Context, q Query, word string, limit int) ([]string, error) {
	ids, err := s.store.Having(ctx, q, word, limit)
	return ids, fault.Op(err, "memory: having")
}

// Touch notes that memories were brought up (P65). It is part of reading: it bumps no
// revision and asks for no permission.
func (s *Service) Touch(ctx context.Context, ids []string) error {
	return fault.Op(s.store.Touch(ctx, ids, s.now.UTC()), "memory: touch")
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
