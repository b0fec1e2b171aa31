package app

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"keepsake/attachment"
	"keepsake/bot"
	"keepsake/fault"
	"keepsake/llm/openai"
)

// media is what the bot can do with what people send beside words.
func (a *App) media(c Config) bot.Media {
	m := bot.Media{Longest: c.Media.VoiceLimit, Sees: c.Model.Vision, Files: &attachment.Reader{}, DocTokens: c.Media.DocumentTokens}
	if t := c.transcriber(a.Log, a.Now); t != nil {
		m.Listen = t
	}
	return m
}

// transcriber makes the client of the model that listens; nil when none is set.
func (c Config) transcriber(log *slog.Logger, now func() time.Time) *openai.Transcriber {
	m := c.Media
	if m.VoiceModel == "" {
		return nil
	}
	cfg := openai.TranscribeConfig{
		BaseURL: m.VoiceBaseURL, APIKey: m.VoiceAPIKey.Reveal(), Model: m.VoiceModel,
		Prices: c.prices(), Log: log, Now: now,
	}
	if cfg.BaseURL == "" {
		cfg.BaseURL, cfg.APIKey = c.Model.BaseURL, cmp.Or(cfg.APIKey, c.Model.APIKey.Reveal())
	}
	return openai.NewTranscriber(cfg)
}

// listener is the host of the model that listens, "" when none does.
func (c Config) listener() string {
	if c.Media.VoiceModel == "" {
		return ""
	}
	return host(cmp.Or(c.Media.VoiceBaseURL, c.Model.BaseURL))
}

// cached is the price of what the provider had in its cache: it is not free because nobody
// wrote it down.
func (p Price) cached() float64 {
	if p.Cached == nil {
		return p.Prompt
	}
	return *p.Cached
}

// prices are those of every model, by name.
func (c Config) prices() map[string]openai.Price {
	out := map[string]openai.Price{}
	for name, p := range c.Model.Prices {
		out[name] = openai.Price{Prompt: p.Prompt, Cached: p.cached(), Answer: p.Answer, Minute: p.Minute}
	}
	return out
}

// checkVoice lets the model that listens listen to a second of silence.
func checkVoice(ctx context.Context, c Config) Finding {
	f := Finding{Check: "voice"}
	if len(c.mediaProblems()) > 0 || len(c.Roles) == 0 && len(c.modelProblems()) > 0 {
		f.Found, f.Skipped = "not checked: its settings are not right", true
		return f
	}
	t := c.transcriber(slog.New(slog.DiscardHandler), time.Now)
	if t == nil {
		f.Found = "no model is set: the bot says that it cannot listen (KEEPSAKE_VOICE_MODEL sets one)"
		return f
	}
	ctx, cancel := context.WithTimeout(ctx, 40*time.Second)
	defer cancel()
	address := c.listener()
	if err := t.Probe(ctx); err != nil {
		f.Found = err.Error()
		f.Advice = "Check KEEPSAKE_VOICE_MODEL, KEEPSAKE_VOICE_BASE_URL and KEEPSAKE_VOICE_API_KEY: " + address + " must offer audio transcription."
		if fault.KindOf(err) == fault.Limited {
			f.Advice = "The endpoint limits you: wait, or look at your plan and credit there."
		}
		return f
	}
	f.Found = c.Media.VoiceModel + " at " + address + " listens"
	return f
}
