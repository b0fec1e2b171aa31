package shard

import (
	"context"
	"maps"
	"slices"
	"strings"

	"keepsake/actor"
	"keepsake/scope"
)

// WithRoles returns the service that knows the stores of the process's roles, by name (E40).
func (s *Service) WithRoles(stores map[string]string) *Service {
	other := *s
	other.stores = stores
	return &other
}

// ForRole returns the service as a role of the bot uses it: the rights of the role bound what it shows and what is done
// through it.
func (s *Service) ForRole(name string) *Service {
	other := *s
	other.role = name
	return &other
}

// RoleNames returns the names of the process's roles, those first whose memories are in a store.
func (s *Service) RoleNames(store string) []string {
	return slices.SortedFunc(maps.Keys(s.stores), func(a, b string) int {
		if isHere := s.stores[a] == store; isHere != (s.stores[b] == store) {
			if isHere {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})
}

// RightOfSubject returns the right of a subject in a shard. A role whose memories are in another store than the shard has
// none until it was given one: that opens the shard to it (E40).
func (s *Service) RightOfSubject(held Shard, to Subject) Right {
	if right, ok := held.Rights[to]; ok {
		return right
	}
	if store, ok := s.stores[to.Role()]; ok && store != held.Home.Store {
		return None
	}
	return held.Rights.Of(to)
}

// bound returns what is possible through the service's role.
func (s *Service) bound(held Shard) Right {
	if s.role == "" {
		return Manage
	}
	return s.RightOfSubject(held, OfRole(s.role))
}

// isOpened reports whether a shard of another store was opened to the service's role.
func (s *Service) isOpened(held Shard) bool {
	right, ok := held.Rights[OfRole(s.role)]
	return ok && s.role != "" && right >= Read
}

// Roles returns, of a shard that was opened to roles with other stores, the names of all roles that may show it; nil for another.
func (s *Service) Roles(held Shard) (names []string) {
	opened := false
	for _, name := range slices.Sorted(maps.Keys(s.stores)) {
		if s.RightOfSubject(held, OfRole(name)) >= Read {
			names = append(names, name)
			opened = opened || s.stores[name] != held.Home.Store
		}
	}
	if !opened {
		return nil
	}
	return names
}

// atHome returns a chat as the role knows it to which a shard belongs.
func atHome(here scope.Scope, held Shard) scope.Scope {
	here.Store = held.Home.Store
	return here
}

// canAttach reports whether the actor may let a group share a shard: an admin of the group who manages the shard there.
// That a role has another store than the shard's changes nothing, where the shard was opened to it.
func (s *Service) canAttach(a actor.Actor, here scope.Scope, held Shard) bool {
	return here.Kind == scope.Group && a.IsAdmin() && CanManage(a, atHome(here, held), held) && (here.Store == held.Home.Store || s.isOpened(held))
}

// Offered returns the shards of other stores that were opened to the service's role, that a group does not share through it
// yet, and that the actor may attach there.
func (s *Service) Offered(ctx context.Context, a actor.Actor, here scope.Scope) (offered []Shard, err error) {
	if s.role == "" || here.Kind != scope.Group || !a.IsAdmin() {
		return nil, nil
	}
	shared, err := s.Seen(ctx, here)
	if err != nil {
		return nil, err
	}
	stores := slices.Compact(slices.Sorted(maps.Values(s.stores)))
	for _, store := range slices.DeleteFunc(stores, func(o string) bool { return o == here.Store }) {
		for _, chat := range []scope.Scope{{Store: store, Kind: scope.Group, ID: here.ID}, {Store: store, Kind: scope.User, ID: a.ID}} {
			seen, err := s.store.Seen(ctx, chat)
			if err != nil {
				return nil, err
			}
			for _, o := range seen {
				isSame := func(x Shard) bool { return x.ID == o.ID }
				if s.canAttach(a, here, o) && !slices.ContainsFunc(shared, isSame) && !slices.ContainsFunc(offered, isSame) {
					offered = append(offered, o)
				}
			}
		}
	}
	return offered, nil
}

// FindOffered returns the offered shard of an id or a name; ErrNotFound.
func (s *Service) FindOffered(ctx context.Context, a actor.Actor, here scope.Scope, named string) (Shard, error) {
	all, err := s.Offered(ctx, a, here)
	if err != nil {
		return Shard{}, err
	}
	return choose(all, here, named)
}

// SameChat returns a chat as each role knows it that shares a shard there, itself first: what was taken back for one of them
// was for all.
func (s *Service) SameChat(ctx context.Context, id string, chat scope.Scope) ([]scope.Scope, error) {
	all := []scope.Scope{chat}
	chats, err := s.store.Chats(ctx, Shard{ID: id})
	for _, o := range chats {
		if o.Kind == chat.Kind && o.ID == chat.ID && o != chat {
			all = append(all, o)
		}
	}
	return all, err
}
