package usage_test

import (
	"errors"
	"testing"
	"time"

	"keepsake/usage"
)

// What is used in the background is part of the day and counted apart; it stops before a limit does.
func TestSide(t *testing.T) {
	w := newWorld(t, "2026-11-20T12:00:00Z", usage.Limits{Person: usage.Quota{Tokens: 1000}, Cap: 1})
	p := usage.Payer{Bot: "keepsake", Subject: "telegram:1"}
	spend := func(c usage.Count, side bool) {
		t.Helper()
		do := w.Spend
		if side {
			do = w.SpendSide
		}
		if err := do(t.Context(), p, c); err != nil {
			t.Fatal(err)
		}
	}
	check := func(want usage.Limit) {
		t.Helper()
		var e *usage.Exceeded
		if err := w.CheckSide(t.Context(), p); want == "" && err != nil || want != "" && (!errors.As(err, &e) || e.Limit != want) {
			t.Errorf("background: %v, want %q", err, want)
		}
	}
	spend(usage.Count{Calls: 1, Prompt: 500, Answer: 100, Cost: 0.1}, false)
	spend(usage.Count{Calls: 2, Prompt: 200, Answer: 50, Cost: 0.2}, true)
	day, _, err := w.Today(t.Context(), p)
	if want := (usage.Side{Calls: 2, Tokens: 250, Cost: 0.2}); err != nil || day.Side != want || day.Calls != 3 || day.Tokens() != 850 {
		t.Errorf("the day: %+v %v", day, err)
	}
	month, err := w.Month(t.Context(), "keepsake")
	if err != nil || month.Side.Calls != 2 {
		t.Errorf("the month: %+v %v", month, err)
	}
	check("")
	spend(usage.Count{Prompt: 50}, false)
	check(usage.Tokens)
	if err := w.Check(t.Context(), p); err != nil {
		t.Errorf("a conversation goes on: %v", err)
	}
	w.limit(usage.Limits{Cap: 1})
	check("")
	spend(usage.Count{Cost: 0.61}, false)
	check(usage.Cap)
	if err := w.Check(t.Context(), p); err != nil {
		t.Errorf("a conversation goes on: %v", err)
	}
	spend(usage.Count{Cost: 0.2}, false)
	check(usage.Cap)
	now := w.at
	for at, want := range map[time.Time]time.Duration{now.Add(-time.Hour): time.Minute, now.Add(9 * time.Minute): 9 * time.Minute, now.Add(9 * time.Hour): time.Hour} {
		if got := usage.SideDelay(&usage.Exceeded{Resets: at}, now); got != want {
			t.Errorf("until %v: %v, want %v", at, got, want)
		}
	}
	var none *usage.Service
	if none.CheckSide(t.Context(), p) != nil {
		t.Error("no service limits nothing")
	}
}
