package subject

import (
	"slices"
	"strings"

	"keepsake/phrase"
)

// sexes are the endings of words for a man and a woman where nothing else differs, in languages in which the one is a case of the other as well:
// "Валентин", "Валентина"; "مدير", "مديرة".
var sexes = strings.Fields("/а /я /ка /a и/я і/я ии/ия іи/ія ь/я /ه /ة /ية ي/ية")

// Differs reports whether a claim, which takes the words at some places of what was said, is about somebody else.
func Differs(said, claim []phrase.Token, at []int) bool {
	return isAnotherPerson(said, claim) || losesRelative(said, at) || losesVerb(said, claim, at)
}

// isAnotherPerson reports whether a claim begins with a man and what was said with a woman, or the reverse: both stand where they act, so that
// neither is a case of the other.
func isAnotherPerson(said, claim []phrase.Token) bool {
	isCounting := func(t phrase.Token) bool { return t.Counts() }
	i, k := slices.IndexFunc(said, isCounting), slices.IndexFunc(claim, isCounting)
	if i < 0 || k < 0 || phrase.Role(said, i) != "" || phrase.Role(claim, k) != "" {
		return false
	}
	a, b := said[i].Term, claim[k].Term
	isArabic := phrase.IsArabic(a) && phrase.IsArabic(b)
	if a == b || !isArabic && said[i].Kind != phrase.Name && !IsKin(a) && !IsKin(b) {
		return false
	}
	if isArabic {
		a, b = bareArabic(a), bareArabic(b)
	}
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	if end := a[n:] + b[n:]; end == "n" && n > 3 {
		return a[n-1] == 'a' // "Julian", "Julia", not a German "Herrn"
	}
	return n > 3 && (slices.Contains(sexes, a[n:]+"/"+b[n:]) || slices.Contains(sexes, b[n:]+"/"+a[n:]))
}

// bareArabic returns a word without whose it is, a woman's with the ending that she has then.
func bareArabic(term string) string {
	if rest, ok := strings.CutSuffix(term, "تي"); ok {
		return rest + "ة"
	}
	return strings.TrimSuffix(term, "ي")
}

// losesRelative reports whether a relative is taken without the one whose relative it is, who stands directly behind in languages with
// cases: "подруга моей жены".
func losesRelative(said []phrase.Token, at []int) bool {
	return slices.ContainsFunc(at, func(i int) bool {
		return i+2 < len(said) && IsKin(said[i].Term) && !said[i].Comma && said[i+1].Kind == phrase.Owner && isFormOfKin(said[i+2].Term) && !slices.Contains(at, i+2)
	})
}

// losesVerb reports whether a claim leaves out what somebody does at a place: "my sister works in a hospital" does not say that she is in one.
func losesVerb(said, claim []phrase.Token, at []int) bool {
	for k := 1; k < len(at); k++ {
		i, j := at[k-1], at[k]
		if !IsKin(said[i].Term) && said[i].Kind != phrase.Name || j-i < 3 || phrase.Role(said, j) == "" || phrase.IsCalendar(said[j].Term) {
			continue
		}
		verb := said[i+1]
		isLeft := verb.Kind == phrase.Content && verb.Term != "live" && !verb.Noun && !phrase.IsCalendar(verb.Term) && phrase.Role(said, i+1) == "" // who lives at a place is there
		isCounting := func(t phrase.Token) bool { return t.Counts() }
		if isLeft && !slices.ContainsFunc(said[i+2:j], isCounting) && !slices.Contains(at, i+1) && !hasVerbBefore(claim, said[j]) {
			return true
		}
	}
	return false
}

// hasVerbBefore reports whether something that counts stands directly before the words that lead to a token in a claim, and is not what it begins with.
func hasVerbBefore(claim []phrase.Token, t phrase.Token) bool {
	k := slices.IndexFunc(claim, func(x phrase.Token) bool {
		return x.Kind == t.Kind && (x.Term == t.Term || phrase.AreForms(x.Term, t.Term))
	})
	for k--; k >= 0; k-- {
		if claim[k].Kind == phrase.Copula {
			return false
		}
		if claim[k].Counts() {
			return !IsKin(claim[k].Term) && claim[k].Kind != phrase.Name
		}
	}
	return false
}

// isFormOfKin reports whether a word is a case of one for a relative: "жены".
func isFormOfKin(term string) bool {
	for k := range kin {
		if k == term || len(k) > 2 && strings.HasPrefix(term, k[:3]) && phrase.AreForms(k, term) {
			return true
		}
	}
	return false
}
