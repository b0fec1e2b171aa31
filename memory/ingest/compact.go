package ingest

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/doubles"
	"keepsake/memory/policy"
	"keepsake/memory/writeswitch"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
)

// This file compacts near-duplicates: of two memories of a scope that say the same, or of which one says
// more, the one that says less goes to the archive (A50). No text is rewritten: a memory is archived only if
// another one contains its words and a judge agrees. Memories that a person asked for or pinned, and memories
// with more trust than the one that would replace them, are never archived. A run covers one scope, is one
// batch of changes, and can be reverted whole.

const (
	compactScopes = 1000 // that are enqueued at once
	compactMost   = 1200 // memories of a scope that are compared
)

// errParked says that a run was parked, and is not put off.
var errParked = errors.New("the run is parked")

const reasonMerged = "another memory says it as well"

// Compact enqueues a run for each scope of the store that was written to since the last one, and returns
// how many. Work does them. It does nothing unless extraction is on, in the mode that writes by itself.
func (s *Service) Compact(ctx context.Context) (int, error) {
	if s == nil || s.ReadOnly {
		return 0, nil
	}
	if p, err := s.CurrentPolicy(ctx); err != nil || !p.Enable || p.Mode != policy.Auto {
		return 0, fault.Op(err, "ingest: compact")
	}
	if all, err := s.Writes.Get(ctx, writeswitch.Everybody); err != nil || all.Off {
		return 0, fault.Op(err, "ingest: compact")
	}
	due, err := s.Candidates.Uncompacted(ctx, s.Store, compactScopes)
	if err != nil {
		return 0, fault.Op(err, "ingest: compact")
	}
	for owner, revision := range due {
		run := candidate.Run{Scope: owner, ToSeq: revision}
		if _, err := s.Candidates.Begin(ctx, actor.Actor{Kind: actor.Consolidation}, run); err != nil {
			return 0, fault.Op(err, "ingest: compact")
		}
	}
	return len(due), nil
}

// compact does a run of consolidation.
func (j *job) compact(ctx context.Context) error {
	on, err := j.loadScope(ctx)
	if err != nil {
		return err
	}
	q := memory.ActiveQuery(j.run.Scope)
	q.Kinds, q.Limit = []memory.Kind{memory.Item}, compactMost
	all, err := j.s.Memory.Find(ctx, q)
	if err != nil {
		return err
	}
	var agreed []doubles.Pair
	if pairs := doubles.Find(all, maxPairs); on && len(pairs) > 0 {
		if own, err := j.s.Writes.Get(ctx, j.run.Scope); err != nil || own.Off {
			return cmp.Or(err, error(memory.ErrReadOnly))
		}
		if err := j.s.Usage.CheckSide(ctx, j.payer); err != nil {
			return err
		}
		if agreed, err = j.judgeDoubles(ctx, pairs); err != nil {
			return err
		}
	}
	if j.policy.IsTooMany(len(agreed), len(all)) && j.run.Error != candidate.ReasonTooMany(j.run.Kind) {
		return j.park(ctx, candidate.ReasonTooMany(j.run.Kind), candidate.Question{
			Scope: j.run.Scope, RunID: j.run.ID, Kind: j.run.Kind, Going: len(agreed), Of: len(all),
		})
	}
	return j.commitDoubles(ctx, agreed)
}

// loadScope reads on whose account the scope is, and whether its person, or its group, lets memories form.
func (j *job) loadScope(ctx context.Context) (on bool, err error) {
	x := session.Session{Person: j.run.Scope.ID, Place: session.Place{Bot: j.s.Bot}}
	switch owner := j.run.Scope; owner.Kind {
	case scope.User:
	case scope.Group:
		whole := strings.Join(strings.SplitN(owner.ID, ":", 3)[:2], ":") // without a topic
		x = session.Session{Place: session.Place{Bot: j.s.Bot, Chat: people.Number(whole)}}
	default:
		return false, nil
	}
	if !x.IsGroup() {
		if j.person, err = j.s.People.Get(ctx, x.Person); err != nil {
			if errors.Is(err, people.ErrNotFound) { // erased, or somebody who only spoke in a terminal
				return false, nil
			}
			return false, err
		}
	}
	j.payer = j.s.Payer(j.person, x.Place, x.IsGroup())
	if j.setting, err = j.s.Allows(ctx, x); err == nil {
		j.policy, err = j.s.CurrentPolicy(ctx)
	}
	return err == nil && j.policy.IsOn(j.setting), err
}

// judgeDoubles returns the pairs of which the judge says that they are one fact. What stands for another
// memory does not go itself in the same run.
func (j *job) judgeDoubles(ctx context.Context, pairs []doubles.Pair) (out []doubles.Pair, err error) {
	texts := make([][2]string, len(pairs))
	for i, p := range pairs {
		texts[i] = [2]string{p.Goes.Content, p.Stays.Content}
	}
	kinds, err := j.compare(ctx, texts)
	if err != nil {
		return nil, err
	}
	staying, going := map[string]bool{}, map[string]bool{}
	for i, p := range pairs {
		kind := kinds[i+1]
		if kind != candidate.Repeats && kind != candidate.Refines || staying[p.Goes.ID] || going[p.Stays.ID] {
			continue
		}
		staying[p.Stays.ID], going[p.Goes.ID] = true, true
		out = append(out, p)
	}
	return out, nil
}

