package secret

import (
	"strings"

	"keepsake/secret/checksum"
)

// group is a run of ASCII letters and digits in a text.
type group struct {
	from, to int
	joint    byte // what stands between it and the group before, if that is one character; else 0
}

// candidate is one or more groups in a row, read as one number.
type candidate struct {
	text     string // without joints, in capitals
	form     string // lengths and joints, as in "3-2-4"
	digits   int
	from, to int
	first    int // index of its first group
	last     int
}

// maxNumber is the length of the longest number that is known here, an IBAN.
const maxNumber = 34

// findNumbers adds numbers that prove themselves by a check digit: cards, bank accounts, national
// numbers. Those whose check says too little need a word nearby that names them.
func (v *view) findNumbers(hits []hit, add func(from, to int, kind Kind)) {
	if countDigits(v.plain) < 6 {
		return
	}
	groups := v.groups()
	for a := 0; a < len(groups); a++ {
		for c := range v.candidates(groups, a) {
			kind, ok := v.judge(c, groups, hits)
			if ok {
				add(c.from, c.to, kind)
				a = c.last
				break
			}
		}
	}
}

// groups returns the runs of letters and digits that a number can consist of.
func (v *view) groups() []group {
	var out []group
	for i := 0; i < len(v.plain); {
		if !isAlnum(v.plain[i]) {
			i++
			continue
		}
		g := group{from: i}
		for i < len(v.plain) && isAlnum(v.plain[i]) {
			i++
		}
		g.to = i
		if n := len(out); n > 0 && g.from == out[n-1].to+1 {
			g.joint = v.plain[g.from-1]
		} else if n > 0 && g.from <= out[n-1].to+3 && strings.Trim(v.plain[out[n-1].to:g.from], " ") == "" {
			g.joint = ' '
		} else if n > 0 && g.from == out[n-1].to+3 && v.plain[g.from-3:g.from] == " - " {
			g.joint = '-'
		}
		out = append(out, g)
	}
	return out
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// candidates yields what begins with group a, longest first.
func (v *view) candidates(groups []group, a int) func(func(candidate) bool) {
	return func(yield func(candidate) bool) {
		var all []candidate
		var text, form strings.Builder
		digits := 0
		for b := a; b < len(groups); b++ {
			g := groups[b]
			if b > a {
				if !strings.ContainsRune(" -./_", rune(g.joint)) || g.joint == 0 {
					break
				}
				form.WriteByte(g.joint)
			}
			part := v.plain[g.from:g.to]
			n := countDigits(part)
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
				all = append(all, candidate{text.String(), form.String(), digits, groups[a].from, g.to, a, b})
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

// judge tells whether a candidate is a secret, and of which kind.
func (v *view) judge(c candidate, groups []group, hits []hit) (Kind, bool) {
	before := byte(0)
	if c.from > 0 {
		before = v.plain[c.from-1]
	}
	if strings.IndexByte("+_@", before) >= 0 && before != 0 || c.to < len(v.plain) && (v.plain[c.to] == '@' || v.plain[c.to] == '_') {
		return "", false
	}
	if checksum.IsIBAN(c.text) {
		return Account, true
	}
	numeric := c.digits == len(c.text)
	if numeric && c.digits >= 13 && c.digits <= 19 {
		if checksum.IsCard(c.text) && v.isCardForm(c, groups, hits) {
			return Card, true
		}
	}
	if hasOwnForm(c) {
		return Identity, true
	}
	if needsCheck(c) && !v.isOther(c.from) {
		return Identity, true
	}
	if v.isNamed(hits, c) && needsName(c) {
		return Identity, true
	}
	return "", false
}

// isCardForm reports whether a number is written as a card's is.
func (v *view) isCardForm(c candidate, groups []group, hits []hit) bool {
	if c.first == c.last {
		return !v.isOther(c.from) && (len(c.text) == 15 || len(c.text) == 16 || len(c.text) == 14 && c.text[0] == '3' || v.isCardNamed(c.from))
	}
	joint := groups[c.first+1].joint
	for i := c.first + 1; i <= c.last; i++ {
		if n := groups[i].to - groups[i].from; groups[i].joint != joint || n < 3 && !strings.HasPrefix(c.form, "1 1 1") && !strings.HasPrefix(c.form, "2 2 2") {
			return false
		}
	}
	// A part of a longer number is none: parcels are numbered in fours, too.
	if c.first > 0 && groups[c.first].joint == joint && groups[c.first-1].to-groups[c.first-1].from == 4 && countDigits(v.plain[groups[c.first-1].from:groups[c.first-1].to]) == 4 {
		return v.isCardNamed(c.from)
	}
	if c.last+1 < len(groups) && groups[c.last+1].joint == joint && joint != ' ' {
		return false
	}
	return true
}

// cardWords name a card before its number.
var cardWords = []string{"card", "karte", "tarjeta", "carte", "carta", "cartao", "kaart", "kort", "kart", "карт", "visa", "mastercard", "amex", "maestro", "credit", "debit", "بطاقه", "כרטיס", "كارت", "कार्ड", "卡", "카드", "カート", "บัตร", "καρτα", "kortti", "kartya"}

// isCardNamed reports whether a card is spoken of shortly before i.
func (v *view) isCardNamed(i int) bool {
	near := v.low[max(0, i-48):i]
	for _, w := range cardWords {
		if strings.Contains(near, w) {
			return true
		}
	}
	return false
}

// isOther reports whether a word before i says that the number is of something else: an order, a phone.
func (v *view) isOther(i int) bool {
	w := tables()
	near := strings.TrimRight(v.low[max(0, i-40):i], " \n:#.-")
	for range 3 {
		from := v.wordStartIn(near)
		if w.is("other", strings.Trim(near[from:], ":#.,"), ^uint32(0)) {
			return true
		}
		near = strings.TrimRight(near[:from], " \n:#.,-")
	}
	for _, d := range w.dense["other"] {
		if strings.Contains(v.low[max(0, i-30):i], d) {
			return true
		}
	}
	return false
}

// wordStartIn returns where the last word of s begins.
func (v *view) wordStartIn(s string) int { return strings.LastIndexAny(s, " \n\t(") + 1 }

// isNamed reports whether a word for a person's number stands near a candidate.
func (v *view) isNamed(hits []hit, c candidate) bool {
	for _, h := range hits {
		if h.noun != nil && h.noun.classes&classID != 0 && h.at > c.from-80 && h.at < c.to+40 {
			if p := (&phrase{view: v, w: tables(), n: h.noun, start: h.at, end: h.at + len(h.text)}); p.bound() {
				return true
			}
		}
	}
	return false
}
