// Package forget makes a person's wish to forget true everywhere, not only in the table
// of memories.
//
// It spans nouns and holds no rule of any one of them: One deletes a memory and masks
// what the windows still say of it; Everything destroys all that is kept about a person,
// Group all that is kept about a group.
// It never fails because writing is switched off (R12).
//
// Invariants:
//   - Each is one transaction: it happened everywhere or nowhere.
//   - After One, no window holds the text: neither the messages that were its evidence,
//     nor the turns that talked about keeping it, nor any message that repeats its claim.
//   - After Everything and its scrub, a byte search of a SQLite database finds nothing of
//     what was said or kept. Of an owner, and of anybody who was allowed or blocked, the id
//     stays with that access; of others only the chat's number in the receipt that is
//     sent, until its days are over. Where there are quotas, how much was used today stays
//     until today ends: numbers, beside the id.
//
// Start reading at Service; what is erased is the list in erasers.go.
package forget

import (
	"context"
	"log/slog"
	"time"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/logs"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/digest"
	"keepsake/memory/repeats"
	"keepsake/memory/shard"
	"keepsake/outside"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/signin"
	"keepsake/task"
	"keepsake/tx"
	"keepsake/usage"
)

// ErrForgotten is the memory.ErrNotFound of a memory that is to be forgotten and is so already.
var ErrForgotten = &fault.Error{Kind: fault.NotFound, Message: "the memory is forgotten already", Err: memory.ErrNotFound}

// Scrubber removes what a database keeps of deleted rows in its files.
type Scrubber interface {
	Scrub(ctx context.Context) error
}

// Service forgets.
type Service struct {
	Memory     *memory.Service
	Candidates *candidate.Service // nil = nobody looks for any
	Digests    *digest.Service    // nil = there are none
	Shards     *shard.Service     // nil = there are none
	Sessions   *session.Service
	Delivery   *delivery.Service
	People     *people.Service
	Tasks      *task.Service
	Usage      *usage.Service   // nil = nothing is counted
	Keys       *apikey.Service  // nil = there are none
	SignIns    *signin.Service  // nil = there are none
	Outside    *outside.Service // nil = there are none
	Tx         tx.Runner
	Scrubber   Scrubber
	Stores     []string // the memory stores of the process, see scope.Scope
	Bots       []string // and its bots, see session.Place
	Now        func() time.Time
	Log        *slog.Logger
}

// One deletes a memory (memory.Service.Delete: it can be restored for some days) and
// masks it in every window: the evidence messages, the turns they stand in, the turns
// that wrote it, and whatever repeats one of its contents, in full or in its claim
// (repeats.Match). Summaries of the sessions touched are dropped. The next prompt holds
// the text nowhere.
//
// memory.Service.Update and Undo are no wish to forget: an update keeps its history, and
// what was said around an addition that is undone may go on being talked about.
func (f *Service) One(ctx context.Context, a actor.Actor, scopes []scope.Scope, id string) (memory.Memory, memory.Change, error) {
	var m memory.Memory
	var c memory.Change
	err := f.Tx.InTx(ctx, func(ctx context.Context) error {
		h, err := f.Memory.History(ctx, scopes, id)
		if err == nil && h.Memory.DeletedAt != nil {
			err = ErrForgotten
		}
		if err != nil {
			return err
		}
		if m, c, err = f.Memory.Delete(ctx, a, scopes, id, "asked by the person"); err != nil {
			return err
		}
		messages, turns, contents, err := f.traces(ctx, h)
		if err != nil {
			return err
		}
		rest, _, err := f.Memory.List(ctx, memory.RetentionQuery(m.Scope))
		if err != nil {
			return err
		}
		kept := make([]string, len(rest))
		for i, r := range rest {
			kept[i] = r.Content
		}
		says := repeats.Match(contents, kept)
		if _, err = f.Sessions.Mask(ctx, actor.OfSystem(), m.Scope, messages, turns, says); err != nil {
			return err
		}
		if f.Candidates != nil { // what extraction found and keeps in the background
			if _, err = f.Candidates.Forget(ctx, actor.OfSystem(), m.Scope, says); err != nil {
				return err
			}
		}
		if f.Digests != nil { // and what is made of the person's wishes
			if _, err = f.Digests.Forget(ctx, actor.OfSystem(), m.Scope, says); err != nil {
				return err
			}
		}
		if f.Digests != nil && m.Scope.Kind == scope.Group {
			if _, err = f.Digests.ForgetSaidIn(ctx, actor.OfSystem(), withoutTopic(m.Scope), says); err != nil {
				return err
			}
		}
		if f.Shards != nil { // and what the same person, or somebody in the same group, put into a shard
			if _, err = f.Shards.Forget(ctx, actor.OfSystem(), withoutTopic(m.Scope), says); err != nil {
				return err
			}
		}
		// Another agent may have asked this one: its answer stands in a conversation there.
		for _, store := range f.Stores {
			if other := (scope.Scope{Store: store, Kind: m.Scope.Kind, ID: m.Scope.ID}); other != m.Scope {
				if err := f.elsewhere(ctx, other, contents); err != nil {
					return err
				}
			}
		}
		return f.maskLinked(ctx, m.Scope, contents)
	})
	return m, c, fault.Op(err, "forget: one")
}

// withoutTopic returns the scope of the whole group for the one of a topic, and other scopes as they are.
func withoutTopic(s scope.Scope) scope.Scope {
	if chat, ok := chatOf(s); ok && s.Kind == scope.Group {
		s.ID = people.ID(chat)
	}
	return s
}

// elsewhere masks what another store's conversations with the same person say of it, unless
// that store keeps it too.
func (f *Service) elsewhere(ctx context.Context, scope scope.Scope, contents []string) error {
	rest, _, err := f.Memory.List(ctx, memory.ActiveQuery(scope))
	if err != nil {
		return err
	}
	kept := make([]string, len(rest))
	for i, r := range rest {
		kept[i] = r.Content
	}
	_, err = f.Sessions.Mask(ctx, actor.OfSystem(), scope, nil, nil, repeats.Match(contents, kept))
	return err
}

// traces returns what of the conversations speaks of a memory.
func (f *Service) traces(ctx context.Context, h memory.History) (messages, turns, contents []string, err error) {
	for _, v := range h.Versions {
		contents = append(contents, v.Content)
		for _, e := range v.Evidence {
			if e.MessageID != "" {
				messages = append(messages, e.MessageID)
			}
		}
	}
	for _, c := range h.Changes {
		if (c.Op == memory.OpAdd || c.Op == memory.OpUpdate) && c.Actor.TurnID != "" {
			turns = append(turns, c.Actor.TurnID)
		}
	}
	// The turn of an evidence message holds the bot's question about it.
	said, err := f.Sessions.ByIDs(ctx, messages)
	if err != nil {
		return nil, nil, nil, err
	}
	for _, m := range said {
		if m.TurnID != "" {
			turns = append(turns, m.TurnID)
		}
	}
	return messages, turns, contents, nil
}

// scrubbed cleans the database's files after an erasure that went well.
func (f *Service) scrubbed(ctx context.Context, r Receipt, err error) (Receipt, error) {
	if err != nil {
		return Receipt{}, fault.Op(err, "forget: erase")
	}
	if f.Scrubber == nil {
		return r, nil
	}
	// The person may be gone before the files are clean: go on for them.
	if err := f.Scrubber.Scrub(context.WithoutCancel(ctx)); err != nil {
		logs.OrNone(f.Log).Error("the database could not be scrubbed after an erasure", "error", err)
		return r, fault.Op(err, "forget: scrub")
	}
	return r, nil
}
