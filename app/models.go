package app

import (
	"cmp"
	"log/slog"
	"time"

	"keepsake/app/settings"
	"keepsake/llm/openai"
)

// modelEndpoint returns the endpoint of the model that answers; those of the other models are
// made of it.
func modelEndpoint(c settings.Config, log *slog.Logger, now func() time.Time) openai.Endpoint {
	return openai.Endpoint{
		BaseURL: c.Model.BaseURL, APIKey: c.Model.APIKey.Reveal(), Model: c.Model.Name,
		Prices: modelPrices(c), Log: log, Now: now,
	}
}

// newChat makes the client of the model that answers.
func newChat(c settings.Config, log *slog.Logger, now func() time.Time) *openai.Client {
	at := modelEndpoint(c, log, now)
	at.Timeout = c.Model.Timeout
	return openai.New(openai.Config{
		Endpoint: at, FallbackModel: c.Model.Fallback, FirstByte: c.Model.FirstByte, MaxTokens: c.Model.MaxTokens, Blind: !c.Model.Vision,
	})
}

// otherEndpoint returns the endpoint of another model. Without an address of its own it is the
// answering model's, with that one's key unless it has one; another address gets no other's
// key.
func otherEndpoint(c settings.Config, model, baseURL string, key settings.Secret, log *slog.Logger, now func() time.Time) openai.Endpoint {
	at := modelEndpoint(c, log, now)
	at.Model = model
	if baseURL != "" {
		at.BaseURL, at.APIKey = baseURL, ""
	}
	at.APIKey = cmp.Or(key.Reveal(), at.APIKey)
	return at
}

// newEmbedder makes the client of the embedding model; nil when none is used.
func newEmbedder(c settings.Config, log *slog.Logger, now func() time.Time) *openai.Embedder {
	e, _ := c.EmbedsWith()
	if e.Model == "" {
		return nil
	}
	at := otherEndpoint(c, e.Model, e.BaseURL, e.APIKey, log, now)
	if at.Model == "default" {
		at.Model = ""
	}
	return openai.NewEmbedder(openai.EmbedConfig{Endpoint: at, Provider: e.Provider})
}

// newTranscriber makes the client of the model that listens; nil when none is set.
func newTranscriber(c settings.Config, log *slog.Logger, now func() time.Time) *openai.Transcriber {
	m := c.Media
	if m.VoiceModel == "" {
		return nil
	}
	return openai.NewTranscriber(otherEndpoint(c, m.VoiceModel, m.VoiceBaseURL, m.VoiceAPIKey, log, now))
}

// modelPrices are those of every model, by name.
func modelPrices(c settings.Config) map[string]openai.Price {
	out := map[string]openai.Price{}
	for name, p := range c.Model.Prices {
		out[name] = openai.Price{Prompt: p.Prompt, Cached: p.CachedPrice(), Answer: p.Answer, Minute: p.Minute}
	}
	return out
}
