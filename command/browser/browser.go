// Package browser is /web: the way from a chat to the person's page.
//
// Start reading at Show.
package browser

import (
	"context"
	"strconv"
	"strings"

	"keepsake/actor"
	"keepsake/command/answer"
	"keepsake/delivery"
)

// Link makes the address of a link that opens a person's page once: at what a group keeps together, for 0 at the first page.
type Link func(ctx context.Context, a actor.Actor, person string, group int64) (string, error)

// groupPayload begins what opens the private chat for a link to a group's page; the group's number without its sign follows.
const groupPayload = "web_"

// Show answers /web: with such a link in a private chat, where link is not nil. A link in a group would be everybody's, so
// it leads to the private chat, and from there on to the page of the group where the person has one: an admin where the
// group keeps things together, a member where there is a picture of what it remembers.
func Show(ctx context.Context, a *answer.Answer, link Link, keepsTogether, hasPicture bool) error {
	if !a.Chat.IsGroup() {
		return send(ctx, a, link, "page.link", 0)
	}
	says, payload := "page.group", "web"
	if link != nil && (keepsTogether && a.IsAdmin() || hasPicture && a.Actor().IsMember()) {
		says, payload = "page.group_admin", groupPayload+strings.TrimPrefix(strconv.FormatInt(a.Place.Chat, 10), "-")
	}
	a.Send(delivery.Body{Text: a.Say(says, nil), Buttons: [][]delivery.Button{a.PrivateChatRow(payload)}})
	return nil
}

// Follow answers the payload of a link that Show made in a group, and reports whether it is one. What the person
// may see of that group is asked by the page.
func Follow(ctx context.Context, a *answer.Answer, link Link, payload string) (bool, error) {
	number, is := strings.CutPrefix(payload, groupPayload)
	group, err := strconv.ParseInt("-"+number, 10, 64)
	if !is || err != nil || a.Chat.IsGroup() {
		return false, nil
	}
	return true, send(ctx, a, link, "page.link_group", group)
}

func send(ctx context.Context, a *answer.Answer, link Link, says string, group int64) error {
	if link == nil {
		a.Reply("page.none", nil)
		return nil
	}
	address, err := link(ctx, a.Actor(), a.Person.ID, group)
	if err != nil {
		return err
	}
	body := delivery.Body{Text: a.Say(says, nil)}
	if strings.HasPrefix(address, "https://") {
		body.Buttons = [][]delivery.Button{{{Text: a.Plain("button.page", nil), URL: address}}}
	} else { // clients take no button that leads to this computer
		body.Text += "\n\n`" + address + "`"
		body.Unmasked = []string{address} // its code looks like a key
	}
	a.Send(body)
	return nil
}
