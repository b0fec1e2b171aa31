// Package llm holds the neutral words for talking to a model. llm/openai speaks them to
// any OpenAI-compatible endpoint; llm/scripted is a strict endpoint for tests and the
// demo, spoken to over HTTP like the real one.
//
// Errors are fault kinds: Unavailable (down, timed out, breaker open; try later), Limited
// (rate or quota; RetryAfter), Denied (key), Invalid (the request is wrong: our mistake,
// or ErrTooLong, or ErrRefused). Whatever the kind, ErrSetup says that it lasts until the
// operator mends a setting.
package llm

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"keepsake/fault"
)

// ErrTooLong says that the prompt is over the model's context length.
var ErrTooLong = fault.New(fault.Invalid, "the prompt is too long for the model")

// ErrRefused says that the endpoint's content filter took the prompt or the answer.
var ErrRefused = fault.New(fault.Invalid, "the model's content filter refused to answer")

// ErrSetup says that the endpoint answers nobody before the operator mends something: the
// key, the model's name, the address. It is no fault of the request, which may be made
// again later.
var ErrSetup = errors.New("a setting of the model is wrong")

// Message is one message of a prompt, in the words of Chat Completions.
type Message struct {
	Role       string // system, user, assistant, tool
	Content    string
	Name       string
	ToolCalls  []ToolCall
	ToolCallID string
	// Images are pictures beside Content, of a user: data: URIs or addresses. A model that
	// sees none gets a line in their place.
	Images []string
	// Late marks the system message that stands before the person's message. An endpoint
	// that refuses a system message there gets it as part of that message.
	Late bool
}

// ToolCall is a call the model asks for. Arguments is JSON text as it came.
type ToolCall struct {
	ID        string
	Name      string
	Arguments string
}

// Tool is a function offered to the model. Schema is a JSON Schema object.
type Tool struct {
	Name        string
	Description string
	Schema      json.RawMessage
}

// Request is one completion to make.
type Request struct {
	Messages  []Message
	Tools     []Tool
	MaxTokens int // 0 = the endpoint's default
}

// Response is one whole, well-ended completion. One without Content and ToolCalls is a
// model that had nothing (more) to say.
type Response struct {
	Content   string
	ToolCalls []ToolCall
	Usage     Usage
	Model     string
	Cut       bool // the model stopped at its token limit, in the middle of what it said
}

// Usage counts tokens as the endpoint reports them (an estimate when it does not). Cost is by the
// operator's price table.
type Usage struct {
	Prompt, Cached, Answer int
	Cost                   float64
}

// Chat makes completions. onText, when not nil, is called with each piece of text as it
// arrives, in order, from the calling goroutine; a retry inside calls reset first when
// pieces were already given.
type Chat interface {
	Complete(ctx context.Context, r Request, onText func(piece string, reset bool)) (Response, error)
}

// Embedder turns texts into directions of meaning: texts that mean alike point alike.
type Embedder interface {
	// Embed returns one vector for each text, in their order, all of one length. Their
	// lengths as arrows are whatever the model gives.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
	// Identity names the model as it is recorded beside its vectors:
	// provider:model[:first 8 hex of SHA-256(base URL)] (R8).
	Identity() string
}

// Transcriber writes down what is said in a recording.
type Transcriber interface {
	// Transcribe returns the words of a recording, "" when nobody speaks in it.
	Transcribe(ctx context.Context, r Recording) (Transcript, error)
}

// Recording is sound as it came.
type Recording struct {
	Name string // of a file, whose ending says the format: "voice.ogg"
	Data []byte
	Long time.Duration // as the sender says
}

// Transcript is what was said in a recording.
type Transcript struct {
	Text  string
	Model string
	Usage Usage // Cost, by the price of a minute; tokens when the endpoint counts any
}
