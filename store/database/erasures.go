package database

import (
	"context"
	"slices"
	"time"

	"keepsake/erasure"
	"keepsake/erasure/pgjournal"
	"keepsake/fault"
	"keepsake/internal/failpoint"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/standing"
)

// openJournal opens the journal of erasures: the file of Options.ErasureJournal, else the one of the dialect.
func (db *DB) openJournal(o Options) (err error) {
	db.erasureKey = o.ErasureKey
	if o.ErasureJournal != "" {
		db.journal = erasure.NewFile(o.ErasureJournal)
		return nil
	}
	db.journal, err = db.dialect.journal(o)
	return err
}

func (s sqlite) journal(Options) (erasure.Journal, error) {
	return erasure.NewFile(s.path + "-erasures"), nil
}

func (postgres) journal(o Options) (erasure.Journal, error) { return pgjournal.Open(o.URL) }

// RecordErasure notes, in the transaction of ctx, what it erases. The journal has it on the disk before the
// transaction commits. ids are those of the rows, and may be left out where owner is a person or a group
// all of whose rows are erased.
func (a Access) RecordErasure(ctx context.Context, part erasure.Part, owner scope.Scope, ids ...string) error {
	t := a.db.current(ctx)
	if t == nil {
		return fault.New(fault.Internal, "an erasure outside of a transaction")
	}
	i := erasure.Item{Part: part, Store: owner.Store, IDs: ids}
	if owner.ID != "" {
		i.Who = a.db.erasureKey.Hash(owner)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.erased = append(t.erased, i)
	return nil
}

// journalErasures is called before the commit. It stores the entry of what the transaction erased, if it
// erased anything. An entry of a reapplied erasure is in the journal already.
func (db *DB) journalErasures(ctx context.Context, t *tx) (err error) {
	if t.reapplies == nil {
		if len(t.erased) == 0 {
			return nil
		}
		t.entry = erasure.NewEntry(time.Now(), db.erasureKey, t.erased)
	} else {
		t.entry = *t.reapplies
	}
	row := "INSERT INTO erasures (id, made_at) VALUES (?, ?) ON CONFLICT (id) DO NOTHING"
	if err := t.handle.WithContext(ctx).Exec(row, t.entry.ID, column.UTC(t.entry.At)).Error; err != nil || t.reapplies != nil {
		return Wrap(err, "note an erasure")
	}
	if err := db.journal.Append(ctx, t.entry); err != nil {
		if a := standing.Diagnose(err); a != "" {
			db.watch.Note(a)
			return Wrap(err, "write the journal of erasures")
		}
		return fault.Wrap(fault.Unavailable, "the journal of erasures cannot be written, so nothing was erased", err)
	}
	failpoint.Hit(failpoint.AfterErasureNoted)
	return nil
}

// markErasure marks the entry of a committed transaction. A mark that fails is made up for at the next start.
func (db *DB) markErasure(ctx context.Context, t *tx) {
	if t.entry.ID == "" {
		return
	}
	failpoint.Hit(failpoint.AfterErasureCommit)
	if err := db.journal.End(context.WithoutCancel(ctx), t.entry.ID, erasure.Done); err != nil {
		db.log.Warn("an erasure could not be marked in the journal", "error", err)
	}
}

// Reapply runs fn in a transaction that makes good for an entry of the journal which the database lacks:
// the entry is noted as known, and nothing is added to the journal. It must not run inside a transaction.
func (db *DB) Reapply(ctx context.Context, e erasure.Entry, fn func(ctx context.Context) error) error {
	return db.InTx(ctx, func(ctx context.Context) error {
		db.current(ctx).reapplies = &e
		return fn(ctx)
	})
}

// RecordedErasures returns what the transaction of ctx has erased so far.
func (db *DB) RecordedErasures(ctx context.Context) []erasure.Item {
	t := db.current(ctx)
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.erased)
}

// Journal returns the journal of erasures, and the key of its hashes.
func (a Access) Journal() (erasure.Journal, erasure.Key) { return a.db.journal, a.db.erasureKey }
