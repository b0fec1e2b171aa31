package files

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestProgress(t *testing.T) {
	var b strings.Builder
	p := &Progress{w: &b, shown: -1}
	for i := range 1000 {
		p.Update(i+1, 1000)
	}
	p.Finish()
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\r")
	if len(lines) != 102 || lines[51] != "[===============               ]  50 %  500 of 1000" && !strings.Contains(lines[51], " 50 %") {
		t.Errorf("%d steps, half: %q", len(lines), lines[51])
	}
	if NewProgress(&b).w == &b {
		t.Error("draws into what is no terminal")
	}
	(&Progress{w: &b, shown: -1}).Update(0, 0)
}

// A file is there whole, for its owner only, or as it was before.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "memories.json")
	write := func(text string, err error) error {
		return Write(io.Discard, path, func(w io.Writer) error {
			_, failed := io.WriteString(w, text)
			return errors.Join(err, failed)
		})
	}
	if err := write("first", nil); err != nil {
		t.Fatal(err)
	}
	cut := errors.New("cut off")
	if err := write("half", cut); !errors.Is(err, cut) {
		t.Error(err)
	}
	text, err := os.ReadFile(path)
	if info, statErr := os.Stat(path); err != nil || statErr != nil || string(text) != "first" || info.Mode().Perm() != 0o600 {
		t.Errorf("%q %v %v", text, err, statErr)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	if err := Write(io.Discard, filepath.Join(dir, "none", "x"), func(io.Writer) error { return nil }); err == nil {
		t.Error("a folder that is not there")
	}
	var out strings.Builder
	if err := Write(&out, "-", func(w io.Writer) error { _, err := io.WriteString(w, "shown"); return err }); err != nil || out.String() != "shown" {
		t.Errorf("%q %v", out.String(), err)
	}
}
