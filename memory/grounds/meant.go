package grounds

import (
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/phrase/opposite"
)

// This file compares a statement with what was said in other words. What the two share must agree in
// everything that can turn a statement round; what they do not share must be a paraphrase: no more words of
// the statement are new than words of the person's are left over, and the new ones are nobody else's.

// findMeant returns the units that mean the claim, where nobody else in the conversation speaks of it.
func (m matcher) findMeant(c claim, units []unit, heard []voice, turn string) ([]unit, bool) {
	if len(c.whole.counting) == 0 || c.update && len(c.added) == 0 || m.addressed || m.isSpokenOf(c.whole) {
		return nil, false
	}
	find := func(s statement, voice int) int {
		for i := len(units) - 1; i >= 0; i-- {
			u := units[i]
			affirmed := turn != "" && heard[u.voice].message.TurnID != turn
			if (voice < 0 || u.voice == voice) && m.isMeantBy(s, u, heard, affirmed) && (!c.update || m.isAnchored(c, u)) {
				return i
			}
		}
		return -1
	}
	if at := find(c.whole, -1); at >= 0 {
		return []unit{units[at]}, true
	}
	var found []unit
	for _, p := range c.parts {
		if c.update && m.isKnown(p) {
			continue
		}
		voice := -1
		if len(found) > 0 {
			voice = found[0].voice
		}
		at := find(p, voice)
		if at < 0 && p.alone != nil && len(found) > 0 {
			at = find(*p.alone, voice)
		}
		if at < 0 {
			return nil, false
		}
		found = append(found, units[at])
	}
	return found, len(found) > 0
}

// isSpokenOf reports whether a text of others has a word that the statement counts on.
func (m matcher) isSpokenOf(s statement) bool {
	return slices.ContainsFunc(s.counting, func(t phrase.Token) bool {
		return !phrase.IsLight(t.Term) && !phrase.IsCalendar(t.Term) && isIn(m.borrowed, t)
	})
}

// isIn reports whether some terms have a word, in any of its forms.
func isIn(terms map[string]bool, t phrase.Token) bool {
	if terms[t.Term] {
		return true
	}
	for b := range terms {
		if phrase.AreInflections(b, t.Term) || phrase.AreSynonyms(b, t.Term) || phrase.IsRearranged(t.Term, b) {
			return true
		}
	}
	return false
}

// isMeantBy reports whether a unit says the statement, as it stands or in other words.
func (m matcher) isMeantBy(s statement, u unit, heard []voice, affirmed bool) bool {
	return m.isSaidBy(s, u) || m.differenceOf(s, u, heard, affirmed) == ""
}

