package task

import (
	"slices"
	"strings"
	"time"

	"github.com/teambition/rrule-go"

	"keepsake/fault"
)

// wallClock is how the beginning of a series is stored: a time on a clock, without a zone.
const wallClock = "2006-01-02T15:04"

// horizon is how far ahead the next time of a series is looked for. A rule that names no day within it
// (30 February) has ended.
const horizon = 12 * 366 * 24 * time.Hour

// Bounds of a rule.
const (
	maxRule  = 200 // bytes
	maxDaily = 24  // times in one day
)

// ruleParts are the parts of RFC 5545 that a rule may have. Nothing repeats oftener than BYHOUR and BYMINUTE say.
var ruleParts = []string{"FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY", "BYMONTH", "BYHOUR", "BYMINUTE", "BYSETPOS", "WKST"}

// ParseRepeat reads a rule of RFC 5545 ("FREQ=WEEKLY;BYDAY=MO,WE") and returns it as it is stored. The frequency is
// DAILY, WEEKLY, MONTHLY or YEARLY. Its fault.Invalid names the field "repeat".
func ParseRepeat(s string) (string, error) {
	rule := strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(s)), "RRULE:")
	bad := fault.Field("repeat", `must be a rule of RFC 5545 like "FREQ=DAILY" or "FREQ=WEEKLY;BYDAY=MO,WE", at most every hour`)
	if rule == "" || len(rule) > maxRule {
		return "", bad
	}
	for part := range strings.SplitSeq(rule, ";") {
		name, value, ok := strings.Cut(part, "=")
		if !ok || value == "" || !slices.Contains(ruleParts, name) {
			return "", bad
		}
	}
	option, err := rrule.StrToROption(rule)
	if err != nil || option.Freq > rrule.DAILY || option.Interval < 0 || option.Count < 0 ||
		max(1, len(option.Byhour))*max(1, len(option.Byminute)) > maxDaily {
		return "", bad
	}
	option.Dtstart = time.Unix(0, 0).UTC()
	if _, err := rrule.NewRRule(*option); err != nil {
		return "", bad
	}
	return rule, nil
}

// IsRepeating reports whether the task comes again.
func (t Task) IsRepeating() bool { return t.Repeat != "" }

// nextTime returns the first time of the series after a moment, on the clock of zone. A time that a change of the
// clocks leaves out comes an hour later, one that happens twice comes once. ok=false: the series has ended.
//
// The rule is counted on the wall clock, without a zone: so nine o'clock stays nine o'clock, and the library,
// whose released version is wrong about changes of the clocks, never sees one.
func (t Task) nextTime(after time.Time, zone *time.Location) (at time.Time, ok bool, err error) {
	option, err := rrule.StrToROption(t.Repeat)
	if err != nil {
		return time.Time{}, false, fault.Op(err, "task %s: rule", t.ID)
	}
	from, err := time.Parse(wallClock, t.RepeatFrom)
	if err != nil {
		return time.Time{}, false, fault.Op(err, "task %s: beginning", t.ID)
	}
	wall := onWall(after.In(zone))
	option.Dtstart = from
	end := wall.Add(horizon)
	if from.After(wall) {
		end = from.Add(horizon)
	}
	if !option.Until.IsZero() {
		if until := lastMoment(t.Repeat, option.Until, zone); until.Before(end) {
			end = until
		}
	}
	option.Until = end
	rule, err := rrule.NewRRule(*option)
	if err != nil {
		return time.Time{}, false, fault.Op(err, "task %s: rule", t.ID)
	}
	for {
		wall = rule.After(wall, false)
		if wall.IsZero() {
			return time.Time{}, false, nil
		}
		y, m, d := wall.Date()
		if at = time.Date(y, m, d, wall.Hour(), wall.Minute(), 0, 0, zone); at.After(after) {
			return at.UTC(), true, nil
		}
	}
}

// onWall returns what a clock shows, as if it hung in Greenwich.
func onWall(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
}

// lastMoment returns the UNTIL of a rule on the wall clock: a day counts to its end, and a time in UTC is what
// the clock of zone shows then.
func lastMoment(rule string, until time.Time, zone *time.Location) time.Time {
	_, value, _ := strings.Cut(rule, "UNTIL=")
	value, _, _ = strings.Cut(value, ";")
	switch {
	case len(value) == len("20060102"):
		return until.Add(24*time.Hour - time.Second)
	case strings.HasSuffix(value, "Z"):
		return onWall(until.In(zone))
	}
	return until
}

// repeat makes a task a series by a rule, which begins with a due time, and sets when it is due first after now. A series
// that never is, is refused.
func (t *Task) repeat(rule string, d Due, now time.Time, zone *time.Location) error {
	rule, err := ParseRepeat(rule)
	if err != nil {
		return err
	}
	from := onWall(d.At.In(zone))
	t.Repeat, t.AllDay = rule, d.AllDay && !strings.Contains(rule, "BYHOUR=")
	if d.AllDay {
		from = time.Date(from.Year(), from.Month(), from.Day(), remindHour, 0, 0, 0, time.UTC)
	}
	t.RepeatFrom, t.Zone = from.Format(wallClock), zone.String()
	if err := t.advance(now, zone); err != nil {
		return err
	}
	if !t.IsRepeating() {
		return fault.Field("repeat", "names no time to come; ask the user which days they mean")
	}
	return nil
}

// advance plans the first reminder of a series after a moment. A series that has ended repeats no more, and stays as
// it is.
func (t *Task) advance(after time.Time, zone *time.Location) error {
	at, ok, err := t.nextTime(after, zone)
	switch {
	case err != nil:
		return err
	case !ok:
		t.Repeat = ""
		return nil
	}
	due := at
	if t.AllDay {
		due = startOfDay(at, zone)
	}
	t.DueAt, t.RemindAt, t.RemindedAt = &due, &at, nil
	return nil
}

func startOfDay(at time.Time, zone *time.Location) time.Time {
	y, m, d := at.In(zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, zone).UTC()
}

// remindOn returns when on the day of a moment a person is reminded of what is due on it.
func remindOn(at time.Time, zone *time.Location) time.Time {
	y, m, d := at.In(zone).Date()
	return time.Date(y, m, d, remindHour, 0, 0, 0, zone).UTC()
}

// BeginsLike reports whether a due time, as ParseDue reads it but which may have passed, is at the time of day at which the
// series comes.
func (t Task) BeginsLike(due string, zone *time.Location) bool {
	if zone == nil {
		zone = time.UTC
	}
	d, err := readDue(due, zone)
	if err != nil {
		return false
	}
	_, clock, _ := strings.Cut(t.RepeatFrom, "T")
	_, at, _ := strings.Cut(d.At.In(zone).Format(wallClock), "T")
	return d.AllDay && t.AllDay || !d.AllDay && !t.AllDay && at == clock
}

// isOftenADay reports whether a series may have several times on one day.
func (t Task) isOftenADay() bool {
	for part := range strings.SplitSeq(t.Repeat, ";") {
		name, value, _ := strings.Cut(part, "=")
		if (name == "BYHOUR" || name == "BYMINUTE") && strings.Contains(value, ",") {
			return true
		}
	}
	return false
}
