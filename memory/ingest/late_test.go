package ingest_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/memory/ingest"
	"keepsake/memory/policy"
	"keepsake/session"
	"keepsake/store"
)

const day = 24 * time.Hour

// R11, A13, A14: the life of what was found counts from when it was said last, however long the message lay before it was
// read: its end, its decay, its revival. What had ended by then is not kept. On both databases.
func TestLifeCountsFromWhenItWasSaid(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		w.model.teach("live in Graz", "User lives in Graz", "type", "preference")
		w.model.teach("I live in Linz", "User lives in Linz", "type", "preference")
		w.model.teach("am writing my thesis", "User is writing their thesis", "type", "task_state")
		w.model.relate("User lives in Graz", "User lives in Linz", "contradicts")
		begin := w.now().Truncate(time.Second)
		saidOn := func(days int) func(m *session.Message) {
			return func(m *session.Message) { m.At = begin.Add(time.Duration(days) * day) }
		}
		is := func(what, id string, said time.Time, life time.Duration) {
			t.Helper()
			m, err := w.Memory.Get(t.Context(), hers, id)
			must(t, err)
			if !m.LastSaid().Equal(said) || !m.LastTouched().Equal(said) || m.ExpiresAt == nil || !m.ExpiresAt.Equal(said.Add(life)) {
				t.Errorf("%s: said %v, touched %v, ends %v; want %v and %v", what, m.LastSaid(), m.LastTouched(), m.ExpiresAt, said, said.Add(life))
			}
		}
		w.says("I live in Graz", saidOn(0))
		w.wait(20 * day)
		w.extracts()
		home := w.last()[0].MemoryID
		is("read after 20 days", home, begin, 90*day)
		w.says("I do live in Graz", saidOn(15))
		w.extracts()
		is("said again", home, begin.Add(15*day), 90*day)
		w.says("I really live in Graz", saidOn(10))
		w.extracts()
		is("an earlier message, read later", home, begin.Add(15*day), 90*day)
		w.says("I live in Linz", saidOn(18))
		w.extracts()
		is("corrected", home, begin.Add(18*day), 90*day)

		w.says("I am writing my thesis", saidOn(12))
		w.extracts()
		equal(t, "what had ended when it was read", w.last()[0].Reason, "its time to live was over when it was read")
		list(t, "memories", w.active(), "User lives in Linz")
		list(t, "nothing of it waits", w.waits())
		w.says("I still am writing my thesis", saidOn(16))
		w.extracts()
		thesis := w.last()[0].MemoryID
		is("the rest of its life", thesis, begin.Add(16*day), 7*day)
		w.wait(4 * day)
		_, err := w.Memory.Expire(t.Context(), actor.OfSystem(), alice.Store)
		must(t, err)
		list(t, "after it", w.active(), "User lives in Linz")
		w.says("I again am writing my thesis", saidOn(22))
		w.extracts()
		equal(t, "it revives", w.last()[0].MemoryID, thesis)
		m, err := w.Memory.Get(t.Context(), hers, thesis)
		must(t, err)
		equal(t, "it is active", m.Status, memory.Active)
		if end := begin.Add(29 * day); m.ExpiresAt == nil || !m.ExpiresAt.Equal(end) || !m.LastSaid().Equal(begin.Add(22*day)) {
			t.Errorf("revived: said %v, ends %v, want %v", m.LastSaid(), m.ExpiresAt, end)
		}
	})
}

// A17: "tomorrow" is the day after it was said, however late it is read. That day stands beside the message, and a claim about
// another day is not what the person said.
func TestTomorrowIsTheDayAfterItWasSaid(t *testing.T) {
	w := newWorld(t, sqlite(t))
	begin := w.now()
	on := func(days int) string { return begin.Add(time.Duration(days) * day).UTC().Format(time.DateOnly) }
	w.model.teach("see the dentist tomorrow", "User sees the dentist on "+on(1), "quote", "I see the dentist tomorrow")
	w.model.teach("meet the plumber tomorrow", "User meets the plumber on "+on(3), "quote", "I meet the plumber tomorrow")
	w.says("I see the dentist tomorrow")
	w.says("I meet the plumber tomorrow")
	w.wait(2 * day)
	w.extracts()
	list(t, "memories", w.active(), "User sees the dentist on "+on(1))
	list(t, "nothing else is kept in the background", w.waits())
	for _, q := range w.model.questions() {
		if !strings.Contains(q, on(0)) {
			t.Errorf("the day of the words is missing: %s", q)
		}
	}
}

// Issue 11, R11: a find that waits is offered while its life, counted from when it was said last, goes on, and never after it.
// What is said again lives on. On both databases.
func TestNoOfferAfterItsLife(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db, func(s *ingest.Service) { s.Policy.Mode, s.Offers = policy.Shadow, 5 })
		w.model.teach("am writing my thesis", "User is writing their thesis", "type", "task_state")
		w.says("I am writing my thesis")
		w.extracts()
		w.wait(6 * day)
		waiting := func(want int) {
			t.Helper()
			found, err := w.Waiting(t.Context(), alice)
			must(t, err)
			equal(t, "to be reviewed", len(found), want)
		}
		waiting(1)
		w.wait(day)
		equal(t, "offered after its life", w.offers("t1"), false)
		waiting(0)
		w.says("I still am writing my thesis")
		w.extracts()
		waiting(1)
		equal(t, "offered when it was said again", w.offers("t2"), true)
	})
}
