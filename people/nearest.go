package people

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
)

//go:embed coordinates.tab
var coordinatesTable string

// anchor is a place of which the zone is known.
type anchor struct {
	zone string
	at   [3]float64 // on the unit sphere
}

// farthest is the distance, in radians, beyond which the nearest place says nothing: some 1,300 km.
const farthest = 0.2

// NearestZone returns the zone of the nearest place that is known to a position in degrees; ok=false far out at sea. It is a guess
// near borders, so whoever is asked confirms it.
func NearestZone(latitude, longitude float64) (zone string, ok bool) {
	at := onSphere(latitude, longitude)
	best := math.Cos(farthest)
	for _, a := range anchors() {
		if near := a.at[0]*at[0] + a.at[1]*at[1] + a.at[2]*at[2]; near > best {
			best, zone = near, a.zone
		}
	}
	return zone, zone != ""
}

// anchors reads the table. It is read once in a person's life, so nothing is kept.
func anchors() (out []anchor) {
	for row := range strings.Lines(coordinatesTable) {
		where, zone, isRow := strings.Cut(strings.TrimSpace(row), "\t")
		if !isRow || strings.HasPrefix(row, "#") {
			continue
		}
		cut := len("+4813") // ±DDMM±DDDMM
		out = append(out, anchor{zone, onSphere(degrees(where[:cut]), degrees(where[cut:]))})
	}
	return out
}

// degrees reads ±DDMM or ±DDDMM.
func degrees(s string) float64 {
	n, _ := strconv.Atoi(s[1:])
	d := float64(n/100) + float64(n%100)/60
	if s[0] == '-' {
		return -d
	}
	return d
}

func onSphere(latitude, longitude float64) [3]float64 {
	lat, long := latitude*math.Pi/180, longitude*math.Pi/180
	return [3]float64{math.Cos(lat) * math.Cos(long), math.Cos(lat) * math.Sin(long), math.Sin(lat)}
}
