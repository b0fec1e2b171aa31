package values

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// token accepts a word: a password or a key.
func (p Reader) token(i int, by Link) (from, to int, kind Kind, ok bool) {
	none := func() (int, int, Kind, bool) { return 0, 0, "", false }
	from, to = i, p.ValueEnd(i)
	if to <= from {
		return none()
	}
	value, low, c := p.Plain[from:to], p.Low[from:to], p.Entry.Classes
	stem, _, _ := strings.Cut(value, "'") // "02.11.2024'te"
	if end := p.spelledOut(i); end > to && by != Adjacent && c&(lexicon.Password|lexicon.Weak) != 0 {
		return from, end, Password, true
	}
	if c&(lexicon.Key|lexicon.Password|lexicon.Weak|lexicon.Code|lexicon.NetKey) != 0 && !p.IsQuestion() {
		if looks.IsBase32Key(value) && (by != Adjacent || p.Words.HasStem("setup", p.Low)) {
			return from, to, Key, true
		}
		if at := looks.Base32Groups().FindStringIndex(p.Low[i:]); at != nil && p.Words.HasStem("setup", p.Low) {
			return i, i + at[1], Key, true
		}
	}
	switch {
	case c&(lexicon.Password|lexicon.Weak|lexicon.NetKey) != 0 && (p.isExclaimed(from, to) || p.isSigned(from, to)):
		return from, to + 1, Password, true
	case by != Adjacent && c&lexicon.Password != 0 && p.Skipped == 0 && by != Topic && looks.IsBirthday(value) && p.IsTextEnd(to) && !p.IsVerb(p.Low):
		return from, to, Password, true
	case by == Adjacent && (looks.IsField(low) || p.isUserOf(from, to)):
		return none()
	case looks.IsFingerprint(value) || looks.IsAddress(value) || looks.IsDateOrVersion(stem) || looks.IsPlaceholder(value) || p.Words.IsCount(low) || p.isDenseCount(low):
		return none()
	case c == lexicon.Key && p.Entry.Text == "key" && !looks.IsStrongKey(value):
		return none()
	case c&lexicon.Key != 0 && (looks.HasDigit(value) && looks.IsRandom(value) && (by != Adjacent && len(value) >= 8 || len(value) >= 16) || looks.IsLongMixed(value)):
		return from, to, Key, true
	case c&(lexicon.Code|lexicon.Pin) != 0 && (by != Adjacent || len(value) >= 9 && strings.Contains(value, "-") && looks.HasLetter(value)) && looks.IsCodeLike(value) && !p.IsUnitAt(to):
		return from, p.codesEnd(to), p.Kind(), true
	case c&lexicon.Pin != 0 && len(value) > 3 && p.Skipped == 0 && looks.IsDoorCode(value) && p.IsClauseEnd(to):
		return from, to, Password, true
	case c&(lexicon.Password|lexicon.Weak) == 0:
		return none()
	}
	n := utf8.RuneCountInString(value)
	random := looks.HasDigitOrSign(value)
	switch {
	case by == Adjacent && (p.Skipped > 0 && (looks.IsHash(value) || p.IsOther(from)) || p.IsNumberedName(from, to)):
		return none()
	case by == Adjacent && c&lexicon.Password != 0 && p.Skipped == 0 && p.denseNumberEnd(from, to) > from:
		return from, p.denseNumberEnd(from, to), Password, true
	case by == Adjacent && p.Skipped == 0 && n > 3 && looks.HasDigit(value) && looks.HasLetter(value) && p.IsBesideMail(to):
		return from, to, Password, true
	case by == Adjacent && looks.IsHardRandom(value), n == 4 && p.Skipped == 0 && looks.IsShareCode(value) && strings.Contains(p.Low[:p.Start], "://"):
		return from, to, Password, true
	case by != Adjacent && random && n >= 3 && !p.Words.IsStop(low) && !p.IsUnitAt(to):
		return from, to, Password, true
	case n < 3 && !(n == 2 && by != Adjacent && mention.IsOfOneScript(low)) || looks.IsAllDigits(value):
		return none()
	}
	return p.plainWord(from, to, by)
}

