package bot

import (
	"context"
	"errors"
	"time"

	"github.com/go-telegram/bot/models"

	"keepsake/agent"
	"keepsake/delivery"
	"keepsake/session"
)

// This file is how the rows that wait in a lane become what one turn takes: which belong
// together, and how they read.

// maxBatch is how many messages one turn answers at most.
const maxBatch = 100

// leading returns the rows at the front that one person sent: a group's turn answers one
// of many, and what others say meanwhile waits for it to end. In a private chat that is
// all of them.
func leading(rows []delivery.Update, turn session.Turn, open bool) []delivery.Update {
	for i, r := range rows {
		if r.Chat < 0 && (open && r.Person != turn.Person || r.Person != rows[0].Person) {
			return rows[:i]
		}
	}
	return rows
}

// batchOf returns the rows that become one turn: all that wait, up to a bound; but once
// they have failed together, one by one, so that only the poison is buried.
func batchOf(rows []delivery.Update) []delivery.Update {
	if len(rows) > 0 && rows[0].Attempts >= 2 {
		return rows[:1]
	}
	return rows[:min(len(rows), maxBatch)]
}

// quietUntil returns when the burst that these rows are part of will have ended.
func (b *Bot) quietUntil(rows []delivery.Update) time.Time {
	if len(rows) == 0 || b.cfg.Quiet < 0 {
		return time.Time{}
	}
	first, last := rows[0].ReceivedAt, rows[0].ReceivedAt
	for _, r := range rows[1:] { // in the order they were said, not in which they came
		if r.ReceivedAt.Before(first) {
			first = r.ReceivedAt
		}
		if r.ReceivedAt.After(last) {
			last = r.ReceivedAt
		}
	}
	first, last = first.Add(b.cfg.MaxBurst), last.Add(b.cfg.Quiet)
	if first.Before(last) {
		return first
	}
	return last
}

// incoming reads rows into what a turn takes. Rows that need no turn (an edit of
// something said earlier, a picture without a word, a stranger) are dealt with here; used
// are the rows that the messages came from.
func (b *Bot) incoming(ctx context.Context, claim delivery.Claim, rows []delivery.Update) (in agent.Incoming, used []delivery.Update, err error) {
	batch, err := b.readBatch(ctx, claim, rows)
	if err == nil {
		batch, err = b.lateAnswers(ctx, claim, batch)
	}
	if err != nil || len(batch) == 0 {
		return in, nil, err
	}
	in = agent.Incoming{Claim: claim, Place: b.placeOf(batch[0].message), Group: isGroup(batch[0].message.Chat)}
	if in.Group {
		return b.groupIncoming(ctx, claim, in, batch)
	}
	from, admitted := batch[0].message.From, true
	r := &request{Bot: b, place: in.Place}
	for _, t := range batch {
		used = append(used, t.rows...)
	}
	in.UpdateIDs = rowIDs(used)
	err = b.inTx(ctx, claim, func(ctx context.Context) error {
		if in.Person, err = b.cfg.People.See(ctx, personOf(from)); err != nil {
			return err
		}
		r.person = in.Person
		if r.chat, err = b.cfg.People.Chat(ctx, in.Place.Bot, in.Place.Chat); err != nil {
			return err
		}
		if err := b.reopen(ctx, &r.chat); err != nil {
			return err
		}
		if admitted = b.admitted(in.Person); admitted {
			return nil
		}
		if err := r.turnAway(ctx); err != nil {
			return err
		}
		return b.cfg.Delivery.Finish(ctx, in.UpdateIDs)
	})
	if err == nil && admitted {
		in, err = b.heed(ctx, claim, in, batch, r)
	}
	return in, used, err
}

// heed fills in what a batch says to us, with what is attached. Where there is nothing to
// read in it, the person hears that, and no messages are filled in.
func (b *Bot) heed(ctx context.Context, claim delivery.Claim, in agent.Incoming, batch []talked, r *request) (agent.Incoming, error) {
	room, err := b.cfg.Agent.Room(ctx, in)
	switch {
	case err != nil:
		return in, err
	case !room: // opening costs, too: they will hear of the limit
		for i := range batch {
			batch[i].reading.why = whyLimit
		}
		in.Messages, _ = b.spokenAll(batch)
		return in, nil
	}
	if err := b.open(ctx, in.Place, batch); err != nil {
		return in, err
	}
	if allUnread(batch) {
		return in, b.inTx(ctx, claim, func(ctx context.Context) error { return r.cannotRead(ctx, batch) })
	}
	in.Messages, in.Heard = b.spokenAll(batch)
	return in, nil
}

// talked is one message as it reads now, with the rows it came in.
type talked struct {
	message *models.Message
	rows    []delivery.Update
	reading reading // of what it carries, see Bot.open
}

// lateAnswers takes out what answers a question of ours that was not yet known as one
// when the answer arrived: it was sent, but its id not stored.
func (b *Bot) lateAnswers(ctx context.Context, claim delivery.Claim, batch []talked) ([]talked, error) {
	var rest []talked
	for _, t := range batch {
		_, answers, err := b.question(ctx, t.message)
		if err == nil && answers {
			err = b.execute(ctx, claim, &models.Update{Message: t.message}, t.rows, nil)
		}
		if err != nil {
			return nil, err
		}
		if !answers {
			rest = append(rest, t)
		}
	}
	return rest, nil
}

// readBatch decodes rows and settles edits: an edit of a message of this batch replaces
// it, an edit of an older one is recorded and not answered again (issue 2, point 10).
func (b *Bot) readBatch(ctx context.Context, claim delivery.Claim, rows []delivery.Update) ([]talked, error) {
	var batch []talked
	at := map[int]int{} // message id -> index in batch
	for _, row := range rows {
		u, err := decode(row)
		if err != nil {
			return nil, err
		}
		m := messageOf(u)
		if m == nil || m.From == nil {
			return nil, errors.New("stored update has no message")
		}
		i, here := at[m.ID]
		switch {
		case u.EditedMessage == nil:
			at[m.ID] = len(batch)
			batch = append(batch, talked{message: m, rows: []delivery.Update{row}})
		case here:
			batch[i].message = m
			batch[i].rows = append(batch[i].rows, row)
		default:
			if err := b.recordEdit(ctx, claim, row, m); err != nil {
				return nil, err
			}
		}
	}
	return batch, nil
}

func (b *Bot) recordEdit(ctx context.Context, claim delivery.Claim, row delivery.Update, m *models.Message) error {
	return b.inTx(ctx, claim, func(ctx context.Context) error {
		_, why := b.opens(m)
		if _, err := b.cfg.Sessions.Edited(ctx, b.placeOf(m), int64(m.ID), b.spoken(m, why).Content); err != nil {
			return err
		}
		return b.cfg.Delivery.Finish(ctx, []int64{row.ID})
	})
}
