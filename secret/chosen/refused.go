package chosen

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

// maxRefusal is how many bytes a text has at most that tells of a password which is not taken.
const maxRefusal = 200

// FindRefused adds what somebody types where the text says that it is the wrong password: "ik vul Plondrar18? in bij magister en hij zegt onjuist
// wachtwoord", "always logged in to Netflix with rexy07!, now it says wrong password". Names of users and products are typed there as well, so what has
// no sign at its end needs a verb for typing beside it.
func FindRefused(t plain.Text, w *lexicon.Words, nouns []*mention.Noun, add func(from, to int)) {
	if len(t.Low) > maxRefusal || strings.ContainsAny(t.Low, "{}<>[]=") || !w.HasStem("isrefused", t.Low) || !slices.ContainsFunc(nouns, isAccess) {
		return
	}
	for from, to := range t.SignedTokens() {
		value := from + len(strings.TrimRight(t.Low[from:to], ".,;:'"))
		if start := hanStart(t, w, from, value); start < from {
			add(start, value)
		} else if isTyped(t, w, from, value) {
			add(from, value)
		}
	}
}

// hanStart returns where a name of up to four Chinese characters begins that a number from to to belongs to, where a verb for typing stands before it and
// another behind: "用豆豆1990登京东".
func hanStart(t plain.Text, w *lexicon.Words, from, to int) int {
	if v := t.Low[from:to]; !looks.IsAllDigits(v) || len(v) < 2 || len(v) > 4 {
		return from
	}
	if _, is := w.CutFirst("enterslast", t.Low[to:]); !is {
		return from
	}
	for start, n := from, 0; n < 5; n++ {
		r, size := utf8.DecodeLastRuneInString(t.Low[:start])
		if _, is := w.CutLast("enters", t.Low[:start]); is && n > 1 && !w.HasStem("product", t.Low[start:from]) {
			return start
		}
		if !unicode.Is(unicode.Han, r) {
			break
		}
		start -= size
	}
	return from
}

func isAccess(n *mention.Noun) bool {
	return n.Entry.Classes&(lexicon.Password|lexicon.Weak|lexicon.Login) != 0
}

// isTyped reports whether a place can be a password and stands beside a word for typing it or for getting in with it.
func isTyped(t plain.Text, w *lexicon.Words, from, to int) bool {
	v := t.Plain[from:to]
	isSigned := isSignedName(v)
	if !isSigned && !isStrange(w, v) {
		return false
	}
	before, after := strings.TrimRight(t.Low[:from], " \"'`"), t.Low[t.Skip(to, " \"'`"):]
	if _, is := w.CutLast("userbefore", before); is {
		return false
	}
	_, isEntered := w.CutLast("enters", before)
	if after, is := w.CutFirst("marksobject", after); is {
		_, is = w.CutFirst("enterslast", strings.TrimLeft(after, " "))
		isEntered = isEntered || is
	}
	_, isEnteredLast := w.CutFirst("enterslast", after)
	if isEntered || isEnteredLast {
		return true
	}
	_, isWith := w.CutLast("getsinwith", before)
	_, isWithLast := w.CutFirst("withlast", after)
	return (isWith || isWithLast) && (isSigned || plain.IsDense(plain.FirstRune(before)))
}

// isSignedName reports whether a token is a word with a number and a sign, "rexy07!".
func isSignedName(v string) bool {
	name := strings.TrimRight(v, "!?#$*%&")
	letters, digits := looks.CutNumber(name)
	return name != v && digits > 1 && digits < 5 && utf8.RuneCountInString(letters) > 2 && looks.HasOnlyLetters(letters) && (letters != strings.ToUpper(letters) || letters == strings.ToLower(letters))
}

// isStrange reports whether a token is no word, no product, no address and no date.
func isStrange(w *lexicon.Words, v string) bool {
	letters, digits := looks.CutNumber(v)
	if utf8.RuneCountInString(v) < 6 || !looks.HasDigit(v) || !looks.HasLetter(v) || v == strings.ToUpper(v) || looks.IsAddress(v) || looks.IsDateOrVersion(v) || looks.IsReference(v) || strings.ContainsAny(v, "/@'") {
		return false
	}
	if w.Is("product", strings.ToLower(letters), ^uint32(0)) || w.HasStem("service", strings.ToLower(letters)) {
		return false
	}
	return looks.IsHardRandom(v) || looks.IsUnnamedPassword(v) || digits > 2 && strings.HasSuffix(letters, "_") && strings.Count(v, "_") == 1
}
