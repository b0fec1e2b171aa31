package task

import (
	"regexp"
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
// that a change of the clocks leaves out and a day that no calendar has are refused, and so is what has passed, except
// earlier today for a day: whoever asks for a reminder is to be asked.
func ParseDue(s string, now time.Time, zone *time.Location) (Due, error) {
	if zone == nil {
		zone = time.UTC
	}
	d, err := readDue(s, zone)
	if err != nil {
		return Due{}, err
	}
	earliest := now.Add(-time.Minute)
	if d.AllDay {
		earliest = startOfDay(now, zone)
	}
	if d.At.Before(earliest) {
		return Due{}, fault.Field("due", "is in the past; ask the user when they mean")
	}
	return d, nil
}

// readDue is ParseDue for what may have passed.
func readDue(s string, zone *time.Location) (Due, error) {
	s = strings.ToUpper(strings.TrimSpace(s))
	if day, err := time.ParseInLocation(time.DateOnly, s, zone); err == nil {
		return Due{At: day.UTC(), AllDay: true}, nil
	}
	at, ok := parseTime(s, zone)
	switch {
	case !ok && impossibleDay(s):
		return Due{}, fault.Field("due", "there is no such day or time; ask the user which one they mean")
	case !ok:
		return Due{}, fault.Field("due", `must be a date like "2026-11-27" or a local date and time like "2026-11-27T15:00"`)
	case isLeftOut(s, at, zone):
		return Due{}, fault.Field("due", "there is no such time on that day, because the clocks are put forward; ask the user for another time")
	}
	return Due{At: at.UTC().Truncate(time.Microsecond)}, nil
}

var dateLike = regexp.MustCompile(`^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?$`)

// impossibleDay reports whether a text looks like a date, and is none: 30 February, 25:00.
func impossibleDay(s string) bool { return dateLike.MatchString(s) }

// isLeftOut reports whether a time on the clock of zone never was or will be: a change of the clocks leaves it out.
func isLeftOut(s string, at time.Time, zone *time.Location) bool {
	for _, layout := range localLayouts {
		if wall, err := time.Parse(layout, s); err == nil {
			return !onWall(at.In(zone)).Equal(wall)
		}
	}
	return false
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
		at = remindOn(d.At, zone)
		if at.Before(now) {
			return nil
		}
	}
	return &at
}
