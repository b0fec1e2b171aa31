// Package openai implements llm.Chat, llm.Embedder and llm.Transcriber for all endpoints that
// are compatible with OpenAI's Chat Completions, Embeddings and Audio APIs: OpenAI, gateways
// and local servers. It uses the client of go-openai and exports none of its types.
//
// The package turns an unreliable service into a complete answer or a classified error:
//   - It limits the time of a completion, the time until it begins, and the time between two
//     chunks (Config).
//   - It retries with jitter, waits as long as the endpoint asks, has a circuit breaker for
//     each model, and can use a fallback model.
//   - It detects failures with status 200: an error in the body, a body that is not an event
//     stream, a stream without an end.
//   - It adapts requests to endpoints that refuse parts of them, and remembers what an
//     endpoint accepts (habits.go).
//   - Its errors contain no secrets: it evaluates an endpoint's error text, which may quote
//     keys and prompts, but never returns it.
//
// It contains no prompts and no business rules.
//
// Start reading at Endpoint (endpoint.go), which all three clients share, then at Config and
// Client.Complete. A single request is in attempt.go, the HTTP layer in wire.go, the
// classification of errors in errors.go, embeddings in embed.go, transcription in
// transcribe.go.
package openai

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	api "github.com/sashabaranov/go-openai"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/text"
	"keepsake/tracing"
)

// Config configures a Client. Zero durations and counts mean the defaults named beside them.
//
// It determines how soon a caller learns that the model is unavailable. When the endpoint
// returns errors or cannot be reached, Complete fails after at most RetryFor, and immediately
// while the breaker is open. An endpoint that accepts a request and stays silent may only be
// slow. After FirstByte the request is repeated at once, in case only this one hangs, and the
// limit doubles with each repetition, until Timeout. agent.View.Slow informs the person.
type Config struct {
	Endpoint // Timeout: 2 min for a completion with retries and fallback; Retries: 3 for each model

	FallbackModel string        // used when Model is unavailable; "" = none
	FirstByte     time.Duration // until an answer begins, in the first attempt; 30 s
	FallbackAfter time.Duration // FirstByte for Model if there is a FallbackModel; 20 s
	Idle          time.Duration // between two chunks of an answer; 30 s

	// Blind means that the models accept no images. Without it, the client tries the first image.
	Blind bool
}

// Price holds prices in the operator's currency.
type Price struct {
	Prompt float64 // of a million tokens that are not cached
	Cached float64 // of a million cached tokens of the prompt
	Answer float64 // of a million tokens
	Minute float64 // of a minute of a transcribed recording
}

// cost returns the price of a completion. The prompt's tokens include the cached ones.
func (p Price) cost(u llm.Usage) float64 {
	fresh := max(0, u.Prompt-u.Cached)
	return (float64(fresh)*p.Prompt + float64(u.Cached)*p.Cached + float64(u.Answer)*p.Answer) / 1e6
}

func (c Config) withDefaults() Config {
	c.Endpoint = c.Endpoint.withDefaults("/chat/completions", 2*time.Minute, 3)
	c.FirstByte = min(c.Timeout, cmp.Or(c.FirstByte, 30*time.Second))
	c.FallbackAfter = min(c.FirstByte, cmp.Or(c.FallbackAfter, 20*time.Second))
	c.Idle = cmp.Or(c.Idle, 30*time.Second)
	return c
}

// Client is an llm.Chat. It is safe for concurrent use.
type Client struct {
	cfg    Config
	api    *api.Client
	models []*model // the main one first
}

var _ llm.Chat = (*Client)(nil)

// model is what a Client knows about one model of the endpoint.
type model struct {
	name      string
	firstByte time.Duration
	breaker   circuitbreaker.CircuitBreaker[any]

	configured habits // set by the operator

	mu            sync.Mutex
	habits        habits
	check         string             // the setting that the last logged error names; "" = none
	guessed       time.Time          // when habits were guessed; zero = the endpoint explained them
	failedGuesses map[bool]time.Time // when guessing failed, by hasLateMessage of the request
}

// New returns a client. It makes no request: see Probe.
func New(cfg Config) *Client {
	c := &Client{cfg: cfg.withDefaults()}
	c.api = c.cfg.client()

	c.add(cfg.Model, c.cfg.FirstByte)
	if cfg.FallbackModel != "" && cfg.FallbackModel != cfg.Model {
		c.models[0].firstByte = c.cfg.FallbackAfter
		c.add(cfg.FallbackModel, c.cfg.FirstByte)
	}
	return c
}

func (c *Client) add(name string, firstByte time.Duration) {
	m := &model{name: name, firstByte: firstByte, configured: habits{noImages: c.cfg.Blind}}
	m.habits = m.configured
	m.breaker = newBreaker(c.cfg.Endpoint, name)
	c.models = append(c.models, m)
}

// errTimeout is the cause of a completion that took longer than Config.Timeout.
var errTimeout = fault.New(fault.Unavailable, "the model took too long for the whole answer")

