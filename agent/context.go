package agent

import (
	"context"
	"maps"
	"slices"
	"time"

	"keepsake/agent/again"
	"keepsake/agent/digested"
	"keepsake/agent/prompt"
	"keepsake/agent/turnlog"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/memory/offer"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/tracing"
	"keepsake/trust"
)

// commitLag bounds the time from a change's own date to its commit.
const commitLag = 5 * time.Second

// build returns the request for the next model call of a run. Everything that can have
// been forgotten is read afresh: the summary, the messages, what the snapshot shows. What
// was read when the turn was opened serves while no revision has moved since its snapshot.
func (r *run) build(ctx context.Context) (_ llm.Request, err error) {
	ctx, span := tracing.Start(ctx, "prompt")
	defer func() { span.End(err) }()
	r.builtAt = r.a.Now.UTC()
	// Before all else: what is forgotten while the rest is read shows as a moved revision.
	everybody := Everybody(r.a.Store)
	revisions, err := r.readRevisions(ctx, everybody)
	if err != nil {
		return llm.Request{}, err
	}
	written := revisions[everybody]
	delete(revisions, everybody) // it is no part of the snapshot
	s, window, err := r.loadConversation(ctx, revisions)
	if err != nil {
		return llm.Request{}, err
	}
	if window, err = r.cutWindow(ctx, &s, window); err != nil {
		return llm.Request{}, err
	}
	if !r.built && !r.cfg.Forgetful && !s.Private {
		if r.refused, r.withdrawn, err = offer.NotKept(ctx, r.a.Memory, r.scopes, window, r.turn.ID); err != nil {
			return llm.Request{}, err
		}
	}
	waiting, err := offer.FindAskedAgain(ctx, r.a.Memory, r.scopes, r.turn.ID, r.messages)
	if err != nil {
		return llm.Request{}, err
	}
	if err := r.prepareSnapshot(ctx, &s, window, revisions); err != nil {
		return llm.Request{}, err
	}
	if err := r.loadEverybody(ctx, written); err != nil {
		return llm.Request{}, err
	}
	r.late.Refused, r.late.Everybody, r.late.Hint, r.late.Wishes, r.late.Withdrawn = r.refused, r.everybody, r.hint, r.blocks.Wishes, r.withdrawn
	r.late.Waiting = waiting
	r.session, r.window, r.fresh = s, window, false
	r.memories = digested.Join(prompt.MemoryIn(s.IsGroup(), r.shown), r.contents)
	p := prompt.Prompt{
		Rules:   r.a.rules(s.IsGroup()),
		Memory:  r.memories,
		Summary: s.Summary,
		Window:  window,
		TurnID:  r.turn.ID,
		Late:    r.late,
	}
	return llm.Request{
		Messages:  prompt.Build(p),
		Tools:     r.a.Tools.Offer(s.Snapshot.Tools),
		MaxTokens: r.cfg.AnswerTokens, Conversation: s.ID, Model: r.manner.Model,
	}, nil
}

// prepareSnapshot makes sure that the session has a snapshot that may still be used, and fills
// r.shown (what it shows) and r.late (what differs since, in this turn's late block).
//
// A snapshot is retaken when there is none; when something it shows is forgotten or has
// expired; at the start of a turn, when its scopes changed and either the pause was long
// enough for the provider's cache to be cold or the changes are too many to ride beside
// it.
func (r *run) prepareSnapshot(ctx context.Context, s *session.Session, window []session.Message, revisions map[scope.Scope]int64) (err error) {
	moved := s.Snapshot != nil && prompt.HaveMoved(s.Snapshot.Revisions, revisions)
	first := !r.built
	r.built = true
	if s.Snapshot == nil || prompt.IsExpired(s.Snapshot, r.a.Now.UTC()) {
		return r.takeSnapshot(ctx, s, window)
	}
	if !first && !prompt.HaveMoved(r.seen, revisions) {
		return nil // nothing was written since the last step
	}
	if r.shown, err = r.a.Memory.At(ctx, prompt.RefsOf(s.Snapshot)); err != nil {
		return err
	}
	r.late = r.lateBlock(window)
	whole := false
	if r.contents, whole, err = r.blocks.Read(ctx, s.Snapshot, &r.late); err != nil {
		return err
	}
	if !whole {
		return r.takeSnapshot(ctx, s, window)
	}
	if moved {
		changes, err := r.compareSnapshot(ctx, s.Snapshot)
		if err != nil {
			return err
		}
		if changes.Gone || first && (r.isIdle(window) || changes.Len()+len(r.late.Shared) > r.cfg.LateChanges) {
			return r.takeSnapshot(ctx, s, window)
		}
		own, err := r.ownWrites(ctx)
		if err != nil {
			return err
		}
		r.late.Changes = changes.Without(own)
	}
	r.seen = prompt.RevisionKeys(revisions)
	if first {
		if err := r.offerMore(ctx, s, window); err != nil {
			return err
		}
	}
	return r.addRecalled(ctx, s.Snapshot, window)
}

