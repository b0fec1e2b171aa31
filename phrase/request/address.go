package request

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"keepsake/phrase"
)

// This file finds a clause that speaks to the listener about keeping what stands beside it, by the kinds of its words and not by its
// wording: "pop this in your notes: …", "…, so you've got that on file".

const (
	longestAddress = 14 // words of such a clause
	otherWords     = 3  // of them that are of no kind, where the clause is a part of a sentence
	mostBehind     = 1  // of them that are behind the words that ask, in Chinese
	otherSigns     = 9  // of a script without spaces that are not in its expression
)

// isAddress reports whether a clause speaks to the listener about keeping something, with at most so many other words. isSure says that it
// ends as only such a clause does: with a colon, or "that".
func isAddress(clause string, most int, isSure bool) bool {
	clause = strings.TrimFunc(clause, isEdge)
	if clause == "" {
		return false
	}
	if phrase.IsDense(phrase.FirstRune(clause)) {
		if saidByOther.MatchString(clause) {
			return false
		}
		clause = theLexicon().dense["aside"].ReplaceAllString(clause, "")
		at := theLexicon().dense["keep"].FindStringIndex(clause)
		if at != nil && (isDenseGap(clause[at[1]:]) || !isSure && scriptCode(clause) == "zh" && countMore(clause[at[1]:]) > mostBehind) {
			return false // "记着 我借给大刘两千块", "别忘了周末我要带娃上课，…"
		}
		return at != nil && utf8.RuneCountInString(clause[:at[0]]+clause[at[1]:]) <= otherSigns*most/otherWords && !phrase.Markers(clause)[phrase.Report] && !saysBehindThat(clause, most)
	}
	terms, words := wordsOf(clause)
	if len(words) > longestAddress || !slices.ContainsFunc(words, func(w word) bool {
		return w.is(keepVerb) || w.is(holdVerb) || w.is(loseVerb) || w.is(keepPlace)
	}) {
		return false
	}
	plain := withoutDit(reportLike.ReplaceAllString(clause, " "))
	if phrase.Markers(plain)[phrase.Report] || countNames(clause) > 0 || saysBehindThat(clause, most) {
		return false
	}
	return readAddress(clause, terms, words, most).keeps(most, isSure)
}

// isDenseGap reports whether a text begins with a space, and something is said behind it.
func isDenseGap(behind string) bool {
	rest := strings.TrimLeft(behind, " \u3000")
	return rest != behind && countMore(rest) > 1 || rest != behind && utf8.RuneCountInString(rest) >= shortestStatement
}

// shortestStatement is how many signs a statement has in a script without spaces.
const shortestStatement = 5

// withoutDit returns a Dutch clause without "dit", which is a word of telling in French.
func withoutDit(clause string) string {
	if dutch.MatchString(clause) {
		return strings.ReplaceAll(clause, "dit", " ")
	}
	return clause
}

// saysBehindThat reports whether a clause says what is to be kept.
func saysBehindThat(clause string, most int) bool {
	at := joins.FindStringIndex(clause)
	return at != nil && countMore(clause[at[1]:], keepVerb, loseVerb) > max(0, most-2)
}

// address is what the words of a clause say about keeping.
type address struct {
	isKept, loses, isThere, isAsked, isLed, hasPlace, isOwn, isHeld, isTold, isIdle, denies bool

	others, behind int // words of no kind; of them behind a verb that keeps
	last           string
}

