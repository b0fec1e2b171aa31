package memories

import (
	"context"
	"time"

	"keepsake/agent"
	"keepsake/command/answer"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/memory/graph"
	"keepsake/memory/ingest"
	"keepsake/memory/prune"
	"keepsake/memory/recall"
	"keepsake/memory/writeswitch"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
)

// Desk is what memories are shown and changed with. Its methods run inside the transaction
// of a request and write into its Answer; only Relevant runs before one.
type Desk struct {
	Store  string // the memory store, see scope.Scope
	Memory *memory.Service
	Forget *forget.Service
	People *people.Service
	// Sessions holds the messages that memories rest on.
	Sessions *session.Service
	Recall   *recall.Service // nil = /memory search goes by words, as they are listed
	Ingest   *ingest.Service // nil = no memories form by themselves
	Graph    *graph.Service  // nil = there are no triples
	Writes   *writeswitch.Service
	Pruning  *prune.Service // nil = nothing is pruned
	Deleted  time.Duration  // how long a deleted memory can be restored, as people are told
	Backups  time.Duration  // how long backups are kept; 0 = only the operator knows
	// Kept, when set, hears what a tap has stored.
	Kept func(ctx context.Context, a *answer.Answer, content string) error
}

// Purposes of the questions that ask for a wording (see package command).
const (
	FormEdit    = "memory.edit"    // ref: memory . version
	FormSubject = "memory.subject" // ref: memory
	FormAmend   = "decision.amend" // ref: decision . message with its buttons . the other buttons there
)

// scopes returns whose memories the person may see and change here: in a group the
// group's, and nobody's own.
func (d *Desk) scopes(a *answer.Answer) []scope.Scope {
	if a.Chat.IsGroup() {
		return []scope.Scope{agent.GroupScope(d.Store, a.Place, a.Chat.TopicMemory)}
	}
	return []scope.Scope{{Store: d.Store, Kind: scope.User, ID: a.Person.ID}}
}
