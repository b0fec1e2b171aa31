package sieve

import (
	"regexp/syntax"
	"unicode"
	"unicode/utf8"
)

const (
	maxExact = 128  // texts that a part of an expression is written out as
	maxClass = 24   // letters of a class that is written out
	maxWords = 4000 // words of which a match needs one
)

// part is what the matches of a part of an expression have, with letters folded.
type part struct {
	exact []string // what it matches, each written out; nil = too much to be written out
	need  []string // each match has one of these; nil = none is certain
}

// requiredWords returns folded words of which each match of a pattern has at least one; nil if none is certain.
func requiredWords(pattern string) []string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil // regexp.MustCompile has panicked
	}
	return read(re).words()
}

// words returns what the part's matches have one of, nil = none is certain.
func (p part) words() []string {
	if p.exact == nil {
		return p.need
	}
	if shortest(p.exact) == 0 {
		return nil
	}
	return p.exact
}

// read returns what the matches of an expression have.
func read(re *syntax.Regexp) part {
	switch re.Op {
	case syntax.OpLiteral:
		return part{exact: []string{string(foldAll(re.Rune))}}
	case syntax.OpCharClass:
		return readClass(re.Rune)
	case syntax.OpCapture:
		return read(re.Sub[0])
	case syntax.OpConcat:
		return readSequence(re.Sub)
	case syntax.OpAlternate:
		return readAlternatives(re.Sub)
	case syntax.OpPlus:
		return part{need: read(re.Sub[0]).words()}
	case syntax.OpRepeat:
		if re.Min == 0 {
			return part{}
		}
		return part{need: read(re.Sub[0]).words()}
	case syntax.OpQuest:
		if sub := read(re.Sub[0]); sub.exact != nil && len(sub.exact) < maxExact {
			return part{exact: unite(sub.exact, []string{""})}
		}
		return part{}
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return part{exact: []string{""}}
	default: // any letter, any number of times; what never matches is as uncertain
		return part{}
	}
}

// readClass returns what a class of letters matches, pairs of the first and the last.
func readClass(ranges []rune) part {
	var out []string
	for i := 0; i < len(ranges); i += 2 {
		if ranges[i+1]-ranges[i] > 2*maxClass {
			return part{}
		}
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			out = unite(out, []string{string(fold(r))})
		}
		if len(out) > maxClass {
			return part{}
		}
	}
	return part{exact: out}
}

// readSequence returns what the matches of parts behind each other have: texts of neighbours are put together as long as they are few,
// and of all that is needed the most telling is chosen.
func readSequence(subs []*syntax.Regexp) part {
	var best []string
	offer := func(words []string) {
		if words != nil && (best == nil || isMoreTelling(words, best)) {
			best = words
		}
	}
	run, isWhole := []string{""}, true
	for _, sub := range subs {
		p := read(sub)
		if p.exact != nil && len(run)*len(p.exact) <= maxExact {
			run = cross(run, p.exact)
			continue
		}
		isWhole = false
		offer(part{exact: run}.words())
		run = []string{""}
		if p.exact != nil {
			run = p.exact
		}
		offer(p.words())
	}
	if isWhole {
		return part{exact: run}
	}
	offer(part{exact: run}.words())
	return part{need: best}
}

// readAlternatives returns what the matches of any of several parts have.
func readAlternatives(subs []*syntax.Regexp) part {
	var exact, need []string
	isExact, isCertain := true, true
	for _, sub := range subs {
		p := read(sub)
		if isExact = isExact && p.exact != nil; isExact {
			exact = unite(exact, p.exact)
		}
		words := p.words()
		if isCertain = isCertain && words != nil; isCertain {
			need = unite(need, words)
		}
	}
	switch {
	case isExact && len(exact) <= maxExact:
		return part{exact: exact}
	case isCertain && len(need) <= maxWords:
		return part{need: need}
	}
	return part{}
}

// isMoreTelling reports whether words are found less easily by chance than others: the shortest of them is longer, or they are fewer.
func isMoreTelling(words, than []string) bool {
	a, b := shortest(words), shortest(than)
	return a > b || a == b && len(words) < len(than)
}

// shortest returns how many letters the shortest of words has, of which more than four tell no more.
func shortest(words []string) int {
	out := 4
	for _, w := range words {
		out = min(out, utf8.RuneCountInString(w))
	}
	return out
}

// cross returns each text of one list with each of another behind it.
func cross(firsts, seconds []string) []string {
	out := make([]string, 0, len(firsts)*len(seconds))
	for _, a := range firsts {
		for _, b := range seconds {
			out = append(out, a+b)
		}
	}
	return unite(nil, out)
}

// unite returns the texts of two lists, each once.
func unite(list, more []string) []string {
	seen := make(map[string]bool, len(list)+len(more))
	out := make([]string, 0, len(list)+len(more))
	for _, l := range [][]string{list, more} {
		for _, s := range l {
			if !seen[s] {
				seen[s] = true
				out = append(out, s)
			}
		}
	}
	return out
}

// folded holds the letters of which most texts are made.
var folded = func() (out [0x800]rune) {
	for r := range out {
		out[r] = foldSlowly(rune(r))
	}
	return out
}()

// fold returns one letter for all that differ in case only, as regular expressions see case: the smallest.
func fold(r rune) rune {
	switch {
	case uint32(r) < uint32(len(folded)):
		return folded[r]
	case 0x3000 <= r && r < 0xA000: // Chinese, Japanese: no case
		return r
	}
	return foldSlowly(r)
}

func foldSlowly(r rune) rune {
	out := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		out = min(out, f)
	}
	return out
}

func foldAll(letters []rune) []rune {
	out := make([]rune, len(letters))
	for i, r := range letters {
		out[i] = fold(r)
	}
	return out
}
