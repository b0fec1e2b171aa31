package database

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/ncruces/go-sqlite3"
)

// Plan returns the database's query plan of a statement, one step a line, for any values of
// the parameters. It does not run the statement. Tests use it to refuse table scans, and
// people to find slow queries. On PostgreSQL it plans with enable_seqscan off, so that a
// "Seq Scan" appears only where no index can be used.
func (db *DB) Plan(ctx context.Context, query string) ([]string, error) {
	handle, err := db.writer.DB()
	if err != nil {
		return nil, err
	}
	conn, err := handle.Conn(ctx)
	if err != nil {
		return nil, Wrap(err, "plan")
	}
	defer conn.Close()
	var steps []string
	err = conn.Raw(func(raw any) (err error) {
		steps, err = db.dialect.plan(ctx, raw, query)
		return err
	})
	return steps, Wrap(err, "plan")
}

func (sqlite) plan(_ context.Context, raw any, query string) ([]string, error) {
	s, _, err := raw.(interface{ Raw() *sqlite3.Conn }).Raw().Prepare("EXPLAIN QUERY PLAN " + query)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	var steps []string
	for s.Step() {
		steps = append(steps, s.ColumnText(3))
	}
	return steps, s.Err()
}

func (postgres) plan(ctx context.Context, raw any, query string) ([]string, error) {
	conn := raw.(interface{ Conn() *pgx.Conn }).Conn().PgConn()
	results, err := conn.Exec(ctx, "SET enable_seqscan = off; EXPLAIN (GENERIC_PLAN, COSTS OFF) "+query+"; RESET enable_seqscan").ReadAll()
	if err != nil {
		return nil, err
	}
	var steps []string
	for _, result := range results {
		for _, row := range result.Rows {
			steps = append(steps, strings.TrimSpace(string(row[0])))
		}
	}
	return steps, nil
}
