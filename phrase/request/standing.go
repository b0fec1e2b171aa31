package request

import (
	"math/bits"
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/text/sieve"
)

// This file finds instructions that stand: a sentence that tells the listener how to do something from now on, always or never ("from now on",
// "whenever I ask"), or that is about how to speak to the person. What somebody does themselves, and what is wanted once, are none.

// manyWords is how many words a sentence without a verb may have: "no emojis in your replies please".
const manyWords = 14

// isStanding reports whether a sentence is such an instruction.
func isStanding(sentence string) bool {
	isAsked := isQuestion(withoutTag(sentence))
	if unable.MatchString(sentence) || quotingTask.MatchString(sentence) {
		return false
	}
	if phrase.IsDense(firstLetter(sentence)) {
		return !isAsked && isStandingDense(sentence)
	}
	s := readSentence(sentence)
	if s.isOnce || s.stopsKeeping() || s.isReported() {
		return false
	}
	for left := s.languages; left != 0; left &= left - 1 {
		in := languages(1) << bits.TrailingZeros16(uint16(left))
		if s.tells(in, isAsked) {
			return true
		}
	}
	return !isAsked && (s.isLasting && !s.isRecurring() || words()["lasting"].MatchString(sentence) || hasManner(sentence))
}

// hasManner reports whether a sentence has an expression of how to speak to the person, and not of what somebody does.
func hasManner(sentence string) bool {
	at := manner().FindStringSubmatchIndex(sentence)
	return at != nil && !doer.MatchString(sentence[:max(at[2], at[4])])
}

// doer finds somebody directly before a verb.
var doer = regexp.MustCompile(`(?i)\b(?:i|we|they|he|she)(?: always| never| often)? $`)

// firstLetter returns the first letter of a text, 0 where there is none.
func firstLetter(s string) rune {
	return phrase.FirstRune(strings.TrimLeft(s, " \t\n\"“”«»„「『《'’‘(（[-–—*•…"))
}

// tags end a sentence with a question that asks nothing: "…, ok?"
var tags = sieve.MustCompile(`(?i)[\s,，]+(?:ok(?:ay)?|oke|right|yeah|deal|agreed|abgemacht|afgesproken|trato hecho|intesi|combinado|anlaştık|договорились|домовились|umowa|تمام|ماشي|اتفقنا|yes|please|ja|gell?|ne|oder|klar|vale|sí|d['’]accord|hein|va bene|tá(?: bom)?|blz|certo|да|ладно|хорошо|ок|добре|гаразд|dobrze|dobra|tamam|tmm|olur)(?: m[ıiuü])?\s*[?？؟]+\s*$|(?:好吗|好嗎|行吗|行不行|成不成|好不好|可以吗|知道了吗|ok|ㅇㅋ|알았지|알겠지|な)\s*[?？]\s*$`)

func withoutTag(s string) string { return tags.ReplaceAllString(s, " ") }

// sentence is what the words of a sentence say about instructions.
type sentence struct {
	terms     []string
	words     []word
	clauses   []int     // where each begins, in words
	languages languages // in which something may make it an instruction
	isOnce    bool
	isLasting bool // an expression says that it is for the future
	isAlways  bool // … that it is not for this time only: "always, not just today"
	hasQuote  bool // something is quoted: "no more “of course!”"
}

func readSentence(text string) sentence {
	s := sentence{isLasting: isLasting(text), isAlways: words()["always"].MatchString(text), hasQuote: strings.ContainsAny(text, "\"“„«")}
	s.terms, s.words = wordsOf(text)
	for i := range s.words {
		w := &s.words[i]
		s.isOnce = s.isOnce || w.is(onceWord) && !s.isAlways
		if turkishIf.MatchString(s.terms[i]) {
			s.languages |= turkish
		}
		s.languages |= w[lastWord] | w[stopWord] | w[noneWord] | w[everyWord] | w[ifWord] | w[noWord] | w[wishWord] | w[speakVerb]
	}
	if s.isLasting || s.isAlways {
		s.languages = allLanguages
	}
	n := 0
	for _, part := range clauseBreaks.Split(text, -1) {
		if terms := len(termsOf(part)); terms > 0 {
			s.clauses = append(s.clauses, n)
			n += terms
		}
	}
	return s
}

