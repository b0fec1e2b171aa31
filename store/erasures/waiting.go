package erasures

import (
	"context"
	"time"

	"gorm.io/gorm"

	"keepsake/store/column"
	"keepsake/store/database"
)

// Closed lists what waited in a database and was closed, by ids.
type Closed struct {
	Updates   []string // received, and not answered
	Messages  []string // to be sent
	Turns     []string // unfinished answers
	Reminders []string // tasks whose reminder was due
	Runs      []string // conversations to be read for facts
}

// Len returns how many rows were closed.
func (c Closed) Len() int {
	return len(c.Updates) + len(c.Messages) + len(c.Turns) + len(c.Reminders) + len(c.Runs)
}

// CloseWaiting closes what waits since before a backup was made, so that nobody gets an answer, a message
// or a reminder of long ago, perhaps a second time. Their texts go. Reminders that are due after now stay,
// and so do questions that wait for a tap.
func (s Store) CloseWaiting(ctx context.Context, now time.Time) (Closed, error) {
	var c Closed
	err := s.access.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		c = Closed{}
		now := column.UTC(now)
		for _, each := range []struct {
			ids          *[]string
			table, where string
			args         []any
			set          map[string]any
		}{
			{&c.Updates, "inbox", "state = 'waiting'", nil, map[string]any{"state": "handled", "payload": nil, "error": ""}},
			{&c.Messages, "outbox", "state IN ('drafting', 'ready')", nil, map[string]any{"state": "dropped", "body": "", "owner": "", "held_until": nil}},
			// The text of a settling message was sent; what is left is to edit it in once more.
			{new([]string), "outbox", "state = 'settling'", nil,
				map[string]any{"state": "sent", "body": "", "settle_until": nil, "repaint": false, "strays": 0, "owner": "", "held_until": nil}},
			{&c.Turns, "agent_turns", "state IN ('open', 'waiting')", nil, map[string]any{"state": "given_up", "retry_at": nil, "closed_at": now}},
			{&c.Reminders, "tasks", "remind_at <= ? AND done_at IS NULL AND reminded_at IS NULL", []any{now}, map[string]any{"reminded_at": now}},
			{&c.Runs, "memory_runs", "state IN ('waiting', 'running')", nil, map[string]any{"state": "done", "ended_at": now}},
		} {
			err := database.FirstError(
				g.Table(each.table).Where(each.where, each.args...).Order("id").Pluck("CAST(id AS TEXT)", each.ids).Error,
				g.Table(each.table).Where(each.where, each.args...).UpdateColumns(each.set).Error,
			)
			if err != nil {
				return err
			}
		}
		// Whoever was signed in to the page then may have signed out, or had themselves forgotten, since.
		// What a person allowed a tool may have been taken back since, and a call may have run.
		return database.FirstError(g.Exec("DELETE FROM sign_ins").Error, g.Exec("DELETE FROM tool_permits").Error, g.Exec("DELETE FROM tool_calls").Error, g.Exec("DELETE FROM leases").Error,
			g.Exec("UPDATE greetings SET next_at = ? WHERE next_at IS NOT NULL", now.Add(24*time.Hour)).Error)
	})
	return c, database.Wrap(err, "close what waits")
}
