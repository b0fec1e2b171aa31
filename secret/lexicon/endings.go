package lexicon

import (
	"slices"
	"strings"
	"unicode/utf8"

	"keepsake/secret/plain"
)

// IsStop reports whether a word, in lower case and even, goes on a sentence about a password.
func (w *Words) IsStop(low string) bool {
	return w.Is("stop", strings.Trim(low, "'\"`*_.,;:!?"), ^uint32(0))
}

// germanPrefixes begin German verbs whose participle has no "ge": "erwischt", "vertippt".
var germanPrefixes = []string{"be", "emp", "ent", "er", "ver", "zer"}

// germanAdverbs begin German verbs whose participle has "ge" behind them.
var germanAdverbs = []string{"auf", "an", "ab", "aus", "ein", "vor", "zu", "hin"}

// endings of what is said about a password ("expired", "geändert"), by language.
var endings = map[string][]string{
	"en": {"ed", "n't"}, "de": {"lich", "bar"}, "es": {"ido", "ida"}, "pt": {"ido", "ida"}, "it": {"uto", "uta", "ito", "ita"},
	"ru": {"ый", "ий", "ая", "ое", "ен", "ан", "ена", "ана", "ит", "ет", "ся"}, "uk": {"ий", "ено", "ано", "ить", "ся"},
	"pl": {"ane", "one", "ione", "ny"}, "cs": {"ane", "ene", "eno", "ano"}, "nl": {"baar", "lijk"},
	"hi": {"ता", "ती", "ते", "ना", "नी", "ने"},
	"fi": {"ttu", "tty", "nut", "nyt"}, "hu": {"ott", "ett", "tlan", "tlen"}, "tr": {"mis", "mus", "lmali", "lmeli"},
}

// hindiVerbs are what the verbs begin with that are said of a password; long nouns share their endings.
var hindiVerbs = []string{"कर", "होन", "होत", "बदल", "रख", "डाल", "लग", "बन", "भूल", "जान", "सीख", "देन", "देत", "लेन", "लेत", "चाह", "माँग", "मांग", "पूछ", "लिख", "चल", "रह", "सक", "खोन", "खोत", "मिल", "दिख", "बत", "पढ़", "सुन", "समझ", "संभाल", "सोच", "खोल", "जम", "जोड़", "हट", "मिट", "छिप", "छुप", "उपयोग", "इस्तेमाल"}

// IsParticiple reports whether a word has the ending of one that says what happened to a password.
func (w *Words) IsParticiple(low string, langs uint32) bool {
	if utf8.RuneCountInString(low) < 6 && (langs&w.Langs["hi"] == 0 || utf8.RuneCountInString(low) < 3) {
		return false
	}
	if langs&w.Langs["de"] != 0 && strings.HasPrefix(low, "ge") && (strings.HasSuffix(low, "t") || strings.HasSuffix(low, "en")) {
		return true
	}
	if langs&w.Langs["de"] != 0 && utf8.RuneCountInString(low) > 8 && (strings.HasSuffix(low, "t") || strings.HasSuffix(low, "en")) && slices.ContainsFunc(germanAdverbs, func(p string) bool { return strings.HasPrefix(low, p+"ge") }) {
		return true // "aufgeklebt"
	}
	if langs&w.Langs["de"] != 0 && strings.HasSuffix(low, "t") && slices.ContainsFunc(germanPrefixes, func(p string) bool { return strings.HasPrefix(low, p) }) {
		return true
	}
	if langs&w.Langs["hi"] != 0 && langs&^w.Langs["hi"] == 0 && utf8.RuneCountInString(low) > 5 && !slices.ContainsFunc(hindiVerbs, func(v string) bool { return strings.HasPrefix(low, plain.Low(v)) }) {
		return false // "दालचीनी"
	}
	for lang, list := range endings {
		if langs&w.Langs[lang] != 0 && slices.ContainsFunc(list, func(e string) bool { return strings.HasSuffix(low, e) && !isNounIn(low, e) }) {
			return !strings.HasSuffix(low, "eed")
		}
	}
	return false
}

// verbEndings are what a verb after "my password" ends in, where a password needs no word between, by language.
var verbEndings = map[string][]string{
	"ru": {"ли", "ла", "ло", "ал", "ил", "ел", "ул", "ет", "ит", "ят", "ют", "ут", "ать", "ить", "еть", "ся", "сь", "ти", "или", "аю", "яю", "ую"},
	"uk": {"ли", "ла", "ло", "ємо", "ить", "ся", "ти", "ять", "ють", "уть", "аю", "яю", "ую"},
	"tr": {"dı", "di", "du", "ti", "tu", "yor", "miyor", "ir", "dım", "dim", "dum", "düm", "tım", "tim", "tum", "tüm", "dık", "dik", "duk", "dük", "mışım", "mişim"},
	"hu": {"ott", "ett", "ött", "unk", "nem"},
}

// HasVerbEnding reports whether a word ends as a verb after "my password" does, in one of the languages.
func (w *Words) HasVerbEnding(low string, langs uint32) bool {
	for lang := range verbEndings {
		if langs&w.Langs[lang] != 0 && endsIn(low, lang) {
			return true
		}
	}
	return false
}

// endsIn reports whether a word ends as a verb does in one of the languages.
func endsIn(low string, langs ...string) bool {
	return slices.ContainsFunc(langs, func(lang string) bool {
		return slices.ContainsFunc(verbEndings[lang], func(e string) bool { return strings.HasSuffix(low, plain.Low(e)) })
	})
}

