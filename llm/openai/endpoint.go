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

	api "github.com/sashabaranov/go-openai"

	"keepsake/fault"
	"keepsake/logs"
)

// DefaultBaseURL is OpenAI's own endpoint.
const DefaultBaseURL = "https://api.openai.com/v1"

// Endpoint is the part of the configuration that chat, embeddings and transcription share: one
// model at one address. Zero durations and counts mean the defaults named beside them or, where
// none is named, those of the configuration that embeds Endpoint.
type Endpoint struct {
	BaseURL string // including /v1; DefaultBaseURL
	APIKey  string // "" for endpoints without keys
	Model   string

	Timeout  time.Duration // of one request, or of a completion with all its attempts
	RetryFor time.Duration // time after the first attempt in which others may begin; 10 s
	Retries  int           // attempts after the first; negative = none

	BreakerAfter int           // failed attempts without a success that open the breaker; 5
	BreakerFor   time.Duration // time until an open breaker allows one attempt; 15 s

	Prices     map[string]Price // by model name
	HTTPClient *http.Client     // its timeout is ignored; nil = a new client
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

// GoString returns String, so that %#v prints no key.
func (e Endpoint) GoString() string { return e.String() }

// LogValue returns String, so that no key is logged.
func (e Endpoint) LogValue() slog.Value { return slog.StringValue(e.String()) }

// withDefaults returns e with its defaults set; timeout and retries depend on the kind of model.
// It removes path, the path of the API call, from the end of BaseURL if somebody added it there.
func (e Endpoint) withDefaults(path string, timeout time.Duration, retries int) Endpoint {
	e.BaseURL = strings.TrimSuffix(strings.TrimRight(cmp.Or(e.BaseURL, DefaultBaseURL), "/"), path)
	e.Timeout = cmp.Or(e.Timeout, timeout)
	e.RetryFor = cmp.Or(e.RetryFor, 10*time.Second)
	e.Retries = max(0, cmp.Or(e.Retries, retries))
	e.BreakerAfter = cmp.Or(e.BreakerAfter, 5)
	e.BreakerFor = cmp.Or(e.BreakerFor, 15*time.Second)
	e.Log = logs.OrNone(e.Log)
	if e.Now == nil {
		e.Now = time.Now
	}
	return e
}

// client returns go-openai's client, which sends its requests through a wire.
func (e Endpoint) client() *api.Client {
	web := http.Client{}
	if e.HTTPClient != nil {
		web = *e.HTTPClient
	}
	web.Timeout = 0 // it would end long answers; the watchdog limits the time between chunks
	web.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	conf := api.DefaultConfig(e.APIKey)
	conf.BaseURL = e.BaseURL
	conf.HTTPClient = &wire{http: &web, now: e.Now}
	conf.EmptyMessagesLimit = 1 << 30 // no limit is needed, because the wire drops empty lines
	return api.NewClientWithConfig(conf)
}

// asker makes requests whose answer T is not streamed: embeddings and transcripts.
type asker[T any] struct {
	at      Endpoint
	kind    string // the model's kind in errors: "embedding", "listening"
	api     *api.Client
	breaker *breaker
}

func newAsker[T any](at Endpoint, kind string) asker[T] {
	return asker[T]{at: at, kind: kind, api: at.client(), breaker: newBreaker(at, at.Model)}
}

// askOnce makes one request, limited by Timeout.
func (a *asker[T]) askOnce(ctx context.Context, request func(context.Context) (T, error)) (T, error) {
	slow := fault.New(fault.Unavailable, "the "+a.kind+" model took too long")
	ctx, cancel := context.WithTimeoutCause(ctx, a.at.Timeout, slow)
	defer cancel()
	return request(ctx)
}

// ask makes a request about a subject and retries it after transient failures: failures of one
// subject count once for the breaker, "" = each. When ctx is canceled it returns ctx.Err().
func (a *asker[T]) ask(ctx context.Context, subject string, request func(context.Context) (T, error)) (T, error) {
	began := time.Now()
	out, err := retryThroughBreaker(ctx, a.breaker, subject, a.at.Retries, "the "+a.kind+" model failed repeatedly and is left alone for a moment",
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
