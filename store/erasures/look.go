package erasures

import (
	"context"
	"time"

	"keepsake/erasure"
	"keepsake/fault"
	"keepsake/store/column"
	"keepsake/store/database"
)

// State says how far the journal of erasures can be relied on after a restore.
type State struct {
	Entries  int
	Damaged  int // places that cannot be read
	Lost     int // erasures that the database knows of and the journal does not: it is missing, cut off, or another one
	OtherKey int // entries whose hashes were made with another key
}

// Look compares the journal with the database and changes neither. since is how far back the journal must go.
func (s Store) Look(ctx context.Context, since time.Time) (out State, err error) {
	var known []string // asked first: what commits in the meantime is in the journal by then
	if err := s.access.Read(ctx).Model(&row{}).Where("made_at >= ?", column.UTC(since)).Pluck("id", &known).Error; err != nil {
		return out, database.Wrap(err, "read the known erasures")
	}
	journal, _ := s.access.Journal()
	records, damaged, err := journal.Look(ctx)
	if err != nil {
		return out, fault.Wrap(fault.Unavailable, "the journal of erasures cannot be read", err)
	}
	out.Damaged = damaged
	has := make(map[string]bool, len(records))
	for _, r := range records {
		has[r.ID] = true
		if r.End == erasure.Void {
			continue
		}
		out.Entries++
		if !s.HasKeyOf(r.Entry) {
			out.OtherKey++
		}
	}
	for _, id := range known {
		if !has[id] {
			out.Lost++
		}
	}
	return out, nil
}
