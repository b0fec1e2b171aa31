package command

import (
	"context"
	"fmt"

	"keepsake/command/feedback"
	"keepsake/people"
)

func (s *Service) feedback() *feedback.Desk {
	return &feedback.Desk{Store: s.Store, Delivery: s.Delivery, Memory: s.Memory, Tasks: s.Tasks, Sessions: s.Sessions}
}

// dislike answers a thumb down, once for each message.
func (h *handling) dislike(ctx context.Context) error {
	said, err := h.s.feedback().Dislike(ctx, h.Answer, h.req.Disliked)
	if err != nil || !said {
		return err
	}
	isFirst, err := h.s.noteOnce(ctx, h.Place, fmt.Sprintf("dislike.%d", h.req.Disliked), people.ID(h.Place.Chat), endOfTime)
	if !isFirst {
		h.Out = nil
	}
	return err
}

// tapAgain has a question asked again.
func (h *handling) tapAgain(ctx context.Context) error {
	q, ok, err := h.s.feedback().Again(ctx, h.Answer)
	if ok {
		h.again = &q
	}
	return err
}
