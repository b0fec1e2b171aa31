package typed

import (
	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
)

// OfCard returns the number right behind a word for a password in a sentence about a card for cash, or of a suitcase, whatever follows: "카드 식탁 위에 있어 비번 4149 계란 좀 사와".
func OfCard(n *mention.Noun) (from, to int, ok bool) {
	lo, hi := n.Sentence()
	isDialled := n.IsDialLock()
	if n.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 || !isDialled && !n.Words.HasStem("bankcard", n.Low[lo:hi]) || n.IsQuestion() {
		return 0, 0, false
	}
	from = n.Skip(n.End, " :\"'`")
	if end, is := n.Match("is", from); is {
		from = n.Skip(end, " :\"'`")
	}
	to = n.Skip(from, "0123456789")
	size := to - from
	isOther := n.IsUnitAt(to) || n.IsPartOfWord(from, to) || looks.IsYear(n.Low[from:to]) || n.IsDigitAt(n.Skip(to, " .,:-/"))
	return from, to, (size >= 4 && size <= 6 || size == 3 && isDialled) && to <= hi && !isOther
}
