package policy

import (
	"strings"
	"time"

	"keepsake/fault"
)

// Hours is a part of each day, by somebody's clock; it may go over midnight. The zero value is none.
type Hours struct{ From, To time.Duration } // since midnight

// ParseHours reads "22:00-08:00"; "" and "none" are no hours.
func ParseHours(s string) (h Hours, err error) {
	if s = strings.TrimSpace(s); s == "" || s == "none" {
		return Hours{}, nil
	}
	from, to, ok := strings.Cut(s, "-")
	if ok {
		if h.From, ok = parseClock(from); ok {
			h.To, ok = parseClock(to)
		}
	}
	if !ok || h.From == h.To {
		return Hours{}, fault.Field("quiet_hours", `must be like 22:00-08:00, or none`)
	}
	return h, nil
}

func parseClock(s string) (time.Duration, bool) {
	t, err := time.Parse("15:04", strings.TrimSpace(s))
	return time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute, err == nil
}

// Contains reports whether a time is within the hours, by the clock of its own zone.
func (h Hours) Contains(t time.Time) bool {
	at := time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute
	if h.From <= h.To {
		return h.From <= at && at < h.To
	}
	return at >= h.From || at < h.To
}
