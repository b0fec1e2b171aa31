package main

import (
	"context"
	"fmt"

	"keepsake/app/database"
)

// backupCmd copies the SQLite database, consistent as of one moment, while the bot runs.
type backupCmd struct {
	Path string `arg:"" optional:"" help:"The file to write, which must not exist, or a folder for dated copies. Default: $$KEEPSAKE_BACKUP_DIR."`
}

func (b backupCmd) Run(ctx context.Context, sh *shell) error {
	c, err := sh.loadForDatabase()
	if err != nil {
		return err
	}
	made, err := database.Backup(ctx, c, b.Path)
	if err != nil {
		return err
	}
	if c.DatabaseKey != "" || c.DatabaseKeyFile != "" {
		defer fmt.Fprintln(sh.out, "It is encrypted with the key that the database has now: keep that key as long as the backup.")
	}
	fmt.Fprintf(sh.out, "Saved to %s. To restore: stop the bot, then keepsake restore %s\n", made, made)
	return nil
}
