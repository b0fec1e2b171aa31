package markdown

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Preview renders Markdown that is still being written: like Render, but formatting opened
// near the end and not yet closed is shown as if it were closed, and a half-written link
// only with its label, so that a reader of a live answer does not see markers come and go.
func Preview(md string) Text {
	md = clean(md)
	if inFence(md) {
		return Render(md)
	}
	// Only the last paragraph can still be open; markers don't reach over a blank line.
	tail := strings.LastIndex(md, "\n\n") + 1
	return Render(md[:tail] + closed(md[tail:]))
}

// inFence says whether md ends inside a fenced code block. What is not one by CommonMark's
// finest rules, too: then a marker shows for a moment.
func inFence(md string) bool {
	fence := ""
	for line := range strings.Lines(md) {
		line = strings.TrimLeft(line, " >\t")
		mark := line[:len(line)-len(strings.TrimLeft(line, "`~"))]
		switch {
		case fence == "" && len(mark) >= 3 && strings.Trim(mark, mark[:1]) == "":
			fence = mark
		case fence != "" && strings.HasPrefix(mark, fence) && strings.TrimSpace(line) == mark:
			fence = ""
		}
	}
	return fence != ""
}

var (
	halfLink   = regexp.MustCompile(`!?\[([^\[\]]*)\]\([^()\s]*$`)
	onlyMarks  = regexp.MustCompile("(^|\n)[ \t]*[-#>*_~|`+=]+[ \t]*$")
	bareOpener = regexp.MustCompile("(^|\\s)[*_~|`]+$")
)

// closed is paragraph p with everything closed that is open at its end.
func closed(p string) string {
	p = halfLink.ReplaceAllString(p, "$1")
	p = onlyMarks.ReplaceAllString(p, "")
	p = bareOpener.ReplaceAllString(p, "")
	p = strings.TrimRight(p, " \n\t")
	open := openMarks(p)
	if len(open) > 0 {
		last := open[len(open)-1] // half of its closing marker may be there already
		if c := last[len(last)-1:]; len(last) > 1 && strings.HasSuffix(p, c) && !strings.HasSuffix(p, last) {
			p = strings.TrimSuffix(p, c)
		}
	}
	for i := len(open) - 1; i >= 0; i-- {
		p += open[i]
	}
	return p
}

// openMarks are the markers open at the end of p, outermost first.
func openMarks(p string) []string {
	var open []string
	for i := 0; i < len(p); {
		mark := markAt(p, i)
		switch {
		case p[i] == '\\':
			i += 2
			continue
		case mark == "":
			i++
			continue
		case mark[0] == '`':
			end := strings.Index(p[i+len(mark):], mark)
			if end < 0 {
				return append(open, mark)
			}
			i += end + 2*len(mark)
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(p[:i])
		after, _ := utf8.DecodeRuneInString(p[i+len(mark):])
		tight := mark[0] != '_' && mark[0] != '|'
		switch n := len(open); {
		case n > 0 && open[n-1] == mark && before != ' ' && before != '\n':
			open = open[:n-1]
		case after != utf8.RuneError && after != ' ' && after != '\n' && (tight || !letter(before)):
			open = append(open, mark)
		}
		i += len(mark)
	}
	return open
}

// markAt is the marker that stands at i: a run of backticks, **, __, ~~, ||, * or _.
func markAt(p string, i int) string {
	rest := p[i:]
	if n := len(rest) - len(strings.TrimLeft(rest, "`")); n > 0 {
		return rest[:n]
	}
	for _, mark := range []string{"**", "__", "~~", "||", "*", "_"} {
		if strings.HasPrefix(rest, mark) {
			return mark
		}
	}
	return ""
}
