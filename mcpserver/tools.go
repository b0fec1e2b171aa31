package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/shortid"
	"keepsake/text"
)

// Reasons of the changes that other assistants ask for.
const (
	reasonAdded     = "added by another assistant"
	reasonUpdated   = "updated by another assistant"
	reasonForgotten = "forgotten through another assistant"
)

// maxPage is how many memories one answer has.
const maxPage = 100

// maxWords bounds the words of a search.
const maxWords = 20

// Memory is a memory as it is answered.
type Memory struct {
	ID        string `json:"id" jsonschema:"eight letters and digits, which never change"`
	Category  string `json:"category"`
	Subject   string `json:"subject,omitempty"`
	Content   string `json:"content"`
	Version   int    `json:"version"`
	UpdatedAt string `json:"updated_at" jsonschema:"RFC 3339 in UTC: when the current version was made"`
}

func memoryOf(m memory.Memory) Memory {
	return Memory{ID: m.ID, Category: m.Category, Subject: m.Subject, Content: m.Content, Version: m.Version, UpdatedAt: formatTime(m.UpdatedAt)}
}

func formatTime(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05-07:00") }

// Memories is a page of memories.
type Memories struct {
	Memories []Memory `json:"memories"`
	Total    int      `json:"total" jsonschema:"how many there are; more than are shown when there are further pages"`
}

// addReading offers the tools that every key has.
func (c *caller) addReading(s *mcp.Server) {
	addTool(c, s, &mcp.Tool{
		Name: "list_memories", Title: "List memories", Description: "The active memories, by category, the oldest first. At most 100 at once; ask for the next ones with offset.",
		Annotations: reading,
	}, c.list)
	addTool(c, s, &mcp.Tool{
		Name: "search_memories", Title: "Search memories", Description: "Memories by words of their content or subject, in any language, archived ones too. Those with all words come first; if none has all, those with any word.",
		Annotations: reading,
	}, c.search)
	addTool(c, s, &mcp.Tool{
		Name: "show_memory", Title: "Show a memory", Description: "One memory with all its versions.", Annotations: reading,
	}, c.show)
}

// addWriting offers the tools that need the right to write.
func (c *caller) addWriting(s *mcp.Server) {
	waits := " Nothing is stored yet: the answer has a link with which the person decides."
	if c.writesAtOnce() {
		waits = ""
	}
	addTool(c, s, &mcp.Tool{
		Name: "add_memory", Title: "Remember something", Annotations: writing(false),
		Description: "Asks to remember one fact, for later conversations." + waits + " Where something alike is known, nothing is stored and the answer names it: update that, or repeat with its ids in distinct_from.",
	}, c.add)
	addTool(c, s, &mcp.Tool{
		Name: "update_memory", Title: "Change a memory", Description: "Asks for a new wording of a memory; the former version stays to be seen." + waits, Annotations: writing(false),
	}, c.update)
	forgets := "Returns a link to the memory's card in the person's chat, where they can delete it. Nothing is deleted by this call."
	if c.writesAtOnce() {
		forgets = "Deletes a memory. It can be restored for some days."
	}
	addTool(c, s, &mcp.Tool{
		Name: "forget_memory", Title: "Forget a memory", Description: forgets, Annotations: writing(c.writesAtOnce()),
	}, c.forget)
}

var (
	no      = false
	reading = &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &no}
)

func writing(destroys bool) *mcp.ToolAnnotations {
	return &mcp.ToolAnnotations{DestructiveHint: &destroys, IdempotentHint: true, OpenWorldHint: &no}
}

// answer is what a tool answers: a text for the model, and the same as data.
type answer[T any] struct {
	text string
	data T
}

// addTool offers a tool. Its errors are answers that a model can act on; what nobody classified is logged and
// not told.
func addTool[In, Out any](c *caller, s *mcp.Server, t *mcp.Tool, do func(context.Context, In) (answer[Out], error)) {
	mcp.AddTool(s, t, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		began, status := time.Now(), http.StatusOK
		out, err := do(ctx, in)
		if err != nil {
			status, err = c.room.explain(ctx, err)
		}
		if c.room.cfg.Called != nil {
			c.room.cfg.Called("mcp-"+strings.ReplaceAll(t.Name, "_", "-"), status, time.Since(began))
		}
		if err != nil {
			return nil, out.data, err
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: out.text}}}, out.data, nil
	})
}

// Tools are the names of the tools, as Config.Called hears them.
func Tools() []string {
	return []string{"mcp-list-memories", "mcp-search-memories", "mcp-show-memory", "mcp-add-memory", "mcp-update-memory", "mcp-forget-memory"}
}

