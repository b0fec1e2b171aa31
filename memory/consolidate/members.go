package consolidate

import (
	"context"
	"errors"
	"slices"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/digest"
	"keepsake/memory/grounds"
	"keepsake/memory/listing"
	"keepsake/memory/policy"
	"keepsake/memory/writeswitch"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/shortid"
	"keepsake/text"
)

// This file is for memory/ingest, which asks about each member of a group in a question of its own: what that member says for how
// they want to be answered is listed in the same question. It is the member's own and is kept in their scope, never in the
// group's, with the group in which it was said.

// Noted is a wish of a member that was read in a group.
type Noted struct {
	ID        string // of the directive; while it is pending, of the decision
	Content   string
	IsPending bool // it counts once the member keeps it
}

// Members reads one stretch of a group's conversation for the wishes of those who speak in it. A nil one reads nothing.
type Members struct {
	s        *Service
	x        session.Session
	readings []*Reading
}

// ReadMembers returns what reads a group's conversation for wishes; nil where nothing is read.
func (s *Service) ReadMembers(x session.Session) *Members {
	if s == nil || s.ReadOnly || !x.IsGroup() || x.Private || s.Consent == Off {
		return nil
	}
	return &Members{s: s, x: x}
}

// Of returns what the words of one member are read for, in the question about them; nil when they want to be asked first, have
// switched forming off, or said nothing of their own.
func (m *Members) Of(ctx context.Context, v grounds.View) (*Reading, error) {
	if m == nil || v.Speaker == "" {
		return nil, nil
	}
	p, isRead, err := m.isRead(ctx, v.Speaker)
	if err != nil || !isRead {
		return nil, err
	}
	owner := scope.Scope{Store: m.s.Store, Kind: scope.User, ID: v.Speaker}
	r := &Reading{j: &job{s: m.s, Job: digest.Job{Scope: owner, SessionID: m.x.ID}}, x: m.x, view: v, saidIn: groupOf(m.x).ID}
	r.said = slices.DeleteFunc(grounds.ListSaid(v), func(h grounds.Said) bool { return p.HasErased(h.Message.At) })
	if len(r.said) == 0 {
		return nil, nil
	}
	r.parts.directives = &listing.Part{}
	m.readings = append(m.readings, r)
	return r, nil
}

// isRead reports whether what a member says may count unasked now (R5), and be written.
func (m *Members) isRead(ctx context.Context, person string) (people.Person, bool, error) {
	p, err := m.s.People.Get(ctx, person)
	if err != nil {
		if errors.Is(err, people.ErrNotFound) {
			err = nil
		}
		return p, false, err
	}
	if m.s.settingOf(p.MemoryMode) != policy.Free {
		return p, false, nil
	}
	for _, owner := range []scope.Scope{writeswitch.Everybody, {Store: m.s.Store, Kind: scope.User, ID: person}} {
		if st, err := m.s.Writes.Get(ctx, owner); err != nil || st.Off {
			return p, false, err
		}
	}
	return p, true, nil
}

// Ground decides what of the answers may be stored. Call it before the transaction. A part of an answer that could not be used is
// an error, a refusal: then nothing is stored, and the messages must be read again.
func (m *Members) Ground(ctx context.Context) error {
	if m == nil {
		return nil
	}
	for _, r := range m.readings {
		if r.isGrounded {
			continue
		}
		if err := r.ground(ctx); err != nil {
			return fault.Op(err, "consolidate: members")
		}
	}
	return nil
}

// Store stores what was read in the caller's transaction, which proves the caller's claim on the messages, as far as it still
// may, and says so to each member.
func (m *Members) Store(ctx context.Context) error {
	if m == nil {
		return nil
	}
	for _, r := range m.readings {
		if len(r.directives) == 0 || !r.isGrounded {
			continue
		}
		noted, err := m.store(ctx, r)
		if err == nil && len(noted) > 0 && m.s.Noted != nil {
			err = m.s.Noted(ctx, m.x.Place, r.view.Speaker, noted)
		}
		if err != nil {
			return fault.Op(err, "consolidate: members")
		}
	}
	return nil
}

// store stores the wishes of one member, or has them wait for their consent.
func (m *Members) store(ctx context.Context, r *Reading) ([]Noted, error) {
	c, err := m.s.People.Chat(ctx, m.x.Place.Bot, m.x.Place.Chat)
	if err != nil || m.s.settingOf(c.MemoryMode) == policy.Off {
		return nil, err
	}
	p, isRead, err := m.isRead(ctx, r.view.Speaker)
	if err != nil || !isRead {
		return nil, err
	}
	ds, _, err := r.j.stillSaid(ctx, r)
	if err != nil {
		return nil, err
	}
	known, err := r.known(ctx)
	if err != nil {
		return nil, err
	}
	ds = slices.DeleteFunc(ds, func(d digest.Directive) bool { return p.HasErased(d.SaidAt) || hasContent(known, d.Content) })
	left := ds[:0]
	for _, d := range ds { // it may have been taken back while the model worked
		refused, err := m.s.Memory.IsRefused(ctx, r.j.Scope, "", d.Content)
		if err != nil {
			return nil, err
		}
		if !refused {
			left = append(left, d)
		}
	}
	if m.s.Consent == Ask {
		return m.propose(ctx, r, left)
	}
	return m.keep(ctx, r, left)
}

