package lanes

import (
	"context"
	"slices"
	"strings"
	"time"

	"keepsake/agent"
	"keepsake/bot/attach"
	"keepsake/delivery"
	"keepsake/internal/failpoint"
	"keepsake/llm"
	"keepsake/session"
	"keepsake/templates"
	"keepsake/usage"
)

// readAttachments fills in the readings of a batch. It writes nothing: a process killed in
// the midst of it only does it again. What cannot be read is no error; an error is the end
// of ctx, delivery.ErrLeaseLost, errStopped, or tx.ErrStorage when what is read could not be stored.
func (l *Lanes) readAttachments(ctx context.Context, in agent.Incoming, turn session.Turn, batch []message) error {
	files, anyFile := make([]attach.File, len(batch)), false
	for i := range batch {
		files[i], batch[i].reading.Reason = l.Attachments.Find(&batch[i].in)
		anyFile = anyFile || files[i].Exists()
	}
	if !anyFile {
		return nil
	}
	if turn.StopAsked || slices.ContainsFunc(rowsOf(batch), func(u delivery.Update) bool { return u.StopAsked }) {
		return errStopped
	}
	if l.Agent.Storage != nil { // to write a recording down is paid for
		if err := l.Agent.Storage.Ready(ctx); err != nil {
			return err
		}
	}
	ctx, done := l.watchStop(ctx, in.Claim.Lane, func(ctx context.Context) bool {
		asked, err := l.Delivery.StopAsked(ctx, in.UpdateIDs)
		return err == nil && asked || turn.ID != "" && l.isStopAsked(ctx, turn.ID)
	})
	defer done()
	l.Outbox.Typing(in.Place.Chat, in.Place.Topic)
	readings, err := l.Attachments.ReadAll(ctx, files)
	if err != nil {
		for _, r := range readings {
			if r.Heard != nil {
				l.oweHeard(in, *r.Heard)
			}
		}
		return err
	}
	for i, f := range files {
		if f.Exists() {
			batch[i].reading = readings[i]
		}
	}
	failpoint.Hit(failpoint.AfterOpening)
	return nil
}

// oweHeard counts what writing recordings down has cost, where no turn is stored that counts it.
func (l *Lanes) oweHeard(in agent.Incoming, heard ...llm.Transcript) {
	for _, h := range heard {
		l.Usage.Owe(l.Agent.Payer(in.Person, in.Place, in.Group), usage.CountOf(llm.Conversation, h.Usage))
	}
}

// markUnread says why nothing that a batch carries is read.
func markUnread(batch []message, reason attach.Reason) {
	for i := range batch {
		batch[i].reading = attach.Reading{Reason: reason}
	}
}

// isAllUnread reports whether there is nothing in a batch for the model to read: neither
// words nor what is attached.
func isAllUnread(batch []message) bool {
	for _, m := range batch {
		if strings.TrimSpace(m.in.Message.Text) != "" || m.reading.Says != nil {
			return false
		}
	}
	return true
}

// refuseUnread answers messages that hold nothing to read: no model needs to be asked to
// say that a picture cannot be seen. An album is answered once.
func (l *Lanes) refuseUnread(ctx context.Context, in agent.Incoming, batch []message) error {
	var reason attach.Reason
	for _, m := range batch {
		if next := m.reading.Reason; reason == "" || reason == next {
			reason = next
		} else {
			reason = "other"
		}
	}
	longest := int(l.Attachments.Longest() / time.Minute)
	text := l.Commands.Say(in.Person, "media."+string(reason), templates.Data{"Count": longest})
	if err := l.putNotice(ctx, in, delivery.Body{Text: text}); err != nil {
		return err
	}
	return l.Delivery.Finish(ctx, rowIDs(rowsOf(batch)))
}
