package command

import (
	"context"

	"keepsake/command/clock"
)

func (s *Service) clock() *clock.Desk { return &clock.Desk{People: s.People, Tasks: s.Tasks} }

func (h *handling) tapZone(ctx context.Context) error { return h.setZone(ctx, h.Tap.Ref) }

// setZone gives the person another zone and shows the settings.
func (h *handling) setZone(ctx context.Context, zone string) error {
	if _, err := h.s.clock().Set(ctx, h.Answer, zone); err != nil {
		return err
	}
	h.Note = h.Plain("settings.saved_note", nil)
	return h.settings(ctx)
}

// answerZone takes a zone or a city that was typed.
func (h *handling) answerZone(ctx context.Context) error {
	zone, err := clock.Find(h.s.Words, h.req.Form.Answer)
	if err != nil {
		return err
	}
	return h.setZone(ctx, zone)
}

func (h *handling) tapClock(ctx context.Context) error { return h.s.clock().Tap(ctx, h.Answer) }

func (h *handling) answerClock(ctx context.Context) error {
	return h.s.clock().Answer(ctx, h.Answer, h.req.Form.Answer)
}
