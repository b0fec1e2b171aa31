package verbform

import (
	"regexp"
	"slices"
)

// IsAbility reports whether a Polish, Russian or Ukrainian "perhaps" says what somebody can do: an infinitive stands beside it.
func IsAbility(terms []string, at int) bool {
	infinitive := abilities[terms[at]]
	if infinitive == nil {
		return false
	}
	return slices.ContainsFunc(terms[max(0, at-2):min(len(terms), at+3)], infinitive.MatchString)
}

var abilities = map[string]*regexp.Regexp{
	"moze":  regexp.MustCompile(`[aeiyuo]c(?:sie)?$`),
	"может": regexp.MustCompile(`[аеиоуыя]ть(?:ся)?$`),
	"може":  regexp.MustCompile(`[аеиіоуия]ти(?:ся)?$`),
}
