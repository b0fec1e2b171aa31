package sessions

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"keepsake/erasure"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store/column"
	"keepsake/store/database"
)

// inScope limits a query over agent_conversations to the sessions of a person or of a group.
func inScope(q *gorm.DB, owner scope.Scope) *gorm.DB {
	if owner.Store != "" {
		q = q.Where("store = ?", owner.Store)
	}
	if chat, ok := column.Chat(owner); ok && owner.Kind == scope.Group {
		return q.Where("chat = ? AND person = ''", chat)
	}
	if owner.Kind == scope.User && owner.ID != "" {
		return q.Where("person = ?", owner.ID)
	}
	return q.Where("1 = 0")
}

func (s sessions) Mask(ctx context.Context, owner scope.Scope, messageIDs, turnIDs []string, says func(text string) bool, at time.Time) ([]string, error) {
	filter := newMaskFilter(messageIDs, turnIDs, says)
	var touched, messages []string
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		touched, messages = nil, nil
		var ids []string
		if err := inScope(g.Model(&sessionRow{}), owner).Order("started_at, id").Pluck("id", &ids).Error; err != nil {
			return err
		}
		for _, id := range ids {
			masked, isTouched, err := maskSession(g, id, filter, column.UTC(at))
			if err != nil {
				return err
			}
			if isTouched {
				touched = append(touched, id)
			}
			messages = append(messages, masked...)
		}
		if len(touched) == 0 {
			return nil
		}
		return database.FirstError(
			s.RecordErasure(ctx, erasure.Messages, scope.Scope{}, messages...),
			s.RecordErasure(ctx, erasure.Summaries, scope.Scope{}, touched...),
		)
	})
	return touched, database.Wrap(err, "mask messages")
}

// maskSession masks the matching messages of a session and blanks its summary. It returns the
// messages, and whether anything matched. It blanks a matching summary even if no message matches.
func maskSession(g *gorm.DB, sessionID string, filter maskFilter, at time.Time) (ids []string, isTouched bool, err error) {
	var rows []messageRow
	if err := g.Where("session_id = ?", sessionID).Find(&rows).Error; err != nil {
		return nil, false, err
	}
	for _, r := range rows {
		if filter.matches(r) {
			ids = append(ids, r.ID)
		}
	}
	var row sessionRow
	if err := g.Where("id = ?", sessionID).Take(&row).Error; err != nil {
		return nil, false, err
	}
	if len(ids) == 0 && !filter.says(row.Summary) {
		return nil, false, nil
	}
	for part := range slices.Chunk(ids, 500) {
		done := g.Model(&messageRow{}).Where("id IN ? AND masked_at IS NULL", part).UpdateColumn("masked_at", at)
		if done.Error != nil {
			return nil, false, done.Error
		}
	}
	return ids, true, g.Model(&sessionRow{}).Where("id = ?", sessionID).
		Updates(map[string]any{"summary": "", "summary_to": 0}).Error
}

// maskFilter selects the messages to mask. It matches in Go, the same way for both databases.
type maskFilter struct {
	messages, turns map[string]bool
	says            func(text string) bool
}

func newMaskFilter(messageIDs, turnIDs []string, says func(text string) bool) maskFilter {
	if says == nil {
		says = func(string) bool { return false }
	}
	return maskFilter{messages: stringSet(messageIDs), turns: stringSet(turnIDs), says: func(s string) bool { return s != "" && says(s) }}
}

func stringSet(ids []string) map[string]bool {
	m := make(map[string]bool, len(ids))
	for _, id := range ids {
		if id != "" {
			m[id] = true
		}
	}
	return m
}

func (f maskFilter) matches(r messageRow) bool {
	if f.messages[r.ID] || f.turns[r.TurnID] || f.says(r.Content) || f.says(r.Quote) || f.says(r.Edited) {
		return true
	}
	for _, data := range []string{r.Object, r.Structured, column.OrEmpty(r.AgentCalls), column.OrEmpty(r.Images), column.OrEmpty(r.Revised)} {
		if f.says(data) || f.says(jsonStrings(data)) {
			return true
		}
	}
	var calls []session.ToolCall
	if err := column.FromJSON(r.ToolCalls, &calls); err != nil {
		return false
	}
	for _, c := range calls {
		if f.says(c.Arguments) || f.says(jsonStrings(c.Arguments)) {
			return true
		}
	}
	return false
}

// jsonStrings returns the strings in a JSON text, unescaped, one per line.
func jsonStrings(arguments string) string {
	var out []string
	d := json.NewDecoder(strings.NewReader(arguments))
	for {
		t, err := d.Token()
		if err != nil {
			return strings.Join(out, "\n")
		}
		if s, ok := t.(string); ok {
			out = append(out, s)
		}
	}
}

func (s sessions) Owners(ctx context.Context, store string) ([]scope.Scope, error) {
	var persons []string
	var chats []int64
	err := database.FirstError(
		s.Read(ctx).Model(&sessionRow{}).Where("store = ? AND person <> ''", store).Distinct().Order("person").Pluck("person", &persons).Error,
		s.Read(ctx).Model(&sessionRow{}).Where("store = ? AND person = ''", store).Distinct().Order("chat").Pluck("chat", &chats).Error,
	)
	var owners []scope.Scope
	for _, id := range persons {
		owners = append(owners, scope.Scope{Store: store, Kind: scope.User, ID: id})
	}
	for _, chat := range chats {
		owners = append(owners, scope.Scope{Store: store, Kind: scope.Group, ID: "telegram:" + strconv.FormatInt(chat, 10)})
	}
	return owners, database.Wrap(err, "read owners")
}

func (s sessions) Erase(ctx context.Context, owner scope.Scope) (session.Erased, error) {
	var e session.Erased
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		var ids []string
		if err := inScope(g.Model(&sessionRow{}), owner).Pluck("id", &ids).Error; err != nil {
			return err
		}
		for part := range slices.Chunk(ids, 500) {
			destroy := func(row any, column string, n *int) error {
				done := g.Where(column+" IN ?", part).Delete(row)
				*n += int(done.RowsAffected)
				return done.Error
			}
			err := database.FirstError(
				destroy(&messageRow{}, "session_id", &e.Messages),
				destroy(&turnRow{}, "session_id", &e.Turns),
				destroy(&sessionRow{}, "id", &e.Sessions),
			)
			if err != nil {
				return err
			}
		}
		return database.FirstError(s.RecordErasure(ctx, erasure.AllSessions, owner, ids...), s.RequireScrub(g))
	})
	if err != nil {
		return session.Erased{}, database.Wrap(err, "erase sessions")
	}
	return e, nil
}
