// Package tool is the shape of a tool that a model may call for a person.
//
// It is only the shape, so that the rooms that define tools (memory/toolset,
// task/toolset) need not know the agent that runs them, and the agent need not know
// what they do.
//
// Invariants the agent keeps for every Run:
//   - It happens inside the transaction that also appends the tool's result to the
//     session and guards the lane: what a tool wrote and what the model reads about it
//     are committed together or not at all. No model or network call belongs inside: such
//     a one is made by Prepare.
//   - A call runs at most once per (turn, call id): a resumed turn reads the result.
//   - A fault.Invalid, NotFound, Conflict or Denied error becomes a result that the model
//     reads (its Message and Field, nothing else) and whatever the tool wrote is rolled
//     back; any other error fails the turn, which is tried again.
//
// Start reading at Tool.
package tool

import (
	"context"
	"encoding/json"
	"time"

	"keepsake/llm"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/session"
	"keepsake/trust"
)

// Risk says how much harm a wrong call could do (P31, P33: memory tools are Low).
const (
	RiskLow    = "low"
	RiskMedium = "medium"
	RiskHigh   = "high"
)

// TagSystem marks the class of tools that is always offered (P30). A tool's other tags
// are words that selection by relevance reads.
const TagSystem = "system"

// Tool is one function offered to the model.
type Tool struct {
	Def     llm.Tool
	System  bool     // always offered: bypasses selection, not counted against its limit (P30)
	Tags    []string // e.g. "system", "memory"
	Risk    string   // RiskLow …
	Private bool     // reads or writes what is one person's own: not offered in a group
	Confirm bool     // a person's tap is needed before it runs
	// Overfull tools are offered only where the snapshot leaves memories out.
	Overfull bool
	// Reads says that it writes nothing (when Call.ReadOnly is set): it may be used to answer
	// another agent's question.
	Reads bool
	// Prepare, when not nil, runs before the transaction of Run: for what takes a network.
	// It must not write what a call repeated after a crash would write twice. Its errors are
	// treated as Run's.
	Prepare func(ctx context.Context, c Call) (prepared any, err error)
	Run     func(ctx context.Context, c Call) (Result, error)
}

// Call is one call of a tool within a turn.
type Call struct {
	Turn    session.Turn
	Session session.Session
	Person  people.Person
	// Scopes are what the turn may read; the first is where new memories go.
	Scopes []memory.Scope
	// Window is what the model saw of the session, this turn's messages included.
	Window []session.Message
	CallID string          // unique within the turn
	Args   json.RawMessage // a JSON object, checked to be one
	Now    time.Time
	Zone   *time.Location // the person's; never nil
	// ReadOnly says that another agent asks: nothing may be written.
	ReadOnly bool
	// Chain is who waits for this call's result through other agents, the first asker first.
	Chain []string
	// Prepared is what the tool's Prepare returned.
	Prepared any
}

// Result is what a call did.
type Result struct {
	Content string // what the model reads
	// Trust is whose words the content holds: a foreign level when a text of somebody
	// else's may be in it, which memory/policy then takes as theirs; zero = the bot's own.
	Trust     trust.Level
	Changes   []memory.Change   // applied writes, for the receipt
	Decisions []memory.Decision // writes that wait for a tap, shown with Save / Edit / Never
	// Usage and Model are what the call itself spent on a model; Model "" = nothing.
	Usage llm.Usage
	Model string
}
