package locks

import (
	"strings"

	"keepsake/secret/amounts"
	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
	"keepsake/secret/values"
)

// Cash returns the PIN of a card in a sentence about a machine for cash: "mum's card is in the tin, at the machine it's 8418".
func Cash(r values.Reader) (from, to int, ok bool) {
	lo, hi := r.Sentence()
	if !r.Words.HasStem("cash", r.Low[r.Start:r.End]) || !r.Words.Contains("card", r.Low[lo:hi]) || r.IsQuestion() || r.Words.HasStem("lost", r.Low[lo:hi]) {
		return 0, 0, false
	}
	q := r.As(lexicon.Pin)
	q.Unnamed = true
	from, to, ok = q.LoneNumber(lo, hi)
	return from, to, ok && (to-from == 4 || to-from == 6) && !looks.IsYear(r.Low[from:to]) && !amounts.IsRound(r.Low[from:to]) && !amounts.IsMeasure(r.Noun, from, to, hi)
}

// Keyed returns the number beside a verb for pressing or typing, in a sentence that says where and names no lock: "he should press
// 6291 at the back". What is dialled may be a telephone's.
func Keyed(n *mention.Noun) (from, to int, ok bool) {
	lo, hi := n.Sentence()
	if _, is := n.StemAt("typing", n.Start); !is || !n.Words.HasStem("where", n.Low[lo:hi]) {
		return 0, 0, false
	}
	from = n.Skip(n.End, " ")
	if !n.IsDigitAt(from) {
		to = len(strings.TrimRight(n.Low[:n.Start], " をرو"))
		from = len(strings.TrimRight(n.Low[:to], "0123456789"))
	} else {
		to = n.Skip(from, "0123456789")
	}
	return from, to, to-from >= 4 && to-from <= 6 && !n.IsPartOfWord(from, to) && !n.IsUnitAt(to) && !looks.IsYear(n.Low[from:to]) && !n.IsQuestion()
}

// Wheels returns the digits that the wheels of a lock show, where its sentence has nothing else of that shape: "the suitcase lock is
// set to 0 6 2".
func Wheels(n *mention.Noun) (from, to int, ok bool) {
	lo, hi := n.Sentence()
	if !n.Words.HasThing("short", n.Low[lo:hi]) || n.IsQuestion() {
		return 0, 0, false
	}
	all := looks.SpacedDial().FindAllStringSubmatchIndex(n.Low[lo:hi], 2)
	if len(all) != 1 || n.IsOther(lo+all[0][2]) || n.IsUnitAt(lo+all[0][3]) {
		return 0, 0, false
	}
	return lo + all[0][2], lo + all[0][3], true
}

// InBox returns the one of the numbers of a text that stands, in one clause, behind a box with a code or for keys in which a key is said to lie, and behind
// where the box is: "the key is in the key box beside the meter 4475 please water the plants".
func InBox(t plain.Text, w *lexicon.Words, numbers [][]int) (from, to int, ok bool) {
	if !w.HasStem("housekey", t.Low) {
		return 0, 0, false
	}
	for _, at := range numbers {
		n := mention.At(t, w, at[0], at[1])
		if from, to, ok = numberAt(n, at[0]); !ok || to != at[1] || to-from > 6 || amounts.IsRound(t.Low[from:to]) || isQuarter(t.Low[from:to]) || n.IsQuestion() {
			continue
		}
		before := t.Low[max(0, t.TokenStart(max(0, from-maxAway))):from]
		before = before[strings.LastIndexAny(before, ".,:;?!\n")+1:]
		last := strings.TrimRight(before, " ")
		if w.Is("houseword", last[strings.LastIndexByte(last, ' ')+1:], ^uint32(0)) {
			continue
		}
		isCoded := w.HasThing("lock", before) || w.HasStem("codeword", before) || w.HasStem("codedbox", before)
		isBox := w.HasStem("keyplace", before) || w.HasThing("lock", before)
		if isCoded && isBox && w.HasStem("housekey", before) && w.HasStem("besides", before) && !w.HasStem("numbered", before) && !w.HasStem("readout", before) {
			return from, to, true
		}
	}
	return 0, 0, false
}
