package edit

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
)

// line is a text that is being edited, with a cursor. The cursor is a byte offset that is always
// between two grapheme clusters.
type line struct {
	text string
	at   int

	history []string // of lines that were entered, oldest first
	shown   int      // index in history of what is shown; len(history) = the line itself
	own     string   // the line itself, while an older one is shown
}

// insert puts a text at the cursor. Control characters other than newline and tab are dropped.
func (l *line) insert(s string) {
	s = strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.IsControl(r) {
			return -1
		}
		return r
	}, s)
	l.text = l.text[:l.at] + s + l.text[l.at:]
	l.moveTo(l.at + len(s))
}

// moveTo moves the cursor to a byte offset, or behind the cluster that the offset is within.
func (l *line) moveTo(at int) {
	l.at = len(l.text)
	for end, rest := 0, l.text; rest != ""; {
		if end >= at {
			l.at = end
			return
		}
		var cluster string
		cluster, rest, _, _ = uniseg.FirstGraphemeClusterInString(rest, -1)
		end += len(cluster)
	}
}

// previous returns the offset of the cluster before the cursor, next that behind the one after it.
func (l *line) previous() int {
	before := 0
	for rest := l.text; rest != ""; {
		cluster, after, _, _ := uniseg.FirstGraphemeClusterInString(rest, -1)
		end := len(l.text) - len(after)
		if end >= l.at {
			break
		}
		before, rest = end, after
		_ = cluster
	}
	return before
}

func (l *line) next() int {
	cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(l.text[l.at:], -1)
	return l.at + len(cluster)
}

// wordStart returns the offset where the word before the cursor begins, wordEnd where the word
// after it ends.
func (l *line) wordStart() int {
	before := strings.TrimRightFunc(l.text[:l.at], unicode.IsSpace)
	return strings.LastIndexFunc(before, unicode.IsSpace) + 1
}

func (l *line) wordEnd() int {
	after := l.text[l.at:]
	begins := strings.IndexFunc(after, func(r rune) bool { return !unicode.IsSpace(r) })
	if begins < 0 {
		return len(l.text)
	}
	ends := strings.IndexFunc(after[begins:], unicode.IsSpace)
	if ends < 0 {
		return len(l.text)
	}
	return l.at + begins + ends
}

// remove deletes what is between two offsets.
func (l *line) remove(from, to int) {
	l.text = l.text[:from] + l.text[to:]
	l.moveTo(from)
}

// take returns the line and begins an empty one. A line with words joins the history.
func (l *line) take() string {
	text := l.text
	if strings.TrimSpace(text) != "" && (len(l.history) == 0 || l.history[len(l.history)-1] != text) {
		l.history = append(l.history, text)
	}
	l.text, l.at, l.own, l.shown = "", 0, "", len(l.history)
	return text
}

// showOlder and showNewer replace the line by another one of the history.
func (l *line) showOlder() { l.showEntry(l.shown - 1) }
func (l *line) showNewer() { l.showEntry(l.shown + 1) }

func (l *line) showEntry(i int) {
	if i < 0 || i > len(l.history) {
		return
	}
	if l.shown == len(l.history) {
		l.own = l.text
	}
	if l.shown = i; i == len(l.history) {
		l.text = l.own
	} else {
		l.text = l.history[i]
	}
	l.at = len(l.text)
}

// press changes the line as a key says and reports whether the key was one that edits.
func (l *line) press(k key) bool {
	switch k.name {
	case keyText:
		l.insert(k.text)
	case keyBackspace:
		l.remove(l.previous(), l.at)
	case keyDelete:
		l.remove(l.at, l.next())
	case keyLeft:
		l.at = l.previous()
	case keyRight:
		l.at = l.next()
	case keyHome:
		l.at = 0
	case keyEnd:
		l.at = len(l.text)
	case keyWordLeft:
		l.moveTo(l.wordStart())
	case keyWordRight:
		l.moveTo(l.wordEnd())
	case keyDeleteWordLeft:
		l.remove(l.wordStart(), l.at)
	case keyDeleteWordRight:
		l.remove(l.at, l.wordEnd())
	case keyDeleteToStart:
		l.remove(0, l.at)
	case keyDeleteToEnd:
		l.remove(l.at, len(l.text))
	case keyUp:
		l.showOlder()
	case keyDown:
		l.showNewer()
	default:
		return false
	}
	return true
}
