package main

import (
	"context"
	"fmt"

	"keepsake/app"
)

// backupCmd copies the SQLite database, consistent as of one moment, while the bot runs.
type backupCmd struct {
	Path string `arg:"" help:"The file to write; it must not exist."`
}

func (b backupCmd) Run(ctx context.Context, sh *shell) error {
	c, err := sh.loadForDatabase()
	if err != nil {
		return err
	}
	if err := app.Backup(ctx, c, b.Path); err != nil {
		return err
	}
	if c.DatabaseKey != "" || c.DatabaseKeyFile != "" {
		defer fmt.Fprintln(sh.out, "It is encrypted with the key that the database has now: keep that key as long as the backup.")
	}
	fmt.Fprintf(sh.out, "Saved to %s. To restore: stop the bot, then keepsake restore %s\n", b.Path, b.Path)
	return nil
}
