// Package llm defines the interfaces and types for models, independent of a provider. llm/openai
// implements them for any endpoint that is compatible with OpenAI. llm/scripted is a strict
// endpoint for tests and the demo, which is called over HTTP like a real one.
//
// Errors have the fault kinds Unavailable (down, timeout, open breaker; retry later), Limited
// (rate or quota; see RetryAfter), Denied (key) and Invalid (a wrong request, ErrTooLong or
// ErrRefused). An error of any kind that is ErrSetup lasts until the operator fixes a setting.
package llm

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"keepsake/fault"
)

// ErrTooLong means that the prompt exceeds the model's context length.
var ErrTooLong = fault.New(fault.Invalid, "the prompt is too long for the model")

// ErrRefused means that the endpoint's content filter refused the prompt or the answer.
var ErrRefused = fault.New(fault.Invalid, "the model's content filter refused to answer")

// ErrSetup means that the endpoint answers no request until the operator fixes a setting: the
// key, the model's name or the address. The request itself is valid and may be repeated later.
var ErrSetup = errors.New("a setting of the model is wrong")

// Message is one message of a prompt, with the terms of Chat Completions.
type Message struct {
	Role       string // system, user, assistant, tool
	Content    string
	Name       string
	ToolCalls  []ToolCall
	ToolCallID string
	// Images are a user's images in addition to Content: data: URIs or URLs. A model that
	// accepts none gets a notice instead.
	Images []string
	// Late marks the system message directly before the person's message. For an endpoint
	// that refuses a system message there it becomes a part of the person's message.
	Late bool
}

// ToolCall is a call that the model requests. Arguments is the unchanged JSON text.
type ToolCall struct {
	ID        string
	Name      string
	Arguments string
}

// Tool is a function that the model can call. Schema is a JSON Schema object.
type Tool struct {
	Name        string
	Description string
	Schema      json.RawMessage
}

// Request is the request for a completion.
type Request struct {
	Messages  []Message
	Tools     []Tool
	MaxTokens int // 0 = the endpoint's default
	// Format, when set, is what the answer must be. An endpoint that cannot promise it is asked without:
	// the caller checks the answer in every case.
	Format *Format
}

// Format is a form of answers: one JSON object of a schema.
type Format struct {
	Name   string          // letters, digits and _
	Schema json.RawMessage // JSON Schema in which every property is required and no other allowed
}

// Response is a complete answer. Without Content and ToolCalls the model has answered with an
// empty text.
type Response struct {
	Content   string
	ToolCalls []ToolCall
	Usage     Usage
	Model     string
	Cut       bool // the answer was cut at the token limit
}

// Usage counts tokens, as reported by the endpoint or else estimated. Cost is computed with the
// operator's prices.
type Usage struct {
	Prompt, Cached, Answer int
	Cost                   float64
}

// Chat makes completions. It calls onText, if it is not nil, with each piece of text when it
// arrives, from the calling goroutine. When it retries after it has passed text, it first calls
// onText with reset.
type Chat interface {
	Complete(ctx context.Context, r Request, onText func(piece string, reset bool)) (Response, error)
}

// Embedder computes embeddings: vectors whose directions are similar for texts of similar
// meaning.
type Embedder interface {
	// Embed returns one vector for each text, in their order. All have the same number of
	// dimensions; they are not normalized.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
	// Identity names the model as it is recorded beside its vectors:
	// provider:model[:first 8 hex of SHA-256(base URL)] (R8).
	Identity() string
}

// Transcriber converts speech to text.
type Transcriber interface {
	// Transcribe returns the text of a recording; "" if there is no speech in it.
	Transcribe(ctx context.Context, r Recording) (Transcript, error)
}

// Recording is an audio file.
type Recording struct {
	Name string // file name, whose extension is the format: "voice.ogg"
	Data []byte
	Long time.Duration // the duration that the sender reported
}

// Transcript is the text of a recording.
type Transcript struct {
	Text  string
	Model string
	Usage Usage // Cost by the price of a minute; tokens if the endpoint reports them
}
