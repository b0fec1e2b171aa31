package secret

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// maxNearby is how many bytes of a sentence are looked at on each side of the noun.
const maxNearby = 140

// nearby returns the one thing in the noun's sentence that can be the secret, wherever grammar puts it:
// "with K9!mora you get into Netflix, that's the password". It is asked after forward and backward found
// nothing. It accepts only what looks like nothing else, a random token or a number without a use of its own,
// and only where the sentence has one of it.
func (p *phrase) nearby() (from, to int, kind Kind, ok bool) {
	lo, hi := p.sentence()
	c := p.n.Classes
	if c&(lexicon.Password|lexicon.Weak|lexicon.Key) != 0 && !p.w.HasStem("lost", p.Low[lo:hi]) {
		if from, to, ok = p.loneRandom(lo, hi); ok {
			return from, to, p.kind(), true
		}
		if from, to, ok = p.besides(lo, hi); ok {
			return from, to, p.kind(), true
		}
	}
	if c&(lexicon.Pin|lexicon.Code|lexicon.BareCode|lexicon.CVV) != 0 {
		if from, to, ok = p.loneNumber(lo, hi); ok {
			return from, to, p.kind(), true
		}
		if from, to, ok = p.loneDoorCode(lo, hi); ok {
			return from, to, Password, true
		}
		if next := p.Skip(hi, ".!; "); c&lexicon.Pin != 0 && next > hi && p.isVerb(p.Low[lo:hi]) && p.isSaidNext(next) { // "The alarm code changed. It's 4711"
			end := next
			for end < min(len(p.Low), next+60) && !p.EndsSentenceAt(end) {
				end++
			}
			if from, to, ok = p.loneNumber(next, end); ok {
				return from, to, p.kind(), true
			}
		}
	}
	return 0, 0, "", false
}

// credentials returns the password of a name and a password that follow a word for logging in: "login tom_82 /
// K9!mora", or that the sentence logs in with: "I log in with K9!mora".
func (p *phrase) credentials() (from, to int, ok bool) {
	lo, hi := p.sentence()
	if p.w.HasStem("lost", p.Low[lo:hi]) {
		return 0, 0, false
	}
	sinceName, last := 9, "" // words since a name of a user
	for i := lo; i < hi; {
		end := p.TokenEnd(i)
		if end > hi {
			end = hi
		}
		a := p.Skip(i, "\"'`*_|([{<:,-")
		b := a + len(strings.TrimRight(p.Low[a:max(a, end)], ".,;:)]}'\"*_`|>"))
		if slash := strings.IndexAny(p.Low[a:b], "/:"); slash > 1 && strings.Count(p.Low[a:b], "/")+strings.Count(p.Low[a:b], ":") == 1 && (!strings.Contains(p.Low[a:a+slash], ".") || looks.IsUserName(p.Low[a:a+slash])) && looks.IsUnnamedPassword(p.Plain[a+slash+1:b]) {
			return a + slash + 1, b, true
		}
		value := p.Plain[a:b]
		switch {
		case looks.IsUnnamedPassword(value) && (sinceName == 0 || sinceName <= 2 && !strings.ContainsAny(p.Low[lo:hi], "[]{}()=<>")) && !p.isOther(a):
			return a, b, true
		case looks.IsAddress(value) && strings.Contains(value, "@") || looks.IsUnnamedPassword(value) || last != "" && p.w.Is("user", last, ^uint32(0)):
			sinceName = -1
		}
		sinceName++
		last = strings.Trim(p.Low[a:max(a, b)], ":,/")
		i = max(end+1, i+1)
	}
	return 0, 0, false
}

// addFurther adds what else in the sentence of a password looks like one: "from K9!mora to mura-7-fek". What is
// found already stands between from and to.
func (p *phrase) addFurther(from, to int, add func(from, to int, kind Kind)) {
	if p.n.Classes&(lexicon.Password|lexicon.Weak) == 0 {
		return
	}
	lo, hi := p.sentence()
	for _, part := range [][2]int{{lo, min(from, hi)}, {to, hi}} {
		for i := part[0]; i < part[1]; {
			f, t, ok := p.loneRandom(i, part[1])
			if !ok {
				break
			}
			if looks.IsUnnamedPassword(p.Plain[f:t]) {
				add(f, t, Password)
			}
			i = t
		}
	}
}

