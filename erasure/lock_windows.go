//go:build windows

package erasure

import (
	"os"

	"golang.org/x/sys/windows"
)

// lock waits until no other process has the file locked. Closing the file releases the lock. The locked
// byte lies behind any content, because Windows lets nobody read locked bytes.
func lock(f *os.File) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
}
