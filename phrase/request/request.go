// Package request finds what a person asks to keep, in their own words: "remember that my sister is vegan" asks to keep "my sister
// is vegan". It finds what surely is such a request, while phrase.HasRequest finds what may be one.
//
// It is no judge of who says it, or of whether it should be kept: its caller gives it a text of the person's without quotations.
//
// Four kinds of knowledge: wordings (words.txt); how a request is built in languages that inflect their verbs much, or are written without
// spaces (grammar.txt, read in dense.go and spaced.go); clauses that speak to the listener, about keeping something (address.go) or about
// what they are to do from now on (standing.go), known by the kinds of their words (kinds.txt); and, where none of these finds anything, clauses that say
// in another way that something is to be kept, that it will be needed, must not be lost, or corrects what was said before (clauses.go, with the words of
// twelve languages in west.txt and east.txt, and what is bound to the grammar of the latter in east.go; clausescript.go finds the words of Chinese, Japanese
// and Korean, of clausescript.txt, which no space parts). What only looks like a request is told
// apart in telling.go and quoted.go. corrected.go finds corrections that the listener is to make, and keeping.go what the bot asks before it keeps something.
//
// It is pure. Start reading at Find.
package request

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/phrase"
	"keepsake/phrase/irony"
)

// Span is a part of a text, in bytes.
type Span struct {
	From, To int
	// IsStanding says that it tells the listener how to do something from now on: "never suggest pubs to me".
	IsStanding bool
}

const (
	longestPointer = 200 // bytes of a text that only points back
	fewestBefore   = 3   // words that are said before words that ask and end a clause
	longestReason  = 9   // words of a clause that only says why something is to be kept
)

// aorist finds how ends what somebody does in Turkish: "aklında tutar".
var aorist = regexp.MustCompile(`[aeıiuü]r$`)

// Find returns the parts of a text that the person asks to keep, oldest first, without the words that ask for it where those begin or
// end a sentence; and each of them once more with the sentences behind it, one by one, up to a question, since they may be meant as
// well. Questions, refusals ("don't save this"), mockery, requests that somebody else makes ("Anna says: remember …") and
// requests that do not say what is to be kept are none. A text with a sentence that only asks ("Remember this.") asks to keep its other
// statements. A text that is no UTF-8 has none.
func Find(s string) []Span {
	asked, others, isOnlyAsked := divide(s)
	switch {
	case isOnlyAsked && len(asked) == 0:
		return others
	case len(asked) > 0 && strings.ContainsAny(refusals.FindString(s), ",.،!") && isPointingBehindNo(s):
		return nil
	}
	return asked
}

// PointsBack reports whether a text asks to keep something and says nothing that could be kept: "write that down, in case I ask you". What
// is meant was said before.
func PointsBack(s string) bool {
	return len(s) <= longestPointer && (isPointing(s) || isPointingBehindNo(s))
}

func isPointing(s string) bool {
	asked, others, isOnlyAsked := divide(s)
	return isOnlyAsked && len(asked)+len(others) == 0
}

// isPointingBehindNo is isPointing behind a no to something else: "no, just save it" where the bot asks whether it can do more.
func isPointingBehindNo(s string) bool {
	if len(s) > longestPointer {
		return false
	}
	at := refusals.FindStringIndex(s)
	return at != nil && isPointing(enough.ReplaceAllString(s[at[1]:], ""))
}

