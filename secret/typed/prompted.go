package typed

import (
	"slices"
	"strings"

	"keepsake/secret/amounts"
	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

const (
	maxPrompt = 60 // bytes around a number in which it is said when something asks for it
	maxAsker  = 6  // words from "when" to the verb for asking
)

// Prompted returns the one of the numbers of a text that is typed when something asks: "just enter 482913 when it asks", "聞かれたら482913を入れて". It may
// ask for a code, and for nothing else that is named.
func Prompted(t plain.Text, w *lexicon.Words, numbers [][]int) (from, to int, ok bool) {
	for _, at := range numbers {
		from, to = at[0], at[0]+len(strings.TrimRight(t.Low[at[0]:at[1]], ",.:"))
		v := t.Low[from:to]
		if len(v) < 4 || len(v) > 8 || !looks.IsAllDigits(v) {
			continue
		}
		before, after := aroundNumber(t, from, to)
		if !isEntered(w, before, after) || !isPrompted(w, before) && !isPrompted(w, after) {
			continue
		}
		n := mention.At(t, w, from, to)
		isCode := w.HasStem("codeword", before) || w.HasStem("codeword", after)
		isAmount := !isCode && (looks.IsYear(v) || amounts.IsRound(v))
		isOther := n.IsUnitAt(to) || n.IsPriced(from) || n.IsPartOfWord(from, to) || n.IsOther(from) || looks.IsPhone(t.Low, from, to) || n.IsDigitAt(n.Skip(to, " .,:-/"))
		if !isAmount && !isOther && !w.HasStem("askedother", before) && !w.HasStem("askedother", after) {
			return from, to, true
		}
	}
	return 0, 0, false
}

// aroundNumber returns what stands before and behind a number in its line, without other numbers.
func aroundNumber(t plain.Text, from, to int) (before, after string) {
	before = t.Low[max(0, t.TokenStart(max(0, from-maxPrompt))):from]
	before = before[strings.LastIndexAny(before, ".?!\n0123456789")+1:]
	after = t.Low[to:min(len(t.Low), t.TokenEnd(min(len(t.Low), to+maxPrompt)))]
	if end := strings.IndexAny(after, ".?!\n0123456789"); end >= 0 {
		after = after[:end]
	}
	return before, after
}

// isEntered reports whether a verb for typing stands right before a number, or right behind it.
func isEntered(w *lexicon.Words, before, after string) bool {
	before = strings.TrimRight(before, " :\"'")
	if word := plain.LastWords(before, 1); w.Is("inscript", word, ^uint32(0)) || w.Is("justword", word, ^uint32(0)) {
		before = strings.TrimRight(strings.TrimSuffix(before, word), " ")
	}
	for _, list := range []string{"types", "presses", "pressmany", "promptverb"} {
		if _, is := w.CutLast(list, before); is {
			return true
		}
	}
	after = strings.TrimLeft(after, " \"'")
	if rest, is := w.CutFirst("objectmark", after); is {
		after = strings.TrimLeft(rest, " ")
	}
	return slices.ContainsFunc([]string{"typedafter", "promptlast", "typedlast"}, func(list string) bool {
		_, is := w.CutFirst(list, after)
		return is
	})
}

// isPrompted reports whether a text says when something asks: a word for "when" or "if" and soon behind it a verb for asking, "when the app asks", or a form
// that says both, "sorunca", "聞かれたら".
func isPrompted(w *lexicon.Words, s string) bool {
	if w.HasStem("whenasked", s) {
		return true
	}
	words := strings.FieldsFunc(s, func(r rune) bool { return !plain.IsWordRune(r) && r != '\'' })
	for i, word := range words {
		if w.Is("whenif", word, ^uint32(0)) && w.HasStem("promptasks", strings.Join(words[i+1:min(len(words), i+1+maxAsker)], " ")) {
			return true
		}
	}
	return false
}
