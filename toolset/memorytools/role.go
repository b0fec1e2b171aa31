package memorytools

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/grounds"
	"keepsake/memory/recall"
	"keepsake/text"
	"keepsake/tool"
	"keepsake/toolset/grounding"
)

// Names of the tools of a role file's spec.memory (I19).
const (
	Remember     = "remember"
	Recall       = "recall"
	ListMemories = "list_memories"
)

// RoleTools returns the tools of a role whose file has spec.memory (I19): remember, recall
// and list_memories, and update_memory, so that what was wrong is corrected and not
// contradicted, and the offers, which ask with buttons and write nothing (R19, R20). Recall must be set.
func (t *Toolset) RoleTools() []tool.Tool {
	reading := func(name, description string) tool.Tool {
		x := systemTool(name, description)
		x.Reads = true
		return x
	}
	return []tool.Tool{
		tool.Define(systemTool(Remember, rememberDescription), t.prepareRemember, t.remember),
		tool.Define(reading(Recall, recallDescription), t.find, t.recall),
		tool.Define(reading(ListMemories, listDescription), nil, t.list),
		tool.Define(systemTool(UpdateMemory, updateDescription), t.prepareUpdate, t.update),
		tool.Define(systemTool(OfferMemory, offerDescription), t.prepareOffer, t.offer),
		tool.Define(systemTool(OfferToForget, forgetDescription), t.findForgetting, t.offerForget),
	}
}

const (
	rememberDescription = "Store a piece of information in long-term memory, to be found again in later conversations. " +
		"One fact, as one sentence that will still make sense in a year."
	recallDescription = "Search long-term memory by meaning. Use this before answering what may have been told earlier."
	listDescription   = "List recent memories, newest first, of all categories or of one."
)

type rememberArgs struct {
	Content      string   `json:"content" len:"1..2000" jsonschema:"The information to store"`
	Category     string   `json:"category,omitempty" jsonschema:"A word for what it is about, such as preferences or projects; general when left out"`
	DistinctFrom []string `json:"distinct_from,omitempty" len:"8..8" jsonschema:"Only after a suggestion to update: IDs of the existing memories about the same subject, when this is a different fact"`
}

type recallArgs struct {
	Query string `json:"query" len:"1.." jsonschema:"What to look for"`
	TopK  int    `json:"top_k,omitempty" range:"1..50" jsonschema:"How many memories at most; 5 when left out"`
}

type listArgs struct {
	Category *string `json:"category,omitempty" jsonschema:"Only memories of this category; all when left out"`
	Limit    int     `json:"limit,omitempty" range:"1..100" jsonschema:"How many memories at most; 20 when left out"`
}

// Defaults and bounds of the arguments (I20, I21, I23).
const (
	defaultCategory = "general"
	maxCategory     = 50 // runes
	defaultTopK     = 5
	mostTopK        = 50
	defaultList     = 20
	mostList        = 100
)

// Category returns a category as it is kept (I20): lower case, everything but letters and
// digits as "_"; "general" for none.
func Category(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			return unicode.ToLower(r)
		}
		return '_'
	}, strings.TrimSpace(s))
	return cmp.Or(string([]rune(s)[:min(maxCategory, len([]rune(s)))]), defaultCategory)
}

// usualCategories may be used for what nobody has to confirm. A category stands in every later prompt, so
// any other word, which somebody else's text may have put into the model's mouth, waits for a tap once.
var usualCategories = []string{
	defaultCategory, "person", "people", "family", "friends", "relationships", "pets", "preference", "preferences", "likes", "dislikes",
	"context", "background", "identity", "personal", "personal_info", "profile", "contact", "location", "home", "work", "job", "career", "education",
	"project", "projects", "tasks", "goals", "plans", "schedule", "routine", "health", "diet", "food", "hobbies", "interests", "travel",
	"finance", "technology", "tools", "facts", "knowledge", "notes", "instructions", "reminders", "events", "dates", "constraint", "constraints",
	"drink", "drinks", "and", "decision", "decisions", "communication", "language", "music", "books", "sports", "shopping",
}

// reasonCategory is why a write with another category waits.
const reasonCategory = "its category is none of the usual ones"

// isUsual reports whether a word of a category is a usual one, and the others are none that could tell
// the model anything ("my_projects").
func isUsual(category string) bool {
	usual := false
	for _, w := range strings.Split(category, "_") {
		if slices.Contains(usualCategories, w) {
			usual = true
		} else if w != "" && w != "my" && w != "user" && w != "the" {
			return slices.Contains(usualCategories, category)
		}
	}
	return usual
}

// hasCategory reports whether a memory that the person has seen has the category already.
func (t *Toolset) hasCategory(ctx context.Context, c tool.Call, category string) bool {
	q := memory.ActiveQuery(c.Scopes...)
	q.Category = category
	n, err := t.Memory.Count(ctx, q)
	return err == nil && n > 0
}

