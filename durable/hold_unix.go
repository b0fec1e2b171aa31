//go:build unix

package durable

import (
	"errors"
	"os"
	"syscall"
)

func hold(f *os.File, exclusive bool) error {
	how := syscall.LOCK_SH
	if exclusive {
		how = syscall.LOCK_EX
	}
	return flock(f, how)
}

func release(f *os.File) error { return flock(f, syscall.LOCK_UN) }

// flock tries again what a signal interrupts.
func flock(f *os.File, how int) error {
	for {
		if err := syscall.Flock(int(f.Fd()), how); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
