package memory

import (
	"context"
	"slices"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/scope"
	"keepsake/shortid"
)

// Source says what made somebody ask for a write.
type Source string

const (
	SourceConversation  Source = "conversation" // a model called a tool
	SourceCommand       Source = "command"      // a person typed or filled in a form
	SourceCard          Source = "card"         // a person tapped a button
	SourceArchive       Source = "archive"      // an import
	SourceSchedule      Source = "schedule"     // caps, times to live, pruning
	SourceExtraction    Source = "extraction"   // a run over a conversation
	SourceConsolidation Source = "consolidation"
)

// sourceOf returns the source of what an actor asks for, when a write names none.
func sourceOf(a actor.Actor) Source {
	switch a.Kind {
	case actor.Tool:
		return SourceConversation
	case actor.Extraction:
		return SourceExtraction
	case actor.Consolidation:
		return SourceConsolidation
	case actor.Import:
		return SourceArchive
	case actor.System:
		return SourceSchedule
	}
	return SourceCommand
}

// Write is one write that is asked for. Op says which of the other fields count.
type Write struct {
	Op       Op
	Scopes   []scope.Scope // where MemoryID is looked up; of every op but OpAdd
	MemoryID string        // of every op but OpAdd
	Draft    Draft         // of OpAdd
	Imported *Imported     // of OpAdd: a memory as it was, in place of Draft
	Edit     Edit          // of OpUpdate
	Status   Status        // of OpArchive: the memory's status from then on; "" = as it is

	Reason string // constant English; "" = the Reason of Draft or Edit
	Source Source // "" = by the kind of the actor
	Batch  string // writes that can be reverted together; "" = the actor's turn

	undoes    string            // the change it takes back
	permitted bool              // permission was asked for already
	confirmed bool              // a person saw it: the same subject does not stop it
	due       func(Memory) bool // nil = always; otherwise the write is left out unless it holds
}

// Imported is a memory as an archive has it.
type Imported struct {
	Memory   Memory
	Versions []Version
}

// written is what a Write did. A write that was left out has no change.
type written struct {
	before, after Memory
	change        Change
	grew          bool // there is one more active memory outside the archive now
}

// Apply does all writes in one transaction, or none, and returns their changes in order. It
// is the only way a memory changes; Add, Update, Delete, Restore, Pin, Undo, Save, Import,
// Expire and Prune are short uses of it. What then exceeds a cap is archived in the same
// transaction, once for all writes (R7).
//
// The actor may do, in a person's scope, what that person asks for; in a group's scope, what
// admins ask for, additions of members, and changes of what the member said or is about; a
// part of the house, what its job is. Else ErrNotAllowed, ErrNotYours, or ErrNotFound for a
// memory that is not in the scopes. The errors of single writes are those of the methods
// named above.
func (s *Service) Apply(ctx context.Context, a actor.Actor, writes []Write) ([]Change, error) {
	done, err := s.applyAll(ctx, a, writes)
	if err != nil {
		return nil, fault.Op(err, "memory: apply")
	}
	changes := make([]Change, 0, len(done))
	for _, w := range done {
		if w.change.ID != "" {
			changes = append(changes, w.change)
		}
	}
	return changes, nil
}

// applyAll is Apply with the memories before and after each write.
func (s *Service) applyAll(ctx context.Context, a actor.Actor, writes []Write) ([]written, error) {
	done := make([]written, 0, len(writes))
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		done = done[:0]
		for _, w := range writes {
			one, err := s.applyOne(ctx, a, w)
			if err != nil {
				return err
			}
			done = append(done, one)
		}
		return s.makeRoom(ctx, done)
	})
	if err != nil {
		return nil, err
	}
	return done, nil
}

// applySingle is applyAll for one write.
func (s *Service) applySingle(ctx context.Context, a actor.Actor, w Write) (written, error) {
	done, err := s.applyAll(ctx, a, []Write{w})
	if err != nil {
		return written{}, err
	}
	return done[0], nil
}

