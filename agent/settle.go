package agent

import (
	"context"

	"keepsake/agent/receipt"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/offer"
	"keepsake/people"
	"keepsake/session"
	"keepsake/trust"
)

// settleOffer takes a message that says yes or no as the answer to what the bot asked last, or in the message that it replies to.
func (a *Agent) settleOffer(ctx context.Context, in Incoming, s session.Session, turnID string) error {
	if s.Private || len(in.Messages) != 1 || in.Messages[0].Trust != trust.Person || !offer.IsAnswer(in.Messages[0].Content) {
		return nil
	}
	answer, ok, err := offer.NewAnswer(ctx, a.Delivery, in.Place, in.Messages[0].Content, in.Answers)
	if err != nil || !ok {
		return err
	}
	window, err := a.Sessions.Window(ctx, s)
	if err != nil {
		return err
	}
	person := in.speaker(s.ID)
	person.TurnID = turnID
	asked := "" // the turn whose question about tasks was settled
	if a.Tasks != nil && !s.IsGroup() {
		if asked, err = offer.SettleTasks(ctx, a.Tasks, a.Memory, person, Scopes(s), window, answer); err != nil {
			return err
		}
	}
	made, err := offer.Settle(ctx, a.Memory, person, Scopes(s), window, answer)
	if err == nil && len(made) > 0 {
		asked = made[0].Asked.Actor.TurnID
	}
	if err != nil || asked == "" {
		return err
	}
	return a.retireButtons(ctx, asked, in.Person, made)
}

// RetireButtons takes the buttons of what waits no more off the answer of the turn that asked, when that has been sent.
func (a *Agent) RetireButtons(ctx context.Context, turnID string, p people.Person) error {
	return a.retireButtons(ctx, turnID, p, nil)
}

// retireButtons takes the buttons of what was settled in words off the answer of the turn that asked, where it then says what has become of it.
func (a *Agent) retireButtons(ctx context.Context, turnID string, p people.Person, made []memory.Made) error {
	asked, err := a.Sessions.Turn(ctx, turnID)
	if err != nil {
		return err
	}
	reply, err := a.Delivery.Out(ctx, asked.ReplyID)
	if err != nil || len(reply.Messages) == 0 {
		return err
	}
	body, err := a.buildBody(ctx, asked, "", a.voice(p)) // without the decision, which is closed
	if err != nil {
		return err
	}
	v := receipt.Voice{Words: a.Words, Lang: a.voice(p).lang, Zone: people.ZoneOf(p, a.Config.Zone)}
	before, err := offer.FindBeforeMade(ctx, a.Memory, made)
	if err != nil {
		return err
	}
	settled := receipt.SettledDecisions(made, before, v)
	if a.Tasks != nil {
		ts, err := a.Tasks.OfTurn(ctx, a.store(), p.ID, turnID)
		if err != nil {
			return err
		}
		settled = append(settled, receipt.SettledTasks(ts, v)...)
	}
	_, err = a.Delivery.Put(ctx, delivery.Outgoing{
		Bot: reply.Bot, Chat: reply.Chat, Topic: reply.Topic, Person: reply.Person,
		Kind: delivery.Edit, Target: reply.Messages[len(reply.Messages)-1], Body: delivery.Body{Buttons: body.Buttons, Settled: settled},
	})
	return err
}
