// Package grounding asks memory/grounds about the call of a tool: did the person say what the model wants
// to write, and what do the words of others around it lend to it?
//
// It gathers what grounds and its judge need from a conversation: the person's own messages, and everything
// that somebody else wrote in this session, also what the window no longer shows, and memories that are
// not the person's word. It holds no rule of its own.
//
// Invariants: the judge is asked at most once a turn, in two steps, for all of its writes, before the transaction, and only
// where words do not settle a write; what it listed is stored with the result of the call that asked (turn,
// call), and a turn that is resumed reads it there.
//
// Start reading at Grounding.Prepare and Grounding.Judge.
package grounding

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/grounds"
	"keepsake/memory/grounds/judge"
	"keepsake/memory/grounds/own"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/tool"
	"keepsake/trust"
	"keepsake/usage"
)

// ReasonNoWords is why a model's write waits that no conversation stands behind.
const ReasonNoWords = "it was asked for outside of a conversation, so nothing shows that the person said it"

// maxScrolled is how many messages before the window are looked at for words of others.
const maxScrolled = 2000

// Grounding asks for the tools. It and its fields may be nil: then what they tell is not known.
type Grounding struct {
	Memories Memories
	Sessions session.Store
	Judge    *judge.Judge // nil = words alone decide
	// Check returns why the judge may not be asked for a call: *usage.Exceeded when a limit is reached or
	// near. Then words alone decide. nil = no limit.
	Check func(ctx context.Context, c tool.Call) error
}

// Memories reads memories.
type Memories interface {
	Find(ctx context.Context, q memory.Query) ([]memory.Memory, error)
}

// Listing is what the judge listed in a turn.
type Listing struct {
	Statements []grounds.Statement `json:"statements"`
	Asked      []string            `json:"asked,omitempty"`  // the claims that it compared with them
	Failed     bool                `json:"failed,omitempty"` // it did not answer; it is not asked again
	Model      string              `json:"model,omitempty"`
	usage      llm.Usage
	stored     bool // by an earlier call of the turn
}

// detail is how a listing and a verdict stand beside a call's result.
type detail struct {
	Listing *Listing `json:"listing,omitempty"`
	Allowed bool     `json:"allowed"`
	Method  string   `json:"method,omitempty"`
	Reason  string   `json:"reason,omitempty"`
}

// Prepare does what of the judgement may take a network, before the transaction of the call: nil when the
// words settle the write, or there is no judge.
func (g *Grounding) Prepare(ctx context.Context, c tool.Call, w grounds.Write) (*Listing, error) {
	if g == nil || g.Judge == nil || c.Conversation == nil || c.Actor.Kind != actor.Tool {
		return nil, nil
	}
	v, err := g.view(ctx, c, w)
	if err != nil || !grounds.Judge(w, v).IsOpen {
		return nil, err
	}
	if l := findListing(c.Conversation); l != nil {
		return l, nil
	}
	if g.Check != nil {
		if err := g.Check(ctx, c); err != nil {
			return nil, exceptLimit(err)
		}
	}
	claims, err := g.claims(ctx, c, w)
	if err != nil {
		return nil, err
	}
	listed, err := g.Judge.List(ctx, grounds.ListOwnTexts(v), claims)
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	l := &Listing{Statements: listed.Statements, Failed: err != nil, Model: listed.Model, usage: listed.Usage}
	for _, claim := range claims {
		if err == nil {
			l.Asked = append(l.Asked, claim.Text)
		}
	}
	return l, nil
}

// exceptLimit returns nil for a limit, else the error.
func exceptLimit(err error) error {
	if errors.Is(err, usage.ErrExceeded) {
		return nil
	}
	return fault.Op(err, "grounding: may the judge be asked")
}

// maxClaims is how many writes of one answer the judge is asked about.
const maxClaims = 8

// claims returns what a call and those beside it want to write: the judge is asked once about all of them.
func (g *Grounding) claims(ctx context.Context, c tool.Call, w grounds.Write) ([]judge.Claim, error) {
	out := []judge.Claim{{Text: grounds.ClaimOf(w.Content), Before: w.Before, Task: w.Task}}
	for _, call := range lastCalls(c.Conversation) {
		var args struct {
			Content  string `json:"content"`
			Title    string `json:"title"`
			MemoryID string `json:"memory_id"`
		}
		if json.Unmarshal([]byte(call.Arguments), &args) != nil {
			continue // the call itself says so
		}
		claim := judge.Claim{Text: grounds.ClaimOf(cmp.Or(args.Content, args.Title)), Task: args.Content == ""}
		if claim.Text == "" || len(out) == maxClaims || slices.ContainsFunc(out, func(o judge.Claim) bool { return o.Text == claim.Text }) {
			continue
		}
		if args.MemoryID != "" && g.Memories != nil {
			q := memory.RetentionQuery(c.Scopes...)
			q.IDs = []string{strings.TrimPrefix(args.MemoryID, "id:")}
			ms, err := g.Memories.Find(ctx, q)
			if err != nil {
				return nil, fault.Op(err, "grounding: the memory to be updated")
			}
			for _, m := range ms {
				claim.Before = m.Content
			}
		}
		out = append(out, claim)
	}
	return out, nil
}

// lastCalls returns the calls of the model's last answer in this turn.
func lastCalls(talk *tool.Conversation) []session.ToolCall {
	for _, m := range slices.Backward(talk.Window) {
		if m.TurnID == talk.Turn.ID && m.Role == session.Assistant && len(m.ToolCalls) > 0 {
			return m.ToolCalls
		}
	}
	return nil
}