// lateBlock returns the late block without what is remembered.
func (r *run) lateBlock(window []session.Message) prompt.Late {
	late := prompt.Late{Now: r.began, Zone: r.zone, Private: r.session.Private, Tone: r.manner.Tone}
	if !r.session.IsGroup() {
		return late
	}
	for _, m := range window { // as the last of their messages is labelled; others' files may be among them
		if m.TurnID == r.turn.ID && m.Role == session.User && m.Author == r.turn.Person {
			late.Speaker = people.Label(m.Name, m.Author)
		}
	}
	return late
}

// compareSnapshot returns how the memories now differ from those that the snapshot shows.
func (r *run) compareSnapshot(ctx context.Context, snap *session.Snapshot) (prompt.Changes, error) {
	live, err := r.findMemories(ctx)
	if err != nil {
		return prompt.Changes{}, err
	}
	var fresh map[string]bool
	if snap.Omitted > 0 {
		// A commit may carry a time a little before that of a snapshot that did not see it.
		changes, err := r.a.Memory.ChangesSince(ctx, r.scopes, snap.TakenAt.Add(-commitLag), lookBack)
		if err != nil {
			return prompt.Changes{}, err
		}
		fresh = prompt.Fresh(changes)
	}
	c := prompt.Compare(r.shown, live, fresh)
	// A ref whose memory the store has not any more is not among the shown ones.
	c.Gone = c.Gone || len(r.shown) < len(snap.Memories)
	return c, nil
}

// findMemories returns the memories that belong into a snapshot of this run.
func (r *run) findMemories(ctx context.Context) ([]memory.Memory, error) {
	if r.session.Private {
		return nil, nil
	}
	return r.a.findMemories(ctx, r.scopes)
}

// findMemories returns the memories of these scopes that belong into a snapshot: explicit,
// active and unexpired. An agent without a long-term memory has none.
func (a *Agent) findMemories(ctx context.Context, scopes []scope.Scope) ([]memory.Memory, error) {
	if a.Config.Forgetful {
		return nil, nil
	}
	ms, err := a.Memory.Find(ctx, memory.ActiveQuery(scopes...))
	now := a.Now.UTC()
	return slices.DeleteFunc(ms, func(m memory.Memory) bool {
		return m.Origin != memory.Explicit || m.ExpiresAt != nil && !m.ExpiresAt.After(now)
	}), err
}

// takeSnapshot takes a new snapshot and stores it on the session, as ids and versions.
func (r *run) takeSnapshot(ctx context.Context, s *session.Session, window []session.Message) error {
	var shown []memory.Memory
	next, err := r.updateSession(ctx, func(ctx context.Context, x *session.Session) error {
		// Revisions first: what is written meanwhile shows as a moved revision.
		revisions, err := r.readRevisions(ctx)
		if err != nil {
			return err
		}
		live, err := r.findMemories(ctx)
		if err != nil {
			return err
		}
		snap := &session.Snapshot{TakenAt: r.a.Now.UTC(), Revisions: prompt.RevisionKeys(revisions)}
		shown, snap.Omitted = prompt.Select(live, r.a.Now.UTC(), r.cfg.MaxMemories, r.cfg.MemoryTokens)
		if !r.session.Private { // what is in the archive is not shown either, and can be searched for
			archived, err := r.a.Memory.Count(ctx, memory.ArchivedQuery(r.scopes...))
			if err != nil {
				return err
			}
			snap.Omitted += archived
		}
		for _, m := range shown {
			snap.Memories = append(snap.Memories, session.Ref{ID: m.ID, Version: m.Version})
			if m.ExpiresAt != nil && (snap.ValidUntil == nil || m.ExpiresAt.Before(*snap.ValidUntil)) {
				snap.ValidUntil = m.ExpiresAt
			}
		}
		snap.Tools = r.a.Tools.Choose(nil, r.question(window), r.cfg.ToolLimit, r.session.IsGroup(), snap.Omitted > 0)
		if snap.Blocks, err = r.blocks.Take(ctx, r.a.Now.UTC()); err != nil {
			return err
		}
		x.Snapshot = snap
		return r.a.Memory.TouchShown(ctx, shown)
	})
	if err != nil {
		return err
	}
	*s, r.shown, r.seen = next, shown, next.Snapshot.Revisions
	r.late = r.lateBlock(window)
	if r.contents, _, err = r.blocks.Read(ctx, s.Snapshot, &r.late); err != nil { // what is forgotten just now shows as a moved revision
		return err
	}
	return r.addRecalled(ctx, s.Snapshot, window)
}

