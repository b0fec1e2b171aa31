package web

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

// cursor says where a page begins. Callers carry it from one page to the next and need not read it.
type cursor struct {
	// Category, At and ID are the last memory of the page before, in a list.
	Category string `json:"c,omitempty"`
	At       int64  `json:"t,omitempty"` // microseconds
	ID       string `json:"i,omitempty"`
	// Skip is how many results the pages before had, in a search.
	Skip int `json:"s,omitempty"`
}

var errCursor = fault.Field("cursor", "is not one of this list")

// maxSkip bounds a cursor of a search.
const maxSkip = 1_000_000

func parseCursor(s string) (cursor, error) {
	var c cursor
	if s == "" {
		return c, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(s)
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	if err != nil || c.Skip < 0 || c.Skip > maxSkip || !isPlain(c.Category) || !isPlain(c.ID) {
		return cursor{}, errCursor
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

// after returns the memory that the page follows; nil = it is the first.
func (c cursor) after() *memory.Memory {
	if c.ID == "" {
		return nil
	}
	return &memory.Memory{Category: c.Category, CreatedAt: time.UnixMicro(c.At), ID: c.ID}
}

func cursorAfter(m memory.Memory) cursor {
	return cursor{Category: m.Category, At: m.CreatedAt.UnixMicro(), ID: m.ID}
}

func (c cursor) String() string {
	raw, _ := json.Marshal(c) // strings and numbers only
	return base64.RawURLEncoding.EncodeToString(raw)
}

type addressKey struct{}

// withAddress keeps the address of a request, for links to other pages.
func withAddress(ctx context.Context, u url.URL) context.Context {
	return context.WithValue(ctx, addressKey{}, u)
}

// nextLink returns a Link header to the same request with another cursor (RFC 8288).
func nextLink(ctx context.Context, c cursor) string {
	u, _ := ctx.Value(addressKey{}).(url.URL)
	query := u.Query()
	query.Set("cursor", c.String())
	return "<" + u.Path + "?" + query.Encode() + ">; rel=" + strconv.Quote("next")
}
