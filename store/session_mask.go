package store

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"keepsake/scope"
	"keepsake/session"
)

// inScope narrows a query over agent_conversations to those of a scope: a person's
// private conversations, or a chat's.
func inScope(q *gorm.DB, owner scope.Scope) *gorm.DB {
	if owner.Store != "" {
		q = q.Where("store = ?", owner.Store)
	}
	if chat, ok := chatOf(owner); ok && owner.Kind == scope.Group {
		return q.Where("chat = ? AND person = ''", chat)
	}
	if owner.Kind == scope.User && owner.ID != "" {
		return q.Where("person = ?", owner.ID)
	}
	return q.Where("1 = 0")
}

// chatOf returns the platform's number in a scope's id ("telegram:42"); a person's
// private chat has the person's number.
func chatOf(owner scope.Scope) (int64, bool) {
	_, number, _ := strings.Cut(owner.ID, ":")
	number, _, _ = strings.Cut(number, ":") // a group's topic
	n, err := strconv.ParseInt(number, 10, 64)
	return n, err == nil
}

func (s sessions) Mask(ctx context.Context, owner scope.Scope, messageIDs, turnIDs []string, says func(text string) bool, at time.Time) ([]string, error) {
	want := newForgotten(messageIDs, turnIDs, says)
	var touched []string
	err := s.inTx(ctx, func(ctx context.Context, g *gorm.DB) error {
		var ids []string
		if err := inScope(g.Model(&sessionRow{}), owner).Order("started_at, id").Pluck("id", &ids).Error; err != nil {
			return err
		}
		for _, id := range ids {
			hit, err := maskSession(g, id, want, utc(at))
			if err != nil {
				return err
			}
			if hit {
				touched = append(touched, id)
			}
		}
		return nil
	})
	return touched, wrap(err, "mask messages")
}

// maskSession masks what of one session is to be forgotten and reports whether there was
// anything. A summary that says it is dropped even when no message of the session does.
func maskSession(g *gorm.DB, sessionID string, want forgotten, at time.Time) (bool, error) {
	var rows []messageRow
	if err := g.Where("session_id = ?", sessionID).Find(&rows).Error; err != nil {
		return false, err
	}
	var ids []string
	for _, r := range rows {
		if want.message(r) {
			ids = append(ids, r.ID)
		}
	}
	var row sessionRow
	if err := g.Where("id = ?", sessionID).Take(&row).Error; err != nil {
		return false, err
	}
	if len(ids) == 0 && !want.says(row.Summary) {
		return false, nil
	}
	for part := range slices.Chunk(ids, 500) {
		done := g.Model(&messageRow{}).Where("id IN ? AND masked_at IS NULL", part).UpdateColumn("masked_at", at)
		if done.Error != nil {
			return false, done.Error
		}
	}
	return true, g.Model(&sessionRow{}).Where("id = ?", sessionID).
		Updates(map[string]any{"summary": "", "summary_to": 0}).Error
}

// forgotten is what Mask looks for. Texts are judged in Go, so that both databases find
// the same.
type forgotten struct {
	messages, turns map[string]bool
	says            func(text string) bool
}

func newForgotten(messageIDs, turnIDs []string, says func(text string) bool) forgotten {
	if says == nil {
		says = func(string) bool { return false }
	}
	return forgotten{messages: set(messageIDs), turns: set(turnIDs), says: func(s string) bool { return s != "" && says(s) }}
}

func set(ids []string) map[string]bool {
	m := make(map[string]bool, len(ids))
	for _, id := range ids {
		if id != "" {
			m[id] = true
		}
	}
	return m
}

func (f forgotten) message(r messageRow) bool {
	if f.messages[r.ID] || f.turns[r.TurnID] || f.says(r.Content) || f.says(r.Quote) || f.says(r.Edited) {
		return true
	}
	for _, data := range []string{r.Object, r.Structured, orEmpty(r.AgentCalls), orEmpty(r.Images), orEmpty(r.Revised)} {
		if f.says(data) || f.says(spoken(data)) {
			return true
		}
	}
	var calls []session.ToolCall
	if err := fromJSON(r.ToolCalls, &calls); err != nil {
		return false
	}
	for _, c := range calls {
		if f.says(c.Arguments) || f.says(spoken(c.Arguments)) {
			return true
		}
	}
	return false
}

// spoken returns the strings inside a JSON text, unescaped, one per line.
func spoken(arguments string) string {
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
	err := firstError(
		s.read(ctx).Model(&sessionRow{}).Where("store = ? AND person <> ''", store).Distinct().Order("person").Pluck("person", &persons).Error,
		s.read(ctx).Model(&sessionRow{}).Where("store = ? AND person = ''", store).Distinct().Order("chat").Pluck("chat", &chats).Error,
	)
	var owners []scope.Scope
	for _, id := range persons {
		owners = append(owners, scope.Scope{Store: store, Kind: scope.User, ID: id})
	}
	for _, chat := range chats {
		owners = append(owners, scope.Scope{Store: store, Kind: scope.Group, ID: "telegram:" + strconv.FormatInt(chat, 10)})
	}
	return owners, wrap(err, "read owners")
}

func (s sessions) Erase(ctx context.Context, owner scope.Scope) (session.Erased, error) {
	var e session.Erased
	err := s.inTx(ctx, func(ctx context.Context, g *gorm.DB) error {
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
			err := firstError(
				destroy(&messageRow{}, "session_id", &e.Messages),
				destroy(&turnRow{}, "session_id", &e.Turns),
				destroy(&sessionRow{}, "id", &e.Sessions),
			)
			if err != nil {
				return err
			}
		}
		return s.dialect.oweScrub(g)
	})
	if err != nil {
		return session.Erased{}, wrap(err, "erase sessions")
	}
	return e, nil
}
