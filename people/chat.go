package people

import (
	"context"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/fault"
)

// Chat is what is set for one chat: for a group its settings; for any chat whether we may
// write there. A chat nobody set anything for has no row and the zero settings of NewChat.
type Chat struct {
	Bot string // our name for the bot
	ID  int64  // the platform's number; groups are below 0
	// Access says whether a group is served where not all are: Allowed by an owner's act.
	Access Access
	// Listening keeps what members say to each other, so that it can be talked about. Off,
	// nothing that is not addressed to the bot is stored at all.
	Listening bool
	// ByName answers also to the bot's name, not only to mentions and replies.
	ByName bool
	// TopicMemory keeps one memory per topic instead of one for the group (R3).
	TopicMemory bool
	// Closed says that the platform lets us send nothing there: kicked, blocked.
	Closed bool
	// MovedTo is the chat that this one became, MovedFrom the one it was; 0 = none.
	MovedTo   int64
	MovedFrom int64
	UpdatedAt time.Time
}

// Group reports whether a chat has many people in it.
func (c Chat) Group() bool { return c.ID < 0 }

// NewChat returns the settings of a chat that has none yet.
func NewChat(bot string, id int64) Chat { return Chat{Bot: bot, ID: id, ByName: true} }

// Tag returns the short name by which a model tells people apart, "u42", of an id made by
// ID; "" of anything else.
func Tag(id string) string {
	number, ok := strings.CutPrefix(id, "telegram:")
	if !ok || number == "" || strings.HasPrefix(number, "-") {
		return ""
	}
	return "u" + number
}

// Chat returns a chat's settings; those of NewChat when nobody set any.
func (s *Service) Chat(ctx context.Context, bot string, id int64) (Chat, error) {
	c, err := s.store.Chat(ctx, bot, id)
	return c, fault.Op(err, "get chat")
}

// SaveChat writes a chat's settings. What changes says who may: Listening, ByName and
// TopicMemory the group's admins (actor.ErrAdminsOnly), Access the bot's owners (ErrOwnersOnly),
// all else, which only the platform can tell, the house (ErrDenied).
func (s *Service) SaveChat(ctx context.Context, a actor.Actor, c Chat) error {
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		if !a.IsPart() {
			old, err := s.store.Chat(ctx, c.Bot, c.ID)
			if err != nil {
				return err
			}
			if err := canChange(a, old, c); err != nil {
				return err
			}
		}
		return s.saveChat(ctx, c)
	})
	return fault.Op(err, "save chat")
}

// canChange returns nil when a person may change a chat's settings from old to c.
func canChange(a actor.Actor, old, c Chat) error {
	switch {
	case a.Kind != actor.Person || !c.Group():
		return ErrDenied
	case c.Closed != old.Closed || c.MovedTo != old.MovedTo || c.MovedFrom != old.MovedFrom:
		return ErrDenied
	case c.Access != old.Access && !a.Owner:
		return ErrOwnersOnly
	case (c.Listening != old.Listening || c.ByName != old.ByName || c.TopicMemory != old.TopicMemory) && !a.IsAdmin():
		return actor.ErrAdminsOnly
	}
	return nil
}

func (s *Service) saveChat(ctx context.Context, c Chat) error {
	c.UpdatedAt = s.now.UTC()
	return s.store.SaveChat(ctx, c)
}

// MoveChat gives the settings of a chat to the one that it became, and notes where it
// went. Doing it again changes nothing. For the house only; others get ErrDenied.
func (s *Service) MoveChat(ctx context.Context, a actor.Actor, bot string, from, to int64) error {
	if !a.IsPart() {
		return ErrDenied
	}
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		old, err := s.store.Chat(ctx, bot, from)
		if err != nil || old.MovedTo == to {
			return err
		}
		gone := NewChat(bot, from)
		gone.Closed, gone.MovedTo = true, to
		if err := s.saveChat(ctx, gone); err != nil {
			return err
		}
		old.ID, old.MovedTo, old.MovedFrom, old.Closed = to, 0, from, false
		if err := s.saveChat(ctx, old); err != nil {
			return err
		}
		return s.store.MoveRequest(ctx, bot, ID(from), ID(to))
	})
	return fault.Op(err, "move chat")
}
