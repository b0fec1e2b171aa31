package ingest

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/internal/failpoint"
	"keepsake/memory"
	"keepsake/memory/calibration"
	"keepsake/memory/candidate"
	"keepsake/memory/policy"
	"keepsake/memory/repeats"
	"keepsake/phrase/slot"
)

// extraction is the actor of what belongs to no single run.
var extraction = actor.Actor{Kind: actor.Extraction}

// Reasons of verdicts that the policy is not asked about, constant English.
const (
	reasonRepeated = "said again"
	reasonRefused  = "declined or deleted before"
	reasonAsked    = "the person is being asked already"
	reasonDisabled = "the memory is switched off"
	reasonNewer    = "a newer statement says otherwise"
	reasonOver     = "its time to live was over when it was read"
)

// decider decides about the finds of a run, in the transaction that ends it.
type decider struct {
	*job
	verdicts           []candidate.Verdict
	open               []memory.Decision // that wait for the person
	inSession, inScope int               // writes so far (A28)
	tooMany            bool              // see policy.Policy.IsTooMany
}

// commit ends the run: claim, verdicts, changes and cost in one transaction.
func (j *job) commit(ctx context.Context, finds []*find) error {
	var d *decider
	run := j.run
	joined := false
	err := j.s.Tx.InTx(ctx, func(ctx context.Context) (err error) {
		if joined, err = j.along.Store(ctx); err != nil {
			return err
		}
		if err := j.s.Candidates.Renew(ctx, who(run), run, j.s.hold()); err != nil {
			return err
		}
		if err := j.members.Store(ctx); err != nil {
			return err
		}
		d = &decider{job: j}
		if len(finds) > 0 {
			setting, err := j.s.Allows(ctx, j.session)
			if err != nil {
				return err
			}
			if j.policy, err = j.s.CurrentPolicy(ctx); err != nil {
				return err
			}
			if j.setting = setting; j.policy.IsOn(setting) {
				if err := d.decideAll(ctx, finds); err != nil {
					return err
				}
			}
		}
		run.State, run.Error = candidate.Done, ""
		if err := j.s.Candidates.Save(ctx, who(run), run); err != nil {
			return err
		}
		return j.s.Usage.Spend(ctx, j.payer, j.spent)
	})
	j.noteCounted(err)
	if err == nil && joined {
		j.along.Stored()
	}
	if err == nil && (joined || len(finds) > 0) {
		failpoint.Hit(failpoint.AfterForming)
	}
	if err == nil && j.s.Ended != nil {
		j.s.Ended(Ending{Result: Done, Verdicts: d.verdicts})
	}
	return err
}

// decideAll decides about the finds in the order in which they were said.
func (d *decider) decideAll(ctx context.Context, finds []*find) (err error) {
	s, owner := d.s, d.run.Scope
	d.inSession, d.inScope, err = s.Candidates.Writes(ctx, owner, d.run.SessionID, s.Now.UTC().Add(-time.Hour))
	if err != nil {
		return err
	}
	if d.open, err = s.Memory.Decisions(ctx, d.scopes(), memory.DecisionOpen, ""); err != nil {
		return err
	}
	if err := d.countRetired(ctx, finds); err != nil {
		return err
	}
	for _, f := range finds {
		joinWithinRun(f)
	}
	for _, f := range finds {
		if f.merged != nil {
			continue
		}
		if err := d.decide(ctx, f); err != nil {
			return err
		}
	}
	return nil
}

// countRetired finds out whether the run would replace too many confirmed memories.
func (d *decider) countRetired(ctx context.Context, finds []*find) error {
	var retired []string
	for _, f := range finds {
		r, ok := f.best()
		isConfirmed := ok && r.target.memory.ID != "" && r.target.memory.Origin == memory.Explicit
		if isConfirmed && r.kind != candidate.Repeats && !slices.Contains(retired, r.target.memory.ID) {
			retired = append(retired, r.target.memory.ID)
		}
	}
	if len(retired) == 0 {
		return nil
	}
	q := memory.ActiveQuery(d.run.Scope)
	q.Origin = memory.Explicit
	confirmed, err := d.s.Memory.Count(ctx, q)
	d.tooMany = d.policy.IsTooMany(len(retired), confirmed)
	return err
}

// best returns the relation that decides: a repetition before a contradiction before a refinement, to a
// memory before a candidate, to an explicit memory before others.
func (f *find) best() (relation, bool) {
	rank := func(r relation) int {
		n := map[candidate.Relation]int{candidate.Repeats: 0, candidate.Contradicts: 10, candidate.Refines: 20}[r.kind]
		switch {
		case r.target.found != nil:
			n += 5
		case r.target.waiting != nil:
			n += 4
		case r.target.memory.ArchivedAt != nil:
			n += 2
		case r.target.memory.Origin != memory.Explicit:
			n++
		}
		return n
	}
	if len(f.relations) == 0 {
		return relation{}, false
	}
	return slices.MinFunc(f.relations, func(a, b relation) int { return rank(a) - rank(b) }), true
}

