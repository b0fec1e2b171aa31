// Package linked is /link: the way in which a person's accounts come to read each other's memories (A61), and in which
// a link is taken back.
//
// It decides nothing of who may: people does.
//
// Start reading at Desk.Show.
package linked

import (
	"context"
	"strings"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/session"
	"keepsake/templates"
)

// Actions of the buttons.
const (
	ActionLink   = "link"   // the other account's code
	ActionUnlink = "unlink" // the other account's id
	ActionNo     = "nolink" // no reference
)

// Desk answers /link.
type Desk struct {
	People *people.Service
	Args   string // what was typed after /link
	// Tell sends what write writes to a person.
	Tell func(ctx context.Context, place session.Place, p people.Person, write func(a *answer.Answer) error) error
}

// Show answers /link: without a code with the linked accounts and a new code, and with another account's code with
// the question whether to link the two. Groups have no accounts.
func (d *Desk) Show(ctx context.Context, a *answer.Answer) error {
	if a.Chat.IsGroup() {
		a.Reply("link.group", nil)
		return nil
	}
	code := strings.TrimSpace(d.Args)
	if code == "" {
		return d.list(ctx, a)
	}
	other, err := d.People.FindLinkCode(ctx, a.Person.ID, code)
	if err != nil {
		return err
	}
	a.Send(delivery.Body{
		Text:    a.Say("link.ask", templates.Data{"Name": nameOf(other)}),
		Buttons: [][]delivery.Button{{a.Button("button.link", ActionLink, code), a.Button("button.link_no", ActionNo, "")}},
	})
	return nil
}

// list shows the linked accounts, and a code for one more.
func (d *Desk) list(ctx context.Context, a *answer.Answer) error {
	code, err := d.People.NewLinkCode(ctx, a.Actor())
	if err != nil {
		return err
	}
	parts := []string{a.Say("link.title", nil)}
	var rows [][]delivery.Button
	for _, id := range a.Person.LinkedAccounts() {
		other, err := d.People.Get(ctx, id)
		if err != nil {
			return err
		}
		parts = append(parts, a.Say("link.with", templates.Data{"Name": nameOf(other)}))
		rows = append(rows, []delivery.Button{{Text: a.Plain("button.unlink", templates.Data{"Name": templates.Markdown(plainName(other))}), Action: ActionUnlink, Ref: id}})
	}
	parts = append(parts, a.Say("link.code", templates.Data{"Code": templates.Markdown(code)}))
	a.Show(delivery.Body{Text: strings.Join(parts, "\n\n"), Buttons: rows})
	return nil
}

// TapLink links the two accounts, and tells the other.
func (d *Desk) TapLink(ctx context.Context, a *answer.Answer) error {
	other, err := d.People.LinkAccounts(ctx, a.Actor(), a.Tap.Ref)
	if err != nil {
		return err
	}
	a.Show(delivery.Body{Text: a.Say("link.done", templates.Data{"Name": nameOf(other)})})
	return d.tellOther(ctx, a, other, "link.told", a.Person.ID)
}

// TapNo leaves the accounts as they are.
func (d *Desk) TapNo(_ context.Context, a *answer.Answer) error {
	a.Show(delivery.Body{Text: a.Say("link.left", nil)})
	return nil
}

// TapUnlink takes a link back, and tells the other account.
func (d *Desk) TapUnlink(ctx context.Context, a *answer.Answer) error {
	done, err := d.People.UnlinkAccounts(ctx, a.Actor(), a.Tap.Ref)
	if err != nil {
		return err
	}
	a.Show(delivery.Body{Text: a.Say("link.undone", nil)})
	if !done {
		return nil
	}
	other, err := d.People.Get(ctx, a.Tap.Ref)
	if err != nil {
		return err
	}
	return d.tellOther(ctx, a, other, "link.undone_told", "")
}

// tellOther tells the other account in its private chat what this one did to their link, with a button that takes the
// link with the account unlink back. Who talks in a terminal sees it in /link.
func (d *Desk) tellOther(ctx context.Context, a *answer.Answer, other people.Person, id, unlink string) error {
	chat := people.Number(other.ID)
	if chat == 0 {
		return nil
	}
	name := nameOf(a.Person)
	return d.Tell(ctx, session.Place{Bot: a.Place.Bot, Chat: chat}, other, func(a *answer.Answer) error {
		body := delivery.Body{Text: a.Say(id, templates.Data{"Name": name})}
		if unlink != "" {
			body.Buttons = [][]delivery.Button{{a.Button("button.unlink_this", ActionUnlink, unlink)}}
		}
		a.Send(body)
		return nil
	})
}

// nameOf returns a person's name as a sentence has it, with what they cannot choose freely.
func nameOf(p people.Person) templates.Markdown { return answer.Literal(plainName(p)) }

func plainName(p people.Person) string {
	name := p.Name
	if p.Username != "" {
		name = strings.TrimSpace(name + " (@" + p.Username + ")")
	}
	if name == "" {
		name = p.ID
	}
	return name
}
