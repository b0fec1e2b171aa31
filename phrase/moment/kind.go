package moment

import (
	"strings"
	"time"
)

// IsDay reports whether a date that Find returned is a day, with its year or without.
func IsDay(date string) bool {
	return len(date) == len(time.DateOnly) || len(date) == len("12-09") && date[2] == '-'
}

// IsMonth reports whether a date that Find returned is a month without its year.
func IsMonth(date string) bool { return len(date) == len("-12") && date[0] == '-' }

// IsClock reports whether a date that Find returned is a time of day with minutes: a whole hour may be any number.
func IsClock(date string) bool { return strings.Contains(date, ":") && !strings.HasSuffix(date, ":00") }
