package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/llm"
	"keepsake/llm/scripted"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/scope"
)

// K6, I42: a known provider's key alone turns recall by meaning on, with that provider's own model.
func TestEmbedsWithK6(t *testing.T) {
	for _, c := range []struct {
		url, key, model string
		want            string
		automatic       bool
	}{
		{"https://api.openai.com/v1", "sk-x", "", "text-embedding-3-small", true},
		{"https://api.openai.com/v1/", "sk-x", "", "text-embedding-3-small", true},
		{"https://api.mistral.ai/v1", "sk-x", "", "mistral-embed", true},
		{"https://api.openai.com/v1", "sk-x", "off", "", false},
		{"https://api.openai.com/v1", "sk-x", "text-embedding-3-large", "text-embedding-3-large", false},
		{"https://api.openai.com/v1", "", "", "", false},
		{"https://api.groq.com/openai/v1", "sk-x", "", "", false}, // makes none
		{"https://api.anthropic.com/v1", "sk-x", "", "", false},   // another provider's key would be needed
		{"http://localhost:11434/v1", "sk-x", "", "", false},      // has no key: somebody must have fetched the model
		{"https://proxy.example/v1", "sk-x", "", "", false},       // not known
	} {
		cfg := settings.Defaults()
		cfg.Model.BaseURL, cfg.Model.APIKey, cfg.Embedding.Model = c.url, settings.Secret(c.key), c.model
		if e, automatic := cfg.EmbedsWith(); e.Model != c.want || automatic != c.automatic {
			t.Errorf("%+v: %q, automatic %t", c, e.Model, automatic)
		}
	}
}

// provide makes the world's model a known provider, with a model for embeddings or without.
func (w *world) provide(embeds string) {
	was := llm.Providers
	w.t.Cleanup(func() { llm.Providers = was })
	llm.Providers = append(slices.Clip(was), llm.Provider{Name: "testing", BaseURL: strings.TrimRight(w.model.URL(), "/"), KeyEnv: "OPENAI_API_KEY", EmbedBy: "testing", EmbedModel: embeds})
}

// remember stores memories of the person 7.
func remember(t *testing.T, a *app.App, contents ...string) {
	t.Helper()
	for _, content := range contents {
		_, _, err := a.Memory.Add(t.Context(), actor.OfPerson(people.ID(7)), memory.Draft{
			Scope: scope.Scope{Store: "keepsake", Kind: scope.User, ID: people.ID(7)}, Content: content, Category: "context",
		})
		must(t, err)
	}
}

// embedded returns the texts that were sent to the embedding model, without the probes.
func (w *world) embedded() (out []string) {
	for _, r := range w.model.Embeddings() {
		for _, s := range r.Inputs {
			if s != "hello" {
				out = append(out, s)
			}
		}
	}
	return out
}

// K6: after an upgrade, with memories and no vectors, the owner is told a day before the first memory
// is sent, once; /privacy and the doctor say it; "off" keeps everything here.
func TestOwnerIsToldBeforeEmbeddingK6(t *testing.T) {
	w := newWorld(t)
	w.rules.When("Call report_ready").Call("report_ready", map[string]any{"ready": true})
	w.rules.Otherwise().Say("I see.")
	w.provide(scripted.DefaultEmbedModel)
	w.config.Embedding.Model = settings.EmbedOff
	a, stop := w.start(nil)
	ann := w.tg.Person(7, "Ann")
	_, err := ann.AwaitText(within(t), ann.Say("hello").ID, "I see.")
	must(t, err)
	must(t, a.DB.People().SetAccess(t.Context(), people.ID(7), people.Owner))
	remember(t, a, "Alec is a dentist", "Sarah plays chess")
	_, err = ann.AwaitText(within(t), ann.Say("/privacy").ID, "What is kept")
	must(t, err)
	if strings.Contains(ann.Last().Text, "compares what they mean") {
		t.Errorf("/privacy, off: %s", ann.Last().Text)
	}
	stop()
	if got := examine(t, w.config); !strings.Contains(got, "embedding: off: recall goes by words") {
		t.Errorf("doctor, off: %s", got)
	}
	if len(w.model.Embeddings()) != 0 {
		t.Error("it was off")
	}

	w.config.Embedding.Model = ""
	a, stop = w.start(nil)
	m, err := ann.AwaitText(within(t), 0, "I also find memories by meaning")
	must(t, err)
	if !strings.Contains(m.Text, "127.0.0.1") || !strings.Contains(m.Text, "KEEPSAKE_EMBED_MODEL=off") {
		t.Errorf("told: %s", m.Text)
	}
	remember(t, a, "James owns a boat")
	_, err = ann.AwaitText(within(t), ann.Say("/privacy").ID, "compares what they mean")
	must(t, err)
	if got := examine(t, w.config); !strings.Contains(got, "the provider's testing:scripted-embedding answers with 256 dimensions and is used (KEEPSAKE_EMBED_MODEL=off: recall by words)") ||
		!strings.Contains(got, "the owners are told a day ahead; 3 memories wait") {
		t.Errorf("doctor: %s", got)
	}
	stop()
	a, stop = w.start(nil) // a restart tells nobody again
	eventually(t, "it looks at the queue again", func() bool { return len(w.embedded()) == 0 && len(w.model.Embeddings()) > 1 })
	if got := w.embedded(); len(got) > 0 {
		t.Errorf("sent before the day was over: %q", got)
	}
	w.later(24*time.Hour + time.Minute)
	remember(t, a, "Emma moved to Oslo")
	eventually(t, "all memories are sent", func() bool { return len(w.embedded()) == 4 })
	stop()
	told := 0
	for _, m := range ann.Messages() {
		if m.IsFromBot() && strings.Contains(m.Text, "by meaning") {
			told++
		}
	}
	if told != 1 {
		t.Errorf("told %d times", told)
	}
}

// K6: in a new store nobody was told otherwise, so the first memory is sent at once.
func TestNewStoreEmbedsAtOnceK6(t *testing.T) {
	w := newWorld(t)
	w.provide(scripted.DefaultEmbedModel)
	a, stop := w.start(nil)
	defer stop()
	eventually(t, "the queue was looked at", func() bool {
		at, err := a.DB.Vectors().Announced(t.Context(), "keepsake")
		must(t, err)
		return !at.IsZero()
	})
	remember(t, a, "Alec is a dentist")
	eventually(t, "it is sent", func() bool { return fmt.Sprint(w.embedded()) == "[Alec is a dentist]" })
}

// K6: a provider that does not answer for its own model is no fault: recall goes by words.
func TestProviderWithoutAnswerK6(t *testing.T) {
	w := newWorld(t)
	w.rules.When("Call report_ready").Call("report_ready", map[string]any{"ready": true})
	w.provide("not-here")
	a, stop := w.start(nil)
	defer stop()
	remember(t, a, "Alec is a dentist")
	eventually(t, "it is asked", func() bool {
		return strings.Contains(w.logged(), "recall goes by words: the provider's embedding model does not answer")
	})
	b, err := a.DB.Vectors().Backlog(t.Context(), "keepsake")
	must(t, err)
	if b.Waiting != 1 || b.Failing != 0 {
		t.Errorf("%+v", b)
	}
	if got := examine(t, w.config); !strings.Contains(got, "embedding: recall goes by words: the provider's testing:not-here does not answer") || !strings.Contains(got, "this is no fault ->  skipped=false") {
		t.Errorf("doctor: %s", got)
	}
}