// differenceOf returns what keeps a unit from meaning the statement; "" when nothing does.
func (m matcher) differenceOf(s statement, u unit, heard []voice, affirmed bool) string {
	switch {
	case s.together && !phrase.IsPlural(u.tokens):
		return "of all"
	case !m.agreesInDenial(s, u, nil):
		return "denial"
	case len(s.tokens) < 3 && len(s.counting) < 2 && !s.subject && !s.wish && !phrase.IsDense(phrase.FirstRune(s.counting[0].Term)):
		return "a bare word"
	case s.subject && (u.relative || u.instructs && !s.wish):
		return "relative clause"
	}
	if phrase.IsDense(phrase.FirstRune(s.counting[0].Term)) {
		if !m.isMeantDensely(s, u, heard) {
			return "dense"
		}
		if !m.agreesInTime(s, u, nil) {
			return "time"
		}
		return ""
	}
	dated := datesOf(s, u)
	loose := s // what is matched of it
	loose.counting = nil
	var novel []phrase.Token
	for _, t := range s.counting {
		switch {
		case dated[t.Term] && t.Kind == phrase.Number, s.known[t.Term]:
		case m.mentionsAll([]phrase.Token{t}, u.tokens):
			loose.counting = append(loose.counting, t)
		case phrase.IsLight(t.Term):
		case t.Kind == phrase.Number:
			return "number"
		case t.Kind == phrase.Name && !phrase.AreGerman(s.tokens):
			return "name"
		case t.Owned:
			return "owned"
		default:
			novel = append(novel, t)
		}
	}
	switch {
	case len(loose.counting) == 0, len(novel) > len(loose.counting):
		return "nothing shared"
	case len(novel) > 0 && novel[len(novel)-1] == s.counting[len(s.counting)-1] && (novel[len(novel)-1].Kind == phrase.Name || !phrase.AreGerman(s.tokens)):
		return "another thing" // what a sentence ends in is what it is about; a German one may end in its verb
	case m.isOpposed(novel, u):
		return "opposite"
	case len(s.known) > 0 && len(novel) > 0:
		return "update"
	case len(novel) > m.countUnmatched(s, u)+len(loose.counting)/3:
		return "more words"
	case m.isLent(novel, u, heard):
		return "lent"
	case affirmed && slices.ContainsFunc(novel, func(t phrase.Token) bool { return isIn(m.proposed, t) }):
		return "proposed"
	}
	at, _ := m.align(loose, u)
	switch {
	case len(at) > 0 && !m.agreesInDenial(loose, u, at):
		return "denial"
	case len(at) == 0 || !m.keepsRoles(s, loose, u, at):
		return "order"
	case s.denies && hasMoreBehind(u, at), namesOccasion(u, at):
		return "limit"
	case !m.keepsNumbers(s, u):
		return "numbers"
	case !m.agreesInTime(s, u, nil):
		return "time"
	case !m.keepsSpeaker(s, u, at, len(novel)):
		return "subject"
	case skipsEntity(s, u, at):
		return "skipped"
	}
	return ""
}

// isOpposed reports whether a new word is the opposite of a word that was said.
func (m matcher) isOpposed(novel []phrase.Token, u unit) bool {
	return slices.ContainsFunc(novel, func(t phrase.Token) bool {
		return slices.ContainsFunc(u.tokens, func(said phrase.Token) bool { return opposite.Are(t.Term, said.Term) })
	})
}

// keepsRoles reports whether those whom the statement relates stand in it as they were said: behind the same
// preposition, or in the same order.
func (m matcher) keepsRoles(whole, s statement, u unit, at []int) bool {
	var kept []int
	for k, t := range s.counting {
		if k >= len(at) {
			break
		}
		if !t.IsEntity() && !u.tokens[at[k]].IsEntity() && t.Kind != phrase.Number {
			continue
		}
		if r := phrase.Role(u.tokens, at[k]); r != "" {
			if i := slices.Index(whole.tokens, t); i >= 0 && phrase.Role(whole.tokens, i) == r {
				continue
			}
		}
		if t.Genitive != u.tokens[at[k]].Genitive {
			return false
		}
		first := at[k] // "my coffee black" is one thing
		for first > 0 && u.tokens[first].Owned && u.tokens[first-1].Owned {
			first--
		}
		kept = append(kept, first)
	}
	return slices.IsSorted(kept) || m.isFreeOrder(s, u, at)
}

