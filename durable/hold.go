package durable

import "os"

// Hold waits until no other open file of the same name, of any process, is held in a way that excludes this
// one, and then holds it: any number may share a file, one alone may hold it exclusively. It holds the name
// and not the bytes: who does not ask reads and writes on. It ends with Release, with Close and with the process.
func Hold(f *os.File, exclusive bool) error { return hold(f, exclusive) }

// Release ends Hold.
func Release(f *os.File) error { return release(f) }
