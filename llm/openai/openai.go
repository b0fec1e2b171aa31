// Package openai speaks llm.Chat, llm.Embedder and llm.Transcriber to any endpoint of
// OpenAI's Chat Completions, Embeddings and Audio: OpenAI itself, gateways, local servers. go-openai is the typed client; no type of it leaves
// this room.
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
// Start reading at Config and Client.Complete; one request is in attempt.go, the wire in
// wire.go, what errors mean in errors.go; embeddings are in embed.go, recordings in transcribe.go.
package openai

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	api "github.com/sashabaranov/go-openai"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/text"
	"keepsake/tracing"
)

// DefaultBaseURL is OpenAI's own endpoint.
const DefaultBaseURL = "https://api.openai.com/v1"

// Config of a Client. Zero durations and counts mean the defaults named beside them.
//
// How long until a caller learns that the model is away: an endpoint that answers with
// errors, or not at all at its address, is given up after RetryFor at the latest (and at
// once while the breaker is open). An endpoint that takes a request and is silent cannot
// be told from a slow one: after FirstByte the request is made anew, at once, since it may
// be only this one that hangs; and then it waits twice as long, and so on until Timeout, so
// that a slow model gets its time. Meanwhile agent.View.Slow has told the person.
type Config struct {
	BaseURL       string // up to and with /v1; DefaultBaseURL
	APIKey        string // "" for endpoints that need none
	Model         string
	FallbackModel string // asked when Model is away; "" = none

	Timeout       time.Duration // of a whole completion, retries and fallback included; 2 min
	FirstByte     time.Duration // until an answer begins, at the first attempt; 30 s
	FallbackAfter time.Duration // as FirstByte, of Model when there is a FallbackModel; 20 s
	Idle          time.Duration // between two pieces of an answer; 30 s

	RetryFor time.Duration // no attempt begins later than this after the first, but after silence; 10 s
	Retries  int           // attempts after the first, per model; 3; negative = none

	BreakerAfter int           // failed attempts in a row that open a model's breaker; 5
	BreakerFor   time.Duration // how long it stays open before one attempt is let through; 15 s

	// Blind says that the models see no pictures; else that is found out by sending one.
	Blind bool

	Prices     map[string]Price // by model name
	HTTPClient *http.Client     // its transport is used, its timeout is not; nil = a plain one
	Log        *slog.Logger
	Now        func() time.Time // for HTTP dates in Retry-After; time.Now
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

// String shows a Config without its key.
func (c Config) String() string {
	host := "?"
	if u, err := url.Parse(c.BaseURL); err == nil {
		host = u.Host
	}
	return fmt.Sprintf("openai.Config(%s at %s)", c.Model, host)
}

// GoString is String: %#v shows no key either.
func (c Config) GoString() string { return c.String() }

// LogValue is String: a logged Config shows no key.
func (c Config) LogValue() slog.Value { return slog.StringValue(c.String()) }

func (c Config) withDefaults() Config {
	c.BaseURL = strings.TrimSuffix(strings.TrimRight(cmp.Or(c.BaseURL, DefaultBaseURL), "/"), "/chat/completions")
	c.Timeout = cmp.Or(c.Timeout, 2*time.Minute)
	c.FirstByte = min(c.Timeout, cmp.Or(c.FirstByte, 30*time.Second))
	c.FallbackAfter = min(c.FirstByte, cmp.Or(c.FallbackAfter, 20*time.Second))
	c.Idle = cmp.Or(c.Idle, 30*time.Second)
	c.RetryFor = cmp.Or(c.RetryFor, 10*time.Second)
	c.Retries = max(0, cmp.Or(c.Retries, 3))
	c.BreakerAfter = cmp.Or(c.BreakerAfter, 5)
	c.BreakerFor = cmp.Or(c.BreakerFor, 15*time.Second)
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
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
	c.api = client(c.cfg.BaseURL, cfg.APIKey, cfg.HTTPClient, c.cfg.Now)

	c.add(cfg.Model, c.cfg.FirstByte)
	if cfg.FallbackModel != "" && cfg.FallbackModel != cfg.Model {
		c.models[0].firstByte = c.cfg.FallbackAfter
		c.add(cfg.FallbackModel, c.cfg.FirstByte)
	}
	return c
}

// client returns go-openai's client over our wire.
func client(baseURL, key string, from *http.Client, now func() time.Time) *api.Client {
	web := http.Client{}
	if from != nil {
		web = *from
	}
	web.Timeout = 0 // it would cut long answers; ours are per piece
	web.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	conf := api.DefaultConfig(key)
	conf.BaseURL = baseURL
	conf.HTTPClient = &wire{http: &web, now: now}
	conf.EmptyMessagesLimit = 1 << 30 // the wire leaves none out of place
	return api.NewClientWithConfig(conf)
}

func (c *Client) add(name string, firstByte time.Duration) {
	m := &model{name: name, firstByte: firstByte, told: habits{noImages: c.cfg.Blind}}
	m.habits = m.told
	m.breaker = newBreaker[llm.Response](c.cfg.BreakerAfter, c.cfg.BreakerFor, func(e circuitbreaker.StateChangedEvent) {
		c.cfg.Log.Warn("model breaker", "model", name, "state", e.NewState.String())
	})
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
		resp, err := c.retry(within, m, r, t)
		if ctx.Err() != nil && err != nil {
			return llm.Response{}, ctx.Err()
		}
		if err == nil {
			if resp.Usage.Prompt == 0 {
				resp.Usage.Prompt, resp.Usage.Answer = estimate(r, resp)
			}
			resp.Usage.Cost = c.price(m.name, resp.Model).cost(resp.Usage)
			return resp, nil
		}
		first = worse(first, err)
		if !another(err) {
			break
		}
	}
	return llm.Response{}, first
}

