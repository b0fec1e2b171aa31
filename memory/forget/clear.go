package forget

import (
	"context"
	"strconv"
	"strings"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/scope"
)

// Wipe says what an operator destroys in one memory store.
type Wipe struct {
	Store string
	// Person is whose it is ("telegram:42"); "" = everybody's, and the groups'.
	Person string
	// Memories and Sessions are what goes. With the sessions goes what has arrived or is to
	// be sent in their chats.
	Memories, Sessions bool
}

// ErrDenied says that only an operator may clear a store, and a person their part of it.
var ErrDenied = fault.New(fault.Denied, "only an operator may clear a store")

// Clear destroys a part of what a store keeps: for the operator, who is no person of the
// bot's, and for the person whose it is. Tasks, names and settings stay. Answers in the making in the chats it is about
// stop at their next write. clean reports whether the bytes are gone too: while they are
// not, the next scrub takes them. Others get ErrDenied.
func (f *Service) Clear(ctx context.Context, a actor.Actor, w Wipe) (r Receipt, clean bool, err error) {
	if !a.IsPart() && !a.IsThePerson(w.Person) {
		return Receipt{}, false, ErrDenied
	}
	err = f.Tx.InTx(ctx, func(ctx context.Context) error {
		r = Receipt{}
		remembered, spoken, err := f.owners(ctx, w)
		if err != nil {
			return err
		}
		for _, owner := range append(spoken, remembered...) {
			if err := f.stopChatOf(ctx, owner); err != nil {
				return err
			}
		}
		for _, owner := range remembered {
			if err := f.clearParts(ctx, a, owner, &r, w.Memories, Shards, Memories, Candidates, Digests); err != nil {
				return err
			}
		}
		for _, owner := range spoken {
			if err := f.clearParts(ctx, a, owner, &r, w.Sessions, Sessions, Deliveries); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return Receipt{}, false, fault.Op(err, "forget: clear")
	}
	_, err = f.scrubbed(ctx, r, nil) // it is logged there
	return r, err == nil, nil
}

// owners returns whose memories and whose conversations a wipe is about.
func (f *Service) owners(ctx context.Context, w Wipe) (remembered, spoken []scope.Scope, err error) {
	if w.Person != "" {
		one := []scope.Scope{{Store: w.Store, Kind: scope.User, ID: w.Person}}
		return one, one, nil
	}
	if remembered, err = f.Memory.Scopes(ctx, w.Store); err == nil {
		spoken, err = f.Sessions.Owners(ctx, w.Store)
	}
	return remembered, spoken, err
}

// clearParts runs the erasers of some parts for one scope, if they are wanted.
func (f *Service) clearParts(ctx context.Context, a actor.Actor, owner scope.Scope, r *Receipt, wanted bool, parts ...Part) error {
	if !wanted {
		return nil
	}
	return f.erase(ctx, a, subject{scopes: []scope.Scope{owner}}, r, parts...)
}

// stopChatOf ends the work of all bots in the chat of a person or a group.
func (f *Service) stopChatOf(ctx context.Context, owner scope.Scope) error {
	if owner.Kind != scope.User && owner.Kind != scope.Group {
		return nil
	}
	chat, ok := chatOf(owner)
	if !ok {
		return nil
	}
	for _, bot := range f.Bots {
		if err := f.Delivery.BumpFences(ctx, bot, chat); err != nil {
			return err
		}
	}
	return nil
}

// chatOf returns the chat of a person or a group; ok is false when no bot has one with them.
func chatOf(owner scope.Scope) (chat int64, ok bool) {
	_, number, _ := strings.Cut(owner.ID, ":")
	number, _, _ = strings.Cut(number, ":") // without the topic of a group
	chat, err := strconv.ParseInt(number, 10, 64)
	return chat, err == nil
}