// remember is I20.
func (t *Toolset) remember(ctx context.Context, c tool.Call, a rememberArgs) (tool.Result, error) {
	if len(c.Scopes) == 0 || c.ReadOnly {
		return tool.Result{}, fault.New(fault.Denied, "nothing can be remembered here")
	}
	if refusal, full, err := t.refuseMore(ctx, c); err != nil || full {
		return refusal, err
	}
	category, content := Category(a.Category), text.OneLine(a.Content)
	ready := readyOf(c)
	for i, id := range a.DistinctFrom {
		a.DistinctFrom[i] = bareID(id)
	}
	v, err := t.Grounds.Ask(ctx, c, grounds.Write{Content: content}, ready.listing)
	if err != nil {
		return tool.Result{}, err
	}
	own := category // what is kept in the person's own words needs no tap for its category
	if c.Actor.Kind == actor.Tool && !isUsual(category) && !t.hasCategory(ctx, c, category) {
		own = defaultCategory
		if v.Allowed {
			v.Allowed, v.Reason = false, reasonCategory
		}
	}
	if v.Reason == grounds.ReasonRefused {
		return ready.record(v)(t.refuse(ctx, c, content))
	}
	if !v.Allowed {
		r, ok, err := t.addOwnWords(ctx, c, grounds.Write{Content: content}, v, memory.Draft{Scope: c.Scopes[0], Category: own, DistinctFrom: a.DistinctFrom, Near: ready.near})
		if err != nil || ok {
			return nameRemember(ready.record(v)(r, err))
		}
		d, err := t.Memory.Propose(ctx, c.Actor, c.Scopes, memory.Decision{
			Scope: c.Scopes[0], Op: memory.OpAdd, Content: content, Category: category,
			Evidence: v.Evidence, Reason: v.Reason, SaidNow: v.SaidNow, Near: ready.near,
		}, memory.Limits{}, a.DistinctFrom...)
		return nameRemember(ready.record(v)(describePending(d, err)))
	}
	m, change, err := t.Memory.Add(ctx, c.Actor, memory.Draft{
		Scope: c.Scopes[0], Content: content, Category: category, Evidence: v.Evidence, Reason: reason,
		DistinctFrom: a.DistinctFrom, Near: ready.near, SaidNow: v.SaidNow,
	})
	if err != nil {
		return nameRemember(ready.record(v)(explainRefusal(err)))
	}
	if err := t.supersede(ctx, c, content, m.ID); err != nil {
		return tool.Result{}, err
	}
	return ready.record(v)(tool.Result{
		Content: fmt.Sprintf("Remembered as [id:%s] in category %s: %s", m.ID, m.Category, text.BlockLine(m.Content)),
		Changes: []memory.Change{change},
	}, nil)
}

// nameRemember returns a result that names this role's tool for adding.
func nameRemember(r tool.Result, err error) (tool.Result, error) {
	r.Content = strings.ReplaceAll(r.Content, AddToMemory, Remember)
	return r, err
}

// find is what of recall may take a network.
func (t *Toolset) find(ctx context.Context, c tool.Call, a recallArgs) (any, error) {
	if strings.TrimSpace(a.Query) == "" {
		return nil, fault.Field("query", "must say what to look for")
	}
	if a.TopK <= 0 {
		a.TopK = defaultTopK
	}
	return t.Recall.Find(ctx, recall.Query{Scopes: c.Scopes, Text: a.Query, Limit: min(a.TopK, mostTopK), Asked: true})
}

// recall is I21.
func (t *Toolset) recall(ctx context.Context, c tool.Call, _ recallArgs) (tool.Result, error) {
	hits, _ := c.Prepared.([]recall.Hit)
	if len(hits) == 0 {
		return tool.Result{Content: "No memories found."}, nil
	}
	entries := make([]string, len(hits))
	for i, h := range hits {
		entries[i] = fmt.Sprintf("[Category: %s | Score: %.3f | %s]\n%s",
			text.BlockLabel(h.Memory.Category), score(h), moment(h.Memory), text.BlockLine(h.Memory.Content))
	}
	r := tool.Result{Content: strings.Join(entries, "\n\n---\n\n"), Trust: hitsTrust(c, hits)}
	if c.ReadOnly {
		return r, nil
	}
	return r, t.Recall.CountAsked(ctx, hits)
}

// score is I22: 1 - distance, which is the cosine (F11). A memory that has none shows its relevance,
// 1 for the best. The entries are ordered by relevance (F19), which the cosine is only a part of.
func score(h recall.Hit) float64 {
	if h.Cosine != nil {
		return *h.Cosine
	}
	return h.Score
}

// list is I23.
func (t *Toolset) list(ctx context.Context, c tool.Call, a listArgs) (tool.Result, error) {
	if a.Limit <= 0 {
		a.Limit = defaultList
	}
	q := memory.ActiveQuery(c.Scopes...)
	if a.Category != nil && strings.TrimSpace(*a.Category) != "" {
		q.Category = Category(*a.Category)
	}
	ms, _, err := t.Memory.List(ctx, q)
	if err != nil {
		return tool.Result{}, err
	}
	slices.SortStableFunc(ms, func(x, y memory.Memory) int { return y.CreatedAt.Compare(x.CreatedAt) })
	if len(ms) == 0 {
		return tool.Result{Content: "No memories found."}, nil
	}
	lines := make([]string, min(len(ms), a.Limit, mostList))
	for i := range lines {
		lines[i] = fmt.Sprintf("[%s] (%s) %s", text.BlockLabel(ms[i].Category), moment(ms[i]), text.BlockLine(ms[i].Content))
	}
	return tool.Result{Content: strings.Join(lines, "\n"), Trust: grounding.LeastTrust(c, ms[:len(lines)]...)}, nil
}

// moment is when a memory was made, as ISO 8601 in UTC.
func moment(m memory.Memory) string { return m.CreatedAt.UTC().Format("2006-01-02T15:04:05-07:00") }
