package update

import (
	"bytes"
	"encoding/json"

	"github.com/go-telegram/bot/models"
)

// legacyMessage has the fields by which a Bot API server before version 7.0 (December 2023)
// says that a message was forwarded. People may run their own server, of any age.
type legacyMessage struct {
	Date       int64           `json:"forward_date"`
	From       json.RawMessage `json:"forward_from"`
	FromChat   json.RawMessage `json:"forward_from_chat"`
	SenderName string          `json:"forward_sender_name"`
	Reply      *legacyMessage  `json:"reply_to_message"`
}

// restoreLegacyForwards gives the messages of an update that were forwarded by the old fields
// an origin, so that nothing else needs to know those.
func restoreLegacyForwards(payload []byte, u *models.Update) {
	if !bytes.Contains(payload, []byte(`"forward_`)) {
		return
	}
	var old struct {
		Message       *legacyMessage `json:"message"`
		EditedMessage *legacyMessage `json:"edited_message"`
	}
	_ = json.Unmarshal(payload, &old) // a field of another type leaves the others filled
	old.Message.restore(u.Message)
	old.EditedMessage.restore(u.EditedMessage)
}

func (l *legacyMessage) restore(m *models.Message) {
	for ; l != nil && m != nil; l, m = l.Reply, m.ReplyToMessage {
		if m.ForwardOrigin == nil && (l.Date != 0 || l.From != nil || l.FromChat != nil || l.SenderName != "") {
			m.ForwardOrigin = &models.MessageOrigin{Type: models.MessageOriginTypeHiddenUser}
		}
	}
}
