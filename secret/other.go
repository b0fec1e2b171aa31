package secret

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// isOther reports whether a word before i says that the number is of something else: an order, a phone.
func (p *phrase) isOther(i int) bool { return p.otherWord(i) != "" }

// otherWord returns that word, "" if there is none.
func (p *phrase) otherWord(i int) string { return otherWord(p.Text, p.w, i) }

// otherWord returns the word before i in a text that says that a number there is of something else, "" if there is none.
func otherWord(v plain.Text, w *lexicon.Words, i int) string {
	near := strings.TrimRight(v.Low[max(0, i-40):i], " \n:#.-")
	for range 3 {
		from := wordStartIn(near)
		if word := strings.Trim(near[from:], ":#.,"); w.Is("other", word, ^uint32(0)) && (word != "zip" || looks.HasDigit(v.Low[i:min(len(v.Low), i+1)])) {
			return word
		}
		near = strings.TrimRight(near[:from], " \n:#.,-")
	}
	for _, d := range w.Dense["other"] {
		if strings.Contains(v.Low[max(0, i-30):i], d) {
			return d
		}
	}
	return ""
}

// wordStartIn returns where the last word of s begins.
func wordStartIn(s string) int { return strings.LastIndexAny(s, " \n\t(") + 1 }
