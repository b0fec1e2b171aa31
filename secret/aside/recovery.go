package aside

import (
	"regexp"
	"strings"
	"sync"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

const (
	maxToCodes = 4  // words from the word for recovery codes to the first of them
	maxListed  = 40 // codes in a list
)

// recoveryCode is one of the codes that a service gives by the dozen: two halves, or six to ten digits.
var recoveryCode = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[0-9a-z]{4,6}(?:-[0-9a-z]{4,6}){1,4}|\d{4} \d{4}|\d{3} \d{3}|\d{6,10}|[0-9a-z]{8,12})`)
})

// listSign is what parts the codes of a list: signs, the number of a line.
var listSign = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[ ,;/|&+•*\n\t"'.-]|\(?\d{1,2}[.):]+ |#\d{1,2}:? )+`)
})

// Recovery adds all of the codes of a list behind a word for recovery codes, in one line or one below the other: "my recovery codes: 12345-67890,
// 22334-98765". All are of one form; a code alone is no list.
func Recovery(t plain.Text, w *lexicon.Words, numbers [][]int, add func(from, to int)) {
	if len(numbers) < 2 || !w.HasStem("recoverycodes", t.Low) {
		return
	}
	n := mention.At(t, w, 0, 0)
	for i := 0; i < len(t.Low); {
		end, is := n.StemAt("recoverycodes", i)
		if !is || plain.IsWordRune(t.Before(i)) && !plain.IsDense(n.RuneAt(i)) {
			_, i = t.Next(i)
			continue
		}
		i = max(end, addCodes(n, end, add))
	}
}

// addCodes adds the codes of the list whose word ends at i, if there are two and more, and returns where the last of them ends.
func addCodes(n *mention.Noun, i int, add func(from, to int)) int {
	from := firstCode(n, i)
	var codes [][2]int
	for form := ""; from >= 0 && len(codes) < maxListed; {
		at := recoveryCode().FindStringIndex(n.Low[from:])
		if at == nil {
			break
		}
		to := from + at[1]
		code := formOf(n.Low[from:to])
		if r, _ := n.Next(to); !looks.HasDigit(n.Low[from:to]) || form != "" && code != form || n.IsUnitAt(to) || looks.IsDateOrVersion(n.Low[from:to]) && strings.Contains(code, "-2") || plain.IsWordRune(r) && !plain.IsDense(r) && !plain.IsHangul(r) {
			break
		}
		codes, form, i = append(codes, [2]int{from, to}), code, to
		from = nextCode(n, to)
	}
	if len(codes) < 2 {
		return i
	}
	for _, c := range codes {
		add(c[0], c[1])
	}
	return i
}

// firstCode returns where the first code begins behind the word for recovery codes that ends at i, -1 if other numbers or too many words are between.
func firstCode(n *mention.Noun, i int) int {
	if r := n.Before(i); !plain.IsDense(r) && !plain.IsHangul(r) {
		i = n.WordEnd(i)
	}
	for range maxToCodes + 1 {
		i = n.Skip(i, " :=-\"'`*•\n\t(")
		if at := listSign().FindStringIndex(n.Low[i:]); at != nil && at[0] == 0 {
			i += at[1]
		}
		if at := recoveryCode().FindStringIndex(n.Low[i:]); at != nil && looks.HasDigit(n.Low[i:i+at[1]]) {
			return i
		}
		if i >= len(n.Low) || n.IsDigitAt(i) || strings.IndexByte(".!?;", n.Low[i]) >= 0 {
			return -1
		}
		next := n.ScriptEnd(i, n.WordEnd(i))
		if r, after := n.Next(i); next == i || plain.IsDense(r) || plain.IsHangul(r) {
			for next = after; next < len(n.Low) && !n.IsDigitAt(next) && (plain.IsDense(n.RuneAt(next)) || plain.IsHangul(n.RuneAt(next))); {
				_, next = n.Next(next)
			}
		}
		i = next
	}
	return -1
}

// nextCode returns where the next code of a list may begin behind one that ends at i: behind signs, and a word for "and", "the other".
func nextCode(n *mention.Noun, i int) int {
	for range 4 {
		if at := listSign().FindStringIndex(n.Low[i:]); at != nil {
			i += at[1]
		}
		if i >= len(n.Low) {
			return -1
		}
		if n.IsDigitAt(i) {
			return i
		}
		end := n.ScriptEnd(i, n.WordEnd(i))
		word := n.Low[i:end]
		if dense, is := n.MatchDense("listjoint", i); is {
			end = dense
		} else if !n.Words.Is("listjoint", word, ^uint32(0)) {
			return i
		}
		i = end
	}
	return i
}

// formOf returns how long the parts of a code are, and what joins them.
func formOf(code string) string {
	var b strings.Builder
	run := 0
	for i := range len(code) + 1 {
		if i < len(code) && code[i] != '-' && code[i] != ' ' {
			run++
			continue
		}
		b.WriteByte('0' + byte(run))
		if run = 0; i < len(code) {
			b.WriteByte(code[i])
		}
	}
	return b.String()
}
