package linking

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"keepsake/llm"
	"keepsake/memory/graph"
	"keepsake/scope"
	"keepsake/templates"
)

// maxPairs is about how many pairs of names are asked about at once.
const maxPairs = 8

var namesFormat = &llm.Format{Name: "names", Schema: json.RawMessage(`{"type":"object","properties":{"names":{"type":"array","items":{"type":"object",` +
	`"properties":{"pair":{"type":"integer"},"same":{"type":"boolean"}},"required":["pair","same"],"additionalProperties":false}},` +
	`"reasoning":{"type":"string"}},"required":["names","reasoning"],"additionalProperties":false}`)}

// Ask asks a model for one JSON object; see llm.AskObject. It returns the name of the model.
type Ask func(ctx context.Context, purpose llm.Purpose, format *llm.Format, instructions, question string, use func(answer json.RawMessage) (why string)) (model string, err error)

// Statement is what a memory says, and the facts that were listed of it.
type Statement struct {
	Content string
	Facts   []graph.Fact
}

// Pair is a name of a statement and an entity that it may mean.
type Pair struct {
	name, content string
	known         graph.Entity
}

// FindPairs returns the names that may mean an entity that the scope knows under another name, where words do not settle it.
func FindPairs(owner scope.Scope, known []graph.Entity, said []Statement) (pairs []Pair) {
	for _, s := range said {
		for _, f := range s.Facts {
			for _, name := range []string{f.Subject, f.Object} {
				for _, e := range graph.Doubtful(owner, name, known) {
					p := Pair{name, s.Content, e}
					if len(pairs) < maxPairs && !slices.ContainsFunc(pairs, func(o Pair) bool { return o.name == name && o.known.Key == e.Key }) {
						pairs = append(pairs, p)
					}
				}
			}
		}
	}
	return pairs
}

// JudgeNames asks the model which names are the same, and returns of each key that has one such entity that entity's key,
// as graph.Service.Keep takes it.
func JudgeNames(ctx context.Context, ask Ask, owner scope.Scope, pairs []Pair) (map[string]string, error) {
	if len(pairs) == 0 {
		return nil, nil
	}
	var b strings.Builder
	for i, p := range pairs {
		fmt.Fprintf(&b, "Pair %d\n new: %s, in: %s\n known: %s\n", i+1, quote(p.name), quote(p.content), quote(p.known.Name))
	}
	same, several := map[string]string{}, map[string]bool{}
	_, err := ask(ctx, llm.Extraction, namesFormat, templates.Prompt("names.md"), b.String(), func(answer json.RawMessage) string {
		var said struct {
			Names *[]struct {
				Pair int  `json:"pair"`
				Same bool `json:"same"`
			} `json:"names"`
		}
		if json.Unmarshal(answer, &said) != nil || said.Names == nil {
			return `it has no list "names" of pairs`
		}
		clear(same)
		clear(several)
		for _, n := range *said.Names {
			if n.Pair < 1 || n.Pair > len(pairs) || !n.Same {
				continue
			}
			p := pairs[n.Pair-1]
			key := graph.Key(owner, p.name)
			several[key] = several[key] || same[key] != "" && same[key] != p.known.Key
			same[key] = p.known.Key
		}
		return ""
	})
	if err != nil {
		return nil, err
	}
	for key := range several { // it cannot be both
		if several[key] {
			delete(same, key)
		}
	}
	return same, nil
}

// quote returns a text as a JSON string, so that none can pretend to be two.
func quote(s string) string {
	b, _ := json.Marshal(s) // strings always marshal
	return string(b)
}
