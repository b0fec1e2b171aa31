package locks

import (
	"strings"

	"keepsake/secret/amounts"
	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// maxKeypad is how many bytes before a number a keypad or the box of a key is named.
const maxKeypad = 70

// Keypad returns the one of the numbers of a text that is typed on the keypad of a house, where the way to a flat goes on behind it: "lipová 8, na
// klávesnici 0738 a druhé patro", "オートロック4250 3階"; or what the box of a key "is": "the key box under the bell is 1948, check in from 16:25".
func Keypad(t plain.Text, w *lexicon.Words, numbers [][]int) (from, to int, ok bool) {
	for _, at := range numbers {
		from, to = at[0], at[0]+len(strings.TrimRight(t.Low[at[0]:at[1]], ",."))
		v := t.Low[from:to]
		n := mention.At(t, w, from, to)
		if len(v) < 4 || len(v) > 8 || !looks.IsAllDigits(v) || n.IsUnitAt(to) || n.IsPriced(from) || n.IsPartOfWord(from, to) || looks.IsPhone(t.Low, from, to) {
			continue
		}
		before := t.Low[max(0, t.TokenStart(max(0, from-maxKeypad))):from]
		before = before[strings.LastIndexAny(before, ".,;?!\n")+1:]
		isKeypad := isLed(w, "onkeypad", strings.TrimRight(before, " :=\"'-"))
		isAmount := looks.IsYear(v) || amounts.IsRound(v) && !isFloorNext(n, to)
		if isKeypad && !isAmount && !n.IsQuestion() && isWayOn(n, to) || isBoxOf(n, before, to) {
			return from, to, true
		}
	}
	return 0, 0, false
}

// isWayOn reports whether a clause ends behind the number that ends at i, or it is said how one goes on: "0738 a druhé patro".
func isWayOn(n *mention.Noun, i int) bool {
	next := n.Skip(i, " ")
	return n.IsClauseEnd(i) || n.IsDigitAt(next) || isFloorNext(n, i) || plain.IsDense(n.RuneAt(next))
}

// isFloorNext reports whether one of the next words behind a number that ends at i is one for a floor.
func isFloorNext(n *mention.Noun, i int) bool { return n.Words.HasStem("floorword", hintAfter(n, i)) }

// isBoxOf reports whether a clause says where the box of a key is, and then that it "is" the number that ends at i.
func isBoxOf(n *mention.Noun, before string, i int) bool {
	words := strings.Fields(before)
	if len(words) < 3 || !isCopula(n.Words, words[len(words)-1]) || !n.IsClauseEnd(i) || n.IsQuestion() {
		return false
	}
	return n.Words.HasStem("boxofkey", before) && n.Words.HasStem("besides", before) && !n.Words.HasStem("numbered", before) && !n.Words.HasStem("readout", before)
}