// isLasting reports whether a text has an expression for the future, or for what an instruction holds: "for all our chats".
func isLasting(text string) bool {
	return phrase.IsLasting(text) || words()["lasting"].MatchString(text)
}

// clauseBreaks find where a clause of a sentence ends.
var clauseBreaks = regexp.MustCompile(`[,;:،؛]\s|\s[–—-]\s|[.!]\s`)

// any reports whether one of the words from a place on, and before another, is of a kind.
func (s sentence) any(k kind, in languages, from, to int) bool {
	for i := from; i < to; i++ {
		if s.words[i].in(k, in) {
			return true
		}
	}
	return false
}

func (s sentence) count(k kind, in languages) (n int) {
	for i := range s.words {
		if s.words[i].in(k, in) {
			n++
		}
	}
	return n
}

// stopsKeeping reports whether a sentence tells to keep no more: "stop saving things about me".
func (s sentence) stopsKeeping() bool {
	for i := range min(3, len(s.words)) {
		if s.words[i].is(stopWord) {
			_, to := s.clauseOf(i)
			if to-i <= 2 { // "hör auf, …"
				to = len(s.words)
			}
			for j := i + 1; j < to; j++ {
				if s.words[j].is(keepVerb) && !s.words[j].is(stopWord) {
					return true
				}
			}
			return false
		}
	}
	return false
}

// isReported reports whether a sentence begins with what somebody says: "Tom always says: …"
func (s sentence) isReported() bool {
	for i := range min(4, len(s.words)) {
		w := &s.words[i]
		if w.is(ifWord) || i == 0 && w.is(tellVerb) && !w.is(toldWord) {
			return false
		}
		if w.is(toldWord) && !w.is(stopWord) && !w.in(tellVerb, english) {
			return true
		}
	}
	return false
}

// isRecurring reports whether all that lasts is that something happens again and again: "every time", "whenever".
func (s sentence) isRecurring() bool {
	return s.any(ifWord, allLanguages, 0, 3) || s.any(everyWord, allLanguages, 0, 3)
}

// tells reports whether a sentence tells the listener how to do something from now on, if it is in this language.
func (s sentence) tells(in languages, isAsked bool) bool {
	all, lasts := len(s.words), s.isLasting || s.isAlways || s.lasts(in, 0, len(s.words))
	wish, condition, isMust := s.wish(in), s.condition(in), s.asksListener(in)
	switch {
	case isAsked:
		return isMust && (lasts || s.any(noWord, in, 0, all) && s.any(moreWord, in, 0, all)) && (s.any(tellVerb, in, 0, all) || s.any(topicWord, in, 0, all))
	case isMust && lasts:
		return true
	case condition < 0 && (s.startsWith(thirdWord, in) || wish < 0 && s.startsWith(selfWord, in)):
		return false
	case wish >= 0:
		return s.wishes(in, wish, lasts)
	case condition >= 0:
		return s.order(in, condition+1, true) >= 0 || s.asksToDo(in) || s.saysYouDo(in, condition+1) ||
			(lasts || s.any(onlyWord, in, 0, all)) && s.any(topicWord, in, condition, all) && !s.any(beVerb, in, condition, all) && !s.any(thirdWord, in, condition, all)
	}
	return s.orders(in, lasts) || s.names(in, lasts)
}

// orders reports whether a verb tells the listener to do something always, never or no more, or how to speak to the person.
func (s sentence) orders(in languages, lasts bool) bool {
	verb := s.order(in, 0, false)
	if verb < 0 && lasts && s.endsWithInfinitive(in) {
		return true
	}
	if verb < 0 {
		return (lasts || s.any(noWord, in, 0, len(s.words)) && s.any(moreWord, in, 0, len(s.words))) && s.asksToDo(in)
	}
	from, to := s.clauseOf(verb)
	return s.isLasting || s.lasts(in, from, to) || lasts && !s.any(thirdWord, in, to, len(s.words)) || s.isManner(in, verb) ||
		s.any(noWord, in, from, verb) && s.any(moreWord, in, verb, to)
}

