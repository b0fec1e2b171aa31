package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"

	"keepsake/store"
)

// ReadDatabaseKey reads the key of the database's files, nil when none is set.
func (c Config) ReadDatabaseKey() (*store.Key, error) {
	if c.DatabaseKeyFile == "" {
		if c.DatabaseKey == "" {
			return nil, nil
		}
		return store.ParseKey(c.DatabaseKey.Reveal())
	}
	return ReadKey(c.DatabaseKeyFile)
}

func ReadKey(path string) (*store.Key, error) {
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
	_, err := c.ReadDatabaseKey()
	switch {
	case c.DatabaseKey == "" && c.DatabaseKeyFile == "":
		return nil
	case c.DatabaseKey != "" && c.DatabaseKeyFile != "":
		return []Problem{{setting, "and KEEPSAKE_DATABASE_KEY are both set. Leave one out."}}
	case !sqlite:
		return []Problem{{setting, "encrypts the files of SQLite only. For PostgreSQL encrypt its server's disk, and leave this out."}}
	case errors.Is(err, fs.ErrNotExist):
		if store.IsSealed(c.DatabaseURL.Reveal()) {
			return []Problem{{setting, "names a file that is not there, and the database is encrypted: only its own key opens it. Bring that file back; is its disk mounted?"}}
		}
		return []Problem{{setting, "names a file that is not there. If there was one, bring it back; is its disk mounted? Where nothing is encrypted yet, make a key with: keepsake encrypt --new-key"}}
	case errors.Is(err, store.ErrKeyForm) && c.DatabaseKeyFile != "":
		return []Problem{{setting, "names a file that holds no key: it " + store.ErrKeyForm.Message + "."}}
	case errors.Is(err, store.ErrKeyForm):
		return []Problem{{setting, store.ErrKeyForm.Message + "."}}
	case err != nil:
		return []Problem{{setting, "names a file that cannot be read. May this user read it?"}}
	}
	return nil
}

// KeyWarning says what is wrong with who may read the key; "" when nothing is.
func (c Config) KeyWarning() string {
	if c.DatabaseKeyFile == "" || runtime.GOOS == "windows" {
		return ""
	}
	info, err := os.Stat(c.DatabaseKeyFile)
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return ""
	}
	return fmt.Sprintf("others may read the key in KEEPSAKE_DATABASE_KEY_FILE (mode %04o): chmod 600 it", info.Mode().Perm())
}
