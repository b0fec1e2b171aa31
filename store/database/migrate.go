package database

import (
	"context"
	"database/sql"
	"io/fs"

	"github.com/pressly/goose/v3"

	"keepsake/fault"
)

// ErrNewerSchema means that a newer program has migrated the database.
var ErrNewerSchema = fault.New(fault.Unavailable,
	"the database was made by a newer Keepsake; use that version, or restore a backup from before")

// ErrOldSchema means that migrations are pending: Migrate has to run first.
var ErrOldSchema = fault.New(fault.Unavailable, "the database needs `keepsake migrate` first")

// gooseDialect holds the arguments for a goose provider.
type gooseDialect struct {
	dialect goose.Dialect
	files   fs.FS
	handle  *sql.DB
	close   func() error // closes the handle if it was opened for goose
}

// ErrForeignSchema means that the database lacks a migration below its version. A program
// from between two releases, which numbered migrations differently, has migrated it.
var ErrForeignSchema = fault.New(fault.Unavailable,
	"the database was made by a Keepsake from between two releases, and lacks parts of its schema: use that version, or restore a backup from before it")

// Migrate applies all pending migrations; concurrent processes wait for each other. It returns
// ErrNewerSchema when a newer program has migrated the database, or ErrForeignSchema.
func (db *DB) Migrate(ctx context.Context) error {
	db.migrating.Lock()
	defer db.migrating.Unlock()
	if err := db.CheckSchema(ctx); err == nil {
		return nil
	}
	err := db.dialect.lockMigrations(ctx, db, func(ctx context.Context) error {
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
		if err := checkComplete(ctx, p, current); err != nil {
			return err
		}
		if _, err = p.Up(ctx); err == nil {
			db.log.InfoContext(ctx, "schema migrated", "from", current, "to", latest)
		}
		return err
	})
	return schemaError(err, "migrate the database")
}

// SchemaVersion returns the number of the last migration of the database.
func (db *DB) SchemaVersion(ctx context.Context) (int64, error) {
	p, done, err := db.goose(ctx)
	if err != nil {
		return 0, err
	}
	defer done()
	v, err := p.GetDBVersion(ctx)
	return v, schemaError(err, "read the schema version")
}

// CheckSchema returns nil when the database has exactly the migrations of this program, and
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
	return checkComplete(ctx, p, current)
}

// checkComplete returns ErrForeignSchema when a migration up to a version was not applied.
func checkComplete(ctx context.Context, p *goose.Provider, version int64) error {
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

// goose returns a provider. The caller must call done after using it.
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

// schemaError names the operation. Unlike wrap it keeps the driver's text, because the
// statements of migrations contain no text of people.
func schemaError(err error, op string) error { return fault.Op(err, "%s", op) }
