//go:build windows

package database

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/windows"

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
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	if err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, new(windows.Overlapped)); err != nil {
		f.Close()
		if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
			return nil, errInUse
		}
		return nil, fault.Wrap(fault.Unavailable, "the database cannot be locked", err)
	}
	return f, nil
}