// clauseOf returns where the clause of a word begins and ends.
func (s sentence) clauseOf(at int) (from, to int) {
	to = len(s.words)
	for _, c := range s.clauses {
		if c <= at {
			from = c
		} else {
			return from, c
		}
	}
	return from, to
}

// asksToDo reports whether a sentence asks to do something with an infinitive: "proszę pisać".
func (s sentence) asksToDo(in languages) bool {
	if in&slavic == 0 || !s.any(askWord, in, 0, len(s.words)) {
		return false
	}
	return slices.ContainsFunc(s.terms, slavicInfinitive.MatchString)
}

// slavicInfinitive finds how an infinitive ends.
var slavicInfinitive = regexp.MustCompile(`^\pL{2,}(?:ac|ic|yc|ec|ть|ти|ться|тися)$`)

// names reports whether a sentence without a verb names what answers are to be like, or are to be without.
func (s sentence) names(in languages, lasts bool) bool {
	all := len(s.words)
	if s.any(thirdWord, in, 0, all) || s.any(selfWord, in, 0, min(all, 6)) || s.any(beVerb, in, 0, all) || all > manyWords {
		return false
	}
	isNone := s.any(noneWord, in, 0, min(2, all)) || s.any(stopWord, in, 0, min(2, all))
	if isNone && (s.any(topicWord, in, 1, min(all, 5)) || s.hasQuote) {
		return true
	}
	return lasts && (s.count(topicWord, in) > 1 || s.any(topicWord, in, 0, all) && s.any(askWord, in, 0, all) || s.hasQuote && s.any(noWord, in, 0, all))
}

// lasts reports whether words say that something is for good: "always", "every message", "no … any more".
func (s sentence) lasts(in languages, from, to int) bool {
	for i := from; i < to; i++ {
		w := &s.words[i]
		if w.in(lastWord, in) || w.in(everyWord, in) && s.any(topicWord, in, i+1, min(i+4, len(s.words))) {
			return true
		}
	}
	return false
}

// startsWith reports whether somebody is what a sentence begins with: the speaker (selfWord), or another (thirdWord).
func (s sentence) startsWith(k kind, in languages) bool {
	for i := range s.words {
		switch w := &s.words[i]; {
		case w.in(k, in), in == turkish && k == selfWord && i == 0 && s.terms[i] != "benim" && turkishOwn.MatchString(s.terms[i]):
			return true
		case w.in(lastWord, in), w.in(askWord, in), w.in(vocative, in):
		default:
			return false
		}
	}
	return false
}

// turkishOwn finds how ends what is the speaker's: "anneannem".
var turkishOwn = regexp.MustCompile(`^\pL{3,}[aeiu]m$`)

// wish returns where a sentence begins that the person wishes something, -1 where it does not.
func (s sentence) wish(in languages) int {
	for i := range s.words {
		if s.words[i].in(wishWord, in) && (i < 4 || in&turkish != 0) {
			return i
		}
	}
	return -1
}

// wishes reports whether what is wished is how the listener is, or always does something, or what answers are like.
func (s sentence) wishes(in languages, at int, lasts bool) bool {
	all := len(s.words)
	from := at + 1
	if in&turkish != 0 {
		from = 0
	}
	if in == turkish && s.condition(in) >= 0 && slices.ContainsFunc(s.terms, turkishYourDoing.MatchString) {
		return true
	}
	for i := from; i < all; i++ {
		if s.words[i].in(ifWord, in) && s.any(listener, in, i+1, min(i+2, all)) {
			return true // "I like it better when you …"
		}
	}
	return s.any(outWord, in, from, all) || s.any(listener, in, 0, all) && (lasts || s.any(meWord, in, from, all) || s.any(noWord, in, from, all)) ||
		lasts && (s.any(tellVerb, in, from, all) || s.any(topicWord, in, from, all))
}

