package ingest_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"keepsake/memory/ingest"
	"keepsake/store"
	"keepsake/tx"
)

// disk is full from the n-th question on whether something can be stored; 0 = never.
type disk struct{ asked, fullFrom int }

func (d *disk) Ready(context.Context) error {
	if d.asked++; d.fullFrom > 0 && d.asked >= d.fullFrom {
		return fmt.Errorf("the disk is full: %w", tx.ErrStorage)
	}
	return nil
}

// X1: while nothing can be stored the model is not asked, whether that shows before a run is claimed or after it,
// and nothing is held against the run, which is done once there is room.
func TestNothingIsReadThatCannotBeStored(t *testing.T) {
	for name, c := range map[string]struct{ fullFrom, claims int }{"before the claim": {1, 0}, "after it": {2, 1}} {
		t.Run(name, func(t *testing.T) {
			on(t, func(t *testing.T, db *store.DB) {
				d := &disk{fullFrom: c.fullFrom}
				w := newWorld(t, db, func(s *ingest.Service) { s.Storage = d })
				w.model.teach("I like tea", "User likes tea")
				w.says("I like tea")
				equal(t, "runs", w.extracts(), 0)
				equal(t, "questions", len(w.model.questions()), 0)
				w.wait(2 * time.Minute) // the claim ends by itself
				r := w.run()
				equal(t, "attempts", r.Attempts, 0)
				equal(t, "claims", r.Claims, c.claims)
				equal(t, "error", r.Error, "")
				*d = disk{}
				equal(t, "runs once there is room", w.extracts(), 1)
				list(t, "memories", w.active(), "User likes tea")
			})
		})
	}
}
