package deliveries

import (
	"context"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"keepsake/delivery"
	"keepsake/store/column"
	"keepsake/store/database"
)

// isFirst is the condition for messages that may be sent next in their chat. Its parameters are
// the busy chats and the time. A message waits for older ones of its chat that are due or wait
// for a retry, but not for those scheduled for later. Reactions and voices neither wait nor block.
func (s deliveries) isFirst() string {
	return `(o.kind IN ('react', 'voice') OR o.chat NOT IN (` + s.eachNumber() + `) AND NOT EXISTS (
	SELECT 1 FROM outbox p WHERE p.bot = o.bot AND p.chat = o.chat AND p.state = 'ready' AND p.kind NOT IN ('react', 'voice')
	AND p.id < o.id AND (p.due_at <= ? OR p.attempts > 0)))`
}

// isFree is the condition for messages that no other process has claimed.
const isFree = ` AND (o.owner IN ('', ?) OR o.held_until <= ?)`

// isUnsent is the condition for a bot's messages that may be claimed. Each state has its own
// partial index; with "state IN" PostgreSQL would scan the whole table.
const isUnsent = `(bot = ? AND state = 'ready' OR bot = ? AND state = 'settling')`

// isFollowed is true when a later message of the same chat is ready.
const isFollowed = `EXISTS (SELECT 1 FROM outbox f WHERE f.bot = o.bot AND f.chat = o.chat AND f.state = 'ready' AND f.id > o.id) AS is_followed`

// isAway is true when the chat is closed or has moved to another id.
const isAway = `EXISTS (SELECT 1 FROM chats c WHERE c.bot = o.bot AND c.chat = o.chat AND (c.closed OR c.moved_to <> 0)) AS is_away`

// shownBySQLite and shownByPostgres select the ids of the platform's messages that show an
// outgoing message, in the order of its parts, separated by spaces.
const (
	shownBySQLite   = `(SELECT group_concat(m.message, ' ' ORDER BY m.part) FROM outbox_messages m WHERE m.outbox_id = o.id) AS shown`
	shownByPostgres = `(SELECT string_agg(m.message::text, ' ' ORDER BY m.part) FROM outbox_messages m WHERE m.outbox_id = o.id) AS shown`
)

// claimedRow is a message with the additional columns of a claim.
type claimedRow struct {
	Row        outboxRow `gorm:"embedded"`
	Shown      *string
	IsFollowed bool
	IsAway     bool
	Former     string
}

// dueColumns are the columns of an outboxRow in a query over "outbox o".
var dueColumns = column.Names(outboxRow{}, "o")

func (r claimedRow) outgoing() (delivery.Outgoing, error) {
	o, err := r.Row.outgoing()
	o.IsFollowed, o.IsAway, o.Former = r.IsFollowed, r.IsAway, r.Former
	for _, field := range strings.Fields(column.OrEmpty(r.Shown)) {
		id, _ := strconv.ParseInt(field, 10, 64)
		o.Messages = append(o.Messages, id)
	}
	return o, err
}

// ClaimOut reads the due messages and the next due time in one statement. When processes share
// the outbox, a second statement claims the messages; most calls find none and need not write.
func (s deliveries) ClaimOut(ctx context.Context, bot, owner string, now, until time.Time, busy []int64, limit int) (delivery.Due, error) {
	now = column.UTC(now)
	if limit <= 0 {
		limit = 1000
	}
	var rows []claimedRow
	var err error
	if s.IsSingleProcess() {
		rows, err = s.findDue(s.Read(ctx), dueColumns+", "+shownBySQLite+", "+isFollowed+", "+isAway, "", nil, bot, now, numbers(busy), limit)
	} else {
		rows, err = s.findDue(s.Read(ctx), "o.id, o.due_at, o.kind", isFree, []any{owner, now}, bot, now, numbers(busy), limit)
	}
	if err != nil {
		return delivery.Due{}, database.Wrap(err, "claim outgoing")
	}
	var due delivery.Due
	var ids []int64
	for _, r := range rows {
		switch {
		case r.Row.DueAt.After(now) && (due.Next.IsZero() || r.Row.DueAt.Before(due.Next)):
			due.Next = column.UTC(r.Row.DueAt)
		case r.Row.DueAt.After(now):
		case s.IsSingleProcess():
			o, err := r.outgoing()
			if err != nil {
				return delivery.Due{}, database.Wrap(err, "claim outgoing")
			}
			due.Messages = append(due.Messages, o)
		default:
			ids = append(ids, r.Row.ID)
		}
	}
	if len(ids) > 0 {
		due.Messages, err = s.claimDue(ctx, ids, owner, now, until, numbers(busy))
	}
	return due, database.Wrap(err, "claim outgoing")
}

