package deliveries

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/delivery"
	"keepsake/store/column"
	"keepsake/store/database"
)

func (s deliveries) Put(ctx context.Context, o delivery.Outgoing) (int64, error) {
	row, err := outboxOf(o)
	if err != nil {
		return 0, database.Wrap(err, "put outgoing")
	}
	err = s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		if err := g.Create(&row).Error; err != nil {
			return err
		}
		return putMessages(g, row.ID, o.Messages)
	})
	return row.ID, database.Wrap(err, "put outgoing")
}

func putMessages(g *gorm.DB, id int64, messages []int64) error {
	if len(messages) == 0 {
		return nil
	}
	rows := make([]outMessageRow, len(messages))
	for i, m := range messages {
		rows[i] = outMessageRow{OutboxID: id, Part: i, Message: m}
	}
	return g.Create(&rows).Error
}

func (s deliveries) Out(ctx context.Context, id int64) (delivery.Outgoing, error) {
	return s.oneOut(s.Read(ctx), s.Read(ctx).Where("id = ?", id))
}

func (s deliveries) ByMessage(ctx context.Context, bot string, chat, message int64) (delivery.Outgoing, error) {
	g := s.Read(ctx)
	return s.oneOut(g, g.Where(`bot = ? AND chat = ? AND id IN (SELECT outbox_id FROM outbox_messages WHERE message = ?)`,
		bot, chat, message).Order("id DESC"))
}

func (s deliveries) Latest(ctx context.Context, like delivery.Outgoing) (delivery.Outgoing, error) {
	g := s.Read(ctx)
	return s.oneOut(g, g.Where("person = ? AND bot = ? AND chat = ? AND purpose = ? AND reply_to = ?",
		like.Person, like.Bot, like.Chat, like.Purpose, like.ReplyTo).Order("id DESC"))
}

func (s deliveries) oneOut(g, q *gorm.DB) (delivery.Outgoing, error) {
	var row outboxRow
	if err := q.Take(&row).Error; errors.Is(err, gorm.ErrRecordNotFound) {
		return delivery.Outgoing{}, delivery.ErrNotFound
	} else if err != nil {
		return delivery.Outgoing{}, database.Wrap(err, "read outgoing")
	}
	os, err := outgoings(g, []outboxRow{row})
	if err != nil {
		return delivery.Outgoing{}, database.Wrap(err, "read outgoing")
	}
	return os[0], nil
}

// outgoings converts rows and adds the ids of the platform's messages that show them.
func outgoings(g *gorm.DB, rows []outboxRow) ([]delivery.Outgoing, error) {
	os := make([]delivery.Outgoing, len(rows))
	ids := make([]int64, len(rows))
	at := make(map[int64]int, len(rows))
	var err error
	for i, r := range rows {
		if os[i], err = r.outgoing(); err != nil {
			return nil, err
		}
		ids[i], at[r.ID] = r.ID, i
	}
	if len(ids) == 0 {
		return os, nil
	}
	var shown []outMessageRow
	if err := g.Where("outbox_id IN ?", ids).Order("outbox_id, part").Find(&shown).Error; err != nil {
		return nil, err
	}
	for _, m := range shown {
		o := &os[at[m.OutboxID]]
		o.Messages = append(o.Messages, m.Message)
	}
	return os, nil
}

func (s deliveries) Ready(ctx context.Context, id int64, b delivery.Body, due time.Time) error {
	body, err := bodyOf(b)
	if err != nil {
		return database.Wrap(err, "make outgoing ready")
	}
	_, err = s.changeOut(ctx, "make outgoing ready", id, map[string]any{
		"state": string(delivery.Ready), "body": body, "due_at": column.UTC(due), "ready_at": column.UTC(due),
	})
	return err
}

// changeOut updates one row of the outbox, or returns ErrNotFound.
func (s deliveries) changeOut(ctx context.Context, op string, id int64, set map[string]any) (delivery.OutgoingEnd, error) {
	ends, err := s.changeOutbox(ctx, op, set, "id = ?", id)
	if err == nil && len(ends) == 0 {
		err = delivery.ErrNotFound
	}
	if err != nil {
		return delivery.OutgoingEnd{}, err
	}
	return ends[0], nil
}

