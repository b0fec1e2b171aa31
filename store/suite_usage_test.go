package store_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/people"
	"keepsake/store"
	"keepsake/usage"
)

// usageKept: days add up, are summed, moved, erased and purged, each by itself.
func usageKept(t *testing.T, db *store.DB) {
	ctx, us := t.Context(), db.Usage()
	day := func(subject string, minutes int, c usage.Count) usage.Day {
		return usage.Day{Bot: "keepsake", Subject: subject, EndsAt: at(minutes), Count: c}
	}
	add := func(subject string, minutes int, c usage.Count) usage.Count {
		return ok[usage.Day](t)(us.Add(ctx, day(subject, minutes, c))).Count
	}
	last := func(subject string) usage.Day { return ok[usage.Day](t)(us.Last(ctx, "keepsake", subject)) }
	sum := func(subject string, from, to int) int {
		return ok[usage.Count](t)(us.Sum(ctx, "keepsake", subject, at(from), at(to))).Messages
	}
	same(t, "nothing yet", last(alice.ID), usage.Day{})
	same(t, "nothing to sum", sum(alice.ID, 0, 99), 0)
	one := usage.Count{Messages: 1, Calls: 2, Prompt: 30, Cached: 4, Answer: 5, Cost: 0.5}
	two := usage.Count{Messages: 2, Calls: 4, Prompt: 60, Cached: 8, Answer: 10, Cost: 1}
	same(t, "first", add(alice.ID, 10, one), one)
	same(t, "added", add(alice.ID, 10, one), two)
	same(t, "the next day", add(alice.ID, 20, one), one)
	same(t, "the bot's", add("", 10, two), two)
	same(t, "last", last(alice.ID), day(alice.ID, 20, one))
	same(t, "summed, from excluded", []int{sum(alice.ID, 0, 20), sum(alice.ID, 10, 20), sum(alice.ID, 0, 19)}, []int{3, 1, 2})
	same(t, "another bot's", ok[usage.Day](t)(us.Last(ctx, "other", alice.ID)), usage.Day{})

	add("telegram:-1", 10, one)
	add("telegram:-2", 10, one)
	must(t, us.Move(ctx, "keepsake", "telegram:-1", "telegram:-2"))
	same(t, "moved and added up", []usage.Day{last("telegram:-1"), last("telegram:-2")}, []usage.Day{{}, day("telegram:-2", 10, two)})

	must(t, us.Erase(ctx, alice.ID, at(15)))
	same(t, "what has ended is erased", sum(alice.ID, 0, 99), 1)
	same(t, "purged", ok[int](t)(us.Purge(ctx, at(15), at(5))), 1)
	same(t, "the bot's stays longer", sum("", 0, 99), 2)
	same(t, "purged, too", ok[int](t)(us.Purge(ctx, at(0), at(15))), 1)

	news := func(what, whom string, about int) bool {
		return ok[bool](t)(us.Notice(ctx, "keepsake", what, whom, at(about)))
	}
	same(t, "each is news once", []bool{news("daily", alice.ID, 0), news("daily", alice.ID, 0), news("cap", alice.ID, 0), news("daily", "x", 0), news("daily", alice.ID, 1)},
		[]bool{true, false, true, true, true})
	must(t, us.Erase(ctx, alice.ID, at(0)))
	same(t, "erased with what has ended", []bool{news("daily", alice.ID, 0), news("daily", alice.ID, 1), news("daily", "x", 0)}, []bool{true, false, false})
	same(t, "purged as a payer's days are", ok[int](t)(us.Purge(ctx, at(1), at(0))), 2)
	same(t, "what is purged", []bool{news("daily", "x", 0), news("daily", alice.ID, 1)}, []bool{true, false})
}

// usageRaces: replicas that race for the last messages of a day take as many as there are;
// what was rolled back is not counted; what is spent at once adds up.
func usageRaces(t *testing.T, db *store.DB) {
	ctx := t.Context()
	payer := usage.Payer{Bot: "keepsake", Subject: alice.ID}
	replica := func() *usage.Service {
		return usage.New(usage.Config{Store: db.Usage(), Limits: usage.Limits{Person: usage.Quota{Messages: 5}}, Now: func() time.Time { return noon }})
	}
	var taken, refused atomic.Int64
	stop := errors.New("stop")
	must(t, errors.Join(each(24, func(i int) error {
		s := replica()
		err := db.InTx(ctx, func(ctx context.Context) error {
			if err := s.CountMessages(ctx, payer, 1); err != nil {
				return err
			}
			if i%4 == 0 {
				return stop // taken, and then the transaction failed
			}
			taken.Add(1)
			return nil
		})
		switch {
		case errors.Is(err, stop):
			return nil
		case errors.Is(err, usage.ErrExceeded):
			refused.Add(1)
			return nil
		case err != nil:
			return err
		}
		return s.Spend(ctx, payer, usage.Count{Calls: 1, Prompt: 10, Cost: 0.25})
	})...))
	if taken.Load() != 5 {
		t.Fatalf("%d of 5 were taken, %d refused", taken.Load(), refused.Load())
	}
	want := usage.Count{Messages: 5, Calls: 5, Prompt: 50, Cost: 1.25}
	for _, p := range []usage.Payer{payer, {Bot: "keepsake"}} {
		day, _, err := replica().Today(ctx, p)
		must(t, err)
		same(t, "counted for "+p.Subject, day.Count, want)
	}
}

