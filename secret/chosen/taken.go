package chosen

import (
	"slices"
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// FindTaken adds what somebody took for a service where nothing calls it a password, "für die Hundesteuer hab ich rilgux_031 genommen", what a
// password was changed to in the next sentence, "changed the roblox password AGAIN lol. its ziggy94 now", and what joins a name with which one logs in:
// "log me in with anna@example.org and Trustno1".
func FindTaken(t plain.Text, w *lexicon.Words, nouns []*mention.Noun, add func(from, to int)) {
	if len(t.Low) > maxRefusal || strings.ContainsAny(t.Low, "{}<>[]=") {
		return
	}
	n := note{t, w, nouns}
	for from, to := range t.SignedTokens() {
		value := from + len(strings.TrimRight(t.Low[from:to], ".,;:'"))
		if !strings.ContainsAny(t.Low[from:value], "@/") && looks.HasDigit(t.Low[from:value]) && (n.isTaken(from, value) || n.isChangedTo(from, value) || n.isJoined(from, value)) {
			add(from, value)
		}
	}
}

// isTaken reports whether a place stands beside a verb for taking or being made to put it, in a text about a service.
func (n note) isTaken(from, to int) bool {
	v := n.Plain[from:to]
	if !isSignedName(v) && !isStrange(n.words, v) && !isNumbered(n.words, v) || !n.words.HasStem("service", n.Low[:from]) && !n.words.HasStem("service", n.Low[to:]) {
		return false
	}
	before := strings.TrimRight(n.Low[:from], " \"'`")
	_, isMade := n.words.CutLast("madetoput", before)
	_, isMadeLast := n.words.CutFirst("madetoputlast", n.Low[n.Skip(to, " \"'`"):])
	return (isMade || isMadeLast) && utf8.RuneCountInString(v) > 6 && !n.words.HasStem("nickname", n.Low)
}

// isChangedTo reports whether a place stands behind "it is" at the beginning of a clause, in a text that says before that a password was changed.
func (n note) isChangedTo(from, to int) bool {
	if !isNumbered(n.words, n.Plain[from:to]) && !isSignedName(n.Plain[from:to]) {
		return false
	}
	head, is := n.words.CutLast("itis", strings.TrimRight(n.Low[:from], " \"'`"))
	head = strings.TrimRight(head, " ")
	if !is || head == "" || strings.IndexByte(".,!;:\n", head[len(head)-1]) < 0 {
		return false
	}
	return n.words.HasStem("changing", head) && slices.ContainsFunc(n.nouns, func(noun *mention.Noun) bool {
		return noun.Entry.Classes&(lexicon.Password|lexicon.Weak) != 0 && noun.End <= len(head)
	})
}

// isJoined reports whether a place is a word with a capital and a number that "and" joins to an address or a short name, behind "with" in a text about
// logging in.
func (n note) isJoined(from, to int) bool {
	v := n.Plain[from:to]
	letters, digits := looks.CutNumber(v)
	if digits == 0 || digits > 5 || !plain.IsUpperAt(n.Plain, from) || utf8.RuneCountInString(letters) < 5 || !looks.HasOnlyLetters(letters) || letters == strings.ToUpper(letters) || n.words.HasStem("product", strings.ToLower(letters)) || n.words.HasStem("service", strings.ToLower(letters)) {
		return false
	}
	head := strings.TrimRight(n.Low[:from], " ")
	at := n.WordStart(len(head))
	if !n.words.Is("andword", head[at:], ^uint32(0)) {
		return false
	}
	head = strings.TrimRight(head[:at], " ")
	start := strings.LastIndexByte(head, ' ') + 1
	name := head[start:]
	isAddress := strings.Contains(name, "@") && looks.IsAddress(name)
	isName := digits >= minNumbers && looks.HasOnlyLetters(name) && n.Plain[start:start+len(name)] == name && utf8.RuneCountInString(name) < 12 && !n.words.HasStem("service", name) && !n.words.IsStop(name)
	cue := strings.TrimRight(head[:start], " ")
	isWith := n.words.Is("with", cue[strings.LastIndexByte(cue, ' ')+1:], ^uint32(0))
	return isWith && (isAddress || isName) && slices.ContainsFunc(n.nouns, func(noun *mention.Noun) bool { return noun.Entry.Classes&lexicon.Login != 0 }) || isWith && isAddress && n.words.HasStem("signwith", n.Low)
}
