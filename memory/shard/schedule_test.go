package shard_test

import (
	"testing"
	"time"

	"keepsake/memory/shard"
)

// E43, issue 12.3: a schedule is a cron expression on a zone's clock that comes, and once an hour at most.
func TestNewSchedule(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []string{
		"", "often", "0 9 * *", "0 9 * * 1 2026", "@daily", "@every 1h", "61 9 * * *", "0 9 30 2 *", "* * * * *", "0,30 9 * * *", "TZ=UTC 0 9 * *", "CRON_TZ= 0 9 * 1",
	} {
		if got, err := shard.NewSchedule(wrong, berlin); err == nil {
			t.Errorf("%q is taken as %q", wrong, got)
		}
	}
	for fields, want := range map[string]string{
		"0 9 * * 1":     "2026-11-30 08:00",
		" 30  18 * * 5": "2026-11-27 17:30",
		"0 * * * *":     "2026-11-24 01:00",
		"0 9 1 7 *":     "2027-07-01 07:00", // in summer
		"15 8 29 2 *":   "2028-02-29 07:15",
	} {
		spec, err := shard.NewSchedule(fields, berlin)
		if err != nil {
			t.Errorf("%q: %v", fields, err)
			continue
		}
		s := shard.Shard{Schedule: spec}
		if got := s.NextMerge(time.Date(2026, 11, 24, 0, 30, 0, 0, time.UTC)).Format("2006-01-02 15:04"); got != want {
			t.Errorf("%q comes next at %s, want %s", fields, got, want)
		}
		if _, zone := s.Timetable(); zone != "Europe/Berlin" {
			t.Errorf("%q is on the clock of %q", fields, zone)
		}
	}
}

// E5, E15, E43, issue 12.3: with a schedule its time counts, a hundred suggestions apart; without one the threshold.
func TestMergeAt(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC) // a Tuesday
	mondays, err := shard.NewSchedule("0 9 * * 1", time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	waiting := func(n int, age time.Duration) []shard.Item {
		items := make([]shard.Item, n)
		for i := range items {
			items[i].SaidAt = now.Add(-age)
		}
		return items
	}
	next := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		schedule string
		set      time.Time
		waiting  []shard.Item
		want     time.Time
	}{
		"enough":                    {"", time.Time{}, waiting(3, time.Hour), now},
		"not enough":                {"", time.Time{}, waiting(2, time.Hour), now.Add(23 * time.Hour)},
		"by the clock":              {mondays, time.Time{}, waiting(3, time.Hour), next},
		"a time that was missed":    {mondays, time.Time{}, waiting(3, 48*time.Hour), next.AddDate(0, 0, -7)},
		"not before it was set":     {mondays, now.Add(-time.Hour), waiting(3, 48*time.Hour), next},
		"too many to wait":          {mondays, time.Time{}, waiting(shard.MostWaiting, time.Hour), now},
		"said by a clock that runs": {"", time.Time{}, waiting(1, -time.Hour), now.Add(24 * time.Hour)},
	} {
		s := shard.Shard{Threshold: 3, Schedule: c.schedule, ScheduledAt: c.set}
		if got := s.MergeAt(c.waiting, now, 24*time.Hour); !got.Equal(c.want) {
			t.Errorf("%s: merged at %v, want %v", name, got, c.want)
		}
	}
}
