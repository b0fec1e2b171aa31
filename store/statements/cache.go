// Package statements is what happens to a statement between database/sql and the driver: SQLite's
// connections cache prepared ones, and both databases tell an observer of each.
//
// It knows no table. Start reading at Connector.
package statements

import (
	"container/list"
	"context"
	"database/sql/driver"
	"errors"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/fts5"
)

const (
	// maxCachedStatements is the size of a SQLite connection's cache of prepared statements.
	// It is more than the program has of frequent statements.
	maxCachedStatements = 160
	// maxCachedLength is the maximum length of a cached statement. Longer ones contain long
	// lists and are not likely to be repeated.
	maxCachedLength = 4096
)

// Connector opens SQLite connections that cache prepared statements, because parsing a
// statement costs more than running it. (pgx does the same for PostgreSQL.)
type Connector struct {
	driver.Connector
	Observe func(Statement) // called for each; nil = nothing is called
}

func (c Connector) Connect(ctx context.Context) (driver.Conn, error) {
	plain, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	conn := plain.(sqliteConn)
	if err := fts5.Register(conn.Raw()); err != nil {
		conn.Close()
		return nil, err
	}
	// Query plans must not depend on bound values. Otherwise SQLite parses every statement with
	// a LIMIT again for each run, and the result of Plan would not be the plan that is used.
	if _, err := conn.Raw().Config(sqlite3.DBCONFIG_ENABLE_QPSG, true); err != nil {
		conn.Close()
		return nil, err
	}
	return &cachingConn{
		sqliteConn: conn, observer: observer{report: c.Observe},
		cached: map[string]*list.Element{}, order: list.New(),
	}, nil
}

// sqliteConn is the interface of the driver's connections.
type sqliteConn interface {
	Raw() *sqlite3.Conn
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.NamedValueChecker
}

// cachingConn is a connection with a cache of prepared statements. A statement in use is not in
// the cache, so one that is prepared again while its rows are being read is parsed again.
type cachingConn struct {
	sqliteConn
	observer observer
	cached   map[string]*list.Element // by the text of the statement
	order    *list.List               // of *cachedStatement, the most recently used first
}

func (c *cachingConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	if at, ok := c.cached[query]; ok {
		c.order.Remove(at)
		delete(c.cached, query)
		return at.Value.(*cachedStatement), nil
	}
	plain, err := c.sqliteConn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	return &cachedStatement{sqliteStatement: plain.(sqliteStatement), conn: c, query: query}, nil
}

func (c *cachingConn) Prepare(query string) (driver.Stmt, error) {
	return c.PrepareContext(context.Background(), query)
}

func (c *cachingConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if len(args) > 0 {
		return nil, driver.ErrSkip // makes database/sql prepare the statement
	}
	c.observer.statement(query)
	return c.sqliteConn.ExecContext(ctx, query, args)
}

func (c *cachingConn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	tx, err := c.sqliteConn.BeginTx(ctx, o)
	if err != nil {
		return nil, err
	}
	c.observer.begin()
	return observedTx{tx, &c.observer}, nil
}

// cache caches an unused statement, and closes the least recently used one of a full cache.
func (c *cachingConn) cache(s *cachedStatement) error {
	if _, duplicate := c.cached[s.query]; duplicate || len(s.query) > maxCachedLength {
		return s.sqliteStatement.Close()
	}
	c.cached[s.query] = c.order.PushFront(s)
	if c.order.Len() <= maxCachedStatements {
		return nil
	}
	oldest := c.order.Remove(c.order.Back()).(*cachedStatement)
	delete(c.cached, oldest.query)
	return oldest.sqliteStatement.Close()
}

func (c *cachingConn) Close() error {
	var errs []error
	for at := c.order.Front(); at != nil; at = at.Next() {
		errs = append(errs, at.Value.(*cachedStatement).sqliteStatement.Close())
	}
	c.order.Init()
	clear(c.cached)
	return errors.Join(append(errs, c.sqliteConn.Close())...)
}

// sqliteStatement is the interface of the driver's statements.
type sqliteStatement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
	driver.NamedValueChecker
}

// cachedStatement is a statement whose Close returns it to the cache of its connection.
type cachedStatement struct {
	sqliteStatement
	conn  *cachingConn
	query string
}

func (s *cachedStatement) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	s.conn.observer.statement(s.query)
	return s.sqliteStatement.ExecContext(ctx, args)
}

func (s *cachedStatement) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	s.conn.observer.statement(s.query)
	return s.sqliteStatement.QueryContext(ctx, args)
}

func (s *cachedStatement) Close() error { return s.conn.cache(s) }
