package policy_test

import (
	"testing"
	"time"

	"keepsake/memory/policy"
)

// Quiet hours: as they are written, over midnight or not, by the clock that is asked about.
func TestHours(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		hours, at string
		want      bool
	}{
		{"22:00-08:00", "21:59", false}, {"22:00-08:00", "22:00", true}, {"22:00-08:00", "03:30", true}, {"22:00-08:00", "08:00", false},
		{"13:00-14:30", "14:29", true}, {"13:00-14:30", "14:30", false}, {" 13:00 - 14:30 ", "12:59", false}, {"none", "03:00", false}, {"", "00:00", false},
	} {
		h, err := policy.ParseHours(c.hours)
		if err != nil {
			t.Fatal(err)
		}
		at, _ := time.ParseInLocation("2006-01-02 15:04", "2026-07-01 "+c.at, berlin)
		if got := h.Contains(at); got != c.want {
			t.Errorf("%s at %s: %v", c.hours, c.at, got)
		}
	}
	for _, bad := range []string{"22-08", "22:00", "25:00-08:00", "22:00-22:00", "late"} {
		if h, err := policy.ParseHours(bad); err == nil {
			t.Errorf("%q reads as %v", bad, h)
		}
	}
}
