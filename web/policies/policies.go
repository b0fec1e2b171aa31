// Package policies holds the write and the read policy as programs read and set them (A57).
//
// Start reading at Policies.
package policies

import (
	"keepsake/memory/reading"
	"maps"
	"slices"
	"strconv"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/policy"
)

const maxDays = 36500

// Policies are the write and the read policy.
type Policies struct {
	WritePolicy   WritePolicy    `json:"write_policy"`
	ReadPolicy    ReadPolicy     `json:"read_policy"`
	RetentionDays map[string]int `json:"retention_days" doc:"By type; -1 = for good"`
	Version       string         `json:"version" doc:"Of the write policy; verdicts name it"`
	Number        int            `json:"number" minimum:"1" doc:"Of the policy: each change makes the next"`
}

// PolicyBody is a policy to set. It may be an answer of GET.
type PolicyBody struct {
	WritePolicy   WritePolicy    `json:"write_policy"`
	ReadPolicy    *ReadPolicy    `json:"read_policy,omitempty" doc:"Left out, it stays"`
	RetentionDays map[string]int `json:"retention_days,omitempty" doc:"By type, from 1; -1 = for good. Types that are left out stay"`
	Reason        string         `json:"reason,omitempty" maxLength:"100" doc:"Why, for those who read the policies later"`
	Version       string         `json:"version,omitempty" maxLength:"100" doc:"Of the policy that was read; not looked at: send If-Match"`
	Number        int            `json:"number,omitempty" doc:"Of the policy that was read; not looked at: send If-Match"`
}

// WritePolicy says what becomes of what extraction finds (A27, A28).
type WritePolicy struct {
	Enable               bool     `json:"enable"`
	Mode                 string   `json:"mode" enum:"shadow,auto,manual"`
	MinConfidence        float64  `json:"min_confidence" minimum:"0" maximum:"1"`
	MinEvidenceCount     int      `json:"min_evidence_count" minimum:"1"`
	AllowedTypes         []string `json:"allowed_types" nullable:"false"`
	MaxWritesPerSession  int      `json:"max_writes_per_session" minimum:"0"`
	MaxWritesPerHour     int      `json:"max_writes_per_hour" minimum:"0"`
	MaxItemsPerScope     int      `json:"max_items_per_scope" minimum:"0"`
	RequireApprovalTypes []string `json:"require_approval_types" nullable:"false"`
	Precision            *float64 `json:"precision,omitempty" minimum:"0" exclusiveMaximum:"1" doc:"The share of what was kept unasked that people must have kept so far; 0 = the thresholds alone decide. Left out, it stays"`
	MaxRetireShare       *float64 `json:"max_retire_share,omitempty" exclusiveMinimum:"0" maximum:"1" doc:"A run that would replace more of the confirmed memories asks. Left out, it stays"`
	MinRetired           *int     `json:"min_retired,omitempty" minimum:"1" doc:"And at least so many. Left out, it stays"`
	Weights              *Weights `json:"weights,omitempty" doc:"What finds of each source count against min_confidence; what the person asked for counts 1. Left out, they stay"`
}

// Weights are what finds count by source. A weaker source never counts more than a stronger one.
type Weights struct {
	Rule   float64 `json:"rule" minimum:"0.5" maximum:"1" doc:"A rule found it"`
	Model  float64 `json:"model" minimum:"0.5" maximum:"1" doc:"A model listed it; at most as much as rule"`
	Tool   float64 `json:"tool" minimum:"0.5" maximum:"1" doc:"A model listed it of a tool's result; at most as much as model"`
	Repeat float64 `json:"repeat" minimum:"0" maximum:"0.2" doc:"Added for each further message that says it"`
}

// ReadPolicy says what of it a prompt shows (A34).
type ReadPolicy struct {
	Enable           bool    `json:"enable"`
	MaxItems         int     `json:"max_items" minimum:"1" maximum:"100"`
	MaxTokens        int     `json:"max_tokens" minimum:"1"`
	MaxPerType       int     `json:"max_per_type" minimum:"1"`
	MinConfidence    float64 `json:"min_confidence" minimum:"0" maximum:"1"`
	RecencyWeight    float64 `json:"recency_weight" minimum:"0" maximum:"1"`
	ImportanceWeight float64 `json:"importance_weight" minimum:"0" maximum:"1"`
	SimilarityWeight float64 `json:"similarity_weight" minimum:"0" maximum:"1" doc:"One of the three weights must be above 0"`
}

