package command

import (
	"context"
	"errors"
	"strconv"

	"keepsake/actor"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/session"
	"keepsake/templates"
)

// This file is how an owner decides who may talk to the bot: a tap under the question, or
// in the list of /access.

// askOwner puts the questions about who waits into an owner's private chat.
func (s *Service) askOwner(ctx context.Context, owner people.Person, alone []people.Request, together int) error {
	h := s.sayingTo(owner, people.Number(owner.ID))
	for _, q := range alone {
		id := "access.ask_person"
		if q.IsGroup() {
			id = "access.ask_group"
		}
		h.Send(delivery.Body{
			Text: h.Say(id, h.requestData(ctx, q)), Buttons: [][]delivery.Button{h.decisionRow(q, "")},
		})
	}
	if together > 0 {
		h.Send(delivery.Body{
			Text:    h.Say("access.ask_many", templates.Data{"Count": together}),
			Buttons: [][]delivery.Button{{h.Button("button.show", "access", "")}},
		})
	}
	return h.reply().PutUnasked(ctx, s.Delivery)
}

// sayingTo returns a handling whose answers go to somebody who asked for nothing, in their
// private chat or in a group. Its answer must be put into the outbox.
func (s *Service) sayingTo(p people.Person, chat int64) *handling {
	return s.handle(Request{Place: session.Place{Bot: s.Name, Chat: chat}}, p, people.NewChat(s.Name, chat))
}

// requestData fills sentences about who waits: what they call themselves, and what they
// cannot choose.
func (h *handling) requestData(ctx context.Context, q people.Request) templates.Data {
	number := people.Number(q.Subject)
	name, handle := q.Title, ""
	if p, err := h.s.People.Get(ctx, q.Subject); err == nil && !q.IsGroup() {
		if name = p.Name; p.Username != "" {
			handle = "@" + p.Username + ", "
		}
	}
	if name == "" {
		name = strconv.FormatInt(number, 10)
	}
	return templates.Data{"Name": answer.Literal(name), "Handle": answer.Literal(handle), "ID": strconv.FormatInt(number, 10)}
}

// decisionRow is the row of buttons that decide about who waits; where is ".list" in the
// list.
func (h *handling) decisionRow(q people.Request, where string) []delivery.Button {
	ref := strconv.FormatInt(people.Number(q.Subject), 10) + where
	return []delivery.Button{h.Button("button.allow", "allow", ref), h.Button("button.block", "block", ref)}
}

// tapAllow and tapBlock decide about who waits.
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
	q, err := h.s.People.Request(ctx, h.s.Name, people.ID(number))
	if err != nil {
		return err
	}
	data := h.requestData(ctx, q)
	if err := h.s.decide(ctx, h.Actor(), q, access, h.req.Self); err != nil {
		return err
	}
	h.Note = h.Plain("settings.saved_note", nil)
	if where != "" {
		return h.accessList(ctx)
	}
	id, other := "access.allowed", h.decisionRow(q, "")[1:]
	if access == people.Blocked {
		id, other = "access.blocked", h.decisionRow(q, "")[:1]
	}
	h.Show(delivery.Body{Text: h.Say(id, data), Buttons: [][]delivery.Button{other}})
	return nil
}

// DecideAccess is an owner's decision about a person or a group, wherever they decide: who is allowed and was not is told so
// by who the bot is on the platform. Permissions and errors are those of people.Service.Decide.
func (s *Service) DecideAccess(ctx context.Context, a actor.Actor, subject string, access people.Access, self Self) error {
	return s.Tx.InTx(ctx, func(ctx context.Context) error {
		q, err := s.People.Request(ctx, s.Name, subject)
		if errors.Is(err, people.ErrNotFound) { // they were decided about before they asked
			q, err = people.Request{Bot: s.Name, Subject: subject}, nil
		}
		if err != nil {
			return err
		}
		return s.decide(ctx, a, q, access, self)
	})
}

func (s *Service) decide(ctx context.Context, a actor.Actor, q people.Request, access people.Access, self Self) error {
	changed, err := s.People.Decide(ctx, a, q.Bot, q.Subject, access)
	if err != nil || !changed || access != people.Allowed {
		return err
	}
	return s.welcome(ctx, q, self)
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

// access is /access, for owners: who waits to be let in.
func (h *handling) access(ctx context.Context) error {
	if h.Person.Access != people.Owner {
		h.Reply("command.unknown", templates.Data{"Name": "access"})
		return nil
	}
	return h.accessList(ctx)
}

// tapAccess opens the list of /access.
func (h *handling) tapAccess(ctx context.Context) error {
	if h.Person.Access != people.Owner {
		return people.ErrOwnersOnly
	}
	return h.accessList(ctx)
}

// accessList shows those who have waited longest; each decision makes room for the next.
func (h *handling) accessList(ctx context.Context) error {
	waiting, n, err := h.s.People.Waiting(ctx, h.s.Name, answer.PageRows)
	if err != nil {
		return err
	}
	if n == 0 {
		h.Show(delivery.Body{Text: h.Say("access.nobody", nil)})
		return nil
	}
	body := delivery.Body{Text: h.Say("access.waiting", templates.Data{"Count": n}) + "\n"}
	for i, q := range waiting {
		data := h.requestData(ctx, q)
		data["Number"] = strconv.Itoa(i + 1)
		id := "access.row"
		if q.IsGroup() {
			id = "access.group_row"
		}
		body.Text += "\n" + h.Say(id, data)
		row := h.decisionRow(q, ".list")
		for k := range row {
			row[k].Text += " " + strconv.Itoa(i+1)
		}
		body.Buttons = append(body.Buttons, row)
	}
	h.Show(body)
	return nil
}
