// Package migrations holds the schema of both databases as goose migrations, embedded.
//
// It is ground floor: SQL files and nothing else. Package store runs them, under a lock,
// and refuses a database that is newer than the files here. A migration that was
// released is never edited; a change is a new file, in both folders, with the same
// number.
//
// The two folders say the same thing in two dialects: same tables, same columns, same
// index names. PRD29 names four tables and six indexes (P8–P11, P19); start reading
// there, in sqlite/00001_keepsake.sql.
package migrations

import (
	"embed"
	"io/fs"
)

//go:embed sqlite/*.sql postgres/*.sql
var files embed.FS

// SQLite returns the migrations of the embedded database.
func SQLite() fs.FS { return sub("sqlite") }

// Postgres returns the migrations of PostgreSQL.
func Postgres() fs.FS { return sub("postgres") }

func sub(dir string) fs.FS {
	f, err := fs.Sub(files, dir)
	if err != nil {
		panic(err) // the folder is embedded above: only a typing mistake gets here
	}
	return f
}
