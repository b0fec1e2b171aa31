// Package toolset defines the memory tools a model may call for a person: add_to_memory
// and update_memory (P30–P35), and search_memories for who has more memories than a prompt.
//
// It turns arguments into calls of memory.Service and outcomes into short plain text the
// model reads well. It holds no rule of writing (those are in memory.Service) and no
// judgement of trust (memory/policy): it asks the one, then the other.
//
// Invariants: the tools are system tools, always offered; a write that policy does not
// let through is stored as a decision and told to the model as waiting, never as done.
//
// Start reading at Tools.
package toolset

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"keepsake/agent/tool"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/policy"
	"keepsake/memory/recall"
	"keepsake/people"
	"keepsake/session"
	"keepsake/text"
)

// Names of the tools.
const (
	AddToMemory  = "add_to_memory"
	UpdateMemory = "update_memory"
	// SearchMemories is offered when the memories no longer all fit the prompt.
	SearchMemories = "search_memories"
)

// Tags of the tools (P30).
var tags = []string{tool.TagSystem, "memory"}

// Toolset holds what the tools need.
type Toolset struct {
	Memory   *memory.Service
	Sessions session.Store   // to know what a summary was made of; nil = summaries are not trusted
	Recall   *recall.Service // nil = search_memories is not there
}

// Tools returns the memory tools.
func (t *Toolset) Tools() []tool.Tool {
	tools := []tool.Tool{
		{
			Def:    llm.Tool{Name: AddToMemory, Description: addDescription, Schema: addSchema},
			System: true, Tags: tags, Risk: tool.RiskLow, Run: t.add,
		},
		{
			Def:    llm.Tool{Name: UpdateMemory, Description: updateDescription, Schema: updateSchema},
			System: true, Tags: tags, Risk: tool.RiskLow, Run: t.update,
		},
	}
	if t.Recall != nil {
		tools = append(tools, tool.Tool{
			Def:    llm.Tool{Name: SearchMemories, Description: searchDescription, Schema: searchSchema},
			System: true, Overfull: true, Tags: tags, Risk: tool.RiskLow, Prepare: t.lookUp, Run: t.search,
		})
	}
	return tools
}

const (
	addDescription = "Store important information for future conversations. Use this when the user " +
		"shares facts about people, expresses preferences, or provides context that would " +
		"be useful to remember. Ask for confirmation before storing new information."
	updateDescription = "Update an existing memory when information has changed. Use this instead of " +
		"creating a new memory when correcting outdated information."
)

var (
	addSchema = json.RawMessage(`{
  "type": "object",
  "properties": {
    "content": {"type": "string", "minLength": 5, "maxLength": 500, "description": "The fact or information to remember"},
    "category": {"type": "string", "enum": ["person", "preference", "context", "project"], "description": "Category of memory: person, preference, context, or project"},
    "subject": {"type": "string", "maxLength": 200, "description": "Optional subject/entity this memory relates to (e.g., person name, project name)"},
    "distinct_from": {"type": "array", "items": {"type": "string", "minLength": 8, "maxLength": 8}, "description": "Only after a suggestion to update: IDs of the existing memories about the same subject, when this is a different fact"}
  },
  "required": ["content", "category"],
  "additionalProperties": false
}`)
	updateSchema = json.RawMessage(`{
  "type": "object",
  "properties": {
    "memory_id": {"type": "string", "minLength": 8, "maxLength": 8, "description": "8-character ID of the memory to update"},
    "content": {"type": "string", "minLength": 5, "maxLength": 500, "description": "The updated content for this memory"}
  },
  "required": ["memory_id", "content"],
  "additionalProperties": false
}`)
)

type addArgs struct {
	Content      string   `json:"content"`
	Category     string   `json:"category"`
	Subject      *string  `json:"subject"`
	DistinctFrom []string `json:"distinct_from"`
}

type updateArgs struct {
	MemoryID string `json:"memory_id"`
	Content  string `json:"content"`
}

