package ingest

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/policy"
	"keepsake/memory/repeats"
	"keepsake/people"
	"keepsake/scope"
)

// between is the least time between two offers to a scope.
const between = 10 * time.Minute

// Moment is an answered turn under which something may be offered.
type Moment struct {
	Scope     scope.Scope
	SessionID string
	TurnID    string
	Person    string         // whom the turn answers; "" = nobody with an id, who is offered nothing
	Mode      string         // people.Person.MemoryMode of a private chat's person
	Zone      *time.Location // of the person's clock; nil = the service's
	Hours     people.Hours   // in which nothing is offered, see people.QuietHoursOf
}

// Offer asks about the ripest find of a scope under the answer of a turn, in the transaction that ends
// it, and reports whether it did (R5). What is offered is a decision, which stores exactly its content as
// an explicit memory. Nothing is offered while a decision of the last day is open, within ten minutes of
// the last offer, in quiet hours, or when the conversation has had its offers.
func (s *Service) Offer(ctx context.Context, m Moment) (bool, error) {
	if s == nil || s.ReadOnly || s.Offers < 0 || m.Person == "" {
		return false, nil
	}
	p, err := s.CurrentPolicy(ctx)
	if err != nil || !p.IsOn(s.settingOf(m.Mode)) {
		return false, fault.Op(err, "ingest: offer")
	}
	isRipe := func(c candidate.Judged) bool {
		return c.Verdict.DecisionID == "" && s.isRipe(p, c) && IsFor(m.Person, c)
	}
	living, err := s.Candidates.Living(ctx, m.Scope)
	if err != nil || !slices.ContainsFunc(living, isRipe) {
		return false, fault.Op(err, "ingest: offer")
	}
	if isQuiet, err := s.mustBeQuiet(ctx, m); err != nil || isQuiet {
		return false, fault.Op(err, "ingest: offer")
	}
	slices.SortStableFunc(living, compareRipeness)
	for _, c := range living {
		if !isRipe(c) {
			continue
		}
		asked, err := s.propose(ctx, m, c)
		if err != nil || asked {
			return asked, fault.Op(err, "ingest: offer")
		}
	}
	return false, nil
}

// IsFor reports whether a person may be asked about a find: in a group only who said it.
func IsFor(person string, c candidate.Judged) bool {
	return c.Scope.Kind != scope.Group || person != "" && slices.Contains(authors(c.Evidence), person)
}

// authors returns the ids of those who said what a find rests on.
func authors(es []memory.Evidence) (out []string) {
	for _, e := range es {
		if e.Author != "" && !slices.Contains(out, e.Author) {
			out = append(out, e.Author)
		}
	}
	return out
}

// isRipe reports whether a find that waits reaches the thresholds and its life, which counts from when it was said last, is not
// over: a memory of it would end at once.
func (s *Service) isRipe(p policy.Policy, c candidate.Judged) bool {
	end := s.endOf(p, c.Type, c.Evidence)
	score := policy.ScoreOf(c.Evidence, false)
	score.Confidence, score.Messages = c.Verdict.Confidence, c.EvidenceCount
	return p.IsRipe(score) && (end == nil || end.After(s.Now.UTC()))
}

// compareRipeness orders candidates by how much an offer of them is worth, the most first.
func compareRipeness(a, b candidate.Judged) int {
	worth := func(c candidate.Judged) float64 { return c.Verdict.Confidence * (0.5 + c.Importance) }
	switch x, y := worth(a), worth(b); {
	case x > y:
		return -1
	case x < y:
		return 1
	}
	return 0
}

// mustBeQuiet reports whether this is no moment for an offer.
func (s *Service) mustBeQuiet(ctx context.Context, m Moment) (bool, error) {
	now := s.Now.UTC()
	if m.Hours.Contains(now.In(cmp.Or(m.Zone, s.Zone, time.UTC))) {
		return true, nil
	}
	last, inSession, err := s.Candidates.LastAsked(ctx, m.Scope, m.SessionID)
	if err != nil || inSession >= max(1, s.Offers) || now.Sub(last) < between {
		return true, err
	}
	open, err := s.Memory.Decisions(ctx, []scope.Scope{m.Scope}, memory.DecisionOpen, "")
	return slices.ContainsFunc(open, func(d memory.Decision) bool { return now.Sub(d.At) < askAgainAfter }), err
}

