// Package backups keeps a folder of dated copies of the SQLite database: it makes one when the newest is
// too old, and removes the oldest.
//
// It does not know how a copy is made or checked; a function does both. Start reading at Folder.
package backups

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"keepsake/fault"
)

// Folder is a folder of backups.
type Folder struct {
	Dir   string
	Every time.Duration // age of the newest backup at which one more is due
	Keep  int           // how many stay; at least 1
	// Make writes a checked copy of the database to a new file, or leaves no file.
	Make func(ctx context.Context, path string) error
	Now  func() time.Time
}

// The name of a backup says when it was begun, in UTC. Files of other names are left alone.
const form = "keepsake-20060102-150405.db"

var named = regexp.MustCompile(`^keepsake-\d{8}-\d{6}\.db$`)

// MakeIfDue makes a backup when one is due, and removes the oldest beyond Keep. It returns how many it
// made, 0 or 1. A backup that fails removes nothing.
func (f Folder) MakeIfDue(ctx context.Context) (int, error) {
	newest, err := f.Newest()
	if err != nil {
		return 0, err
	}
	// A newest backup of the future is of a clock that was wrong.
	if !newest.IsZero() && f.Now().Sub(newest).Abs() < f.Every {
		return 0, nil
	}
	if _, err := f.MakeNow(ctx); err != nil {
		return 0, err
	}
	return 1, nil
}

// MakeNow makes a backup, removes the oldest beyond Keep, and returns the path of the new one.
func (f Folder) MakeNow(ctx context.Context) (path string, err error) {
	if err := os.MkdirAll(f.Dir, 0o700); err != nil {
		return "", fault.Wrap(fault.Unavailable, "the folder of the backups cannot be made", err)
	}
	path = filepath.Join(f.Dir, f.Now().UTC().Format(form))
	if err := f.Make(ctx, path); err != nil {
		return "", err
	}
	return path, f.removeOldest(path)
}

// removeOldest removes the oldest backups beyond Keep, and never the one that was just made.
func (f Folder) removeOldest(made string) error {
	names, err := f.names()
	if err != nil {
		return err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == filepath.Base(made) })
	var errs []error
	for _, name := range names[:max(0, len(names)+1-max(1, f.Keep))] {
		errs = append(errs, os.Remove(filepath.Join(f.Dir, name)))
	}
	if err := errors.Join(errs...); err != nil {
		return fault.Wrap(fault.Unavailable, "an old backup cannot be removed", err)
	}
	return nil
}

// Newest returns when the newest backup was begun, zero when there is none.
func (f Folder) Newest() (time.Time, error) {
	names, err := f.names()
	if err != nil || len(names) == 0 {
		return time.Time{}, err
	}
	return time.Parse(form, names[len(names)-1])
}

// Age returns the age of the newest backup in seconds: +Inf when there is none, NaN when it cannot be told.
func (f Folder) Age() float64 {
	newest, err := f.Newest()
	switch {
	case err != nil:
		return math.NaN()
	case newest.IsZero():
		return math.Inf(1)
	}
	return f.Now().Sub(newest).Seconds()
}

// names returns the backups' names, the oldest first.
func (f Folder) names() (names []string, err error) {
	entries, err := os.ReadDir(f.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fault.Wrap(fault.Unavailable, "the folder of the backups cannot be read", err)
	}
	for _, e := range entries {
		if _, err := time.Parse(form, e.Name()); err == nil && named.MatchString(e.Name()) && e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names, nil
}