// add is add_to_memory (P34).
func (t *Toolset) add(ctx context.Context, c tool.Call) (tool.Result, error) {
	var a addArgs
	if err := json.Unmarshal(c.Args, &a); err != nil {
		return tool.Result{}, fault.New(fault.Invalid, "the arguments do not fit the schema of add_to_memory")
	}
	category := strings.ToLower(strings.TrimSpace(a.Category))
	if !slices.Contains(memory.Categories, category) {
		return tool.Result{}, fault.Field("category", "must be person, preference, context, or project")
	}
	if len(c.Scopes) == 0 {
		return tool.Result{}, fault.New(fault.Denied, "nothing can be remembered here")
	}
	subject := ""
	if a.Subject != nil {
		subject = *a.Subject
	}
	for i, id := range a.DistinctFrom {
		a.DistinctFrom[i] = bareID(id)
	}
	content := text.OneLine(a.Content)
	v, err := t.judge(ctx, policy.Write{Content: content, Subject: text.OneLine(subject)}, c)
	if err != nil {
		return tool.Result{}, err
	}
	if !v.Allowed {
		d, err := t.Memory.Propose(ctx, c.Scopes, memory.Decision{
			Scope: c.Scopes[0], Op: memory.OpAdd, Content: content, Category: category, Subject: subject,
			Evidence: v.Evidence, Actor: actor(c), Reason: v.Reason,
		}, memory.ToolLimits, a.DistinctFrom...)
		return pending(d, err)
	}
	m, change, err := t.Memory.Add(ctx, memory.New{
		Scope: c.Scopes[0], Content: content, Category: category, Subject: subject,
		Evidence: v.Evidence, DistinctFrom: a.DistinctFrom, Limits: memory.ToolLimits,
		Actor: actor(c), Reason: reason,
	})
	if err != nil {
		return refused(err)
	}
	return tool.Result{
		Content: fmt.Sprintf("Remembered as [id:%s]: %s", m.ID, m.Content),
		Changes: []memory.Change{change},
	}, nil
}

// update is update_memory (P35).
func (t *Toolset) update(ctx context.Context, c tool.Call) (tool.Result, error) {
	var a updateArgs
	if err := json.Unmarshal(c.Args, &a); err != nil {
		return tool.Result{}, fault.New(fault.Invalid, "the arguments do not fit the schema of update_memory")
	}
	id := bareID(a.MemoryID)
	if !memory.ValidID(id) {
		return tool.Result{}, fault.Field("memory_id", "must be the 8-character ID of a memory, as in [id:a1b2c3d4]")
	}
	present, err := t.Memory.Get(ctx, c.Scopes, id)
	if err != nil {
		return refused(err)
	}
	content := text.OneLine(a.Content)
	if content == present.Content {
		return tool.Result{Content: fmt.Sprintf("Nothing changed: [id:%s] says that already: %s", id, content)}, nil
	}
	v, err := t.judge(ctx, policy.Write{Content: content, Before: present.Content}, c)
	if err != nil {
		return tool.Result{}, err
	}
	if !v.Allowed {
		d, err := t.Memory.Propose(ctx, c.Scopes, memory.Decision{
			Op: memory.OpUpdate, MemoryID: id, Content: content,
			Evidence: v.Evidence, Actor: actor(c), Reason: v.Reason,
		}, memory.ToolLimits)
		return pending(d, err)
	}
	before, after, change, err := t.Memory.Update(ctx, c.Scopes, id, memory.Edit{
		Content: content, Evidence: v.Evidence, Limits: memory.ToolLimits, Actor: actor(c), Reason: reason,
	})
	if err != nil {
		return refused(err)
	}
	return tool.Result{
		Content: fmt.Sprintf("Updated [id:%s]: %s → %s", id, before.Content, after.Content),
		Changes: []memory.Change{change},
	}, nil
}

// reason of the changes tools make.
const reason = "asked in conversation"

func actor(c tool.Call) memory.Actor {
	return memory.Actor{
		Kind: memory.ActorTool, ID: c.Person.ID, SessionID: c.Session.ID, TurnID: c.Turn.ID, CallID: c.CallID,
	}
}

