// Package llm defines the interfaces and types for models, independent of a provider. llm/openai
// implements them for any endpoint that is compatible with OpenAI. llm/scripted is a strict
// endpoint for tests and the demo, which is called over HTTP like a real one.
//
// Errors have the fault kinds Unavailable (down, timeout, open breaker; retry later), Limited
// (rate or quota; see RetryAfter), Denied (key) and Invalid (a wrong request, ErrTooLong or
// ErrRefused). An error of any kind that is ErrSetup lasts until the operator fixes a setting.
//
// It has no client, no retries and no prompts. Start reading at Chat and Request.
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

// ErrNoRoom means that the model used up its tokens or its time before it said a word, for
// example by reasoning. The same request would end in the same way.
var ErrNoRoom = fault.New(fault.Invalid, "the model used up its room before it could answer")

// Trouble is the cause of an error that lasts until the operator mends something. All but
// TroubleCredit are ErrSetup.
type Trouble string

// The causes, which TroubleOf returns.
const (
	TroubleKey     Trouble = "key"     // the endpoint refuses the API key, or denies access
	TroubleModel   Trouble = "model"   // the endpoint knows no such model
	TroubleTools   Trouble = "tools"   // the model cannot call tools
	TroubleAddress Trouble = "address" // something other than a model answers at the address
	TroubleCredit  Trouble = "credit"  // the account has no credit left
)

// Troubles lists all causes.
var Troubles = []Trouble{TroubleKey, TroubleModel, TroubleTools, TroubleAddress, TroubleCredit}

// Error implements error. It ends a sentence that says what was asked.
func (t Trouble) Error() string {
	switch t {
	case TroubleKey:
		return "no access with this key"
	case TroubleModel:
		return "no such model"
	case TroubleTools:
		return "no tools with this model"
	case TroubleAddress:
		return "no model at this address"
	case TroubleCredit:
		return "no credit left"
	}
	return string(t)
}

// Is reports whether t is ErrSetup: every trouble but a lack of credit, which may end by itself.
func (t Trouble) Is(target error) bool { return target == ErrSetup && t != TroubleCredit }

// TroubleOf returns the cause of an error that the operator must mend, "" when it is none.
func TroubleOf(err error) Trouble {
	var t Trouble
	errors.As(err, &t)
	return t
}

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
	MaxTokens int // 0 = the client's default
	// Model is the model that was chosen for the conversation, for a Chat that has several; "" = the one that is set.
	Model string
	// Conversation identifies what the request belongs to. Failures that the prompt may have
	// caused count once for each conversation when the client decides whether the endpoint is
	// down; "" means that each failure counts.
	Conversation string
	// Purpose is what the call is for, so that its cost can be told apart.
	Purpose Purpose
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
	Cut       Cut // whether the answer is only a beginning
}

// Cut is why an answer ends before its end.
type Cut string

// The reasons of a cut.
const (
	CutNone   Cut = ""       // it is whole
	CutLength Cut = "length" // at the limit of tokens or bytes
	CutTime   Cut = "time"   // the model did not come to an end in its time
	CutRepeat Cut = "repeat" // the model repeated itself
)

// Usage counts tokens, as reported by the endpoint or else estimated. Cost is computed with the
// operator's prices.
type Usage struct {
	Prompt, Cached, Answer int
	Cost                   float64
}

// Plus returns the sum of two usages.
func (u Usage) Plus(v Usage) Usage {
	return Usage{Prompt: u.Prompt + v.Prompt, Cached: u.Cached + v.Cached, Answer: u.Answer + v.Answer, Cost: u.Cost + v.Cost}
}

// Chat makes completions. It calls onText, if it is not nil, with each piece of text when it
// arrives, from the calling goroutine. When it retries after it has passed text, it first calls
// onText with reset.
//
// With an error, the Response holds only Usage: what the attempts used that the endpoint took
// and that then failed, were cut off or stopped. After a success Usage includes such attempts.
type Chat interface {
	Complete(ctx context.Context, r Request, onText func(piece string, reset bool)) (Response, error)
}

// Embedder computes embeddings: vectors whose directions are similar for texts of similar
// meaning.
type Embedder interface {
	// Embed returns one vector for each text, in their order. All have the same number of
	// dimensions; they are not normalized.
	// With an error, Usage is what the batches before it used.
	Embed(ctx context.Context, texts []string) (Embeddings, error)
	// Identity names the model as it is recorded beside its vectors:
	// provider:model[:first 8 hex of SHA-256(base URL)] (R8).
	Identity() string
}

// Embeddings are the vectors of some texts, and what they used: only Prompt and Cost.
type Embeddings struct {
	Vectors [][]float32
	Usage   Usage
}

// Transcriber converts speech to text.
type Transcriber interface {
	// Transcribe returns the text of a recording; "" if there is no speech in it.
	Transcribe(ctx context.Context, r Recording) (Transcript, error)
}

// Speaker speaks texts.
type Speaker interface {
	// Speak returns a recording of a text. Errors are those of Chat; the text is the caller's to bound.
	Speak(ctx context.Context, said string) (Speech, error)
}

// Speech is a text that was spoken: an Ogg file in the Opus format.
type Speech struct {
	Data  []byte
	Long  time.Duration // rounded up to whole seconds
	Model string
	Usage Usage // Cost by the price of a minute
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
