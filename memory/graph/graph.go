// Package graph keeps what memories say as triples (subject, predicate, object), and follows them from a
// question to a memory that shares few words with it: "the birthday of my boss's assistant" is found over boss →
// Alec and assistant → Mia.
//
// The way of the data: the model call of memory/ingest that lists facts also lists the triples of each fact. Parse
// bounds them and keeps those whose names stand in the fact, so what memory/grounds refuses has no triples either.
// They wait with the candidate. The transaction that stores a fact as a memory, confirms one, or learns that a
// person saved it, calls Service.Keep, which joins names that mean the same (entity.go) and writes rows of
// memory_triples through the room store/triples. Each row names a memory and the version whose content says it.
// memory/recall calls Find with the memories that words and meaning found; the pure part of it is in walk.go.
// Service.Picture lists the triples of scopes for the picture of them that package page draws.
//
// A triple has no life of its own. It counts while its memory counts and the memory's present content is the one
// of the triple's version: so archiving, forgetting, a new version, undo, revert and restore need nothing here.
// It is destroyed with its memory, by a foreign key. Its evidence is the evidence of that version; it is valid from
// the version's time until the next version, or the end of the memory.
//
// Invariants:
//   - Names are joined, and steps are taken, within one scope only.
//   - A triple says nothing that its memory does not say.
//   - Find takes at most two statements, and one where none of the memories has triples.
//   - No model is called here.
//
// Start reading at Triple, then Service.Keep and Find.
package graph

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/secret"
	"keepsake/text"
)

// Bounds of triples.
const (
	MaxPerMemory = 8   // triples of one version
	maxName      = 100 // runes of a subject or an object
	maxPredicate = 60  // runes
	maxEntities  = 500 // of a scope that a new name is compared with
	MaxPicture   = 300 // triples of a picture
)

// Kinds of entities, as the picture tells them apart; others are Thing.
const (
	Person  = "person"
	Place   = "place"
	Project = "project"
	Thing   = "thing"
)

// Kinds lists the kinds of entities.
var Kinds = []string{Person, Place, Project, Thing}

// Fact is a triple as it is extracted or given.
type Fact struct {
	Subject     string `json:"subject"`
	Predicate   string `json:"predicate"`
	Object      string `json:"object"`
	SubjectKind string `json:"subject_is,omitempty"`
	ObjectKind  string `json:"object_is,omitempty"`
}

// Triple is one stored Fact.
type Triple struct {
	Fact
	Scope      scope.Scope
	MemoryID   string
	Version    int    // of the memory: its content and evidence say the triple
	SubjectKey string // of the entity, see Key
	ObjectKey  string
	ValidFrom  time.Time
	ValidTo    *time.Time // nil = it holds
}

// Entity is a name with the key under which a scope knows it.
type Entity struct{ Key, Name string }

// Unread is a memory whose present version was not looked at for triples.
type Unread struct {
	Scope    scope.Scope
	MemoryID string
	Version  int
	Content  string
}

// Reader reads triples that hold: of active, unarchived memories, said by their present content.
type Reader interface {
	// OfMemories returns the triples of these memories, as far as they are of the scopes, at most limit.
	OfMemories(ctx context.Context, scopes []scope.Scope, ids []string, limit int) ([]Triple, error)
	// Touching returns the triples of the scopes that have one of these entities as subject or object, at most limit.
	Touching(ctx context.Context, scopes []scope.Scope, keys []string, limit int) ([]Triple, error)
}

// Store is what a database must do for triples. Its methods join the transaction of their context.
type Store interface {
	Reader
	// Put stores triples of one memory, and leaves out those that the version has already. The memory must exist.
	Put(ctx context.Context, ts []Triple) error
	// MarkRead notes that a version of a memory was looked at for triples.
	MarkRead(ctx context.Context, memoryID string, version int) error
	// Unread returns the active memories of a store's people and groups whose present version was not looked at, those
	// with an id above after, ordered by id, at most limit.
	Unread(ctx context.Context, store, after string, limit int) ([]Unread, error)
	// OfScope returns the triples of a scope's memories that are not deleted, those of earlier contents and of the archive
	// included, ordered by memory and version.
	OfScope(ctx context.Context, owner scope.Scope) ([]Triple, error)
	// Entities returns the entities of a scope, ordered by key, at most limit.
	Entities(ctx context.Context, owner scope.Scope, limit int) ([]Entity, error)
	// History returns the triples of memories that are not deleted, those of earlier contents and of the archive
	// included, the newest first, at most limit.
	History(ctx context.Context, scopes []scope.Scope, limit int) ([]Triple, error)
}

