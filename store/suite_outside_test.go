package store_test

import (
	"testing"
	"time"

	"keepsake/outside"
	"keepsake/store"
)

// 13.4: what tools of other programs may do is kept as it was put; a call moves once from one state, whoever asks.
func TestOutside(t *testing.T) {
	onEach(t, func(t *testing.T, db *store.DB) {
		ctx, s := t.Context(), db.Outside()
		now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
		pin := outside.Pin{Server: "far", Name: "look", Hash: "h1", About: "looks", AskedHash: "h2-and-more", AskedAbout: "looks away", At: now}
		must(t, s.PutPin(ctx, outside.Pin{Server: "far", Name: "look", Hash: "h0", At: now}))
		must(t, s.PutPin(ctx, pin))
		if pins, err := s.Pins(ctx, "far"); err != nil || len(pins) != 1 || pins[0] != pin {
			t.Errorf("pins: %+v, %v", pins, err)
		}
		if p, err := s.AskedPin(ctx, "h2-and"); err != nil || p != pin {
			t.Errorf("the one that waits: %+v, %v", p, err)
		}
		if _, err := s.AskedPin(ctx, "h1"); err != outside.ErrNotFound {
			t.Errorf("one that does not wait: %v", err)
		}
		permit := outside.Permit{Person: "p", Server: "far", Tool: "look", Hash: "h1", CreatedAt: now}
		must(t, s.PutPermit(ctx, permit))
		must(t, s.PutPermit(ctx, permit))
		if ok, err := s.HasPermit(ctx, permit); err != nil || !ok {
			t.Errorf("permitted: %t, %v", ok, err)
		}
		if n, err := s.DeletePermits(ctx, "p", "far", "look"); err != nil || n != 1 {
			t.Errorf("taken back: %d, %v", n, err)
		}
		call := outside.Call{ID: "c1", Person: "p", Server: "far", Tool: "send", Hash: "h1", Session: "s", Turn: "t", CallID: "1", State: outside.Waiting, CreatedAt: now}
		for want := range 2 {
			if fresh, err := s.PutCall(ctx, call); err != nil || fresh != (want == 0) {
				t.Errorf("put: fresh %t, %v", fresh, err)
			}
			call.ID = "c2"
		}
		call.ID = "c1"
		for range 2 {
			if got, err := s.CallOf(ctx, "t", "1"); err != nil || got != call {
				t.Errorf("of the turn and call: %+v, %v", got, err)
			}
		}
		if moved, err := s.MoveCall(ctx, "c1", outside.Waiting, outside.Running, nil); err != nil || !moved {
			t.Errorf("moved: %t, %v", moved, err)
		}
		if moved, err := s.MoveCall(ctx, "c1", outside.Waiting, outside.Done, &now); err != nil || moved {
			t.Errorf("moved again: %t, %v", moved, err)
		}
		if got, err := s.Call(ctx, "c1"); err != nil || got.State != outside.Running || got.EndedAt != nil {
			t.Errorf("after it: %+v, %v", got, err)
		}
		if _, err := s.Call(ctx, "c2"); err != outside.ErrNotFound {
			t.Errorf("what was not put: %v", err)
		}
		if all, err := s.CallsOf(ctx, "t"); err != nil || len(all) != 1 {
			t.Errorf("of the turn: %d, %v", len(all), err)
		}
		if n, err := s.PurgeCalls(ctx, now); err != nil || n != 0 {
			t.Errorf("purged too soon: %d, %v", n, err)
		}
		must(t, s.PutPermit(ctx, permit))
		if n, err := s.ErasePerson(ctx, "p"); err != nil || n != 2 {
			t.Errorf("erased: %d, %v", n, err)
		}
	})
}
