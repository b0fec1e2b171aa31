package sealed

import (
	"os"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"

	"keepsake/durable"
)

// walVFS makes the WAL of an encrypted database safe to be read while it grows.
//
// SQLite appends to a WAL while others read what stands before: it relies on bytes that are written once
// never changing. Adiantum breaks that. It encrypts blocks of 4 KiB as wholes, and pages in a WAL do not begin at
// blocks; so to append is to encrypt the last block anew, with the end of a page in it that others may be
// reading. The kernel does not keep a read from seeing half of a write, and half of such a block decrypts to
// noise, which SQLite takes for a damaged file or, worse, for data. So here reads and writes of a WAL exclude
// each other, between processes, too. Other files need no such care: SQLite writes a page of the database only
// where nobody reads it, and the size of a page is that of a block.
type walVFS struct{ vfs.VFSFilename }

// OpenFilename implements vfs.VFSFilename.
func (v walVFS) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	f, out, err := v.VFSFilename.OpenFilename(name, flags)
	if err != nil || flags&vfs.OPEN_WAL == 0 {
		return f, out, err
	}
	hold, err := os.Open(name.String())
	if err != nil {
		_ = f.Close()
		return nil, out, sqlite3.CANTOPEN
	}
	return &walFile{File: f, hold: hold}, out, nil
}

// walFile is an encrypted WAL.
type walFile struct {
	vfs.File
	hold *os.File // the same file, opened a second time, by which readers and the writer exclude each other
}

func (f *walFile) ReadAt(p []byte, off int64) (n int, err error) {
	if durable.Hold(f.hold, false) != nil {
		return 0, sqlite3.IOERR_READ
	}
	defer func() { _ = durable.Release(f.hold) }() // fails only for a closed file
	return f.File.ReadAt(p, off)
}

func (f *walFile) WriteAt(p []byte, off int64) (n int, err error) {
	if durable.Hold(f.hold, true) != nil {
		return 0, sqlite3.IOERR_WRITE
	}
	defer func() { _ = durable.Release(f.hold) }()
	return f.File.WriteAt(p, off)
}

func (f *walFile) Close() error {
	err := f.File.Close()
	if e := f.hold.Close(); err == nil {
		err = e
	}
	return err
}
