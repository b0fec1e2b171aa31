// Package openai speaks llm.Chat, llm.Embedder and llm.Transcriber to any endpoint of
// OpenAI's Chat Completions, Embeddings and Audio: OpenAI itself, gateways, local servers.
// go-openai is the typed client; no type of it leaves this room.
//
// It is where an unreliable service becomes a plain answer or a plain error. What it
// takes care of:
//   - limits of time: of a whole completion, until it begins, between its pieces (Config);
//   - retries with jitter that wait as long as the endpoint asks, a breaker per model, a
//     fallback model;
//   - what only looks like success: 200 with an error inside, 200 that is no event
//     stream, a stream that just ends;
//   - endpoints that differ: what one refuses is left out or said otherwise, and that is
//     remembered (habits.go);
//   - errors without secrets: an endpoint's own words (they quote keys and prompts) are
//     read, never passed on.
//
// It is not a place for prompts or for rules of the house.
//
// Start reading at Endpoint (endpoint.go), which all three have in common, then at Config
// and Client.Complete; one request is in attempt.go, the wire in wire.go, what errors mean in
// errors.go; embeddings are in embed.go, recordings in transcribe.go.
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

// Config of a Client. Zero durations and counts mean the defaults named beside them.
//
// How long until a caller learns that the model is away: an endpoint that answers with
// errors, or not at all at its address, is given up after RetryFor at the latest (and at
// once while the breaker is open). An endpoint that takes a request and is silent cannot
// be told from a slow one: after FirstByte the request is made anew, at once, since it may
// be only this one that hangs; and then it waits twice as long, and so on until Timeout, so
// that a slow model gets its time. Meanwhile agent.View.Slow has told the person.
type Config struct {
	Endpoint // Timeout: 2 min, of a whole completion with retries and fallback; Retries: 3, per model

	FallbackModel string        // asked when Model is away; "" = none
	FirstByte     time.Duration // until an answer begins, at the first attempt; 30 s
	FallbackAfter time.Duration // as FirstByte, of Model when there is a FallbackModel; 20 s
	Idle          time.Duration // between two pieces of an answer; 30 s

	// Blind says that the models see no pictures; else that is found out by sending one.
	Blind bool
}

// Price is what a million tokens (or a minute of sound) cost, in the operator's currency.
type Price struct {
	Prompt float64
	Cached float64 // of the prompt's cached part
	Answer float64
	Minute float64 // of a recording, for models that listen
}

// cost of a completion: cached tokens are part of the prompt's.
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
	breaker   circuitbreaker.CircuitBreaker[llm.Response]

	told habits // what the operator says

	mu      sync.Mutex
	habits  habits
	check   string             // what the operator was told to look at; "" = nothing
	guessed time.Time          // when habits were guessed; zero = all were explained
	inVain  map[bool]time.Time // when guessing did not help; by whether a system message stood late
}

// New returns a client. It asks nobody anything: see Probe.
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
	m := &model{name: name, firstByte: firstByte, told: habits{noImages: c.cfg.Blind}}
	m.habits = m.told
	m.breaker = newBreaker[llm.Response](c.cfg.Endpoint, name)
	c.models = append(c.models, m)
}

// errTimeout is the cause of a completion that took longer than Config.Timeout.
var errTimeout = fault.New(fault.Unavailable, "the model took too long for the whole answer")

// Complete implements llm.Chat. A caller's own cancelled context comes back as its error.
func (c *Client) Complete(ctx context.Context, r llm.Request, onText func(piece string, reset bool)) (llm.Response, error) {
	ctx, span := tracing.Start(ctx, "model")
	resp, err := c.complete(ctx, r, onText)
	if err == nil { // the names are OpenTelemetry's
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

// canTryFallback reports whether a different model of the endpoint may do better.
func canTryFallback(err error) bool {
	switch fault.KindOf(err) {
	case fault.Unavailable:
		return true
	case fault.Limited:
		return !errors.Is(err, errNoCredit)
	}
	return errors.Is(err, errNoModel)
}

// chooseError picks the error to tell: the first model's, unless only the second's says that
// waiting will help.
func chooseError(first, second error) error {
	if first == nil || !isPassing(first) && isPassing(second) {
		return second
	}
	return first
}

func isPassing(err error) bool {
	k := fault.KindOf(err)
	return k == fault.Unavailable || k == fault.Limited
}

// estimate counts tokens ourselves, for an endpoint that reports none: limits hold there, too.
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

// completeWithRetries asks one model until it answers, refuses, or Config says to stop.
func (c *Client) completeWithRetries(ctx context.Context, m *model, r llm.Request, t *teller) (llm.Response, error) {
	began := time.Now()
	begin := m.firstByte
	last := m == c.models[len(c.models)-1] // another would rather be asked than this one again
	hopeless := func(err error) bool {
		if errors.Is(err, errNoStart) {
			return !last
		}
		return isFutile(err, c.cfg.RetryFor-time.Since(began))
	}
	resp, err := retryThroughBreaker(ctx, m.breaker, c.cfg.Retries, "the model failed repeatedly and is left alone for a moment", hopeless,
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

// logRetry logs how an attempt ended. What the operator has to mend is said once, with what to
// look at, and again only when it changes.
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

// teller hands pieces on and tells of starting over.
type teller struct {
	tell  func(piece string, reset bool)
	given bool // pieces of the present attempt were handed on
}

// reset begins another attempt.
func (t *teller) reset() {
	if t.given && t.tell != nil {
		t.tell("", true)
	}
	t.given = false
}

func (t *teller) addChunk(s string) {
	if s == "" || t.tell == nil {
		return
	}
	t.given = true
	t.tell(s, false)
}
