package numeral

import "strings"

// minGlued is how long a word is at least that hundreds and thousands are looked for in.
const minGlued = 8

// glue holds the words for a hundred and a thousand of the languages that write numbers in one word.
var glue = []struct {
	language          *language
	hundred, thousand []string
}{
	{&german, []string{"hundert"}, []string{"tausend"}},
	{&dutch, []string{"honderd"}, []string{"duizend"}},
	{&italian, []string{"cento"}, []string{"mila", "mille"}},
}

// findGlued reads a number that is written in one word: "zweihundertfünfzig", "duemilacinquecento".
func findGlued(w string) []entry {
	for _, g := range glue {
		if v, ok := readGlued(w, *g.language, g.hundred, g.thousand); ok && v >= 100 {
			return []entry{{language: *g.language, value: v * milli}}
		}
	}
	return nil
}

func readGlued(w string, l language, hundred, thousand []string) (int64, bool) {
	for scale, marks := range map[int64][]string{1000: thousand} {
		for _, mark := range marks {
			if at := strings.Index(w, mark); at >= 0 {
				return joinGlued(w[:at], w[at+len(mark):], scale, l, hundred)
			}
		}
	}
	for _, mark := range hundred {
		if at := strings.Index(w, mark); at >= 0 {
			return joinGlued(w[:at], w[at+len(mark):], 100, l, nil)
		}
	}
	return 0, false
}

// joinGlued returns what stands before a scale times it, and what stands behind.
func joinGlued(before, behind string, scale int64, l language, hundred []string) (int64, bool) {
	part := func(s string) (int64, bool) {
		if v, ok := readGlued(s, l, hundred, nil); ok {
			return v, true
		}
		for _, e := range known.entries[s] {
			if e.language == l && !e.isOrdinal && e.value%milli == 0 && e.value/milli < scale {
				return e.value / milli, true
			}
		}
		return 0, false
	}
	factor, rest := int64(1), int64(0)
	ok := true
	if before != "" {
		if factor, ok = part(before); !ok {
			return 0, false
		}
	}
	behind = strings.TrimPrefix(behind, "und")
	if behind != "" {
		if rest, ok = part(behind); !ok {
			return 0, false
		}
	}
	return factor*scale + rest, true
}
