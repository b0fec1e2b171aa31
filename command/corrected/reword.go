package corrected

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/phrase"
	"keepsake/text"
)

// This file compares two wordings of a message.

// IsSameText reports whether two wordings have the same words: a comma or a capital more is no correction.
func IsSameText(a, b string) bool { return slices.Equal(text.Terms(a), text.Terms(b)) }

// saysTheSame reports whether of two wordings the later one changes nothing about a memory that was made from the earlier: it has
// the same words, or mends the spelling of some that the memory does not have so.
func saysTheSame(content, before, after string) bool {
	if IsSameText(before, after) {
		return true
	}
	old, now := differ(before, after)
	if len(old) == 0 || len(old) != len(now) {
		return false
	}
	for i := range old {
		if !isSameWord(old[i], now[i]) && !mendsSpelling(content, trimMarks(old[i]), trimMarks(now[i])) {
			return false
		}
	}
	return true
}

// mendsSpelling reports whether a word that the memory does not have became one that differs by a slip of the fingers: two letters
// swapped, one left out, or any one letter where the memory has the later word. What may be another fact is none: a number, a
// first letter, a word of a script without spaces.
func mendsSpelling(content, old, now string) bool {
	old, now, content = text.Fold(old), text.Fold(now), text.Fold(content)
	isOpaque := func(r rune) bool { return unicode.IsDigit(r) || phrase.IsDense(r) }
	if old == "" || now == "" || strings.ContainsFunc(old+now, isOpaque) || strings.Contains(content, old) {
		return false
	}
	a, b := []rune(old), []rune(now)
	if a[0] != b[0] || min(len(a), len(b)) < 3 {
		return false
	}
	most := 1
	if min(len(a), len(b)) >= 8 {
		most = 2
	}
	d := text.Distance(old, now)
	switch {
	case d > most:
		return false
	case hasWord(content, now):
		return true
	case len(a) == len(b): // a letter in the place of another makes another word: "hate" and "have"
		slices.Sort(a)
		slices.Sort(b)
		return slices.Equal(a, b)
	}
	return min(len(a), len(b)) > 3 && d == max(len(a), len(b))-min(len(a), len(b))
}

// hasWord reports whether a text has a word, or words, that stand apart.
func hasWord(s, words string) bool {
	head, tail, found := strings.Cut(s, words)
	return found && !isWithinWord(head, tail)
}

// isWithinWord reports whether a letter or a digit stands beside the gap between two texts.
func isWithinWord(head, tail string) bool {
	isLetter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	last, _ := utf8.DecodeLastRuneInString(head)
	next, _ := utf8.DecodeRuneInString(tail)
	return isLetter(last) || isLetter(next)
}

func trimMarks(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsPunct(r) || unicode.IsSpace(r) })
}

// isSameWord reports whether two words are the same but for capitals and punctuation.
func isSameWord(a, b string) bool { return text.Fold(trimMarks(a)) == text.Fold(trimMarks(b)) }

// differ returns the stretches of words in which two wordings differ.
func differ(before, after string) (old, now []string) {
	old, now = strings.Fields(before), strings.Fields(after)
	for len(old) > 0 && len(now) > 0 && isSameWord(old[0], now[0]) {
		old, now = old[1:], now[1:]
	}
	for len(old) > 0 && len(now) > 0 && isSameWord(old[len(old)-1], now[len(now)-1]) {
		old, now = old[:len(old)-1], now[:len(now)-1]
	}
	return old, now
}

// maxReworded is how many words may be exchanged for others without a model.
const maxReworded = 6

// reword returns a content with the words exchanged that differ between two wordings of its
// source: "User lives in Berlin" for "I live in Berlin" and "I live in Munich" is "User lives in
// Munich". It returns "" unless one stretch of words was exchanged for another, without
// quotations and secrets, and stands in the content exactly once.
func reword(content, before, after string) string {
	if strings.Contains(after, "> ") || strings.Contains(before, "> ") {
		return ""
	}
	old, now := differ(before, after)
	if len(old) == 0 || len(now) == 0 || len(old) > maxReworded || len(now) > maxReworded {
		return ""
	}
	gone, come := trimMarks(strings.Join(old, " ")), trimMarks(strings.Join(now, " "))
	if gone == "" || come == "" || strings.Contains(come, text.Mask) || strings.Count(content, gone) != 1 {
		return ""
	}
	head, tail, _ := strings.Cut(content, gone)
	if isWithinWord(head, tail) {
		return ""
	}
	return head + come + tail
}
