package shard

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/secret"
	"keepsake/shortid"
	"keepsake/text"
	"keepsake/tx"
)

// Store is what a database must do. Methods join a transaction in the context. A shard that exists is
// written after Lock only.
type Store interface {
	tx.Runner
	Put(ctx context.Context, s Shard) error // ErrNameTaken
	// Lock adds one to the revision of a shard that reaches an agent's store and returns the shard, which others cannot
	// change until the transaction ends; ErrNotFound. A shard reaches the store of its home, those with a chat that it is
	// attached to, and those in which some of it was said; "" is any store.
	Lock(ctx context.Context, store, id string) (Shard, error)
	Get(ctx context.Context, store, id string) (Shard, error) // as Lock, without the lock
	Update(ctx context.Context, s Shard) error                // all but home, maker, revision and when it was made; ErrNameTaken
	Delete(ctx context.Context, s Shard) error                // with all its items
	// Waiting returns the shards of an agent's store that are not paused and have suggestions that wait.
	Waiting(ctx context.Context, store string) ([]Shard, error)
	// Seen returns the shards that were made in a chat, are attached to it or are open to all, by name.
	Seen(ctx context.Context, chat scope.Scope) ([]Shard, error)
	// CountMade returns how many shards have this home.
	CountMade(ctx context.Context, home scope.Scope) (int, error)
	Chats(ctx context.Context, s Shard) ([]scope.Scope, error) // that it is attached to
	// Attach keeps since when a chat that is attached already shares the shard.
	Attach(ctx context.Context, s Shard, chat scope.Scope, since time.Time) error
	Resume(ctx context.Context, s Shard, since time.Time) error // for all its chats
	// Sharing returns the shards that are attached to a chat and not paused, by name.
	Sharing(ctx context.Context, chat scope.Scope) ([]Sharing, error)
	Detach(ctx context.Context, s Shard, chat scope.Scope) error

	PutItem(ctx context.Context, s Shard, i Item) error
	UpdateItem(ctx context.Context, s Shard, i Item) error // what it says, its speaker and who reworded it
	Keep(ctx context.Context, s Shard, id string) error    // it is pending no more
	PurgePending(ctx context.Context, before time.Time) (int, error)
	// Items returns those that count, or the archived ones, the oldest first.
	Items(ctx context.Context, s Shard, kind Kind, archived bool) ([]Item, error)
	Item(ctx context.Context, s Shard, id string) (Item, error) // ErrNotFound
	// ItemsOf returns what counts in any of these shards, and of the named items also those that are archived,
	// the oldest first.
	ItemsOf(ctx context.Context, shards, named []string) ([]Item, error)
	// ArchiveFacts archives all facts of a shard but the newest keep.
	ArchiveFacts(ctx context.Context, s Shard, keep int, now time.Time) error
	DropItems(ctx context.Context, s Shard, ids []string) error
	// Version returns a version of a digest, the newest for 0; the zero Digest when there is none.
	Version(ctx context.Context, s Shard, version int) (Digest, error)
	Newest(ctx context.Context, shards []string) ([]Digest, error) // of each that has one
	// PutDigest stores a version, marks the waiting suggestions that it absorbs, returns how many these are, and
	// removes versions up to forgotten.
	PutDigest(ctx context.Context, s Shard, d Digest, absorbed []string, forgotten int) (int, error)
	// AbsorbedIn returns the suggestions that a version absorbed, the oldest first.
	AbsorbedIn(ctx context.Context, s Shard, version int) ([]Item, error)
	// SaidBy returns all items that were said in a chat or, for a private scope, by its person or were reworded by them, in
	// shards of the scope's store or in its chats.
	SaidBy(ctx context.Context, owner scope.Scope) ([]Item, error)
	Erase(ctx context.Context, owner scope.Scope) (int, error)
}

// Service is the only one to write shards.
type Service struct {
	store Store
	now   clock.Now

	facts, threshold int    // of a new shard
	role             string // through which it is used; "" = none, which bounds nothing

	stores map[string]string // of the process's roles, by name
}

// New returns a Service whose new shards keep DefaultFacts and wait for DefaultThreshold.
func New(store Store, now clock.Now) *Service {
	return &Service{store: store, now: now, facts: DefaultFacts, threshold: DefaultThreshold}
}

// WithLimits returns the service with other limits of new shards (E34).
func (s *Service) WithLimits(facts, threshold int) *Service {
	other := *s
	other.facts, other.threshold = facts, threshold
	return &other
}

