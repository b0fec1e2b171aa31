package accounts

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/people"
	"keepsake/store/column"
	"keepsake/store/database"
)

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
	Model       string
	Tone        string
	Voice       string
}

func (chatRow) TableName() string { return "chats" }

func (s peopleStore) Chat(ctx context.Context, bot string, id int64) (people.Chat, error) {
	var r chatRow
	err := s.Read(ctx).Where("bot = ? AND chat = ?", bot, id).Take(&r).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return people.NewChat(bot, id), nil
	}
	return r.chat(), database.Wrap(err, "read chat")
}

func (s peopleStore) DecidedChats(ctx context.Context, bot string, limit int) ([]people.Chat, error) {
	var rows []chatRow
	err := s.Read(ctx).Where("bot = ? AND access IN ?", bot, decided).Order("chat").Limit(limit).Find(&rows).Error
	cs := make([]people.Chat, len(rows))
	for i, r := range rows {
		cs[i] = r.chat()
	}
	return cs, database.Wrap(err, "read decisions about chats")
}

func (r chatRow) chat() people.Chat {
	return people.Chat{
		Bot: r.Bot, ID: r.Chat, Access: people.Access(r.Access), Listening: r.Listening, ByName: r.ByName,
		TopicMemory: r.TopicMemory, Closed: r.Closed, MovedTo: r.MovedTo, MovedFrom: r.MovedFrom, UpdatedAt: column.UTC(r.UpdatedAt),
		MemoryMode: r.MemoryMode, Manner: people.Manner{Model: r.Model, Tone: r.Tone, Voice: r.Voice},
	}
}

func (s peopleStore) SaveChat(ctx context.Context, c people.Chat) error {
	row := chatRow{
		Bot: c.Bot, Chat: c.ID, Access: string(c.Access), Listening: c.Listening, ByName: c.ByName,
		TopicMemory: c.TopicMemory, Closed: c.Closed, MovedTo: c.MovedTo, MovedFrom: c.MovedFrom, UpdatedAt: column.UTC(c.UpdatedAt),
		MemoryMode: c.MemoryMode, Model: c.Manner.Model, Tone: c.Manner.Tone, Voice: c.Manner.Voice,
	}
	return s.Write(ctx, func(g *gorm.DB) error {
		replace := clause.OnConflict{Columns: []clause.Column{{Name: "bot"}, {Name: "chat"}}, DoUpdates: clause.AssignmentColumns([]string{
			"access", "listening", "by_name", "topic_memory", "closed", "moved_to", "moved_from", "updated_at", "memory_mode", "model", "tone", "voice"})}
		return database.Wrap(g.Clauses(replace).Create(&row).Error, "save chat")
	})
}