// keep stores wishes that count at once.
func (m *Members) keep(ctx context.Context, r *Reading, ds []digest.Directive) (noted []Noted, err error) {
	if len(ds) == 0 {
		return nil, nil
	}
	ids := make([]string, len(ds))
	for i := range ds {
		ds[i].ID = shortid.New(shortid.LongLen)
		ids[i] = ds[i].ID
	}
	waiting, err := m.s.Digests.Form(ctx, part, r.j.Scope, ds, digest.Episode{})
	if err != nil {
		return nil, err
	}
	kept, err := m.s.Digests.ByIDs(ctx, r.j.Scope, ids) // without what has a secret
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	for _, d := range kept {
		noted = append(noted, Noted{ID: d.ID, Content: d.Content})
	}
	return noted, r.j.scheduleMerge(ctx, waiting)
}

// propose has wishes wait as decisions of their member.
func (m *Members) propose(ctx context.Context, r *Reading, ds []digest.Directive) (noted []Noted, err error) {
	by, owner := actor.Actor{Kind: actor.Consolidation, SessionID: m.x.ID}, []scope.Scope{r.j.Scope}
	open, err := m.s.Memory.Decisions(ctx, owner, memory.DecisionOpen, "")
	if err != nil {
		return nil, err
	}
	for _, d := range ds {
		if slices.ContainsFunc(open, func(o memory.Decision) bool {
			return o.Op == memory.OpWish && text.Fold(o.Content) == text.Fold(d.Content)
		}) {
			continue // they are asked already
		}
		one := memory.Decision{Op: memory.OpWish, Scope: r.j.Scope, Content: d.Content, Category: "preference", Evidence: d.Evidence, Reason: "a wish that was said in a group"}
		made, err := m.s.Memory.Propose(ctx, by, owner, one, memory.Limits{})
		switch kind := fault.KindOf(err); {
		case err == nil:
			noted = append(noted, Noted{ID: made.ID, Content: made.Content, IsPending: true})
		case kind == fault.Conflict || kind == fault.Denied || kind == fault.Invalid: // it is remembered, was declined, or is unfit
		default:
			return nil, err
		}
	}
	return noted, nil
}

func hasContent(ds []digest.Directive, content string) bool {
	return slices.ContainsFunc(ds, func(d digest.Directive) bool { return text.Fold(d.Content) == text.Fold(content) })
}

// AnswerWish settles what a member was asked about a wish that they said in a group: with keep it counts, else it is declined for
// good. Others than the member get memory.ErrNotFound, and so does who keeps one whose words are gone.
func (s *Service) AnswerWish(ctx context.Context, a actor.Actor, decisionID string, keep bool) error {
	owner := scope.Scope{Store: s.Store, Kind: scope.User, ID: a.ID}
	d, err := s.Memory.Decidable(ctx, a, []scope.Scope{owner}, decisionID)
	if err == nil && d.Op != memory.OpWish {
		err = memory.ErrNotFound
	}
	if err == nil && !keep {
		_, err = s.Memory.Decline(ctx, a, []scope.Scope{owner}, decisionID)
	}
	if err != nil || !keep {
		return fault.Op(err, "consolidate: answer a wish")
	}
	w, err := s.wishOf(ctx, d)
	if err != nil {
		return fault.Op(err, "consolidate: answer a wish")
	}
	if _, _, err := s.Memory.Save(ctx, a, []scope.Scope{owner}, decisionID, ""); err != nil {
		return fault.Op(err, "consolidate: answer a wish")
	}
	waiting, err := s.Digests.Form(ctx, part, owner, []digest.Directive{w}, digest.Episode{})
	if err == nil {
		err = (&job{s: s, Job: digest.Job{Scope: owner}}).scheduleMerge(ctx, waiting)
	}
	return fault.Op(err, "consolidate: answer a wish")
}

// wishOf returns the directive of a decision; memory.ErrNotFound when the message that says it is gone.
func (s *Service) wishOf(ctx context.Context, d memory.Decision) (digest.Directive, error) {
	for _, e := range d.Evidence {
		ms, err := s.Sessions.ByIDs(ctx, []string{e.MessageID})
		if err != nil {
			return digest.Directive{}, err
		}
		if len(ms) == 0 || ms[0].Masked != nil || ms[0].Removed != nil {
			continue
		}
		x, err := s.Sessions.Get(ctx, ms[0].SessionID)
		if err != nil {
			return digest.Directive{}, err
		}
		return digest.Directive{SessionID: x.ID, SaidIn: groupOf(x).ID, Content: d.Content, Evidence: d.Evidence, SaidAt: e.SaidAt}, nil
	}
	return digest.Directive{}, memory.ErrNotFound
}
