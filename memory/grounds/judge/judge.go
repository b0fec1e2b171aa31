// Package judge asks a model what a person's own messages state, and which claims that is.
//
// The model is shown these messages and the claims, as data, and nothing else: no text of others and no answer of
// the bot. A claim comes from a model that may have read a text which gives it orders, so it is a carrier as
// well: the judge lists what is stated first, and only then matches a claim with it. What it answers is believed
// by memory/grounds as far as its own checks allow.
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
)

// Claim is what a model wants to write.
type Claim struct {
	Text   string // grounds.ClaimOf
	Before string // the present content, of an update
	Task   bool   // something to be done
}

// Listing is what a model listed.
type Listing struct {
	Statements []grounds.Statement
	Usage      llm.Usage
	Model      string
}

// List returns what the messages state, and of each statement the claims that it says. A model that does not answer in time or in the wrong form is an
// error of kind fault.Unavailable; its usage counts all the same.
func (j *Judge) List(ctx context.Context, said []string, claims []Claim) (Listing, error) {
	wait := j.Patience
	if wait <= 0 {
		wait = patience
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	resp, err := j.Chat.Complete(ctx, llm.Request{Messages: request(said, claims), MaxTokens: answerTokens, Purpose: llm.Judging}, nil)
	out := Listing{Usage: resp.Usage, Model: resp.Model}
	if err != nil {
		return out, fault.Wrap(fault.Unavailable, "judge: ask the model", err)
	}
	out.Statements, err = parse(resp.Content, claims)
	return out, err
}

// request returns the prompt. Messages and claims travel as JSON strings, so that none can pretend to be two.
func request(said []string, claims []Claim) []llm.Message {
	var b strings.Builder
	b.WriteString("The person's messages:\n")
	for i, s := range said {
		fmt.Fprintf(&b, "%d. %s\n", i+1, quote(s))
	}
	b.WriteString("\nThe claims:\n")
	for i, c := range claims {
		kind := "note"
		if c.Task {
			kind = "task"
		}
		fmt.Fprintf(&b, "%d. %s: %s", i+1, kind, quote(c.Text))
		if c.Before != "" {
			b.WriteString(", until now: " + quote(c.Before))
		}
		b.WriteString("\n")
	}
	return []llm.Message{
		{Role: "system", Content: templates.Prompt("judge.md")},
		{Role: "user", Content: strings.TrimSpace(b.String())},
	}
}

func quote(s string) string {
	quoted, _ := json.Marshal(s) // a string always marshals
	return string(quoted)
}

// answer is what the model answers. Numbers count from 1.
type answer struct {
	Statements []struct {
		Quote string `json:"quote"`
		Fact  string `json:"fact"`
	} `json:"statements"`
	Matches []struct {
		Claim      int   `json:"claim"`
		Statements []int `json:"statements"`
	} `json:"matches"`
}

// parse reads the first JSON object of an answer; small models put words or a fence around it.
func parse(s string, claims []Claim) ([]grounds.Statement, error) {
	from := strings.Index(s, "{")
	if from < 0 {
		return nil, fault.New(fault.Unavailable, "judge: the answer is no JSON object")
	}
	var a answer
	if err := json.NewDecoder(strings.NewReader(s[from:])).Decode(&a); err != nil {
		return nil, fault.Wrap(fault.Unavailable, "judge: read the answer", err)
	}
	out := make([]grounds.Statement, min(len(a.Statements), maxStatements))
	for i := range out {
		out[i] = grounds.Statement{Quote: a.Statements[i].Quote, Facts: []string{a.Statements[i].Fact}}
	}
	for _, m := range a.Matches {
		if m.Claim < 1 || m.Claim > len(claims) {
			continue
		}
		for _, n := range m.Statements {
			if n >= 1 && n <= len(out) {
				out[n-1].Claims = append(out[n-1].Claims, claims[m.Claim-1].Text)
			}
		}
	}
	return out, nil
}
