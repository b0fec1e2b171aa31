// Package media builds from the settings what a bot needs for voices, pictures and documents: the reader of attachments, and the hosts
// of the models that transcribe and speak. It also checks these two models for keepsake doctor.
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

// New returns which attachments a bot can read, and how.
func New(c settings.Config, log *slog.Logger, now func() time.Time) attach.Media {
	m := attach.Media{Longest: c.Media.VoiceLimit, Sees: c.Model.Vision, Files: &attachment.Reader{}, DocTokens: c.Media.DocumentTokens}
	if t := endpoint.Transcriber(c, log, now); t != nil {
		m.Listen = t
	}
	return m
}

// ListenerHost returns the host of the model that transcribes, "" when there is none.
func ListenerHost(c settings.Config) string {
	if c.Media.VoiceModel == "" {
		return ""
	}
	return endpoint.Hostname(cmp.Or(c.Media.VoiceBaseURL, c.Model.BaseURL))
}

// SpeakerHost returns the host of the model that speaks, "" when there is none.
func SpeakerHost(c settings.Config) string {
	if c.Media.SpeechModel == "" {
		return ""
	}
	return endpoint.Hostname(cmp.Or(c.Media.SpeechBaseURL, c.Model.BaseURL))
}

// patience is how long the doctor waits for one of these models.
const patience = 40 * time.Second

// ProbeVoice has the model transcribe a second of silence. It returns what was found and, for an error, what to do about it.
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

// ProbeSpeech has the model speak a word. It returns what was found and, for an error, what to do about it; found is "" where no such
// model is set.
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
