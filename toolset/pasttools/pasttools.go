// Package pasttools defines search_conversations: the tool with which a model finds what the person and it said to
// each other before this conversation, or in its part that scrolled away.
//
// What may be found is package session/past's rule. The tool writes nothing, and what it shows of the bot's own answers
// counts as a tool's text, since an answer may repeat what others wrote.
//
// Start reading at Tools.
package pasttools

import (
	"context"
	"fmt"
	"strings"
	"time"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/session/past"
	"keepsake/text"
	"keepsake/tool"
	"keepsake/trust"
)

// SearchConversations is the name of the tool.
const SearchConversations = "search_conversations"

// Toolset holds what the tool needs.
type Toolset struct {
	Past *past.Finder
}

var tags = strings.Fields(`conversation conversations talk talked said told discussed earlier before last yesterday week month ago chat history recall
	gespräch gesprochen gesagt geredet besprochen erzählt vorhin letzte letzten gestern damals разговор говорил говорили сказал рассказывал обсуждали вчера раньше прошлый
	conversación hablamos dije ayer conversation parlé dit hier 说过 聊过 谈过 上次 以前 昨天 之前`)

// Tools returns the tool.
func (t *Toolset) Tools() []tool.Tool {
	return []tool.Tool{tool.Define(tool.Tool{
		Def: llm.Tool{Name: SearchConversations, Description: "Search earlier conversations with the user: their words and your answers, with dates. " +
			"Use this when they refer to something that was said before and that you do not see."},
		Tags: tags, Risk: tool.RiskLow, Private: true, Reads: true,
	}, t.lookUp, t.search)}
}

type searchArgs struct {
	Query string `json:"query" len:"1..200" jsonschema:"A few words that were said"`
}

// Bounds of what a model is shown.
const (
	shown      = 8
	shownRunes = 300
)

// lookUp reads before the transaction of the call: there may be much to read.
func (t *Toolset) lookUp(ctx context.Context, c tool.Call, a searchArgs) (any, error) {
	if strings.TrimSpace(a.Query) == "" {
		return nil, fault.Field("query", "must have words to look for")
	}
	return t.Past.Find(ctx, past.Query{Store: c.Store(), Bot: c.Place.Bot, Person: c.Actor.ID, Text: a.Query, Limit: shown, Turn: c.Actor.TurnID})
}

func (t *Toolset) search(_ context.Context, c tool.Call, _ searchArgs) (tool.Result, error) {
	found, _ := c.Prepared.(past.Result)
	zone := c.Zone
	if zone == nil {
		zone = time.UTC
	}
	reach := "There are no earlier conversations."
	if !found.Since.IsZero() {
		reach = "Conversations reach back to " + found.Since.In(zone).Format("2 January 2006") + "; what was forgotten is not in them."
	}
	if len(found.Hits) == 0 {
		return tool.Result{Content: "Nothing with these words was said. " + reach}, nil
	}
	var b strings.Builder
	b.WriteString("Said before, the most fitting first:\n")
	level := trust.Unknown
	for _, h := range found.Hits {
		who := "the user"
		if !h.IsOwn {
			who, level = "you", trust.Tool
		}
		fmt.Fprintf(&b, "- %s, %s: %s\n", h.At.In(zone).Format("Mon 2006-01-02 15:04"), who, text.Cut(text.BlockLine(h.Text), shownRunes))
	}
	if found.Total > len(found.Hits) {
		fmt.Fprintf(&b, "… and %d more.\n", found.Total-len(found.Hits))
	}
	return tool.Result{Content: b.String() + reach, Trust: level}, nil
}
