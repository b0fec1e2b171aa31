package people

import (
	"context"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/fault"
)

// Chat holds the settings of a group and, for any chat, whether the bot may write there. A chat
// without settings has no row; NewChat returns its defaults.
type Chat struct {
	Bot string // the bot's name in Keepsake
	ID  int64  // the platform's id; the ids of groups are negative
	// Access is an owner's decision about a group: Allowed, Blocked or None.
	Access Access
	// Listening means that the bot stores what members say to each other, so that it can
	// refer to it. Otherwise it stores only messages that are addressed to it.
	Listening bool
	// ByName means that the bot also answers to its name, not only to mentions and replies.
	ByName bool
	// TopicMemory means that each topic of the group has its own memory (R3).
	TopicMemory bool
	// MemoryMode is what extraction may do in a group: ask, auto or off (R17); "" = the operator's
	// default.
	MemoryMode string
	// Closed means that the platform accepts no messages for this chat: the bot was removed or
	// blocked.
	Closed bool
	// MovedTo is the new id of a chat that has moved, MovedFrom its previous id; 0 = none.
	MovedTo   int64
	MovedFrom int64
	UpdatedAt time.Time
}

// IsGroup reports whether the chat is a group.
func (c Chat) IsGroup() bool { return c.ID < 0 }

// NewChat returns the default settings of a chat.
func NewChat(bot string, id int64) Chat { return Chat{Bot: bot, ID: id, ByName: true} }

// Tag returns the short name by which the model distinguishes people, such as "u42", for a
// person's id made by ID. For any other text it returns "".
func Tag(id string) string {
	number, ok := strings.CutPrefix(id, "telegram:")
	if !ok || number == "" || strings.HasPrefix(number, "-") {
		return ""
	}
	return "u" + number
}

// Chat returns a chat's settings, or those of NewChat.
func (s *Service) Chat(ctx context.Context, bot string, id int64) (Chat, error) {
	c, err := s.store.Chat(ctx, bot, id)
	return c, fault.Op(err, "get chat")
}

// SaveChat stores a chat's settings. Listening, ByName, TopicMemory and MemoryMode may be changed by the
// group's admins (others get actor.ErrAdminsOnly), Access by the bot's owners (others get
// ErrOwnersOnly), and all else, which the platform reports, only by the system (ErrDenied).
func (s *Service) SaveChat(ctx context.Context, a actor.Actor, c Chat) error {
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		if !a.IsPart() {
			old, err := s.store.Chat(ctx, c.Bot, c.ID)
			if err != nil {
				return err
			}
			if err := checkChange(a, old, c); err != nil {
				return err
			}
		}
		return s.saveChat(ctx, c)
	})
	return fault.Op(err, "save chat")
}

// checkChange returns nil when a person may change a chat's settings from old to c.
func checkChange(a actor.Actor, old, c Chat) error {
	switch {
	case a.Kind != actor.Person || !c.IsGroup():
		return ErrDenied
	case c.Closed != old.Closed || c.MovedTo != old.MovedTo || c.MovedFrom != old.MovedFrom:
		return ErrDenied
	case c.Access != old.Access && !a.Owner:
		return ErrOwnersOnly
	case (c.Listening != old.Listening || c.ByName != old.ByName || c.TopicMemory != old.TopicMemory || c.MemoryMode != old.MemoryMode) && !a.IsAdmin():
		return actor.ErrAdminsOnly
	}
	return nil
}

func (s *Service) saveChat(ctx context.Context, c Chat) error {
	c.UpdatedAt = s.now.UTC()
	return s.store.SaveChat(ctx, c)
}

// MoveChat moves the settings of a chat to its new id, and records that id in the old row. It
// is idempotent. Only the system may call it; others get ErrDenied.
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