// isExclaimed reports whether a word with a number has an exclamation mark at its end that ends no sentence: "wifi password Ibiza1! and …".
func (p Reader) isExclaimed(from, to int) bool {
	if !strings.HasPrefix(p.Plain[to:], "! ") || !looks.IsExclaimed(p.Plain[from:to+1]) || isProduct(p.Plain[from:to]) && p.IsOther(from) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(p.Plain[to+2:])
	return unicode.IsLower(r)
}

// isSigned reports whether a word with a number has another sign at its end, as passwords have to have one, and the sentence goes on behind it: "pw
// wifi Nolta19? ya, yg lantai 2". A question mark is such a sign only of a network's password.
func (p Reader) isSigned(from, to int) bool {
	value := p.Plain[from:to]
	if to+2 >= len(p.Plain) || strings.IndexByte("?*#", p.Plain[to]) < 0 || p.Plain[to+1] != ' ' || !looks.IsExclaimed(value+"!") || p.IsOther(from) {
		return false
	}
	lo, _ := p.Sentence()
	isAsked := p.Plain[to] == '?' && (!p.IsNetwork() || p.Words.HasStem("lost", p.Low[lo:from]) || p.Words.HasWord("negation", p.Low[lo:from]))
	r, _ := utf8.DecodeRuneInString(p.Plain[to+2:])
	return !isAsked && unicode.IsLetter(r) && !unicode.IsUpper(r)
}

// isDenseCount reports whether a value of a script without spaces has a count with its unit in it: "英数記号まぜて12文字以上".
func (p Reader) isDenseCount(low string) bool {
	i := strings.IndexAny(low, "0123456789")
	return i > 0 && plain.IsDense(plain.FirstRune(low)) && p.Words.IsCount(low[i:])
}

// denseNumberEnd returns the end of a word of a script without spaces with a short number at its end, "수박46", where a clause
// or a particle follows; from if there is none.
func (p Reader) denseNumberEnd(from, to int) int {
	r, _ := p.Next(from)
	digits := strings.IndexAny(p.Low[from:to], "0123456789")
	if digits < 0 || !plain.IsDense(r) && !plain.IsHangul(r) || !p.IsDenseWord(from, from+digits) {
		return from
	}
	end := p.Skip(from+digits, "0123456789")
	if n := end - from - digits; n < 2 || n > 4 || p.IsUnitAt(end) || looks.IsYear(p.Low[from+digits:end]) {
		return from
	}
	next := p.Skip(end, " ")
	if end+1 < len(p.Low) && !plain.IsWordRune(p.RuneAt(end)) && p.IsDigitAt(end+1) {
		return from // a date
	}
	if p.IsClauseEnd(end) {
		return end
	}
	if _, is := p.MatchDense("particle", next); is {
		return p.Skip(from+digits, "0123456789")
	}
	return from
}

// codesEnd returns the end of a list of codes of the same look: recovery codes come by the dozen.
func (p Reader) codesEnd(to int) int {
	for {
		i := p.listMark(p.Skip(to, " ,;\n\t-"))
		if i == to {
			return to
		}
		end := p.ValueEnd(i)
		if end <= i || !looks.IsCodeLike(p.Plain[i:end]) {
			return to
		}
		to = end
	}
}

// IsListed reports whether a line of a list begins at i.
func (p Reader) IsListed(i int) bool { return p.listMark(i) > i }

// listMark returns the place after what begins a line of a list at i: "[x] ", "1. ", "* ", "☐ ".
func (p Reader) listMark(i int) int {
	if at := listMarks().FindStringIndex(p.Low[i:min(len(p.Low), i+12)]); at != nil && i > 0 && (p.Before(i) == '\n' || p.Before(i) == ' ' || p.Before(i) == '-') {
		return i + at[1]
	}
	return i
}

var listMarks = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[-*+•▪◦] ?)?(?:-|\[[ x✓✔v]?\]|[☐☑☒✓✔✅❌•▪◦*+]|\d{1,2}[.)]:?|#\d{1,2}:?|\(\d{1,2}\)) +`)
})

// spelledOut returns the end of four letters and more that stand at i one by one: "h u n t e r 2".
func (p Reader) spelledOut(i int) int {
	end, n := i, 0
	for at := i; ; n++ {
		r, next := p.Next(at)
		if after, _ := p.Next(next); !plain.IsWordRune(r) || plain.IsDense(r) || plain.IsHangul(r) || after != ' ' && after != '-' && !p.IsClauseEnd(next) {
			break
		}
		end = next
		if after, _ := p.Next(next); after != ' ' && after != '-' {
			n++
			break
		}
		at = next + 1
	}
	if n < 5 || !p.IsClauseEnd(end) {
		return i
	}
	return end
}

