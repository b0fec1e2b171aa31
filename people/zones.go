package people

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // a container may have no zone files

	"keepsake/fault"
	"keepsake/text"
)

// zoneRegions are the first parts of zone names, which are tried with a city's name.
var zoneRegions = []string{
	"Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "Indian",
	"America/Argentina", "America/Indiana", "America/Kentucky", "Etc",
}

// offsetFromUTC matches an offset from UTC to the quarter of an hour: "UTC+2", "+2", "gmt-03:00", "+5:30", "+5.75".
var offsetFromUTC = regexp.MustCompile(`(?i)^(?:utc|gmt)?\s*([+\-−–])\s*([0-9]{1,2})(?::?(00|15|30|45)|[.,](0|25|5|50|75))?$`)

// offsetParts are the parts of an hour that may be written with a point, in minutes.
var offsetParts = map[string]int{"25": 15, "5": 30, "50": 30, "75": 45}

// The offsets from UTC that are in use somewhere, in minutes.
const leastOffset, mostOffset = -12 * 60, 14 * 60

// parseOffset reads an offset as people write it, in minutes; ok=false when it is none, or none in use.
func parseOffset(s string) (minutes int, ok bool) {
	m := offsetFromUTC.FindStringSubmatch(s)
	if m == nil {
		return 0, false
	}
	hours, _ := strconv.Atoi(m[2])
	part, _ := strconv.Atoi(m[3])
	minutes = hours*60 + part + offsetParts[m[4]]
	if m[1] != "+" {
		minutes = -minutes
	}
	return minutes, minutes >= leastOffset && minutes <= mostOffset
}

// offsetName returns an offset as people write it: "UTC+3", "UTC+5:30", "UTC".
func offsetName(minutes int) string {
	if minutes == 0 {
		return "UTC"
	}
	sign, m := "+", minutes
	if m < 0 {
		sign, m = "-", -m
	}
	if m%60 == 0 {
		return fmt.Sprintf("UTC%s%d", sign, m/60)
	}
	return fmt.Sprintf("UTC%s%d:%02d", sign, m/60, m%60)
}

// storedOffset returns the name under which an offset is stored: for whole hours a POSIX name, which counts
// westwards and which the release before this one knows.
func storedOffset(minutes int) string {
	if minutes == 0 || minutes%60 != 0 {
		return offsetName(minutes)
	}
	return fmt.Sprintf("Etc/GMT%+d", -minutes/60)
}

// offsetZone returns the zone of a stored name that is an offset, named as people write it. Etc/GMT-2 is two
// hours ahead of UTC.
func offsetZone(name string) (*time.Location, bool) {
	s := name
	if rest, isPOSIX := strings.CutPrefix(name, "Etc/GMT"); isPOSIX && rest != "" {
		if hours, err := strconv.Atoi(rest); err == nil {
			s = offsetName(-hours * 60)
		}
	}
	minutes, ok := parseOffset(s)
	if !ok {
		return nil, false
	}
	return time.FixedZone(offsetName(minutes), minutes*60), true
}

// FindZone returns the zone for a typed text: an IANA name in any case ("europe/london"), a city
// that names a zone ("New York"), is in the table of places ("Wien", "Österreich") or among the world's large
// cities ("Билефельд"), or an offset from UTC ("+5:30").
// Its fault.Invalid names the field "time_zone".
func FindZone(typed string) (string, error) {
	s := text.OneLine(typed)
	if offsetFromUTC.MatchString(s) {
		minutes, ok := parseOffset(s)
		if !ok {
			return checkZone("")
		}
		return storedOffset(minutes), nil
	}
	if strings.EqualFold(s, "utc") || strings.EqualFold(s, "gmt") {
		return "UTC", nil
	}
	if zone, ok := placeZones[text.Fold(s)]; ok {
		return zone, nil
	}
	name := zoneCase(strings.ReplaceAll(s, " ", "_"))
	if zone, err := checkZone(name); err == nil {
		return zone, nil
	}
	for _, region := range zoneRegions {
		if zone, err := checkZone(region + "/" + name); err == nil {
			return zone, nil
		}
	}
	if zone, found := findCity(s); found {
		return zone, nil
	}
	if city, _, hasMore := strings.Cut(s, ","); hasMore { // "Lima, Peru"
		return FindZone(city)
	}
	return checkZone(s)
}

// checkZone returns the name, or fault.Invalid if LoadZone refuses it.
func checkZone(name string) (string, error) {
	if _, err := LoadZone(name); err != nil {
		return "", fault.Field("time_zone", "not a time zone we know")
	}
	return name, nil
}

// lowerInZones are the words that zone names write in lower case.
var lowerInZones = map[string]bool{"of": true, "au": true, "es": true, "in": true}

// zoneCase returns a name with the case of the zone files: "port_of_spain" → "Port_of_Spain".
func zoneCase(name string) string {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		words := strings.Split(strings.ToLower(part), "_")
		for j, w := range words {
			if w == "" || j > 0 && lowerInZones[w] {
				continue
			}
			words[j] = strings.ToUpper(w[:1]) + w[1:]
		}
		parts[i] = strings.Join(words, "_")
	}
	return strings.Join(parts, "/")
}

// ZoneOf returns the time zone that the person chose, or else the operator's, or else UTC.
func ZoneOf(p Person, operator *time.Location) *time.Location {
	if z, err := LoadZone(p.TimeZone); err == nil {
		return z
	}
	if operator == nil {
		return time.UTC
	}
	return operator
}
