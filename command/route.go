package command

import (
	"context"
	"errors"
	"slices"

	"keepsake/command/forgets"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/session"
	"keepsake/templates"
)

// route decides what a request is and whether its sender may.
func (h *handling) route(ctx context.Context) error {
	if h.req.News != nil {
		return h.news(ctx, *h.req.News)
	}
	if err := h.s.Reopen(ctx, &h.Chat); err != nil {
		return err
	}
	if h.Chat.IsGroup() {
		return h.routeGroup(ctx)
	}
	line, isCommand := Parse(h.req.Text)
	// The owner link is how somebody without access gets it.
	if isCommand && line.Name == "start" && line.Args != "" && h.Person.Access != people.Blocked {
		h.line = line
		return h.start(ctx)
	}
	if !h.s.Admits(h.Person) {
		return h.turnAway(ctx, true)
	}
	switch {
	case h.req.Disliked != 0:
		return h.dislike(ctx)
	case h.req.Position != nil:
		h.s.clock().Locate(h.Answer, h.req.Position.Latitude, h.req.Position.Longitude)
		return nil
	case h.Tap != nil:
		t, ok := findTap(h.Tap.Action)
		if !ok {
			h.Note = h.Plain("tap.unknown", nil)
			return nil
		}
		return t.do(h, ctx)
	case isCommand:
		return h.runCommand(ctx, line)
	case h.req.Inline:
		h.Reply("command.inline", nil)
	case h.req.Form != nil:
		return h.takeForm(ctx)
	}
	return nil
}

// routeGroup is route for a group.
func (h *handling) routeGroup(ctx context.Context) error {
	if h.Tap != nil {
		return h.routeGroupTap(ctx)
	}
	line, isCommand := Parse(h.req.Text)
	if isCommand && line.Name == "start" {
		if err := h.letGroupIn(ctx); err != nil {
			return err
		}
	}
	switch {
	case h.Person.Access == people.Blocked:
		return nil
	case !h.s.Serves(h.Chat):
		if isCommand {
			return h.turnGroupAway(ctx)
		}
		return nil
	case isCommand:
		return h.runCommand(ctx, line)
	case h.req.Inline:
		h.Reply("command.inline", nil)
	case h.req.Form != nil:
		return h.takeForm(ctx)
	}
	return nil
}

func (h *handling) routeGroupTap(ctx context.Context) error {
	if isRefused, err := h.refuseGroupTap(ctx); isRefused || err != nil {
		return err
	}
	t, _ := findTap(h.Tap.Action)
	return t.do(h, ctx)
}

// refuseGroupTap reports whether a tap in a group is refused, and tells the person why. It
// writes nothing.
func (h *handling) refuseGroupTap(ctx context.Context) (isRefused bool, err error) {
	refusal, err := h.tapRefusal(ctx)
	if err != nil {
		return false, err
	}
	t, ok := findTap(h.Tap.Action)
	switch {
	case !h.s.Serves(h.Chat):
		refusal = "access.group_denied"
	case refusal == "" && (!ok || !t.group):
		refusal = "tap.unknown"
	}
	if refusal != "" {
		h.Note = h.Plain(refusal, nil)
	}
	return refusal != "", nil
}

// TapRefusal returns the note with which Handle would refuse a tap in a group, "" when it would
// go on to do it. A tap in no chat (Place.Chat is 0) is refused always. It writes nothing, so that
// a door may ask before it is the tap's turn.
func (s *Service) TapRefusal(ctx context.Context, req Request) (note string, err error) {
	person, err := s.People.Get(ctx, req.Person.ID)
	if errors.Is(err, people.ErrNotFound) {
		person, err = req.Person, nil
	}
	if err != nil {
		return "", err
	}
	if req.Place.Chat == 0 {
		h := s.handle(req, person, people.Chat{})
		return h.Plain("tap.unknown", nil), nil
	}
	chat, err := s.People.Chat(ctx, req.Place.Bot, req.Place.Chat)
	if err != nil {
		return "", err
	}
	h := s.handle(req, person, chat)
	_, err = h.refuseGroupTap(ctx)
	return h.Note, err
}

// tapRefusal returns why a tap in a group is not for this person to make, as the id of
// words: buttons are for whom the message was sent to, for admins, and what is asked about a memory for those who may change it.
func (h *handling) tapRefusal(ctx context.Context) (id string, err error) {
	a := h.Actor()
	switch {
	case h.Person.Access == people.Blocked:
		return "access.denied", nil
	case !a.IsMember():
		return "group.not_member", nil
	case a.IsAdmin():
		return "", nil
	}
	out, err := h.s.Delivery.ByMessage(ctx, h.Place.Bot, h.Place.Chat, h.Tap.Message)
	switch {
	case errors.Is(err, delivery.ErrNotFound): // purged after session.keep_handled, or erased
		return "group.button_unknown", nil
	case err != nil:
		return "", err
	case slices.Contains(forgets.MemberTaps, h.Tap.Action): // their handlers ask whose it is
		return "", nil
	case out.Person == "" || out.Person != h.Person.ID:
		if may, err := h.s.memories().MayDecide(ctx, h.Answer); may || err != nil {
			return "", err
		}
		return "group.not_yours", nil
	}
	return "", nil
}

// runCommand runs a command of those there are in this kind of chat.
func (h *handling) runCommand(ctx context.Context, line Line) error {
	h.line = line
	c, _ := find(line.Name)
	do := c.private
	if h.Chat.IsGroup() {
		do = c.group
	}
	if do == nil {
		h.Reply("command.unknown", templates.Data{"Name": line.Name})
		return nil
	}
	return do(h, ctx)
}

// takeForm takes the answer to a question of ours.
func (h *handling) takeForm(ctx context.Context) error {
	do := forms[h.req.Form.Asked.Purpose]
	if do == nil {
		h.Reply("tap.unknown", nil)
		return nil
	}
	return do(h, ctx)
}

// Question returns the question of ours that an answer to a message of the platform is for;
// in a group only who was asked can answer. delivery.ErrNotFound: no such message of ours is
// known (yet); ok=false: it asks nothing of this person.
func (s *Service) Question(ctx context.Context, place session.Place, message int64, person string) (asked delivery.Outgoing, ok bool, err error) {
	asked, err = s.Delivery.ByMessage(ctx, place.Bot, place.Chat, message)
	if err != nil {
		return asked, false, err
	}
	mine := asked.Chat > 0 || person != "" && asked.Person == person
	return asked, mine && forms[asked.Purpose] != nil, nil
}
