package shard

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/secret"
	"keepsake/shortid"
	"keepsake/text"
)

// Add keeps a fact or a suggestion that the actor said in a chat. The oldest facts beyond the shard's limit
// are archived with it. Who may Suggest may in a chat that the shard is attached to, and wherever they see it who was given
// a right by name or may Edit.
func (s *Service) Add(ctx context.Context, a actor.Actor, here scope.Scope, id string, kind Kind, content string) (Item, error) {
	if kind != Fact && kind != Suggestion {
		return Item{}, fault.Op(fault.Field("kind", "must be a fact or a suggestion"), "shard: add")
	}
	content, err := cleanContent(content)
	if err != nil {
		return Item{}, fault.Op(err, "shard: add")
	}
	i := Item{ID: shortid.New(shortid.LongLen), ShardID: id, Kind: kind, Scope: here, Person: a.ID, Content: content, SaidAt: s.now.UTC()}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
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

// cleanContent tidies what an item is to say, and refuses what is empty, too long or a secret.
func cleanContent(content string) (string, error) {
	switch content = text.OneLine(content); {
	case content == "" || text.Len(content) > mostContent:
		return "", fault.Field("content", "must have 1 to 500 characters")
	case hasSecret(content):
		return "", memory.ErrSecret
	}
	return content, nil
}

func (s *Service) canAdd(ctx context.Context, a actor.Actor, here scope.Scope, held Shard) (bool, error) {
	right, err := s.rightHere(ctx, a, here, held)
	_, isNamed := held.Rights[OfPerson(a.ID)]
	if err != nil || right < Suggest || right >= Edit || isNamed {
		return right >= Suggest, err
	}
	chats, err := s.store.Chats(ctx, held)
	return here.Kind == scope.Group && slices.Contains(chats, here), err
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
	all, err := s.Seen(ctx, here)
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

// Sharing returns the shards in which something may form of what is said in a chat: those that it shares, that are not
// paused, and in which the role may add something.
func (s *Service) Sharing(ctx context.Context, here scope.Scope) ([]Sharing, error) {
	all, err := s.store.Sharing(ctx, here)
	all = slices.DeleteFunc(all, func(o Sharing) bool { return !s.shows(here, o.Shard) || s.bound(o.Shard) < Suggest })
	return all, fault.Op(err, "shard: sharing")
}

// Form stores what was found in a chat that shares the items' shards, and returns what it stored: what is empty,
// too long or a secret is left out, what is for a shard that is paused, detached or gone by now or in which who said it may
// add nothing, and what allow refuses,
// which is asked while the item's shard is held; nil allows all. Only parts of the house may.
func (s *Service) Form(ctx context.Context, a actor.Actor, here scope.Scope, found []Item, allow func(ctx context.Context, i Item) (bool, error)) (kept []Item, err error) {
	if !a.IsPart() {
		return nil, fault.Op(ErrNotAllowed, "shard: form")
	}
	slices.SortStableFunc(found, func(a, b Item) int { return strings.Compare(a.ShardID, b.ShardID) }) // locks in one order
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		kept = nil
		for n, i := range found {
			i.SaidAt = i.SaidAt.Add(time.Duration(n) * time.Microsecond) // what one message says keeps its order
			if i.Content = text.OneLine(i.Content); i.Content == "" || text.Len(i.Content) > mostContent || hasSecret(i.Content) {
				continue
			}
			held, err := s.store.Lock(ctx, here.Store, i.ShardID)
			if errors.Is(err, ErrNotFound) {
				continue
			}
			if err != nil {
				return err
			}
			chats, err := s.store.Chats(ctx, held)
			if err != nil {
				return err
			}
			if held.Paused || !slices.Contains(chats, here) || !s.shows(here, held) || !s.MayForm(held, i.Person) {
				continue
			}
			if allow != nil {
				if ok, err := allow(ctx, i); err != nil || !ok {
					if err != nil {
						return err
					}
					continue
				}
			}
			i.ID, i.Scope, i.Speaker = shortid.New(shortid.LongLen), here, secret.Mask(i.Speaker)
			if err := s.store.PutItem(ctx, held, i); err != nil {
				return err
			}
			if err := s.store.ArchiveFacts(ctx, held, held.MaxFacts, s.now.UTC()); err != nil {
				return err
			}
			kept = append(kept, i)
		}
		return nil
	})
	return kept, fault.Op(err, "shard: form")
}

