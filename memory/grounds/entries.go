package grounds

import (
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/phrase/segment"
)

// This file keeps the entries of a list apart: of "Monday physio at 9, Friday the dentist at 4:15" nobody has the dentist on Monday.

// mixesEntries reports whether the claim has a thing of one statement of a judge's and a time or number of another, where the first has others
// of its own, and the second a thing of its own that the claim leaves out.
func (m matcher) mixesEntries(s statement, stated []Statement) bool {
	times, things := splitTimes(s.counting)
	things = slices.DeleteFunc(things, func(t phrase.Token) bool { return s.known[t.Term] })
	if len(times) == 0 || len(stated) < 2 {
		return false
	}
	var entries []entry
	for _, x := range stated {
		entries = append(entries, newEntry(x))
	}
	return slices.ContainsFunc(things, func(thing phrase.Token) bool {
		has := func(e entry) bool { return m.has(e.all, thing) }
		isElsewhere := func(e entry) bool {
			return has(e) && len(e.times) > 0 && !slices.ContainsFunc(e.times, func(t phrase.Token) bool { return m.has(times, t) })
		}
		isTimed := func(e entry) bool {
			return !has(e) && m.mentionsAll(times, e.said) && slices.ContainsFunc(e.things, func(t phrase.Token) bool { return !m.has(s.counting, t) })
		}
		isBoth := func(e entry) bool { return has(e) && !isElsewhere(e) }
		return slices.ContainsFunc(entries, isElsewhere) && slices.ContainsFunc(entries, isTimed) && !slices.ContainsFunc(entries, isBoth)
	})
}

// entry is a statement as one of a list.
type entry struct {
	said, all     []phrase.Token // of its quotation; of it and what was listed of it
	times, things []phrase.Token // of the quotation
}

func newEntry(x Statement) entry {
	e := entry{said: phrase.Tokens(x.Quote), all: phrase.Tokens(x.Quote + ". " + strings.Join(x.Facts, ". "))}
	e.times, e.things = splitTimes(e.said)
	return e
}

// splitTimes returns the words that say when or how much, and those that say what.
func splitTimes(ts []phrase.Token) (times, things []phrase.Token) {
	for _, t := range ts {
		switch {
		case isTime(t):
			times = append(times, t)
		case t.Kind == phrase.Content && !phrase.IsLight(t.Term):
			things = append(things, t)
		}
	}
	return times, things
}

// isDeniedReason reports whether a claim has its words from a reason that the person denies: whether it is so they do not say.
func (m matcher) isDeniedReason(s statement, q unit) bool {
	reason, rest, ok := segment.FindDeniedReason(q.text)
	isIn := func(text string) bool { return m.mentionsAny(s.counting, phrase.Tokens(text)) }
	return ok && isIn(reason) && !isIn(rest)
}