// decide stores a find as a candidate, decides about it, and applies what is decided.
func (d *decider) decide(ctx context.Context, f *find) error {
	r, related := f.best()
	f.takeOver()
	kept, err := d.s.Candidates.Found(ctx, who(d.run), f.Candidate)
	if errors.Is(err, memory.ErrSecret) || fault.KindOf(err) == fault.Invalid {
		return nil // a secret is not stored, as a candidate neither
	}
	if err != nil {
		return err
	}
	f.Candidate = kept
	v := candidate.Verdict{CandidateID: f.ID, Relation: candidate.IsNew, Policy: d.policy.Version()}
	if related {
		v.Relation, v.MemoryID = r.kind, r.target.memory.ID
	}
	if err := d.settle(ctx, f, r, &v); err != nil {
		return err
	}
	for _, o := range f.relations { // what waited and is said again, or otherwise, waits no longer
		if o.target.waiting == nil {
			continue
		}
		w := o.target.waiting.Verdict
		if w.Action, w.Reason = candidate.Merged, reasonRepeated; o.kind == candidate.Contradicts {
			w.Action, w.Reason = candidate.Refused, reasonNewer
			if err := d.s.outdate(ctx, who(d.run), *o.target.waiting); err != nil {
				return err
			}
		} else if v.Action.IsLiving() && w.DecisionID != "" { // it was asked about: not twice
			v.DecisionID, v.AskedIn = w.DecisionID, w.AskedIn
		}
		if err := d.s.Candidates.Decide(ctx, who(d.run), w); err != nil {
			return err
		}
	}
	if v.Action != candidate.Refused {
		d.inSession++
		d.inScope++
	}
	d.verdicts = append(d.verdicts, v)
	return d.s.Candidates.Decide(ctx, who(d.run), v)
}

// takeOver adds the evidence of the candidates that say the same (A21, F5). The text that was listed with
// the higher confidence stays (A22).
func (f *find) takeOver() {
	for _, r := range f.relations {
		w := r.target.waiting
		if w == nil || r.kind != candidate.Repeats && r.kind != candidate.Refines {
			continue
		}
		f.Evidence = join(w.Evidence, f.Evidence)
		if r.kind == candidate.Repeats && w.Confidence > f.Confidence {
			f.Content, f.Subject, f.Category = w.Content, w.Subject, w.Category
		}
	}
	f.EvidenceCount = countMessages(f.Evidence)
}

// settle fills in the verdict about a stored find and applies it.
func (d *decider) settle(ctx context.Context, f *find, r relation, v *candidate.Verdict) error {
	m := r.target.memory
	known := v.MemoryID != "" && r.target.waiting == nil && r.target.found == nil
	isWeaker := known && r.kind == candidate.Contradicts && best(f.Evidence).Trust < m.Trust
	score := policy.ScoreOf(f.Evidence, isWeaker)
	v.Confidence = score.Confidence
	refuse := func(reason string) error {
		v.Action, v.Reason = candidate.Refused, reason
		return nil
	}
	if f.replaced {
		return refuse(reasonNewer)
	}
	switch isRefused, err := d.s.Memory.IsRefused(ctx, d.run.Scope, f.Subject, f.Content); {
	case err != nil:
		return err
	case isRefused:
		return refuse(reasonRefused)
	}
	if known && m.Status == memory.Disabled && r.kind != candidate.Contradicts {
		return refuse(reasonDisabled)
	}
	isLive := known && m.Status == memory.Active && m.ArchivedAt == nil
	saysLess := r.kind == candidate.Refines && known && repeats.Share(f.Content, m.Content) == 1
	if isLive && (r.kind == candidate.Repeats || saysLess) {
		return d.confirm(ctx, f, m, v)
	}
	if slices.ContainsFunc(d.open, func(o memory.Decision) bool {
		return o.Op != memory.OpDelete && o.Reason != memory.ReasonFound && slot.Compare(o.Content, f.Content) == slot.SameFact
	}) {
		return refuse(reasonAsked)
	}
	replaces := isLive && (r.kind == candidate.Contradicts || r.kind == candidate.Refines && repeats.Keeps(m.Content, f.Content)) &&
		d.s.mayReplace(ctx, f.Evidence, m)
	if replaces && r.kind == candidate.Contradicts {
		isLate, err := d.s.isOlder(ctx, f.Candidate, m)
		if err != nil {
			return err
		}
		if isLate {
			return refuse(reasonNewer)
		}
	}
	if end := d.s.endOf(d.policy, f.Type, f.Evidence); !replaces && end != nil && !end.After(d.s.Now.UTC()) {
		return refuse(reasonOver)
	}
	decided := d.policy.Decide(policy.Case{
		Type: f.Type, Score: score, Setting: d.setting, InSession: d.inSession, InHour: d.inScope,
		Proven:  d.proof.Proves(calibration.GroupOf(f.Candidate), score.Confidence, d.policy.Precision),
		Retires: d.tooMany && replaces && m.Origin == memory.Explicit,
	})
	v.Reason = decided.Reason
	switch decided.Action {
	case policy.Keep:
		v.Action = candidate.Shadowed
	case policy.Wait:
		v.Action = candidate.Asked
	case policy.Refuse:
		v.Action = candidate.Refused
	case policy.Apply:
		return d.apply(ctx, f, m, replaces, v)
	}
	return nil
}

