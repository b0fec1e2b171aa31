package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"keepsake/app/settings"
	"keepsake/fault"
	"keepsake/store"
)

// ErrConverted says that the database has the key already that it was to get, or none.
var ErrConverted = store.ErrConverted

// NewKey writes a new key into the file that KEEPSAKE_DATABASE_KEY_FILE names, for a
// database that nobody is using now. It overwrites nothing: a lost key is a lost database. For a database that is
// encrypted oldKeyFile must hold its present key, so that a key whose file is away is not taken for one never made.
func NewKey(ctx context.Context, c settings.Config, oldKeyFile string) error {
	if c.DatabaseKeyFile == "" {
		return settings.Problems{{Setting: "KEEPSAKE_DATABASE_KEY_FILE", Advice: "is not set. Name the file that the new key shall be written to."}}
	}
	if err := store.CheckIdle(c.DatabaseURL.Reveal()); err != nil {
		return err
	}
	if err := checkOldKey(ctx, c, oldKeyFile); err != nil {
		return err
	}
	f, err := os.OpenFile(c.DatabaseKeyFile, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return settings.Problems{{Setting: "KEEPSAKE_DATABASE_KEY_FILE", Advice: "names a file that is there already. A key is never overwritten: name another file, or leave --new-key out."}}
	}
	if err != nil {
		return fault.Wrap(fault.Unavailable, "the key's file cannot be made", err)
	}
	_, err = fmt.Fprintln(f, store.NewKey().Hex())
	return errors.Join(err, f.Sync(), f.Close())
}

// checkOldKey returns nil when the database is not encrypted, or is with the key in oldKeyFile.
func checkOldKey(ctx context.Context, c settings.Config, oldKeyFile string) error {
	if _, err := os.Lstat(c.DatabaseKeyFile); err == nil || !store.IsSealed(c.DatabaseURL.Reveal()) {
		return nil // NewKey refuses a file that is there
	}
	if oldKeyFile == "" {
		return settings.Problems{{Setting: "KEEPSAKE_DATABASE_KEY_FILE", Advice: "names a file that is not there, and the database is encrypted: only its own key opens it. Bring that file back; is its disk mounted? To change the key, name the present one too: --old-key-file FILE"}}
	}
	c.DatabaseKey, c.DatabaseKeyFile = "", oldKeyFile
	o, err := c.StoreOptions(store.Options{Shared: true})
	if err != nil {
		return fault.Op(err, "--old-key-file")
	}
	db, err := store.Open(ctx, o)
	if err != nil {
		return fault.Op(err, "--old-key-file")
	}
	return db.Close()
}

// Encrypt converts the database's files to the key that is set. oldKeyFile holds the key
// they have now; "" when they are plain. ErrConverted when there is nothing to do.
func Encrypt(ctx context.Context, c settings.Config, oldKeyFile string) error {
	to, err := c.ReadDatabaseKey()
	if err != nil {
		return err
	}
	if to == nil {
		return settings.Problems{{Setting: "KEEPSAKE_DATABASE_KEY_FILE", Advice: "is not set. Name a file and make a key in it with: keepsake encrypt --new-key"}}
	}
	var from *store.Key
	if oldKeyFile != "" {
		if from, err = settings.ReadKey(oldKeyFile); err != nil {
			return fault.Op(err, "--old-key-file")
		}
	}
	return convertDatabase(ctx, c, from, to)
}

// Decrypt makes the database's files plain again.
func Decrypt(ctx context.Context, c settings.Config) error {
	from, err := c.ReadDatabaseKey()
	if err != nil {
		return err
	}
	return convertDatabase(ctx, c, from, nil)
}

func convertDatabase(ctx context.Context, c settings.Config, from, to *store.Key) error {
	err := store.Convert(ctx, c.DatabaseURL.Reveal(), from, to)
	if errors.Is(err, store.ErrNoDatabase) {
		return fault.New(fault.NotFound, "there is no database yet: start the bot with the key set, and it is encrypted from the first byte")
	}
	return err
}
