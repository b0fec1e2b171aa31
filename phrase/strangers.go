package phrase

import (
	_ "embed"
	"strings"
)

//go:embed strangers.txt
var strangersFile string

// strangers returns for each word of strangers.txt the places where it stands: its line, and its group there.
var strangers = func() map[string][][2]int {
	out := map[string][][2]int{}
	for n, line := range strings.Split(strangersFile, "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for g, group := range strings.Split(line, "/") {
			for w := range strings.FieldsSeq(group) {
				out[stripMarks(w)] = append(out[stripMarks(w)], [2]int{n, g})
			}
		}
	}
	return out
}()

// AreStrangers reports whether two words are known to be none of one word's forms, though they look so: "pear", "pea".
func AreStrangers(a, b string) bool {
	for _, x := range strangers[a] {
		for _, y := range strangers[b] {
			if x[0] == y[0] && x[1] != y[1] {
				return true
			}
		}
	}
	return false
}
