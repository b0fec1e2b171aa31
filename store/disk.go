package store

import (
	"errors"
	"path/filepath"
	"strings"
	"syscall"

	"keepsake/fault"
)

// needed is the free space without which SQLite cannot open a database: its log and its index of
// the log.
const needed = 256 << 10

// explainDisk says that the disk is full or read-only where an error of opening a SQLite database
// comes of that; SQLite's own words for it vary ("unable to open database file").
func explainDisk(err error, url string) error {
	rest, isFile := strings.CutPrefix(url, "sqlite:")
	var a Ailment
	switch path, bad := sqlitePath(rest); {
	case err == nil, !isFile, bad != nil, errors.Is(err, errInUse):
		return err
	case errors.Is(err, syscall.EROFS), ailmentOf(err) == ReadOnly:
		a = ReadOnly
	case ailmentOf(err) == Full, isFull(filepath.Dir(path)):
		a = Full
	default:
		return err
	}
	return fault.Wrap(fault.Unavailable, a.Describe()+", so it cannot be opened", err)
}

func isFull(folder string) bool {
	free, ok := freeBytes(folder)
	return ok && free < needed
}

// ExplainDisk says that the disk is full or read-only where an error of the database comes of
// that.
func (db *DB) ExplainDisk(err error) error {
	if lite, ok := db.dialect.(sqlite); ok {
		return explainDisk(err, "sqlite:"+lite.path)
	}
	return err
}
