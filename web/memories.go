package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"keepsake/memory"
	"keepsake/shortid"
	"keepsake/text"
	"keepsake/web/paging"
	"keepsake/web/shape"
)

// Reasons of the changes that programs ask for.
const (
	reasonAdded   = "added by a program"
	reasonUpdated = "updated by a program"
)

// addMemories adds PRD29's operations (P20–P28) and the search (E41).
func (r *Room) addMemories() {
	register(r, operation{
		id: "list-memories", method: http.MethodGet, path: "/api/memory/", tag: "Memories", summary: "List the active memories",
		about: "By category, then the oldest first. Without a limit the answer holds all, up to 2,000; a Link header with rel=\"next\" leads to the next page.",
	}, r.listMemories)
	register(r, operation{
		id: "search-memories", method: http.MethodGet, path: "/api/memory/search", tag: "Memories", summary: "Search by content and time",
		about: "Finds archived memories as well. Memories with all words come first; if none has all, those with any word.",
	}, r.searchMemories)
	register(r, operation{
		id: "get-memory", method: http.MethodGet, path: "/api/memory/{id}", tag: "Memories", summary: "Get a memory with its versions",
		errors: []int{http.StatusNotModified, http.StatusNotFound},
	}, r.getMemory)
	register(r, operation{
		id: "create-memory", method: http.MethodPost, path: "/api/memory/", tag: "Memories", summary: "Create a memory",
		about: "Where a memory says the same, has the same subject, or fills the same place, nothing is stored: the answer is 409 with those memories. " +
			"Update one of them, or send their ids in distinct_from if this is another fact. With an Idempotency-Key a request that is sent again within 24 hours is done once.",
		status: http.StatusCreated, writes: true, errors: []int{http.StatusConflict},
	}, r.createMemory)
	register(r, operation{
		id: "update-memory", method: http.MethodPut, path: "/api/memory/{id}", tag: "Memories", summary: "Update a memory",
		about:  "Stores a new version; the id stays. A content that is the present one changes nothing.",
		writes: true, errors: []int{http.StatusNotFound, http.StatusConflict, http.StatusPreconditionFailed},
	}, r.updateMemory)
	register(r, operation{
		id: "edit-session-memory", method: http.MethodPatch, path: "/api/memory-sessions/{id}", tag: "Memories", summary: "Edit one memory", about: "As PUT /api/memory/{id}.",
		writes: true, errors: []int{http.StatusNotFound, http.StatusConflict, http.StatusPreconditionFailed},
	}, r.updateMemory)
	register(r, operation{
		id: "delete-memory", method: http.MethodDelete, path: "/api/memory/{id}", tag: "Memories", summary: "Delete a memory",
		about:  "A soft deletion: the memory leaves all lists, prompts and conversations at once, and can be restored in the chat for some days.",
		status: http.StatusNoContent, writes: true, errors: []int{http.StatusNotFound, http.StatusPreconditionFailed},
	}, r.deleteMemory)
}

type listInput struct {
	Category string `query:"category" maxLength:"50" doc:"Only this category"`
	Subject  string `query:"subject" maxLength:"200" doc:"Only this subject, in any case"`
	Limit    int    `query:"limit" minimum:"1" maximum:"500" doc:"Memories on a page"`
	Cursor   string `query:"cursor" maxLength:"600" doc:"Where the page begins: from the Link header of the page before"`
}

type listOutput struct {
	Link string `header:"Link" doc:"The next page, with rel=\"next\"; absent on the last"`
	Body shape.MemoryList
}

func (r *Room) listMemories(ctx context.Context, in *listInput) (*listOutput, error) {
	c := callerOf(ctx)
	q := memory.ActiveQuery(c.scopes()...)
	q.Category, q.Subject = text.OneLine(in.Category), text.OneLine(in.Subject)
	if in.Category != "" && q.Category == "" || in.Subject != "" && q.Subject == "" {
		return &listOutput{Body: shape.MemoryList{Memories: []shape.Memory{}}}, nil
	}
	total, err := c.agent.Memory.Count(ctx, q)
	if err != nil {
		return nil, err
	}
	limit := in.Limit
	if limit == 0 {
		limit = maxAllList
	}
	at, err := paging.Parse(in.Cursor)
	if err != nil {
		return nil, err
	}
	q.After, q.Limit = at.After(), limit+1
	ms, err := c.agent.Memory.Find(ctx, q)
	if err != nil {
		return nil, err
	}
	out := &listOutput{Body: shape.MemoryList{Total: total}}
	if len(ms) > limit {
		ms = ms[:limit]
		out.Link = paging.Next(ctx, paging.Behind(ms[limit-1]))
	}
	out.Body.Memories = shape.MemoriesOf(ms)
	return out, nil
}

