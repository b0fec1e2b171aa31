package demo

import (
	"context"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/scope"
)

// panel reads what is remembered about a person for the page: memories by category, then as they
// were learned, each with its versions, oldest first, and what the person said.
func (w *World) panel(ctx context.Context, a *Actor) (object, error) {
	owner, service := w.scope(a), w.App().Memory
	ms, _, err := service.List(ctx, memory.ActiveQuery(owner))
	if err != nil {
		return nil, fault.Op(err, "panel")
	}
	memories := []object{}
	for _, m := range ms {
		h, err := service.History(ctx, []scope.Scope{owner}, m.ID)
		if err != nil {
			return nil, fault.Op(err, "panel")
		}
		versions := []object{}
		for _, v := range h.Versions {
			quote := ""
			for _, e := range v.Evidence {
				if quote == "" || len(e.Quote) > len(quote) { // "Yes" explains little
					quote = e.Quote
				}
			}
			versions = append(versions, object{"number": v.Number, "content": v.Content, "at": v.CreatedAt, "quote": quote})
		}
		memories = append(memories, object{"id": m.ID, "category": m.Category, "subject": m.Subject, "content": m.Content,
			"version": m.Version, "pinned": m.Pinned, "versions": versions})
	}
	return object{"person": a.ID, "memories": memories}, nil
}
