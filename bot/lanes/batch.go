package lanes

import (
	"context"
	"errors"
	"time"

	"keepsake/bot/attach"
	"keepsake/bot/update"
	"keepsake/delivery"
	"keepsake/session"
)

// This file is which rows of a lane belong together, and how the messages read that they
// hold.

// maxBatch is how many messages one turn answers at most.
const maxBatch = 100

// limitSender returns the rows at the front that one person sent: a group's turn answers one
// of many, and what others say during it waits for its end. In a private chat that is
// all of them. What came before /stop is not answered together with what came after it.
func limitSender(rows []delivery.Update, turn session.Turn, open bool) []delivery.Update {
	for i, r := range rows {
		if r.Chat < 0 && (open && r.Person != turn.Person || r.Person != rows[0].Person) || r.StopAsked != rows[0].StopAsked {
			return rows[:i]
		}
	}
	return rows
}

// limitBatch returns the rows that become one turn: all that wait, up to maxBatch. After two
// failed attempts the rows run one by one, so that only the update that fails becomes a dead
// letter.
func limitBatch(rows []delivery.Update) []delivery.Update {
	if len(rows) > 0 && rows[0].Attempts >= 2 {
		return rows[:1]
	}
	return rows[:min(len(rows), maxBatch)]
}

// burstEnd returns when the burst that these rows are part of will have ended.
func (l *Lanes) burstEnd(rows []delivery.Update) time.Time {
	if len(rows) == 0 || l.Quiet < 0 {
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
	first, last = first.Add(l.MaxBurst), last.Add(l.Quiet)
	for _, r := range rows {
		if r.Attempts == 0 && r.DueAt.After(last) { // intake expects more after this one
			last = r.DueAt
		}
	}
	if first.Before(last) {
		return first
	}
	return last
}

// message is one message as it reads now, with the rows it came in.
type message struct {
	in      update.Incoming
	rows    []delivery.Update
	reading attach.Reading // of what it carries
}

// decode reads the payload of a row.
func (l *Lanes) decode(row delivery.Update) (update.Incoming, error) {
	return update.Decode(row.Payload, l.Identity())
}

// readMessages decodes rows and settles edits: an edit of a message of this batch replaces
// it, an edit of an older one is recorded and not answered again.
func (l *Lanes) readMessages(ctx context.Context, claim delivery.Claim, rows []delivery.Update) ([]message, error) {
	var batch, edits []message
	index, edited := map[int64]int{}, map[int64]int{} // in batch and in edits, by message id
	for _, row := range rows {
		in, err := l.decode(row)
		if err != nil {
			return nil, err
		}
		if !in.HasSender() {
			return nil, errors.New("stored update has no message")
		}
		i, isInBatch := index[in.Message.ID]
		switch {
		case in.Kind != update.Edited:
			index[in.Message.ID] = len(batch)
			batch = append(batch, message{in: in, rows: []delivery.Update{row}})
		case isInBatch:
			in.Message.Trust = min(in.Message.Trust, batch[i].in.Message.Trust)
			in.Message.Inline = in.Message.Inline || batch[i].in.Message.Inline
			batch[i].in = in
			batch[i].rows = append(batch[i].rows, row)
		default:
			if _, isKnown := edited[in.Message.ID]; !isKnown {
				edited[in.Message.ID] = len(edits)
				edits = append(edits, message{})
			}
			e := &edits[edited[in.Message.ID]]
			e.in, e.rows = in, append(e.rows, row)
		}
	}
	for _, e := range edits {
		if err := l.recordEdit(ctx, claim, e); err != nil {
			return nil, err
		}
	}
	return batch, nil
}

// takeAnswers takes out what answers a question of ours that was not yet known as one
// when the answer arrived: it was sent, but its id not stored.
func (l *Lanes) takeAnswers(ctx context.Context, claim delivery.Claim, batch []message) (rest []message, err error) {
	for _, m := range batch {
		m.in.Kind = update.Written // whatever its last wording came as
		_, isAnswer, err := l.FindQuestion(ctx, &m.in)
		if err == nil && isAnswer {
			err = l.execute(ctx, claim, &m.in, m.rows, nil)
		}
		if err != nil {
			return nil, err
		}
		if !isAnswer {
			rest = append(rest, m)
		}
	}
	return rest, nil
}

// firstMessages returns the first n messages, an album being one.
func firstMessages(batch []message, n int) []message {
	for i, m := range batch {
		if album := m.in.Message.Album; i > 0 && (album == "" || album != batch[i-1].in.Message.Album) {
			n--
		}
		if n == 0 {
			return batch[:i]
		}
	}
	return batch
}

func rowsOf(batch []message) (rows []delivery.Update) {
	for _, m := range batch {
		rows = append(rows, m.rows...)
	}
	return rows
}