// divide returns the parts of a text that it asks to keep, its other statements, and whether a sentence asks without saying what.
func divide(s string) (asked, others []Span, isOnlyAsked bool) {
	if !utf8.ValidString(s) {
		return nil, nil, false // no chat sends that, and clauses could not be found in it
	}
	begins := -1
	for _, whole := range sentencesOf(s) {
		sentence := s[whole.From:whole.To]
		if phrase.RefusesKeeping(sentence) || irony.IsMockery(sentence) {
			return nil, nil, false
		}
		plain := withoutTag(sentence) // of which the beginning stays as it is
		found := findRequests(plain)
		if isDenseRequest(sentence) || isSpacedRequest(sentence) || isBareRequest(plain, found) {
			isOnlyAsked = true
			continue
		}
		if phrase.IsOnlyRequest(sentence) {
			isOnlyAsked = isOnlyAsked || !isQuestion(sentence) || polite.MatchString(sentence) || isAddress(sentence, 1, false) && !asksWhatIsKept(sentence)
			continue
		}
		if thanking.MatchString(sentence) || isOthersSaying(sentence) || quotingTask.MatchString(sentence) || idleDense(sentence) && len(findDense(sentence)) == 0 || isDenseTelling(sentence) {
			begins = -1
			continue
		}
		if isAddress(sentence, 1, false) && !asksWhatIsKept(sentence) && !stating.MatchString(sentence) {
			isOnlyAsked = true
			continue
		}
		if isStanding(sentence) && len(phrase.FindRequests(sentence)) == 0 && saysSomething(sentence) && !leadsToThat(plain, found) {
			asked = append(asked, standing(s, whole))
			begins = asked[len(asked)-1].From
			continue
		}
		switch part, isAlone, ok := askedIn(plain, found); {
		case ok && isAlone:
			isOnlyAsked = true
		case ok:
			begins = whole.From + part.From
			asked = append(asked, Span{begins, whole.From + part.To, part.IsStanding})
		case isQuestion(sentence) && !asksPolitely(sentence):
			begins = -1
		default:
			if saysSomething(sentence) && !isDenseLead(sentence) {
				others = append(others, trim(s, whole))
			}
			if begins >= 0 {
				asked = append(asked, trim(s, Span{begins, whole.To, asked[len(asked)-1].IsStanding}))
			}
		}
	}
	return asked, others, isOnlyAsked
}

// askedIn returns what a sentence asks to keep, in which words that may ask were found; isAlone says that it asks and does not say what, ok is
// false when it asks for nothing.
func askedIn(sentence string, found []Span) (part Span, isAlone, ok bool) {
	if !isQuestion(sentence) || asksPolitely(sentence) {
		part, ok = cut(sentence, found)
		if said := sentence[part.From:part.To]; ok && !isIndirect(sentence, part) && !phrase.IsYes(said) {
			return part, !part.IsStanding && len(termsOf(said)) <= longestReason && isReason(said), true // "Remember that, in case I ask"
		}
	}
	if part, ok = findCorrected(sentence); ok {
		return part, false, true
	}
	return cutAsking(sentence)
}

// leadsToThat reports whether a sentence begins with words that ask to keep what follows as it is said: "hou er rekening mee dat ik nooit kan".
func leadsToThat(s string, found []Span) bool {
	return slices.ContainsFunc(found, func(at Span) bool {
		return isLead(s[:at.From]) && (saying.MatchString(s[:at.To]) || joining.MatchString(s[at.To:]))
	})
}

// isBareRequest reports whether a sentence, in which words that may ask were found, says nothing else.
func isBareRequest(s string, found []Span) bool {
	return !isQuestion(s) && slices.ContainsFunc(found, func(at Span) bool {
		head := s[:at.From]
		return countMore(head) == 0 && isLead(head) && !ownAct.MatchString(head) && !saysMore(s[at.To:])
	})
}

// Beside returns the sentences of a text that may be meant by a request in it beside what Find cuts out, each whole, and all of it last:
// people put the words that ask between two things, or behind a part of one. Questions are none, but what is stated before one in its sentence
// is; a text that refuses to have something kept has none.
func Beside(s string) (out []Span) {
	if !utf8.ValidString(s) {
		return nil
	}
	asks, stands := false, false
	for _, whole := range sentencesOf(s) {
		sentence := s[whole.From:whole.To]
		if phrase.RefusesKeeping(sentence) || irony.IsMockery(sentence) {
			return nil
		}
		if isQuestion(sentence) && !asksPolitely(sentence) {
			asks = true
			if whole.To = whole.From + statedBefore(sentence); whole.To == whole.From {
				continue
			}
			sentence = s[whole.From:whole.To]
		}
		if !phrase.IsOnlyRequest(sentence) && !phrase.Markers(sentence)[phrase.Report] && saysSomething(sentence) {
			whole.IsStanding = isStanding(sentence)
			stands = stands || whole.IsStanding
			out = append(out, trim(s, whole))
		}
	}
	if len(out) > 1 && !asks {
		out = append(out, Span{out[0].From, out[len(out)-1].To, stands})
	}
	return out
}

