package openai

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	api "github.com/sashabaranov/go-openai"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/text"
	"keepsake/tracing"
)

// EmbedConfig of an Embedder. Zero durations and counts mean the defaults named beside
// them.
type EmbedConfig struct {
	BaseURL string // up to and with /v1; DefaultBaseURL
	APIKey  string // "" for endpoints that need none
	Model   string // "" = the provider's default (I42)
	// Provider is who serves it, one of llm.Providers; "" = told by BaseURL.
	Provider string

	Timeout  time.Duration // of one request; 30 s
	RetryFor time.Duration // no attempt begins later than this after the first; 10 s
	Retries  int           // attempts after the first; 3; negative = none

	BatchTexts  int // texts of one request; 64
	BatchTokens int // tokens of one request, by our count; 100,000

	BreakerAfter int           // failed attempts in a row that open the breaker; 5
	BreakerFor   time.Duration // how long it stays open; 15 s

	HTTPClient *http.Client // its transport is used, its timeout is not; nil = a plain one
	Log        *slog.Logger
	Now        func() time.Time // for HTTP dates in Retry-After; time.Now
}

// String shows an EmbedConfig without its key.
func (c EmbedConfig) String() string { return Config{BaseURL: c.BaseURL, Model: c.Model}.String() }

// GoString is String: %#v shows no key either.
func (c EmbedConfig) GoString() string { return c.String() }

// LogValue is String: a logged EmbedConfig shows no key.
func (c EmbedConfig) LogValue() slog.Value { return slog.StringValue(c.String()) }

// Embedder is an llm.Embedder over any endpoint of OpenAI's embeddings. It is safe for
// concurrent use.
type Embedder struct {
	cfg     EmbedConfig
	id      string
	api     *api.Client
	breaker circuitbreaker.CircuitBreaker[[][]float32]
}

var _ llm.Embedder = (*Embedder)(nil)

// NewEmbedder returns an embedder. It asks nobody anything.
func NewEmbedder(cfg EmbedConfig) *Embedder {
	home := DefaultBaseURL
	who := cmp.Or(cfg.Provider, provider(cmp.Or(cfg.BaseURL, DefaultBaseURL)))
	by, _ := llm.ProviderNamed(who)
	if cfg.Provider != "" {
		home = by.BaseURL
	}
	cfg.BaseURL = strings.TrimSuffix(strings.TrimRight(cmp.Or(cfg.BaseURL, home), "/"), "/embeddings")
	cfg.Model = cmp.Or(cfg.Model, by.EmbedModel)
	cfg.Timeout = cmp.Or(cfg.Timeout, 30*time.Second)
	cfg.RetryFor = cmp.Or(cfg.RetryFor, 10*time.Second)
	cfg.Retries = max(0, cmp.Or(cfg.Retries, 3))
	cfg.BatchTexts = max(1, cmp.Or(cfg.BatchTexts, 64))
	cfg.BatchTokens = cmp.Or(cfg.BatchTokens, 100_000)
	cfg.BreakerAfter = cmp.Or(cfg.BreakerAfter, 5)
	cfg.BreakerFor = cmp.Or(cfg.BreakerFor, 15*time.Second)
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	e := &Embedder{cfg: cfg, id: identity(who, cfg.Model, cfg.BaseURL, home)}
	e.api = client(cfg.BaseURL, cfg.APIKey, cfg.HTTPClient, cfg.Now)
	e.breaker = newBreaker[[][]float32](cfg.BreakerAfter, cfg.BreakerFor, func(x circuitbreaker.StateChangedEvent) {
		cfg.Log.Warn("model breaker", "model", cfg.Model, "state", x.NewState.String())
	})
	return e
}

// provider tells by its address who serves an endpoint; "openai" when nothing is known,
// since that is the protocol spoken.
func provider(baseURL string) string {
	u, err := url.Parse(baseURL)
	switch {
	case err != nil:
	case u.Hostname() == "generativelanguage.googleapis.com":
		return "google"
	case u.Port() == "11434", strings.HasPrefix(u.Hostname(), "ollama"):
		return "ollama"
	}
	return "openai"
}

