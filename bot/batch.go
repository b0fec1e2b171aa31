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
// all of them. What came before /stop is not answered together with what came after it.
func leading(rows []delivery.Update, turn session.Turn, open bool) []delivery.Update {
	for i, r := range rows {
		if r.Chat < 0 && (open && r.Person != turn.Person || r.Person != rows[0].Person) || r.StopAsked != rows[0].StopAsked {
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
func (b *Bot) incoming(ctx context.Context, claim delivery.Claim, turn session.Turn, rows []delivery.Update) (in agent.Incoming, used []delivery.Update, err error) {
	batch, err := b.readBatch(ctx, claim, rows)
	if err == nil {
		batch, err = b.lateAnswers(ctx, claim, batch)
	}
	if err != nil || len(batch) == 0 {
		return in, nil, err
	}
	in = agent.Incoming{Claim: claim, Place: b.placeOf(batch[0].message), Group: isGroup(batch[0].message.Chat)}
	if in.Group {
		return b.groupIncoming(ctx, claim, in, turn, batch)
	}
	from, admitted := batch[0].message.From, true
	r := &request{Bot: b, place: in.Place}
	in.UpdateIDs = rowIDs(rowsOf(batch))
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
	if err != nil || !admitted {
		return in, nil, err
	}
	return b.heed(ctx, in, turn, batch, r)
}

// heed fills in what a batch says to us, with what is attached: as much of it as a limit
// leaves room for. Where there is nothing to read in it, the person hears that, and no
// messages are filled in.
func (b *Bot) heed(ctx context.Context, in agent.Incoming, turn session.Turn, batch []talked, r *request) (agent.Incoming, []delivery.Update, error) {
	room, err := b.cfg.Agent.Room(ctx, in)
	if err != nil {
		return in, nil, err
	}
	if room > 0 {
		batch = firstOf(batch, room)
	}
	used := rowsOf(batch)
	in.UpdateIDs = rowIDs(used)
	if in.Group {
		r.message = batch[len(batch)-1].message
		in.ReplyTo = int64(r.message.ID)
	}
	if room == 0 { // opening costs, too: they will hear of the limit
		unopened(batch, whyLimit)
		in.Messages, _ = b.spokenAll(batch)
		return in, used, nil
	}
	err = b.open(ctx, in, turn, batch)
	switch {
	case errors.Is(err, errStopped): // it becomes a turn, which ends at once
		unopened(batch, whyStopped)
	case err != nil:
		return in, used, err
	case allUnread(batch):
		return in, used, b.inTx(ctx, in.Claim, func(ctx context.Context) error { return r.cannotRead(ctx, batch) })
	}
	in.Messages, in.Heard = b.spokenAll(batch)
	return in, used, nil
}

// firstOf returns the first n messages, an album being one.
func firstOf(batch []talked, n int) []talked {
	for i, t := range batch {
		if i > 0 && (t.message.MediaGroupID == "" || t.message.MediaGroupID != batch[i-1].message.MediaGroupID) {
			n--
		}
		if n == 0 {
			return batch[:i]
		}
	}
	return batch
}

func rowsOf(batch []talked) (rows []delivery.Update) {
	for _, t := range batch {
		rows = append(rows, t.rows...)
	}
	return rows
}

// unopened says why nothing of a batch was opened.
func unopened(batch []talked, why string) {
	for i := range batch {
		batch[i].reading = reading{why: why}
	}
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
