package store

import "context"

// RowCounts returns how many rows each table has, by the database's own catalogue, so that a
// table that a migration adds is in it. Tables of the engine and of the migrations are left
// out. It reads every table: it is for inspection.
func (db *DB) RowCounts(ctx context.Context) (map[string]int64, error) {
	g := db.read(ctx)
	var names []string
	if err := g.Raw(db.dialect.catalogue()).Scan(&names).Error; err != nil {
		return nil, wrap(err, "read the catalogue")
	}
	counts := make(map[string]int64, len(names))
	for _, name := range names {
		var n int64
		if err := g.Table(name).Count(&n).Error; err != nil {
			return nil, wrap(err, "count rows")
		}
		counts[name] = n
	}
	return counts, nil
}

// catalogue asks for the names of the tables. The tables inside a full-text index hold what
// the index holds.
func (sqlite) catalogue() string {
	return `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'
		AND name NOT LIKE 'goose\_%' ESCAPE '\' AND name NOT LIKE 'memory\_search\_%' ESCAPE '\'`
}

func (postgres) catalogue() string {
	return `SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE 'goose\_%'`
}
