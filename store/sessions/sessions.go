// Package sessions implements the store of package session on one database: conversations, messages and turns.
//
// The table session_cursors has been unused since its package was removed; its rows, if any, go with their sessions.
//
// It enforces no business rules: the services of the nouns do. Prune asks the table of the
// memories' evidence, in SQL, which messages must stay.
//
// The suite of package store proves what it promises. Start reading at New, then sessions.Append.
package sessions

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"time"

	"gorm.io/gorm"

	"keepsake/session"
	"keepsake/store/column"
	"keepsake/store/database"
)

// New returns the store of conversations.
func New(db *database.DB) session.Store { return sessions{database.NewAccess(db)} }

// Tables returns the tables that contain text of people.
func Tables() []string { return []string{"agent_conversations", "agent_messages", "agent_turns"} }

// sessions implements session.Store. Sessions and messages are in this file, turns in turns.go,
// masking and erasure in mask.go, resuming and pruning in prune.go, moving in move.go.
type sessions struct{ database.Access }

var _ session.Store = sessions{}

// unfinishedTurn is the condition for turns that have not ended. Like other states it is not a
// parameter, because a partial index is used only if the query repeats its condition literally.
const unfinishedTurn = "state IN ('open', 'waiting')"

func (s sessions) Start(ctx context.Context, n session.Session) error {
	row, err := sessionOf(n)
	if err != nil {
		return database.Wrap(err, "start session")
	}
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.Wrap(g.Create(&row).Error, "start session")
	})
}

func (s sessions) Current(ctx context.Context, p session.Place, person string) (session.Session, error) {
	q := s.Read(ctx).Where("bot = ? AND chat = ? AND topic = ? AND ended_at IS NULL", p.Bot, p.Chat, p.Topic)
	if person != "" {
		q = q.Where("person = ?", person)
	}
	return s.takeSession(q.Order("started_at DESC, id DESC"))
}

func (s sessions) Get(ctx context.Context, id string) (session.Session, error) {
	return s.takeSession(s.Read(ctx).Where("id = ?", id))
}

func (s sessions) Lock(ctx context.Context, id string) (session.Session, error) {
	var out session.Session
	err := s.Write(ctx, func(g *gorm.DB) error {
		var err error
		out, err = s.takeSession(g.Clauses(s.LockRows()...).Where("id = ?", id))
		return err
	})
	return out, err
}

func (s sessions) takeSession(q *gorm.DB) (session.Session, error) {
	all, err := sessionsOf(q.Limit(1))
	if err != nil || len(all) == 0 {
		return session.Session{}, cmp.Or(err, error(session.ErrNotFound))
	}
	return all[0], nil
}

func (s sessions) Save(ctx context.Context, n session.Session) error {
	row, err := sessionOf(n)
	if err != nil {
		return database.Wrap(err, "save session")
	}
	return s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&sessionRow{}).Where("id = ?", n.ID).Updates(map[string]any{
			"last_active_at": row.LastActiveAt, "snapshot": row.Snapshot, "window_from": row.WindowFrom,
			"summary": row.Summary, "summary_to": row.SummaryTo,
		})
		return database.CheckChanged(done, session.ErrNotFound, "save session")
	})
}

func (s sessions) End(ctx context.Context, id string, at time.Time) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&sessionRow{}).Where("id = ? AND ended_at IS NULL", id).UpdateColumn("ended_at", column.UTC(at))
		return database.Wrap(done.Error, "end session")
	})
}

func (s sessions) EndIdle(ctx context.Context, before, at time.Time) (int, error) {
	var n int64
	err := s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&sessionRow{}).
			Where("ended_at IS NULL AND last_active_at < ?", column.UTC(before)).
			Where(`NOT EXISTS (SELECT 1 FROM agent_turns t
				WHERE t.session_id = agent_conversations.id AND t.`+unfinishedTurn+`)`).
			UpdateColumn("ended_at", column.UTC(at))
		n = done.RowsAffected
		return database.Wrap(done.Error, "end idle sessions")
	})
	return int(n), err
}

