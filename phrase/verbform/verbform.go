// Package verbform brings forms of verbs together that say the same of different people, and in different styles: what people say of themselves in Arabic, Japanese,
// Korean, Turkish, Slavic languages or Spanish, and what a model writes of them in the third person.
//
// It knows endings and letters, no words and no sentences, and is pure. Start reading at AreArabic, BareKorean and IsFirst.
package verbform

import (
	"regexp"
	"slices"
	"strings"
)

var (
	// arabicSelf and arabicOther find how an Arabic verb of the present begins, of "I" and of "he" or "she", spoken or written.
	arabicSelf  = regexp.MustCompile(`^(?:ب|با|ا|سا|ه|ها|ح)$`)
	arabicOther = regexp.MustCompile(`^(?:ب|س|ه|ح)?[يت]`)
)

// AreArabic reports whether a claim in Arabic has of somebody the verb, or the thing with its owner, that was said of the speaker: "أشرب", "يشرب"; "أمي", "أمه".
func AreArabic(claim, said string) bool {
	if stem, ok := strings.CutSuffix(said, "ي"); ok && len([]rune(stem)) > 1 && (claim == stem+"ه" || claim == stem+"ته" || claim == stem+"ها" || claim == stem+"اه") {
		return true
	}
	other := arabicOther.FindString(claim)
	if other == "" {
		return false
	}
	stem := strings.TrimPrefix(claim, other)
	if len([]rune(stem)) < 2 {
		return false
	}
	before, ok := strings.CutSuffix(said, stem)
	if !ok { // "آخذ" is written without the letter that "يأخذ" has
		before, ok = strings.CutSuffix(said, strings.TrimPrefix(stem, "ا"))
	}
	return ok && arabicSelf.MatchString(before)
}

// WriteJapanese returns a text with spoken endings of verbs as they are written: "働いてる", "働いている".
func WriteJapanese(s string) string { return spokenJapanese.Replace(s) }

// spokenJapanese are endings as they are spoken, and as they are written.
var spokenJapanese = strings.NewReplacer("てる", "ている", "でる", "でいる", "てた", "ていた", "てます", "ています", "なきゃ", "なければ", "なくちゃ", "なければ")

// IsTurkish reports whether a claim has in the third person a Turkish verb that was said in the first: "gidiyorum", "gidiyor". Both are without marks.
func IsTurkish(claim, said string) bool {
	m := turkishFirst.FindStringSubmatch(said)
	if m == nil {
		return false
	}
	stem, isFuture := strings.CutSuffix(m[1], "g")
	return m[1] == claim || isFuture && stem+"k" == claim
}

// turkishFirst finds a Turkish verb of the first person, and its third.
var turkishFirst = regexp.MustCompile(`^(\pL+(?:yor|[dt][iu]|m[iu]s|[aeiu]r|[ae]c[ae]g))[iu]?m$`)

// AreSlavic reports whether a claim has an ending of the third person and what was said one of the first, in Russian, Ukrainian or Polish. Whether both are
// forms of one verb is for others to say.
func AreSlavic(claim, said string) bool {
	return slices.ContainsFunc(slavic, func(p struct{ first, third *regexp.Regexp }) bool {
		return p.first.MatchString(said) && p.third.MatchString(claim)
	})
}

// slavic are these endings, without marks, by language.
var slavic = []struct{ first, third *regexp.Regexp }{
	{regexp.MustCompile(`[ую](?:сь)?$`), regexp.MustCompile(`[еи]т(?:ся)?$`)},
	{regexp.MustCompile(`[ую](?:ся)?$`), regexp.MustCompile(`(?:є|е|ить)(?:ся)?$`)},
	{regexp.MustCompile(`[aeil]m$`), regexp.MustCompile(`[aeil]a?$`)},
}

var (
	// selfForms find verbs that say "I" by a mark or an ending: Polish, Spanish, Portuguese. Nouns that end alike are in notSelf.
	selfForms = regexp.MustCompile(`(?i)^\pL+(?:[aeuiy]ję|szę|[rż]ę|czę|dzę|cę|[bpwm]ię|jmę|é|í|[a-zç]{2}ei)$`)
	notSelf   = regexp.MustCompile(`(?i)^(?:caf|beb|pur|chal|jos|andr|ren|pap|comit|porqu|tamb|aqu|ah|all|as|cas|m|s|t|qu|f|an|t[eé]|colibr|esqu|man|sof).?[éí]$|(?:erei|rtei|izei|frei|drei|zwei|rzei|abtei|kartei)$|^pra[cs]ę$|rę$`)
)

// IsFirst reports whether a word, as it was written, may be a verb that says "I" by its ending, in Polish, Spanish or Portuguese.
func IsFirst(word string) bool { return selfForms.MatchString(word) && !notSelf.MatchString(word) }

// IsAccented reports whether a word ends as a Spanish verb does that says what the speaker did, or will do.
func IsAccented(word string) bool { return accented.MatchString(word) }

// accented finds such an ending.
var accented = regexp.MustCompile(`[éí]$`)
