package role

import (
	"cmp"
	"strings"

	"keepsake/llm"
)

// Embedding is the embedding model of a role, with its defaults resolved (I41).
type Embedding struct {
	Provider llm.Provider
	Model    string
	BaseURL  string // "" = the provider's own
	KeyEnv   string // "" = no key is needed
}

// Embedding returns the embedding model of the role: the configured model, or else the default
// of the configured provider, or else the default of the language model's provider. ok is false
// when the role has no memory or no such model exists. Recall then searches by words only.
func (r Role) Embedding() (e Embedding, ok bool) {
	if r.Memory == nil {
		return e, false
	}
	set := r.Memory.Embeddings
	name, model := set.Provider, set.Model
	if p, rest, cut := strings.Cut(model, ":"); cut { // "openai:text-embedding-3-small"
		if _, known := llm.ProviderNamed(p); known {
			name, model = p, rest
		}
	}
	if set.BaseURL != "" { // a custom endpoint speaks OpenAI's protocol (I7)
		name = cmp.Or(name, "openai")
	}
	asked, found := llm.ProviderNamed(cmp.Or(name, r.Model.Provider))
	if !found {
		return e, false
	}
	if model == "" {
		if asked.EmbedModel == "" {
			return e, false
		}
		model = asked.EmbedModel
	}
	// Some providers have no embeddings and name another provider for them (anthropic: openai).
	by, found := llm.ProviderNamed(cmp.Or(asked.EmbedBy, asked.Name))
	if !found {
		return e, false
	}
	e = Embedding{Provider: by, Model: model, BaseURL: set.BaseURL, KeyEnv: cmp.Or(set.KeyEnv, by.KeyEnv)}
	if name == "" && set.BaseURL == "" && by.Name == r.Model.Provider {
		// A custom endpoint of the model also makes the embeddings, so that memories are not
		// sent to a service that the role file does not name.
		e.BaseURL, e.KeyEnv = r.Model.BaseURL, cmp.Or(set.KeyEnv, r.Model.KeyEnv, by.KeyEnv)
	}
	return e, true
}
