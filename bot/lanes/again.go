package lanes

import (
	"context"
	"crypto/sha256"
	"encoding/binary"

	"keepsake/bot/update"
	"keepsake/command/feedback"
	"keepsake/delivery"
)

// repeat puts what a person asks again by a tap into the inbox, as if they had said it now. It joins the transaction of the
// tap. Its number is the turn's, so a second tap asks nothing again.
func (l *Lanes) repeat(ctx context.Context, in *update.Incoming, q feedback.Question) error {
	now, number := l.Now.UTC(), numberOf(q.Turn)
	payload, err := update.Repeat(number, in, q.Message, q.Text, now)
	if err != nil {
		return err
	}
	place := in.Place(l.Bot)
	_, err = l.Delivery.Receive(ctx, []delivery.Update{{
		Bot: l.Bot, UpdateID: number, Kind: string(update.Written), Lane: delivery.Lane(place.Bot, place.Chat, place.Topic), Chat: place.Chat,
		Person: in.Sender.ID, Payload: payload, ReceivedAt: now, DueAt: now, State: delivery.Waiting, Addressed: true,
	}})
	return err
}

// numberOf returns a number below zero that stands for a turn: Telegram's are above.
func numberOf(turn string) int64 {
	sum := sha256.Sum256([]byte(turn))
	return -int64(binary.BigEndian.Uint64(sum[:8])>>1) - 1
}
