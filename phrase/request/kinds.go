package request

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"keepsake/text"
)

//go:embed kinds.txt
var kindsFile string

// kind is what a word may do in a clause that asks to keep something, or in an instruction that stands (kinds.txt).
type kind int

// Kinds of words.
const (
	keepVerb kind = iota
	holdVerb
	loseVerb
	keepPlace
	keepObject
	toListener
	restWord
	toldWord
	vocative
	reason
	idle
	lastWord
	everyWord
	onceWord
	ifWord
	actVerb
	tellVerb
	askWord
	wishWord
	listener
	mustVerb
	noWord
	stopWord
	beVerb
	selfWord
	thirdWord
	meWord
	speakVerb
	outWord
	topicWord
	noneWord
	moreWord
	onlyWord
	politeWord
	kinds // how many there are
)

// kindNames are the names of the kinds in kinds.txt.
var kindNames = [kinds]string{"verb", "hold", "lose", "place", "object", "you", "rest", "told", "call", "reason", "idle", "last", "every", "once", "if", "act", "tell", "ask", "wish", "listener",
	"must", "no", "stop", "be", "self", "third", "me", "speak", "out", "topic", "none", "more", "only", "polite"}

// languages is a set of languages, one bit each; what is of no language is of all.
type languages uint16

// languageNames are the languages of kinds.txt that are written with spaces between words.
var languageNames = []string{"en", "de", "nl", "fr", "es", "it", "pt", "tr", "ru", "uk", "pl", "ar"}

const (
	allLanguages  languages = 1<<12 - 1
	english       languages = 1
	german        languages = 1 << 1
	dutchLanguage languages = 1 << 2
	turkish       languages = 1 << 7
	arabic        languages = 1 << 11
	// inflected are those of which every verb of kind "tell" takes endings.
	inflected = turkish | slavic | arabic
	slavic    = 1<<8 | 1<<9 | 1<<10
)

// word are the kinds of a word: the languages in which it is of each.
type word [kinds]languages

func (w *word) is(k kind) bool { return w[k] != 0 }

func (w *word) in(k kind, l languages) bool { return w[k]&l != 0 }

// lexicon are the words of kinds.txt.
type lexicon struct {
	whole, beginnings map[string]*word
	endings           []*regexp.Regexp // by language
	dense             map[string]*regexp.Regexp
	longest           int // words of the longest expression
}

var theLexicon = sync.OnceValue(func() *lexicon {
	l := &lexicon{map[string]*word{}, map[string]*word{}, make([]*regexp.Regexp, len(languageNames)), map[string]*regexp.Regexp{}, 1}
	for name, lists := range linesOf(kindsFile) {
		kindName, language, _ := strings.Cut(name, " ")
		list := strings.Join(lists, " ")
		switch {
		case kindName == "dense":
			l.dense[language] = regexp.MustCompile(strings.Join(lists, "|"))
			l.dense[language].Longest()
		case kindName == "ending":
			l.endings[slices.Index(languageNames, language)] = regexp.MustCompile(`^` + list + `$`)
		default:
			l.add(kind(slices.Index(kindNames[:], kindName)), languagesOf(language), strings.Fields(list))
		}
	}
	return l
})

// languagesOf returns the languages that are named, all where none is.
func languagesOf(names string) (l languages) {
	for _, n := range strings.Fields(names) {
		l |= 1 << slices.Index(languageNames, n)
	}
	if l == 0 {
		return allLanguages
	}
	return l
}

// add takes up words of a kind.
func (l *lexicon) add(k kind, in languages, list []string) {
	for _, w := range list {
		bare, isBeginning := strings.CutSuffix(w, "*")
		terms := termsOf(strings.ReplaceAll(bare, "_", " "))
		l.longest = max(l.longest, len(terms))
		to := l.whole
		if isBeginning || k == tellVerb && in&inflected != 0 && len(terms) == 1 {
			to = l.beginnings
		}
		key := strings.Join(terms, " ")
		if to[key] == nil {
			to[key] = &word{}
		}
		to[key][k] |= in
	}
}

// apostrophes stand within Ukrainian words, and behind a French "I", which is a word of its own.
var apostrophes = regexp.MustCompile(`(\p{Cyrillic})['’ʼ](\p{Cyrillic})|(?i:\b(j))['’](\pL)`)

// termsOf returns the words of a text without marks.
func termsOf(s string) []string {
	if strings.ContainsAny(s, "'’ʼ") {
		s = apostrophes.ReplaceAllStringFunc(s, func(m string) string {
			if m[0] == 'j' || m[0] == 'J' {
				return "je " + strings.TrimLeft(m[1:], "'’ʼ")
			}
			return strings.NewReplacer("'", "", "’", "", "ʼ", "").Replace(m)
		})
	}
	return text.Terms(s)
}

// wordsOf returns the kinds of the words of a text, with the words themselves.
func wordsOf(s string) ([]string, []word) {
	l := theLexicon()
	terms := termsOf(s)
	out := make([]word, len(terms))
	for i, t := range terms {
		out[i].join(l.whole[t])
		l.begin(t, &out[i])
		joined := t
		for n := 1; n < l.longest && i+n < len(terms); n++ {
			joined += " " + terms[i+n]
			if found := l.whole[joined]; found != nil {
				for j := i; j <= i+n; j++ {
					out[j].join(found)
				}
			}
		}
	}
	return terms, out
}

func (w *word) join(other *word) {
	if other == nil {
		return
	}
	for k := range w {
		w[k] |= other[k]
	}
}

// begin adds the kinds of the beginnings of a word.
func (l *lexicon) begin(t string, to *word) {
	l.beginAt(t, to, allLanguages)
	if r := []rune(t); len(r) > 2 && (r[0] == 'ا' || r[0] == 'ت') { // an Arabic imperative, and "you" before a verb
		l.beginAt(string(r[1:]), to, arabic)
	}
}

func (l *lexicon) beginAt(t string, to *word, in languages) {
	for i, r := range t {
		if unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana) {
			return
		}
		end := i + len(string(r))
		found := l.beginnings[t[:end]]
		if found == nil {
			continue
		}
		for k, ls := range found {
			ls &= in
			if kind(k) == tellVerb && ls != 0 {
				ls = l.endingIn(t[end:], ls)
			}
			to[k] |= ls
		}
	}
}

// endingIn returns those of some languages in which an ending is one of a request.
func (l *lexicon) endingIn(ending string, in languages) (out languages) {
	for i, e := range l.endings {
		if in&(1<<i) != 0 && (e == nil && ending == "" || e != nil && e.MatchString(ending)) {
			out |= 1 << i
		}
	}
	return out
}
