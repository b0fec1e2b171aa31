package usage_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/scope"
	"keepsake/store/storetest"
	"keepsake/templates"
	"keepsake/usage"
)

// world is the service over a real store, with a clock to move.
type world struct {
	*usage.Service
	store usage.Store
	t     *testing.T
	at    time.Time
	held  []usage.Limit
}

func newWorld(t *testing.T, at string, l usage.Limits) *world {
	w := &world{t: t, store: storetest.SQLite(t).Usage()}
	w.limit(l)
	w.clock(at)
	return w
}

// limit sets what is allowed from now on.
func (w *world) limit(l usage.Limits) {
	w.Service = usage.New(usage.Config{
		Store: w.store, Limits: l, Zone: zone(w.t, "Europe/London"), Now: func() time.Time { return w.at },
		Reached: func(l usage.Limit) { w.held = append(w.held, l) },
	})
}

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func moment(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t.Fatal(err)
	}
	return at.UTC()
}

func (w *world) clock(s string) { w.t.Helper(); w.at = moment(w.t, s) }

// take takes messages and returns what was in the way.
func (w *world) take(p usage.Payer, n int) *usage.Exceeded {
	w.t.Helper()
	return w.over(w.store.InTx(w.t.Context(), func(ctx context.Context) error { return w.CountMessages(ctx, p, n) }))
}

func (w *world) may(p usage.Payer) *usage.Exceeded {
	w.t.Helper()
	return w.over(w.Check(w.t.Context(), p))
}

func (w *world) over(err error) *usage.Exceeded {
	w.t.Helper()
	var e *usage.Exceeded
	if err != nil && (!errors.As(err, &e) || !errors.Is(err, usage.ErrExceeded)) {
		w.t.Fatal(err)
	}
	return e
}

func (w *world) spend(p usage.Payer, tokens int, cost float64) {
	w.t.Helper()
	c := usage.Count{Calls: 1, Prompt: tokens, Cached: tokens / 2, Cost: cost}
	if err := w.Spend(w.t.Context(), p, c); err != nil {
		w.t.Fatal(err)
	}
}

func ann(t *testing.T, in string) usage.Payer {
	return usage.Payer{Bot: "keepsake", Subject: "telegram:42", Zone: zone(t, in)}
}

// Where a day ends: through changes of the clocks, for travellers, after a long silence.
func TestADayEndsAtTheNextMidnightOfItsPayer(t *testing.T) {
	for _, c := range []struct{ what, last, now, zone, want string }{
		{"the first", "", "2026-11-20T12:00:00Z", "Europe/Berlin", "2026-11-20T23:00:00Z"},
		{"a second before midnight", "", "2026-11-20T22:59:59Z", "Europe/Berlin", "2026-11-20T23:00:00Z"},
		{"at midnight", "2026-11-20T23:00:00Z", "2026-11-20T23:00:00Z", "Europe/Berlin", "2026-11-21T23:00:00Z"},
		{"later that day", "2026-11-20T23:00:00Z", "2026-11-21T20:00:00Z", "Europe/Berlin", "2026-11-21T23:00:00Z"},
		{"23 hours: clocks go forward", "2026-03-28T23:00:00Z", "2026-03-28T23:10:00Z", "Europe/Berlin", "2026-03-29T22:00:00Z"},
		{"25 hours: clocks go back", "2026-10-24T22:00:00Z", "2026-10-24T22:10:00Z", "Europe/Berlin", "2026-10-25T23:00:00Z"},
		{"no midnight on that day", "", "2026-03-28T20:00:00Z", "Asia/Beirut", "2026-03-28T22:00:00Z"},
		{"travelled east: one longer day", "2026-11-20T23:00:00Z", "2026-11-20T23:10:00Z", "Asia/Tokyo", "2026-11-22T15:00:00Z"},
		{"travelled west", "2026-11-20T15:00:00Z", "2026-11-20T15:10:00Z", "America/New_York", "2026-11-22T05:00:00Z"},
		{"after a long silence", "2026-11-01T00:00:00Z", "2026-11-20T23:50:00Z", "UTC", "2026-11-21T00:00:00Z"},
	} {
		last := time.Time{}
		if c.last != "" {
			last = moment(t, c.last)
		}
		if got := usage.NextDayEnd(last, moment(t, c.now), zone(t, c.zone)); !got.Equal(moment(t, c.want)) {
			t.Errorf("%s: ends at %v, want %s", c.what, got, c.want)
		}
	}
}

