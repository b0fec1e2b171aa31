package typed

import (
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/mention"
)

// ChangedTo returns the plain word that somebody changed a password to, where the language writes "to" as one with the word ("שיניתי את הסיסמה של
// המחשב לאבטיח") or the word stands between two verbs ("password badal ke titli kar diya").
func ChangedTo(n *mention.Noun) (from, to int, ok bool) {
	if n.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 || n.IsQuestion() {
		return 0, 0, false
	}
	lo, hi := n.Sentence()
	if n.Words.HasStem("haschanged", n.Low[lo:n.Start]) {
		from, to, ok = gluedTo(n, hi)
	} else {
		from, to, ok = betweenVerbs(n, hi)
	}
	return from, to, ok && isNewWord(n, from, to)
}

// gluedTo returns the last word of a clause without the preposition that it begins with. Another word has to stand between it and the noun, which says
// whose the password is: right behind the noun it can be what the password is for.
func gluedTo(n *mention.Noun, hi int) (from, to int, ok bool) {
	to = hi
	if end := strings.IndexAny(n.Low[n.End:hi], ",;:(\n"); end >= 0 {
		to = n.End + end
	}
	to = len(strings.TrimRight(n.Low[:to], " .!"))
	from = n.WordStart(to)
	if from <= n.End || strings.TrimSpace(n.Low[n.End:from]) == "" {
		return 0, 0, false
	}
	between := n.Low[n.End:from]
	if n.Words.HasWord("without", between) || n.Words.HasWord("negation", between) || strings.HasPrefix(n.Low[from:], "לה") { // "להגיד" is an infinitive
		return 0, 0, false
	}
	_, size := utf8.DecodeRuneInString(n.Low[from:])
	return from + size, to, n.Words.Is("gluedto", n.Low[from:from+size], ^uint32(0))
}

// betweenVerbs returns the word between a verb for changing and one for making.
func betweenVerbs(n *mention.Noun, hi int) (from, to int, ok bool) {
	for i := n.End; i < hi; i = nextWord(n, i) {
		if end, is := n.MatchWords("bychanging", i); is && isStart(n, i) {
			from = n.Skip(end, " \"'`")
			to = n.WordEnd(from)
			_, isMade := n.MatchWords("madeso", n.Skip(to, " \"'`"))
			return from, to, isMade && to > from
		}
	}
	return 0, 0, false
}

// isNewWord reports whether a word can be a password, and is no person, service or device and no remark like "another".
func isNewWord(n *mention.Noun, from, to int) bool {
	low := n.Low[from:to]
	if utf8.RuneCountInString(low) < 3 || !n.IsPlainInAnyCase(from, to) || n.Words.Is("nonewone", low, ^uint32(0)) {
		return false
	}
	for _, list := range []string{"service", "device", "state", "sendingbank", "portal"} {
		if n.Words.HasStem(list, low) {
			return false
		}
	}
	return true
}
