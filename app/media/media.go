// Package media is what the settings make of voices, pictures and documents: what a bot reads of what is attached, who listens and
// speaks for it, and what the doctor finds about both.
//
// Start reading at New.
package media

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

// New returns what a bot can read of attachments.
func New(c settings.Config, log *slog.Logger, now func() time.Time) attach.Media {
	m := attach.Media{Longest: c.Media.VoiceLimit, Sees: c.Model.Vision, Files: &attachment.Reader{}, DocTokens: c.Media.DocumentTokens}
	if t := endpoint.Transcriber(c, log, now); t != nil {
		m.Listen = t
	}
	return m
}

// ListenerHost is the host of the model that listens, "" when none does.
func ListenerHost(c settings.Config) string {
	if c.Media.VoiceModel == "" {
		return ""
	}
	return endpoint.Hostname(cmp.Or(c.Media.VoiceBaseURL, c.Model.BaseURL))
}

// SpeakerHost is the host of the model that speaks, "" when none does.
func SpeakerHost(c settings.Config) string {
	if c.Media.SpeechModel == "" {
		return ""
	}
	return endpoint.Hostname(cmp.Or(c.Media.SpeechBaseURL, c.Model.BaseURL))
}

// patience is how long the doctor waits for one of these models.
const patience = 40 * time.Second

// ProbeVoice lets the model that listens listen to a second of silence, and returns what came of it and what to do about it.
func ProbeVoice(ctx context.Context, c settings.Config) (found, advice string) {
	t := endpoint.Transcriber(c, slog.New(slog.DiscardHandler), time.Now)
	if t == nil {
		return "no model is set: the bot says that it cannot listen (KEEPSAKE_VOICE_MODEL sets one)", ""
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	address := ListenerHost(c)
	if err := t.Probe(ctx); err != nil {
		return err.Error(), adviceFor(err, "Check KEEPSAKE_VOICE_MODEL, KEEPSAKE_VOICE_BASE_URL and KEEPSAKE_VOICE_API_KEY: "+address+" must offer audio transcription.")
	}
	return c.Media.VoiceModel + " at " + address + " listens", ""
}

// ProbeSpeech lets the model that speaks speak a word, and returns what came of it and what to do about it; found is "" for a bot that
// only writes.
func ProbeSpeech(ctx context.Context, c settings.Config) (found, advice string) {
	s := endpoint.Speaker(c, slog.New(slog.DiscardHandler), time.Now)
	if s == nil {
		return "", ""
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	address := SpeakerHost(c)
	if err := s.Probe(ctx); err != nil {
		return err.Error(), adviceFor(err, "Check KEEPSAKE_SPEECH_MODEL, KEEPSAKE_SPEECH_VOICE, KEEPSAKE_SPEECH_BASE_URL and KEEPSAKE_SPEECH_API_KEY: "+address+
			" must offer speech as Ogg with Opus (response_format opus).")
	}
	return c.Media.SpeechModel + " at " + address + " speaks", ""
}

// adviceFor returns the advice for an error of a probe.
func adviceFor(err error, usual string) string {
	if fault.KindOf(err) == fault.Limited {
		return "The endpoint limits you: wait, or look at your plan and credit there."
	}
	return usual
}
