package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"

	"keepsake/fault"
	"keepsake/store"
)

// ErrConverted says that the database has the key already that it was to get, or none.
var ErrConverted = store.ErrConverted

// databaseKey reads the key of the database's files, nil when none is set.
func (c Config) databaseKey() (*store.Key, error) {
	if c.DatabaseKeyFile == "" {
		if c.DatabaseKey == "" {
			return nil, nil
		}
		return store.ParseKey(c.DatabaseKey.Reveal())
	}
	return readKey(c.DatabaseKeyFile)
}

// storeOptions completes how a database is opened by the settings.
func (c Config) storeOptions(o store.Options) (store.Options, error) {
	var err error
	o.URL = c.DatabaseURL.Reveal()
	o.Key, err = c.databaseKey()
	return o, err
}

func readKey(path string) (*store.Key, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return store.ParseKey(string(b))
}

// keyProblems judges the key, and whether there is something it could encrypt.
func (c Config) keyProblems(sqlite bool) []Problem {
	setting := "KEEPSAKE_DATABASE_KEY"
	if c.DatabaseKeyFile != "" {
		setting = "KEEPSAKE_DATABASE_KEY_FILE"
	}
	_, err := c.databaseKey()
	switch {
	case c.DatabaseKey == "" && c.DatabaseKeyFile == "":
		return nil
	case c.DatabaseKey != "" && c.DatabaseKeyFile != "":
		return []Problem{{setting, "and KEEPSAKE_DATABASE_KEY are both set. Leave one out."}}
	case !sqlite:
		return []Problem{{setting, "encrypts the files of SQLite only. For PostgreSQL encrypt its server's disk, and leave this out."}}
	case errors.Is(err, fs.ErrNotExist):
		return []Problem{{setting, "names a file that is not there. Make a new key with: keepsake encrypt --new-key"}}
	case errors.Is(err, store.ErrKeyForm) && c.DatabaseKeyFile != "":
		return []Problem{{setting, "names a file that holds no key: it " + store.ErrKeyForm.Message + "."}}
	case errors.Is(err, store.ErrKeyForm):
		return []Problem{{setting, store.ErrKeyForm.Message + "."}}
	case err != nil:
		return []Problem{{setting, "names a file that cannot be read. May this user read it?"}}
	}
	return nil
}

// looseKey says what is wrong with who may read the key; "" when nothing is.
func (c Config) looseKey() string {
	if c.DatabaseKeyFile == "" || runtime.GOOS == "windows" {
		return ""
	}
	info, err := os.Stat(c.DatabaseKeyFile)
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return ""
	}
	return fmt.Sprintf("others may read the key in KEEPSAKE_DATABASE_KEY_FILE (mode %04o): chmod 600 it", info.Mode().Perm())
}

// NewKey writes a new key into the file that KEEPSAKE_DATABASE_KEY_FILE names, for a
// database that nobody is using now. It overwrites nothing: a lost key is a lost database.
func NewKey(c Config) error {
	if c.DatabaseKeyFile == "" {
		return Problems{{"KEEPSAKE_DATABASE_KEY_FILE", "is not set. Name the file that the new key shall be written to."}}
	}
	if err := store.Idle(c.DatabaseURL.Reveal()); err != nil {
		return err
	}
	f, err := os.OpenFile(c.DatabaseKeyFile, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return Problems{{"KEEPSAKE_DATABASE_KEY_FILE", "names a file that is there already. A key is never overwritten: name another file, or leave --new-key out."}}
	}
	if err != nil {
		return fault.Wrap(fault.Unavailable, "the key's file cannot be made", err)
	}
	_, err = fmt.Fprintln(f, store.NewKey().Hex())
	return errors.Join(err, f.Sync(), f.Close())
}

// Encrypt converts the database's files to the key that is set. oldKeyFile holds the key
// they have now; "" when they are plain. ErrConverted when there is nothing to do.
func Encrypt(ctx context.Context, c Config, oldKeyFile string) error {
	to, err := c.databaseKey()
	if err != nil {
		return err
	}
	if to == nil {
		return Problems{{"KEEPSAKE_DATABASE_KEY_FILE", "is not set. Name a file and make a key in it with: keepsake encrypt --new-key"}}
	}
	var from *store.Key
	if oldKeyFile != "" {
		if from, err = readKey(oldKeyFile); err != nil {
			return fault.Op(err, "--old-key-file")
		}
	}
	return c.convert(ctx, from, to)
}

// Decrypt makes the database's files plain again.
func Decrypt(ctx context.Context, c Config) error {
	from, err := c.databaseKey()
	if err != nil {
		return err
	}
	return c.convert(ctx, from, nil)
}

func (c Config) convert(ctx context.Context, from, to *store.Key) error {
	err := store.Convert(ctx, c.DatabaseURL.Reveal(), from, to)
	if errors.Is(err, store.ErrNoDatabase) {
		return fault.New(fault.NotFound, "there is no database yet: start the bot with the key set, and it is encrypted from the first byte")
	}
	return err
}
