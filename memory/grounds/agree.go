package grounds

import (
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/phrase/relation"
	"keepsake/phrase/subject"
	"keepsake/phrase/tense"
)

// agreesInTime reports whether the unit makes no reservation that the statement leaves out, and the
// reverse.
func (m matcher) agreesInTime(s statement, u unit, at []int) bool {
	dated := len(datesOf(s, u)) > 0
	for class := range u.markers {
		if dated && class == phrase.Future {
			continue
		}
		if !s.markers[class] && !(s.wish && (class == phrase.Intent || class == phrase.Future || class == phrase.Past)) {
			return false
		}
	}
	for class := range s.markers {
		if !u.markers[class] && class != phrase.Intent && class != phrase.Report && !(s.wish && class == phrase.Future) {
			return false
		}
	}
	isPast := func(term string) bool { return strings.HasSuffix(term, "ed") }
	for i, t := range s.counting { // "I smoked" is no "smokes", "expires" no "expired"
		if i < len(at) && len(at) == len(s.counting) {
			said := u.tokens[at[i]].Term
			if u.tokens[at[i]].Accented && u.tokens[at[i]].Self && said != t.Term && !strings.HasSuffix(t.Term, "o") && !(strings.HasSuffix(said, "re") && strings.HasSuffix(t.Term, "ra")) {
				return false // "viví", "vive"
			}
			if t.Kind == phrase.Content && (isPast(said) && !isPast(t.Term) || isPast(t.Term) && strings.HasSuffix(said, "s") && said != t.Term+"s" || tense.Turns(said, t.Term)) {
				return false
			}
		}
	}
	return true
}

// agreesInSubject reports whether the unit is about whom the statement is about: nobody stands
// before what is matched, and the person has the same part in both.
func (m matcher) agreesInSubject(s statement, u unit, at []int) bool {
	lowest := slices.Min(at)
	speaker := -1 // where the person names themselves before what is matched
	for i, t := range u.tokens[:lowest] {
		if t.Kind == phrase.Subject {
			speaker = i
		}
	}
	for i, t := range u.tokens[:lowest] {
		switch {
		case t.Kind == phrase.Other && !s.known[pronoun]:
			return false
		case !t.Counts(), t.Kind == phrase.Wish, s.wish && isWish(t), s.known[t.Term], u.instructs && s.wish && !t.IsEntity():
		case i < speaker && (t.Kind == phrase.Content && !t.Noun && !t.Owned || t.Kind == phrase.Number || phrase.IsCalendar(t.Term)):
			// "since last summer I …"
		case i < speaker && u.german && t.Kind == phrase.Name && !t.Owned && i > 0 && u.tokens[i-1].Kind == phrase.Frame:
		case u.tokens[lowest].Kind == phrase.Name && i+1 == lowest && t.Owned: // "my sister Anna"
		default:
			return false
		}
	}
	if dense := u.tokens[lowest]; phrase.IsDense(phrase.FirstRune(dense.Term)) && m.hasDensePrefix(s, dense.Term) {
		return false
	}
	speaks, owns, suffers := phrase.HasKind(u.tokens, phrase.Subject), phrase.HasKind(u.tokens, phrase.Owner), phrase.HasKind(u.tokens, phrase.Object)
	switch {
	case s.subject && (u.relative || suffers && !speaks && (!u.request || !u.instructs && subject.NamesDoer(u.tokens))):
		return false
	case s.subject && suffers && namesAnotherFirst(u):
		return false // "Tom owes me 300"
	case s.subject && !speaks && owns && s.copular && !u.request, (s.subject || s.tokens[len(s.tokens)-1].Term == "var") && !s.wish && !u.request && !u.instructs && phrase.HasWish(u.tokens, lowest):
		return false // who wants a dog has none; a Turkish claim says "has" without the subject
	case s.subject && !speaks && !owns && !u.request && !m.impliesSpeaker(u) && !isInFirstPerson(s, u, at) && !isBareWish(s, u, at):
		return false
	case s.subject && !speaks && !owns && !suffers && !u.instructs && isGeneral(u, at):
		return false
	case s.object && !s.subject && (speaks || subject.DidIt(u.tokens)) && !suffers && !owns:
		return false
	case (s.subject || s.object) && !speaks && !u.instructs && subject.IsOfRelative(u.tokens, at):
		return false // "my ex has the key"
	case s.subject && s.wish && !u.request && !u.instructs && !slices.ContainsFunc(u.tokens, isWish) && !speaks && !isBareWish(s, u, at):
		return false
	}
	return true
}