// identity is R8: an endpoint of one's own is part of it, since it may serve anything
// under a known name.
func identity(provider, model, baseURL, home string) string {
	id := provider + ":" + model
	if baseURL != home {
		sum := sha256.Sum256([]byte(baseURL))
		id += ":" + hex.EncodeToString(sum[:])[:8]
	}
	return id
}

// Identity implements llm.Embedder.
func (e *Embedder) Identity() string { return e.id }

// Embed implements llm.Embedder, in as many requests as it takes. An empty text is
// refused. A caller's own cancelled context comes back as its error.
func (e *Embedder) Embed(ctx context.Context, texts []string) (out [][]float32, err error) {
	ctx, span := tracing.Start(ctx, "embedding")
	span.Text("gen_ai.operation.name", "embeddings").Text("gen_ai.request.model", e.cfg.Model).Count("texts", len(texts))
	defer func() { span.End(err) }()
	out = make([][]float32, 0, len(texts))
	for from := 0; from < len(texts); {
		to, tokens := from, 0
		for to < len(texts) && to-from < e.cfg.BatchTexts {
			if strings.TrimSpace(texts[to]) == "" {
				return nil, fault.New(fault.Invalid, "an empty text has no meaning to embed")
			}
			tokens += text.Tokens(texts[to])
			if tokens > e.cfg.BatchTokens && to > from {
				break
			}
			to++
		}
		vs, err := e.retry(ctx, texts[from:to])
		if err != nil {
			return nil, err
		}
		if len(out) > 0 && len(vs[0]) != len(out[0]) {
			return nil, errNoEmbedding
		}
		out, from = append(out, vs...), to
	}
	return out, nil
}

func (e *Embedder) retry(ctx context.Context, texts []string) ([][]float32, error) {
	began := time.Now()
	vs, err := insist(ctx, e.breaker, e.cfg.Retries, "the embedding model failed repeatedly and is left alone for a moment",
		func(err error) bool { return inVain(err, e.cfg.RetryFor-time.Since(began)) },
		func(n int) ([][]float32, error) {
			vs, err := e.once(ctx, texts)
			if err != nil && ctx.Err() == nil {
				e.cfg.Log.Warn("embedding attempt failed", "model", e.cfg.Model, "attempt", n, "error", err.Error())
			}
			return vs, err
		})
	if err != nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	return vs, err
}

// Causes of an embedding that is none.
var (
	errNoEmbedding = fault.New(fault.Unavailable, "the model's endpoint sent something that is no embedding of what was asked")
	errEmbedSlow   = fault.New(fault.Unavailable, "the embedding model took too long")
)

// once makes one request and checks that the answer is whole: a vector for each text, in
// whatever order they come, all of one length.
func (e *Embedder) once(ctx context.Context, texts []string) ([][]float32, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, e.cfg.Timeout, errEmbedSlow)
	defer cancel()
	resp, err := e.api.CreateEmbeddings(ctx, api.EmbeddingRequest{Input: texts, Model: api.EmbeddingModel(e.cfg.Model)})
	if err != nil {
		return nil, classify(err)
	}
	out := make([][]float32, len(texts))
	if len(resp.Data) != len(texts) {
		return nil, errNoEmbedding
	}
	for _, d := range resp.Data {
		if d.Index < 0 || d.Index >= len(out) || out[d.Index] != nil || len(d.Embedding) == 0 ||
			len(d.Embedding) != len(resp.Data[0].Embedding) {
			return nil, errNoEmbedding
		}
		out[d.Index] = d.Embedding
	}
	return out, nil
}

// Probe embeds one word, for an operator who waits, and returns how many dimensions the
// model gives.
func (e *Embedder) Probe(ctx context.Context) (dimensions int, err error) {
	vs, err := e.once(ctx, []string{"hello"})
	if err != nil {
		return 0, fmt.Errorf("probe the embedding model: %w", err)
	}
	return len(vs[0]), nil
}
