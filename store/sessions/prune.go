package sessions

import (
	"context"

	"gorm.io/gorm"

	"keepsake/session"
	"keepsake/store/database"
)

// selectResumable starts a query of the sessions of a place and a person that were not pruned.
func selectResumable(g *gorm.DB, p session.Place, person string) *gorm.DB {
	return g.Model(&sessionRow{}).
		Where("bot = ? AND chat = ? AND topic = ? AND person = ? AND public_id <> ''", p.Bot, p.Chat, p.Topic, person).
		Order("last_active_at DESC, started_at DESC, id DESC")
}

func (s sessions) List(ctx context.Context, p session.Place, person string, limit int) ([]session.Session, error) {
	q := selectResumable(s.Read(ctx), p, person)
	if limit > 0 {
		q = q.Limit(limit)
	}
	return sessionsOf(q)
}

func (s sessions) Kept(ctx context.Context, memoryStore, person string, limit int) ([]session.Session, error) {
	q := s.Read(ctx).Model(&sessionRow{}).Where("store = ? AND public_id <> ''", memoryStore).
		Order("last_active_at DESC, started_at DESC, id DESC")
	if person != "" {
		q = q.Where("person = ?", person)
	}
	if limit > 0 {
		q = q.Limit(limit)
	}
	return sessionsOf(q)
}

func (s sessions) ByPublicID(ctx context.Context, publicID string) (session.Session, error) {
	return s.takeSession(s.Read(ctx).Where("public_id = ? AND public_id <> ''", publicID))
}

// sessionsOf reads the sessions of a query.
func sessionsOf(q *gorm.DB) ([]session.Session, error) {
	var rows []sessionRow
	if err := q.Find(&rows).Error; err != nil {
		return nil, database.Wrap(err, "read sessions")
	}
	out := make([]session.Session, len(rows))
	for i, r := range rows {
		var err error
		if out[i], err = r.session(); err != nil {
			return nil, database.Wrap(err, "read sessions")
		}
	}
	return out, nil
}

func (s sessions) Reopen(ctx context.Context, id string) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&sessionRow{}).Where("id = ?", id).UpdateColumn("ended_at", nil)
		return database.CheckChanged(done, session.ErrNotFound, "reopen session")
	})
}

func (s sessions) Prune(ctx context.Context, p session.Place, person string, keep int) (int, error) {
	pruned := 0
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		pruned = 0
		var ids []string
		// SQLite has no OFFSET without LIMIT.
		if err := selectResumable(g, p, person).Limit(1<<30).Offset(keep).Pluck("id", &ids).Error; err != nil {
			return err
		}
		for _, id := range ids {
			done, err := pruneSession(g, id)
			if err != nil {
				return err
			}
			if done {
				pruned++
			}
		}
		return nil
	})
	return pruned, database.Wrap(err, "prune sessions")
}

// pruneSession deletes an ended session except for messages that are evidence (R16). It reports
// false, and changes nothing, when the session has an unfinished turn.
func pruneSession(g *gorm.DB, id string) (bool, error) {
	// Blanking the public id locks the row and makes the session impossible to resume.
	taken := g.Model(&sessionRow{}).Where("id = ? AND ended_at IS NOT NULL", id).
		Where("NOT EXISTS (SELECT 1 FROM agent_turns t WHERE t.session_id = agent_conversations.id AND t." + unfinishedTurn + ")").
		Updates(map[string]any{"public_id": "", "summary": "", "snapshot": nil})
	if taken.Error != nil || taken.RowsAffected == 0 {
		return false, taken.Error
	}
	err := database.FirstError(
		g.Where("session_id = ? AND NOT EXISTS (SELECT 1 FROM memory_evidence e WHERE e.message_id = agent_messages.id)", id).
			Delete(&messageRow{}).Error,
		g.Where("session_id = ?", id).Delete(&turnRow{}).Error,
		g.Where("id = ? AND NOT EXISTS (SELECT 1 FROM agent_messages m WHERE m.session_id = agent_conversations.id)", id).
			Delete(&sessionRow{}).Error,
	)
	return err == nil, err
}