// Keep lets an item count that waited for the consent of who said it. Only they may.
func (s *Service) Keep(ctx context.Context, a actor.Actor, store, id, item string) (Item, error) {
	var i Item
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		held, err := s.store.Lock(ctx, store, id)
		if err == nil {
			i, err = s.store.Item(ctx, held, item)
		}
		if err != nil {
			return err
		}
		if !a.IsThePerson(i.Person) {
			return ErrNotAllowed
		}
		if err := s.store.Keep(ctx, held, i.ID); err != nil {
			return err
		}
		return s.store.ArchiveFacts(ctx, held, held.MaxFacts, s.now.UTC())
	})
	return i, fault.Op(err, "shard: keep")
}

// Purge destroys what nobody answered for too long. Only the system may.
func (s *Service) Purge(ctx context.Context, a actor.Actor) (int, error) {
	if a.Kind != actor.System {
		return 0, fault.Op(ErrNotAllowed, "shard: purge")
	}
	n, err := s.store.PurgePending(ctx, s.now.UTC().Add(-PendingLife))
	return n, fault.Op(err, "shard: purge")
}

// Reword changes what an item says that counts, and returns it. Its id, and since when it is there, stay. Whoever may Edit
// the shard may, and who said it while they may Suggest. What somebody else reworded names no speaker any more, and goes with
// what either of them erases. It returns ErrChanged for what is archived, or merged into the digest already.
func (s *Service) Reword(ctx context.Context, a actor.Actor, here scope.Scope, id, item, content string) (i Item, err error) {
	if content, err = cleanContent(content); err != nil {
		return Item{}, fault.Op(err, "shard: reword")
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		held, err := s.store.Lock(ctx, here.Store, id)
		if err != nil {
			return err
		}
		if i, err = s.store.Item(ctx, held, item); err != nil {
			return err
		}
		right, err := s.rightHere(ctx, a, here, held)
		switch isSpeaker := a.IsThePerson(i.Person); {
		case err != nil:
			return err
		case right < Edit && (right < Suggest || !isSpeaker):
			return ErrNotAllowed
		case i.Pending && !isSpeaker: // it is not there for others yet
			return ErrNotFound
		case i.ArchivedAt != nil || i.Absorbed > 0:
			return ErrChanged
		case isSpeaker:
			i.EditedBy = ""
		default:
			i.Speaker, i.EditedBy = "", a.ID
		}
		i.Content = content
		return s.store.UpdateItem(ctx, held, i)
	})
	return i, fault.Op(err, "shard: reword")
}

// Remove destroys an item and returns what it said and where. Who said it may, the admins of the group in which it was
// said, and whoever may Edit the shard.
func (s *Service) Remove(ctx context.Context, a actor.Actor, here scope.Scope, id, item string) (said Item, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		held, err := s.store.Lock(ctx, here.Store, id)
		if err != nil {
			return err
		}
		i, err := s.store.Item(ctx, held, item)
		if err != nil {
			return err
		}
		right, err := s.rightHere(ctx, a, here, held)
		if err != nil {
			return err
		}
		if right < Edit && !a.IsThePerson(i.Person) && !(i.Scope == here && a.CanErase(here)) {
			return ErrNotAllowed
		}
		said = i
		return s.store.DropItems(ctx, held, []string{i.ID})
	})
	return said, fault.Op(err, "shard: remove")
}
