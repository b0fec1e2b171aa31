package phrase

import (
	_ "embed"
	"strings"
	"unicode"

	"keepsake/text"
)

// maxAnswer is the most words that a bare yes or no has.
const maxAnswer = 6

// IsYes reports whether a short message is nothing but a yes: the answer to a question that was
// just asked. "Yes, but …" and "yes, and …" are not, since they say more.
func IsYes(s string) bool { return isAnswer(s, yesWords, yesDense) }

// CutOpening cuts a text at its first mark, one of a script without spaces also at its first space.
func CutOpening(s string) (first, rest string) {
	at := strings.IndexFunc(s, func(r rune) bool {
		return strings.ContainsRune("\n,،.!，、。！;؛)", r) || r == ' ' && IsDense(FirstRune(s))
	})
	if at < 0 {
		return s, ""
	}
	return s[:at], s[at:]
}

// IsNo reports whether a short message is nothing but a no. "No, Anna is my boss" is not, since it
// says something else.
func IsNo(s string) bool { return isAnswer(s, noWords, noDense) }

// isAnswer reports whether a message consists of words that answer and of courtesies, with at least
// one that answers.
func isAnswer(s string, words, dense map[string]bool) bool {
	if strings.ContainsAny(s, "?？؟") {
		return false
	}
	folded := text.Fold(strings.Trim(strings.TrimSpace(s), ".!。！…~ "))
	if dense[folded] {
		return true
	}
	found := false
	fields := strings.FieldsFunc(folded, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && r != '\'' && r != '’' && !isThumb(r)
	})
	if len(fields) == 0 || len(fields) > maxAnswer {
		return false
	}
	folded = strings.Join(fields, " ")
	if words[folded] || dense[folded] {
		return true
	}
	for i, f := range fields {
		if !words[f] {
			fields[i] = shorten(f)
		}
	}
	for i := 0; i < len(fields); {
		n, isWord := longest(fields[i:], words, dense)
		if n == 0 {
			return false
		}
		found = found || isWord
		i += n
	}
	return found
}

// shorten returns a word without the letters by which it is drawn out: "jaaa", "siiii".
func shorten(word string) string {
	var out []rune
	for _, r := range word {
		if n := len(out); n > 1 && out[n-1] == r && out[n-2] == r {
			out = out[:n-1]
			continue
		}
		out = append(out, r)
	}
	if n := len(out); n < len([]rune(word)) && n > 1 && out[n-1] == out[n-2] {
		out = out[:n-1]
	}
	return string(out)
}

// longest returns how many of the first words are one answer or one courtesy, and whether they answer.
func longest(fields []string, words, dense map[string]bool) (n int, answers bool) {
	for n := len(fields); n > 0; n-- {
		joined := strings.ReplaceAll(strings.Join(fields[:n], " "), "’", "'")
		switch {
		case words[joined] || dense[joined]:
			return n, true
		case courtesies[joined]:
			return n, false
		}
	}
	return 0, false
}

func isThumb(r rune) bool { return strings.ContainsRune("👍👎👌✅❌🚫🙅⛔", r) }

// answers returns the set of phrases that are separated by "|".
func answers(phrases string) map[string]bool {
	m := make(map[string]bool)
	for _, p := range strings.Split(phrases, "|") {
		if p = text.Fold(p); p != "" {
			m[p] = true
		}
	}
	return m
}

//go:embed answers.txt
var answersFile string

// The lists of answers.txt. Courtesies stand beside an answer without changing it.
var (
	yesWords, yesDense = answers(sectionOf(answersFile, "yes")), answers(sectionOf(answersFile, "yes, dense"))
	noWords, noDense   = answers(sectionOf(answersFile, "no")), answers(sectionOf(answersFile, "no, dense"))
	courtesies         = answers(sectionOf(answersFile, "courtesies"))
)

// sectionOf returns the lines of a section of a file of expressions, as alternatives.
func sectionOf(file, name string) string {
	_, rest, _ := strings.Cut(file, "\n# "+name+"\n")
	section, _, _ := strings.Cut(rest, "\n# ")
	return strings.ReplaceAll(strings.TrimSpace(section), "\n", "|")
}
