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

// Transcriber implements llm.Transcriber for endpoints of OpenAI's Audio API. It is safe for
// concurrent use.
type Transcriber struct{ asker[llm.Transcript] }

var _ llm.Transcriber = (*Transcriber)(nil)

// NewTranscriber returns a transcriber that uses the model of at. The defaults are Timeout:
// 2 min and Retries: 2; of Prices it uses Minute. It makes no request.
func NewTranscriber(at Endpoint) *Transcriber {
	at = at.withDefaults("/audio/transcriptions", 2*time.Minute, 2)
	return &Transcriber{newAsker[llm.Transcript](at, "listening")}
}

// Transcribe implements llm.Transcriber. When ctx is canceled it returns ctx.Err().
func (t *Transcriber) Transcribe(ctx context.Context, r llm.Recording) (out llm.Transcript, err error) {
	ctx, span := tracing.Start(ctx, "transcription")
	span.Text("gen_ai.operation.name", "transcription").Text("gen_ai.request.model", t.at.Model).Count("bytes", len(r.Data))
	defer func() { span.End(err) }()
	// The recording is its own subject: a file that breaks the endpoint says nothing about others.
	return t.ask(ctx, fmt.Sprintf("%s %d %s", r.Name, len(r.Data), r.Long), t.request(r))
}

// fileEndings maps a file's extension to one that endpoints accept. All others become .ogg,
// because Telegram's voice messages are Ogg files, whatever their names.
var fileEndings = map[string]string{
	".flac": ".flac", ".m4a": ".m4a", ".mp3": ".mp3", ".mp4": ".mp4", ".mpeg": ".mpeg", ".mpga": ".mpga",
	".ogg": ".ogg", ".wav": ".wav", ".webm": ".webm", ".oga": ".ogg", ".opus": ".ogg", ".aac": ".m4a",
}

// request returns a function that transcribes a recording once. It does not send the file's
// name, which a person may have chosen.
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

// Probe transcribes a second of silence, once, because an operator waits for it.
func (t *Transcriber) Probe(ctx context.Context) error {
	if _, err := t.askOnce(ctx, t.request(llm.Recording{Name: "silence.wav", Data: silence(time.Second)})); err != nil {
		return fmt.Errorf("probe the listening model: %w", err)
	}
	return nil
}

// silence returns a silent WAV file: 16 kHz, mono, 16 bits.
func silence(d time.Duration) []byte {
	const rate = 16000
	samples := int(d.Seconds() * rate)
	var b bytes.Buffer
	b.WriteString("RIFF")
	put := func(v any) { _ = binary.Write(&b, binary.LittleEndian, v) } // a Buffer never fails
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
