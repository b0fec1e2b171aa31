package recovery

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"keepsake/app/settings"
	"keepsake/store"
)

// Restored is what a restore did.
type Restored struct {
	Result
	Aside string // the old database file, set aside with what lay beside it; "" when there was none
}

// Check returns the error of a Restore that cannot succeed, as far as the names of the files tell, so that
// nobody is asked whether to go on in vain. It changes nothing.
func Check(c settings.Config, backup string) error {
	return store.CheckReplacement(c.DatabaseURL.Reveal(), backup)
}

// Restore puts a backup in the place of the SQLite database of the settings, which no bot may use. It
// works on a copy of the backup: checks it, brings it up to date, and makes good for everything as Finish
// does. Only then the copy takes the database's place; killed at any moment, the old database is there
// or all of it is done. The errors are those of store.StageReplacement and store.Open.
func Restore(ctx context.Context, c settings.Config, backup string, log *slog.Logger) (out Restored, err error) {
	key, err := c.ReadDatabaseKey()
	if err != nil {
		return out, err
	}
	address := c.DatabaseURL.Reveal()
	r, err := store.StageReplacement(ctx, address, backup, key)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	// A database that cannot be opened any more is replaced as it is.
	if err := settle(ctx, c); err != nil && !errors.Is(err, store.ErrNoDatabase) {
		log.WarnContext(ctx, "the database that is replaced cannot be asked what became of its last erasures", "error", err)
	}
	staged := c
	staged.DatabaseURL = settings.Secret(r.Address())
	if staged.Erasures.Journal == "" { // it lies beside the database, not beside the copy
		staged.Erasures.Journal = strings.TrimPrefix(strings.TrimPrefix(address, "sqlite:"), "//") + "-erasures"
	}
	if out.Result, err = Finish(ctx, staged, log); err != nil {
		return out, err
	}
	out.Aside, err = r.Commit(time.Now())
	return out, err
}
