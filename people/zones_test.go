package people_test

import (
	"errors"
	"testing"
	"time"

	"keepsake/fault"
	"keepsake/people"
)

func TestFindZone(t *testing.T) {
	for typed, want := range map[string]string{
		"europe/london": "Europe/London", "New York": "America/New_York", "port of spain": "America/Port_of_Spain",
		"utc": "UTC", "GMT": "UTC", "UTC+2": "Etc/GMT-2", "-3": "Etc/GMT+3", "gmt −03:00": "Etc/GMT+3", "+0": "UTC",
		" asia/tokyo ": "Asia/Tokyo", "ushuaia": "America/Argentina/Ushuaia", "dar es salaam": "Africa/Dar_es_Salaam",
	} {
		if got, err := people.FindZone(typed); err != nil || got != want {
			t.Errorf("%q is %q, %v", typed, got, err)
		}
	}
	for _, typed := range []string{"", "Atlantis", "Local", "UTC+99", "../etc/passwd"} {
		_, err := people.FindZone(typed)
		var f *fault.Error
		if !errors.As(err, &f) || f.Field != "time_zone" {
			t.Errorf("%q: %v", typed, err)
		}
	}
}

func TestZoneOf(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	if z := people.ZoneOf(people.Person{TimeZone: "Asia/Tokyo"}, berlin); z.String() != "Asia/Tokyo" {
		t.Errorf("the chosen zone is %s", z)
	}
	if z := people.ZoneOf(people.Person{}, berlin); z != berlin {
		t.Errorf("the operator's zone is %s", z)
	}
	if z := people.ZoneOf(people.Person{TimeZone: "Nowhere"}, nil); z != time.UTC {
		t.Errorf("without any it is %s", z)
	}
}
