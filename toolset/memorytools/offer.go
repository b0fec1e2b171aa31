package memorytools

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/memory/grounds"
	"keepsake/memory/recall"
	"keepsake/phrase/forgetting"
	"keepsake/phrase/slot"
	"keepsake/text"
	"keepsake/tool"
)

// Names of the tools that ask the person and write no memory.
const (
	OfferMemory   = "offer_memory"
	OfferToForget = "offer_to_forget"
)

const (
	offerDescription = "Ask the user whether to keep one new fact. Stores nothing: your answer is shown with the exact fact and the " +
		"buttons Yes, Edit and No. Use this when the user has mentioned something worth keeping without asking for it."
	forgetDescription = "Show the user what could be forgotten, each with a Forget button, because they ask to forget something. " +
		"Forgets nothing: only their tap does."
)

type offerArgs struct {
	Content  string `json:"content" len:"5..500" jsonschema:"The fact, exactly as it would be kept"`
	Category string `json:"category" enum:"person|preference|context|project" jsonschema:"Category of memory: person, preference, context, or project"`
	Subject  string `json:"subject,omitempty" len:"..200" jsonschema:"Optional subject/entity this memory relates to (e.g., person name, project name)"`
}

type forgetArgs struct {
	IDs   []string `json:"ids,omitempty" jsonschema:"IDs of the memories, when you know them"`
	About string   `json:"about,omitempty" len:"..200" jsonschema:"Whom or what everything that is remembered is to be looked for, such as a name"`
}

// offer is offer_memory (R19).
func (t *Toolset) offer(ctx context.Context, c tool.Call, a offerArgs) (tool.Result, error) {
	category := strings.ToLower(strings.TrimSpace(a.Category))
	if !slices.Contains(memory.Categories, category) {
		return tool.Result{}, fault.Field("category", "must be person, preference, context, or project")
	}
	if len(c.Scopes) == 0 || c.Conversation == nil {
		return tool.Result{}, fault.New(fault.Denied, "there is nobody here to ask")
	}
	asked, err := t.Memory.Decisions(ctx, c.Scopes, memory.DecisionOpen, c.Conversation.Turn.ID)
	if err != nil {
		return tool.Result{}, err
	}
	if slices.ContainsFunc(asked, func(d memory.Decision) bool { return d.Op == memory.OpAdd }) {
		return tool.Result{Content: "Not offered: your answer asks about one fact already, and one question is enough."}, nil
	}
	content := text.OneLine(a.Content)
	v, err := t.Grounds.Ask(ctx, c, grounds.Write{Content: content, Subject: text.OneLine(a.Subject)}, nil)
	if err != nil {
		return tool.Result{}, err
	}
	if v.Reason == grounds.ReasonRefused {
		return t.refuse(ctx, c, content)
	}
	near, _ := c.Prepared.([]string)
	why := memory.ReasonOffered
	if !v.Allowed { // what the person did not say is no offer that a bare yes in words may accept: it waits for a tap
		why = v.Reason
	}
	proposed := memory.Decision{
		Scope: c.Scopes[0], Op: memory.OpAdd, Content: content, Category: category, Subject: a.Subject,
		Evidence: v.Evidence, Reason: why, Near: near,
	}
	d, err := t.Memory.Propose(ctx, c.Actor, c.Scopes, proposed, memory.ToolLimits)
	if others := otherFacts(err, content); len(others) > 0 { // the person decides about another fact of the same subject
		d, err = t.Memory.Propose(ctx, c.Actor, c.Scopes, proposed, memory.ToolLimits, others...)
	}
	switch {
	case errors.Is(err, memory.ErrDeclined):
		return tool.Result{Content: declined}, nil
	case err != nil:
		return explainRefusal(err)
	case !d.IsOffer():
		return describePending(d, nil)
	}
	return tool.Result{
		Content: "Offered, not stored. Below your answer the user reads this text with the buttons Yes, Edit and No: " + d.Content +
			"\nDo not say that it is stored, and call nothing else for it: a tap or their yes stores it.",
		Decisions: []memory.Decision{d},
	}, nil
}

// otherFacts returns the ids of the memories for which a write was refused when they share no more
// than the subject with it; none when one of them fills the same slot.
func otherFacts(refusal error, content string) (ids []string) {
	var similar *memory.SimilarError
	if !errors.As(refusal, &similar) {
		return nil
	}
	for _, m := range similar.Existing {
		if slot.Compare(m.Content, content) != slot.Different {
			return nil
		}
		ids = append(ids, m.ID)
	}
	return ids
}