func (s sessions) Append(ctx context.Context, sessionID string, active time.Time, ms []session.Message) ([]session.Message, error) {
	out := append([]session.Message(nil), ms...)
	if len(out) == 0 {
		return out, nil
	}
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		// The UPDATE locks the session's row until the transaction ends.
		var next int64
		taken := g.Raw(`UPDATE agent_conversations SET next_seq = next_seq + ?,
			last_active_at = CASE WHEN last_active_at < ? THEN ? ELSE last_active_at END
			WHERE id = ? RETURNING next_seq`, len(out), column.UTC(active), column.UTC(active), sessionID).Find(&next)
		if taken.Error != nil {
			return taken.Error
		}
		if taken.RowsAffected == 0 {
			return session.ErrNotFound
		}
		rows := make([]messageRow, len(out))
		results := map[[2]string]bool{}
		for i := range out {
			m := &out[i]
			m.SessionID, m.Seq, m.At = sessionID, next-int64(len(out)-i), column.UTC(m.At)
			if m.Role == session.Tool {
				call := [2]string{m.TurnID, m.ToolCallID}
				if results[call] {
					return session.ErrDone
				}
				results[call] = true
				if err := checkNoResult(g, *m); err != nil {
					return err
				}
			}
			var err error
			if rows[i], err = messageOf(*m); err != nil {
				return err
			}
		}
		return g.CreateInBatches(&rows, 50).Error
	})
	if err != nil {
		return nil, database.Wrap(err, "append messages")
	}
	return out, nil
}

// checkNoResult returns ErrDone when a call has a result already. The unique index refuses a
// second one as well, but its error would abort the PostgreSQL transaction.
func checkNoResult(g *gorm.DB, m session.Message) error {
	var n int64
	err := g.Model(&messageRow{}).
		Where("turn_id = ? AND tool_call_id = ? AND role = 'tool'", m.TurnID, m.ToolCallID).
		Count(&n).Error
	if err == nil && n > 0 {
		return session.ErrDone
	}
	return err
}

func (s sessions) Messages(ctx context.Context, sessionID string, from int64, limit int) ([]session.Message, error) {
	q := s.Read(ctx).Where("session_id = ? AND seq >= ?", sessionID, from).Order("seq")
	if limit > 0 {
		q = q.Limit(limit)
	}
	return s.queryMessages(q)
}

func (s sessions) LastMessages(ctx context.Context, sessionID string, limit int) ([]session.Message, error) {
	ms, err := s.queryMessages(s.Read(ctx).Where("session_id = ?", sessionID).Order("seq DESC").Limit(limit))
	slices.Reverse(ms)
	return ms, err
}

// isMarked is the condition for messages whose row was changed after Append, in the words of
// idx_agent_messages_marked.
const isMarked = "NOT (masked_at IS NULL AND edited = '' AND revised IS NULL AND removed_at IS NULL)"

// MessagesSince reads no row of an unmarked message that is known: the numbers are in one index,
// and what is marked is in another.
func (s sessions) MessagesSince(ctx context.Context, sessionID string, from, known int64) (ms []session.Message, unchanged []int64, err error) {
	var list string
	const columns = "SELECT " + messageColumns + `, (SELECT COALESCE(string_agg(CAST(seq AS text), ','), '') FROM agent_messages
		WHERE session_id = @session AND seq >= @from AND seq <= @known) FROM agent_messages WHERE session_id = @session AND `
	ms, err = s.scanMessages(s.Read(ctx).Raw(columns+"seq > @known AND seq >= @from UNION ALL "+columns+"seq >= @from AND seq <= @known AND "+isMarked+" ORDER BY seq",
		sql.Named("session", sessionID), sql.Named("from", from), sql.Named("known", known)), &list)
	if err == nil && len(ms) == 0 { // without a row there is no list either
		ms, err = s.Messages(ctx, sessionID, from, 0)
	}
	err = database.FirstError(err, json.Unmarshal([]byte("["+list+"]"), &unchanged))
	slices.Sort(unchanged)
	for _, m := range ms {
		if i, ok := slices.BinarySearch(unchanged, m.Seq); ok {
			unchanged = slices.Delete(unchanged, i, i+1)
		}
	}
	return ms, unchanged, err
}

