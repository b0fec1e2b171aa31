package secret

import (
	_ "embed"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"keepsake/secret/plain"
)

var (
	//go:embed data/words.txt
	wordsFile string
	//go:embed data/gitleaks.tsv
	gitleaksFile string
)

// class says what may follow a noun. A noun can have several.
type class uint16

const (
	classPassword class = 1 << iota // also a plain word
	classWeak                       // a plain word only after "my"
	classPin                        // digits
	classCode                       // a one-time code
	classBareCode                   // digits, only after "your" and its like
	classKey                        // only what looks random
	classCVV                        // three or four digits
	classID                         // a number of a person
	classSeed                       // words of a wallet
	classOpens                      // a verb: a number that opens something stands near
	classLogin                      // logging in: a name of a user and a password follow
	classNet                        // a network: its password follows, if it looks random
)

var classes = map[string]class{
	"password": classPassword, "weak": classWeak, "pin": classPin, "code": classCode, "barecode": classBareCode,
	"key": classKey, "cvv": classCVV, "id": classID, "seed": classSeed, "opens": classOpens, "login": classLogin, "net": classNet,
}

// noun is what people call a secret.
type noun struct {
	text     string
	classes  class
	langs    uint32 // one bit a language
	compound bool   // letters may stand before it
	inflects bool   // letters may follow
	mine     bool   // says itself whose it is
}

// words are the tables of data/words.txt, ready for use.
type words struct {
	index index
	rules []*rule
	langs map[string]uint32 // language to its bit
	// lists has the words of a list, each with the languages that it belongs to.
	lists map[string]map[string]uint32
	dense map[string][]string // list to its words in scripts without spaces, longest first
	zero  uint32              // languages that need no word between noun and secret
	final uint32              // languages that end a sentence with a word of final
}

var loaded struct {
	once  sync.Once
	words *words
}

// tables returns the tables, which the first call loads.
func tables() *words {
	loaded.once.Do(func() {
		w := &words{langs: make(map[string]uint32), lists: make(map[string]map[string]uint32), dense: make(map[string][]string)}
		w.loadRules()
		w.loadWords()
		loaded.words = w
	})
	return loaded.words
}

// loadRules enters vendors' shapes: ours, then those of gitleaks.
func (w *words) loadRules() {
	add := func(r *rule) {
		for _, k := range r.keywords {
			w.index.add(keyword{text: k, rule: len(w.rules)})
		}
		w.rules = append(w.rules, r)
	}
	for _, s := range ownShapes() {
		add(&rule{kind: s.kind, keywords: keywordsOf(s.keywords), pattern: s.pattern, accept: s.accept, wide: s.wide})
	}
	for line := range strings.Lines(gitleaksFile) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 5 {
			continue
		}
		r := &rule{kind: Key, pattern: endOfKey(f[4])}
		r.entropy, _ = strconv.ParseFloat(f[1], 64)
		r.group, _ = strconv.Atoi(f[2])
		r.keywords = strings.Fields(f[3])
		add(r)
	}
}

// keywordsOf splits the keywords of a shape; "␣" is a space within one.
func keywordsOf(list string) []string {
	out := strings.Fields(list)
	for i, k := range out {
		out[i] = even(strings.ReplaceAll(k, "␣", " "))
	}
	return out
}

// endOfKey widens what gitleaks expects after a key: in a chat, a key can end a sentence.
func endOfKey(pattern string) string {
	return strings.ReplaceAll(pattern, `(?:[\x60'"\s;]|\\[nr]|$)`, `(?:[\x60'"\s;.,!?)\]}<>]|\\[nr]|$)`)
}

// loadWords reads data/words.txt.
func (w *words) loadWords() {
	nouns := make(map[string]*noun)
	var lang uint32
	for line := range strings.Lines(wordsFile) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "["); ok {
			name = strings.TrimSuffix(name, "]")
			lang = ^uint32(0)
			if name != "all" {
				lang = 1 << len(w.langs)
				w.langs[name] = lang
			}
			continue
		}
		name, list, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		if name == "zero" {
			w.zero |= lang
			continue
		}
		for _, word := range strings.Fields(list) {
			if c := classes[name]; c != 0 {
				w.addNoun(nouns, word, c, lang)
				continue
			}
			if name == "final" {
				w.final |= lang
			}
			w.addWord(name, word, lang)
		}
	}
	for _, n := range nouns {
		w.index.add(keyword{text: n.text, rule: -1, noun: n})
	}
	for name := range w.dense {
		sortByLength(w.dense[name])
	}
}

// addNoun enters a noun with each way to join its parts.
func (w *words) addNoun(nouns map[string]*noun, word string, c class, lang uint32) {
	n := noun{classes: c, langs: lang}
	word, n.compound = strings.CutPrefix(word, "*")
	word, n.inflects = strings.CutSuffix(word, "*")
	word, n.mine = strings.CutSuffix(word, "+")
	for _, joint := range []string{" ", "", "-", "_"} {
		for _, hyphen := range []string{"-", joint} {
			n.text = even(strings.ReplaceAll(strings.ReplaceAll(word, "-", hyphen), "_", joint))
			old := nouns[n.text]
			if old == nil {
				copied := n
				nouns[n.text] = &copied
				continue
			}
			old.classes |= c
			old.langs |= lang
			old.compound = old.compound || n.compound
			old.inflects = old.inflects || n.inflects
			old.mine = old.mine || n.mine
		}
	}
}

// addWord enters a word of a list.
func (w *words) addWord(list, word string, lang uint32) {
	word = even(strings.ReplaceAll(word, "_", " "))
	if w.lists[list] == nil {
		w.lists[list] = make(map[string]uint32)
	}
	if w.lists[list][word] == 0 {
		if r, _ := utf8.DecodeRuneInString(word); plain.IsDense(r) || plain.IsHangul(r) {
			w.dense[list] = append(w.dense[list], word)
		}
	}
	w.lists[list][word] |= lang
}

// is reports whether a word is in a list for one of the languages.
func (w *words) is(list, word string, langs uint32) bool { return w.lists[list][word]&langs != 0 }

// rule finds one kind of secret by its shape. The expression is compiled when a text first has one
// of the keywords.
type rule struct {
	kind     Kind
	keywords []string
	pattern  string
	group    int     // of the secret; 0 is the first that matched, or the whole
	entropy  float64 // at least so many bits a character
	wide     bool    // looks at the whole text, not only near the keyword
	accept   func(value string) bool

	once sync.Once
	re   *regexp.Regexp
}

// expression returns the compiled pattern.
func (r *rule) expression() *regexp.Regexp {
	r.once.Do(func() { r.re = regexp.MustCompile(r.pattern) })
	return r.re
}
