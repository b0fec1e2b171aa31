// Package own keeps what a model did not keep in the person's words. "Remember that my sister is vegan" is to be kept, however a model words
// it: where neither the words nor a judge settle that the person said the model's claim, what they asked to keep is kept in their own
// words (phrase/verbatim), and the claim is dropped. So is the sentence that a judge, who has heard nobody else, found the claim in, where
// the code doubts how the claim is worded.
//
// It makes no claim true: what it returns stands letter by letter in what the person typed or spoke in this turn, or before it and affirmed
// in it ("remember that", or a yes to "shall I keep that?", affirmed.go). Of a turn of several messages it is what each of them says of the claim, with what
// limits or corrects it (rest.go). Of a yes to a question that says itself what would be kept, these are the
// clauses that it was about, and only without a judge. A claim that is nearer to the words of others, and what the person only mentions in other
// words, wait.
//
// It is pure. Start reading at Find.
package own

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"keepsake/memory"
	"keepsake/memory/grounds"
	"keepsake/phrase"
	"keepsake/phrase/moment"
	"keepsake/phrase/request"
	"keepsake/phrase/segment"
	"keepsake/phrase/verbatim"
	"keepsake/text"
	"keepsake/text/language"
)

// Words are what a person said, as they are kept.
type Words struct {
	Content  string // the memory they make
	Quote    string // as they stand in the message
	Evidence []memory.Evidence
	// SaidNow says that they are of this turn: then the person did not only affirm them.
	SaidNow bool
}

// maxWords is how many characters are kept, so that the memory is no longer than a tool may write one.
const maxWords = 400

// Find returns what the person asks to keep in this turn where a write waits, what they affirm in it, or what a judge found the claim in: the part of what they wrote
// that has most of the claim's words, a request before what stands beside one, the shorter before the longer where the claim can be compared with it. Where others speak of the
// matter it has as many of those words as any text of theirs, or is in another language; else the claim is theirs, and waits. Where nobody
// asked and no judge was asked, the part has most of the claim's words, as have several messages together. Find returns nil where there is no such part, for updates whose words say nothing of the memory, for tasks, for what a member
// of a group wants of the bot, which is not the group's, and where the write waits for another reason than that the person did not say it.
func Find(w grounds.Write, v grounds.View, waiting grounds.Verdict) *Words {
	isUnsaid := waiting.Reason == grounds.ReasonUnsaid || waiting.Reason == grounds.ReasonForeign
	if w.Task || waiting.Allowed || !isUnsaid || v.Unasked {
		return nil
	}
	byOthers := grounds.SharedByOthers(w.Content, v)
	asked, affirmed := findAsked(w, v, byOthers, waiting.IsJudged), findAffirmed(w, v, byOthers, waiting.IsJudged)
	if affirmed != nil && asked != nil && grounds.SharedWords(w.Content, asked.Quote) >= grounds.SharedWords(w.Content, affirmed.Quote) {
		affirmed = nil // "yes, and remember that Tom is vegan"
	}
	if affirmed != nil {
		return withRest(w, v, affirmed, byOthers)
	}
	asked = withRest(w, v, asked, byOthers)
	if asked == nil && !waiting.IsJudged {
		asked = findToldTogether(w, v, byOthers)
	}
	if asked != nil && len(waiting.Matched) > 0 && asked.holds(waiting.Matched) {
		return asked
	}
	return cmp.Or(findMatched(w, v, waiting.Matched, byOthers), asked)
}

// holds reports whether words are all that a judge says states the claim.
func (w *Words) holds(matched []grounds.Quotation) bool {
	return !slices.ContainsFunc(matched, func(q grounds.Quotation) bool { return !strings.Contains(w.Quote, q.Text[q.From:q.To]) })
}

