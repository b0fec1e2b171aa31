package request

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/text/language"
)

// This file finds clauses that speak to the listener about keeping what stands beside them, in whatever way it is put: what may be said in
// one is known by kinds of words (west.txt, east.txt), and which kinds ask together by rules.

// utterance is what the words of a clause are, in one language.
type utterance struct {
	has         hints
	isSearching bool  // what will be done is to ask, or to search
	others      int   // words of no kind that carry what is said
	first       hints // of the first word
	words       int
	isStrict    bool // in a language of east.txt, where "that" and "you" are said in passing, and fewer others may stand beside
}

// spoken is a clause with its words.
type spoken struct {
	text    string
	terms   []string
	tokens  []phrase.Token
	isYours bool // it says that something is in a place of the listener's
}

func newSpoken(text string) spoken {
	return spoken{text, termsOf(elided.ReplaceAllString(text, "${1}e $2")), phrase.Tokens(text), yours.MatchString(text)}
}

// utter reads a clause as one in a language.
func (w *clauseWords) utter(s spoken) (u utterance) {
	counting, denies := map[string]bool{}, false
	for _, t := range s.tokens {
		counting[t.Term] = t.Counts()
		if t.Kind == phrase.Number {
			u.others++
		}
		denies = denies || t.Kind == phrase.Deny && w.whole[t.Term] == 0
	}
	u.isStrict, u.words = eastern[w.code], len(s.terms)
	if denies {
		u.has = notHint
	}
	for i, h := range w.read(s.terms) {
		term := s.terms[i]
		u.has |= h
		u.isSearching = u.isSearching || h&useHint != 0 && h&sayHint != 0
		if h&(keepHint|putHint|loseHint) != 0 && w.holdsObject(term) {
			u.has |= thatHint
		}
		if h&(keepHint|putHint) != 0 && w.tells(term, s) {
			u.has |= toldHint
		}
		if i == 0 {
			u.first = h
		}
		if h == 0 && counts(counting, term) {
			u.others++
			if u.isStrict && (infinitive.MatchString(term) || pastTense.MatchString(term)) {
				u.has |= elseHint
			}
		}
		if h&(keepHint|putHint|stayHint|sayHint|useHint|restHint) == 0 && isTask(term, w.code) {
			u.has |= elseHint
		}
	}
	if s.isYours {
		u.has |= placeHint | youHint
	}
	if u.isStrict && u.first&soHint != 0 {
		u.has &^= toldHint // "чтоб ты потом не спрашивал"
	}
	return u
}

// isTask reports whether a word tells the listener to do something else.
func isTask(term, code string) bool {
	w := theLexicon().whole[term]
	return w != nil && w.in(tellVerb, languagesOf(code))
}

// yours finds where something is kept that is the listener's: "in your little book".
var yours = regexp.MustCompile(`(?i)(?:^|\s)(?:(?:in|into|on|onto|to|under|behind|between|inside|with|among|of) (?:your|ur|yer)\s|(?:in|auf|unter|hinter|zwischen|an|bei|zu) dein(?:e[nmr]?)?\s|bei (?:dir|ihnen|euch)|(?:in|op|bij|onder|achter|tussen|aan|naar) (?:je|jouw|uw)\s|bij (?:jou|u|je)|(?:dans|sur|sous|derrière|entre|à|au fond de|parmi) (?:ta|ton|tes|votre|vos)\s|(?:chez|avec) (?:toi|vous)|(?:en|a|sobre|entre|bajo|detrás de) (?:tus?|sus?)\s|contigo|(?:n|su|d|a)(?:el|ella|ei|elle|l|lla|i|lle) tu(?:o|a|oi|e)\s|(?:con|da|presso di) te|(?:no|na|nos|nas|em|ao|à|aos|às|pro|pra|entre (?:os|as)) (?:teus?|tuas?|seus?|suas?)\s|com você|(?:senin|sende|sizde)|` + easternYours + `)(?:$|\PL|\pL)`)

// hasClitic finds a verb that holds its object.
var hasClitic = regexp.MustCompile(`\pL{3,}(?:l[oaei]|l[oa]s)$`)

// romance are languages with such verbs.
var romance = phrase.WordSet("es it")

func (u utterance) is(all hints) bool   { return u.has&all == all }
func (u utterance) any(some hints) bool { return u.has&some != 0 }

