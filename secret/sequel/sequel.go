// Package sequel finds the password that stands in a sentence after the one that speaks of it, or in a question before it: "my husband keeps forgetting the
// password. Ninrin5712. So now it's here", "they made me reset my password again. Save the new one: Muxdrax2615".
//
// It is asked where the sentence of the noun has no secret. Texts come in the even form of package plain.
//
// Start reading at Token, then FindBefore.
package sequel

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/values"
)

// maxSentence is how long the next sentence may be, in bytes.
const maxSentence = 80

// Find returns the password in the next sentence, or in the question before.
func Find(r values.Reader) (from, to int, ok bool) {
	if from, to, ok = Token(r); ok {
		return from, to, true
	}
	return FindBefore(r)
}

// Token returns the random token of the sentence after the noun's: it is all of that sentence, a sign leads to it, or the sentence
// calls it the new one.
func Token(r values.Reader) (from, to int, ok bool) {
	_, hi := r.Sentence()
	next := r.Skip(hi, ".!;。 \n\"'`")
	if r.Entry.Classes&(lexicon.Password|lexicon.Weak|lexicon.Key) == 0 || next == hi || next >= len(r.Low) || r.IsQuestion() {
		return 0, 0, false
	}
	end := next
	for end < min(len(r.Low), next+maxSentence) && !r.EndsSentenceAt(end) {
		end++
	}
	if !looks.HasDigit(r.Low[next:end]) {
		return 0, 0, false
	}
	if from, to, ok = r.LoneRandom(next, end); !ok || !looks.IsUnnamedPassword(r.Plain[from:to]) && !looks.IsRandomKey(r.Plain[from:to]) || r.IsOther(from) || r.IsUser(next, from) {
		return 0, 0, false
	}
	before := strings.TrimRight(r.Low[next:from], " \"'`")
	if last := before[strings.LastIndexByte(before, ' ')+1:]; r.Words.Is("article", last, ^uint32(0)) {
		return 0, 0, false // "the new laptop is a …"
	}
	isLast := strings.Trim(r.Low[to:end], " \"'`?!*#") == ""
	return from, to, before == "" && isLast || r.Words.HasStem("newer", before) && (isLast || strings.HasSuffix(before, ":") || len(strings.Fields(before)) == 1)
}

// FindBefore returns the random token of a question before the sentence that points back to it: "why won't it take cZI94idxfp? that
// password worked yesterday".
func FindBefore(r values.Reader) (from, to int, ok bool) {
	lo, _ := r.Sentence()
	end := len(strings.TrimRight(r.Low[:lo], " \n"))
	if r.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 || end == 0 || r.Low[end-1] != '?' {
		return 0, 0, false
	}
	said := strings.Fields(r.Low[lo:r.Start])
	if len(said) == 0 || !r.Words.Is("deictic", said[len(said)-1], r.Entry.Langs) && !r.Words.Is("definite", said[len(said)-1], r.Entry.Langs) && !r.Words.Is("that", said[len(said)-1], ^uint32(0)) {
		return 0, 0, false
	}
	start := end - 1
	for start > max(0, end-maxSentence) && !r.EndsSentenceAt(start-1) {
		start--
	}
	from, to, ok = r.LoneRandom(start, end)
	name, digits := looks.CutNumber(r.Plain[from:to])
	isProduct := looks.HasOnlyLetters(name) && digits < 5 // "why won't Office2021 open? that password is right"
	return from, to, ok && !isProduct && looks.IsUnnamedPassword(r.Plain[from:to]) && !r.IsOther(from) && !r.IsUser(start, from)
}
