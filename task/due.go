package task

import (
	"strings"
	"time"

	"keepsake/fault"
)

// Due is when a task is due.
type Due struct {
	At     time.Time // UTC; for AllDay the beginning of the day where the person is
	AllDay bool
}

// remindHour is when a task due on a day, not at a time, is reminded of.
const remindHour = 9

// Layouts of due times without a zone: they mean the person's own clock.
var localLayouts = []string{
	"2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02 15:04", "2006-01-02 15:04:05",
	"2006-01-02T15:04:05.999999999",
}

// Layouts that say their offset themselves.
var absoluteLayouts = []string{
	time.RFC3339Nano, "2006-01-02T15:04Z07:00", "2006-01-02 15:04Z07:00", "2006-01-02 15:04:05Z07:00",
	"2006-01-02 15:04 -0700", "2006-01-02T15:04:05-0700", "2006-01-02T15:04-0700",
}

// ParseDue reads a due date or time in ISO 8601: "2026-11-27" (that day),
// "2026-11-27T15:00" (on the clock of zone; nil = UTC), "2026-11-27T15:00+01:00". A time
// that a change of the clocks leaves out is taken an hour later. What has passed is
// refused, except earlier today for a day.
func ParseDue(s string, now time.Time, zone *time.Location) (Due, error) {
	if zone == nil {
		zone = time.UTC
	}
	s = strings.ToUpper(strings.TrimSpace(s))
	if day, err := time.ParseInLocation(time.DateOnly, s, zone); err == nil {
		y, m, d := now.In(zone).Date()
		if day.Before(time.Date(y, m, d, 0, 0, 0, 0, zone)) {
			return Due{}, fault.Field("due", "is in the past")
		}
		return Due{At: day.UTC(), AllDay: true}, nil
	}
	at, ok := parseTime(s, zone)
	if !ok {
		return Due{}, fault.Field("due", `must be a date like "2026-11-27" or a local date and time like "2026-11-27T15:00"`)
	}
	if at.Before(now.Add(-time.Minute)) {
		return Due{}, fault.Field("due", "is in the past")
	}
	return Due{At: at.UTC().Truncate(time.Microsecond)}, nil
}

func parseTime(s string, zone *time.Location) (time.Time, bool) {
	for _, layout := range localLayouts {
		if at, err := time.ParseInLocation(layout, s, zone); err == nil {
			return at, true
		}
	}
	for _, layout := range absoluteLayouts {
		if at, err := time.Parse(layout, s); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// remindAt returns when to remind; nil when that has passed.
func (d Due) remindAt(now time.Time, zone *time.Location) *time.Time {
	at := d.At
	if d.AllDay {
		if zone == nil {
			zone = time.UTC
		}
		y, m, day := d.At.In(zone).Date()
		at = time.Date(y, m, day, remindHour, 0, 0, 0, zone).UTC()
		if at.Before(now) {
			return nil
		}
	}
	return &at
}
