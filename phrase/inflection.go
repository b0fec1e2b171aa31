package phrase

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// This file knows how words of Russian and Ukrainian end, as text.Terms leaves them ("й" is "и" there): of a noun, an adjective and a verb.

var (
	// cyrillicNouns are the endings of one noun, those with a vowel that comes and goes apart: "кошка", "кошек".
	cyrillicNouns = []map[string]bool{
		WordSet(`а я у ю о е и ы ь і є ои еи ою ею єю ью ом ем єм ам ям ами ями ах ях ов ев єв ів еи ии ие ия ию ием иям иями иях ье ья ью ьи ьеи ьев ьям ьями ьях ьем
			ія ію ією іи іі іями іях ові еві єві`),
		WordSet(`ок ек ка ки ку ке ко кои кою кам ками ках ков кі ків к`), WordSet(`ец ець ца цу цем цом це цы ці цев цов ців цам цями цам ця цю цям цами цах`),
		WordSet(`ень ня ню не ни ні нем неи нів ням нями нях`), WordSet(`ь ери ерью ір рі`), WordSet(`я ени енем ена`), WordSet(`ин ине ане ан`), WordSet(`ість ості істю остеи`),
	}
	cyrillicAdjective = WordSet(`ыи ии ои іи ая яя ое ее ые ие ого его ього ому ему ьому ым им ом ем ім ую юю ою ею єю ых их іх ыми ими іми а я о е є ы и і у ю еи ше оі єі ен на но ны
		ныи нии ная ное ные ного ному ным ном ную нои ных ными ні на но нныи нная нное нные нного нному нным нном нную ннои нных нными н нна нне нні нии`)
	// bareOf are endings of words that have a form without one, nouns and short adjectives.
	bareOf = WordSet(`а я у ю о е и ы ь і ом ем єм ам ям ами ями ах ях ов ев єв ів еи ья ьев ьям ьями ьях ові еві єві ыи ии ая яя ое ее ые ие іи ого ому`)
	// cyrillicVerb finds persons, tenses, participles and infinitives, perhaps behind a consonant that changes: "пишу", "писал".
	cyrillicVerb = regexp.MustCompile(`^(?:бл|вл|мл|пл|жд|ст|[бвгджзклмнпрстфхцчшщ])?(?:ова|ева|юва|ува|ыва|ива|ва|у|ю|ну|им|а|я|е|и|о|ы|і|є)?` +
		`(?:у|ю|ешь|еш|єш|ишь|иш|ет|ит|іт|е|є|ить|еть|ем|им|емо|имо|ємо|ете|ите|єте|ут|ют|ат|ят|уть|ють|ать|ять|л|ла|ло|ли|в|ть|ти|чь|т|и|ь|вши|в|я|` +
		`(?:вш|ющ|ущ|ящ|ащ|нн|н|т)(?:ыи|ии|ая|а|ое|о|е|ые|ы|і|ого|ому|ым|им|ом|ую|ои|ых|их|ыми|ими)?)(?:ся|сь)?$`)
	// withoutL finds how the past of a verb goes on that ends without "л" elsewhere: "мог", "могла".
	withoutL = regexp.MustCompile(`^л[аои](?:ся|сь)?$`)
)

// imperative finds how an order ends, of which a claim makes a passive: "называй", "чтобы назывались".
var imperative = regexp.MustCompile(`[аяуюі]и(?:те)?$`)

// isReflexive reports whether a word ends as a verb that is another word without that: "учит", "учится".
func isReflexive(term string) bool {
	return strings.HasSuffix(term, "ся") || strings.HasSuffix(term, "сь")
}

// isCyrillic reports whether a letter is Cyrillic.
func isCyrillic(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }

// areCyrillicForms reports whether two words are forms of one.
func areCyrillicForms(x, y []rune) bool {
	same := sameRunes(x, y)
	if same == 0 {
		return false
	}
	for stem := same; stem >= max(2, same-3); stem-- {
		p, q := string(x[stem:]), string(y[stem:])
		haveBoth := func(list map[string]bool) bool { return list[p] && list[q] }
		switch {
		case slices.ContainsFunc(cyrillicNouns, haveBoth), haveBoth(cyrillicAdjective), p == "" && bareOf[q], q == "" && bareOf[p]:
			return true
		case isReflexive(string(x)) != isReflexive(string(y)) && !imperative.MatchString(string(x)) && !imperative.MatchString(string(y)):
		case p == "" && withoutL.MatchString(q), q == "" && withoutL.MatchString(p), p != "" && q != "" && cyrillicVerb.MatchString(p) && cyrillicVerb.MatchString(q):
			return true
		}
	}
	return false
}

// sameRunes returns with how many letters two words begin alike.
func sameRunes(x, y []rune) (same int) {
	for same < len(x) && same < len(y) && x[same] == y[same] {
		same++
	}
	return same
}

// IsArabic reports whether a word is written in Arabic.
func IsArabic(term string) bool { return unicode.Is(unicode.Arabic, FirstRune(term)) }
