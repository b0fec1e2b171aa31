package bot

import (
	"context"

	"keepsake/agent"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/session"
)

// groupIncoming is incoming for one person's messages in a group. Those that speak to us
// become a turn. The others are here because an admin lets us listen: they join the
// conversation, and nobody answers them.
func (b *Bot) groupIncoming(ctx context.Context, claim delivery.Claim, in agent.Incoming, turn session.Turn, batch []talked) (agent.Incoming, []delivery.Update, error) {
	var used []delivery.Update
	var r *request
	overheard := false
	err := b.inTx(ctx, claim, func(ctx context.Context) error {
		chat, err := b.cfg.People.Chat(ctx, in.Place.Bot, in.Place.Chat)
		if err != nil {
			return err
		}
		in.TopicMemory, used = chat.TopicMemory, nil
		if batch, overheard, err = b.oneKind(ctx, batch, chat); err != nil {
			return err
		}
		used = rowsOf(batch)
		in.UpdateIDs = rowIDs(used)
		if overheard && (!chat.Listening || !b.serves(chat)) {
			batch = nil
			return b.cfg.Delivery.Finish(ctx, in.UpdateIDs)
		}
		if err := b.reopen(ctx, &chat); err != nil {
			return err
		}
		first := batch[0].message
		if overheard { // what is attached was not sent to us
			for i := range batch {
				batch[i].reading.why = whyAside
			}
			in.Messages, _ = b.spokenAll(batch)
			return nil
		}
		if in.Person, err = b.personIn(ctx, writer(first), first); err != nil {
			return err
		}
		if !b.serves(chat) || in.Person.Access == people.Blocked {
			batch = nil
			return b.cfg.Delivery.Finish(ctx, in.UpdateIDs)
		}
		r = &request{Bot: b, person: in.Person, chat: chat, place: in.Place}
		return nil
	})
	if err == nil && !overheard && len(batch) > 0 {
		return b.heed(ctx, in, turn, batch, r)
	}
	if err == nil && overheard && len(in.Messages) > 0 {
		err = b.cfg.Agent.Overhear(ctx, in)
		in.Messages = nil
	}
	return in, used, err
}

func allUnread(batch []talked) bool {
	for _, t := range batch {
		if !unread(t) {
			return false
		}
	}
	return true
}
