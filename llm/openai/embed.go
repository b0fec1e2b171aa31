package openai

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"strings"
	"time"

	api "github.com/sashabaranov/go-openai"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/text"
	"keepsake/tracing"
)

// EmbedConfig configures an Embedder. Zero durations and counts mean the defaults named beside
// them.
type EmbedConfig struct {
	Endpoint // Model: "" = the provider's default (I42); Timeout: 30 s; Retries: 3

	// Provider is one of llm.Providers; "" = derived from BaseURL.
	Provider string

	BatchTexts  int // texts of one request; 64
	BatchTokens int // tokens of one request, by the estimate of text.Tokens; 100,000
}

// Embedder implements llm.Embedder for endpoints of OpenAI's Embeddings API. It is safe for
// concurrent use.
type Embedder struct {
	asker[llm.Embeddings]
	batchTexts, batchTokens int
	id                      string
}

var _ llm.Embedder = (*Embedder)(nil)

// NewEmbedder returns an embedder. It makes no request.
func NewEmbedder(cfg EmbedConfig) *Embedder {
	home := DefaultBaseURL
	who := cmp.Or(cfg.Provider, providerOf(cmp.Or(cfg.BaseURL, DefaultBaseURL)))
	by, _ := llm.ProviderNamed(who)
	if cfg.Provider != "" {
		home = by.BaseURL
	}
	at := cfg.Endpoint
	at.BaseURL, at.Model = cmp.Or(at.BaseURL, home), cmp.Or(at.Model, by.EmbedModel)
	at = at.withDefaults("/embeddings", 30*time.Second, 3)
	return &Embedder{
		asker:      newAsker[llm.Embeddings](at, "embedding"),
		batchTexts: max(1, cmp.Or(cfg.BatchTexts, 64)), batchTokens: cmp.Or(cfg.BatchTokens, 100_000),
		id: identity(who, at.Model, at.BaseURL, home),
	}
}

// providerOf derives the provider from the endpoint's URL. For unknown URLs it returns
// "openai", because the endpoint uses OpenAI's protocol.
func providerOf(baseURL string) string {
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

// identity returns the identity of a model (R8). It includes a hash of the URL unless that is
// the provider's own, because another endpoint may serve a different model by the same name.
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

// Embed implements llm.Embedder. It splits the texts into batches. It returns fault.Invalid for
// an empty text, and ctx.Err() when ctx is canceled.
func (e *Embedder) Embed(ctx context.Context, texts []string) (out llm.Embeddings, err error) {
	ctx, span := tracing.Start(ctx, "embedding")
	span.Text("gen_ai.operation.name", "embeddings").Text("gen_ai.request.model", e.at.Model).Count("texts", len(texts))
	defer func() { span.End(err) }()
	out.Vectors = make([][]float32, 0, len(texts))
	for from := 0; from < len(texts); {
		to, tokens := from, 0
		for to < len(texts) && to-from < e.batchTexts {
			if strings.TrimSpace(texts[to]) == "" {
				return out, fault.New(fault.Invalid, "an empty text has no meaning to embed")
			}
			tokens += text.Tokens(texts[to])
			if tokens > e.batchTokens && to > from {
				break
			}
			to++
		}
		made, err := e.ask(ctx, "", e.request(texts[from:to]))
		if err != nil {
			return out, err
		}
		out.Usage = out.Usage.Plus(made.Usage)
		if len(out.Vectors) > 0 && len(made.Vectors[0]) != len(out.Vectors[0]) {
			return out, errNoEmbedding
		}
		out.Vectors, from = append(out.Vectors, made.Vectors...), to
	}
	return out, nil
}

// errNoEmbedding means that a response lacks the embeddings of the texts.
var errNoEmbedding = fault.New(fault.Unavailable, "the model's endpoint sent something that is no embedding of what was asked")

// request returns a function that requests the embeddings of texts once. It verifies that the
// response has one vector for each text, in any order, and that all have the same length. Tokens are
// estimated where the endpoint does not count them.
func (e *Embedder) request(texts []string) func(ctx context.Context) (llm.Embeddings, error) {
	return func(ctx context.Context) (out llm.Embeddings, err error) {
		resp, err := e.api.CreateEmbeddings(ctx, api.EmbeddingRequest{Input: texts, Model: api.EmbeddingModel(e.at.Model)})
		if err != nil {
			return out, classify(err)
		}
		vectors := make([][]float32, len(texts))
		if len(resp.Data) != len(texts) {
			return out, errNoEmbedding
		}
		for _, d := range resp.Data {
			if d.Index < 0 || d.Index >= len(vectors) || vectors[d.Index] != nil || len(d.Embedding) == 0 ||
				len(d.Embedding) != len(resp.Data[0].Embedding) {
				return out, errNoEmbedding
			}
			vectors[d.Index] = d.Embedding
		}
		out.Vectors, out.Usage.Prompt = vectors, resp.Usage.PromptTokens
		if out.Usage.Prompt <= 0 {
			for _, t := range texts {
				out.Usage.Prompt += text.Tokens(t)
			}
		}
		out.Usage.Cost = e.at.Prices[e.at.Model].cost(out.Usage)
		return out, nil
	}
}

// Probe embeds one word, once, because an operator waits for it. It returns the number of
// dimensions of the model's vectors.
func (e *Embedder) Probe(ctx context.Context) (dimensions int, err error) {
	made, err := e.askOnce(ctx, e.request([]string{"hello"}))
	if err != nil {
		return 0, fmt.Errorf("probe the embedding model: %w", err)
	}
	return len(made.Vectors[0]), nil
}