// Issue 3, point 4: messages a day, right at midnight, and another zone is no new day.
func TestMessagesOfADay(t *testing.T) {
	w := newWorld(t, "2026-11-20T22:50:00Z", usage.Limits{Person: usage.Quota{Messages: 3}})
	berlin := ann(t, "Europe/Berlin")
	if e := w.take(berlin, 2); e != nil {
		t.Fatal(e)
	}
	if n, err := w.Remaining(t.Context(), berlin); err != nil || n != 1 {
		t.Errorf("room for %d, %v", n, err)
	}
	e := w.take(berlin, 2)
	if e == nil || e.Limit != usage.Messages || e.Remaining != 1 || !e.Resets.Equal(moment(t, "2026-11-20T23:00:00Z")) {
		t.Fatalf("over the limit: %+v", e)
	}
	if e := w.take(berlin, 1); e != nil {
		t.Errorf("what was refused was counted: %v", e)
	}
	if e := w.take(berlin, 1); e == nil || e.Remaining != 0 {
		t.Errorf("a fourth: %+v", e)
	}
	for _, other := range []string{"Pacific/Kiritimati", "Asia/Tokyo", "America/New_York"} {
		if e := w.take(ann(t, other), 1); e == nil {
			t.Errorf("a new day by moving to %s", other)
		}
	}
	owner := berlin
	owner.Exempt = true
	if e := w.take(owner, 9); e != nil {
		t.Errorf("an owner is held up: %v", e)
	}
	if n, err := w.Remaining(t.Context(), owner); err != nil || n != -1 {
		t.Errorf("an owner has room for %d", n)
	}
	group := usage.Payer{Bot: "keepsake", Subject: "telegram:-100", Group: true}
	if e := w.take(group, 9); e != nil {
		t.Errorf("a group has a person's limit: %v", e)
	}
	w.clock("2026-11-20T23:00:00Z")
	if e := w.take(berlin, 3); e != nil {
		t.Errorf("after midnight: %v", e)
	}
	if day, q, err := w.Today(t.Context(), berlin); err != nil || day.Messages != 3 || q.Messages != 3 || !day.EndsAt.Equal(moment(t, "2026-11-21T23:00:00Z")) {
		t.Errorf("the new day: %+v %+v %v", day, q, err)
	}
	if len(w.held) != 5 || w.held[0] != usage.Messages {
		t.Errorf("heard of %v", w.held)
	}
}

// Tokens of a day, of a group apart from those of its members.
func TestTokensOfADay(t *testing.T) {
	w := newWorld(t, "2026-11-20T12:00:00Z", usage.Limits{Person: usage.Quota{Tokens: 100}, Group: usage.Quota{Tokens: 50}})
	p, group := ann(t, "UTC"), usage.Payer{Bot: "keepsake", Subject: "telegram:-100", Group: true}
	w.spend(p, 99, 0)
	if e := w.may(p); e != nil {
		t.Error(e)
	}
	w.spend(p, 1, 0)
	if e := w.may(p); e == nil || e.Limit != usage.Tokens || e.Group {
		t.Errorf("at the limit: %+v", e)
	}
	if e := w.take(p, 1); e == nil || e.Limit != usage.Tokens {
		t.Errorf("a message at the limit: %+v", e)
	}
	if e := w.may(group); e != nil {
		t.Errorf("the group pays for its member: %v", e)
	}
	w.spend(group, 50, 0)
	if e := w.may(group); e == nil || !e.Group || !e.Resets.Equal(moment(t, "2026-11-21T00:00:00Z")) {
		t.Errorf("the group: %+v", e)
	}
	w.clock("2026-11-21T00:00:00Z")
	if e := w.may(p); e != nil {
		t.Errorf("the next day: %v", e)
	}
}