// sentencesOf returns the sentences of a text.
func sentencesOf(s string) (out []Span) {
	clauses := phrase.Clauses(s)
	for i, c := range clauses {
		if c.First {
			out = append(out, Span{From: c.From, To: c.To})
		}
		if i > 0 && !c.First {
			out[len(out)-1].To = c.To
		}
	}
	for i := len(out) - 1; i > 0; i-- { // a mark within a quotation ends no sentence
		if closing.MatchString(s[out[i].From:]) {
			out = slices.Delete(out, i, i+1)
		}
	}
	for i := range out { // the mark that ends it
		to := len(s)
		if i+1 < len(out) {
			to = out[i+1].From
		}
		out[i].To = to
	}
	return out
}

// Around returns the whole sentences that a part of a text stands in, without the marks around them.
func Around(s string, p Span) Span {
	for _, sentence := range sentencesOf(s) {
		if sentence.From < p.To && p.From < sentence.To {
			p.From, p.To = min(p.From, sentence.From), max(p.To, sentence.To)
		}
	}
	return trim(s, p)
}

// closing finds what ends a quotation at the beginning of what was cut behind a mark within it.
var closing = regexp.MustCompile(`^["”」』»](?:\s|\pL)`)

// cut returns what a sentence asks to keep by the words that were found in it; ok is false when it asks for nothing.
func cut(sentence string, found []Span) (part Span, ok bool) {
	all := Span{To: len(sentence)}
	for _, at := range found {
		before := Span{To: at.From}
		behind := Span{From: at.To + len(joining.FindString(sentence[at.To:])), To: len(sentence)}
		switch {
		case isIdle(sentence[:at.From] + " " + sentence[at.To:]):
		case isLead(sentence[:at.From]) && saysMore(sentence[at.To:]):
			return trim(sentence, behind), true
		case strings.HasPrefix(sentence[at.From:], ":") && isReported(sentence[:at.From]+":"):
		case !saysMore(sentence[at.To:]) && saysSomething(sentence[:at.From]) && !ownAct.MatchString(sentence[:at.From]):
			return trim(sentence, before), true
		case breaks.MatchString(sentence[at.From:min(at.From+3, len(sentence))]) && breaks.FindStringIndex(sentence[at.From:])[0] == 0 && saysSomething(sentence[:at.From]) && saysMore(sentence[at.To:]):
			return trim(sentence, all), true // it stands in the middle
		case stops.MatchString(sentence[at.To:]) && stops.FindStringIndex(sentence[at.To:])[0] == 0 && (grammarOf(sentence) != nil || countMore(sentence[:at.From]) >= fewestBefore && !isReported(sentence[:at.From]) && !ownAct.MatchString(sentence[:at.From]) && !aorist.MatchString(sentence[at.From:at.To])) && utf8.RuneCountInString(sentence[:at.From]) >= shortestStatement && saysSomething(sentence[:at.From]) && saysMore(sentence[at.To:]):
			return trim(sentence, all), true // it ends a clause before another: "I start on Monday remember that, at eight"
		case connecting.MatchString(withoutAside(sentence[:at.From])) && saysMore(sentence[at.To:]) && !isReported(sentence[:at.From]):
			return trim(sentence, behind), true
		}
	}
	if isStanding(sentence) && saysSomething(sentence) {
		return standing(sentence, all), true
	}
	return all, false
}

// standing returns a whole sentence that is an instruction: the words that ask say when, too ("From now on, answer in German").
func standing(s string, whole Span) Span {
	whole.IsStanding = true
	return trim(s, whole)
}

