//go:build unix

package erasure

import (
	"os"
	"syscall"
)

// lock waits until no other process has the file locked. Closing the file releases the lock.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX) }
