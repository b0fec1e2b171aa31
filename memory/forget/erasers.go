package forget

import (
	"context"
	"slices"

	"keepsake/actor"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
)

// Part names what one eraser destroys.
type Part string

// The parts, in the order in which they are erased.
const (
	Memories   Part = "memories"
	Candidates Part = "candidates" // runs and verdicts too
	Digests    Part = "digests"    // directives and episodes too; of a group what its members said there for how they want to be answered
	Shards     Part = "shards"     // made in the chat, and what was said there or by the person
	Sessions   Part = "sessions"   // and the cursors of who follows them
	Tasks      Part = "tasks"
	Deliveries Part = "deliveries" // inbox, outbox, dead letters
	Settings   Part = "settings"   // a person's name and settings, a group's settings
	Usage      Part = "usage"
	Keys       Part = "keys"     // of the HTTP interface, and what their requests came to
	SignIns    Part = "sign-ins" // of the page
	Outside    Part = "outside"  // calls of other programs' tools, and what they may
)

// Receipt counts what an erasure destroyed.
type Receipt struct {
	Memory     memory.Erased
	Candidates int
	Directives int
	ShardItems int
	Sessions   session.Erased
	Delivery   delivery.Erased
	Tasks      int
}

// subject is whose data an erasure is about.
type subject struct {
	scopes []scope.Scope // one in each store
	place  session.Place // a chat of theirs
}

// eraser destroys what one noun keeps about a subject, in the transaction of ctx, and counts
// it in the receipt. Every noun that keeps something personal has one.
type eraser struct {
	part  Part
	erase func(ctx context.Context, a actor.Actor, s subject, r *Receipt) error
}

// erasers returns the erasers of all nouns.
func (f *Service) erasers() []eraser {
	return []eraser{
		{Shards, f.eraseShards}, {Memories, f.eraseMemories}, {Candidates, f.eraseCandidates}, {Digests, f.eraseDigests}, {Sessions, f.eraseSessions}, {Tasks, f.eraseTasks},
		{Deliveries, f.eraseDeliveries}, {Settings, f.eraseSettings}, {Usage, f.eraseUsage}, {Keys, f.eraseKeys}, {SignIns, f.eraseSignIns}, {Outside, f.eraseOutside},
	}
}

// erase runs the erasers of some parts, all when none is named.
func (f *Service) erase(ctx context.Context, a actor.Actor, s subject, r *Receipt, parts ...Part) error {
	for _, e := range f.erasers() {
		if len(parts) > 0 && !slices.Contains(parts, e.part) {
			continue
		}
		if err := e.erase(ctx, a, s, r); err != nil {
			return fault.Op(err, "erase %s", e.part)
		}
	}
	return nil
}

func (f *Service) eraseMemories(ctx context.Context, a actor.Actor, s subject, r *Receipt) error {
	for _, owner := range s.scopes {
		all := []scope.Scope{owner}
		if owner.Kind == scope.Group {
			topics, err := f.Memory.Topics(ctx, owner)
			if err != nil {
				return err
			}
			all = append(topics, owner)
		}
		for _, each := range all {
			e, err := f.Memory.Erase(ctx, a, each)
			if err != nil {
				return err
			}
			r.Memory.Add(e)
		}
	}
	return nil
}

func (f *Service) eraseCandidates(ctx context.Context, a actor.Actor, s subject, r *Receipt) error {
	if f.Candidates == nil {
		return nil
	}
	for _, owner := range s.scopes {
		n, err := f.Candidates.Erase(ctx, a, owner)
		if err != nil {
			return err
		}
		r.Candidates += n
	}
	return nil
}

func (f *Service) eraseDigests(ctx context.Context, a actor.Actor, s subject, r *Receipt) error {
	if f.Digests == nil {
		return nil
	}
	for _, owner := range s.scopes {
		n, err := f.Digests.Erase(ctx, a, owner)
		if err != nil {
			return err
		}
		r.Directives += n
		if owner.Kind != scope.Group {
			continue
		}
		if n, err = f.Digests.ForgetSaidIn(ctx, a, owner, nil); err != nil {
			return err
		}
		r.Directives += n
	}
	return nil
}

// eraseShards comes before the memories, with which a person's scope goes.
func (f *Service) eraseShards(ctx context.Context, a actor.Actor, s subject, r *Receipt) error {
	if f.Shards == nil {
		return nil
	}
	for _, owner := range s.scopes {
		n, err := f.Shards.Erase(ctx, a, owner)
		if err != nil {
			return err
		}
		r.ShardItems += n
	}
	return nil
}

func (f *Service) eraseSessions(ctx context.Context, a actor.Actor, s subject, r *Receipt) error {
	for _, owner := range s.scopes {
		e, err := f.Sessions.Erase(ctx, a, owner)
		if err != nil {
			return err
		}
		r.Sessions.Sessions += e.Sessions
		r.Sessions.Messages += e.Messages
		r.Sessions.Turns += e.Turns
	}
	return nil
}

