// Package guests is what an owner sees of /access: who waits to be let in, and who has written, with the buttons that
// decide about them.
//
// It decides nothing: people does, and package command asks it.
//
// Start reading at Desk.ShowWaiting.
package guests

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/templates"
)

// Actions of the buttons.
const (
	ActionAllow = "allow"  // number of a person or group . InList, or a page of people
	ActionBlock = "block"  // the same
	ActionList  = "access" // "" = who waits, or a page of people
)

// InList marks a tap in the list of who waits.
const InList = "list"

// Desk shows who waits and who has written. Who calls it has seen that an owner asks.
type Desk struct {
	People *people.Service
	Bot    string
	Admits func(p people.Person) bool // whether a person may talk to the bot
}

// ShowWaiting shows those who have waited longest; each decision makes room for the next. When nobody waits it shows who
// has written.
func (d *Desk) ShowWaiting(ctx context.Context, a *answer.Answer) error {
	waiting, n, err := d.People.Waiting(ctx, d.Bot, answer.PageRows)
	if err != nil {
		return err
	}
	if n == 0 {
		return d.ShowPeople(ctx, a, 1)
	}
	body := delivery.Body{Text: a.Say("access.waiting", templates.Data{"Count": n}) + "\n"}
	for i, q := range waiting {
		id := "access.row"
		if q.IsGroup() {
			id = "access.group_row"
		}
		addRow(a, &body, i+1, id, d.RequestData(ctx, q), DecisionRow(a, q.Subject, "."+InList))
	}
	body.Buttons = append(body.Buttons, []delivery.Button{a.Button("button.people", ActionList, "1")})
	a.Show(body)
	return nil
}

// ShowPeople shows a page of the people who have written and are no owners, the last first: each can be blocked, and
// let in again.
func (d *Desk) ShowPeople(ctx context.Context, a *answer.Answer, page int) error {
	_, waiting, err := d.People.Waiting(ctx, d.Bot, 1)
	if err != nil {
		return err
	}
	guests, n, err := d.People.Guests(ctx, (page-1)*answer.PageRows, answer.PageRows)
	if last := answer.LastPage(n); err == nil && page > last {
		page = last
		guests, n, err = d.People.Guests(ctx, (page-1)*answer.PageRows, answer.PageRows)
	}
	if err != nil {
		return err
	}
	var parts []string
	if waiting == 0 {
		parts = append(parts, a.Say("access.nobody", nil))
	}
	if n > 0 {
		parts = append(parts, a.Say("access.people", templates.Data{"Count": n}))
	}
	body := delivery.Body{Text: strings.Join(parts, "\n\n") + "\n"}
	for i, p := range guests {
		id, row := "access.row", DecisionRow(a, p.ID, "."+strconv.Itoa(page))
		switch {
		case p.Access == people.Blocked:
			id, row = "access.blocked_row", row[:1]
		case d.Admits(p):
			row = row[1:]
		}
		addRow(a, &body, (page-1)*answer.PageRows+i+1, id, personData(p), row)
	}
	body.Text = strings.TrimSuffix(body.Text, "\n")
	if pager := answer.Pager(page, answer.LastPage(n), func(n int) (action, ref string) { return ActionList, strconv.Itoa(n) }); pager != nil {
		body.Buttons = append(body.Buttons, pager)
	}
	if waiting > 0 {
		body.Buttons = append(body.Buttons, []delivery.Button{a.Button("button.show", ActionList, "")})
	}
	a.Show(body)
	return nil
}

// addRow adds one of a list to a message: a numbered line, and its buttons with the same number.
func addRow(a *answer.Answer, body *delivery.Body, number int, id string, data templates.Data, row []delivery.Button) {
	data["Number"] = strconv.Itoa(number)
	body.Text += "\n" + a.Say(id, data)
	for k := range row {
		row[k].Text += " " + strconv.Itoa(number)
	}
	body.Buttons = append(body.Buttons, row)
}

// RequestData fills sentences about who waits: what they call themselves, and what they
// cannot choose.
func (d *Desk) RequestData(ctx context.Context, q people.Request) templates.Data {
	p := people.Person{ID: q.Subject, Name: q.Title}
	if known, err := d.People.Get(ctx, q.Subject); err == nil && !q.IsGroup() {
		p = known
	}
	return personData(p)
}

// personData is RequestData for a person who is read already.
func personData(p people.Person) templates.Data {
	number, handle := strconv.FormatInt(people.Number(p.ID), 10), ""
	if p.Username != "" {
		handle = "@" + p.Username + ", "
	}
	return templates.Data{"Name": answer.Literal(cmp.Or(p.Name, number)), "Handle": answer.Literal(handle), "ID": number}
}

// DecisionRow is the row of buttons that decide about a person or a group; where is ".list" in the
// list of who waits, "." and the page in the list of people.
func DecisionRow(a *answer.Answer, subject, where string) []delivery.Button {
	ref := strconv.FormatInt(people.Number(subject), 10) + where
	return []delivery.Button{a.Button("button.allow", ActionAllow, ref), a.Button("button.block", ActionBlock, ref)}
}
