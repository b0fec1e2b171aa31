// Package durable is for files that must outlive a crash and that only their owner may read: the
// files of a SQLite database and what lies beside them.
//
// It knows no database. Errors are those of the operating system; they name files and no contents.
//
// Start reading at Swap, which puts one set of files in the place of another.
package durable

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

// ErrLocked means that another process holds the lock.
var ErrLocked = errors.New("the file is locked by another process")

// leaving is how long Lock waits: a process that is just ending has the lock for a moment longer, and so has a
// child that it has forked, until that becomes another program.
const leaving = time.Second

// Lock locks the file, which it creates where it is missing. Closing the result, or the end of the process,
// releases the lock. It returns ErrLocked when another process has the lock for a second.
func Lock(path string) (io.Closer, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	err = lock(f)
	for until := time.Now().Add(leaving); errors.Is(err, ErrLocked) && time.Now().Before(until); err = lock(f) {
		time.Sleep(leaving / 50)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// CreatePrivate creates a missing file, and takes the rights of others to an existing one.
func CreatePrivate(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		err = f.Chmod(0o600)
	}
	return errors.Join(err, f.Close())
}

// Sync puts the contents of a file on the disk.
func Sync(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// SyncFolder puts the names in a file's folder on the disk. Windows cannot sync a folder.
func SyncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Copy copies a file to a new private one, which is on the disk when Copy returns. It replaces a file
// of that name.
func Copy(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := os.Remove(to); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}

// Write puts a text into a private file, which is on the disk when Write returns. Killed at any moment, the
// file is as it was, or whole.
func Write(path, text string) error {
	part := path + ".part"
	if err := os.WriteFile(part, []byte(text), 0o600); err != nil {
		return err
	}
	if err := Sync(part); err != nil {
		return err
	}
	if err := os.Rename(part, path); err != nil {
		return err
	}
	return SyncFolder(path)
}

// Exists reports whether there is a file or folder of this name.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
