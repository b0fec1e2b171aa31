// Package endpoint makes the clients of the models that the settings name: the one that answers, the one
// that says what a text means, the one that listens, the one that speaks.
//
// Start reading at Chat.
package endpoint

import (
	"cmp"
	"log/slog"
	"time"

	"keepsake/app/settings"
	"keepsake/llm/openai"
)

// answering returns the endpoint of the model that answers; those of the other models are
// made of it.
func answering(c settings.Config, log *slog.Logger, now func() time.Time) openai.Endpoint {
	return openai.Endpoint{
		BaseURL: c.Model.BaseURL, APIKey: c.Model.APIKey.Reveal(), Model: c.Model.Name,
		Prices: prices(c), Log: log, Now: now,
	}
}

// Chat makes the client of the model that answers.
func Chat(c settings.Config, log *slog.Logger, now func() time.Time) *openai.Client {
	at := answering(c, log, now)
	at.Timeout = c.Model.Timeout
	return openai.New(openai.Config{
		Endpoint: at, FallbackModel: c.Model.Fallback, FirstByte: c.Model.FirstByte, MaxTokens: c.Model.MaxTokens, Blind: !c.Model.Vision,
	})
}

// other returns the endpoint of another model. Without an address of its own it is the
// answering model's, with that one's key unless it has one; another address gets no other's
// key.
func other(c settings.Config, model, baseURL string, key settings.Secret, log *slog.Logger, now func() time.Time) openai.Endpoint {
	at := answering(c, log, now)
	at.Model = model
	if baseURL != "" {
		at.BaseURL, at.APIKey = baseURL, ""
	}
	at.APIKey = cmp.Or(key.Reveal(), at.APIKey)
	return at
}

// Embedder makes the client of the embedding model; nil when none is used.
func Embedder(c settings.Config, log *slog.Logger, now func() time.Time) *openai.Embedder {
	e, _ := c.EmbedsWith()
	if e.Model == "" {
		return nil
	}
	at := other(c, e.Model, e.BaseURL, e.APIKey, log, now)
	if at.Model == "default" {
		at.Model = ""
	}
	return openai.NewEmbedder(openai.EmbedConfig{Endpoint: at, Provider: e.Provider})
}

// Transcriber makes the client of the model that listens; nil when none is set.
func Transcriber(c settings.Config, log *slog.Logger, now func() time.Time) *openai.Transcriber {
	m := c.Media
	if m.VoiceModel == "" {
		return nil
	}
	return openai.NewTranscriber(other(c, m.VoiceModel, m.VoiceBaseURL, m.VoiceAPIKey, log, now))
}

// Speaker makes the client of the model that speaks; nil when none is set.
func Speaker(c settings.Config, log *slog.Logger, now func() time.Time) *openai.Speaker {
	m := c.Media
	if m.SpeechModel == "" {
		return nil
	}
	return openai.NewSpeaker(other(c, m.SpeechModel, m.SpeechBaseURL, m.SpeechAPIKey, log, now), m.SpeechVoice)
}

// prices are those of every model, by name.
func prices(c settings.Config) map[string]openai.Price {
	out := map[string]openai.Price{}
	for name, p := range c.Model.Prices {
		out[name] = openai.Price{Prompt: p.Prompt, Cached: p.CachedPrice(), Answer: p.Answer, Minute: p.Minute}
	}
	return out
}