// The cap holds for all together, owners too, in a day or a month of the operator's clock.
func TestTheCap(t *testing.T) {
	for _, c := range []struct {
		monthly bool
		resets  string
	}{{false, "2026-10-25T00:00:00Z"}, {true, "2026-11-01T00:00:00Z"}} {
		// London's summer ends that night: its October ends at 00:00 UTC.
		w := newWorld(t, "2026-10-24T22:30:00Z", usage.Limits{Cap: 1, Monthly: c.monthly})
		owner := ann(t, "UTC")
		owner.Exempt = true
		w.spend(owner, 10, 0.6)
		w.clock("2026-10-24T23:30:00Z") // the 25th in London
		w.spend(usage.Payer{Bot: "keepsake", Subject: "telegram:7"}, 10, 0.4)
		w.spend(usage.Payer{Bot: "keepsake"}, 1, 0)
		e := w.may(owner)
		if !c.monthly {
			if e != nil {
				t.Errorf("yesterday's money counts: %v", e)
			}
			w.spend(owner, 10, 0.6)
			if e = w.may(owner); e == nil || !e.Resets.Equal(moment(t, "2026-10-26T00:00:00Z")) {
				t.Errorf("day: %+v", e)
			}
			continue
		}
		if e == nil || e.Limit != usage.Cap || !e.Resets.Equal(moment(t, c.resets)) {
			t.Errorf("month: %+v", e)
		}
		if e := w.take(owner, 1); e == nil || e.Limit != usage.Cap {
			t.Errorf("a message at the cap: %+v", e)
		}
		month, err := w.Month(t.Context(), "keepsake")
		if err != nil || month.Cost != 1 || month.Calls != 3 {
			t.Errorf("the month: %+v %v", month, err)
		}
		if until, ok, err := w.CapUntil(t.Context(), "other"); err != nil || ok {
			t.Errorf("another bot's cap until %v, %v", until, err)
		}
		w.clock(c.resets)
		if e := w.may(owner); e != nil {
			t.Errorf("after the reset: %v", e)
		}
	}
}

func TestYesterdayMovingErasingAndPurging(t *testing.T) {
	w := newWorld(t, "2026-11-20T12:00:00Z", usage.Limits{})
	ctx, p := t.Context(), ann(t, "UTC")
	w.take(p, 2)
	w.spend(p, 10, 0.5)
	if _, ok, err := w.Yesterday(ctx, "keepsake"); ok || err != nil {
		t.Error("today is yesterday")
	}
	w.clock("2026-11-21T09:00:00Z")
	day, ok, err := w.Yesterday(ctx, "keepsake")
	if err != nil || !ok || day.Messages != 2 || day.Cost != 0.5 || !day.EndsAt.Equal(moment(t, "2026-11-21T00:00:00Z")) {
		t.Errorf("yesterday: %+v %v %v", day, ok, err)
	}
	w.take(p, 1)
	w.limit(usage.Limits{Person: usage.Quota{Messages: 5}})
	if err := w.Erase(ctx, actor.OfPerson(p.Subject), scope.Scope{Kind: scope.User, ID: p.Subject}); err != nil {
		t.Fatal(err)
	}
	if day, _, _ := w.Today(ctx, p); day.Messages != 1 {
		t.Errorf("today's count went with an erasure: a limit could be reset by it: %+v", day)
	}
	if err := w.Move(ctx, "keepsake", p.Subject, "telegram:9"); err != nil {
		t.Fatal(err)
	}
	if day, _, _ := w.Today(ctx, p); day.Messages != 0 {
		t.Errorf("left behind: %+v", day)
	}
	w.limit(usage.Limits{})
	if err := w.Erase(ctx, actor.OfSystem(), scope.Scope{Kind: scope.User, ID: "telegram:9"}); err != nil {
		t.Fatal(err)
	}
	if last, err := w.store.Last(ctx, "keepsake", "telegram:9"); err != nil || last != (usage.Day{}) {
		t.Errorf("without quotas something stays: %+v %v", last, err)
	}
	if err := w.store.Move(ctx, "keepsake", p.Subject, "telegram:9"); err != nil {
		t.Fatal(err)
	}
	w.take(p, 1)
	if news, err := w.Notice(ctx, "keepsake", "daily", p.Subject, day.EndsAt); err != nil || !news {
		t.Error("a notice is no news")
	}
	w.clock("2026-12-20T00:00:00Z")
	if n, err := w.Purge(ctx); err != nil || n != 2 {
		t.Errorf("purged %d, %v: the payer's day and its notice; the bot's are kept longer", n, err)
	}
}