// Over returns a policy with what a program sent in place of its own.
func (b PolicyBody) Over(p policy.Policy) (policy.Policy, error) {
	for name, days := range b.RetentionDays {
		if !slices.Contains(policy.Types, memory.Type(name)) || days == 0 || days < -1 || days > maxDays {
			return p, fault.Field("retention_days", "must name types, each with -1 for good or 1 to 36500 days")
		}
	}
	w := b.WritePolicy
	p.Enable, p.Mode, p.MinConfidence, p.MinEvidence = w.Enable, policy.Mode(w.Mode), w.MinConfidence, w.MinEvidenceCount
	p.PerSession, p.PerHour, p.PerScope = w.MaxWritesPerSession, w.MaxWritesPerHour, w.MaxItemsPerScope
	p.AllowedTypes, p.ApprovalTypes = typesOf(w.AllowedTypes), typesOf(w.RequireApprovalTypes)
	setIf(&p.Precision, w.Precision)
	setIf(&p.MaxRetireShare, w.MaxRetireShare)
	setIf(&p.MinRetired, w.MinRetired)
	if w.Weights != nil {
		p = p.WithWeights(policy.Weights(*w.Weights))
	}
	if r := b.ReadPolicy; r != nil {
		p.Reading = reading.Policy{
			Enable: r.Enable, MaxItems: r.MaxItems, MaxTokens: r.MaxTokens, MaxPerType: r.MaxPerType, MinConfidence: r.MinConfidence,
			Weights: reading.Weights{Recency: r.RecencyWeight, Importance: r.ImportanceWeight, Similarity: r.SimilarityWeight},
		}
	}
	if p.RetentionDays = maps.Clone(p.RetentionDays); p.RetentionDays == nil {
		p.RetentionDays = map[memory.Type]int{}
	}
	for name, days := range b.RetentionDays {
		p.RetentionDays[memory.Type(name)] = days
	}
	return p, nil
}

// setIf sets a field to a value that was sent.
func setIf[T any](field *T, sent *T) {
	if sent != nil {
		*field = *sent
	}
}

// Tag returns the entity tag of a policy.
func Tag(r policy.Revision) string {
	return `"` + strconv.Itoa(r.Number) + `-` + r.Policy.Version() + `"`
}

// readPolicyOf returns a read policy as programs read it.
func readPolicyOf(r reading.Policy) ReadPolicy {
	return ReadPolicy{
		Enable: r.Enable, MaxItems: r.MaxItems, MaxTokens: r.MaxTokens, MaxPerType: r.MaxPerType, MinConfidence: r.MinConfidence,
		RecencyWeight: r.Weights.Recency, ImportanceWeight: r.Weights.Importance, SimilarityWeight: r.Weights.Similarity,
	}
}

// Convert returns a policy as programs read it.
func Convert(now policy.Revision) Policies {
	w := now.Policy
	weights := Weights(w.Weighs())
	out := Policies{
		WritePolicy: WritePolicy{
			Enable: w.Enable, Mode: string(w.Mode), MinConfidence: w.MinConfidence, MinEvidenceCount: w.MinEvidence, AllowedTypes: namesOf(w.AllowedTypes),
			MaxWritesPerSession: w.PerSession, MaxWritesPerHour: w.PerHour, MaxItemsPerScope: w.PerScope, RequireApprovalTypes: namesOf(w.ApprovalTypes),
			Precision: &w.Precision, MaxRetireShare: &w.MaxRetireShare, MinRetired: &w.MinRetired, Weights: &weights,
		},
		ReadPolicy: readPolicyOf(w.Reading), RetentionDays: map[string]int{}, Version: w.Version(), Number: now.Number,
	}
	for _, t := range policy.Types {
		out.RetentionDays[string(t)] = -1
		if days, ok := w.RetentionDays[t]; ok {
			out.RetentionDays[string(t)] = days
		}
	}
	return out
}

func typesOf(names []string) []memory.Type {
	types := make([]memory.Type, len(names))
	for i, name := range names {
		types[i] = memory.Type(name)
	}
	return types
}

func namesOf(types []memory.Type) []string {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = string(t)
	}
	return names
}