// readAddress reads the words of a clause.
func readAddress(clause string, terms []string, words []word, most int) (a address) {
	counting, hasNumber := map[string]bool{}, false
	for i, t := range phrase.Tokens(clause) {
		counting[t.Term] = t.Counts()
		isFirst := i == 0 && t.Kind == phrase.Owner && len(words) > 1 && !words[1].is(keepVerb) && !isAside(&words[1])
		a.isOwn = a.isOwn || isFirst                                                                 // "my sister would like to keep"
		a.isOwn = a.isOwn || t.Kind == phrase.Subject || t.Kind == phrase.Owner && most < otherWords // "I always remember"
		hasNumber = hasNumber || t.Kind == phrase.Number
	}
	if hasNumber && most < otherWords {
		a.others++
	}
	wished := wishing.MatchString(clause)
	for i := range words {
		w := &words[i]
		a.denies = a.denies || w.is(noWord) && terms[i] != "not" // which is a note in Turkish
		switch {
		case w.is(toldWord) && !(w.is(keepObject) && dutch.MatchString(clause)), w.is(stopWord):
			a.isTold = true
		case w.is(keepVerb) && pastTense.MatchString(terms[i]) && !wished && len(words) > 1:
			a.isTold = true
		case w.is(loseVerb) && !w.is(keepVerb):
			a.loses = true
		case w.is(holdVerb):
			a.isHeld = true
		case w.is(keepVerb) && !w.is(keepPlace):
			a.isKept, a.isLed = true, a.isLed || a.others <= 1
			a.isThere = a.isThere || hasObject.MatchString(terms[i])
		case counts(counting, terms[i]) && !isAside(w):
			a.others++
			if a.isKept {
				a.behind++
			}
		}
		a.isThere = a.isThere || w.is(keepPlace) || w.is(keepObject)
		a.isAsked, a.hasPlace, a.isIdle = a.isAsked || w.is(toListener), a.hasPlace || w.is(keepPlace), a.isIdle || w.is(idle) && !w.is(keepObject) && !hasNumber
	}
	a.isTold = a.isTold || somebody[terms[0]] || impersonalVerb.MatchString(clause) // "she has a house"
	a.isOwn = a.isOwn || wishesToKeep(terms, words)
	a.last, a.denies = terms[len(terms)-1], a.denies && !courteous.MatchString(clause) || phrase.HasDenial(turkishNote.ReplaceAllString(clause, " ")) && !courteous.MatchString(clause)
	return a
}

var (
	// wishing finds what makes a wish of a past tense: "чтобы ты запомнил", "if you remembered".
	wishing = regexp.MustCompile(`(?i)чтоб|щоб|żeby|бы(?:\s|$)|(?:^|\s)б(?:\s|$)|\bif\b|\bthat\b|\byou\b|wäre|si |se |als |dat |wenn |falls |möchte|że `)
	// courteous finds a denial that denies nothing: "не мог бы ты".
	courteous = regexp.MustCompile(`(?i)не (?:мог|могла|могли)(?: бы| би| б)|не забу|don['’]?t mind|wouldn['’]?t mind|olmazsa|n['’]oubli`)
)

var (
	// reportLike finds words of keeping that are words of telling elsewhere: "ten en cuenta".
	reportLike = regexp.MustCompile(`(?i)\b(?:en cuenta|escrib[eaií]\pL*)\b`)
	// dutch finds words beside "dit", which is said in French.
	dutch = regexp.MustCompile(`(?i)\b(?:kan|kun|kunt|wilt?|zou|onthou\pL*|bewaar|schrijf|noteer|sla|zet|even|ff|voor|aan|op)\b`)
	// turkishNote finds a note where English has "not".
	turkishNote = regexp.MustCompile(`(?i)\bnot (?:al|al[ıi]r|alabilir|et|ed\pL*)(?:$|[^\pL])`)
)

// somebody are words for others that begin no request.
var somebody = phrase.WordSet(`man men he she they elle elles ella ellos lui ele eles hij zij он она они він вона вони ona oni`)

// infinitive finds how one ends that is no English word.
var infinitive = regexp.MustCompile(`(?:[aei]re?|en|ть|ти|[aiy]c)$`)

