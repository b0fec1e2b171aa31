package memory

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"keepsake/fault"
	"keepsake/text"
	"keepsake/trust"
)

// More sentinels of the Service.
var (
	// ErrSimilar is what a *SimilarError unwraps to (P34, R6).
	ErrSimilar = fault.New(fault.Conflict, "there is a memory about the same subject")
	// ErrKnown is what a *KnownError unwraps to.
	ErrKnown = fault.New(fault.Conflict, "this is already known")
	// ErrUnchanged says that the write would change nothing.
	ErrUnchanged = fault.New(fault.Conflict, "nothing would change")
	// ErrUndone says that a change was taken back before.
	ErrUndone = fault.New(fault.Conflict, "this was already undone")
	// ErrDecided says that a decision was made before.
	ErrDecided = fault.New(fault.Conflict, "this was already decided")
	// ErrDeclined refuses to propose what the person declined or had deleted.
	ErrDeclined = fault.New(fault.Denied, "the person did not want this kept")
)

// SimilarError refuses an Add: nothing was stored, because these memories have the same
// subject. The caller updates one of them, or adds again naming all of them in
// DistinctFrom.
type SimilarError struct{ Existing []Memory }

func (e *SimilarError) Error() string { return ErrSimilar.Message }
func (e *SimilarError) Unwrap() error { return ErrSimilar }

// KnownError refuses an Add: this very content is remembered already.
type KnownError struct{ Memory Memory }

func (e *KnownError) Error() string { return ErrKnown.Message }
func (e *KnownError) Unwrap() error { return ErrKnown }

// Defaults of the Service's settings.
const (
	DefaultKeepDeleted = 30 * 24 * time.Hour
	DefaultMaxContent  = 2000
)

// Service is the only write path to memories. It holds every rule of writing: limits,
// secrets, duplicates, the suggestion for the same subject, tombstones, read-only,
// changes and revisions. All methods are safe for concurrent use and join a transaction
// that is in ctx.
//
// Errors are fault kinds: Invalid (Field says which input), NotFound (also: another
// scope's), Conflict, Denied (read-only).
type Service struct {
	Store Store
	Now   func() time.Time
	Log   *slog.Logger // nil = silent; ids only, never texts
	// ReadOnly stops every write but forgetting (R12, A64).
	ReadOnly bool
	// Key hashes the slots of tombstones; keep it secret and constant.
	Key []byte
	// KeepDeleted is how long a deleted or declined text is kept, to be restored or
	// compared with; 0 = DefaultKeepDeleted.
	KeepDeleted time.Duration
	// MaxContent bounds contents of writers without Limits of their own, in runes;
	// 0 = DefaultMaxContent.
	MaxContent int
	// Caps bound how many memories a scope holds outside the archive (R7).
	Caps Caps
	// Pruning says what leaves for the archive because it does not matter any more (P66).
	Pruning Pruning
}

// Limits bound a content, in runes. The zero value means 1 to Service.MaxContent (R15).
type Limits struct{ Min, Max int }

// ToolLimits bind PRD29's tools and endpoints (P25, P26, P31, P33).
var ToolLimits = Limits{Min: 5, Max: 500}

// New is a memory to add.
type New struct {
	Scope    Scope
	Content  string
	Category string // "" = by Type (R15)
	Subject  string
	Kind     Kind   // "" = Item
	Type     Type   // "" = by Category (R2)
	Origin   Origin // "" = Explicit
	// Evidence says who said so. Without any, a person's own write is its own evidence.
	Evidence []Evidence
	// DistinctFrom names memories of the same subject that say something else (R6).
	DistinctFrom []string
	Limits       Limits
	Importance   float64 // 0 = 0.5
	Actor        Actor
	Reason       string // constant English
}

// Edit is a new content for a memory.
type Edit struct {
	Content   string
	IfVersion int // only when this is the current version; 0 = whichever is
	Evidence  []Evidence
	Limits    Limits
	Actor     Actor
	Reason    string // constant English
}

func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }

func (s *Service) writable() error {
	if s.ReadOnly {
		return ErrReadOnly
	}
	return nil
}

// Add stores a new memory (P22, P34). A *KnownError answers a content that is remembered
// already, a *SimilarError a subject that is, unless DistinctFrom names those memories.
// Nothing is stored then. Adding lifts the tombstones of the same statement (R12), and
// what makes it in the archive comes back instead. What exceeds a cap is archived in the
// same transaction (R7).
func (s *Service) Add(ctx context.Context, n New) (Memory, Change, error) {
	if err := s.writable(); err != nil {
		return Memory{}, Change{}, err
	}
	if err := s.normalize(&n); err != nil {
		return Memory{}, Change{}, err
	}
	var m Memory
	var c Change
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.Lock(ctx, n.Scope); err != nil {
			return err
		}
		if err := s.distinct(ctx, n); err != nil {
			return err
		}
		var err error
		m, c, err = s.insert(ctx, n)
		return err
	})
	return m, c, fault.Op(err, "memory: add")
}

