package erasures

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"keepsake/erasure"
	"keepsake/fault"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/database"
)

// row notes that the database knows of an entry of the journal.
type row struct {
	ID     string
	MadeAt time.Time
}

func (row) TableName() string { return "erasures" }

// pendingFor is how long an entry without an end may belong to a transaction that still runs elsewhere: no
// transaction of ours takes that long.
const pendingFor = 10 * time.Minute

// Missing returns the entries of the journal whose erasures the database does not know of, the oldest
// first, because it was put back from an older backup. Entries that a crash left without an end are
// marked: those that the database knows of Done, the others Void, since their transactions did not commit.
// But where the database is an older one, which other entries show or the caller knows (isRestored), that
// cannot be told, and they count as missing: what somebody asked to be erased is rather erased twice.
// damaged is the number of places in the journal that cannot be read.
func (s Store) Missing(ctx context.Context, isRestored bool) (missing []erasure.Entry, damaged int, err error) {
	journal, _ := s.access.Journal()
	records, damaged, err := journal.Read(ctx)
	if err != nil {
		return nil, 0, fault.Wrap(fault.Unavailable, "the journal of erasures cannot be read", err)
	}
	known, err := s.known(ctx)
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
				errs = append(errs, journal.End(ctx, r.ID, erasure.Done))
			}
		case r.End == erasure.Done || isRestored:
			missing = append(missing, r.Entry)
		case s.access.IsSingleProcess() || time.Since(r.At) > pendingFor:
			errs = append(errs, journal.End(ctx, r.ID, erasure.Void))
		}
	}
	return missing, damaged, errors.Join(errs...)
}

func (s Store) known(ctx context.Context) (map[string]bool, error) {
	var ids []string
	if err := s.access.Read(ctx).Model(&row{}).Pluck("id", &ids).Error; err != nil {
		return nil, database.Wrap(err, "read the known erasures")
	}
	known := make(map[string]bool, len(ids))
	for _, id := range ids {
		known[id] = true
	}
	return known, nil
}

// Prune removes the entries of the journal that are older, and returns how many. Their ids stay in the
// database for a month more, so that no clock that is wrong makes a known entry a missing one.
func (s Store) Prune(ctx context.Context, before time.Time) (int, error) {
	journal, _ := s.access.Journal()
	n, err := journal.Prune(ctx, before)
	if err != nil {
		return n, fault.Wrap(fault.Unavailable, "the journal of erasures cannot be pruned", err)
	}
	err = s.access.Write(ctx, func(g *gorm.DB) error {
		return g.Where("made_at < ?", column.UTC(before.Add(-31*24*time.Hour))).Delete(&row{}).Error
	})
	return n, database.Wrap(err, "prune the known erasures")
}

// HasKeyOf reports whether an entry's hashes were made with the database's key.
func (s Store) HasKeyOf(e erasure.Entry) bool {
	_, key := s.access.Journal()
	return e.Key == key.Name()
}

// Hash returns the hash of a person or a group in the journal.
func (s Store) Hash(owner scope.Scope) string {
	_, key := s.access.Journal()
	return key.Hash(owner)
}
