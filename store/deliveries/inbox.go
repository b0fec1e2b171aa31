package deliveries

import (
	"context"
	"errors"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/delivery"
	"keepsake/store/column"
	"keepsake/store/database"
)

func (s deliveries) Receive(ctx context.Context, us []delivery.Update) (int, error) {
	fresh := 0
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		if err := makeLanes(g, us); err != nil {
			return err
		}
		for _, u := range us {
			row := inboxOf(u)
			done := g.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
			if done.Error != nil {
				return done.Error
			}
			fresh += int(done.RowsAffected)
		}
		return nil
	})
	if err != nil {
		return 0, database.Wrap(err, "receive updates")
	}
	return fresh, nil
}

// makeLanes creates missing lanes in the order of their names, which avoids deadlocks.
func makeLanes(g *gorm.DB, us []delivery.Update) error {
	lanes := make(map[string]laneRow)
	for _, u := range us {
		if u.Lane != "" {
			lanes[u.Lane] = laneRow{Name: u.Lane, Bot: u.Bot, Chat: u.Chat}
		}
	}
	names := make([]string, 0, len(lanes))
	for name := range lanes {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		row := lanes[name]
		if err := g.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error; err != nil {
			return err
		}
	}
	return nil
}

func (s deliveries) LaneUpdates(ctx context.Context, lane string) ([]delivery.Update, error) {
	return s.updates(s.Read(ctx).Where("lane = ? AND state = 'waiting'", lane).Order("update_id, id"))
}

func (s deliveries) Dead(ctx context.Context, limit int) ([]delivery.Update, error) {
	q := s.Read(ctx).Where("state = 'dead'").Order("id DESC")
	if limit > 0 {
		q = q.Limit(limit)
	}
	return s.updates(q)
}

func (s deliveries) updates(q *gorm.DB) ([]delivery.Update, error) {
	var rows []inboxRow
	if err := q.Find(&rows).Error; err != nil {
		return nil, database.Wrap(err, "read inbox")
	}
	us := make([]delivery.Update, len(rows))
	for i, r := range rows {
		us[i] = r.update()
	}
	return us, nil
}

func (s deliveries) Update(ctx context.Context, id int64) (delivery.Update, error) {
	var row inboxRow
	err := s.Read(ctx).Where("id = ?", id).Take(&row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return delivery.Update{}, delivery.ErrNotFound
	}
	return row.update(), database.Wrap(err, "read update")
}

// changeWaiting updates those of the rows that are waiting and returns an UpdateEnd for each.
func (s deliveries) changeWaiting(ctx context.Context, op string, ids []int64, set map[string]any) ([]delivery.UpdateEnd, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return s.changeInbox(ctx, op, set, "id IN ? AND state = 'waiting'", ids)
}

// changeInbox updates rows of the inbox and returns an UpdateEnd for each.
func (s deliveries) changeInbox(ctx context.Context, op string, set map[string]any, where string, args ...any) ([]delivery.UpdateEnd, error) {
	var rows []inboxRow
	err := s.Write(ctx, func(g *gorm.DB) error {
		return g.Model(&rows).Clauses(clause.Returning{Columns: []clause.Column{{Name: "kind"}, {Name: "received_at"}, {Name: "stop_asked"}}}).
			Where(where, args...).Updates(set).Error
	})
	if err != nil {
		return nil, database.Wrap(err, op)
	}
	ends := make([]delivery.UpdateEnd, len(rows))
	for i, r := range rows {
		ends[i] = delivery.UpdateEnd{Kind: r.Kind, ReceivedAt: column.UTC(r.ReceivedAt), StopAsked: r.StopAsked}
	}
	return ends, nil
}

func (s deliveries) Assign(ctx context.Context, ids []int64, turnID string) ([]delivery.UpdateEnd, error) {
	return s.changeWaiting(ctx, "assign updates", ids, map[string]any{"turn_id": turnID})
}