// keepsSpeaker reports whether the unit is about whom the statement is about.
func (m matcher) keepsSpeaker(s statement, u unit, at []int, replaced int) bool {
	lowest := slices.Min(at)
	speaker := slices.IndexFunc(u.tokens, func(t phrase.Token) bool { return t.Kind == phrase.Subject })
	// "My physio is on Thursdays" says that the user has physio on Thursdays.
	isHad := s.subject && (s.wish || slices.ContainsFunc(s.tokens, func(t phrase.Token) bool { return slices.Contains(having, t.Term) })) &&
		slices.ContainsFunc(at, func(i int) bool { return i > 0 && u.tokens[i].Owned && u.tokens[i-1].Kind == phrase.Owner }) &&
		!slices.ContainsFunc(u.tokens, func(t phrase.Token) bool { return t.Kind == phrase.Other || t.Genitive })
	if isHad {
		return !slices.ContainsFunc(u.tokens[:lowest], func(t phrase.Token) bool { return t.IsEntity() && !t.Owned })
	}
	for i, t := range u.tokens[:lowest] {
		switch {
		case s.known[t.Term]:
		case i < speaker && i == 0 && !t.Owned: // whatever begins a sentence is written like a name
		case t.Kind == phrase.Other && !s.known[pronoun]:
			return false
		case t.IsEntity() && (t.Owned || !phrase.AreGerman(u.tokens)) && !(t.Owned && i+1 == lowest && u.tokens[lowest].Kind == phrase.Name):
			return false
		case t.Kind == phrase.Content && speaker < 0 && !u.instructs:
			if replaced--; replaced < 0 {
				return false
			}
		}
	}
	speaks, owns, suffers := speaker >= 0, hasKind(u, phrase.Owner), hasKind(u, phrase.Object)
	switch {
	case s.subject && suffers && !speaks && !u.request:
		return false
	case s.subject && !speaks && owns && s.copular && !u.request:
		return false
	case s.subject && !speaks && !owns && !u.request && !m.impliesSpeaker(u):
		return false
	case s.subject && !speaks && !owns && !suffers && !u.instructs && isGeneral(u, at):
		return false
	case s.subject && !speaks && u.tokens[lowest].IsEntity() && u.tokens[lowest].Owned:
		return false
	case s.object && !s.subject && speaks && !suffers:
		return false
	}
	return true
}

// having are the words for what somebody has.
var having = strings.Fields("has have hat haben tiene tem ha a имеет heeft har")

// isMeantDensely compares a statement of a script without spaces character by character.
func (m matcher) isMeantDensely(s statement, u unit, heard []voice) bool {
	var claimed, said []rune
	for _, t := range s.counting {
		switch {
		case phrase.IsDense(phrase.FirstRune(t.Term)):
			claimed = append(claimed, []rune(t.Term)...)
		case !m.mentionsAll([]phrase.Token{t}, u.tokens) && !datesOf(s, u)[t.Term]:
			return false
		}
	}
	for _, t := range u.tokens {
		if t.Kind == phrase.Other && !slices.ContainsFunc(s.tokens, func(x phrase.Token) bool { return x.Kind == phrase.Other }) {
			return false
		}
		if t.Kind == phrase.Content && phrase.IsDense(phrase.FirstRune(t.Term)) {
			said = append(said, []rune(t.Term)...)
		}
	}
	claimed, said = phrase.ContentRunes(claimed), phrase.ContentRunes(said)
	inClaim, inSaid := phrase.AlignRunes(claimed, said)
	shared := len(inClaim)
	novel := len(claimed) - shared
	if shared < 2 || 2*shared < len(claimed) || novel > max(len(said)-shared+1, shared/2) {
		return false
	}
	if phrase.CountCommon(claimed, said) > shared { // the same letters in another order
		return false
	}
	if !s.subject && inClaim[0] > 0 { // another one that it is about
		return false
	}
	for k := 1; k < shared; k++ { // one thing between two others put in the place of another
		if inClaim[k]-inClaim[k-1] > 1 && inSaid[k]-inSaid[k-1] > 1 {
			return false
		}
	}
	for _, run := range novelRuns(claimed, inClaim) {
		for i, h := range heard {
			text := h.said
			if i == u.voice {
				text = text[:u.from] + " " + text[u.to:]
			}
			if strings.Contains(text, run) {
				return false
			}
		}
	}
	return !s.subject || inSaid[0] == 0
}

// novelRuns returns the stretches of a text between the places that are shared.
func novelRuns(rs []rune, shared []int) (out []string) {
	from := 0
	for _, at := range append(slices.Clone(shared), len(rs)) {
		if at > from {
			out = append(out, string(rs[from:at]))
		}
		from = at + 1
	}
	return out
}