// endOf returns when what was said ends: its life counts from then, not from when it is read (R11).
func (s *Service) endOf(p policy.Policy, t memory.Type, es []memory.Evidence) *time.Time {
	return p.Expires(t, cmp.Or(memory.NewestSaid(es), s.Now.UTC()))
}

// best returns the evidence of the highest trust.
func best(es []memory.Evidence) (b memory.Evidence) {
	for i, e := range es {
		if i == 0 || e.Trust > b.Trust {
			b = e
		}
	}
	return b
}

// confirm links what was said again to the memory that says it (A21, R11).
func (d *decider) confirm(ctx context.Context, f *find, m memory.Memory, v *candidate.Verdict) error {
	had, err := d.s.evidence(ctx, m)
	if err != nil {
		return err
	}
	all := join(had, f.Evidence)
	score := policy.ScoreOf(all, false)
	v.Relation, v.MemoryID, v.Action, v.Reason, v.Confidence = candidate.Repeats, m.ID, candidate.Applied, reasonRepeated, score.Confidence
	err = d.s.Memory.Confirm(ctx, who(d.run), d.scopes(), m.ID, memory.Confirmation{
		Evidence: f.Evidence, Confidence: score.Confidence, ExpiresAt: d.s.endOf(d.policy, m.Type, all),
	})
	if err != nil {
		return err
	}
	return d.s.keepTriples(ctx, d.run.Scope, m.ID, f.Triples, d.same)
}

// apply writes a find as a memory: a new version of the one that it replaces, else a memory of its own.
func (d *decider) apply(ctx context.Context, f *find, m memory.Memory, replaces bool, v *candidate.Verdict) error {
	revives := !replaces && v.Relation == candidate.Repeats && m.ID != "" // it is in the archive
	w := memory.Write{Op: memory.OpAdd, Batch: d.run.ID, Reason: memory.ReasonFound}
	expires := d.s.endOf(d.policy, f.Type, f.Evidence)
	if replaces {
		w.Op, w.Scopes, w.MemoryID = memory.OpUpdate, d.scopes(), m.ID
		w.Edit = memory.Edit{Content: f.Content, IfVersion: m.Version, Evidence: f.Evidence}
	} else {
		w.Draft = memory.Draft{
			Scope: d.run.Scope, Content: f.Content, Category: f.Category, Subject: f.Subject, Type: f.Type, Origin: memory.Extracted,
			Evidence: f.Evidence, Confidence: v.Confidence, ExpiresAt: expires,
		}
		if revives { // its own words bring it back
			w.Draft.Content = m.Content
		}
	}
	changes, err := d.s.Memory.Apply(ctx, who(d.run), []memory.Write{w})
	var similar *memory.SimilarError
	for try := 0; errors.As(err, &similar) && try < 5; try++ { // the judge has seen that they can be true side by side
		for _, o := range similar.Existing {
			w.Draft.DistinctFrom = append(w.Draft.DistinctFrom, o.ID)
		}
		changes, err = d.s.Memory.Apply(ctx, who(d.run), []memory.Write{w})
	}
	var known *memory.KnownError
	switch {
	case errors.As(err, &known):
		return d.confirm(ctx, f, known.Memory, v)
	case errors.Is(err, memory.ErrDeclined):
		v.Action, v.Reason = candidate.Refused, reasonRefused
		return nil
	case errors.Is(err, memory.ErrUnchanged):
		v.Action, v.Reason = candidate.Refused, "nothing would change"
		return nil
	case err != nil:
		return err
	}
	v.Action, v.ChangeID, v.MemoryID = candidate.Applied, changes[0].ID, changes[0].MemoryID
	if err := d.s.keepTriples(ctx, d.run.Scope, v.MemoryID, f.Triples, d.same); err != nil {
		return err
	}
	c := memory.Confirmation{Confidence: v.Confidence, ExpiresAt: expires}
	if revives {
		c.Evidence = f.Evidence
	}
	if replaces || revives { // what is known of it counts for the new wording only
		return d.s.Memory.Confirm(ctx, who(d.run), d.scopes(), v.MemoryID, c)
	}
	return nil
}