// besides returns what looks random in the next sentence, or is the whole sentence before: "I changed my
// password. The new one is K9!mora".
func (p *phrase) besides(lo, hi int) (from, to int, ok bool) {
	if next := p.Skip(hi, ".!?; \n"); next < len(p.Low) && next > hi && (p.isVerb(p.Low[lo:hi]) || p.isTextEnd(p.Skip(p.valueEnd(next), "?")) || p.isSaidNext(next)) {
		end := next
		for end < min(len(p.Low), next+60) && !p.EndsSentenceAt(end) {
			end++
		}
		if from, to, ok = p.loneRandom(next, end); ok && looks.IsUnnamedPassword(p.Plain[from:to]) && p.isTextEnd(p.Skip(to, "?")) && !p.w.HasStem("user", p.Low[next:from]) {
			return from, to, true
		}
	}
	end := len(strings.TrimRight(p.Low[:lo], ".!?; \n"))
	if start := p.TokenStart(end); start < end && start == 0 && looks.IsUnnamedPassword(p.Plain[:lo]) || start < end && start == 0 && looks.IsUnnamedPassword(p.Plain[start:end]) {
		return start, p.TokenEnd(start), true
	}
	return 0, 0, false
}

// isSaidNext reports whether the sentence at i begins by saying what something is: "the password. It's …".
func (p *phrase) isSaidNext(i int) bool {
	_, is := p.match("is", i)
	if !is {
		_, is = p.matchWords("namely", i)
	}
	if !is {
		_, is = p.matchWords("itis", i)
	}
	return is
}

// sentence returns where the noun's sentence begins and ends, cut to maxNearby.
func (p *phrase) sentence() (lo, hi int) {
	lo, hi = max(0, p.start-maxNearby), min(len(p.Low), p.end+maxNearby)
	for i := p.start - 1; i >= lo; i-- {
		if p.EndsSentenceAt(i) {
			lo = i + 1
			break
		}
	}
	for i := p.end; i < hi; i++ {
		if p.EndsSentenceAt(i) {
			hi = i
			break
		}
	}
	for lo < p.start && !utf8.RuneStart(p.Low[lo]) {
		lo++
	}
	for hi < len(p.Low) && hi > p.end && !utf8.RuneStart(p.Low[hi]) {
		hi--
	}
	return lo, hi
}

// loneRandom returns the only token between lo and hi that looks random beyond doubt and is not named as
// something else.
func (p *phrase) loneRandom(lo, hi int) (from, to int, ok bool) {
	shortest := 6
	if p.n.Classes&(lexicon.Password|lexicon.Login|lexicon.Opens|lexicon.Net) == 0 {
		shortest = 8
	}
	for i := lo; i < hi; {
		i = p.Skip(i, " \t\"'`*_|~([{<")
		if i >= hi {
			break
		}
		end := p.runEnd(i, hi)
		value := p.Plain[i:end]
		if utf8.RuneCountInString(value) >= shortest && (looks.HasLetter(value) && looks.HasDigit(value) && looks.IsHardRandom(value) || p.isKey() && looks.IsLongMixed(value)) &&
			p.Low[i:i+1] != "#" && (!looks.IsHash(value) || p.isKey() && len(value) >= 32) && !p.w.IsCount(p.Low[i:end]) && !p.isOther(i) && !p.isUser(lo, i) && !p.isNumberedName(i, end) && !p.isNoun(i, end) && !looks.IsOrdinal(value) {
			if !ok || i > p.end && from < p.start {
				from, to, ok = i, end, true
			}
		}
		i = max(end, i+1)
		for i < hi && !utf8.RuneStart(p.Low[i]) {
			i++
		}
	}
	return from, to, ok
}

