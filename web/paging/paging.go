// Package paging is how a list goes on: the cursor that a caller carries from page to page, and the link with it.
//
// Start reading at Cursor.
package paging

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strconv"
	"time"

	"keepsake/fault"
	"keepsake/memory"
)

// Cursor says where a page begins. Callers carry it from one page to the next and need not read it.
type Cursor struct {
	// Category, At and ID are the last memory of the page before, in a list.
	Category string `json:"c,omitempty"`
	At       int64  `json:"t,omitempty"` // microseconds
	ID       string `json:"i,omitempty"`
	// Skip is how many results the pages before had, in a search.
	Skip int `json:"s,omitempty"`
}

// ErrCursor refuses a cursor that no page of the list gave.
var ErrCursor = fault.Field("cursor", "is not one of this list")

// maxSkip bounds a cursor of a search.
const maxSkip = 1_000_000

// Parse returns the cursor that a caller sent; the zero Cursor for "".
func Parse(s string) (Cursor, error) {
	var c Cursor
	if s == "" {
		return c, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(s)
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	if err != nil || c.Skip < 0 || c.Skip > maxSkip || !isPlain(c.Category) || !isPlain(c.ID) {
		return Cursor{}, ErrCursor
	}
	return c, nil
}

// isPlain reports whether a database takes s as it is.
func isPlain(s string) bool {
	for _, r := range s {
		if r < ' ' {
			return false
		}
	}
	return true
}

// After returns the memory that the page follows; nil = it is the first.
func (c Cursor) After() *memory.Memory {
	if c.ID == "" {
		return nil
	}
	return &memory.Memory{Category: c.Category, CreatedAt: time.UnixMicro(c.At), ID: c.ID}
}

// Behind returns where the page after a memory begins.
func Behind(m memory.Memory) Cursor {
	return Cursor{Category: m.Category, At: m.CreatedAt.UnixMicro(), ID: m.ID}
}

// String returns the cursor as a caller carries it.
func (c Cursor) String() string {
	raw, _ := json.Marshal(c) // strings and numbers only
	return base64.RawURLEncoding.EncodeToString(raw)
}

type addressKey struct{}

// WithAddress keeps the address of a request, for links to other pages.
func WithAddress(ctx context.Context, u url.URL) context.Context {
	return context.WithValue(ctx, addressKey{}, u)
}

// Next returns a Link header to the same request with another cursor (RFC 8288).
func Next(ctx context.Context, c Cursor) string {
	u, _ := ctx.Value(addressKey{}).(url.URL)
	query := u.Query()
	query.Set("cursor", c.String())
	return "<" + u.Path + "?" + query.Encode() + ">; rel=" + strconv.Quote("next")
}