// requestsKept: there is one of each; owners are asked about a few by themselves, about
// the others together, and about nobody twice.
func requestsKept(t *testing.T, db *store.DB) {
	ctx, ps := t.Context(), db.People()
	now := at(0)
	s := people.New(people.Config{Store: ps, Now: func() time.Time { return now }})
	knock := func(subject, title string) bool {
		return ok[bool](t)(s.Knock(ctx, actor.OfSystem(), "keepsake", subject, title))
	}
	_, err := s.Request(ctx, "keepsake", people.ID(1))
	wantErr(t, err, people.ErrNotFound)
	for i := range int64(20) {
		ok[people.Person](t)(ps.See(ctx, people.Person{ID: people.ID(i + 1), SeenAt: now}))
		same(t, "first", knock(people.ID(i+1), ""), true)
		now = now.Add(time.Second)
	}
	same(t, "again", knock(people.ID(1), ""), false)
	ask := func(what string, alone, together int) []people.Request {
		t.Helper()
		a, n, err := s.Ask(ctx, actor.OfSystem(), "keepsake")
		must(t, err)
		same(t, what, []int{len(a), n}, []int{alone, together})
		return a
	}
	first := ask("five alone", 5, 0)
	same(t, "the oldest", first[0].Subject, people.ID(1))
	ask("nobody for a while", 0, 0)
	now = now.Add(11 * time.Minute)
	ask("the rest together", 0, 15)
	same(t, "late", knock(people.ID(21), ""), true)
	now = now.Add(40 * time.Minute)
	ask("an hour has not passed", 0, 0)
	now = now.Add(30 * time.Minute)
	ask("now", 1, 0)

	var news atomic.Int64
	must(t, errors.Join(each(8, func(int) error { // eight replicas, one stranger
		first, err := s.Knock(ctx, actor.OfSystem(), "keepsake", people.ID(-100), "Crew")
		if first {
			news.Add(1)
		}
		return err
	})...))
	same(t, "group", news.Load(), int64(1))
	same(t, "group moved to", knock(people.ID(-300), "Others"), true)
	must(t, s.MoveChat(ctx, actor.OfSystem(), "keepsake", -100, -200))
	must(t, s.MoveChat(ctx, actor.OfSystem(), "keepsake", -200, -300))
	waiting, n, err := s.Waiting(ctx, "keepsake", 3)
	must(t, err)
	same(t, "waiting", []int{len(waiting), n}, []int{3, 22})
	decide := func(subject string, a people.Access) bool {
		return ok[bool](t)(s.Decide(ctx, actor.OfSystem(), "keepsake", subject, a))
	}
	same(t, "decided once", []bool{decide(people.ID(1), people.Allowed), decide(people.ID(1), people.Allowed), decide(people.ID(1), people.Blocked)}, []bool{true, false, true})
	same(t, "a group, by the number it had", decide(people.ID(-200), people.Allowed), true)
	same(t, "its access", ok[people.Chat](t)(ps.Chat(ctx, "keepsake", -300)).Access, people.Allowed)
	_, n, err = s.Waiting(ctx, "keepsake", 3)
	must(t, err)
	same(t, "fewer wait", n, 20)
	owner := ok[people.Person](t)(ps.Get(ctx, people.ID(2)))
	owner.Access, owner.Daily = people.Owner, true
	must(t, errors.Join(ps.SaveSettings(ctx, owner), ps.SetAccess(ctx, owner.ID, owner.Access)))
	same(t, "kept", ok[people.Person](t)(ps.Get(ctx, owner.ID)), owner)
	_, err = s.Decide(ctx, actor.OfSystem(), "keepsake", people.ID(2), people.Blocked)
	wantErr(t, err, people.ErrOwner)
	_, err = s.Decide(ctx, actor.OfSystem(), "keepsake", people.ID(999), people.Allowed)
	wantErr(t, err, people.ErrNotFound)
}
