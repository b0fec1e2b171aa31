package replies

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// isAskedFor reports whether the sentence says what to do if something asks for what only questions for security ask: "if it asks for mum's
// maiden name put Hargreaves". What forms ask for as well, "place of birth", and streets and schools do not count.
func isAskedFor(n *mention.Noun) bool {
	if n.Entry.Classes&lexicon.Private == 0 || n.Words.Is("broad", n.Entry.Text, ^uint32(0)) || isFormal(n) {
		return false
	}
	lo, hi := n.Sentence()
	return has(n, "asklast", n.End, hi) || n.Words.HasStem("asking", n.Low[lo:hi]) && has(n, "incase", lo, n.Start)
}

// has reports whether an entry of a list in the noun's language stands between two places.
func has(n *mention.Noun, list string, lo, hi int) bool {
	for i := lo; i < hi; i = nextWord(n, i) {
		if !isDense(n, i) && plain.IsWordRune(n.Before(i)) {
			continue
		}
		if end, is := n.MatchWords(list, i); is && end <= hi {
			return true
		}
	}
	return false
}

// isFormal reports whether the noun is one of forms and papers as well.
func isFormal(n *mention.Noun) bool {
	for _, stem := range n.Words.Stems["formal"] {
		if strings.HasPrefix(n.Entry.Text, stem) {
			return true
		}
	}
	return false
}

// isShortened reports whether two letters of Devanagari are left of a longer word, whose vowels are signs that the even form does not have: "शेरू".
func isShortened(n *mention.Noun, from, to int) bool {
	low := n.Low[from:to]
	a, b := n.Original(from, to)
	return unicode.Is(unicode.Devanagari, plain.FirstRune(low)) && utf8.RuneCountInString(low) == 2 && utf8.RuneCountInString(n.Source[a:b]) > 3 && !n.Words.IsStop(low) && !n.Words.Is("vague", low, ^uint32(0)) && !n.Words.Is("puts", low, ^uint32(0)) && !n.Words.Is("putslast", low, ^uint32(0))
}

// isUnmarked reports whether one letter of Thai between two places is no word: "ก็" loses its mark in the even form, and "โกโก้" has the letter too.
func isUnmarked(n *mention.Noun, from, to int) bool {
	a, b := n.Original(from, to)
	return unicode.Is(unicode.Thai, n.RuneAt(from)) && utf8.RuneCountInString(n.Low[from:to]) == 1 && utf8.RuneCountInString(n.Source[a:b]) == 1
}

// titleEnd returns the end of the word behind a title at i, "cô Thủy", "mrs Bell"; i if there is none.
func titleEnd(n *mention.Noun, i int) int {
	end := n.WordEnd(i)
	if !n.Words.Is("title", n.Low[i:end], n.Entry.Langs) {
		return i
	}
	next := n.Skip(end, " .")
	if to := n.WordEnd(next); next > end && utf8.RuneCountInString(n.Low[next:to]) > 1 {
		return to
	}
	return i
}

// said returns the plain word that a sentence says is the answer to a question for security, where the noun is followed by nothing but whose it is: "the
// answer to the security question at gmail is saffron". A copula stands before the word or behind it, or the word ends the text behind a service.
func said(n *mention.Noun) (from, to int, ok bool) {
	lo, hi := n.Sentence()
	if n.Entry.Classes&lexicon.Question == 0 || n.IsQuestion() || n.Words.HasWord("negation", n.Low[lo:hi]) || n.Words.HasStem("lost", n.Low[lo:hi]) {
		return 0, 0, false
	}
	isAnswer := isOfAnswer(n, lo, n.Start)
	isPlaced := false
	i := n.Skip(n.End, " ")
	for range maxOwners {
		end := n.WordEnd(i)
		word := n.Low[i:end]
		isPlace := n.Words.HasStem("service", word) || n.Words.HasStem("codesender", word) || n.Words.HasStem("sendingbank", word) || n.Words.Contains("mailbox", word)
		isPlaced = isPlaced || isPlace
		isSmall := slices.ContainsFunc([]string{"of", "at", "article", "my", "definite"}, func(list string) bool { return n.Words.Is(list, word, n.Entry.Langs) })
		isAnswer = isAnswer || isOfAnswer(n, i, end)
		if !isPlace && !isSmall && !isOfAnswer(n, i, end) {
			break
		}
		i = n.Skip(end, " :")
	}
	end, isLinked := n.Match("is", i)
	if isLinked {
		i = n.Skip(end, " \"'`:")
	}
	to = n.WordEnd(i)
	isFinal := n.FinalAfter(to)
	if last, is := n.Match("is", n.Skip(to, " ")); is {
		isFinal = isFinal || n.IsClauseEnd(last)
	}
	isEnd := isFinal || n.IsClauseEnd(to)
	return i, to, isAnswer && isEnd && (isLinked || isFinal || isPlaced && n.IsTextEnd(to)) && n.IsPlainWord(i, to) && !n.Words.IsStop(n.Low[i:to]) && isAnswerWord(n, i, to, isFinal)
}

// isAnswerWord reports whether a plain word is no vague one, no part of what is said about answers, and no verb: before a copula none stands.
func isAnswerWord(n *mention.Noun, from, to int, isFinal bool) bool {
	low := n.Low[from:to]
	return !n.Words.Is("vague", low, ^uint32(0)) && !n.Words.HasStem("asked", low) && !isOfAnswer(n, from, to) && !n.Words.HasStem("service", low) && (isFinal || !n.Words.HasVerbEnding(low, n.Entry.Langs))
}
