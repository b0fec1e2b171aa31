package own

import (
	"testing"
	"time"
)

// A day that comes again and again is no date; a day that is meant once is.
func TestDayOf(t *testing.T) {
	at := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	for words, want := range map[string]string{
		"Tom plays on Sundays": "", "I swim every Monday": "", "sonntags spielt Tom": "", "cada domingo juego": "", "по понедельникам я плаваю": "",
		"Tom plays on Sunday": "2026-11-29", "I move tomorrow": "2026-11-29", "I swim every Monday, tomorrow not": "2026-11-29",
	} {
		if got := dayOf(words, at); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}
