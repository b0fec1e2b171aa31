package agent

import (
	"context"
	"slices"
	"time"

	"keepsake/agent/prompt"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/people"
	"keepsake/session"
	"keepsake/text"
	"keepsake/tracing"
	"keepsake/trust"
)

// Bounds of the memories outside a full snapshot that a late block adds.
const (
	recalled       = 8
	recalledTokens = 800 // A34
)

// commitLag bounds the time from a change's own date to its commit.
const commitLag = 5 * time.Second

// hardLimit is how much of Config.WindowTrigger a window may hold when a prompt is built.
// Ordinarily Tidy cuts at the trigger, with a summary in the same step; only a window
// that grew past this before Tidy came is cut without.
const hardLimit = 2

// build returns the request for the next model call of a run. Everything that can have
// been forgotten is read afresh: the summary, the messages, what the snapshot shows.
func (r *run) build(ctx context.Context) (_ llm.Request, err error) {
	ctx, span := tracing.Start(ctx, "prompt")
	defer func() { span.End(err) }()
	r.builtAt = r.a.now()
	s, err := r.a.Sessions.Get(ctx, r.turn.SessionID)
	if err != nil {
		return llm.Request{}, err
	}
	window, err := r.a.Sessions.Window(ctx, s)
	if err != nil {
		return llm.Request{}, err
	}
	if window, err = r.fit(ctx, &s, window); err != nil {
		return llm.Request{}, err
	}
	if err := r.remember(ctx, &s, window); err != nil {
		return llm.Request{}, err
	}
	r.session = s
	p := prompt.Prompt{
		Rules:   r.a.rules(s.Group()),
		Memory:  memoryBlock(s, r.shown),
		Summary: s.Summary,
		Window:  window,
		TurnID:  r.turn.ID,
		Late:    r.late,
	}
	return llm.Request{
		Messages:  prompt.Build(p),
		Tools:     r.a.Tools.Offer(s.Snapshot.Tools),
		MaxTokens: r.cfg.AnswerTokens,
	}, nil
}

// fit cuts a window that is far too long; see hardLimit. r.squeeze says that the endpoint
// refused the prompt as too long: then it is cut to the quarter of the target.
func (r *run) fit(ctx context.Context, s *session.Session, window []session.Message) ([]session.Message, error) {
	w := r.cfg.window()
	w.Trigger *= hardLimit
	if r.squeeze {
		w.Target /= 4
		w.Trigger = w.Target
	}
	from, over := w.Cut(window)
	if over {
		r.a.log().Warn("the newest turn alone is over the window's budget", "turn", r.turn.ID, "target", w.Target)
	}
	if len(window) == 0 || from == window[0].Seq {
		return window, nil
	}
	next, err := r.update(ctx, func(_ context.Context, x *session.Session) error {
		x.WindowFrom = max(x.WindowFrom, from)
		return nil
	})
	if err != nil {
		return nil, err
	}
	*s = next
	for i, m := range window {
		if m.Seq >= from {
			return window[i:], nil
		}
	}
	return window, nil
}

// update changes the session of the run in one guarded transaction.
func (r *run) update(ctx context.Context, fn func(ctx context.Context, s *session.Session) error) (session.Session, error) {
	var out session.Session
	err := r.a.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := r.a.Delivery.Guard(ctx, r.claim); err != nil {
			return err
		}
		var err error
		out, err = r.a.Sessions.Update(ctx, r.turn.SessionID, fn)
		return err
	})
	return out, err
}

// remember makes sure that the session has a snapshot that may still be used, and fills
// r.shown (what it shows) and r.late (what differs since, in this turn's late block).
//
// A snapshot is retaken when there is none; when something it shows is forgotten or has
// expired; at the start of a turn, when its scopes changed and either the pause was long
// enough for the provider's cache to be cold or the changes are too many to ride beside
// it.
func (r *run) remember(ctx context.Context, s *session.Session, window []session.Message) error {
	revisions, err := r.a.Memory.Store.Revisions(ctx, r.scopes)
	if err != nil {
		return err
	}
	moved := s.Snapshot != nil && differ(s.Snapshot.Revisions, revisions)
	first := !r.built
	r.built = true
	if s.Snapshot == nil || expired(s.Snapshot, r.a.now()) {
		return r.retake(ctx, s, window)
	}
	if !first && !differ(r.seen, revisions) {
		return nil // nothing was written since the last step
	}
	if r.shown, err = r.a.Memory.Store.At(ctx, s.Snapshot.Memories); err != nil {
		return err
	}
	r.late = r.lateBlock(window)
	if moved {
		changes, err := r.changes(ctx, s.Snapshot)
		if err != nil {
			return err
		}
		if changes.Gone || first && (r.idle(window) || changes.Len() > r.cfg.LateChanges) {
			return r.retake(ctx, s, window)
		}
		own, err := r.ownWrites(ctx)
		if err != nil {
			return err
		}
		r.late.Changes = changes.Without(own)
	}
	r.seen = keyed(revisions)
	if first {
		if err := r.offerMore(ctx, s, window); err != nil {
			return err
		}
	}
	return r.recall(ctx, s.Snapshot, window)
}

