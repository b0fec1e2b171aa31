// Package memorytools defines the memory tools a model may call for a person: add_to_memory
// and update_memory (P30–P35), offer_memory and offer_to_forget, which ask with buttons and write
// nothing (R19, R20), and search_memories for who has more memories than a prompt.
//
// It turns arguments into calls of memory.Service and outcomes into short plain text the
// model reads well. It holds no rule of writing (those are in memory.Service) and no
// judgement of trust (memory/grounds): it asks the one, then the other.
//
// Invariants: the tools are system tools, always offered; a write that policy does not
// let through is stored as a decision and told to the model as waiting, never as done.
//
// Start reading at Tools.
package memorytools

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/grounds"
	"keepsake/memory/recall"
	"keepsake/shortid"
	"keepsake/text"
	"keepsake/tool"
	"keepsake/toolset/grounding"
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
	Memory  *memory.Service
	Grounds *grounding.Grounding
	Recall  *recall.Service // nil = search_memories is not there
}

// Tools returns the memory tools.
func (t *Toolset) Tools() []tool.Tool {
	tools := []tool.Tool{
		tool.Define(systemTool(AddToMemory, addDescription), t.prepareAdd, t.add),
		tool.Define(systemTool(UpdateMemory, updateDescription), t.prepareUpdate, t.update),
		tool.Define(systemTool(OfferMemory, offerDescription), t.prepareOffer, t.offer),
		tool.Define(systemTool(OfferToForget, forgetDescription), t.findForgetting, t.offerForget),
	}
	if t.Recall != nil {
		search := systemTool(SearchMemories, searchDescription)
		search.Overfull = true
		tools = append(tools, tool.Define(search, t.lookUp, t.search))
	}
	return tools
}

// systemTool returns what all memory tools have in common (P30, P31).
func systemTool(name, description string) tool.Tool {
	return tool.Tool{
		Def:    llm.Tool{Name: name, Description: description},
		System: true, Tags: tags, Risk: tool.RiskLow,
	}
}

const (
	addDescription = "Store important information for future conversations. Use this when the user " +
		"shares facts about people, expresses preferences, or provides context that would " +
		"be useful to remember. Ask for confirmation before storing new information."
	updateDescription = "Update an existing memory when information has changed. Use this instead of " +
		"creating a new memory when correcting outdated information."
)

type addArgs struct {
	Content      string   `json:"content" len:"5..500" jsonschema:"The fact or information to remember"`
	Category     string   `json:"category" enum:"person|preference|context|project" jsonschema:"Category of memory: person, preference, context, or project"`
	Subject      string   `json:"subject,omitempty" len:"..200" jsonschema:"Optional subject/entity this memory relates to (e.g., person name, project name)"`
	DistinctFrom []string `json:"distinct_from,omitempty" len:"8..8" jsonschema:"Only after a suggestion to update: IDs of the existing memories about the same subject, when this is a different fact"`
}

type updateArgs struct {
	MemoryID string `json:"memory_id" len:"8..8" jsonschema:"8-character ID of the memory to update"`
	Content  string `json:"content" len:"5..500" jsonschema:"The updated content for this memory"`
}

// add is add_to_memory (P34).
func (t *Toolset) add(ctx context.Context, c tool.Call, a addArgs) (tool.Result, error) {
	category := strings.ToLower(strings.TrimSpace(a.Category))
	if !slices.Contains(memory.Categories, category) {
		return tool.Result{}, fault.Field("category", "must be person, preference, context, or project")
	}
	if len(c.Scopes) == 0 {
		return tool.Result{}, fault.New(fault.Denied, "nothing can be remembered here")
	}
	for i, id := range a.DistinctFrom {
		a.DistinctFrom[i] = bareID(id)
	}
	content := text.OneLine(a.Content)
	if kept, ok, err := t.isRepeatedYes(ctx, c); err != nil || ok {
		return tool.Result{Content: fmt.Sprintf("Stored already by the user's yes, as [id:%s]: %s", kept.ID, text.BlockLine(kept.Content))}, err
	}
	if refusal, full, err := t.refuseMore(ctx, c); err != nil || full {
		return refusal, err
	}
	ready := readyOf(c)
	v, err := t.Grounds.Ask(ctx, c, addWrite(a), ready.listing)
	if err != nil {
		return tool.Result{}, err
	}
	if v.Reason == grounds.ReasonRefused {
		return ready.record(v)(t.refuse(ctx, c, content))
	}
	if !v.Allowed {
		r, ok, err := t.addOwnWords(ctx, c, addWrite(a), v, memory.Draft{Scope: c.Scopes[0], Category: category, DistinctFrom: a.DistinctFrom, Near: ready.near})
		if err != nil || ok {
			return ready.record(v)(r, err)
		}
		d, err := t.Memory.Propose(ctx, c.Actor, c.Scopes, memory.Decision{
			Scope: c.Scopes[0], Op: memory.OpAdd, Content: content, Category: category, Subject: a.Subject,
			Evidence: v.Evidence, Reason: v.Reason, SaidNow: v.SaidNow, Near: ready.near,
		}, memory.ToolLimits, a.DistinctFrom...)
		return ready.record(v)(describePending(d, err))
	}
	m, change, err := t.Memory.Add(ctx, c.Actor, memory.Draft{
		Scope: c.Scopes[0], Content: content, Category: category, Subject: v.Subject,
		Evidence: v.Evidence, DistinctFrom: a.DistinctFrom, Near: ready.near, Limits: memory.ToolLimits, SaidNow: v.SaidNow,
		Reason: reason,
	})
	if err != nil {
		return ready.record(v)(explainRefusal(err))
	}
	if err := t.supersede(ctx, c, content, m.ID); err != nil {
		return tool.Result{}, err
	}
	return ready.record(v)(tool.Result{
		Content: fmt.Sprintf("Remembered as [id:%s]: %s", m.ID, text.BlockLine(m.Content)),
		Changes: []memory.Change{change},
	}, nil)
}

