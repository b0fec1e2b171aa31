package command

import (
	"context"

	"keepsake/actor"
	"keepsake/agent/ending"
	"keepsake/delivery"
)

// newConversation is /new: it ends the conversation, so that the next message begins
// another. What is remembered stays.
func (h *handling) newConversation(ctx context.Context) error {
	person := h.Person.ID
	if h.Chat.IsGroup() {
		person = ""
	}
	ended, err := h.s.Sessions.End(ctx, h.Actor(), h.Place, person)
	if err != nil {
		return err
	}
	switch {
	case !ended:
		h.Reply("new.fresh", nil)
	case h.Chat.IsGroup():
		h.Reply("group.new", nil)
	default:
		h.Reply("new.done", nil)
	}
	return nil
}

// stop is /stop: it drops what is not sent yet and ends the answer being made; whoever works the lane writes the last word.
func (h *handling) stop(ctx context.Context) error {
	lane := delivery.Lane(h.Place.Bot, h.Place.Chat, h.Place.Topic)
	asked, err := h.s.askStop(ctx, lane)
	if err != nil {
		return err
	}
	unsent, err := h.s.Delivery.DropUnsent(ctx, h.Place.Bot, h.Place.Chat, h.Place.Topic, ending.WholeAnswer)
	if err != nil {
		return err
	}
	if !asked {
		h.Reply(stopWords(unsent), nil)
		return nil
	}
	h.stopWork = true
	// A turn that waits for the model is worked on at once, to be stopped.
	return h.s.Delivery.Delay(ctx, lane, h.Now)
}

// stopWords returns the id of the answer to a /stop that met no answer being made.
func stopWords(unsent int) string {
	if unsent > 0 {
		return "stop.unsent"
	}
	return "stop.nothing"
}

// askStop marks a lane's turn, or the messages that would become its next one, and reports
// whether there was something to mark.
func (s *Service) askStop(ctx context.Context, lane string) (bool, error) {
	if asked, err := s.Sessions.AskStop(ctx, actor.OfSystem(), lane); err != nil || asked {
		return asked, err
	}
	if n, err := s.Delivery.AskStop(ctx, lane); err != nil || n > 0 {
		return err == nil, err
	}
	return s.Sessions.AskStop(ctx, actor.OfSystem(), lane) // they have just become a turn
}
