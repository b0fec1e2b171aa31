package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/ncruces/go-sqlite3"
	"gorm.io/gorm"

	"keepsake/fault"
	unit "keepsake/tx"
)

// This file is whether the database can store something. Every error of a statement or a commit
// is looked at: those that are not about the statement make the database ail, and from then on
// Ready refuses until a write of probeSize has succeeded. So nobody pays for a model's answer
// that cannot be stored.

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

// TakePassed returns the episodes that have passed since it was called last.
func (db *DB) TakePassed() []Episode {
	s := &db.standing
	s.mu.Lock()
	defer s.mu.Unlock()
	passed := s.passed
	s.passed = nil
	return passed
}

// standing watches a database. The zero value is healthy.
type standing struct {
	isAiling atomic.Bool // so that healthy work takes no lock

	mu      sync.Mutex
	now     Standing
	next    time.Time // when Ready tries again
	pause   time.Duration
	isTried bool // somebody tries at this moment

	passed []Episode // what TakePassed has not taken

	file, log fs.FileInfo // of the files as they were opened; nil = not known yet
}

const (
	probeSize  = 64 << 10 // bytes: more than an answer and what belongs to it
	firstPause = time.Second
	lastPause  = 15 * time.Second
)

// Standing returns how the database is, as far as its errors and CheckFile have shown.
func (db *DB) Standing() Standing {
	db.standing.mu.Lock()
	defer db.standing.mu.Unlock()
	return db.standing.now
}

// watchErrors has every statement's error looked at.
func (db *DB) watchErrors() error {
	note := func(g *gorm.DB) { db.noteError(g.Error) }
	handles := []*gorm.DB{db.writer}
	if db.reader != db.writer {
		handles = append(handles, db.reader)
	}
	for _, g := range handles {
		c := g.Callback()
		err := errors.Join(
			c.Create().After("*").Register("keepsake:note", note), c.Query().After("*").Register("keepsake:note", note),
			c.Update().After("*").Register("keepsake:note", note), c.Delete().After("*").Register("keepsake:note", note),
			c.Row().After("*").Register("keepsake:note", note), c.Raw().After("*").Register("keepsake:note", note),
		)
		if err != nil {
			return err
		}
	}
	return nil
}

// noteError makes the database ail when an error is not about a statement.
func (db *DB) noteError(err error) {
	if err == nil {
		return
	}
	a := ailmentOf(err)
	if lite, ok := db.dialect.(sqlite); ok && a == Away && isFull(filepath.Dir(lite.path)) {
		a = Full // SQLite calls it an I/O error, too
	}
	if a != "" {
		db.ail(a)
	}
}

// ail notes an ailment. The first one of an episode stays, except that a file that is gone or
// damaged explains every other error.
func (db *DB) ail(a Ailment) {
	s := &db.standing
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now.Ailment == "" {
		s.now.Since, s.pause, s.next = time.Now(), firstPause, time.Now().Add(firstPause)
	}
	if s.now.Ailment == "" || !s.now.lasts() && (Standing{Ailment: a}).lasts() {
		s.now.Ailment = a
		s.isAiling.Store(true)
		db.log.Error("nothing can be stored", "cause", a.Describe())
	}
}

// lasts reports whether the ailment cannot pass by itself.
func (s Standing) lasts() bool { return s.Ailment == Gone || s.Ailment == Damaged }

// Ready implements tx.Readier. While the database ails it tries, now and then and one caller at
// a time, whether probeSize bytes can be stored again.
func (db *DB) Ready(ctx context.Context) error {
	s := &db.standing
	if !s.isAiling.Load() {
		return nil
	}
	s.mu.Lock()
	left := time.Until(s.next)
	if s.now.Ailment == "" || s.now.lasts() || left > 0 || s.isTried {
		defer s.mu.Unlock()
		return s.now.refusal(max(left, firstPause))
	}
	s.isTried = true
	s.mu.Unlock()
	err := db.probe(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.isTried = false
	if err != nil {
		s.pause = min(2*s.pause, lastPause)
		s.next = time.Now().Add(s.pause)
		return s.now.refusal(s.pause)
	}
	if s.now.lasts() { // noticed in the meantime
		return s.now.refusal(lastPause)
	}
	db.log.Info("the database stores again", "after", time.Since(s.now.Since).Round(time.Second))
	if len(s.passed) < maxPassed {
		s.passed = append(s.passed, Episode{s.now.Ailment, s.now.Since, time.Now()})
	}
	s.now = Standing{}
	s.isAiling.Store(false)
	return nil
}

// refusal returns the error of Ready, nil without an ailment.
func (s Standing) refusal(wait time.Duration) error {
	if s.Ailment == "" {
		return nil
	}
	return &fault.Error{Kind: fault.Unavailable, Message: s.Ailment.Describe(), RetryAfter: wait, Err: unit.ErrStorage}
}

// probe stores probeSize bytes and removes them.
func (db *DB) probe(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	for _, filler := range []string{strings.Repeat("x", probeSize), ""} {
		err := db.writer.WithContext(ctx).Exec(
			"INSERT INTO storage_probe (id, filler) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET filler = excluded.filler", filler).Error
		if err != nil {
			return err
		}
	}
	return nil
}

// refuseWrites returns an error when the file is gone: what is written to it is lost.
func (db *DB) refuseWrites() error {
	if !db.standing.isAiling.Load() {
		return nil
	}
	if now := db.Standing(); now.Ailment == Gone {
		return now.refusal(lastPause)
	}
	return nil
}

// CheckFile looks whether the files of a SQLite database are still those that were opened. When
// they are not, the database ails for good and refuses writes. PostgreSQL has no files here.
func (db *DB) CheckFile() error {
	lite, ok := db.dialect.(sqlite)
	if !ok {
		return nil
	}
	s := &db.standing
	isSame := func(known *fs.FileInfo, path string, must bool) bool {
		now, err := os.Stat(path)
		if *known == nil && err == nil {
			*known = now
		}
		if errors.Is(err, fs.ErrNotExist) {
			return *known == nil && !must
		}
		return err != nil || os.SameFile(*known, now)
	}
	s.mu.Lock()
	same := isSame(&s.file, lite.path, true) && isSame(&s.log, lite.path+"-wal", false)
	s.mu.Unlock()
	if !same {
		db.ail(Gone)
	}
	if now := db.Standing(); now.Ailment == Gone {
		return now.refusal(lastPause)
	}
	return nil
}

// CheckPages reads the whole SQLite file and returns an error when a page of it is damaged; the
// database ails then. It takes about a second for a gigabyte. PostgreSQL checks its own pages.
func (db *DB) CheckPages(ctx context.Context) error {
	if _, ok := db.dialect.(sqlite); !ok {
		return nil
	}
	var found string
	err := db.reader.WithContext(ctx).Raw("PRAGMA quick_check(1)").Scan(&found).Error
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil && ailmentOf(err) != Damaged:
		return wrap(err, "check the pages")
	case err != nil || found != "ok":
		db.ail(Damaged)
		return (Standing{Ailment: Damaged}).refusal(lastPause)
	}
	return nil
}

// ailmentOf returns the ailment that an error shows, "" when it is about the statement or its
// caller.
func ailmentOf(err error) Ailment {
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
		return ailmentOfSQLite(lite)
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

func ailmentOfSQLite(code sqlite3.ErrorCode) Ailment {
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
