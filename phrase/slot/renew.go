package slot

import (
	"slices"
	"strings"
	"unicode"

	"keepsake/phrase"
	"keepsake/phrase/verbatim"
	"keepsake/text"
)

// Renews reports whether a statement says what was refused, in other words: the same names, numbers and words that carry it, whatever their order,
// their forms and the verb that joins them ("James and I had lunch", "User went to lunch with James today"). It is wider than Repeats: what it finds
// is not kept unasked, and nothing is lost by it. A denial, another name and another word that carries a meaning make another statement.
func Renews(refused, content string) bool {
	refused, _ = verbatim.Read(refused)
	content, _ = verbatim.Read(content)
	if Repeats(refused, content) {
		return true
	}
	if phrase.HasDenial(refused) != phrase.HasDenial(content) {
		return false
	}
	if isDenseText(refused) != isDenseText(content) {
		return false
	}
	if isDenseText(refused) {
		return haveSameDenseWords(refused, content)
	}
	r, c := parse(refused), parse(content)
	x, y := r.telling(), c.telling()
	if r.tellsOfVisit() && c.tellsOfVisit() {
		x, y = r.withoutJoining(), c.withoutJoining()
	}
	a, b := diffBy(x, y, isSaidAgain)
	return len(x) > 0 && len(a)+len(b) == 0
}

// joining are words that say when or with whom something was, or join who did it to what they did; folded, without marks.
var joining = phrase.WordSet(`today yesterday recently together again went go goes going gone visit visits visited visiting see sees seeing saw ate eat eats eaten eating having
	heute gestern zusammen gemeinsam ging gehe geht gegangen besucht besuchte aujourd hui hier ensemble ont avons alle allee hoy ayer juntos juntas han hemos fui
	oggi ieri insieme hanno abbiamo hoje ontem temos vandaag gisteren samen ging сегодня вчера вместе сьогодні разом dzisiaj dzis wczoraj razem bugün dün
	birlikte beraber dnes včera spolu gegessen drank`)

// visiting are words for going to somebody or somewhere, of which "has" says the same: "sees a therapist", "has a therapist".
var visiting = phrase.WordSet(`went go goes going gone visit visits visited visiting see sees seeing saw has have had ging gehe geht gegangen besucht besuche hat habe war voy va vado vais хожу ходит`)

// tellsOfVisit reports whether a statement says that somebody goes to somebody or somewhere, or has them.
func (s sentence) tellsOfVisit() bool {
	return slices.ContainsFunc(s, func(w word) bool { return visiting[w.term] }) && len(s.withoutJoining()) > 0
}

func (s sentence) withoutJoining() []word {
	return slices.DeleteFunc(s.heavy(), func(w word) bool { return joining[w.term] || visiting[w.term] })
}

// telling returns the words that carry a statement, without those that only join where two others are left, and without what somebody named is to
// the person: "my boss Alec".
func (s sentence) telling() []word {
	var all []word
	for i, w := range s {
		isTitle := w.class == heavy && i > 0 && (s[i-1].class == selfs || s[i-1].term == "their") && i+1 < len(s) && s[i+1].name
		if (w.class == heavy || w.class == value) && !isTitle {
			all = append(all, w)
		}
	}
	left := slices.DeleteFunc(slices.Clone(all), func(w word) bool { return joining[w.term] })
	if len(left) < 2 {
		return all
	}
	return left
}

// pay are words for what somebody earns.
var pay = phrase.WordSet(`salary wage wages income #earn earn earning paid gehalt lohn verdienst einkommen salaire revenu salario sueldo ingreso stipendio зарплата
	зарплату доход salaris loon maaş maas pensja zarobki заробіток`)

// isSaidAgain reports whether two words are forms of one, or mean the same. A name is the same name.
func isSaidAgain(a, b word) bool {
	switch {
	case isForm(a, b), pay[a.term] && pay[b.term]:
		return true
	case a.class != b.class || a.class == value || isExclusive(a, b):
		return false
	case a.name || b.name:
		return !isASCII(a.term) && phrase.AreOneName(a.term, b.term)
	}
	bare := func(t string) string { return strings.TrimPrefix(t, "по") }
	return phrase.AreSynonyms(a.term, b.term) || !phrase.AreStrangers(a.term, b.term) && phrase.AreForms(bare(a.term), bare(b.term))
}

// haveSameDenseWords is Renews for scripts without spaces.
func haveSameDenseWords(a, b string) bool {
	if strings.ContainsFunc(a, isHangul) {
		x, y := hangulWords(a), hangulWords(b)
		onlyA, onlyB := diffBy(x, y, func(x, y word) bool {
			return strings.HasPrefix(x.term, y.term) || strings.HasPrefix(y.term, x.term) || phrase.AreVerbForms(x.term, y.term)
		})
		return len(x) > 1 && len(onlyA)+len(onlyB) == 0
	}
	x, y := signsOf(a), signsOf(b)
	return len(x) > 2 && slices.Equal(x, y)
}

// hangulWords returns the words of a Korean statement that carry it.
func hangulWords(s string) (out []word) {
	for _, t := range phrase.Tokens(s) {
		if t.Counts() && !slices.Contains([]string{"같이", "함께", "오늘", "어제"}, t.Term) {
			out = append(out, word{term: t.Term})
		}
	}
	return out
}

// joiners are particles, and words that only join, of Chinese and Japanese.
var joiners = strings.NewReplacer("一起", "", "今天", "", "昨天", "", "今日", "", "昨日", "", "一緒に", "", "さん", "", "ました", "た", "ます", "る", "でした", "", "です", "",
	"我", "", "@", "", "和", "", "跟", "", "与", "", "與", "", "同", "", "了", "", "的", "", "過", "", "过", "", "は", "", "が", "", "を", "", "に", "", "と", "", "で", "", "の", "", "だ", "", "也", "", "都", "")

// signsOf returns the signs of a Chinese or Japanese statement that carry it, sorted.
func signsOf(s string) []rune {
	out := slices.DeleteFunc([]rune(joiners.Replace(normalizeDense(text.Fold(s)))), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	slices.Sort(out)
	return out
}

func isHangul(r rune) bool { return unicode.Is(unicode.Hangul, r) }
