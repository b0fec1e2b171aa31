package text

import (
	"fmt"
	"strings"
	"unicode"
)

// Visible returns s with everything written out that a reader would miss or take for something
// else, so that what a person confirms is what is stored:
//
//   - characters that show as nothing, turn the reading order around or look like a space:
//     "bo⟨U+200B⟩ss"
//   - letters that look like another script's in the midst of that script's word:
//     "pа⟨U+0430⟩ypal"
//   - marks stacked on a letter beyond what its script needs: "e⟨U+0336⟩"; more than three
//     are counted: "⟨+12⟩"
//
// What is seen stays: joiners and variation selectors inside emoji and inside scripts that
// need them, no-break spaces where typography puts them ("10 km", "« oui »"), words that are of
// one script or show openly that they are of two ("SMSка").
func Visible(s string) string { return visible(s, false) }

// VisibleHost is Visible for the name of a host: one word with dots and hyphens in it.
func VisibleHost(s string) string { return visible(s, true) }

// maxWrittenOut is how many stacked marks in a row are written out one by one.
const maxWrittenOut = 3

func visible(s string, isHost bool) string {
	if !strings.ContainsFunc(s, needsLook) {
		return s
	}
	runes := []rune(s)
	odd := findLookalikes(runes, isHost)
	var b strings.Builder
	b.Grow(len(s) + 16)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		switch {
		case invisible(r):
			if seenHere(runes, i) {
				b.WriteRune(r)
			} else {
				writeOut(&b, r)
			}
		case isStackable(r):
			n := stackedFrom(runes, i)
			shown := min(n, marksAllowed(runes, i))
			b.WriteString(string(runes[i : i+shown]))
			for _, mark := range runes[i+shown : min(i+n, i+shown+maxWrittenOut)] {
				writeOut(&b, mark)
			}
			if more := n - shown - maxWrittenOut; more > 0 {
				fmt.Fprintf(&b, "⟨+%d⟩", more)
			}
			i += n - 1
		case odd[i]:
			b.WriteRune(r)
			writeOut(&b, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func writeOut(b *strings.Builder, r rune) { fmt.Fprintf(b, "⟨U+%04X⟩", r) }

// needsLook reports whether a character may be one that Visible writes out. It is quick to say
// no to ASCII.
func needsLook(r rune) bool {
	return invisible(r) || r >= 0x80 && (isStackable(r) || scriptOf(r) > inLatin)
}

// isStackable reports whether r is a mark that takes no room of its own.
func isStackable(r rune) bool { return unicode.In(r, unicode.Mn, unicode.Me) && !invisible(r) }

// stackedFrom returns how many marks stand on one another from i on.
func stackedFrom(runes []rune, i int) int {
	n := 0
	for i+n < len(runes) && isStackable(runes[i+n]) {
		n++
	}
	return n
}

// marksAllowed returns how many marks may stand on what is before i: two on the letters of
// alphabets (Vietnamese), four in other scripts (Hebrew, Thai), one in a keycap emoji, and none
// on what is no letter.
func marksAllowed(runes []rune, i int) int {
	base := i - 1
	if base >= 0 && runes[base] == 0xFE0F {
		base--
	}
	switch {
	case base < 0:
		return 0
	case runes[i] == 0x20E3 && strings.ContainsRune("#*0123456789", runes[base]):
		return 1
	case scriptOf(runes[base]) != otherScript:
		return 2
	case unicode.In(runes[base], unicode.L, unicode.Mc):
		return 4
	}
	return 0
}

// seenHere reports whether the joiner or selector at i changes what is seen.
func seenHere(runes []rune, i int) bool {
	if i == 0 {
		return false
	}
	prev := runes[i-1]
	var next rune
	if i+1 < len(runes) {
		next = runes[i+1]
	}
	switch r := runes[i]; {
	case r == 0xFE0F: // emoji presentation
		return pictograph(prev) || strings.ContainsRune("#*0123456789", prev) && next == 0x20E3
	case r == 0xFE0E: // text presentation
		return pictograph(prev)
	case r == 0x200D && (pictograph(prev) || prev == 0xFE0F) && pictograph(next):
		return true
	case r == 0x200C || r == 0x200D:
		return joining(prev) && joining(next)
	case r == 0x00A0 || r == 0x202F: // behind a number, and where French puts them
		return next != 0 && !invisible(next) && !unicode.IsSpace(next) &&
			(unicode.IsDigit(prev) || strings.ContainsRune("«‹", prev) || strings.ContainsRune("»›?!:;%€$£", next) && unicode.IsLetter(prev))
	case r == 0x3000: // the space of East Asian text
		return unicode.In(prev, unicode.Han, unicode.Hiragana, unicode.Katakana) || unicode.In(next, unicode.Han, unicode.Hiragana, unicode.Katakana)
	}
	return false
}

func pictograph(r rune) bool {
	return unicode.Is(unicode.So, r) || r >= 0x1F3FB && r <= 0x1F3FF || r == 0x2194 || r == 0x203C || r == 0x2049
}

// joining reports whether r belongs to a script in which joiners change letters' shapes.
func joining(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Devanagari, unicode.Bengali,
		unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu,
		unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Mongolian)
}