// readRevisions returns the revisions of all that a snapshot may show, and of more scopes.
func (r *run) readRevisions(ctx context.Context, more ...scope.Scope) (map[scope.Scope]int64, error) {
	r.blocks = digested.Blocks{Owner: r.scopes[0], Session: r.session, Name: r.voice.person.Name, Speaker: r.turn.Person, Tokens: r.cfg.ShardTokens}
	if !r.cfg.Forgetful && !r.session.Private {
		r.blocks.Forming, r.blocks.Shards = r.a.Forming, r.a.Shards
	}
	own, err := r.blocks.Revisions(ctx)
	if err != nil {
		return nil, err
	}
	revisions, err := r.a.Memory.Revisions(ctx, append(slices.Clone(r.scopes), more...))
	maps.Copy(revisions, own)
	return revisions, err
}

// offerMore appends tools that this turn's message asks for; those offered stay where
// they are.
func (r *run) offerMore(ctx context.Context, s *session.Session, window []session.Message) error {
	names := r.a.Tools.Choose(s.Snapshot.Tools, r.question(window), r.cfg.ToolLimit, r.session.IsGroup(), s.Snapshot.Omitted > 0)
	if slices.Equal(names, s.Snapshot.Tools) {
		return nil
	}
	next, err := r.updateSession(ctx, func(_ context.Context, x *session.Session) error {
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

// ownWrites returns the memories that this turn's tools wrote: their results tell already.
func (r *run) ownWrites(ctx context.Context) (map[string]bool, error) {
	changes, err := r.a.Memory.TurnChanges(ctx, r.turn.ID)
	own := map[string]bool{}
	for _, c := range changes {
		own[c.MemoryID] = c.Actor.CallID != "" // a yes to an offer has no result that tells
	}
	return own, err
}

// checkForgotten returns the time to mask the next message with when something that the last
// prompt held was forgotten while the model was answering; nil when nothing was. The person
// still gets the answer, but no later prompt holds it. changed reports whether any memory was
// changed since, forgotten or not.
func (r *run) checkForgotten(ctx context.Context) (masked *time.Time, changed bool, err error) {
	revisions, err := r.a.Memory.Revisions(ctx, r.scopes)
	if err != nil || !prompt.HaveMoved(r.seen, revisions) {
		return nil, false, err
	}
	changes, err := r.a.Memory.ChangesSince(ctx, r.scopes, r.builtAt.Add(-commitLag), lookBack)
	if err != nil {
		return nil, true, err
	}
	since := 0 // a change is a revision: these are the newest ones
	for scope, n := range prompt.RevisionKeys(revisions) {
		since += int(n - r.seen[scope])
	}
	if !forget.HasForgotten(changes[max(0, len(changes)-since):]) {
		return nil, true, nil
	}
	now := r.a.Now.UTC()
	return &now, true, nil
}

// question returns the words of the messages that this turn answers, without the texts of files.
func (r *run) question(window []session.Message) string {
	var parts []string
	for _, m := range window {
		if m.TurnID == r.turn.ID && m.Role == session.User && m.Masked == nil && m.Trust != trust.Document {
			parts = append(parts, m.Content, m.Edited, m.Quote)
		}
	}
	return turnlog.Join(parts...)
}

// isIdle reports whether the last prompt of the session is older than Config.IdleRebuild: a new prefix costs nothing then.
func (r *run) isIdle(window []session.Message) bool {
	var last time.Time
	for _, m := range window {
		if m.Role != session.User && m.At.After(last) {
			last = m.At
		}
	}
	return r.a.Now.UTC().Sub(last) >= r.cfg.IdleRebuild
}

// talkWith returns an answer and what it was made from, to tell whether it is asked for again.
func (r *run) talkWith(answer string) again.Talk {
	return again.TalkOf(r.window, r.turn.ID, answer, !r.session.Private && !r.cfg.Forgetful, r.memories, r.session.Summary, r.late.String())
}
