package phrase

import (
	_ "embed"

	"keepsake/text/sieve"
)

// RefusesKeeping reports whether a text asks not to keep something: "don't save this", "I'd rather you didn't", "schreib das nirgends auf".
func RefusesKeeping(s string) bool { return CutRefusal(s) != s }

// CutRefusal returns a text without the words that ask not to keep something: what it says besides.
func CutRefusal(s string) string {
	for _, re := range []*sieve.Regexp{wishingNot, refusing} {
		for _, at := range re.FindAllStringIndex(s, -1) {
			before := s[:at[0]] + " "
			if re == wishingNot || !NamesDoer(before) || IsYes(before) { // "I don't remember that" says what somebody does
				return CutRefusal(s[:at[0]] + " " + s[at[1]:])
			}
		}
	}
	return s
}

//go:embed refusals.txt
var refusalsFile string

// wishingNot finds a wish that something is not kept, or nowhere, and what it is said to be ("off the record: …"); refusing an order.
var (
	wishingNot = sieve.MustCompile(`(?i)` + sectionOf(refusalsFile, "wishing") + "|" + sectionOf(refusalsFile, "nowhere") +
		`|(?:^|[\n,،.!?;:()—–]\s*|\s-\s+)(?:(?:and|so|but|please|just|und|aber|bitte|nur|et|mais|y|pero|e|ma|mas|en|maar|och|men|i|a|ale|и|а|но|і|але|ve|ama|و) )?(?:` + sectionOf(refusalsFile, "nominal") + `)(?:$|[^\pL\pM])|(?:^|[\n。！？!?，、,:：；]\s*)(?:` + sectionOf(refusalsFile, "nominaldense") + `)`)
	refusing = sieve.MustCompile(`(?i)` + sectionOf(refusalsFile, "plainly") + "|" + sectionOf(refusalsFile, "dense") + `|(?:^|[^\pL\pM])(?:` + sectionOf(refusalsFile, "spaced") +
		`)(?:$|[^\pL\pM])|(?:^|[\n,،.!;:—–-]\s*|(?:^|[^\pL])(?:and|so|but|please|und|aber|bitte|et|mais|y|pero|e|ma|en|och|i|a|ale|и|а|но|і|ve|و|ו) )(?:` + sectionOf(refusalsFile, "forgetting") + `)\s*(?:$|[\n,،.!;:—–-])`)
)
