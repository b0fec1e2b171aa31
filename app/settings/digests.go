package settings

import (
	"time"

	"keepsake/memory/shard"
)

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
	// MaxItems is how much one reading lists of a stretch of usual length (E17, F13).
	MaxItems MaxItems `yaml:"max_items"`
	// WordTargets is how many words one of them should have, and the notes of a shard (E21).
	WordTargets WordTargets `yaml:"word_targets"`
	// ShardFacts and ShardSuggestions are what a new shard begins with: how many facts it keeps, and how many suggestions
	// wait until they are merged (E34).
	ShardFacts       int `yaml:"max_facts_per_shard" env:"-"`
	ShardSuggestions int `yaml:"max_agent_memories_before_consolidation" env:"-"`
}

// MaxItems is how much one reading lists, by kind.
type MaxItems struct {
	Directives  int `yaml:"directives" env:"-"`
	Facts       int `yaml:"facts" env:"-"`
	Suggestions int `yaml:"suggestions" env:"-"`
}

// WordTargets is how long things should be, by kind.
type WordTargets struct {
	Directive  int `yaml:"directive" env:"-"`
	Episode    int `yaml:"episode" env:"-"`
	Fact       int `yaml:"fact" env:"-"`
	Suggestion int `yaml:"suggestion" env:"-"`
	Shard      int `yaml:"shard" env:"-"`
}

func defaultDigests() Digests {
	return Digests{
		ReadMessages: 45, ReadTokens: 1000, ReadIdle: 10 * time.Minute, Threshold: 5, Words: 250,
		MaxItems:    MaxItems{Directives: 3, Facts: 2, Suggestions: 5},
		WordTargets: WordTargets{Directive: 25, Episode: 50, Fact: 30, Suggestion: 35, Shard: 750},
		ShardFacts:  shard.DefaultFacts, ShardSuggestions: shard.DefaultThreshold,
	}
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
	for _, n := range []int{d.MaxItems.Directives, d.MaxItems.Facts, d.MaxItems.Suggestions} {
		if n < 1 || n > 20 {
			ps = append(ps, Problem{"long_term_memory.digests.max_items", "must be numbers between 1 and 20."})
			break
		}
	}
	w := d.WordTargets
	for _, n := range []int{w.Directive, w.Episode, w.Fact, w.Suggestion} {
		if n < 5 || n > 60 {
			ps = append(ps, Problem{"long_term_memory.digests.word_targets", "must be words, 5 to 60."})
			break
		}
	}
	if w.Shard < 50 || w.Shard > 2000 {
		ps = append(ps, Problem{"long_term_memory.digests.word_targets.shard", "must be between 50 and 2000."})
	}
	if d.ShardFacts < 1 || d.ShardFacts > shard.MostFacts {
		ps = append(ps, Problem{"long_term_memory.digests.max_facts_per_shard", "must be between 1 and 500."})
	}
	if d.ShardSuggestions < 1 || d.ShardSuggestions > shard.MostFacts {
		ps = append(ps, Problem{"long_term_memory.digests.max_agent_memories_before_consolidation", "must be between 1 and 500."})
	}
	return ps
}