// isNumberedName reports whether a name that ends in a number is that of a service: a preposition stands before it, and the
// sentence goes on after it: "bei Check24 darf das Passwort …".
func (p *phrase) isNumberedName(from, to int) bool {
	if !looks.IsNumberedName(p.Plain[from:to]) || p.isTextEnd(to) {
		return false
	}
	at := len(strings.TrimRight(p.Low[:from], " "))
	word := p.Low[p.WordStart(at):at]
	if from > p.end && (p.w.Is("change", word, ^uint32(0)) || p.w.Is("outof", word, ^uint32(0))) && p.w.HasStem("verb", p.Low[max(0, p.start-maxNearby):min(len(p.Low), p.end+maxNearby)]) {
		return false // "changed from Mura47 to …"
	}
	isPlace := p.w.Is("of", word, ^uint32(0)) || p.w.Is("at", word, ^uint32(0)) || p.w.Is("with", word, ^uint32(0)) && to < p.start
	return isPlace && !p.w.Is("is", word, p.n.Langs&^p.w.Langs["en"]) && !p.w.Is("use", word, p.n.Langs)
}

// isKey reports whether the noun names a key that opens something, and not that of a table or a door.
func (p *phrase) isKey() bool {
	return p.n.Classes&lexicon.Key != 0 && p.n.Text != "key" && !strings.HasPrefix(p.n.Text, "session")
}

// runEnd returns where the token ends that begins at i: at white space, or where a script without spaces
// begins or ends, as in "は" after ASCII.
func (p *phrase) runEnd(i, hi int) int {
	r, _ := p.Next(i)
	dense := plain.IsDense(r) || plain.IsHangul(r)
	j := i
	for j < hi {
		r, k := p.Next(j)
		if r == ' ' || r == '\t' || r == '"' || r == '`' || r == ',' && k < len(p.Low) && p.Low[k] == ' ' || r > utf8.RuneSelf && !plain.IsWordRune(r) {
			break
		}
		if plain.IsWordRune(r) && (plain.IsDense(r) || plain.IsHangul(r)) != dense && (r < '0' || r > '9') {
			break
		}
		j = k
	}
	return i + len(strings.TrimRight(p.Low[i:j], ".,;:?)]}'\"*_`|~>/"))
}

// isNoun reports whether the noun itself stands between two places.
func (p *phrase) isNoun(from, to int) bool { return from < p.end && to > p.start }

// isUser reports whether one of the words before i says that a name of a user, a place or a thing follows:
// "the password for anna_k82", "login anna_k82".
func (p *phrase) isUser(lo, i int) bool {
	before := strings.TrimRight(p.Low[lo:i], " :=\"'`*")
	word := before[strings.LastIndexAny(before, " \t,(")+1:]
	return word != "" && p.w.Is("user", strings.TrimRight(word, ":,"), ^uint32(0))
}

