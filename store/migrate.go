package store

import (
	"context"
	"database/sql"
	"io/fs"

	"github.com/pressly/goose/v3"

	"keepsake/fault"
)

// ErrNewerSchema refuses a database that a newer program has migrated.
var ErrNewerSchema = fault.New(fault.Unavailable,
	"the database was made by a newer Keepsake; use that version, or restore a backup from before")

// ErrOldSchema says that the schema is behind this program: Migrate was not run.
var ErrOldSchema = fault.New(fault.Unavailable, "the database needs `keepsake migrate` first")

// gooseDialect is a database as goose knows it.
type gooseDialect struct {
	dialect goose.Dialect
	files   fs.FS
	handle  *sql.DB
	close   func() error // ends the handle when it is goose's own
}

// ErrForeignSchema refuses a database that lacks a migration below its own version: a
// program between two releases made it, which numbered them otherwise.
var ErrForeignSchema = fault.New(fault.Unavailable,
	"the database was made by a Keepsake from between two releases, and lacks parts of its schema: use that version, or restore a backup from before it")

// Migrate brings the schema up to date, one process at a time. ErrNewerSchema when the
// database is ahead of this program.
func (db *DB) Migrate(ctx context.Context) error {
	db.migrating.Lock()
	defer db.migrating.Unlock()
	if err := db.CheckSchema(ctx); err == nil {
		return nil
	}
	err := db.dialect.migrationLock(ctx, db, func(ctx context.Context) error {
		p, done, err := db.goose(ctx)
		if err != nil {
			return err
		}
		defer done()
		current, latest, err := p.GetVersions(ctx)
		if err != nil {
			return err
		}
		if current > latest {
			return ErrNewerSchema
		}
		if err := checkWhole(ctx, p, current); err != nil {
			return err
		}
		if _, err = p.Up(ctx); err == nil {
			db.log.InfoContext(ctx, "schema migrated", "from", current, "to", latest)
		}
		return err
	})
	return schemaError(err, "migrate the database")
}

// SchemaVersion returns the version of the database's schema, and CheckSchema whether it
// is the one this program was built for.
func (db *DB) SchemaVersion(ctx context.Context) (int64, error) {
	p, done, err := db.goose(ctx)
	if err != nil {
		return 0, err
	}
	defer done()
	v, err := p.GetDBVersion(ctx)
	return v, schemaError(err, "read the schema version")
}

// CheckSchema returns nil when the schema is the one this program was built for,
// ErrOldSchema, ErrNewerSchema or ErrForeignSchema otherwise.
func (db *DB) CheckSchema(ctx context.Context) error {
	p, done, err := db.goose(ctx)
	if err != nil {
		return err
	}
	defer done()
	current, latest, err := p.GetVersions(ctx)
	switch {
	case err != nil:
		return schemaError(err, "read the schema version")
	case current > latest:
		return ErrNewerSchema
	case current < latest:
		return ErrOldSchema
	}
	return checkWhole(ctx, p, current)
}

// checkWhole returns nil when no migration is missing up to a version.
func checkWhole(ctx context.Context, p *goose.Provider, version int64) error {
	all, err := p.Status(ctx)
	if err != nil {
		return schemaError(err, "read the migrations")
	}
	for _, m := range all {
		if m.Source.Version <= version && m.State != goose.StateApplied {
			return ErrForeignSchema
		}
	}
	return nil
}

// goose returns a provider; done ends it.
func (db *DB) goose(ctx context.Context) (p *goose.Provider, done func() error, err error) {
	d, err := db.dialect.migrations(ctx, db)
	if err != nil {
		return nil, nil, err
	}
	p, err = goose.NewProvider(d.dialect, d.handle, d.files,
		goose.WithLogger(goose.NopLogger()), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		d.close()
		return nil, nil, err
	}
	return p, d.close, nil
}

// schemaError keeps a driver's text, unlike wrap: no statement of a migration holds what
// a person wrote.
func schemaError(err error, op string) error { return fault.Op(err, "%s", op) }
