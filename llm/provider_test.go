package llm_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"keepsake/llm"
)

// TestEmbeddingDefaultsI42 holds the table against the defaults that InitRunner documents.
func TestEmbeddingDefaultsI42(t *testing.T) {
	for name, want := range map[string]string{
		"openai":    "openai:text-embedding-3-small",
		"anthropic": "openai:text-embedding-3-small",
		"google":    "google:text-embedding-004",
		"ollama":    "ollama:nomic-embed-text",
	} {
		p, ok := llm.ProviderNamed(name)
		if got := p.EmbedBy + ":" + p.EmbedModel; !ok || got != want {
			t.Errorf("%s: %q (known: %v), want %q", name, got, ok, want)
		}
	}
	if p, ok := llm.ProviderNamed("nobody"); ok {
		t.Errorf("nobody is known: %+v", p)
	}
}

// TestProviders: whoever is in the table can be asked, and by a name that a message may list.
func TestProviders(t *testing.T) {
	names := llm.ProviderNames()
	if len(names) != len(llm.Providers) || !slices.IsSorted(names) {
		t.Errorf("names %v", names)
	}
	for _, p := range llm.Providers {
		u, err := url.Parse(p.BaseURL)
		local := err == nil && u.Hostname() == "localhost"
		if err != nil || !local && u.Scheme != "https" || strings.HasSuffix(p.BaseURL, "/") {
			t.Errorf("%s: address %q", p.Name, p.BaseURL)
		}
		if local != (p.KeyEnv == "") {
			t.Errorf("%s: key from %q", p.Name, p.KeyEnv)
		}
		if by, ok := llm.ProviderNamed(p.EmbedBy); p.EmbedBy != "" && (!ok || by.EmbedModel != p.EmbedModel) {
			t.Errorf("%s: embeddings by %s are made by %q, not %q", p.Name, p.EmbedBy, by.EmbedModel, p.EmbedModel)
		}
	}
}
