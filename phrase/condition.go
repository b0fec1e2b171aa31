package phrase

import (
	"regexp"
	"slices"
	"strings"
)

// hasConditionWord reports whether a text has an "if" that is one in its language: some are other words elsewhere.
func hasConditionWord(s string, terms []string, isGerman bool) bool {
	for i, t := range terms {
		if markerWords[t] != Condition && (i == 0 || markerWords[terms[i-1]+"_"+t] != Condition) {
			continue
		}
		switch t {
		case "als": // German and Dutch "as"
			if !isGerman && i+1 < len(terms) && dutchSubjects[terms[i+1]] {
				return true
			}
		case "om": // Dutch "at" and "in order to"
			if slices.ContainsFunc(terms, func(t string) bool { return swedish[t] }) {
				return true
			}
		case "neu": // German "new"
			if strings.Contains(s, "ế") {
				return true
			}
		case "se": // Italian and Portuguese at the beginning, elsewhere and in Spanish "oneself"
			isBegun := i == 0 || i == 1 && (terms[0] == "e" || terms[0] == "ma" || terms[0] == "mas")
			if isBegun && i+2 < len(terms) && !pronouns[terms[i+1]] && !slices.ContainsFunc(terms, func(t string) bool { return spanish[t] }) {
				return true
			}
		case "si": // Spanish "yes" with its mark, Italian "oneself"
			if plainSi.MatchString(s) && !slices.ContainsFunc(terms, func(t string) bool { return italian[t] }) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

var (
	plainSi       = regexp.MustCompile(`(?i)(?:^|\P{L})(?:si|s['’ʼ]ils?)(?:$|\P{L})`)
	dutchSubjects = wordSetOf(strings.Fields("ik je jij hij ze zij we wij het er de mijn dat iemand u jullie niemand onze haar zijn")...)
	spanish       = wordSetOf(strings.Fields("el los las y en su sus del lo llama llamaba llaman es esta estan fue anos hace muy pero usuario")...)
	pronouns      = wordSetOf(strings.Fields("me te le les nos lo la los las chama chamava casa caso casan")...)
	swedish       = wordSetOf(strings.Fields("jag och att det inte ar vi han hon den min mitt mina du")...)
	italian       = wordSetOf(strings.Fields("che mio mia sono della nel gli ogni alle miei mie alla dal nella utente perche piu cosi anche")...)
)