// Make makes a shard in the chat that is its home, and attaches it there. Who may is said by CanMake.
func (s *Service) Make(ctx context.Context, a actor.Actor, home scope.Scope, name, instructions string) (Shard, error) {
	made := Shard{
		ID: shortid.New(shortid.Len), Home: home, Maker: a.ID, Name: name, Instructions: instructions,
		MaxFacts: s.facts, Threshold: s.threshold, Revision: 1, MadeAt: s.now.UTC(),
	}
	if !CanMake(a, home) {
		return Shard{}, fault.Op(ErrNotAllowed, "shard: make")
	}
	if err := check(&made); err != nil {
		return Shard{}, fault.Op(err, "shard: make")
	}
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		n, err := s.store.CountMade(ctx, home)
		if err == nil && n >= MostShards {
			err = ErrTooMany
		}
		if err == nil {
			err = s.store.Put(ctx, made)
		}
		if err == nil {
			err = s.store.Attach(ctx, made, home, s.now.UTC())
		}
		return err
	})
	return made, fault.Op(err, "shard: make")
}

// check tidies what people typed and refuses what is too long, empty or a secret.
func check(s *Shard) error {
	s.Name, s.Instructions = text.OneLine(s.Name), strings.TrimSpace(text.Clean(s.Instructions))
	switch {
	case s.Name == "" || text.Len(s.Name) > mostName:
		return fault.Field("name", "must have 1 to 60 characters")
	case text.Len(s.Instructions) > mostInstructions:
		return fault.Field("instructions", "must have at most 2000 characters")
	case s.Threshold < 1 || s.Threshold > MostFacts:
		return fault.Field("threshold", "must be between 1 and 500")
	case s.MaxFacts < 1 || s.MaxFacts > MostFacts:
		return fault.Field("max_facts", "must be between 1 and 500")
	case hasSecret(s.Name) || hasSecret(s.Instructions):
		return memory.ErrSecret
	}
	return nil
}

func hasSecret(s string) bool {
	_, found := secret.Find(s)
	return found || strings.Contains(s, text.Mask)
}

// Seen returns the shards that a chat sees, by name: those made there, attached to it or open to all, as far as they may
// be read there.
func (s *Service) Seen(ctx context.Context, here scope.Scope) ([]Shard, error) {
	all, err := s.store.Seen(ctx, here)
	return slices.DeleteFunc(all, func(held Shard) bool { return !s.shows(here, held) }), fault.Op(err, "shard: seen")
}

// Find returns the shard that a chat sees under an id or a name, its own before others; ErrNotFound.
func (s *Service) Find(ctx context.Context, here scope.Scope, named string) (Shard, error) {
	all, err := s.Seen(ctx, here)
	if err != nil {
		return Shard{}, fault.Op(err, "shard: find")
	}
	return choose(all, here, named)
}

func choose(all []Shard, here scope.Scope, named string) (Shard, error) {
	id, key := strings.TrimSpace(named), Key(named)
	found := slices.DeleteFunc(all, func(s Shard) bool { return !strings.EqualFold(s.ID, id) && Key(s.Name) != key })
	if len(found) == 0 {
		return Shard{}, fault.Op(ErrNotFound, "shard: find")
	}
	if i := slices.IndexFunc(found, func(s Shard) bool { return s.Home == here }); i > 0 {
		return found[i], nil
	}
	return found[0], nil
}

// Key returns a name as names are compared.
func Key(name string) string { return text.Fold(text.OneLine(name)) }

// Change changes a shard that the chat sees: set is given it and sets what is to be another. What is beyond a
// smaller limit of facts is archived. Who may Edit changes its instructions, who may Manage the rest; to whom it is open
// is decided by who made it (CanManage), and a group's own shard is never opened to other chats. Rights are set by
// Grant, what it cites by Cite.
func (s *Service) Change(ctx context.Context, a actor.Actor, here scope.Scope, id string, set func(s *Shard)) (Shard, error) {
	return s.hold(ctx, a, here, id, "change", Edit, func(ctx context.Context, now *Shard) error {
		old := *now
		set(now)
		now.ID, now.Home, now.Maker, now.MadeAt, now.Rights, now.Cites = old.ID, old.Home, old.Maker, old.MadeAt, old.Rights, old.Cites
		if !old.isAlike(*now) && s.RightOf(a, here, old) < Manage || now.Open != old.Open && !CanManage(a, here, old) {
			return ErrNotAllowed
		}
		if now.Schedule != old.Schedule {
			now.ScheduledAt = s.now.UTC()
		}
		if now.Open && now.Home.Kind != scope.User {
			return ErrNotAllowed
		}
		if err := check(now); err != nil {
			return err
		}
		err := s.store.Update(ctx, *now)
		if err == nil && old.Paused && !now.Paused {
			err = s.store.Resume(ctx, *now, s.now.UTC())
		}
		if err != nil || now.MaxFacts >= old.MaxFacts {
			return err
		}
		return s.store.ArchiveFacts(ctx, *now, now.MaxFacts, s.now.UTC())
	})
}

// isAlike reports whether two states of a shard differ in their instructions at most.
func (s Shard) isAlike(o Shard) bool {
	return s.Name == o.Name && s.Open == o.Open && s.Paused == o.Paused && s.MaxFacts == o.MaxFacts && s.Threshold == o.Threshold && s.Schedule == o.Schedule
}

