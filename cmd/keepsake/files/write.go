// Package files is how commands write files, and how they show how far they are.
//
// Start reading at Write.
package files

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// Write writes a file whole or not at all, for its owner only; "-" is out. What is no file, such as
// /dev/stdout or a pipe, is written to and stays what it is.
func Write(out io.Writer, path string, write func(io.Writer) error) error {
	if path == "-" {
		return write(out)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".keepsake-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // nothing once it has its name
	if err := errors.Join(write(f), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
