package web

import (
	"context"
	"net/http"
	"time"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/shortid"
	"keepsake/web/paging"
	"keepsake/web/shape"
)

// addItems adds AstrBot's operations on single memories (A51–A54).
func (r *Room) addItems() {
	register(r, operation{
		id: "list-items", method: http.MethodGet, path: "/api/ltm/items", tag: "Long-term memory", summary: "List memories with their weights",
		about: "Active and archived memories, by category, the oldest first. status=shadow lists what extraction found and keeps from the model until it is confirmed.",
	}, r.listItems)
	register(r, operation{
		id: "get-item", method: http.MethodGet, path: "/api/ltm/items/{memory_id}", tag: "Long-term memory", summary: "Get a memory with its evidence",
		errors: []int{http.StatusNotFound},
	}, r.getItem)
	register(r, operation{
		id: "weigh-item", method: http.MethodPatch, path: "/api/ltm/items/{memory_id}", tag: "Long-term memory", summary: "Change status, importance, time to live",
		about:  "What is not named stays. disabled and expired put a memory into the archive, active brings it back. A time to live counts from now.",
		writes: true, errors: []int{http.StatusNotFound, http.StatusConflict},
	}, r.patchItem)
	register(r, operation{
		id: "delete-item", method: http.MethodDelete, path: "/api/ltm/items/{memory_id}", tag: "Long-term memory", summary: "Delete a memory",
		about: "As DELETE /api/memory/{id}.", status: http.StatusNoContent, writes: true, errors: []int{http.StatusNotFound},
	}, r.deleteItem)
	register(r, operation{
		id: "get-stats", method: http.MethodGet, path: "/api/ltm/stats", tag: "Long-term memory", summary: "Count the memories of the scope",
	}, r.getStats)
}

type itemsInput struct {
	Status string `query:"status" enum:"active,shadow,pending,disabled,expired" doc:"Only this status; without it all but shadow and pending"`
	Type   string `query:"type" enum:"profile,preference,constraint,task_state,episode" doc:"Only this type"`
	Limit  int    `query:"limit" minimum:"1" maximum:"500" default:"100" doc:"Items on a page"`
	Cursor string `query:"cursor" maxLength:"600" doc:"Where the page begins: from the Link header of the page before"`
}

type itemsOutput struct {
	Link string `header:"Link" doc:"The next page, with rel=\"next\"; absent on the last"`
	Body shape.ItemList
}

// kept selects all that is kept, of any status.
func kept(c caller) memory.Query {
	q := memory.RetentionQuery(c.scopes()...)
	q.Statuses = []memory.Status{memory.Active, memory.Expired, memory.Disabled}
	return q
}

func (r *Room) listItems(ctx context.Context, in *itemsInput) (*itemsOutput, error) {
	c := callerOf(ctx)
	at, err := paging.Parse(in.Cursor)
	if err != nil {
		return nil, err
	}
	status := memory.Status(in.Status)
	if status == memory.Shadow || status == memory.Pending {
		return r.listFinds(ctx, c, in, at)
	}
	q := kept(c)
	if q.Type = memory.Type(in.Type); status != "" {
		q.Statuses = []memory.Status{status}
	}
	total, err := c.agent.Memory.Count(ctx, q)
	if err != nil {
		return nil, err
	}
	q.After, q.Limit = at.After(), in.Limit+1
	ms, err := c.agent.Memory.Find(ctx, q)
	if err != nil {
		return nil, err
	}
	out := &itemsOutput{Body: shape.ItemList{Items: []shape.Item{}, Total: total}}
	if len(ms) > in.Limit {
		ms = ms[:in.Limit]
		out.Link = paging.Next(ctx, paging.Behind(ms[in.Limit-1]))
	}
	ids := make([]string, len(ms))
	for i, m := range ms {
		ids[i] = m.ID
	}
	said, err := c.agent.Memory.CountEvidence(ctx, ids)
	for _, m := range ms {
		out.Body.Items = append(out.Body.Items, shape.ItemOf(m, said[m.ID]))
	}
	return out, err
}

