package agent

import (
	"context"

	"keepsake/agent/prompt"
	"keepsake/agent/receipt"
	"keepsake/memory"
	"keepsake/memory/reading"
	"keepsake/memory/recall"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/text"
)

// Bounds of the memories outside a full snapshot that a late block adds while memories do not form by themselves.
const (
	recalled       = 8
	recalledTokens = 800 // A34
)

// addRecalled adds to the late block what this message is about and the snapshot does not show: memories that a
// full snapshot left out, and those that formed by themselves (A32, A38, A39).
func (r *run) addRecalled(ctx context.Context, snap *session.Snapshot, window []session.Message) error {
	if r.session.Private {
		return nil
	}
	policy, err := r.a.readPolicy(ctx, r.scopes)
	if err != nil || snap.Omitted == 0 && policy == nil {
		return err
	}
	there, err := r.ownWrites(ctx)
	if err != nil {
		return err
	}
	for _, m := range r.shown {
		there[m.ID] = true
	}
	for _, m := range r.late.Changes.Added {
		there[m.ID] = true
	}
	found, tokens, err := r.a.lookUp(ctx, r.scopes, r.question(window), there, policy)
	if err != nil {
		return err
	}
	r.late.Remember(found, tokens)
	r.turn.Used = nil
	for _, m := range append(r.late.Recalled, r.late.Formed...) {
		r.turn.Used = append(r.turn.Used, m.ID)
	}
	return r.a.Memory.TouchShown(ctx, append(r.late.Recalled, r.late.Formed...))
}

// readPolicy returns the read policy for memories of these scopes that formed by themselves; nil = none of them is shown.
func (a *Agent) readPolicy(ctx context.Context, scopes []scope.Scope) (*reading.Policy, error) {
	if a.Ingest == nil || a.Config.Forgetful {
		return nil, nil
	}
	q := memory.ActiveQuery(scopes...)
	q.Origin = memory.Extracted
	if n, err := a.Memory.Count(ctx, q); err != nil || n == 0 {
		return nil, err
	}
	p, err := a.Ingest.CurrentPolicy(ctx)
	return p.Reads(), err
}

// showsUsed reports whether the memories that were looked up for an answer are shown under it, or a button for them.
func (a *Agent) showsUsed(t session.Turn) bool {
	return len(t.Used) > 0 && t.State == session.TurnAnswered && a.Config.ShowUsed != receipt.UsedOff
}

// usedMemories returns the memories that were looked up for an answer and are still remembered, in that order.
func (a *Agent) usedMemories(ctx context.Context, scopes []scope.Scope, t session.Turn) ([]memory.Memory, error) {
	if !a.showsUsed(t) {
		return nil, nil
	}
	q := memory.ActiveQuery(scopes...)
	q.IDs = t.Used
	ms, err := a.Memory.Find(ctx, q)
	return receipt.InOrder(ms, t.Used), err
}

// lookUp returns the memories that a text is about, the best first and without those that are there, and how many
// tokens the prompt may spend on them. Memories that formed by themselves are among them as far as reading allows; nil = none.
func (a *Agent) lookUp(ctx context.Context, scopes []scope.Scope, said string, there map[string]bool, reading *reading.Policy) ([]memory.Memory, int, error) {
	tokens := recalledTokens
	q := recall.Query{
		Scopes: scopes, Text: said, Limit: recalled, Skip: there, Varied: true,
		Cost: func(m memory.Memory) int { return text.Tokens(prompt.RememberedLine(m) + "\n") },
	}
	if reading != nil {
		q.Policy, q.Limit, tokens = reading, reading.MaxItems, reading.MaxTokens
	} else {
		q.Keep = func(m memory.Memory) bool { return m.Origin == memory.Explicit }
	}
	if q.Tokens = tokens - prompt.RememberedHeadings(); q.Tokens <= 0 {
		return nil, tokens, nil
	}
	hits, err := a.Recall.Find(ctx, q)
	found := make([]memory.Memory, len(hits))
	for i, h := range hits {
		found[i] = h.Memory
	}
	return found, tokens, err
}

// rememberFor returns the memories that a colleague's prompt shows, and adds to its late block what formed by itself
// and the question is about. In a private chat there are none.
func (a *Agent) rememberFor(ctx context.Context, late *prompt.Late, s session.Session, question string) ([]memory.Memory, error) {
	if s.Private {
		return nil, nil
	}
	cfg, scopes := a.config(), Scopes(s)
	live, err := a.findMemories(ctx, scopes)
	if err != nil {
		return nil, err
	}
	shown, _ := prompt.Select(live, a.Now.UTC(), cfg.MaxMemories, cfg.MemoryTokens)
	reading, err := a.readPolicy(ctx, scopes)
	if err != nil || reading == nil {
		return shown, err
	}
	there := make(map[string]bool, len(shown))
	for _, m := range shown {
		there[m.ID] = true
	}
	found, tokens, err := a.lookUp(ctx, scopes, question, there, reading)
	late.Remember(found, tokens)
	return shown, err
}
