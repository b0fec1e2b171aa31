// Package typed finds the words that somebody types where a password is asked for, "if it wants the password just type
// marzipan", and those that open a device or a file, "the laptop opens with Primrose77", "the disk is encrypted, type «…»". No word
// for the secret leads to them. A file each: the number behind a word for a password in a text about a card (card.go), one as long as is said (sized.go), words before a
// remark about their letters (cased.go), passwords that work no more (dead.go), that a new one replaced (replaced.go) or that something was
// changed to (changed.go), those that look like a name beside a name (second.go), the number that is typed when something asks (prompted.go), and what
// opens a protected file (file.go).
//
// It is asked last: what stands beside a noun for a password is package sentence's. Texts come in the even form of package plain.
//
// Start reading at FindAsked, then Opens and Unnamed.
package typed

import (
	"slices"
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// maxIdle is how many words that say nothing may stand between a verb for typing and the word that is typed.
const maxIdle = 3

// FindAsked returns the plain word that is typed in a sentence in which something asks for the password: behind a verb for typing, or
// before it where grammar puts it there.
func FindAsked(n *mention.Noun) (from, to int, ok bool) {
	lo, hi := n.Sentence()
	near := n.Low[lo:hi]
	if n.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 || !n.Words.HasStem("asking", near) || n.IsQuestion() || n.Words.HasStem("lost", near) || strings.ContainsAny(near, "{}<>[]=_") {
		return 0, 0, false
	}
	for i := lo; i < hi; i = nextWord(n, i) {
		if !isStart(n, i) {
			continue
		}
		if end, is := n.MatchWords("types", i); is {
			if from, to, ok = behind(n, end, hi); ok {
				return from, to, true
			}
		}
		if end, is := n.MatchWords("tries", i); is {
			if from, to, ok = behind(n, end, hi); ok && isTrial(n, from, to) {
				return from, to, true
			}
		}
		if end, is := match(n, i, "typedafter", "triedlast"); is {
			if from, to, ok = before(n, lo, i); ok && endsSoon(n, end) && isTrial(n, from, to) {
				return from, to, true
			}
		}
	}
	return 0, 0, false
}

// Last returns what is typed where something asks for the password, or the word of which the sentence asks whether it is strong enough.
func Last(n *mention.Noun) (from, to int, ok bool) {
	if from, to, ok = FindAsked(n); ok {
		return from, to, true
	}
	return Weighed(n)
}

// match returns the end of the longest word of some lists at i.
func match(n *mention.Noun, i int, lists ...string) (end int, ok bool) {
	for _, list := range lists {
		if e, is := n.MatchWords(list, i); is && e > end {
			end, ok = e, true
		}
	}
	return end, ok
}

// isTrial reports whether somebody can be asked to try what stands between two places as a password: "try marzipan", and not "try later".
func isTrial(n *mention.Noun, from, to int) bool {
	low := n.Low[from:to]
	if isDense(n, from) {
		return !slices.ContainsFunc(n.Words.Dense["vague"], func(bad string) bool { return strings.HasPrefix(low, bad) })
	}
	return n.IsPlainInAnyCase(from, to) && !n.Words.Is("vague", low, ^uint32(0))
}

// endsSoon reports whether the clause of a verb that ends at i does so behind two words at most, "डाल दो", "치면 돼".
func endsSoon(n *mention.Noun, i int) bool {
	for range 2 {
		if n.IsClauseEnd(i) || n.IsConfided(i) {
			return true
		}
		next := n.Skip(i, " ")
		i = max(next, n.WordEnd(next))
	}
	return n.IsClauseEnd(i)
}

// isStart reports whether a word can begin at i: anywhere in a script without spaces.
func isStart(n *mention.Noun, i int) bool {
	return isDense(n, i) || !plain.IsWordRune(n.Before(i))
}

// isDense reports whether the character at i is of a script without spaces.
func isDense(n *mention.Noun, i int) bool {
	r := n.RuneAt(i)
	return plain.IsDense(r) || plain.IsHangul(r)
}

// nextWord returns the place after the word at i, or after the character in a script without spaces.
func nextWord(n *mention.Noun, i int) int {
	if end := n.WordEnd(i); end > i && !isDense(n, i) {
		return n.ScriptEnd(i, end)
	}
	_, next := n.Next(i)
	return next
}

// behind returns the plain word behind a verb for typing that ends at i, if its clause ends there.
func behind(n *mention.Noun, i, hi int) (from, to int, ok bool) {
	i = n.Skip(i, " \"'`:")
	for range maxIdle {
		end := n.WordEnd(i)
		word := n.Low[i:end]
		if !n.Words.Is("filler", word, n.Entry.Langs) && !n.Words.Is("pronoun", word, n.Entry.Langs) && !n.Words.Is("particle", word, n.Entry.Langs) && !n.Words.Is("inscript", word, ^uint32(0)) {
			break
		}
		i = n.Skip(end, " \"'`:")
	}
	if i >= hi {
		return 0, 0, false
	}
	if isDense(n, i) {
		to = denseEnd(n, i, hi)
		return i, to, n.IsDenseWord(i, to)
	}
	to = n.HyphenatedEnd(i)
	next := n.Skip(to, " \"'`")
	word := n.Low[next:n.WordEnd(next)]
	isEnd := n.IsClauseEnd(to) || n.IsConfided(to) || n.Words.Is("typedlast", word, ^uint32(0)) || n.Words.Is("conj", word, ^uint32(0))
	return i, to, to > i && to <= hi && isEnd && !n.IsNoun(i, to) && !n.Words.IsStop(n.Low[i:to])
}

// denseEnd returns where a word ends that begins at i, in a script without spaces: where its clause does, or before "then".
func denseEnd(n *mention.Noun, i, hi int) int {
	to := i
	for to < hi && isDense(n, to) {
		for _, list := range []string{"then", "setto"} {
			if _, is := n.MatchDense(list, to); is && to > i {
				return to
			}
		}
		_, to = n.Next(to)
	}
	return to
}

// before returns the plain word before a verb for typing that begins at i, if a clause begins with the word, or a word for asking,
// "then" or a pronoun stands before it.
func before(n *mention.Noun, lo, i int) (from, to int, ok bool) {
	to = len(strings.TrimRight(n.Low[:i], " \"'`"))
	if r := n.Before(to); plain.IsDense(r) || plain.IsHangul(r) {
		from = denseStart(n, lo, to)
		return from, to, n.IsDenseWord(from, to)
	}
	from = n.WordStart(to)
	at := len(strings.TrimRight(n.Low[:from], " \"'`"))
	last := n.Low[n.WordStart(at):at]
	isLed := n.IsClauseStart(from) || slices.ContainsFunc([]string{"filler", "pronoun", "next", "then"}, func(list string) bool { return n.Words.Is(list, last, n.Entry.Langs) }) || n.Words.HasStem("asking", last) || n.Words.Is("inscript", last, ^uint32(0))
	return from, to, isLed && from >= lo && n.IsPlainInAnyCase(from, to) && !n.IsNoun(from, to)
}

// denseStart returns where a word begins that ends at to, in a script without spaces: behind a sign, a space, or what ends the
// clause that says when it is asked for, "聞かれたら", "물어보면".
func denseStart(n *mention.Noun, lo, to int) int {
	from := to
	for from > lo {
		r := n.Before(from)
		if !plain.IsDense(r) && !plain.IsHangul(r) {
			break
		}
		if _, is := n.DenseBefore(from, "topic", "when", "inscript"); is && from < to {
			break
		}
		from -= len(string(r))
	}
	return from
}