// update is update_memory (P35).
func (t *Toolset) update(ctx context.Context, c tool.Call, a updateArgs) (tool.Result, error) {
	id := bareID(a.MemoryID)
	if !shortid.IsValid(id) {
		return tool.Result{}, fault.Field("memory_id", "must be the 8-character ID of a memory, as in [id:a1b2c3d4]")
	}
	present, err := t.Memory.Get(ctx, c.Scopes, id)
	if err != nil {
		return explainRefusal(err)
	}
	content := text.OneLine(a.Content)
	if content == present.Content {
		return tool.Result{Content: fmt.Sprintf("Nothing changed: [id:%s] says that already: %s", id, text.BlockLine(content))}, nil
	}
	ready := readyOf(c)
	w := grounds.Write{Content: content, Before: present.Content}
	v, err := t.Grounds.Ask(ctx, c, w, ready.listing)
	if err != nil {
		return tool.Result{}, err
	}
	isUnrelated := v.Allowed && isUnrelated(present.Content, content, v.Evidence)
	if _, err := t.Memory.Editable(ctx, c.Actor, c.Scopes, id); errors.Is(err, memory.ErrNotYours) && !isUnrelated {
		d, err := t.Memory.Propose(ctx, c.Actor, c.Scopes, memory.Decision{
			Op: memory.OpUpdate, MemoryID: id, Content: content, Evidence: v.Evidence, Reason: memory.ReasonOthers,
		}, memory.ToolLimits)
		return ready.record(v)(describePending(d, err))
	}
	if !v.Allowed {
		r, ok, err := t.updateOwnWords(ctx, c, w, v, id)
		if err != nil || ok {
			return ready.record(v)(r, err)
		}
		d, err := t.Memory.Propose(ctx, c.Actor, c.Scopes, memory.Decision{
			Op: memory.OpUpdate, MemoryID: id, Content: content,
			Evidence: v.Evidence, Reason: v.Reason, SaidNow: v.SaidNow,
		}, memory.ToolLimits)
		return ready.record(v)(describePending(d, err))
	}
	if isUnrelated {
		return ready.record(v)(t.addBeside(ctx, c, present, content, v))
	}
	before, after, change, err := t.Memory.Update(ctx, c.Actor, c.Scopes, id, memory.Edit{
		Content: content, Evidence: v.Evidence, Limits: memory.ToolLimits, SaidNow: v.SaidNow, Reason: reason,
	})
	if err != nil {
		return ready.record(v)(explainRefusal(err))
	}
	return ready.record(v)(tool.Result{
		Content: fmt.Sprintf("Updated [id:%s]: %s → %s", id, text.BlockLine(before.Content), text.BlockLine(after.Content)),
		Changes: []memory.Change{change},
	}, nil)
}

// reason of the changes tools make.
const reason = "asked in conversation"

// bareID accepts an id as the prompt shows it, "[id:a1b2c3d4]".
func bareID(s string) string {
	return strings.TrimPrefix(strings.Trim(strings.TrimSpace(s), "[]"), "id:")
}

// describePending tells the model that a write waits for the person's tap.
func describePending(d memory.Decision, err error) (tool.Result, error) {
	switch {
	case err != nil:
		return explainRefusal(err)
	}
	what := "Not stored yet"
	if d.Op == memory.OpUpdate {
		what = fmt.Sprintf("[id:%s] is not updated yet", d.MemoryID)
	}
	if d.Reason == memory.ReasonOthers {
		return tool.Result{
			Content: what + ": " + d.Reason + ", not the user. Under your reply stands this text with the buttons Save, Edit and Never for them: " +
				text.BlockLine(d.Content) + "\nDo not say that it is stored, and do not store it in another way.",
			Decisions: []memory.Decision{d},
		}, nil
	}
	return tool.Result{
		Content: what + ": " + d.Reason + ". The user is shown this text under your reply with the buttons Save, Edit and Never: " +
			text.BlockLine(d.Content) + "\nDo not say that it is stored and do not ask about it again.",
		Decisions: []memory.Decision{d},
	}, nil
}

// declined is what the model reads when the person did not want something kept (R18).
const declined = "Not stored: the user did not want this kept. Do not ask again."

// explainRefusal turns what the Service refused into words for the model; other errors go on.
func explainRefusal(err error) (tool.Result, error) {
	var similar *memory.SimilarError
	var known *memory.KnownError
	switch {
	case errors.As(err, &similar):
		return tool.Result{Content: suggestion(similar.Existing)}, nil
	case errors.As(err, &known):
		return tool.Result{Content: fmt.Sprintf("Already known as [id:%s]: %s", known.Memory.ID, text.BlockLine(known.Memory.Content))}, nil
	case errors.Is(err, memory.ErrDeclined):
		return tool.Result{Content: declined}, nil
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
		fmt.Fprintf(&b, "- [id:%s] %s\n", m.ID, text.BlockLine(m.Content))
		ids[i] = `"` + m.ID + `"`
	}
	b.WriteString("If this corrects or completes one of them, call update_memory with its ID. " +
		"If it is a different fact, call add_to_memory again with distinct_from: [" + strings.Join(ids, ", ") + "].")
	return b.String()
}
