// Package browser is /web: the way from a chat to the person's page.
//
// Start reading at Show.
package browser

import (
	"context"
	"strings"

	"keepsake/actor"
	"keepsake/command/answer"
	"keepsake/delivery"
)

// Link makes the address of a link that opens a person's page once.
type Link func(ctx context.Context, a actor.Actor, person string) (string, error)

// Show answers /web: with such a link in a private chat, where link is not nil. A link in a group would be
// everybody's.
func Show(ctx context.Context, a *answer.Answer, link Link) error {
	switch {
	case a.Chat.IsGroup():
		a.Send(delivery.Body{Text: a.Say("page.group", nil), Buttons: [][]delivery.Button{a.PrivateChatRow("web")}})
		return nil
	case link == nil:
		a.Reply("page.none", nil)
		return nil
	}
	address, err := link(ctx, a.Actor(), a.Person.ID)
	if err != nil {
		return err
	}
	body := delivery.Body{Text: a.Say("page.link", nil)}
	if strings.HasPrefix(address, "https://") {
		body.Buttons = [][]delivery.Button{{{Text: a.Plain("button.page", nil), URL: address}}}
	} else { // clients take no button that leads to this computer
		body.Text += "\n\n`" + address + "`"
	}
	a.Send(body)
	return nil
}
