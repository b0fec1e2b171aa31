// Package number reads numbers out of a text in whatever groups they are written, and knows the forms in which
// states number their people. Check digits are package checksum's, the words around a number package secret's.
//
// Texts come in the even form of package plain. Start reading at Candidates.
package number

import (
	"strings"

	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// Group is a run of ASCII letters and digits in a text.
type Group struct {
	From, To int
	Joint    byte // what stands between it and the group before, if that is one character; else 0
}

// Candidate is one or more groups in a row, read as one number.
type Candidate struct {
	Text     string // without joints, in capitals
	Form     string // lengths and joints, as in "3-2-4"
	Digits   int
	From, To int
	First    int // index of its first group
	Last     int
}

// maxNumber is the length of the longest number that is known here, an IBAN.
const maxNumber = 34

// Groups returns the runs of letters and digits that a number can consist of.
func Groups(s string) []Group {
	var out []Group
	for i := 0; i < len(s); {
		if !IsAlnum(s[i]) || isEscape(s, i) {
			i++
			continue
		}
		g := Group{From: i}
		for i < len(s) && IsAlnum(s[i]) {
			i++
		}
		g.To = i
		if n := len(out); n > 0 && g.From == out[n-1].To+1 {
			g.Joint = s[g.From-1]
		} else if n > 0 && g.From <= out[n-1].To+3 && strings.Trim(s[out[n-1].To:g.From], " ") == "" {
			g.Joint = ' '
		} else if n > 0 && g.From == out[n-1].To+3 && s[g.From-3:g.From] == " - " {
			g.Joint = '-'
		}
		out = append(out, g)
	}
	return out
}

// isEscape reports whether the letter at i writes a tab or the end of a line, as programs do: "IBAN\tNL22…".
func isEscape(s string, i int) bool {
	return i > 0 && s[i-1] == '\\' && (s[i] == 't' || s[i] == 'n' || s[i] == 'r')
}

// IsAlnum reports whether c is an ASCII letter or digit.
func IsAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// Candidates yields what begins with group a, longest first.
func Candidates(s string, groups []Group, a int) func(func(Candidate) bool) {
	return func(yield func(Candidate) bool) {
		var all []Candidate
		var text, form strings.Builder
		digits := 0
		for b := a; b < len(groups); b++ {
			g := groups[b]
			if b > a {
				if !strings.ContainsRune(" -./_", rune(g.Joint)) || g.Joint == 0 {
					break
				}
				form.WriteByte(g.Joint)
			}
			part := s[g.From:g.To]
			n := looks.CountDigits(part)
			if n == 0 && (len(part) > 6 || part != strings.ToUpper(part)) || text.Len()+len(part) > maxNumber {
				break
			}
			digits += n
			text.WriteString(strings.ToUpper(part))
			if b > a || len(part) > 9 {
				form.WriteString(lengthOf(part))
			} else {
				form.WriteByte('0' + byte(len(part)))
			}
			if digits >= 6 {
				all = append(all, Candidate{text.String(), form.String(), digits, groups[a].From, g.To, a, b})
			}
		}
		for i := len(all) - 1; i >= 0; i-- {
			if !yield(all[i]) {
				return
			}
		}
	}
}

func lengthOf(part string) string {
	const lengths = "123456789"
	if len(part) <= 9 {
		return lengths[len(part)-1 : len(part)]
	}
	return "+"
}

// IdentityEnd returns where a person's number ends that begins at i, or i.
func IdentityEnd(p plain.Text, i int) int {
	if i > 0 && p.Low[i-1] == '+' {
		return i
	}
	end, digits, j := i, 0, i
	for {
		k := j
		for k < len(p.Plain) && IsAlnum(p.Plain[k]) {
			k++
		}
		part := p.Plain[j:k]
		n := looks.CountDigits(part)
		if k == j || n == 0 && (len(part) > 3 && j > i || part != strings.ToUpper(part) || len(part) > 6) {
			break
		}
		digits, end = digits+n, k
		if k >= len(p.Plain) || strings.IndexByte(" -./", p.Plain[k]) < 0 {
			break
		}
		j = k + 1
	}
	if r, _ := p.Next(end); digits < 6 || looks.IsDateOrVersion(p.Plain[i:end]) || r == '@' {
		return i
	}
	return end
}
