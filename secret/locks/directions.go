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
	leastTurns = 3  // turns of a dial that make a combination
	maxBetween = 3  // words between a direction and the number beside it, or the next turn
	maxDialled = 70 // bytes before the first turn in which the thing with the dial stands
)

// Directions returns from the first to the last number of a text that says how a dial is turned, to the left and to the right in turn: "the safe is 12
// left 34 right 7 left", "Spind: rechts 22, links 8, rechts 30". A lock with a dial stands before them.
func Directions(t plain.Text, w *lexicon.Words, numbers [][]int) (from, to int, ok bool) {
	isLong := func(at []int) bool { return looks.CountDigits(t.Low[at[0]:at[1]]) > 2 }
	if len(slices.DeleteFunc(slices.Clone(numbers), isLong)) < leastTurns {
		return 0, 0, false
	}
	n := mention.At(t, w, 0, 0)
	var run turns
	for i := 0; i < len(t.Low); {
		r, next := t.Next(i)
		switch {
		case r >= '0' && r <= '9':
			next = t.Skip(i, "0123456789")
			switch _, isCount := n.MatchWords("turncount", t.Skip(next, " ")); {
			case next-i > 2 || (n.IsUnitAt(next) || isMetre(n, next)) && !isCount || n.IsPriced(i) || n.IsDigitAt(next+1) && strings.IndexByte(".,:/", t.Low[next]) >= 0:
				run = turns{}
			case !isCount:
				run.dial(i, next)
			}
		case plain.IsWordRune(r):
			next = run.read(n, i)
		case t.EndsSentenceAt(i):
			run.gap = maxBetween + 1
		}
		if run.gap > maxBetween {
			run = turns{}
		}
		if run.isCombination() && isDialled(t, w, run.start) {
			from, to, ok = run.from, run.to, true
		}
		i = next
	}
	return from, to, ok
}

// turns are the turns of a dial that have been read in a row.
type turns struct {
	start    int    // where the first of them begins
	from, to int    // the numbers
	numbers  int    // how many
	sides    int    // how many directions, in turn
	last     string // the list of the last direction
	gap      int    // words since the last of both
}

// dial enters a number.
func (r *turns) dial(from, to int) {
	if r.numbers == 0 {
		r.from = from
	}
	if r.numbers == 0 && r.sides == 0 {
		r.start = from
	}
	r.numbers, r.to, r.gap = r.numbers+1, to, 0
}

// read reads the word at i, or the character in a script without spaces, and returns where it ends. A direction that was said before begins anew.
func (r *turns) read(n *mention.Noun, i int) int {
	end := n.WordEnd(i)
	if word := n.Low[i:end]; len(word) > 1 && len(word) < 4 && strings.IndexByte("lr", word[0]) >= 0 && looks.IsAllDigits(word[1:]) { // "R12"
		r.turn(word[:1], i)
		r.dial(i+1, end)
		return end
	}
	for _, side := range []string{"leftword", "rightword"} {
		if end, is := n.MatchWords(side, i); is {
			r.turn(side, i)
			return end
		}
	}
	if first := n.RuneAt(i); plain.IsDense(first) || plain.IsHangul(first) {
		_, next := n.Next(i)
		return next
	}
	r.gap++
	return n.ScriptEnd(i, end)
}

// turn enters a direction that is said at i.
func (r *turns) turn(side string, i int) {
	if r.last == side {
		*r = turns{}
	}
	if r.numbers == 0 && r.sides == 0 {
		r.start = i
	}
	r.sides, r.last, r.gap = r.sides+1, side, 0
}

// isCombination reports whether as many turns have been read as a dial needs, each with its direction.
func (r *turns) isCombination() bool {
	return r.numbers >= leastTurns && r.sides >= leastTurns && r.gap == 0
}

// isMetre reports whether a number that ends at i is followed by metres, as ways are told: "12 m left".
func isMetre(n *mention.Noun, i int) bool {
	i = n.Skip(i, " ")
	word := n.Low[i:n.WordEnd(i)]
	return word == "m" || n.Words.HasStem("metres", word)
}

// isDialled reports whether a thing with a dial stands before i in the sentence.
func isDialled(t plain.Text, w *lexicon.Words, i int) bool {
	before := t.Low[max(0, t.TokenStart(max(0, i-maxDialled))):i]
	if end := max(strings.LastIndex(before, ". "), strings.LastIndexAny(before, "!?\n")); end >= 0 {
		before = before[end:]
	}
	return w.HasThing("strongbox", before) || w.HasThing("dialword", before) || w.HasThing("short", before) && !looks.HasDigit(before)
}
