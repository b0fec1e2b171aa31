package typed

import (
	"slices"
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// maxOwner is how many words may say whose a password is that stands without a copula: "sandi laptop jemuran".
const maxOwner = 4

// Cased returns the plain word of a sentence about a password or a network that a remark about its letters follows: "the wifi only works
// with dandelion in small letters".
func Cased(n *mention.Noun) (from, to int, ok bool) {
	lo, hi := n.Sentence()
	const named = lexicon.Password | lexicon.Weak | lexicon.NetKey
	isNamed := n.Entry.Classes&named != 0
	if !isNamed && n.Entry.Classes&(lexicon.Net|lexicon.Login) == 0 || n.IsQuestion() || strings.ContainsAny(n.Low[lo:hi], "{}<>[]=_") {
		return 0, 0, false
	}
	for i := lo; i < hi; i = nextWord(n, i) {
		if isDense(n, i) || plain.IsWordRune(n.Before(i)) || !isCasing(n, i) {
			continue
		}
		to = len(strings.TrimRight(n.Low[:i], " ,(-\"'`"))
		from = n.WordStart(to)
		isCommon := n.Words.Is("commonpass", n.Low[from:to], ^uint32(0)) || n.Words.Is("bothways", n.Low[from:to], ^uint32(0))
		isWord := n.IsPlainInAnyCase(from, to) || isCommon && isLinked(n, from) || n.Words.IsParticiple(n.Low[from:to], n.Entry.Langs) && isOwned(n, from) // "любимая"
		if from < lo || !isWord || len(n.Low[from:to]) < 4 || n.IsNoun(from, to) || isCasing(n, from) || isThingOrAsked(n, n.Low[from:to]) || n.Words.HasStem("spelt", n.Low[from:to]) {
			return 0, 0, false
		}
		return from, to, isLinked(n, from) || isNamed && from > n.End && (isOwned(n, from) || isPut(n, lo, from))
	}
	return 0, 0, false
}

// isCasing reports whether a remark about the case or the spelling of a word begins at i, in any language.
func isCasing(n *mention.Noun, i int) bool {
	return slices.ContainsFunc(n.Words.Beginning("casing", n.RuneAt(i)), func(words string) bool {
		rest, is := strings.CutPrefix(n.Low[i:], words)
		return is && !plain.IsWordRune(plain.FirstRune(rest))
	})
}

// isLinked reports whether a copula, a word for "with" or a verb for typing stands before i.
func isLinked(n *mention.Noun, i int) bool {
	at := len(strings.TrimRight(n.Low[:i], " \"'`:"))
	last := n.Low[n.WordStart(at):at]
	for range 2 { // "ist einfach garten alles klein"
		if !n.Words.Is("merely", last, ^uint32(0)) && !n.Words.Is("filler", last, n.Entry.Langs) || n.Words.Is("is", last, n.Entry.Langs) {
			break
		}
		at = len(strings.TrimRight(n.Low[:at-len(last)], " "))
		last = n.Low[n.WordStart(at):at]
	}
	if n.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 && n.Words.Is("called", last, ^uint32(0)) {
		return false // "wifi is called otterhome all one word"
	}
	isCopula := n.Words.Is("is", last, n.Entry.Langs) && !n.Words.Is("of", last, n.Entry.Langs)
	return isCopula || last == "c'est" || n.Words.Is("with", last, ^uint32(0)) || n.Words.Is("use", last, n.Entry.Langs) || n.Words.Is("types", last, n.Entry.Langs)
}

// isPut reports whether a sentence from lo says that somebody put a password on something, and a comma stands before i: "we put a password on
// the server, meatball in small letters".
func isPut(n *mention.Noun, lo, i int) bool {
	before := strings.TrimRight(n.Low[n.End:i], " \"'`")
	return strings.HasSuffix(before, ",") && strings.Count(before, ",") == 1 && n.Words.HasEntry("puton", n.Low[lo:i]) && !n.Words.HasWord("negation", n.Low[lo:i]) && !n.Words.HasStem("lost", n.Low[lo:i])
}

// isOwned reports whether nothing but whose the noun is stands between it and i.
func isOwned(n *mention.Noun, i int) bool {
	words := strings.Fields(n.Low[n.End:i])
	hasThing, others := false, 0
	for _, word := range words {
		switch {
		case n.Words.HasStem("service", word) || n.Words.HasStem("device", word) || n.Words.HasThing("lock", word) || n.Words.HasStem("network", word):
			hasThing = true
		case !slices.ContainsFunc([]string{"of", "my", "article", "at", "filler"}, func(list string) bool { return n.Words.Is(list, word, ^uint32(0)) }):
			others++
		}
	}
	return len(words) <= maxOwner && (others == 0 || others == 1 && hasThing) // "hasło do kompa babci żabka z polskimi literami"
}

// isThingOrAsked reports whether a word before a remark about letters is the thing that the password opens, or a verb of which the remark says how: "пароль на ноуте
// русскими буквами не вводится", "пароль от вайфая набирай русскими буквами".
func isThingOrAsked(n *mention.Noun, word string) bool {
	if plain.IsASCII(word) && !plain.IsASCII(n.Entry.Text) {
		return false // a word of another script is no thing of the sentence: "portokali"
	}
	isThing := n.Words.HasStem("service", word) || n.Words.HasStem("device", word) || n.Words.HasThing("lock", word) || n.Words.HasStem("network", word)
	return isThing || n.Words.HasStem("asking", word) || n.Words.Is("enterit", word, ^uint32(0)) || n.Words.HasStem("dictates", word)
}
