package role

import (
	"cmp"
	"strings"

	"keepsake/llm"
)

// Embedding is the embedding model that a role's memory means, resolved (I41).
type Embedding struct {
	Provider llm.Provider
	Model    string
	BaseURL  string // "" = the provider's own
	KeyEnv   string // "" = none is needed
}

// Embedding resolves who makes vectors for the role: the explicit model, else the default
// of the explicit provider, else that of the model's provider. ok is false when the role
// keeps nothing, or when its provider makes none and nobody is named: recall then goes by
// words.
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
	// A provider that makes no vectors itself has them made (anthropic: by openai).
	by, found := llm.ProviderNamed(cmp.Or(asked.EmbedBy, asked.Name))
	if !found {
		return e, false
	}
	e = Embedding{Provider: by, Model: model, BaseURL: set.BaseURL, KeyEnv: cmp.Or(set.KeyEnv, by.KeyEnv)}
	if name == "" && set.BaseURL == "" && by.Name == r.Model.Provider {
		// Who answers at an address of one's own embeds there too: what is kept goes nowhere
		// that nobody named.
		e.BaseURL, e.KeyEnv = r.Model.BaseURL, cmp.Or(set.KeyEnv, r.Model.KeyEnv, by.KeyEnv)
	}
	return e, true
}
