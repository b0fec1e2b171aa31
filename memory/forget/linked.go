package forget

import (
	"context"
	"errors"

	"keepsake/memory"
	"keepsake/people"
	"keepsake/scope"
)

// maskLinked masks contents that a person has forgotten in the conversations of the accounts that are linked with
// theirs, which may have repeated them.
func (f *Service) maskLinked(ctx context.Context, owner scope.Scope, contents []string) error {
	if owner.Kind != scope.User {
		return nil
	}
	p, err := f.People.Get(ctx, owner.ID)
	if err != nil {
		if errors.Is(err, people.ErrNotFound) {
			return nil
		}
		return err
	}
	for _, id := range p.LinkedAccounts() {
		for _, store := range f.Stores {
			if err := f.elsewhere(ctx, scope.Scope{Store: store, Kind: scope.User, ID: id}, contents); err != nil {
				return err
			}
		}
	}
	return nil
}

// maskAllLinked does so for all memories of a person who is about to be erased.
func (f *Service) maskAllLinked(ctx context.Context, s subject) error {
	if s.scopes[0].Kind != scope.User {
		return nil
	}
	ms, _, err := f.Memory.List(ctx, memory.RetentionQuery(s.scopes...))
	if err != nil || len(ms) == 0 {
		return err
	}
	contents := make([]string, len(ms))
	for i, m := range ms {
		contents[i] = m.Content
	}
	return f.maskLinked(ctx, s.scopes[0], contents)
}
