package app_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/app/embedding"
	"keepsake/app/settings"
	"keepsake/llm"
	"keepsake/llm/scripted"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/usage"
)

// The settings of the embedding model: none is right, half of them is told.
func TestEmbeddingSettings(t *testing.T) {
	for _, c := range []struct {
		key, value string
		wrong      string
	}{
		{"KEEPSAKE_EMBED_MODEL", "text-embedding-3-large", ""},
		{"KEEPSAKE_EMBED_MODEL", "default", ""},
		{"KEEPSAKE_EMBED_BASE_URL", "http://localhost:11434/v1", "KEEPSAKE_EMBED_MODEL"},
		{"KEEPSAKE_EMBED_API_KEY", "sk-a-secret", "KEEPSAKE_EMBED_MODEL"},
		{"KEEPSAKE_EMBED_BASE_URL", "localhost", "KEEPSAKE_EMBED_BASE_URL"},
	} {
		cfg, err := settings.Load(empty(t), with(good(), c.key, c.value))
		if err != nil {
			t.Fatal(err)
		}
		err = cfg.Validate()
		if c.wrong == "" && err != nil || c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)) {
			t.Errorf("%s=%s: %v", c.key, c.value, err)
		}
		if err != nil && strings.Contains(err.Error(), "sk-a-secret") {
			t.Error("the key shows")
		}
	}
}

// A running bot embeds what is written, and recalls by it; the doctor sees the model, its
// change, and what waits; re-embedding mends (I29, R8).
func TestEmbeddingEndToEnd(t *testing.T) {
	w := newWorld(t)
	w.rules.When("Call report_ready").Call("report_ready", map[string]any{"ready": true})
	embeds := scripted.New(scripted.Options{Key: "sk-embed", EmbedModels: []string{"one", "other"}})
	t.Cleanup(embeds.Close)
	w.config.Embedding = settings.Embedding{Model: "one", BaseURL: embeds.URL(), APIKey: "sk-embed"}
	doctor := func(want ...string) {
		t.Helper()
		got := examine(t, w.config)
		_, got, _ = strings.Cut(got, "embedding: ")
		for _, s := range want {
			if !strings.Contains(got, s) {
				t.Errorf("no %q in\n%s", s, got)
			}
		}
	}
	doctor("openai:one:", "answers with 256 dimensions ->")

	a, stop := w.start(io.Discard)
	scope := scope.Scope{Store: w.config.Name, Kind: scope.User, ID: "telegram:7"}
	for i := range 3 {
		_, _, err := a.Memory.Add(t.Context(), actor.Actor{Kind: actor.Person, ID: scope.ID}, memory.Draft{Scope: scope, Content: fmt.Sprintf("Fact number %d", i), Category: "context"})
		if err != nil {
			t.Fatal(err)
		}
	}
	done := func() bool {
		b, err := a.DB.Vectors().Backlog(t.Context(), w.config.Name)
		return err == nil && b.Waiting == 0
	}
	for !done() {
		if err := embeds.WaitFor(within(t), func([]scripted.Request) bool { return len(embeds.Embeddings()) > 0 }); err != nil {
			t.Fatal(err)
		}
	}
	if len(w.model.Embeddings()) > 0 {
		t.Error("the answering model was asked")
	}
	for _, payer := range []usage.Payer{{Bot: w.config.Name, Subject: "telegram:7"}, {Bot: w.config.Name}} {
		eventually(t, "it is on the account of "+payer.Subject, func() bool { // the vectors are stored first
			must(t, a.Usage.Settle(t.Context()))
			day, _, err := a.Usage.Today(t.Context(), payer)
			part := day.Parts[llm.Embedding]
			return err == nil && part.Calls > 0 && part.Tokens > 0 && day.Tokens() == 0
		})
	}
	doctor("openai:one:", "dimensions ->")
	w.config.Embedding.Model = "other"
	doctor("changed from openai:one:", "keepsake memory reembed")
	progress := ""
	if err := embedding.Reembed(t.Context(), w.config, func(done, total int) { progress += fmt.Sprintf(" %d/%d", done, total) }); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(progress, " 3/3") {
		t.Errorf("progress%s", progress)
	}
	doctor("openai:other:", "dimensions ->")
	stop()

	embeds.Down(scripted.Fault{Trouble: scripted.Status})
	doctor("probe the embedding model", "KEEPSAKE_EMBED_MODEL")
	if err := embedding.Reembed(t.Context(), w.config, nil); err == nil {
		t.Error("re-embedded without an endpoint")
	}
	embeds.Up()
	doctor("3 memories wait for their vectors, 3 of them after a failure: the model's endpoint failed")

	w.config.Embedding = settings.Embedding{BaseURL: "nonsense"}
	doctor("not checked")
	var wrong settings.Problems
	if err := embedding.Reembed(t.Context(), w.config, nil); !errors.As(err, &wrong) {
		t.Errorf("wrong settings: %v", err)
	}
	w.config.Embedding = settings.Embedding{}
	doctor("recall goes by words")
	if err := embedding.Reembed(t.Context(), w.config, nil); err == nil || !strings.Contains(err.Error(), "KEEPSAKE_EMBED_MODEL") {
		t.Errorf("no model: %v", err)
	}
	w.config.Embedding.Model = "one"
	w.config.DatabaseURL = settings.Secret("sqlite:" + filepath.Join(t.TempDir(), "none", "keepsake.db"))
	if err := embedding.Reembed(context.Background(), w.config, nil); err == nil {
		t.Error("re-embedded without a database")
	}
	if v := embeds.Violations(); len(v) > 0 {
		t.Error(v)
	}
}

// Without an address of its own the embedding model is asked where the answering one is,
// with its key.
func TestEmbeddingAtTheSameEndpoint(t *testing.T) {
	w := newWorld(t)
	w.rules.When("Call report_ready").Call("report_ready", map[string]any{"ready": true})
	w.config.Embedding.Model = scripted.DefaultEmbedModel
	if got := examine(t, w.config); !strings.Contains(got, "embedding: openai:scripted-embedding:") || !strings.Contains(got, "answers with 256") {
		t.Error(got)
	}
	w.config.Embedding.Model = "default"
	if got := examine(t, w.config); !strings.Contains(got, "no such model") {
		t.Errorf("the provider's default is not there:\n%s", got)
	}
}
