package openai

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"log/slog"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	api "github.com/sashabaranov/go-openai"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/tracing"
)

// TranscribeConfig of a Transcriber. Zero durations and counts mean the defaults named
// beside them.
type TranscribeConfig struct {
	BaseURL string // up to and with /v1; DefaultBaseURL
	APIKey  string // "" for endpoints that need none
	Model   string

	Timeout  time.Duration // of one request; 2 min
	RetryFor time.Duration // no attempt begins later than this after the first; 10 s
	Retries  int           // attempts after the first; 2; negative = none

	BreakerAfter int           // failed attempts in a row that open the breaker; 5
	BreakerFor   time.Duration // how long it stays open; 15 s

	Prices     map[string]Price // by model name: Minute
	HTTPClient *http.Client     // its transport is used, its timeout is not; nil = a plain one
	Log        *slog.Logger
	Now        func() time.Time // for HTTP dates in Retry-After; time.Now
}

// String shows a TranscribeConfig without its key.
func (c TranscribeConfig) String() string {
	return Config{BaseURL: c.BaseURL, Model: c.Model}.String()
}

// GoString is String: %#v shows no key either.
func (c TranscribeConfig) GoString() string { return c.String() }

// LogValue is String: a logged TranscribeConfig shows no key.
func (c TranscribeConfig) LogValue() slog.Value { return slog.StringValue(c.String()) }

// Transcriber is an llm.Transcriber over any endpoint of OpenAI's audio transcription. It
// is safe for concurrent use.
type Transcriber struct {
	cfg     TranscribeConfig
	api     *api.Client
	breaker circuitbreaker.CircuitBreaker[llm.Transcript]
}

var _ llm.Transcriber = (*Transcriber)(nil)

// NewTranscriber returns a transcriber. It asks nobody anything.
func NewTranscriber(cfg TranscribeConfig) *Transcriber {
	cfg.BaseURL = strings.TrimSuffix(strings.TrimRight(cmp.Or(cfg.BaseURL, DefaultBaseURL), "/"), "/audio/transcriptions")
	cfg.Timeout = cmp.Or(cfg.Timeout, 2*time.Minute)
	cfg.RetryFor = cmp.Or(cfg.RetryFor, 10*time.Second)
	cfg.Retries = max(0, cmp.Or(cfg.Retries, 2))
	cfg.BreakerAfter = cmp.Or(cfg.BreakerAfter, 5)
	cfg.BreakerFor = cmp.Or(cfg.BreakerFor, 15*time.Second)
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	t := &Transcriber{cfg: cfg, api: client(cfg.BaseURL, cfg.APIKey, cfg.HTTPClient, cfg.Now)}
	t.breaker = newBreaker[llm.Transcript](cfg.BreakerAfter, cfg.BreakerFor, func(circuitbreaker.StateChangedEvent) {})
	return t
}

// Transcribe implements llm.Transcriber. A caller's own cancelled context comes back as
// its error.
func (t *Transcriber) Transcribe(ctx context.Context, r llm.Recording) (out llm.Transcript, err error) {
	ctx, span := tracing.Start(ctx, "transcription")
	span.Text("gen_ai.operation.name", "transcription").Text("gen_ai.request.model", t.cfg.Model).Count("bytes", len(r.Data))
	defer func() { span.End(err) }()
	began := time.Now()
	out, err = insist(ctx, t.breaker, t.cfg.Retries, "the listening model failed repeatedly and is left alone for a moment",
		func(err error) bool { return inVain(err, t.cfg.RetryFor-time.Since(began)) },
		func(n int) (llm.Transcript, error) {
			out, err := t.once(ctx, r)
			if err != nil && ctx.Err() == nil {
				t.cfg.Log.Warn("transcription attempt failed", "model", t.cfg.Model, "attempt", n, "error", err.Error())
			}
			return out, err
		})
	if err != nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	return out, err
}

var errListenSlow = fault.New(fault.Unavailable, "the listening model took too long")

// heard are the endings of files that endpoints take, and what others are called instead:
// Telegram's voice messages are Ogg, whatever they are called.
var heard = map[string]string{
	".flac": ".flac", ".m4a": ".m4a", ".mp3": ".mp3", ".mp4": ".mp4", ".mpeg": ".mpeg", ".mpga": ".mpga",
	".ogg": ".ogg", ".wav": ".wav", ".webm": ".webm", ".oga": ".ogg", ".opus": ".ogg", ".aac": ".m4a",
}

// once makes one request. The endpoint hears no name that a person gave a file.
func (t *Transcriber) once(ctx context.Context, r llm.Recording) (llm.Transcript, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, t.cfg.Timeout, errListenSlow)
	defer cancel()
	ending := cmp.Or(heard[strings.ToLower(path.Ext(r.Name))], ".ogg")
	resp, err := t.api.CreateTranscription(ctx, api.AudioRequest{
		Model: t.cfg.Model, FilePath: "voice" + ending, Reader: bytes.NewReader(r.Data), Format: api.AudioResponseFormatJSON,
	})
	if err != nil {
		return llm.Transcript{}, classify(err)
	}
	out := llm.Transcript{Text: strings.TrimSpace(resp.Text), Model: t.cfg.Model}
	out.Usage.Cost = r.Long.Minutes() * t.cfg.Prices[t.cfg.Model].Minute
	return out, nil
}

// Probe lets the model listen to a second of silence, for an operator who waits.
func (t *Transcriber) Probe(ctx context.Context) error {
	if _, err := t.once(ctx, llm.Recording{Name: "silence.wav", Data: silence(time.Second)}); err != nil {
		return fmt.Errorf("probe the listening model: %w", err)
	}
	return nil
}

// silence is a recording of nothing, as WAV: 16 kHz, mono, 16 bits.
func silence(d time.Duration) []byte {
	const rate = 16000
	samples := int(d.Seconds() * rate)
	var b bytes.Buffer
	b.WriteString("RIFF")
	put := func(v any) { _ = binary.Write(&b, binary.LittleEndian, v) } // a Buffer takes everything
	put(uint32(36 + 2*samples))
	b.WriteString("WAVEfmt ")
	put(uint32(16))
	put([]uint16{1, 1})
	put([]uint32{rate, 2 * rate})
	put([]uint16{2, 16})
	b.WriteString("data")
	put(uint32(2 * samples))
	b.Write(make([]byte, 2*samples))
	return b.Bytes()
}