func (s deliveries) AskStop(ctx context.Context, lane string) (int, error) {
	n := 0
	err := s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		// The lock waits for a transaction of the lane's owner, which locks the row as well.
		var row laneRow
		if err := g.Clauses(s.LockRows()...).Where("name = ?", lane).Limit(1).Find(&row).Error; err != nil {
			return err
		}
		waiting := func() *gorm.DB {
			return g.Model(&inboxRow{}).Where("lane = ? AND state = 'waiting' AND turn_id = ''", lane)
		}
		var next []string
		if err := waiting().Where("addressed").Order("update_id, id").Limit(1).Pluck("person", &next).Error; err != nil || len(next) == 0 {
			return err
		}
		done := waiting().Where("person = ?", next[0]).UpdateColumn("stop_asked", true)
		n = int(done.RowsAffected)
		return done.Error
	})
	return n, database.Wrap(err, "ask to stop")
}

func (s deliveries) StopAsked(ctx context.Context, ids []int64) (bool, error) {
	return s.hasUpdate(ctx, "id IN ? AND stop_asked", ids)
}

func (s deliveries) AlbumAddressed(ctx context.Context, bot string, chat int64, album string) (bool, error) {
	return s.hasUpdate(ctx, "bot = ? AND chat = ? AND album = ? AND album <> '' AND addressed", bot, chat, album)
}

// hasUpdate reports whether a row of the inbox meets the condition.
func (s deliveries) hasUpdate(ctx context.Context, where string, args ...any) (bool, error) {
	var ids []int64
	err := s.Read(ctx).Model(&inboxRow{}).Where(where, args...).Limit(1).Pluck("id", &ids).Error
	return len(ids) > 0, database.Wrap(err, "look into the inbox")
}

func (s deliveries) Replace(ctx context.Context, id int64, payload []byte) error {
	_, err := s.changeWaiting(ctx, "replace update", []int64{id}, map[string]any{"payload": payload})
	return err
}

// handledColumns are the columns of a handled row, which keeps no text of a person.
func handledColumns() map[string]any {
	return map[string]any{"state": string(delivery.Handled), "payload": nil, "error": ""}
}

func (s deliveries) Finish(ctx context.Context, ids []int64) ([]delivery.UpdateEnd, error) {
	return s.changeWaiting(ctx, "finish updates", ids, handledColumns())
}

func (s deliveries) FinishTurn(ctx context.Context, turnID string) ([]delivery.UpdateEnd, error) {
	if turnID == "" {
		return nil, nil
	}
	return s.changeInbox(ctx, "finish turn", handledColumns(), "turn_id = ? AND turn_id <> '' AND state = 'waiting'", turnID)
}

func (s deliveries) Retry(ctx context.Context, ids []int64, due time.Time, reason string) error {
	_, err := s.changeWaiting(ctx, "retry updates", ids, map[string]any{
		"attempts": gorm.Expr("attempts + 1"), "due_at": column.UTC(due), "error": reason,
	})
	return err
}

func (s deliveries) Delay(ctx context.Context, lane string, due time.Time) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&inboxRow{}).Where("lane = ? AND state = 'waiting'", lane).UpdateColumn("due_at", column.UTC(due))
		return database.Wrap(done.Error, "delay lane")
	})
}

func (s deliveries) Bury(ctx context.Context, ids []int64, reason string) ([]delivery.UpdateEnd, error) {
	return s.changeWaiting(ctx, "bury updates", ids, map[string]any{"state": string(delivery.DeadMail), "error": reason})
}

func (s deliveries) Replay(ctx context.Context, id int64, due time.Time) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&inboxRow{}).Where("id = ? AND state = ?", id, string(delivery.DeadMail)).Updates(map[string]any{
			"state": string(delivery.Waiting), "attempts": 0, "due_at": column.UTC(due), "error": "", "turn_id": "", "stop_asked": false,
		})
		return database.CheckChanged(done, delivery.ErrNotFound, "replay update")
	})
}

// Unsettled counts in one statement, because between two statements an update could become a
// ready reply and be counted in neither.
func (s deliveries) Unsettled(ctx context.Context, bot string) (int, error) {
	var n int
	err := s.Read(ctx).Raw(`SELECT (SELECT count(*) FROM inbox WHERE bot = ? AND state = 'waiting')
		+ (SELECT count(*) FROM outbox WHERE bot = ? AND state IN (?, ?))`,
		bot, bot, string(delivery.Drafting), string(delivery.Ready)).Scan(&n).Error
	return n, database.Wrap(err, "count unsettled")
}
