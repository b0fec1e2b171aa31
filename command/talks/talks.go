// Package talks shows a person what was said in their conversations: what /search finds there.
//
// It goes straight to package session/past: no model. In a group there is none of it.
//
// Start reading at Desk.Show.
package talks

import (
	"context"
	"strings"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/session/past"
	"keepsake/templates"
	"keepsake/text"
)

// ActionFind is the action of the button that looks through conversations; its reference are the words.
const ActionFind = "said"

// Desk is what conversations are shown with.
type Desk struct {
	Store string
	Past  *past.Finder
}

// Bounds of what a message shows.
const (
	shown      = 8
	shownRunes = 200
)

// PointFrom adds the button to what a search of memories shows.
func (d *Desk) PointFrom(a *answer.Answer, query string) {
	if a.Chat.IsGroup() || a.Person.Private || len(a.Out) == 0 {
		return
	}
	carried := ""
	for _, w := range strings.Fields(query) {
		if len(ActionFind)+len(": ")+len(carried)+len(w) <= answer.MaxData {
			carried = strings.TrimSpace(carried + " " + w)
		}
	}
	if carried == "" {
		return
	}
	body := &a.Out[len(a.Out)-1].Body
	body.Buttons = append(body.Buttons, []delivery.Button{a.Button("button.said", ActionFind, carried)})
}

// Find looks for words. It reads much, so it runs outside of any transaction.
func (d *Desk) Find(ctx context.Context, a *answer.Answer, query string) (past.Result, error) {
	return d.Past.Find(ctx, past.Query{Store: d.Store, Bot: a.Place.Bot, Person: a.Person.ID, Text: query, Limit: shown})
}

// Show shows what was found, with dates, and how far back was looked.
func (d *Desk) Show(a *answer.Answer, found past.Result) {
	if found.Since.IsZero() {
		a.Reply("said.none", nil)
		return
	}
	since := templates.Data{"Since": a.When(templates.DueDay, found.Since), "Count": found.Total}
	if len(found.Hits) == 0 {
		a.Reply("said.nothing", since)
		return
	}
	lines := []string{a.Say("said.found", since)}
	for _, h := range found.Hits {
		id := "said.you"
		if !h.IsOwn {
			id = "said.bot"
		}
		lines = append(lines, a.Say(id, templates.Data{
			"At": a.Moment(h.At), "Text": answer.Literal(text.Cut(text.OneLine(h.Text), shownRunes)),
		}))
	}
	a.Send(delivery.Body{Text: strings.Join(lines, "\n\n")})
}