// bareID accepts an id as the prompt shows it, "[id:a1b2c3d4]".
func bareID(s string) string {
	return strings.TrimPrefix(strings.Trim(strings.TrimSpace(s), "[]"), "id:")
}

// judge asks policy about a write, with what the window and its summary were made of.
func (t *Toolset) judge(ctx context.Context, w policy.Write, c tool.Call) (policy.Verdict, error) {
	v := policy.View{Window: c.Window, TurnID: c.Turn.ID, Group: c.Session.Group(), Speaker: c.Person.ID}
	if v.Group && c.Person.ID != "" {
		v.Self = people.Label(c.Person.Name, c.Person.ID)
	}
	if c.Session.Summary != "" && t.Sessions == nil {
		v.Summarized = true
	} else if c.Session.Summary != "" {
		ms, err := t.Sessions.Messages(ctx, c.Session.ID, 1, 0)
		if err != nil {
			return policy.Verdict{}, fault.Op(err, "memory tools: what was summarized")
		}
		for _, m := range ms {
			if m.Seq >= c.Session.SummaryTo || m.Masked != nil {
				continue
			}
			if v.Foreign(m) {
				v.Scrolled = append(v.Scrolled, m.Content)
			}
			if m.Quote != "" {
				v.Scrolled = append(v.Scrolled, m.Quote)
			}
		}
	}
	return policy.Judge(w, v), nil
}

// pending tells the model that a write waits for the person's tap.
func pending(d memory.Decision, err error) (tool.Result, error) {
	switch {
	case errors.Is(err, memory.ErrDeclined):
		return tool.Result{Content: "Not stored: the user did not want this kept. Do not ask again."}, nil
	case err != nil:
		return refused(err)
	}
	what := "Not stored yet"
	if d.Op == memory.OpUpdate {
		what = fmt.Sprintf("[id:%s] is not updated yet", d.MemoryID)
	}
	return tool.Result{
		Content: what + ": " + d.Reason + ". The user is shown this text under your reply with the buttons Save, Edit and Never: " +
			d.Content + "\nDo not say that it is stored and do not ask about it again.",
		Decisions: []memory.Decision{d},
	}, nil
}

// refused turns what the Service refused into words for the model; other errors go on.
func refused(err error) (tool.Result, error) {
	var similar *memory.SimilarError
	var known *memory.KnownError
	switch {
	case errors.As(err, &similar):
		return tool.Result{Content: suggestion(similar.Existing)}, nil
	case errors.As(err, &known):
		return tool.Result{Content: fmt.Sprintf("Already known as [id:%s]: %s", known.Memory.ID, known.Memory.Content)}, nil
	case errors.Is(err, memory.ErrSecret):
		return tool.Result{Content: "Not stored: this looks like a secret (a key, token, password or card number), and secrets are never kept. " +
			"Tell the user kindly that you do not keep such things, and that a password manager is a safer place."}, nil
	case errors.Is(err, memory.ErrNotFound):
		return tool.Result{Content: "No memory has this ID. Use an ID from Your Memory, or add_to_memory for something new."}, nil
	case errors.Is(err, memory.ErrReadOnly):
		return tool.Result{Content: "Not stored: remembering is switched off at the moment. Tell the user so."}, nil
	}
	return tool.Result{}, err
}

// suggestion is the answer for a subject that is there already (P34, R6).
func suggestion(existing []memory.Memory) string {
	var b strings.Builder
	b.WriteString("Not stored: there are memories about the same subject already:\n")
	ids := make([]string, len(existing))
	for i, m := range existing {
		fmt.Fprintf(&b, "- [id:%s] %s\n", m.ID, m.Content)
		ids[i] = `"` + m.ID + `"`
	}
	b.WriteString("If this corrects or completes one of them, call update_memory with its ID. " +
		"If it is a different fact, call add_to_memory again with distinct_from: [" + strings.Join(ids, ", ") + "].")
	return b.String()
}
