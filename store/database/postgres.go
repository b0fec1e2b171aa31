package database

import (
	"context"
	"database/sql"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	pgdriver "gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/fault"
	"keepsake/migrations"
	"keepsake/store/statements"
)

// migrationKey identifies the advisory lock for migrations on the server.
const migrationKey = 0x6b656570_73616b65 // "keepsake"

type postgres struct{}

func (db *DB) openPostgres(ctx context.Context, o Options) error {
	config, err := pgx.ParseConfig(o.URL)
	if err != nil {
		// The parser's error may contain the password.
		return fault.Field("DATABASE_URL", "is not a valid postgres:// address")
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "keepsake"
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 10 * time.Second
	}
	db.wire = newWire(db, config)
	if o.Observe != nil {
		config.Tracer = statements.NewTracer(o.Observe)
	}
	handle := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(func(ctx context.Context, c *pgx.Conn) error {
		// A process that is suspended in a transaction must not keep its row locks. This is
		// a statement and not a connection parameter, because poolers refuse those.
		_, err := c.Exec(ctx, "SET idle_in_transaction_session_timeout = '10s'")
		return err
	}))
	conns := max(4, 2*runtime.NumCPU())
	handle.SetMaxOpenConns(conns)
	handle.SetMaxIdleConns(conns)
	db.closers = append(db.closers, handle)
	db.dialect = postgres{}
	if err := handle.PingContext(ctx); err != nil {
		return Wrap(err, "connect")
	}
	db.writer, _, err = openGORM(pgdriver.New(pgdriver.Config{Conn: handle}), handle)
	db.reader = db.writer
	return err
}

func (postgres) name() string { return Postgres }

func (postgres) isSingleProcess() bool { return false }

func (postgres) lock() []clause.Expression {
	return []clause.Expression{clause.Locking{Strength: "NO KEY UPDATE"}}
}

func (postgres) skipLocked(alias string) string {
	return " FOR NO KEY UPDATE OF " + alias + " SKIP LOCKED"
}

func (postgres) migrations(_ context.Context, db *DB) (gooseDialect, error) {
	handle, err := db.writer.DB()
	return gooseDialect{goose.DialectPostgres, migrations.Postgres(), handle, func() error { return nil }}, err
}

// lockMigrations holds an advisory lock in a separate transaction. Such a lock works behind
// a pooler, and the server releases it when the connection breaks.
func (postgres) lockMigrations(ctx context.Context, db *DB, fn func(context.Context) error) error {
	handle, err := db.writer.DB()
	if err != nil {
		return err
	}
	lock, err := handle.BeginTx(ctx, &sql.TxOptions{})
	if err != nil {
		return err
	}
	defer lock.Rollback()
	if _, err := lock.ExecContext(ctx, "SET LOCAL idle_in_transaction_session_timeout = 0"); err != nil {
		return err
	}
	if _, err := lock.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", int64(migrationKey)); err != nil {
		return err
	}
	return fn(ctx)
}

func (postgres) backup(context.Context, *DB, string) error {
	return fault.New(fault.Invalid, "PostgreSQL is backed up with its own tool: pg_dump --format=custom --file=PATH \"$DATABASE_URL\"")
}

func (postgres) scrub(ctx context.Context, db *DB) error {
	if db.current(ctx) != nil {
		return fault.New(fault.Internal, "scrub inside a transaction")
	}
	return db.writer.WithContext(ctx).Exec("VACUUM " + strings.Join(db.schema.Personal, ", ")).Error
}

// requireScrub does nothing, because autovacuum runs without being asked.
func (postgres) requireScrub(*gorm.DB) error { return nil }

func (postgres) maintain(context.Context, *DB) error { return nil }

func (postgres) numberParams(query string) string {
	parts := strings.Split(query, "?")
	for i := range parts[1:] {
		parts[i] += "$" + strconv.Itoa(i+1)
	}
	return strings.Join(parts, "")
}
