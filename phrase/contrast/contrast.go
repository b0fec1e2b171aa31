// Package contrast tells what a sentence sets against what it says: "eight, not nine", "coffee without sugar", "sag
// Schreiner statt Tischler". The sentence as a whole denies nothing; only what stands behind these words is denied.
//
// It also finds what the speaker corrects at once ("on Tuesday, no wait, Thursday"), in corrected.go.
//
// It is pure and knows words only. Start reading at Cut.
package contrast

import (
	"regexp"
	"strings"
)

// Denied is one thing that a sentence sets apart.
type Denied struct {
	Text string
	// Needed says that what is said is not so without it: "coffee without sugar". What is only set against something
	// else may be left out: "eight, not nine".
	Needed bool
}

const (
	not     = `not|no|nicht|kein(?:e[nmrs]?)?|ned|nix|pas|non|mica|ni|não|не|ни|nunca|never|nie|niet|geen`
	instead = `instead of|rather than|as opposed to|(?:an)?statt|anstelle von|in plaats van|plutôt que|au lieu d(?:e |['’])|en vez de|en lugar de|em vez de|ao invés d[eoa]s?|invece (?:di|che)|al posto di|anziché|zamiast|замість|вместо|а не`
	without = `without|with (?:no|not any)|mit kein(?:e[nmrs]?)|ohne|sans|sin|senza|sem|без`
	since   = `since|as of|from now|seit|ab|desde|a partir de|depuis|dal|sinds|vanaf|od|с тех|від`
	linking = `but|and|und|aber|pero|y|et|mais|e|mas|ma|maar|и|но|а|or rather`
)

var (
	// behind finds what is set apart behind what is said, up to the end of its part.
	behind = regexp.MustCompile(`(?i)(?:[,;–—]\s*(?:(?:` + linking + `)\s+)?(` + not + `)\s|\s(?:` + linking + `|en)\s+(` + not + `)\s|[,;\s]\s*(?:(?:` + linking + `)\s+)?(` + instead + `|` + without + `)(?:\s|\b))\s*([^,;.!?–—()]+)`)
	// before finds what is set apart before what is said: "nicht Ballett, sondern Schwimmen".
	before = regexp.MustCompile(`(?i)(?:^|[\s,])(?:nicht|kein(?:e[nmrs]?)?|не|no|not|não|non|nie|niet)\s+(?:es |é |è |jest |is |ist )?([^,;.!?–—]{1,40}?),?\s+(?:sondern|sino|а|but(?: rather)?|bensì|ma|mas(?: sim)?|e sim|lecz|ale|maar|але|но)\s`)
	// fronted finds what is set apart at the beginning of what is said: "without glasses I can't read".
	fronted = regexp.MustCompile(`(?i)^\s*(?:` + without + `)\s+((?:\pL+\s+)?\pL+),?\s+(?:i|we|he|she|they|ich|wir|er|sie|kann|können|je|nous|il|elle|on|no|non|não|я|мы|он|она)[\s'’]`)
	// numbered finds a number that is set against another without a comma: "on the 3rd not the 2nd".
	numbered = regexp.MustCompile(`(?i)(\d[\pL:.]*)\s+((?:not|nicht|no|pas|niet|nie|non|não|не)\s+(?:(?:on|at|in|the|am|um|den|le|el|la|les|alle|o|op|om|в|к)\s+){0,2}\d)`)
	// turkish finds what is set apart before "değil", and mica before an Italian one without a comma.
	turkish = regexp.MustCompile(`(?i)(?:^|\s)((?:\d+\s+)?\S+)\s+değil,?\s+(?:de |da )?(\S+)`)
	mica    = regexp.MustCompile(`(?i)^([^,;]*\S\s+\S+\s+)(mica\s+([^,;.!?]+))`)
	needed  = regexp.MustCompile(`(?i)^(?:` + without + `)$`)
	alone   = regexp.MustCompile(`(?i)^\s*(?:(?:` + linking + `)\s+)?(?:` + not + `|` + instead + `|` + without + `)\s+[^\s]+(?:\s+[^\s]+){0,3}\s*[.!]*\s*$`)
	link    = regexp.MustCompile(`(?i)\s(?:` + linking + `|` + since + `)\s.*$`)
	// clauses begin with somebody: what stands there is no longer set apart.
	somebody = regexp.MustCompile(`(?i)(?:^|\s)(?:i|you|he|she|we|they|it|ich|du|er|sie|wir|ihr|es|je|tu|il|elle|on|nous|vous|yo|tú|él|ella|я|ты|он|она|мы|вы|они|that|because|when|if|is|are|was|has|have|ist|sind|hat|wenn|weil|dass)(?:\s|$)`)
)

// leading finds small words before a day or place that are French pronouns elsewhere: "not on Thursday".
var leading = regexp.MustCompile(`(?i)^\s*(?:più\s|piu\s)?(?:on|il)\s`)

// longest is how many words may be set apart.
const longest = 4

// Cut returns a sentence without what it sets apart, and that. Where nothing is, or nothing else is said, it returns
// the sentence as it is.
func Cut(s string) (string, []Denied) {
	var out []Denied
	rest := numbered.ReplaceAllString(s, "$1, $2")
	if at := before.FindStringSubmatchIndex(rest); at != nil && isShort(rest[at[2]:at[3]]) {
		out = append(out, Denied{Text: rest[at[2]:at[3]]})
		rest = rest[:at[0]] + " " + rest[at[1]:]
	}
	if at := fronted.FindStringSubmatchIndex(rest); at != nil {
		out = append(out, Denied{Text: rest[at[2]:at[3]], Needed: true})
		rest = rest[at[3]:]
	}
	if at := turkish.FindStringSubmatchIndex(rest); at != nil && !goesOn[strings.ToLower(rest[at[4]:at[5]])] {
		out = append(out, Denied{Text: rest[at[2]:at[3]]})
		rest = rest[:at[2]] + " " + rest[at[4]:]
	}
	if at := mica.FindStringSubmatchIndex(rest); at != nil && isShort(rest[at[6]:at[7]]) && !denying.MatchString(rest[:at[3]]) {
		out = append(out, Denied{Text: rest[at[6]:at[7]]})
		rest = rest[:at[4]] + " " + rest[at[5]:]
	}
	for {
		at := behind.FindStringSubmatchIndex(rest)
		if at == nil {
			break
		}
		from, to := at[8], at[9]
		if l := link.FindStringIndex(rest[from:to]); l != nil {
			to = from + l[0]
		}
		if strings.TrimSpace(rest[:at[0]]) == "" || !isShort(rest[from:to]) {
			break
		}
		isNeeded := at[6] >= 0 && needed.MatchString(rest[at[6]:at[7]])
		out = append(out, Denied{Text: rest[from:to], Needed: isNeeded})
		rest = rest[:at[0]] + " " + rest[to:]
	}
	return rest, out
}

var (
	// goesOn are words that begin something else behind "değil".
	goesOn = map[string]bool{"ama": true, "ve": true, "çünkü": true, "mi": true, "artık": true, "henüz": true, "fakat": true}
	// denying finds an Italian "not" that "mica" belongs to.
	denying = regexp.MustCompile(`(?i)(?:^|\s)(?:non|né|nemmeno|neanche)\s`)
)

// IsAlone reports whether a clause is nothing but what its sentence sets apart: "not nine".
func IsAlone(clause string) bool {
	return alone.MatchString(clause) && !somebody.MatchString(clause)
}

func isShort(s string) bool {
	n := len(strings.Fields(s))
	return n > 0 && n <= longest && !somebody.MatchString(leading.ReplaceAllString(s, ""))
}
