// Package pasted finds, in what somebody typed, the words that are not their own: what stands behind the name of somebody who says it ("Jim: I
// moved to Kent"), behind words that announce it ("got this from my sister."), in a chat or mail that was copied, in lines that quote as mail does
// ("> …"), in a text that is to be worked on or sent ("translate: …", "tell my boss: …"), and in play ("let's roleplay …"). Whoever reads such a
// text as its writer's word takes one person for another.
//
// It is no judge of who is meant: a name is what looks like one, before words that somebody says of themself. What people put before something
// of their own, "note to self:", "allergies:", is known (words.txt). Where it is open whose words they are, they are another's: that costs
// the writer a tap. Quotations within a sentence are package segment's.
//
// Introductions are of four kinds: label.go (a name; speech.go what it says), announced.go (a report, a mail, a chat), handed.go (work, messages, stories)
// and scenes.go (play). It is pure. Start reading at Split.
package pasted

import (
	"regexp"
	"strings"

	"keepsake/phrase"
)

// reach is how far what an introduction introduces goes.
type reach int

const (
	toBlankLine reach = iota // to the end of the paragraph
	toEnd                    // to the end of the text
	toStop                   // to the end of the sentence, and nobody's words
	scene                    // to the end of the text, and nobody's words
)

// Split returns a text without the words in it that are another's, or nobody's, and without what introduces them; and those of others. Where it has
// none, the text comes back as it is.
func Split(s string) (own, others string) {
	own, quoted := splitLines(s)
	from, p, ok := find(own)
	if !ok {
		return own, quoted
	}
	behind := from + p.at + extent(own[from+p.at:], p.far)
	rest, more := Split(own[behind:])
	if others = strings.TrimSpace(own[from+p.at : behind]); p.far == toStop || p.far == scene {
		others = ""
	}
	own = strings.TrimSpace(own[:from]) + "\n" + strings.TrimSpace(rest)
	return strings.TrimSpace(own), strings.TrimSpace(quoted + "\n" + others + "\n" + more)
}

// splitLines splits a text into the writer's lines and the lines that it quotes as mail does ("> …").
func splitLines(s string) (typed, quoted string) {
	if !strings.Contains(s, ">") {
		return s, ""
	}
	var t, q []string
	for _, line := range strings.Split(s, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), ">") {
			q = append(q, line)
		} else {
			t = append(t, line)
		}
	}
	return strings.Join(t, "\n"), strings.Join(q, "\n")
}

// part is words that are not the writer's: where they begin behind what introduces them, and how far they go.
type part struct {
	at  int
	far reach
}

// blankLine finds where a paragraph ends.
var blankLine = regexp.MustCompile(`\n[ \t]*\n`)

// extent returns how many bytes of a text an introduction before it reaches.
func extent(s string, far reach) int {
	switch far {
	case toBlankLine:
		if at := blankLine.FindStringIndex(s); at != nil {
			return at[0]
		}
	case toStop:
		if at := strings.IndexAny(s, ".!?\n。"); at >= 0 {
			return at + 1
		}
	}
	return len(s)
}

// find returns the first part of a text that is not its writer's, and from where on; ok is false where all of it is theirs.
func find(s string) (from int, p part, ok bool) {
	end := len(s)
	if at := scenes.FindStringIndex(s); at != nil {
		end = at[0]
	}
	for from <= end && from < len(s) {
		if p, ok = opens(s[from:]); ok {
			return from, p, true
		}
		from += nextStart(s[from:])
	}
	return end, part{far: scene}, end < len(s)
}

// sentenceEnd finds where a sentence or a line ends and another begins.
var sentenceEnd = regexp.MustCompile(`\n|[.!?…]["”»)]?\s+|[。！？؟।]\s*`)

// nextStart returns where the next sentence of a text begins, or what stands behind the first colon of this one: "remember: Jim: …".
func nextStart(s string) int {
	next := len(s)
	if at := sentenceEnd.FindStringIndex(s); at != nil {
		next = at[1]
	}
	if _, rest, ok := cutLabel(s); ok {
		next = min(next, len(s)-len(rest))
	}
	return next
}

// opens returns the part that a text begins with, or that its first sentence introduces.
func opens(s string) (p part, ok bool) {
	if headers.MatchString(s) {
		return part{far: toEnd}, true
	}
	if at := chatHeader.FindStringIndex(s); at != nil && speaks(s[at[1]:]) {
		return part{far: toEnd}, true
	}
	if plays.MatchString(s) {
		return part{far: toStop}, true
	}
	if label, rest, ok := cutLabel(s); ok && strings.TrimSpace(rest) != "" {
		if far, ok := introduces(label, rest); ok {
			return part{len(s) - len(rest), far}, true
		}
	}
	end := len(s)
	if at := sentenceEnd.FindStringIndex(s); at != nil {
		end = at[1]
	}
	if strings.TrimSpace(s[end:]) == "" {
		return p, false
	}
	sentence := s[:end]
	isOrder := isWork(sentence) && (strings.HasSuffix(sentence, "\n") || points.MatchString(sentence))
	return part{end, toEnd}, isOrder || announces(sentence)
}

// longestLabel is how many bytes a label has at most.
const longestLabel = 140

// colon finds a colon that ends a label: no time, no address, no face.
var colon = regexp.MustCompile(`(?:\s?[:：])(?:\s|$|[^\s/\\\d)(|DPpOo*3<>\]\[-])|[:：]\s`)

// cutLabel cuts a text behind the first colon of its first sentence, if that can be the end of a label.
func cutLabel(s string) (label, rest string, ok bool) {
	head := s[:min(len(s), 2*longestLabel)]
	if at := strings.IndexByte(head, '\n'); at >= 0 {
		head = head[:at+1]
	}
	if !strings.ContainsAny(head, ":：") {
		return "", "", false
	}
	skip := len(stamp.FindString(head)) // a time has colons of its own
	at := colon.FindStringIndex(head[skip:])
	if at == nil || skip+at[0] > longestLabel {
		return "", "", false
	}
	label = head[:skip+at[0]]
	if end := sentenceEnd.FindStringIndex(title.ReplaceAllString(label, "")); end != nil {
		return "", "", false // the colon is of a later sentence
	}
	rest = s[skip+at[0]:]
	behind := strings.IndexAny(rest, ":：")
	rest = rest[behind:]
	rest = strings.TrimPrefix(strings.TrimPrefix(rest, ":"), "：")
	return label, rest, true
}

// introduces returns how far what stands behind a label is another's; ok is false where it is the writer's own.
func introduces(label, rest string) (far reach, ok bool) {
	isStamped := isStamped(label)
	label = bare(label)
	switch {
	case isReport(label, rest), tellsSomebody(label), isHandedOver(label) && !corrects(label, rest):
		return toEnd, true
	case isSource(label):
		return toBlankLine, true
	case isLetterHead(label), phrase.HasRequest(label):
		return 0, false
	}
	return toBlankLine, isSomebody(label, isStamped, rest)
}
