package lexicon

import (
	"strings"
	"unicode/utf8"

	"keepsake/secret/plain"
)

// shortestNear is how many letters a word for a password has at least that is known with a slip of the finger in it.
const shortestNear = 6

// loadNear enters the words for passwords without one of their letters each: a word with a slip has one of these in
// common with the right one, whether a letter is missing, is another, is one too many, or two have changed places.
func (w *Words) loadNear(nouns map[string]*Noun) {
	w.near = make(map[string][]*Noun)
	for _, n := range nouns {
		if n.Classes&Password == 0 || strings.ContainsAny(n.Text, " -_'+") || utf8.RuneCountInString(n.Text) < shortestNear || plain.IsDense(plain.FirstRune(n.Text)) || plain.IsHangul(plain.FirstRune(n.Text)) {
			continue
		}
		for short := range withoutOne(n.Text) {
			w.near[short] = append(w.near[short], n)
		}
	}
}

// Near returns the word for a password that a word is with a slip of the finger in it, nil if there is none. The first
// letter is right.
func (w *Words) Near(word string) *Noun {
	if n := utf8.RuneCountInString(word); n < shortestNear-1 || n > 16 {
		return nil
	}
	for short := range withoutOne(word) {
		for _, n := range w.near[short] {
			if n.Text != word && plain.FirstRune(n.Text) == plain.FirstRune(word) {
				return n
			}
		}
	}
	for _, n := range w.near[word] { // a letter is missing
		if plain.FirstRune(n.Text) == plain.FirstRune(word) {
			return n
		}
	}
	return nil
}

// withoutOne yields a word, but for its first letter, without each of its letters.
func withoutOne(word string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for i, r := range word {
			if i > 0 && !yield(word[:i]+word[i+utf8.RuneLen(r):]) {
				return
			}
		}
	}
}
