package command

import (
	"context"

	"keepsake/command/greetings"
)

// greetings returns what sends good mornings and words on birthdays to those who want them.
func (s *Service) greetings() *greetings.Desk {
	return &greetings.Desk{
		Bot: s.Name, Store: s.Store, Memory: s.Memory, People: s.People, Tasks: s.Tasks, Delivery: s.Delivery, Words: s.Words,
		Zone: s.Zone, Quiet: s.Quiet, Forgets: s.Forgets, Admits: s.Admits, Tx: s.Tx, Now: s.Now,
	}
}

// Greet sends what is due, and returns how many messages that were.
func (s *Service) Greet(ctx context.Context) (int, error) { return s.greetings().SendDue(ctx) }

// tapGreet is a button about them.
func (h *handling) tapGreet(ctx context.Context) error { return h.s.greetings().Tap(ctx, h.Answer) }
