package store

import "context"

// RowCounts returns the number of rows of each table. It takes the names from the database's
// catalogue, so that it includes tables of later migrations; it leaves out the tables of the
// engine and of goose. It reads every table, so it is for tests and diagnostics only.
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

// catalogue leaves out the shadow tables of the full-text index.
func (sqlite) catalogue() string {
	return `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'
		AND name NOT LIKE 'goose\_%' ESCAPE '\' AND name NOT LIKE 'memory\_search\_%' ESCAPE '\'`
}

func (postgres) catalogue() string {
	return `SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE 'goose\_%'`
}
