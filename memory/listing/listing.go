// Package listing asks a model what a writer's own messages come to: one question, whatever is to be listed of them.
//
// Whoever wants something listed has a Part: how its property of the answer looks, by which rules it is filled, and what reads
// it. The parts of a question share one prompt, one schema and one answer of the model; each is taken for itself, so that a
// part that cannot be used loses no other. facts.go has the part of extraction; that of wishes is in memory/consolidate.
//
// Invariants:
//   - Each message travels as a JSON string with its day, so that none can pretend to be two.
//   - An answer is asked for once, and once more while a part of it cannot be used.
//   - It stores nothing, and decides nothing about what was listed: memory/grounds says whether the writer said it.
//
// Start reading at Ask.
package listing

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"keepsake/llm"
	"keepsake/memory/grounds"
	"keepsake/templates"
	"keepsake/text"
)

// questionTokens bounds the messages of one question; more are asked about in several.
const questionTokens = 6000

// Part is one thing that is listed of a writer's messages.
type Part struct {
	Name   string // of its property of the answer
	Form   string // the value of the property, as the instructions show it
	Rules  string // lines that say how it is filled
	Schema string // of the value, JSON
	Tokens int    // most of the answer
	// Alone is the whole of the instructions where nothing else is listed; "" = those of any parts.
	Alone string
	// Take reads the part of an answer and returns why it cannot be used, constant English; "" = it can. It is called again
	// with the second answer when it returned a reason.
	Take func(answer json.RawMessage) (why string)

	// Wrong is why the part of the last answer cannot be used, "" = it was taken; see Ask.
	Wrong string
	taken bool
}

// Split returns the messages in their order, as many together as fit into one question.
func Split(said []grounds.Said, zone *time.Location) (questions [][]grounds.Said) {
	for len(said) > 0 {
		n, tokens := 0, 0
		for n < len(said) {
			if tokens += text.Tokens(lineOf(n, said[n], zone)); n > 0 && tokens > questionTokens {
				break
			}
			n++
		}
		questions = append(questions, said[:n:n])
		said = said[n:]
	}
	return questions
}

func lineOf(i int, m grounds.Said, zone *time.Location) string {
	quoted, _ := json.Marshal(m.Text) // a string always marshals
	return fmt.Sprintf("%d. (%s) %s\n", i+1, m.Message.At.In(zone).Format("Monday, 2006-01-02"), quoted)
}

// Question returns what a model is shown of the messages.
func Question(said []grounds.Said, zone *time.Location) string {
	var b strings.Builder
	b.WriteString("The writer's messages:\n")
	for i, m := range said {
		b.WriteString(lineOf(i, m, zone))
	}
	return strings.TrimSpace(b.String())
}

// Instructions returns the prompt for an answer with these parts.
func Instructions(parts []*Part) string {
	if len(parts) == 1 && parts[0].Alone != "" {
		return parts[0].Alone
	}
	var forms, rules []string
	for _, p := range parts {
		forms = append(forms, fmt.Sprintf("%q: %s", p.Name, p.Form))
		rules = append(rules, p.Rules)
	}
	return strings.NewReplacer("{{form}}", strings.Join(forms, ", "), "{{rules}}", strings.Join(rules, "\n\n")).Replace(templates.Prompt("reading.md"))
}

// formatOf returns the schema of an answer with these parts: the lists first, so that the model does not argue itself into
// entries.
func formatOf(parts []*Part) *llm.Format {
	var properties, names []string
	for _, p := range parts {
		properties, names = append(properties, fmt.Sprintf("%q:%s", p.Name, p.Schema)), append(names, p.Name)
	}
	required, _ := json.Marshal(append(names, "reasoning")) // strings always marshal
	s := fmt.Sprintf(`{"type":"object","properties":{%s,"reasoning":{"type":"string"}},"required":%s,"additionalProperties":false}`,
		strings.Join(properties, ","), required)
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(s)); err != nil {
		panic(fmt.Sprintf("listing: a schema is no JSON: %v", err))
	}
	return &llm.Format{Name: strings.Join(names, "_"), Schema: b.Bytes()}
}

// Asking is how a model is asked.
type Asking struct {
	Chat    llm.Chat
	Purpose llm.Purpose
	Ready   func() error    // called before each call of the model, which is not made when it returns an error
	Paid    func(llm.Usage) // called with what each call used
}

// Ask asks the model for one answer with all parts, and once more while one of them cannot be used. It returns the name of the
// model. A part that cannot be used is no error: its Wrong says why.
func (a Asking) Ask(ctx context.Context, question string, parts []*Part) (model string, err error) {
	tokens := 0
	for _, p := range parts {
		p.Wrong, p.taken = "it is no JSON object", false
		tokens += p.Tokens
	}
	ms := []llm.Message{{Role: "system", Content: Instructions(parts)}, {Role: "user", Content: question}}
	r := llm.Request{Messages: ms, MaxTokens: tokens, Format: formatOf(parts), Purpose: a.Purpose}
	resp, err := llm.AskObject(ctx, a.Chat, r, a.Ready, a.Paid, func(answer json.RawMessage) string {
		var wrong []string
		for _, p := range parts {
			if p.taken {
				continue
			}
			if p.Wrong = p.Take(answer); p.Wrong != "" {
				wrong = append(wrong, p.Wrong)
			}
			p.taken = p.Wrong == ""
		}
		return strings.Join(wrong, "; ")
	})
	if errors.Is(err, llm.ErrUnusable) {
		err = nil
	}
	return resp.Model, err
}