type listInput struct {
	Category string `json:"category,omitempty" jsonschema:"only this category: person, preference, context, project, or a word of the person's"`
	Subject  string `json:"subject,omitempty" jsonschema:"only this subject, in any case"`
	Offset   int    `json:"offset,omitempty" jsonschema:"how many to pass over"`
}

func (c *caller) list(ctx context.Context, in listInput) (answer[Memories], error) {
	q := memory.ActiveQuery(c.scopes()...)
	q.Category, q.Subject, q.Offset, q.Limit = text.OneLine(in.Category), text.OneLine(in.Subject), max(0, in.Offset), maxPage
	return c.page(ctx, q)
}

type searchInput struct {
	Query  string `json:"query" jsonschema:"words, in any language"`
	Since  string `json:"since,omitempty" jsonschema:"RFC 3339: only memories whose current version is of this time or later"`
	Until  string `json:"until,omitempty" jsonschema:"RFC 3339: only memories whose current version is older"`
	Offset int    `json:"offset,omitempty" jsonschema:"how many to pass over"`
}

func (c *caller) search(ctx context.Context, in searchInput) (answer[Memories], error) {
	q := memory.RetentionQuery(c.scopes()...)
	var err error
	if q.Since, err = parseTime("since", in.Since); err != nil {
		return answer[Memories]{}, err
	}
	if q.Until, err = parseTime("until", in.Until); err != nil {
		return answer[Memories]{}, err
	}
	q.Words, q.Offset, q.Limit = text.Words(in.Query), max(0, in.Offset), maxPage
	q.Words = q.Words[:min(len(q.Words), maxWords)]
	if len(q.Words) == 0 {
		return answer[Memories]{}, fault.Field("query", "has no word to look for")
	}
	found, err := c.page(ctx, q)
	if err == nil && found.data.Total == 0 && len(q.Words) > 1 {
		q.AnyWord = true
		found, err = c.page(ctx, q)
	}
	return found, err
}

func parseTime(field, s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return t, fault.Field(field, "is written like 2026-11-22T18:00:00Z")
	}
	return t, nil
}

// page answers with the memories of a query, one a line.
func (c *caller) page(ctx context.Context, q memory.Query) (answer[Memories], error) {
	ms, total, err := c.agent.Memory.List(ctx, q)
	if err != nil {
		return answer[Memories]{}, err
	}
	out := answer[Memories]{data: Memories{Memories: []Memory{}, Total: total}}
	lines := []string{countLine(total)}
	for _, m := range ms {
		out.data.Memories = append(out.data.Memories, memoryOf(m))
		lines = append(lines, line(m))
	}
	if next := q.Offset + len(ms); len(ms) > 0 && next < total {
		lines = append(lines, fmt.Sprintf("%d more; go on with offset %d.", total-next, next))
	}
	out.text = strings.Join(lines, "\n")
	return out, nil
}

func countLine(n int) string {
	switch n {
	case 0:
		return "No memories."
	case 1:
		return "1 memory:"
	}
	return strconv.Itoa(n) + " memories:"
}

// line returns a memory on one line: its text is quoted, so that it cannot pass for ours.
func line(m memory.Memory) string {
	about := m.Category
	if m.Subject != "" {
		about += " · " + m.Subject
	}
	return fmt.Sprintf("- [%s] (%s) %q", m.ID, about, m.Content)
}

type idInput struct {
	ID string `json:"id" jsonschema:"the memory's id"`
}

// Version is one wording of a memory.
type Version struct {
	Number    int    `json:"version_number"`
	Content   string `json:"content"`
	CreatedAt string `json:"created_at"`
}

// History is a memory with all its versions.
type History struct {
	Memory
	Versions []Version `json:"versions"`
}

func (c *caller) show(ctx context.Context, in idInput) (answer[History], error) {
	if !shortid.IsValid(in.ID) {
		return answer[History]{}, memory.ErrNotFound
	}
	h, err := c.agent.Memory.History(ctx, c.scopes(), in.ID)
	if err == nil && h.Memory.DeletedAt != nil {
		err = memory.ErrNotFound
	}
	if err != nil {
		return answer[History]{}, err
	}
	out := answer[History]{data: History{Memory: memoryOf(h.Memory)}}
	lines := []string{line(h.Memory)}
	for _, v := range h.Versions {
		out.data.Versions = append(out.data.Versions, Version{Number: v.Number, Content: v.Content, CreatedAt: formatTime(v.CreatedAt)})
		lines = append(lines, fmt.Sprintf("  version %d, %s: %q", v.Number, formatTime(v.CreatedAt), v.Content))
	}
	out.text = strings.Join(lines, "\n")
	return out, nil
}