// A chat is told of a limit once an hour, counted so that a new window is told of anew.
func TestALimitIsToldOnceAnHour(t *testing.T) {
	w := newWorld(t, "2026-11-20T17:50:00Z", usage.Limits{})
	kolkata := &usage.Exceeded{Limit: usage.Messages, Resets: moment(t, "2026-11-20T18:30:00Z")}
	tell := func(at, chat string, e *usage.Exceeded, want bool) {
		t.Helper()
		w.clock(at)
		if got, err := w.Tell(t.Context(), "keepsake", chat, e); err != nil || got != want {
			t.Errorf("%s to %s, %s: %v %v", at, chat, e.Limit, got, err)
		}
	}
	tell("2026-11-20T17:20:00Z", "telegram:1", kolkata, true)
	tell("2026-11-20T17:29:59Z", "telegram:1", kolkata, false)
	tell("2026-11-20T17:29:59Z", "telegram:2", kolkata, true)
	tell("2026-11-20T18:20:00Z", "telegram:1", kolkata, true)
	tell("2026-11-20T18:29:59Z", "telegram:1", kolkata, false)
	tell("2026-11-20T18:29:59Z", "telegram:1", &usage.Exceeded{Limit: usage.Tokens, Resets: kolkata.Resets}, true)
	next := &usage.Exceeded{Limit: usage.Messages, Resets: kolkata.Resets.Add(24 * time.Hour)}
	tell("2026-11-20T18:35:00Z", "telegram:1", next, true)
	tell("2026-11-20T18:55:00Z", "telegram:1", next, false)
}

// A nil Service counts and limits nothing.
func TestWithoutUsage(t *testing.T) {
	var s *usage.Service
	ctx, p := t.Context(), usage.Payer{Subject: "telegram:1"}
	if err := errors.Join(s.CountMessages(ctx, p, 1), s.Check(ctx, p), s.Spend(ctx, p, usage.Count{Calls: 1}), s.Move(ctx, "b", "x", "y"), s.Erase(ctx, actor.Actor{}, scope.Scope{})); err != nil {
		t.Error(err)
	}
	if n, err := s.Remaining(ctx, p); n != -1 || err != nil {
		t.Error(n, err)
	}
	_, _, err := s.Today(ctx, p)
	_, month := s.Month(ctx, "b")
	_, capped, capErr := s.CapUntil(ctx, "b")
	_, used, dayErr := s.Yesterday(ctx, "b")
	if errors.Join(err, month, capErr, dayErr) != nil || capped || used || s.Limits() != (usage.Limits{}) {
		t.Error("something is counted")
	}
}

// The words say what is reached, until when on the person's clock, what became of the
// message, and what still works.
func TestWordsOfALimit(t *testing.T) {
	words, err := templates.LoadWords()
	if err != nil {
		t.Fatal(err)
	}
	resets := moment(t, "2026-11-20T23:00:00Z")
	for _, l := range usage.AllLimits {
		for _, group := range []bool{false, true} {
			for _, cut := range []bool{false, true} {
				e := &usage.Exceeded{Limit: l, Group: group, Resets: resets}
				said := e.Say(words, "en", zone(t, "Europe/Berlin"), cut)
				for what, want := range map[string]bool{
					"21 Nov 2026, 00:00": true, "/memory": true, "/tasks": !group, "is safe": !cut, "in the middle": cut,
					"This group": group && l != usage.Cap, "limit.": false,
				} {
					if strings.Contains(said, what) != want && !(what == "This group" && strings.Contains(said, "this group") == want) {
						t.Errorf("%s group=%v cut=%v: %q is there: %v\n%s", l, group, cut, what, !want, said)
					}
				}
			}
		}
	}
}
