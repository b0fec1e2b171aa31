package command

import (
	"context"

	"keepsake/delivery"
	"keepsake/people"
	"keepsake/templates"
)

// help is /help.
func (h *handling) help(context.Context) error {
	h.Reply("help.text", templates.Data{"Forgets": h.s.Forgets, "Page": h.s.HasPage(), "Keys": h.s.Programs.Keys != nil, "Manner": h.s.Manner.IsOpen(), "Owner": h.Person.Access == people.Owner})
	return nil
}

// groupHelp is /help in a group.
func (h *handling) groupHelp(context.Context) error {
	h.Reply("group.help", h.selfData())
	return nil
}

// pointToPrivateChat answers in a group what belongs into the private chat.
func (h *handling) pointToPrivateChat(context.Context) error {
	h.Send(delivery.Body{
		Text: h.Say("group.privately", nil), Buttons: [][]delivery.Button{h.PrivateChatRow(h.line.Name)},
	})
	return nil
}
