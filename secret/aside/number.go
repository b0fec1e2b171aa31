package aside

import (
	"strings"
	"unicode/utf8"

	"keepsake/secret/amounts"
	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// maxAway is how many bytes may stand between a card, a phone or a lock and the number in a clause of its own.
const maxAway = 110

// Number returns the one of the numbers of a text, places as of looks.NumberShape, that stands in a clause of its own in a sentence about somebody's
// card, a phone to unlock or a box of wheels, "take my card from the bag, 8307, the reader is broken", that is entered on a keypad, or typed for a card.
func Number(t plain.Text, w *lexicon.Words, numbers [][]int) (from, to int, ok bool) {
	for _, at := range numbers {
		from, to = at[0], at[1]
		to = from + len(strings.TrimRight(t.Low[from:to], ","))
		v := t.Low[from:to]
		if len(v) < 4 || len(v) > 6 || !looks.IsAllDigits(v) || looks.IsYear(v) || amounts.IsRound(v) {
			continue
		}
		n := mention.At(t, w, from, to)
		if n.IsOther(from) || n.IsUnitAt(to) || n.IsPriced(from) || n.IsPartOfWord(from, to) || looks.IsPhone(t.Low, from, to) || n.IsDigitAt(n.Skip(to, " ")) {
			continue
		}
		if before, is := clauseBefore(t, w, from); is && isOpened(w, before) && !isCounted(w, before) && (strings.HasPrefix(t.Low[to:], ",") || isEntered(n, to)) {
			return from, to, true
		}
		if w.HasStem("bankcard", t.Low[max(0, t.TokenStart(max(0, from-maxAway))):from]) && (isBeside(t, w, from, to, "types", "typedafter") || isBeside(t, w, from, to, "presses", "pressed") || isBeside(t, w, from, to, "cardwants", "")) {
			return from, to, true
		}
	}
	return 0, 0, false
}

// Instrument returns the number, perhaps in two halves, that a message of a bank says something is done with, where grammar puts the word for the code
// behind it: "4302 şifresi ile işleminizi onaylayabilirsiniz".
func Instrument(t plain.Text, w *lexicon.Words, numbers [][]int) (from, to int, ok bool) {
	if !w.HasStem("withcodefor", t.Low) {
		return 0, 0, false
	}
	for _, at := range numbers {
		n := mention.At(t, w, at[0], at[1])
		from, to = at[0], at[1]
		if end, is := n.As(lexicon.Code).SplitCode(from, to, len(t.Low)); is {
			to = end
		}
		digits := looks.CountDigits(t.Low[from:to])
		if _, is := n.MatchWords("withcode", n.Skip(to, " ")); is && digits > 3 && digits < 9 && !n.IsOther(from) && strings.Trim(t.Low[from:to], "0123456789 -") == "" {
			return from, to, true
		}
	}
	return 0, 0, false
}

// clauseBefore returns the text before a number that begins a clause; one small word may stand before it, "there 4938".
func clauseBefore(t plain.Text, w *lexicon.Words, from int) (string, bool) {
	at := len(strings.TrimRight(t.Low[:from], " "))
	if start := t.WordStart(at); w.Is("thereis", t.Low[start:at], ^uint32(0)) {
		at = len(strings.TrimRight(t.Low[:start], " "))
	}
	if at == 0 || t.Low[at-1] != ',' {
		return "", false
	}
	lo := max(0, at-maxAway)
	for lo < at && !utf8.RuneStart(t.Low[lo]) {
		lo++
	}
	for i := at - 1; i > lo; i-- {
		if t.EndsSentenceAt(i) {
			lo = i + 1
			break
		}
	}
	return t.Low[lo : at-1], true
}

// isOpened reports whether a text has a card for cash, a phone to be unlocked, or a lock of wheels or keys.
func isOpened(w *lexicon.Words, near string) bool {
	return w.HasStem("takecard", near) || w.HasStem("bankcard", near) || w.HasStem("unlocking", near) && w.HasThing("lock", near) || w.HasStem("keypads", near)
}

// isCounted reports whether a text ends with a word for what is counted or numbered: "my card points", "visa application number".
func isCounted(w *lexicon.Words, s string) bool {
	last := s[strings.LastIndexByte(s, ' ')+1:]
	return w.Is("unit", last, ^uint32(0)) || w.Is("other", last, ^uint32(0)) || w.HasStem("numbered", last)
}

// isEntered reports whether a verb for entering follows a number that ends at i.
func isEntered(n *mention.Noun, i int) bool {
	next := n.Skip(i, " ")
	return n.Words.Is("enteredlast", n.Low[next:n.WordEnd(next)], ^uint32(0))
}

// FindTurned returns the digits, one by one, behind a verb for turning or pressing in a text about a lock: "turn it to 4 1 9 7".
func FindTurned(t plain.Text, w *lexicon.Words) (from, to int, ok bool) {
	all := looks.SpacedDial().FindAllStringSubmatchIndex(t.Low, 2)
	if len(all) != 1 || !w.HasThing("lock", t.Low) && !w.HasThing("short", t.Low) {
		return 0, 0, false
	}
	from, to = all[0][2], all[0][3]
	n := mention.At(t, w, from, to)
	words := strings.Fields(t.Low[max(0, t.TokenStart(max(0, from-30))):from])
	for _, word := range words[max(0, len(words)-3):] {
		if w.Is("presses", word, ^uint32(0)) || w.HasStem("turned", word) || w.Is("standsat", word, ^uint32(0)) || w.Is("turned", word, ^uint32(0)) {
			return from, to, !n.IsOther(from) && !n.IsUnitAt(to)
		}
	}
	return 0, 0, false
}
