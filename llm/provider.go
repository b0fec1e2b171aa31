package llm

import "slices"

// Provider holds the defaults for a provider of models with OpenAI's protocol.
type Provider struct {
	Name    string
	BaseURL string // including the version
	KeyEnv  string // the environment variable that holds the key; "" = no key is needed
	// EmbedBy and EmbedModel are the provider and the model for embeddings (I42) when this
	// provider is used for chat; "" = none by default.
	EmbedBy, EmbedModel string
}

// Providers are the known providers in alphabetical order. Any other endpoint with the protocol
// is "openai" with another base URL.
var Providers = []Provider{
	{"anthropic", "https://api.anthropic.com/v1", "ANTHROPIC_API_KEY", "openai", "text-embedding-3-small"},
	{"google", "https://generativelanguage.googleapis.com/v1beta/openai", "GOOGLE_API_KEY", "google", "text-embedding-004"},
	{"groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY", "", ""},
	{"mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY", "mistral", "mistral-embed"},
	{"ollama", "http://localhost:11434/v1", "", "ollama", "nomic-embed-text"},
	{"openai", "https://api.openai.com/v1", "OPENAI_API_KEY", "openai", "text-embedding-3-small"},
}

// ProviderNamed returns the provider with a name.
func ProviderNamed(name string) (Provider, bool) {
	i := slices.IndexFunc(Providers, func(p Provider) bool { return p.Name == name })
	if i < 0 {
		return Provider{}, false
	}
	return Providers[i], true
}

// ProviderNames returns the names of Providers in their order.
func ProviderNames() []string {
	names := make([]string, len(Providers))
	for i, p := range Providers {
		names[i] = p.Name
	}
	return names
}
