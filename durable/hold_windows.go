//go:build windows

package durable

import (
	"os"

	"golang.org/x/sys/windows"
)

// farByte is a byte far behind every file: locks of Windows forbid others to read what is locked.
var farByte = windows.Overlapped{OffsetHigh: 1 << 30}

func hold(f *os.File, exclusive bool) error {
	var flags uint32
	if exclusive {
		flags = windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	at := farByte
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &at)
}

func release(f *os.File) error {
	at := farByte
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, &at)
}
