package memory

import (
	"context"
	"log/slog"
	"time"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/fault"
	"keepsake/scope"
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

// Config is what a Service is made of. Store, Now and Key are needed.
type Config struct {
	Store Store
	Now   clock.Now
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

	// IsAbout reports whether the subject of a memory names a person, by their id; nil = it
	// never does. It decides what a member of a group may change.
	IsAbout func(subject, person string) bool

	// OnChange and OnDecision are called after the commit of a change, and of a decision that
	// was opened, saved or declined. They must not block. nil = nobody listens.
	OnChange   func(Change)
	OnDecision func(Decision)
}

// Service is the only write path to memories. It holds every rule of writing: limits,
// secrets, duplicates, the suggestion for the same subject, tombstones, read-only,
// changes and revisions. All methods are safe for concurrent use and join a transaction
// that is in ctx.
//
// Errors are fault kinds: Invalid (Field says which input), NotFound (also: another
// scope's), Conflict, Denied (read-only).
type Service struct {
	cfg   Config
	store Store
	now   clock.Now
	log   *slog.Logger
}

// New returns the Service of a configuration.
func New(c Config) *Service {
	return &Service{cfg: c, store: c.Store, now: c.Now, log: c.Log}
}

// WithCaps returns a Service over the same memories with other caps: those of one agent.
func (s *Service) WithCaps(c Caps) *Service {
	config := s.cfg
	config.Caps = c
	return New(config)
}

// Caps returns the caps of this Service.
func (s *Service) Caps() Caps { return s.cfg.Caps }

// Limits bound a content, in runes. The zero value means 1 to Service.MaxContent (R15).
type Limits struct{ Min, Max int }

// ToolLimits bind PRD29's tools and endpoints (P25, P26, P31, P33).
var ToolLimits = Limits{Min: 5, Max: 500}

// Draft is a memory to add.
type Draft struct {
	Scope    scope.Scope
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
	Importance   float64    // 0 = 0.5
	Confidence   float64    // 0 = 1
	Status       Status     // "" = Active
	ExpiresAt    *time.Time // nil = no time to live
	Reason       string     // constant English
}

// Edit is a new content for a memory.
type Edit struct {
	Content   string
	IfVersion int // only when this is the current version; 0 = whichever is
	Evidence  []Evidence
	Limits    Limits
	Reason    string // constant English
}

// Add stores a new memory (P22, P34). A *KnownError answers a content that is remembered
// already, a *SimilarError a subject that is, unless DistinctFrom names those memories.
// Nothing is stored then. Adding lifts the tombstones of the same statement (R12), and
// what makes it in the archive comes back instead. What exceeds a cap is archived in the
// same transaction (R7). In a group every member may add.
func (s *Service) Add(ctx context.Context, a actor.Actor, d Draft) (Memory, Change, error) {
	w, err := s.applySingle(ctx, a, Write{Op: OpAdd, Draft: d})
	return w.after, w.change, fault.Op(err, "memory: add")
}

// Update gives a memory a new content: a new version, the id stays (P15, P35, P36). It
// returns the memory before and after; an archived one comes back first. ErrUnchanged when
// it says that already, ErrConflict when IfVersion is not current any more. In a group a
// member may update what they said or what is about them, and a tool for the member whom its
// turn answers; admins everything.
func (s *Service) Update(ctx context.Context, a actor.Actor, scopes []scope.Scope, id string, e Edit) (before, after Memory, c Change, err error) {
	w, err := s.applySingle(ctx, a, Write{Op: OpUpdate, Scopes: scopes, MemoryID: id, Edit: e})
	return w.before, w.after, w.change, fault.Op(err, "memory: update %s", id)
}

// Delete soft-deletes a memory (P24, P53): it is gone from every list and prompt at once,
// can be restored for KeepDeleted, and is then destroyed by Purge. A tombstone keeps
// pipelines from learning it again. Works in read-only mode (R12). In a group a member may
// delete what they said or what is about them; admins everything. memory/forget deletes with
// the windows masked; use that where a person asks to forget.
func (s *Service) Delete(ctx context.Context, a actor.Actor, scopes []scope.Scope, id, reason string) (Memory, Change, error) {
	w, err := s.applySingle(ctx, a, Write{Op: OpDelete, Scopes: scopes, MemoryID: id, Reason: reason})
	return w.after, w.change, fault.Op(err, "memory: delete %s", id)
}

// Restore brings a deleted or archived memory back. ErrUnchanged when it is neither, a
// *KnownError when the same was remembered again meanwhile, ErrNotFound when its days
// are over. Whoever may delete it may restore it.
func (s *Service) Restore(ctx context.Context, a actor.Actor, scopes []scope.Scope, id, reason string) (Memory, Change, error) {
	w, err := s.applySingle(ctx, a, Write{Op: OpRestore, Scopes: scopes, MemoryID: id, Reason: reason})
	return w.after, w.change, fault.Op(err, "memory: restore %s", id)
}

// Pin pins or unpins a memory: pinned ones leave prompts and caps last (R7). An archived one
// comes back first. ErrUnchanged when it is so already. Whoever may delete it may pin it.
func (s *Service) Pin(ctx context.Context, a actor.Actor, scopes []scope.Scope, id string, pinned bool) (Memory, Change, error) {
	w := Write{Op: OpUnpin, Scopes: scopes, MemoryID: id, Reason: "asked by the person"}
	if pinned {
		w.Op = OpPin
	}
	done, err := s.applySingle(ctx, a, w)
	return done.after, done.change, fault.Op(err, "memory: pin %s", id)
}

// bestTrust returns the level of the best evidence; a person's own write without any counts
// as said by them.
func bestTrust(es []Evidence, a actor.Actor) trust.Level {
	level := trust.Unknown
	for _, e := range es {
		level = max(level, e.Trust)
	}
	if len(es) == 0 && a.Kind == actor.Person {
		level = trust.Person
	}
	return level
}

// maxQuote bounds what evidence repeats of a message, in runes.
const maxQuote = 1000

// cleanEvidence cleans the evidence of a version. What a person typed into a command or an
// edit prompt is its own evidence.
func cleanEvidence(es []Evidence, content string, a actor.Actor, now time.Time) []Evidence {
	if len(es) == 0 && a.Kind == actor.Person {
		return []Evidence{{Quote: content, Trust: trust.Person, SaidAt: now, Author: a.ID}}
	}
	out := make([]Evidence, len(es))
	for i, e := range es {
		e.Quote = text.Cut(text.MaskSecrets(text.Clean(e.Quote)), maxQuote)
		out[i] = e
	}
	return out
}