// condition returns where the first clause begins that says when something is to be done, -1 where none does.
func (s sentence) condition(in languages) int {
	for k, from := range s.clauses {
		to := len(s.words)
		if k+1 < len(s.clauses) {
			to = s.clauses[k+1]
		}
		for i := from; i < min(from+2, to); i++ {
			if s.words[i].in(ifWord, in) && (s.any(actVerb, in, i+1, len(s.words)) || s.any(listener, in, i+1, to)) {
				return i
			}
		}
	}
	if in&turkish != 0 {
		return slices.IndexFunc(s.terms, turkishIf.MatchString)
	}
	return -1
}

// asksListener reports whether a sentence says what the listener has to do, or asks whether they would.
func (s sentence) asksListener(in languages) bool {
	for i := range min(4, len(s.words)) {
		for j := max(0, i-2); j < min(i+3, len(s.words)); j++ {
			if i != j && s.words[i].in(mustVerb, in) && s.words[j].in(listener, in) {
				return true
			}
		}
	}
	return false
}

// order returns where a verb stands that tells the listener what to do, -1 where none does: no subject stands before it, and in English it
// begins its clause. isFree says that it may stand anywhere behind a condition.
func (s sentence) order(in languages, from int, isFree bool) int {
	others := 0
	for i := from; i < len(s.words); i++ {
		w := &s.words[i]
		for _, c := range s.clauses {
			if c == i {
				others = 0
			}
		}
		switch {
		case isFree && i == from:
		case w.in(tellVerb, in) && !w.in(askWord, in) && (isFree && i > from+1 && !s.hasSubject(in, i) || !isFree && others <= s.mostBefore(in)):
			return i
		case w.in(selfWord, in), w.in(thirdWord, in):
			others += 9
		case w.in(lastWord, in), w.in(everyWord, in), w.in(noWord, in), w.in(askWord, in), w.in(restWord, in), w.in(meWord, in), w.in(topicWord, in) && in != english, w.in(vocative, in),
			w.in(listener, in), w.in(mustVerb, in), phrase.IsFrame(s.terms[i]), phrase.IsArticle(s.terms[i]):
		default:
			others++
		}
	}
	return -1
}

// hasSubject reports whether the speaker stands directly before a verb.
func (s sentence) hasSubject(in languages, at int) bool {
	return s.any(selfWord, in, max(0, at-2), at) || s.any(ifWord, in, max(0, at-2), at)
}

// mostBefore is how many other words may stand before a verb that tells what to do.
func (s sentence) mostBefore(in languages) int {
	switch {
	case in == english:
		return 0
	case in&inflected != 0:
		return 5
	}
	return 1
}

// isManner reports whether a verb tells how to speak to the person: "talk to me like a friend".
func (s sentence) isManner(in languages, verb int) bool {
	return s.words[verb].in(speakVerb, in) && s.any(meWord, in, verb, min(verb+4, len(s.words)))
}

// turkishIf finds how a verb ends in Turkish that says when something is to be done: "sorunca", "istersem", "sormadan".
var turkishIf = regexp.MustCompile(`(?:[iu]nc[ae]|d[iu]g[iu]m(?:de|da)|rs[ea]m|ds[ea]m|ts[ea]m|m[ae]d[ae]n|rken)$`)

// isStandingDense is isStanding for scripts without spaces.
func isStandingDense(sentence string) bool {
	dense := theLexicon().dense
	isAlways := words()["always"].MatchString(sentence)
	if dense["once"].MatchString(sentence) && !isAlways {
		return false
	}
	if dense["standing"].MatchString(sentence) || words()["lasting"].MatchString(sentence) {
		return true
	}
	if dense["own"].MatchString(sentence) {
		return false
	}
	return isLasting(sentence) || manner().MatchString(sentence) || (isAlways || dense["last"].MatchString(sentence)) && dense["tell"].MatchString(words()["always"].ReplaceAllString(sentence, " "))
}
