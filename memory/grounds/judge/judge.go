// Package judge asks a model what a person's own messages state, and which claims that is.
//
// The model is shown these messages and the claims, as data, and nothing else: no text of others and no answer of
// the bot. A claim comes from a model that may have read a text which gives it orders, so it is a carrier as
// well. Therefore the judge is asked in two steps: it lists what is stated from the messages alone, blind, and then matches the
// claims with that list, without the messages. What it answers is believed by memory/grounds as far as its own checks allow.
//
// Each question asks for an answer of a JSON schema. Endpoints that know no schema, and models that do not keep to one, are common,
// so the answer is read liberally (answer.go), and one of both questions may be asked once more, with what was wrong. All of it
// together takes at most Patience.
//
// The package decides nothing and stores nothing.
//
// Start reading at Judge.List.
package judge

import (
	"context"
	"encoding/json"
	"errors"
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
	maxQuestions  = 3 // the two, and one of them once more
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
	asks := asking{chat: j.Chat, to: &out, left: maxQuestions}
	err := asks.ask(ctx, "judge.md", writeMessages(said), listFormat, func(o json.RawMessage) (why string) {
		out.Statements, why = readStatements(o)
		return why
	})
	if err != nil || len(out.Statements) == 0 {
		return out, err
	}
	err = asks.ask(ctx, "judge_match.md", writeStatements(out.Statements)+"\n"+writeClaims(claims), matchFormat, func(o json.RawMessage) (why string) {
		matches, why := readMatches(o)
		addClaims(out.Statements, matches, claims)
		return why
	})
	return out, err
}

// asking is the questions of one listing.
type asking struct {
	chat llm.Chat
	to   *Listing // gets what the questions cost
	left int      // how many may still be asked
}

// errForm says that no further question may be asked after an answer in the wrong form.
var errForm = fault.New(fault.Unavailable, "judge: the answers have not the right form")

// ask asks one question, and once more when take returns why the answer is wrong, while questions are left.
func (a *asking) ask(ctx context.Context, prompt, question string, format *llm.Format, take func(object json.RawMessage) (why string)) error {
	r := llm.Request{
		Messages:  []llm.Message{{Role: "system", Content: templates.Prompt(prompt)}, {Role: "user", Content: strings.TrimSpace(question)}},
		MaxTokens: answerTokens, Purpose: llm.Judging, Format: format,
	}
	resp, err := llm.AskObject(ctx, a.chat, r, func() error {
		if a.left == 0 {
			return errForm
		}
		a.left--
		return nil
	}, func(u llm.Usage) { a.to.Usage = a.to.Usage.Plus(u) }, take)
	if resp.Model != "" {
		a.to.Model = resp.Model
	}
	switch {
	case errors.Is(err, llm.ErrUnusable):
		return errForm
	case err != nil && !errors.Is(err, errForm):
		return fault.Wrap(fault.Unavailable, "judge: ask the model", err)
	}
	return err
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