// propose opens the decision about a candidate under a turn. What is known, declined or gone in the
// meantime is settled instead, and not asked. In a group one of those who said it is asked, whoever looks, and nothing is put in the
// place of what another member said.
func (s *Service) propose(ctx context.Context, m Moment, c candidate.Judged) (asked bool, err error) {
	if !IsFor(m.Person, c) {
		m.Person = append(authors(c.Evidence), "")[0]
	}
	a := actor.Actor{Kind: actor.Extraction, ID: m.Person, SessionID: m.SessionID, TurnID: m.TurnID}
	d := memory.Decision{
		Op: memory.OpAdd, Scope: m.Scope, Content: c.Content, Category: c.Category, Subject: c.Subject, Evidence: c.Evidence, Reason: memory.ReasonFound,
	}
	if c.Verdict.MemoryID != "" && (c.Verdict.Relation == candidate.Contradicts || c.Verdict.Relation == candidate.Refines) {
		old, err := s.Memory.Get(ctx, []scope.Scope{m.Scope}, c.Verdict.MemoryID)
		if err == nil && (c.Verdict.Relation == candidate.Contradicts || repeats.Keeps(old.Content, c.Content)) && old.ArchivedAt == nil &&
			s.mayReplace(ctx, c.Evidence, old) {
			d.Op, d.MemoryID = memory.OpUpdate, old.ID
		}
	}
	d, err = s.Memory.Propose(ctx, a, []scope.Scope{m.Scope}, d, memory.Limits{})
	var similar *memory.SimilarError
	if errors.As(err, &similar) {
		d, err = s.proposeBeside(ctx, a, d, c, similar.Existing)
	}
	v := c.Verdict
	v.Action, v.Reason, v.DecisionID, v.AskedIn = candidate.Asked, "offered to the person", d.ID, m.SessionID
	switch {
	case err == nil:
		return true, s.Candidates.Decide(ctx, a, v)
	case errors.Is(err, memory.ErrKnown), errors.Is(err, memory.ErrUnchanged):
		v.Reason = "known in the meantime"
	case errors.Is(err, memory.ErrDeclined):
		v.Reason = reasonRefused
	case errors.Is(err, memory.ErrOutdated):
		v.Reason = reasonNewer
	case errors.Is(err, memory.ErrReadOnly):
		return false, nil
	case fault.KindOf(err) == fault.Invalid, fault.KindOf(err) == fault.NotFound, fault.KindOf(err) == fault.Conflict:
		v.Reason = "it cannot be stored as it is"
	default:
		return false, err
	}
	v.Action, v.DecisionID, v.AskedIn = candidate.Refused, "", c.Verdict.AskedIn
	return false, s.Candidates.Decide(ctx, a, v)
}

// mayReplace reports whether a find may take the place of a memory: in a group only where all who said it may change that.
func (s *Service) mayReplace(ctx context.Context, es []memory.Evidence, old memory.Memory) bool {
	if old.Scope.Kind != scope.Group {
		return true
	}
	by := authors(es)
	return len(by) > 0 && !slices.ContainsFunc(by, func(person string) bool {
		_, err := s.Memory.Editable(ctx, actor.Actor{Kind: actor.Person, ID: person, Standing: actor.Member}, []scope.Scope{old.Scope}, old.ID)
		return err != nil
	})
}

// Waiting returns the finds of a scope that wait for the person, the ripest first: those that reach the
// thresholds.
func (s *Service) Waiting(ctx context.Context, owner scope.Scope) ([]candidate.Judged, error) {
	if s == nil {
		return nil, nil
	}
	if err := s.settleAsked(ctx, owner); err != nil {
		return nil, fault.Op(err, "ingest: waiting")
	}
	p, err := s.CurrentPolicy(ctx)
	if err != nil {
		return nil, fault.Op(err, "ingest: waiting")
	}
	living, err := s.Candidates.Living(ctx, owner)
	living = slices.DeleteFunc(living, func(c candidate.Judged) bool { return !s.isRipe(p, c) })
	slices.SortStableFunc(living, compareRipeness)
	return living, fault.Op(err, "ingest: waiting")
}

// Review opens the decision about a find that waits, outside of an offer: the person asked to see it. It
// returns the open one when the find was offered before; ok is false when it waits no longer.
func (s *Service) Review(ctx context.Context, m Moment, c candidate.Judged) (d memory.Decision, ok bool, err error) {
	if c.Verdict.DecisionID == "" {
		asked, err := s.propose(ctx, m, c)
		if err != nil || !asked {
			return d, false, fault.Op(err, "ingest: review")
		}
		if c, err = s.Candidates.Get(ctx, []scope.Scope{m.Scope}, c.ID); err != nil {
			return d, false, fault.Op(err, "ingest: review")
		}
	}
	d, err = s.Memory.Decision(ctx, []scope.Scope{m.Scope}, c.Verdict.DecisionID)
	return d, err == nil && d.State == memory.DecisionOpen, fault.Op(err, "ingest: review")
}

// Effective returns what a setting amounts to under the operator's policy: the stricter of both (R17).
func (s *Service) Effective(ctx context.Context, mode string) (policy.Setting, error) {
	p, err := s.CurrentPolicy(ctx)
	if err != nil || !p.Enable {
		return policy.Off, fault.Op(err, "ingest: setting")
	}
	setting := s.settingOf(mode)
	if setting == policy.Free && p.Mode != policy.Auto {
		setting = policy.Ask
	}
	return setting, nil
}
