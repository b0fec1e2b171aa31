package aside

import (
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// passing is a value and the sentence around it.
type passing struct {
	plain.Text
	words         *lexicon.Words
	from, to      int
	before, after string // of the sentence, in lower case
}

// isInPassing reports whether a place is a word with a number, as people choose passwords, in a sentence that says what one does with it and names
// no password: somebody is to try one or another, needs it for a file, has it everywhere or for more than one service, gets in with it, changed something to it, or logs in
// with it and a name. isAbout says whether the text is about an account, a device or a network.
func isInPassing(t plain.Text, w *lexicon.Words, from, to int, isAbout bool) bool {
	if !isChosen(w, t.Plain[from:to]) {
		return false
	}
	lo, hi := from, to
	for lo > 0 && !t.EndsSentenceAt(lo-1) {
		lo--
	}
	for hi < len(t.Low) && !t.EndsSentenceAt(hi) {
		hi++
	}
	p := passing{t, w, from, to, t.Low[lo:from], t.Low[to:hi]}
	near := p.before + " " + p.after
	if w.HasStem("nickname", near) {
		return false
	}
	return isAbout && p.isOneOfTries() || p.isPaired(near) ||
		w.HasEntry("fileword", near) && p.isBeside("needsit", "needsitlast") ||
		w.HasStem("everywhere", near) && p.isBeside("hasit", "hasitlast") ||
		w.HasStem("service", p.before) && (w.HasStem("getin", p.after) || p.isBeside("sameforall", "sameforalllast")) ||
		w.HasStem("signin", p.before) && p.isBeside("remains", "remainslast") ||
		w.HasStem("service", p.before) && w.HasStem("changing", near) && p.isBeside("into", "changedlast")
}

// isChosen reports whether a token is a word with two to four digits as people choose passwords, and no product, room or abbreviation.
func isChosen(w *lexicon.Words, v string) bool {
	word, _ := looks.CutNumber(v)
	return isNameWithNumber(w, v, 4) && !w.HasStem("service", strings.ToLower(word))
}

func (p passing) isBeside(cues, cuesBehind string) bool {
	return isBeside(p.Text, p.words, p.from, p.to, cues, cuesBehind)
}

// isOneOfTries reports whether the value is one of two that somebody is to try: "try Sunny1987 or Sunny1978 on the tablet".
func (p passing) isOneOfTries() bool {
	if !p.words.HasEntry("tries", p.before) && !p.words.HasEntry("triedlast", p.after) {
		return false
	}
	if rest, is := p.words.CutFirst("either", p.Low[p.Skip(p.to, " "):]); is {
		next := p.Skip(len(p.Low)-len(rest), " ")
		return isChosen(p.words, p.Plain[next:p.Text.SignedEnd(next)])
	}
	head, is := p.words.CutLast("either", strings.TrimRight(p.Low[:p.from], " "))
	return is && isChosen(p.words, p.lastToken(head))
}

// lastToken returns the token that a text which begins as p does ends with.
func (p passing) lastToken(head string) string {
	to := len(strings.TrimRight(head, " "))
	return p.Plain[tokenStart(p.Text, to):to]
}

// isPaired reports whether the value follows a name or the mail with which one logs in: "for the school app: lena2 and Sunny1987".
func (p passing) isPaired(near string) bool {
	at := len(strings.TrimRight(p.Low[:p.from], " "))
	if p.isSlashed(at) {
		return true
	}
	head, is := p.words.CutLast("pairing", p.Low[:at])
	if !is {
		return false
	}
	name := p.lastToken(head)
	isName := name == strings.ToLower(name) && (looks.IsUserName(name) || looks.IsLowNumberedName(name)) && looks.HasDigit(name)
	return isName && p.words.HasThing("portal", p.before) || p.words.HasStem("signwith", near) && p.words.HasThing("mymail", p.before)
}

// isSlashed reports whether a slash ends at a place, a name of a user stands before it and a word for an account before that: "the kid's game account:
// tiger_tom / Sunny1987". What has no capital can be the name of another account.
func (p passing) isSlashed(at int) bool {
	head, is := strings.CutSuffix(p.Low[:at], "/")
	if value := p.Plain[p.from:p.to]; !is || value == strings.ToLower(value) {
		return false
	}
	head = strings.TrimRight(head, " ")
	start := len(head)
	for start > 0 && head[start-1] != ' ' && head[start-1] != ':' {
		start--
	}
	name := p.Plain[start:len(head)]
	isName := len(name) > 3 && name == strings.ToLower(name) && (looks.HasDigit(name) || strings.ContainsAny(name, "@_.")) && looks.HasLetter(name)
	return isName && p.words.HasThing("gameaccount", p.before)
}

// tokenStart returns where a token begins that ends at i: its letters are of a script with spaces.
func tokenStart(t plain.Text, i int) int {
	for i > 0 {
		r, n := utf8.DecodeLastRuneInString(t.Low[:i])
		if plain.IsDense(r) || plain.IsHangul(r) || !plain.IsWordRune(r) && !strings.ContainsRune("_.", r) {
			return i
		}
		i -= n
	}
	return i
}
