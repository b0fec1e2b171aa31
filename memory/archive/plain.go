package archive

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/google/uuid"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/shortid"
	"keepsake/text"
	"keepsake/trust"
)

// ErrPlain is returned by Read for a list of memories, which ReadPlain reads.
var ErrPlain = fault.New(fault.Invalid, "this is a plain list of memories, which does not say whose they are")

// isList reports whether a file is a plain list: the array of `keepsake memory export` and of
// InitRunner (I39), or the object of /memory export.
func isList(b []byte) bool {
	return len(b) > 0 && b[0] == '[' || bytes.HasPrefix(b, []byte("{")) && bytes.Contains(b[:min(len(b), 200)], []byte(`"exported_at"`))
}

// plainEntry is a Plain as others may have written it: an id may be a number.
type plainEntry struct {
	ID         json.RawMessage `json:"id"`
	Content    string          `json:"content"`
	Category   string          `json:"category"`
	CreatedAt  string          `json:"created_at"`
	ArchivedAt string          `json:"archived_at"`
}

// ReadPlain reads a plain list as an archive of one scope, for Service.Import. A memory keeps an id
// that is one of ours; others get one that is always the same for them. What a list lacks (versions, evidence, labels) is that of
// a memory that its person asked for, as of now.
func ReadPlain(r io.Reader, store string, owner Scope, now time.Time) (Archive, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return Archive{}, fault.Wrap(fault.Unavailable, "the list cannot be read", err)
	}
	b = bytes.TrimSpace(b)
	file := struct {
		Memories []plainEntry `json:"memories"`
	}{}
	if bytes.HasPrefix(b, []byte("[")) {
		err = json.Unmarshal(b, &file.Memories)
	} else {
		err = json.Unmarshal(b, &file)
	}
	if err != nil {
		return Archive{}, fault.New(fault.Invalid, "this is no list of memories, or not a whole one"+refused)
	}
	return ofPlain(file.Memories, store, owner, now)
}

// ReadForeign reads what another assistant knew (foreign.go) as an archive of one scope, as ReadPlain reads a list of ours.
func ReadForeign(r io.Reader, store string, owner Scope, now time.Time) (Archive, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return Archive{}, fault.Wrap(fault.Unavailable, "the file cannot be read", err)
	}
	list, ok := readForeign(b)
	if !ok {
		return Archive{}, fault.New(fault.Invalid, "this is no file of another assistant that is known: a list of mem0, an agent file of Letta, conversations.json of ChatGPT with saved memories in it, memories.json of Claude, or a text with a fact on each line"+refused)
	}
	for i, p := range list {
		if text.Len(p.Content) > memory.DefaultMaxContent {
			return Archive{}, fault.New(fault.Invalid, fmt.Sprintf("fact %d has more than %d characters: make several of it%s", i+1, memory.DefaultMaxContent, refused))
		}
	}
	return ofPlain(list, store, owner, now)
}

// ReadList is ReadForeign or ReadPlain.
func ReadList(r io.Reader, foreign bool, store string, owner Scope, now time.Time) (Archive, error) {
	if foreign {
		return ReadForeign(r, store, owner, now)
	}
	return ReadPlain(r, store, owner, now)
}

// ofPlain returns a list as an archive.
func ofPlain(list []plainEntry, store string, owner Scope, now time.Time) (Archive, error) {
	a := Archive{Format: Format, Store: store, MadeAt: now, Scopes: []Scope{owner}}
	for i, p := range list {
		e, err := p.entry(owner, now)
		if err != nil {
			return Archive{}, fault.New(fault.Invalid, fmt.Sprintf("memory %d of the list %v%s", i+1, err, refused))
		}
		a.Memories = append(a.Memories, e)
	}
	return a, nil
}

// entry returns a memory with one version.
func (p plainEntry) entry(owner Scope, now time.Time) (Entry, error) {
	content := text.OneLine(text.Clean(p.Content))
	if content == "" {
		return Entry{}, fmt.Errorf("has no content")
	}
	created, err := readTime(p.CreatedAt, now)
	if err != nil {
		return Entry{}, fmt.Errorf("has a created_at that is no time like 2026-11-20T10:30:00+00:00")
	}
	e := Entry{
		ID: strings.Trim(string(p.ID), `"`), Scope: owner, Kind: memory.Item, Category: foldCategory(p.Category),
		Status: memory.Active, Origin: memory.Explicit, Trust: trust.Person.String(), Confidence: 1, Importance: plainImportance,
		CreatedAt: created, isPlain: true,
	}
	e.Type = memory.TypeOf(e.Category)
	if archived, err := readTime(p.ArchivedAt, now); p.ArchivedAt != "" && err == nil {
		e.ArchivedAt = &archived
	}
	if !shortid.IsValid(e.ID) {
		e.ID = shortid.Of(strings.Join([]string{string(owner.Kind), owner.ID, e.ID, content}, "\x00"), shortid.Len)
	}
	e.Versions = []Version{{ID: uuid.NewString(), Number: 1, Content: content, CreatedAt: created}}
	return e, nil
}

// plainImportance is that of a fact that somebody asked for, of no special kind.
const plainImportance = 0.5

// foldCategory returns a category as it is stored.
func foldCategory(s string) string {
	folded := []rune(strings.ToLower(text.OneLine(s)))
	return cmp.Or(strings.TrimSpace(string(folded[:min(len(folded), 50)])), "general")
}

// readTime reads an RFC 3339 time; one without an offset is in UTC, and "" is now.
func readTime(s string, now time.Time) (time.Time, error) {
	if s == "" {
		return now.UTC().Truncate(time.Microsecond), nil
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t, err = time.Parse("2006-01-02T15:04:05.999999", s)
	}
	return t.UTC().Truncate(time.Microsecond), err
}
