package command

import (
	"context"

	"keepsake/command/spending"
	"keepsake/delivery"
)

// usage is /usage.
func (h *handling) usage(ctx context.Context) error {
	return h.s.spending().Show(ctx, h.Answer, h.s.Agent.Payer(h.Person, h.Place, h.Chat.IsGroup()))
}

func (s *Service) spending() *spending.Desk {
	return &spending.Desk{Usage: s.Usage, Bot: s.Name, Money: s.Money}
}

// Figure returns a number in groups of three.
func Figure(n int) string { return spending.Figure(n) }

// Amount returns an amount of the price table's currency; small ones with more places.
func (s *Service) Amount(amount float64) string { return s.spending().Amount(amount) }

// dailyToggle is the button that switches the line about each day.
func (h *handling) dailyToggle() delivery.Button {
	// The button names the state it leads to: a second finger changes nothing.
	if h.Person.Daily {
		return h.Button("settings.daily_off", "set", "daily.off")
	}
	return h.Button("settings.daily_on", "set", "daily.on")
}
