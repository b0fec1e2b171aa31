package grounds

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"keepsake/phrase"
	"keepsake/phrase/moment"
)

// This file compares the numbers, days and times of a claim with those that a person meant, said in whatever words.

// datesOf returns the words of the statement's dates that the unit means by other words ("on Friday"): their numbers, and the
// names of the month and of the day of the week.
func datesOf(s statement, u unit) map[string]bool {
	out := make(map[string]bool)
	for _, d := range s.dates {
		if !u.dates[d] {
			continue
		}
		for _, n := range strings.FieldsFunc(d, func(r rune) bool { return r == '-' || r == ':' }) {
			if !moment.IsMonth(d) {
				out[n], out[strings.TrimLeft(n, "0")] = true, true
			}
		}
		if h, err := strconv.Atoi(strings.Split(d, ":")[0]); err == nil && strings.Contains(d, ":") && h > 12 { // "7 pm" is 19:00
			out[strconv.Itoa(h-12)] = true
		}
		for _, t := range s.counting {
			for full := range u.dates { // of "12-09" the day of the week follows from its year
				if (full == d || strings.HasSuffix(full, "-"+d)) && moment.IsNameOf(t.Term, full) {
					out[t.Term] = true
				}
			}
		}
	}
	if n := len(u.weekdays); n > 1 { // "on Mondays and Fridays": twice a week
		out[strconv.Itoa(n)] = true
	}
	delete(out, "")
	return out
}

// hasOtherDate reports whether the statement gives a day or a month, and the unit gives others alone; or a time of day with its minutes,
// and the unit gives other ones alone: "ten to eight" is not 8:10.
func hasOtherDate(s statement, u unit) bool {
	losesHalf := func(d string) bool { // "las ocho y media"
		return strings.HasSuffix(d, ":00") && !u.dates[d] && u.dates[strings.TrimSuffix(d, "00")+"30"]
	}
	if slices.ContainsFunc(s.dates, losesHalf) {
		return true
	}
	for _, is := range []func(d string) bool{moment.IsDay, moment.IsMonth, moment.IsClock} {
		if hasKindOfDate(u.dates, is) && slices.ContainsFunc(s.dates, func(d string) bool { return is(d) && !u.dates[d] }) {
			return true
		}
	}
	return false
}

// hasKindOfDate reports whether one of the dates is of a kind.
func hasKindOfDate(dates map[string]bool, is func(d string) bool) bool {
	for d := range dates {
		if is(d) {
			return true
		}
	}
	return false
}

// withoutOthersDates returns dates of a message without those that stand only in the other things that it states. Things that were
// matched with the same claim lend a day to one that has none, and a time to one that has none: "it's on the 9th", "it's from Luton".
func withoutOthersDates(dates map[string]bool, own Statement, stated []Statement, claim string, at time.Time) map[string]bool {
	out, has := maps.Clone(dates), moment.Implied(own.allWords(), at)
	hasDay, hasMonth, hasClock := hasKindOfDate(has, moment.IsDay), hasKindOfDate(has, moment.IsMonth), hasKindOfDate(has, moment.IsClock)
	for _, s := range stated {
		isMatched := slices.Contains(s.Claims, claim)
		for d := range moment.Implied(s.allWords(), at) {
			isLent := isMatched && (moment.IsDay(d) && !hasDay || moment.IsMonth(d) && !hasMonth || moment.IsClock(d) && !hasClock)
			if !has[d] && !isLent {
				delete(out, d)
			}
		}
	}
	return out
}

// hasOtherWeekday reports whether the claim names a day of the week, and the person only others.
func hasOtherWeekday(c claim, content string, heard []voice) bool {
	claimed, said := moment.Weekdays(content), map[int]bool{}
	if len(claimed) == 0 || c.update {
		return false
	}
	for _, h := range heard {
		maps.Copy(said, moment.Weekdays(h.said))
	}
	if len(said) == 0 {
		return false
	}
	isNew, isLeft := false, false
	for day := range claimed {
		isNew = isNew || !said[day]
	}
	for day := range said {
		isLeft = isLeft || !claimed[day]
	}
	return isNew && isLeft
}

// namesWeekdays reports whether the facts that a judge listed name each day of the week that a claim does: people write "di" and
// "Tu" for it.
func namesWeekdays(content string, matched []match) bool {
	named := map[int]bool{}
	for _, s := range matched {
		for _, f := range s.Facts {
			maps.Copy(named, moment.Weekdays(f))
		}
	}
	for day := range moment.Weekdays(content) {
		if !named[day] {
			return false
		}
	}
	return true
}

// hasNewNumber reports whether the claim has a number that the person, who speaks of numbers, did not use, and that is no part
// of a date that they mean.
func (m matcher) hasNewNumber(s statement, q unit, heard []voice) bool {
	said := wordsOf(heard)
	return slices.ContainsFunc(said, isNumber) && m.hasNumberBeside(s, q, said)
}

// hasUnlistedNumber reports whether the claim has a number that neither the matched statements nor the person have, in digits or in a
// word, where those have others: "ten percent" is not twenty.
func (m matcher) hasUnlistedNumber(s statement, q unit, matched []match, heard []voice) bool {
	var listed []phrase.Token
	for _, x := range matched {
		listed = append(listed, x.words...)
	}
	return slices.ContainsFunc(listed, isNumber) && m.hasNumberBeside(s, q, append(listed, wordsOf(heard)...))
}

func isNumber(t phrase.Token) bool { return t.Kind == phrase.Number }

// hasNumberBeside reports whether the claim has a number that is not among these words, and is no part of a date that the
// person means.
func (m matcher) hasNumberBeside(s statement, q unit, said []phrase.Token) bool {
	dated := datesOf(s, q)
	return slices.ContainsFunc(s.counting, func(t phrase.Token) bool {
		return isNumber(t) && !s.known[t.Term] && !dated[t.Term] && !m.has(said, t)
	})
}
