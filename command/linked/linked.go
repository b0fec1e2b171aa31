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
	// Tell sends a message to the private chat of another account, in its language; unlink is under it.
	Tell func(ctx context.Context, to people.Person, id string, data templates.Data, unlink string) error
}

// Show answers /link: without a code with the linked accounts and a new code, and with another account's code with
// the question whether to link the two. Groups have no accounts.
func (d *Desk) Show(ctx context.Context, a *answer.Answer, code string) error {
	if a.Chat.IsGroup() {
		a.Reply("link.group", nil)
		return nil
	}
	if code = strings.TrimSpace(code); code == "" {
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
	return d.Tell(ctx, other, "link.told", templates.Data{"Name": nameOf(a.Person)}, a.Person.ID)
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
	return d.Tell(ctx, other, "link.undone_told", templates.Data{"Name": nameOf(a.Person)}, "")
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
