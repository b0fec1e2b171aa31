package openai_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
)

func speaker(s *scripted.Server, voice string, change ...func(*openai.Endpoint)) *openai.Speaker {
	cfg := openai.Endpoint{BaseURL: "http://model.test/v1", APIKey: secretKey, Model: scripted.DefaultSpeechModel,
		HTTPClient: &http.Client{Transport: inMemory{s.Handler()}}}
	for _, c := range change {
		c(&cfg)
	}
	return openai.NewSpeaker(cfg, voice)
}

// Issue 14.4: a text becomes an Ogg file with Opus, whose length and price are known; the endpoint sees the text and nothing else.
func TestSpeak(t *testing.T) {
	s := scripted.New(scripted.Options{Key: secretKey})
	sp := speaker(s, "alloy", func(c *openai.Endpoint) {
		c.BaseURL = "http://model.test/v1/audio/speech"
		c.Prices = map[string]openai.Price{scripted.DefaultSpeechModel: {Minute: 0.6}}
	})
	got, err := sp.Speak(t.Context(), "Alec is your boss.")
	if err != nil || got.Long != 4*time.Second || got.Usage.Cost < 0.0399 || got.Usage.Cost > 0.0401 || got.Model != scripted.DefaultSpeechModel || string(got.Data) != string(scripted.Spoken("Alec is your boss.")) {
		t.Errorf("%+v, %v", got, err)
	}
	if said := s.Speeches(); len(said) != 1 || said[0].Said != "Alec is your boss." {
		t.Errorf("asked for %+v", said)
	}
	if err := sp.Probe(t.Context()); err != nil {
		t.Errorf("probe: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := sp.Speak(ctx, "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if v := s.Violations(); len(v) > 0 {
		t.Error(v)
	}
	if _, err := speaker(s, "nobody").Speak(t.Context(), "x"); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a voice that there is not: %v", err)
	}
	if _, err := speaker(s, "alloy", func(c *openai.Endpoint) { c.Model = "gone" }).Speak(t.Context(), "x"); llm.TroubleOf(err) != llm.TroubleModel {
		t.Errorf("a model that there is not: %v", err)
	}
}

// What is no recording that a voice message can be made of is refused, whatever it calls itself.
func TestSpeechThatIsNone(t *testing.T) {
	for what, body := range map[string]string{
		"a page": "<html>hello</html>", "JSON": `{"audio":"x"}`, "an error": `{"error":{"message":"no"}}`, "MP3": "ID3\x04 sound", "Vorbis": "OggS\x00\x02 vorbis",
		"half a page": "OggS\x00\x02OpusHead OggS", "no position": "OggS\x00\x02OpusHead OggS\x00\x04\xff\xff\xff\xff\xff\xff\xff\xff", "nothing": "", "too much": "OggS" + strings.Repeat("x", 17<<20),
	} {
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, body) }))
		sp := openai.NewSpeaker(openai.Endpoint{BaseURL: web.URL, Model: "m", Retries: -1}, "alloy")
		if got, err := sp.Speak(t.Context(), "Hello"); err == nil {
			t.Errorf("%s is taken for %s", what, got.Long)
		}
		web.Close()
	}
}
