package request

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"keepsake/phrase"
	"keepsake/text/language"
)

// AsksToKeep reports whether a text asks its reader whether to keep something: "Soll ich das so festhalten?" It takes a question about
// something else for one where that has a word for keeping in another sense.
func AsksToKeep(s string) bool { return KeepingQuestion(s) != "" }

// KeepingQuestion returns the last sentence of a text that asks its reader whether to keep something, from its verb for keeping on where more stands
// behind that: "remember that you sing?" of "Would you like me to remember that you sing?"; "" = none.
func KeepingQuestion(s string) (question string) {
	for _, p := range sentencesOf(s) {
		sentence := s[p.From:p.To]
		if !isQuestion(sentence) || !namesKeeping(sentence) {
			continue
		}
		question = sentence
		if behind := sentence[lastKeeping(sentence):]; countMore(phrase.Bare(behind), keepVerb, keepPlace) > 0 {
			question = behind
		}
	}
	return question
}

// A question that only names what it is about ("Shall I remember the date?") has at most mostTopical words for it, in a script without spaces
// longestBare signs in all, or longestTopical where what it is about is marked as an object.
const mostTopical, longestBare, longestTopical = 2, 14, 30

var (
	// states finds words behind which a question says what it would keep as a sentence, denseStates those of scripts without spaces.
	states      = regexp.MustCompile(`(?i)(?:^|\PL)(?:(?:` + that + `|diye|أن(?:ك|ه|ي))\PL|(?:qu|ch)['’]|\pL+[dt][iıuü][gğ][iıuü]n[iıuü]\PL)`)
	denseStates = regexp.MustCompile(`こと|[とって](?:覚|記|メモ|保存|登録)|[다라]고|는 ?[거것]|[한은] ?[거것]`)
	// denseTopic finds what such a question is about.
	denseTopic = regexp.MustCompile(`を(?:覚|記|メモ|保存|登録)|について|날짜|시간|주소|이름|번호|정보|[을를] `)
)

// IsBareQuestion reports whether a text asks its reader whether to keep what they said, and says no more of it than what it is about: "Shall I keep
// that?", "Shall I remember the date?"
func IsBareQuestion(s string) bool {
	asks := false
	for _, p := range sentencesOf(s) {
		if sentence := s[p.From:p.To]; isQuestion(sentence) {
			if !namesKeeping(sentence) || !isTopical(sentence) {
				return false
			}
			asks = true
		}
	}
	return asks
}

// isTopical reports whether a question to keep something says nothing of it but its topic.
func isTopical(question string) bool {
	if phrase.IsDense(firstLetter(question)) {
		n := utf8.RuneCountInString(strings.TrimSpace(question))
		return n <= longestBare || n <= longestTopical && denseTopic.MatchString(question) && !denseStates.MatchString(question)
	}
	most, more := mostTopical, countMore(phrase.Bare(question), keepVerb, keepPlace)
	switch {
	case states.MatchString(question[lastKeeping(question):]):
		most--
	case NamesObject(question): // "¿Lo guardo para cuando armemos tu CV?"
		return more <= 2*mostTopical
	}
	return more <= most && countNames(question) == 0
}

// lastKeeping returns where the last verb for keeping in a clause begins; 0 where there is none.
func lastKeeping(clause string) (at int) {
	from := 0
	terms, words := wordsOf(clause)
	folded := strings.ToLower(clause)
	for i, t := range terms {
		found := strings.Index(folded[min(from, len(folded)):], t)
		if found < 0 {
			continue
		}
		if from += found; words[i].is(keepVerb) {
			at = from
		}
	}
	return min(at, len(clause))
}

// MayAsk reports whether a text has words that may ask to keep something, in a sentence of which Find does not know what it asks for. A
// question, what somebody else asks for, a request for what it does not say ("remember who the boss is") and whatever denies something are none.
func MayAsk(s string) bool {
	if phrase.RefusesKeeping(s) || phrase.Markers(s)[phrase.Report] {
		return false
	}
	return slices.ContainsFunc(sentencesOf(s), func(p Span) bool {
		sentence := s[p.From:p.To]
		isIndirectly := func(at Span) bool { return indirect.MatchString(sentence[at.To:]) }
		if isQuestion(withoutTag(sentence)) || isOthersSaying(sentence) || quotingTask.MatchString(sentence) || slices.ContainsFunc(findRequests(sentence), isIndirectly) {
			return false
		}
		return phrase.HasRequest(sentence) && !phrase.HasDenial(sentence) || hintsAtKeeping(sentence)
	})
}

