// Package agent is the turn: what a person said goes in, an answer comes out, and tools
// do what was asked on the way.
//
// It builds the prompt (package agent/prompt holds the pure part), talks to the model,
// runs the tools it calls, and commits each step, so that a turn cut off at any point
// goes on where it was: what is committed is read, never done again. It knows neither
// Telegram nor a database nor a vendor's API.
//
// Invariants:
//   - Every write of a turn happens in a transaction that begins with delivery's Guard:
//     a worker that lost its lane writes nothing more.
//   - A tool's result and what the tool changed are one transaction, keyed (turn, call).
//   - The final answer, the turn's end, the reply's body and the inbox rows are one
//     transaction.
//   - The start of the prompt is rebuilt from ids and versions, byte for byte; between
//     two cuts the window only grows.
//   - Nothing forgotten is in any prompt that is built afterwards.
//
// Start reading at Agent.Respond in respond.go; the prompt is in context.go.
package agent

import (
	"cmp"
	"log/slog"
	"math"
	"strconv"
	"sync"
	"time"

	"keepsake/agent/live"
	"keepsake/agent/receipt"
	"keepsake/clock"
	"keepsake/delivery"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/consolidate"
	"keepsake/memory/ingest"
	"keepsake/memory/recall"
	"keepsake/memory/shard"
	"keepsake/outside"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/task"
	"keepsake/templates"
	"keepsake/tool"
	"keepsake/tx"
	"keepsake/usage"
)

// Agent answers. A field may be empty where its comment says so; all others are needed. Config's zero fields mean its defaults.
type Agent struct {
	Name     string // the bot's name
	Store    string // the memory store it reads (scope.Scope.Store); "" = its name
	Chat     llm.Chat
	Sessions *session.Service
	Memory   *memory.Service
	Tasks    *task.Service   // for the receipts of tasks; nil = there are none
	Recall   *recall.Service // finds what a full snapshot left out
	Delivery *delivery.Service
	People   *people.Service
	Words    *templates.Words
	Tools    *tool.Registry
	Tx       tx.Runner
	Storage  tx.Readier // asked before each model call; nil = it is always ready
	Config   Config
	Usage    *usage.Service       // nil = nothing is counted, nothing limited
	Ingest   *ingest.Service      // forms memories of what was said, afterwards; nil = nothing does
	Forming  *consolidate.Service // makes digests of people's wishes; nil = nothing does
	Shards   *shard.Service       // what people keep together; nil = no prompt shows any
	Outside  *outside.Service     // calls of other programs' tools, for the receipts; nil = there are none
	Log      *slog.Logger         // nil = nothing is logged
	Now      clock.Now
	// Answered is called after each answered turn, with what its last run spent waiting for the model and on all else. It may be nil.
	Answered   func(model, own time.Duration)
	AskedAgain func(reason string, isMended bool) // an answer was asked for once more: again.Talk.Tell; nil = nothing is told

	// Colleagues are the agents that it may ask (Delegate). nil = it asks nobody.
	Colleagues []Colleague

	once  sync.Once
	queue chan string // sessions whose window may want tidying; see Run
}

// Config is what an operator may set. Zero fields mean the defaults named beside them.
type Config struct {
	Role        string         // who the bot is; "" = templates/prompts/role.md
	Named       bool           // a role file made it: its memory tools are remember, recall, list_memories
	Forgetful   bool           // it has no long-term memory
	ConfirmNew  string         // "ask" (default) or "auto": whether new facts are asked about first (R5)
	Zone        *time.Location // of people who chose none; UTC
	MaxSteps    int            // model calls of a turn that may call tools; 8
	ToolLimit   int            // domain tools offered at once (P30); 16
	SlowAfter   time.Duration  // until View.Slow; 10 s
	IdleRebuild time.Duration  // pause after which a changed snapshot is retaken; 5 min (R1)
	LateChanges int            // changes shown beside a snapshot before it is retaken; 12

	MaxMemories   int  // memories in a snapshot; 150 (R1)
	MemoryTokens  int  // tokens of a snapshot's memories; 6000
	ShardTokens   int  // tokens of what it shows of shards; 6000
	WindowTrigger int  // tokens of messages above which the window is cut; 16000 (F16)
	WindowTarget  int  // tokens it is cut to; 8000
	ImageTokens   int  // what a picture counts in it; session.DefaultImage
	Unbounded     bool // the window is cut only where the endpoint calls a prompt too long
	Speaks        bool // there is a model that speaks: answers are spoken as the chat's Manner says
	Reactions     bool // of people who chose nothing: whether their message gets a sign when something was remembered
	AnswerTokens  int  // most tokens of one answer; 0 = the client's default
	NoRetry       bool // the door cannot ask a question again
	ShowWhole     bool // an answer is shown whole, however long it is, and never as a file
	// WindowMessages is a second trigger: after each turn the window is trimmed to this number of
	// messages (I15, R13); 0 = it is not trimmed.
	WindowMessages int
	// ShowUsed says how a reply shows the memories that were looked up for it; "" = receipt.UsedOnDemand.
	ShowUsed receipt.ShowUsed
	// Keep is how long the ended conversations of a place and person are kept.
	Keep session.Retention
}

