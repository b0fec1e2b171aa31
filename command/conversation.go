package command

import (
	"context"
	"strings"

	"keepsake/actor"
	"keepsake/agent/ending"
	"keepsake/command/answer"
	"keepsake/command/browser"
	"keepsake/command/programs"
	"keepsake/delivery"
	"keepsake/session"
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
	if err := h.destroyPrivate(ctx); err != nil {
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

// destroyPrivate destroys the private conversations of this person here that have ended.
func (h *handling) destroyPrivate(ctx context.Context) error {
	if h.Chat.IsGroup() {
		return nil
	}
	_, err := h.s.Sessions.Prune(ctx, actor.OfSystem(), h.Place, h.Person.ID, session.Retention{})
	return err
}

// private is /private: it begins a temporary chat, in which no memory is read or kept; with "off" it ends it.
func (h *handling) private(ctx context.Context) error {
	return h.setPrivate(ctx, !strings.EqualFold(strings.TrimSpace(h.line.Args), "off"))
}

// groupPrivate is /private in a group.
func (h *handling) groupPrivate(context.Context) error {
	h.Reply("private.group", nil)
	return nil
}

func (h *handling) tapPrivate(ctx context.Context) error {
	h.RetireButton()
	return h.setPrivate(ctx, h.Tap.Ref == "on")
}

// setPrivate begins or ends the person's temporary chat. What was said in one is destroyed with its end.
func (h *handling) setPrivate(ctx context.Context, on bool) error {
	id := map[bool]string{true: "private.still", false: "private.none"}[on]
	if h.Person.Private != on {
		id = map[bool]string{true: "private.on", false: "private.off"}[on]
		h.Person.Private = on
		if err := h.s.People.SaveSettings(ctx, h.Actor(), h.Person); err != nil {
			return err
		}
		if _, err := h.s.Sessions.End(ctx, h.Actor(), h.Place, h.Person.ID); err != nil {
			return err
		}
		if err := h.destroyPrivate(ctx); err != nil {
			return err
		}
	}
	body := delivery.Body{Text: h.Say(id, nil)}
	if on {
		body.Buttons = [][]delivery.Button{{h.Button("button.private_off", "private", "off")}}
	}
	h.Send(body)
	return nil
}

// onKeys returns the handler of /api or of one of its buttons.
func onKeys(do func(d *programs.Desk, ctx context.Context, a *answer.Answer) error) handler {
	return func(h *handling, ctx context.Context) error { return do(&h.s.Programs, ctx, h.Answer) }
}

// web is /web.
func (h *handling) web(ctx context.Context) error {
	return browser.Show(ctx, h.Answer, h.s.PageLink, h.s.Shards.Shards != nil, h.s.Graph != nil)
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
