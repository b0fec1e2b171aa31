package forget

import (
	"context"
	"errors"
	"slices"
	"time"

	"keepsake/actor"
	"keepsake/erasure"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/session"
)

// Remains is a database that was put back from a backup. Package store implements it.
type Remains interface {
	// Reapply runs fn in a transaction that makes good for an entry of the journal, see database.DB.
	Reapply(ctx context.Context, e erasure.Entry, fn func(ctx context.Context) error) error
	// RecordedErasures returns what the transaction of ctx has erased so far.
	RecordedErasures(ctx context.Context) []erasure.Item
	// HasKeyOf reports whether Hash returns what an entry's hashes are compared with.
	HasKeyOf(e erasure.Entry) bool
	Hash(owner scope.Scope) string
	// MemoryScope returns whose a memory is, unless it is deleted.
	MemoryScope(ctx context.Context, id string) (owner scope.Scope, ok bool, err error)
	// Subjects returns of whom there is anything, without stores.
	Subjects(ctx context.Context) ([]scope.Scope, error)
	// Destroy destroys the rows that an item names, and the texts of the tombstones made since.
	Destroy(ctx context.Context, i erasure.Item, since, now time.Time) error
}

// Reapplied counts what Reapply did.
type Reapplied struct {
	Entries int // of the journal
	// Unknown are entries that hold hashes of another key: what has an id was erased, but not
	// what only a person's or a group's name would find.
	Unknown int
	Receipt Receipt // of whole people and groups
}

// Reapply erases in a database that was put back from a backup what was erased since the backup: the
// entries are those of the journal that the database lacks, the oldest first. What waited for its undo
// is destroyed at once: deleted memories with all versions, masked messages with their texts. A memory
// whose deletion was taken back later stays.
//
// Each entry is one transaction, which also notes it as known: killed anywhere, the next call goes on.
// Everything in the database is older than the entries, so that of a person who came back after they were
// forgotten only what was there before goes. Then the files are scrubbed; see Everything for an error
// of that. For the house only; others get ErrDenied.
func (f *Service) Reapply(ctx context.Context, a actor.Actor, r Remains, entries []erasure.Entry) (Reapplied, error) {
	var done Reapplied
	if !a.IsPart() {
		return done, ErrDenied
	}
	restored := restoredLater(entries)
	for _, e := range entries {
		part := Reapplied{}
		err := r.Reapply(ctx, e, func(ctx context.Context) error {
			part = Reapplied{Entries: 1}
			return f.reapply(ctx, r, e, restored, &part)
		})
		if err != nil {
			return done, fault.Op(err, "forget: reapply")
		}
		done.add(part)
	}
	if len(entries) == 0 {
		return done, nil
	}
	_, err := f.scrubbed(ctx, done.Receipt, nil)
	return done, err
}

// restoredLater returns the memories whose last entry takes their deletion back.
func restoredLater(entries []erasure.Entry) map[string]bool {
	restored := map[string]bool{}
	for _, e := range entries {
		for _, i := range e.Items {
			for _, id := range i.IDs {
				switch i.Part {
				case erasure.Restored:
					restored[id] = true
				case erasure.Memory, erasure.AllMemories:
					delete(restored, id)
				}
			}
		}
	}
	return restored
}

// reapply makes good for one entry, in the transaction of ctx.
func (f *Service) reapply(ctx context.Context, r Remains, e erasure.Entry, restored map[string]bool, done *Reapplied) error {
	since := f.now()
	var erased []erasure.Item
	for _, i := range e.Items {
		if i.Part == erasure.Memory {
			i.IDs = slices.DeleteFunc(slices.Clone(i.IDs), func(id string) bool { return restored[id] })
			if err := f.forgetAgain(ctx, r, i.IDs); err != nil {
				return err
			}
		}
		erased = append(erased, i)
	}
	if err := f.eraseAgain(ctx, r, e, done); err != nil {
		return err
	}
	for _, i := range append(erased, r.RecordedErasures(ctx)...) {
		if err := r.Destroy(ctx, i, since, f.now()); err != nil {
			return err
		}
	}
	return nil
}

// forgetAgain does what One does for memories that are still there, so that what repeats them in this
// database is masked, too.
func (f *Service) forgetAgain(ctx context.Context, r Remains, ids []string) error {
	for _, id := range ids {
		owner, ok, err := r.MemoryScope(ctx, id)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		// It was asked by somebody who might, and the journal does not say by whom.
		who := actor.Actor{Kind: actor.Person, ID: owner.ID, Standing: actor.Admin, Owner: true}
		if _, _, err := f.One(ctx, who, []scope.Scope{owner}, id); err != nil && !errors.Is(err, memory.ErrNotAllowed) {
			return err
		}
	}
	return nil
}

// partOf are the erasers of the items that name a person or a group.
var partOf = map[erasure.Part]Part{
	erasure.AllMemories: Memories, erasure.AllCandidates: Candidates, erasure.AllDigests: Digests, erasure.AllShards: Shards, erasure.AllSessions: Sessions, erasure.AllTasks: Tasks,
	erasure.AllDeliveries: Deliveries, erasure.AllSettings: Settings, erasure.AllUsage: Usage,
}

// eraseAgain erases what the entry says of whole people and groups, as far as the database knows of them.
func (f *Service) eraseAgain(ctx context.Context, r Remains, e erasure.Entry, done *Reapplied) error {
	if !slices.ContainsFunc(e.Items, func(i erasure.Item) bool { return i.Who != "" }) {
		return nil
	}
	if !r.HasKeyOf(e) {
		done.Unknown = 1
		return nil
	}
	subjects, err := r.Subjects(ctx)
	if err != nil {
		return err
	}
	hashed := make(map[string]scope.Scope, len(subjects))
	for _, s := range subjects {
		hashed[r.Hash(s)] = s
	}
	for _, i := range e.Items {
		owner, ok := hashed[i.Who]
		if !ok || partOf[i.Part] == "" {
			continue
		}
		owner.Store = i.Store
		for _, place := range f.placesOf(owner) {
			if err := f.erase(ctx, actor.OfSystem(), subject{[]scope.Scope{owner}, place}, &done.Receipt, partOf[i.Part]); err != nil {
				return err
			}
		}
	}
	return nil
}

// placesOf returns where a person or a group talks to the bots.
func (f *Service) placesOf(owner scope.Scope) []session.Place {
	chat, ok := chatOf(owner)
	if !ok || len(f.Bots) == 0 {
		return []session.Place{{}}
	}
	places := make([]session.Place, len(f.Bots))
	for i, bot := range f.Bots {
		places[i] = session.Place{Bot: bot, Chat: chat}
	}
	return places
}

func (d *Reapplied) add(o Reapplied) {
	d.Entries += o.Entries
	d.Unknown += o.Unknown
	d.Receipt.Memory.Add(o.Receipt.Memory)
	d.Receipt.Candidates += o.Receipt.Candidates
	d.Receipt.Directives += o.Receipt.Directives
	d.Receipt.ShardItems += o.Receipt.ShardItems
	d.Receipt.Sessions.Sessions += o.Receipt.Sessions.Sessions
	d.Receipt.Sessions.Messages += o.Receipt.Sessions.Messages
	d.Receipt.Sessions.Turns += o.Receipt.Sessions.Turns
	d.Receipt.Delivery.Updates += o.Receipt.Delivery.Updates
	d.Receipt.Delivery.Outgoing += o.Receipt.Delivery.Outgoing
	d.Receipt.Tasks += o.Receipt.Tasks
}

func (f *Service) now() time.Time {
	if f.Now == nil {
		return time.Now()
	}
	return f.Now()
}
