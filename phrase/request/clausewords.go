package request

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// This file holds the words of west.txt and east.txt, by language, and reads those of a clause.

//go:embed west.txt
var westFile string

//go:embed east.txt
var eastFile string

// hints are kinds of words, one bit each.
type hints uint64

// Kinds of words (west.txt).
const (
	keepHint hints = 1 << iota
	putHint
	keptHint
	stayHint
	placeHint
	thatHint
	youHint
	meHint
	ownHint
	wantHint
	mustHint
	useHint
	laterHint
	ifHint
	whichHint
	againHint
	sayHint
	soHint
	notHint
	loseHint
	weakHint
	fixHint
	beforeHint
	oldHint
	labelHint
	restHint
	toldHint
	thirdHint
	pleaseHint
	elseHint
	knowHint
	neededHint
	makeHint
	matterHint
	gotHint
)

// hintNames are the names of the kinds in west.txt, which explains them.
var hintNames = []string{"keep", "put", "kept", "stay", "place", "that", "you", "me", "own", "want", "must", "use", "later", "if", "which", "again", "say", "so", "not", "lose", "weak",
	"fix", "before", "old", "label", "rest", "told", "third", "please", "else", "know", "needed", "make", "matter", "got"}

// clauseWords are the words of one language of west.txt or east.txt.
type clauseWords struct {
	code                      string
	whole, beginnings, endAsk map[string]hints // the last with an ending with which one asks
	ending                    *regexp.Regexp
	longest                   int // words of the longest expression; bytes, in a script without spaces
}

var allClauseWords = sync.OnceValue(func() (out []*clauseWords) {
	for name, lists := range linesOf(westFile + eastFile) {
		kindName, code, _ := strings.Cut(name, " ")
		at := slices.IndexFunc(out, func(w *clauseWords) bool { return w.code == code })
		if at < 0 {
			at = len(out)
			words := newClauseWords(code, theLexicon().endings[slices.Index(languageNames, code)])
			out = append(out, &words)
		}
		for _, word := range strings.Fields(strings.Join(lists, " ")) {
			out[at].add(word, 1<<slices.Index(hintNames, kindName))
		}
	}
	slices.SortFunc(out, func(a, b *clauseWords) int { return strings.Compare(a.code, b.code) })
	return out
})

func newClauseWords(code string, ending *regexp.Regexp) clauseWords {
	return clauseWords{code: code, whole: map[string]hints{}, beginnings: map[string]hints{}, endAsk: map[string]hints{}, ending: ending, longest: 1}
}

// listOf returns the list that a word of a file belongs to, and the word without the mark that says so.
func (w *clauseWords) listOf(word string) (list map[string]hints, bare string) {
	list = w.whole
	switch {
	case strings.HasSuffix(word, "*"):
		list = w.beginnings
	case strings.HasSuffix(word, "+"):
		list = w.endAsk
	}
	return list, strings.ReplaceAll(strings.TrimRight(word, "*+"), "_", " ")
}

// add takes up a word of a kind.
func (w *clauseWords) add(word string, h hints) {
	to, bare := w.listOf(word)
	terms := termsOf(bare)
	w.longest = max(w.longest, len(terms))
	to[strings.Join(terms, " ")] |= h
}

// read returns the kinds of words.
func (w *clauseWords) read(terms []string) []hints {
	out := make([]hints, len(terms))
	for i, t := range terms {
		if out[i] |= w.kindsOf(t); out[i] == 0 {
			out[i] |= w.kindsOf(w.withoutPrefix(t))
		}
		if w.code == "tr" && pastTense.MatchString(t) {
			out[i] &^= keepHint | putHint
		}
		if out[i]&putHint != 0 {
			out[i] &^= keepHint
		}
		joined := t
		for n := 1; n < w.longest && i+n < len(terms); n++ {
			joined += " " + terms[i+n]
			if h := w.whole[joined]; h != 0 {
				for j := i; j <= i+n; j++ {
					out[j] |= h
				}
			}
		}
	}
	return out
}

// kindsOf returns the kinds of one word.
func (w *clauseWords) kindsOf(t string) hints {
	h := w.whole[t] | w.beginnings[t] | w.endAsk[t]
	for at := range t {
		if at > 1 {
			h |= w.beginnings[t[:at]]
			if asked := w.endAsk[t[:at]]; asked != 0 && w.ending != nil && w.ending.MatchString(t[at:]) {
				h |= asked
			}
		}
	}
	return h
}
