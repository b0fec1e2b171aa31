package settings

import (
	"errors"
	"fmt"
	"keepsake/memory/reading"
	"slices"
	"time"

	"keepsake/agent/receipt"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/policy"
	"keepsake/people"
)

// LongTerm is the memory that forms by itself (A60–A64). The names are those of the plan it comes from.
type LongTerm struct {
	// Enable lets memories form from what is said. It is off until an operator switches it on.
	Enable bool `yaml:"enable" env:"KEEPSAKE_LONG_TERM_MEMORY"`
	// ExtractionModel is a model of the answering model's endpoint that reads conversations; "" = the one
	// that answers.
	ExtractionModel string `yaml:"extraction_provider_id" env:"KEEPSAKE_EXTRACTION_MODEL"`
	// EmbeddingModel is another name of Embedding.Model (A62).
	EmbeddingModel string `yaml:"embedding_provider_id" env:"-"`
	// ReadAfter is the pause after the last answer before a conversation is read, ReadBatch the number of
	// messages after which it is read at once.
	ReadAfter time.Duration `yaml:"quiet" env:"KEEPSAKE_EXTRACTION_QUIET"`
	ReadBatch int           `yaml:"batch" env:"KEEPSAKE_EXTRACTION_BATCH"`
	// MaxOffers is how many finds a conversation asks about; 0 = none.
	MaxOffers int `yaml:"offers" env:"KEEPSAKE_EXTRACTION_OFFERS"`

	// QuietHours are hours of a person's clock in which nothing is offered: "22:00-08:00", or none.
	QuietHours string `yaml:"quiet_hours" env:"KEEPSAKE_QUIET_HOURS"`
	// ShowUsed says how a reply shows the memories that were looked up for it: off, on_demand or always.
	ShowUsed string `yaml:"show_used" env:"KEEPSAKE_SHOW_USED"`

	WritePolicy   WritePolicy   `yaml:"write_policy"`
	ReadPolicy    ReadPolicy    `yaml:"read_policy"`
	RetentionDays RetentionDays `yaml:"retention_days"`
	Digests       Digests       `yaml:"digests"`
	Identity      Identity      `yaml:"identity"`
	// Triples lets a model list how what was remembered by hand is linked. Memories that form by themselves are linked
	// without it.
	Triples bool `yaml:"triples" env:"KEEPSAKE_TRIPLES"`
	// Shards lets groups and owners keep shards (/shard), which prompts of their chats show.
	Shards bool `yaml:"shards" env:"KEEPSAKE_SHARDS"`
	// ShardConsent says what holds for a fact about a member that forms in a shard: tell (they are shown it), ask
	// (it counts once they keep it) or off (none forms). Facts form where Digests are made, too.
	ShardConsent string `yaml:"shard_consent" env:"KEEPSAKE_SHARD_CONSENT"`
	// EmergencyReadOnly is another name of Memory.ReadOnly.
	EmergencyReadOnly bool `yaml:"emergency_read_only" env:"-"`
}

// WritePolicy says what becomes of a find (A27, A28).
type WritePolicy struct {
	WriteMode     string   `yaml:"mode" env:"KEEPSAKE_WRITE_MODE"`
	MinConfidence float64  `yaml:"min_confidence" env:"KEEPSAKE_WRITE_MIN_CONFIDENCE"`
	MinEvidence   int      `yaml:"min_evidence_count" env:"KEEPSAKE_WRITE_MIN_EVIDENCE"`
	AllowedTypes  []string `yaml:"allowed_types" env:"-"`
	PerSession    int      `yaml:"max_writes_per_session" env:"-"`
	PerHour       int      `yaml:"max_writes_per_hour" env:"-"`
	// PerScope is Memory.MaxExtracted where it is above 0.
	PerScope      int      `yaml:"max_items_per_scope" env:"-"`
	ApprovalTypes []string `yaml:"require_approval_types" env:"-"`
	// Precision is the share of what is kept unasked that people must have kept so far; 0 = the thresholds alone decide.
	Precision float64 `yaml:"precision" env:"KEEPSAKE_WRITE_PRECISION"`
	// AutoTune lets the bot adopt thresholds that replay better (A46).
	AutoTune bool `yaml:"auto_tune" env:"KEEPSAKE_AUTO_TUNE"`
	// MaxRetireShare is the share of the confirmed memories that a run may replace without asking.
	MaxRetireShare float64 `yaml:"max_retire_share" env:"-"`
	// MinRetired is how many it must be before the share counts.
	MinRetired int `yaml:"min_retired" env:"-"`
}