// findListing returns what an earlier call of this turn stored.
func findListing(talk *tool.Conversation) *Listing {
	for _, m := range talk.Window {
		if m.TurnID != talk.Turn.ID || m.Role != session.Tool || m.Masked != nil || len(m.Structured) == 0 {
			continue
		}
		var d detail
		if json.Unmarshal(m.Structured, &d) == nil && d.Listing != nil {
			d.Listing.stored = true
			return d.Listing
		}
	}
	return nil
}

// Ask returns the verdict about a write. Without a conversation there are no words to compare: what a
// person asks for at a door of their own is allowed, what a model asks for waits.
func (g *Grounding) Ask(ctx context.Context, c tool.Call, w grounds.Write, l *Listing) (grounds.Verdict, error) {
	if c.Conversation == nil {
		if c.Actor.Kind == actor.Tool {
			return grounds.Verdict{Reason: ReasonNoWords}, nil
		}
		return grounds.Verdict{Allowed: true, SaidNow: true, Subject: w.Subject}, nil
	}
	v, err := g.view(ctx, c, w)
	if err != nil {
		return grounds.Verdict{}, err
	}
	if l != nil {
		v.Stated, v.Asked = append([]grounds.Statement{}, l.Statements...), l.Asked
	}
	return grounds.Judge(w, v), nil
}

// OwnWords returns what the person asks to keep in their own words, where a write waits (memory/grounds/own); nil when they do not, or
// what they say is a secret as the claim words it ("the door opens with 8820"): then the claim is refused as any other.
func (g *Grounding) OwnWords(ctx context.Context, c tool.Call, w grounds.Write, waiting grounds.Verdict) (*own.Words, error) {
	if c.Conversation == nil || memory.HoldsSecret(w.Content) {
		return nil, nil
	}
	v, err := g.view(ctx, c, w)
	if err != nil {
		return nil, err
	}
	return own.Find(w, v, waiting), nil
}

// Spent implements tool.Spender.
func (l *Listing) Spent() (llm.Purpose, llm.Usage) {
	if l == nil || l.stored {
		return llm.Judging, llm.Usage{}
	}
	return llm.Judging, l.usage
}

// Record adds to a call's result how it was judged.
func (l *Listing) Record(r *tool.Result, v grounds.Verdict) {
	if l == nil {
		return
	}
	d := detail{Allowed: v.Allowed, Method: v.Method, Reason: v.Reason}
	if !l.stored {
		d.Listing = l
	}
	r.Detail, _ = json.Marshal(d) // plain fields always marshal
}

// view returns what grounds is to know of a call's conversation to judge a write.
func (g *Grounding) view(ctx context.Context, c tool.Call, w grounds.Write) (grounds.View, error) {
	talk := c.Conversation
	v := grounds.View{Window: talk.Window, TurnID: talk.Turn.ID, Group: talk.Session.IsGroup(), Speaker: talk.Speaker.ID, Name: talk.Speaker.Name, Zone: c.Zone, Task: w.Task}
	if v.Group && v.Speaker != "" {
		v.Self = people.Label(talk.Speaker.Name, v.Speaker)
	}
	scrolled, err := g.scrolled(ctx, talk, v)
	if err != nil {
		return v, err
	}
	lesser, err := g.lesserMemories(ctx, c)
	v.Foreign = append(scrolled, lesser...)
	return v, err
}

// scrolled returns the texts of others in this session that the window no longer shows, whether a summary
// stands in for them or not.
func (g *Grounding) scrolled(ctx context.Context, talk *tool.Conversation, v grounds.View) (texts []string, err error) {
	if g == nil || g.Sessions == nil || len(talk.Window) == 0 || talk.Window[0].Seq <= 1 {
		return nil, nil
	}
	to := talk.Window[0].Seq
	from := max(1, to-maxScrolled)
	ms, err := g.Sessions.Messages(ctx, talk.Session.ID, from, int(to-from))
	if err != nil {
		return nil, fault.Op(err, "grounding: what scrolled away")
	}
	for _, m := range ms {
		if m.Seq >= to || m.Masked != nil {
			continue
		}
		if v.IsForeign(m) {
			texts = append(texts, m.Content)
		}
		if quoted := grounds.Quoted(m); quoted != "" {
			texts = append(texts, quoted)
		}
	}
	return texts, nil
}

// lesserMemories returns the memories of the scopes that are not the speaker's own word, those in the
// archive, too, which a search finds: a model that read them has read somebody else.
func (g *Grounding) lesserMemories(ctx context.Context, c tool.Call) (texts []string, err error) {
	if g == nil || g.Memories == nil || len(c.Scopes) == 0 {
		return nil, nil
	}
	q := memory.RetentionQuery(c.Scopes...)
	q.Foreign = true
	ms, err := g.Memories.Find(ctx, q)
	for _, m := range ms {
		if Trust(c, m).Foreign() {
			texts = append(texts, m.Content)
		}
	}
	return texts, fault.Op(err, "grounding: memories of others' words")
}

// Trust returns how far a memory that a call reads may be trusted as the speaker's own words. What stands in
// a memory that people share is another member's word unless it names the speaker, as what they
// say there is written.
func Trust(c tool.Call, m memory.Memory) trust.Level {
	if m.Trust.Foreign() || m.Scope.Kind == scope.User {
		return m.Trust
	}
	if talk := c.Conversation; talk != nil && talk.Speaker.ID != "" && strings.Contains(m.Content, people.Label(talk.Speaker.Name, talk.Speaker.ID)) {
		return m.Trust
	}
	return min(m.Trust, trust.Member)
}

// LeastTrust returns how far a result that shows these memories may be trusted: as the least of them;
// Unknown when all are the speaker's own.
func LeastTrust(c tool.Call, ms ...memory.Memory) trust.Level {
	levels := make([]trust.Level, len(ms))
	for i, m := range ms {
		levels[i] = Trust(c, m)
	}
	return trust.LeastForeign(levels...)
}
