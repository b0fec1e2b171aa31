package grounds

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/phrase/contrast"
	"keepsake/phrase/moment"
	"keepsake/phrase/retold"
	"keepsake/phrase/segment"
	"keepsake/phrase/subject"
)

// claim is what a write says, cut so that each part can be looked for.
type claim struct {
	whole statement
	parts []statement // sentences and parts between conjunctions; nil when there is only one
	// timed are the parts as a judge's facts are compared with them: what says nothing but when or how much stands with the part before
	// it; nil when there is only one.
	timed []statement
	// Of an update: what the memory says now, the terms it has, those that the write removes, and
	// those that it adds.
	update  bool
	before  statement
	removed []phrase.Token
	added   []phrase.Token
	listed  bool // the memory enumerates: dropping one of a list is no correction of another
}

// toCompare returns the parts that are compared with facts, the whole claim where it has one.
func (c claim) toCompare() []statement {
	if len(c.timed) == 0 {
		return []statement{c.whole}
	}
	return c.timed
}

func newClaim(w Write) claim {
	c := claim{whole: newStatement(w.Content)}
	if w.Task {
		c.whole.wish, c.whole.subject, c.whole.object = true, false, false
		return c
	}
	pieces := piecesOf(w.Content)
	c.parts = newStatements(pieces)
	c.timed = c.parts
	if joined := joinTimes(pieces); len(joined) < len(pieces) {
		c.timed = newStatements(joined)
	}
	c.whole.together = w.together
	for i := range c.parts {
		c.parts[i].together = w.together
	}
	if w.Before == "" {
		return c
	}
	c.update, c.before = true, newStatement(w.Before)
	m := matcher{}
	missing := func(ts, in []phrase.Token) (out []phrase.Token) {
		for _, t := range ts {
			if !m.has(in, t) {
				out = append(out, t)
			}
		}
		return out
	}
	c.removed = missing(c.before.counting, c.whole.counting)
	c.added = missing(c.whole.counting, c.before.counting)
	c.listed = len(segment.Cut(w.Before)) > 1 || strings.Contains(w.Before, ", ") || strings.Contains(w.Before, " or ")
	if len(c.added) > 0 {
		known := map[string]bool{pronoun: true}
		for _, t := range c.whole.counting {
			if !slices.Contains(c.added, t) {
				known[t.Term] = true
			}
		}
		for _, t := range c.before.counting {
			known[t.Term] = true
		}
		c.whole.known = known
		for _, parts := range [][]statement{c.parts, c.timed} {
			for i := range parts {
				parts[i].known = known
			}
		}
	}
	return c
}

// piecesOf returns the sentences of a content, cut at conjunctions.
func piecesOf(content string) (pieces []string) {
	for _, c := range phrase.Clauses(content) {
		for _, p := range segment.Cut(c.Text) {
			if s := strings.TrimSpace(c.Text[p[0]:p[1]]); s != "" {
				pieces = append(pieces, s)
			}
		}
	}
	return pieces
}

// joinTimes returns pieces, each that says nothing but when or how much joined to the one before it: "Tom's size — 38", "on Mondays and
// Fridays at six". By itself it may be said of something else.
func joinTimes(pieces []string) (out []string) {
	for i, p := range pieces {
		if s := newStatement(p); i > 0 && len(s.counting) > 0 && isOnlyTimes(s) {
			out[len(out)-1] += ", " + p
			continue
		}
		out = append(out, p)
	}
	return out
}

// newStatements returns the statements of a content that makes several, each with the subject of the first
// when it has none of its own; nil when it makes one.
func newStatements(pieces []string) []statement {
	if len(pieces) < 2 {
		return nil
	}
	out := make([]statement, len(pieces))
	for i, p := range pieces {
		out[i] = newStatement(p)
		if i > 0 && !subject.IsGiven(out[i].tokens) {
			tokens := append(slices.Clone(subject.Find(out[0].tokens)), out[i].tokens...)
			out[i].tokens = tokens
			out[i].fill()
		}
		if len(out[i].counting) == 0 {
			return nil
		}
	}
	return out
}

// findRetold returns the sentence that a write repeats word for word with the person turned, the whole of it.
func (h *Hearing) findRetold(w Write) ([]unit, bool) {
	for _, u := range slices.Backward(h.units) {
		if w.Before == "" && !w.Task && !w.together && retold.IsWhole(h.heard[u.voice].said, u.from, u.to, u.text, w.Content, h.matcher.borrowed) {
			return []unit{u}, true
		}
	}
	return nil, false
}

// findSaid returns the units that say the claim: one that says all of it, or several of one message
// that say its parts.
func (m matcher) findSaid(c claim, units []unit) ([]unit, bool) {
	if len(c.whole.counting) == 0 {
		return nil, false
	}
	if c.update && len(c.added) == 0 {
		if found, ok := m.findDropped(c, units); ok {
			return found, true
		}
	}
	isRemoved := func(u unit) bool { return m.mentionsAny(c.removed, u.tokens) }
	if c.update && len(c.added) == 0 && slices.ContainsFunc(units, isRemoved) {
		return nil, false // "nuts and penicillin" does not say "nuts" alone
	}
	if u, ok := m.findUnit(c, c.whole, units); ok {
		return []unit{u}, true
	}
	ofVoice := func(voice int) []unit {
		return slices.DeleteFunc(slices.Clone(units), func(u unit) bool { return u.voice != voice })
	}
	for i := len(units) - 1; i >= 0 && c.parts != nil; i-- {
		if i+1 < len(units) && units[i+1].voice == units[i].voice {
			continue // each message once
		}
		if found, ok := m.findParts(c, ofVoice(units[i].voice)); ok {
			return found, true
		}
	}
	return nil, false
}

