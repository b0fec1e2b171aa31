package update

import (
	"encoding/json"
	"time"

	"github.com/go-telegram/bot/models"

	"keepsake/people"
)

// Repeat returns the payload of an update in which the sender of in says a text in their private chat once more, as the message with
// this id. number is the update's, which Telegram has not used: below zero.
func Repeat(number int64, in *Incoming, message int64, said string, now time.Time) ([]byte, error) {
	return json.Marshal(models.Update{ID: number, Message: &models.Message{
		ID: int(message), Date: int(now.Unix()), Text: said, MessageThreadID: in.Topic, IsTopicMessage: in.Topic != 0,
		Chat: models.Chat{ID: in.Chat.ID, Type: models.ChatTypePrivate},
		From: &models.User{ID: people.Number(in.Sender.ID), FirstName: in.Sender.Name, Username: in.Sender.Username, LanguageCode: in.Sender.ClientLang},
	}})
}
