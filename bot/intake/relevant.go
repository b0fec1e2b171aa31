package intake

import (
	"context"
	"strings"

	"keepsake/bot/update"
	"keepsake/command"
	"keepsake/delivery"
)

// isRelevant reports whether an update is for the bot: what a person says in a private chat,
// from a group what isRelevantInGroup says, and news about the chat itself. Channels are not
// for talking.
func (i *Intake) isRelevant(ctx context.Context, in *update.Incoming) (bool, error) {
	switch {
	case in.Kind == update.Tapped:
		return !in.SenderIsBot, nil
	case in.Kind == update.Reacted:
		return !in.SenderIsBot && in.Chat.Kind == update.Private, nil
	case in.Chat.Kind == update.OtherChat:
		return false, nil
	case in.Kind == update.Member:
		return true, nil
	case !in.HasSender():
		return false, nil
	case in.Moved != nil && in.IsGroup():
		return true, nil
	case in.IsGroup():
		return i.isRelevantInGroup(ctx, in)
	}
	return !in.SenderIsBot && !in.IsEmpty(), nil
}

// isRelevantInGroup reports whether a group's message may be stored: what is addressed to
// the bot, and what members say to each other only while an admin lets the bot listen.
func (i *Intake) isRelevantInGroup(ctx context.Context, in *update.Incoming) (bool, error) {
	if in.SenderIsBot && !in.Anonymous || in.IsEmpty() {
		return false, nil
	}
	for _, said := range []string{in.TypedLine(), in.InlineLine()} {
		if line, ok := command.Parse(said); ok {
			ours := line.Bot == "" && command.Exists(line.Name) || line.Bot != "" && i.isNamed(line)
			return ours && in.Kind == update.Written, nil
		}
	}
	chat, err := i.People.Chat(ctx, i.Bot, in.Chat.ID)
	if err != nil || !i.Commands.Serves(chat) {
		return false, err
	}
	switch {
	case chat.Listening, in.IsAddressed(chat.ByName):
		return true, nil
	case in.Kind == update.Written && in.Message.Album != "":
		return true, nil // another piece of the album may say that it is for the bot
	case in.Kind == update.Edited:
		return i.isStored(ctx, in)
	}
	return false, nil
}

// isNamed reports whether a command is for this bot: by its name, or by no name at all.
func (i *Intake) isNamed(line command.Line) bool {
	return line.Bot == "" || strings.EqualFold(line.Bot, i.Identity().Username)
}

// isStored reports whether a message is kept already: in a conversation, or waiting for its
// turn. Only then may its later wording be.
func (i *Intake) isStored(ctx context.Context, in *update.Incoming) (bool, error) {
	place := in.Place(i.Bot)
	stored, err := i.Sessions.HasMessage(ctx, place, in.Message.ID)
	if err != nil || stored {
		return stored, err
	}
	rows, err := i.Delivery.LaneUpdates(ctx, delivery.Lane(place.Bot, place.Chat, place.Topic))
	for _, row := range rows {
		waiting, err := update.Decode(row.Payload, i.Identity())
		if err == nil && waiting.Kind == update.Written && waiting.Message.ID == in.Message.ID {
			return true, nil
		}
	}
	return false, err
}
