package phrase

import (
	_ "embed"
	"slices"
	"strings"

	"keepsake/text"
)

//go:embed hedges.txt
var hedgesFile string

// hedges holds the expressions of hedges.txt by their first term, longer ones with a space before each further term.
var hedges = func() map[string][]hedge {
	out := make(map[string][]hedge)
	for _, line := range strings.Split(hedgesFile, "\n") {
		class, list, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for _, expression := range strings.Split(list, ",") {
			if terms := text.Terms(expression); len(terms) > 0 {
				out[terms[0]] = append(out[terms[0]], hedge{Marker(class), terms})
			}
		}
	}
	return out
}()

// hedge is an expression that gives a marker.
type hedge struct {
	marker Marker
	terms  []string
}

// findHedges adds the markers of the expressions in terms.
func findHedges(terms []string, to map[Marker]bool) {
	for i, t := range terms {
		for _, h := range hedges[t] {
			if len(h.terms) <= len(terms)-i && slices.Equal(h.terms, terms[i:i+len(h.terms)]) {
				to[h.marker] = true
			}
		}
	}
}