// commitDoubles ends the run: claim, changes and cost in one transaction.
func (j *job) commitDoubles(ctx context.Context, agreed []doubles.Pair) error {
	run := j.run
	err := j.s.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := j.s.Candidates.Renew(ctx, who(run), run, j.s.hold()); err != nil {
			return err
		}
		for _, d := range agreed {
			if err := j.merge(ctx, d); err != nil {
				return err
			}
		}
		revisions, err := j.s.Memory.Revisions(ctx, j.scopes())
		if err != nil {
			return err
		}
		run.State, run.Error, run.ToSeq = candidate.Done, "", max(run.ToSeq, revisions[run.Scope])
		if err := j.s.Candidates.Save(ctx, who(run), run); err != nil {
			return err
		}
		return j.s.Usage.Spend(ctx, j.payer, j.spent)
	})
	j.noteCounted(err)
	if err == nil && j.s.Ended != nil {
		j.s.Ended(Ending{Result: Done})
	}
	return err
}

// merge archives a memory and gives its evidence, its confidence and its life to the one that stays. Both
// must be what the judge has seen.
func (j *job) merge(ctx context.Context, d doubles.Pair) error {
	h, err := j.s.Memory.History(ctx, j.scopes(), d.Goes.ID)
	if err != nil {
		return err
	}
	_, err = j.s.Memory.Apply(ctx, who(j.run), []memory.Write{{
		Op: memory.OpArchive, Scopes: j.scopes(), MemoryID: d.Goes.ID, Batch: j.run.ID, Reason: reasonMerged,
	}})
	if err != nil {
		return err
	}
	for _, seen := range []memory.Memory{d.Goes, d.Stays} { // the scope is locked now
		m, err := j.s.Memory.Get(ctx, j.scopes(), seen.ID)
		isStaying := seen.ID == d.Stays.ID
		if err != nil || m.Version != seen.Version || m.Pinned != seen.Pinned || isStaying && (m.ArchivedAt != nil || m.Status != memory.Active) {
			return cmp.Or(err, error(memory.ErrConflict))
		}
	}
	var evidence []memory.Evidence
	for _, v := range h.Versions {
		if v.Number == d.Goes.Version {
			evidence = v.Evidence
		}
	}
	return j.s.Memory.Confirm(ctx, who(j.run), j.scopes(), d.Stays.ID, memory.Confirmation{
		Evidence: evidence, Confidence: max(d.Goes.Confidence, d.Stays.Confidence), ExpiresAt: laterEnd(d.Goes.ExpiresAt, d.Stays.ExpiresAt),
	})
}

// laterEnd returns the later of two ends of life; nil is never.
func laterEnd(a, b *time.Time) *time.Time {
	if a == nil || b == nil {
		return nil
	}
	if b.After(*a) {
		return b
	}
	return a
}

// park ends the run until a person answers a question or an operator looks at it, and returns errParked.
func (j *job) park(ctx context.Context, reason string, q candidate.Question) error {
	run := j.run
	run.State, run.Error = candidate.Parked, reason
	err := j.s.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := j.s.Candidates.Renew(ctx, who(run), run, j.s.hold()); err != nil {
			return err
		}
		if err := j.s.Candidates.Save(ctx, who(run), run); err != nil {
			return err
		}
		if j.s.Asks != nil {
			if err := j.s.Asks(ctx, q); err != nil {
				return err
			}
		}
		return j.s.Usage.Spend(ctx, j.payer, j.spent)
	})
	j.noteCounted(err)
	if err == nil && j.s.Ended != nil {
		j.s.Ended(Ending{Result: Parked})
	}
	return cmp.Or(err, errParked)
}

// AnswerCompaction settles the question about a compaction that stopped: with goOn it begins anew and may archive what it
// finds then, else it ends and changes nothing. Its person may, and an owner for a scope without a person. What was
// settled before, or is no such question of theirs, is candidate.ErrNotFound.
func (s *Service) AnswerCompaction(ctx context.Context, a actor.Actor, runID string, goOn bool) error {
	all, err := s.Memory.Scopes(ctx, s.Store)
	if err != nil {
		return fault.Op(err, "ingest: answer compaction %s", runID)
	}
	run, err := s.Candidates.Stopped(ctx, a, all, actor.Consolidation, runID)
	switch {
	case err != nil:
	case goOn:
		err = s.Candidates.Retry(ctx, who(run), run)
	default:
		run.State, run.Error = candidate.Done, ""
		err = s.Candidates.Save(ctx, who(run), run)
	}
	return fault.Op(err, "ingest: answer compaction %s", runID)
}
