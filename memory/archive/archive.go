// Package archive writes memories to a file and brings them back: every scope, version
// and piece of evidence, with SHA-256 checksums (A58).
//
// It is not a backup of the database (store.DB.Backup). It holds no rule of writing: what
// comes back goes through memory.Service.Import. The lists that people read (`keepsake memory
// export`, /memory export) are in readable.go; plain.go brings such a list in, also InitRunner's
// (I39), as memories of one person, without the histories that a list lacks.
//
// Invariants:
//   - What was forgotten does not travel: deleted memories are not exported, and an
//     import brings back nothing that was deleted here since.
//   - A wish comes back as one that waits beside the digest, which no import changes.
//   - A file that was changed after the export is refused whole, before anything is
//     written. The checksums find accidents and careless hands; they are no signature.
//   - An import changes nothing that is here, and doing it again changes nothing.
//   - Errors quote nothing a person wrote.
//
// Start reading at Archive, then Service.
package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/graph"
	"keepsake/scope"
	"keepsake/shortid"
	"keepsake/text"
	"keepsake/trust"
)

// Format names what the file is; the number grows when its meaning changes.
const Format = "keepsake.memories/1"

// Archive is the memories of one store, or of some of its scopes. Times are RFC 3339.
type Archive struct {
	Format   string    `json:"format"`
	Store    string    `json:"store"`
	MadeAt   time.Time `json:"made_at"`
	Scopes   []Scope   `json:"scopes"`
	Memories []Entry   `json:"memories"`
	// Wishes are how people want to be answered. They are left out where there are none, so that sums of before they were there hold.
	Wishes []Wish `json:"wishes,omitempty"`
	Sum    string `json:"sha256"` // of the header and the sums of all entries, in order
}

// Scope is a scope.Scope within the archive's store.
type Scope struct {
	Kind scope.Kind `json:"kind"`
	ID   string     `json:"id"`
}

// Entry is one memory with its whole history.
type Entry struct {
	ID         string        `json:"id"`
	Scope      Scope         `json:"scope"`
	Kind       memory.Kind   `json:"kind"`
	Type       memory.Type   `json:"type"`
	Category   string        `json:"category"`
	Subject    string        `json:"subject"`
	Status     memory.Status `json:"status"`
	Origin     memory.Origin `json:"origin"`
	Trust      string        `json:"trust"`
	Pinned     bool          `json:"pinned"`
	Confidence float64       `json:"confidence"`
	Importance float64       `json:"importance"`
	CreatedAt  time.Time     `json:"created_at"`
	ExpiresAt  *time.Time    `json:"expires_at"`
	// ArchivedAt is left out where it is nil, so that sums of before it was there hold.
	ArchivedAt *time.Time `json:"archived_at,omitempty"`
	Versions   []Version  `json:"versions"`
	Sum        string     `json:"sha256"` // of this entry with an empty sum

	isPlain bool // made of a list: what is here is compared by its content
}

// Version is one content.
type Version struct {
	ID           string     `json:"id"`
	Number       int        `json:"number"`
	Content      string     `json:"content"`
	Conversation string     `json:"conversation"` // restored where that conversation is
	CreatedAt    time.Time  `json:"created_at"`
	Evidence     []Evidence `json:"evidence"`
	// Triples are what the content says of people and things. It is left out where there are none, so that sums of before it
	// was there hold.
	Triples []Triple `json:"triples,omitempty"`
}

// Triple is one of package graph, with the entities under which its names are known.
type Triple struct {
	graph.Fact
	SubjectKey string `json:"subject_key"`
	ObjectKey  string `json:"object_key"`
}

// Evidence is why a version says what it says.
type Evidence struct {
	Message string    `json:"message"`
	Quote   string    `json:"quote"`
	Trust   string    `json:"trust"`
	SaidAt  time.Time `json:"said_at"`
	// Program is the id of the key of the program that wrote it, or actor.LocalKey. It is left out of what no program
	// wrote, so that sums of before it was there hold.
	Program string `json:"program,omitempty"`
}

func entryOf(h memory.History, triples map[int][]graph.Triple) (Entry, error) {
	m := h.Memory
	e := Entry{
		ID: m.ID, Scope: Scope{m.Scope.Kind, m.Scope.ID}, Kind: m.Kind, Type: m.Type, Category: m.Category,
		Subject: m.Subject, Status: m.Status, Origin: m.Origin, Trust: m.Trust.String(), Pinned: m.Pinned,
		Confidence: m.Confidence, Importance: m.Importance, CreatedAt: m.CreatedAt, ExpiresAt: m.ExpiresAt, ArchivedAt: m.ArchivedAt,
	}
	for _, v := range h.Versions {
		out := Version{
			ID: v.ID, Number: v.Number, Content: v.Content, Conversation: v.SessionID,
			CreatedAt: v.CreatedAt, Evidence: []Evidence{},
		}
		for _, x := range v.Evidence {
			one := Evidence{Message: x.MessageID, Quote: x.Quote, Trust: x.Trust.String(), SaidAt: x.SaidAt}
			if x.Method == memory.MethodProgram {
				one.Program = x.Model
			}
			out.Evidence = append(out.Evidence, one)
		}
		for _, t := range triples[v.Number] {
			out.Triples = append(out.Triples, Triple{t.Fact, t.SubjectKey, t.ObjectKey})
		}
		e.Versions = append(e.Versions, out)
	}
	var err error
	e.Sum, err = e.sum()
	return e, err
}

