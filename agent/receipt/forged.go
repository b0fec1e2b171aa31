package receipt

import (
	"html"
	"regexp"
	"slices"
	"strings"

	"keepsake/markdown"
	"keepsake/text"
)

// marks are the signs that the lines begin with which the bot writes under an answer (receipt.* of package templates).
const marks = "📝🗑❓✅☑✕🔌👆👇🚫🕒"

var (
	// entity finds a character reference of Markdown, which may stand for a mark or for a space before one.
	entity = regexp.MustCompile(`&#?\w{1,10};`)
	// bullet begins an item of a list, which looks like no line of the bot's.
	bullet = regexp.MustCompile(`^[\s>]*[-*+•◦] `)
	// beginning finds marks with no letter before them.
	beginning = regexp.MustCompile(`^([^\pL]*?)(?:[` + marks + `][\x{FE0E}\x{FE0F}\x{1F3FB}-\x{1F3FF}]*[\s\p{Cf}]*)+`)
	// lineEnd is what a line of Markdown ends with.
	lineEnd = regexp.MustCompile("(?i)[\n\r\u0085\u2028\u2029]|<br ?/?>")
)

// WithoutMarks returns a model's text (Markdown) in which no line begins as those do that the bot itself writes under an answer: a mark at such a place
// is left out. What a model writes may be somebody else's wish, and is not to look as if something had been kept, forgotten or asked. Code keeps
// its marks, and so do the items of lists with bullets and a mark that stands alone.
func WithoutMarks(answer string) string {
	decoded := entity.ReplaceAllStringFunc(answer, func(e string) string {
		if r := html.UnescapeString(e); hasMark(r) || strings.TrimSpace(text.StripInvisible(r)) == "" {
			return r
		}
		return e
	})
	if !hasMark(decoded) || !hasMarkedLine(decoded) {
		return answer
	}
	var b strings.Builder
	from := 0
	for _, end := range append(lineEnd.FindAllStringIndex(decoded, -1), []int{len(decoded), len(decoded)}) {
		b.WriteString(unmarked(decoded[from:end[0]]) + decoded[end[0]:end[1]])
		from = end[1]
	}
	if out := b.String(); !hasMarkedLine(out) {
		return out
	}
	return strings.Map(func(r rune) rune { // however it is hidden
		if isMark(r) {
			return -1
		}
		return r
	}, decoded)
}

func isMark(r rune) bool { return r > 0x2600 && strings.ContainsRune(marks, r) }

func hasMark(s string) bool { return strings.ContainsFunc(s, isMark) }

// unmarked returns a line of Markdown without the marks that it begins with.
func unmarked(line string) string {
	at := beginning.FindStringSubmatchIndex(line)
	if at == nil || bullet.MatchString(line) || strings.TrimSpace(line[at[1]:]) == "" {
		return line
	}
	return line[:at[3]] + line[at[1]:]
}

// hasMarkedLine reports whether a line of a text, as it is shown, begins with a mark behind which something stands.
func hasMarkedLine(md string) bool {
	shown := markdown.Render(md)
	from := 0
	for line := range strings.Lines(shown.Text) {
		isCode := slices.ContainsFunc(shown.Entities, func(e markdown.Entity) bool {
			return e.Type == markdown.Pre && e.Offset <= from && from < e.Offset+e.Length
		})
		from += text.UTF16Len(line)
		if !isCode && unmarked(strings.TrimRight(line, "\n")) != strings.TrimRight(line, "\n") {
			return true
		}
	}
	return false
}
