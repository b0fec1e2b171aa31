package command

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"

	"keepsake/actor"
	"keepsake/command/answer"
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
	p := people.Person{ID: q.Subject, Name: q.Title}
	if known, err := h.s.People.Get(ctx, q.Subject); err == nil && !q.IsGroup() {
		p = known
	}
	return personData(p)
}

// personData is requestData for a person who is read already.
func personData(p people.Person) templates.Data {
	number, handle := strconv.FormatInt(people.Number(p.ID), 10), ""
	if p.Username != "" {
		handle = "@" + p.Username + ", "
	}
	return templates.Data{"Name": answer.Literal(cmp.Or(p.Name, number)), "Handle": answer.Literal(handle), "ID": number}
}

// decisionRow is the row of buttons that decide about a person or a group; where is ".list" in the
// list of who waits, "." and the page in the list of people.
func (h *handling) decisionRow(q people.Request, where string) []delivery.Button {
	ref := strconv.FormatInt(people.Number(q.Subject), 10) + where
	return []delivery.Button{h.Button("button.allow", "allow", ref), h.Button("button.block", "block", ref)}
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
	data := h.requestData(ctx, q)
	if err := h.s.decide(ctx, h.Actor(), q, access, h.req.Self); err != nil {
		return err
	}
	h.Note = h.Plain("settings.saved_note", nil)
	switch where {
	case "":
	case inList:
		return h.accessList(ctx)
	default:
		return h.showPeople(ctx, answer.PageNumber(where))
	}
	id, other := "access.allowed", h.decisionRow(q, "")[1:]
	if access == people.Blocked {
		id, other = "access.blocked", h.decisionRow(q, "")[:1]
	}
	h.Show(delivery.Body{Text: h.Say(id, data), Buttons: [][]delivery.Button{other}})
	return nil
}

// inList marks a tap in the list of who waits.
const inList = "list"

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
	return h.accessList(ctx)
}

// tapAccess opens the list of /access, or a page of the list of people.
func (h *handling) tapAccess(ctx context.Context) error {
	if h.Person.Access != people.Owner {
		return people.ErrOwnersOnly
	}
	if h.Tap.Ref != "" {
		return h.showPeople(ctx, answer.PageNumber(h.Tap.Ref))
	}
	return h.accessList(ctx)
}

// accessList shows those who have waited longest; each decision makes room for the next. When nobody waits it shows who
// has written.
func (h *handling) accessList(ctx context.Context) error {
	waiting, n, err := h.s.People.Waiting(ctx, h.s.Name, answer.PageRows)
	if err != nil {
		return err
	}
	if n == 0 {
		return h.showPeople(ctx, 1)
	}
	body := delivery.Body{Text: h.Say("access.waiting", templates.Data{"Count": n}) + "\n"}
	for i, q := range waiting {
		id := "access.row"
		if q.IsGroup() {
			id = "access.group_row"
		}
		h.addRow(&body, i+1, id, h.requestData(ctx, q), h.decisionRow(q, "."+inList))
	}
	body.Buttons = append(body.Buttons, []delivery.Button{h.Button("button.people", "access", "1")})
	h.Show(body)
	return nil
}

// showPeople shows a page of the people who have written and are no owners, the last first: each can be blocked, and
// let in again.
func (h *handling) showPeople(ctx context.Context, page int) error {
	_, waiting, err := h.s.People.Waiting(ctx, h.s.Name, 1)
	if err != nil {
		return err
	}
	guests, n, err := h.s.People.Guests(ctx, (page-1)*answer.PageRows, answer.PageRows)
	if last := answer.LastPage(n); err == nil && page > last {
		page = last
		guests, n, err = h.s.People.Guests(ctx, (page-1)*answer.PageRows, answer.PageRows)
	}
	if err != nil {
		return err
	}
	var parts []string
	if waiting == 0 {
		parts = append(parts, h.Say("access.nobody", nil))
	}
	if n > 0 {
		parts = append(parts, h.Say("access.people", templates.Data{"Count": n}))
	}
	body := delivery.Body{Text: strings.Join(parts, "\n\n") + "\n"}
	for i, p := range guests {
		id, row := "access.row", h.decisionRow(people.Request{Subject: p.ID}, "."+strconv.Itoa(page))
		switch {
		case p.Access == people.Blocked:
			id, row = "access.blocked_row", row[:1]
		case h.s.Admits(p):
			row = row[1:]
		}
		h.addRow(&body, (page-1)*answer.PageRows+i+1, id, personData(p), row)
	}
	body.Text = strings.TrimSuffix(body.Text, "\n")
	if pager := answer.Pager(page, answer.LastPage(n), func(n int) (action, ref string) { return "access", strconv.Itoa(n) }); pager != nil {
		body.Buttons = append(body.Buttons, pager)
	}
	if waiting > 0 {
		body.Buttons = append(body.Buttons, []delivery.Button{h.Button("button.show", "access", "")})
	}
	h.Show(body)
	return nil
}

// addRow adds one of a list to a message: a numbered line, and its buttons with the same number.
func (h *handling) addRow(body *delivery.Body, number int, id string, data templates.Data, row []delivery.Button) {
	data["Number"] = strconv.Itoa(number)
	body.Text += "\n" + h.Say(id, data)
	for k := range row {
		row[k].Text += " " + strconv.Itoa(number)
	}
	body.Buttons = append(body.Buttons, row)
}
