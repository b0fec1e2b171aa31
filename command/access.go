package command

import (
	"context"
	"errors"
	"strconv"

	"keepsake/actor"
	"keepsake/command/answer"
	"keepsake/command/guests"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/session"
	"keepsake/templates"
)

// This file is how an owner decides who may talk to the bot: a tap under the question, or
// in the lists of /access.

// askOwner puts the questions about who waits into an owner's private chat.
func (s *Service) askOwner(ctx context.Context, owner people.Person, alone []people.Request, together int) error {
	h := s.sayingTo(owner, people.Number(owner.ID))
	for _, q := range alone {
		id := "access.ask_person"
		if q.IsGroup() {
			id = "access.ask_group"
		}
		h.Send(delivery.Body{
			Text: h.Say(id, h.guests().RequestData(ctx, q)), Buttons: [][]delivery.Button{guests.DecisionRow(h.Answer, q.Subject, "")},
		})
	}
	if together > 0 {
		h.Send(delivery.Body{
			Text:    h.Say("access.ask_many", templates.Data{"Count": together}),
			Buttons: [][]delivery.Button{{h.Button("button.show", guests.ActionList, "")}},
		})
	}
	return h.reply().PutUnasked(ctx, s.Delivery)
}

// sayingTo returns a handling whose answers go to somebody who asked for nothing, in their
// private chat or in a group. Its answer must be put into the outbox.
func (s *Service) sayingTo(p people.Person, chat int64) *handling {
	return s.handle(Request{Place: session.Place{Bot: s.Name, Chat: chat}}, p, people.NewChat(s.Name, chat))
}

// guests returns the desk that shows who waits and who has written.
func (h *handling) guests() *guests.Desk {
	return &guests.Desk{People: h.s.People, Bot: h.s.Name, Admits: h.s.Admits}
}

// tapAllow and tapBlock decide about a person or a group.
func (h *handling) tapAllow(ctx context.Context) error { return h.decideAccess(ctx, people.Allowed) }
func (h *handling) tapBlock(ctx context.Context) error { return h.decideAccess(ctx, people.Blocked) }

// decideAccess is an owner's tap. People who are allowed are told so; people who are blocked
// are not. The other button stays, so that an owner can change their mind.
func (h *handling) decideAccess(ctx context.Context, access people.Access) error {
	if h.Person.Access != people.Owner {
		return people.ErrOwnersOnly
	}
	ref, where := answer.CutRef(h.Tap.Ref)
	number, err := strconv.ParseInt(ref, 10, 64)
	if err != nil || number == 0 {
		return people.ErrNotFound
	}
	q, err := h.s.request(ctx, people.ID(number))
	if err != nil {
		return err
	}
	data := h.guests().RequestData(ctx, q)
	if err := h.s.decide(ctx, h.Actor(), q, access, h.req.Self); err != nil {
		return err
	}
	h.Note = h.Plain("settings.saved_note", nil)
	switch where {
	case "":
	case guests.InList:
		return h.guests().ShowWaiting(ctx, h.Answer)
	default:
		return h.guests().ShowPeople(ctx, h.Answer, answer.PageNumber(where))
	}
	id, other := "access.allowed", guests.DecisionRow(h.Answer, q.Subject, "")[1:]
	if access == people.Blocked {
		id, other = "access.blocked", guests.DecisionRow(h.Answer, q.Subject, "")[:1]
	}
	h.Show(delivery.Body{Text: h.Say(id, data), Buttons: [][]delivery.Button{other}})
	return nil
}

// request returns the request of a person or a group, or one as they would make it, for who is decided about before
// they asked.
func (s *Service) request(ctx context.Context, subject string) (people.Request, error) {
	q, err := s.People.Request(ctx, s.Name, subject)
	if errors.Is(err, people.ErrNotFound) {
		return people.Request{Bot: s.Name, Subject: subject}, nil
	}
	return q, err
}

// DecideAccess is an owner's decision about a person or a group, wherever they decide: who is allowed and was not is told so
// by who the bot is on the platform, and who is blocked is signed out of the page. Permissions and errors are those of people.Service.Decide.
func (s *Service) DecideAccess(ctx context.Context, a actor.Actor, subject string, access people.Access, self Self) error {
	return s.Tx.InTx(ctx, func(ctx context.Context) error {
		q, err := s.request(ctx, subject)
		if err != nil {
			return err
		}
		return s.decide(ctx, a, q, access, self)
	})
}

func (s *Service) decide(ctx context.Context, a actor.Actor, q people.Request, access people.Access, self Self) error {
	changed, err := s.People.Decide(ctx, a, q.Bot, q.Subject, access)
	switch {
	case err != nil || !changed:
		return err
	case access == people.Allowed:
		return s.welcome(ctx, q, self)
	case access == people.Blocked && !q.IsGroup() && s.SignOut != nil:
		return s.SignOut(ctx, q.Subject)
	}
	return nil
}

// welcome tells somebody that they, or a group that it, may talk to us now.
func (s *Service) welcome(ctx context.Context, q people.Request, self Self) error {
	to, id := s.sayingTo(people.Person{}, people.Number(q.Subject)), "access.welcome"
	if q.IsGroup() {
		id = "group.hello"
	} else if p, err := s.People.Get(ctx, q.Subject); err == nil {
		to.Person = p
	}
	to.req.Self = self
	to.Reply(id, to.selfData())
	return to.reply().PutUnasked(ctx, s.Delivery)
}

// access is /access, for owners: who waits to be let in, and who else has written.
func (h *handling) access(ctx context.Context) error {
	if h.Person.Access != people.Owner {
		h.Reply("command.unknown", templates.Data{"Name": "access"})
		return nil
	}
	return h.guests().ShowWaiting(ctx, h.Answer)
}

// tapAccess opens the list of /access, or a page of the list of people.
func (h *handling) tapAccess(ctx context.Context) error {
	if h.Person.Access != people.Owner {
		return people.ErrOwnersOnly
	}
	if h.Tap.Ref != "" {
		return h.guests().ShowPeople(ctx, h.Answer, answer.PageNumber(h.Tap.Ref))
	}
	return h.guests().ShowWaiting(ctx, h.Answer)
}
