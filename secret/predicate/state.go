package predicate

import (
	"slices"
	"strings"
	"unicode/utf8"

	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// isState reports whether the words say of what sort the secret is or how it fares: "is useless", "way too long", "je pořád stejný".
func isState(n *mention.Noun, from, to int) bool {
	if _, is := n.StemAt("state", from); is {
		return true
	}
	if _, is := n.MatchWords("degree", from); is {
		return true
	}
	before := betweenNounAnd(n, from)
	if _, is := n.StemAt("asksfor", from); is && !slices.ContainsFunc(strings.Fields(before), func(word string) bool { return n.Words.Is("is", word, n.Entry.Langs) }) {
		return true // "mdp wifi stp", "sandi wifi kantor"
	}
	return endsWithEntry(n, "degree", before)
}

// isPlaced reports whether the words say where the secret is or who has it, after a preposition, perhaps with an article
// ("sous le paillasson", "в моём кошельке"), or in the Turkish case for places: "cüzdanımda".
func isPlaced(n *mention.Noun, from, to int) bool {
	if _, is := n.MatchWords("place", from); is {
		return true
	}
	if n.Entry.Langs == n.Words.Langs["tr"] && isTurkishPlace(n.Low[from:to]) {
		return true
	}
	before := betweenNounAnd(n, from)
	if last := wordBefore(n, n.End+len(before)); last != "" && n.Words.Is("article", last, n.Entry.Langs) {
		before = strings.TrimRight(strings.TrimSuffix(before, last), " ")
	}
	return endsWithEntry(n, "place", before)
}

// turkishPlaces are endings of words for a place: "defterinde", "cüzdanımda", "komşularda". Few names end so.
var turkishPlaces = []string{"inda", "inde", "unda", "unde", "imda", "imde", "umda", "umde", "amda", "emde", "larda", "lerde"}

func isTurkishPlace(low string) bool {
	return utf8.RuneCountInString(low) > 5 && slices.ContainsFunc(turkishPlaces, func(end string) bool { return strings.HasSuffix(low, end) })
}

// betweenNounAnd returns what stands between the noun and a place behind it, without the spaces at its end.
func betweenNounAnd(n *mention.Noun, i int) string {
	if i <= n.End {
		return ""
	}
	return strings.TrimRight(n.Low[n.End:i], " ")
}

// endsWithEntry reports whether s ends with an entry of a list for the noun's languages, as words of their own.
func endsWithEntry(n *mention.Noun, list, s string) bool {
	return slices.ContainsFunc(n.Words.Ending(list, plain.LastRune(s)), func(entry string) bool {
		head, is := strings.CutSuffix(s, entry)
		return is && (head == "" || strings.HasSuffix(head, " ")) && n.Words.Is(list, entry, n.Entry.Langs)
	})
}

// isHebrewPurpose reports whether the words are what a password is for, in a sentence of Hebrew in which others know somebody's password or it is to be changed:
// "everybody knows your password to-the-system", where "to the" is written as one with the word.
func isHebrewPurpose(n *mention.Noun, from int) bool {
	between := strings.TrimSpace(betweenNounAnd(n, from) + " " + n.Low[from:])
	owner, rest, _ := strings.Cut(between, " ")
	lo, _ := n.Sentence()
	return n.Entry.Langs == n.Words.Langs["he"] && n.Words.Is("my", owner, n.Entry.Langs) && strings.HasPrefix(rest, "ל") && n.Words.HasEntry("knowsit", n.Low[lo:n.Start])
}