// asks reports whether such a clause asks to keep what stands beside it. isSure says that a colon ends it.
func (u utterance) asks(isSure bool) bool {
	switch {
	case u.corrects():
		return u.others <= 4
	case u.any(toldHint) || u.any(thirdHint) && !u.is(useHint|youHint|thatHint):
		return false
	case u.any(labelHint) && u.others <= 2 && !(u.isOwn() && (u.others > 0 || u.any(keepHint|putHint|keptHint))), u.fears() && u.others <= 2:
		return true
	}
	return !u.any(notHint) && (u.keeps(isSure) || u.foresees() || u.points(isSure))
}

// beside returns how many words of no kind may stand beside what only points.
func (u utterance) beside() int {
	if u.isStrict {
		return 1
	}
	return 2
}

// isOwn reports whether the speaker tells of what they do themselves.
func (u utterance) isOwn() bool { return u.any(ownHint) && !u.any(youHint|wantHint|mustHint) }

// keeps reports whether a clause has a verb that keeps, or a place, and what is to be kept there, or who is to keep it.
func (u utterance) keeps(isSure bool) bool {
	isVerb, isThere := u.any(keepHint|putHint), u.any(thatHint|youHint)
	switch {
	case u.isOwn(), u.isStrict && u.any(elseHint) && !u.any(youHint|placeHint), u.isStrict && u.first&whichHint != 0 && u.first&ifHint == 0:
		return false
	case isVerb && u.any(placeHint) && isThere, u.is(weakHint|youHint) && u.any(meHint|ownHint) && (isVerb || u.any(placeHint)):
		return u.others <= 2
	case u.any(keepHint) && u.any(thatHint|placeHint), u.any(keptHint) && u.any(wantHint|mustHint|stayHint) && u.any(thatHint|placeHint),
		u.any(placeHint) && isThere && u.any(stayHint), u.is(placeHint | thatHint | youHint), u.is(placeHint | youHint | meHint), u.any(placeHint) && isSure:
		return u.others <= 1 && !(u.isStrict && u.others > 0 && !u.any(keepHint|keptHint))
	}
	return u.any(placeHint) && isVerb && u.any(mustHint|pleaseHint) && u.others <= 1 || u.others == 0 && (u.any(keepHint) && u.any(youHint) && u.words > 1 || u.is(putHint|youHint|thatHint) || isVerb && (isSure || u.any(placeHint)) ||
		u.is(knowHint|youHint) && u.any(thatHint|mustHint|wantHint))
}

// fears reports whether a clause denies that something is to be lost, or said again.
func (u utterance) fears() bool {
	if !u.any(notHint) {
		return false
	}
	if u.first&soHint != 0 && u.any(youHint) && !u.any(ownHint) {
		return true // "so you don't suggest it again"
	}
	return u.any(loseHint) && u.any(thatHint|youHint) && !u.isOwn() || u.any(sayHint) && (u.any(againHint|loseHint) && u.any(soHint) || u.any(makeHint) || u.first&soHint != 0)
}

// isSure reports whether a clause asks by so many words that it may end, or begin, without a mark.
func (u utterance) isSure() bool {
	return u.others == 0 && u.asks(false) && (u.any(labelHint) || u.any(keepHint|putHint|loseHint) && u.any(thatHint) && u.any(placeHint|youHint|pleaseHint|notHint))
}

// points reports whether a clause asks the listener to do something with what stands beside it, and nothing else is known of what.
func (u utterance) points(isSure bool) bool {
	if u.any(elseHint|ownHint|ifHint|whichHint) || u.words > longestPointing {
		return u.is(matterHint|thatHint) && u.others == 0 && (isSure || !u.isStrict)
	}
	if u.isStrict && (u.any(beforeHint) || !isSure && u.others == 0 && !u.any(keepHint|keptHint|putHint|stayHint|knowHint|mustHint|wantHint|useHint|laterHint|placeHint)) {
		return false // "это тебе" is a gift
	}
	return u.any(thatHint) && (u.any(youHint|pleaseHint) && u.others <= u.beside() || u.any(matterHint) && u.others == 0) ||
		isSure && u.any(youHint) && u.others <= u.beside() && !(u.isStrict && u.others > 0)
}

// longestPointing is how many words such a clause has at most.
const longestPointing = 10

// corrects reports whether a clause corrects what was said before.
func (u utterance) corrects() bool { return u.is(fixHint|beforeHint) || u.any(oldHint) }