// findAsked returns what the person asks to keep; unless a judge has been asked, also what they only say.
func findAsked(w grounds.Write, v grounds.View, byOthers int, isJudged bool) *Words {
	var found *Words
	most := 0
	for _, said := range grounds.ListSaid(v) {
		if v.TurnID != "" && said.Message.TurnID != v.TurnID || phrase.IsNo(said.Text) || w.Before != "" && !mayUpdate(said.Text, byOthers) {
			continue
		}
		for _, part := range partsOf(said.Text) {
			words := amend(w, newWords(v, said, part.Span), w.Before, byOthers == 0)
			if words == nil || v.Group && part.IsStanding {
				continue
			}
			shared := grounds.SharedWords(w.Content, words.Quote)
			if part.basis == isTold && isJudged || !part.basis.isMeant(w, v, words, byOthers) {
				continue
			}
			isTheirs := shared < byOthers && !grounds.AreInOtherLanguages(w.Content, words.Quote)
			isBetter := found == nil || shared > most || shared == most && part.basis != isBeside && !strings.HasPrefix(words.Quote, found.Quote)
			if shared == most && part.basis != isBeside && (shared == 0 || grounds.AreInOtherLanguages(w.Content, words.Quote)) {
				isBetter = true // which of the sentences behind a request is meant cannot be told
			}
			if part.basis == isBeside && shared == 0 { // of a claim in another language it cannot be told which part is meant
				isBetter = found != nil && most == 0 && saysMore(words.Quote, found.Quote) && grounds.AreInOtherLanguages(w.Content, words.Quote)
			}
			if w.Before != "" && found != nil && shared == most && strings.Contains(words.Quote, found.Quote) && request.Corrects(said.Text) {
				isBetter = true // a correction is kept whole: what it is to be instead stands beside what it is not any more
			}
			if !isTheirs && isBetter {
				most, found = shared, words
			}
		}
	}
	return found
}

// mayUpdate reports whether a text orders to correct what is kept or, where nobody else speaks of the matter, asks to keep something or may do so.
func mayUpdate(s string, byOthers int) bool {
	return request.Corrects(s) || byOthers == 0 && (len(request.Find(s)) > 0 || request.MayAsk(s))
}

// amend returns words for an update: where they lack what is left of the memory, they stand behind what it says ("The class is on Thursdays. User
// said: “change spin to tuesday pls”"), so that nothing is lost. What is left is said by the claim, as far as a judge has found it in the words,
// else all of it. It returns nil where the words say nothing of the memory, or together are too long.
// isAlone says that nobody else speaks of the matter: then words in another language may be of it.
func amend(w grounds.Write, words *Words, left string, isAlone bool) *Words {
	if w.Before == "" || words == nil {
		return words
	}
	isOfIt := grounds.SharedWords(w.Before, words.Quote) > 0
	if isOfIt && !grounds.LosesWords(w.Before, left, words.Quote) {
		return words
	}
	if !isOfIt && !(isAlone && grounds.AreInOtherLanguages(w.Before, words.Quote)) {
		return nil
	}
	words.Content = strings.TrimRight(text.OneLine(w.Before), " .") + ". " + words.Content
	if utf8.RuneCountInString(words.Content) > memory.ToolLimits.Max {
		return nil
	}
	return words
}

// findMatched returns the sentences with what a judge says states the claim: of the message that has most of the claim's words, or of several where
// they have more of them together, as what the person affirms and what they add to it now do.
func findMatched(w grounds.Write, v grounds.View, matched []grounds.Quotation, byOthers int) *Words {
	var found *Words
	var each []*Words
	most := -1
	consider := func(words *Words, facts []string) {
		told := words.Quote + "\n" + strings.Join(facts, "\n") // a judge that has heard nobody else may use the claim's words
		shared, isAbroad := grounds.SharedWords(w.Content, told), grounds.AreInOtherLanguages(w.Content, words.Quote)
		if shared > most && (isAbroad && isReadable(words.Quote) || shared > 0 && shared >= byOthers) {
			most, found = shared, words
		}
	}
	var facts []string
	for i, q := range matched {
		part := request.Span{From: q.From, To: q.To}
		for _, o := range matched { // one fact may stand in several sentences
			if o.Message.ID == q.Message.ID {
				part.From, part.To = min(part.From, o.From), max(part.To, o.To)
			}
		}
		part = withNames(w, q.Text, request.Around(q.Text, part))
		words := amend(w, newWords(v, q.Said, part), w.Content, false)
		if words == nil || v.Group && isStanding(q.Text, part) {
			continue
		}
		consider(words, q.Facts)
		facts = append(facts, q.Facts...)
		if !slices.ContainsFunc(matched[:i], func(o grounds.Quotation) bool { return o.Message.ID == q.Message.ID }) {
			each = append(each, words)
		}
	}
	if joined := amend(w, join(v, each), w.Content, false); joined != nil {
		consider(joined, facts)
	}
	return withBefore(w, v, found)
}

