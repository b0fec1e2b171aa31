package store

import "context"

// Backup writes a complete, consistent copy of the database to a new file while the
// database is in use. An existing file is refused. PostgreSQL has its own tool: there it
// fails and says so.
func (db *DB) Backup(ctx context.Context, path string) error {
	return wrap(db.dialect.backup(ctx, db, path), "back up")
}

// Scrub makes deletion real: after it no deleted byte is left in the database's files. On
// PostgreSQL it frees the deleted rows for reuse; their bytes go as the pages are written
// again, and live on in its own log and backups for as long as the operator keeps those.
// It must not run inside a transaction. It takes time in proportion to the database.
func (db *DB) Scrub(ctx context.Context) error {
	return wrap(db.dialect.scrub(ctx, db), "scrub")
}

// Maintain keeps the database's files small, its plans good, and free of words whose
// memories were purged. It is cheap beside Scrub; once an hour will do. PostgreSQL does
// all this by itself.
func (db *DB) Maintain(ctx context.Context) error {
	return wrap(db.dialect.maintain(ctx, db), "maintain")
}