// orders reports whether a clause tells the listener to correct something, and not what: "…, change it, …", "amend my details". Without a place it may
// be a task at the beginning of a sentence: "correct this: …".
func (u utterance) orders(isFirst bool) bool {
	if u.first&(fixHint|pleaseHint|mustHint|wantHint) == 0 || !u.any(fixHint) || u.others > 0 || u.any(loseHint|ownHint|toldHint|thirdHint|whichHint|notHint|elseHint) {
		return false
	}
	return u.any(placeHint) || !isFirst && (u.any(thatHint|pleaseHint) || u.words == 1)
}

// foresees reports whether a clause says that what stands beside it will be needed, or asked for.
func (u utterance) foresees() bool {
	if u.isStrict && u.any(neededHint) && (u.any(elseHint) || u.first&ifHint != 0 && !u.any(thatHint)) {
		return false // "if you'll need a car, …"
	}
	return u.first&ifHint != 0 && u.any(useHint) && (u.any(youHint|whichHint|thatHint) && u.others <= 6 || u.any(laterHint|againHint) && (u.isSearching || u.others == 0)) ||
		u.is(useHint|laterHint) && u.any(youHint|thatHint|mustHint) && !(u.any(ownHint) && !u.any(youHint|thatHint)) && u.others <= 1 ||
		u.any(neededHint) && (u.others == 0 || u.any(thatHint|youHint) && u.others <= u.beside()) || u.is(useHint|thatHint|youHint) && u.others <= 1
}

// piece is a clause of a sentence.
type piece struct {
	Span
	asks, corrects bool
	mayAsk         []*clauseWords // the languages in which a part of it may ask
}

var (
	// turns find where a clause begins without a mark.
	turns = regexp.MustCompile(`(?i)\s(?:so (?:that|i|im|we|you|u|its?|please|just|keep|one)|but|and|when|if|because|cause|cos|wenn|falls|damit|also|aber|und|weil|dus|want|zodat|als|mocht|en dan|dan hoef|dan weet|dan kan|dan heb|dan moet|alors|donc|mais|quand|así que|pero|cuando|porque|por si|quindi|però|così|quando|então|porque|pra|caso|o yüzden|çünkü|ama|ben sende|` + easternTurns + `)\s`)
	// tailing finds the beginning of a clause that says when.
	tailing = regexp.MustCompile(`(?i)^\s*(?:when|if|wenn|falls|als|quand|cuando|quando|mocht|caso|por si|because|cause|cos|weil|want|porque|` + easternTails + `)\s`)
)

// pieces returns the clauses of a sentence.
func pieces(s string) (out []piece) {
	var cuts []int
	for _, at := range findBreaks(s) {
		cuts = append(cuts, at[1])
	}
	for _, at := range turns.FindAllStringIndex(s, -1) {
		cuts = append(cuts, at[0])
	}
	slices.Sort(cuts)
	from := 0
	for _, to := range append(cuts, len(s)) {
		if strings.TrimFunc(s[from:to], isEdge) != "" {
			out = append(out, piece{Span: Span{From: from, To: to}})
		}
		from = to
	}
	return out
}

// elided finds a French word that ends with a mark: "t'en".
var elided = regexp.MustCompile(`(?i)\b([jtmnl])['’](\pL)`)

// longestAsking is how many words a clause has at most that asks.
const longestAsking = 20

// longestBeforeAside is how many it has before a bracket: "jot this down for me please (I forget)".
const longestBeforeAside = 6

const fewestWords, mostWords = 2, 8 // of words that ask where no mark stands beside them

// withoutMark returns where the words end, or begin, with which a clause begins, or ends, that ask to keep the rest of it.
func (w *clauseWords) withoutMark(clause string) (head, tail int) {
	words := letters.FindAllStringIndex(clause, -1)
	tail = len(clause)
	for n := fewestWords; n <= mostWords && n+fewestWords <= len(words); n++ {
		to, from := words[n-1][1], words[len(words)-n][0]
		if w.isSure(clause[:to], clause[to:]) {
			head = to
		}
		if w.isSure(clause[from:], clause[:from]) && !reporting.MatchString(clause[:from]) {
			tail = from
		}
	}
	return head, tail
}

// isSure reports whether words surely ask to keep the others of a clause.
func (w *clauseWords) isSure(words, others string) bool {
	return w.utter(newSpoken(words)).isSure() && countMore(others) > 1 && !w.utter(newSpoken(others)).any(toldHint|thirdHint)
}