// withBefore returns words with the person's message before them, where the claim has words of that which they lack: what they correct, or go on with.
func withBefore(w grounds.Write, v grounds.View, words *Words) *Words {
	if words == nil || w.Before != "" {
		return words
	}
	var before *grounds.Said
	for _, said := range grounds.SaidBy(v) {
		if said.Message.ID == words.Evidence[0].MessageID {
			break
		}
		before = &said
	}
	first := wholeOf(v, before)
	if first == nil || grounds.SharedWords(w.Content, first.Quote+"\n"+words.Quote) <= grounds.SharedWords(w.Content, words.Quote) {
		return words
	}
	return cmp.Or(join(v, []*Words{first, words}), words)
}

// withNames returns a part of a text with the sentence before it, where the claim has more words of both: "What do I give my niece Vega? She turns 7
// on Saturday".
func withNames(w grounds.Write, s string, part request.Span) request.Span {
	before := strings.TrimRightFunc(s[:part.From], unicode.IsSpace)
	if before == "" {
		return part
	}
	last := len(before) - 1
	more := request.Around(s, request.Span{From: last, To: part.To})
	if grounds.SharedWords(w.Content, s[more.From:part.To]) > grounds.SharedWords(w.Content, s[part.From:part.To]) {
		part.From = more.From
	}
	return part
}

// apart stands between the words of two messages.
const apart = " … "

// join returns the words of several messages as one, in the order in which they were said; nil where they are of one, or too long.
func join(v grounds.View, each []*Words) *Words {
	if len(each) < 2 {
		return nil
	}
	slices.SortStableFunc(each, func(a, b *Words) int { return a.Evidence[0].SaidAt.Compare(b.Evidence[0].SaidAt) })
	out := &Words{}
	var quotes []string
	for _, w := range each {
		quotes = append(quotes, w.Quote)
		out.Evidence = append(out.Evidence, w.Evidence[0])
		out.SaidNow = out.SaidNow || w.SaidNow
	}
	out.Quote = strings.Join(quotes, apart)
	var ok bool
	if out.Content, ok = Keep(text.OneLine(out.Quote), v.Self, v.InZone(out.Evidence[0].SaidAt)); ok {
		return out
	}
	return nil
}

// Keep returns the memory that holds words of a person, said at a time on their clock, in the language they are in. label names a member
// of a group, "" elsewhere. ok is false where they cannot be kept as they stand.
func Keep(words, label string, at time.Time) (content string, ok bool) {
	if !canKeep(words) {
		return "", false
	}
	return verbatim.Write(words, languageOf(words), label, dayOf(words, at)), true
}

// isStanding reports whether a part of a text tells the listener how to do something from now on.
func isStanding(s string, part request.Span) bool {
	return slices.ContainsFunc(request.Find(s), func(p request.Span) bool { return p.IsStanding && p.From < part.To && part.From < p.To })
}

// newWords returns a part of a text as what is kept of it, without the bot's name before it; nil where it cannot be kept as it stands. What
// was said before this turn was affirmed in it, and the "yes" belongs to the evidence.
func newWords(v grounds.View, said grounds.Said, part request.Span) *Words {
	part.From += len(mention.FindString(said.Text[part.From:part.To]))
	part = withCorrection(said.Text, part)
	part.To += len(restOfHangul.FindString(said.Text[part.To:])) // "마시" of "마시는 거"
	words := text.OneLine(said.Text[part.From:part.To])
	if !canKeep(words) || isCutAtMask(said.Text, part) {
		return nil
	}
	evidence := said.Evidence(part.From, part.To)
	out := &Words{Quote: evidence.Quote, Evidence: []memory.Evidence{evidence}}
	out.SaidNow = v.TurnID == "" || said.Message.TurnID == v.TurnID
	out.Content = verbatim.Write(words, languageOf(said.Text), v.Self, dayOf(words, v.InZone(said.Message.At)))
	if !out.SaidNow {
		for _, yes := range grounds.ListSaid(v) {
			if yes.Message.TurnID == v.TurnID {
				out.Evidence = append(out.Evidence, yes.Evidence(0, len(yes.Text)))
			}
		}
	}
	return out
}

// restOfHangul finds the end of a Korean word in which a part ends.
var restOfHangul = regexp.MustCompile(`^\p{Hangul}+`)

