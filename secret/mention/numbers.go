package mention

import (
	"slices"
	"strings"
	"unicode"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// IsUnitAt reports whether a count's unit follows: "8 characters".
func (p *Noun) IsUnitAt(i int) bool {
	i = p.Skip(i, " -")
	r, _ := p.Next(i)
	if plain.IsDense(r) || plain.IsHangul(r) {
		for _, d := range p.Words.Dense["unit"] {
			if strings.HasPrefix(p.Low[i:], d) {
				return true
			}
		}
		return false
	}
	if r == '%' {
		return true
	}
	end := p.WordEnd(i)
	if p.Low[i:end] == "giay" && p.IsSource(i, end, "giấy") {
		return false // Vietnamese "giấy" is paper, "giây" a second
	}
	if p.Low[i:end] == "ar" && p.IsSource(i, end, "är") {
		return false // Swedish "är" is "is", "år" a year
	}
	return p.Words.Is("unit", p.Low[i:end], ^uint32(0))
}

// IsCounting reports whether a word follows the number between two places that it can count, one that has no part in a sentence
// about codes, and nothing before the number points at it: "4820 saves".
func (p *Noun) IsCounting(from, to int) bool {
	next := p.Skip(to, " ")
	r, _ := p.Next(next)
	if next == to || !unicode.IsLower(r) || p.Before(len(strings.TrimRight(p.Low[:from], " "))) == '/' || p.IsClauseEnd(to) || p.IsClauseStart(from) || p.IsPointed(0, from, to) {
		return false
	}
	word := p.Low[next:p.WordEnd(next)]
	for _, list := range []string{"next", "conj", "either", "with", "thenwords", "pressed", "of", "is", "as", "at", "use", "user", "final", "my", "stop", "article", "via", "until", "follow", "after", "change"} {
		if p.Words.Is(list, word, ^uint32(0)) {
			return false
		}
	}
	for _, list := range []string{"typed", "typing", "hours", "closing", "sent", "verb", "daypart", "remember", "given", "opened", "where"} {
		if p.Words.HasStem(list, word) {
			return false
		}
	}
	return !slices.ContainsFunc(p.Words.Index.Find(p.Low[next:min(len(p.Low), next+40)]), func(h lexicon.Hit) bool { return h.At == 0 && h.Noun != nil })
}

// IsDigitAt reports whether a digit stands at i.
func (p *Noun) IsDigitAt(i int) bool { return i < len(p.Low) && p.Low[i] >= '0' && p.Low[i] <= '9' }

// IsPartOfWord reports whether letters or signs of an address touch a number.
func (p *Noun) IsPartOfWord(i, j int) bool {
	touches := func(r rune) bool {
		return plain.IsWordRune(r) && !plain.IsDense(r) && !plain.IsHangul(r) || strings.ContainsRune("@_%/", r) && r != 0
	}
	after, k := p.Next(j)
	if after == '-' {
		if next, _ := p.Next(k); next > unicode.MaxASCII { // Hebrew and Turkish endings after a hyphen
			after = 0
		}
	}
	return touches(p.Before(i)) || p.Before(i) == '#' || touches(after)
}

// SplitCode returns the end of a code that is written in two parts, "482 913", and that of one for recovery, "8241 9037".
func (p *Noun) SplitCode(i, j, hi int) (int, bool) {
	n := j - i
	if (n == 3 || n == 4 && p.Entry.Classes&lexicon.Code != 0) && j+1+n <= hi && (p.Low[j] == ' ' || p.Low[j] == '-') && looks.IsAllDigits(p.Low[i:j]) && looks.IsAllDigits(p.Low[j+1:j+1+n]) && !p.IsDigitAt(j+1+n) && (n == 3 || !p.IsDigitAt(p.Skip(j+1+n, " "))) {
		return j + 1 + n, true
	}
	return 0, false
}

// IsTimeOfDay accepts "at 1830", and a house after "at".
func (p *Noun) IsTimeOfDay(lo, i int, v string) bool {
	start, hi := p.Sentence()
	if near := p.Low[start:hi]; p.Unnamed && len(v) == 4 && v < "2400" && v[2] < '6' && p.Words.HasThing("timed", near) && p.IsVerb(near) {
		return true // "set the alarm to 0715"
	}
	before := strings.TrimRight(p.Low[lo:i], " ")
	word := strings.TrimRight(before[strings.LastIndexAny(before, " ")+1:], "-")
	return word == "at" || len(v) == 4 && v < "2400" && v[2] < '6' && (p.Words.Is("at", word, ^uint32(0)) || p.Words.Is("until", word, ^uint32(0)) && p.Unnamed)
}

// IsOfJourney reports whether a sentence speaks of a flight or a train, or the number at i stands behind the two signs of one:
// "LH 3380, gate 13", "U2 8945".
func (p *Noun) IsOfJourney(near string, i int) bool {
	if p.Words.HasStem("journey", near) {
		return true
	}
	before := p.Plain[:len(strings.TrimRight(p.Plain[:i], " -"))]
	from := p.WordStart(len(before))
	return i > len(before) && looks.IsCarrier(before[from:]) && !p.Words.HasThing("lock", p.Low[from:len(before)])
}

// IsPointed reports whether the words beside a number make a PIN also of what looks like a year: "set it to 1952", "press
// 1970 at the gate", "my card's PIN 2041", "alarm off: 1996".
func (p *Noun) IsPointed(lo, i, j int) bool {
	before := strings.TrimRight(p.Low[lo:i], " \"'")
	if before == "" {
		return false
	}
	if strings.ContainsRune(":=>#", plain.LastRune(before)) {
		return true
	}
	word := before[strings.LastIndexAny(before, " ,(")+1:]
	if p.Words.Is("pointed", word, p.Entry.Langs) || p.Entry.Classes&lexicon.Pin != 0 && i > p.End && p.Words.HasStem("card", word) {
		return true
	}
	after := p.Low[p.Skip(j, " "):]
	if strings.HasPrefix(after, "#") {
		return true
	}
	for _, typed := range p.Words.Stems["typed"] {
		if strings.HasPrefix(after, typed) {
			return true
		}
	}
	r := plain.LastRune(before)
	if !plain.IsDense(r) && !plain.IsHangul(r) {
		return false
	}
	for _, d := range p.Words.Dense["pointed"] {
		if strings.HasSuffix(before, d) {
			return true
		}
	}
	return false
}

// IsUndated reports whether a number that looks like a year is none, since nothing in its clause speaks of time: "the PIN of
// the SIM 1923, it asks after a reboot", "in the safe I put 1987 as the code".
func (p *Noun) IsUndated(lo, i, j int) bool {
	_, hi := p.Sentence()
	if p.Unnamed || p.Words.HasStem("lost", p.Low[lo:hi]) || p.IsQuestion() {
		return false
	}
	if p.isDatedBefore(i) {
		return false
	}
	if j <= p.Start {
		link := strings.TrimSpace(p.Low[j:p.Start])
		first, _, _ := strings.Cut(link, " ")
		isCase := p.Entry.Langs&(p.Words.Langs["ru"]|p.Words.Langs["uk"]) != 0 && (strings.HasSuffix(p.Low[p.Start:p.End], "ом") || strings.HasSuffix(p.Low[p.Start:p.End], "ем"))
		return len(strings.Fields(link)) < 3 && (p.Words.Is("as", first, ^uint32(0)) || first == "de" || first == "di") || link == "" && isCase
	}
	if i == p.End && plain.IsDense(p.Before(i)) && p.Words.Is("bolt", p.Entry.Text, ^uint32(0)) {
		return true // "ダイヤル1906だから"
	}
	isNamed := p.Entry.Classes&lexicon.Pin != 0 || p.Entry.Classes&lexicon.BareCode != 0 && p.Words.HasThing("lock", p.Low[lo:i])
	return isNamed && i >= p.End && (len(strings.Fields(p.Low[p.End:i])) < 5 || p.IsTextEnd(j) && strings.HasSuffix(strings.TrimRight(p.Low[:i], " "), ",")) && (p.IsClauseEnd(j) || p.joinsClause(j)) && !p.IsVerb(p.Low[lo:min(len(p.Low), j+40)])
}

// joinsClause reports whether a word at i begins with "and", which is written as one with it, or says where the flat is: "… والشقة الدور الثالث".
func (p *Noun) joinsClause(i int) bool {
	next := p.Skip(i, " ")
	word := p.Low[next:p.WordEnd(next)]
	_, isWay := p.StemAt("wayon", next)
	return isWay || plain.BeginsWithAnd(word) || p.Words.HasStem("flat", word) || p.Words.Is("conj", word, p.Entry.Langs)
}

// isDatedBefore reports whether the word before a number says that it is a year: "in 2019", "seit 2019".
func (p *Noun) isDatedBefore(i int) bool {
	at := len(strings.TrimRight(p.Low[:i], " :,"))
	return p.Words.Is("dated", p.Low[p.WordStart(at):at], ^uint32(0))
}

// IsYearOfChange reports whether the number at i is the year from which the secret is, or in which it was changed: "my PIN is
// from 2018", "meine PIN habe ich 2019 geändert".
func (p *Noun) IsYearOfChange(i int) bool {
	end := p.Skip(i, "0123456789")
	if !looks.IsYear(p.Low[i:end]) {
		return false
	}
	if p.isDatedBefore(i) {
		return true
	}
	next := p.Skip(end, " ")
	return p.IsChanged() && p.IsVerb(p.Low[next:p.WordEnd(next)]) && !p.IsPointed(max(0, i-MaxNearby), i, end)
}

// IsDialLock reports whether the noun, or a word shortly before it, is that of a lock that three digits open.
func (p *Noun) IsDialLock() bool {
	return p.Words.HasThing("short", p.Low[p.WordStart(max(0, p.Start-40)):p.End])
}

// IsDialled reports whether a word beside a number says that a lock is turned to it: "opens on 417", "417로 열려".
func (p *Noun) IsDialled(lo, i, j int) bool {
	before := strings.TrimRight(p.Low[lo:i], " \"'-")
	after := p.Low[p.Skip(j, " -"):]
	last, first := plain.LastRune(before), plain.FirstRune(after)
	for _, d := range p.Words.Dense["dialled"] {
		if (plain.IsDense(last) || plain.IsHangul(last)) && strings.HasSuffix(before, d) || (plain.IsDense(first) || plain.IsHangul(first)) && strings.HasPrefix(after, d) {
			return true
		}
	}
	word := before[strings.LastIndexAny(before, " ,(")+1:]
	if r := plain.LastRune(strings.TrimRight(before[:len(before)-len(word)], " ")); r >= '0' && r <= '9' {
		return false // "lockers from 400 to 417"
	}
	return p.Words.Is("dialled", word, ^uint32(0)) || p.Words.Is("dialled", after[:strings.IndexAny(after+" ", " ,.!")], p.Words.Langs["tr"]|p.Words.Langs["hi"]) && p.Entry.Langs&(p.Words.Langs["tr"]|p.Words.Langs["hi"]) != 0
}

// IsTyped reports whether a word for typing stands before or after what is between two places: "enter 4821 to log in".
func (p *Noun) IsTyped(lo, from, to int) bool {
	before := strings.TrimRight(p.Low[lo:from], " ")
	next := p.Skip(to, " ")
	after := p.Low[next:p.WordEnd(next)]
	if _, is := p.DenseBefore(len(strings.TrimRight(p.Low[:from], " ")), "use"); is {
		return true
	}
	if _, is := p.MatchDense("use", p.Skip(next, "をで로을를")); is {
		return true
	}
	return p.Words.Is("use", before[strings.LastIndexAny(before, " ,:")+1:], ^uint32(0)) || p.Words.Is("use", after, ^uint32(0))
}

// KeyAfter reports whether a key of a keypad follows a number that ends at i, perhaps behind "and", "then" and an article, and whether a verb for
// pressing stands before or behind the key: "4711 and the star", "4711 then press hash", "1968 별표 누르고".
func (p *Noun) KeyAfter(i int) (isKey, isPressed bool) {
	i = p.Skip(i, " ,.+")
	for range 4 {
		if end, is := p.StemAt("keypadkey", i); is {
			verb := p.Skip(end, " ")
			_, isDense := p.MatchDense("presses", verb)
			return true, isPressed || isDense || p.Words.Is("presses", p.Low[verb:p.WordEnd(verb)], ^uint32(0))
		}
		end, isVerb := p.MatchDense("presses", i)
		if !isVerb {
			end = p.WordEnd(i)
			isVerb = p.Words.Is("presses", p.Low[i:end], ^uint32(0))
		}
		word := p.Low[i:end]
		isJoint := slices.ContainsFunc([]string{"conj", "andword", "article", "thenwords", "definite", "my"}, func(list string) bool { return p.Words.Is(list, word, ^uint32(0)) })
		if !isJoint && !isVerb && !plain.BeginsWithAnd(word) || end == i {
			return false, false
		}
		isPressed = isPressed || isVerb
		i = p.Skip(end, " ,.+")
	}
	return false, false
}
