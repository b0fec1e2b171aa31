// Package judge asks a model what a person's own messages state, and which claims that is.
//
// The model is shown these messages and the claims, as data, and nothing else: no text of others and no answer of
// the bot. A claim comes from a model that may have read a text which gives it orders, so it is a carrier as
// well. Therefore the judge is asked in two steps: it lists what is stated from the messages alone, blind, and then matches the
// claims with that list, without the messages. What it answers is believed by memory/grounds as far as its own checks allow.
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
	// Patience bounds a listing with its matches; 0 = 5 s.
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

// List returns what the messages state, and of each statement the claims that it says. A model that does not answer in time or in
// the wrong form is an error of kind fault.Unavailable; its usage counts all the same.
func (j *Judge) List(ctx context.Context, said []string, claims []Claim) (Listing, error) {
	wait := j.Patience
	if wait <= 0 {
		wait = patience
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	var out Listing
	a, err := j.ask(ctx, &out, "judge.md", writeMessages(said))
	out.Statements = a.statements()
	if err != nil || len(out.Statements) == 0 {
		return out, err
	}
	a, err = j.ask(ctx, &out, "judge_match.md", writeStatements(out.Statements)+"\n"+writeClaims(claims))
	a.match(out.Statements, claims)
	return out, err
}

// ask returns the model's answer to one question, and adds what it cost to a listing.
func (j *Judge) ask(ctx context.Context, to *Listing, prompt, question string) (a answer, err error) {
	resp, err := j.Chat.Complete(ctx, llm.Request{
		Messages:  []llm.Message{{Role: "system", Content: templates.Prompt(prompt)}, {Role: "user", Content: strings.TrimSpace(question)}},
		MaxTokens: answerTokens, Purpose: llm.Judging,
	}, nil)
	to.Usage, to.Model = to.Usage.Plus(resp.Usage), resp.Model
	if err != nil {
		return a, fault.Wrap(fault.Unavailable, "judge: ask the model", err)
	}
	return parse(resp.Content, to.Statements == nil)
}

// Messages, statements and claims travel as JSON strings, so that none can pretend to be two.

func writeMessages(said []string) string {
	var b strings.Builder
	b.WriteString("The person's messages:\n")
	for i, s := range said {
		fmt.Fprintf(&b, "%d. %s\n", i+1, quote(s))
	}
	return b.String()
}

func writeStatements(stated []grounds.Statement) string {
	var b strings.Builder
	b.WriteString("The statements:\n")
	for i, s := range stated {
		fmt.Fprintf(&b, "%d. %s, in their words: %s\n", i+1, quote(strings.Join(s.Facts, " ")), quote(s.Quote))
	}
	return b.String()
}

func writeClaims(claims []Claim) string {
	var b strings.Builder
	b.WriteString("The claims:\n")
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
	return b.String()
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

// parse reads the JSON object of an answer. isList says that it has to list.
func parse(s string, isList bool) (a answer, err error) {
	object := llm.FindObject(s)
	if object == nil {
		return a, fault.New(fault.Unavailable, "judge: the answer is no whole JSON object")
	}
	if err := json.Unmarshal(object, &a); err != nil {
		return answer{}, fault.Wrap(fault.Unavailable, "judge: read the answer", err)
	}
	if isList && a.Statements == nil { // an empty list is an answer, no list is none
		return answer{}, fault.New(fault.Unavailable, "judge: the answer lists no statements")
	}
	return a, nil
}

// statements returns what the answer lists; nil when it has no list.
func (a answer) statements() []grounds.Statement {
	if a.Statements == nil {
		return nil
	}
	out := make([]grounds.Statement, min(len(a.Statements), maxStatements))
	for i := range out {
		out[i] = grounds.Statement{Quote: a.Statements[i].Quote, Facts: []string{a.Statements[i].Fact}}
	}
	return out
}

// match adds to statements the claims that the answer says they state.
func (a answer) match(stated []grounds.Statement, claims []Claim) {
	for _, m := range a.Matches {
		if m.Claim < 1 || m.Claim > len(claims) {
			continue
		}
		for _, n := range m.Statements {
			if n >= 1 && n <= len(stated) {
				stated[n-1].Claims = append(stated[n-1].Claims, claims[m.Claim-1].Text)
			}
		}
	}
}
