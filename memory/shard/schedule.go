package shard

import (
	"strings"
	"time"

	"github.com/robfig/cron/v3"

	"keepsake/fault"
	"keepsake/scope"
)

// MostWaiting is how many suggestions wait for a schedule: that many are merged at once all the same.
const MostWaiting = 100

// zoneMark begins a stored schedule; the zone's name and the five fields follow it.
const zoneMark = "CRON_TZ="

// NewSchedule returns a schedule for Shard.Schedule: a cron expression of five fields ("0 9 * * 1") on the clock of a
// zone. An expression that never comes, or comes more than once an hour, is refused.
func NewSchedule(fields string, zone *time.Location) (string, error) {
	bad := fault.Field("schedule", "must be a cron expression of five fields")
	if len(strings.Fields(fields)) != 5 || strings.Contains(fields, "=") {
		return "", bad
	}
	spec := zoneMark + zone.String() + " " + strings.Join(strings.Fields(fields), " ")
	times, err := cron.ParseStandard(spec)
	if err != nil {
		return "", bad
	}
	last := times.Next(time.Date(2026, 1, 1, 0, 0, 0, 0, zone))
	if last.IsZero() {
		return "", fault.Field("schedule", "must come at all")
	}
	for until := last.AddDate(1, 0, 0); last.Before(until); {
		next := times.Next(last)
		if !next.IsZero() && next.Sub(last) < time.Hour {
			return "", fault.Field("schedule", "must not come more than once an hour")
		}
		if last = next; next.IsZero() {
			break
		}
	}
	return spec, nil
}

// Scope returns the scope under which the merging of the shard's suggestions is scheduled.
func (s Shard) Scope() scope.Scope {
	return scope.Scope{Store: s.Home.Store, Kind: scope.Project, ID: s.ID}
}

// Timetable returns the fields of the shard's schedule and the zone on whose clock they are; "" when it has none.
func (s Shard) Timetable() (fields, zone string) {
	zone, fields, _ = strings.Cut(strings.TrimPrefix(s.Schedule, zoneMark), " ")
	return fields, zone
}

// NextMerge returns when the shard's schedule comes next after a time; the zero time when it has none.
func (s Shard) NextMerge(after time.Time) time.Time {
	if s.Schedule == "" {
		return time.Time{}
	}
	times, err := cron.ParseStandard(s.Schedule)
	if err != nil {
		return time.Time{}
	}
	return times.Next(after).UTC()
}

// MergeAt returns when the suggestions that wait are to be merged: at the first time of the schedule since the oldest
// of them was said and the schedule was set; without one at once when there are enough, else rest after the oldest.
// MostWaiting are merged at once.
func (s Shard) MergeAt(waiting []Item, now time.Time, rest time.Duration) time.Time {
	oldest := now
	if len(waiting) > 0 && waiting[0].SaidAt.Before(now) {
		oldest = waiting[0].SaidAt
	}
	after := oldest
	if s.ScheduledAt.After(after) {
		after = s.ScheduledAt
	}
	next := s.NextMerge(after)
	switch {
	case len(waiting) >= MostWaiting:
		return now
	case !next.IsZero():
		return next
	case len(waiting) >= s.Threshold:
		return now
	}
	return oldest.Add(rest)
}