// lateBlock returns the late block without what is remembered.
func (r *run) lateBlock(window []session.Message) prompt.Late {
	late := prompt.Late{Now: r.began, Zone: r.zone}
	if !r.session.Group() {
		return late
	}
	for _, m := range window { // as the last of their messages is labelled; others' files may be among them
		if m.TurnID == r.turn.ID && m.Role == session.User && m.Author == r.turn.Person {
			late.Speaker = people.Label(m.Name, m.Author)
		}
	}
	return late
}

// changes compares what the snapshot shows with what is remembered now.
func (r *run) changes(ctx context.Context, snap *session.Snapshot) (prompt.Changes, error) {
	live, err := r.live(ctx)
	if err != nil {
		return prompt.Changes{}, err
	}
	var fresh map[string]bool
	if snap.Omitted > 0 {
		// A commit may carry a time a little before that of a snapshot that did not see it.
		changes, err := r.a.Memory.Store.ChangesSince(ctx, r.scopes, snap.TakenAt.Add(-commitLag), lookBack)
		if err != nil {
			return prompt.Changes{}, err
		}
		fresh = map[string]bool{}
		for _, c := range changes {
			if c.Op != memory.OpPin && c.Op != memory.OpUnpin {
				fresh[c.MemoryID] = true
			}
		}
	}
	c := prompt.Compare(r.shown, live, fresh)
	// A ref whose memory the store has not any more is not among the shown ones.
	c.Gone = c.Gone || len(r.shown) < len(snap.Memories)
	return c, nil
}

// live returns everything that belongs into a snapshot now: explicit, active, unexpired.
func (r *run) live(ctx context.Context) ([]memory.Memory, error) {
	return r.a.live(ctx, r.scopes)
}

// live is what of these scopes belongs into a snapshot: nothing for one who keeps nothing.
func (a *Agent) live(ctx context.Context, scopes []memory.Scope) ([]memory.Memory, error) {
	if a.Config.Forgetful {
		return nil, nil
	}
	ms, err := a.Memory.Store.Find(ctx, memory.Known(scopes...))
	now := a.now()
	return slices.DeleteFunc(ms, func(m memory.Memory) bool {
		return m.Origin != memory.Explicit || m.ExpiresAt != nil && !m.ExpiresAt.After(now)
	}), err
}

// retake takes a new snapshot and stores it on the session, as ids and versions.
func (r *run) retake(ctx context.Context, s *session.Session, window []session.Message) error {
	var shown []memory.Memory
	next, err := r.update(ctx, func(ctx context.Context, x *session.Session) error {
		// Revisions first: what is written meanwhile shows as a moved revision.
		revisions, err := r.a.Memory.Store.Revisions(ctx, r.scopes)
		if err != nil {
			return err
		}
		live, err := r.live(ctx)
		if err != nil {
			return err
		}
		snap := &session.Snapshot{TakenAt: r.a.now(), Revisions: keyed(revisions)}
		shown, snap.Omitted = prompt.Select(live, r.a.now(), r.cfg.MaxMemories, r.cfg.MemoryTokens)
		// What is in the archive is not shown either, and can be searched for.
		archived, err := r.a.Memory.Store.Count(ctx, memory.InArchive(r.scopes...))
		if err != nil {
			return err
		}
		snap.Omitted += archived
		for _, m := range shown {
			snap.Memories = append(snap.Memories, memory.Ref{ID: m.ID, Version: m.Version})
			if m.ExpiresAt != nil && (snap.ValidUntil == nil || m.ExpiresAt.Before(*snap.ValidUntil)) {
				snap.ValidUntil = m.ExpiresAt
			}
		}
		snap.Tools = r.a.Tools.Choose(nil, r.asked(window), r.cfg.ToolLimit, r.session.Group(), snap.Omitted > 0)
		x.Snapshot = snap
		return nil
	})
	if err != nil {
		return err
	}
	*s, r.shown, r.seen = next, shown, next.Snapshot.Revisions
	r.late = r.lateBlock(window)
	return r.recall(ctx, s.Snapshot, window)
}

