package bot

import (
	"regexp"
	"strconv"
	"strings"
	_ "time/tzdata" // a container may have no zone files

	"keepsake/fault"
	"keepsake/people"
	"keepsake/text"
)

// offeredZones are the buttons of the zone chooser; any other zone can be typed.
var offeredZones = []string{
	"Europe/London", "Europe/Paris", "Europe/Berlin", "Europe/Madrid", "Europe/Kyiv", "Europe/Istanbul",
	"Europe/Moscow", "America/New_York", "America/Chicago", "America/Los_Angeles", "America/Sao_Paulo",
	"Asia/Dubai", "Asia/Kolkata", "Asia/Singapore", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "UTC",
}

// regions are the first parts of zone names, tried when somebody types only a city.
var regions = []string{
	"Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "Indian",
	"America/Argentina", "America/Indiana", "America/Kentucky", "Etc",
}

var offset = regexp.MustCompile(`(?i)^(?:utc|gmt)?\s*([+-−])\s*([0-9]{1,2})(?::?00)?$`)

// city is an offered zone as its button shows it.
func (r *request) city(zone string) string { return r.plain(cityID(zone), nil) }

// cityID is the sentence that names the city of an offered zone.
func cityID(zone string) string {
	return "city." + strings.ToLower(zone[strings.LastIndexByte(zone, '/')+1:])
}

// findCity understands the name of an offered city in any language we speak.
func (b *Bot) findCity(typed string) (zone string, ok bool) {
	for _, zone := range offeredZones {
		for _, lang := range b.cfg.Words.Languages() {
			if text.Fold(b.cfg.Words.Say(lang, cityID(zone), nil)) == text.Fold(typed) {
				return zone, true
			}
		}
	}
	return "", false
}

// findZone understands an IANA name in any case ("europe/london"), a city that names a
// zone ("New York"), and whole hours from UTC ("UTC+2").
func findZone(typed string) (string, error) {
	s := text.OneLine(typed)
	if m := offset.FindStringSubmatch(s); m != nil {
		// POSIX names count westwards: Etc/GMT-2 is two hours ahead of UTC.
		if h, _ := strconv.Atoi(m[2]); h != 0 {
			sign := "-"
			if m[1] != "+" {
				sign = "+"
			}
			return known("Etc/GMT" + sign + strconv.Itoa(h))
		}
		return "UTC", nil
	}
	if strings.EqualFold(s, "utc") || strings.EqualFold(s, "gmt") {
		return "UTC", nil
	}
	name := capitals(strings.ReplaceAll(s, " ", "_"))
	if zone, err := known(name); err == nil {
		return zone, nil
	}
	for _, region := range regions {
		if zone, err := known(region + "/" + name); err == nil {
			return zone, nil
		}
	}
	return known(s)
}

func known(name string) (string, error) {
	if _, err := people.LoadZone(name); err != nil {
		return "", fault.Field("time_zone", "not a time zone we know")
	}
	return name, nil
}

// small are the words that zone names write small.
var small = map[string]bool{"of": true, "au": true, "es": true, "in": true}

// capitals writes a name as the zone files do: "port_of_spain" is "Port_of_Spain".
func capitals(name string) string {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		words := strings.Split(strings.ToLower(part), "_")
		for j, w := range words {
			if w == "" || j > 0 && small[w] {
				continue
			}
			words[j] = strings.ToUpper(w[:1]) + w[1:]
		}
		parts[i] = strings.Join(words, "_")
	}
	return strings.Join(parts, "/")
}
