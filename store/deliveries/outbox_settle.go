package deliveries

import (
	"context"
	"strconv"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/delivery"
	"keepsake/store/column"
	"keepsake/store/database"
)

func (s deliveries) SetPart(ctx context.Context, id int64, part int, message int64) error {
	err := s.Write(ctx, func(g *gorm.DB) error {
		return g.Clauses(clause.OnConflict{
			Columns:   []clause.Column{{Name: "outbox_id"}, {Name: "part"}},
			DoUpdates: clause.AssignmentColumns([]string{"message"}),
		}).Create(&outMessageRow{OutboxID: id, Part: part, Message: message}).Error
	})
	return database.Wrap(err, "set part")
}

func (s deliveries) NoteAttempt(ctx context.Context, id int64, n delivery.AttemptNote) error {
	set := map[string]any{}
	if n.Tried > 0 {
		set["tried"] = n.Tried
	}
	if n.Strays > 0 {
		set["strays"] = gorm.Expr("strays + ?", n.Strays)
	}
	if !n.SettleUntil.IsZero() {
		set["settle_until"] = column.UTC(n.SettleUntil)
	}
	if n.Repaint {
		set["repaint"] = true
	}
	if n.Owner != "" && !s.IsSingleProcess() {
		set["owner"], set["held_until"] = n.Owner, column.UTC(n.HeldUntil)
	}
	if len(set) == 0 {
		return nil
	}
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.CheckChanged(g.Model(&outboxRow{}).Where("id = ? AND state IN ('drafting', 'ready', 'settling')", id).
			Updates(set), delivery.ErrNotFound, "note an attempt")
	})
}

func (s deliveries) Settle(ctx context.Context, id int64, at, due time.Time) (delivery.OutgoingEnd, error) {
	return s.changeOut(ctx, "settle outgoing", id, map[string]any{
		"state": string(delivery.Settling), "error": "", "sent_at": column.UTC(at), "due_at": column.UTC(due),
	})
}

func (s deliveries) Resettle(ctx context.Context, id int64, due time.Time, strays int) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.CheckChanged(g.Model(&outboxRow{}).Where("id = ? AND state = 'settling'", id).
			Updates(map[string]any{"due_at": column.UTC(due), "strays": strays}), delivery.ErrNotFound, "settle outgoing again")
	})
}

func (s deliveries) EndSettling(ctx context.Context, id int64) error {
	_, err := s.changeOutbox(ctx, "end settling", map[string]any{
		"state": string(delivery.Sent), "body": "", "settle_until": nil, "repaint": false, "strays": 0,
	}, "id = ? AND state = 'settling'", id)
	return err
}

func (s deliveries) SettlingAt(ctx context.Context, bot string, chat, message int64) (delivery.Outgoing, bool, error) {
	g := s.Read(ctx)
	var rows []outboxRow
	err := g.Where(`bot = ? AND chat = ? AND state = 'settling'
		AND (target = ? OR EXISTS (SELECT 1 FROM outbox_messages m WHERE m.outbox_id = outbox.id AND m.message = ?))`,
		bot, chat, message, message).Order("id DESC").Limit(1).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return delivery.Outgoing{}, false, database.Wrap(err, "find settling")
	}
	os, err := outgoings(g, rows)
	if err != nil {
		return delivery.Outgoing{}, false, database.Wrap(err, "find settling")
	}
	return os[0], true, nil
}

func (s deliveries) ReplaceSettling(ctx context.Context, id int64, b delivery.Body, due, until time.Time) error {
	body, err := bodyOf(b)
	if err != nil {
		return database.Wrap(err, "replace settling")
	}
	return s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&outboxRow{}).Where("id = ? AND state = 'settling'", id).
			Updates(map[string]any{"body": body, "repaint": true, "due_at": column.UTC(due), "settle_until": column.UTC(until)})
		return database.Wrap(done.Error, "replace settling")
	})
}

const (
	// strayReach is how many ids are considered at each end of a stray placeholder's range.
	strayReach = 1000
	// strayRows is how many outbox rows before and after a message are read for ids in use.
	strayRows = 1000
	// lostPeriod is the age up to which a message with an unknown id may have one in the range.
	lostPeriod = 24 * time.Hour
)

