package agent

import (
	"context"
	"strings"

	"keepsake/agent/receipt"
	"keepsake/delivery"
	"keepsake/secret"
	"keepsake/session"
	"keepsake/text"
)

// An answer that is longer than maxShown is shown by its beginning; all of it follows as a file.
const (
	maxShown  = 11_000 // UTF-16 units: three messages of Telegram's
	cutWithin = 2_000  // units before the limit in which a paragraph's end is looked for
)

// WholeAnswer is the Purpose of the message that brings an answer as a file.
const WholeAnswer = "whole_answer"

// shorten returns what is shown of an answer (Markdown), and the file with all of it, nil when it
// is shown whole.
func (a *Agent) shorten(answer string, v voice) (shown string, whole *delivery.File) {
	if a.Config.ShowWhole || text.UTF16Len(answer) <= maxShown {
		return answer, nil
	}
	units, end, paragraph := 0, 0, 0
	for i, r := range answer {
		if units += text.UTF16Len(string(r)); units > maxShown {
			break
		}
		end = i
		if units > maxShown-cutWithin && strings.HasPrefix(answer[i:], "\n\n") {
			paragraph = i
		}
	}
	if paragraph > 0 {
		end = paragraph
	}
	return joinParts(receipt.CloseFences(answer[:end]), v.say("turn.shortened")),
		&delivery.File{Name: "answer.md", Data: []byte(secret.Mask(answer))}
}

// putReply makes a turn's reply ready, and puts the whole answer behind it as a file.
func (a *Agent) putReply(ctx context.Context, t session.Turn, body delivery.Body, whole *delivery.File) error {
	if err := a.Delivery.Ready(ctx, t.ReplyID, body, a.Now.UTC()); err != nil || whole == nil {
		return err
	}
	reply, err := a.Delivery.Out(ctx, t.ReplyID)
	if err != nil {
		return err
	}
	_, err = a.Delivery.Put(ctx, delivery.Outgoing{
		Bot: reply.Bot, Chat: reply.Chat, Topic: reply.Topic, Person: reply.Person, Kind: delivery.Send,
		Purpose: WholeAnswer, Body: delivery.Body{File: whole, Silent: true},
	})
	return err
}