// wishesToKeep reports whether the speaker wishes to keep something themselves: "хочу сохранить это фото".
func wishesToKeep(terms []string, words []word) bool {
	isWish := false
	for i := range words {
		if isWish && words[i].is(keepVerb) && infinitive.MatchString(terms[i]) {
			return true
		}
		isWish = isWish || words[i].is(wishWord)
	}
	return false
}

// counts reports whether a word carries what is said; phrase.Tokens cuts some otherwise.
func counts(counting map[string]bool, term string) bool {
	is, isKnown := counting[term]
	return is || !isKnown && len(term) > 3
}

// isAside reports whether an address may have a word beside its verb: where, what, to whom or when.
func isAside(w *word) bool {
	return w.is(keepPlace) || w.is(keepObject) || w.is(toListener) || w.is(restWord) || w.is(vocative) || w.is(askWord) || w.is(politeWord)
}

// keeps reports whether such words ask to keep something.
func (a address) keeps(most int, isSure bool) bool {
	switch {
	case a.isTold, a.isIdle && !isSure, a.others > most, a.isOwn && !a.isAsked, !isSure && a.behind > 1:
		return false
	case a.isHeld && !a.isKept: // "so you've got it"
		return a.isAsked && a.isThere && a.others == 0 || isSure && a.isAsked
	case a.loses:
		return a.denies || strings.HasPrefix(a.last, "unutma") && a.last != "unutmam"
	case a.denies:
		return false
	case a.isKept && (a.isThere || isSure):
		return a.isAsked || a.isLed || isSure
	case a.isKept && a.others == 0: // "…, bitte abspeichern"
		return true
	}
	return a.hasPlace && (a.isAsked || isSure && a.others == 0)
}

// hasObject finds the end of a verb that holds its object: "guárdamelo", "mettilo".
var hasObject = regexp.MustCompile(`(?:l[oa]|ci)$`)

// countMore returns how many words of a clause say something else than where, when, to whom or what, and are of none of some kinds.
func countMore(clause string, but ...kind) (n int) {
	terms, words := wordsOf(clause)
	aside := map[string]bool{}
	for i, t := range terms {
		aside[t] = isAside(&words[i]) || slices.ContainsFunc(but, words[i].is)
	}
	for _, t := range phrase.Tokens(clause) {
		if t.Counts() && !aside[t.Term] {
			n++
		}
	}
	return n
}

// countNames returns how many names stand in a clause behind its first word.
func countNames(clause string) (n int) {
	if phrase.IsGerman(clause) {
		return 0
	}
	for i, t := range phrase.Tokens(clause) {
		if w := theLexicon().whole[t.Term]; i > 0 && t.Kind == phrase.Name && (w == nil || !isAside(w)) {
			n++
		}
	}
	return n
}

var (
	// breaks find where a clause before, or behind, what is to be kept may end, or begin.
	breaks            = regexp.MustCompile(`[:：,，、;；،؛\n(（–—←]| - |…|\.\.`)
	opening, hasDigit = regexp.MustCompile(`^[(（]`), regexp.MustCompile(`\d`)
	joins             = regexp.MustCompile(`(?i)\s(?:` + that + `)\s|\s(?:ب?[أإا]ن(?:ي|ني|نا|و|ه|ها|ك)?|بلي)\s`)
)

// findBreaks returns where such marks stand in a sentence, and not within a number: "19,99".
func findBreaks(sentence string) [][]int {
	return slices.DeleteFunc(breaks.FindAllStringIndex(sentence, -1), func(at []int) bool {
		return at[0] > 0 && hasDigit.MatchString(sentence[at[0]-1:at[0]]) && at[1] < len(sentence) && hasDigit.MatchString(sentence[at[1]:at[1]+1])
	})
}

// duty finds the end of what makes of a word like "that" a part of a duty: "toma nota, tengo que volver".
var duty = regexp.MustCompile(`(?i)(?:^|\s)(?:ten(?:go|emos|ía|ho|s)|tien(?:e|es|en)|tem|temos|hay|há|hab(?:rá|ía))$`)

