package listing

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"keepsake/memory"
	"keepsake/memory/graph"
	"keepsake/templates"
	"keepsake/text"
)

// maxFact bounds a fact, in runes.
const maxFact = 500

// Fact is one lasting statement that the model listed (A18).
type Fact struct {
	Quote      string      `json:"quote"`
	Fact       string      `json:"fact"`
	Type       memory.Type `json:"type"`
	Key        string      `json:"fact_key"`
	Subject    string      `json:"subject"`
	Confidence float64     `json:"confidence"`
	Importance float64     `json:"importance"`
	// Triples are optional: bad ones are left out and make no answer wrong.
	Triples looseTriples `json:"triples"`
}

// looseTriples is a list of triples; anything else counts as none.
type looseTriples []graph.Fact

func (l *looseTriples) UnmarshalJSON(b []byte) error {
	var fs []graph.Fact
	if json.Unmarshal(b, &fs) == nil {
		*l = fs
	}
	return nil
}

// check returns why a fact cannot be used that must be of one of these types, constant English; "" = it can.
func (f Fact) check(types []memory.Type) string {
	switch {
	case strings.TrimSpace(f.Quote) == "" || strings.TrimSpace(f.Fact) == "":
		return "an entry has no quote or no fact"
	case text.Len(f.Fact) > maxFact:
		return "a fact is too long"
	case !slices.Contains(types, f.Type):
		return "an entry has a type that does not exist"
	case !isShare(f.Confidence) || !isShare(f.Importance):
		return "confidence and importance must be 0 to 1"
	}
	return ""
}

func isShare(x float64) bool { return !math.IsNaN(x) && x >= 0 && x <= 1 }

const (
	factTokens = 1500
	factForm   = `[{"quote": "…", "fact": "…", "type": "…", "fact_key": "…", "subject": "…", "confidence": 0.0, "importance": 0.0, "triples": []}]`
	factSchema = `{"type":"array","items":{"type":"object","properties":{"quote":{"type":"string"},"fact":{"type":"string"},
		"type":{"type":"string","enum":["profile","preference","constraint","task_state","episode"]},"fact_key":{"type":"string"},
		"subject":{"type":"string"},"confidence":{"type":"number"},"importance":{"type":"number"},"triples":{"type":"array","items":{"type":"object",
		"properties":{"subject":{"type":"string"},"predicate":{"type":"string"},"object":{"type":"string"},
		"subject_is":{"type":"string","enum":["person","place","project","thing"]},"object_is":{"type":"string","enum":["person","place","project","thing"]}},
		"required":["subject","predicate","object","subject_is","object_is"],"additionalProperties":false}}},
		"required":["quote","fact","type","fact_key","subject","confidence","importance","triples"],"additionalProperties":false}}`
)

// Facts is the part that lists what a writer states about themselves and their world.
type Facts struct {
	*Part
	Listed []Fact // those of the last answer that can be used
	types  []memory.Type
}

// NewFacts returns the part for a writer who is called self; the facts are of these types. instructions replace the whole prompt, and then nothing else can be
// listed with it; "" = they do not.
func NewFacts(self, instructions string, types []memory.Type) *Facts {
	f := &Facts{types: types}
	whole := instructions
	if whole == "" {
		whole = templates.Prompt("extract.md")
	}
	whole = strings.ReplaceAll(whole, "{{self}}", self)
	f.Part = &Part{Name: "facts", Form: factForm, Rules: rulesOf(whole), Schema: factSchema, Tokens: factTokens, Alone: whole, Take: f.take}
	return f
}

// rulesOf returns the rules of a whole prompt: its list, without that of the reasoning.
func rulesOf(prompt string) string {
	var rules []string
	for line := range strings.Lines(prompt) {
		if strings.HasPrefix(line, "- ") && !strings.HasPrefix(line, "- reasoning:") {
			rules = append(rules, strings.TrimSpace(line))
		}
	}
	return strings.Join(rules, "\n")
}

// take reads the facts of an answer that can be used, and returns what is wrong with the others.
func (f *Facts) take(answer json.RawMessage) (why string) {
	f.Listed = nil
	var listed struct {
		Facts *[]Fact `json:"facts"`
	}
	if err := json.Unmarshal(answer, &listed); err != nil || listed.Facts == nil {
		return `it has no list "facts" of objects with these properties`
	}
	for _, one := range *listed.Facts {
		if wrong := one.check(f.types); wrong != "" {
			why = wrong
			continue
		}
		f.Listed = append(f.Listed, one)
	}
	return why
}

// IsUsable reports whether the answer has something of the part: all of it, or some entries beside wrong ones, which are left
// out.
func (f *Facts) IsUsable() bool { return f.Wrong == "" || len(f.Listed) > 0 }