// findDue returns the ready and the settling messages that are due, up to limit of each, and
// in addition the next ready and the next settling message that is not due yet.
func (s deliveries) findDue(g *gorm.DB, columns, filter string, filterArgs []any, bot string, now time.Time, busy string, limit int) ([]claimedRow, error) {
	var parts []string
	var args []any
	add := func(where string, limit int, more ...any) {
		parts = append(parts, "SELECT * FROM (SELECT "+columns+" FROM outbox o WHERE o.bot = ? AND "+where+filter+
			" ORDER BY o.due_at, o.id LIMIT ?) AS part"+strconv.Itoa(len(parts)))
		args = append(append(append(append(args, bot), more...), filterArgs...), limit)
	}
	add("o.state = 'ready' AND o.due_at <= ? AND "+s.isFirst(), limit, now, busy, now)
	add("o.state = 'ready' AND o.due_at > ?", 1, now)
	add("o.state = 'settling' AND o.due_at <= ? AND o.chat NOT IN ("+s.eachNumber()+")", limit, now, busy)
	add("o.state = 'settling' AND o.due_at > ?", 1, now)
	var rows []claimedRow
	err := g.Raw(strings.Join(parts, " UNION ALL "), args...).Find(&rows).Error
	return rows, err
}

// claimDue claims those of the messages that are still due and free, and skips locked rows.
func (s deliveries) claimDue(ctx context.Context, ids []int64, owner string, now, until time.Time, busy string) ([]delivery.Outgoing, error) {
	var rows []claimedRow
	err := s.Write(ctx, func(g *gorm.DB) error {
		return g.Raw(`WITH found AS MATERIALIZED (SELECT o.id, o.owner FROM outbox o WHERE o.id IN (`+s.eachNumber()+`) AND o.due_at <= ?
				AND (o.state = 'settling' OR o.state = 'ready' AND `+s.isFirst()+`)`+isFree+s.SkipLocked("o")+`),
			o AS (UPDATE outbox SET owner = ?, held_until = ? FROM found WHERE outbox.id = found.id
				RETURNING outbox.*, CASE WHEN found.owner = ? THEN '' ELSE found.owner END AS former)
			SELECT `+dueColumns+`, former, `+shownByPostgres+`, `+isFollowed+`, `+isAway+` FROM o ORDER BY due_at, id`,
			numbers(ids), now, busy, now, owner, now, owner, column.UTC(until), owner).Find(&rows).Error
	})
	if err != nil {
		return nil, err
	}
	os := make([]delivery.Outgoing, len(rows))
	for i, r := range rows {
		if os[i], err = r.outgoing(); err != nil {
			return nil, err
		}
	}
	return os, nil
}

// eachNumber returns the SELECT of the integers in a parameter that numbers encodes.
func (s deliveries) eachNumber() string {
	if s.Dialect() == database.SQLite {
		return "SELECT value FROM json_each(?)"
	}
	return "SELECT n::bigint FROM jsonb_array_elements_text(?::jsonb) AS n"
}

// numbers encodes integers as the parameter of eachNumber. With one parameter for any
// number of integers the text of a statement stays the same, so that it is parsed only once.
func numbers(ns []int64) string {
	list := []byte{'['}
	for i, n := range ns {
		if i > 0 {
			list = append(list, ',')
		}
		list = strconv.AppendInt(list, n, 10)
	}
	return string(append(list, ']'))
}

func (s deliveries) ExtendOut(ctx context.Context, bot, owner string, until time.Time) error {
	if s.IsSingleProcess() {
		return nil
	}
	return s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&outboxRow{}).Where(isUnsent+" AND owner = ? AND held_until < ?", bot, bot, owner, column.UTC(until)).
			UpdateColumn("held_until", column.UTC(until))
		return database.Wrap(done.Error, "extend outgoing")
	})
}

func (s deliveries) GuardOut(ctx context.Context, id int64, owner string) error {
	if s.IsSingleProcess() {
		return nil
	}
	return s.Write(ctx, func(g *gorm.DB) error {
		var row outboxRow
		if err := g.Clauses(s.LockRows()...).Select("id", "owner").Where("id = ?", id).Limit(1).Find(&row).Error; err != nil {
			return database.Wrap(err, "guard outgoing")
		}
		if row.Owner != owner {
			return delivery.ErrLeaseLost
		}
		return nil
	})
}

func (s deliveries) ReleaseOut(ctx context.Context, bot, owner string) error {
	if s.IsSingleProcess() {
		return nil
	}
	return s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&outboxRow{}).Where(isUnsent+" AND owner = ?", bot, bot, owner).
			Updates(map[string]any{"owner": "", "held_until": nil})
		return database.Wrap(done.Error, "release outgoing")
	})
}
