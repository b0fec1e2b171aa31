package people

import (
	"context"
	"slices"
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
	// Manner is how the bot answers there.
	Manner Manner
	// Closed means that the platform accepts no messages for this chat: the bot was removed or
	// blocked.
	Closed bool
	// MovedTo is the new id of a chat that has moved, MovedFrom its previous id; 0 = none.
	MovedTo   int64
	MovedFrom int64
	UpdatedAt time.Time
}

// Manner is how the bot answers in a chat.
type Manner struct {
	Model string // one of those that the operator lets people choose; "" = the operator's own
	Tone  string // see Tones; "" = as the model does by itself
	Voice string // when answers are spoken as well, see Voices; "" = when they answer what was said aloud
}

// Values of Manner.Voice.
const (
	VoiceAlways = "always"
	VoiceNever  = "never"
)

// Voices are the values of Manner.Voice but the usual one.
var Voices = []string{VoiceAlways, VoiceNever}

// Speaks reports whether an answer is spoken as well; aloud says that it answers what was said aloud.
func (m Manner) Speaks(aloud bool) bool {
	return m.Voice == VoiceAlways || aloud && m.Voice == ""
}

// Tones are the tones that can be chosen.
var Tones = []string{"short", "detailed", "warm", "matter"}

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

// SaveChat stores a chat's settings. Listening, ByName, TopicMemory, MemoryMode and Manner may be changed by the
// group's admins (others get actor.ErrAdminsOnly), Access by the bot's owners (others get
// ErrOwnersOnly), the Manner of a private chat by its person, and all else, which the platform reports, only by the
// system (ErrDenied).
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
	if c.Manner.Tone != "" && !slices.Contains(Tones, c.Manner.Tone) {
		return fault.Field("tone", "is none of those there are")
	}
	if c.Manner.Voice != "" && !slices.Contains(Voices, c.Manner.Voice) {
		return fault.Field("voice", "is none of those there are")
	}
	mannerOnly, isMannerNew := old, c.Manner != old.Manner
	mannerOnly.Manner, mannerOnly.UpdatedAt = c.Manner, c.UpdatedAt
	switch {
	case a.IsThePerson(ID(c.ID)) && c == mannerOnly:
		return nil
	case a.Kind != actor.Person || !c.IsGroup():
		return ErrDenied
	case c.Closed != old.Closed || c.MovedTo != old.MovedTo || c.MovedFrom != old.MovedFrom:
		return ErrDenied
	case c.Access != old.Access && !a.Owner:
		return ErrOwnersOnly
	case (c.Listening != old.Listening || c.ByName != old.ByName || c.TopicMemory != old.TopicMemory || c.MemoryMode != old.MemoryMode || isMannerNew) && !a.IsAdmin():
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
