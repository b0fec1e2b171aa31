package typed

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

const (
	maxSized  = 60 // bytes before a number in which it is said how long it is
	maxCardOf = 4  // words between how long the number is and the number
)

// Sized returns the one of the numbers of a text that is as long as is said of the code of a card right before it: "senha de 4 do cartão 4878, a
// maquininha pede sempre", "mã 4 số của thẻ 4878".
func Sized(t plain.Text, w *lexicon.Words, numbers [][]int) (from, to int, ok bool) {
	for _, at := range numbers {
		from, to = at[0], at[0]+len(strings.TrimRight(t.Low[at[0]:at[1]], ",."))
		v := t.Low[from:to]
		n := mention.At(t, w, from, to)
		if len(v) != 4 && len(v) != 6 || !looks.IsAllDigits(v) || n.IsUnitAt(to) || n.IsPriced(from) || n.IsPartOfWord(from, to) {
			continue
		}
		before := t.Low[max(0, t.TokenStart(max(0, from-maxSized))):from]
		before = before[strings.LastIndexAny(before, ".,:;?!\n")+1:]
		words := strings.Fields(before)
		for i := max(0, len(words)-maxCardOf); i < len(words); i++ {
			head, rest := strings.Join(words[:i], " ")+" ", strings.Join(words[i+1:], " ")+" "
			isSize := len(words[i]) == 1 && words[i][0] == byte('0'+len(v))
			if isSize && isCodeWord(w, head) && (w.HasStem("bankcard", rest) || w.HasStem("card", rest)) {
				return from, to, true
			}
		}
	}
	return 0, 0, false
}

// isCodeWord reports whether a text has a word for a code or a password.
func isCodeWord(w *lexicon.Words, s string) bool {
	const codes = lexicon.Password | lexicon.Weak | lexicon.Pin | lexicon.Code | lexicon.BareCode
	if w.HasStem("codeword", s) {
		return true
	}
	for _, h := range w.Index.Find(s) {
		if h.Noun != nil && h.Noun.Classes&codes != 0 {
			return true
		}
	}
	return false
}