// memory is the inverse of entryOf, without the triples.
func (e Entry) memory(store string) (memory.Memory, []memory.Version) {
	m := memory.Memory{
		ID: e.ID, Scope: scope.Scope{Store: store, Kind: e.Scope.Kind, ID: e.Scope.ID}, Kind: e.Kind, Type: e.Type,
		Category: e.Category, Subject: e.Subject, Status: e.Status, Origin: e.Origin, Trust: trust.Parse(e.Trust),
		Pinned: e.Pinned, Confidence: e.Confidence, Importance: e.Importance, CreatedAt: e.CreatedAt, ExpiresAt: e.ExpiresAt, ArchivedAt: e.ArchivedAt,
	}
	var vs []memory.Version
	for _, v := range e.Versions {
		out := memory.Version{
			ID: v.ID, MemoryID: e.ID, Number: v.Number, Content: v.Content,
			SessionID: v.Conversation, CreatedAt: v.CreatedAt,
		}
		for _, x := range v.Evidence {
			one := memory.Evidence{MessageID: x.Message, Quote: x.Quote, Trust: trust.Parse(x.Trust), SaidAt: x.SaidAt}
			if x.Program != "" {
				one.Meta = memory.Meta{Method: memory.MethodProgram, Model: text.Cut(text.OneLine(x.Program), shortid.Len)}
			}
			out.Evidence = append(out.Evidence, one)
		}
		vs = append(vs, out)
	}
	return m, vs
}

func (e Entry) sum() (string, error) {
	e.Sum = ""
	return sum(e)
}

func (a Archive) sum() (string, error) {
	head := struct {
		Format, Store string
		MadeAt        time.Time
		Scopes        []Scope
		Sums          []string
		Wishes        []Wish `json:",omitempty"`
	}{a.Format, a.Store, a.MadeAt, a.Scopes, nil, a.Wishes}
	for _, e := range a.Memories {
		head.Sums = append(head.Sums, e.Sum)
	}
	return sum(head)
}

func sum(v any) (string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:]), nil
}

// Write writes the archive as JSON, for people to look into.
func (a Archive) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(a)
}

// Only returns the part of an archive that is one scope's. Its own checksum is the whole
// archive's still: it is for importing, not for writing.
func (a Archive) Only(scope Scope) Archive {
	a.Scopes = slices.DeleteFunc(slices.Clone(a.Scopes), func(s Scope) bool { return s != scope })
	a.Memories = slices.DeleteFunc(slices.Clone(a.Memories), func(e Entry) bool { return e.Scope != scope })
	a.Wishes = slices.DeleteFunc(slices.Clone(a.Wishes), func(w Wish) bool { return w.Scope != scope })
	return a
}

// Sentences of refusal.
const (
	notOurs = "this is no archive of memories, or not a whole one; `keepsake memory export` and `… --full` write such files"
	refused = "; nothing was imported"
)

// Read reads what Write wrote and verifies every checksum. fault.Invalid when anything
// differs from what was exported.
func Read(r io.Reader) (Archive, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return Archive{}, fault.Wrap(fault.Unavailable, "the archive cannot be read", err)
	}
	if b = bytes.TrimSpace(b); isList(b) {
		return Archive{}, ErrPlain
	}
	var a Archive
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if d.Decode(&a) != nil || d.Decode(new(any)) != io.EOF {
		return Archive{}, fault.New(fault.Invalid, notOurs)
	}
	if a.Format != Format {
		return Archive{}, fault.New(fault.Invalid, "this archive is of another kind than "+Format+", the one this program reads")
	}
	return a, a.verify()
}

func (a Archive) verify() error {
	for i, e := range a.Memories {
		want, err := e.sum()
		if err != nil || want != e.Sum {
			return fault.New(fault.Invalid, fmt.Sprintf(
				"memory %d of the archive is not what was exported: its checksum does not match%s", i+1, refused))
		}
	}
	if want, err := a.sum(); err != nil || want != a.Sum {
		return fault.New(fault.Invalid,
			"the archive is not what was exported: something was added, left out or moved"+refused)
	}
	return nil
}
