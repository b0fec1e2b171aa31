package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"keepsake/memory"
	"keepsake/memory/archive"
	"keepsake/scope"
	"keepsake/text"
	"keepsake/trust"
)

// item is a memory as the interface writes it, at /api/ltm/items.
type item struct {
	ID        string     `json:"memory_id"`
	Scope     string     `json:"scope"`
	ScopeID   string     `json:"scope_id"`
	Type      string     `json:"type"`
	Category  string     `json:"category"`
	Subject   string     `json:"subject"`
	Fact      string     `json:"fact"`
	ExpiresAt *time.Time `json:"expires_at"`
	Status    string     `json:"status"`
	Origin    string     `json:"origin"`
	Pinned    bool       `json:"pinned"`

	ArchivedAt *time.Time `json:"archived_at"`
	CreatedAt  time.Time  `json:"created_at"`

	Evidence []struct {
		Quote     string    `json:"quote"`
		Trust     string    `json:"trust"`
		Program   *string   `json:"program"`
		Version   int       `json:"version_number"`
		CreatedAt time.Time `json:"created_at"`
	} `json:"evidence"`
	Versions []struct {
		Number    int       `json:"version_number"`
		Content   string    `json:"content"`
		CreatedAt time.Time `json:"created_at"`
	} `json:"versions"`
}

func (i item) memory() memory.Memory {
	return memory.Memory{
		ID: i.ID, Scope: scope.Scope{Kind: scope.Kind(i.Scope), ID: i.ScopeID}, Type: memory.Type(i.Type), Category: i.Category, Subject: i.Subject,
		Content: i.Fact, Status: memory.Status(i.Status), Origin: memory.Origin(i.Origin), Pinned: i.Pinned, ExpiresAt: i.ExpiresAt,
		ArchivedAt: i.ArchivedAt, CreatedAt: i.CreatedAt,
	}
}

// history returns the memory with what it said over time.
func (i item) history() memory.History {
	h := memory.History{Memory: i.memory()}
	for _, v := range i.Versions {
		one := memory.Version{MemoryID: i.ID, Number: v.Number, Content: v.Content, CreatedAt: v.CreatedAt}
		for _, e := range i.Evidence {
			if e.Version == v.Number {
				said := memory.Evidence{Quote: e.Quote, Trust: trust.Parse(e.Trust), SaidAt: e.CreatedAt}
				if e.Program != nil {
					said.Meta = memory.Meta{Method: memory.MethodProgram, Model: *e.Program}
				}
				one.Evidence = append(one.Evidence, said)
			}
		}
		h.Versions = append(h.Versions, one)
	}
	return h
}

// pageSize is how many memories are asked for at once.
const pageSize = 500

// All returns all memories that are kept, archived ones too, by category, the oldest first.
func (s *Server) All(ctx context.Context) (all []memory.Memory, err error) {
	query := url.Values{"limit": {strconv.Itoa(pageSize)}}
	for {
		var page struct{ Items []item }
		next, err := s.ask(ctx, http.MethodGet, "/api/ltm/items", query, nil, &page)
		if err != nil {
			return nil, err
		}
		for _, i := range page.Items {
			if i.Status != string(memory.Disabled) {
				all = append(all, i.memory())
			}
		}
		if next == "" {
			return all, nil
		}
		query.Set("cursor", next)
	}
}

// List returns the first memories of a category ("" = of each), in use or in the archive, and how many there are.
func (s *Server) List(ctx context.Context, category string, archived bool, limit int) ([]memory.Memory, int, error) {
	all, err := s.All(ctx)
	var found []memory.Memory
	for _, m := range all {
		if (m.ArchivedAt != nil) == archived && (category == "" || m.Category == category) && (archived || m.Status == memory.Active) {
			found = append(found, m)
		}
	}
	return found[:min(limit, len(found))], len(found), err
}

// History returns a memory with its versions; an error that is memory.ErrNotFound when there is none.
func (s *Server) History(ctx context.Context, id string) (memory.History, error) {
	var i item
	_, err := s.ask(ctx, http.MethodGet, "/api/ltm/items/"+url.PathEscape(id), nil, nil, &i)
	if errors.Is(err, errNotFound) {
		err = fmt.Errorf("%w %s at %s (keepsake memory list shows the ids; upper and lower case count)", memory.ErrNotFound, text.Visible(text.OneLine(id)), s.Name())
	}
	return i.history(), err
}