func (s sessions) TurnMessages(ctx context.Context, turnID string) ([]session.Message, error) {
	if turnID == "" {
		return nil, nil
	}
	return s.queryMessages(s.Read(ctx).Where("turn_id = ? AND turn_id <> ''", turnID).Order("seq"))
}

func (s sessions) ByIDs(ctx context.Context, ids []string) ([]session.Message, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return s.queryMessages(s.Read(ctx).Where("id IN ?", ids).Order("said_at, session_id, seq"))
}

func (s sessions) queryMessages(q *gorm.DB) ([]session.Message, error) {
	return s.scanMessages(q.Select(messageColumns))
}

// scanMessages reads the messages of a query without GORM's reflection, because every prompt
// reads hundreds of them. The query selects messageColumns and additional columns for more,
// which holds their values in the last row.
func (s sessions) scanMessages(q *gorm.DB, more ...any) ([]session.Message, error) {
	rows, err := q.Model(&messageRow{}).Rows()
	if err != nil {
		return nil, database.Wrap(err, "read messages")
	}
	defer rows.Close()
	ms := []session.Message{}
	for rows.Next() {
		var r messageRow
		if err := rows.Scan(append(r.columns(), more...)...); err != nil {
			return nil, database.Wrap(err, "read messages")
		}
		m, err := r.message()
		if err != nil {
			return nil, database.Wrap(err, "read messages")
		}
		ms = append(ms, m)
	}
	return ms, database.Wrap(rows.Err(), "read messages")
}

func (s sessions) ByExternal(ctx context.Context, p session.Place, external int64) (session.Message, error) {
	ms, err := s.queryMessages(s.Read(ctx).
		Where(`external = ? AND external <> 0 AND session_id IN (SELECT id FROM agent_conversations
			WHERE bot = ? AND chat = ? AND topic = ?)`, external, p.Bot, p.Chat, p.Topic).
		Order("said_at DESC, seq DESC").Limit(1))
	if err != nil || len(ms) == 0 {
		return session.Message{}, cmp.Or(err, error(session.ErrNotFound))
	}
	return ms[0], nil
}

func (s sessions) SetEdited(ctx context.Context, messageID, text string) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&messageRow{}).Where("id = ?", messageID).UpdateColumn("edited", text)
		return database.CheckChanged(done, session.ErrNotFound, "set edited")
	})
}

func (s sessions) SetRevised(ctx context.Context, messageID string, r *session.Revision) error {
	value, err := revisedOf(r)
	if err != nil {
		return database.Wrap(err, "set revised")
	}
	return s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&messageRow{}).Where("id = ?", messageID).UpdateColumn("revised", value)
		return database.CheckChanged(done, session.ErrNotFound, "set revised")
	})
}

func (s sessions) SetRemoved(ctx context.Context, sessionID string, ids []string, at *time.Time) error {
	return s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		for part := range slices.Chunk(ids, 500) {
			done := g.Model(&messageRow{}).Where("session_id = ? AND id IN ?", sessionID, part).
				UpdateColumn("removed_at", column.UTCOrNil(at))
			if done.Error != nil {
				return database.Wrap(done.Error, "set removed")
			}
		}
		return nil
	})
}

func (s sessions) Last(ctx context.Context, sessionID string, n int) ([]session.Message, error) {
	ms, err := s.queryMessages(s.Read(ctx).Where("session_id = ?", sessionID).Order("seq DESC").Limit(n))
	slices.Reverse(ms)
	return ms, err
}
