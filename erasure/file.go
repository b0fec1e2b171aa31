package erasure

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"

	"keepsake/durable"
)

// File is a journal in a file that only its owner can read. Each line is a checksum and an entry, or the
// mark of one. A line that a power cut tore is skipped: its transaction had not committed.
//
// The file is opened and locked for each operation, so that short commands may write beside the bot, and
// so that Prune may put another file in its place.
type File struct {
	path string
	mu   sync.Mutex
}

// NewFile returns the journal in a file, which the first entry creates.
func NewFile(path string) *File { return &File{path: path} }

// Path returns the path of the file.
func (f *File) Path() string { return f.path }

// line is what a line of the file says: an entry, or the end of one.
type line struct {
	Entry *Entry `json:"entry,omitempty"`
	ID    string `json:"id,omitempty"`
	End   End    `json:"end,omitempty"`
}

// Append implements Journal.
func (f *File) Append(_ context.Context, e Entry) error { return f.write(line{Entry: &e}, true) }

// End implements Journal.
func (f *File) End(_ context.Context, id string, end End) error {
	return f.write(line{ID: id, End: end}, false)
}

// write adds a line. onDisk waits for the disk.
func (f *File) write(l line, onDisk bool) error {
	text, err := encode(l)
	if err != nil {
		return err
	}
	return f.locked(func(file *os.File) error {
		if err := mendEnd(file); err != nil {
			return err
		}
		if _, err := file.Write(text); err != nil || !onDisk {
			return err
		}
		return file.Sync()
	})
}

func encode(l line) ([]byte, error) {
	body, err := json.Marshal(l)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "%08x %s\n", crc32.ChecksumIEEE(body), body), nil
}

// mendEnd makes the file end with a whole line. What a power cut or a full disk left of one goes: its
// transaction did not commit. Left in place it would count as damage for ever.
func mendEnd(file *os.File) error {
	info, err := file.Stat()
	if err != nil || info.Size() == 0 {
		return err
	}
	last := make([]byte, 1)
	if _, err := file.ReadAt(last, info.Size()-1); err != nil || last[0] == '\n' {
		return err
	}
	text, err := io.ReadAll(io.NewSectionReader(file, 0, info.Size()))
	if err != nil {
		return err
	}
	end := bytes.LastIndexByte(text, '\n') + 1
	if _, ok := decodeLine(text[end:]); ok { // it lacks nothing but its newline
		_, err := file.Write([]byte{'\n'})
		return err
	}
	return file.Truncate(int64(end))
}

// locked runs fn with the file, which no other process writes to in the meantime. It creates a missing
// file, and makes its name durable.
func (f *File) locked(fn func(file *os.File) error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for {
		_, missing := os.Stat(f.path)
		file, err := os.OpenFile(f.path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
		if err != nil {
			return err
		}
		if err := lock(file); err != nil {
			return errors.Join(err, file.Close())
		}
		if !isAt(file, f.path) { // pruned while we waited
			if err := file.Close(); err != nil {
				return err
			}
			continue
		}
		if errors.Is(missing, fs.ErrNotExist) {
			err = errors.Join(file.Chmod(0o600), durable.SyncFolder(f.path))
		}
		if err == nil {
			err = fn(file)
		}
		return errors.Join(err, file.Close())
	}
}

func isAt(file *os.File, path string) bool {
	opened, err := file.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(path)
	return err == nil && os.SameFile(opened, named)
}

// Read implements Journal. A missing file is an empty journal.
func (f *File) Read(context.Context) (records []Record, damaged int, err error) {
	if _, err := os.Stat(f.path); errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	err = f.locked(func(file *os.File) error {
		text, err := io.ReadAll(file)
		records, damaged = decode(text)
		return err
	})
	return records, damaged, err
}

// decode reads the lines. Of the last one, when it is torn, nothing is said.
func decode(text []byte) (records []Record, damaged int) {
	at := map[string]int{}
	for each := range bytes.Lines(text) {
		body, whole := bytes.CutSuffix(each, []byte{'\n'})
		if len(body) == 0 {
			continue
		}
		l, ok := decodeLine(body)
		if !ok {
			if whole {
				damaged++
			}
			continue
		}
		if l.Entry != nil {
			at[l.Entry.ID] = len(records)
			records = append(records, Record{Entry: *l.Entry})
		} else if i, ok := at[l.ID]; ok {
			records[i].End = l.End
		}
	}
	return records, damaged
}

// decodeLine reads a line without its newline. ok is false when it is not what was written.
func decodeLine(body []byte) (l line, ok bool) {
	var sum uint32
	_, err := fmt.Sscanf(string(body[:min(8, len(body))]), "%08x", &sum)
	return l, err == nil && len(body) >= 10 && crc32.ChecksumIEEE(body[9:]) == sum && json.Unmarshal(body[9:], &l) == nil
}

// Look implements Journal.
func (f *File) Look(ctx context.Context) ([]Record, int, error) { return f.Read(ctx) }

// Prune implements Journal. It puts a new file in the place of the old one; killed anywhere it leaves one
// of the two.
func (f *File) Prune(_ context.Context, before time.Time) (n int, err error) {
	if _, err := os.Stat(f.path); errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	err = f.locked(func(file *os.File) error {
		text, err := io.ReadAll(file)
		if err != nil {
			return err
		}
		records, _ := decode(text)
		kept := slices.DeleteFunc(slices.Clone(records), func(r Record) bool { return r.At.Before(before) || r.End == Void })
		if n = len(records) - len(kept); n == 0 {
			return nil
		}
		return f.replace(kept)
	})
	return n, err
}

func (f *File) replace(records []Record) error {
	var text []byte
	for _, r := range records {
		ls := []line{{Entry: &r.Entry}}
		if r.End != "" {
			ls = append(ls, line{ID: r.ID, End: r.End})
		}
		for _, l := range ls {
			t, err := encode(l)
			if err != nil {
				return err
			}
			text = append(text, t...)
		}
	}
	return durable.Write(f.path, string(text))
}

// Close implements Journal.
func (f *File) Close() error { return nil }
