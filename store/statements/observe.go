package statements

import (
	"context"
	"database/sql/driver"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Statement is a statement of a connection, as an observer is given it.
type Statement struct {
	SQL    string // without the bound values; "BEGIN", "COMMIT" or "ROLLBACK" for transactions
	Writes bool   // it changes rows or notifies other processes
	// Commits means that the statement commits a write: it is the COMMIT of a transaction that
	// wrote, or a write outside a transaction.
	Commits bool
}

// IsBoundary reports whether the statement begins or ends a transaction.
func (s Statement) IsBoundary() bool {
	return s.SQL == "BEGIN" || s.SQL == "COMMIT" || s.SQL == "ROLLBACK"
}

// observer reports the statements of one connection. It is not safe for concurrent use.
type observer struct {
	report   func(Statement) // nil = report nothing
	inTx     bool
	hasWrite bool // the transaction has written
}

func (o *observer) begin() {
	if o.report != nil {
		o.inTx, o.hasWrite = true, false
		o.report(Statement{SQL: "BEGIN"})
	}
}

func (o *observer) end(sql string) {
	if o.report != nil {
		o.report(Statement{SQL: sql, Commits: sql == "COMMIT" && o.hasWrite})
		o.inTx, o.hasWrite = false, false
	}
}

func (o *observer) statement(sql string) {
	if o.report == nil {
		return
	}
	writes := isWrite(sql)
	o.hasWrite = o.hasWrite || writes
	o.report(Statement{SQL: sql, Writes: writes, Commits: writes && !o.inTx})
}

// isWrite reports whether a statement changes rows or notifies other processes.
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

// observedTx reports the end of a transaction.
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

// NewTracer returns what makes pgx report the statements of all connections.
func NewTracer(report func(Statement)) pgx.QueryTracer { return pgxObserver{report} }

// pgxObserver is a pgx.QueryTracer that has an observer for each connection.
type pgxObserver struct{ report func(Statement) }

func (o pgxObserver) TraceQueryStart(ctx context.Context, c *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	state := c.PgConn().CustomData()
	conn, ok := state[observerKey].(*observer)
	if !ok {
		conn = &observer{report: o.report}
		state[observerKey] = conn
	}
	switch verb, _, _ := strings.Cut(strings.ToUpper(q.SQL), " "); verb {
	case "BEGIN":
		conn.begin()
	case "COMMIT", "ROLLBACK":
		conn.end(verb)
	default:
		conn.statement(q.SQL)
	}
	return ctx
}

func (pgxObserver) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// observerKey is the key of the observer in the custom data of a connection.
const observerKey = "keepsake observer"
