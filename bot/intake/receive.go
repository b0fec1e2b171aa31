package intake

import (
	"context"
	"encoding/json"
	"time"
	"unicode/utf8"

	"keepsake/bot/update"
	"keepsake/command"
	"keepsake/delivery"
	"keepsake/internal/failpoint"
	"keepsake/tracing"
)

// arrival is one update as read from the wire.
type arrival struct {
	id        int64
	payload   []byte // secrets masked
	in        update.Incoming
	malformed bool // the payload cannot be decoded
}

// read decodes one update by itself, so that one bad update harms no other. ok=false means
// that there is nothing to do about it: a kind we do not handle, a group's talk.
func (i *Intake) read(ctx context.Context, raw json.RawMessage) (a arrival, ok bool, err error) {
	a = arrival{id: update.ID(raw), payload: update.Mask(raw, command.Mask)}
	a.in, err = update.Decode(a.payload, i.Identity())
	if err != nil || a.id == 0 {
		a.malformed = true
		return a, true, nil
	}
	ok, err = i.isRelevant(ctx, &a.in)
	return a, ok, err
}

// receive commits arrivals to the inbox, whichever way they came; once it returns nil,
// Telegram may hear that we have them. What comes again is known by its number.
func (i *Intake) receive(ctx context.Context, arrivals []arrival) (err error) {
	rows := make([]delivery.Update, 0, len(arrivals))
	said := make([]*update.Incoming, 0, len(arrivals)) // by row
	spans := make([]*tracing.Span, 0, len(arrivals))
	defer func() {
		for _, s := range spans {
			s.End(err)
		}
	}()
	for _, a := range arrivals {
		if a.in.Tap != nil && i.Tapped != nil {
			i.Tapped(ctx, &a.in)
		}
		if a.in.Tap != nil && !a.in.HasPlace() { // answered by Tapped, and nothing can be done about it
			continue
		}
		traced, span := tracing.Start(ctx, "update")
		if spans = append(spans, span); span != nil {
			span.Text("update.kind", string(a.in.Kind))
		}
		row, err := i.row(traced, a)
		if err != nil {
			return err
		}
		row.Trace = tracing.Carry(traced)
		rows, said = append(rows, row), append(said, &a.in)
	}
	if len(rows) == 0 {
		return nil
	}
	if _, err := i.Delivery.Receive(ctx, rows); err != nil {
		return err
	}
	failpoint.Hit(failpoint.AfterInboxCommit)
	for n, row := range rows {
		if i.Arrived != nil {
			i.Arrived(said[n], row)
		}
	}
	return nil
}

// row returns the inbox row of an arrival. Commands, taps and answers to the bot's questions
// take the control lane; talk waits for the pause that ends a burst.
func (i *Intake) row(ctx context.Context, a arrival) (delivery.Update, error) {
	in, now := &a.in, i.Now.UTC()
	row := delivery.Update{
		Bot: i.Bot, UpdateID: a.id, Lane: delivery.Lane(i.Bot, 0, 0), Payload: a.payload,
		ReceivedAt: now, DueAt: now, State: delivery.Waiting,
	}
	if a.malformed {
		row.State, row.Error = delivery.DeadMail, "the update cannot be decoded"
		return row, nil
	}
	place := in.Place(i.Bot)
	row.Kind, row.Chat, row.Person = string(in.Kind), place.Chat, in.Sender.ID
	row.Lane = delivery.Lane(place.Bot, place.Chat, place.Topic)
	control, err := i.isControl(ctx, in)
	switch {
	case err != nil:
		return row, err
	case control:
		row.Lane = delivery.ControlLane(place.Bot, place.Chat, place.Topic)
		return row, nil
	case in.Kind == update.Written && i.Quiet > 0:
		row.DueAt = now.Add(i.quietAfter(in))
	}
	if in.IsGroup() {
		row.Album = in.Message.Album
	}
	row.Addressed, err = i.isAddressed(ctx, in)
	return row, err
}

// More is likely to come soon after what was forwarded, since forwards come in bundles, and after a text
// so long that a client may have split it (Telegram's limit is 4,096 units). More is certain to come after
// one part of an album: Telegram sends each part as an update of its own and never says which one is the last.
const (
	splitRunes = 3500
	moreLikely = 4               // quiet times to wait then
	albumQuiet = 1 * time.Second // at least, after a part of an album
)

// quietAfter returns how long to wait for more after a message (U17).
func (i *Intake) quietAfter(in *update.Incoming) time.Duration {
	if in.Message.Album != "" {
		return max(moreLikely*i.Quiet, albumQuiet)
	}
	if in.Message.Forwarded || utf8.RuneCountInString(in.Message.Text) >= splitRunes {
		return moreLikely * i.Quiet
	}
	return i.Quiet
}

// isControl reports whether an update takes the control lane.
func (i *Intake) isControl(ctx context.Context, in *update.Incoming) (bool, error) {
	switch {
	case in.Tap != nil, in.Membership != nil, in.Moved != nil, in.Kind == update.Reacted:
		return true, nil
	case in.Kind != update.Written:
		return false, nil
	case in.IsPosition():
		return true, nil
	}
	for _, said := range []string{in.TypedLine(), in.InlineLine()} {
		if line, ok := command.Parse(said); ok && (!in.IsGroup() || i.isNamed(line)) {
			return true, nil
		}
	}
	_, ok, err := i.FindQuestion(ctx, in)
	return ok, err
}

// isAddressed reports whether an update is something to answer: a message in a private
// chat, or one of a group that is addressed to the bot by itself.
func (i *Intake) isAddressed(ctx context.Context, in *update.Incoming) (bool, error) {
	if in.Kind != update.Written || !in.IsGroup() {
		return in.Kind == update.Written, nil
	}
	chat, err := i.People.Chat(ctx, i.Bot, in.Chat.ID)
	return err == nil && in.IsAddressed(chat.ByName), err
}
