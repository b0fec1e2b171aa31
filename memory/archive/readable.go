package archive

import (
	"encoding/json"
	"io"
	"time"

	"keepsake/memory"
	"keepsake/memory/graph"
)

// Plain is a memory as people and small programs read it (I39). Times are RFC 3339 in UTC, with
// the offset written out (R11). ReadPlain brings a list of them in.
type Plain struct {
	ID        string `json:"id"`
	Content   string `json:"content"`
	Category  string `json:"category"`
	CreatedAt string `json:"created_at"`
	// ArchivedAt is only of a memory that is in the archive.
	ArchivedAt string `json:"archived_at,omitempty"`
}

// NewPlain returns a memory in its short form.
func NewPlain(m memory.Memory) Plain {
	p := Plain{ID: m.ID, Content: m.Content, Category: m.Category, CreatedAt: formatTime(m.CreatedAt)}
	if m.ArchivedAt != nil {
		p.ArchivedAt = formatTime(*m.ArchivedAt)
	}
	return p
}

// Detailed is a Plain with what became of the memory, for the person whose it is.
type Detailed struct {
	Plain
	Subject   string         `json:"subject,omitempty"`
	Pinned    bool           `json:"pinned"`
	Version   int            `json:"version"`
	UpdatedAt string         `json:"updated_at"`
	Versions  []PlainVersion `json:"versions"`
}

// PlainVersion is one content of a memory, and the words it rests on.
type PlainVersion struct {
	Number    int      `json:"number"`
	Content   string   `json:"content"`
	CreatedAt string   `json:"created_at"`
	Said      []string `json:"said,omitempty"`
	// SaidBy are the names of who said each of Said; only of a group's.
	SaidBy []string `json:"said_by,omitempty"`
	// Program is the id of the key of the program that wrote it, or actor.LocalKey; "" = no program did.
	Program string `json:"program,omitempty"`
	// Links are what the content says of people and things, as triples.
	Links []graph.Fact `json:"links,omitempty"`
}

// NewDetailed returns a memory with its history, and the triples of its versions; nil = none. nameOf names who said something by their id; nil
// = nobody is named, as where all are the person's own words.
func NewDetailed(h memory.History, triples map[int][]graph.Triple, nameOf func(id string) string) Detailed {
	m := h.Memory
	d := Detailed{
		Plain: NewPlain(m), Subject: m.Subject, Pinned: m.Pinned, Version: m.Version, UpdatedAt: formatTime(m.UpdatedAt),
		Versions: make([]PlainVersion, len(h.Versions)),
	}
	for i, v := range h.Versions {
		d.Versions[i] = PlainVersion{Number: v.Number, Content: v.Content, CreatedAt: formatTime(v.CreatedAt)}
		for _, e := range v.Evidence {
			if e.Method == memory.MethodProgram {
				d.Versions[i].Program = e.Model
			} else if e.Quote != "" {
				d.Versions[i].Said = append(d.Versions[i].Said, e.Quote)
				if nameOf != nil {
					d.Versions[i].SaidBy = append(d.Versions[i].SaidBy, nameOf(e.Author))
				}
			}
		}
		for _, t := range triples[v.Number] {
			d.Versions[i].Links = append(d.Versions[i].Links, t.Fact)
		}
	}
	return d
}

// DetailedFile is what /memory export sends.
type DetailedFile struct {
	ExportedAt string     `json:"exported_at"`
	Memories   []Detailed `json:"memories"`
}

// NewDetailedFile returns a file of memories that was made at a time.
func NewDetailedFile(at time.Time, memories []Detailed) DetailedFile {
	return DetailedFile{ExportedAt: formatTime(at), Memories: memories}
}

// WriteReadable writes Plains or a DetailedFile as indented JSON that keeps <, > and &.
func WriteReadable(w io.Writer, what any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(what)
}

func formatTime(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05-07:00") }
