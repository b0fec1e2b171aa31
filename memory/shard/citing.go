package shard

import (
	"context"
	"errors"
	"slices"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/scope"
)

// MostCited is how many shards one cites at most.
const MostCited = 5

// ErrCircle refuses that a shard cites itself, directly or by what it cites.
var ErrCircle = fault.New(fault.Conflict, "the shards would cite each other")

// Cite sets which others a shard cites (E46), by id or name: they are shown as such beside it, to read only, and what they
// say does not form in it again. Who may Edit the shard may, of those that the chat sees; what it cites that the chat does
// not see stays. A citation shows nothing: a chat sees a cited shard, and its name, only as far as that shard itself
// reaches it.
func (s *Service) Cite(ctx context.Context, a actor.Actor, here scope.Scope, id string, cited []string) (held Shard, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		seen, err := s.Seen(ctx, here)
		if err != nil {
			return err
		}
		var ids []string
		for _, named := range cited {
			found, err := choose(slices.Clone(seen), here, named)
			if err != nil {
				return err
			}
			if !slices.Contains(ids, found.ID) {
				ids = append(ids, found.ID)
			}
		}
		reached, locked, err := s.lockCited(ctx, here.Store, id, ids)
		if err != nil {
			return err
		}
		held = locked
		right, err := s.rightHere(ctx, a, here, held)
		switch {
		case err != nil:
			return err
		case right < Edit:
			return ErrNotAllowed
		case slices.Contains(reached, id):
			return ErrCircle
		}
		for _, old := range held.Cites {
			if !slices.ContainsFunc(seen, func(o Shard) bool { return o.ID == old }) && slices.Contains(reached, old) {
				ids = append(ids, old)
			}
		}
		if len(ids) > MostCited {
			return fault.Field("cites", "must be at most 5 shards")
		}
		held.Cites = ids
		return s.store.Update(ctx, held)
	})
	return held, fault.Op(err, "shard: cite")
}

// lockCited locks a shard with all that it and the others reach by citing, in one order, and returns what the others
// reach and what it cites already. Whoever would close a circle beside it waits for one of them.
func (s *Service) lockCited(ctx context.Context, store, id string, cited []string) (reached []string, held Shard, err error) {
	held, err = s.store.Get(ctx, store, id)
	if err != nil {
		return nil, held, err
	}
	before, err := s.reach(ctx, slices.Concat(cited, held.Cites))
	if err != nil {
		return nil, held, err
	}
	for _, one := range slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(before), id)))) {
		locked, err := s.store.Lock(ctx, "", one)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return nil, held, err
		}
		if one == id {
			if held = locked; err != nil {
				return nil, held, err
			}
		}
	}
	reached, err = s.reach(ctx, slices.Concat(cited, held.Cites))
	if err == nil && slices.ContainsFunc(reached, func(one string) bool { return one != id && !slices.Contains(before, one) }) {
		err = ErrChanged
	}
	return reached, held, err
}

// reach returns the shards that these are, and that they cite, and so on, whatever stores they reach.
func (s *Service) reach(ctx context.Context, ids []string) (reached []string, err error) {
	for todo := slices.Clone(ids); len(todo) > 0; todo = todo[1:] {
		if slices.Contains(reached, todo[0]) {
			continue
		}
		one, err := s.store.Get(ctx, "", todo[0])
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		reached, todo = append(reached, one.ID), append(todo, one.Cites...)
	}
	return reached, nil
}

// CitedOf returns which of the shards that a chat sees a shard cites, in their order.
func CitedOf(held Shard, seen []Shard) []Shard {
	return slices.DeleteFunc(slices.Clone(seen), func(o Shard) bool { return o.ID == held.ID || !slices.Contains(held.Cites, o.ID) })
}
