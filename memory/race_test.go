package memory_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"keepsake/memory"
	"keepsake/store/storetest"
)

// Writers of one scope look and write one after the other, on the database that really
// runs them side by side: one statement is stored once, one button works once, versions
// have no gaps.
func TestWritersAtOnce(t *testing.T) {
	s := memory.New(memory.Config{Store: storetest.Postgres(t).Memories(), Now: time.Now, Key: []byte("key")})
	ctx := t.Context()
	const n = 8
	all := func(write func(i int) error) (errs []error) {
		errs = make([]error, n)
		var wg sync.WaitGroup
		for i := range n {
			wg.Go(func() { errs[i] = write(i) })
		}
		wg.Wait()
		return errs
	}
	once := func(what string, errs []error, refused ...error) {
		t.Helper()
		done := 0
		for _, err := range errs {
			if err == nil {
				done++
				continue
			}
			expected := false
			for _, r := range refused {
				expected = expected || errors.Is(err, r)
			}
			if !expected {
				t.Errorf("%s: %v", what, err)
			}
		}
		same(t, what, done, 1)
	}

	once("the same statement", all(func(int) error {
		_, _, err := s.Add(ctx, model, memory.Draft{Scope: alice, Content: "Alec is the user's boss", Subject: "Alec"})
		return err
	}), memory.ErrKnown)
	once("the same subject", all(func(i int) error {
		_, _, err := s.Add(ctx, model, memory.Draft{Scope: alice, Content: fmt.Sprintf("Sarah has %d cats", i), Subject: "Sarah"})
		return err
	}), memory.ErrSimilar)

	ms, _, err := s.List(ctx, memory.ActiveQuery(alice))
	must(t, err)
	id := ms[0].ID
	for i, err := range all(func(i int) error {
		_, _, _, err := s.Update(context.Background(), tap, hers, id, memory.Edit{Content: fmt.Sprintf("Alec, wording %d", i)})
		return err
	}) {
		if err != nil {
			t.Errorf("update %d: %v", i, err)
		}
	}
	h, err := s.History(ctx, hers, id)
	must(t, err)
	same(t, "versions", len(h.Versions), n+1)
	for i, v := range h.Versions {
		same(t, "number", v.Number, i+1)
	}

	d, err := s.Propose(ctx, model, hers, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "Bob hates tea"}, memory.ToolLimits)
	must(t, err)
	once("Save and Never", all(func(i int) error {
		var err error
		if i%2 == 0 {
			_, _, err = s.Save(ctx, tap, hers, d.ID, "")
		} else {
			_, err = s.Decline(ctx, tap, hers, d.ID)
		}
		return err
	}), memory.ErrDecided)
	_, c, err := s.Add(ctx, tap, memory.Draft{Scope: alice, Content: "User prefers coffee"})
	must(t, err)
	once("Undo", all(func(int) error { _, _, err := s.Undo(ctx, tap, hers, c.ID); return err }), memory.ErrUndone)
}