// Outcome is what became of a wish to write.
type Outcome struct {
	State string `json:"state" jsonschema:"stored, updated, forgotten, unchanged, or waiting for the person"`
	ID    string `json:"id,omitempty" jsonschema:"the memory's id, when it is stored"`
	Link  string `json:"link,omitempty" jsonschema:"opens the question in the person's chat with Keepsake"`
}

type addInput struct {
	Content      string   `json:"content" jsonschema:"the fact, one sentence of 5 to 500 characters in the third person, such as: User prefers short answers"`
	Category     string   `json:"category" jsonschema:"person, preference, context or project"`
	Subject      string   `json:"subject,omitempty" jsonschema:"what or whom it is about"`
	DistinctFrom []string `json:"distinct_from,omitempty" jsonschema:"ids of memories, as an earlier answer names them, that this is another fact than"`
}

func (c *caller) add(ctx context.Context, in addInput) (answer[Outcome], error) {
	if len(in.DistinctFrom) > 50 {
		return answer[Outcome]{}, fault.Field("distinct_from", "has at most 50 ids")
	}
	if !slices.Contains(memory.Categories, in.Category) {
		return answer[Outcome]{}, fault.Field("category", "must be one of: "+strings.Join(memory.Categories, ", "))
	}
	if c.writesAtOnce() {
		m, _, err := c.agent.Memory.Add(ctx, c.actor(), memory.Draft{
			Scope: c.key.Scope(), Content: in.Content, Category: in.Category, Subject: in.Subject, DistinctFrom: in.DistinctFrom,
			Limits: memory.ToolLimits, Program: true, Reason: reasonAdded,
		})
		return answer[Outcome]{"Stored as " + m.ID + ".", Outcome{State: "stored", ID: m.ID}}, err
	}
	d, err := c.agent.Memory.Propose(ctx, c.actor(), c.scopes(), memory.Decision{
		Op: memory.OpAdd, Scope: c.key.Scope(), Content: in.Content, Category: in.Category, Subject: in.Subject, Reason: reasonAdded,
	}, memory.ToolLimits, in.DistinctFrom...)
	return c.waiting(d), err
}

type updateInput struct {
	ID      string `json:"id" jsonschema:"the memory's id"`
	Content string `json:"content" jsonschema:"the whole fact in its new wording, 5 to 500 characters"`
}

func (c *caller) update(ctx context.Context, in updateInput) (answer[Outcome], error) {
	if !shortid.IsValid(in.ID) {
		return answer[Outcome]{}, memory.ErrNotFound
	}
	var out answer[Outcome]
	var err error
	if c.writesAtOnce() {
		_, _, _, err = c.agent.Memory.Update(ctx, c.actor(), c.scopes(), in.ID, memory.Edit{Content: in.Content, Limits: memory.ToolLimits, Reason: reasonUpdated})
		out = answer[Outcome]{"Updated.", Outcome{State: "updated", ID: in.ID}}
	} else {
		var d memory.Decision
		d, err = c.agent.Memory.Propose(ctx, c.actor(), c.scopes(), memory.Decision{
			Op: memory.OpUpdate, Scope: c.key.Scope(), MemoryID: in.ID, Content: in.Content, Reason: reasonUpdated,
		}, memory.ToolLimits)
		out = c.waiting(d)
	}
	if errors.Is(err, memory.ErrUnchanged) {
		return answer[Outcome]{"It says so already.", Outcome{State: "unchanged", ID: in.ID}}, nil
	}
	return out, err
}

func (c *caller) forget(ctx context.Context, in idInput) (answer[Outcome], error) {
	if !shortid.IsValid(in.ID) {
		return answer[Outcome]{}, memory.ErrNotFound
	}
	m, err := c.agent.Memory.Get(ctx, c.scopes(), in.ID)
	if err != nil {
		return answer[Outcome]{}, err
	}
	if c.writesAtOnce() {
		_, _, err := c.agent.Memory.Delete(ctx, c.actor(), c.scopes(), m.ID, reasonForgotten)
		return answer[Outcome]{"Forgotten.", Outcome{State: "forgotten", ID: m.ID}}, err
	}
	return c.linkTo("memory_"+m.ID, "Only the person can delete it, on its card in their chat with Keepsake: "), nil
}

// waiting says that the person decides, and where.
func (c *caller) waiting(d memory.Decision) answer[Outcome] {
	return c.linkTo("decide_"+d.ID, "Not stored yet. The person decides in their chat with Keepsake: ")
}

func (c *caller) linkTo(payload, before string) answer[Outcome] {
	link := ""
	if c.agent.Link != nil {
		link = c.agent.Link(payload)
	}
	where := link
	if where == "" {
		where = "/start " + payload
	}
	return answer[Outcome]{before + where, Outcome{State: "waiting", Link: link}}
}

func seconds(d time.Duration) string { return strconv.Itoa(max(1, int(math.Ceil(d.Seconds())))) }
