// Package recovery makes good for what a backup does not know: a database that was put back from one
// forgets again what was forgotten since, and what waited in it is closed, so that nobody gets an answer or
// a reminder of long ago.
//
// It decides nothing about what goes: memory/forget does, by the journal of package erasure. Start reading
// at Recovery.
package recovery

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/app/database"
	"keepsake/app/settings"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/forget"
	"keepsake/people"
	"keepsake/session"
	"keepsake/store"
	"keepsake/task"
	"keepsake/usage"
)

// Recovery works on one database.
type Recovery struct {
	DB     *store.DB
	Forget *forget.Service
	Now    func() time.Time
	Log    *slog.Logger
}

// Result is what was done to a database that was put back.
type Result struct {
	Erased forget.Reapplied
	// Damaged are places of the journal that cannot be read.
	Damaged int
	Closed  store.Closed
	// IsDirty says that what was erased may still be in the files; the next upkeep removes it.
	IsDirty bool
}

// Finish makes good for everything after a database was put back: call it once, before the bot starts. It
// may be called again when it was cut off.
func (r *Recovery) Finish(ctx context.Context) (Result, error) {
	out, err := r.erase(ctx, true)
	if err != nil {
		return out, err
	}
	out.Closed, err = r.DB.Erasures().CloseWaiting(ctx, r.Now())
	return out, err
}

// CatchUp is called at each start: where the journal shows that the database is older than it was, because a
// backup was put in its place by hand, everything is made good for as Finish does. In PostgreSQL, where other
// processes may be at work, what waits stays as it is.
func (r *Recovery) CatchUp(ctx context.Context) error {
	out, err := r.erase(ctx, false)
	if err != nil || out.Erased.Entries == 0 && out.Damaged == 0 {
		return err
	}
	if out.Damaged > 0 {
		r.Log.Error("the journal of erasures is damaged; what its places say is not erased again after a restore", "places", out.Damaged)
	}
	if out.Erased.Entries == 0 {
		return nil
	}
	if r.DB.Dialect() == "sqlite" {
		if out.Closed, err = r.DB.Erasures().CloseWaiting(ctx, r.Now()); err != nil {
			return err
		}
	}
	r.Log.Warn("the database is older than it was; what was erased since is erased again", "erasures", out.Erased.Entries,
		"unknown_key", out.Erased.Unknown, "closed", out.Closed.Len())
	return nil
}

// erase erases again what the journal has and the database lacks.
func (r *Recovery) erase(ctx context.Context, isRestored bool) (out Result, err error) {
	missing, damaged, err := r.DB.Erasures().Missing(ctx, isRestored)
	if err != nil {
		return out, err
	}
	out.Damaged = damaged
	out.Erased, err = r.Forget.Reapply(ctx, actor.OfSystem(), r.DB.Erasures(), missing)
	if err != nil && out.Erased.Entries == len(missing) {
		out.IsDirty, err = true, nil // forget has logged it
	}
	return out, err
}

// Prune removes what is older than any backup from the journal. In PostgreSQL it also settles what a crash
// left there; on SQLite the next start does, when no transaction of this process can be between its entry
// and its commit.
func (r *Recovery) Prune(ctx context.Context, keep time.Duration) (n int, err error) {
	if r.DB.Dialect() != "sqlite" {
		_, _, err = r.DB.Erasures().Missing(ctx, false)
	}
	n, pruneErr := r.DB.Erasures().Prune(ctx, r.Now().Add(-keep))
	return n, errors.Join(err, pruneErr)
}

// settle is for a database that is about to be replaced by a backup: it asks the database what became of
// the erasures that a crash left open, which nobody can tell afterwards. An error is no reason not to
// replace it: then they are erased again.
func settle(ctx context.Context, c settings.Config) (err error) {
	db, err := database.Open(ctx, c, store.Options{Existing: true, Shared: true}) // who restores holds the lock
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	_, _, err = db.Erasures().Missing(ctx, false)
	return err
}

// Finish opens the database of the settings, which was put back from a backup and which no bot uses,
// brings it up to date, and makes good for everything; see Recovery.Finish.
func Finish(ctx context.Context, c settings.Config, log *slog.Logger) (out Result, err error) {
	db, err := database.Open(ctx, c, store.Options{Existing: true, Log: log})
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.Migrate(ctx); err != nil {
		return out, err
	}
	cast, err := c.Cast()
	if err != nil {
		return out, err
	}
	r := &Recovery{DB: db, Forget: newForget(db, c, cast, log), Now: time.Now, Log: log}
	return r.Finish(ctx)
}

// newForget returns the service that forgets, without the parts of a running bot.
func newForget(db *store.DB, c settings.Config, cast []settings.Config, log *slog.Logger) *forget.Service {
	return &forget.Service{
		Memory:     memory.New(memory.Config{Store: db.Memories(), Now: time.Now, Key: c.TombstoneKey(), KeepDeleted: c.Memory.KeepDeleted, IsAbout: people.HasLabel}),
		Candidates: candidate.New(db.Candidates(), time.Now),
		Sessions:   session.New(session.Config{Store: db.Sessions(), Now: time.Now}),
		Delivery:   delivery.New(delivery.Config{Store: db.Deliveries(), Now: time.Now}),
		People:     people.New(people.Config{Store: db.People(), Now: time.Now}),
		Tasks:      task.New(task.Config{Store: db.Tasks(), Now: time.Now}),
		Usage:      usage.New(usage.Config{Store: db.Usage(), Limits: c.UsageLimits(), Now: time.Now}),
		Keys:       &apikey.Service{Store: db.Keys(), Now: time.Now},
		Tx:         db, Scrubber: db, Stores: settings.Stores(cast), Bots: settings.Bots(cast), Now: time.Now, Log: log,
	}
}
