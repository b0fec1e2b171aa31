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
		"utc": "UTC", "GMT": "UTC", "UTC+2": "Etc/GMT-2", "-3": "Etc/GMT+3", "gmt −03:00": "Etc/GMT+3", "+3": "Etc/GMT-3", "+14": "Etc/GMT-14", "+5:30": "UTC+5:30", "utc+5.75": "UTC+5:45", "+0": "UTC",
		" asia/tokyo ": "Asia/Tokyo", "ushuaia": "America/Argentina/Ushuaia", "dar es salaam": "Africa/Dar_es_Salaam",
		"Lima, Peru": "America/Lima", "Graz, Österreich": "Europe/Vienna",
	} {
		if got, err := people.FindZone(typed); err != nil || got != want {
			t.Errorf("%q is %q, %v", typed, got, err)
		}
	}
	for _, typed := range []string{"", "Atlantis", "Atlantis, Greece", ", Peru", "Local", "UTC+99", "+15", "-13", "+5:20", "../etc/passwd"} {
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

// U5: zones are understood and shown as people write them, also those that were stored before.
func TestU5OffsetsAreShownAsWritten(t *testing.T) {
	at := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	for stored, want := range map[string]string{
		"Etc/GMT-3": "15:00 UTC+3", "Etc/GMT+5": "07:00 UTC-5", "UTC+5:30": "17:30 UTC+5:30", "UTC-9:30": "02:30 UTC-9:30",
		"UTC+5:45": "17:45 UTC+5:45", "UTC": "12:00 UTC", "Etc/GMT": "12:00 Etc/GMT", "UTC+14": "02:00 UTC+14",
	} {
		zone, err := people.LoadZone(stored)
		if err != nil {
			t.Errorf("%s: %v", stored, err)
			continue
		}
		if got := at.In(zone).Format("15:04 ") + zone.String(); got != want {
			t.Errorf("%s is %s, want %s", stored, got, want)
		}
	}
}

// U5: places in four languages, each once and each in a zone that there is.
func TestU5Places(t *testing.T) {
	places := people.PlaceZones
	if len(places) < 300 {
		t.Errorf("%d places", len(places))
	}
	seen := map[string]bool{}
	for place, zone := range places {
		if got, err := people.FindZone(place); err != nil || got != zone {
			t.Errorf("%s is %q, %v, want %s", place, got, err, zone)
		}
		seen[zone] = true
	}
	if len(seen) < 60 {
		t.Errorf("%d zones", len(seen))
	}
	for place, want := range map[string]string{
		"graz": "Europe/Vienna", "WIEN": "Europe/Vienna", " München ": "Europe/Berlin", "munchen": "Europe/Berlin", "beijing": "Asia/Shanghai",
		"new delhi": "Asia/Kolkata", "Zürich": "Europe/Zurich", "питер": "Europe/Moscow", "北京": "Asia/Shanghai", "San Francisco": "America/Los_Angeles",
	} {
		if got, err := people.FindZone(place); err != nil || got != want {
			t.Errorf("%s is %q, %v", place, got, err)
		}
	}
}
