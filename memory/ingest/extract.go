package ingest

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/graph"
	"keepsake/memory/grounds"
	"keepsake/memory/policy"
	"keepsake/templates"
	"keepsake/text"
	"keepsake/tx"
	"keepsake/usage"
)

// Bounds of one question to the model.
const (
	answerTokens = 1500
	promptTokens = 6000 // of the messages; more are asked about in several questions
	maxFacts     = 20   // that are kept of an answer
	maxFact      = 500  // runes
)

// statement is one fact that the model listed (A18).
type statement struct {
	Quote      string      `json:"quote"`
	Fact       string      `json:"fact"`
	Type       memory.Type `json:"type"`
	Key        string      `json:"fact_key"`
	Subject    string      `json:"subject"`
	Confidence float64     `json:"confidence"`
	Importance float64     `json:"importance"`
	// Triples are optional: bad ones are left out and make no answer wrong.
	Triples looseFacts `json:"triples"`

	question int // in whose answer it was listed, from 0
}

// looseFacts is a list of triples; anything else counts as none.
type looseFacts []graph.Fact

func (l *looseFacts) UnmarshalJSON(b []byte) error {
	var fs []graph.Fact
	if json.Unmarshal(b, &fs) == nil {
		*l = fs
	}
	return nil
}

// check returns why a statement cannot be used, constant English; "" = it can.
func (st statement) check() string {
	switch {
	case strings.TrimSpace(st.Quote) == "" || strings.TrimSpace(st.Fact) == "":
		return "an entry has no quote or no fact"
	case text.Len(st.Fact) > maxFact:
		return "a fact is too long"
	case !slices.Contains(policy.Types, st.Type):
		return "an entry has a type that does not exist"
	case !isShare(st.Confidence) || !isShare(st.Importance):
		return "confidence and importance must be 0 to 1"
	}
	return ""
}

func isShare(x float64) bool { return !math.IsNaN(x) && x >= 0 && x <= 1 }

// listFormat and relateFormat are the forms of the two answers: the list first, so that the model does
// not argue itself into entries.
var (
	listFormat = &llm.Format{Name: "facts", Schema: schemaOf("facts", `{"quote":{"type":"string"},"fact":{"type":"string"},
		"type":{"type":"string","enum":["profile","preference","constraint","task_state","episode"]},"fact_key":{"type":"string"},
		"subject":{"type":"string"},"confidence":{"type":"number"},"importance":{"type":"number"},"triples":{"type":"array","items":{"type":"object",
		"properties":{"subject":{"type":"string"},"predicate":{"type":"string"},"object":{"type":"string"},
		"subject_is":{"type":"string","enum":["person","place","project","thing"]},"object_is":{"type":"string","enum":["person","place","project","thing"]}},
		"required":["subject","predicate","object","subject_is","object_is"],"additionalProperties":false}}}`,
		"quote", "fact", "type", "fact_key", "subject", "confidence", "importance", "triples")}
	relateFormat = &llm.Format{Name: "relations", Schema: schemaOf("relations",
		`{"pair":{"type":"integer"},"relation":{"type":"string","enum":["same","refines","contradicts","unrelated"]}}`, "pair", "relation")}
)

// schemaOf returns the schema of an object with a list of entries and then a reasoning.
func schemaOf(list, properties string, required ...string) json.RawMessage {
	names, _ := json.Marshal(required) // strings always marshal
	s := fmt.Sprintf(`{"type":"object","properties":{%q:{"type":"array","items":{"type":"object","properties":%s,"required":%s,
		"additionalProperties":false}},"reasoning":{"type":"string"}},"required":[%q,"reasoning"],"additionalProperties":false}`,
		list, properties, names, list)
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(s)); err != nil {
		panic(fmt.Sprintf("ingest: a schema is no JSON: %v", err))
	}
	return b.Bytes()
}

// extractPrompt returns the instructions for a writer who is called self.
func (j *job) extractPrompt(self string) string {
	return strings.ReplaceAll(cmp.Or(j.instructions, templates.Prompt("extract.md")), "{{self}}", self)
}

// promptHash names the instructions that a model had (A9).
func promptHash(prompt string) string {
	sum := sha256.Sum256([]byte(prompt))
	return hex.EncodeToString(sum[:6])
}

// list asks the model what a writer states in their messages, and returns its statements with the name
// of the model. Each message travels as a JSON string with its day, so that none can pretend to be two.
func (j *job) list(ctx context.Context, self string, said []grounds.Said, zone *time.Location) (all []statement, model string, err error) {
	for question := 0; len(said) > 0; question++ {
		var b strings.Builder
		b.WriteString("The writer's messages:\n")
		n, tokens := 0, 0
		for n < len(said) {
			quoted, _ := json.Marshal(said[n].Text) // a string always marshals
			line := fmt.Sprintf("%d. (%s) %s\n", n+1, said[n].Message.At.In(zone).Format("Monday, 2006-01-02"), quoted)
			if tokens += text.Tokens(line); n > 0 && tokens > promptTokens {
				break
			}
			b.WriteString(line)
			n++
		}
		said = said[n:]
		var facts []statement
		model, err = j.ask(ctx, llm.Extraction, listFormat, j.extractPrompt(self), b.String(), func(answer json.RawMessage) string {
			var why string
			facts, why = parseFacts(answer)
			return why
		})
		if err != nil && !(len(facts) > 0 && isPartly(err)) {
			return nil, model, err
		}
		for i := range facts {
			facts[i].question = question
		}
		all = append(all, facts...)
	}
	return all, model, nil
}

// parseFacts reads the list of an answer: the entries that can be used, and what is wrong with the
// others, "" = nothing.
func parseFacts(answer json.RawMessage) (facts []statement, why string) {
	var listed struct {
		Facts *[]statement `json:"facts"`
	}
	if err := json.Unmarshal(answer, &listed); err != nil || listed.Facts == nil {
		return nil, `it has no list "facts" of objects with these properties`
	}
	for _, st := range *listed.Facts {
		if wrong := st.check(); wrong != "" {
			why = wrong
			continue
		}
		facts = append(facts, st)
	}
	return facts, why
}

// ask asks the model for one JSON object, and once more when use returns why it is wrong. After that it
// returns errAnswer. What it cost is added to the job. With an error of tx.ErrStorage the model was not asked.
func (j *job) ask(ctx context.Context, purpose llm.Purpose, format *llm.Format, instructions, question string, use func(answer json.RawMessage) (why string)) (model string, err error) {
	ms := []llm.Message{{Role: "system", Content: instructions}, {Role: "user", Content: strings.TrimSpace(question)}}
	resp, err := llm.AskObject(ctx, j.s.Chat, llm.Request{Messages: ms, MaxTokens: answerTokens, Format: format, Purpose: purpose},
		func() error { return tx.Ready(ctx, j.s.Storage) },
		func(u llm.Usage) { j.spent = j.spent.Plus(usage.CountOf(purpose, u)) }, use)
	return resp.Model, err
}

// isPartly reports whether an answer was wrong in some entries only, which are left out.
func isPartly(err error) bool { return err == errAnswer }