// another reports whether a different model of the endpoint may do better.
func another(err error) bool {
	switch fault.KindOf(err) {
	case fault.Unavailable:
		return true
	case fault.Limited:
		return !errors.Is(err, errNoCredit)
	}
	return errors.Is(err, errNoModel)
}

// worse picks the error to tell: the first model's, unless only the second's says that
// waiting will help.
func worse(first, second error) error {
	if first == nil || !passing(first) && passing(second) {
		return second
	}
	return first
}

func passing(err error) bool {
	k := fault.KindOf(err)
	return k == fault.Unavailable || k == fault.Limited
}

// estimate counts tokens ourselves, for an endpoint that reports none: limits hold there, too.
func estimate(r llm.Request, resp llm.Response) (prompt, answer int) {
	for _, m := range r.Messages {
		prompt += said(m.Content, m.ToolCalls)
	}
	for _, t := range r.Tools {
		prompt += text.Tokens(t.Name + t.Description + string(t.Schema))
	}
	return prompt, said(resp.Content, resp.ToolCalls)
}

func said(content string, calls []llm.ToolCall) int {
	n := text.Tokens(content)
	for _, c := range calls {
		n += text.Tokens(c.Name + c.Arguments)
	}
	return n
}

func (c *Client) price(asked, answered string) Price {
	if p, ok := c.cfg.Prices[answered]; ok {
		return p
	}
	return c.cfg.Prices[asked]
}

// retry asks one model until it answers, refuses, or Config says to stop.
func (c *Client) retry(ctx context.Context, m *model, r llm.Request, t *teller) (llm.Response, error) {
	began := time.Now()
	begin := m.firstByte
	last := m == c.models[len(c.models)-1] // another would rather be asked than this one again
	hopeless := func(err error) bool {
		if errors.Is(err, errNoStart) {
			return !last
		}
		return inVain(err, c.cfg.RetryFor-time.Since(began))
	}
	resp, err := insist(ctx, m.breaker, c.cfg.Retries, "the model failed repeatedly and is left alone for a moment", hopeless,
		func(n int) (llm.Response, error) {
			t.again()
			resp, err := c.attempt(ctx, m, r, begin, t)
			if errors.Is(err, errNoStart) {
				begin *= 2
			}
			if ctx.Err() == nil {
				c.note(m, n, err)
			}
			return resp, err
		})
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return resp, err
}

// note logs how an attempt ended. What the operator has to mend is said once, with what to
// look at, and again only when it changes.
func (c *Client) note(m *model, attempt int, err error) {
	check := toCheck(err)
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

// again begins another attempt.
func (t *teller) again() {
	if t.given && t.tell != nil {
		t.tell("", true)
	}
	t.given = false
}

func (t *teller) piece(s string) {
	if s == "" || t.tell == nil {
		return
	}
	t.given = true
	t.tell(s, false)
}
