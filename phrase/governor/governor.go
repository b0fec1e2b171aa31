// Package governor knows words that govern a verb and say how things stand with what it says: that somebody wants it, fears it, forgets it or
// is done with it. A claim that takes the verb without them says something else: "I quit eating meat" does not say that somebody eats it.
//
// It is pure and no grammar: it knows words, and how an infinitive or a gerund ends. Start reading at IsLeftOut.
package governor

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"keepsake/phrase"
	"keepsake/text"
)

//go:embed governors.txt
var file string

// class is a class of governors by which one is as good as another.
type class struct {
	words map[string]bool
	// denies says that they deny what the verb says: "forgot to pay".
	denies bool
	// isOpen says that they are of what is not so yet: "hope", "fear".
	isOpen bool
}

var classes = sync.OnceValue(func() []class {
	var names []string
	var out []class
	for l := range strings.Lines(file) {
		name, words, ok := strings.Cut(l, ":")
		if !ok || strings.HasPrefix(l, "#") {
			continue
		}
		i := slices.Index(names, name)
		if i < 0 {
			i, names, out = len(names), append(names, name), append(out, class{make(map[string]bool), strings.HasPrefix(name, "not "), name == "want" || name == "fear"})
		}
		for _, w := range text.Terms(words) {
			out[i].words[w] = true
		}
	}
	return out
})

func (c class) isIn(ts []phrase.Token) bool {
	return slices.ContainsFunc(ts, func(t phrase.Token) bool { return t.Kind != phrase.Name && c.words[t.Term] })
}

// Text is what was said, or what is claimed.
type Text struct {
	Tokens []phrase.Token
	Words  string // of it
	Denies bool
	// Negative says that it denies, or a word of it does by its meaning.
	Negative bool
}

// verbal finds, without marks, infinitives, gerunds and their like.
var verbal = regexp.MustCompile(`^\pL{2,}ing$|^\pL{2,}(?:en|ern|eln)$|^\pL{2,}(?:ar|er|ir|re|or)(?:me|te|se|lo|la|le|los|las|les|nos|mi|ti|si)?$|` +
	`\pL(?:ть|ти|чь)(?:ся|сь)?$|^\pL{2,}[aeiyos]c(?: sie)?$|^\pL{2,}m[ae](?:k|y[ae]|y[iı]|kt[ae]n)$`)

// IsLeftOut reports whether a claim takes a verb of what was said without a word that governs it. Any other word that is denied in its place ("I don't
// mind driving") is package relation's to find. isSame compares a word of the claim with one that was said.
func IsLeftOut(said, claim Text, isSame func(claim, said phrase.Token) bool) bool {
	if isLeftOutDense(said, claim) || isTakenFromWish(said.Tokens, claim.Tokens, isSame) {
		return true
	}
	isTaken := func(t phrase.Token) bool {
		return slices.ContainsFunc(claim.Tokens, func(c phrase.Token) bool { return c.Counts() && isSame(c, t) })
	}
	for i, t := range said.Tokens {
		if t.Kind != phrase.Content || t.Owned || !isVerb(said.Tokens, i) {
			continue
		}
		isVerbTaken := isTaken(t)
		if !isVerbTaken && !isObjectTaken(said.Tokens[i+1:], isTaken) {
			continue
		}
		if isVerbTaken && isTooMuch(said.Tokens, i) && !slices.ContainsFunc(claim.Tokens, func(c phrase.Token) bool { return c.Term == too }) && !claim.Denies {
			return true
		}
		begin, end := partOf(said.Tokens, i)
		beside := slices.Concat(said.Tokens[begin:i], said.Tokens[i+1:end])
		for _, c := range classes() {
			isDenied := c.denies && claim.Negative != said.Denies // "I forgot to pay": it is not paid
			isGoverned := c.isIn(beside) || c.isOpen && (begin == 0 && i > 0 && c.words[said.Tokens[0].Term] || c.words["want"] && wouldLike.MatchString(said.Words))
			if (isVerbTaken || c.isOpen) && isGoverned && !c.isIn(claim.Tokens) && !isDenied {
				return true
			}
		}
	}
	return false
}

// wouldLike finds an English wish whose "would" is cut off: "I'd love to live in Rome".
var wouldLike = regexp.MustCompile(`(?i)['’]d (?:(?:really|so|still|just) )*(?:love|like|prefer|rather)(?:[^\pL]|$)`)

// isObjectTaken reports whether a claim takes the first word that carries something behind a verb, which it has in a form that cannot be compared: "vivre à
// Rome", "vit à Rome".
func isObjectTaken(behind []phrase.Token, isTaken func(phrase.Token) bool) bool {
	i := slices.IndexFunc(behind, phrase.Token.Counts)
	return i >= 0 && behind[i].Kind == phrase.Name && isTaken(behind[i])
}

// thats are words with which it begins what somebody wishes or fears.
var thats = phrase.WordSet("that dass daß que qu che dat że żeby что чтобы що щоб")

// fromWish is how many words may stand between a wish and "that": "ich hoffe so sehr, dass".
const fromWish = 3

// isTakenFromWish reports whether a claim takes what somebody wishes, or fears, without that: "I so hope that I get the job".
func isTakenFromWish(said, claim []phrase.Token, isSame func(claim, said phrase.Token) bool) bool {
	for _, c := range classes() {
		if !c.isOpen || c.isIn(claim) {
			continue
		}
		for i, t := range said {
			if t.Kind == phrase.Name || !c.words[t.Term] {
				continue
			}
			behind := said[i+1:]
			at := slices.IndexFunc(behind[:min(len(behind), fromWish+1)], func(t phrase.Token) bool { return thats[t.Term] })
			if at >= 0 && slices.ContainsFunc(behind[at+1:], func(t phrase.Token) bool {
				return t.Counts() && slices.ContainsFunc(claim, func(x phrase.Token) bool { return x.Counts() && isSame(x, t) })
			}) {
				return true
			}
		}
	}
	return false
}

// isVerb reports whether a token is an infinitive or a gerund, by its ending or a word before it.
func isVerb(ts []phrase.Token, i int) bool {
	isBare := i > 1 && bare[ts[i-2].Term] && !phrase.IsArticle(ts[i-1].Term) // "lets me work"
	return !ts[i].Noun && (verbal.MatchString(ts[i].Term) || isBare || i > 0 && (ts[i-1].Term == "to" || ts[i-1].Term == "zu"))
}

// bare are verbs behind which somebody stands who does something, without "to".
var bare = phrase.WordSet("let lets letting make makes made help helps helped")

// partOf returns where the part of a text begins and ends in which the token at i stands: between commas and conjunctions.
func partOf(ts []phrase.Token, i int) (begin, end int) {
	begin, end = i, i+1
	for begin > 0 && !ts[begin-1].Comma && !phrase.IsConjunction(ts, begin-1) {
		begin--
	}
	for end < len(ts) && !ts[end-1].Comma && !phrase.IsConjunction(ts, end) {
		end++
	}
	return begin, end
}

// isTooMuch reports whether the verb at i is what something is too much for: "too young to vote".
func isTooMuch(ts []phrase.Token, i int) bool {
	return i > 2 && ts[i-1].Term == "to" && ts[i-3].Term == too
}

const too = "too"
