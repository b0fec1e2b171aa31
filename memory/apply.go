package memory

import (
	"context"
	"slices"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory/permit"
	"keepsake/scope"
	"keepsake/shortid"
)

// Source is the cause of a write.
type Source string

const (
	SourceConversation  Source = "conversation" // a model called a tool
	SourceCommand       Source = "command"      // a person typed or filled in a form
	SourceCard          Source = "card"         // a person tapped a button
	SourceProgram       Source = "program"      // a program with a key of the person
	SourceArchive       Source = "archive"      // an import
	SourceSchedule      Source = "schedule"     // caps, times to live, pruning
	SourceExtraction    Source = "extraction"   // a run over a conversation
	SourceConsolidation Source = "consolidation"
)

// sourceOf returns the default source of an actor's writes.
func sourceOf(a actor.Actor) Source {
	if a.Key != "" {
		return SourceProgram
	}
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

// Write is one requested write. Op determines which of the other fields are used.
type Write struct {
	Op       Op
	Scopes   []scope.Scope // in which MemoryID is looked up; all ops but OpAdd
	MemoryID string        // all ops but OpAdd
	Draft    Draft         // OpAdd
	Imported *Imported     // OpAdd: an imported memory instead of Draft
	Edit     Edit          // OpUpdate
	Labels   Labels        // OpLabel
	Weight   Weight        // OpWeigh
	Status   Status        // OpArchive: the memory's new status; "" = unchanged

	Reason string // constant English; "" = the Reason of Draft or Edit
	Source Source // "" = the default for the kind of the actor
	Batch  string // id of writes that can be reverted together; "" = the actor's turn

	// Due is asked about the memory once its scope is locked: if it returns false, or the memory is not in use, the
	// write is left out. nil = it is done.
	Due func(Memory) bool

	undoes    string // the id of the change that it undoes
	permitted bool   // permission was checked already
	confirmed bool   // a person has confirmed it, so the same subject is accepted
	merged    bool   // OpDelete: it is no wish to forget
}

// Imported is a memory in an archive file.
type Imported struct {
	Memory   Memory
	Versions []Version
}

// written is the result of a Write. A write that was left out has no change.
type written struct {
	before, after Memory
	change        Change
	grew          bool // there is one more active, unarchived memory
}

// Apply performs all writes in one transaction, or none, and returns their changes in order. It
// is the only way to change a memory: Add, Update, Delete, Restore, Pin, Undo, Save, Import and
// Expire call it. It archives memories above a cap in the same transaction, once for
// all writes (R7).
//
// In a person's scope the person may do everything. In a group's scope admins may do everything,
// and members may add, and change what they said or what is about them. A part of the program
// may do what partMay lists. Otherwise Apply returns ErrNotAllowed, ErrNotYours, or ErrNotFound
// for a memory outside the scopes. The errors of single writes are those of the methods above.
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

// applyAll is Apply, but also returns the memories before and after each write.
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

// applyOne performs one write in the transaction of ctx.
func (s *Service) applyOne(ctx context.Context, a actor.Actor, w Write) (written, error) {
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
	if !isForgetting(w) {
		if err := s.checkWritable(ctx, m.Scope); err != nil {
			return written{}, err
		}
	}
	if w.Due != nil && (m.ArchivedAt != nil || m.Status != Active || !w.Due(m)) {
		return written{before: m, after: m}, nil
	}
	if !w.permitted {
		act := permit.Manage
		switch {
		case w.Op == OpUpdate || w.Op == OpLabel:
			act = permit.Edit
		case w.Op == OpArchive && a.IsPart():
			act = permit.Retire
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
	case OpLabel:
		return s.applyLabel(ctx, a, w, m)
	case OpWeigh:
		return s.applyWeigh(ctx, a, w, m)
	}
	return written{}, fault.Field("op", "is unknown")
}

// checkWritable returns ErrReadOnly when the settings, or a switch that is read in the transaction of the
// write, forbid to write in a scope (A64).
func (s *Service) checkWritable(ctx context.Context, owner scope.Scope) error {
	if s.cfg.ReadOnly {
		return ErrReadOnly
	}
	off, err := s.store.WritesOff(ctx, owner)
	if err == nil && off {
		return ErrReadOnly
	}
	return err
}

// isForgetting reports whether a write removes something. Such writes, and the end of a time to
// live, work in read-only mode (R12).
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
	return s.store.Get(ctx, scopes, id) // read again, because it may have changed before the lock
}

// record stores the change of a write, which increments the scope's revision. before and after
// are the contents.
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
			"change", c.ID, "actor", c.Actor.Kind, "source", c.Source)
	}
	return c, nil
}

// Undo undoes a change by another change: it deletes an added memory, stores the old content of
// an updated one as a new version, restores a deleted one, and reverses a pin. It returns
// ErrUndone when the change was undone before, and ErrConflict when the memory has changed since,
// so that no later write is lost. The author of the change may call it, and whoever may delete
// the memory.
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

// Revert undoes all changes of a batch that were not undone yet, the newest first, in one
// transaction. It returns the new changes. Permissions and errors are those of Undo, and
// ErrNotFound when the scopes have no such batch.
func (s *Service) Revert(ctx context.Context, a actor.Actor, scopes []scope.Scope, batch string) ([]Change, error) {
	var done []Change
	// The undoing is a batch of its own: it is no write of the turn in which somebody asked for it, and the system may
	// undo only what has a batch (checkUndo).
	undoing := shortid.New(shortid.LongLen)
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
			w, err := s.takeBack(ctx, a, scopes, old, undoing, "its batch was reverted")
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
	// Read again after the lock: a second tap on the same button may have waited for it.
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
	if a.Kind == actor.Person && a.Key == "" {
		w.Source = SourceCard
	}
	done, err := s.applySingle(ctx, a, w)
	if err != nil {
		return written{}, err
	}
	return done, s.store.MarkUndone(ctx, old.ID, done.change.At)
}

// opposite returns the write that undoes a change.
func (s *Service) opposite(ctx context.Context, m Memory, old Change) (Write, error) {
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
			if v.Number == old.Version-1 { // the old content keeps its evidence
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
	case OpLabel:
		if old.After != (Labels{m.Category, m.Subject}).String() {
			return Write{}, ErrConflict
		}
		return Write{Op: OpLabel, Labels: parseLabels(old.Before)}, nil
	case OpWeigh:
		return Write{Op: OpWeigh, Weight: parseWeight(old.Before)}, nil
	case OpPin:
		return Write{Op: OpUnpin}, nil
	case OpUnpin:
		return Write{Op: OpPin}, nil
	}
	return Write{}, fault.New(fault.Internal, "a change of an unknown kind")
}
