package secret

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/plain"
)

// densePlain accepts a plain word in Chinese, Japanese, Thai or Korean.
func (p *phrase) densePlain(from, to int, by link) (int, int, Kind, bool) {
	low := p.Low[from:to]
	n := utf8.RuneCountInString(low)
	if p.n.Classes&lexicon.Password == 0 && !p.own || n < 2 || n > 16 || by == adjacent && !p.own {
		return 0, 0, "", false
	}
	for bad := range p.w.Lists["never"] {
		if strings.HasPrefix(low, bad) || strings.Contains(low, bad) && !unicode.Is(unicode.Thai, plain.LastRune(bad)) {
			return 0, 0, "", false
		}
	}
	if p.w.Is("neverword", low, ^uint32(0)) {
		return 0, 0, "", false
	}
	if by == topic || by == adjacent {
		// Only "X です", "X 입니다".
		if !p.finalAfter(to) {
			return 0, 0, "", false
		}
		return from, to, Password, true
	}
	return from, to, Password, p.isClauseEnd(to) || p.finalAfter(to)
}

// cutFinal returns the end of a value without the copula that sticks to it.
func (p *phrase) cutFinal(from, to int) int {
	for range 2 {
		for _, d := range p.w.Dense["final"] {
			if strings.HasSuffix(p.Low[from:to], d) && p.w.Is("final", d, p.n.Langs) && to-from > len(d) {
				to -= len(d)
				break
			}
		}
	}
	// The copula can also stand in the middle: "さくらです忘れないで".
	for _, d := range p.w.Dense["final"] {
		if utf8.RuneCountInString(d) >= 2 && p.w.Is("final", d, p.n.Langs) {
			if n := strings.Index(p.Low[from:to], d); n > 0 {
				to = from + n
			}
		}
	}
	return to
}

// finalAfter reports whether the word at i ends the sentence ("है", "です").
func (p *phrase) finalAfter(i int) bool {
	i = p.Skip(i, " '-\"`*_|")
	end, is := p.match("final", i)
	if !is {
		return false
	}
	r, _ := p.Next(end)
	return !plain.IsWordRune(r) || plain.IsDense(r) || plain.IsHangul(r)
}
