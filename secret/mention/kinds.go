package mention

import (
	"slices"
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// mostOfKind is how many bytes behind a noun say of what it is.
const mostOfKind = 40

// isBareCode reports whether the noun says no more than "code": of what must be said beside it.
func (p *Noun) isBareCode() bool {
	// In Greek and in Thai the word for a code is also one for a password.
	const others = lexicon.Opens | lexicon.Locked | lexicon.Net | lexicon.Login | lexicon.Message | lexicon.Password | lexicon.Weak
	return p.Entry.Classes&lexicon.BareCode != 0 && p.Entry.Classes&^(lexicon.BareCode|others) == 0
}

// IsOfKind reports whether a bare "code" is one of those that open nothing, by the word before it, that of its compound or
// the first one after it: "class code", "felkod", "código de la clase".
func (p *Noun) IsOfKind() bool {
	if !p.isBareCode() || p.Words.HasStem("parked", p.Low[p.End:min(len(p.Low), p.End+mostOfKind)]) && p.IsUpstairs() {
		return false
	}
	before := strings.TrimRight(p.Low[:p.Start], " -'\"")
	word := p.WordStart(len(before))
	if p.Before(word) != '.' && p.isKind(before[word:]) || p.isKind(p.Low[p.WordStart(p.Start):p.Start]) || p.isDenseKind(strings.TrimRight(before, "の的上里"), strings.HasSuffix) {
		return true
	}
	i := p.Skip(p.End, " -'\"")
	if p.isDenseKind(p.Low[i:], strings.HasPrefix) {
		return true
	}
	for range 2 {
		end := p.WordEnd(i)
		word := p.Low[i:end]
		if p.Words.Is("user", word, ^uint32(0)) {
			return false // "the code for the school's page" lets somebody in there
		}
		if _, of := p.Match("of", i); !of && !p.Words.Is("article", word, ^uint32(0)) && !p.Words.Is("definite", word, p.Entry.Langs) {
			break
		}
		i = p.Skip(end, " '")
	}
	end := p.WordEnd(i)
	// "the code for the school gate"
	return p.isKind(p.Low[i:end]) && !p.Words.HasThing("lock", p.Low[end:min(len(p.Low), end+32)])
}

// IsUpstairs reports whether what follows the noun in its sentence sends somebody to a floor, as people do behind the code of a house: "codice del
// residence 161970, poi sali al quarto piano".
func (p *Noun) IsUpstairs() bool {
	_, hi := p.Sentence()
	return p.Words.HasStem("upstairs", p.Low[p.End:hi])
}

// IsOfKindBefore reports whether the words before i say that a number there is a code that opens nothing: "class code 709180".
func (p *Noun) IsOfKindBefore(lo, i int) bool {
	words := strings.Fields(p.Low[lo:i])
	for _, word := range words[max(0, len(words)-3):] {
		if p.isKind(strings.Trim(word, ":,.")) {
			return true
		}
	}
	for _, d := range p.Words.Dense["codeof"] {
		if strings.Contains(p.Low[max(lo, i-48):i], d) {
			return true
		}
	}
	return false
}

// isKind reports whether a word begins with a stem of codeof; a short stem is the whole word.
func (p *Noun) isKind(word string) bool {
	if word == "" || p.Words.HasThing("lock", word) { // "Postfachcode"
		return false
	}
	if p.Words.Lists["codeof"][word] != 0 {
		return true
	}
	for _, stem := range p.Words.Stems["codeof"] {
		if utf8.RuneCountInString(stem) > 3 && strings.HasPrefix(word, stem) {
			return true
		}
	}
	return false
}

// IsCodeOf reports whether the noun, before a number at from, is a code of something that nothing is opened with, where the word
// for a code is one for a password as well: in Greek a word in the genitive follows that names no lock, card or account.
func (p *Noun) IsCodeOf(from int) bool {
	if p.Entry.Langs != p.Words.Langs["el"] || !strings.HasPrefix(p.Low[p.Start:p.End], "κωδικ") || strings.Contains(p.Entry.Text, " ") || from < p.End {
		return false
	}
	i := p.Skip(p.End, " ")
	if plain.IsUpperAt(p.Plain, min(i, len(p.Plain)-1)) {
		return false
	}
	word := p.Low[i:p.WordEnd(i)]
	isGenitive := slices.ContainsFunc([]string{"ου", "ησ", "ασ", "οσ", "ων", "εωσ"}, func(e string) bool { return strings.HasSuffix(word, e) })
	return isGenitive && utf8.RuneCountInString(word) > 3 && !p.Words.HasThing("lock", word) && !p.Words.HasThing("short", word) && !p.Words.HasStem("service", word) && !p.Words.HasStem("network", word) && !p.Words.HasStem("card", word) && !p.Words.HasStem("opened", word)
}

// IsPostalPIN reports whether a number of six digits is what India calls the "PIN code" of a place, whose name goes on after it, "pin code 400053
// andheri west", or a number of a telephone: "पिन कोड 700019 मोबाइल 9830012345".
func (p *Noun) IsPostalPIN(from, to int) bool {
	if to-from != 6 || p.Low[from] == '0' || p.Skip(p.End, " -:") != from {
		return false
	}
	if p.isBeforePhone(to) {
		return true
	}
	noun := p.Low[p.Start:p.End]
	if p.Own || p.IsOwnBefore() {
		return false
	}
	isLatin := noun == "pin code" || noun == "pincode"
	if !isLatin && noun != plain.Low("पिन कोड") && noun != plain.Low("पिनकोड") {
		return false
	}
	if !isLatin && (p.Words.HasThing("lock", p.Low[:p.Start]) || p.Words.HasThing("device", p.Low[:p.Start]) || p.Words.HasStem("card", p.Low[:p.Start])) {
		return false
	}
	return strings.HasPrefix(p.Low[to:], " ") && !p.IsClauseEnd(to) || strings.HasPrefix(p.Low[to:], ", ") && plain.IsUpperAt(p.Plain, to+2)
}

// isBeforePhone reports whether a word for a telephone and a number of ten digits and more follow at i.
func (p *Noun) isBeforePhone(i int) bool {
	next := p.Skip(i, " ,.")
	rest := p.Low[next:min(len(p.Low), next+80)]
	at := strings.IndexAny(rest, "0123456789")
	if next == i || at < 0 || !p.Words.HasStem("phones", rest[:at]) {
		return false
	}
	number := rest[at:]
	if end := strings.IndexFunc(number, func(r rune) bool { return !strings.ContainsRune("0123456789 -()", r) }); end >= 0 {
		number = number[:end]
	}
	return len(strings.Fields(rest[:at])) < 4 && looks.CountDigits(number) > 9
}

// IsChipPin reports whether the noun is a pin of a chip, with its number and a sign before i: "PIN 13 = GPIO27".
func (p *Noun) IsChipPin(i int) bool {
	sign := strings.TrimRight(p.Low[p.End:max(p.End, i)], " ")
	number := strings.Trim(strings.TrimRight(sign, ":="), " ")
	return p.Low[p.Start:p.End] == "pin" && number != sign && len(number) > 0 && len(number) < 3 && strings.Trim(number, "0123456789") == ""
}

// isDenseKind reports whether a script without spaces has such a word at one end of s.
func (p *Noun) isDenseKind(s string, has func(s, word string) bool) bool {
	for _, d := range p.Words.Dense["codeof"] {
		if has(s, d) {
			return true
		}
	}
	return false
}

// SharpenKey makes of a bare word for a key that of a network or of a program, where the sentence speaks of one.
func (p *Noun) SharpenKey() {
	if p.Entry.Classes&lexicon.NetKey == 0 {
		return
	}
	lo, hi := p.Sentence()
	classes := p.Entry.Classes
	if p.IsNetwork() {
		classes |= lexicon.Weak
	}
	if p.Words.HasStem("program", p.Low[lo:hi]) {
		classes |= lexicon.Key
	}
	p.Entry = p.As(classes).Entry
}

// IsPostal reports whether the number between two places is that of an address: a word for the code of the post stands before
// it, a house's number and a town around it, or it is six digits of what India calls a "PIN code".
func (p *Noun) IsPostal(from, to int) bool {
	if to-from < 4 || to-from > 8 {
		return false
	}
	lo, hi := p.Sentence()
	before := p.Low[max(0, min(lo, from), p.TokenStart(max(0, from-48))):from]
	if p.Words.HasStem("postcode", before) || p.isTownAfter(from, to) {
		return true
	}
	near := p.Low[lo:hi]
	if to-from != 6 || p.Low[from] == '0' || p.Entry.Classes&lexicon.Pin == 0 || p.Words.HasThing("lock", near) || p.Words.HasThing("device", near) || p.Words.HasStem("card", near) {
		return false
	}
	if !p.Own && p.Entry.Langs&p.Words.Langs["hi"] != 0 && p.Words.HasStem("postal", near) {
		return true
	}
	next := p.Skip(to, " ")
	word := p.Low[next:p.WordEnd(next)]
	isHindi := word == "hai" || p.Words.Is("final", word, p.Words.Langs["hi"])
	noun := p.Low[p.Start:p.End]
	return isHindi && (strings.HasSuffix(noun, "code") || strings.HasSuffix(noun, plain.Low("कोड"))) && (!p.Own || strings.Contains(near, ","))
}

// isTownAfter reports whether a number stands behind that of a house and before a name: "via dei Pini 86, 6612 Gubbio".
func (p *Noun) isTownAfter(from, to int) bool {
	before, isComma := strings.CutSuffix(p.Low[:from], ", ")
	return isComma && to-from >= 4 && to-from <= 6 && before != "" && p.IsDigitAt(len(before)-1) && strings.HasPrefix(p.Low[to:], " ") && plain.IsUpperAt(p.Plain, to+1)
}

// IsPriced reports whether a sign of a currency stands before i.
func (p *Noun) IsPriced(i int) bool {
	return strings.ContainsRune("$£€¥₹₽₺฿₩₴", p.Before(len(strings.TrimRight(p.Low[:i], " ")))) && i > 0
}

// IsBelow reports whether a word says that the secret stands in the next line, which begins after to: "password below".
func (p *Noun) IsBelow(to int) bool {
	line := strings.TrimRight(p.Low[p.End:to], " \n:.,↓")
	for _, below := range p.Words.Stems["below"] {
		if at := len(line) - len(below); strings.HasSuffix(line, below) && (at == 0 || !plain.IsWordRune(plain.LastRune(line[:at])) || plain.IsDense(plain.FirstRune(below)) || plain.IsHangul(plain.FirstRune(below))) {
			return true
		}
	}
	return false
}

// IsNamedOther reports whether a bare "code" is that of something that is no secret: "order code", "código postal". That of a parcel opens the locker in
// which it lies.
func (p *Noun) IsNamedOther(near string) bool {
	return p.isBareCode() && p.Words.HasWord("other", near) && !p.Words.HasThing("parcelbox", near)
}

// IsKey reports whether the noun names a key that opens something, and not that of a table or a door.
func (p *Noun) IsKey() bool {
	return p.Entry.Classes&lexicon.Key != 0 && p.Entry.Text != "key" && !strings.HasPrefix(p.Entry.Text, "session")
}

// IsLock reports whether the words before the number speak of what a code opens: "the code for the door".
func (p *Noun) IsLock(from int) bool {
	return p.Words.HasThing("lock", p.Low[p.WordStart(max(0, p.Start-40)):from])
}
