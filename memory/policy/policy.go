// Package policy decides what becomes of a candidate that extraction found: whether it is applied, kept
// in the background, asked about, or refused.
//
// A Policy has two parts: what is written (decided here) and what of it a prompt shows (memory/reading, which memory/recall applies).
// A policy lives like this. The settings are a store's first policy; each change is a new Revision with its author and
// reason, and the newest one counts, read anew at every run (service.go). What people do with finds calibrates the score:
// mode auto keeps unasked only what is proven to be wanted (calibration.go). A change can be tried on past finds before
// (replay.go). Once it is set it is on trial: a Snapshot of the memories is compared with how they are distributed later,
// and a Drift past the limits returns to the last stable Revision (drift.go; memory/ingest watches and takes back what was
// written).
//
// All but Service is pure: it knows what the operator and the person allow (Policy, Setting) and computes, without a store
// or a model. Whether the person said something is a question for memory/grounds, how a candidate stands to what is known
// for memory/ingest. Tools and commands of a person are not asked about here: rates, thresholds and modes bind extraction
// only (R12).
//
// Invariants:
//   - The same case and the same Policy give the same Verdict, which names the Policy's Version.
//   - Of the operator's mode and the person's setting the stricter one counts (R17).
//   - What only misses a threshold is not refused but kept in the background, so that being said again
//     can lift it (F5).
//   - A Revision is never changed, only followed by another.
//
// Start reading at Policy, then Decide; the score is in score.go.
package policy

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"keepsake/memory/reading"
	"math"
	"slices"
	"time"

	"keepsake/fault"
	"keepsake/memory"
)

// Mode is what the operator lets extraction do (A27).
type Mode string

const (
	Shadow Mode = "shadow" // finds are stored and never shown to a model (A29)
	Manual Mode = "manual" // every find waits for a person (A31)
	Auto   Mode = "auto"   // finds that reach the thresholds are applied (A30)
)

// Modes lists the values of Mode.
var Modes = []Mode{Shadow, Manual, Auto}

// Setting is what a person, or a group, lets extraction do (R5, R17).
type Setting string

const (
	Ask  Setting = "ask"  // nothing is applied that was not confirmed
	Free Setting = "auto" // the operator's mode counts
	Off  Setting = "off"  // nothing is extracted and nothing offered; explicit tools still work
)

// Settings lists the values of Setting.
var Settings = []Setting{Ask, Free, Off}

// Types lists all types that a candidate can have (A12–A16).
var Types = []memory.Type{memory.Profile, memory.Preference, memory.TaskState, memory.Constraint, memory.EpisodeType}

// Policy is the operator's policy for one agent: the write policy (A27, A28, A63), and the read policy (A34) in Reading.
type Policy struct {
	Enable        bool          `json:"enable"`
	Mode          Mode          `json:"mode"`
	MinConfidence float64       `json:"min_confidence"`
	MinEvidence   int           `json:"min_evidence_count"`     // distinct messages that must say it
	AllowedTypes  []memory.Type `json:"allowed_types"`          // others are refused
	PerSession    int           `json:"max_writes_per_session"` // in one conversation; 0 = no limit
	PerHour       int           `json:"max_writes_per_hour"`    // in one scope; 0 = no limit
	PerScope      int           `json:"max_items_per_scope"`    // extracted memories of a scope outside the archive (memory.Caps)
	ApprovalTypes []memory.Type `json:"require_approval_types"` // these wait for a person in every mode
	// Precision is the share of what is kept unasked that people must have kept so far (Calibration), 0 to 1; what is not
	// proven to reach it is asked about. 0 = the thresholds alone decide (A30).
	Precision      float64             `json:"precision"`
	RetentionDays  map[memory.Type]int `json:"retention_days"`
	MaxRetireShare float64             `json:"max_retire_share"` // see IsTooMany
	MinRetired     int                 `json:"min_retired"`      // see IsTooMany

	Weights Weights        `json:"weights,omitzero"`     // of sources against MinConfidence; zero = the documented ones
	Reading reading.Policy `json:"read_policy,omitzero"` // A34; older programs wrote none
}

// Default returns the documented policy (A27, A28, A63). It is off until an operator enables it (A60).
func Default() Policy {
	return Policy{
		Mode: Shadow, MinConfidence: 0.6, MinEvidence: 1, AllowedTypes: slices.Clone(Types),
		PerSession: 10, PerHour: 50, PerScope: 200, Precision: 0.98, MaxRetireShare: 0.2, MinRetired: 5,
		RetentionDays: map[memory.Type]int{
			memory.Profile: -1, memory.Preference: 90, memory.TaskState: 7, memory.Constraint: -1, memory.EpisodeType: 30,
		},
		Reading: reading.Default(),
	}
}

// Check returns an error of kind fault.Invalid for a policy that cannot be meant.
func (p Policy) Check() error {
	for _, types := range [][]memory.Type{p.AllowedTypes, p.ApprovalTypes} {
		for _, t := range types {
			if !slices.Contains(Types, t) {
				return fault.Field("write_policy", fmt.Sprintf("has an unknown type; there are %v", Types))
			}
		}
	}
	switch {
	case !slices.Contains(Modes, p.Mode):
		return fault.Field("write_policy.mode", "must be shadow, manual or auto")
	case math.IsNaN(p.MinConfidence) || p.MinConfidence < 0 || p.MinConfidence > 1:
		return fault.Field("write_policy.min_confidence", "must be 0 to 1")
	case p.MinEvidence < 1:
		return fault.Field("write_policy.min_evidence_count", "must be at least 1")
	case p.PerSession < 0 || p.PerHour < 0 || p.PerScope < 0:
		return fault.Field("write_policy", "has a negative limit")
	case math.IsNaN(p.Precision) || p.Precision < 0 || p.Precision >= 1:
		return fault.Field("write_policy.precision", "must be at least 0 and below 1; 0 = none is asked for")
	case p.MinRetired < 1:
		return fault.Field("write_policy.min_retired", "must be at least 1")
	case math.IsNaN(p.MaxRetireShare) || p.MaxRetireShare <= 0 || p.MaxRetireShare > 1:
		return fault.Field("write_policy.max_retire_share", "must be above 0 and at most 1")
	}
	if err := p.Weighs().check(); err != nil {
		return err
	}
	return p.Reading.Check()
}

