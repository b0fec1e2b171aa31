package demo

import (
	"context"
	"time"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/scope"
)

// panelView is what is remembered about a person, for the page.
type panelView struct {
	Person   string       `json:"person"`
	Memories []memoryView `json:"memories"` // by category, then as they were learned
}

type memoryView struct {
	ID       string        `json:"id"`
	Category string        `json:"category"`
	Subject  string        `json:"subject,omitempty"`
	Content  string        `json:"content"`
	Version  int           `json:"version"`
	Pinned   bool          `json:"pinned,omitempty"`
	Versions []versionView `json:"versions"` // oldest first
}

type versionView struct {
	Number  int       `json:"number"`
	Content string    `json:"content"`
	At      time.Time `json:"at"`
	Quote   string    `json:"quote,omitempty"` // what the person said
}

// panel reads what is remembered about a person, with where each version came from.
func (w *World) panel(ctx context.Context, a *Actor) (panelView, error) {
	v := panelView{Person: a.ID, Memories: []memoryView{}}
	owner := w.scope(a)
	service := w.App().Memory
	ms, _, err := service.List(ctx, memory.ActiveQuery(owner))
	if err != nil {
		return v, fault.Op(err, "panel")
	}
	for _, m := range ms {
		h, err := service.History(ctx, []scope.Scope{owner}, m.ID)
		if err != nil {
			return v, fault.Op(err, "panel")
		}
		mv := memoryView{ID: m.ID, Category: m.Category, Subject: m.Subject, Content: m.Content, Version: m.Version, Pinned: m.Pinned}
		for _, version := range h.Versions {
			vv := versionView{Number: version.Number, Content: version.Content, At: version.CreatedAt}
			for _, e := range version.Evidence {
				if vv.Quote == "" || len(e.Quote) > len(vv.Quote) { // "Yes" explains little
					vv.Quote = e.Quote
				}
			}
			mv.Versions = append(mv.Versions, vv)
		}
		v.Memories = append(v.Memories, mv)
	}
	return v, nil
}