func (f *Service) eraseTasks(ctx context.Context, a actor.Actor, s subject, r *Receipt) (err error) {
	if s.scopes[0].Kind == scope.User {
		r.Tasks, err = f.Tasks.Erase(ctx, a, s.scopes[0])
	}
	return err
}

func (f *Service) eraseDeliveries(ctx context.Context, a actor.Actor, s subject, r *Receipt) error {
	e, err := f.Delivery.Erase(ctx, a, s.scopes[0])
	r.Delivery.Updates += e.Updates
	r.Delivery.Outgoing += e.Outgoing
	return err
}

// eraseSettings leaves the access of a person, and that a group is served.
func (f *Service) eraseSettings(ctx context.Context, a actor.Actor, s subject, _ *Receipt) error {
	if s.scopes[0].Kind == scope.Group {
		old, err := f.People.Chat(ctx, s.place.Bot, s.place.Chat)
		if err != nil {
			return err
		}
		fresh := people.NewChat(s.place.Bot, s.place.Chat)
		fresh.Access, fresh.MovedFrom = old.Access, old.MovedFrom
		if err := f.People.SaveChat(ctx, actor.OfSystem(), fresh); err != nil {
			return err
		}
	}
	return f.People.Erase(ctx, a, s.scopes[0])
}

func (f *Service) eraseUsage(ctx context.Context, a actor.Actor, s subject, _ *Receipt) error {
	return f.Usage.Erase(ctx, a, s.scopes[0])
}

func (f *Service) eraseKeys(ctx context.Context, a actor.Actor, s subject, _ *Receipt) error {
	if f.Keys == nil {
		return nil
	}
	_, err := f.Keys.Erase(ctx, a, s.scopes[0])
	return err
}

func (f *Service) eraseSignIns(ctx context.Context, a actor.Actor, s subject, _ *Receipt) error {
	if f.SignIns == nil {
		return nil
	}
	_, err := f.SignIns.Erase(ctx, a, s.scopes[0])
	return err
}

func (f *Service) eraseOutside(ctx context.Context, a actor.Actor, s subject, _ *Receipt) error {
	if f.Outside == nil {
		return nil
	}
	_, err := f.Outside.Erase(ctx, a, s.scopes[0])
	return err
}

// Everything erases all that is kept about a person in their private chats with all bots of
// the process, in every store. Access stays: an owner is still the owner, a blocked person
// still blocked. Running turns of the chat stop at their next write. The person may, and the
// system; others get memory.ErrNotAllowed.
//
// say, when not nil, is called in the same transaction after the erasure: put the message
// with the receipt there. The caller's own lease on a lane of the chat is gone afterwards.
// Then the database's files are scrubbed; an error of that is logged and returned with the
// receipt: the rows are gone, the bytes are not yet, and the next scrub takes them.
func (f *Service) Everything(ctx context.Context, a actor.Actor, person string, place session.Place, say func(ctx context.Context, r Receipt) error) (Receipt, error) {
	s := subject{place: place}
	for _, store := range f.Stores {
		s.scopes = append(s.scopes, scope.Scope{Store: store, Kind: scope.User, ID: person})
	}
	return f.eraseSubject(ctx, a, s, say)
}

// Group erases all that is kept about a group, in all its topics: what Everything erases
// of a person, and the group's settings (that it is served stays). Nothing of its members'
// private chats is touched. The group's admins may, and the system. say and the errors are as
// for Everything.
func (f *Service) Group(ctx context.Context, a actor.Actor, group scope.Scope, place session.Place, say func(ctx context.Context, r Receipt) error) (Receipt, error) {
	return f.eraseSubject(ctx, a, subject{[]scope.Scope{group}, place}, say)
}

// eraseSubject does all of an erasure in one transaction, and scrubs afterwards.
func (f *Service) eraseSubject(ctx context.Context, a actor.Actor, s subject, say func(ctx context.Context, r Receipt) error) (Receipt, error) {
	var r Receipt
	if len(s.scopes) == 0 {
		return r, fault.New(fault.Internal, "forget: no store is named")
	}
	err := memory.CheckErase(a, s.scopes[0])
	if err == nil {
		err = f.Tx.InTx(ctx, func(ctx context.Context) error {
			r = Receipt{}
			if err := f.stop(ctx, s); err != nil {
				return err
			}
			if err := f.maskAllLinked(ctx, s); err != nil {
				return err
			}
			if err := f.erase(ctx, a, s, &r); err != nil || say == nil {
				return err
			}
			return say(ctx, r)
		})
	}
	return f.scrubbed(ctx, r, err)
}

// stop ends the work of the bots that have something of the subject in a chat: of a person all
// bots of the process, of a group the one that serves it.
func (f *Service) stop(ctx context.Context, s subject) error {
	bots := f.Bots
	if s.scopes[0].Kind == scope.Group {
		bots = nil
	}
	if !slices.Contains(bots, s.place.Bot) {
		bots = append([]string{s.place.Bot}, bots...)
	}
	for _, bot := range bots {
		if err := f.Delivery.BumpFences(ctx, bot, s.place.Chat); err != nil {
			return err
		}
	}
	return nil
}