type searchInput struct {
	Query  string    `query:"q" maxLength:"500" doc:"Words of the content or the subject, in any language"`
	Since  time.Time `query:"since" doc:"Only memories whose current version is of this time or later"`
	Until  time.Time `query:"until" doc:"Only memories whose current version is older"`
	Limit  int       `query:"limit" minimum:"1" maximum:"500" default:"100" doc:"Memories on a page"`
	Cursor string    `query:"cursor" maxLength:"600" doc:"Where the page begins: from the Link header of the page before"`
}

func (r *Room) searchMemories(ctx context.Context, in *searchInput) (*listOutput, error) {
	c := callerOf(ctx)
	at, err := paging.Parse(in.Cursor)
	if err != nil {
		return nil, err
	}
	q := memory.RetentionQuery(c.scopes()...)
	q.Since, q.Until, q.Limit, q.Offset = in.Since, in.Until, in.Limit, at.Skip
	q.Words = text.Words(in.Query)
	q.Words = q.Words[:min(len(q.Words), maxWords)]
	if in.Query != "" && len(q.Words) == 0 {
		return &listOutput{Body: shape.MemoryList{Memories: []shape.Memory{}}}, nil
	}
	ms, total, err := c.agent.Memory.List(ctx, q)
	if err == nil && total == 0 && len(q.Words) > 1 {
		q.AnyWord = true
		ms, total, err = c.agent.Memory.List(ctx, q)
	}
	if err != nil {
		return nil, err
	}
	out := &listOutput{Body: shape.MemoryList{Memories: shape.MemoriesOf(ms), Total: total}}
	if next := q.Offset + len(ms); len(ms) == q.Limit && next < total {
		out.Link = paging.Next(ctx, paging.Cursor{Skip: next})
	}
	return out, nil
}

// maxWords bounds the words of a search.
const maxWords = 20

type getInput struct {
	ID          string `path:"id" doc:"The memory's id"`
	IfNoneMatch string `header:"If-None-Match" maxLength:"1000" doc:"Entity tags; 304 when the memory has one of them"`
}

type historyOutput struct {
	ETag string `header:"ETag"`
	Body shape.MemoryHistory
}

