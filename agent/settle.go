package agent

import (
	"context"
	"slices"

	"keepsake/delivery"
	"keepsake/memory/offer"
	"keepsake/people"
	"keepsake/session"
	"keepsake/trust"
)

// settleOffer takes a message that is nothing but a yes or a no as the answer to what the bot
// asked last.
func (a *Agent) settleOffer(ctx context.Context, in Incoming, s session.Session, turnID string) error {
	if s.Private || len(in.Messages) != 1 || in.Messages[0].Trust != trust.Person || !offer.IsAnswer(in.Messages[0].Content) {
		return nil
	}
	window, err := a.Sessions.Window(ctx, s)
	if err != nil {
		return err
	}
	person := in.speaker(s.ID)
	person.TurnID = turnID
	said := in.Messages[0].Content
	asked := "" // the turn whose question about tasks was settled
	if a.Tasks != nil && !s.IsGroup() {
		if asked, err = offer.SettleTasks(ctx, a.Tasks, a.Memory, person, Scopes(s), window, said); err != nil {
			return err
		}
	}
	made, err := offer.Settle(ctx, a.Memory, person, Scopes(s), window, said)
	if err == nil && made.ID != "" {
		asked = made.Actor.TurnID
	}
	if err != nil || asked == "" {
		return err
	}
	return a.retireButtons(ctx, asked, in.Person)
}

// retireButtons takes the buttons of what was settled in words off the answer of the turn that asked.
func (a *Agent) retireButtons(ctx context.Context, turnID string, p people.Person) error {
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
	_, err = a.Delivery.Put(ctx, delivery.Outgoing{
		Bot: reply.Bot, Chat: reply.Chat, Topic: reply.Topic, Person: reply.Person,
		Kind: delivery.Edit, Target: reply.Messages[len(reply.Messages)-1], Body: delivery.Body{Buttons: body.Buttons},
	})
	return err
}

// mayHaveSettled reports whether a message of a turn may have stored what the bot had offered.
func mayHaveSettled(ms []session.Message) bool {
	return slices.ContainsFunc(ms, func(m session.Message) bool { return m.Role == session.User && offer.IsAnswer(m.Content) })
}
