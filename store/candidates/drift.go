package candidates

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/memory/policy"
	"keepsake/store/column"
	"keepsake/store/database"
)

type snapshotRow struct {
	Store    string `gorm:"primaryKey"`
	Number   int    `gorm:"primaryKey;autoIncrement:false"`
	Content  string
	Centroid string
	MadeAt   time.Time
}

func (snapshotRow) TableName() string { return "memory_snapshots" }

func (s policies) PutSnapshot(ctx context.Context, store string, number int, content, centroid string, at time.Time) error {
	row := snapshotRow{Store: store, Number: number, Content: content, Centroid: centroid, MadeAt: column.UTC(at)}
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.Wrap(g.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error, "put snapshot")
	})
}

func (s policies) Snapshot(ctx context.Context, store string, number int) (content, centroid string, ok bool, err error) {
	var rows []snapshotRow
	err = s.Read(ctx).Where("store = ? AND number = ?", store, number).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return "", "", false, database.Wrap(err, "read snapshot")
	}
	return rows[0].Content, rows[0].Centroid, true, nil
}

func (s policies) Distribution(ctx context.Context, store string) ([]policy.Portion, error) {
	var ps []policy.Portion
	err := s.Read(ctx).Raw(`SELECT m.type AS type, m.subject AS subject, count(*) AS count FROM agent_memories AS m
		JOIN memory_scopes AS s ON s.id = m.scope
		WHERE s.store = ? AND m.kind = 'item' AND m.status = 'active' AND m.deleted_at IS NULL AND m.archived_at IS NULL
		GROUP BY m.type, m.subject`, store).Scan(&ps).Error
	return ps, database.Wrap(err, "read the distribution of memories")
}

func (s candidates) RunsUnder(ctx context.Context, store, version string, since time.Time) (ids []string, writes int, err error) {
	var rows []struct {
		RunID string
		N     int
	}
	err = s.Read(ctx).Raw(`SELECT c.run_id AS run_id, count(*) AS n FROM memory_verdicts AS v
		JOIN memory_candidates AS c ON c.id = v.candidate_id JOIN memory_scopes AS s ON s.id = c.scope
		WHERE s.store = ? AND v.policy = ? AND v.decided_at >= ? AND v.action = 'applied' AND v.change_id <> ''
		GROUP BY c.run_id ORDER BY c.run_id`, store, version, column.UTC(since)).Scan(&rows).Error
	for _, r := range rows {
		ids, writes = append(ids, r.RunID), writes+r.N
	}
	return ids, writes, database.Wrap(err, "read the runs of a policy")
}