func (m matcher) findParts(c claim, units []unit) (found []unit, ok bool) {
	for _, p := range c.parts {
		if c.update && m.isKnown(p) {
			continue
		}
		from := units
		if isOnlyTimes(p) { // "Fridays" of "teaches on Mondays and Fridays" is not "Fridays I'm off"
			from = slices.DeleteFunc(slices.Clone(units), func(u unit) bool { return m.tellsMore(c.whole, u) })
		}
		u, ok := m.findUnit(c, p, from)
		if !ok {
			return nil, false
		}
		found = append(found, u)
	}
	return found, len(found) > 0
}

// isTime reports whether a word says when or how much, and not what.
func isTime(t phrase.Token) bool {
	return t.Kind == phrase.Number || phrase.IsCalendar(t.Term) || moment.IsDaypart(t.Term) || !phrase.IsDense(phrase.FirstRune(t.Term)) && len(moment.Weekdays(t.Term)) > 0
}

// isOnlyTimes reports whether a statement says nothing but when or how much.
func isOnlyTimes(s statement) bool {
	return !slices.ContainsFunc(s.counting, func(t phrase.Token) bool { return !isTime(t) })
}

// tellsMore reports whether a unit says something that a statement does not.
func (m matcher) tellsMore(s statement, u unit) bool {
	return slices.ContainsFunc(u.tokens, func(t phrase.Token) bool {
		return t.Counts() && !isTime(t) && !m.has(s.counting, t)
	})
}

// isKnown reports whether the memory to be updated says a part already, word for word in its order.
func (m matcher) isKnown(p statement) bool {
	return len(p.known) > 0 && !slices.ContainsFunc(p.counting, func(t phrase.Token) bool { return !p.known[t.Term] })
}

func (m matcher) findUnit(c claim, s statement, units []unit) (unit, bool) {
	for i := len(units) - 1; i >= 0; i-- {
		if m.isSaidBy(s, units[i]) && (!c.update || m.isAnchored(c, units[i])) {
			return units[i], true
		}
	}
	return unit{}, false
}

// isAnchored reports whether a unit is about what the memory to be updated is about: it says
// something of it, or stands for it by a pronoun. A word of a list is not replaced by being left out.
func (m matcher) isAnchored(c claim, u unit) bool {
	if c.listed && len(c.removed) > 0 && !m.mentionsAll(c.removed, u.tokens) {
		return false
	}
	if len(c.added) == 0 {
		return true
	}
	if c.before.subject && (phrase.HasKind(u.tokens, phrase.Subject) || m.impliesSpeaker(u)) || phrase.HasKind(u.tokens, phrase.Other) && !c.before.subject {
		return true
	}
	return m.mentionsAny(c.before.counting, u.tokens)
}

// findDropped finds the unit that takes back what an update removes: "I'm not allergic to nuts any more".
func (m matcher) findDropped(c claim, units []unit) ([]unit, bool) {
	at := -1
	for _, t := range c.whole.counting { // what is left stays in its order
		i := slices.IndexFunc(c.before.counting, func(x phrase.Token) bool { return m.isSame(t, x) })
		if i <= at {
			return nil, false
		}
		at = i
	}
	if len(c.removed) == 0 || c.whole.Denies != c.before.Denies {
		return nil, false
	}
	for i := len(units) - 1; i >= 0; i-- {
		u := units[i]
		if u.Denies != c.before.Denies && m.mentionsAll(c.removed, u.tokens) {
			return []unit{u}, true
		}
	}
	return nil, false
}

// keepsWrong reports whether an update keeps a word of the memory that the person sets apart ("from Linate, not from Malpensa"), or all of it where
// they say that things are mixed up.
func (c claim) keepsWrong(units []unit, heard []voice) bool {
	if !c.update || len(c.added) == 0 {
		return false
	}
	isMixedUp := func(h voice) bool { return contrast.IsMixedUp(h.said) }
	setsApart := func(t phrase.Token) bool { _, is := c.whole.Apart[t.Term]; return is }
	return len(c.removed) == 0 && !slices.ContainsFunc(c.before.counting, setsApart) && slices.ContainsFunc(heard, isMixedUp) || slices.ContainsFunc(units, func(u unit) bool {
		return slices.ContainsFunc(c.whole.counting, func(t phrase.Token) bool {
			return c.whole.takesApart(u, t) && (matcher{}).has(c.before.counting, t)
		})
	})
}

// has reports whether a word is among others.
func (m matcher) has(in []phrase.Token, t phrase.Token) bool {
	return slices.ContainsFunc(in, func(x phrase.Token) bool { return m.isSame(t, x) })
}

// mentionsAll reports whether all of some words are among others.
func (m matcher) mentionsAll(ts, in []phrase.Token) bool {
	return !slices.ContainsFunc(ts, func(t phrase.Token) bool { return !m.has(in, t) })
}

// mentionsAny reports whether one of some words is among others.
func (m matcher) mentionsAny(ts, in []phrase.Token) bool {
	return slices.ContainsFunc(ts, func(t phrase.Token) bool { return m.has(in, t) })
}

// named finds a claim of what the person is called.
var named = regexp.MustCompile(`^(?:(?:The )?[Uu]ser(?:'s|’s) (?:first )?name is|(?:The )?[Uu]ser is called|Der Nutzer heißt|Die Nutzerin heißt|Пользователя зовут) (\pL[\pL '’-]*)\.?$`)

// wishToBeCalled returns a write of the person's name as the wish to be called so, which is how people say it.
func wishToBeCalled(w Write) (Write, bool) {
	name := named.FindStringSubmatch(w.Content)
	if name == nil || w.Before != "" {
		return w, false
	}
	w.Content = "User wants to be called " + name[1]
	return w, true
}