// applyOne does one write in the transaction of ctx.
func (s *Service) applyOne(ctx context.Context, a actor.Actor, w Write) (written, error) {
	if s.cfg.ReadOnly && !isForgetting(w) {
		return written{}, ErrReadOnly
	}
	if w.Op == OpAdd {
		if w.Imported != nil {
			return s.applyImport(ctx, a, w)
		}
		return s.applyAdd(ctx, a, w)
	}
	if w.Op == OpUpdate && w.undoes == "" {
		var err error
		if w.Edit.Content, err = s.content(w.Edit.Content, w.Edit.Limits); err != nil {
			return written{}, err
		}
	}
	m, err := s.getLocked(ctx, w.Scopes, w.MemoryID)
	if err == nil && m.DeletedAt != nil && w.Op != OpRestore {
		err = ErrNotFound
	}
	if err != nil {
		return written{}, err
	}
	if w.due != nil && (m.ArchivedAt != nil || m.Status != Active || !w.due(m)) {
		return written{before: m, after: m}, nil
	}
	if !w.permitted {
		act := actManage
		switch {
		case w.Op == OpUpdate:
			act = actEdit
		case w.Op == OpArchive && a.IsPart():
			act = actRetire
		}
		if err := s.checkMemory(ctx, a, act, m); err != nil {
			return written{}, err
		}
	}
	switch w.Op {
	case OpUpdate:
		return s.applyUpdate(ctx, a, w, m)
	case OpDelete:
		return s.applyDelete(ctx, a, w, m)
	case OpRestore, OpUnarchive:
		return s.applyRestore(ctx, a, w, m)
	case OpPin, OpUnpin:
		return s.applyPin(ctx, a, w, m)
	case OpArchive:
		return s.applyArchive(ctx, a, w, m)
	}
	return written{}, fault.Field("op", "is unknown")
}

// isForgetting reports whether a write takes something away: that works in read-only mode
// too (R12), as does the end of a time to live.
func isForgetting(w Write) bool { return w.Op == OpDelete || w.Op == OpArchive && w.Status == Expired }

// getLocked returns a memory, deleted or not, and locks its scope for writing.
func (s *Service) getLocked(ctx context.Context, scopes []scope.Scope, id string) (Memory, error) {
	m, err := s.store.Get(ctx, scopes, id)
	if err != nil {
		return m, err
	}
	if err := s.store.Lock(ctx, m.Scope); err != nil {
		return m, err
	}
	return s.store.Get(ctx, scopes, id) // as it is now that nobody else writes
}

// record stores the change that a write made, which bumps the scope's revision. before and
// after are the contents.
func (s *Service) record(ctx context.Context, a actor.Actor, w Write, op Op, m Memory, before, after string) (Change, error) {
	c := Change{
		ID: shortid.New(shortid.LongLen), MemoryID: m.ID, Scope: m.Scope, Op: op, Before: before, After: after,
		Version: m.Version, Actor: a, Source: w.Source, Batch: w.Batch, Reason: w.Reason,
		Confidence: m.Confidence, Origin: m.Origin, Undoes: w.undoes, At: s.now.UTC(),
	}
	if c.Source == "" {
		c.Source = sourceOf(a)
	}
	if c.Batch == "" {
		c.Batch = a.TurnID
	}
	if err := s.store.Record(ctx, c); err != nil {
		return c, err
	}
	if s.cfg.OnChange != nil {
		s.store.AfterCommit(ctx, func() { s.cfg.OnChange(c) })
	}
	if s.log != nil {
		s.log.DebugContext(ctx, "memory changed", "op", c.Op, "memory", c.MemoryID, "version", c.Version,
			"change", c.ID, "actor", c.Actor.Kind)
	}
	return c, nil
}

// Undo takes one change back by another change: an addition is deleted, an update gets
// its old content as a new version, a deletion is restored, a pin is turned. The author of
// the change may, and whoever may delete the memory. ErrUndone when that was done before;
// ErrConflict when the memory has changed since, so that no later word of the person is lost.
func (s *Service) Undo(ctx context.Context, a actor.Actor, scopes []scope.Scope, changeID string) (Memory, Change, error) {
	var w written
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		old, err := s.store.Change(ctx, scopes, changeID)
		if err == nil {
			w, err = s.takeBack(ctx, a, scopes, old, "", "undone by the person")
		}
		return err
	})
	return w.after, w.change, fault.Op(err, "memory: undo %s", changeID)
}

