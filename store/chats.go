package store

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/delivery"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/text"
)

// This file stores chats, and moves a group's rows when the platform gives it another id.

type chatRow struct {
	Bot         string
	Chat        int64
	Access      string
	Listening   bool
	ByName      bool
	TopicMemory bool
	Closed      bool
	MovedTo     int64
	MovedFrom   int64
	UpdatedAt   time.Time `gorm:"autoUpdateTime:false"`
	MemoryMode  string
}

func (chatRow) TableName() string { return "chats" }

func (s peopleStore) Chat(ctx context.Context, bot string, id int64) (people.Chat, error) {
	var r chatRow
	err := s.read(ctx).Where("bot = ? AND chat = ?", bot, id).Take(&r).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return people.NewChat(bot, id), nil
	}
	return people.Chat{
		Bot: r.Bot, ID: r.Chat, Access: people.Access(r.Access), Listening: r.Listening, ByName: r.ByName,
		TopicMemory: r.TopicMemory, Closed: r.Closed, MovedTo: r.MovedTo, MovedFrom: r.MovedFrom, UpdatedAt: utc(r.UpdatedAt),
		MemoryMode: r.MemoryMode,
	}, wrap(err, "read chat")
}

func (s peopleStore) SaveChat(ctx context.Context, c people.Chat) error {
	row := chatRow{
		Bot: c.Bot, Chat: c.ID, Access: string(c.Access), Listening: c.Listening, ByName: c.ByName,
		TopicMemory: c.TopicMemory, Closed: c.Closed, MovedTo: c.MovedTo, MovedFrom: c.MovedFrom, UpdatedAt: utc(c.UpdatedAt),
		MemoryMode: c.MemoryMode,
	}
	return s.write(ctx, func(g *gorm.DB) error {
		replace := clause.OnConflict{Columns: []clause.Column{{Name: "bot"}, {Name: "chat"}}, DoUpdates: clause.AssignmentColumns([]string{
			"access", "listening", "by_name", "topic_memory", "closed", "moved_to", "moved_from", "updated_at", "memory_mode"})}
		return wrap(g.Clauses(replace).Create(&row).Error, "save chat")
	})
}

func (s sessions) EndChat(ctx context.Context, bot string, chat int64, at time.Time) (int, error) {
	var n int64
	err := s.write(ctx, func(g *gorm.DB) error {
		done := g.Model(&sessionRow{}).Where("bot = ? AND chat = ? AND ended_at IS NULL", bot, chat).UpdateColumn("ended_at", utc(at))
		n = done.RowsAffected
		return wrap(done.Error, "end a chat's sessions")
	})
	return int(n), err
}