// mention finds the name of the bot that a message in a group begins with.
var mention = regexp.MustCompile(`^@\w{5,32}[,:]?\s+`)

// part is a part of a text that may be meant.
type part struct {
	request.Span
	basis basis
}

// basis is why a part of a text may be meant.
type basis int

const (
	isAsked  basis = iota // the text asks to keep it
	isBeside              // it stands beside such a request: "Lea is vegan. Can you note that Tom is not?"
	isHinted              // the text may ask to keep something, it is not known what
	isTold                // it is only said
)

// leastTold is how many words of a claim what is only said has at least.
const leastTold = 2

// isMeant reports whether a claim may be of words that have such a basis: what nobody asks for in words that are known is to have more of its words than
// others, and what is only said most of them. Where others speak of the matter, who only says it uses a word of it that nobody else does, and has all of its
// words that others have, or twice as many as they.
func (b basis) isMeant(w grounds.Write, v grounds.View, words *Words, byOthers int) bool {
	if b != isHinted && b != isTold {
		return true
	}
	shared := grounds.SharedWords(w.Content, words.Quote)
	switch {
	case b == isHinted:
		return byOthers == 0 || shared > byOthers
	case shared < leastTold || shared <= byOthers || 2*shared <= grounds.SharedWords(w.Content, w.Content):
		return false
	}
	return byOthers == 0 || grounds.HasWordOfTheirOwn(w.Content, words.Quote, v) && (shared >= 2*byOthers || !grounds.TakesFromOthers(w.Content, words.Quote, v))
}

// partsOf returns the parts of a text that may be meant: those that it asks to keep, then its other statements.
func partsOf(s string) (out []part) {
	rest := isBeside
	for _, p := range request.Find(s) {
		out = append(out, part{p, isAsked})
	}
	switch {
	case len(out) > 0:
	case request.MayAsk(s) || request.PointsBack(s) || request.AsksToKeep(s):
		rest = isHinted
	default:
		rest = isTold
	}
	for _, p := range request.Beside(s) {
		out = append(out, part{p, rest})
	}
	return out
}

// saysMore reports whether words say something beside others and the words that ask.
func saysMore(words, than string) bool {
	n := 0
	for _, t := range phrase.Tokens(phrase.Bare(words)) {
		if t.Counts() && !slices.ContainsFunc(phrase.Tokens(than), func(x phrase.Token) bool { return x.Term == t.Term || phrase.HasDense(x.Term, t.Term) }) {
			n++
		}
	}
	return n > 1
}

// dayOf returns the day on which words were said where they mean others on another day, "tomorrow"; else "".
func dayOf(words string, at time.Time) string {
	words = repeated.ReplaceAllString(words, " ")
	if maps.Equal(moment.Implied(words, at), moment.Implied(words, at.AddDate(0, 0, 1))) {
		return ""
	}
	return at.Format(time.DateOnly)
}

// repeated finds a day that comes again and again, "on Sundays", which is the same on whatever day it is read.
var repeated = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs|` +
	`(?:every|each|jeden|chaque|tous les|toutes les|cada|todos los|ogni|elke|iedere|każd\pL+|кажд\pL+|кожн\pL+|her) \pL+|по \pL+[ая]м)`)

// languageOf returns the language that words are kept in: English where it is not sure.
func languageOf(s string) string {
	if g := language.Detect(s); g.Sure {
		return g.Code
	}
	return "en"
}

// isCutAtMask reports whether a masked secret stands beside a part of a text: without it, the part may say nothing.
func isCutAtMask(s string, part request.Span) bool {
	return strings.HasSuffix(strings.TrimRight(s[:part.From], " "), text.Mask) || strings.HasPrefix(strings.TrimLeft(s[part.To:], " "), text.Mask)
}

// isReadable reports whether words are more than one, so that somebody may read later what they say.
func isReadable(words string) bool {
	return strings.ContainsFunc(words, phrase.IsDense) || len(strings.Fields(words)) > 1
}

// canKeep reports whether words can be kept as they are: they are not too long, hide nothing, and quote nobody at length.
func canKeep(words string) bool {
	return utf8.RuneCountInString(words) <= maxWords && text.Visible(words) == words && !strings.Contains(words, text.Mask) && !segment.QuotesAtLength(words)
}
