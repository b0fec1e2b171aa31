package text

import (
	"regexp"
	"strings"
)

// This file is what somebody's words read like inside a block of a prompt. Blocks are lines
// that the code writes: "- [id:a1b2c3d4] [Subject] content", "### Category", "[category] (date)
// content", entries between "---", tasks with "(due …)" behind them. A model acts on these
// marks, so no content, subject, category, name or title may make one. Honest text stays as it is.

const (
	openers = `\[［【〔⟦❲`
	closers = `\]］】〕⟧❳`
)

var (
	idMark       = regexp.MustCompile(`(?i)[` + openers + `]([\s\p{Cf}]*i\p{Cf}*d[\s\p{Cf}]*[:：][\s\p{Cf}]*[\p{L}\p{N}]*)(?:[\s\p{Cf}]*[` + closers + `])?`)
	leadingLabel = regexp.MustCompile(`^[` + openers + `]([^` + openers + closers + `]*)[` + closers + `]?`)
	stateMark    = regexp.MustCompile(`\((archived(?:: it was true for a time)?|(?:due|done|overdue since) (?:\p{L}+ )?\d{4}-\d\d-\d\d[^()]*)\)`)
	blockMark    = regexp.MustCompile(`(?i)[` + openers + `]([\s\p{Cf}]*(?:long-term|end)[\s\p{Cf}]+memory)[\s\p{Cf}]*[` + closers + `]`)
	headingMark  = regexp.MustCompile(`^(?:#{1,6} |-{3,}$)`)
	brackets     = strings.NewReplacer("[", "(", "]", ")", "［", "(", "］", ")", "【", "(", "】", ")", "〔", "(", "〕", ")",
		"⟦", "(", "⟧", ")", "❲", "(", "❳", ")", "|", "/")
)

// BlockLine returns what somebody wrote as one line that stands in a block, at its end or
// behind marks of the code: it holds no id in brackets, does not begin with a label in
// brackets, a heading or a rule, and says nothing in the code's words about the state of its
// entry.
func BlockLine(s string) string {
	s = OneLine(s)
	s = idMark.ReplaceAllString(s, "($1)")
	s = leadingLabel.ReplaceAllString(s, "($1)")
	s = stateMark.ReplaceAllString(s, "‹$1›")
	s = blockMark.ReplaceAllString(s, "($1)")
	s = strings.ReplaceAll(s, "(replaces:", "‹replaces:")
	s = strings.ReplaceAll(s, "(confidence:", "‹confidence:")
	if headingMark.MatchString(s) {
		s = `\` + s
	}
	return s
}

// BlockLabel returns what somebody wrote as it stands within the brackets of a block: one line
// without brackets or bars.
func BlockLabel(s string) string { return brackets.Replace(OneLine(s)) }

// BlockText returns several lines that somebody, or a model after them, wrote, as the last part
// of a block: no line of it is a heading, a rule or an entry with an id.
func BlockText(s string) string {
	lines := strings.Split(strings.TrimSpace(Clean(s)), "\n")
	for i, line := range lines {
		line = idMark.ReplaceAllString(line, "($1)")
		if inner := strings.TrimLeft(line, " \t"); headingMark.MatchString(strings.TrimRight(inner, " \t")) || headingMark.MatchString(inner) {
			line = line[:len(line)-len(inner)] + `\` + inner
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

// Indent returns a text whose lines but the first stand two spaces to the right, so that none
// of them can be taken for a line of the code's own.
func Indent(s string) string { return strings.ReplaceAll(Clean(s), "\n", "\n  ") }
