package ingest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"keepsake/llm"
	"keepsake/memory/consolidate"
	"keepsake/memory/grounds"
	"keepsake/memory/listing"
	"keepsake/memory/policy"
	"keepsake/tx"
	"keepsake/usage"
)

// Bounds of one question to the model.
const (
	answerTokens = 1500
	maxFacts     = 20 // that are kept of an answer
)

// relateFormat is the form of the answer about pairs: the list first, so that the model does not argue itself into entries.
var relateFormat = &llm.Format{Name: "relations", Schema: schemaOf("relations",
	`{"pair":{"type":"integer"},"relation":{"type":"string","enum":["same","refines","contradicts","unrelated"]}}`, "pair", "relation")}

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

// promptHash names the instructions that a model had (A9).
func promptHash(prompt string) string {
	sum := sha256.Sum256([]byte(prompt))
	return hex.EncodeToString(sum[:6])
}

// fact is one statement that the model listed, in whose answer, from 0, and with which prompt.
type fact struct {
	listing.Fact
	question      int
	model, prompt string
}

// list asks the model what a writer states in their messages, and along with it what else is to be read of them. errAnswer says
// that nothing of an answer's facts could be used.
func (j *job) list(ctx context.Context, self string, said []grounds.Said, along *consolidate.Reading, zone *time.Location) (all []fact, err error) {
	asking := listing.Asking{
		Chat: j.s.Chat, Purpose: llm.Extraction,
		Ready: func() error { return tx.Ready(ctx, j.s.Storage) },
		Paid:  func(u llm.Usage) { j.spent = j.spent.Plus(usage.CountOf(llm.Extraction, u)) },
	}
	var unusable error
	for question, asked := range listing.Split(unite(said, along.Said()), zone) {
		facts := listing.NewFacts(self, j.instructions, policy.Types)
		parts := along.Parts(asked)
		if slices.ContainsFunc(asked, func(m grounds.Said) bool { return hasMessage(said, m) }) {
			parts = append([]*listing.Part{facts.Part}, parts...)
		} else {
			facts.Wrong = ""
		}
		model, err := asking.Ask(ctx, listing.Question(asked, zone), parts)
		if err != nil {
			return nil, err
		}
		along.Answered(model)
		if !facts.IsUsable() {
			unusable = errAnswer
			if along == nil {
				return nil, unusable
			}
		}
		for _, f := range facts.Listed {
			all = append(all, fact{f, question, model, promptHash(listing.Instructions(parts))})
		}
	}
	return all, unusable
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
