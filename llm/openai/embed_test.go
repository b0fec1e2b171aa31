package openai_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
)

func embedder(s *scripted.Server, change ...func(*openai.EmbedConfig)) *openai.Embedder {
	cfg := openai.EmbedConfig{Endpoint: openai.Endpoint{BaseURL: "http://model.test/v1", APIKey: secretKey, Model: scripted.DefaultEmbedModel,
		HTTPClient: &http.Client{Transport: inMemory{s.Handler()}}}}
	for _, c := range change {
		c(&cfg)
	}
	return openai.NewEmbedder(cfg)
}

// Embed returns the vectors in the order of the texts and splits the texts into batches.
func TestEmbed(t *testing.T) {
	s := scripted.New(scripted.Options{Key: secretKey, EmbedDimensions: 32})
	var texts []string
	for i := range 10 {
		texts = append(texts, fmt.Sprintf("text number%d about thing%d", i, i))
	}
	for name, c := range map[string]struct {
		change   func(*openai.EmbedConfig)
		requests int
	}{
		"by count":  {func(c *openai.EmbedConfig) { c.BatchTexts = 4 }, 3},
		"by tokens": {func(c *openai.EmbedConfig) { c.BatchTokens = 1 }, 10},
		"at once":   {func(*openai.EmbedConfig) {}, 1},
	} {
		before := len(s.Embeddings())
		got, err := embedder(s, c.change).Embed(t.Context(), texts)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range got.Vectors {
			want := scripted.Embed(texts[i], 32)
			for k := range want {
				if diff := v[k] - want[k]; diff > 1e-6 || diff < -1e-6 {
					t.Fatalf("%s: text %d has another vector", name, i)
				}
			}
		}
		if n := len(s.Embeddings()) - before; len(got.Vectors) != 10 || got.Usage.Prompt == 0 || n != c.requests {
			t.Errorf("%s: %d vectors in %d requests", name, len(got.Vectors), n)
		}
	}
	if v := s.Violations(); len(v) > 0 {
		t.Error(v)
	}
	if got, err := embedder(s).Embed(t.Context(), nil); err != nil || len(got.Vectors) != 0 || got.Usage != (llm.Usage{}) {
		t.Errorf("nothing: %v %v", got, err)
	}
	if _, err := embedder(s).Embed(t.Context(), []string{"x", " "}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("an empty text: %v", err)
	}
	if n, err := embedder(s).Probe(t.Context()); n != 32 || err != nil {
		t.Errorf("probe: %d, %v", n, err)
	}
}

// Transient errors are retried within limits. Other errors have the right kind and contain no
// key and no text.
func TestEmbedTrouble(t *testing.T) {
	bubble(t, func(t *testing.T) {
		for name, c := range map[string]struct {
			fault scripted.Fault
			want  fault.Kind // "" = a retry succeeds
		}{
			"once down":        {scripted.Fault{Trouble: scripted.Status}, ""},
			"a short limit":    {scripted.Fault{Trouble: scripted.Status, Status: 429, RetryAfter: "2"}, ""},
			"a long limit":     {scripted.Fault{Trouble: scripted.Status, Status: 429, RetryAfter: "60"}, fault.Limited},
			"down":             {scripted.Fault{Trouble: scripted.Status, Times: 9}, fault.Unavailable},
			"hangs":            {scripted.Fault{Trouble: scripted.Hang, Times: 9}, fault.Unavailable},
			"an error in 200":  {scripted.Fault{Trouble: scripted.ErrorIn200, Times: 9}, fault.Unavailable},
			"a hotel":          {scripted.Fault{Trouble: scripted.NotStream, Times: 9}, fault.Unavailable},
			"a broken line":    {scripted.Fault{Trouble: scripted.Drop, Times: 9}, fault.Unavailable},
			"a refusal":        {scripted.Fault{Trouble: scripted.Status, Status: 400, Message: "no " + secretKey}, fault.Invalid},
			"a string, Ollama": {scripted.Fault{Trouble: scripted.StringErr, Status: 400}, fault.Invalid},
		} {
			s := scripted.New(scripted.Options{Key: secretKey})
			s.Fail(c.fault)
			_, err := embedder(s).Embed(t.Context(), []string{"a private text"})
			if c.want == "" && err != nil || c.want != "" && (err == nil || fault.KindOf(err) != c.want) {
				t.Errorf("%s: %v", name, err)
			}
			if err != nil && (strings.Contains(err.Error(), secretKey) || strings.Contains(err.Error(), "private")) {
				t.Errorf("%s: tells too much: %v", name, err)
			}
			s.Close()
		}
	})
}

