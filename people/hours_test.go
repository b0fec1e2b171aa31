package people_test

import (
	"testing"
	"time"

	"keepsake/people"
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
		h, err := people.ParseHours(c.hours)
		if err != nil {
			t.Fatal(err)
		}
		at, _ := time.ParseInLocation("2006-01-02 15:04", "2026-07-01 "+c.at, berlin)
		if got := h.Contains(at); got != c.want {
			t.Errorf("%s at %s: %v", c.hours, c.at, got)
		}
	}
	for _, bad := range []string{"22-08", "22:00", "25:00-08:00", "22:00-22:00", "late"} {
		if h, err := people.ParseHours(bad); err == nil {
			t.Errorf("%q reads as %v", bad, h)
		}
	}
}

// Hours as people type them, in several languages; what is no two times is refused.
func TestFindHours(t *testing.T) {
	for typed, want := range map[string]string{
		"22:00-08:00": "22:00-08:00", "22–8": "22:00-08:00", " 10 pm to 7:30 am ": "22:00-07:30", "22 bis 7 Uhr": "22:00-07:00",
		"с 23.30 до 7": "23:30-07:00", "22点到7点": "22:00-07:00", "12am-12pm": "00:00-12:00", "from 11 p.m. until 6 a.m.": "23:00-06:00",
		"22 - 24": "22:00-00:00", "None": people.NoHours, "нет": people.NoHours, "无": people.NoHours, "Keine": people.NoHours,
	} {
		h, err := people.FindHours(typed)
		if err != nil || h.String() != want {
			t.Errorf("%q reads as %v, %v", typed, h, err)
		}
		if again, err := people.ParseHours(h.String()); err != nil || again != h {
			t.Errorf("%v reads back as %v, %v", h, again, err)
		}
	}
	for _, bad := range []string{"", "at night", "22", "22-22", "25-7", "22:75-7", "13 pm - 7", "22-8-9", "222-8", "0 am to 7"} {
		if h, err := people.FindHours(bad); err == nil {
			t.Errorf("%q reads as %v", bad, h)
		}
	}
	if none := (people.Hours{}).String(); none != people.NoHours {
		t.Errorf("no hours are %q", none)
	}
}

// A notice waits until the hours are over, by the person's clock, also when that is changed in the night; the
// person's own hours come before the operator's, and "none" is one of them.
func TestQuietHoursEnd(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	night, _ := people.ParseHours("22:00-08:00")
	noon, _ := people.ParseHours("12:00-13:00")
	for _, c := range []struct {
		hours    people.Hours
		at, want string
	}{
		{night, "2026-11-22 23:10", "2026-11-23 08:00"}, {night, "2026-11-23 07:59", "2026-11-23 08:00"}, {night, "2026-11-23 08:00", "2026-11-23 08:00"},
		{noon, "2026-11-23 12:30", "2026-11-23 13:00"}, {noon, "2026-11-23 11:59", "2026-11-23 11:59"}, {people.Hours{}, "2026-11-23 03:00", "2026-11-23 03:00"},
		{night, "2026-10-24 23:00", "2026-10-25 08:00"}, // an hour longer
	} {
		at, _ := time.ParseInLocation("2006-01-02 15:04", c.at, berlin)
		if got := c.hours.After(at).Format("2006-01-02 15:04"); got != c.want {
			t.Errorf("%s of %v is over at %s", c.at, c.hours, got)
		}
	}
	for own, want := range map[string]people.Hours{"": night, "12:00-13:00": noon, people.NoHours: {}} {
		if got := people.QuietHoursOf(people.Person{QuietHours: own}, night); got != want {
			t.Errorf("%q is %v", own, got)
		}
	}
}