// Complete implements llm.Chat. When ctx is canceled it returns ctx.Err().
func (c *Client) Complete(ctx context.Context, r llm.Request, onText func(piece string, reset bool)) (llm.Response, error) {
	ctx, span := tracing.Start(ctx, "model")
	resp, err := c.complete(ctx, r, onText)
	if err == nil { // the attribute names are those of OpenTelemetry
		span.Text("gen_ai.operation.name", "chat").Text("gen_ai.response.model", resp.Model).
			Count("gen_ai.usage.input_tokens", resp.Usage.Prompt).
			Count("gen_ai.usage.cache_read.input_tokens", resp.Usage.Cached).
			Count("gen_ai.usage.output_tokens", resp.Usage.Answer)
	}
	span.End(err)
	return resp, err
}

func (c *Client) complete(ctx context.Context, r llm.Request, onText func(piece string, reset bool)) (llm.Response, error) {
	within, cancel := context.WithTimeoutCause(ctx, c.cfg.Timeout, errTimeout)
	defer cancel()
	t := &teller{tell: onText}
	var first error
	for _, m := range c.models {
		resp, err := c.completeWithRetries(within, m, r, t)
		if ctx.Err() != nil && err != nil {
			return llm.Response{}, ctx.Err()
		}
		if err == nil {
			if resp.Usage.Prompt == 0 {
				resp.Usage.Prompt, resp.Usage.Answer = estimate(r, resp)
			}
			resp.Usage.Cost = c.priceOf(m.name, resp.Model).cost(resp.Usage)
			return resp, nil
		}
		first = chooseError(first, err)
		if !canTryFallback(err) {
			break
		}
	}
	return llm.Response{}, first
}

// canTryFallback reports whether another model of the endpoint may succeed after this error.
func canTryFallback(err error) bool {
	switch fault.KindOf(err) {
	case fault.Unavailable:
		return true
	case fault.Limited:
		return !errors.Is(err, errNoCredit)
	}
	return errors.Is(err, errNoModel)
}

// chooseError returns the first model's error, unless only the second one is transient.
func chooseError(first, second error) error {
	if first == nil || !isTransient(first) && isTransient(second) {
		return second
	}
	return first
}

func isTransient(err error) bool {
	k := fault.KindOf(err)
	return k == fault.Unavailable || k == fault.Limited
}

// estimate counts the tokens of a completion. It is used for endpoints that report no usage,
// so that limits apply to them as well.
func estimate(r llm.Request, resp llm.Response) (prompt, answer int) {
	for _, m := range r.Messages {
		prompt += countTokens(m.Content, m.ToolCalls)
	}
	for _, t := range r.Tools {
		prompt += text.Tokens(t.Name + t.Description + string(t.Schema))
	}
	return prompt, countTokens(resp.Content, resp.ToolCalls)
}

func countTokens(content string, calls []llm.ToolCall) int {
	n := text.Tokens(content)
	for _, c := range calls {
		n += text.Tokens(c.Name + c.Arguments)
	}
	return n
}

func (c *Client) priceOf(asked, answered string) Price {
	if p, ok := c.cfg.Prices[answered]; ok {
		return p
	}
	return c.cfg.Prices[asked]
}

// completeWithRetries repeats a completion with one model until it succeeds, an error is final,
// or a limit of Config is reached.
func (c *Client) completeWithRetries(ctx context.Context, m *model, r llm.Request, t *teller) (llm.Response, error) {
	began := time.Now()
	begin := m.firstByte
	last := m == c.models[len(c.models)-1] // before that, the next model is better than a retry
	isFinal := func(err error) bool {
		if errors.Is(err, errNoStart) {
			return !last
		}
		return isFutile(err, c.cfg.RetryFor-time.Since(began))
	}
	resp, err := retryThroughBreaker(ctx, m.breaker, c.cfg.Retries, "the model failed repeatedly and is left alone for a moment", isFinal,
		func(n int) (llm.Response, error) {
			t.reset()
			resp, err := c.attempt(ctx, m, r, begin, t)
			if errors.Is(err, errNoStart) {
				begin *= 2
			}
			if ctx.Err() == nil {
				c.logRetry(m, n, err)
			}
			return resp, err
		})
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return resp, err
}

// logRetry logs the result of an attempt. An error that only the operator can fix is logged
// once, with the setting to check, and again only when that setting changes.
func (c *Client) logRetry(m *model, attempt int, err error) {
	check := settingToCheck(err)
	m.mu.Lock()
	before := m.check
	if err == nil || check != "" {
		m.check = check
	}
	m.mu.Unlock()
	switch {
	case err == nil && before != "":
		c.cfg.Log.Info("the model answers again", "model", m.name)
	case err == nil:
	case check == "":
		c.cfg.Log.Warn("model attempt failed", "model", m.name, "attempt", attempt, "error", err.Error())
	case check != before:
		c.cfg.Log.Error("the model cannot answer until this is mended", "model", m.name, "check", check, "error", err.Error())
	}
}

// teller passes the text of an answer to a callback, and a reset when a new attempt begins.
type teller struct {
	tell    func(piece string, reset bool) // may be nil
	hasTold bool                           // text of the current attempt was passed
}

// reset begins a new attempt.
func (t *teller) reset() {
	if t.hasTold && t.tell != nil {
		t.tell("", true)
	}
	t.hasTold = false
}

func (t *teller) addChunk(s string) {
	if s == "" || t.tell == nil {
		return
	}
	t.hasTold = true
	t.tell(s, false)
}
