// Package spoken decides whether an answer is spoken as well as written, and makes the text that is read aloud. It puts a message
// into the outbox; the door has a model speak it and sends the sound.
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

// Outbox stores outgoing messages.
type Outbox interface {
	Put(ctx context.Context, o delivery.Outgoing) (int64, error)
}

// Put stores a voice message with a turn's answer (Markdown), where the chat wants answers spoken and the answer can be read aloud
// (Text). It joins the caller's transaction, so that an answer is spoken once. In a terminal, whose place is nobody's private chat, and
// for an answer that is not spoken it stores nothing.
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

// maxText is the longest text that is spoken, in UTF-16 units: about a minute.
const maxText = 800

// table matches a line of a Markdown table, address a web address. Neither is read aloud.
var (
	table   = regexp.MustCompile(`(?m)^\s*\|.*\|\s*$`)
	address = regexp.MustCompile(`\s*\(?https?://\S+`)
)

// Text returns the text of an answer (Markdown) without web addresses, to be read aloud. It returns "" for an answer that is longer than
// maxText, or that has code or a table.
func Text(answer string) string {
	t := markdown.Render(answer)
	isCode := func(e markdown.Entity) bool { return e.Type == markdown.Pre || e.Type == markdown.Code }
	if text.UTF16Len(t.Text) > maxText || table.MatchString(answer) || slices.ContainsFunc(t.Entities, isCode) {
		return ""
	}
	return strings.TrimSpace(address.ReplaceAllString(t.Text, ""))
}