// Service is the only writer of triples.
type Service struct{ store Store }

// New returns a Service.
func New(store Store) *Service { return &Service{store} }

// Keep stores the facts of a memory's present version, and that the version was looked at for triples, in the transaction
// of ctx. Facts that Check refuses and those above MaxPerMemory are left out. same maps keys of names to the keys of
// entities that a judge found to be the same; nil = none. Parts of the house that form memories may, and people and
// programs for their own memories.
func (s *Service) Keep(ctx context.Context, a actor.Actor, m memory.Memory, facts []Fact, same map[string]string) error {
	if err := memory.CheckAdd(a, m.Scope); err != nil {
		return fault.Op(err, "graph: keep the triples of %s", m.ID)
	}
	var ts []Triple
	if len(facts) > 0 {
		known, err := s.store.Entities(ctx, m.Scope, maxEntities)
		if err != nil {
			return fault.Op(err, "graph: keep the triples of %s", m.ID)
		}
		ts = triplesOf(m, facts, known, same)
	}
	err := s.store.Put(ctx, ts)
	if err == nil {
		err = s.store.MarkRead(ctx, m.ID, m.Version)
	}
	return fault.Op(err, "graph: keep the triples of %s", m.ID)
}

// triplesOf returns the facts of a memory as triples, with names joined to the entities that are known.
func triplesOf(m memory.Memory, facts []Fact, known []Entity, same map[string]string) (ts []Triple) {
	for _, f := range facts {
		f = f.clean()
		if Check(f, m.Content) != "" || len(ts) == MaxPerMemory {
			continue
		}
		t := Triple{Fact: f, Scope: m.Scope, MemoryID: m.ID, Version: m.Version, ValidFrom: m.UpdatedAt}
		t.SubjectKey, t.ObjectKey = Join(m.Scope, f.Subject, known, same), Join(m.Scope, f.Object, known, same)
		if t.SubjectKey == t.ObjectKey {
			continue
		}
		known = append(known, Entity{t.SubjectKey, f.Subject}, Entity{t.ObjectKey, f.Object})
		ts = append(ts, t)
	}
	return ts
}