// offerMore appends tools that this turn's message asks for; those offered stay where
// they are.
func (r *run) offerMore(ctx context.Context, s *session.Session, window []session.Message) error {
	names := r.a.Tools.Choose(s.Snapshot.Tools, r.asked(window), r.cfg.ToolLimit, r.session.Group(), s.Snapshot.Omitted > 0)
	if slices.Equal(names, s.Snapshot.Tools) {
		return nil
	}
	next, err := r.update(ctx, func(_ context.Context, x *session.Session) error {
		if x.Snapshot != nil {
			x.Snapshot.Tools = names
		}
		return nil
	})
	if err == nil && next.Snapshot != nil {
		*s = next
	}
	return err
}

// recall adds to the late block what a full snapshot left out and this message is about.
func (r *run) recall(ctx context.Context, snap *session.Snapshot, window []session.Message) error {
	if snap.Omitted == 0 {
		return nil
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
	hits, err := r.a.Recall.Find(ctx, recall.Query{
		Scopes: r.scopes, Text: r.asked(window), Limit: recalled, Tokens: recalledTokens, Skip: there,
		Cost: func(m memory.Memory) int { return text.Tokens(prompt.Line(m) + "\n") },
		Keep: func(m memory.Memory) bool { return m.Origin == memory.Explicit },
	})
	if err != nil {
		return err
	}
	r.late.Recalled = nil
	for _, h := range hits {
		r.late.Recalled = append(r.late.Recalled, h.Memory)
	}
	return r.a.Recall.Brought(ctx, hits)
}

// ownWrites returns the memories that this turn's tools wrote: their results tell already.
func (r *run) ownWrites(ctx context.Context) (map[string]bool, error) {
	changes, err := r.a.Memory.Store.Changes(ctx, "", r.turn.ID)
	own := map[string]bool{}
	for _, c := range changes {
		own[c.MemoryID] = true
	}
	return own, err
}

// stain returns when the answer to the last prompt is masked as soon as it is written:
// what the prompt held was forgotten while the model was answering. The person has their
// answer; the next prompt does not have it. nil: nothing was forgotten.
func (r *run) stain(ctx context.Context) (*time.Time, error) {
	revisions, err := r.a.Memory.Store.Revisions(ctx, r.scopes)
	if err != nil || !differ(r.seen, revisions) {
		return nil, err
	}
	changes, err := r.a.Memory.Store.ChangesSince(ctx, r.scopes, r.builtAt.Add(-commitLag), lookBack)
	if err != nil {
		return nil, err
	}
	since := 0 // a change is a revision: these are the newest ones
	for scope, n := range keyed(revisions) {
		since += int(n - r.seen[scope])
	}
	if !forgets(changes[max(0, len(changes)-since):]) {
		return nil, nil
	}
	now := r.a.now()
	return &now, nil
}

// asked returns the words of the messages that this turn answers, those of files apart:
// what a document is about is not what the person asks.
func (r *run) asked(window []session.Message) string {
	var parts []string
	for _, m := range window {
		if m.TurnID == r.turn.ID && m.Role == session.User && m.Masked == nil && m.Trust != trust.Document {
			parts = append(parts, m.Content, m.Edited, m.Quote)
		}
	}
	return joinParts(parts...)
}

// idle reports whether the last prompt of the session is so long ago that the provider
// has forgotten it: then a new prefix costs nothing.
func (r *run) idle(window []session.Message) bool {
	var last time.Time
	for _, m := range window {
		if m.Role != session.User && m.At.After(last) {
			last = m.At
		}
	}
	return r.a.now().Sub(last) >= r.cfg.IdleRebuild
}

func expired(s *session.Snapshot, now time.Time) bool {
	return s.ValidUntil != nil && !s.ValidUntil.After(now)
}

// keyed returns revisions as a snapshot keeps them.
func keyed(revisions map[memory.Scope]int64) map[string]int64 {
	out := make(map[string]int64, len(revisions))
	for s, n := range revisions {
		out[s.Store+"/"+string(s.Kind)+"/"+s.ID] = n
	}
	return out
}

func differ(was map[string]int64, now map[memory.Scope]int64) bool {
	for k, n := range keyed(now) {
		if was[k] != n {
			return true
		}
	}
	return false
}
