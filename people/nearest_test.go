package people_test

import (
	"testing"
	"time"

	"keepsake/people"
)

// U5 (issue 14.2): a position gives the clock that is kept there; far out at sea none.
func TestU5ZoneOfAPosition(t *testing.T) {
	summer, winter := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC), time.Date(2026, 1, 15, 12, 0, 0, 0, time.UTC)
	for place, c := range map[string]struct {
		latitude, longitude float64
		zone                string // whose clock it is; the name may be a neighbour's
	}{
		"Graz": {47.07, 15.44, "Europe/Vienna"}, "Regensburg": {49.02, 12.10, "Europe/Berlin"}, "Dijon": {47.32, 5.04, "Europe/Paris"},
		"Key Largo": {25.09, -80.44, "America/New_York"}, "Tacoma": {47.25, -122.44, "America/Los_Angeles"}, "Fort Worth": {32.76, -97.33, "America/Chicago"},
		"Varanasi": {25.32, 82.97, "Asia/Kolkata"}, "Kathmandu": {27.71, 85.32, "Asia/Kathmandu"}, "Suzhou": {31.30, 120.58, "Asia/Shanghai"},
		"Peterhof": {59.88, 29.90, "Europe/Moscow"}, "Tartu": {58.38, 26.72, "Europe/Tallinn"}, "Braga": {41.55, -8.42, "Europe/Lisbon"}, "Vigo": {42.23, -8.72, "Europe/Madrid"},
		"Adelaide": {-34.93, 138.60, "Australia/Adelaide"}, "Wollongong": {-34.42, 150.89, "Australia/Sydney"}, "Suva": {-18.14, 178.44, "Pacific/Fiji"},
		"Rotterdam": {51.92, 4.48, "Europe/Amsterdam"}, "Campinas": {-22.91, -47.06, "America/Sao_Paulo"}, "Lviv": {49.84, 24.03, "Europe/Kyiv"}, "Samara": {53.2, 50.15, "Europe/Samara"},
		"Phoenix": {33.45, -112.07, "America/Phoenix"}, "Gander": {48.96, -54.61, "America/St_Johns"}, "Tehran": {35.69, 51.39, "Asia/Tehran"}, "Kabul": {34.53, 69.17, "Asia/Kabul"},
	} {
		got, ok := people.NearestZone(c.latitude, c.longitude)
		zone, err := people.LoadZone(got)
		want, wantErr := people.LoadZone(c.zone)
		if !ok || err != nil || wantErr != nil {
			t.Errorf("%s: %q, %v, %v, %v", place, got, ok, err, wantErr)
			continue
		}
		for _, at := range []time.Time{summer, winter} {
			if a, b := at.In(zone).Format("15:04"), at.In(want).Format("15:04"); a != b {
				t.Errorf("%s: it is %s by %s, want %s by %s", place, a, got, b, c.zone)
			}
		}
	}
	if got, ok := people.NearestZone(-45, -120); ok {
		t.Errorf("in the middle of the Pacific it is %s", got)
	}
}
