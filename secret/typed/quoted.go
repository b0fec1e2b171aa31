package typed

import (
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/mention"
)

// Quoted returns the words in quotation marks in a sentence which says that something is encrypted: a colon or a verb for typing
// stands before them, or such a verb, or "without the quotes", behind them.
func Quoted(n *mention.Noun) (from, to int, ok bool) {
	if n.Entry.Classes&lexicon.Sealed == 0 || n.IsQuestion() {
		return 0, 0, false
	}
	_, hi := n.Sentence()
	open := strings.IndexByte(n.Low[n.End:hi], '"')
	if open < 0 {
		return 0, 0, false
	}
	open += n.End
	length := strings.IndexByte(n.Low[open+1:min(len(n.Low), open+100)], '"')
	if length < 0 {
		return 0, 0, false
	}
	inside := n.Low[open+1 : open+1+length]
	if len(strings.Fields(inside)) < 2 && !(mention.IsDenseText(inside) && utf8.RuneCountInString(inside) > 3) {
		return 0, 0, false
	}
	before := len(strings.TrimRight(n.Low[:open], " "))
	_, isTyped := n.DenseBefore(before, "types")
	isLed := isTyped || strings.HasSuffix(n.Low[:before], ":") || n.Words.Is("types", n.Low[n.WordStart(before):before], ^uint32(0)) || n.Words.Is("typedafter", n.Low[n.WordStart(before):before], ^uint32(0))
	next := n.Skip(open+1+length, "\" ")
	if _, is := n.StemAt("unquoted", next); is {
		isLed = true
	}
	if _, is := n.MatchWords("typedafter", next); is {
		isLed = true
	}
	from = n.Skip(open+1, " ")
	return from, open + 1 + len(strings.TrimRight(inside, " ")), isLed
}
