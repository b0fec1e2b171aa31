package agent

import (
	"context"
	"errors"

	"keepsake/delivery"
	"keepsake/logs"
	"keepsake/people"
	"keepsake/session"
	"keepsake/usage"
)

// This file says whose account a turn is on, and counts what it used.

// Payer returns the account of a message that a person writes at a place: the group's account
// in a group, the person's own in a private chat. The account belongs to this agent's bot,
// whichever door the message came through.
func (a *Agent) Payer(p people.Person, place session.Place, group bool) usage.Payer {
	out := usage.Payer{Bot: a.Name, Subject: p.ID, Group: group, Zone: people.ZoneOf(p, a.config().Zone), Exempt: p.Access == people.Owner}
	if group {
		out.Subject, out.Zone = people.ID(place.Chat), a.config().Zone
	}
	return out
}

// countIncoming counts the person's messages, without the texts of their files, and the cost
// of transcribing their voices.
func (a *Agent) countIncoming(ctx context.Context, in Incoming) error {
	said := 0
	for _, m := range in.Messages {
		if m.External != 0 || len(in.Messages) == 1 {
			said++
		}
	}
	p := a.Payer(in.Person, in.Place, in.Group)
	if err := a.Usage.CountMessages(ctx, p, said); err != nil {
		return err
	}
	var t session.Turn
	in.noteHeard(&t)
	u := t.Usage
	return a.Usage.Spend(ctx, p, usage.Count{Calls: u.Calls, Prompt: u.PromptTokens, Cached: u.CachedTokens, Answer: u.AnswerTokens, Cost: u.Cost})
}

// Room returns how many more messages the sender's limits allow, -1 when there is no such
// limit. It is a look before the work of reading attachments; Open and Join decide.
func (a *Agent) Room(ctx context.Context, in Incoming) (int, error) {
	p := a.Payer(in.Person, in.Place, in.Group)
	if err := a.Usage.Check(ctx, p); err != nil {
		if errors.Is(err, usage.ErrExceeded) {
			return 0, nil
		}
		return 0, err
	}
	return a.Usage.Remaining(ctx, p)
}

// sessionPayer returns the account of a conversation.
func (a *Agent) sessionPayer(ctx context.Context, s session.Session) (usage.Payer, error) {
	p, err := a.answeredPerson(ctx, s, session.Turn{})
	return a.Payer(p, s.Place, s.IsGroup()), err
}

// uncounted returns the usage of the run's model calls that is not counted yet.
func (r *run) uncounted() usage.Count {
	now, was := r.turn.Usage, r.counted
	return usage.Count{
		Calls: now.Calls - was.Calls, Prompt: now.PromptTokens - was.PromptTokens,
		Cached: now.CachedTokens - was.CachedTokens, Answer: now.AnswerTokens - was.AnswerTokens, Cost: now.Cost - was.Cost,
		Parts: r.parts,
	}
}

// noteCounted notes that all usage of the run is on the payer's account.
func (r *run) noteCounted() { r.counted, r.parts = r.turn.Usage, usage.Parts{} }

// countRemaining counts the calls whose results were not stored, because the lane was lost or
// the turn had ended. They were made, so they are charged.
func (r *run) countRemaining(ctx context.Context) {
	if err := r.a.Usage.SpendOrOwe(context.WithoutCancel(ctx), r.payer, r.uncounted()); err != nil {
		logs.OrNone(r.a.Log).Warn("usage is counted later", "turn", r.turn.ID, "error", err)
	}
	r.noteCounted()
}

// EndLimited ends a turn that a limit cut off, visibly. What its tools did stays done and
// is shown.
func (a *Agent) EndLimited(ctx context.Context, claim delivery.Claim, turnID string, e *usage.Exceeded) error {
	return a.giveUp(ctx, claim, turnID, session.TurnLimited, func(v voice) string {
		return e.Say(a.Words, v.lang, people.ZoneOf(v.person, a.config().Zone), true)
	})
}
