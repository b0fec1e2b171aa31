// Package lexicon is what people call secrets and the words around them, in the languages of words.txt, ready to be
// looked up. words.txt explains the lines, the other files go on with it.
//
// It finds no secrets: package secret does. Start reading at Load, then Index.
package lexicon

import (
	"embed"
	"slices"
	"strings"
	"unicode/utf8"

	"keepsake/secret/plain"
)

//go:embed *.txt
var files embed.FS

// wordFiles are the tables in the order in which they are read: the first one gives the languages their bits.
var wordFiles = []string{"words.txt", "numerals.txt", "calls.txt", "things.txt", "answers.txt", "kinds.txt", "remarks.txt", "predicates.txt", "comments.txt", "replies.txt", "arrived.txt", "locks.txt", "casing.txt", "records.txt", "asides.txt",
	"office.txt", "youth.txt", "behalf.txt", "household.txt", "hosting.txt", "states.txt", "family.txt", "closed.txt", "passing.txt", "rooms.txt", "devices.txt", "kept.txt", "openers.txt", "doubted.txt", "backs.txt", "longkeys.txt", "talk.txt", "chosen.txt", "everyday.txt", "banks.txt", "prompted.txt", "recovery.txt",
}

// Class says what may follow a noun. A noun can have several.
type Class uint32

const (
	Password Class = 1 << iota // also a plain word
	Weak                       // a plain word only after "my"
	Pin                        // digits
	Code                       // a one-time code
	BareCode                   // digits, only after "your" and its like
	Key                        // only what looks random
	CVV                        // three or four digits
	ID                         // a number of a person
	Seed                       // words of a wallet
	Opens                      // a verb: a number that opens something stands near
	Login                      // logging in: a name of a user and a password follow
	Net                        // a network: its password follows, if it looks random
	Locked                     // a locked thing: a number just after it opens it
	NetKey                     // "key": as weak, in a sentence about a network
	Question                   // a question for security: its answer follows
	Message                    // a message that brings codes
	Payment                    // what a code is typed for
	Private                    // what a question for security asks
	Warned                     // "never share": a message that brings a code
	Sealed                     // "encrypted": the words that open it stand in quotation marks
)

var classes = map[string]Class{
	"password": Password, "weak": Weak, "pin": Pin, "code": Code, "barecode": BareCode,
	"key": Key, "cvv": CVV, "id": ID, "seed": Seed, "opens": Opens, "login": Login, "net": Net, "locked": Locked, "netkey": NetKey,
	"question": Question, "message": Message, "payment": Payment, "private": Private, "warned": Warned, "sealedby": Sealed,
}

// Noun is what people call a secret.
type Noun struct {
	Text     string
	Classes  Class
	Langs    uint32 // one bit a language
	Compound bool   // letters may stand before it
	Inflects bool   // letters may follow
	Mine     bool   // says itself whose it is
}

// Words are the tables of words.txt, ready for use.
type Words struct {
	Index Index
	Langs map[string]uint32 // language to its bit
	// Lists has the words of a list, each with the languages that it belongs to.
	Lists map[string]map[string]uint32
	Dense map[string][]string          // list to its words in scripts without spaces, longest first
	Stems map[string][]string          // list to all of its words
	heads map[string]map[rune][]string // list to its words by their first character, longest first
	tails map[string]map[rune][]string // the same by their last character
	near  map[string][]*Noun           // words for passwords without a letter
	Zero  uint32                       // languages that need no word between noun and secret
	Final uint32                       // languages that end a sentence with a word of final
}

// Load returns the tables.
func Load() *Words {
	w := &Words{Langs: make(map[string]uint32), Lists: make(map[string]map[string]uint32), Dense: make(map[string][]string), Stems: make(map[string][]string)}
	nouns := make(map[string]*Noun)
	for _, name := range wordFiles {
		body, err := files.ReadFile(name)
		if err != nil {
			panic(err) // it is part of the program
		}
		w.loadWords(string(body), nouns)
	}
	for _, n := range nouns {
		w.Index.Add(Keyword{Text: n.Text, Rule: -1, Noun: n})
	}
	w.loadNear(nouns)
	for name := range w.Dense {
		sortByLength(w.Dense[name])
	}
	w.heads, w.tails = make(map[string]map[rune][]string), make(map[string]map[rune][]string)
	for name, list := range w.Stems {
		heads, tails := make(map[rune][]string), make(map[rune][]string)
		sorted := slices.Clone(list)
		sortByLength(sorted)
		for _, word := range sorted {
			head, tail := plain.FirstRune(word), plain.LastRune(word)
			heads[head], tails[tail] = append(heads[head], word), append(tails[tail], word)
		}
		w.heads[name], w.tails[name] = heads, tails
	}
	return w
}

// Beginning returns the words of a list that begin with a character, longest first.
func (w *Words) Beginning(list string, with rune) []string { return w.heads[list][with] }

// Ending returns the words of a list that end with a character, longest first.
func (w *Words) Ending(list string, with rune) []string { return w.tails[list][with] }

// loadWords reads a file of words.
func (w *Words) loadWords(body string, nouns map[string]*Noun) {
	var lang uint32
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "["); ok {
			name = strings.TrimSuffix(name, "]")
			lang = ^uint32(0)
			if name != "all" {
				if w.Langs[name] == 0 {
					w.Langs[name] = 1 << len(w.Langs)
				}
				lang = w.Langs[name]
			}
			continue
		}
		name, list, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		if name == "zero" {
			w.Zero |= lang
			continue
		}
		for _, word := range strings.Fields(list) {
			if c := classes[name]; c != 0 {
				w.addNoun(nouns, word, c, lang)
				continue
			}
			if name == "final" {
				w.Final |= lang
			}
			w.addWord(name, word, lang)
		}
	}
}

// addNoun enters a noun with each way to join its parts.
func (w *Words) addNoun(nouns map[string]*Noun, word string, c Class, lang uint32) {
	n := Noun{Classes: c, Langs: lang}
	word, n.Compound = strings.CutPrefix(word, "*")
	word, n.Inflects = strings.CutSuffix(word, "*")
	word, n.Mine = strings.CutSuffix(word, "+")
	for _, joint := range []string{" ", "", "-", "_"} {
		for _, hyphen := range []string{"-", joint} {
			n.Text = plain.Low(strings.ReplaceAll(strings.ReplaceAll(word, "-", hyphen), "_", joint))
			old := nouns[n.Text]
			if old == nil {
				copied := n
				nouns[n.Text] = &copied
				continue
			}
			old.Classes |= c
			old.Langs |= lang
			old.Compound = old.Compound || n.Compound
			old.Inflects = old.Inflects || n.Inflects
			old.Mine = old.Mine || n.Mine
		}
	}
}

// addWord enters a word of a list.
func (w *Words) addWord(list, word string, lang uint32) {
	word = plain.Low(strings.ReplaceAll(word, "_", " "))
	if w.Lists[list] == nil {
		w.Lists[list] = make(map[string]uint32)
	}
	if w.Lists[list][word] == 0 {
		w.Stems[list] = append(w.Stems[list], word)
		if r, _ := utf8.DecodeRuneInString(word); plain.IsDense(r) || plain.IsHangul(r) {
			w.Dense[list] = append(w.Dense[list], word)
		}
	}
	w.Lists[list][word] |= lang
}

// Is reports whether a word is in a list for one of the languages.
func (w *Words) Is(list, word string, langs uint32) bool { return w.Lists[list][word]&langs != 0 }

func sortByLength(list []string) {
	slices.SortStableFunc(list, func(a, b string) int { return len(b) - len(a) })
}
