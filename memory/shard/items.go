package shard

import (
	"context"
	"slices"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/shortid"
	"keepsake/text"
)

// Add keeps a fact or a suggestion that the actor said in a chat. The oldest facts beyond the shard's limit
// are archived with it. Members of a group that the shard is attached to may, and whoever manages the shard.
func (s *Service) Add(ctx context.Context, a actor.Actor, here scope.Scope, id string, kind Kind, content string) (Item, error) {
	i := Item{ID: shortid.New(shortid.LongLen), ShardID: id, Kind: kind, Scope: here, Person: a.ID, Content: text.OneLine(content), SaidAt: s.now.UTC()}
	switch {
	case kind != Fact && kind != Suggestion:
		return Item{}, fault.Op(fault.Field("kind", "must be a fact or a suggestion"), "shard: add")
	case i.Content == "" || text.Len(i.Content) > mostContent:
		return Item{}, fault.Op(fault.Field("content", "must have 1 to 500 characters"), "shard: add")
	case hasSecret(i.Content):
		return Item{}, fault.Op(memory.ErrSecret, "shard: add")
	}
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		held, err := s.store.Lock(ctx, here.Store, id)
		if err != nil {
			return err
		}
		can, err := s.canAdd(ctx, a, here, held)
		if err != nil {
			return err
		}
		if !can {
			return ErrNotAllowed
		}
		if held.Paused {
			return ErrPaused
		}
		if err := s.store.PutItem(ctx, held, i); err != nil || kind != Fact {
			return err
		}
		return s.store.ArchiveFacts(ctx, held, held.MaxFacts, s.now.UTC())
	})
	return i, fault.Op(err, "shard: add")
}

func (s *Service) canAdd(ctx context.Context, a actor.Actor, here scope.Scope, held Shard) (bool, error) {
	if CanManage(a, here, held) {
		return true, nil
	}
	if a.Kind != actor.Person && !a.IsPart() || here.Kind != scope.Group || !a.IsMember() {
		return false, nil
	}
	chats, err := s.store.Chats(ctx, held)
	return slices.Contains(chats, here), err
}

// Items returns the facts or suggestions of a shard that a chat sees, the oldest first: those that count, or
// the archived ones. It returns ErrNotFound for a shard that the chat does not see.
func (s *Service) Items(ctx context.Context, here scope.Scope, id string, kind Kind, archived bool) ([]Item, error) {
	held, err := s.Find(ctx, here, id)
	if err != nil {
		return nil, err
	}
	is, err := s.store.Items(ctx, held, kind, archived)
	return is, fault.Op(err, "shard: items")
}

// Active returns the shards that a chat sees and that are not paused (E32), by name.
func (s *Service) Active(ctx context.Context, here scope.Scope) ([]Shard, error) {
	all, err := s.store.Seen(ctx, here)
	return slices.DeleteFunc(all, func(s Shard) bool { return s.Paused }), fault.Op(err, "shard: active")
}

// Contents returns what counts in shards, by shard, and of the named items also those that are archived.
func (s *Service) Contents(ctx context.Context, of []Shard, named []string) (map[string][]Item, error) {
	if len(of) == 0 {
		return nil, nil
	}
	ids := make([]string, len(of))
	for i, o := range of {
		ids[i] = o.ID
	}
	items, err := s.store.ItemsOf(ctx, ids, named)
	byShard := make(map[string][]Item, len(of))
	for _, i := range items {
		byShard[i.ShardID] = append(byShard[i.ShardID], i)
	}
	return byShard, fault.Op(err, "shard: contents")
}

// Remove destroys an item and returns what it said. Who said it may, the admins of the group in which it was
// said, and whoever manages the shard.
func (s *Service) Remove(ctx context.Context, a actor.Actor, here scope.Scope, id, item string) (said string, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		held, err := s.store.Lock(ctx, here.Store, id)
		if err != nil {
			return err
		}
		i, err := s.store.Item(ctx, held, item)
		if err != nil {
			return err
		}
		if !CanManage(a, here, held) && !a.IsThePerson(i.Person) && !(i.Scope == here && a.CanErase(here)) {
			return ErrNotAllowed
		}
		said = i.Content
		return s.store.DropItems(ctx, held, []string{i.ID})
	})
	return said, fault.Op(err, "shard: remove")
}
