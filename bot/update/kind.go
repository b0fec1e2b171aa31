package update

import (
	"encoding/json"
	"slices"
)

// Kind says what an update is about, by the name that the Bot API gives it.
type Kind string

// The kinds of updates.
const (
	Written Kind = "message"
	Edited  Kind = "edited_message"
	Tapped  Kind = "callback_query"
	Member  Kind = "my_chat_member"
	Reacted Kind = "message_reaction" // a thumb down, added by a person; others are Other
	Other   Kind = "other"            // not handled
)

// Wanted are the kinds of updates that the bot handles; Telegram is asked for no others.
var Wanted = []string{string(Written), string(Edited), string(Tapped), string(Member), string(Reacted)}

// Kinds are the words that an Incoming.Kind may be.
var Kinds = append(slices.Clone(Wanted), string(Other))

// ID returns the number of an update, 0 when it cannot be read.
func ID(payload []byte) int64 {
	var head struct {
		ID int64 `json:"update_id"`
	}
	_ = json.Unmarshal(payload, &head)
	return head.ID
}
