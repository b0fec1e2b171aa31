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
// Start reading at Service.
package forget

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/policy"
	"keepsake/people"
	"keepsake/session"
	"keepsake/task"
	"keepsake/usage"
)

// Tx runs a unit of work that spans nouns.
type Tx interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
}

// Scrubber removes what a database keeps of deleted rows in its files.
type Scrubber interface {
	Scrub(ctx context.Context) error
}

// Service forgets.
type Service struct {
	Memory   *memory.Service
	Sessions *session.Service
	Delivery *delivery.Service
	People   *people.Service
	Tasks    *task.Service
	Usage    *usage.Service // nil = nothing is counted
	Tx       Tx
	Scrubber Scrubber
	Stores   []string // the memory stores of the process, see memory.Scope
	Bots     []string // and its bots, see session.Place
	Now      func() time.Time
	Log      *slog.Logger
}

// One deletes a memory (memory.Service.Delete: it can be restored for some days) and
// masks it in every window: the evidence messages, the turns they stand in, the turns
// that wrote it, and whatever repeats one of its contents, in full or in its claim
// (policy.Repeats). Summaries of the sessions touched are dropped. The next prompt holds
// the text nowhere.
//
// memory.Service.Update and Undo are no wish to forget: an update keeps its history, and
// what was said around an addition that is undone may go on being talked about.
func (f *Service) One(ctx context.Context, scopes []memory.Scope, id string, a memory.Actor) (memory.Memory, memory.Change, error) {
	var m memory.Memory
	var c memory.Change
	err := f.Tx.InTx(ctx, func(ctx context.Context) error {
		h, err := f.Memory.History(ctx, scopes, id)
		if err != nil {
			return err
		}
		if m, c, err = f.Memory.Delete(ctx, scopes, id, a, "asked by the person"); err != nil {
			return err
		}
		messages, turns, contents, err := f.traces(ctx, h)
		if err != nil {
			return err
		}
		rest, _, err := f.Memory.List(ctx, memory.Kept(m.Scope))
		if err != nil {
			return err
		}
		kept := make([]string, len(rest))
		for i, r := range rest {
			kept[i] = r.Content
		}
		says := policy.Repeats(contents, kept)
		if _, err = f.Sessions.Mask(ctx, m.Scope, messages, turns, says); err != nil {
			return err
		}
		// Another agent may have asked this one: its answer stands in a conversation there.
		for _, store := range f.Stores {
			if other := (memory.Scope{Store: store, Kind: m.Scope.Kind, ID: m.Scope.ID}); other != m.Scope {
				if err := f.elsewhere(ctx, other, contents); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return m, c, fault.Op(err, "forget: one")
}

// elsewhere masks what another store's conversations with the same person say of it, unless
// that store keeps it too.
func (f *Service) elsewhere(ctx context.Context, scope memory.Scope, contents []string) error {
	rest, _, err := f.Memory.List(ctx, memory.Known(scope))
	if err != nil {
		return err
	}
	kept := make([]string, len(rest))
	for i, r := range rest {
		kept[i] = r.Content
	}
	_, err = f.Sessions.Mask(ctx, scope, nil, nil, policy.Repeats(contents, kept))
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
	said, err := f.Sessions.Store.ByIDs(ctx, messages)
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

// Receipt counts what Everything destroyed.
type Receipt struct {
	Memory   memory.Erased
	Sessions session.Erased
	Delivery delivery.Erased
	Tasks    int
}

// Everything erases all that is kept about a person in their private chats with all bots of
// the process, in every store: memories, versions, evidence, changes, decisions, tombstones, sessions, messages, turns,
// summaries, inbox, outbox, dead letters, tasks, name and settings. Access stays: an
// owner is still the owner, a blocked person still blocked. Running turns of the chat stop at their next write.
//
// say, when not nil, is called in the same transaction after the erasure: put the message
// with the receipt there. The caller's own lease on a lane of the chat is gone afterwards.
// Then the database's files are scrubbed; an error of that is logged and returned with the
// receipt: the rows are gone, the bytes are not yet, and the next scrub takes them.
func (f *Service) Everything(ctx context.Context, person string, place session.Place, say func(ctx context.Context, r Receipt) error) (Receipt, error) {
	var r Receipt
	err := f.Tx.InTx(ctx, func(ctx context.Context) error {
		scope := memory.Scope{Kind: memory.User, ID: person}
		return inOrder(
			func() error { return f.stop(ctx, place) },
			func() error {
				for _, scope.Store = range f.Stores {
					if err := f.store(ctx, scope, &r); err != nil {
						return err
					}
				}
				return nil
			},
			func() (err error) { r.Tasks, err = f.Tasks.Store.Erase(ctx, person); return err },
			func() (err error) { r.Delivery, err = f.Delivery.Store.Erase(ctx, scope); return err },
			func() error { return f.People.Store.Erase(ctx, person) },
			func() error { return f.Usage.Erase(ctx, person) },
			func() error { return told(ctx, r, say) },
		)
	})
	return f.scrubbed(ctx, r, err)
}

// Group erases all that is kept about a group, in all its topics: what Everything erases
// of a person, and the group's settings (that it is served stays). Nothing of its members'
// private chats is touched. say and the errors are as for Everything.
func (f *Service) Group(ctx context.Context, group memory.Scope, place session.Place, say func(ctx context.Context, r Receipt) error) (Receipt, error) {
	var r Receipt
	err := f.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := f.Delivery.Store.BumpFences(ctx, place.Bot, place.Chat); err != nil {
			return err
		}
		topics, err := f.Memory.Store.Topics(ctx, group)
		if err != nil {
			return err
		}
		for _, scope := range append(topics, group) {
			e, err := f.Memory.Erase(ctx, scope)
			if err != nil {
				return err
			}
			r.Memory.Add(e)
		}
		if r.Sessions, err = f.Sessions.Erase(ctx, group); err != nil {
			return err
		}
		if r.Delivery, err = f.Delivery.Store.Erase(ctx, group); err != nil {
			return err
		}
		old, err := f.People.Chat(ctx, place.Bot, place.Chat)
		if err != nil {
			return err
		}
		fresh := people.NewChat(place.Bot, place.Chat)
		fresh.Access = old.Access
		fresh.MovedFrom = old.MovedFrom
		if err := f.People.SaveChat(ctx, fresh); err != nil {
			return err
		}
		if err := f.People.Store.Erase(ctx, people.ID(place.Chat)); err != nil {
			return err
		}
		if err := f.Usage.Erase(ctx, people.ID(place.Chat)); err != nil {
			return err
		}
		return told(ctx, r, say)
	})
	return f.scrubbed(ctx, r, err)
}

// stop ends the work of all bots of the process in a chat.
func (f *Service) stop(ctx context.Context, place session.Place) error {
	bots := f.Bots
	if !slices.Contains(bots, place.Bot) {
		bots = append([]string{place.Bot}, bots...)
	}
	for _, bot := range bots {
		if err := f.Delivery.Store.BumpFences(ctx, bot, place.Chat); err != nil {
			return err
		}
	}
	return nil
}

// store erases a scope's memories and sessions in one store.
func (f *Service) store(ctx context.Context, scope memory.Scope, r *Receipt) error {
	m, err := f.Memory.Erase(ctx, scope)
	if err != nil {
		return err
	}
	r.Memory.Add(m)
	s, err := f.Sessions.Erase(ctx, scope)
	r.Sessions.Sessions += s.Sessions
	r.Sessions.Messages += s.Messages
	r.Sessions.Turns += s.Turns
	return err
}

// inOrder does steps until one fails.
func inOrder(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func told(ctx context.Context, r Receipt, say func(ctx context.Context, r Receipt) error) error {
	if say == nil {
		return nil
	}
	return say(ctx, r)
}

// scrubbed cleans the database's files after an erasure that went well.
func (f *Service) scrubbed(ctx context.Context, r Receipt, err error) (Receipt, error) {
	if err != nil {
		return Receipt{}, fault.Op(err, "forget: everything")
	}
	if f.Scrubber == nil {
		return r, nil
	}
	// The person may be gone before the files are clean: go on for them.
	if err := f.Scrubber.Scrub(context.WithoutCancel(ctx)); err != nil {
		f.log().Error("the database could not be scrubbed after an erasure", "err", err)
		return r, fault.Op(err, "forget: scrub")
	}
	return r, nil
}

func (f *Service) log() *slog.Logger {
	if f.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return f.Log
}
