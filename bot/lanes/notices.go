package lanes

import (
	"context"

	"keepsake/agent"
	"keepsake/delivery"
	"keepsake/people"
)

// putNotice puts a message to the person of a batch into their chat; in a group as an answer
// to what they wrote.
func (l *Lanes) putNotice(ctx context.Context, in agent.Incoming, body delivery.Body) error {
	_, err := l.Delivery.Put(ctx, delivery.Outgoing{
		Bot: in.Place.Bot, Chat: in.Place.Chat, Topic: in.Place.Topic, Person: in.Person.ID,
		Kind: delivery.Send, MustArrive: true, ReplyTo: in.ReplyTo, Body: body,
	})
	return err
}

// apologize tells the people of rows that were given up.
func (l *Lanes) apologize(ctx context.Context, rows []delivery.Update) error {
	done := map[string]bool{}
	for _, row := range rows {
		if row.Person == "" || done[row.Person] {
			continue
		}
		done[row.Person] = true
		p, err := l.People.Get(ctx, row.Person)
		if err != nil {
			p = people.Person{ID: row.Person}
		}
		_, _, topic, _ := delivery.LanePlace(row.Lane)
		_, err = l.Delivery.Put(ctx, delivery.Outgoing{
			Bot: l.Bot, Chat: row.Chat, Topic: topic, Person: row.Person, Kind: delivery.Send, MustArrive: true,
			Body: delivery.Body{Text: l.Commands.Say(p, "error.given_up", nil)},
		})
		if err != nil {
			return err
		}
	}
	return nil
}
