// Package pgjournal keeps the journal of erasures in PostgreSQL, in a schema of its own. Start reading at Open.
package pgjournal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"keepsake/erasure"
	"keepsake/fault"
)

// Schema is the schema of the journal of erasures in PostgreSQL. A dump leaves it out
// (pg_dump --exclude-schema), so that a restore does not put an older journal in its place. It is on
// the server, because replicas on several machines share it.
const Schema = "keepsake_erasures"

// journalTable makes the journal's table. It looks for the schema first, because the server refuses CREATE
// SCHEMA to who may not, even where the schema exists.
const journalTable = `DO $$ BEGIN
	IF to_regnamespace('keepsake_erasures') IS NULL THEN CREATE SCHEMA keepsake_erasures; END IF;
END $$;
CREATE TABLE IF NOT EXISTS keepsake_erasures.journal (
	seq     BIGSERIAL PRIMARY KEY,
	id      TEXT NOT NULL UNIQUE,
	made_at TIMESTAMPTZ NOT NULL,
	entry   TEXT NOT NULL,
	ended   TEXT NOT NULL DEFAULT ''
)`

// journal is the journal of erasures in PostgreSQL. It has connections of its own: its rows must be
// committed before the transaction that erases, and must not wait for a free connection of the pool.
type journal struct{ handle *sql.DB }

// Open returns the journal on a server, to which it does not connect yet.
func Open(address string) (erasure.Journal, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, fault.Field("DATABASE_URL", "is not a valid postgres:// address")
	}
	config.RuntimeParams["application_name"] = "keepsake erasures"
	handle := stdlib.OpenDB(*config)
	handle.SetMaxOpenConns(2)
	handle.SetMaxIdleConns(1)
	handle.SetConnMaxIdleTime(time.Minute)
	return journal{handle}, nil
}

// Append makes the table when the first entry comes.
func (j journal) Append(ctx context.Context, e erasure.Entry) error {
	body, err := json.Marshal(e)
	if err != nil {
		return err
	}
	put := func() error {
		_, err := j.handle.ExecContext(ctx, "INSERT INTO keepsake_erasures.journal (id, made_at, entry) VALUES ($1, $2, $3)", e.ID, e.At, string(body))
		return err
	}
	if err = put(); isMissingTable(err) {
		if err = j.makeTable(ctx); err == nil {
			err = put()
		}
	}
	return err
}

func (j journal) makeTable(ctx context.Context) error {
	if _, err := j.handle.ExecContext(ctx, journalTable); err != nil && !isTaken(err) {
		return fault.Wrap(fault.Unavailable, "the schema "+Schema+", which keeps the journal of erasures, is not there and cannot be made; "+
			"make it for the bot's user (CREATE SCHEMA "+Schema+" AUTHORIZATION …), or let KEEPSAKE_ERASURE_JOURNAL name a file", err)
	}
	return nil
}

func (j journal) End(ctx context.Context, id string, end erasure.End) error {
	_, err := j.handle.ExecContext(ctx, "UPDATE keepsake_erasures.journal SET ended = $2 WHERE id = $1", id, string(end))
	return err
}

// Read makes a missing table, so that a start shows whether that can be done, and not the first person who
// wants something forgotten.
func (j journal) Read(ctx context.Context) (records []erasure.Record, damaged int, err error) {
	records, damaged, err = j.read(ctx)
	if isMissingTable(err) {
		return nil, 0, j.makeTable(ctx)
	}
	return records, damaged, err
}

// Look makes nothing.
func (j journal) Look(ctx context.Context) (records []erasure.Record, damaged int, err error) {
	records, damaged, err = j.read(ctx)
	if isMissingTable(err) {
		return nil, 0, nil
	}
	return records, damaged, err
}

func (j journal) read(ctx context.Context) (records []erasure.Record, damaged int, err error) {
	rows, err := j.handle.QueryContext(ctx, "SELECT entry, ended FROM keepsake_erasures.journal ORDER BY seq")
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var body, end string
		var r erasure.Record
		if err := rows.Scan(&body, &end); err != nil {
			return nil, 0, err
		}
		if json.Unmarshal([]byte(body), &r.Entry) != nil {
			damaged++
			continue
		}
		r.End = erasure.End(end)
		records = append(records, r)
	}
	return records, damaged, rows.Err()
}

func (j journal) Prune(ctx context.Context, before time.Time) (int, error) {
	done, err := j.handle.ExecContext(ctx, "DELETE FROM keepsake_erasures.journal WHERE made_at < $1 OR ended = 'void'", before)
	if isMissingTable(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	n, err := done.RowsAffected()
	return int(n), err
}

func (j journal) Close() error { return j.handle.Close() }

// isMissingTable reports whether a table or its schema does not exist.
func isMissingTable(err error) bool { return hasSQLState(err, "42P01", "3F000") }

// isTaken reports whether another process made the schema or the table at the same moment.
func isTaken(err error) bool { return hasSQLState(err, "23505", "42P06", "42P07") }

func hasSQLState(err error, states ...string) bool {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return false
	}
	for _, s := range states {
		if pg.Code == s {
			return true
		}
	}
	return false
}
