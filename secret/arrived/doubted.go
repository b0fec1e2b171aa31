package arrived

import (
	"slices"
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

const (
	maxToCode   = 2 // words between a noun for a code and its number: "kod geldi 010356"
	maxCalledAs = 3 // words behind a number in which it is called a code: "skickade 562835 som kod"
)

// isDoubted reports whether a number is a code that somebody wonders about: it came to log in, "twitch just sent me this to log in: 5632"; nothing was
// ordered, "code 388-570 from gojek though I ordered nothing"; it is refused, "they want a code, I typed 5904 three times, still invalid"; somebody asks
// for it, "send me the code that came, 948163 came, shall I"; or a service sent it "as a code".
func isDoubted(t plain.Text, w *lexicon.Words, from, to int) bool {
	n := mention.At(t, w, from, to)
	before, after := around(t.Low, from, to)
	near := before + " | " + after
	isNear, isBefore := codeBefore(n, from)
	isUnasked := isNear || isBefore && looks.CountDigits(t.Low[from:to]) == 6
	if isUnasked && w.HasStem("orderednothing", near) && !w.HasStem("papers", before) {
		return true
	}
	if w.HasStem("papers", near) || w.HasStem("spent", near) {
		return false
	}
	if isToLogIn(w, before) && !n.IsCounting(from, to) {
		return true
	}
	switch {
	case isBefore && w.HasStem("manytimes", near) && w.HasStem("refused", after):
		return true
	case isBefore && (w.HasStem("sent", near) || w.HasStem("camein", near) || w.HasStem("cameword", near)) && w.HasEntry("shallitell", after):
		return true
	}
	return isCalledCode(n, before, after)
}

// isToLogIn reports whether a text that ends with a colon says that a service sent something to log in with.
func isToLogIn(w *lexicon.Words, before string) bool {
	before, isColon := strings.CutSuffix(strings.TrimRight(before, " "), ":")
	isSender := w.HasStem("service", before) || w.HasStem("codesender", before) || w.HasStem("sendingbank", before)
	return isColon && isSender && w.HasStem("tologin", before) && (w.HasStem("sent", before) || w.HasStem("camein", before) || w.HasStem("cameword", before))
}

// codeBefore reports whether a noun for a code of no other kind stands right before the number at i, and whether one stands before it in the same line.
func codeBefore(n *mention.Noun, i int) (isNear, isBefore bool) {
	line := strings.LastIndexByte(n.Low[:i], '\n') + 1
	line = max(line, n.TokenStart(max(0, i-3*maxBefore)))
	hits := n.Words.Index.Find(n.Low[line:i])
	for j := range hits {
		hits[j].At += line
	}
	for _, noun := range mention.All(n.Text, n.Words, hits) {
		if !isCodeNoun(noun) || noun.End > i {
			continue
		}
		isBefore = true
		between := n.Low[noun.End:i]
		isNear = isNear || len(strings.Fields(between)) <= maxToCode && !strings.ContainsAny(between, ".;?!0123456789")
	}
	return isNear, isBefore
}

// isCodeNoun reports whether a noun is one for a code and not of one that opens nothing.
func isCodeNoun(n *mention.Noun) bool {
	isGreek := n.Entry.Langs == n.Words.Langs["el"] && n.Entry.Classes&lexicon.Password != 0 // one word for both
	return (isGreek || n.Entry.Classes&(lexicon.BareCode|lexicon.Code) != 0) && n.Entry.Classes&lexicon.Locked == 0 && !n.IsOfKind()
}

// isCalledCode reports whether a service sends a number that is called a code right behind it: "zalando skickade 562835 som kod".
func isCalledCode(n *mention.Noun, before, after string) bool {
	first := plain.FirstWords(after, maxCalledAs)
	word, rest, _ := strings.Cut(first, " ")
	if !n.Words.Is("as", word, ^uint32(0)) && !n.Words.Is("calledas", word, ^uint32(0)) || !slices.ContainsFunc([]string{"service", "sendingbank", "codeshop"}, func(list string) bool { return n.Words.HasStem(list, before) }) {
		return false
	}
	isSent := n.Words.HasStem("camein", before) || n.Words.HasStem("sent", before)
	return isSent && slices.ContainsFunc(n.Words.Index.Find(rest+" "), func(h lexicon.Hit) bool {
		return h.Noun != nil && h.Noun.Classes&(lexicon.BareCode|lexicon.Code) != 0
	})
}

// isWarnedYear reports whether what looks like a year stands right behind a noun for a code in a message that tells what it is for and to tell nobody:
// "Code 1964 for logging in to PayPal. Tell nobody".
func isWarnedYear(n *mention.Noun, from, to int) bool {
	_, after := around(n.Low, from, to)
	if !looks.IsYear(n.Low[from:to]) || !n.Words.HasStem("tologin", after) || !n.Words.HasStem("tellnobody", after) {
		return false
	}
	isNear, _ := codeBefore(n, from)
	return isNear
}
