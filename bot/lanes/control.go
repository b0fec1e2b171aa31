package lanes

import (
	"context"

	"keepsake/bot/update"
	"keepsake/command"
	"keepsake/delivery"
)

// control works the first row of a control lane; repeated taps on the same button that
// wait behind it are done with it.
func (l *Lanes) control(ctx context.Context, claim delivery.Claim, rows []delivery.Update) (again bool, err error) {
	first := rows[0]
	if first.DueAt.After(l.Now.UTC()) {
		return l.delayLane(ctx, claim, first.DueAt)
	}
	in, err := l.decode(first)
	if err != nil {
		return false, countAgainst(rows[:1], "", err)
	}
	same, taps := l.sameTaps(rows, &in)
	ctx, span := startSpan(ctx, same)
	defer func() { span.End(err) }()
	if err := l.execute(ctx, claim, &in, same, taps); err != nil {
		return false, countAgainst(same, "", err)
	}
	return true, nil
}

// sameTaps returns the first row with those behind it that are the same person's same tap
// again, and the ids of all these taps.
func (l *Lanes) sameTaps(rows []delivery.Update, first *update.Incoming) (same []delivery.Update, taps []string) {
	same = rows[:1:1]
	if first.Tap == nil {
		return same, nil
	}
	taps = []string{first.Tap.ID}
	for _, row := range rows[1:] {
		in, err := l.decode(row)
		if err != nil || in.Tap == nil || in.Sender.ID != first.Sender.ID || in.Tap.Data != first.Tap.Data || in.Message.ID != first.Message.ID {
			continue
		}
		same, taps = append(same, row), append(taps, in.Tap.ID)
	}
	return same, taps
}

// execute does one request and ends its rows, in one transaction.
func (l *Lanes) execute(ctx context.Context, claim delivery.Claim, in *update.Incoming, rows []delivery.Update, taps []string) error {
	req, err := l.request(ctx, in)
	if err != nil {
		return err
	}
	req.Claim = claim
	reply, err := l.Commands.Handle(ctx, req, func(ctx context.Context, r command.Reply) error {
		l.noteShown(in, r)
		if err := r.Put(ctx, l.Delivery); err != nil {
			return err
		}
		if r.Again != nil {
			if err := l.repeat(ctx, in, *r.Again); err != nil {
				return err
			}
		}
		return l.Delivery.Finish(ctx, rowIDs(rows))
	})
	if err != nil {
		return err
	}
	if place := in.Place(l.Bot); reply.Stop {
		l.running.stop(delivery.Lane(place.Bot, place.Chat, place.Topic))
	}
	if reply.Language != nil && l.MenuChanged != nil {
		l.MenuChanged(ctx, in.Chat.ID, *reply.Language, reply.Owner)
	}
	for _, id := range taps {
		if l.Taps.finish(id) {
			l.Taps.answer(ctx, id, reply.Note)
		}
	}
	return nil
}

// noteShown notes what the message under a tapped button shows, when its keyboard is about to
// change: by this reply, or by an answer to its question.
func (l *Lanes) noteShown(in *update.Incoming, r command.Reply) {
	if in.Tap == nil || in.Tap.Text.Text == "" {
		return
	}
	for _, o := range r.Out {
		if o.Kind == delivery.Edit && o.Body.Text == "" || o.Body.ForceReply {
			l.Client.NoteShown(in.Chat.ID, in.Message.ID, in.Tap.Text)
		}
	}
}
