package database

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"time"

	"gorm.io/gorm"

	"keepsake/store/standing"
)

// Standing returns how the database is, as far as its errors and CheckFile have shown.
func (db *DB) Standing() standing.Standing { return db.watch.Now() }

// TakePassed returns the times in which nothing could be stored that have passed since it was
// called last.
func (db *DB) TakePassed() []standing.Episode { return db.watch.TakePassed() }

// Ready implements tx.Readier: it returns an error with tx.ErrStorage while nothing can be stored.
func (db *DB) Ready(ctx context.Context) error { return db.watch.Ready(ctx, db.probe) }

// watchErrors has the error of every statement looked at.
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
	return db.CheckFile() // notes which files were opened
}

// noteError makes the database ail when an error is not about a statement.
func (db *DB) noteError(err error) {
	if err == nil {
		return
	}
	a := standing.Diagnose(err)
	if lite, ok := db.dialect.(sqlite); ok && a == standing.Away && standing.IsFull(lite.path) {
		a = standing.Full // SQLite calls it an I/O error, too
	}
	db.watch.Note(a)
}

// probe stores standing.ProbeSize bytes and removes them.
func (db *DB) probe(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	for _, filler := range []string{strings.Repeat("x", standing.ProbeSize), ""} {
		err := db.writer.WithContext(ctx).Exec(
			"INSERT INTO storage_probe (id, filler) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET filler = excluded.filler", filler).Error
		if err != nil {
			return err
		}
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
	db.filesMu.Lock()
	same := isSame(&db.file, lite.path) && (isSame(&db.walFile, lite.path+"-wal") || db.walFile == nil)
	db.filesMu.Unlock()
	if !same {
		db.watch.Note(standing.Gone)
	}
	return db.watch.Lost()
}

// isSame reports whether a file is there and still the known one; the first look makes it known.
func isSame(known *fs.FileInfo, path string) bool {
	now, err := os.Stat(path)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist) // else it cannot be told
	}
	if *known == nil {
		*known = now
	}
	return os.SameFile(*known, now)
}

// CheckPages reads the whole SQLite file and returns ErrDamaged when a page of it is damaged; the
// database ails then. It takes about a second for a gigabyte. PostgreSQL checks its own pages.
func (db *DB) CheckPages(ctx context.Context) error {
	lite, ok := db.dialect.(sqlite)
	if !ok {
		return nil
	}
	// A connection that has searched before checks the search index by its own older notes of it, and calls it damaged
	// once another has merged it (SQLite 3.53). A new one has none.
	fresh, err := lite.open(ctx, "mode=rw&_pragma=query_only(on)", 1, sqliteTime)
	var found string
	if err == nil {
		err = errors.Join(fresh.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&found), fresh.Close())
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil && standing.Diagnose(err) != standing.Damaged:
		return Wrap(err, "check the pages")
	case err != nil || found != "ok":
		db.watch.Note(standing.Damaged)
		return standing.ErrDamaged
	}
	return nil
}

// ExplainDisk says that the disk is full or read-only where an error of a SQLite database comes of
// that.
func (db *DB) ExplainDisk(err error) error {
	if lite, ok := db.dialect.(sqlite); ok && !errors.Is(err, errInUse) {
		return standing.Explain(err, lite.path)
	}
	return err
}
