// Package repeats tells whether a text says what was forgotten, or what another text says that it may replace.
//
// It is pure and knows neither a store nor a message. It does not tell who said something (memory/grounds does).
//
// Start reading at Match; what may replace what is Keeps.
package repeats

import (
	"slices"
	"strings"
	"unicode"

	"keepsake/phrase"
	"keepsake/text"
)

// Match returns a function that reports whether a text repeats one of the contents, in
// full or so much of it that a reader knows what was claimed. It decides which messages of a
// conversation are masked when a memory is forgotten.
//
// kept are the contents that stay remembered: a word that several of them use as well
// says little about what is forgotten.
//
// A text repeats a content when it
//   - holds it word for word (contents of at least memory.ToolLimits.Min characters), or
//   - holds one of its long numbers or codes (5 characters or more, with a digit), or
//   - says, within a few words of each other, two or more of the things it is made of,
//     and these are three in a row or three fifths of its weight.
//
// Names, numbers and nouns weigh two; verbs that only frame ("lives", "arbeitet") and
// words that kept contents share weigh one; "the user's", "is" and other short words
// nothing. Words count in any inflection, stretches of scripts without spaces when most of
// their pairs of characters are there. So one name never masks what merely mentions
// somebody, unless the name is all that the content says. A repetition in another
// language is not seen.
func Match(contents, kept []string) func(said string) bool {
	shared := sharedWords(kept)
	var facts []fact
	for _, c := range contents {
		// A content shorter than the tools' limit ("tea") would mask half a conversation.
		if text.ReadingLen(c) >= minRepeated && text.Fold(c) != "" {
			facts = append(facts, newFact(c, shared))
		}
	}
	return func(said string) bool {
		if said == "" || len(facts) == 0 {
			return false
		}
		folded := text.Fold(said)
		if slices.ContainsFunc(facts, func(f fact) bool { return strings.Contains(folded, f.whole) }) {
			return true
		}
		words := text.Terms(folded)
		return slices.ContainsFunc(facts, func(f fact) bool { return f.isToldBy(words) })
	}
}

const (
	minRepeated = 5 // of text.ReadingLen: memory.ToolLimits.Min
	longCode    = 5 // runes of a number or code that says it all by itself
	longVerb    = 5 // runes of a frame word that counts for something
	inARow      = 3
	sharedFrom  = 2 // kept contents that use a word, for it to be shared
	heavy       = 2
	light       = 1
	minNear     = 12 // words
)

// fact is a content to be recognised: what it says word for word, and its parts.
type fact struct {
	whole  string
	parts  []part
	weight int
	near   int // how many words of a text are looked at together

	starts map[rune][]word // every word by its first letter
	single []word          // single characters of scripts without spaces: they stand in pairs
}

// spot is the place of a word in a fact.
type spot struct{ part, word int }

// word is one word of a fact, as text.Terms has it.
type word struct {
	spot
	word  string
	dense bool
}

// part is one thing a content says: a word, or a stretch of a script without spaces as
// its pairs of characters.
type part struct {
	words  int // how many
	weight int
	code   bool
}

func newFact(content string, shared map[string]bool) fact {
	f := fact{whole: text.Fold(content), starts: make(map[rune][]word)}
	weighty, runs := phrase.Parts(content)
	add := func(words []string, weight int) {
		p := part{words: len(words), weight: weight}
		if len(words) == 1 {
			p.code = text.Len(words[0]) >= longCode && strings.ContainsFunc(words[0], unicode.IsDigit)
		}
		if slices.ContainsFunc(words, func(w string) bool { return shared[w] }) {
			p.weight, p.code = light, false
		}
		for i, w := range words {
			first := phrase.FirstRune(w)
			own := word{spot{len(f.parts), i}, w, phrase.IsDense(first)}
			if own.dense && text.Len(w) == 1 {
				f.single = append(f.single, own)
			} else {
				f.starts[first] = append(f.starts[first], own)
			}
		}
		f.parts = append(f.parts, p)
		f.weight += p.weight
	}
	var seen []string
	for _, t := range text.Terms(content) {
		switch {
		case phrase.IsDense(phrase.FirstRune(t)) || slices.Contains(seen, t):
			continue
		case slices.Contains(weighty, t) && text.Len(t) > 1:
			add([]string{t}, heavy)
		case phrase.IsFrame(t) && !phrase.IsThemselves(t) && text.Len(t) >= longVerb:
			add([]string{t}, light)
		}
		seen = append(seen, t)
	}
	words := 0
	for _, r := range runs {
		pairs := text.Terms(r)
		weight := heavy
		if text.Len(r) == 1 {
			weight = light
		}
		add(pairs, weight)
		words += len(pairs)
	}
	f.near = max(minNear, 2*(len(f.parts)+words))
	return f
}

// isToldBy reports whether the words of a text repeat the fact.
func (f fact) isToldBy(words []string) bool {
	type hit struct {
		at int
		spot
	}
	var hits []hit
	for at, w := range words {
		for _, own := range f.starts[phrase.FirstRune(w)] {
			if w != own.word && (own.dense || !phrase.AreInflections(w, own.word)) {
				continue
			}
			if f.parts[own.part].code {
				return true
			}
			hits = append(hits, hit{at, own.spot})
		}
		for _, own := range f.single {
			if strings.Contains(w, own.word) {
				hits = append(hits, hit{at, own.spot})
			}
		}
	}
	for from := range hits {
		found := make(map[spot]bool)
		for _, h := range hits[from:] {
			if h.at-hits[from].at >= f.near {
				break
			}
			found[h.spot] = true
		}
		if f.isEnough(found) {
			return true
		}
	}
	return false
}

// isEnough reports whether the words that were found close together repeat the fact.
func (f fact) isEnough(found map[spot]bool) bool {
	count := make([]int, len(f.parts))
	for k := range found {
		count[k.part]++
	}
	said, weight, row := 0, 0, 0
	for i, p := range f.parts {
		if 5*count[i] < 3*p.words {
			row = 0
			continue
		}
		said++
		weight += p.weight
		if row++; p.weight < heavy {
			row = 0
		}
		if row >= inARow {
			return true
		}
	}
	return said >= min(2, len(f.parts)) && 5*weight >= 3*f.weight
}

// sharedWords returns the words that several contents use.
func sharedWords(contents []string) map[string]bool {
	in := make(map[string]int)
	for _, c := range contents {
		terms := text.Terms(c)
		slices.Sort(terms)
		for _, t := range slices.Compact(terms) {
			in[t]++
		}
	}
	shared := make(map[string]bool)
	for t, n := range in {
		if n >= sharedFrom {
			shared[t] = true
		}
	}
	return shared
}
