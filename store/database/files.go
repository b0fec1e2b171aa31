package database

import (
	"context"
	"path/filepath"
)

// Backup writes a consistent copy of a SQLite database, which may be in use, to a new file. It
// returns fault.Invalid when the file exists, and on PostgreSQL, naming the tool to use there.
func (db *DB) Backup(ctx context.Context, path string) error {
	return Wrap(db.dialect.backup(ctx, db, path), "back up")
}

// CheckBackup returns an error unless a file, made by Backup with the present key, is whole.
func (db *DB) CheckBackup(ctx context.Context, path string) error {
	lite, ok := db.dialect.(sqlite)
	if !ok {
		return errIsPostgres
	}
	return sqlite{path: path, key: lite.key}.checkCopy(ctx, filepath.Base(path))
}

// Scrub removes the bytes of deleted rows from the files of a SQLite database. On PostgreSQL
// it frees deleted rows for reuse: their bytes disappear when the pages are written again,
// and remain in the server's log and in backups as long as the operator keeps those.
// Scrub must not run inside a transaction. Its time grows with the size of the database.
func (db *DB) Scrub(ctx context.Context) error {
	return Wrap(db.dialect.scrub(ctx, db), "scrub")
}

// Maintain keeps the files of a SQLite database small, removes the words of purged memories
// from the search index, and runs a Scrub that an erasure still owes. It is much cheaper than
// Scrub and meant to run hourly. On PostgreSQL, which has autovacuum, it does nothing.
func (db *DB) Maintain(ctx context.Context) error {
	return Wrap(db.dialect.maintain(ctx, db), "maintain")
}