// hold runs a change of a shard by somebody who has a right in it, in a transaction that holds it.
func (s *Service) hold(ctx context.Context, a actor.Actor, here scope.Scope, id, op string, need Right, do func(ctx context.Context, s *Shard) error) (Shard, error) {
	return s.change(ctx, here, id, op, func(ctx context.Context, held *Shard) error {
		right, err := s.rightHere(ctx, a, here, *held)
		if err == nil && right < need {
			err = ErrNotAllowed
		}
		if err != nil {
			return err
		}
		return do(ctx, held)
	})
}

// manage runs a change of a shard by whoever may do everything with it.
func (s *Service) manage(ctx context.Context, a actor.Actor, here scope.Scope, id, op string, do func(ctx context.Context, s *Shard) error) (Shard, error) {
	return s.change(ctx, here, id, op, func(ctx context.Context, held *Shard) error {
		if !CanManage(a, here, *held) {
			return ErrNotAllowed
		}
		return do(ctx, held)
	})
}

func (s *Service) change(ctx context.Context, here scope.Scope, id, op string, do func(ctx context.Context, s *Shard) error) (Shard, error) {
	var held Shard
	err := s.store.InTx(ctx, func(ctx context.Context) (err error) {
		if held, err = s.store.Lock(ctx, here.Store, id); err != nil {
			return err
		}
		return do(ctx, &held)
	})
	return held, fault.Op(err, "shard: %s", op)
}

// Attach lets a group share a shard. The group's admins may, as far as they manage the shard; through a role with another
// store, what was opened to it.
func (s *Service) Attach(ctx context.Context, a actor.Actor, here scope.Scope, id string) (Shard, error) {
	at := here
	if offered, err := s.FindOffered(ctx, a, here, id); err == nil {
		id, at = offered.ID, atHome(here, offered)
	} else if !errors.Is(err, ErrNotFound) {
		return Shard{}, fault.Op(err, "shard: attach")
	}
	return s.change(ctx, at, id, "attach", func(ctx context.Context, held *Shard) error {
		if !s.canAttach(a, here, *held) {
			return ErrNotAllowed
		}
		return s.store.Attach(ctx, *held, here, s.now.UTC())
	})
}

// Detach ends that a chat shares a shard; what was said there stays in the shard until it is taken back. The
// chat's admins may, whoever manages the shard.
func (s *Service) Detach(ctx context.Context, a actor.Actor, here scope.Scope, id string) error {
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		held, err := s.store.Lock(ctx, here.Store, id)
		if err != nil {
			return err
		}
		chats, err := s.store.Chats(ctx, held)
		if err != nil {
			return err
		}
		if !slices.Contains(chats, here) {
			return ErrNotFound
		}
		if !a.CanErase(here) {
			return ErrNotAllowed
		}
		return s.store.Detach(ctx, held, here)
	})
	return fault.Op(err, "shard: detach")
}

// Delete destroys a shard with all that is kept in it. Who may is said by CanManage.
func (s *Service) Delete(ctx context.Context, a actor.Actor, here scope.Scope, id string) (Shard, error) {
	return s.manage(ctx, a, here, id, "delete", func(ctx context.Context, held *Shard) error { return s.store.Delete(ctx, *held) })
}

// Forget destroys the items that were said in a chat, or by the person of a private scope, and that say
// something that was forgotten. Only the system may.
func (s *Service) Forget(ctx context.Context, a actor.Actor, owner scope.Scope, says func(text string) bool) (n int, err error) {
	if a.Kind != actor.System {
		return 0, fault.Op(ErrNotAllowed, "shard: forget")
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		n = 0
		all, err := s.store.SaidBy(ctx, owner)
		if err != nil {
			return err
		}
		gone := map[string][]string{}
		for _, i := range all {
			if says(i.Content) {
				gone[i.ShardID] = append(gone[i.ShardID], i.ID)
				n++
			}
		}
		for _, id := range slices.Sorted(maps.Keys(gone)) { // in one order everywhere, so that no two wait for each other
			held, err := s.store.Lock(ctx, owner.Store, id)
			if err == nil {
				err = s.store.DropItems(ctx, held, gone[id])
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return n, fault.Op(err, "shard: forget")
}

// Erase destroys the shards that were made in a chat, and what was said there or, for a private scope, by its
// person in any shard of the store; it returns how many items went. The person may, the admins of a group, and
// the system.
func (s *Service) Erase(ctx context.Context, a actor.Actor, owner scope.Scope) (int, error) {
	if !a.CanErase(owner) {
		return 0, fault.Op(ErrNotAllowed, "shard: erase")
	}
	n, err := s.store.Erase(ctx, owner)
	return n, fault.Op(err, "shard: erase")
}
