package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Swap puts a file in the place of another one and of what lies beside that. What was there is kept
// under another name. Killed at any moment, it has not begun or is finished by Finish.
type Swap struct {
	Path   string   // of the file that is replaced; it may be missing
	Beside []string // suffixes of the files that belong to it, such as "-wal"
}

// Suffixes of the files of a swap.
const (
	StagedSuffix = ".restoring" // what takes the place
	markSuffix   = ".swapping"  // holds the base name for what is set aside, from the decision to the end
)

// Staged returns the name under which the file that takes the place is prepared.
func (s Swap) Staged() string { return s.Path + StagedSuffix }

// IsUnfinished reports whether a swap has begun and not ended.
func (s Swap) IsUnfinished() bool { return Exists(s.Path + markSuffix) }

// Do puts the staged file in the place. What was there gets the name aside (in the same folder) with
// the same suffixes. The caller holds the lock of the files and has closed them.
func (s Swap) Do(aside string) error {
	if err := s.writeMark(aside); err != nil {
		return err
	}
	return s.Finish()
}

// writeMark decides the swap: from here on it only goes forward.
func (s Swap) writeMark(aside string) error {
	return Write(s.Path+markSuffix, filepath.Base(aside))
}

// Finish does what is left of a swap that has begun; nothing when there is none.
func (s Swap) Finish() error {
	name, err := os.ReadFile(s.Path + markSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	aside := filepath.Join(filepath.Dir(s.Path), filepath.Base(strings.TrimSpace(string(name))))
	if Exists(s.Staged()) { // until it has its place, what has the names is what was there
		for _, suffix := range append([]string{""}, s.Beside...) {
			if err := moveAside(s.Path+suffix, aside+suffix); err != nil {
				return err
			}
		}
		if err := SyncFolder(s.Path); err != nil {
			return err
		}
		if err := os.Rename(s.Staged(), s.Path); err != nil {
			return err
		}
		if err := SyncFolder(s.Path); err != nil {
			return err
		}
	}
	if err := os.Remove(s.Path + markSuffix); err != nil {
		return err
	}
	return SyncFolder(s.Path)
}

// moveAside renames a file and takes the rights of others to it; a missing file is fine.
func moveAside(from, to string) error {
	if !Exists(from) {
		return nil
	}
	if err := CreatePrivate(from); err != nil {
		return err
	}
	return os.Rename(from, to)
}
