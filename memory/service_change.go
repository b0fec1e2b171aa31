package memory

import (
	"context"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/scope"
)

func (s *Service) retention() time.Duration {
	if s.cfg.KeepDeleted <= 0 {
		return DefaultKeepDeleted
	}
	return s.cfg.KeepDeleted
}

// Erase destroys everything of a scope at once and for good. Works in read-only mode. The
// person whose scope it is may, the admins of a group, and the system.
// memory/forget.Everything erases what other rooms hold as well; use that where a person
// asks.
func (s *Service) Erase(ctx context.Context, a actor.Actor, scope scope.Scope) (Erased, error) {
	if err := CheckErase(a, scope); err != nil {
		return Erased{}, fault.Op(err, "memory: erase a scope")
	}
	var e Erased
	err := s.store.InTx(ctx, func(ctx context.Context) (err error) {
		if err = s.store.Lock(ctx, scope); err != nil {
			return err
		}
		e, err = s.store.Erase(ctx, scope)
		return err
	})
	return e, fault.Op(err, "memory: erase a scope")
}

// Move gives everything of a scope another name: the platform gave a group another number.
// Doing it again changes nothing. Only the system may.
func (s *Service) Move(ctx context.Context, a actor.Actor, from, to scope.Scope) error {
	if err := checkScope(a, actUpkeep, from); err != nil {
		return fault.Op(err, "memory: move a scope")
	}
	return fault.Op(s.store.Move(ctx, from, to), "memory: move a scope")
}

// Purge destroys the texts of memories deleted longer than KeepDeleted ago, and those of
// old decisions and tombstones; it returns how many memories went. Run it daily. Only the
// system may.
func (s *Service) Purge(ctx context.Context, a actor.Actor) (int, error) {
	if err := checkScope(a, actUpkeep, scope.Scope{}); err != nil {
		return 0, fault.Op(err, "memory: purge")
	}
	now := s.now.UTC()
	n, err := s.store.Purge(ctx, now.Add(-s.retention()), now)
	return n, fault.Op(err, "memory: purge")
}

// OpenScope makes a scope known to Scopes before anything is kept in it: an import may.
func (s *Service) OpenScope(ctx context.Context, a actor.Actor, owner scope.Scope) error {
	if err := checkScope(a, actImport, owner); err != nil {
		return fault.Op(err, "memory: open a scope")
	}
	return fault.Op(s.store.Lock(ctx, owner), "memory: open a scope")
}
