package store

import (
	"context"
	"database/sql/driver"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Statement is one thing that a connection was asked to do, as Options.Observe hears of it.
type Statement struct {
	SQL    string // without the values bound to it; "BEGIN", "COMMIT", "ROLLBACK" for the ends of a transaction
	Writes bool   // it changes rows, or tells other processes something
	// Commits reports that a write became durable with it: a COMMIT of a transaction that
	// wrote, or a write outside a transaction.
	Commits bool
}

// Ends reports whether the statement begins or ends a transaction.
func (s Statement) Ends() bool {
	return s.SQL == "BEGIN" || s.SQL == "COMMIT" || s.SQL == "ROLLBACK"
}

// observer tells what one connection is asked. It is used by one goroutine at a time, as a
// connection is.
type observer struct {
	tell  func(Statement) // nil = nobody listens
	open  bool            // a transaction is under way
	wrote bool            // it has written
}

func (o *observer) begin() {
	if o.tell != nil {
		o.open, o.wrote = true, false
		o.tell(Statement{SQL: "BEGIN"})
	}
}

func (o *observer) end(sql string) {
	if o.tell != nil {
		o.tell(Statement{SQL: sql, Commits: sql == "COMMIT" && o.wrote})
		o.open, o.wrote = false, false
	}
}

func (o *observer) statement(sql string) {
	if o.tell == nil {
		return
	}
	writes := isWrite(sql)
	o.wrote = o.wrote || writes
	o.tell(Statement{SQL: sql, Writes: writes, Commits: writes && !o.open})
}

// isWrite reports whether a statement changes rows, or notifies.
func isWrite(sql string) bool {
	verb, _, _ := strings.Cut(strings.TrimSpace(sql), " ")
	switch strings.ToUpper(verb) {
	case "INSERT", "UPDATE", "DELETE":
		return true
	case "WITH":
		return strings.Contains(sql, "UPDATE ") || strings.Contains(sql, "INSERT ") || strings.Contains(sql, "DELETE ")
	}
	return strings.Contains(sql, "pg_notify")
}

// observedTx tells how a transaction ended.
type observedTx struct {
	driver.Tx
	observer *observer
}

func (t observedTx) Commit() error {
	err := t.Tx.Commit()
	if err != nil {
		t.observer.end("ROLLBACK")
		return err
	}
	t.observer.end("COMMIT")
	return nil
}

func (t observedTx) Rollback() error {
	t.observer.end("ROLLBACK")
	return t.Tx.Rollback()
}

// pgxObserver is an observer of PostgreSQL's connections, as pgx wants it.
type pgxObserver struct{ tell func(Statement) }

func (o pgxObserver) TraceQueryStart(ctx context.Context, c *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	state := c.PgConn().CustomData()
	of, ok := state[observedKey].(*observer)
	if !ok {
		of = &observer{tell: o.tell}
		state[observedKey] = of
	}
	switch verb, _, _ := strings.Cut(strings.ToUpper(q.SQL), " "); verb {
	case "BEGIN":
		of.begin()
	case "COMMIT", "ROLLBACK":
		of.end(verb)
	default:
		of.statement(q.SQL)
	}
	return ctx
}

func (pgxObserver) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// observedKey is where a connection keeps its observer.
const observedKey = "keepsake observer"
