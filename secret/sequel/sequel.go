// Package sequel finds the password that stands in a sentence after the one that speaks of it: "my husband keeps forgetting the
// password. Ninrin5712. So now it's here", "they made me reset my password again. Save the new one: Muxdrax2615".
//
// It is asked where the sentence of the noun has no secret. Texts come in the even form of package plain.
//
// Start reading at Token.
package sequel

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/values"
)

// maxSentence is how long the next sentence may be, in bytes.
const maxSentence = 80

// Token returns the random token of the sentence after the noun's: it is all of that sentence, a sign leads to it, or the sentence
// calls it the new one.
func Token(r values.Reader) (from, to int, ok bool) {
	_, hi := r.Sentence()
	next := r.Skip(hi, ".!;。 \n\"'`")
	if r.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 || next == hi || next >= len(r.Low) || r.IsQuestion() {
		return 0, 0, false
	}
	end := next
	for end < min(len(r.Low), next+maxSentence) && !r.EndsSentenceAt(end) {
		end++
	}
	if from, to, ok = r.LoneRandom(next, end); !ok || !looks.IsUnnamedPassword(r.Plain[from:to]) || r.IsOther(from) || r.IsUser(next, from) {
		return 0, 0, false
	}
	before := strings.TrimRight(r.Low[next:from], " \"'`")
	if last := before[strings.LastIndexByte(before, ' ')+1:]; r.Words.Is("article", last, ^uint32(0)) {
		return 0, 0, false // "the new laptop is a …"
	}
	isLast := strings.Trim(r.Low[to:end], " \"'`?!*#") == ""
	return from, to, before == "" && isLast || r.Words.HasStem("newer", before) && (isLast || strings.HasSuffix(before, ":"))
}
