// Package amounts tells the numbers that say how much, how big, which or when from those that open something: "the gate closes
// at 2145", "the safe is from 1931", "the garage was 2850", "locker number 4417".
//
// It is asked where a number stands beside a thing that has a code, and no word calls it one. That a few codes look so, and are
// left alone, is the price: one in forty is round, a year or a quarter of an hour, and most of them are pressed, typed or
// pointed at, which is believed.
//
// Start reading at Is.
package amounts

import (
	"slices"
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// Is reports whether what stands between two places is an amount, a time, a year or the number of a thing, or two of these.
func Is(n *mention.Noun, from, to int) bool {
	if head, isSplit := strings.CutSuffix(n.Low[from:to], " 000"); isSplit && looks.IsAllDigits(head) {
		return true // "143 000"
	}
	all := looks.NumberShape().FindAllStringIndex(n.Low[from:to], -1)
	return len(all) > 0 && !slices.ContainsFunc(all, func(at []int) bool { return !isOne(n, from+at[0], from+at[1]) })
}

// isOne is Is for one number.
func isOne(n *mention.Noun, from, to int) bool {
	v := n.Low[from:to]
	if !looks.IsAllDigits(v) || n.IsPartOfWord(from, to) || isLed(n, from, to) {
		return false
	}
	if r, _ := n.Next(to); len(v) == 3 && r == ' ' && n.Entry.Classes&(lexicon.Locked|lexicon.BareCode) != 0 && n.Skip(n.End, " ") == from && !isLast(n, to) {
		return true // "locker 212 jams"
	}
	lo, hi := n.Sentence()
	if isClock(n, lo, hi, from, to) || isNumber(n, from) || n.IsCounting(from, to) {
		return true
	}
	if isSet := isLast(n, to) && n.IsDialled(min(lo, from), from, to); isSet && !wordIs(n, "at", from) {
		return false // "opens on 1996"
	}
	if n.Words.Contains("codeword", n.Low[min(lo, from):from]) {
		return false // "the safe code, 2014"
	}
	return isSince(n, from, to) || (IsRound(v) || looks.IsYear(v)) && !isWith(n, from, to) && !isNamedAt(n, to) && !n.IsPointed(min(lo, from), from, to)
}

// isLed reports whether a sign or a word for typing leads to the number, "gate: 2200", "type 2200", or it is all that follows
// the thing in its clause, "side gate 1917".
func isLed(n *mention.Noun, from, to int) bool {
	before := strings.TrimRight(n.Low[:from], " \"'`*")
	if before != "" && strings.IndexByte(":=>#", before[len(before)-1]) >= 0 || strings.HasPrefix(n.Low[to:], "#") || strings.HasPrefix(n.Low[to:], "*") {
		return true
	}
	if n.Entry.Classes&(lexicon.Locked|lexicon.BareCode) != 0 && n.Skip(n.End, " ,") == from && isLast(n, to) {
		return true
	}
	last, next := before[n.WordStart(len(before)):], n.Skip(to, " ")
	if strings.HasSuffix(before, ",") && isLast(n, to) && next < len(n.Low) && n.WordEnd(next) > next {
		return true // "alarm at the shop, 1915 and then OK"
	}
	if n.Words.Is("pressed", n.Low[next:n.WordEnd(next)], ^uint32(0)) || n.Words.Is("takes", last, ^uint32(0)) && n.IsClauseEnd(to) {
		return true
	}
	start := len(before) - len(last)
	for _, i := range []int{start, n.WordStart(len(strings.TrimRight(before[:start], " "))), next} { // "punch in 1943"
		if _, isTyped := n.StemAt("typing", i); isTyped {
			return true
		}
	}
	return false
}

// isLast reports whether a clause ends at i, or "and" or "then" goes on.
func isLast(n *mention.Noun, i int) bool {
	next := n.Skip(i, " ")
	if next == len(n.Low) || strings.IndexByte(".,;!?)\n", n.Low[next]) >= 0 {
		return true
	}
	word := n.Low[next:n.WordEnd(next)]
	if _, isWay := n.StemAt("wayon", next); isWay {
		return true // "intercom 4187 come up to the 5th floor"
	}
	return n.Words.Is("conj", word, ^uint32(0)) || n.Words.Is("thenwords", word, ^uint32(0))
}

// isClock reports whether a number is a time of day: one on five minutes behind a word for a time or where the sentence speaks of
// closing, one on the quarter of an hour where it speaks of opening. Behind "with" none is.
func isClock(n *mention.Noun, lo, hi, from, to int) bool {
	v := n.Low[from:to]
	if len(v) != 4 || v >= "2400" || v[2] > '5' || v[3] != '0' && v[3] != '5' {
		return false
	}
	near := n.Low[lo:hi]
	if wordIs(n, "at", from) || isPartOfDay(n, from, to) || n.Words.HasThing("timed", n.Low[n.Start:n.End]) && !isWith(n, from, to) {
		return true
	}
	if isWith(n, from, to) {
		return false
	}
	isQuarter := v[2:] == "00" || v[2:] == "15" || v[2:] == "30" || v[2:] == "45"
	return n.Words.HasStem("closing", near) || isQuarter && n.Words.HasStem("hours", near)
}

// isPartOfDay reports whether a word beside the number names a part of a day: "at night 2200", "早上0615".
func isPartOfDay(n *mention.Noun, from, to int) bool {
	if _, is := n.DenseBefore(len(strings.TrimRight(n.Low[:from], " ")), "daypart"); is {
		return true
	}
	_, is := n.StemAt("daypart", n.Skip(to, " "))
	return is || wordIs(n, "daypart", from)
}

// isWith reports whether a word for "with" stands before the number, or behind it where grammar puts it there: "opens with
// 2200", "2200 ile açılır".
func isWith(n *mention.Noun, from, to int) bool {
	at, next := len(strings.TrimRight(n.Low[:from], " ")), n.Skip(to, " ")
	_, isBefore := n.DenseBefore(at, "instrument")
	_, isAfter := n.MatchDense("instrument", next)
	last := n.Low[next:n.WordEnd(next)]
	return isBefore || isAfter || wordIs(n, "instrument", from) || n.Words.Is("instrument", last, n.Words.Langs["tr"]|n.Words.Langs["hi"]) && n.Entry.Langs&(n.Words.Langs["tr"]|n.Words.Langs["hi"]) != 0
}

// wordIs reports whether a word of a list ends before i.
func wordIs(n *mention.Noun, list string, i int) bool {
	at := len(strings.TrimRight(n.Low[:i], " -"))
	return n.Words.Is(list, n.Low[n.WordStart(at):at], ^uint32(0))
}

// isNumber reports whether the word before a place calls what stands there the number of the thing: "locker number 4417".
func isNumber(n *mention.Noun, from int) bool { return wordIs(n, "numbered", from) }

// isNamedAt reports whether a word for opening or for a code follows the number: "1850 opens the gate", "2047 PIN koduyla".
func isNamedAt(n *mention.Noun, to int) bool {
	i := n.Skip(to, " ")
	end := min(len(n.Low), i+32)
	for end < len(n.Low) && !utf8.RuneStart(n.Low[end]) {
		end--
	}
	return slices.ContainsFunc(n.Words.Index.Find(n.Low[i:end]), func(h lexicon.Hit) bool {
		return h.At == 0 && h.Noun != nil && h.Noun.Classes&(lexicon.Opens|lexicon.Pin|lexicon.BareCode) != 0
	})
}

// isSince reports whether a number that looks like a year stands behind a word for a date: "is from 1931".
func isSince(n *mention.Noun, from, to int) bool {
	v := n.Low[from:to]
	return (looks.IsYear(v) || len(v) == 4 && (v[:2] == "17" || v[:2] == "18")) && wordIs(n, "dated", from)
}

// IsMoment reports whether a number is a year behind a day and a month, "1 March 2026", or a time of day behind a word for one, where
// nothing is changed: "wiped at 0300".
func IsMoment(n *mention.Noun, from, to int) bool {
	v := n.Low[from:to]
	if len(v) != 4 || !looks.IsAllDigits(v) {
		return false
	}
	words := strings.Fields(n.Low[max(0, n.TokenStart(max(0, from-40))):from])
	if looks.IsYear(v) && len(words) > 1 && strings.HasSuffix(n.Low[:from], " ") {
		words = slices.DeleteFunc(words, func(word string) bool { return word == "de" || word == "of" || word == "del" })
		day := strings.TrimRight(words[max(0, len(words)-2)], ".")
		return len(words) > 1 && looks.HasOnlyLetters(words[len(words)-1]) && len(day) < 3 && day != "" && looks.IsAllDigits(day)
	}
	isTime := v < "2400" && v[2] < '6' && (v[3] == '0' || v[3] == '5')
	return isTime && from > n.End && wordIs(n, "oclock", from) && !n.IsChanged()
}

// IsLimit reports whether a word for a limit stands before the number at from: "no pin below 437".
func IsLimit(n *mention.Noun, from int) bool {
	before := strings.TrimRight(n.Low[:from], " ")
	last := plain.LastRune(before)
	return slices.ContainsFunc(n.Words.Ending("limit", last), func(words string) bool {
		head, is := strings.CutSuffix(before, words)
		return is && (plain.IsDense(last) || !plain.IsWordRune(plain.LastRune(head)))
	})
}

// IsRound reports whether a number looks like a sum: "2500", "1350", "64500".
func IsRound(v string) bool {
	if len(v) > 4 {
		return v[0] != '0' && (strings.HasSuffix(v, "000") || strings.HasSuffix(v, "500"))
	}
	return v[0] != '0' && (strings.HasSuffix(v, "00") || strings.HasSuffix(v, "50") && len(v) == 4)
}

// IsMeasure reports whether the number between two places says how much, how big or when, by what stands around it up to hi:
// another number, a word for rent or weight, "a month", a time of day.
func IsMeasure(n *mention.Noun, from, to, hi int) bool {
	v := n.Low[from:to]
	before := strings.TrimRight(n.Low[:from], " -/x*.,")
	after := n.Skip(to, " -/*")
	if r := plain.LastRune(before); r >= '0' && r <= '9' || n.IsDigitAt(after) || strings.HasPrefix(n.Low[after:], "x ") || strings.HasPrefix(n.Low[after:], "x1") {
		return true
	}
	if n.Words.HasStem("measured", n.Low[n.End:hi]) {
		return true
	}
	isTime := len(v) == 4 && v < "2400" && v[2] < '6' && (v[3] == '0' || v[3] == '5')
	if word := before[n.WordStart(len(before)):]; isTime && !n.Words.Is("pointed", word, ^uint32(0)) && n.Words.HasStem("hours", word) {
		return true
	}
	rest := strings.Fields(n.Low[to:min(hi, len(n.Low))])
	if len(rest) > 1 && n.Words.Is("by", rest[0], ^uint32(0)) && rest[1][0] >= '0' && rest[1][0] <= '9' {
		return true // "1200 by 2000"
	}
	for i, word := range rest[:min(3, len(rest))] {
		if i == 0 && n.Words.Is("unit", word, ^uint32(0)) || n.Words.HasStem("period", word) {
			return true
		}
	}
	return false
}

// IsErrorNumber reports whether a minus sign makes of a number behind a bare "code" that of an error: "connection lost (code -20571)".
func IsErrorNumber(n *mention.Noun, from int) bool {
	before, isSigned := strings.CutSuffix(n.Low[:from], "-")
	const others = lexicon.Pin | lexicon.Password | lexicon.Weak | lexicon.Locked
	return isSigned && n.Entry.Classes&lexicon.BareCode != 0 && n.Entry.Classes&others == 0 && (strings.HasSuffix(before, " ") || before == "") && n.Words.HasStem("failing", n.Low)
}
