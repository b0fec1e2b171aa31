// Package spoken has answers spoken as well as written: whether, and how one reads aloud. It puts a message into the outbox; the door
// has it spoken and sends it.
//
// Start reading at Put.
package spoken

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"keepsake/agent/ending"
	"keepsake/delivery"
	"keepsake/markdown"
	"keepsake/people"
	"keepsake/session"
	"keepsake/text"
)

// Outbox takes messages.
type Outbox interface {
	Put(ctx context.Context, o delivery.Outgoing) (int64, error)
}

// Put has a turn's answer (Markdown) spoken as well, where the chat wants that and the answer is for ears. It joins the caller's
// transaction, so there is one voice for one answer. A keyboard has no ears: its place is nobody's chat.
func Put(ctx context.Context, box Outbox, place session.Place, t session.Turn, m people.Manner, answer string) error {
	said := Text(answer)
	if place.Chat > 0 && people.ID(place.Chat) != t.Person || said == "" || !m.Speaks(t.Spoken) {
		return nil
	}
	_, err := box.Put(ctx, delivery.Outgoing{
		Bot: place.Bot, Chat: place.Chat, Topic: place.Topic, Person: t.Person, Kind: delivery.Voice, Purpose: ending.WholeAnswer, Body: delivery.Body{Text: said, Silent: true},
	})
	return err
}

// maxText is how long an answer may be that is spoken, in UTF-16 units: about a minute.
const maxText = 800

// table finds a line of a Markdown table, address an address, which nobody wants to hear.
var (
	table   = regexp.MustCompile(`(?m)^\s*\|.*\|\s*$`)
	address = regexp.MustCompile(`\s*\(?https?://\S+`)
)

// Text returns how an answer (Markdown) reads aloud; "" for one that is too long for that, or that is not for ears: code, tables.
func Text(answer string) string {
	t := markdown.Render(answer)
	isCode := func(e markdown.Entity) bool { return e.Type == markdown.Pre || e.Type == markdown.Code }
	if text.UTF16Len(t.Text) > maxText || table.MatchString(answer) || slices.ContainsFunc(t.Entities, isCode) {
		return ""
	}
	return strings.TrimSpace(address.ReplaceAllString(t.Text, ""))
}
