package aside

import (
	"slices"
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

const (
	maxName   = 14 // letters of a name with a number
	maxPlace  = 6  // words that say where a network is
	maxPassOn = 2  // words behind a password of which one says that somebody is to be told
	maxToVerb = 5  // the same where the verb stands last
	maxDense  = 60 // bytes of them in a script without spaces
)

// isNetworkShared reports whether a place is a name with a number behind a word for a network and where that is, and what follows says that others are
// to have it or how the network is called: "wifi w świetlicy Burek1978 podaj nowej pani", "вайфай в бытовке Barsik77, сеть stroyka".
func isNetworkShared(t plain.Text, w *lexicon.Words, nouns []*mention.Noun, from, to int) bool {
	name, digits := looks.CutNumber(t.Plain[from:to])
	word := strings.TrimRight(name, "@#_!") // "bidu@10"
	number := t.Plain[to-digits : to]
	if utf8.RuneCountInString(word) > maxName || !isNameWithNumber(w, word+number, 3) || w.HasStem("network", strings.ToLower(word)) || !isPassedOn(t, w, to) && !isNetworkNamed(t, w, to) {
		return false
	}
	return slices.ContainsFunc(nouns, func(n *mention.Noun) bool {
		if n.Entry.Classes&lexicon.Net == 0 || w.HasEntry("netname", n.Entry.Text) || n.End > from || from-n.End > maxToNet {
			return false
		}
		place := strings.Fields(t.Low[n.End:from])
		last := ""
		if len(place) > 0 {
			last = place[len(place)-1]
		}
		isNamed := slices.ContainsFunc([]string{"of", "at", "article", "numbered", "user", "called", "until"}, func(list string) bool { return w.Is(list, last, ^uint32(0)) && !w.Is("is", last, ^uint32(0)) })
		between := t.Low[n.End:from]
		isTalk := strings.ContainsAny(between, ".,;?!\n") || w.HasWord("called", between) || w.HasStem("nickname", between) || w.HasWord("negation", between)
		return len(place) <= maxPlace && !isNamed && !isTalk && !n.IsQuestion()
	})
}

// isPassedOn reports whether the words behind a place say that somebody else is to be told.
func isPassedOn(t plain.Text, w *lexicon.Words, to int) bool {
	after, _, _ := strings.Cut(t.Low[to:], "\n")
	if w.HasWord("without", after) {
		return false
	}
	if next := strings.TrimLeft(after, " ,."); next != "" && (plain.IsDense(plain.FirstRune(next)) || plain.IsHangul(plain.FirstRune(next))) {
		return w.HasStem("passon", next[:min(len(next), maxDense)])
	}
	isVerb := func(n int, list string) bool {
		return w.HasStem(list, plain.FirstWords(after, n)+" ")
	}
	return isVerb(maxPassOn, "passon") || isVerb(maxToVerb, "passonlast")
}

// isNetworkNamed reports whether a comma and how the network is called follow a place.
func isNetworkNamed(t plain.Text, w *lexicon.Words, to int) bool {
	rest, isListed := strings.CutPrefix(strings.TrimLeft(t.Low[to:], " "), ",")
	words := strings.Fields(rest)
	return isListed && len(words) > 1 && w.Is("netname", words[0], ^uint32(0))
}
