package database

import (
	"context"
	"errors"
	"slices"
	"time"

	"gorm.io/gorm"

	"keepsake/erasure"
	"keepsake/fault"
	"keepsake/internal/failpoint"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/standing"
)

// erasureRow notes that the database knows of an entry of the journal of erasures.
type erasureRow struct {
	ID     string
	MadeAt time.Time
}

func (erasureRow) TableName() string { return "erasures" }

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
		if a := standing.Of(err); a != "" {
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

// pendingFor is how long an entry without an end may belong to a transaction that still runs elsewhere:
// longer than writeTimeout.
const pendingFor = 10 * time.Minute

// MissingErasures returns the entries of the journal whose erasures the database does not know of, the
// oldest first, because it was put back from an older backup. Entries that a crash left without an end
// are marked: those that the database knows of Done, the others Void, since their transactions did not commit. But
// where the database is an older one, which other entries show or the caller knows (isRestored), that cannot
// be told, and they count as missing: what somebody asked to be erased is rather erased twice.
// damaged is the number of places in the journal that cannot be read.
func (db *DB) MissingErasures(ctx context.Context, isRestored bool) (missing []erasure.Entry, damaged int, err error) {
	records, damaged, err := db.journal.Read(ctx)
	if err != nil {
		return nil, 0, fault.Wrap(fault.Unavailable, "the journal of erasures cannot be read", err)
	}
	known, err := db.knownErasures(ctx)
	if err != nil {
		return nil, 0, err
	}
	for _, r := range records {
		isRestored = isRestored || r.End == erasure.Done && !known[r.ID]
	}
	var errs []error
	for _, r := range records {
		switch {
		case r.End == erasure.Void:
		case known[r.ID]:
			if r.End == "" {
				errs = append(errs, db.journal.End(ctx, r.ID, erasure.Done))
			}
		case r.End == erasure.Done || isRestored:
			missing = append(missing, r.Entry)
		case db.dialect.isSingleProcess() || time.Since(r.At) > pendingFor:
			errs = append(errs, db.journal.End(ctx, r.ID, erasure.Void))
		}
	}
	return missing, damaged, errors.Join(errs...)
}

func (db *DB) knownErasures(ctx context.Context) (map[string]bool, error) {
	var ids []string
	if err := NewAccess(db).Read(ctx).Model(&erasureRow{}).Pluck("id", &ids).Error; err != nil {
		return nil, Wrap(err, "read the known erasures")
	}
	known := make(map[string]bool, len(ids))
	for _, id := range ids {
		known[id] = true
	}
	return known, nil
}

// PruneErasures removes the entries of the journal that are older, and returns how many. Their ids stay in
// the database for longer than any clock is wrong.
func (db *DB) PruneErasures(ctx context.Context, before time.Time) (int, error) {
	n, err := db.journal.Prune(ctx, before)
	if err != nil {
		return n, fault.Wrap(fault.Unavailable, "the journal of erasures cannot be pruned", err)
	}
	err = NewAccess(db).Write(ctx, func(g *gorm.DB) error {
		return g.Where("made_at < ?", column.UTC(before.Add(-31*24*time.Hour))).Delete(&erasureRow{}).Error
	})
	return n, Wrap(err, "prune the known erasures")
}

// IsErasureKey reports whether an entry's hashes were made with the database's key.
func (db *DB) IsErasureKey(e erasure.Entry) bool { return e.Key == db.erasureKey.Name() }

// ErasureHash returns the hash of a person or a group in the journal.
func (db *DB) ErasureHash(owner scope.Scope) string { return db.erasureKey.Hash(owner) }
