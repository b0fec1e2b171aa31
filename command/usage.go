package command

import (
	"context"
	"strconv"
	"strings"

	"keepsake/delivery"
	"keepsake/llm"
	"keepsake/people"
	"keepsake/templates"
	"keepsake/usage"
)

// usage is /usage: what the person, or the group, used today and may use; for an owner in
// private the whole bot's, too.
func (h *handling) usage(ctx context.Context) error {
	day, quota, err := h.s.Usage.Today(ctx, h.s.Agent.Payer(h.Person, h.Place, h.Chat.IsGroup()))
	if err != nil {
		return err
	}
	id := "usage.person"
	if h.Chat.IsGroup() {
		id = "usage.group"
	}
	data := h.countData(day.Count)
	data["Messages"] = h.ofLimit(day.Messages, quota.Messages)
	data["Tokens"] = h.ofLimit(day.Tokens(), quota.Tokens)
	data["When"] = templates.Markdown(h.Moment(day.EndsAt))
	answer := h.Say(id, data) + h.partLines(day.Parts)
	if h.Person.Access == people.Owner && !h.Chat.IsGroup() {
		whole, err := h.wholeBot(ctx)
		if err != nil {
			return err
		}
		answer += "\n\n" + whole
	}
	h.Send(delivery.Body{Text: answer})
	return nil
}

// partLines returns a line for each kind of work beside conversation that used anything; "" when none did.
func (h *handling) partLines(parts usage.Parts) string {
	var b strings.Builder
	for _, p := range llm.AllPurposes() {
		if part := parts[p]; part.Calls > 0 {
			b.WriteString("\n• " + h.Say("usage.part."+p.String(), templates.Data{
				"Tokens": templates.Markdown(Figure(part.Tokens)), "Calls": templates.Markdown(Figure(part.Calls)),
			}))
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "\n\n" + h.Say("usage.parts", nil) + b.String()
}

// ofLimit returns "12 of 50", or "12" where there is no limit.
func (h *handling) ofLimit(used, limit int) templates.Markdown {
	if limit == 0 {
		return templates.Markdown(Figure(used))
	}
	return templates.Markdown(h.Say("usage.of", templates.Data{"Used": templates.Markdown(Figure(used)), "Limit": templates.Markdown(Figure(limit))}))
}

// countData fills sentences with what was used.
func (h *handling) countData(c usage.Count) templates.Data {
	return templates.Data{
		"Messages": templates.Markdown(Figure(c.Messages)), "Tokens": templates.Markdown(Figure(c.Tokens())),
		"Cached": templates.Markdown(Figure(c.Cached)), "Calls": templates.Markdown(Figure(c.Calls)), "Cost": templates.Markdown(h.money(c.Cost)),
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

func (h *handling) money(amount float64) string { return h.s.Amount(amount) }

// Amount returns an amount of the price table's currency; small ones with more places.
func (s *Service) Amount(amount float64) string {
	places := 2
	if amount > 0 && amount < 1 {
		places = 4
	}
	return strconv.FormatFloat(amount, 'f', places, 64) + " " + s.Money
}

// wholeBot returns what everybody together used, for an owner.
func (h *handling) wholeBot(ctx context.Context) (string, error) {
	day, _, err := h.s.Usage.Today(ctx, usage.Payer{Bot: h.s.Name})
	if err != nil {
		return "", err
	}
	month, err := h.s.Usage.Month(ctx, h.s.Name)
	if err != nil {
		return "", err
	}
	data := h.countData(day.Count)
	data["MonthCost"] = templates.Markdown(h.money(month.Cost))
	said := h.Say("usage.bot", data) + h.partLines(day.Parts)
	if l := h.s.Usage.Limits(); l.Cap > 0 {
		id, resets := "usage.cap_day", day.EndsAt
		if l.Monthly {
			id, resets = "usage.cap_month", month.EndsAt
		}
		said += "\n" + h.Say(id, templates.Data{"Cap": templates.Markdown(h.money(l.Cap)), "When": templates.Markdown(h.Moment(resets))})
	}
	return said, nil
}

// dailyToggle is the button that switches the line about each day.
func (h *handling) dailyToggle() delivery.Button {
	// The button names the state it leads to: a second finger changes nothing.
	if h.Person.Daily {
		return h.Button("settings.daily_off", "set", "daily.off")
	}
	return h.Button("settings.daily_on", "set", "daily.on")
}
