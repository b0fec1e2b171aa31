package app

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"keepsake/app/endpoint"
	"keepsake/app/settings"
	"keepsake/attachment"
	"keepsake/bot/attach"
	"keepsake/fault"
)

// newMedia returns what the bot can read of attachments.
func (a *App) newMedia(c settings.Config) attach.Media {
	m := attach.Media{Longest: c.Media.VoiceLimit, Sees: c.Model.Vision, Files: &attachment.Reader{}, DocTokens: c.Media.DocumentTokens}
	if t := endpoint.Transcriber(c, a.Log, a.Now); t != nil {
		m.Listen = t
	}
	return m
}

// listenerHost is the host of the model that listens, "" when none does.
func listenerHost(c settings.Config) string {
	if c.Media.VoiceModel == "" {
		return ""
	}
	return hostOf(cmp.Or(c.Media.VoiceBaseURL, c.Model.BaseURL))
}

// checkVoice lets the model that listens listen to a second of silence.
func checkVoice(ctx context.Context, c settings.Config) Finding {
	f := Finding{Check: "voice"}
	if len(c.MediaProblems()) > 0 || len(c.Roles) == 0 && len(c.ModelProblems()) > 0 {
		f.Found, f.Skipped = "not checked: its settings are not right", true
		return f
	}
	t := endpoint.Transcriber(c, slog.New(slog.DiscardHandler), time.Now)
	if t == nil {
		f.Found = "no model is set: the bot says that it cannot listen (KEEPSAKE_VOICE_MODEL sets one)"
		return f
	}
	ctx, cancel := context.WithTimeout(ctx, 40*time.Second)
	defer cancel()
	address := listenerHost(c)
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