// ownAct finds the end of what makes of the words behind it an act of the speaker's: "I can never remember names".
var ownAct = regexp.MustCompile(`(?i)(?:^|\W)i(?: can| could|['’]ll| will| do)?(?: always| never| still| just| hardly| n[o']t)*\s*$|(?:我|俺|咱们?|私は?|僕は?|나는?|내가|난)(?:都|也|还|還|总|總|一直|就)?\s*$`)

// isReported reports whether the text before a request says that somebody else makes it: "Anna writes: remember …"
func isReported(head string) bool {
	if phrase.Markers(head)[phrase.Report] {
		return true
	}
	isSomebody := func(t phrase.Token) bool {
		return t.Kind == phrase.Other || t.Kind == phrase.Name || t.Kind == phrase.Owner
	}
	return endsWithColon.MatchString(head) && slices.ContainsFunc(phrase.Tokens(head), isSomebody)
}

var endsWithColon = regexp.MustCompile(`[:：]\s*$`)

// joining finds what joins a request with what is to be kept.
var joining = regexp.MustCompile(`(?i)^[\s,:]*(?:(?:` + that + `)\s|qu['’])`)

// that are words between a request and what is to be kept.
const that = `that|dass|que|che|dat|że|ze|что|що|أن|ان|إن`

// findRequests returns where in a sentence words stand that may ask to keep something, in the order of their beginnings.
func findRequests(sentence string) (out []Span) {
	for _, at := range phrase.FindRequests(sentence) {
		out = append(out, Span{From: at[0], To: at[1]})
	}
	for _, at := range words()["keep"].FindAllStringSubmatchIndex(sentence, -1) {
		out = append(out, Span{From: max(at[2], at[4]), To: max(at[3], at[5])})
	}
	out = append(append(out, findMisspelt(sentence)...), findSpaced(sentence)...)
	out = slices.DeleteFunc(out, func(at Span) bool {
		return !isWhole(sentence, at) || isTelling(sentence[:at.From], sentence[at.From:at.To], sentence[at.To:])
	})
	out = append(out, findAddresses(sentence)...)
	out = append(out, findDense(sentence)...)
	out = slices.DeleteFunc(out, func(at Span) bool { return isQuoted(sentence, at) })
	slices.SortStableFunc(out, func(a, b Span) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(b.To, a.To)) })
	return out
}

// connecting finds the end of a clause of its own before a request, and a word that leads on: "… but remember that".
var connecting = regexp.MustCompile(`(?i)(?:^|[,;:—–(]|\b(?:and|but|so|also|please|und|aber|also|bitte|et|mais|donc|y|pero|e|ma|mas|però|en|maar)|(?:^|\s)(?:и|а|но|а ещё|пожалуйста)|[，；。])\s*$`)

// saysSomething reports whether a text has a word that carries what is said.
func saysSomething(s string) bool {
	return slices.ContainsFunc(phrase.Tokens(s), phrase.Token.Counts)
}

// denseRest finds what only ends a request in a script without spaces.
var denseRest = regexp.MustCompile(`^(?:\s|くれる|くれない|くれます|もらえる|もらえます|ください|おいて|ね|よ|な|か|좀|줄래|줄 ?수 ?있(?:어|나|니|을까)|ㄱㄱ|고고|주세요|줘|요|吧|啊|哈|哦|咯|了|点|好吗|可以吗|行吗)*[\s?？。!！]*$`)

// saysMore reports whether what stands behind a request says something, and not only where, when or to whom: "jot that down somewhere".
func saysMore(s string) bool {
	return !denseRest.MatchString(s) && countMore(s) > 0
}

// howMuch finds the beginning of a question how much can be kept.
var howMuch = regexp.MustCompile(`(?i)^[^\pL]*(?:сколько|как долго|скільки|як довго|ile|jak długo|kaç|ne kadar|كم|قديش|how (?:much|many|long)) `)

