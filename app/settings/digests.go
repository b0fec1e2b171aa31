package settings

import "time"

// Digests is what is made of people's wishes for all their conversations. It needs LongTerm.Enable.
type Digests struct {
	// MakeDigests lets a person's directives be found and merged. It is off until an operator switches it on.
	MakeDigests bool `yaml:"enable" env:"KEEPSAKE_DIGESTS"`
	// MergeModel is a model of the answering model's endpoint that merges; "" = the one that answers (E19).
	MergeModel string `yaml:"consolidation_provider_id" env:"KEEPSAKE_DIGEST_MODEL"`
	// A conversation is read after ReadMessages messages or ReadTokens weighted tokens, or after a pause (E6).
	ReadMessages int           `yaml:"messages" env:"KEEPSAKE_DIGEST_MESSAGES"`
	ReadTokens   int           `yaml:"tokens" env:"KEEPSAKE_DIGEST_TOKENS"`
	ReadIdle     time.Duration `yaml:"idle" env:"KEEPSAKE_DIGEST_IDLE"`
	// Threshold is how many directives wait until they are merged at once (E3); fewer are merged a day later.
	Threshold int `yaml:"threshold" env:"KEEPSAKE_DIGEST_THRESHOLD"`
	// Words is the target length of a digest (E21).
	Words int `yaml:"words" env:"KEEPSAKE_DIGEST_WORDS"`
}

func defaultDigests() Digests {
	return Digests{ReadMessages: 45, ReadTokens: 1000, ReadIdle: 10 * time.Minute, Threshold: 5, Words: 250}
}

func (d Digests) problems() (ps []Problem) {
	if d.ReadMessages < 4 || d.ReadMessages > 1000 {
		ps = append(ps, Problem{"KEEPSAKE_DIGEST_MESSAGES", "must be between 4 and 1000."})
	}
	if d.ReadTokens < 100 || d.ReadTokens > 100_000 {
		ps = append(ps, Problem{"KEEPSAKE_DIGEST_TOKENS", "must be between 100 and 100000."})
	}
	if d.ReadIdle < time.Minute || d.ReadIdle > 24*time.Hour {
		ps = append(ps, Problem{"KEEPSAKE_DIGEST_IDLE", "must be between 1m and 24h."})
	}
	if d.Threshold < 1 || d.Threshold > 50 {
		ps = append(ps, Problem{"KEEPSAKE_DIGEST_THRESHOLD", "must be between 1 and 50."})
	}
	if d.Words < 50 || d.Words > 2000 {
		ps = append(ps, Problem{"KEEPSAKE_DIGEST_WORDS", "must be between 50 and 2000."})
	}
	return ps
}
