package deliveries

import (
	"bytes"
	"context"
	"strconv"
	"time"

	"gorm.io/gorm"

	"keepsake/delivery"
	"keepsake/erasure"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/database"
)

func (s deliveries) PurgeHandled(ctx context.Context, before time.Time) (int, error) {
	n := 0
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		in := g.Where("state = ? AND state <> 'waiting' AND received_at < ?", string(delivery.Handled), column.UTC(before)).Delete(&inboxRow{})
		out := g.Where("state IN ('sent', 'failed', 'dropped') AND due_at < ? AND (sent_at IS NULL OR sent_at < ?)",
			column.UTC(before), column.UTC(before)).Delete(&outboxRow{})
		paces := g.Where("next_at < ?", column.UTC(before)).Delete(&paceRow{})
		n = int(in.RowsAffected + out.RowsAffected)
		return database.FirstError(in.Error, out.Error, paces.Error)
	})
	if err != nil {
		return 0, database.Wrap(err, "purge deliveries")
	}
	return n, nil
}

func (s deliveries) Erase(ctx context.Context, owner scope.Scope) (delivery.Erased, error) {
	var e delivery.Erased
	chat, ok := column.Chat(owner)
	if !ok || (owner.Kind != scope.User && owner.Kind != scope.Group) {
		return e, nil
	}
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		// The id of a private chat is the person's id, so all rows of that chat are the
		// person's, even those whose sender was not decoded. The person's rows in groups are
		// kept while they are open, because the group's turn needs them to finish.
		ownRows := func(openState string) *gorm.DB {
			if owner.Kind == scope.Group {
				return g.Where("chat = ?", chat)
			}
			return g.Where("chat = ? OR person = ? AND (chat > 0 OR state <> ?)", chat, owner.ID, openState)
		}
		in := ownRows(string(delivery.Waiting)).Delete(&inboxRow{})
		out := ownRows(string(delivery.Drafting)).Delete(&outboxRow{})
		if err := database.FirstError(in.Error, out.Error); err != nil {
			return err
		}
		if err := s.RecordErasure(ctx, erasure.AllDeliveries, owner); err != nil {
			return err
		}
		lost, err := eraseUnreadable(g, chat)
		e = delivery.Erased{Updates: int(in.RowsAffected) + lost, Outgoing: int(out.RowsAffected)}
		return err
	})
	if err != nil {
		return delivery.Erased{}, database.Wrap(err, "erase deliveries")
	}
	return e, nil
}

// eraseUnreadable deletes the dead letters whose payload contains the number. It looks at
// those that could not be decoded, which have neither a person nor a chat in a column.
func eraseUnreadable(g *gorm.DB, number int64) (int, error) {
	var rows []inboxRow
	err := g.Where("state = 'dead' AND person = '' AND chat = 0").Find(&rows).Error
	if err != nil {
		return 0, err
	}
	var ids []int64
	for _, r := range rows {
		if hasNumber(r.Payload, number) {
			ids = append(ids, r.ID)
		}
	}
	done := g.Where("id IN ?", ids).Delete(&inboxRow{})
	return int(done.RowsAffected), done.Error
}

// hasNumber reports whether b contains the number, not as a part of a longer number.
func hasNumber(b []byte, number int64) bool {
	digits := []byte(strconv.FormatInt(number, 10))
	for from := 0; ; {
		i := bytes.Index(b[from:], digits)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(digits)
		if (i == 0 || !isDigit(b[i-1])) && (end == len(b) || !isDigit(b[end])) {
			return true
		}
		from = i + 1
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