// spelledWords returns the end of one to three plain words at i that a remark about their spelling follows: "otter-lantern
// with a hyphen", "otter lantern, no space". It returns i if there are none.
func (p Reader) spelledWords(i int) int {
	if p.Entry.Classes&(lexicon.Password|lexicon.Weak|lexicon.Net) == 0 || p.Far && p.Skipped == 0 || p.IsQuestion() || i > p.End && p.Words.HasWord("ordinary", p.Low[p.End:i]) || plain.IsDense(plain.FirstRune(p.Low[i:])) {
		return i
	}
	to := i
	for range 3 {
		end := p.HyphenatedEnd(to)
		if end == to {
			return i
		}
		if to = end; p.IsRemark(to) {
			return to
		}
		next := p.Skip(to, " ")
		if next == to || p.Far {
			return i // "the password of the guest otter, all small"
		}
		to = next
	}
	return i
}

// LoneRandom returns the only token between lo and hi that looks random beyond doubt and is not named as
// something else.
func (p Reader) LoneRandom(lo, hi int) (from, to int, ok bool) {
	shortest := 6
	if p.Entry.Classes&(lexicon.Password|lexicon.Login|lexicon.Opens|lexicon.Net) == 0 {
		shortest = 8
	}
	for i := lo; i < hi; {
		i = p.Skip(i, " \t\"'`*_|~([{<?!,")
		if i >= hi {
			break
		}
		i = p.digitsStart(lo, i)
		end := p.RunEnd(i, hi)
		value, _, _ := strings.Cut(p.Plain[i:end], "'") // "v3.18.2'den"
		if utf8.RuneCountInString(value) >= shortest && (looks.HasLetter(value) && looks.HasDigit(value) && looks.IsHardRandom(value) || p.IsKey() && looks.IsLongMixed(value) || looks.IsAppPassword(value) || looks.IsJoined(value) && p.isJoinedPassword(lo, hi, i, end)) &&
			p.Low[i:i+1] != "#" && (!looks.IsHash(value) || p.IsKey() && len(value) >= 32) && !p.Words.IsCount(p.Low[i:end]) && !p.IsOther(i) && !p.IsUser(lo, i) && !p.IsCalled(i) && !looks.IsReference(value) && !looks.IsNetworkName(value) && !p.Words.Is("productname", strings.ToLower(value), ^uint32(0)) && !p.isSomebody(lo, i, end) && !p.IsNumberedName(i, end) && !p.IsNoun(i, end) && !looks.IsOrdinal(value) {
			if !ok || i > p.End && from < p.Start {
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

// isSomebody reports whether a token is the name of a user or of a service, by its shape and what stands beside it: it does
// something, "annaruns12 forgot his password", "Check24 wants a new one", something is done by it, or no word leads to it that says
// that it is typed, set or used.
func (p Reader) isSomebody(lo, from, to int) bool {
	value := p.Plain[from:to]
	isName := isProduct(value)
	isHandle := looks.IsHandle(value)
	if !isName && !isHandle && !looks.IsLowNumberedName(value) {
		return false
	}
	if p.IsActor(from, to) {
		return true
	}
	at := len(strings.TrimRight(p.Low[lo:from], " \"'`*(")) + lo
	word := p.Low[p.WordStart(at):at]
	if p.Words.Is("agent", word, ^uint32(0)) && !isName {
		return true
	}
	if !isHandle {
		return false
	}
	for _, list := range []string{"use", "with", "is", "lead", "pointed", "as", "change", "nowis", "outof"} {
		if p.Words.Is(list, word, ^uint32(0)) {
			return false
		}
	}
	_, isTyped := p.StemAt("typing", at-len(word))
	return !isTyped && !strings.HasSuffix(p.Low[:at], ":")
}

// isProduct reports whether a name ends in one or two digits or in a year: "Check24", "Office2024".
func isProduct(value string) bool {
	return looks.IsNumberedName(value) && (looks.CountDigits(value) < 3 || looks.IsYear(value[max(0, len(value)-4):]))
}

// IsActor reports whether a token that looks like the name of a user or of a service begins a clause in which a verb follows it.
func (p Reader) IsActor(from, to int) bool {
	value := p.Plain[from:to]
	return (isProduct(value) || looks.IsHandle(value) || looks.IsLowNumberedName(value)) && from < p.Start && p.IsClauseStart(from) && p.acts(to)
}

// acts reports whether a verb may follow at i, before the noun: no sign does, and no word that links what stands before it with
// the noun, as "is" and "as" do.
func (p Reader) acts(i int) bool {
	if _, is := p.MatchDense("acting", i); is {
		return true
	}
	next := p.Skip(i, " ")
	end := p.WordEnd(next)
	if next == i || end == next || p.IsAs() || plain.IsDense(p.RuneAt(next)) || plain.IsHangul(p.RuneAt(next)) || end > p.Start {
		return false
	}
	word := p.Low[next:end]
	for _, list := range []string{"is", "as", "of", "user", "final", "conj", "with", "use", "my", "article", "next", "follow", "deictic"} {
		if p.Words.Is(list, word, p.Entry.Langs) {
			return false
		}
	}
	_, opens := p.StemAt("hours", next)
	return !opens
}

// digitsStart returns where the digits begin that end at i, between a script without spaces and a letter: "现在是6cCuq".
func (p Reader) digitsStart(lo, i int) int {
	from := i
	for from > lo && p.IsDigitAt(from-1) {
		from--
	}
	before := from
	for before > lo && strings.ContainsRune(".,\"(", p.Before(before)) {
		before--
	}
	if r := p.Before(before); from == i || r < utf8.RuneSelf || !unicode.IsLetter(p.RuneAt(i)) || p.RuneAt(i) > unicode.MaxASCII {
		return i
	}
	return from
}

// isJoinedPassword reports whether two words that are written as one, between i and end, can be a password: the sentence from lo
// to hi is about a network or somebody's own password, and neither it nor they are a program's.
func (p Reader) isJoinedPassword(lo, hi, i, end int) bool {
	return p.Entry.Classes&(lexicon.Password|lexicon.Weak) != 0 && (p.IsOwnBefore() || p.Words.HasStem("network", p.Low[lo:hi])) && !strings.ContainsAny(p.Low[lo:hi], "(){}<>=_/") && !p.Words.Contains("camel", p.Low[i:end])
}

// IsLoneRandom reports whether a value among the words of an owner ("for room 101") is more than a
// number or a name with one.
func (p Reader) IsLoneRandom(from, to int) bool {
	v := p.Plain[from:to]
	c := p.Entry.Classes
	if p.isUserOf(from, to) || p.Words.Is("productname", strings.ToLower(v), ^uint32(0)) {
		return false
	}
	switch {
	case c&(lexicon.Password|lexicon.Weak|lexicon.Key) != 0 && len(v) >= 6 && looks.HasLetter(v) && looks.HasDigit(v), c&lexicon.Key != 0 && looks.IsLongMixed(v):
		return true
	case c&(lexicon.CVV|lexicon.ID|lexicon.Code) != 0 && !looks.HasLetter(v):
		return true
	}
	isPIN := c&lexicon.Pin != 0 || c&lexicon.Password != 0 && len(v) <= 8 && p.IsTextEnd(to)
	other := p.OtherWord(from)
	return isPIN && looks.IsDigits(v) && len(v) >= 4 && (other == "" || len(v) <= 6 && p.Words.HasThing("lock", other)) && !looks.IsYear(v)
}

// isUserOf reports whether a name in small letters stands just behind a word for a user: in the shape of such a name, "the
// login broke for anna.k82", or before where that user came from, "failed password for user anna from 10.0.0.3".
func (p Reader) isUserOf(from, to int) bool {
	at := len(strings.TrimRight(p.Low[:from], " \"'`"))
	word := p.Low[p.WordStart(at):at]
	if !p.IsUser(max(0, from-mention.MaxNearby), from) || p.Plain[from:to] != p.Low[from:to] || strings.Trim(p.Low[from:to], "abcdefghijklmnopqrstuvwxyz0123456789._-") != "" {
		return false
	}
	isPrompt := strings.HasPrefix(p.Low[to:], ":") && p.IsTextEnd(to+1)
	return looks.IsUserName(p.Low[from:to]) || word == "user" || isPrompt || strings.HasPrefix(p.Low[to:], " from ") && p.IsDigitAt(to+6)
}