// Revert takes back all changes of a batch that were not undone yet, the newest first, in one
// transaction: all of them, or none. It returns the changes that did so. Permission and
// errors are as for Undo; ErrNotFound when the scopes have no such batch.
func (s *Service) Revert(ctx context.Context, a actor.Actor, scopes []scope.Scope, batch string) ([]Change, error) {
	var done []Change
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		done = nil
		changes, err := s.store.BatchChanges(ctx, scopes, batch)
		if err != nil {
			return err
		}
		if len(changes) == 0 {
			return ErrNotFound
		}
		for _, old := range slices.Backward(changes) {
			if old.UndoneAt != nil || old.Undoes != "" {
				continue
			}
			w, err := s.takeBack(ctx, a, scopes, old, shortid.New(shortid.LongLen), "its batch was reverted")
			if err != nil {
				return err
			}
			done = append(done, w.change)
		}
		return nil
	})
	if err != nil {
		return nil, fault.Op(err, "memory: revert a batch")
	}
	return done, nil
}

// takeBack undoes one change in the transaction of ctx.
func (s *Service) takeBack(ctx context.Context, a actor.Actor, scopes []scope.Scope, old Change, batch, reason string) (written, error) {
	m, err := s.getLocked(ctx, scopes, old.MemoryID)
	if err != nil {
		return written{}, err
	}
	// Read again: two taps on one button meet at the lock.
	if old, err = s.store.Change(ctx, scopes, old.ID); err != nil {
		return written{}, err
	}
	if err := s.checkUndo(ctx, a, old, m); err != nil {
		return written{}, err
	}
	if old.UndoneAt != nil {
		return written{}, ErrUndone
	}
	w, err := s.opposite(ctx, m, old)
	if err != nil {
		return written{}, err
	}
	w.Scopes, w.MemoryID, w.Reason, w.Batch = scopes, m.ID, reason, batch
	w.undoes, w.permitted, w.confirmed = old.ID, true, true
	if a.Kind == actor.Person {
		w.Source = SourceCard
	}
	done, err := s.applySingle(ctx, a, w)
	if err != nil {
		return written{}, err
	}
	return done, s.store.MarkUndone(ctx, old.ID, done.change.At)
}

// opposite returns the write that takes a change back.
func (s *Service) opposite(ctx context.Context, m Memory, old Change) (Write, error) {
	if deletes := old.Op == OpAdd || old.Op == OpRestore; s.cfg.ReadOnly && !deletes { // forgetting always works
		return Write{}, ErrReadOnly
	}
	if m.Version != old.Version || (m.DeletedAt != nil) != (old.Op == OpDelete) {
		return Write{}, ErrConflict
	}
	switch old.Op {
	case OpAdd, OpRestore:
		return Write{Op: OpDelete}, nil
	case OpUpdate:
		versions, err := s.store.Versions(ctx, m.ID)
		if err != nil {
			return Write{}, err
		}
		w := Write{Op: OpUpdate, Edit: Edit{Content: old.Before}}
		for _, v := range versions {
			if v.Number == old.Version-1 { // what spoke for the old content speaks for it again
				w.Edit.Evidence = v.Evidence
			}
		}
		return w, nil
	case OpDelete:
		return Write{Op: OpRestore}, nil
	case OpArchive, OpUnarchive:
		if (m.ArchivedAt != nil) != (old.Op == OpArchive) {
			return Write{}, ErrConflict
		}
		if m.ArchivedAt != nil {
			return Write{Op: OpUnarchive}, nil
		}
		return Write{Op: OpArchive, Status: Active}, nil
	case OpPin:
		return Write{Op: OpUnpin}, nil
	case OpUnpin:
		return Write{Op: OpPin}, nil
	}
	return Write{}, fault.New(fault.Internal, "a change of an unknown kind")
}
