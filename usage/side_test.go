package usage_test

import (
	"errors"
	"math"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/llm"
	"keepsake/scope"
	"keepsake/usage"
)

// What is used beside conversation is counted apart and on the same day, embeddings beside the tokens
// of the model; all of it stops before a limit does.
func TestSide(t *testing.T) {
	w := newWorld(t, "2026-11-20T12:00:00Z", usage.Limits{Person: usage.Quota{Tokens: 1000}, Cap: 1})
	p := usage.Payer{Bot: "keepsake", Subject: "telegram:1"}
	spend := func(c usage.Count) {
		t.Helper()
		if err := w.Spend(t.Context(), p, c); err != nil {
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
	spend(usage.CountOf(llm.Conversation, llm.Usage{Prompt: 500, Answer: 100, Cost: 0.1}))
	spend(usage.CountOf(llm.Extraction, llm.Usage{Prompt: 200, Answer: 50, Cost: 0.2}).Plus(usage.CountOf(llm.Judging, llm.Usage{Prompt: 1})))
	spend(usage.CountOf(llm.Embedding, llm.Usage{Prompt: 7000, Cost: 0.01}))
	var want usage.Parts
	want[llm.Extraction] = usage.Part{Calls: 1, Tokens: 250, Cost: 0.2}
	want[llm.Judging] = usage.Part{Calls: 1, Tokens: 1}
	want[llm.Embedding] = usage.Part{Calls: 1, Tokens: 7000, Cost: 0.01}
	day, _, err := w.Today(t.Context(), p)
	if err != nil || day.Parts != want || day.Calls != 3 || day.Tokens() != 851 || math.Abs(day.Cost-0.31) > 1e-9 {
		t.Errorf("the day: %+v %v", day, err)
	}
	month, err := w.Month(t.Context(), "keepsake")
	if err != nil || month.Parts != want {
		t.Errorf("the month: %+v %v", month, err)
	}
	check("")
	spend(usage.Count{Prompt: 49})
	check(usage.Tokens)
	if err := w.Check(t.Context(), p); err != nil {
		t.Errorf("a conversation goes on: %v", err)
	}
	w.limit(usage.Limits{Cap: 1})
	check("")
	spend(usage.Count{Cost: 0.6})
	check(usage.Cap)
	if err := w.Check(t.Context(), p); err != nil {
		t.Errorf("a conversation goes on: %v", err)
	}
	spend(usage.Count{Cost: 0.2})
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

// Parts follow a group to its new number, wait in memory where nothing may be stored, and are erased.
func TestPartsMoveAndGo(t *testing.T) {
	w := newWorld(t, "2026-11-20T12:00:00Z", usage.Limits{})
	from, to := usage.Payer{Bot: "keepsake", Subject: "telegram:-1", Group: true}, usage.Payer{Bot: "keepsake", Subject: "telegram:-2", Group: true}
	tokens := func(p usage.Payer) int {
		t.Helper()
		day, _, err := w.Today(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		return day.Parts[llm.Consolidation].Tokens
	}
	w.Owe(from, usage.CountOf(llm.Consolidation, llm.Usage{Prompt: 30}))
	w.Owe(from, usage.CountOf(llm.Consolidation, llm.Usage{Prompt: 12}))
	if n := tokens(from); n != 0 || w.Owed().Parts[llm.Consolidation].Tokens != 42 {
		t.Errorf("stored %d, owed %+v", n, w.Owed())
	}
	if err := w.Settle(t.Context()); err != nil || tokens(from) != 42 || w.Owed() != (usage.Count{}) {
		t.Errorf("settled %d: %v", tokens(from), err)
	}
	if err := w.Spend(t.Context(), to, usage.CountOf(llm.Consolidation, llm.Usage{Prompt: 1})); err != nil {
		t.Fatal(err)
	}
	if err := w.Move(t.Context(), "keepsake", from.Subject, to.Subject); err != nil || tokens(from) != 0 || tokens(to) != 43 {
		t.Errorf("moved %d, left %d: %v", tokens(to), tokens(from), err)
	}
	owner := scope.Scope{Kind: scope.Group, ID: to.Subject}
	if err := w.Erase(t.Context(), actor.OfSystem(), owner); err != nil || tokens(to) != 0 {
		t.Errorf("erased: %d left, %v", tokens(to), err)
	}
	if n := tokens(usage.Payer{Bot: "keepsake"}); n != 43 {
		t.Errorf("the bot's day says %d", n)
	}
}
