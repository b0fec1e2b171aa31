package session_test

import (
	"errors"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/session"
	"keepsake/store/storetest"
)

func TestParseRetention(t *testing.T) {
	const day = 24 * time.Hour
	for s, want := range map[string]session.Retention{
		"forever": {}, " 100 ": {Most: 100}, "1": {Most: 1}, "90d": {For: 90 * day}, "1d": {For: day}, "2160h": {For: 90 * day}, "24h": {For: day},
	} {
		if got, err := session.ParseRetention(s); err != nil || got != want {
			t.Errorf("%q: %+v, %v", s, got, err)
		}
	}
	for _, s := range []string{"", "0", "-3", "0d", "-1d", "d", "99999d", "1h", "for ever", "10 d", "1e3"} {
		if got, err := session.ParseRetention(s); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q is read as %+v, %v", s, got, err)
		}
	}
}

// TestRetentionI4: conversations go by number, by time or never; by time also where nobody
// speaks any more.
func TestRetentionI4(t *testing.T) {
	const day = 24 * time.Hour
	ctx, db := t.Context(), storetest.SQLite(t)
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	s := session.New(session.Config{Store: db.Sessions(), Now: func() time.Time { return now }})
	place := session.Place{Bot: "keepsake", Chat: 1}
	for range 5 { // one conversation a day
		x, err := s.Begin(ctx, actor.OfSystem(), place, alice, "keepsake", false)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Append(ctx, actor.OfSystem(), x.ID, session.Message{Role: session.User, Content: "hello", At: now}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.End(ctx, actor.OfSystem(), place, alice); err != nil {
			t.Fatal(err)
		}
		now = now.Add(day)
	}
	for _, step := range []struct {
		name  string
		place session.Place
		keep  session.Retention
		all   bool // PruneOld
		want  int
	}{
		{"for ever", place, session.Retention{}, false, 0},
		{"for ever, everywhere", place, session.Retention{}, true, 0},
		{"by number, everywhere", place, session.Retention{Most: 1}, true, 0},
		{"by number", place, session.Retention{Most: 4}, false, 1},
		{"by time", place, session.Retention{For: 3*day + time.Hour}, false, 1},
		{"by time elsewhere", session.Place{Bot: "keepsake", Chat: 2}, session.Retention{For: day}, false, 0},
		{"by time of another bot", session.Place{Bot: "another"}, session.Retention{For: day}, true, 0},
		{"by time, everywhere", place, session.Retention{For: 2*day + time.Hour}, true, 1},
		{"by both", place, session.Retention{Most: 1, For: time.Hour}, false, 2},
	} {
		var n int
		var err error
		if step.all {
			n, err = s.PruneOld(ctx, actor.OfSystem(), step.place.Bot, step.keep)
		} else {
			n, err = s.Prune(ctx, actor.OfSystem(), step.place, alice, step.keep)
		}
		if n != step.want || err != nil {
			t.Errorf("%s: %d, not %d, %v", step.name, n, step.want, err)
		}
	}
	for _, prune := range []func() (int, error){
		func() (int, error) {
			return s.Prune(ctx, actor.OfPerson(alice), place, alice, session.Retention{Most: 1})
		},
		func() (int, error) {
			return s.PruneOld(ctx, actor.OfPerson(alice), place.Bot, session.Retention{For: day})
		},
		func() (int, error) { return s.PurgeRemains(ctx, actor.OfPerson(alice)) },
	} {
		if _, err := prune(); !errors.Is(err, session.ErrDenied) {
			t.Errorf("a person prunes: %v", err)
		}
	}
}
