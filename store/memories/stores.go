package memories

import (
	"context"

	"keepsake/store/database"
)

// CountByStore returns how many memories each store has, deleted ones left out. It is for an operator
// who looks for a store by its name; no noun asks across stores.
func CountByStore(ctx context.Context, db *database.DB) (map[string]int, error) {
	var rows []struct {
		Store string
		N     int
	}
	err := database.NewAccess(db).Read(ctx).Table("agent_memories AS m").Joins("JOIN memory_scopes AS s ON s.id = m.scope").
		Where("m.deleted_at IS NULL").Group("s.store").Select("s.store AS store, count(*) AS n").Find(&rows).Error
	if err != nil {
		return nil, database.Wrap(err, "count memories by store")
	}
	counts := make(map[string]int, len(rows))
	for _, r := range rows {
		counts[r.Store] = r.N
	}
	return counts, nil
}
