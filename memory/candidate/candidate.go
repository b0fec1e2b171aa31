// Package candidate is what stands between a conversation and a memory: what a run found,
// what was decided about it, and why.
//
// A Run is one pass of extraction or consolidation over a stretch of a conversation. It finds
// Candidates, each gets a Verdict, and a verdict that applies something ends in
// memory.Service.Apply, in the same transaction. A verdict is kept even when nothing is
// applied, so that it can be asked later why something is not remembered. The package writes
// no memory and asks no model.
//
// Invariants:
//   - Only parts of the house write here; the people whose scope it is may read and erase.
//   - A candidate has one verdict at most; a run that is repeated replaces it.
//   - Forgetting a scope destroys its runs, candidates and verdicts.
//
// Start reading at Candidate, then Service.
package candidate

import (
	"strings"
	"time"
	"unicode"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/memory/graph"
	"keepsake/scope"
	"keepsake/text"
)

// State says how far a run is.
type State string

const (
	Waiting State = "waiting" // it begins, or is tried again, at DueAt
	Running State = "running"
	Done    State = "done"
	Parked  State = "parked" // it failed too often; the operator sees it
)

// Run is one pass over a stretch of a conversation (E13).
type Run struct {
	ID        string // 12 characters; the batch of the changes it causes
	Scope     scope.Scope
	Kind      actor.Kind // actor.Extraction, actor.Consolidation, or actor.System of pruning (memory/prune)
	SessionID string     // "" when it follows no conversation
	FromSeq   int64      // the first message it reads
	ToSeq     int64      // and the last
	State     State
	Attempts  int
	Error     string    // why the last attempt failed, constant English
	DueAt     time.Time // while it is claimed: until when the claim holds
	StartedAt time.Time
	EndedAt   *time.Time
	// Claims counts how often it was claimed; it is the fencing token of the present claim.
	Claims int
}

// Candidate is one statement that may become a memory (A17, A18).
type Candidate struct {
	ID            string // 12 characters
	RunID         string
	Scope         scope.Scope
	Kind          memory.Kind
	Type          memory.Type
	Category      string
	Subject       string
	Content       string
	Key           string  // KeyOf the slot that it fills, or of the content (A20, F8)
	Confidence    float64 // 0–1
	Importance    float64 // 0–1
	EvidenceCount int     // how often it was said (A21)
	Evidence      []memory.Evidence
	// Triples are what the content says as triples. They become the memory's when the candidate does.
	Triples []graph.Fact
	At      time.Time
}

// Relation is what a candidate is to what is remembered.
type Relation string

const (
	IsNew       Relation = "new"
	Repeats     Relation = "same"
	Refines     Relation = "refines"
	Contradicts Relation = "contradicts"
)

// Action is what was done with a candidate.
type Action string

const (
	Applied  Action = "applied"  // it became a change
	Shadowed Action = "shadowed" // it is stored, and never shown to a model (A29)
	Asked    Action = "asked"    // it waits for a person's tap (A31)
	Refused  Action = "refused"  // nothing was stored
	Merged   Action = "merged"   // a later candidate says it as well and has its evidence
)

// IsLiving reports whether a candidate with this verdict may still become a memory.
func (a Action) IsLiving() bool { return a == Shadowed || a == Asked }

// Verdict is what was decided about a candidate, and why.
type Verdict struct {
	CandidateID string
	Relation    Relation
	Action      Action
	MemoryID    string // the memory it is about, "" when it is new and was refused
	ChangeID    string // what it applied, "" when nothing
	DecisionID  string // what was asked, "" when nothing
	Confidence  float64
	Reason      string // constant English
	At          time.Time
	Policy      string // version of the policy that decided; "" = none was asked
	AskedIn     string // session in which the person was asked; "" = not yet
	ToldIn      string // turn under whose answer it is told that this was kept unasked; "" = not yet
}

// Judged is a candidate with its verdict.
type Judged struct {
	Candidate
	Verdict Verdict
}

// maxKey bounds a key, in runes (A20).
const maxKey = 128

// KeyOf returns the key of a statement: lower-case, without punctuation, its first 128
// characters (A20).
func KeyOf(content string) string {
	key := strings.Map(func(r rune) rune {
		if unicode.IsPunct(r) || unicode.IsSymbol(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text.OneLine(content))
	runes := []rune(strings.Join(strings.Fields(key), " "))
	return string(runes[:min(len(runes), maxKey)])
}