func TestEmbedWrongKeyAndModel(t *testing.T) {
	s := scripted.New(scripted.Options{Key: "sk-other"})
	if _, err := embedder(s).Embed(t.Context(), []string{"x"}); fault.KindOf(err) != fault.Denied {
		t.Errorf("a wrong key: %v", err)
	}
	s = scripted.New(scripted.Options{Key: secretKey})
	e := embedder(s, func(c *openai.EmbedConfig) { c.Model = "nobody" })
	if _, err := e.Probe(t.Context()); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a wrong model: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := embedder(s).Embed(ctx, []string{"x"}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// The breaker opens after repeated failures and closes again.
func TestEmbedBreaker(t *testing.T) {
	bubble(t, func(t *testing.T) {
		s := scripted.New(scripted.Options{Key: secretKey})
		defer s.Close()
		e := embedder(s, func(c *openai.EmbedConfig) { c.Retries, c.BreakerAfter = -1, 2 })
		s.Down(scripted.Fault{Trouble: scripted.Status})
		for range 5 {
			if _, err := e.Embed(t.Context(), []string{"x"}); fault.KindOf(err) != fault.Unavailable {
				t.Errorf("down: %v", err)
			}
		}
		if n := len(s.Embeddings()); n != 2 {
			t.Errorf("asked %d times", n)
		}
		s.Up()
		time.Sleep(16 * time.Second) // fake time
		if _, err := e.Embed(t.Context(), []string{"x"}); err != nil {
			t.Errorf("up again: %v", err)
		}
	})
}

// An incomplete response is an error.
func TestEmbedHalfAnswers(t *testing.T) {
	for name, data := range map[string]string{
		"too few":     `{"index":0,"embedding":[1,2]}`,
		"twice one":   `{"index":0,"embedding":[1,2]},{"index":0,"embedding":[1,2]}`,
		"out of line": `{"index":0,"embedding":[1,2]},{"index":7,"embedding":[1,2]}`,
		"unequal":     `{"index":0,"embedding":[1,2]},{"index":1,"embedding":[1,2,3]}`,
		"empty":       `{"index":0,"embedding":[]},{"index":1,"embedding":[]}`,
		"no numbers":  `{"index":0,"embedding":"x"},{"index":1,"embedding":"y"}`,
	} {
		h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, `{"object":"list","data":[%s],"model":"m","usage":{}}`, data)
		})
		e := openai.NewEmbedder(openai.EmbedConfig{Endpoint: openai.Endpoint{BaseURL: "http://model.test/v1", Model: "m", Retries: -1,
			HTTPClient: &http.Client{Transport: inMemory{h}}}})
		if _, err := e.Embed(t.Context(), []string{"x", "y"}); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// R8, I41, I42: the identity of a model and each provider's default model.
func TestEmbedIdentity(t *testing.T) {
	for _, c := range []struct{ url, model, want string }{
		{"", "", "openai:text-embedding-3-small"},
		{"https://api.openai.com/v1/", "text-embedding-3-large", "openai:text-embedding-3-large"},
		{"http://localhost:11434/v1", "", "ollama:nomic-embed-text:89caf70a"},
		{"http://localhost:11434/v1/embeddings", "nomic-embed-text", "ollama:nomic-embed-text:89caf70a"},
		{"https://generativelanguage.googleapis.com/v1beta/openai", "", "google:text-embedding-004:e42d6fd4"},
		{"https://gateway.example/v1", "text-embedding-3-small", "openai:text-embedding-3-small:bdd462c5"},
	} {
		cfg := openai.EmbedConfig{Endpoint: openai.Endpoint{BaseURL: c.url, Model: c.model, APIKey: secretKey}}
		if got := openai.NewEmbedder(cfg).Identity(); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.url, c.model, got, c.want)
		}
		if all := fmt.Sprintf("%v %+v %#v %s", cfg, cfg, cfg, cfg.LogValue()); strings.Contains(all, secretKey) {
			t.Error("the key shows")
		}
	}
}
