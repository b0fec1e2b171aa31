//go:build unix

package files

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// What is no file is written to and stays: a device that was replaced by a file would be gone for everybody.
func TestWriteToWhatIsNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	read := make(chan string, 1)
	go func() {
		text, _ := os.ReadFile(path)
		read <- string(text)
	}()
	err := Write(io.Discard, path, func(w io.Writer) error { _, err := io.WriteString(w, "through"); return err })
	if got := <-read; err != nil || got != "through" {
		t.Errorf("%q %v", got, err)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe is gone: %v", err)
	}
}
