package agent

import (
	"context"
	"errors"

	"keepsake/delivery"
	"keepsake/llm"
	"keepsake/people"
	"keepsake/session"
	"keepsake/usage"
)

// This file is whom a turn is on the account of, and what it used.

// Payer returns on whose account a message is that somebody writes at a place: the group's
// in a group, their own in a private chat; and of which bot, also where another door answers
// for it.
func (a *Agent) Payer(p people.Person, place session.Place, group bool) usage.Payer {
	out := usage.Payer{Bot: a.Name, Subject: p.ID, Group: group, Zone: a.zone(p.TimeZone), Exempt: p.Access == people.Owner}
	if group {
		out.Subject, out.Zone = people.ID(place.Chat), a.config().Zone
	}
	return out
}

// take counts what a turn takes in: the person's messages, without what stands in their
// files, and what writing down their voices cost.
func (a *Agent) take(ctx context.Context, in Incoming) error {
	said := 0
	for _, m := range in.Messages {
		if m.External != 0 || len(in.Messages) == 1 {
			said++
		}
	}
	p := a.Payer(in.Person, in.Place, in.Group)
	if err := a.Usage.Take(ctx, p, said); err != nil {
		return err
	}
	var u session.Usage
	in.cost(&u)
	return a.Usage.Spend(ctx, p, usage.Count{Calls: u.Calls, Prompt: u.PromptTokens, Cached: u.CachedTokens, Answer: u.AnswerTokens, Cost: u.Cost})
}

// Room returns for how many messages of whom something comes in the limits leave room, -1
// when there is no such limit: a look before the work of reading them. Open and Join decide.
func (a *Agent) Room(ctx context.Context, in Incoming) (int, error) {
	p := a.Payer(in.Person, in.Place, in.Group)
	if err := a.Usage.May(ctx, p); err != nil {
		if errors.Is(err, usage.ErrExceeded) {
			return 0, nil
		}
		return 0, err
	}
	return a.Usage.Room(ctx, p)
}

// used returns what a response used, as it is counted.
func used(r llm.Response) usage.Count {
	u := r.Usage
	return usage.Count{Calls: 1, Prompt: u.Prompt, Cached: u.Cached, Answer: u.Answer, Cost: u.Cost}
}

// payerOf returns on whose account a conversation is.
func (a *Agent) payerOf(ctx context.Context, s session.Session) (usage.Payer, error) {
	p, err := a.answers(ctx, s, session.Turn{})
	return a.Payer(p, s.Place, s.Group()), err
}

// spent returns what of a run's model calls is not counted yet.
func (r *run) spent() usage.Count {
	now, was := r.turn.Usage, r.counted
	return usage.Count{
		Calls: now.Calls - was.Calls, Prompt: now.PromptTokens - was.PromptTokens,
		Cached: now.CachedTokens - was.CachedTokens, Answer: now.AnswerTokens - was.AnswerTokens, Cost: now.Cost - was.Cost,
	}
}

// settle counts calls whose results were not wanted any more: the lane was lost, the turn
// ended meanwhile. They were made, and are somebody's all the same.
func (r *run) settle(ctx context.Context) {
	if err := r.a.Usage.Spend(context.WithoutCancel(ctx), r.payer, r.spent()); err != nil {
		r.a.log().Error("usage not counted", "turn", r.turn.ID, "err", err)
	}
	r.counted = r.turn.Usage
}

// EndLimited ends a turn that a limit cut off, visibly. What its tools did stays done and
// is shown.
func (a *Agent) EndLimited(ctx context.Context, claim delivery.Claim, turnID string, e *usage.Exceeded) error {
	return a.giveUp(ctx, claim, turnID, session.TurnLimited, func(v voice) string {
		return e.Say(a.Words, v.lang, a.zone(v.person.TimeZone), true)
	})
}
