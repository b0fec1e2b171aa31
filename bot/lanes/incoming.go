package lanes

import (
	"context"
	"errors"

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/bot/attach"
	"keepsake/bot/update"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/session"
)

// readRows reads rows into what a turn takes. Rows that need no turn (an edit of
// something said earlier, a picture without a word, a stranger) are dealt with here; used
// are the rows that the messages came from.
func (l *Lanes) readRows(ctx context.Context, claim delivery.Claim, turn session.Turn, rows []delivery.Update) (in agent.Incoming, used []delivery.Update, err error) {
	batch, err := l.readMessages(ctx, claim, rows)
	if err == nil {
		batch, err = l.takeAnswers(ctx, claim, batch)
	}
	if err != nil || len(batch) == 0 {
		return in, nil, err
	}
	first := &batch[0].in
	in = agent.Incoming{Claim: claim, Place: first.Place(l.Bot), Group: first.IsGroup()}
	if in.Group {
		return l.readGroup(ctx, in, turn, batch)
	}
	in.UpdateIDs = rowIDs(rowsOf(batch))
	isKnown, err := l.findKnown(ctx, &in, first.Sender)
	if err != nil {
		return in, nil, err
	}
	if isKnown {
		return l.readContents(ctx, in, turn, batch)
	}
	admitted := true
	err = l.inTx(ctx, claim, func(ctx context.Context) error {
		if in.Person, err = l.People.See(ctx, actor.OfPerson(first.Sender.ID), first.Sender); err != nil {
			return err
		}
		chat, err := l.People.Chat(ctx, in.Place.Bot, in.Place.Chat)
		if err != nil {
			return err
		}
		in.Manner = chat.Manner
		if err := l.Commands.Reopen(ctx, &chat); err != nil {
			return err
		}
		if admitted = l.Commands.Admits(in.Person); admitted {
			return nil
		}
		reply, err := l.Commands.TurnAway(ctx, in.Person, in.Place)
		if err != nil {
			return err
		}
		if err := reply.Put(ctx, l.Delivery); err != nil {
			return err
		}
		return l.Delivery.Finish(ctx, in.UpdateIDs)
	})
	if err != nil || !admitted {
		return in, nil, err
	}
	return l.readContents(ctx, in, turn, batch)
}

// findKnown fills in who writes in a private chat and reports whether that is all there is to
// do about it: they were seen lately and are admitted, and their chat is open. It writes nothing.
func (l *Lanes) findKnown(ctx context.Context, in *agent.Incoming, sender people.Person) (bool, error) {
	person, isSeen, err := l.People.FindSeen(ctx, sender)
	if err != nil || !isSeen || !l.Commands.Admits(person) {
		return false, err
	}
	chat, err := l.People.Chat(ctx, in.Place.Bot, in.Place.Chat)
	if err != nil || chat.Closed {
		return false, err
	}
	in.Person, in.Manner = person, chat.Manner
	return true, nil
}

// readGroup is readRows for one person's messages in a group. Those that speak to us
// become a turn. The others are here because an admin lets us listen: they join the
// conversation, and nobody answers them.
func (l *Lanes) readGroup(ctx context.Context, in agent.Incoming, turn session.Turn, batch []message) (agent.Incoming, []delivery.Update, error) {
	var used []delivery.Update
	overheard := false
	err := l.inTx(ctx, in.Claim, func(ctx context.Context) error {
		chat, err := l.People.Chat(ctx, in.Place.Bot, in.Place.Chat)
		if err != nil {
			return err
		}
		in.TopicMemory, in.Manner = chat.TopicMemory, chat.Manner
		if batch, overheard, err = l.limitAddressed(ctx, batch, chat); err != nil {
			return err
		}
		used = rowsOf(batch)
		in.UpdateIDs = rowIDs(used)
		if overheard && (!chat.Listening || !l.Commands.Serves(chat)) {
			batch = nil
			return l.Delivery.Finish(ctx, in.UpdateIDs)
		}
		if err := l.Commands.Reopen(ctx, &chat); err != nil {
			return err
		}
		if overheard { // what is attached was not sent to us
			markUnread(batch, attach.NotToUs)
			in.Messages, _, _ = records(batch)
			return nil
		}
		if in.Person, err = l.findSender(ctx, &batch[0].in); err != nil {
			return err
		}
		if !l.Commands.Serves(chat) || in.Person.Access == people.Blocked {
			batch = nil
			return l.Delivery.Finish(ctx, in.UpdateIDs)
		}
		return nil
	})
	if err == nil && !overheard && len(batch) > 0 {
		return l.readContents(ctx, in, turn, batch)
	}
	if err == nil && overheard && len(in.Messages) > 0 {
		err = l.Agent.Overhear(ctx, in)
		in.Messages = nil
	}
	return in, used, err
}

// findSender returns who writes, with their settings: a person, or whoever writes in the name
// of a chat.
func (l *Lanes) findSender(ctx context.Context, in *update.Incoming) (people.Person, error) {
	if in.Sender.ID == "" {
		return in.Sender, nil
	}
	return l.People.See(ctx, actor.OfPerson(in.Sender.ID), in.Sender)
}

// readContents fills in what a batch says to us, with what is attached: as much of it as a
// limit leaves room for. Where there is nothing to read in it, the person is told so, and no
// messages are filled in.
func (l *Lanes) readContents(ctx context.Context, in agent.Incoming, turn session.Turn, batch []message) (agent.Incoming, []delivery.Update, error) {
	room, err := l.Agent.Room(ctx, in)
	if err != nil {
		return in, nil, err
	}
	if room > 0 {
		batch = firstMessages(batch, room)
	}
	used := rowsOf(batch)
	in.UpdateIDs = rowIDs(used)
	if in.Group {
		in.ReplyTo = batch[len(batch)-1].in.Message.ID
	}
	if room == 0 { // reading attachments costs, too: the person will hear of the limit
		markUnread(batch, attach.OverLimit)
		in.Messages, _, _ = records(batch)
		return in, used, nil
	}
	err = l.readAttachments(ctx, in, turn, batch)
	switch {
	case errors.Is(err, errStopped): // it becomes a turn, which ends at once
		markUnread(batch, attach.Stopped)
	case err != nil:
		return in, used, err
	case isAllUnread(batch):
		_, heard, _ := records(batch) // in which nobody speaks
		l.oweHeard(in, heard...)
		return in, used, l.inTx(ctx, in.Claim, func(ctx context.Context) error { return l.refuseUnread(ctx, in, batch) })
	}
	in.Messages, in.Heard, in.Spoken = records(batch)
	in.Answers = batch[len(batch)-1].in.RepliesTo()
	return in, used, nil
}