// namesAnotherFirst reports whether a unit names somebody before the speaker whom they do something to.
func namesAnotherFirst(u unit) bool {
	me := phrase.IndexKind(u.tokens, phrase.Object)
	before := u.tokens[:me]
	isSelf := phrase.HasKind(before, phrase.Subject)
	return !isSelf && namesAnother(before, u.german)
}

// isGeneral reports whether a unit that names nobody is about something else, or says more than what is matched of it:
// "rent is high in Berlin", "cats make people happy".
func isGeneral(u unit, at []int) bool {
	is := phrase.IndexKind(u.tokens, phrase.Copula)
	if is > 0 && slices.ContainsFunc(u.tokens[:is], func(t phrase.Token) bool { return t.Counts() && !phrase.IsCalendar(t.Term) }) {
		return true
	}
	return count(u.tokens, phrase.Token.Counts) >= 2*len(at) && !slices.ContainsFunc(u.tokens, func(t phrase.Token) bool { return t.IsSelfVerb() })
}

// namesOccasion reports whether a unit ends with when it holds, and names somebody there, "in English when Bob asks", or is denied or limited by that:
// "I only smoke when I drink".
func namesOccasion(s statement, u unit, at []int) bool {
	behind := u.tokens[slices.Max(at)+1:]
	i := slices.IndexFunc(behind, relation.IsOccasion)
	return i >= 0 && (s.Denies || s.markers[phrase.Limit] || slices.ContainsFunc(behind[i:], phrase.Token.IsEntity))
}

// isBareWish reports whether a unit is no more than what is wished: "kilometres please".
func isBareWish(s statement, u unit, at []int) bool {
	left := 0
	for i, t := range u.tokens {
		switch {
		case t.Kind == phrase.Copula || t.Kind == phrase.Other || t.Kind == phrase.Owner || t.Kind == phrase.Object:
			return false
		case t.Counts() && !slices.Contains(at, i):
			left++
		}
	}
	return s.wish && left <= 1
}

// hasDensePrefix reports whether a run of a dense script begins with something that the statement
// does not say.
func (m matcher) hasDensePrefix(s statement, run string) bool {
	for _, t := range s.counting {
		if strings.HasPrefix(run, t.Term) || phrase.HasDensePrefix(run, t.Term) {
			return false
		}
	}
	return true
}

// impliesSpeaker reports whether a unit that names nobody is about the speaker all the same, because
// its verb says so or its script leaves the pronoun out.
func (m matcher) impliesSpeaker(u unit) bool {
	for _, t := range u.tokens {
		switch {
		case t.IsSelfVerb():
			return true
		case t.Kind == phrase.Filler || t.Kind == phrase.Wish || t.Kind == phrase.Deny || t.Kind == phrase.Number:
		case t.Kind == phrase.Frame && !t.Noun && !phrase.IsArticle(t.Term):
		default:
			return phrase.IsDense(phrase.FirstRune(t.Term))
		}
	}
	return false
}

// isInFirstPerson reports whether a verb that the statement has of the person was said in the first person.
func isInFirstPerson(s statement, u unit, at []int) bool {
	if len(at) != len(s.counting) {
		return false
	}
	for k, t := range s.counting {
		if subject.IsThirdOf(t, u.tokens[at[k]]) {
			return true
		}
	}
	return false
}

// addedBound returns which of phrase.Bounds a statement has, and neither the facts nor the quotation, "" when there is none: "only" is no word
// that is counted.
func addedBound(s statement, x match) string {
	said := phrase.Markers(x.allWords())
	i := slices.IndexFunc(phrase.Bounds, func(b phrase.Marker) bool { return s.markers[b] && !said[b] })
	if i < 0 {
		return ""
	}
	return string(phrase.Bounds[i])
}
