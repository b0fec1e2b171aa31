package memory

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/fault"
	"keepsake/scope"
	"keepsake/secret"
	"keepsake/text"
	"keepsake/trust"
)

// Errors of the Service.
var (
	// ErrSimilar is what a *SimilarError unwraps to (P34, R6).
	ErrSimilar = fault.New(fault.Conflict, "there is a memory about the same subject")
	// ErrKnown is what a *KnownError unwraps to.
	ErrKnown = fault.New(fault.Conflict, "this is already known")
	// ErrUnchanged means that the write would change nothing.
	ErrUnchanged = fault.New(fault.Conflict, "nothing would change")
	// ErrUndone means that the change was undone before.
	ErrUndone = fault.New(fault.Conflict, "this was already undone")
	// ErrDecided means that the decision was made before, and ErrOutdated that the person has said otherwise since they were asked.
	ErrDecided  = fault.New(fault.Conflict, "this was already decided")
	ErrOutdated = fault.New(fault.Conflict, "the person has said otherwise since")
	// ErrWithdrawn means that the message that a decision came from was changed since.
	ErrWithdrawn = fault.New(fault.Conflict, "the message that this came from was changed")
	// ErrDeclined means that the person declined or deleted the same statement before.
	ErrDeclined = fault.New(fault.Denied, "the person did not want this kept")
)

// SimilarError means that Add stored nothing, because these memories have the same subject. The
// caller can update one of them, or add again and name all of them in DistinctFrom.
type SimilarError struct{ Existing []Memory }

func (e *SimilarError) Error() string { return ErrSimilar.Message }
func (e *SimilarError) Unwrap() error { return ErrSimilar }

// KnownError means that Add stored nothing, because a memory has the same content.
type KnownError struct{ Memory Memory }

func (e *KnownError) Error() string { return ErrKnown.Message }
func (e *KnownError) Unwrap() error { return ErrKnown }

// Defaults of the Service's settings.
const (
	DefaultKeepDeleted = 30 * 24 * time.Hour
	DefaultMaxContent  = 2000
)

// Config configures a Service. Store, Now and Key are required.
type Config struct {
	Store Store
	Now   clock.Now
	Log   *slog.Logger // records contain ids and no texts; nil discards all
	// ReadOnly refuses all writes except forgetting (R12, A64).
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

	// IsAbout reports whether the subject of a memory names the person with an id; nil = never.
	// It decides which memories a member of a group may change.
	IsAbout func(subject, person string) bool

	// OnChange and OnDecision are called after the commit of a change, and of a decision that
	// was opened, saved or declined. They may be nil and must not block.
	OnChange   func(Change)
	OnDecision func(Decision)
}

// Service is the only writer of memories. It enforces all rules of writing: limits, secrets,
// duplicates, the suggestion for the same subject, tombstones, read-only mode, changes and
// revisions. All methods are safe for concurrent use and join the transaction that ctx carries.
//
// Its errors have the fault kinds Invalid (Field names the input), NotFound (also for memories
// of another scope), Conflict and Denied (read-only mode).
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

// WithCaps returns a Service for the same memories with the caps of one agent.
func (s *Service) WithCaps(c Caps) *Service {
	config := s.cfg
	config.Caps = c
	return New(config)
}

// Caps returns the caps of this Service.
func (s *Service) Caps() Caps { return s.cfg.Caps }

// Limits are the limits of a content's length: at most Max runes, and at least as much to read as Min Latin letters
// (text.ReadingLen). The zero value means 1 to Config.MaxContent (R15).
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
	// Evidence is what supports the content. A person's own write needs none.
	Evidence []Evidence
	// DistinctFrom names memories of the same subject with another content (R6).
	DistinctFrom []string
	// Near names memories that a search by meaning found close to the content. They are compared
	// with it beside those that share words.
	Near   []string
	Limits Limits
	// Program says that a program wrote it for the person: it is compared as a model's write is.
	Program bool
	// SaidNow says that the person has said this in the present turn. It lifts the tombstones for a
	// tool; other actors do not need it (R18).
	SaidNow    bool
	Importance float64    // 0 = by type and origin, see priority.go
	Confidence float64    // 0 = 1
	Status     Status     // "" = Active
	ExpiresAt  *time.Time // nil = no time to live
	Reason     string     // constant English
}

// Edit is a new content for a memory.
type Edit struct {
	Content   string
	IfVersion int // the required current version; 0 = any
	Evidence  []Evidence
	Limits    Limits
	SaidNow   bool   // see Draft.SaidNow
	Reason    string // constant English
}

