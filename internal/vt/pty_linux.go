package vt

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// OpenPTY returns the two ends of a pseudo-terminal of a size: a program uses tty, what it prints is
// read from keys, and what is written to keys is typed.
func OpenPTY(width, height int) (keys, tty *os.File, err error) {
	keys, err = os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		return nil, nil, err
	}
	fail := func(err error) (*os.File, *os.File, error) { return nil, nil, errors.Join(err, keys.Close()) }
	if err := unix.IoctlSetPointerInt(int(keys.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		return fail(err)
	}
	n, err := unix.IoctlGetInt(int(keys.Fd()), unix.TIOCGPTN)
	if err != nil {
		return fail(err)
	}
	if tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		return fail(err)
	}
	size := &unix.Winsize{Row: uint16(height), Col: uint16(width)}
	if err := unix.IoctlSetWinsize(int(tty.Fd()), unix.TIOCSWINSZ, size); err != nil {
		return fail(errors.Join(err, tty.Close()))
	}
	return keys, tty, nil
}
