// Package aside finds the password of letters and digits that somebody tells in passing, in a text about an account, a device or a network that
// has no word for a password where the value stands: "the tax account is sorted, it is now Morvek8832", "the camera wants Tormek70# to get
// in", "wifi at the cottage cherry53".
//
// A value alone proves nothing here, since products, rooms and trains look the same: a cue has to stand right beside it. Cues are in the
// lists nowis and nowlast of package lexicon, those of what somebody changed in changedto and changedlast, what such texts are about in
// portal, names of products in product. A file each: what a service had as a password (former.go) or refuses (refused.go), what a network
// "is" (network.go) and what of it is passed on (shared.go), what is tried on a device (tried.go), what is told with what one does with it
// (passing.go), the number of a card (number.go), the key of a copy of messages (backup.go), a list of recovery
// codes (recovery.go). Texts come in the even form of package plain.
//
// Start reading at Find, then Number.
package aside

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

const (
	maxOfNet = 40 // bytes between a word for a network and the value
	maxWords = 3  // words between them
)

// Find adds each value that a cue stands beside. The nouns are all of the text.
func Find(t plain.Text, w *lexicon.Words, nouns []*mention.Noun, isAccess bool, add func(from, to int)) {
	isAbout := isAccess || w.HasStem("service", t.Low) || w.HasThing("device", t.Low) || w.HasThing("portal", t.Low)
	if strings.ContainsAny(t.Low, "{}<>[]=") {
		return
	}
	isDevice, isAsked := w.HasThing("device", t.Low), w.HasStem("asking", t.Low)
	isNet := slices.ContainsFunc(nouns, func(n *mention.Noun) bool { return n.Entry.Classes&lexicon.Net != 0 })
	for from, to := range t.SignedTokens() {
		value := from + len(strings.TrimRight(t.Low[from:to], ".,;:!?-'"))
		if strings.HasPrefix(t.Low[value:], "!!") {
			value += 2 // "Cobbermoor!!"
		}
		if strings.HasPrefix(t.Low[value:], "?") && strings.HasPrefix(t.Low[value+1:], ",") || strings.HasPrefix(t.Low[value:], "?.") || strings.HasPrefix(t.Low[value:], "? ") && startsLow(t, value+2) {
			value++ // a question does not end in the middle of a sentence
		}
		v := t.Plain[from:value]
		if isInPassing(t, w, from, value, isAbout) {
			add(from, value)
		}
		if !isAbout {
			continue
		}
		isCued := isValue(w, v) && isBeside(t, w, from, value, "nowis", "nowlast") || isNumberedWord(w, v) && isBeside(t, w, from, value, "changedto", "changedlast")
		isTyped := isNet && (isValue(w, v) || isNumberedWord(w, v) || len(v) > 9 && isRemembered(w, v)) && isBeside(t, w, from, value, "types", "typedafter") ||
			isAsked && looks.IsUnnamedPassword(v) && isBeside(t, w, from, value, "use", "typedafter") ||
			isDevice && isShortNumbered(w, v) && isBeside(t, w, from, value, "types", "typedafter") ||
			isDevice && (isOfSeat(t, w, from, value) || isTried(t, w, from, value))
		if isCued || isTyped || isFormer(t, w, from, value) || isRefused(t, w, from, value) || isOfNetwork(t, w, nouns, from, value) || isNet && (isNetworkIs(t, w, nouns, from, value) || isNetworkShared(t, w, nouns, from, value) || isValue(w, v) && isNetworkUsed(t, w, nouns, from)) {
			add(from, value)
		}
	}
}

// startsLow reports whether a small letter stands at i.
func startsLow(t plain.Text, i int) bool {
	r, _ := utf8.DecodeRuneInString(t.Plain[i:])
	return unicode.IsLower(r)
}

// isValue reports whether a token has the letters and digits of a password, and is no name of a product, a user or a service, no reference, no
// address and no date.
func isValue(w *lexicon.Words, v string) bool {
	n := utf8.RuneCountInString(v)
	if n < 7 || n > 64 || !looks.HasLetter(v) || !looks.HasDigit(v) || strings.ContainsAny(v, "/'") || v == strings.ToUpper(v) && n < 16 {
		return false
	}
	low := strings.ToLower(v)
	if looks.IsAddress(v) || looks.IsDateOrVersion(v) || looks.IsReference(v) || looks.IsHash(v) || looks.IsHandle(low) || looks.IsOrdinal(v) || w.IsCount(low) {
		return false
	}
	if looks.IsLongMixed(v) {
		return true
	}
	letters, digits := looks.CutNumber(v)
	if w.Is("product", strings.ToLower(strings.Trim(letters, "-_.")), ^uint32(0)) {
		return false
	}
	if looks.HasOnlyLetters(letters) {
		return digits > 3 && !isCamel(letters)
	}
	if looks.IsUserName(low) {
		return digits > 2 && !strings.Contains(v, ".")
	}
	return looks.IsHardRandom(v)
}