func (c Config) withDefaults() Config {
	def := func(v *int, d int) {
		if *v <= 0 {
			*v = d
		}
	}
	def(&c.MaxSteps, 8)
	def(&c.ToolLimit, 16)
	def(&c.LateChanges, 12)
	def(&c.MaxMemories, 150)
	def(&c.MemoryTokens, 6000)
	def(&c.ShardTokens, 6000)
	def(&c.WindowTrigger, windowTrigger)
	def(&c.WindowTarget, min(windowTrigger/2, c.WindowTrigger/2))
	if c.Unbounded {
		c.WindowTrigger = math.MaxInt32 / hardLimit
	}
	if c.SlowAfter <= 0 {
		c.SlowAfter = 10 * time.Second
	}
	if c.IdleRebuild <= 0 {
		c.IdleRebuild = 5 * time.Minute
	}
	if c.Zone == nil {
		c.Zone = time.UTC
	}
	return c
}

// window cuts between turns only: what the person asked and what became of it go together.
func (c Config) window() session.Window {
	return session.Window{Trigger: c.WindowTrigger, Target: c.WindowTarget, Image: c.ImageTokens, Turns: true}
}

// windowTrigger is Config.WindowTrigger's default.
const windowTrigger = 16000

// summaryPortion returns how many tokens of what scrolled away one summary is made of.
func (c Config) summaryPortion() int {
	if c.Unbounded {
		return windowTrigger
	}
	return c.WindowTrigger
}

// Incoming is what a person sent, ready to become (part of) a turn.
type Incoming struct {
	Claim  delivery.Claim
	Free   bool // whoever holds the claim has seen that the lane has no unfinished turn
	Place  session.Place
	Person people.Person // who wrote; without an ID: somebody anonymous, a channel
	// Group says that the place is a group's (the conversation is not the person's alone),
	// TopicMemory that it keeps one memory per topic.
	Group       bool
	TopicMemory bool
	Manner      people.Manner // chosen for the chat
	UpdateIDs   []int64       // inbox rows (delivery.Update.ID) that this answers
	// Messages are the person's, oldest first: Content, Quote, Name, Trust, Author,
	// External and At are the caller's; ID, Role (User) and TurnID are set here.
	Messages []session.Message
	Heard    []llm.Transcript // what writing down their voices cost: it is the turn's
	Spoken   bool             // the person said some of them aloud
	ReplyTo  int64            // the platform message the answer is attached to, 0 = none
	Answers  int64            // the platform message that the last of Messages is a reply to, 0 = none
}

// View shows an answer while it is being made.
type View = live.View

// store returns the name of the memory store.
func (a *Agent) store() string { return cmp.Or(a.Store, a.Name) }

func (a *Agent) config() Config { return a.Config.withDefaults() }

// Scopes returns whose memories a session reads; the first is where new ones go. In a
// group that is the group's alone, never anybody's private one (R4). The filter is the
// store's: nothing outside these scopes is ever loaded.
func Scopes(s session.Session) []scope.Scope {
	if s.IsGroup() {
		return []scope.Scope{GroupScope(s.Store, s.Place, s.TopicMemory)}
	}
	return []scope.Scope{{Store: s.Store, Kind: scope.User, ID: s.Person}}
}

// GroupScope returns the scope of a group: one for the whole group or, with topicMemory,
// one for each topic (R3).
func GroupScope(store string, p session.Place, topicMemory bool) scope.Scope {
	id := people.ID(p.Chat)
	if topicMemory && p.Topic != 0 {
		id += ":" + strconv.Itoa(p.Topic)
	}
	return scope.Scope{Store: store, Kind: scope.Group, ID: id}
}
