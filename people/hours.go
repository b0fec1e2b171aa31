package people

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"keepsake/fault"
)

// Hours is a part of each day, by somebody's clock; it may go over midnight. The zero value is none.
type Hours struct{ From, To time.Duration } // since midnight

// NoHours is how it is written that there are no hours.
const NoHours = "none"

var errHours = fault.Field("quiet_hours", `must be like 22:00-08:00, or none`)

// ParseHours reads "22:00-08:00", as settings and rows have it; "" and "none" are no hours.
func ParseHours(s string) (h Hours, err error) {
	if s = strings.TrimSpace(s); s == "" || s == NoHours {
		return Hours{}, nil
	}
	from, to, ok := strings.Cut(s, "-")
	if ok {
		if h.From, ok = parseClock(from); ok {
			h.To, ok = parseClock(to)
		}
	}
	if !ok || h.From == h.To {
		return Hours{}, errHours
	}
	return h, nil
}

func parseClock(s string) (time.Duration, bool) {
	t, err := time.Parse("15:04", strings.TrimSpace(s))
	return time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute, err == nil
}

// clocks are two times of day with anything but digits around: "from 10 pm to 7:30 am", "22–8 Uhr".
var clocks = regexp.MustCompile(`(?i)^\D*?(\d{1,2})(?:[:.：](\d{2}))?\s*([ap]\.?m\b)?\D+?(\d{1,2})(?:[:.：](\d{2}))?\s*([ap]\.?m\b)?\D*$`)

// FindHours reads hours as a person types them; "none" in any language of the bot's is no hours.
func FindHours(typed string) (h Hours, err error) {
	if slices.Contains([]string{NoHours, "keine", "нет", "无"}, strings.ToLower(strings.TrimSpace(typed))) {
		return Hours{}, nil
	}
	m := clocks.FindStringSubmatch(strings.TrimSpace(typed))
	if m == nil {
		return Hours{}, errHours
	}
	from, isFrom := readClock(m[1], m[2], m[3])
	to, isTo := readClock(m[4], m[5], m[6])
	if !isFrom || !isTo || from == to {
		return Hours{}, errHours
	}
	return Hours{from, to}, nil
}

func readClock(hour, minute, half string) (time.Duration, bool) {
	h, _ := strconv.Atoi(hour)
	m, _ := strconv.Atoi(minute) // "" is 0
	if half != "" {
		if h < 1 || h > 12 {
			return 0, false
		}
		h %= 12
		if strings.EqualFold(half[:1], "p") {
			h += 12
		}
	}
	if h == 24 && m == 0 {
		h = 0
	}
	return time.Duration(h)*time.Hour + time.Duration(m)*time.Minute, h < 24 && m < 60
}

// String returns the hours as ParseHours reads them.
func (h Hours) String() string {
	if h == (Hours{}) {
		return NoHours
	}
	clock := func(d time.Duration) string { return fmt.Sprintf("%02d:%02d", int(d.Hours()), int(d.Minutes())%60) }
	return clock(h.From) + "-" + clock(h.To)
}

// Contains reports whether a time is within the hours, by the clock of its own zone.
func (h Hours) Contains(t time.Time) bool {
	at := time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute
	if h.From <= h.To {
		return h.From <= at && at < h.To
	}
	return at >= h.From || at < h.To
}

// After returns when the hours are over that a time is within, by the clock of its own zone, and any other time
// as it is.
func (h Hours) After(t time.Time) time.Time {
	if !h.Contains(t) {
		return t
	}
	y, m, d := t.Date()
	end := func(day int) time.Time {
		return time.Date(y, m, day, int(h.To.Hours()), int(h.To.Minutes())%60, 0, 0, t.Location())
	}
	if e := end(d); e.After(t) {
		return e
	}
	return end(d + 1)
}

// QuietHoursOf returns the quiet hours that the person chose, or else the operator's.
func QuietHoursOf(p Person, operator Hours) Hours {
	if h, err := ParseHours(p.QuietHours); err == nil && p.QuietHours != "" {
		return h
	}
	return operator
}
