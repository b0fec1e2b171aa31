//go:build unix

package database

import (
	"errors"
	"io"
	"os"
	"syscall"

	"keepsake/fault"
)

// errInUse means that another process holds the file lock.
var errInUse = fault.New(fault.Unavailable,
	"another Keepsake is using this database; stop it first, or give this one its own DATABASE_URL (on PostgreSQL several work side by side)")

// lockFile locks the file without waiting. Close, or the end of the process, releases the lock.
func lockFile(path string) (io.Closer, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fault.Wrap(fault.Unavailable, "the lock file of the database cannot be opened", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, errInUse
		}
		return nil, fault.Wrap(fault.Unavailable, "the database cannot be locked", err)
	}
	return f, nil
}
