// Package tool is the shape of a tool that a model may call for a person.
//
// It is only the shape, so that the rooms that define tools (toolset/memorytools,
// toolset/tasktools) need not know the agent that runs them, and the agent need not know
// what they do. A call comes from a conversation or from any other door: what a tool may
// know of a conversation is Call.Conversation, and every memory and task tool works without.
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
// Start reading at Tool; arguments and their schemas are in schema.go, the choice of tools in
// registry.go.
package tool

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"keepsake/actor"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/scope"
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

// tagMemory marks the tools that read or write memories.
const tagMemory = "memory"

// IsPersonal reports whether the tool reads or writes what is kept of a person: their memories or tasks.
func (t Tool) IsPersonal() bool { return t.Private || slices.Contains(t.Tags, tagMemory) }

// Call is one call of a tool for somebody.
type Call struct {
	// Actor is for whom the tool works, and its Kind who asks: Tool for a model, Person for a
	// person at a door of their own.
	Actor actor.Actor
	// Scopes are what the caller may read; the first is where new memories go.
	Scopes []scope.Scope
	// Place is the chat where the person is reached, by a reminder for instance.
	Place session.Place
	Args  json.RawMessage // a JSON object, checked to be one
	Now   time.Time
	Zone  *time.Location // the person's; never nil
	// ReadOnly says that another agent asks: nothing may be written.
	ReadOnly bool
	// Chain is who waits for this call's result through other agents, the first asker first.
	Chain []string
	// Prepared is what the tool's Prepare returned.
	Prepared any
	// Conversation is where the call was made; nil when it comes from another door.
	Conversation *Conversation
}

// Store returns the memory store the call works in.
func (c Call) Store() string {
	if len(c.Scopes) == 0 {
		return ""
	}
	return c.Scopes[0].Store
}

// Conversation is what a tool may know of the turn that calls it.
type Conversation struct {
	Session session.Session
	Turn    session.Turn
	// Window is what the model saw of the session, this turn's messages included.
	Window []session.Message
	// Speaker is the person the turn answers; the zero Person is somebody without an id.
	Speaker people.Person
}

// Spender is what Tool.Prepare may return when it called a model: it says for what, and what that used.
type Spender interface {
	Spent() (llm.Purpose, llm.Usage)
}

// Result is what a call did.
type Result struct {
	Content string // what the model reads
	// Trust is whose words the content holds: a foreign level when a text of somebody
	// else's may be in it, which memory/grounds then takes as theirs; zero = the bot's own.
	Trust     trust.Level
	Changes   []memory.Change   // applied writes, for the receipt
	Decisions []memory.Decision // writes that wait for a tap, shown with Save / Edit / Never
	// Detail is a JSON object that is stored beside the result and not read by the model: how a
	// write was judged.
	Detail json.RawMessage
}
