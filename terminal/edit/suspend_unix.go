//go:build unix

package edit

import "syscall"

// suspend gives the terminal back and stops the process group, as Ctrl-Z does outside of raw mode.
// It returns when the shell continues it.
func (e *Editor) suspend() {
	visible := e.visible
	e.visible = false
	_ = e.draw("")
	e.visible = visible
	e.leaveRaw()
	_ = syscall.Kill(0, syscall.SIGTSTP)
	_ = e.enterRaw() // fails when the terminal is gone, which the next read tells
}
