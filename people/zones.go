package people

import (
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

// offsetFromUTC matches whole hours from UTC: "UTC+2", "+2", "gmt-03:00".
var offsetFromUTC = regexp.MustCompile(`(?i)^(?:utc|gmt)?\s*([+-−])\s*([0-9]{1,2})(?::?00)?$`)

// FindZone returns the zone for a typed text: an IANA name in any case ("europe/london"), a city
// that names a zone ("New York"), or whole hours from UTC ("UTC+2"). Its fault.Invalid names
// the field "time_zone".
func FindZone(typed string) (string, error) {
	s := text.OneLine(typed)
	if m := offsetFromUTC.FindStringSubmatch(s); m != nil {
		// POSIX names count westwards: Etc/GMT-2 is two hours ahead of UTC.
		if h, _ := strconv.Atoi(m[2]); h != 0 {
			sign := "-"
			if m[1] != "+" {
				sign = "+"
			}
			return checkZone("Etc/GMT" + sign + strconv.Itoa(h))
		}
		return "UTC", nil
	}
	if strings.EqualFold(s, "utc") || strings.EqualFold(s, "gmt") {
		return "UTC", nil
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