// ReadPolicy says what of the memories that formed by themselves a prompt shows (A34).
type ReadPolicy struct {
	Enable           bool    `yaml:"enable" env:"KEEPSAKE_READ_FORMED"`
	MaxItems         int     `yaml:"max_items" env:"-"`
	MaxTokens        int     `yaml:"max_tokens" env:"-"`
	MaxPerType       int     `yaml:"max_per_type" env:"-"`
	MinConfidence    float64 `yaml:"min_confidence" env:"-"`
	RecencyWeight    float64 `yaml:"recency_weight" env:"-"`
	ImportanceWeight float64 `yaml:"importance_weight" env:"-"`
	SimilarityWeight float64 `yaml:"similarity_weight" env:"-"`
}

func defaultReadPolicy() ReadPolicy {
	p := reading.Default()
	return ReadPolicy{
		Enable: true, MaxItems: p.MaxItems, MaxTokens: p.MaxTokens, MaxPerType: p.MaxPerType, MinConfidence: p.MinConfidence,
		RecencyWeight: p.Weights.Recency, ImportanceWeight: p.Weights.Importance, SimilarityWeight: p.Weights.Similarity,
	}
}

func (l LongTerm) readPolicy() reading.Policy {
	r := l.ReadPolicy
	return reading.Policy{
		Enable: l.Enable && r.Enable, MaxItems: r.MaxItems, MaxTokens: r.MaxTokens, MaxPerType: r.MaxPerType, MinConfidence: r.MinConfidence,
		Weights: reading.Weights{Similarity: r.SimilarityWeight, Importance: r.ImportanceWeight, Recency: r.RecencyWeight},
	}
}

// RetentionDays is how many days a find is kept after it was last confirmed; -1 = for good (A63).
type RetentionDays struct {
	Profile    int `yaml:"profile" env:"-"`
	Preference int `yaml:"preference" env:"-"`
	TaskState  int `yaml:"task_state" env:"-"`
	Constraint int `yaml:"constraint" env:"-"`
	Episode    int `yaml:"episode" env:"-"`
}

func defaultLongTerm() LongTerm {
	p := policy.Default()
	return LongTerm{
		ReadAfter: time.Minute, ReadBatch: 20, MaxOffers: 1, QuietHours: "22:00-08:00", ShowUsed: string(receipt.UsedOnDemand), ReadPolicy: defaultReadPolicy(), Identity: defaultIdentity(), Digests: defaultDigests(), ShardConsent: "tell",
		WritePolicy: WritePolicy{
			WriteMode: string(p.Mode), MinConfidence: p.MinConfidence, MinEvidence: p.MinEvidence, AllowedTypes: namesOf(p.AllowedTypes),
			PerSession: p.PerSession, PerHour: p.PerHour, ApprovalTypes: namesOf(p.ApprovalTypes), Precision: p.Precision, MaxRetireShare: p.MaxRetireShare, MinRetired: p.MinRetired,
		},
		RetentionDays: RetentionDays{
			Profile: p.RetentionDays[memory.Profile], Preference: p.RetentionDays[memory.Preference], TaskState: p.RetentionDays[memory.TaskState],
			Constraint: p.RetentionDays[memory.Constraint], Episode: p.RetentionDays[memory.EpisodeType],
		},
	}
}

func namesOf(types []memory.Type) []string {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = string(t)
	}
	return names
}

