package sessions

import (
	"context"
	"time"

	"gorm.io/gorm"

	"keepsake/session"
	"keepsake/store/column"
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

func (s sessions) Prune(ctx context.Context, p session.Place, person string, keep int, r session.Readers) (int, error) {
	pruned := 0
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		pruned = 0
		var ids []string
		// SQLite has no OFFSET without LIMIT.
		if err := selectResumable(g, p, person).Limit(1<<30).Offset(keep).Pluck("id", &ids).Error; err != nil {
			return err
		}
		var err error
		pruned, err = pruneSessions(g, ids, r)
		return err
	})
	return pruned, database.Wrap(err, "prune sessions")
}

// pruneBatch is how many sessions PruneBefore destroys in one transaction.
const pruneBatch = 50

func (s sessions) PruneBefore(ctx context.Context, bot string, p *session.Place, person string, before time.Time, r session.Readers) (int, error) {
	all := 0
	for {
		pruned := 0
		err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
			old := g.Model(&sessionRow{}).Where("bot = ? AND last_active_at < ? AND public_id <> ''", bot, column.UTC(before))
			if p != nil {
				old = old.Where("chat = ? AND topic = ? AND person = ?", p.Chat, p.Topic, person)
			}
			var ids []string
			if err := wherePrunable(old, r).Order("last_active_at, id").Limit(pruneBatch).Pluck("id", &ids).Error; err != nil {
				return err
			}
			var err error
			pruned, err = pruneSessions(g, ids, r)
			return err
		})
		if err != nil {
			return all, database.Wrap(err, "prune old sessions")
		}
		if all += pruned; pruned < pruneBatch {
			return all, nil
		}
	}
}

// wherePrunable adds the conditions that a session must meet to be pruned: it has ended, it has
// no unfinished turn, and neither a run of extraction nor the job of a digest over it waits.
func wherePrunable(g *gorm.DB, r session.Readers) *gorm.DB {
	return g.Where("ended_at IS NOT NULL").
		Where("NOT EXISTS (SELECT 1 FROM agent_turns t WHERE t.session_id = agent_conversations.id AND t."+unfinishedTurn+")").
		Where("NOT EXISTS (SELECT 1 FROM memory_runs r WHERE r.session_id = CAST(agent_conversations.id AS text) AND r.session_id <> ''"+
			" AND r.state = 'waiting' AND r.due_at >= ?)", column.UTC(r.Since)).
		Where("NOT EXISTS (SELECT 1 FROM digest_jobs d WHERE d.id = CAST(agent_conversations.id AS text)"+
			" AND d.state = 'waiting' AND d.messages > 0 AND d.due_at >= ?)", column.UTC(r.Since))
}

// pruneSessions prunes those of some sessions that may be pruned, and returns how many.
func pruneSessions(g *gorm.DB, ids []string, r session.Readers) (pruned int, err error) {
	for _, id := range ids {
		done, err := pruneSession(g, id, r)
		if err != nil {
			return pruned, err
		}
		if done {
			pruned++
		}
	}
	return pruned, nil
}

// pruneSession deletes an ended session except for messages that are evidence (R16). It reports
// false, and changes nothing, when the session may not be pruned.
func pruneSession(g *gorm.DB, id string, r session.Readers) (bool, error) {
	// Blanking the public id locks the row and makes the session impossible to resume.
	taken := wherePrunable(g.Model(&sessionRow{}).Where("id = ?", id), r).
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

func (s sessions) PrunePrivate(ctx context.Context, bot string, p *session.Place, person string) (int, error) {
	n := 0
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		q := g.Model(&sessionRow{}).Where("bot = ? AND private AND ended_at IS NOT NULL", bot).
			Where("NOT EXISTS (SELECT 1 FROM agent_turns t WHERE t.session_id = agent_conversations.id AND t." + unfinishedTurn + ")")
		if p != nil {
			q = q.Where("chat = ? AND topic = ? AND person = ?", p.Chat, p.Topic, person)
		}
		var ids []string
		if err := q.Order("id").Limit(pruneBatch).Pluck("id", &ids).Error; err != nil || len(ids) == 0 {
			return err
		}
		n = len(ids)
		s.ClearLog(ctx)
		return database.FirstError(
			g.Where("session_id IN ?", ids).Delete(&messageRow{}).Error,
			g.Where("session_id IN ?", ids).Delete(&turnRow{}).Error,
			g.Where("id IN ?", ids).Delete(&sessionRow{}).Error,
		)
	})
	return n, database.Wrap(err, "prune private sessions")
}

func (s sessions) PurgeRemains(ctx context.Context) (n int, err error) {
	err = s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		gone := g.Where("session_id IN (SELECT id FROM agent_conversations WHERE public_id = '')" +
			" AND NOT EXISTS (SELECT 1 FROM memory_evidence e WHERE e.message_id = agent_messages.id)").Delete(&messageRow{})
		n = int(gone.RowsAffected)
		return database.FirstError(gone.Error,
			g.Where("public_id = '' AND NOT EXISTS (SELECT 1 FROM agent_messages m WHERE m.session_id = agent_conversations.id)").
				Delete(&sessionRow{}).Error)
	})
	return n, database.Wrap(err, "purge what is left of sessions")
}