// Version names the write policy in verdicts: 12 hexadecimal digits that change with every field but Reading.
func (p Policy) Version() string {
	p.Reading = reading.Policy{}
	b, _ := json.Marshal(p) // plain fields always marshal; maps in the order of their keys
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:6])
}

// Reads returns the read policy; nil = prompts show nothing of what formed by itself.
func (p Policy) Reads() *reading.Policy {
	if !p.Reading.Enable {
		return nil
	}
	return &p.Reading
}

// Equal reports whether two policies say the same, about writing and about reading.
func (p Policy) Equal(other Policy) bool {
	return p.Version() == other.Version() && p.Reading == other.Reading
}

// Expires returns when a memory of a type ends that was last said at a time; nil = never (A12–A16, R11).
func (p Policy) Expires(t memory.Type, said time.Time) *time.Time {
	days, ok := p.RetentionDays[t]
	if !ok || days < 0 {
		return nil
	}
	end := said.Add(time.Duration(days) * 24 * time.Hour)
	return &end
}

// IsOn reports whether anything is extracted for somebody with this setting.
func (p Policy) IsOn(s Setting) bool { return p.Enable && s != Off }

// Action is what becomes of a candidate.
type Action string

const (
	Apply  Action = "apply"
	Keep   Action = "keep" // in the background (A29)
	Wait   Action = "wait" // for a person's tap (A31)
	Refuse Action = "refuse"
)

// Case is what Decide is asked about.
type Case struct {
	Type      memory.Type
	Score     Score
	Setting   Setting
	InSession int // writes of extraction in this conversation so far
	InHour    int // and in this scope in the last hour
	// Proven says that people kept enough of what is like it (Level.Proves).
	Proven bool
	// Retires says that the write replaces a memory that a person confirmed, in a run that would
	// replace too many of them (IsTooMany).
	Retires bool
}

// Verdict is what was decided, and why, constant English.
type Verdict struct {
	Action  Action
	Reason  string
	Version string // of the Policy
}

// Reasons of verdicts.
const (
	ReasonOff        = "extraction is switched off"
	ReasonType       = "the policy does not allow this type"
	ReasonSession    = "the conversation's writes are used up"
	ReasonHour       = "the hour's writes are used up"
	ReasonConfidence = "not sure enough"
	ReasonEvidence   = "not said often enough"
	ReasonShadow     = "the policy keeps finds in the background"
	ReasonApproval   = "the policy wants this type approved"
	ReasonManual     = "the policy wants every find approved"
	ReasonAsk        = "the person wants to be asked"
	ReasonTooMany    = "the run would replace too many confirmed memories"
	ReasonUnproven   = "too few people confirmed what is like it"
	ReasonAllowed    = "the policy allows it"
)

// Decide returns the verdict about a candidate that is neither known, nor declined, nor deleted.
func (p Policy) Decide(c Case) Verdict {
	action, reason := p.decide(c)
	return Verdict{Action: action, Reason: reason, Version: p.Version()}
}

func (p Policy) decide(c Case) (Action, string) {
	switch {
	case !p.IsOn(c.Setting):
		return Refuse, ReasonOff
	case !slices.Contains(p.AllowedTypes, c.Type):
		return Refuse, ReasonType
	case p.PerSession > 0 && c.InSession >= p.PerSession:
		return Refuse, ReasonSession
	case p.PerHour > 0 && c.InHour >= p.PerHour:
		return Refuse, ReasonHour
	}
	if reason := p.missed(c.Score); reason != "" {
		return Keep, reason
	}
	switch {
	case p.Mode == Shadow:
		return Keep, ReasonShadow
	case slices.Contains(p.ApprovalTypes, c.Type):
		return Wait, ReasonApproval
	case p.Mode == Manual:
		return Wait, ReasonManual
	case c.Retires:
		return Wait, ReasonTooMany
	case c.Setting != Free:
		return Wait, ReasonAsk
	case p.Precision > 0 && !c.Proven:
		return Wait, ReasonUnproven
	}
	return Apply, ReasonAllowed
}

// missed returns which threshold a score does not reach; "" = it reaches both.
func (p Policy) missed(s Score) string {
	switch {
	case p.weigh(s) < p.MinConfidence:
		return ReasonConfidence
	case s.Messages < p.MinEvidence:
		return ReasonEvidence
	}
	return ""
}

// IsRipe reports whether what is kept or waits reaches the thresholds, so that a person may be asked.
func (p Policy) IsRipe(s Score) bool {
	return p.missed(s) == ""
}

// IsTooMany reports whether a run that replaces so many of a scope's confirmed memories must ask: at
// least MinRetired (5), and more than MaxRetireShare of all (20 %).
func (p Policy) IsTooMany(retired, confirmed int) bool {
	return retired >= p.MinRetired && float64(retired) > p.MaxRetireShare*float64(confirmed)
}
