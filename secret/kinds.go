package secret

import (
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/plain"
)

// isBareCode reports whether the noun says no more than "code": of what must be said beside it.
func (p *phrase) isBareCode() bool {
	// In Greek and in Thai the word for a code is also one for a password.
	const others = lexicon.Opens | lexicon.Locked | lexicon.Net | lexicon.Login | lexicon.Message | lexicon.Password | lexicon.Weak
	return p.n.Classes&lexicon.BareCode != 0 && p.n.Classes&^(lexicon.BareCode|others) == 0
}

// isOfKind reports whether a bare "code" is one of those that open nothing, by the word before it, that of its compound or
// the first one after it: "class code", "felkod", "código de la clase".
func (p *phrase) isOfKind() bool {
	if !p.isBareCode() {
		return false
	}
	before := strings.TrimRight(p.Low[:p.start], " -'\"")
	if p.isKind(before[p.WordStart(len(before)):]) || p.isKind(p.Low[p.WordStart(p.start):p.start]) || p.isDenseKind(before, strings.HasSuffix) {
		return true
	}
	i := p.Skip(p.end, " -'\"")
	if p.isDenseKind(p.Low[i:], strings.HasPrefix) {
		return true
	}
	for range 2 {
		end := p.WordEnd(i)
		word := p.Low[i:end]
		if p.w.Is("user", word, ^uint32(0)) {
			return false // "the code for the school's page" lets somebody in there
		}
		if _, of := p.match("of", i); !of && !p.w.Is("article", word, ^uint32(0)) && !p.w.Is("definite", word, p.n.Langs) {
			break
		}
		i = p.Skip(end, " '")
	}
	end := p.WordEnd(i)
	// "the code for the school gate"
	return p.isKind(p.Low[i:end]) && !p.w.HasThing("lock", p.Low[end:min(len(p.Low), end+32)])
}

// isOfKindBefore reports whether the words before i say that a number there is a code that opens nothing: "class code 709180".
func (p *phrase) isOfKindBefore(lo, i int) bool {
	words := strings.Fields(p.Low[lo:i])
	for _, word := range words[max(0, len(words)-3):] {
		if p.isKind(strings.Trim(word, ":,.")) {
			return true
		}
	}
	for _, d := range p.w.Dense["codeof"] {
		if strings.Contains(p.Low[max(lo, i-48):i], d) {
			return true
		}
	}
	return false
}

// isKind reports whether a word begins with a stem of codeof; a short stem is the whole word.
func (p *phrase) isKind(word string) bool {
	if word == "" || p.w.HasThing("lock", word) { // "Postfachcode"
		return false
	}
	if p.w.Lists["codeof"][word] != 0 {
		return true
	}
	for _, stem := range p.w.Stems["codeof"] {
		if utf8.RuneCountInString(stem) > 3 && strings.HasPrefix(word, stem) {
			return true
		}
	}
	return false
}

// isDenseKind reports whether a script without spaces has such a word at one end of s.
func (p *phrase) isDenseKind(s string, has func(s, word string) bool) bool {
	for _, d := range p.w.Dense["codeof"] {
		if has(s, d) {
			return true
		}
	}
	return false
}

// sharpenKey makes of a bare word for a key that of a network or of a program, where the sentence speaks of one.
func (p *phrase) sharpenKey() {
	if p.n.Classes&lexicon.NetKey == 0 {
		return
	}
	lo, hi := p.sentence()
	classes := p.n.Classes
	if p.isNetwork() {
		classes |= lexicon.Weak
	}
	if p.w.HasStem("program", p.Low[lo:hi]) {
		classes |= lexicon.Key
	}
	p.n = p.as(classes).n
}

// isPostal reports whether a "PIN code" is what the post of India calls so: six digits beside words of an address.
func (p *phrase) isPostal(from, to int) bool {
	lo, hi := p.sentence()
	near := p.Low[lo:hi]
	return to-from == 6 && p.n.Classes&lexicon.Pin != 0 && !p.own && p.n.Langs&p.w.Langs["hi"] != 0 && p.w.HasStem("postal", near) && !p.w.HasThing("lock", near) && !p.w.HasStem("card", near)
}

// isPriced reports whether a sign of a currency stands before i.
func (p *phrase) isPriced(i int) bool {
	return strings.ContainsRune("$£€¥₹₽₺฿₩₴", p.Before(len(strings.TrimRight(p.Low[:i], " ")))) && i > 0
}

// isBelow reports whether a word says that the secret stands in the next line, which begins after to: "password below".
func (p *phrase) isBelow(to int) bool {
	line := strings.TrimRight(p.Low[p.end:to], " \n:.,↓")
	for _, below := range p.w.Stems["below"] {
		if at := len(line) - len(below); strings.HasSuffix(line, below) && (at == 0 || !plain.IsWordRune(plain.LastRune(line[:at])) || plain.IsDense(plain.FirstRune(below)) || plain.IsHangul(plain.FirstRune(below))) {
			return true
		}
	}
	return false
}
