package openai

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"time"

	api "github.com/sashabaranov/go-openai"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/tracing"
)

// Speaker implements llm.Speaker for endpoints of OpenAI's Audio API. It is safe for concurrent use.
type Speaker struct {
	asker[llm.Speech]
	voice string
}

var _ llm.Speaker = (*Speaker)(nil)

// NewSpeaker returns a speaker that uses the model of at and one of its voices. The defaults are Timeout: 30 s and Retries: 1; of
// Prices it uses Minute. It makes no request.
func NewSpeaker(at Endpoint, voice string) *Speaker {
	at = at.withDefaults("/audio/speech", 30*time.Second, 1)
	return &Speaker{newAsker[llm.Speech](at, "speaking"), voice}
}

// Speak implements llm.Speaker. When ctx is canceled it returns ctx.Err().
func (s *Speaker) Speak(ctx context.Context, said string) (out llm.Speech, err error) {
	ctx, span := tracing.Start(ctx, "speech")
	span.Text("gen_ai.operation.name", "speech").Text("gen_ai.request.model", s.at.Model).Count("bytes", len(said))
	defer func() { span.End(err) }()
	return s.ask(ctx, "", s.request(said))
}

// errNotOpus means that the endpoint answers with something that no voice message can be made of. Asking again would bring the same.
var errNotOpus = fault.New(fault.Invalid, "the model's endpoint sent something other than Ogg with Opus")

// request returns a function that has a text spoken once.
func (s *Speaker) request(said string) func(ctx context.Context) (llm.Speech, error) {
	return func(ctx context.Context) (llm.Speech, error) {
		resp, err := s.api.CreateSpeech(withExchange(ctx, &exchange{alive: func() {}, isSound: true}), api.CreateSpeechRequest{
			Model: api.SpeechModel(s.at.Model), Input: said, Voice: api.SpeechVoice(s.voice), ResponseFormat: api.SpeechResponseFormatOpus,
		})
		if err != nil {
			return llm.Speech{}, classify(err)
		}
		defer resp.Close()
		data, err := io.ReadAll(resp)
		if err != nil {
			return llm.Speech{}, classify(err)
		}
		long, ok := oggLength(data)
		if !ok {
			return llm.Speech{}, errNotOpus
		}
		out := llm.Speech{Data: data, Long: long, Model: s.at.Model}
		out.Usage.Cost = long.Minutes() * s.at.Prices[s.at.Model].Minute
		return out, nil
	}
}

// Probe has one word spoken, once, because an operator waits for it.
func (s *Speaker) Probe(ctx context.Context) error {
	if _, err := s.askOnce(ctx, s.request("Hello.")); err != nil {
		return fmt.Errorf("probe the speaking model: %w", err)
	}
	return nil
}

// oggLength returns how long an Ogg file with Opus lasts, by the position that its last page names (RFC 3533, RFC 7845: 48,000 samples
// a second), rounded up to whole seconds; ok is false for anything else.
func oggLength(data []byte) (long time.Duration, ok bool) {
	const page, rate = "OggS", 48000
	if !bytes.HasPrefix(data, []byte(page)) || !bytes.Contains(data[:min(len(data), 512)], []byte("OpusHead")) {
		return 0, false
	}
	last := bytes.LastIndex(data, []byte(page))
	if len(data) < last+14 {
		return 0, false
	}
	samples := binary.LittleEndian.Uint64(data[last+6:])
	if samples > uint64(time.Hour/time.Second)*rate { // no position, or a broken file
		return 0, false
	}
	return time.Duration((samples+rate-1)/rate) * time.Second, true
}
