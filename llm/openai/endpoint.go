package openai

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	api "github.com/sashabaranov/go-openai"

	"keepsake/fault"
)

// DefaultBaseURL is OpenAI's own endpoint.
const DefaultBaseURL = "https://api.openai.com/v1"

// Endpoint is where one model is asked, and how patiently: the part that chat, embeddings
// and speech have in common. Zero durations and counts mean the defaults named beside them
// or, where there is none, those of the Config that embeds it.
type Endpoint struct {
	BaseURL string // up to and with /v1; DefaultBaseURL
	APIKey  string // "" for endpoints that need none
	Model   string

	Timeout  time.Duration // of one request; of a chat's whole completion
	RetryFor time.Duration // no attempt begins later than this after the first; 10 s
	Retries  int           // attempts after the first; negative = none

	BreakerAfter int           // failed attempts in a row that open the breaker; 5
	BreakerFor   time.Duration // how long it stays open before one attempt is let through; 15 s

	Prices     map[string]Price // by model name
	HTTPClient *http.Client     // its transport is used, its timeout is not; nil = a plain one
	Log        *slog.Logger
	Now        func() time.Time // for HTTP dates in Retry-After; time.Now
}

// String returns the model and the host, without the key.
func (e Endpoint) String() string {
	host := "?"
	if u, err := url.Parse(e.BaseURL); err == nil {
		host = u.Host
	}
	return fmt.Sprintf("openai.Endpoint(%s at %s)", e.Model, host)
}

// GoString is String: %#v shows no key either.
func (e Endpoint) GoString() string { return e.String() }

// LogValue is String: a logged Endpoint shows no key.
func (e Endpoint) LogValue() slog.Value { return slog.StringValue(e.String()) }

// withDefaults returns e completed. path is that of the call, which people may have written
// behind the address; timeout and retries are the defaults of the kind of model.
func (e Endpoint) withDefaults(path string, timeout time.Duration, retries int) Endpoint {
	e.BaseURL = strings.TrimSuffix(strings.TrimRight(cmp.Or(e.BaseURL, DefaultBaseURL), "/"), path)
	e.Timeout = cmp.Or(e.Timeout, timeout)
	e.RetryFor = cmp.Or(e.RetryFor, 10*time.Second)
	e.Retries = max(0, cmp.Or(e.Retries, retries))
	e.BreakerAfter = cmp.Or(e.BreakerAfter, 5)
	e.BreakerFor = cmp.Or(e.BreakerFor, 15*time.Second)
	if e.Log == nil {
		e.Log = slog.New(slog.DiscardHandler)
	}
	if e.Now == nil {
		e.Now = time.Now
	}
	return e
}

// client returns go-openai's client of the endpoint, over our wire.
func (e Endpoint) client() *api.Client {
	web := http.Client{}
	if e.HTTPClient != nil {
		web = *e.HTTPClient
	}
	web.Timeout = 0 // it would cut long answers; ours are per piece
	web.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	conf := api.DefaultConfig(e.APIKey)
	conf.BaseURL = e.BaseURL
	conf.HTTPClient = &wire{http: &web, now: e.Now}
	conf.EmptyMessagesLimit = 1 << 30 // the wire leaves none out of place
	return api.NewClientWithConfig(conf)
}

// newBreaker returns the breaker of one model of the endpoint: after BreakerAfter attempts
// in a row that found it away, it is left alone for BreakerFor.
func newBreaker[T any](e Endpoint, model string) circuitbreaker.CircuitBreaker[T] {
	return circuitbreaker.NewBuilder[T]().
		WithFailureThreshold(uint(e.BreakerAfter)).
		WithSuccessThreshold(1).
		WithDelay(e.BreakerFor).
		HandleIf(func(_ T, err error) bool { return fault.KindOf(err) == fault.Unavailable }).
		OnStateChanged(func(x circuitbreaker.StateChangedEvent) {
			e.Log.Warn("model breaker changed", "model", model, "state", x.NewState.String())
		}).
		Build()
}

// asker asks a model for a T that comes as one answer: vectors, a transcript.
type asker[T any] struct {
	at      Endpoint
	kind    string // "embedding", "listening": what an error calls the model
	api     *api.Client
	breaker circuitbreaker.CircuitBreaker[T]
}

func newAsker[T any](at Endpoint, kind string) asker[T] {
	return asker[T]{at: at, kind: kind, api: at.client(), breaker: newBreaker[T](at, at.Model)}
}

// askOnce makes one request, bounded in time.
func (a *asker[T]) askOnce(ctx context.Context, request func(context.Context) (T, error)) (T, error) {
	slow := fault.New(fault.Unavailable, "the "+a.kind+" model took too long")
	ctx, cancel := context.WithTimeoutCause(ctx, a.at.Timeout, slow)
	defer cancel()
	return request(ctx)
}

// ask makes a request, and again after failures that pass. A caller's own cancelled
// context comes back as its error.
func (a *asker[T]) ask(ctx context.Context, request func(context.Context) (T, error)) (T, error) {
	began := time.Now()
	out, err := retryThroughBreaker(ctx, a.breaker, a.at.Retries, "the "+a.kind+" model failed repeatedly and is left alone for a moment",
		func(err error) bool { return isFutile(err, a.at.RetryFor-time.Since(began)) },
		func(n int) (T, error) {
			out, err := a.askOnce(ctx, request)
			if err != nil && ctx.Err() == nil {
				a.at.Log.Warn("model attempt failed", "kind", a.kind, "model", a.at.Model, "attempt", n, "error", err.Error())
			}
			return out, err
		})
	if err != nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	return out, err
}
