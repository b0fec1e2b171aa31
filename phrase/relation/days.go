package relation

import (
	"slices"

	"keepsake/phrase"
	"keepsake/phrase/moment"
)

// ReordersDays reports whether a claim has days of the week that were said, in another order: "canteen on Monday and Thursday, grandma on Friday".
func ReordersDays(said, claim []phrase.Token) bool {
	left := daysOf(said)
	isInOrder := true
	for _, day := range daysOf(claim) {
		if !slices.Contains(daysOf(said), day) {
			return false
		}
		at := slices.Index(left, day)
		isInOrder = isInOrder && at >= 0
		left = left[max(at, 0):]
	}
	return !isInOrder
}

// daysOf returns the days of the week among some words, in their order.
func daysOf(ts []phrase.Token) (out []string) {
	for _, t := range ts {
		if len(moment.Weekdays(t.Term)) > 0 && !phrase.IsDense(phrase.FirstRune(t.Term)) {
			out = append(out, t.Term)
		}
	}
	return out
}

// HasTwoNumbers reports whether several numbers stand in what was said, apart from those that are denied; "9:45" is one.
func HasTwoNumbers(said []phrase.Token, apart map[string]bool) bool {
	n := 0
	for i, t := range said {
		if _, isApart := apart[t.Term]; t.Kind == phrase.Number && !isApart && (i == 0 || said[i-1].Kind != phrase.Number) {
			n++
		}
	}
	return n > 1
}
