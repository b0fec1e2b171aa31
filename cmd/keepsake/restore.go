package main

import (
	"context"
	"fmt"

	"keepsake/app/recovery"
)

// restoreCmd puts a backup in the place of the SQLite database.
type restoreCmd struct {
	File  string `arg:"" help:"The file that keepsake backup made." type:"path"`
	Force bool   `help:"Do not ask."`
}

func (r restoreCmd) Run(ctx context.Context, sh *shell) error {
	c, err := sh.loadForDatabase()
	if err != nil {
		return err
	}
	if err := recovery.Check(c, r.File); err != nil {
		return err
	}
	if !r.Force {
		if err := sh.confirm("The database becomes what it was when "+r.File+" was made; the present one is set aside. What waits in the backup is closed, not sent. Go on?", "nothing was restored"); err != nil {
			return err
		}
	}
	done, err := recovery.Restore(ctx, c, r.File, sh.logger(c))
	if err != nil {
		return err
	}
	fmt.Fprintf(sh.out, "Restored from %s. Start the bot again.\n", r.File)
	if done.Aside != "" {
		fmt.Fprintf(sh.out, "The database of before is now %s. Once all is well, delete it: it still holds everything.\n", done.Aside)
	}
	printRecovery(sh.out, done.Result)
	return nil
}
