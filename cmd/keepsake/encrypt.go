package main

import (
	"context"
	"errors"
	"fmt"

	"keepsake/app/database"
)

// encryptCmd gives the SQLite database's files the key that is set, another key, or none.
type encryptCmd struct {
	NewKey     bool   `help:"Make a key first, in the file that KEEPSAKE_DATABASE_KEY_FILE names." xor:"way"`
	OldKeyFile string `help:"The key that the database has now, to change it for the one that is set." placeholder:"FILE" type:"path"`
	Decrypt    bool   `help:"Make the files plain again." xor:"way"`
}

const afterEncrypt = `Keep a copy of the key in another place: without it nobody can read the database or its backups.
The old file was overwritten and removed. An SSD, a snapshot or a file system that copies on write may
still hold its blocks, and backups made before are as they were: destroy those.
`

func (e encryptCmd) Run(ctx context.Context, sh *shell) error {
	c, err := sh.load()
	if err != nil {
		return err
	}
	if e.NewKey {
		if err := database.NewKey(ctx, c, e.OldKeyFile); err != nil {
			return err
		}
		fmt.Fprintf(sh.out, "A new key is in %s.\n", c.DatabaseKeyFile)
	}
	if err := c.ValidateDatabase(); err != nil {
		return err
	}
	if e.Decrypt {
		err, done := reportOutcome(sh, database.Decrypt(ctx, c), "The database is not encrypted.")
		if done {
			fmt.Fprintln(sh.out, "The database is plain now. Take KEEPSAKE_DATABASE_KEY_FILE and KEEPSAKE_DATABASE_KEY out of the settings.")
		}
		return err
	}
	err, done := reportOutcome(sh, database.Encrypt(ctx, c, e.OldKeyFile), "The database is encrypted with this key already.")
	if done {
		fmt.Fprint(sh.out, "The database is encrypted.\n"+afterEncrypt)
	}
	return err
}

// reportOutcome says so when there was nothing to do, which is no failure.
func reportOutcome(sh *shell, err error, already string) (_ error, done bool) {
	if errors.Is(err, database.ErrConverted) {
		fmt.Fprintln(sh.out, already)
		return nil, false
	}
	return err, err == nil
}
