package people

import (
	_ "embed"
	"strings"

	"keepsake/text"
)

// citiesTable has the cities of at least 100,000 people by zone: "Europe/Vienna|graz|вена|…|". scripts/cities.sh makes it.
//
//go:embed cities.tab
var citiesTable string

// findCity returns the zone of a city by its name in English, German, Russian or Chinese, and in others as far as GeoNames
// has them. Of two cities of one name it is the larger one's. It reads the table: a person asks once in their life.
func findCity(typed string) (zone string, found bool) {
	name := text.Fold(typed)
	if name == "" || strings.Contains(name, "|") {
		return "", false
	}
	at := strings.Index(citiesTable, "|"+name+"|")
	if at < 0 {
		return "", false
	}
	line := citiesTable[strings.LastIndexByte(citiesTable[:at], '\n')+1:]
	zone, _, _ = strings.Cut(line, "|")
	return zone, true
}
