package database

import (
	"context"
	"strings"
)

// RowCounts returns the number of rows of each table. It takes the names from the database's
// catalogue, so that it includes tables of later migrations; it leaves out the tables of the
// engine and of goose. It reads every table, so it is for tests and diagnostics only.
func (db *DB) RowCounts(ctx context.Context) (map[string]int64, error) {
	g := NewAccess(db).Read(ctx)
	var names []string
	if err := g.Raw(db.dialect.catalogue(db.schema)).Scan(&names).Error; err != nil {
		return nil, Wrap(err, "read the catalogue")
	}
	counts := make(map[string]int64, len(names))
	for _, name := range names {
		var n int64
		if err := g.Table(name).Count(&n).Error; err != nil {
			return nil, Wrap(err, "count rows")
		}
		counts[name] = n
	}
	return counts, nil
}

// catalogue leaves out the full-text indexes with their shadow tables.
func (sqlite) catalogue(s Schema) string {
	query := `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name NOT LIKE 'goose\_%' ESCAPE '\'`
	for _, index := range s.TextIndexes {
		query += ` AND name NOT LIKE '` + strings.ReplaceAll(index, "_", `\_`) + `%' ESCAPE '\'`
	}
	return query
}

func (postgres) catalogue(Schema) string {
	return `SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE 'goose\_%'`
}
