package outbox

import (
	"context"
	"errors"
	"slices"
	"time"

	"keepsake/bot/panics"
	"keepsake/bot/telegram"
	"keepsake/clock"
	"keepsake/delivery"
	"keepsake/lease"
	"keepsake/markdown"
)

const (
	// giveUpTidy is how long after a message was sent a search for its strays may begin.
	giveUpTidy = 24 * time.Hour
	// tidyWithin bounds one search, tidyEvery is how often it looks for room, and tidyAgain is
	// the pause after a search that Telegram or the database did not let end.
	tidyWithin = 10 * time.Minute
	tidyEvery  = 50 * time.Millisecond
	tidyAgain  = time.Minute
	// maxCandidates bounds how many ids are tried for one message.
	maxCandidates = 200
)

// search looks for the placeholders of a message whose ids nobody learned. One is known by what
// it shows: to edit that in again changes nothing. Only ids are tried that may be ours, and
// only where the limits have room.
type search struct {
	box *Outbox
	out delivery.Outgoing // its Strays are those not found yet
	// renewAt is when the row is put off again: should this process die, the row gets due and
	// the next process searches.
	renewAt time.Time
}

// beginTidy searches for a message's strays beside everything else.
func (b *Outbox) beginTidy(ctx context.Context, o delivery.Outgoing) error {
	s := &search{box: b, out: o}
	if err := s.renew(ctx); err != nil {
		return err
	}
	if _, isSearched := b.searches.LoadOrStore(o.ID, true); isSearched {
		return nil
	}
	// A search outlasts the hold on the message, and two at a time do no harm.
	ctx = lease.With(ctx, nil)
	b.tidying.Go(func() {
		defer b.searches.Delete(o.ID)
		s.run(ctx)
	})
	return nil
}

// renew puts the row off for the length of a lease.
func (s *search) renew(ctx context.Context) error {
	s.renewAt = time.Now().Add(s.box.cfg.Lease / 3)
	return s.box.cfg.Delivery.Resettle(ctx, s.out.ID, s.box.cfg.Now.UTC().Add(s.box.cfg.Lease), s.out.Strays)
}

// wait waits, and renews in time.
func (s *search) wait(ctx context.Context, d time.Duration) error {
	if !clock.Wait(ctx, d) {
		return context.Cause(ctx)
	}
	if time.Now().Before(s.renewAt) {
		return nil
	}
	return s.renew(ctx)
}

// run searches, and leaves the row to be settled on.
func (s *search) run(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, tidyWithin)
	defer cancel()
	err := panics.Catch(s.box.log, func() error { return s.deleteStrays(ctx) })
	if errors.Is(err, delivery.ErrNotFound) {
		return // erased since
	}
	due := s.box.cfg.Now.UTC()
	switch {
	case err == nil:
		s.out.Strays = 0 // no other place is left to look at
	case ctx.Err() == nil:
		s.box.log.Warn("stray placeholders not looked for", "id", s.out.ID, "error", err)
		due = due.Add(tidyAgain)
	}
	ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	err = s.box.cfg.Delivery.Resettle(ctx, s.out.ID, due, s.out.Strays)
	if err != nil && !errors.Is(err, delivery.ErrNotFound) {
		s.box.log.Error("message not settled", "id", s.out.ID, "error", err)
	}
}

// deleteStrays tries the candidates until as many placeholders are deleted as may be there.
func (s *search) deleteStrays(ctx context.Context) error {
	for s.box.replies.isPlacing(s.out.Chat) {
		if err := s.wait(ctx, tidyEvery); err != nil {
			return err
		}
	}
	ids, err := s.candidates(ctx)
	if err != nil {
		return err
	}
	for ; len(ids) > 0 && s.out.Strays > 0; ids = ids[1:] {
		found, err := s.deleteStray(ctx, ids[0])
		if err != nil {
			return err
		}
		if found {
			s.out.Strays--
		}
	}
	return nil
}

// candidates returns the ids that may be strays of the message.
func (s *search) candidates(ctx context.Context) (ids []int64, err error) {
	for _, m := range s.out.Messages {
		if m == 0 {
			continue
		}
		below, err := s.box.cfg.Delivery.StrayRange(ctx, s.out, m)
		if err != nil {
			return nil, err
		}
		for _, id := range below {
			if !slices.Contains(ids, id) && len(ids) < maxCandidates {
				ids = append(ids, id)
			}
		}
	}
	return ids, nil
}

// deleteStray deletes a message if it is a placeholder of ours.
func (s *search) deleteStray(ctx context.Context, id int64) (found bool, err error) {
	err = s.attempt(ctx, func() (err error) {
		found, err = s.box.client.IsShown(ctx, s.out.Chat, id, markdown.Text{Text: placeholder})
		return err
	})
	if err != nil || !found {
		return false, err
	}
	return true, s.attempt(ctx, func() error { return s.box.client.Delete(ctx, s.out.Chat, id) })
}

// attempt makes a call that may be repeated, as soon as the limits have room to spare, until
// Telegram answers it. A refusal is an answer.
func (s *search) attempt(ctx context.Context, call func() error) error {
	for tries := 1; ; tries++ {
		for !s.box.client.TryTake(ctx, s.out.Chat, keptPlaces) {
			if err := s.wait(ctx, tidyEvery); err != nil {
				return err
			}
		}
		err := call()
		v := telegram.VerdictOf(err)
		if v != "" && !v.IsAway() && v != telegram.Flooded {
			return nil
		}
		if v == "" || ctx.Err() != nil {
			return err
		}
		if err := s.wait(ctx, max(telegram.RetryAfter(err), backoff(tries))); err != nil {
			return err
		}
	}
}
