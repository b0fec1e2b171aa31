package numeral

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// literal is a number in digits.
type literal struct {
	from, to  int
	value     int64 // in thousandths
	isOrdinal bool
	isPlain   bool // it is written as it is compared, or it is a date, a time, a version: it stays
}

// readLiteral reads the number in digits that begins at i: "1.200", "2,5", "2k", "3rd", "½".
func readLiteral(s string, i int) literal {
	from, end := i, i
	digits := func(i int) int {
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		return i
	}
	var groups []string
	var seps []byte
	for {
		next := digits(end)
		groups = append(groups, s[end:next])
		end = next
		if end+1 >= len(s) || s[end] != '.' && s[end] != ',' || s[end+1] < '0' || s[end+1] > '9' {
			break
		}
		seps = append(seps, s[end])
		end++
	}
	n := literal{from: from, to: end, isPlain: true}
	before, _ := utf8.DecodeLastRuneInString(s[:from])
	isPart := before >= '0' && before <= '9' || before == ':' || before == '/' || before == '.' && from > 1 && isDigit(s[from-2])
	if isPart || len(groups[0]) > maxDigits {
		return n
	}
	switch {
	case len(seps) == 0:
		n.value = amount(groups[0], "")
		if strings.HasPrefix(s[end:], "½") {
			n.value, n.to, n.isPlain = n.value+milli/2, end+len("½"), false
			return n
		}
		if spaced := readSpaced(s, from, end); spaced > end {
			n.to = spaced
			fraction := ""
			if next := spaced + 1; next < len(s) && (s[spaced] == ',' || s[spaced] == '.') && digits(next) > next && digits(next) < next+3 {
				fraction, n.to = s[next:digits(next)], digits(next)
			}
			n.value, n.isPlain = amount(strings.Map(keepDigit, s[from:spaced]), fraction), false
			return n
		}
		if before == '.' && (from < 2 || s[from-2] == ' ' || s[from-2] == '(') && from > 0 { // ".5"
			n.from, n.value, n.isPlain = from-1, amount("0", groups[0]), false
			return n
		}
	case isGrouped(groups, seps):
		n.value, n.isPlain = amount(strings.Join(groups, ""), ""), false
	case isGrouped(groups[:len(groups)-1], seps[:len(seps)-1]) && (len(seps) == 1 || seps[len(seps)-1] != seps[0]) && isFraction(groups, s[end:]):
		n.value, n.isPlain = amount(strings.Join(groups[:len(groups)-1], ""), groups[len(groups)-1]), false
	default:
		return n
	}
	n.readEnd(s)
	return n
}

// maxDigits is how long a number is at most that can be counted with.
const maxDigits = 12

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func keepDigit(r rune) rune {
	if r < '0' || r > '9' {
		return -1
	}
	return r
}

// isGrouped reports whether groups of digits are one whole number: "1.200".
func isGrouped(groups []string, seps []byte) bool {
	if len(groups) == 1 {
		return true
	}
	if len(groups[0]) > 3 || groups[0] == "" || groups[0][0] == '0' {
		return false
	}
	for i, g := range groups[1:] {
		if len(g) != 3 || seps[i] != seps[0] {
			return false
		}
	}
	return true
}

// isFraction reports whether the last group is a fraction. What may be a time or a date is none: "18.30", "9.12".
func isFraction(groups []string, rest string) bool {
	last := groups[len(groups)-1]
	if len(last) > 2 || strings.HasPrefix(rest, ".") && len(rest) > 1 && rest[1] != '\n' && !unicode.IsUpper(rune(rest[min(2, len(rest)-1)])) {
		return false
	}
	if len(rest) > 1 && strings.IndexByte(":/-.", rest[0]) >= 0 && isDigit(rest[1]) {
		return false
	}
	whole, _ := strconv.Atoi(groups[0])
	part, _ := strconv.Atoi(last)
	isClock := len(last) == 2 && whole <= 24 && part < 60
	isDay := len(last) == 2 && whole <= 31 && part >= 1 && part <= 12
	return !isClock && !isDay || len(groups) > 2
}

// amount returns a number in thousandths.
func amount(whole, fraction string) int64 {
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return 0
	}
	f, _ := strconv.ParseInt((fraction + "000")[:3], 10, 64)
	return n*milli + f
}

// readSpaced returns the end of a number whose thousands are set apart by spaces, or the end of its first group.
func readSpaced(s string, from, end int) int {
	if end-from > 3 || s[from] == '0' || from > 1 && isDigit(s[from-2]) || from > 0 && s[from-1] == '+' {
		return end
	}
	at := end
	for {
		size := 0
		for _, space := range []string{" ", "\u00a0", "\u202f"} {
			if strings.HasPrefix(s[at:], space) {
				size = len(space)
			}
		}
		next := at + size
		if size == 0 || next+3 > len(s) || !isDigit(s[next]) || !isDigit(s[next+1]) || !isDigit(s[next+2]) || next+3 < len(s) && (isDigit(s[next+3]) || s[next+3] == ':') {
			break
		}
		at = next + 3
	}
	rest := strings.TrimLeft(s[at:], " ")
	if rest != "" && isDigit(rest[0]) || strings.HasPrefix(s[at:], ".") && len(s) > at+1 && isDigit(s[at+1]) { // a number of a telephone
		return end
	}
	return at
}

// ordinalEnds are the letters behind a number that puts in order.
var ordinalEnds = setOf("st nd rd th er ere re e eme ieme ste de go ego й го ого я ая му х м ий ый ый ої та те ша ге")

// readEnd reads what is written together with a number: "k", "th".
func (n *literal) readEnd(s string) {
	rest, at := s[n.to:], n.to
	if r, size := utf8.DecodeRuneInString(rest); r == '-' || r == '‑' || r == '.' {
		rest, at = rest[size:], at+size
	}
	length := 0
	for _, r := range rest {
		if !unicode.IsLetter(r) {
			break
		}
		length += utf8.RuneLen(r)
	}
	end := rest[:length]
	isDotted := at == n.to+1 && s[n.to] == '.'
	isLatin := end != "" && end[0] < utf8.RuneSelf
	switch {
	case end == "" || length > len("ième")+2:
	case (end == "k" || end == "K") && at == n.to:
		n.value, n.to, n.isPlain = n.value*1000, at+1, false
	case isDotted && end != "º" && end != "ª":
	case at > n.to && isLatin && bare(end) != "go" && bare(end) != "ego" && bare(end) != "e":
	case !isLatin && end != "º" && end != "ª" && at == n.to && len(end) < 4:
	case (ordinalEnds[bare(end)] || end == "º" || end == "ª") && n.value%milli == 0 && n.value > 0:
		n.isOrdinal, n.to, n.isPlain = true, at+length, false
	}
}
