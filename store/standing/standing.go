// Package standing is whether a database can store something. It looks at the errors of statements
// and commits: those that are not about the statement make the database ail, and from then on
// Ready refuses until a write has succeeded that is larger than an answer and what belongs to it.
// So nobody pays for a model's answer that cannot be stored.
//
// It opens nothing and writes nothing: package database tells it of errors and gives it a write to
// try.
//
// Start reading at Watch.
package standing

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/ncruces/go-sqlite3"

	"keepsake/fault"
	"keepsake/tx"
)

// Ailment is what keeps a database from storing anything, "" = nothing.
type Ailment string

// The ailments. Gone and Damaged last until the next start.
const (
	Full     Ailment = "full"     // the disk is
	ReadOnly Ailment = "readonly" // the disk or the server
	Away     Ailment = "away"     // the server, or the disk fails
	Damaged  Ailment = "damaged"  // the file's pages
	Gone     Ailment = "gone"     // the file was deleted or replaced
)

// Ailments lists all ailments.
var Ailments = []Ailment{Full, ReadOnly, Away, Damaged, Gone}

// sentences are what an operator reads about an ailment.
var sentences = map[Ailment]string{
	Full:     "the disk of the database is full",
	ReadOnly: "the database cannot be written: its disk or server is read-only",
	Away:     "the database does not answer, or its disk fails",
	Damaged:  "the database file is damaged",
	Gone:     "the database file was deleted or replaced while the bot ran",
}

// Describe returns a sentence for an operator.
func (a Ailment) Describe() string { return sentences[a] }

// Standing is how a database is.
type Standing struct {
	Ailment Ailment
	Since   time.Time // zero without an ailment
}

// Episode is a time in which a database could store nothing.
type Episode struct {
	Ailment     Ailment
	From, Until time.Time
}

// maxPassed bounds the episodes that nobody has taken.
const maxPassed = 20

// Watch watches one database. Log must be set; it is safe for concurrent use.
type Watch struct {
	Log *slog.Logger

	isAiling atomic.Bool // so that healthy work takes no lock

	mu      sync.Mutex
	now     Standing
	next    time.Time // when Ready tries again
	pause   time.Duration
	isTried bool      // somebody tries at this moment
	passed  []Episode // what TakePassed has not taken
}

// ProbeSize is how many bytes the write of Ready should store.
const ProbeSize = 64 << 10

const (
	firstPause = time.Second
	lastPause  = 15 * time.Second
)

// Now returns how the database is, as far as is known.
func (w *Watch) Now() Standing {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

// TakePassed returns the episodes that have passed since it was called last.
func (w *Watch) TakePassed() []Episode {
	w.mu.Lock()
	defer w.mu.Unlock()
	passed := w.passed
	w.passed = nil
	return passed
}

// Note makes the database ail. The first ailment of an episode stays, except that a file that is
// gone or damaged explains every other error.
func (w *Watch) Note(a Ailment) {
	if a == "" {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.now.Ailment == "" {
		w.now.Since, w.pause, w.next = time.Now(), firstPause, time.Now().Add(firstPause)
	}
	if w.now.Ailment == "" || !w.now.lasts() && (Standing{Ailment: a}).lasts() {
		w.now.Ailment = a
		w.isAiling.Store(true)
		w.Log.Error("nothing can be stored", "cause", a.Describe())
	}
}

// lasts reports whether the ailment cannot pass by itself.
func (s Standing) lasts() bool { return s.Ailment == Gone || s.Ailment == Damaged }

// Ready returns nil when something can be stored, otherwise an error with tx.ErrStorage. While the
// database ails it tries with probe, now and then and one caller at a time.
func (w *Watch) Ready(ctx context.Context, probe func(ctx context.Context) error) error {
	if !w.isAiling.Load() {
		return nil
	}
	w.mu.Lock()
	left := time.Until(w.next)
	if w.now.Ailment == "" || w.now.lasts() || left > 0 || w.isTried {
		defer w.mu.Unlock()
		return w.now.refusal(max(left, firstPause))
	}
	w.isTried = true
	w.mu.Unlock()
	err := probe(ctx)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.isTried = false
	switch {
	case err != nil:
		w.pause = min(2*w.pause, lastPause)
		w.next = time.Now().Add(w.pause)
		return w.now.refusal(w.pause)
	case w.now.lasts(): // noticed in the meantime
		return w.now.refusal(lastPause)
	}
	w.Log.Info("the database stores again", "after", time.Since(w.now.Since).Round(time.Second))
	if len(w.passed) < maxPassed {
		w.passed = append(w.passed, Episode{w.now.Ailment, w.now.Since, time.Now()})
	}
	w.now = Standing{}
	w.isAiling.Store(false)
	return nil
}

// Lost returns an error with tx.ErrStorage when the file is gone: what is written to it is lost.
func (w *Watch) Lost() error {
	if !w.isAiling.Load() {
		return nil
	}
	if now := w.Now(); now.Ailment == Gone {
		return now.refusal(lastPause)
	}
	return nil
}

// Err returns the error of an ailment, nil without one.
func (s Standing) Err() error { return s.refusal(lastPause) }

func (s Standing) refusal(wait time.Duration) error {
	if s.Ailment == "" {
		return nil
	}
	return &fault.Error{Kind: fault.Unavailable, Message: s.Ailment.Describe(), RetryAfter: wait, Err: tx.ErrStorage}
}

// Diagnose returns the ailment that an error shows, "" when it is about the statement or its
// caller.
func Diagnose(err error) Ailment {
	var lite sqlite3.ErrorCode
	var pg *pgconn.PgError
	var connect *pgconn.ConnectError
	var network net.Error
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return Full
	case errors.Is(err, syscall.EROFS):
		return ReadOnly
	case errors.As(err, &lite):
		return ofSQLite(lite)
	case errors.As(err, &pg):
		switch {
		case pg.Code == "53100":
			return Full
		case pg.Code == "25006":
			return ReadOnly
		case isServerAway(pg.Code):
			return Away
		}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return ""
	case errors.As(err, &connect), errors.As(err, &network), errors.Is(err, pgconn.ErrConnClosed), errors.Is(err, driver.ErrBadConn),
		errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return Away
	}
	return ""
}

func ofSQLite(code sqlite3.ErrorCode) Ailment {
	switch code {
	case sqlite3.FULL:
		return Full
	case sqlite3.READONLY:
		return ReadOnly
	case sqlite3.CORRUPT, sqlite3.NOTADB:
		return Damaged
	case sqlite3.IOERR, sqlite3.CANTOPEN:
		return Away
	}
	return ""
}

// isServerAway reports whether a SQLSTATE says that the server ends or takes no connection.
func isServerAway(code string) bool {
	return strings.HasPrefix(code, "08") || strings.HasPrefix(code, "57P") || code == "53300"
}
