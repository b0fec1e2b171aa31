package web

import (
	"context"
	"net/http"

	"keepsake/memory"
	"keepsake/memory/policy"
	"keepsake/memory/recall"
)

// addPolicy adds what the operator lets extraction and prompts do (A57).
func (r *Room) addPolicy() {
	register(r, operation{
		id: "get-policy", method: http.MethodGet, path: "/api/ltm/policy", tag: "Long-term memory", summary: "Get the write and the read policy",
		about: "As the operator's settings say. What a person chose (/memory mode) may be stricter, and then counts.",
	}, r.getPolicy)
}

// Policies are the write and the read policy.
type Policies struct {
	WritePolicy   WritePolicy    `json:"write_policy"`
	ReadPolicy    ReadPolicy     `json:"read_policy"`
	RetentionDays map[string]int `json:"retention_days" doc:"By type; -1 = for good"`
	Version       string         `json:"version" doc:"Of the write policy; verdicts name it"`
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
	MaxItemsPerScope     int      `json:"max_items_per_scope"`
	RequireApprovalTypes []string `json:"require_approval_types" nullable:"false"`
}

// ReadPolicy says what of it a prompt shows (A34).
type ReadPolicy struct {
	Enable           bool    `json:"enable"`
	MaxItems         int     `json:"max_items"`
	MaxTokens        int     `json:"max_tokens"`
	MaxPerType       int     `json:"max_per_type"`
	MinConfidence    float64 `json:"min_confidence"`
	RecencyWeight    float64 `json:"recency_weight"`
	ImportanceWeight float64 `json:"importance_weight"`
	SimilarityWeight float64 `json:"similarity_weight"`
}

type policyOutput struct{ Body Policies }

func (r *Room) getPolicy(ctx context.Context, _ *struct{}) (*policyOutput, error) {
	a := callerOf(ctx).agent
	read := recall.DefaultPolicy()
	if a.Reading != nil {
		read = *a.Reading
	}
	w := a.Writing
	out := Policies{
		WritePolicy: WritePolicy{
			Enable: w.Enable, Mode: string(w.Mode), MinConfidence: w.MinConfidence, MinEvidenceCount: w.MinEvidence, AllowedTypes: namesOf(w.AllowedTypes),
			MaxWritesPerSession: w.PerSession, MaxWritesPerHour: w.PerHour, MaxItemsPerScope: w.PerScope, RequireApprovalTypes: namesOf(w.ApprovalTypes),
		},
		ReadPolicy: ReadPolicy{
			Enable: a.Reading != nil, MaxItems: read.MaxItems, MaxTokens: read.MaxTokens, MaxPerType: read.MaxPerType, MinConfidence: read.MinConfidence,
			RecencyWeight: read.Weights.Recency, ImportanceWeight: read.Weights.Importance, SimilarityWeight: read.Weights.Similarity,
		},
		RetentionDays: map[string]int{}, Version: w.Version(),
	}
	for _, t := range policy.Types {
		out.RetentionDays[string(t)] = -1
		if days, ok := w.RetentionDays[t]; ok {
			out.RetentionDays[string(t)] = days
		}
	}
	return &policyOutput{Body: out}, nil
}

func namesOf(types []memory.Type) []string {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = string(t)
	}
	return names
}
