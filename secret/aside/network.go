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

// maxToNet is how many bytes may stand between a word for a network and the copula before its password.
const maxToNet = 60

// isNetworkIs reports whether a place is a name with a number, right behind a copula whose clause begins with a word for a network: "wifi for when you
// come round is Ruby63", "wifi bij ons is moos03". How a network is called and how fast it is look so as well, in other words or in capitals.
func isNetworkIs(t plain.Text, w *lexicon.Words, nouns []*mention.Noun, from, to int) bool {
	word, _ := looks.CutNumber(t.Plain[from:to])
	if utf8.RuneCountInString(word) > maxName || !isNameWithNumber(w, t.Plain[from:to], 3) {
		return false
	}
	return slices.ContainsFunc(nouns, func(n *mention.Noun) bool {
		if n.Entry.Classes&lexicon.Net == 0 || n.End > from || from-n.End > maxToNet {
			return false
		}
		between := strings.TrimRight(t.Low[n.End:from], " \"'`")
		last := between[strings.LastIndexByte(between, ' ')+1:]
		isCopula := w.Is("is", last, n.Entry.Langs) && !w.Is("of", last, n.Entry.Langs) || last == "c'est"
		isTalk := strings.ContainsAny(between, ".,;?!\n:") || w.HasWord("called", between) || w.HasStem("nickname", between) || w.HasWord("negation", between) || n.IsQuestion()
		_, hi := n.Sentence()
		return isCopula && !isTalk && !w.HasWord("without", t.Low[to:max(to, hi)])
	})
}

// isNetworkUsed reports whether a place of Latin letters stands in a script without spaces right behind a word for a network, or behind one that says that
// it is used there: "无线网K9mora77", "wifi用K9!mora77连".
func isNetworkUsed(t plain.Text, w *lexicon.Words, nouns []*mention.Noun, from int) bool {
	if !plain.IsDense(t.Before(from)) {
		return false
	}
	return slices.ContainsFunc(nouns, func(n *mention.Noun) bool {
		if n.Entry.Classes&lexicon.Net == 0 || n.End > from {
			return false
		}
		return n.End == from || slices.ContainsFunc(w.Dense["netused"], func(word string) bool { return t.Low[n.End:from] == word })
	})
}