// isNumberedWord reports whether a token is a long word with a number that is no product, as people change a password to: "Pickletoast77".
func isNumberedWord(w *lexicon.Words, v string) bool {
	letters, digits := looks.CutNumber(v)
	return digits > 1 && digits < 5 && utf8.RuneCountInString(letters) > 4 && looks.HasOnlyLetters(letters) && !isCamel(letters) && !w.Is("product", strings.ToLower(letters), ^uint32(0))
}

// isShortNumbered reports whether a token is a word with two to four digits that is no product, in small letters, as people type on a computer: "lech77".
func isShortNumbered(w *lexicon.Words, v string) bool {
	letters, digits := looks.CutNumber(v)
	return v == strings.ToLower(v) && digits > 1 && digits < 5 && utf8.RuneCountInString(letters) > 3 && looks.HasOnlyLetters(letters) && !w.Is("product", letters, ^uint32(0))
}

// isNameWithNumber reports whether a token is a word of at least so many letters with two to four digits, as people choose passwords, and no product, room or
// abbreviation.
func isNameWithNumber(w *lexicon.Words, v string, least int) bool {
	word, digits := looks.CutNumber(v)
	low := strings.ToLower(word)
	isWord := utf8.RuneCountInString(word) >= least && looks.HasOnlyLetters(word) && word != strings.ToUpper(word) && !isCamel(word)
	return digits > 1 && digits < 5 && isWord && !w.Is("product", low, ^uint32(0)) && !w.Is("roomword", low, ^uint32(0))
}

// isCamel reports whether a word has a capital in its middle, as names of products do: "FritzBox".
func isCamel(word string) bool {
	_, n := utf8.DecodeRuneInString(word)
	return strings.ToLower(word[n:]) != word[n:] && strings.ToUpper(word) != word
}

// isBeside reports whether a cue of one list stands right before a value, or one of the other right behind it.
func isBeside(t plain.Text, w *lexicon.Words, from, to int, cues, cuesBehind string) bool {
	_, isLed := w.CutLast(cues, strings.TrimRight(t.Low[:from], " :\"'`"))
	_, isFollowed := w.CutFirst(cuesBehind, t.Low[t.Skip(to, " \"'`"):])
	return isLed || isFollowed
}

// isOfNetwork reports whether a place is a word of small letters with a number that stands shortly behind a word for a network, in its clause, and no
// preposition before it.
func isOfNetwork(t plain.Text, w *lexicon.Words, nouns []*mention.Noun, from, to int) bool {
	v := t.Plain[from:to]
	letters, digits := looks.CutNumber(v)
	isName := plain.IsUpperAt(t.Plain, from) && letters[0] < utf8.RuneSelf && !isRightBehindOnlyNet(t, nouns, from, digits)
	if digits < 1 || digits > 4 || utf8.RuneCountInString(letters) < 5 || !looks.HasOnlyLetters(letters) || isName || isCamel(letters) || w.Is("product", strings.ToLower(letters), ^uint32(0)) {
		return false
	}
	at := len(strings.TrimRight(t.Low[:from], " "))
	last := t.Low[t.WordStart(at):at]
	isNet := slices.ContainsFunc(nouns, func(n *mention.Noun) bool { return n.Entry.Classes&lexicon.Net != 0 && n.End == at })
	for _, list := range []string{"of", "at", "with", "until", "article", "numbered", "user", "called"} {
		if !isNet && w.Is(list, last, ^uint32(0)) {
			return false
		}
	}
	return slices.ContainsFunc(nouns, func(n *mention.Noun) bool {
		if n.Entry.Classes&lexicon.Net == 0 || n.End > from || from-n.End > maxOfNet {
			return false
		}
		between := t.Low[n.End:from]
		isNear := len(strings.Fields(between)) <= maxWords || w.HasEntry("types", between)
		return !strings.ContainsAny(between, ".,;?!\n") && isNear && !n.IsQuestion()
	})
}

// isRightBehindOnlyNet reports whether a name with that many digits stands right behind a word for a network and more follows it, in a text that has
// no word for a password: "wifi Sunny1987 in the back room too". Where there is one, the name is that of the network.
func isRightBehindOnlyNet(t plain.Text, nouns []*mention.Noun, from, digits int) bool {
	const named = lexicon.Password | lexicon.Weak | lexicon.NetKey | lexicon.Login
	at := len(strings.TrimRight(t.Low[:from], " "))
	isBehind, isOnly := false, true
	for _, n := range nouns {
		isBehind = isBehind || n.Entry.Classes&lexicon.Net != 0 && n.End == at
		isOnly = isOnly && n.Entry.Classes&named == 0
	}
	return isBehind && isOnly && digits > 1 && at < from
}