// listFinds lists what extraction found and has not become a memory.
func (r *Room) listFinds(ctx context.Context, c caller, in *itemsInput, at paging.Cursor) (*itemsOutput, error) {
	living, err := r.cfg.Finds.Living(ctx, c.key.Scope())
	if err != nil {
		return nil, err
	}
	all := []shape.Item{}
	for _, j := range living {
		if one := shape.FindOf(j); one.Status == in.Status && (in.Type == "" || one.Type == in.Type) {
			all = append(all, one)
		}
	}
	out := &itemsOutput{Body: shape.ItemList{Total: len(all)}}
	from := min(at.Skip, len(all))
	to := min(from+in.Limit, len(all))
	if out.Body.Items = all[from:to]; to < len(all) {
		out.Link = paging.Next(ctx, paging.Cursor{Skip: to})
	}
	return out, nil
}

type itemInput struct {
	ID string `path:"memory_id" doc:"The memory's id"`
}

type itemOutput struct {
	ETag string `header:"ETag"`
	Body shape.ItemDetail
}

func newItemOutput(h memory.History) *itemOutput {
	item := shape.DetailOf(h)
	return &itemOutput{ETag: shape.TagOfItem(item.Item), Body: item}
}

func (r *Room) getItem(ctx context.Context, in *itemInput) (*itemOutput, error) {
	h, err := r.findItem(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return newItemOutput(h), nil
}

// findItem returns a memory of any status that the caller may see and that is not deleted.
func (r *Room) findItem(ctx context.Context, id string) (memory.History, error) {
	if !shortid.IsValid(id) {
		return memory.History{}, memory.ErrNotFound
	}
	c := callerOf(ctx)
	h, err := c.agent.Memory.History(ctx, c.scopes(), id)
	if err == nil && h.Memory.DeletedAt != nil {
		err = memory.ErrNotFound
	}
	return h, err
}

// ItemPatch is what may be changed of an item (A53).
type ItemPatch struct {
	Status     *string  `json:"status,omitempty" enum:"active,disabled,expired" doc:"disabled and expired archive the memory, active brings it back"`
	Importance *float64 `json:"importance,omitempty" minimum:"0" maximum:"1"`
	TTLDays    *int     `json:"ttl_days,omitempty" minimum:"-1" maximum:"36500" nullable:"true" doc:"Days from now; -1 = for good"`
}

type patchInput struct {
	ID      string `path:"memory_id" doc:"The memory's id"`
	IfMatch string `header:"If-Match" maxLength:"1000" doc:"Entity tags; 412 when the item has none of them"`
	Body    ItemPatch
}

const day = 24 * time.Hour

// patchItem does all of a patch in one transaction, or nothing.
func (r *Room) patchItem(ctx context.Context, in *patchInput) (*itemOutput, error) {
	p := in.Body
	if p.TTLDays != nil && *p.TTLDays == 0 {
		return nil, fault.Field("ttl_days", "must be -1 for good, or at least 1")
	}
	c := callerOf(ctx)
	var h memory.History
	err := r.cfg.Forget.Tx.InTx(ctx, func(ctx context.Context) (err error) {
		if h, err = r.findItem(ctx, in.ID); err == nil && !shape.IsItemTagged(in.IfMatch, h) {
			err = errPrecondition
		}
		if err != nil {
			return err
		}
		var writes []memory.Write
		m := h.Memory
		one := memory.Write{Scopes: c.scopes(), MemoryID: m.ID, Reason: reasonUpdated}
		back := p.Status != nil && *p.Status == string(memory.Active) && m.ArchivedAt != nil
		if p.Status != nil && *p.Status != string(m.Status) || back {
			if one.Op = memory.OpUnarchive; !back {
				if m.ArchivedAt != nil { // it changes within the archive
					again := one
					writes = append(writes, again)
				}
				one.Op, one.Status = memory.OpArchive, memory.Status(*p.Status)
			}
			writes = append(writes, one)
		}
		weight := memory.Weight{Importance: m.Importance, ExpiresAt: m.ExpiresAt}
		if back && m.Status != memory.Active {
			weight.ExpiresAt = nil // as leaving the archive does
		}
		before := weight.String()
		if p.Importance != nil {
			weight.Importance = *p.Importance
		}
		if p.TTLDays != nil {
			weight.ExpiresAt = nil
			if *p.TTLDays > 0 {
				end := r.cfg.Now.UTC().Add(time.Duration(*p.TTLDays) * day)
				weight.ExpiresAt = &end
			}
		}
		if weight.String() != before {
			writes = append(writes, memory.Write{Op: memory.OpWeigh, Scopes: c.scopes(), MemoryID: m.ID, Weight: weight, Reason: reasonUpdated})
		}
		if len(writes) > 0 {
			if _, err = c.agent.Memory.Apply(ctx, c.actor, writes); err != nil {
				return err
			}
			h, err = r.findItem(ctx, in.ID)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return newItemOutput(h), nil
}

type deleteItemInput struct {
	ID      string `path:"memory_id" doc:"The memory's id"`
	IfMatch string `header:"If-Match" maxLength:"1000" doc:"Entity tags; 412 when the item has none of them"`
}

func (r *Room) deleteItem(ctx context.Context, in *deleteItemInput) (*struct{}, error) {
	c := callerOf(ctx)
	return nil, r.cfg.Forget.Tx.InTx(ctx, func(ctx context.Context) error {
		h, err := r.findItem(ctx, in.ID)
		if err == nil && !shape.IsItemTagged(in.IfMatch, h) {
			err = errPrecondition
		}
		if err == nil {
			_, _, err = r.cfg.Forget.One(ctx, c.actor, c.scopes(), h.Memory.ID)
		}
		return err
	})
}

// ScopeStats are counts of one scope (A56).
type ScopeStats struct {
	Scope      string         `json:"scope" enum:"user,group,project,global,session"`
	ScopeID    string         `json:"scope_id"`
	Total      int            `json:"total" minimum:"0" doc:"Memories that are not deleted, archived ones as well"`
	Archived   int            `json:"archived" minimum:"0"`
	Pinned     int            `json:"pinned" minimum:"0"`
	ByStatus   map[string]int `json:"by_status" doc:"Also shadow and pending: what extraction found and nobody confirmed"`
	ByType     map[string]int `json:"by_type"`
	ByCategory map[string]int `json:"by_category"`
	ByOrigin   map[string]int `json:"by_origin"`
	Confidence float64        `json:"average_confidence" minimum:"0" maximum:"1"`
	Importance float64        `json:"average_importance" minimum:"0" maximum:"1"`
}

// Stats are counts by scope (A56).
type Stats struct {
	Scopes []ScopeStats `json:"scopes" nullable:"false" doc:"The scope that the key opens"`
}

type statsOutput struct{ Body Stats }

func (r *Room) getStats(ctx context.Context, _ *struct{}) (*statsOutput, error) {
	c := callerOf(ctx)
	ms, err := c.agent.Memory.Find(ctx, kept(c))
	if err != nil {
		return nil, err
	}
	living, err := r.cfg.Finds.Living(ctx, c.key.Scope())
	if err != nil {
		return nil, err
	}
	s := ScopeStats{
		Scope: string(c.key.Scope().Kind), ScopeID: c.key.Scope().ID, Total: len(ms),
		ByStatus: map[string]int{}, ByType: map[string]int{}, ByCategory: map[string]int{}, ByOrigin: map[string]int{},
	}
	for _, status := range []memory.Status{memory.Active, memory.Shadow, memory.Pending, memory.Disabled, memory.Expired} {
		s.ByStatus[string(status)] = 0
	}
	for _, m := range ms {
		s.ByStatus[string(m.Status)]++
		s.ByType[string(m.Type)]++
		s.ByCategory[m.Category]++
		s.ByOrigin[string(m.Origin)]++
		if m.ArchivedAt != nil {
			s.Archived++
		}
		if m.Pinned {
			s.Pinned++
		}
		s.Confidence += m.Confidence / float64(len(ms))
		s.Importance += m.Importance / float64(len(ms))
	}
	s.Confidence, s.Importance = min(s.Confidence, 1), min(s.Importance, 1)
	for _, j := range living {
		s.ByStatus[shape.FindOf(j).Status]++
	}
	return &statsOutput{Body: Stats{Scopes: []ScopeStats{s}}}, nil
}