func typesOf(names []string) (types []memory.Type) {
	for _, n := range names {
		types = append(types, memory.Type(n))
	}
	return types
}

// Policy returns the policy of the settings.
func (c Config) Policy() policy.Policy {
	l, days := c.LongTerm, c.LongTerm.RetentionDays
	w := l.WritePolicy
	return policy.Policy{
		Enable: l.Enable, Mode: policy.Mode(w.WriteMode), MinConfidence: w.MinConfidence, MinEvidence: w.MinEvidence,
		AllowedTypes: typesOf(w.AllowedTypes), PerSession: w.PerSession, PerHour: w.PerHour, PerScope: c.MemoryCaps().Extracted,
		ApprovalTypes: typesOf(w.ApprovalTypes), Precision: w.Precision, MaxRetireShare: w.MaxRetireShare, MinRetired: w.MinRetired,
		RetentionDays: map[memory.Type]int{
			memory.Profile: days.Profile, memory.Preference: days.Preference, memory.TaskState: days.TaskState,
			memory.Constraint: days.Constraint, memory.EpisodeType: days.Episode,
		},
		Reading: l.readPolicy(),
	}
}

// MemoryCaps returns how many memories of one scope stay out of the archive.
func (c Config) MemoryCaps() memory.Caps {
	caps := c.Memory.Caps()
	if n := c.LongTerm.WritePolicy.PerScope; n > 0 {
		caps.Extracted = n
	}
	return caps
}

// IsReadOnly reports whether the settings switch every memory write off (A64).
func (c Config) IsReadOnly() bool { return c.Memory.ReadOnly || c.LongTerm.EmergencyReadOnly }

// QuietHours returns the hours in which nothing is offered. Settings that Validate refuses have none.
func (c Config) QuietHours() people.Hours {
	h, _ := people.ParseHours(c.LongTerm.QuietHours)
	return h
}

func (c Config) longTermProblems() (ps []Problem) {
	l := c.LongTerm
	var wrong *fault.Error
	if errors.As(c.Policy().Check(), &wrong) {
		ps = append(ps, Problem{"long_term_memory." + wrong.Field, wrong.Message + "."})
	}
	if l.ReadAfter < time.Second || l.ReadAfter > 24*time.Hour {
		ps = append(ps, Problem{"KEEPSAKE_EXTRACTION_QUIET", "must be between 1s and 24h."})
	}
	if l.ReadBatch < 1 || l.ReadBatch > 500 {
		ps = append(ps, Problem{"KEEPSAKE_EXTRACTION_BATCH", "must be between 1 and 500."})
	}
	if l.MaxOffers < 0 {
		ps = append(ps, Problem{"KEEPSAKE_EXTRACTION_OFFERS", "must be 0 or more; 0 = nothing is offered in a conversation."})
	}
	ps = append(append(ps, l.Digests.problems()...), l.Identity.problems()...)
	if !slices.Contains([]string{"tell", "ask", "off"}, l.ShardConsent) {
		ps = append(ps, Problem{"KEEPSAKE_SHARD_CONSENT", "must be tell, ask or off."})
	}
	if _, err := people.ParseHours(l.QuietHours); err != nil {
		ps = append(ps, Problem{"KEEPSAKE_QUIET_HOURS", "must be like 22:00-08:00, or none."})
	}
	if !slices.Contains(receipt.ShowUsedValues, receipt.ShowUsed(l.ShowUsed)) {
		ps = append(ps, Problem{"KEEPSAKE_SHOW_USED", "must be off, on_demand or always."})
	}
	d := l.RetentionDays
	for _, days := range []int{d.Profile, d.Preference, d.TaskState, d.Constraint, d.Episode} {
		if days == 0 || days < -1 || days > maxDays {
			ps = append(ps, Problem{"long_term_memory.retention_days", fmt.Sprintf("must be days, 1 to %d, or -1 for good.", maxDays)})
			break
		}
	}
	return ps
}

// maxDays bounds how long a find is kept that is not kept for good.
const maxDays = 36500
