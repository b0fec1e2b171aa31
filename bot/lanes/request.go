package lanes

import (
	"context"
	"errors"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/bot/telegram"
	"keepsake/bot/update"
	"keepsake/clock"
	"keepsake/command"
	"keepsake/command/bring"
	"keepsake/command/shards"
	"keepsake/delivery"
	"keepsake/people"
)

// request turns an update into a request. It asks Telegram what the sender is in a group, and for the file that answers a
// question for one.
func (l *Lanes) request(ctx context.Context, in *update.Incoming) (command.Request, error) {
	if !in.HasSender() {
		return command.Request{}, errors.New("stored update has no sender")
	}
	standing, err := l.standing(ctx, in)
	if err != nil {
		return command.Request{}, err
	}
	req := command.Request{
		Person: in.Sender, Place: in.Place(l.Bot), Standing: standing, Title: in.Chat.Title,
		ReplyTo: in.Message.ID, Self: l.self(),
	}
	switch {
	case in.Membership != nil:
		req.News = &command.News{Writable: in.Membership.Now, WasWritable: in.Membership.Before}
	case in.Moved != nil:
		req.News = &command.News{MovedFrom: in.Moved.From, MovedTo: in.Moved.To}
	case in.Kind == update.Reacted:
		req.Disliked = in.Message.ID
	case in.Tap != nil:
		if standing == actor.Member { // whose button it is matters to nobody else
			l.awaitSent(ctx, in)
		}
		req.Tap = &command.Tap{Message: in.Message.ID, Action: in.Tap.Action, Ref: in.Tap.Ref, Keyboard: in.Tap.Keyboard}
	case in.IsPosition():
		req.Position = &command.Position{Latitude: in.Message.Position.Latitude, Longitude: in.Message.Position.Longitude}
	case l.isCommand(in, in.TypedLine()):
		req.Text = in.TypedLine()
	case l.isCommand(in, in.InlineLine()):
		req.Inline = true
	default:
		asked, ok, err := l.FindQuestion(ctx, in)
		if err != nil {
			return req, err
		}
		if ok {
			req.Form = &command.Form{Asked: asked, Answer: in.Message.Plain}
		}
		if ok && (asked.Purpose == bring.Form || asked.Purpose == shards.FormImport) {
			if req.Form.File, err = l.Attachments.Document(ctx, in); err != nil {
				return req, err
			}
		}
	}
	return req, nil
}

// TapRefusal returns the note for a tap in a group that its sender may not make, and for a tap that
// was made nobody knows where, "" for others.
// It needs no lane and writes nothing.
func (l *Lanes) TapRefusal(ctx context.Context, in *update.Incoming) (note string, err error) {
	if in.HasPlace() && !in.IsGroup() {
		return "", nil
	}
	req, err := l.request(ctx, in)
	if err != nil {
		return "", err
	}
	return l.Commands.TapRefusal(ctx, req)
}

// awaitSent waits until the outbox knows the message of a tapped button, at most three seconds
// from when it was sent: a quick finger may overtake the storing of its id, and in a group it
// matters whom the message was sent to.
func (l *Lanes) awaitSent(ctx context.Context, in *update.Incoming) {
	for until := in.Message.SentAt.Add(3 * time.Second); l.Now.UTC().Before(until); {
		_, err := l.Delivery.ByMessage(ctx, l.Bot, in.Chat.ID, in.Message.ID)
		if !errors.Is(err, delivery.ErrNotFound) || !clock.Wait(ctx, 20*time.Millisecond) {
			return
		}
	}
}

// isCommand reports whether a line is a command that is meant for us: in a group one that names another
// bot is not. In a private chat there is nobody else.
func (l *Lanes) isCommand(in *update.Incoming, typed string) bool {
	line, ok := command.Parse(typed)
	return ok && (line.Bot == "" || !in.IsGroup() || strings.EqualFold(line.Bot, l.Identity().Username))
}

// self returns who the bot is on Telegram, for texts that name it.
func (l *Lanes) self() command.Self {
	return SelfOf(l.Identity())
}

// SelfOf returns who a bot is on Telegram, for texts that name it.
func SelfOf(me update.Identity) command.Self {
	return command.Self{
		Name: me.Name, Username: me.Username, ReadsAll: me.ReadsAll,
		Link: func(payload string) string { return "https://t.me/" + me.Username + "?start=" + payload },
	}
}

// standing returns what the sender of a request is in the chat. Of a group Telegram is asked;
// in a private chat everybody is their own admin.
func (l *Lanes) standing(ctx context.Context, in *update.Incoming) (actor.Standing, error) {
	switch {
	case in.Kind == update.Member && in.Chat.Kind != update.Private, in.Moved != nil:
		return actor.Stranger, nil
	case in.Chat.Kind == update.Private:
		return actor.Admin, nil
	case !in.IsGroup():
		return actor.Stranger, nil
	case in.AsGroup: // only an admin can write as the group itself
		return actor.Admin, nil
	case in.Anonymous:
		return actor.Member, nil
	case in.Sender.ID == "":
		return actor.Stranger, nil
	}
	return StandingOf(ctx, l.Client, in.Chat.ID, in.Sender.ID)
}

// StandingOf asks Telegram what a person is in a group. An error means that Telegram cannot be asked now; whom it does not know
// there is a stranger.
func StandingOf(ctx context.Context, client *telegram.Client, chat int64, person string) (actor.Standing, error) {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	rank, err := client.MemberRank(ctx, chat, people.Number(person))
	if v := telegram.VerdictOf(err); err != nil && (v.IsAway() || v == telegram.Flooded || v == "") {
		return actor.Stranger, err
	}
	switch rank {
	case telegram.Admin:
		return actor.Admin, nil
	case telegram.Member:
		return actor.Member, nil
	}
	return actor.Stranger, nil // or Telegram does not tell
}