// Restore stores triples of one version of a memory that an import brought back, in its transaction, with the entities that
// they had. Those that the version's content does not say, as Check has it, are left out. Only an import may.
func (s *Service) Restore(ctx context.Context, a actor.Actor, m memory.Memory, v memory.Version, ts []Triple) error {
	if err := memory.CheckImport(a, m.Scope); err != nil {
		return fault.Op(err, "graph: restore the triples of %s", m.ID)
	}
	var kept []Triple
	for _, t := range ts {
		t.Fact = t.Fact.clean()
		if Check(t.Fact, v.Content) != "" || len(kept) == MaxPerMemory {
			continue
		}
		for key, name := range map[*string]string{&t.SubjectKey: t.Subject, &t.ObjectKey: t.Object} {
			if _, isSecret := secret.Find(*key); isSecret || *key == "" || text.Len(*key) > maxName || text.OneLine(*key) != *key {
				*key = Key(m.Scope, name)
			}
		}
		t.Scope, t.MemoryID, t.Version, t.ValidFrom = m.Scope, m.ID, v.Number, v.CreatedAt
		if t.SubjectKey != t.ObjectKey {
			kept = append(kept, t)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	err := s.store.Put(ctx, kept)
	if err == nil {
		err = s.store.MarkRead(ctx, m.ID, v.Number)
	}
	return fault.Op(err, "graph: restore the triples of %s", m.ID)
}

// OfScope returns all triples of a scope by the memory and the version that says them, for copies. What was forgotten has
// none. A nil Service has none at all.
func (s *Service) OfScope(ctx context.Context, owner scope.Scope) (map[string]map[int][]Triple, error) {
	if s == nil {
		return nil, nil
	}
	ts, err := s.store.OfScope(ctx, owner)
	out := map[string]map[int][]Triple{}
	for _, t := range ts {
		if out[t.MemoryID] == nil {
			out[t.MemoryID] = map[int][]Triple{}
		}
		out[t.MemoryID][t.Version] = append(out[t.MemoryID][t.Version], t)
	}
	return out, fault.Op(err, "graph: triples of a scope")
}

// Unread returns memories of a store whose present version was not looked at for triples; see Store.Unread.
func (s *Service) Unread(ctx context.Context, store, after string, limit int) ([]Unread, error) {
	us, err := s.store.Unread(ctx, store, after, limit)
	return us, fault.Op(err, "graph: unread memories")
}

// Entities returns the entities of a scope.
func (s *Service) Entities(ctx context.Context, owner scope.Scope) ([]Entity, error) {
	all, err := s.store.Entities(ctx, owner, maxEntities)
	return all, fault.Op(err, "graph: entities")
}

// Picture returns the triples of the scopes that hold, and those that held (ValidTo is set), the newest first. It
// leaves out what was forgotten.
func (s *Service) Picture(ctx context.Context, scopes []scope.Scope) ([]Triple, error) {
	ts, err := s.store.History(ctx, scopes, MaxPicture)
	return ts, fault.Op(err, "graph: picture")
}

// Parse returns those facts that a memory's content says, at most MaxPerMemory, each once.
func Parse(facts []Fact, content string) []Fact {
	var out []Fact
	for _, f := range facts {
		f = f.clean()
		if Check(f, content) == "" && !slices.Contains(out, f) && len(out) < MaxPerMemory {
			out = append(out, f)
		}
	}
	return out
}

// clean returns the fact with one-line texts and known kinds.
func (f Fact) clean() Fact {
	f.Subject, f.Predicate, f.Object = text.OneLine(f.Subject), text.OneLine(strings.ReplaceAll(f.Predicate, "_", " ")), text.OneLine(f.Object)
	for _, kind := range []*string{&f.SubjectKind, &f.ObjectKind} {
		if *kind = strings.ToLower(strings.TrimSpace(*kind)); !slices.Contains(Kinds, *kind) {
			*kind = Thing
		}
	}
	return f
}

// Check returns why a fact cannot be a triple of a memory with this content, constant English; "" = it can.
func Check(f Fact, content string) string {
	if f.Subject == "" || f.Predicate == "" || f.Object == "" {
		return "a part is empty"
	}
	if text.Len(f.Subject) > maxName || text.Len(f.Object) > maxName || text.Len(f.Predicate) > maxPredicate {
		return "a part is too long"
	}
	for _, part := range []string{f.Subject, f.Predicate, f.Object} {
		if _, found := secret.Find(part); found {
			return "a part is a secret"
		}
	}
	if !isNamed(f.Subject, content) || !isNamed(f.Object, content) {
		return "a name does not stand in the memory"
	}
	return ""
}

// isNamed reports whether the content has a name, word for word, or the name means the person whose memory it is.
func isNamed(name, content string) bool {
	if isSelf(name) {
		return true
	}
	if !strings.ContainsFunc(name, isSpaced) { // of scripts without spaces, any place will do
		return strings.Contains(text.Fold(content), text.Fold(name))
	}
	words := text.Terms(name)
	return len(words) > 0 && hasRun(text.Terms(content), words)
}

// isSpaced reports whether a letter or digit is of a script with spaces between its words.
func isSpaced(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Hangul)
}

// hasRun reports whether all has the words of run, one after the other.
func hasRun(all, run []string) bool {
	for i := 0; i+len(run) <= len(all); i++ {
		if slices.Equal(all[i:i+len(run)], run) {
			return true
		}
	}
	return false
}