// Add stores a new memory (P22, P34). It returns a *KnownError when a memory says the same, and a
// *SimilarError when one has the subject or fills the same slot (F21), unless DistinctFrom names
// those memories. It returns ErrDeclined for a tool or a pipeline when the statement was declined
// or deleted, unless SaidNow, and lifts the tombstones otherwise (R12, R18). If an archived memory has this statement, Add restores
// it instead. Memories above a cap are archived in the same transaction (R7). In a group every
// member may add.
func (s *Service) Add(ctx context.Context, a actor.Actor, d Draft) (Memory, Change, error) {
	w, err := s.applySingle(ctx, a, Write{Op: OpAdd, Draft: d})
	var known *KnownError
	if errors.As(err, &known) { // said again
		if err := s.Touch(ctx, []string{known.Memory.ID}); err != nil {
			return Memory{}, Change{}, err
		}
	}
	return w.after, w.change, fault.Op(err, "memory: add")
}

// Update stores a new version with another content (P15, P35, P36) and returns the memory before
// and after. It restores an archived memory first. It returns ErrUnchanged when the content is
// the same, a *KnownError when another memory says it, ErrDeclined as Add does, and ErrConflict when
// IfVersion is not the current version. In a group a member may
// update what they said and what is about them, a tool may do so for the member whom its turn
// answers, and admins may update everything.
func (s *Service) Update(ctx context.Context, a actor.Actor, scopes []scope.Scope, id string, e Edit) (before, after Memory, c Change, err error) {
	w, err := s.applySingle(ctx, a, Write{Op: OpUpdate, Scopes: scopes, MemoryID: id, Edit: e})
	return w.before, w.after, w.change, fault.Op(err, "memory: update %s", id)
}

// Delete soft-deletes a memory (P24, P53). The memory disappears from all lists and prompts, can
// be restored within KeepDeleted, and is then deleted by Purge. A tombstone keeps the program
// from learning it again. Delete works in read-only mode (R12). In a group a member may delete
// what they said and what is about them, and admins everything. When a person asks to forget
// something, use memory/forget, which also masks the conversation.
func (s *Service) Delete(ctx context.Context, a actor.Actor, scopes []scope.Scope, id, reason string) (Memory, Change, error) {
	w, err := s.applySingle(ctx, a, Write{Op: OpDelete, Scopes: scopes, MemoryID: id, Reason: reason})
	return w.after, w.change, fault.Op(err, "memory: delete %s", id)
}

// Restore restores a deleted or archived memory. It returns ErrUnchanged when the memory is
// neither, a *KnownError when the same was saved again in the meantime, and ErrNotFound after
// the purge. The same actors as for Delete may call it.
func (s *Service) Restore(ctx context.Context, a actor.Actor, scopes []scope.Scope, id, reason string) (Memory, Change, error) {
	w, err := s.applySingle(ctx, a, Write{Op: OpRestore, Scopes: scopes, MemoryID: id, Reason: reason})
	return w.after, w.change, fault.Op(err, "memory: restore %s", id)
}

// Pin pins or unpins a memory. Pinned memories are the last to leave prompts and to be archived
// (R7). Pin restores an archived memory first. It returns ErrUnchanged when nothing changes. The
// same actors as for Delete may call it.
func (s *Service) Pin(ctx context.Context, a actor.Actor, scopes []scope.Scope, id string, pinned bool) (Memory, Change, error) {
	w := Write{Op: OpUnpin, Scopes: scopes, MemoryID: id, Reason: "asked by the person"}
	if pinned {
		w.Op = OpPin
	}
	done, err := s.applySingle(ctx, a, w)
	return done.after, done.change, fault.Op(err, "memory: pin %s", id)
}

// bestTrust returns the trust level of the best evidence.
func bestTrust(es []Evidence) (level trust.Level) {
	for _, e := range es {
		level = max(level, e.Trust)
	}
	return level
}

// maxQuote is the maximum length of a quote in evidence, in runes.
const maxQuote = 1000

// cleanEvidence cleans the evidence of a version. A text that a person typed into a command or a
// form is its own evidence; what a program wrote is evidence of a tool, which names its key.
func cleanEvidence(es []Evidence, content string, a actor.Actor, now time.Time) []Evidence {
	if len(es) == 0 && a.Key != "" {
		return []Evidence{{Quote: content, Trust: trust.Tool, SaidAt: now, Author: a.ID, Meta: Meta{Method: MethodProgram, Model: a.Key}}}
	}
	if len(es) == 0 && a.Kind == actor.Person {
		return []Evidence{{Quote: content, Trust: trust.Person, SaidAt: now, Author: a.ID}}
	}
	out := make([]Evidence, len(es))
	for i, e := range es {
		e.Quote = text.Cut(secret.Mask(text.Clean(e.Quote)), maxQuote)
		out[i] = e
	}
	return out
}
