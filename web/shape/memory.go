// Package shape holds memories as programs read them: the bodies of answers, and their entity tags.
//
// Start reading at Memory.
package shape

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"keepsake/memory"
)

// Time is a moment as it is written in answers: RFC 3339 in UTC, with +00:00 (R11).
type Time time.Time

// MarshalJSON writes the moment.
func (t Time) MarshalJSON() ([]byte, error) {
	return []byte(time.Time(t).UTC().Format(`"2006-01-02T15:04:05.999999-07:00"`)), nil
}

// Schema describes the moment.
func (Time) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date-time", Examples: []any{"2026-11-22T18:04:05.123456+00:00"}}
}

// TimeOrNil returns a moment, nil for the zero time.
func TimeOrNil(t time.Time) *Time {
	if t.IsZero() {
		return nil
	}
	out := Time(t)
	return &out
}

// Memory is a memory with its current content (P27).
type Memory struct {
	ID        string  `json:"id" doc:"Eight letters and digits, which never change" example:"aB3dE5fG"`
	Category  string  `json:"category" doc:"person, preference, context, project, or a word of the person's" example:"preference"`
	Subject   *string `json:"subject" nullable:"true" doc:"What or whom it is about"`
	Content   string  `json:"content" doc:"The current content" example:"User prefers short answers"`
	Version   int     `json:"version" minimum:"0" doc:"The number of the current version, from 1"`
	CreatedAt Time    `json:"created_at"`
	UpdatedAt *Time   `json:"updated_at" nullable:"true" doc:"When the current version was made"`
}

// Version is one content of a memory (P16).
type Version struct {
	Number    int    `json:"version_number" minimum:"1"`
	Content   string `json:"content"`
	CreatedAt Time   `json:"created_at"`
}

// MemoryHistory is a memory with all its versions (P21).
type MemoryHistory struct {
	Memory
	Versions []Version `json:"versions" nullable:"false" doc:"All versions, the first one first"`
}

// MemoryList is a page of memories (P28).
type MemoryList struct {
	Memories []Memory `json:"memories" nullable:"false"`
	Total    int      `json:"total" minimum:"0" doc:"How many there are on all pages"`
}

// MemoryOf returns a memory as programs read it.
func MemoryOf(m memory.Memory) Memory {
	out := Memory{
		ID: m.ID, Category: m.Category, Content: m.Content, Version: m.Version,
		CreatedAt: Time(m.CreatedAt), UpdatedAt: TimeOrNil(m.UpdatedAt),
	}
	if m.Subject != "" {
		out.Subject = &m.Subject
	}
	return out
}

// MemoriesOf returns memories as programs read them.
func MemoriesOf(ms []memory.Memory) []Memory {
	out := make([]Memory, len(ms))
	for i, m := range ms {
		out[i] = MemoryOf(m)
	}
	return out
}

// TagOf returns the entity tag of a memory: it differs whenever one of the memory's fields does.
func TagOf(m memory.Memory) string { return tagOf(MemoryOf(m)) }

// TagOfItem returns the entity tag of an item, as TagOf does of a memory.
func TagOfItem(i Item) string { return tagOf(i) }

func tagOf(shown any) string {
	fields, _ := json.Marshal(shown) // strings, numbers and times only
	sum := sha256.Sum256(fields)
	return `"` + hex.EncodeToString(sum[:8]) + `"`
}

// IsTagged reports whether a list of entity tags, as in If-Match, names one. Weak tags do only where weak is set.
func IsTagged(list, tag string, weak bool) bool {
	for _, one := range strings.Split(list, ",") {
		one = strings.TrimSpace(one)
		if weak {
			one = strings.TrimPrefix(one, "W/")
		}
		if one == "*" || one == tag {
			return true
		}
	}
	return false
}