// maxJoins is how many words like "that" of a sentence are looked at: "I want that you note that …".
const maxJoins = 3

// findAddresses returns the clauses of a sentence that speak to the listener about keeping the rest: at its beginning, at its end, and
// between what is said.
func findAddresses(sentence string) (out []Span) {
	joined, at := joins.FindAllStringIndex(sentence, maxJoins), findBreaks(sentence)
	isColon := func(b []int) bool { return strings.Contains(":：", sentence[b[0]:b[1]]) }
	colons := slices.DeleteFunc(slices.Clone(at), func(b []int) bool { return !isColon(b) })
	for k, b := range slices.Concat(colons, joined, at) {
		isJoined := k >= len(colons) && k < len(colons)+len(joined)
		if isJoined && (hasDigit.MatchString(sentence[:b[0]]) || duty.MatchString(sentence[:b[0]])) || opening.MatchString(sentence[b[0]:b[1]]) { // "inscris 150 euros que Fanchon me doit"
			continue
		}
		if isAddress(sentence[:b[0]], otherWords, k < len(colons)+len(joined) || isColon(b)) {
			to := b[1]
			if strings.HasSuffix(strings.TrimSpace(sentence[b[0]:b[1]]), "ني") {
				to = b[0] // "that I" in Arabic
			}
			out = append(out, Span{To: to})
			break
		}
	}
	if from := turkishRequest(sentence); from > 0 {
		return append(out, Span{From: from, To: len(sentence)})
	}
	end := len(sentence)
	for _, b := range slices.Backward(at) {
		isWithin := end < len(sentence)
		if isWithin && (joining.MatchString(sentence[end:]) || strings.ContainsAny(sentence[end:end+1], ":") || strings.HasPrefix(sentence[end:], "：") || isColon(b) || isLead(sentence[:b[0]])) {
			break // somebody tells of a request, or what is to be kept follows
		}
		if isAddress(sentence[b[1]:end], otherWords, false) {
			if rest := countMore(sentence[end:]); isWithin && len(out) == 0 && (rest > countMore(sentence[:b[0]]) || rest > 1 && !isReason(sentence[end:]+",")) {
				return append(out, Span{From: b[0], To: end})
			}
			return append(out, Span{From: b[0], To: len(sentence)})
		}
		if end = b[0]; len(out) > 0 {
			break
		}
	}
	return out
}

var (
	// turkishClause finds a Turkish verb that makes of the words before it what is to be kept, "that": "taşındığını", "olacağımızı".
	turkishClause = regexp.MustCompile(`(?i)\pL{2,}(?:[dt][ıiuü]ğ|[ae]c[ae]ğ)[ıiuü](?:n|m|m[ıiuü]z)[ıiuü](?: |$)`)
)

// turkishRequest returns where the request behind such a verb begins that ends a sentence, 0 where none does.
func turkishRequest(sentence string) int {
	all := turkishClause.FindAllStringIndex(sentence, -1)
	if len(all) == 0 {
		return 0
	}
	from := all[len(all)-1][1]
	terms, kinds := wordsOf(sentence[from:])
	if len(terms) == 0 || len(terms) > longestAddress/2 {
		return 0
	}
	isKept := false
	for i := range kinds {
		w := &kinds[i]
		isKept = isKept || (w.is(keepVerb) || w.is(loseVerb) && strings.HasPrefix(terms[i], "unutm")) && !pastTense.MatchString(terms[i])
		if !isAside(w) && !w.is(keepVerb) && !w.is(loseVerb) && !turkishRest.MatchString(terms[i]) {
			return 0
		}
	}
	if !isKept {
		return 0
	}
	return from
}

// turkishRest finds verbs beside a Turkish noun of keeping: "not eder".
var turkishRest = regexp.MustCompile(`^(?:et|eder|ed|al|alir|yaz|tut|kal|gec|ol|kos|bulun)`)
