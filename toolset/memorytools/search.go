package memorytools

import (
	"context"
	"strings"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/text"
	"keepsake/tool"
	"keepsake/toolset/grounding"
	"keepsake/trust"
)

const searchDescription = "Search everything that is remembered about the user. Your Memory shows only a part of it: " +
	"use this when something you need may be remembered but is not shown, before you say that you do not know it."

type searchArgs struct {
	Query string `json:"query" len:"1..500" jsonschema:"What to look for, in the user's words"`
	Limit int    `json:"limit,omitempty" range:"1..20" jsonschema:"How many memories at most; 10 when left out"`
}

// Bounds of a search.
const (
	searchLimit  = 10
	searchMost   = 20
	searchTokens = 1500
)

// lookUp is what of search_memories may take a network: it runs before the transaction.
func (t *Toolset) lookUp(ctx context.Context, c tool.Call, a searchArgs) (any, error) {
	if strings.TrimSpace(a.Query) == "" {
		return nil, fault.Field("query", "must say what to look for")
	}
	if a.Limit <= 0 {
		a.Limit = searchLimit
	}
	return t.Recall.Find(ctx, recall.Query{
		Scopes: c.Scopes, Text: a.Query, Limit: min(a.Limit, searchMost), Tokens: searchTokens, Archived: true, Asked: true,
		Cost: func(m memory.Memory) int { return text.Tokens(line(m)) },
	})
}

// search is search_memories: the lines read as those of Your Memory do, so that an id can
// go to update_memory.
func (t *Toolset) search(ctx context.Context, c tool.Call, _ searchArgs) (tool.Result, error) {
	hits, _ := c.Prepared.([]recall.Hit)
	if len(hits) == 0 {
		return tool.Result{Content: "Nothing remembered is about this."}, nil
	}
	var b strings.Builder
	b.WriteString("Remembered, the most fitting first:\n")
	for _, h := range hits {
		b.WriteString(line(h.Memory))
	}
	return tool.Result{Content: strings.TrimSpace(b.String()), Trust: hitsTrust(c, hits)}, t.Recall.CountAsked(ctx, hits)
}

// hitsTrust returns how far a result that shows these hits may be trusted.
func hitsTrust(c tool.Call, hits []recall.Hit) trust.Level {
	ms := make([]memory.Memory, len(hits))
	for i, h := range hits {
		ms[i] = h.Memory
	}
	return grounding.LeastTrust(c, ms...)
}

// line shows a memory on one line, in the form of Your Memory.
func line(m memory.Memory) string {
	s := "- [id:" + m.ID + "] "
	if subject := text.BlockLabel(m.Subject); subject != "" {
		s += "[" + subject + "] "
	}
	s += text.BlockLine(m.Content)
	switch {
	case m.Status == memory.Expired:
		s += " (archived: it was true for a time)"
	case m.ArchivedAt != nil:
		s += " (archived)"
	}
	return s + "\n"
}
