package openai

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"path"
	"strings"
	"time"

	api "github.com/sashabaranov/go-openai"

	"keepsake/llm"
	"keepsake/tracing"
)

// Transcriber is an llm.Transcriber over any endpoint of OpenAI's audio transcription. It
// is safe for concurrent use.
type Transcriber struct{ asker[llm.Transcript] }

var _ llm.Transcriber = (*Transcriber)(nil)

// NewTranscriber returns a transcriber that asks the model of at: Timeout's default is
// 2 min, Retries' is 2, and of the Prices it reads Minute. It asks nobody anything yet.
func NewTranscriber(at Endpoint) *Transcriber {
	at = at.withDefaults("/audio/transcriptions", 2*time.Minute, 2)
	return &Transcriber{newAsker[llm.Transcript](at, "listening")}
}

// Transcribe implements llm.Transcriber. A caller's own cancelled context comes back as
// its error.
func (t *Transcriber) Transcribe(ctx context.Context, r llm.Recording) (out llm.Transcript, err error) {
	ctx, span := tracing.Start(ctx, "transcription")
	span.Text("gen_ai.operation.name", "transcription").Text("gen_ai.request.model", t.at.Model).Count("bytes", len(r.Data))
	defer func() { span.End(err) }()
	return t.ask(ctx, t.request(r))
}

// fileEndings are the endings of files that endpoints take, and what others are called instead:
// Telegram's voice messages are Ogg, whatever they are called.
var fileEndings = map[string]string{
	".flac": ".flac", ".m4a": ".m4a", ".mp3": ".mp3", ".mp4": ".mp4", ".mpeg": ".mpeg", ".mpga": ".mpga",
	".ogg": ".ogg", ".wav": ".wav", ".webm": ".webm", ".oga": ".ogg", ".opus": ".ogg", ".aac": ".m4a",
}

// request returns one request for what is said in a recording. The endpoint hears no name
// that a person gave a file.
func (t *Transcriber) request(r llm.Recording) func(ctx context.Context) (llm.Transcript, error) {
	return func(ctx context.Context) (llm.Transcript, error) {
		ending := cmp.Or(fileEndings[strings.ToLower(path.Ext(r.Name))], ".ogg")
		resp, err := t.api.CreateTranscription(ctx, api.AudioRequest{
			Model: t.at.Model, FilePath: "voice" + ending, Reader: bytes.NewReader(r.Data), Format: api.AudioResponseFormatJSON,
		})
		if err != nil {
			return llm.Transcript{}, classify(err)
		}
		out := llm.Transcript{Text: strings.TrimSpace(resp.Text), Model: t.at.Model}
		out.Usage.Cost = r.Long.Minutes() * t.at.Prices[t.at.Model].Minute
		return out, nil
	}
}

// Probe lets the model listen to a second of silence, for an operator who waits.
func (t *Transcriber) Probe(ctx context.Context) error {
	if _, err := t.askOnce(ctx, t.request(llm.Recording{Name: "silence.wav", Data: silence(time.Second)})); err != nil {
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
