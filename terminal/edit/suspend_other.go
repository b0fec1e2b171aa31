//go:build !unix

package edit

// suspend does nothing where there is no job control.
func (e *Editor) suspend() {}
