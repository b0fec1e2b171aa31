package store

import (
	"container/list"
	"context"
	"database/sql/driver"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/fts5"
)

const (
	// keptStatements is how many parsed statements a SQLite connection keeps: more than the
	// program has of those that are asked often.
	keptStatements = 160
	// longestKept is the longest statement worth keeping; longer ones hold long lists.
	longestKept = 4096
)

// keepingConnector makes SQLite connections that keep the statements they have parsed:
// parsing one costs more than running it. (pgx does the same for PostgreSQL.)
type keepingConnector struct {
	driver.Connector
	observe func(Statement)
}

func (c keepingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	plain, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	conn := plain.(sqliteConn)
	if err := fts5.Register(conn.Raw()); err != nil {
		conn.Close()
		return nil, err
	}
	// A plan must not depend on the values bound: SQLite would parse every statement with a
	// LIMIT anew each time it is run, and Plan would not show what is done.
	if _, err := conn.Raw().Config(sqlite3.DBCONFIG_ENABLE_QPSG, true); err != nil {
		conn.Close()
		return nil, err
	}
	return &keepingConn{
		sqliteConn: conn, observer: observer{tell: c.observe},
		kept: map[string]*list.Element{}, order: list.New(),
	}, nil
}

// sqliteConn is what the driver's connections can do.
type sqliteConn interface {
	Raw() *sqlite3.Conn
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.NamedValueChecker
}

// keepingConn is a connection with the statements that it keeps. Those in use are not among
// them: a statement that is asked again while its rows are being read is parsed again.
type keepingConn struct {
	sqliteConn
	observer observer
	kept     map[string]*list.Element // by their text
	order    *list.List               // of *keptStatement, the one used last in front
}

func (c *keepingConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	if at, ok := c.kept[query]; ok {
		c.order.Remove(at)
		delete(c.kept, query)
		return at.Value.(*keptStatement), nil
	}
	plain, err := c.sqliteConn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	return &keptStatement{sqliteStatement: plain.(sqliteStatement), conn: c, query: query}, nil
}

func (c *keepingConn) Prepare(query string) (driver.Stmt, error) {
	return c.PrepareContext(context.Background(), query)
}

func (c *keepingConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if len(args) > 0 {
		return nil, driver.ErrSkip // it is prepared, and kept
	}
	c.observer.statement(query)
	return c.sqliteConn.ExecContext(ctx, query, args)
}

func (c *keepingConn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	tx, err := c.sqliteConn.BeginTx(ctx, o)
	if err != nil {
		return nil, err
	}
	c.observer.begin()
	return observedTx{tx, &c.observer}, nil
}

// keep takes a statement back that is not used any more, and closes the one that has not
// been used for longest when there are too many.
func (c *keepingConn) keep(s *keptStatement) error {
	if _, double := c.kept[s.query]; double || len(s.query) > longestKept {
		return s.sqliteStatement.Close()
	}
	c.kept[s.query] = c.order.PushFront(s)
	if c.order.Len() <= keptStatements {
		return nil
	}
	oldest := c.order.Remove(c.order.Back()).(*keptStatement)
	delete(c.kept, oldest.query)
	return oldest.sqliteStatement.Close()
}

func (c *keepingConn) Close() error {
	var errs []error
	for at := c.order.Front(); at != nil; at = at.Next() {
		errs = append(errs, at.Value.(*keptStatement).sqliteStatement.Close())
	}
	c.order.Init()
	clear(c.kept)
	return firstError(append(errs, c.sqliteConn.Close())...)
}

// sqliteStatement is what the driver's statements can do.
type sqliteStatement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
	driver.NamedValueChecker
}

// keptStatement is a statement that goes back to its connection when it is closed.
type keptStatement struct {
	sqliteStatement
	conn  *keepingConn
	query string
}

func (s *keptStatement) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	s.conn.observer.statement(s.query)
	return s.sqliteStatement.ExecContext(ctx, args)
}

func (s *keptStatement) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	s.conn.observer.statement(s.query)
	return s.sqliteStatement.QueryContext(ctx, args)
}

func (s *keptStatement) Close() error { return s.conn.keep(s) }