// hintsAtKeeping reports whether a sentence has a clause that may speak to the listener about what they keep, or a heading: "take Mark off, I'm
// single", "so you know for next time", "about me: …".
func hintsAtKeeping(s string) bool { return isHeaded(s) || hasClause(s, utterance.mayAsk) }

// hasClause reports whether a sentence has a clause of some kind, in a language that it may be in, and something beside it.
func hasClause(s string, is func(utterance) bool) bool {
	w, guess := scriptOf(s), language.Detect(s)
	return slices.ContainsFunc(pieces(s), func(p piece) bool {
		clause := s[p.From:p.To]
		if countMore(s[:p.From]+" "+s[p.To:]) == 0 {
			return false // nothing stands beside it: "delete all you have about my ex"
		}
		if w != nil {
			return is(w.utter(w.read(clause)))
		}
		words := newSpoken(clause)
		return len(words.terms) > 0 && len(words.terms) <= longestAsking && slices.ContainsFunc(allClauseWords(), func(w *clauseWords) bool {
			return isOf(w.code, guess) && is(w.utter(words))
		})
	})
}

// mayAsk reports whether such a clause may ask for something to be kept.
func (u utterance) mayAsk() bool {
	switch {
	case u.any(toldHint | thirdHint | whichHint):
		return false
	case u.first&(putHint|keepHint) != 0 && !u.isOwn(), u.mayCorrect():
		return true
	}
	return u.any(soHint) && u.any(laterHint|notHint) || u.is(againHint|notHint) || u.is(useHint|laterHint) && u.others <= 2
}

// heading finds what stands before the mark that makes it one, and longestHeading is how many words it has.
var heading = regexp.MustCompile(`^[^\pL\d]*([^:：!！\n]{2,60}?)(?:[:：]|\s[-–—]\s|[!！]{2,})\s*\S`)

const longestHeading = 4

// isHeaded reports whether a sentence begins with a heading, and not with who says the rest.
func isHeaded(s string) bool {
	at := heading.FindStringSubmatchIndex(s)
	if at == nil {
		return false
	}
	head := s[at[2]:at[3]]
	return len(strings.Fields(head)) <= longestHeading && !hasDigit.MatchString(head) && countNames(head) == 0 && !isReported(head+":") && saysSomething(s[at[3]:])
}

// NamesObject reports whether a text has a word that stands for what is to be kept: "save that one", "segnatelo".
func NamesObject(s string) bool {
	if strings.ContainsFunc(s, phrase.IsDense) {
		return denseObject.MatchString(s)
	}
	terms, words := wordsOf(s)
	for i := range words {
		if words[i].is(keepObject) || words[i].is(keepVerb) && (hasObject.MatchString(terms[i]) || hasClitic.MatchString(terms[i])) {
			return true
		}
	}
	return false
}

// denseObject finds such a word in a script without spaces.
var denseObject = regexp.MustCompile(`これ|それ|あれ|さっき|今の|今言|今申|上の|前の|这|這|那|刚|剛|上面|前面|我说的|我說的|그거|이거|그것|이것|방금|아까|지금|위에|앞에|(?:^|\s)거(?:$|\s)`)

// namesKeeping reports whether a text has a word for keeping, in any form and sense.
func namesKeeping(s string) bool {
	if askedKeeping.MatchString(s) {
		return true
	}
	if strings.ContainsFunc(s, phrase.IsDense) {
		for _, w := range allScriptWords() {
			for _, words := range []map[string]hints{w.whole, w.beginnings, w.endAsk} {
				for word, h := range words {
					if h&(keepHint|keptHint) != 0 && strings.Contains(s, word) {
						return true
					}
				}
			}
		}
	}
	for _, t := range termsOf(s) {
		for _, w := range allClauseWords() {
			if w.isKeeping(t) {
				return true
			}
		}
	}
	return false
}

// askedKeeping finds words with which the listener asks whether to keep something, and that ask nobody to.
var askedKeeping = regexp.MustCompile(`(?i)(?:저장|기록|메모|기억)(?:해|할|하)|(?:^|\PL)[أا](?:تذك[رّ]|سج[لّ]|دو[نّ]|حفظ)|(?:^|\PL)в память(?:\PL|$)|до пам['’]яті`)

// isKeeping reports whether a word keeps, with whatever ending.
func (w *clauseWords) isKeeping(t string) bool {
	if (w.whole[t]|w.beginnings[t]|w.endAsk[t])&(keepHint|keptHint) != 0 {
		return true
	}
	for at := range t {
		if at > 1 && (w.beginnings[t[:at]]|w.endAsk[t[:at]])&(keepHint|keptHint) != 0 {
			return true
		}
	}
	return false
}
