package memory

import (
	"context"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory/permit"
	"keepsake/scope"
)

func (s *Service) retention() time.Duration {
	if s.cfg.KeepDeleted <= 0 {
		return DefaultKeepDeleted
	}
	return s.cfg.KeepDeleted
}

// Erase deletes all rows of a scope permanently. It works in read-only mode. The scope's person,
// a group's admins and the system may call it. When a person asks to forget everything, use
// memory/forget.Everything, which also erases the data of other packages.
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

// Move renames a scope after the platform has given a group another id. It is idempotent. Only
// the system may call it.
func (s *Service) Move(ctx context.Context, a actor.Actor, from, to scope.Scope) error {
	if err := permit.Check(a, permit.Upkeep, from); err != nil {
		return fault.Op(err, "memory: move a scope")
	}
	return fault.Op(s.store.Move(ctx, from, to), "memory: move a scope")
}

// Purge deletes memories that were deleted more than KeepDeleted ago, and the texts of old
// decisions and tombstones. It returns the number of memories. It should run daily. Only the
// system may call it.
func (s *Service) Purge(ctx context.Context, a actor.Actor) (int, error) {
	if err := permit.Check(a, permit.Upkeep, scope.Scope{}); err != nil {
		return 0, fault.Op(err, "memory: purge")
	}
	now := s.now.UTC()
	n, err := s.store.Purge(ctx, now.Add(-s.retention()), now)
	return n, fault.Op(err, "memory: purge")
}

// OpenScope creates the row of a scope, so that Scopes returns it before it has memories. Only
// an import may call it.
func (s *Service) OpenScope(ctx context.Context, a actor.Actor, owner scope.Scope) error {
	if err := permit.Check(a, permit.Import, owner); err != nil {
		return fault.Op(err, "memory: open a scope")
	}
	return fault.Op(s.store.Lock(ctx, owner), "memory: open a scope")
}
