package toolset

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"keepsake/agent/tool"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/policy"
	"keepsake/memory/recall"
	"keepsake/text"
)

// Names of the tools of a role file's spec.memory (I19).
const (
	Remember     = "remember"
	Recall       = "recall"
	ListMemories = "list_memories"
)

// RoleTools returns the tools of a role whose file has spec.memory (I19): remember, recall
// and list_memories, and update_memory, so that what was wrong is corrected and not
// contradicted. Recall must be set.
func (t *Toolset) RoleTools() []tool.Tool {
	return []tool.Tool{
		{
			Def:    llm.Tool{Name: Remember, Description: rememberDescription, Schema: rememberSchema},
			System: true, Tags: tags, Risk: tool.RiskLow, Run: t.remember,
		},
		{
			Def:    llm.Tool{Name: Recall, Description: recallDescription, Schema: recallSchema},
			System: true, Tags: tags, Risk: tool.RiskLow, Reads: true, Prepare: t.find, Run: t.recall,
		},
		{
			Def:    llm.Tool{Name: ListMemories, Description: listDescription, Schema: listSchema},
			System: true, Tags: tags, Risk: tool.RiskLow, Reads: true, Run: t.list,
		},
		{
			Def:    llm.Tool{Name: UpdateMemory, Description: updateDescription, Schema: updateSchema},
			System: true, Tags: tags, Risk: tool.RiskLow, Run: t.update,
		},
	}
}

const (
	rememberDescription = "Store a piece of information in long-term memory, to be found again in later conversations. " +
		"One fact, as one sentence that will still make sense in a year."
	recallDescription = "Search long-term memory by meaning. Use this before answering what may have been told earlier."
	listDescription   = "List recent memories, newest first, of all categories or of one."
)

var (
	rememberSchema = json.RawMessage(`{
  "type": "object",
  "properties": {
    "content": {"type": "string", "minLength": 1, "maxLength": 2000, "description": "The information to store"},
    "category": {"type": "string", "description": "A word for what it is about, such as preferences or projects; general when left out"}
  },
  "required": ["content"],
  "additionalProperties": false
}`)
	recallSchema = json.RawMessage(`{
  "type": "object",
  "properties": {
    "query": {"type": "string", "minLength": 1, "description": "What to look for"},
    "top_k": {"type": "integer", "minimum": 1, "maximum": 50, "description": "How many memories at most; 5 when left out"}
  },
  "required": ["query"],
  "additionalProperties": false
}`)
	listSchema = json.RawMessage(`{
  "type": "object",
  "properties": {
    "category": {"type": ["string", "null"], "description": "Only memories of this category; all when left out"},
    "limit": {"type": "integer", "minimum": 1, "maximum": 100, "description": "How many memories at most; 20 when left out"}
  },
  "additionalProperties": false
}`)
)

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

// remember is I20.
func (t *Toolset) remember(ctx context.Context, c tool.Call) (tool.Result, error) {
	var a struct{ Content, Category string }
	if err := json.Unmarshal(c.Args, &a); err != nil {
		return tool.Result{}, fault.New(fault.Invalid, "the arguments do not fit the schema of remember")
	}
	if len(c.Scopes) == 0 || c.ReadOnly {
		return tool.Result{}, fault.New(fault.Denied, "nothing can be remembered here")
	}
	category, content := Category(a.Category), text.OneLine(a.Content)
	v, err := t.judge(ctx, policy.Write{Content: content}, c)
	if err != nil {
		return tool.Result{}, err
	}
	if !v.Allowed {
		d, err := t.Memory.Propose(ctx, c.Scopes, memory.Decision{
			Scope: c.Scopes[0], Op: memory.OpAdd, Content: content, Category: category,
			Evidence: v.Evidence, Actor: actor(c), Reason: v.Reason,
		}, memory.Limits{})
		return pending(d, err)
	}
	m, change, err := t.Memory.Add(ctx, memory.New{
		Scope: c.Scopes[0], Content: content, Category: category, Evidence: v.Evidence, Actor: actor(c), Reason: reason,
	})
	if err != nil {
		return refused(err)
	}
	return tool.Result{
		Content: fmt.Sprintf("Remembered as [id:%s] in category %s: %s", m.ID, m.Category, m.Content),
		Changes: []memory.Change{change},
	}, nil
}

// find is what of recall may take a network.
func (t *Toolset) find(ctx context.Context, c tool.Call) (any, error) {
	var a struct {
		Query string `json:"query"`
		TopK  int    `json:"top_k"`
	}
	if err := json.Unmarshal(c.Args, &a); err != nil {
		return nil, fault.New(fault.Invalid, "the arguments do not fit the schema of recall")
	}
	if strings.TrimSpace(a.Query) == "" {
		return nil, fault.Field("query", "must say what to look for")
	}
	if a.TopK <= 0 {
		a.TopK = defaultTopK
	}
	hits, err := t.Recall.Find(ctx, recall.Query{Scopes: c.Scopes, Text: a.Query, Limit: min(a.TopK, mostTopK)})
	slices.SortStableFunc(hits, func(x, y recall.Hit) int { return cmp.Compare(score(y), score(x)) })
	return hits, err
}

// recall is I21.
func (t *Toolset) recall(ctx context.Context, c tool.Call) (tool.Result, error) {
	hits, _ := c.Prepared.([]recall.Hit)
	if len(hits) == 0 {
		return tool.Result{Content: "No memories found."}, nil
	}
	entries := make([]string, len(hits))
	for i, h := range hits {
		entries[i] = fmt.Sprintf("[Category: %s | Score: %.3f | %s]\n%s",
			text.OneLine(h.Memory.Category), score(h), moment(h.Memory), text.OneLine(h.Memory.Content))
	}
	r := tool.Result{Content: strings.Join(entries, "\n\n---\n\n")}
	if c.ReadOnly {
		return r, nil
	}
	return r, t.Recall.Brought(ctx, hits)
}

// score is I22: 1 - distance, which is the cosine; of what words alone found, the score of
// its rank (F11).
func score(h recall.Hit) float64 {
	if h.Cosine != nil {
		return *h.Cosine
	}
	return h.Score
}

// list is I23.
func (t *Toolset) list(ctx context.Context, c tool.Call) (tool.Result, error) {
	var a struct {
		Category *string `json:"category"`
		Limit    int     `json:"limit"`
	}
	if err := json.Unmarshal(c.Args, &a); err != nil {
		return tool.Result{}, fault.New(fault.Invalid, "the arguments do not fit the schema of list_memories")
	}
	if a.Limit <= 0 {
		a.Limit = defaultList
	}
	q := memory.Known(c.Scopes...)
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
		lines[i] = fmt.Sprintf("[%s] (%s) %s", text.OneLine(ms[i].Category), moment(ms[i]), text.OneLine(ms[i].Content))
	}
	return tool.Result{Content: strings.Join(lines, "\n")}, nil
}

// moment is when a memory was made, as ISO 8601 in UTC.
func moment(m memory.Memory) string { return m.CreatedAt.UTC().Format("2006-01-02T15:04:05-07:00") }