// IsHebrewName reports whether a Hebrew word after a word for "password" is one, and says nothing about it: that word is
// feminine, and what is said about it ends so; a preposition or an "and" would be its first letter.
func IsHebrewName(low string) bool {
	return utf8.RuneCountInString(low) >= 4 && !strings.ContainsFunc(low, func(r rune) bool { return r < 'א' || r > 'ת' }) &&
		!slices.ContainsFunc([]string{"ה", "ת"}, func(e string) bool { return strings.HasSuffix(low, e) }) &&
		!slices.ContainsFunc([]string{"ב", "ל", "ו", "ש", "כ", "מה"}, func(e string) bool { return strings.HasPrefix(low, e) })
}

// oblique are endings of Russian words that end in a consonant or a soft sign and say something about a password: cases,
// verbs, adjectives.
var oblique = []string{"ов", "ев", "ом", "ем", "ём", "ам", "ям", "ах", "ях", "их", "ых", "ал", "ял", "ил", "ел", "ул", "ыл", "ть", "ться", "шь", "лся", "ет", "ит", "ат", "ят", "ют", "ут", "им", "ым", "ен", "но", "сь"}

// diminutives are endings of Russian and Ukrainian nouns in the nominative that say nothing about a password.
var diminutives = []string{"шка", "чка", "инка"}

// IsRussianName reports whether a Russian or Ukrainian word after "пароль" is a noun in the nominative, by its last letters.
func IsRussianName(low string) bool {
	for _, e := range diminutives {
		if strings.HasSuffix(low, e) && utf8.RuneCountInString(low) > 5 {
			return true
		}
	}
	last, _ := utf8.DecodeLastRuneInString(low)
	return utf8.RuneCountInString(low) >= 4 && strings.ContainsRune("бвгджзклмнпрстфхцчшщь", last) && strings.Trim(low, "абвгдежзийклмнопрстуфхцчшщъыьэюяіїє") == "" &&
		!slices.ContainsFunc(oblique, func(e string) bool { return strings.HasSuffix(low, e) })
}

// IsOneThing reports whether a Russian noun is a singular nominative or accusative, and no verb stands among the words
// after it.
func IsOneThing(noun, after string) bool {
	for _, e := range []string{"и", "ей", "ям", "ях", "ями", "я", "ю", "ем", "ём", "ів"} {
		if strings.HasSuffix(noun, e) {
			return false
		}
	}
	words := strings.Fields(after)
	if len(words) > 0 && slices.Contains([]string{"в", "на", "от", "к", "с", "из", "у", "для", "по", "за", "о", "вместо", "без", "под", "при", "до", "від", "з", "і", "и"}, words[len(words)-1]) {
		return false
	}
	return !slices.ContainsFunc(words, func(word string) bool {
		return utf8.RuneCountInString(word) > 4 && endsIn(word, "ru", "uk") || strings.HasSuffix(word, "л")
	})
}

// obliqueLatin are such endings of Polish and Czech, without their marks.
var obliqueLatin = []string{"ow", "em", "om", "um", "am", "ach", "ich", "ych", "al", "il", "el", "ul", "yl", "isz", "esz", "asz", "is", "es", "as", "t", "c", "j", "en", "an", "ny"}

// IsWesternSlavicName is IsRussianName for Polish and Czech.
func IsWesternSlavicName(low string) bool {
	return len(low) >= 4 && strings.IndexByte("bcdfghjklmnprswzx", low[len(low)-1]) >= 0 && strings.Trim(low, "abcdefghijklmnopqrstuvwxyz") == "" &&
		!slices.ContainsFunc(obliqueLatin, func(e string) bool { return strings.HasSuffix(low, e) })
}

// IsGermanPredicate reports whether a German word has the ending of one that says something about a password.
func IsGermanPredicate(low string) bool {
	return slices.ContainsFunc([]string{"ig", "er", "los", "sam", "haft", "rt", "rn", "bar", "lich", "isch"}, func(e string) bool { return strings.HasSuffix(low, e) })
}

// adverbs are endings of what tells how something is done, by language.
var adverbs = map[string][]string{
	"en": {"ly"}, "de": {"lich", "weise", "mäßig"}, "fr": {"ment"}, "es": {"mente"}, "it": {"mente"}, "pt": {"mente"}, "ro": {"mente"},
}

// IsAdverb reports whether a word has the ending of one that tells how something is done, in one of the languages.
func (w *Words) IsAdverb(low string, langs uint32) bool {
	for lang, list := range adverbs {
		if langs&w.Langs[lang] != 0 && slices.ContainsFunc(list, func(e string) bool { return strings.HasSuffix(low, plain.Low(e)) }) {
			return true
		}
	}
	return false
}

// shortForms are endings of Russian short participles that nouns have as well ("пеликан").
var shortForms = []string{"ен", "ан", "ена", "ана"}

// verbPrefixes begin most Russian participles of what happens to a password, and few nouns.
var verbPrefixes = []string{"вз", "вы", "за", "из", "ис", "на", "не", "об", "от", "пере", "по", "под", "при", "про", "раз", "рас", "с", "у"}

// isNounIn reports whether a word with one of the short endings has no prefix of a verb.
func isNounIn(low, ending string) bool {
	return slices.Contains(shortForms, ending) && !slices.ContainsFunc(verbPrefixes, func(p string) bool { return strings.HasPrefix(low, p) })
}
