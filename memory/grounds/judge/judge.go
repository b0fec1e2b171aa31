// Package judge asks a model what a person's own messages state.
//
// The model is shown these messages and nothing else: no text of others, no answer of the bot, and not
// the claim that is to be compared. A claim comes from a model that may have read a text which gives
// it orders, so it is a carrier as well; a judge that does not see it cannot obey it. What it lists is
// compared by memory/grounds, which checks each quotation.
//
// The package decides nothing and stores nothing.
//
// Start reading at Judge.List.
package judge

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/memory/grounds"
	"keepsake/templates"
)

// Judge lists statements. It is safe for concurrent use.
type Judge struct {
	Chat llm.Chat
	// Patience bounds one listing; 0 = 5 s.
	Patience time.Duration
}

// Bounds of a listing.
const (
	patience      = 5 * time.Second
	answerTokens  = 700
	maxStatements = 20
	maxFacts      = 4
)

// Listing is what a model listed.
type Listing struct {
	Statements []grounds.Statement
	Usage      llm.Usage
	Model      string
}

// List returns what the messages state. A model that does not answer in time or in the wrong form is an
// error of kind fault.Unavailable; its usage counts all the same.
func (j *Judge) List(ctx context.Context, said []string) (Listing, error) {
	wait := j.Patience
	if wait <= 0 {
		wait = patience
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	resp, err := j.Chat.Complete(ctx, llm.Request{Messages: request(said), MaxTokens: answerTokens}, nil)
	out := Listing{Usage: resp.Usage, Model: resp.Model}
	if err != nil {
		return out, fault.Wrap(fault.Unavailable, "judge: ask the model", err)
	}
	out.Statements, err = parse(resp.Content)
	return out, err
}

// request returns the prompt. The messages travel as JSON strings, so that none can pretend to be two.
func request(said []string) []llm.Message {
	var b strings.Builder
	b.WriteString("The person's messages:\n")
	for i, s := range said {
		quoted, _ := json.Marshal(s) // a string always marshals
		fmt.Fprintf(&b, "%d. %s\n", i+1, quoted)
	}
	return []llm.Message{
		{Role: "system", Content: templates.Prompt("judge.md")},
		{Role: "user", Content: strings.TrimSpace(b.String())},
	}
}

// parse reads the first JSON object of an answer; small models put words or a fence around it.
func parse(answer string) ([]grounds.Statement, error) {
	from := strings.Index(answer, "{")
	if from < 0 {
		return nil, fault.New(fault.Unavailable, "judge: the answer is no JSON object")
	}
	var listed struct {
		Statements []grounds.Statement `json:"statements"`
	}
	if err := json.NewDecoder(strings.NewReader(answer[from:])).Decode(&listed); err != nil {
		return nil, fault.Wrap(fault.Unavailable, "judge: read the answer", err)
	}
	out := listed.Statements[:min(len(listed.Statements), maxStatements)]
	for i := range out {
		out[i].Facts = out[i].Facts[:min(len(out[i].Facts), maxFacts)]
	}
	return out, nil
}
