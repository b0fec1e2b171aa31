package people

import (
	"context"
	"strings"
	"time"

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
	c, err := s.Store.Chat(ctx, bot, id)
	return c, fault.Op(err, "get chat")
}

// SaveChat writes a chat's settings.
func (s *Service) SaveChat(ctx context.Context, c Chat) error {
	c.UpdatedAt = s.now()
	return fault.Op(s.Store.SaveChat(ctx, c), "save chat")
}

// MoveChat gives the settings of a chat to the one that it became, and notes where it
// went. Doing it again changes nothing.
func (s *Service) MoveChat(ctx context.Context, bot string, from, to int64) error {
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		old, err := s.Store.Chat(ctx, bot, from)
		if err != nil || old.MovedTo == to {
			return err
		}
		gone := NewChat(bot, from)
		gone.Closed, gone.MovedTo = true, to
		if err := s.SaveChat(ctx, gone); err != nil {
			return err
		}
		old.ID, old.MovedTo, old.MovedFrom, old.Closed = to, 0, from, false
		if err := s.SaveChat(ctx, old); err != nil {
			return err
		}
		return s.Store.MoveRequest(ctx, bot, ID(from), ID(to))
	})
	return fault.Op(err, "move chat")
}