// Search returns the memories that words find, and how many there are.
func (s *Server) Search(ctx context.Context, words string, limit int) (found []memory.Memory, total int, err error) {
	query := url.Values{"q": {words}, "limit": {strconv.Itoa(min(limit, pageSize))}}
	for {
		var page struct {
			Memories []struct{ ID string }
			Total    int
		}
		next, err := s.ask(ctx, http.MethodGet, "/api/memory/search", query, nil, &page)
		if err != nil {
			return nil, 0, err
		}
		for _, m := range page.Memories {
			if len(found) == limit {
				return found, page.Total, nil
			}
			h, err := s.History(ctx, m.ID)
			if err != nil {
				return nil, 0, err
			}
			found = append(found, h.Memory)
		}
		if next == "" || len(found) == limit {
			return found, page.Total, nil
		}
		query.Set("cursor", next)
	}
}

// Export returns everything as an archive, checked against its sums.
func (s *Server) Export(ctx context.Context) (archive.Archive, error) {
	var raw []byte
	if _, err := s.ask(ctx, http.MethodGet, "/api/ltm/export", nil, nil, &raw); err != nil {
		return archive.Archive{}, err
	}
	a, err := archive.Read(bytes.NewReader(raw))
	if err != nil {
		return a, fmt.Errorf("%s: %w", s.Name(), err)
	}
	return a, nil
}

// Import brings in an archive or a plain list, with foreign one of another assistant; dryRun only tells what would be
// done.
func (s *Server) Import(ctx context.Context, file io.Reader, foreign, dryRun bool) (archive.Report, error) {
	raw, err := io.ReadAll(file)
	if err != nil {
		return archive.Report{}, err
	}
	if foreign {
		if raw, err = s.ofOthers(ctx, raw); err != nil {
			return archive.Report{}, err
		}
	}
	var done struct {
		Added, Same, Archived     int
		Forgotten, Differ, Secret []string
		Wishes                    int
		WishesLeft                int `json:"wishes_left"`
	}
	_, err = s.ask(ctx, http.MethodPost, "/api/ltm/import", url.Values{"dry_run": {strconv.FormatBool(dryRun)}}, raw, &done)
	return archive.Report{Added: done.Added, Same: done.Same, MadeRoom: done.Archived, Forgotten: done.Forgotten, Differ: done.Differ, Secret: done.Secret, Wishes: done.Wishes, WishesLeft: done.WishesLeft}, err
}

// Cleared is what Clear destroyed.
type Cleared struct {
	Memories, Versions, Conversations, Messages int
	Scrubbed                                    bool // the bytes are gone, too
}

// Clear destroys memories, conversations or both. The key must be a trusted one.
func (s *Server) Clear(ctx context.Context, memories, conversations bool) (done Cleared, err error) {
	body, err := json.Marshal(map[string]any{"memories": memories, "conversations": conversations, "confirm": "destroy"})
	if err == nil {
		_, err = s.ask(ctx, http.MethodPost, "/api/ltm/clear", nil, body, &done)
	}
	return done, err
}

// ofOthers returns another assistant's file as a plain list, with the ids that it would have here.
func (s *Server) ofOthers(ctx context.Context, raw []byte) ([]byte, error) {
	var stats struct {
		Scopes []struct {
			Scope string `json:"scope"`
			ID    string `json:"scope_id"`
		}
	}
	if _, err := s.ask(ctx, http.MethodGet, "/api/ltm/stats", nil, nil, &stats); err != nil {
		return nil, err
	}
	if len(stats.Scopes) != 1 {
		return nil, s.stranger(http.StatusOK)
	}
	a, err := archive.ReadForeign(bytes.NewReader(raw), "remote", archive.Scope{Kind: scope.Kind(stats.Scopes[0].Scope), ID: stats.Scopes[0].ID}, time.Now())
	if err != nil {
		return nil, err
	}
	list := make([]archive.Plain, len(a.Memories))
	for i, e := range a.Memories {
		list[i] = archive.Plain{ID: e.ID, Content: e.Versions[0].Content, Category: e.Category, CreatedAt: e.CreatedAt.Format(time.RFC3339Nano)}
	}
	return json.Marshal(list)
}