// insert writes a checked New in the transaction of ctx.
func (s *Service) insert(ctx context.Context, n New) (Memory, Change, error) {
	now := s.now()
	m := Memory{
		Scope: n.Scope, Kind: n.Kind, Type: n.Type, Category: n.Category, Subject: n.Subject,
		Status: Active, Origin: n.Origin, Trust: best(n.Evidence, n.Actor), Confidence: 1,
		Importance: n.Importance, Content: n.Content, Version: 1, CreatedAt: now, UpdatedAt: now,
	}
	if err := s.lift(ctx, n.Scope, n.Subject, n.Content); err != nil {
		return m, Change{}, err
	}
	switch old, ok, err := s.known(ctx, n.Scope, n.Kind, n.Content, OnlyArchived); {
	case err != nil:
		return m, Change{}, err
	case ok: // said again: it comes back, with its history
		return s.unarchive(ctx, old, n.Actor, n.Reason, "")
	}
	for try := 0; ; try++ {
		m.ID = NewID(IDLen)
		v := Version{
			ID: newUUID(), MemoryID: m.ID, Number: 1, Content: n.Content,
			SessionID: n.Actor.SessionID, CreatedAt: now, Evidence: n.Evidence,
		}
		err := s.Store.Insert(ctx, m, v)
		if errors.Is(err, ErrIDTaken) && try < 8 { // F1
			continue
		}
		if err != nil {
			return m, Change{}, err
		}
		break
	}
	c, err := s.record(ctx, Change{
		MemoryID: m.ID, Scope: m.Scope, Op: OpAdd, After: m.Content, Version: 1,
		Actor: n.Actor, Reason: n.Reason,
	})
	if err == nil {
		err = s.makeRoom(ctx, m)
	}
	return m, c, err
}

// Update gives a memory a new content: a new version, the id stays (P15, P35, P36). It
// returns the memory before and after; an archived one comes back first. ErrUnchanged when it says that already,
// ErrConflict when IfVersion is not current any more.
func (s *Service) Update(ctx context.Context, scopes []Scope, id string, e Edit) (before, after Memory, c Change, err error) {
	if err := s.writable(); err != nil {
		return before, after, c, err
	}
	if e.Content, err = s.content(e.Content, e.Limits); err != nil {
		return before, after, c, err
	}
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		before, err = s.live(ctx, scopes, id)
		if err != nil {
			return err
		}
		if e.IfVersion != 0 && e.IfVersion != before.Version {
			return ErrConflict
		}
		if before.Content == e.Content {
			return ErrUnchanged
		}
		if before, err = s.fetched(ctx, before); err != nil {
			return err
		}
		after, c, err = s.addVersion(ctx, before, e, OpUpdate, "")
		return err
	})
	return before, after, c, fault.Op(err, "memory: update %s", id)
}

// addVersion appends a content in the transaction of ctx.
func (s *Service) addVersion(ctx context.Context, m Memory, e Edit, op Op, undoes string) (Memory, Change, error) {
	now := s.now()
	v := Version{
		ID: newUUID(), MemoryID: m.ID, Number: m.Version + 1, Content: e.Content,
		SessionID: e.Actor.SessionID, CreatedAt: now, Evidence: evidence(e.Evidence, e.Content, e.Actor, now),
	}
	if err := s.Store.AddVersion(ctx, v); err != nil {
		return m, Change{}, err
	}
	if err := s.confirmed(ctx, &m); err != nil {
		return m, Change{}, err
	}
	before := m.Content
	m.Content, m.Version, m.UpdatedAt = v.Content, v.Number, now
	if err := s.lift(ctx, m.Scope, m.Subject, m.Content); err != nil {
		return m, Change{}, err
	}
	c, err := s.record(ctx, Change{
		MemoryID: m.ID, Scope: m.Scope, Op: op, Before: before, After: m.Content,
		Version: m.Version, Actor: e.Actor, Reason: e.Reason, Undoes: undoes,
	})
	return m, c, err
}

// live returns a memory that is not deleted and holds its scope for writing.
func (s *Service) live(ctx context.Context, scopes []Scope, id string) (Memory, error) {
	m, err := s.hold(ctx, scopes, id)
	if err == nil && m.DeletedAt != nil {
		err = ErrNotFound
	}
	return m, err
}

// hold returns a memory, deleted or not, and holds its scope for writing.
func (s *Service) hold(ctx context.Context, scopes []Scope, id string) (Memory, error) {
	m, err := s.Store.Get(ctx, scopes, id)
	if err != nil {
		return m, err
	}
	if err := s.Store.Lock(ctx, m.Scope); err != nil {
		return m, err
	}
	return s.Store.Get(ctx, scopes, id) // as it is now that nobody else writes
}

// record stores a change with its id and time, which bumps the scope's revision.
func (s *Service) record(ctx context.Context, c Change) (Change, error) {
	c.ID, c.At = NewID(ChangeIDLen), s.now()
	if err := s.Store.Record(ctx, c); err != nil {
		return c, err
	}
	if s.Log != nil {
		s.Log.DebugContext(ctx, "memory changed", "op", c.Op, "memory", c.MemoryID, "version", c.Version,
			"change", c.ID, "actor", c.Actor.Kind)
	}
	return c, nil
}

// best returns the level of the best evidence; a person's own write without any counts
// as said by them.
func best(es []Evidence, a Actor) trust.Level {
	level := trust.Unknown
	for _, e := range es {
		level = max(level, e.Trust)
	}
	if len(es) == 0 && a.Kind == ActorPerson {
		level = trust.Person
	}
	return level
}

// maxQuote bounds what evidence repeats of a message, in runes.
const maxQuote = 1000

// evidence cleans the evidence of a version. What a person typed into a command or an
// edit prompt is its own evidence.
func evidence(es []Evidence, content string, a Actor, now time.Time) []Evidence {
	if len(es) == 0 && a.Kind == ActorPerson {
		return []Evidence{{Quote: content, Trust: trust.Person, SaidAt: now, Author: a.ID}}
	}
	out := make([]Evidence, len(es))
	for i, e := range es {
		e.Quote = text.Cut(text.MaskSecrets(text.Clean(e.Quote)), maxQuote)
		out[i] = e
	}
	return out
}