func (s sessions) Move(ctx context.Context, bot string, from, to int64) error {
	err := s.inTx(ctx, func(ctx context.Context, g *gorm.DB) error {
		var rows []sessionRow
		if err := g.Where("bot = ? AND chat = ?", bot, from).Find(&rows).Error; err != nil {
			return err
		}
		for _, r := range rows {
			lane := delivery.Lane(bot, to, r.Topic)
			err := firstError(
				g.Model(&messageRow{}).Where("session_id = ?", r.ID).UpdateColumn("external", 0).Error,
				g.Model(&turnRow{}).Where("session_id = ?", r.ID).UpdateColumn("lane", lane).Error,
				g.Model(&sessionRow{}).Where("id = ?", r.ID).UpdateColumn("chat", to).Error,
			)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return wrap(err, "move sessions")
}

var _ session.Store = sessions{}

func (s deliveries) Move(ctx context.Context, bot string, from, to int64) error {
	err := s.inTx(ctx, func(ctx context.Context, g *gorm.DB) error {
		if err := s.BumpFences(ctx, bot, from); err != nil {
			return err
		}
		var in []inboxRow
		if err := g.Where("bot = ? AND chat = ? AND state = ?", bot, from, string(delivery.Waiting)).Find(&in).Error; err != nil {
			return err
		}
		for _, r := range in {
			_, _, topic, _ := delivery.LanePlace(r.Lane)
			lane := delivery.Lane(bot, to, topic)
			if delivery.IsControl(r.Lane) {
				lane = delivery.ControlLane(bot, to, topic)
			}
			if err := makeLanes(g, []delivery.Update{{Lane: lane, Bot: bot, Chat: to}}); err != nil {
				return err
			}
			if err := g.Model(&inboxRow{}).Where("id = ?", r.ID).Updates(map[string]any{"lane": lane, "chat": to}).Error; err != nil {
				return err
			}
		}
		// Message ids of the old chat are not valid in the new one. A placeholder is therefore
		// sent again, and an edit of an old message is dropped.
		open := g.Model(&outboxRow{}).Select("id").Where("bot = ? AND chat = ? AND state IN ?", bot, from,
			[]delivery.OutState{delivery.Drafting, delivery.Ready})
		return firstError(
			g.Where("outbox_id IN (?)", open).Delete(&outMessageRow{}).Error,
			g.Model(&outboxRow{}).Where("bot = ? AND chat = ? AND kind = ? AND state = ?", bot, from, string(delivery.Edit), string(delivery.Ready)).
				Updates(map[string]any{"state": string(delivery.Dropped), "body": ""}).Error,
			g.Model(&outboxRow{}).Where("bot = ? AND chat = ? AND state IN ?", bot, from,
				[]delivery.OutState{delivery.Drafting, delivery.Ready}).Updates(map[string]any{"chat": to, "reply_to": 0, "after_message": 0, "tried": 0, "strays": 0}).Error,
		)
	})
	return wrap(err, "move deliveries")
}

func (s deliveries) FailChat(ctx context.Context, bot string, chat int64, reason string) ([]delivery.OutgoingEnd, error) {
	return s.changeOutbox(ctx, "fail a chat's messages",
		map[string]any{"state": string(delivery.Failed), "body": "", "error": reason}, "bot = ? AND chat = ? AND state = 'ready'", bot, chat)
}

func (s memories) Move(ctx context.Context, from, to scope.Scope) error {
	err := s.inTx(ctx, func(ctx context.Context, g *gorm.DB) error {
		rows, err := scopeRows(g, []scope.Scope{from})
		if err != nil || len(rows) == 0 {
			return err
		}
		var old scopeRow
		for _, r := range rows {
			old = r
		}
		taken, err := scopeRows(g, []scope.Scope{to})
		if err != nil {
			return err
		}
		for _, r := range taken { // rows that were written for the new id before this move
			if err := s.mergeScope(g, r, old.ID); err != nil {
				return err
			}
			old.Revision += r.Revision
		}
		return g.Model(&scopeRow{}).Where("id = ?", old.ID).Updates(map[string]any{
			"store": to.Store, "kind": string(to.Kind), "scope_id": to.ID, "revision": old.Revision + 1,
		}).Error
	})
	return wrap(err, "move a scope")
}

// mergeScope moves all rows of one scope to another and deletes the scope's row.
func (s memories) mergeScope(g *gorm.DB, from scopeRow, into int64) error {
	var ms []foundRow
	if err := selectMemories(g).Select(foundColumns).Where("m.scope = ?", from.ID).Scan(&ms).Error; err != nil {
		return err
	}
	for _, row := range []any{&memoryRow{}, &changeRow{}, &decisionRow{}, &tombstoneRow{}, &runRow{}, &candidateRow{}} {
		if err := g.Model(row).Where("scope = ?", from.ID).UpdateColumn("scope", into).Error; err != nil {
			return err
		}
	}
	err := firstError(
		g.Exec("UPDATE memory_vectors SET scope = ? WHERE scope = ?", into, from.ID).Error,
		bumpVectors(g, "id = ?", into),
	)
	if err != nil {
		return err
	}
	for _, m := range memoriesOf(ms) {
		if err := s.dialect.indexWords(g, m.ID, into, text.Words(m.Content+"\n"+m.Subject)); err != nil {
			return err
		}
	}
	return g.Where("id = ?", from.ID).Delete(&scopeRow{}).Error
}

func (s memories) Topics(ctx context.Context, group scope.Scope) ([]scope.Scope, error) {
	var rows []scopeRow
	err := s.read(ctx).Where("store = ? AND kind = ? AND scope_id LIKE ?", group.Store, string(scope.Group), group.ID+":%").
		Order("scope_id").Find(&rows).Error
	out := make([]scope.Scope, len(rows))
	for i, r := range rows {
		out[i] = r.scope()
	}
	return out, wrap(err, "topics of a group")
}