// asking finds the beginning of a question what is kept already: "do you remember …?"
var asking = regexp.MustCompile(`(?i)^[^\pL]*(?:(?:hoe|wat|waar|welke|weet je|herinner|come|cosa|che cosa|dove|ricordi|ti ricordi|como|o que|lembras?|você lembra|cómo|recuerdas|dónde|cuánto|comment|pourquoi|combien|tu te (?:souviens|rappelles)|jak|gdzie|co|pamiętasz|як|де|що|скільки|ти (?:ще )?пам|ты (?:ещё )?помнишь|сколько|как|هل تتذكر|ماذا|شو|ايش|إيش|ليش|كم|كيف|اين|أين|ما|فاكر) |(?:do|did|have|are|what|which|where|when|who|how|why) |(?:hast|weißt|erinnerst|was|wo|wann|wer|wie) |(?:as|est|qu|que|quoi|où) |(?:te acuerdas|qué|cuándo) |(?:пам['’ʼ]?ята(?:єш|єте)|pamięta(?:sz|cie)|помни(?:шь|те)|weet je nog|weißt du noch|(?:te )?acuerdas|recuerdas|ricordi|lembras|hatırlıyor mus[uı]n\pL*),? |(?:ты помнишь|помнишь|что|где|когда))`)

// asksWhatIsKept reports whether a sentence is a question what is kept already.
func asksWhatIsKept(sentence string) bool {
	return isQuestion(sentence) && asking.MatchString(sentence)
}

// isIndirect reports whether a part of a sentence asks what it does not say: "remember who the boss is". Behind "that" it says it: "remember
// that when I say the shed, I mean my office".
func isIndirect(sentence string, part Span) bool {
	return relative.MatchString(sentence[:part.From]) && !onThat.MatchString(sentence[:part.From]) || indirect.MatchString(sentence[part.From:part.To]) && !saying.MatchString(sentence[:part.From])
}

// relative finds the end of a request for what was said before: "recuerda lo que te dije".
var relative = regexp.MustCompile(`(?i)(?:^|\s)(?:a|ce|lo|quello|ciò|do|o|to|tego|то|те|того|o),? (?:que|qu['’]|che|co|что|що|o co)\s*$`)

// onThat finds the end of a request for what stands behind it: "зваж на те, що".
var onThat = regexp.MustCompile(`(?i)(?:^|\s)(?:на|из|із|з|от|від) (?:те|то|це|того|этого|цього),? (?:что|що)\s*$`)

// saying finds the end of a request behind which a statement stands.
var saying = regexp.MustCompile(`(?i)(?:(?:^|[\s,])(?:` + that + `)|qu['’]|[:：])[\s,]*$`)

// isEdge reports whether a sign is space, or a mark that may stand around a part.
func isEdge(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune(",.;:!?–—-。！？、，：；()（）…←،؛؟", r)
}

// bracketEnd finds what closes a bracket at the end of a part.
var bracketEnd = regexp.MustCompile(`^[.!?…。！？]*[)）]`)

// withoutAsideBefore returns a part that begins within brackets without them where they say nothing, else with them.
func withoutAsideBefore(s string, p Span) Span {
	at := strings.IndexAny(s[p.From:p.To], ")）")
	if countMore(s[p.From:p.From+at]) > 0 {
		p.From = max(strings.LastIndexAny(s[:p.From], "(（"), 0)
		return p
	}
	rest := s[p.From+at : p.To]
	p.From = p.To - len(strings.TrimLeftFunc(rest, isEdge))
	return p
}

// bracketsIn returns how many more brackets are opened in a text than closed.
func bracketsIn(s string) int {
	return strings.Count(s, "(") + strings.Count(s, "（") - strings.Count(s, ")") - strings.Count(s, "）")
}

// trim returns a span without the space and the marks around it.
func trim(s string, p Span) Span {
	whole := s[p.From:p.To]
	left := strings.TrimLeftFunc(whole, isEdge)
	p.From += len(whole) - len(left)
	p.To = p.From + len(strings.TrimRightFunc(left, isEdge))
	if end := bracketEnd.FindStringIndex(s[p.To:]); end != nil && bracketsIn(s[p.From:p.To]) > 0 {
		p.To += end[1]
	}
	if bracketsIn(s[p.From:p.To]) < 0 { // "fyi (for later) my lock is 4471"
		return withoutAsideBefore(s, p)
	}
	return p
}