// changeOutbox updates the rows that meet a condition and returns an OutgoingEnd for each.
func (s deliveries) changeOutbox(ctx context.Context, op string, set map[string]any, where string, args ...any) ([]delivery.OutgoingEnd, error) {
	var rows []outboxRow
	err := s.Write(ctx, func(g *gorm.DB) error {
		return g.Model(&rows).Clauses(clause.Returning{Columns: []clause.Column{{Name: "kind"}, {Name: "ready_at"}, {Name: "due_at"}, {Name: "purpose"}}}).
			Where(where, args...).Updates(set).Error
	})
	if err != nil {
		return nil, database.Wrap(err, op)
	}
	ends := make([]delivery.OutgoingEnd, len(rows))
	for i, r := range rows {
		ends[i] = delivery.OutgoingEnd{Kind: delivery.Kind(r.Kind), ReadyAt: column.UTC(r.DueAt)}
		if r.ReadyAt != nil { // nil in rows older than the column
			ends[i].ReadyAt = column.UTC(*r.ReadyAt)
		}
		if _, isBlanked := set["body"]; isBlanked && r.Purpose == delivery.ShowsSecret {
			s.ClearLog(ctx)
		}
	}
	return ends, nil
}

func (s deliveries) HasEarlierReply(ctx context.Context, o delivery.Outgoing) (bool, error) {
	var n int64
	err := s.Read(ctx).Model(&outboxRow{}).Where("bot = ? AND chat = ? AND topic = ? AND kind = ? AND state = 'ready' AND id < ?",
		o.Bot, o.Chat, o.Topic, string(delivery.Reply), o.ID).Count(&n).Error
	return n > 0, database.Wrap(err, "look for older replies")
}

func (s deliveries) SetMessages(ctx context.Context, id int64, messages []int64) error {
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		if len(messages) == 0 {
			return g.Where("outbox_id = ?", id).Delete(&outMessageRow{}).Error
		}
		// No part is deleted: the number of parts never decreases while a message is sent.
		return putMessages(g.Clauses(clause.OnConflict{
			Columns:   []clause.Column{{Name: "outbox_id"}, {Name: "part"}},
			DoUpdates: clause.AssignmentColumns([]string{"message"}),
		}), id, messages)
	})
	return database.Wrap(err, "set messages")
}

func (s deliveries) MarkSent(ctx context.Context, id int64, at time.Time) (delivery.OutgoingEnd, error) {
	return s.changeOut(ctx, "mark sent", id, map[string]any{
		"state": string(delivery.Sent), "body": "", "error": "", "sent_at": column.UTC(at),
	})
}

func (s deliveries) MarkFailed(ctx context.Context, id int64, reason string) (delivery.OutgoingEnd, error) {
	return s.changeOut(ctx, "mark failed", id, map[string]any{
		"state": string(delivery.Failed), "body": "", "error": reason,
	})
}

// retryGrace is how long a due retry is reserved for the process that knows the earlier calls.
const retryGrace = 15 * time.Second

func (s deliveries) RetryOut(ctx context.Context, id int64, due time.Time, reason string) (delivery.OutgoingEnd, error) {
	return s.changeOut(ctx, "retry outgoing", id, map[string]any{
		"attempts": gorm.Expr("attempts + 1"), "due_at": column.UTC(due), "error": reason, "held_until": column.UTC(due.Add(retryGrace)), "tried": 0,
	})
}

// nextDueOut returns when the oldest ready message is due; ok=false when there is none.
func (s deliveries) nextDueOut(ctx context.Context, bot string) (time.Time, bool, error) {
	var row outboxRow
	err := s.Read(ctx).Select("due_at").Where("bot = ? AND state = 'ready'", bot).
		Order("due_at").Take(&row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return time.Time{}, false, nil
	}
	return column.UTC(row.DueAt), err == nil, database.Wrap(err, "next due outgoing")
}
