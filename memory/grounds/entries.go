package grounds

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/phrase/moment"
)

// This file keeps the entries of a list apart: of "Monday physio at 9, Friday the dentist at 4:15" nobody has the dentist on Monday.

// mixesEntries reports whether the claim has a thing of one statement of a judge's and a time or number of another, where the first has others
// of its own, and the second a thing of its own that the claim leaves out.
func (m matcher) mixesEntries(s statement, stated []Statement) bool {
	var times, things []phrase.Token
	for _, t := range s.counting {
		switch {
		case isTime(t) || t.Kind == phrase.Number:
			times = append(times, t)
		case t.Kind == phrase.Content && !phrase.IsLight(t.Term) && !s.known[t.Term]:
			things = append(things, t)
		}
	}
	if len(times) == 0 || len(stated) < 2 {
		return false
	}
	var entries []entry
	for _, x := range stated {
		entries = append(entries, newEntry(x))
	}
	return slices.ContainsFunc(things, func(thing phrase.Token) bool {
		has := func(e entry) bool { return m.mentionsAll([]phrase.Token{thing}, e.all) }
		isElsewhere := func(e entry) bool {
			return has(e) && len(e.times) > 0 && !slices.ContainsFunc(e.times, func(t phrase.Token) bool { return m.mentionsAll([]phrase.Token{t}, times) })
		}
		isTimed := func(e entry) bool {
			return !has(e) && m.mentionsAll(times, e.said) && slices.ContainsFunc(e.things, func(t phrase.Token) bool { return !m.mentionsAll([]phrase.Token{t}, s.counting) })
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
	for _, t := range e.said {
		switch {
		case isTime(t) || t.Kind == phrase.Number:
			e.times = append(e.times, t)
		case t.Kind == phrase.Content && !phrase.IsLight(t.Term):
			e.things = append(e.things, t)
		}
	}
	return e
}

// joinsOverAnd reports whether matched words of an Arabic unit stand on both sides of an "and" that parts two clauses, of which each has a word
// more: "عمر انتقل لقسم المبيعات و ليلى صارت مديرتي". There a name is written as any word.
func joinsOverAnd(u unit, at []int) bool {
	isMore := func(i int) bool { return u.tokens[i].Counts() && !slices.Contains(at, i) }
	for k := 1; k < len(at); k++ {
		for i := at[k-1] + 2; i+1 < at[k]; i++ {
			if u.tokens[i].Term == "و" && isMore(i-1) && isMore(i+1) {
				return true
			}
		}
	}
	return false
}

// turnsDays reports whether the days of a week stand in another order in a statement than in a unit: "canteen on Monday and Thursday, grandma on
// Friday".
func turnsDays(s statement, u unit, at []int) bool {
	last := -1
	for k, t := range s.counting {
		if k >= len(at) || len(at) != len(s.counting) {
			return false
		}
		if len(moment.Weekdays(t.Term)) == 0 || phrase.IsDense(phrase.FirstRune(t.Term)) {
			continue
		}
		if at[k] < last {
			return true
		}
		last = at[k]
	}
	return false
}

// reordersDays reports whether a statement has the days of the week of a quotation in another order.
func reordersDays(s statement, q unit) bool {
	daysOf := func(ts []phrase.Token) (out []string) {
		for _, t := range ts {
			if len(moment.Weekdays(t.Term)) > 0 && !phrase.IsDense(phrase.FirstRune(t.Term)) {
				out = append(out, t.Term)
			}
		}
		return out
	}
	claimed, said := daysOf(s.counting), daysOf(q.tokens)
	if len(claimed) < 2 || len(claimed) != len(said) || slices.Equal(claimed, said) {
		return false
	}
	slices.Sort(claimed)
	slices.Sort(said)
	return slices.Equal(claimed, said)
}

// deniedReason finds a reason that is denied, up to its end: "not because I can't swim".
var deniedReason = regexp.MustCompile(`(?i)(?:^|[\s,;])(?:not (?:because|cos|cause)|nicht weil|(?:non|mica) perché|pas parce qu[e'’]|no porque|n[ãa]o porque|niet omdat|не потому,? что|не тому,? що|nie dlatego,? że|(?:مش|مو) (?:عشان|لأن)|ليس لأن)\s?([^,.;!?،؛]+)|不是因[为為]([^，。；！？]+)`)

// isDeniedReason reports whether a claim has its words from a reason that the person denies: whether it is so they do not say.
func (m matcher) isDeniedReason(s statement, q unit) bool {
	at := deniedReason.FindStringSubmatchIndex(q.text)
	if at == nil {
		return false
	}
	from, to := max(at[2], at[4]), max(at[3], at[5])
	reason, rest := phrase.Tokens(q.text[from:to]), phrase.Tokens(q.text[:at[0]]+" "+q.text[to:])
	isIn := func(ts []phrase.Token) bool {
		return slices.ContainsFunc(s.counting, func(t phrase.Token) bool { return m.mentionsAll([]phrase.Token{t}, ts) })
	}
	return isIn(reason) && !isIn(rest)
}
