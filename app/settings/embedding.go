package settings

import (
	"slices"
	"strings"

	"keepsake/llm"
)

// EmbedOff is the Embedding.Model of who wants recall to go by words alone.
const EmbedOff = "off"

// EmbedsWith returns the embedding model that is used; its Model is "" for none. Where nobody named
// one, it is the default of the provider that answers (I42), if that is a known one with a key and
// makes embeddings itself; automatic reports that. A role's file says it all for its role.
func (c Config) EmbedsWith() (e Embedding, automatic bool) {
	switch {
	case c.Embedding.Model == EmbedOff:
		return Embedding{}, false
	case c.Embedding.Model != "" || c.role != nil || c.Model.APIKey == "":
		return c.Embedding, false
	}
	address := strings.TrimRight(c.Model.BaseURL, "/")
	i := slices.IndexFunc(llm.Providers, func(p llm.Provider) bool {
		return p.BaseURL == address && p.KeyEnv != "" && p.EmbedBy == p.Name && p.EmbedModel != ""
	})
	if i < 0 {
		return Embedding{}, false
	}
	return Embedding{Model: llm.Providers[i].EmbedModel, Provider: llm.Providers[i].Name}, true
}
