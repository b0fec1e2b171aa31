package session

import (
	"context"

	"keepsake/fault"
)

// keptStore is what the database does for whoever looks at conversations from outside.
type keptStore interface {
	// ByPublicID returns the session with a public id; ErrNotFound when there is none.
	ByPublicID(ctx context.Context, publicID string) (Session, error)
	// Kept returns the sessions of a memory store that have a public id, the last active
	// first; person "" = all, limit 0 = all.
	Kept(ctx context.Context, memoryStore, person string, limit int) ([]Session, error)
}

// ByPublicID returns the session of a memory store that people know by this id (I11);
// ErrNotFound when there is none, or it was pruned.
func (s *Service) ByPublicID(ctx context.Context, memoryStore, publicID string) (Session, error) {
	if publicID == "" {
		return Session{}, ErrNotFound
	}
	x, err := s.store.ByPublicID(ctx, publicID)
	if err == nil && x.Store != memoryStore {
		err = ErrNotFound
	}
	if err != nil {
		return Session{}, fault.Op(err, "find a session")
	}
	return x, nil
}

// ListKept returns the sessions of a memory store that were not pruned, the last active first,
// at most limit (0 = all): those of one person, or with "" of everybody and of groups.
func (s *Service) ListKept(ctx context.Context, memoryStore, person string, limit int) ([]Session, error) {
	all, err := s.store.Kept(ctx, memoryStore, person, limit)
	return all, fault.Op(err, "list sessions")
}