// findAsking returns the clauses of a sentence, and whether one asks to keep the others.
func findAsking(s string) (all []piece, isAsked bool) {
	isMarked := isQuestion(withoutTag(s)) && (asksWhatIsKept(s) || howMuch.MatchString(s) || indirect.MatchString(s))
	if isMarked {
		return nil, false
	}
	if w := scriptOf(s); w != nil {
		return w.findAsking(s)
	}
	guess := language.Detect(s)
	all = pieces(s)
	for i := range all {
		p := &all[i]
		if i > 0 && all[i-1].asks && p.From == all[i-1].To && tailing.MatchString(s[p.From:p.To]) {
			p.asks = true
			continue
		}
		p.read(s, guess)
		isAsked = isAsked || p.asks
	}
	if isAsked {
		return all, true
	}
	return splitUnmarked(s, all)
}

// read reads a clause of a sentence in the languages that it may be in.
func (p *piece) read(s string, guess language.Guess) {
	clause := newSpoken(s[p.From:p.To])
	if len(clause.terms) == 0 || len(clause.terms) > longestAsking || len(clause.terms) > longestBeforeAside && opening.MatchString(s[p.To-1:p.To]) {
		return
	}
	isSure := strings.HasSuffix(strings.TrimSpace(clause.text), ":")
	for _, w := range allClauseWords() {
		if !isOf(w.code, guess) {
			continue
		}
		u := w.utter(clause)
		if p.From > 0 && u.first&ifHint != 0 && !u.any(youHint|labelHint|notHint|keepHint) {
			continue // ", if it matters"
		}
		p.asks, p.corrects = p.asks || u.asks(isSure) || u.orders(p.From == 0), p.corrects || u.corrects()
		if u.any(keepHint | putHint | loseHint | labelHint) {
			p.mayAsk = append(p.mayAsk, w)
		}
	}
	isOthers := func() bool {
		return isQuoted(s, p.Span) || isReported(withoutDit(s[:p.From])) || isSure && phrase.Markers(withoutDit(clause.text))[phrase.Report]
	}
	if (p.asks || len(p.mayAsk) > 0) && isOthers() {
		*p = piece{Span: p.Span}
	}
}

// isOf reports whether a sentence may be in a language, as far as it was guessed.
func isOf(code string, guess language.Guess) bool {
	return !guess.Sure || code == guess.Code || likeRussian[code] && likeRussian[guess.Code]
}

// splitUnmarked is findAsking for words that ask at the beginning or the end of a sentence without a mark.
func splitUnmarked(s string, all []piece) ([]piece, bool) {
	if len(all) == 0 {
		return all, false
	}
	for _, i := range []int{0, len(all) - 1} {
		p := all[i]
		for _, w := range p.mayAsk {
			head, tail := w.withoutMark(s[p.From:p.To])
			first, last := p, p
			switch {
			case i == 0 && head > 0:
				first.To, last.From = p.From+head, p.From+head
				first.asks = true
				return slices.Concat([]piece{first, last}, all[1:]), true
			case i == len(all)-1 && tail < p.To-p.From:
				first.To, last.From = p.From+tail, p.From+tail
				last.asks = true
				return slices.Concat(all[:i], []piece{first, last}), true
			}
		}
	}
	return all, false
}

// cutAsking returns what a sentence asks to keep by a clause beside it; ok is false when none asks. isAlone says that nothing stands beside it.
func cutAsking(s string) (part Span, isAlone, ok bool) {
	all, isAsked := findAsking(s)
	if !isAsked {
		return part, false, false
	}
	from, to, isBeside, isCorrecting := -1, -1, false, false
	for _, p := range all {
		says := !p.asks && countMore(s[p.From:p.To]) > 0
		isBeside, isCorrecting = isBeside || says, isCorrecting || p.corrects
		if from < 0 && (says || p.corrects) {
			from = p.From
		}
		if !p.asks || p.corrects {
			to = p.To
		}
	}
	if !isBeside {
		return part, !isCorrecting, !isCorrecting // "forget what I said" is a deletion
	}
	from += len(joining.FindString(s[from:to]))
	part = trim(s, Span{From: from, To: to})
	if indirect.MatchString(s[part.From:part.To]) && all[0].asks && !strings.HasSuffix(strings.TrimSpace(s[:part.From]), ":") {
		return part, false, false // "note well who the boss is"
	}
	return part, false, true
}
