package standing

import (
	"errors"
	"path/filepath"
	"syscall"

	"keepsake/fault"
	"keepsake/tx"
)

// needed is the free space without which SQLite cannot open a database: its log and its index of
// the log.
const needed = 256 << 10

// WhenDamaged says what an operator does about a damaged file.
const WhenDamaged = "Stop the bot, keep a copy of the files, and put the newest backup back: keepsake restore FILE."

// ErrDamaged means that pages of a SQLite file are damaged, or that it is no database.
var ErrDamaged = &fault.Error{Kind: fault.Unavailable, Message: "the database file is damaged. " + WhenDamaged, Err: tx.ErrStorage}

// Explain says that the disk is full or read-only, or the file damaged, where an error of a SQLite file
// comes of that; SQLite's own words for it vary ("unable to open database file").
func Explain(err error, path string) error {
	var a Ailment
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.EROFS), Diagnose(err) == ReadOnly:
		a = ReadOnly
	case Diagnose(err) == Full, IsFull(path):
		a = Full
	case Diagnose(err) == Damaged:
		return ErrDamaged
	default:
		return err
	}
	return fault.Wrap(fault.Unavailable, a.Describe()+", so it cannot be opened", err)
}

// IsFull reports whether the disk that a file is on is full.
func IsFull(path string) bool {
	free, ok := freeBytes(filepath.Dir(path))
	return ok && free < needed
}
