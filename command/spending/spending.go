// Package spending is /usage: what a person, a group or the whole bot used today and may use.
//
// Start reading at Desk.Show.
package spending

import (
	"context"
	"strconv"
	"strings"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/llm"
	"keepsake/people"
	"keepsake/templates"
	"keepsake/usage"
)

// Desk is what usage is shown with.
type Desk struct {
	Usage *usage.Service
	Bot   string
	Money string // what amounts are in, e.g. "USD"
}

// Show shows what the payer used today and may use; for an owner in private the whole bot's, too.
func (d *Desk) Show(ctx context.Context, a *answer.Answer, payer usage.Payer) error {
	day, quota, err := d.Usage.Today(ctx, payer)
	if err != nil {
		return err
	}
	id := "usage.person"
	if a.Chat.IsGroup() {
		id = "usage.group"
	}
	data := d.CountData(day.Count)
	data["Messages"] = ofLimit(a, day.Messages, quota.Messages)
	data["Tokens"] = ofLimit(a, day.Tokens(), quota.Tokens)
	data["When"] = templates.Markdown(a.Moment(day.EndsAt))
	said := a.Say(id, data) + partLines(a, day.Parts)
	if a.Person.Access == people.Owner && !a.Chat.IsGroup() {
		whole, err := d.wholeBot(ctx, a)
		if err != nil {
			return err
		}
		said += "\n\n" + whole
	}
	a.Send(delivery.Body{Text: said})
	return nil
}

// partLines returns a line for each kind of work beside conversation that used anything; "" when none did.
func partLines(a *answer.Answer, parts usage.Parts) string {
	var b strings.Builder
	for _, p := range llm.AllPurposes() {
		if part := parts[p]; part.Calls > 0 {
			b.WriteString("\n• " + a.Say("usage.part."+p.String(), templates.Data{
				"Tokens": templates.Markdown(Figure(part.Tokens)), "Calls": templates.Markdown(Figure(part.Calls)),
			}))
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "\n\n" + a.Say("usage.parts", nil) + b.String()
}

// ofLimit returns "12 of 50", or "12" where there is no limit.
func ofLimit(a *answer.Answer, used, limit int) templates.Markdown {
	if limit == 0 {
		return templates.Markdown(Figure(used))
	}
	return templates.Markdown(a.Say("usage.of", templates.Data{"Used": templates.Markdown(Figure(used)), "Limit": templates.Markdown(Figure(limit))}))
}

// CountData fills sentences with what was used.
func (d *Desk) CountData(c usage.Count) templates.Data {
	return templates.Data{
		"Messages": templates.Markdown(Figure(c.Messages)), "Tokens": templates.Markdown(Figure(c.Tokens())),
		"Cached": templates.Markdown(Figure(c.Cached)), "Calls": templates.Markdown(Figure(c.Calls)), "Cost": templates.Markdown(d.Amount(c.Cost)),
	}
}

// Figure returns a number in groups of three, apart by a narrow space: 1 234 567.
func Figure(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "\u202f" + s[i:]
	}
	return s
}

// Amount returns an amount of the price table's currency; small ones with more places.
func (d *Desk) Amount(amount float64) string {
	places := 2
	if amount > 0 && amount < 1 {
		places = 4
	}
	return strconv.FormatFloat(amount, 'f', places, 64) + " " + d.Money
}

// wholeBot returns what everybody together used, for an owner.
func (d *Desk) wholeBot(ctx context.Context, a *answer.Answer) (string, error) {
	day, _, err := d.Usage.Today(ctx, usage.Payer{Bot: d.Bot})
	if err != nil {
		return "", err
	}
	month, err := d.Usage.Month(ctx, d.Bot)
	if err != nil {
		return "", err
	}
	data := d.CountData(day.Count)
	data["MonthCost"] = templates.Markdown(d.Amount(month.Cost))
	said := a.Say("usage.bot", data) + partLines(a, day.Parts)
	if l := d.Usage.Limits(); l.Cap > 0 {
		id, resets := "usage.cap_day", day.EndsAt
		if l.Monthly {
			id, resets = "usage.cap_month", month.EndsAt
		}
		said += "\n" + a.Say(id, templates.Data{"Cap": templates.Markdown(d.Amount(l.Cap)), "When": templates.Markdown(a.Moment(resets))})
	}
	return said, nil
}