func (r *Room) getMemory(ctx context.Context, in *getInput) (*historyOutput, error) {
	m, err := r.findMemory(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	tag := shape.TagOf(m)
	if in.IfNoneMatch != "" && shape.IsTagged(in.IfNoneMatch, tag, true) {
		return nil, huma.ErrorWithHeaders(notModified{}, http.Header{"Etag": {tag}})
	}
	c := callerOf(ctx)
	h, err := c.agent.Memory.History(ctx, c.scopes(), m.ID)
	if err != nil {
		return nil, err
	}
	out := &historyOutput{ETag: tag, Body: shape.MemoryHistory{Memory: shape.MemoryOf(m), Versions: make([]shape.Version, len(h.Versions))}}
	for i, v := range h.Versions {
		out.Body.Versions[i] = shape.Version{Number: v.Number, Content: v.Content, CreatedAt: shape.Time(v.CreatedAt)}
	}
	return out, nil
}

// findMemory returns a memory that the caller may see.
func (r *Room) findMemory(ctx context.Context, id string) (memory.Memory, error) {
	if !shortid.IsValid(id) {
		return memory.Memory{}, memory.ErrNotFound
	}
	c := callerOf(ctx)
	return c.agent.Memory.Get(ctx, c.scopes(), id)
}

// CreateBody is a memory to create (P25, R24).
type CreateBody struct {
	Content      string   `json:"content" minLength:"5" maxLength:"500" doc:"The fact to remember" example:"User prefers short answers"`
	Category     string   `json:"category" enum:"person,preference,context,project"`
	Subject      *string  `json:"subject,omitempty" maxLength:"200" nullable:"true" doc:"What or whom it is about"`
	DistinctFrom []string `json:"distinct_from,omitempty" maxItems:"50" nullable:"true" doc:"Ids of memories, as a 409 names them, that this is another fact than"`
}

type createInput struct {
	Named
	Body    CreateBody
	RawBody []byte
}

type createOutput struct {
	Location string `header:"Location"`
	ETag     string `header:"ETag"`
	Replayed
	Body shape.Memory
}

func (r *Room) createMemory(ctx context.Context, in *createInput) (*createOutput, error) {
	c := callerOf(ctx)
	d := memory.Draft{
		Scope: c.key.Scope(), Content: in.Body.Content, Category: in.Body.Category, DistinctFrom: in.Body.DistinctFrom,
		Limits: memory.ToolLimits, Program: true, Reason: reasonAdded,
	}
	if in.Body.Subject != nil {
		d.Subject = *in.Body.Subject
	}
	var m memory.Memory
	reply, answered, err := r.once(ctx, c, in.Named, append([]byte("POST /api/memory/\n"), in.RawBody...), func(ctx context.Context) (_ string, _ int, err error) {
		m, _, err = c.agent.Memory.Add(ctx, c.actor, d)
		return m.ID, m.Version, err
	})
	if err != nil {
		return nil, err
	}
	if answered.Repeated != "" {
		made, err := c.agent.Memory.At(ctx, []memory.Ref{{ID: reply.MadeID, Version: reply.Version}})
		if err != nil {
			return nil, err
		}
		if len(made) == 0 {
			return nil, gone("The memory that this request made was deleted.")
		}
		m = made[0]
	}
	out := createdMemory(m)
	out.Replayed = answered
	return out, nil
}

func createdMemory(m memory.Memory) *createOutput {
	return &createOutput{Location: "/api/memory/" + m.ID, ETag: shape.TagOf(m), Body: shape.MemoryOf(m)}
}

// UpdateBody is a new content of a memory (P26).
type UpdateBody struct {
	Content string `json:"content" minLength:"5" maxLength:"500" doc:"The updated content"`
}

type updateInput struct {
	ID      string `path:"id" doc:"The memory's id"`
	IfMatch string `header:"If-Match" maxLength:"1000" doc:"Entity tags; 412 when the memory has none of them"`
	Body    UpdateBody
}

type memoryOutput struct {
	ETag string `header:"ETag"`
	Body shape.Memory
}

func (r *Room) updateMemory(ctx context.Context, in *updateInput) (*memoryOutput, error) {
	m, err := r.findMemory(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	edit := memory.Edit{Content: in.Body.Content, Limits: memory.ToolLimits, Reason: reasonUpdated}
	if in.IfMatch != "" {
		if !shape.IsTagged(in.IfMatch, shape.TagOf(m), false) {
			return nil, errPrecondition
		}
		edit.IfVersion = m.Version
	}
	c := callerOf(ctx)
	_, after, _, err := c.agent.Memory.Update(ctx, c.actor, c.scopes(), m.ID, edit)
	switch {
	case errors.Is(err, memory.ErrUnchanged):
		after, err = r.findMemory(ctx, in.ID)
	case errors.Is(err, memory.ErrConflict) && in.IfMatch != "":
		err = errPrecondition
	}
	if err != nil {
		return nil, err
	}
	return &memoryOutput{ETag: shape.TagOf(after), Body: shape.MemoryOf(after)}, nil
}

type deleteInput struct {
	ID      string `path:"id" doc:"The memory's id"`
	IfMatch string `header:"If-Match" maxLength:"1000" doc:"Entity tags; 412 when the memory has none of them"`
}

func (r *Room) deleteMemory(ctx context.Context, in *deleteInput) (*struct{}, error) {
	c := callerOf(ctx)
	err := r.cfg.Forget.Tx.InTx(ctx, func(ctx context.Context) error {
		m, err := r.findMemory(ctx, in.ID)
		if err != nil {
			return err
		}
		if in.IfMatch != "" && !shape.IsTagged(in.IfMatch, shape.TagOf(m), false) {
			return errPrecondition
		}
		_, _, err = r.cfg.Forget.One(ctx, c.actor, c.scopes(), m.ID)
		return err
	})
	return nil, err
}

var errPrecondition error = newProblem(http.StatusPreconditionFailed, "changed", "The memory is not as If-Match says. Read it again.")

// notModified is the answer to If-None-Match; huma takes it as an error.
type notModified struct{}

func (notModified) Error() string  { return "not modified" }
func (notModified) GetStatus() int { return http.StatusNotModified }