// loneNumber returns the only number between lo and hi that can be a PIN or a code, where the sentence speaks of a
// lock, of a card, of a message that came, or of the person's own code.
func (p *phrase) loneNumber(lo, hi int) (from, to int, ok bool) {
	c := p.n.Classes
	near := p.Low[lo:hi]
	isYear := func(i, j int) bool {
		return looks.IsYear(p.Low[i:j]) && !p.isPointed(lo, i, j) && !p.isUndated(lo, i, j)
	}
	lock, dial := p.w.HasThing("lock", near), p.w.HasThing("short", near)
	if p.isNamedOther(near) {
		return 0, 0, false
	}
	for _, at := range looks.NumberShape().FindAllStringIndex(near, -1) {
		i, j := lo+at[0], lo+at[1]
		if ok && i < to {
			continue // the second half of a code
		}
		v := p.Low[i:j]
		end, isSplit := p.splitCode(i, j, hi)
		if isSplit {
			v, j = p.Low[i:end], end
		}
		n := looks.CountDigits(v)
		if looks.IsDial(v) && c&lexicon.Pin != 0 && lock && !p.isPartOfWord(i, j) {
			return i, j, true
		}
		plain := looks.IsAllDigits(v) || len(v) == 7 && n == 6 || isSplit
		if !plain || looks.IsDateOrVersion(v) && n < 4 || p.isUnitAt(j) || p.isPartOfWord(i, j) || p.isPriced(i) || looks.IsPhone(p.Low, i, j) || p.isPostal(i, j) {
			continue
		}
		fits := c&lexicon.CVV != 0 && (n == 3 || n == 4) && !isYear(i, j) || c&lexicon.BareCode != 0 && (n == 3 || n == 4 && !isYear(i, j)) && p.w.Contains("card", near) ||
			c&lexicon.Pin != 0 && n >= 4 && n <= 8 && !isYear(i, j) ||
			c&(lexicon.Pin|lexicon.BareCode) != 0 && n == 3 && dial && p.isDialled(lo, i, j) ||
			c&lexicon.Code != 0 && (n == 6 || n >= 4 && n <= 8 && !isYear(i, j)) ||
			c&lexicon.BareCode != 0 && (lock && n >= 4 && n <= 8 && !isYear(i, j) || n == 6 && (p.isWhose() || p.w.HasStem("sent", near)) || (n == 8 || n == 4 && !isYear(i, j)) && (p.own || p.w.HasStem("sent", near)))
		if other := p.otherWord(i); !fits || other != "" && (n > 6 || c&lexicon.Pin == 0 || !p.w.HasThing("lock", other)) || p.isTimeOfDay(lo, i, v) && !(n == 3 && dial) {
			continue
		}
		if ok && (c&lexicon.Pin == 0 || !p.isVerb(near) && to-from != j-i) {
			return 0, 0, false
		}
		if !ok {
			from = i
		}
		to, ok = j, true // "from 5628 to 0049": what stands between goes, too
	}
	return from, to, ok
}

// loneDoorCode returns the only code with a letter of a keypad in it, where the sentence speaks of a lock.
func (p *phrase) loneDoorCode(lo, hi int) (from, to int, ok bool) {
	if p.n.Classes&(lexicon.Pin|lexicon.BareCode) == 0 || !p.w.HasThing("lock", p.Low[lo:hi]) && p.n.Classes&lexicon.Pin == 0 {
		return 0, 0, false
	}
	all := looks.LettersOfKeypad().FindAllStringIndex(p.Plain[lo:hi], -1)
	if len(all) != 1 || p.isOther(lo+all[0][0]) {
		return 0, 0, false
	}
	return lo + all[0][0], lo + all[0][1], true
}

// isNamedOther reports whether a bare "code" is that of something that is no secret: "order code", "código postal".
func (p *phrase) isNamedOther(near string) bool {
	return p.isBareCode() && p.w.HasWord("other", near)
}

// isTimeOfDay accepts "at 1830", and a house after "at".
func (p *phrase) isTimeOfDay(lo, i int, v string) bool {
	start, hi := p.sentence()
	if near := p.Low[start:hi]; p.unnamed && len(v) == 4 && v < "2400" && v[2] < '6' && p.w.HasThing("timed", near) && p.isVerb(near) {
		return true // "set the alarm to 0715"
	}
	before := strings.TrimRight(p.Low[lo:i], " ")
	word := before[strings.LastIndexAny(before, " ")+1:]
	return word == "at" || len(v) == 4 && v < "2400" && v[2] < '6' && (p.w.Is("at", word, ^uint32(0)) || p.w.Is("until", word, ^uint32(0)) && p.unnamed)
}

// splitCode returns the end of a code that is written in two parts, "482 913", and that of one for recovery, "8241 9037".
func (p *phrase) splitCode(i, j, hi int) (int, bool) {
	n := j - i
	if (n == 3 || n == 4 && p.n.Classes&lexicon.Code != 0) && j+1+n <= hi && (p.Low[j] == ' ' || p.Low[j] == '-') && looks.IsAllDigits(p.Low[i:j]) && looks.IsAllDigits(p.Low[j+1:j+1+n]) && !p.isDigitAt(j+1+n) && (n == 3 || !p.isDigitAt(p.Skip(j+1+n, " "))) {
		return j + 1 + n, true
	}
	return 0, false
}

// isPartOfWord reports whether letters or signs of an address touch a number.
func (p *phrase) isPartOfWord(i, j int) bool {
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
