// Package language tells which language a text is written in, as far as its letters and common words tell. It is no classifier of
// languages in general: a short text, names, code and lists have none. What it says with Sure is meant to be relied on.
//
// It is pure. Start reading at Detect.
package language

import (
	"slices"
	"strings"
	"unicode"

	"keepsake/text"
)

// Guess is what a text tells of its language.
type Guess struct {
	Code string // of BCP 47; "" = cannot be told
	Sure bool   // letters that few languages share, or several common words and hardly any of another language
}

// sureWords are how many common words of a language make a guess by words sure, and sureLetters how many letters of a script.
const (
	sureWords   = 3
	sureLetters = 6
)

// Detect returns the language of a text.
func Detect(s string) Guess {
	if g := byScript(s); g.Code != "" {
		return g
	}
	hits := map[string]int{}
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' }) {
		w = strings.ReplaceAll(w, "’", "'")
		for code, words := range common {
			if slices.Contains(words, w) {
				hits[code]++
			}
		}
	}
	best, most, next := "", 0, 0
	for code, n := range hits {
		switch {
		case n > most:
			best, most, next = code, n, most
		case n > next:
			next = n
		}
	}
	if most == next {
		return Guess{}
	}
	return Guess{Code: best, Sure: most >= sureWords && most >= 2*next}
}

// byScript tells a language by its script, where Latin letters are few: names and terms stay Latin. A Chinese character is worth a word.
func byScript(s string) Guess {
	latin, letters := 0, map[string]int{}
	for _, r := range s {
		if unicode.Is(unicode.Latin, r) {
			latin++
			continue
		}
		for _, x := range scripts {
			if unicode.Is(x.table, r) {
				letters[x.code]++
			}
		}
	}
	best := Guess{}
	for _, x := range scripts { // in their order: one kana among Chinese characters makes a text Japanese
		if n := letters[x.code]; n > 0 && (x.share*n >= latin) {
			total := n
			if x.code == "ja" {
				total += letters["zh"]
			}
			best = Guess{Code: x.code, Sure: total >= sureLetters && total >= latin}
			break
		}
	}
	if best.Code == "ru" && strings.ContainsAny(strings.ToLower(s), "іїєґ") {
		best.Code = "uk"
	}
	return best
}

var scripts = []struct {
	code  string
	table *unicode.RangeTable
	share int // so many Latin letters a letter of the script outweighs
}{
	{"ja", kana, 4}, {"ko", unicode.Hangul, 4}, {"zh", unicode.Han, 4},
	{"ru", unicode.Cyrillic, 2}, {"el", unicode.Greek, 2}, {"ar", unicode.Arabic, 2}, {"he", unicode.Hebrew, 2},
	{"th", unicode.Thai, 2}, {"hi", unicode.Devanagari, 2},
}

var kana = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x3041, Hi: 0x3096, Stride: 1}, {Lo: 0x30a1, Hi: 0x30fa, Stride: 1}}}

// common are words of which nearly every sentence of a language has one.
var common = map[string][]string{
	"de": strings.Fields("der die das und ist nicht ich du ein eine einen dass mir dir mit für nutzer nutzerin hat wohnt auf dein deine alles soll sie wir mein meine wie was kann auch noch den dem zu im es sind habe bitte aber in immer jetzt von bei am oder wenn mich als bin er"),
	"en": strings.Fields("the and is not you a an that your with for user user's has lives to of i'll it would i my what how can do are was we this have please but in that's it's i'm she he they we'll you're her his at on if so be by from me there let or"),
	"fr": strings.Fields("le la les et est pas je tu vous un une que mon ma mes avec pour dans des du il elle nous c'est j'ai ce qui sur au"),
	"es": strings.Fields("el la los las y es no yo tú usted un una que mi mis con para en del por se está tengo qué lo como pero al"),
	"it": strings.Fields("il la gli e è non io tu un una che mio mia con per di del della sono ho come ma nel si in"),
	"pt": strings.Fields("o a os as e é não eu você um uma que meu minha com para em do da por se está tenho como mas no na"),
	"nl": strings.Fields("de het en is niet ik je een dat mijn met voor van op te zijn heb wat hoe maar ook naar in"),
	"pl": strings.Fields("i w nie na się jest to że z do mam mój moja jak co czy ale dla jestem"),
	"tr": strings.Fields("bir ve bu ne için ben sen çok değil mi ile da de var gibi ama nasıl"),
}

// names are how people name the languages, folded (text.Fold), each by what its forms in several languages have in common.
var names = map[string][]string{
	"de": {"german", "deutsch", "немец", "德语", "德文", "allemand", "alemán"},
	"en": {"english", "englisch", "англий", "英语", "英文", "anglais", "inglés"},
	"fr": {"french", "französ", "француз", "法语", "法文", "français", "francés"},
	"es": {"spanish", "spanisch", "испан", "西班牙", "espagnol", "español", "castellano"},
	"it": {"italian", "italien", "италья", "意大利"},
	"pt": {"portuguese", "português", "portugués", "portugies", "португал", "葡萄牙"},
	"nl": {"dutch", "niederland", "нидерланд", "голланд", "荷兰", "nederlands"},
	"pl": {"polish", "polnisch", "польск", "波兰", "polski"},
	"tr": {"turkish", "türkisch", "турец", "土耳其", "türkçe"},
	"ru": {"russian", "russisch", "русск", "俄语", "俄文"},
	"uk": {"ukrain", "украин", "україн", "乌克兰"},
	"zh": {"chinese", "chinesisch", "китай", "中文", "汉语", "mandarin"},
	"ja": {"japan", "япон", "日语", "日文", "日本語"},
	"ko": {"korea", "корей", "韩语", "한국어"},
	"el": {"greek", "griechisch", "греч", "希腊"},
	"ar": {"arab", "араб", "阿拉伯"},
	"he": {"hebr", "иврит", "希伯来"},
	"th": {"thai", "тайск", "泰语"},
	"hi": {"hindi", "хинди", "印地"},
}

// translating are beginnings of words that ask for another language without naming one.
var translating = []string{"translat", "übersetz", "перевед", "перевод", "翻译", "tradui", "traduc"}

// Names reports whether a text names a language, or asks for a translation.
func Names(s, code string) bool {
	folded := text.Fold(s)
	return slices.ContainsFunc(slices.Concat(names[code], translating), func(n string) bool { return strings.Contains(folded, n) })
}

// English returns what a language is called in English, "" for one that Detect does not tell.
func English(code string) string { return english[code] }

var english = map[string]string{
	"de": "German", "en": "English", "fr": "French", "es": "Spanish", "it": "Italian", "pt": "Portuguese", "nl": "Dutch", "pl": "Polish",
	"tr": "Turkish", "ru": "Russian", "uk": "Ukrainian", "zh": "Chinese", "ja": "Japanese", "ko": "Korean", "el": "Greek", "ar": "Arabic",
	"he": "Hebrew", "th": "Thai", "hi": "Hindi",
}