func (s deliveries) StrayRange(ctx context.Context, o delivery.Outgoing, below int64) ([]int64, error) {
	hasLost, err := s.hasLostMessage(ctx, o)
	if err != nil || hasLost {
		return nil, err // an id in the range may belong to the lost message
	}
	floor := max(o.After, o.ReplyTo)
	known, err := s.messagesAround(ctx, o, floor, below)
	if err != nil {
		return nil, err
	}
	isKnown := map[int64]bool{}
	for _, k := range known {
		if isKnown[k.Message] = true; k.Chat == o.Chat && k.OutboxID < o.ID {
			floor = max(floor, k.Message)
		}
	}
	if floor == 0 {
		return nil, nil // without a lower bound an id may belong to any old message
	}
	// Take ids from both ends in turn. A placeholder is sent soon after the message that it
	// answers, or soon before the message that replaced it; many messages can lie between.
	var ids []int64
	for low, high := floor+1, below-1; low <= high && low-floor <= strayReach; low, high = low+1, high-1 {
		if !isKnown[high] {
			ids = append(ids, high)
		}
		if low < high && !isKnown[low] {
			ids = append(ids, low)
		}
	}
	return ids, nil
}

// knownMessage is a message of the platform whose sender is known.
type knownMessage struct {
	Message  int64
	OutboxID int64 // the outbox row that it shows; 0 for a person's message
	Chat     int64
}

// messagesAround returns the bot's messages whose ids are near both ends of a range, and the
// people's messages that outbox rows near o answer.
func (s deliveries) messagesAround(ctx context.Context, o delivery.Outgoing, floor, below int64) (known []knownMessage, err error) {
	// A bot's chats share one sequence of message ids, except supergroups, which have their
	// own. Unless o is in a supergroup, the messages of other chats count as well.
	sameNumbers := "(b.chat = ?)"
	if o.Chat > maxSupergroup {
		sameNumbers = "(b.chat = ? OR b.chat > " + strconv.FormatInt(maxSupergroup, 10) + ")"
	}
	err = s.Read(ctx).Raw(`SELECT m.message, m.outbox_id, b.chat FROM outbox_messages m JOIN outbox b ON b.id = m.outbox_id
		WHERE m.message > 0 AND (m.message >= ? AND m.message < ? OR m.message > ? AND m.message <= ? AND m.message < ?)
			AND b.bot = ? AND `+sameNumbers+`
		UNION ALL SELECT b.after_message, 0, 0 FROM outbox b WHERE b.id >= ? AND b.id <= ? AND b.bot = ? AND `+sameNumbers+`
		UNION ALL SELECT b.reply_to, 0, 0 FROM outbox b WHERE b.id >= ? AND b.id <= ? AND b.bot = ? AND `+sameNumbers,
		below-strayReach, below, floor, floor+strayReach, below, o.Bot, o.Chat,
		o.ID-strayRows, o.ID+strayRows, o.Bot, o.Chat,
		o.ID-strayRows, o.ID+strayRows, o.Bot, o.Chat).Scan(&known).Error
	return known, database.Wrap(err, "look for strays")
}

// maxSupergroup is above the ids of supergroups and channels and below those of other chats.
const maxSupergroup = -1_000_000_000_000

// hasLostMessage reports whether another recent message to the chat of o has an unknown id.
func (s deliveries) hasLostMessage(ctx context.Context, o delivery.Outgoing) (bool, error) {
	since := time.Unix(0, 0)
	if o.SentAt != nil {
		since = o.SentAt.Add(-lostPeriod)
	}
	var n int64
	err := s.Read(ctx).Raw(`SELECT count(*) FROM outbox_messages m JOIN outbox b ON b.id = m.outbox_id
		WHERE m.message = 0 AND b.bot = ? AND b.chat = ? AND b.id <> ? AND (b.sent_at IS NULL OR b.sent_at > ?)`,
		o.Bot, o.Chat, o.ID, column.UTC(since)).Scan(&n).Error
	return n > 0, database.Wrap(err, "look for lost messages")
}
