package locks

import (
	"slices"
	"strings"

	"keepsake/secret/amounts"
	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// FindParked returns the three digits right behind a word for the lock of a bicycle, in a text that says where the bicycle stands: "bike lock 417 it's outside
// the front door". Where nothing says so, they are a price: "bike lock 249 at the supermarket".
func FindParked(t plain.Text, w *lexicon.Words, numbers [][]int) (from, to int, ok bool) {
	for _, at := range numbers {
		from, to = at[0], at[1]
		if v := t.Low[from:to]; len(v) != 3 || !looks.IsAllDigits(v) || amounts.IsRound(v) {
			continue
		}
		before := strings.TrimRight(t.Low[:from], " :=\"'")
		isLock := slices.ContainsFunc(w.Ending("bikelock", plain.LastRune(before)), func(lock string) bool {
			head, is := strings.CutSuffix(before, lock)
			r := plain.LastRune(lock)
			return is && (!plain.IsWordRune(plain.LastRune(head)) || plain.IsDense(r) || plain.IsHangul(r))
		})
		n := mention.At(t, w, from, to)
		if !isLock || n.IsUnitAt(to) || n.IsPriced(from) || n.IsQuestion() || n.IsPartOfWord(from, to) || n.IsDigitAt(n.Skip(to, " .,:-/")) {
			continue
		}
		if after, _, _ := strings.Cut(t.Low[to:], "\n"); w.HasStem("bikeat", after) {
			return from, to, true
		}
	}
	return 0, 0, false
}
