package locks

import (
	"slices"
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

const (
	maxSIM   = 60 // bytes before a number in which it is called the PIN of a SIM card
	maxOfSIM = 4  // words between the word for a PIN and the number: "pin of the new sim 1931"
)

// SIM returns the one of the numbers of a text about a card for a telephone that is called its PIN or its PUK: "new sim pin 2571 puk 48201937 where do
// they go", "pin of the new sim 1931 keep it".
func SIM(t plain.Text, w *lexicon.Words, numbers [][]int) (from, to int, ok bool) {
	if !w.HasStem("simword", t.Low) {
		return 0, 0, false
	}
	for _, at := range numbers {
		from, to = at[0], at[0]+len(strings.TrimRight(t.Low[at[0]:at[1]], ",."))
		n := mention.At(t, w, from, to)
		if v := t.Low[from:to]; len(v) < 4 || len(v) > 8 || !looks.IsAllDigits(v) || n.IsUnitAt(to) || n.IsPriced(from) || n.IsPartOfWord(from, to) || n.IsDigitAt(n.Skip(to, " .,:-/")) {
			continue
		}
		before := t.Low[max(0, t.TokenStart(max(0, from-maxSIM))):from]
		before = strings.TrimRight(before[strings.LastIndexAny(before, ".,;?!\n")+1:], " :=-\"'`")
		if isLed(w, "simpin", before) || isOfSIM(w, cutLink(w, before)) {
			return from, to, true
		}
	}
	return 0, 0, false
}

// cutLink returns a text without the copula that it ends with.
func cutLink(w *lexicon.Words, s string) string {
	if word := plain.LastWords(s, 1); isCopula(w, word) {
		return strings.TrimRight(strings.TrimSuffix(s, word), " ")
	}
	return s
}

// isOfSIM reports whether the last words of a text are one for a PIN and behind it which card it is of, and nothing that is said or counted.
func isOfSIM(w *lexicon.Words, before string) bool {
	if isLed(w, "simpin", before) {
		return true
	}
	words := strings.Fields(before)
	for i := len(words) - 1; i >= max(0, len(words)-maxOfSIM-1); i-- {
		word := words[i]
		if w.Is("simpin", word, ^uint32(0)) {
			rest := strings.Join(words[i+1:], " ")
			return w.HasStem("simword", rest+" ") && w.HasStem("simword", words[len(words)-1]+" ") || w.HasStem("simword", rest+" ") && i > len(words)-maxOfSIM
		}
		if slices.ContainsFunc([]string{"other", "verb", "negation", "with", "dated", "at"}, func(list string) bool { return w.Is(list, word, ^uint32(0)) }) && !w.Is("of", word, ^uint32(0)) {
			return false
		}
	}
	return false
}