// prepareOffer is what of offer_memory may take a network.
func (t *Toolset) prepareOffer(ctx context.Context, c tool.Call, a offerArgs) (any, error) {
	return t.findNear(ctx, c, a.Content), nil
}

// Bounds of what is shown to be forgotten.
const (
	mostForgotten = 100 // on the pages of one offer
	mostListed    = 20  // to the model
)

// nothingNamed is the error of a call that says neither whom or what it is about, nor ids.
var nothingNamed = fault.Field("about", `must name whom or what is to be forgotten, such as a name, or give ids; "everything" stands for all that is remembered of the user`)

// findForgetting is what of offer_to_forget may take a network: what is close in meaning, for when
// no memory has the words.
func (t *Toolset) findForgetting(ctx context.Context, c tool.Call, a forgetArgs) (any, error) {
	whom, isAll := forgetting.Whom(a.About)
	if t.Recall == nil || whom == "" || isAll {
		return nil, nil
	}
	hits, err := t.Recall.Find(ctx, recall.Query{Scopes: c.Scopes, Text: whom, Limit: nearby, Archived: true})
	if err != nil {
		return nil, nil // words alone are looked for
	}
	ids := make([]string, len(hits))
	for i, h := range hits {
		ids[i] = h.Memory.ID
	}
	return ids, nil
}

// offerForget is offer_to_forget (R20).
func (t *Toolset) offerForget(ctx context.Context, c tool.Call, a forgetArgs) (tool.Result, error) {
	if len(c.Scopes) == 0 || c.Conversation == nil {
		return tool.Result{}, fault.New(fault.Denied, "there is nobody here to ask")
	}
	near, _ := c.Prepared.([]string)
	ids, isAll, err := t.matchForgetting(ctx, c, a, near)
	if err != nil {
		return tool.Result{}, err
	}
	if len(ids) == 0 {
		return tool.Result{Content: "Nothing that is remembered matches, so nothing was forgotten. Tell the user so. /memory shows them everything."}, nil
	}
	all := len(ids)
	ds, err := t.Memory.OfferForgetting(ctx, c.Actor, c.Scopes, ids[:min(all, mostForgotten)])
	if err != nil {
		return explainRefusal(err)
	}
	return tool.Result{Content: describeForgetting(ds, all, isAll), Decisions: ds}, nil
}

// describeForgetting tells the model what the user is shown, of all that match.
func describeForgetting(ds []memory.Decision, all int, isAll bool) string {
	var b strings.Builder
	b.WriteString("Nothing is forgotten yet. Below your answer the user is shown ")
	if len(ds) == 1 {
		b.WriteString("one memory with a Forget button:\n")
	} else {
		fmt.Fprintf(&b, "%d memories, each with a Forget button, and one button for all of them:\n", len(ds))
	}
	for _, d := range ds[:min(len(ds), mostListed)] {
		fmt.Fprintf(&b, "- [id:%s] %s\n", d.MemoryID, text.BlockLine(d.Content))
	}
	if more := len(ds) - mostListed; more > 0 {
		fmt.Fprintf(&b, "and %d more on further pages.\n", more)
	}
	if more := all - len(ds); more > 0 {
		fmt.Fprintf(&b, "%d more match: they can be shown after these.\n", more)
	}
	if isAll {
		b.WriteString("To have everything erased at once and for good, conversations included, the user writes /forget.\n")
	}
	b.WriteString("Do not repeat them, and do not say that anything is forgotten: only a tap does it.")
	return b.String()
}

// matchForgetting returns the ids of the memories that a call means (forget.Match); where none is named so, those close in meaning.
func (t *Toolset) matchForgetting(ctx context.Context, c tool.Call, a forgetArgs, near []string) (ids []string, isAll bool, err error) {
	for _, id := range a.IDs {
		if id = bareID(id); id != "" {
			ids = append(ids, id)
		}
	}
	if whom, isAll := forgetting.Whom(a.About); whom == "" && !isAll && len(ids) == 0 {
		return nil, false, nothingNamed
	}
	ms, isAll, err := forget.Match(ctx, t.Memory, c.Actor, c.Scopes[0], a.About, ids)
	if err != nil {
		return nil, false, err
	}
	if len(ms) == 0 && len(ids) == 0 && !isAll && len(near) > 0 {
		q := memory.RetentionQuery(c.Scopes[0])
		q.IDs = near
		if ms, err = t.Memory.Find(ctx, q); err != nil {
			return nil, false, err
		}
		slices.SortFunc(ms, func(a, b memory.Memory) int { return slices.Index(near, a.ID) - slices.Index(near, b.ID) })
	}
	found := make([]string, len(ms))
	for i, m := range ms {
		found[i] = m.ID
	}
	return found, isAll, nil
}
