package request

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"keepsake/phrase"
)

// This file reads the words of a clause in Chinese, Japanese and Korean (clausescript.txt), where no space, or not every one, parts them: the
// longest word that is known is taken at each place, with the ending with which one asks, and what no word is found in counts as another.
// The rules are those of clauses.go.

//go:embed clausescript.txt
var scriptFile string

// scriptWords are the words of one of these languages.
type scriptWords struct {
	clauseWords
	denying  *regexp.Regexp // the endings with which one asks that something does not happen
	telling  *regexp.Regexp // those with which one tells of it
	particle *regexp.Regexp // what may follow a word
	keeping  *regexp.Regexp // what makes of a verb that is not known one that keeps, and asks for it: "-ておいて", "-아 둬", "-住"
}

// allScriptWords are those of clausescript.txt, by language. Its endings are built of the parts of grammar.txt.
var allScriptWords = sync.OnceValue(func() map[string]*scriptWords {
	lines := linesOf(grammarFile + scriptFile)
	expand := expander(lines)
	out := map[string]*scriptWords{}
	for _, code := range []string{"ja", "ko", "zh"} {
		part := func(name string) *regexp.Regexp {
			e := regexp.MustCompile("^(?:" + expand(code+"."+name) + ")")
			e.Longest()
			return e
		}
		w := &scriptWords{newClauseWords(code, part("asking")), part("denying"), part("telling"), part("particle"), part("keeping")}
		for i, kind := range hintNames {
			for _, word := range strings.Fields(strings.Join(lines[kind+" "+code], " ")) {
				w.add(word, 1<<i)
			}
		}
		out[code] = w
	}
	return out
})

// scriptOf returns the words of the language of a text, nil where it is in none of these.
func scriptOf(s string) *scriptWords {
	if !phrase.IsDense(firstLetter(s)) && strings.IndexFunc(s, phrase.IsDense)*2 > len(s) {
		return nil
	}
	return allScriptWords()[scriptCode(s)]
}

// add takes up a word of a kind.
func (w *scriptWords) add(word string, h hints) {
	to, bare := w.listOf(word)
	w.longest = max(w.longest, len(bare))
	to[bare] |= h
}

// scriptWord is a word of a clause; what no word is known of is one without kinds.
type scriptWord struct {
	Span
	has     hints
	others  int
	isVague bool // a verb that is not known, of which only the ending says that it keeps
}

// read returns the words of a clause.
func (w *scriptWords) read(clause string) (out []scriptWord) {
	clause = strings.TrimRightFunc(clause, isEdge)
	unknown := -1
	flush := func(to int) {
		if unknown >= 0 {
			out = append(out, scriptWord{Span{From: unknown, To: to}, 0, w.weigh(clause[unknown:to]), false})
		}
		unknown = -1
	}
	isStart := true
	for at := 0; at < len(clause); {
		r, size := utf8.DecodeRuneInString(clause[at:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			flush(at)
			at, isStart = at+size, true
			continue
		}
		if h, n := w.longestAt(clause[at:]); n > 0 && (isStart || w.code != "ko") {
			flush(at)
			out = append(out, scriptWord{Span{From: at, To: at + n}, h, 0, false})
			at += n
			continue
		}
		if to := w.keeping.FindStringIndex(clause[at:]); to != nil && (isStart && w.code == "ko" || unknown >= 0 && w.code != "ko") {
			if unknown < 0 {
				unknown = at
			}
			at += to[1]
			out = append(out, scriptWord{Span{From: unknown, To: at}, keepHint | gotHint, 0, true})
			unknown = -1
			continue
		}
		if unknown < 0 {
			unknown = at
		}
		at, isStart = at+size, false
	}
	flush(len(clause))
	return out
}

// longestAt returns the longest word with which a text begins, with its ending: its kinds and how long it is.
func (w *scriptWords) longestAt(s string) (kinds hints, length int) {
	take := func(h hints, n int) {
		switch {
		case n > length:
			kinds, length = h, n
		case n == length:
			kinds |= h
		}
	}
	for n := min(w.longest, len(s)); n > 0; n-- {
		key, rest := s[:n], s[n:]
		if h := w.endAsk[key]; h != 0 {
			ended, to := w.endingOf(h, rest)
			if to >= 0 {
				take(ended, n+to)
			}
		}
		if h := w.beginnings[key]; h != 0 {
			take(h, n+len(wordEnd[w.code].FindString(rest)))
		}
		if h := w.whole[key]; h != 0 {
			if word := wordEnd[w.code].FindString(rest); w.code != "ko" {
				take(h, n)
			} else if w.particle.FindString(word) == word {
				take(h, n+len(word))
			}
		}
	}
	return kinds, length
}

// endingOf returns what a verb of some kinds is by the ending with which a text begins, and where that ends, -1 where it has none.
func (w *scriptWords) endingOf(h hints, s string) (hints, int) {
	ending, has := w.ending, gotHint
	if h&(loseHint|sayHint) != 0 {
		ending, has = w.denying, gotHint|notHint
	}
	tells := w.telling.FindStringIndex(s)
	at := ending.FindStringIndex(s)
	switch {
	case at != nil && w.code == "ja" && w.telling.MatchString(s[at[1]:]):
		return toldHint, at[1]
	case at != nil && (w.code != "ko" || endsWord(s, at[1])):
		if bare := s[:at[1]]; w.code == "ko" && (bare == "" || bare == "요") {
			has = 0 // "보관해요" tells as well
		}
		return h | has, at[1]
	case tells != nil:
		return toldHint, tells[1]
	}
	return 0, -1
}

// endsWord reports whether a Korean word ends at a place of a text.
func endsWord(s string, at int) bool {
	last, _ := utf8.DecodeLastRuneInString(s[:at])
	return wordEnd["ko"].FindString(s[at:]) == "" || !unicode.Is(unicode.Hangul, last) && at > 0
}

// wordEnd find the rest of a word of which only the beginning is known.
var wordEnd = map[string]*regexp.Regexp{"ja": regexp.MustCompile(`^\p{Hiragana}*`), "ko": regexp.MustCompile(`^\p{Hangul}*`), "zh": regexp.MustCompile(`^`)}

// weigh returns how many words there are in what no word is known of. Of Japanese kana some are endings.
func (w *scriptWords) weigh(s string) int {
	n := utf8.RuneCountInString(s)
	isKana := !strings.ContainsFunc(s, func(r rune) bool { return !unicode.Is(unicode.Hiragana, r) })
	switch {
	case w.code == "ko":
		return 1
	case isKana && n <= 2:
		return 0
	case w.code == "ja":
		return 1 + (n-1)/4
	}
	return (n + 1) / 2
}

// utter returns what words of a clause are.
func (w *scriptWords) utter(words []scriptWord) (u utterance) {
	u.isStrict = true
	for i, word := range words {
		u.has |= word.has
		u.others += word.others
		if word.has&^restHint != 0 {
			u.words++
		}
		if i == 0 {
			u.first = word.has
		}
	}
	u.first |= u.has & (ifHint | soHint)
	if u.any(gotHint) && (w.code != "zh" || !u.any(ownHint) || u.any(youHint|notHint)) { // the verb asks, and says so to the listener
		u.has |= youHint
		u.words++
	}
	if u.any(whichHint) && !u.any(useHint) {
		u.has |= toldHint
	}
	return u
}

// asksIn reports whether words of a clause ask to keep what stands beside them. isSure says that a colon ends it, isBeside that another
// stands beside it in the sentence.
func (w *scriptWords) asksIn(words []scriptWord, isSure, isBeside bool) bool {
	u := w.utter(words)
	if u.any(elseHint) && !u.any(placeHint|labelHint|neededHint|loseHint|sayHint|fixHint) {
		return false // a task
	}
	saysWhose := func(word scriptWord) bool { return word.has&(youHint|placeHint|meHint|mustHint) != 0 }
	if slices.ContainsFunc(words, func(word scriptWord) bool { return word.isVague }) && !slices.ContainsFunc(words, saysWhose) {
		return false // "eat that up"
	}
	if isBeside && u.is(meHint|keepHint|gotHint) {
		u.has |= thatHint // "know my taste: …"
	}
	switch isOther := u.any(toldHint | thirdHint | whichHint); {
	case isOther || !isBeside:
	case u.is(soHint|notHint|ownHint|sayHint|thatHint) && !u.any(youHint):
		return false // "I don't want to talk about this again"
	case u.is(soHint|notHint) && u.any(againHint|useHint) && !u.any(thatHint) && u.others <= 1:
		return true // "I'm fed up with typing that each time"
	case u.first&ifHint != 0 && u.is(useHint|laterHint) && u.any(mustHint|meHint|gotHint) && !u.any(notHint) && u.others <= 2:
		return true // "when I ask for the name next time"
	}
	most := 0
	switch {
	case u.first&ifHint != 0 && u.any(useHint):
		most = mostUsed
	case u.is(placeHint|youHint) && u.any(keepHint|putHint), isSure:
		most = 2
	case u.any(keepHint | putHint | keptHint | fixHint | thatHint | useHint), isBeside && u.any(labelHint):
		most = 1
	}
	u.isStrict = !isBeside || isSure || !u.any(thatHint|putHint) || !u.any(youHint|pleaseHint)
	if u.others > 0 && u.isStrict && (isSure || !u.any(useHint)) {
		u.has |= elseHint
	}
	return u.others <= most && u.asks(isSure)
}

// mostUsed is how many words of no kind may say what for something will be needed.
const mostUsed = 6

// askingHints are kinds of words that ask by themselves, one of which has to begin or end what asks without a mark.
const askingHints = keepHint | putHint | keptHint | placeHint | youHint | pleaseHint | labelHint | loseHint | notHint | neededHint | mustHint | thatHint

// split returns where the words end, or begin, with which a clause begins, or ends, that ask to keep the rest of it.
func (w *scriptWords) split(clause string, words []scriptWord) (head, tail int) {
	tail = len(clause)
	isSure := func(asking, others []scriptWord) bool {
		u := w.utter(asking)
		isThird := w.code == "zh" && others[0].has&thirdHint != 0 // "他总是记在心里"
		return u.any(keepHint|putHint|loseHint|neededHint) && !u.any(elseHint) && u.asks(false) && !isThird && !w.utter(others).any(toldHint)
	}
	i, k := 0, len(words)
	for i < len(words) && words[i].others == 0 {
		i++
	}
	for k > 0 && words[k-1].others == 0 {
		k--
	}
	for i > 0 && words[i-1].has&askingHints == 0 {
		i--
	}
	for k < len(words) && words[k].has&askingHints == 0 {
		k++
	}
	if i > 0 && i < len(words) && isSure(words[:i], words[i:]) && countMore(clause[words[i-1].To:]) > 1 {
		head = words[i-1].To
	}
	if k > 0 && k < len(words) && isSure(words[k:], words[:k]) && countMore(clause[:words[k].From]) > 1 {
		tail = words[k].From
	}
	return head, tail
}

// gaps find where a clause begins without a mark in Chinese and Japanese, which have no other spaces.
var gaps = regexp.MustCompile(`[\s　]+`)

// findAsking returns the clauses of a sentence, and whether one asks to keep the others.
func (w *scriptWords) findAsking(s string) (all []piece, isAsked bool) {
	if isQuestion(withoutTag(s)) && !polite.MatchString(s) {
		return nil, false
	}
	for _, p := range pieces(s) {
		cuts := []int{p.To}
		if w.code != "ko" {
			for _, at := range gaps.FindAllStringIndex(s[p.From:p.To], -1) {
				cuts = slices.Insert(cuts, len(cuts)-1, p.From+at[1])
			}
		}
		for _, to := range cuts {
			if strings.TrimFunc(s[p.From:to], isEdge) != "" {
				all = append(all, piece{Span: Span{From: p.From, To: to}})
			}
			p.From = to
		}
	}
	for i := range all {
		p := &all[i]
		clause := s[p.From:p.To]
		words := w.read(clause)
		isSure := strings.ContainsAny(clause, ":：")
		if p.asks = w.asksIn(words, isSure, len(all) > 1) && !isOthers(s, p.Span, words); p.asks {
			p.corrects, isAsked = w.utter(words).corrects(), true
		}
	}
	if isAsked {
		w.joinReasons(s, all)
		return all, true
	}
	for i, p := range all {
		words := w.read(s[p.From:p.To])
		head, tail := w.split(s[p.From:p.To], words)
		first, last := p, p
		if first.asks = head > 0; !first.asks {
			head, last.asks = tail, tail < p.To-p.From
		}
		first.To, last.From = p.From+head, p.From+head
		if !first.asks && !last.asks || isOthers(s, p.Span, words) || first.asks && isQuoted(s, first.Span) || last.asks && isQuoted(s, last.Span) {
			continue
		}
		return slices.Concat(all[:i], []piece{first, last}, all[i+1:]), true
	}
	return all, false
}

// joinReasons makes clauses ask that only say when, or why, beside those that do.
func (w *scriptWords) joinReasons(s string, all []piece) {
	for i := range all {
		if isBeside := i > 0 && all[i-1].asks || i+1 < len(all) && all[i+1].asks; !isBeside || all[i].asks {
			continue
		}
		u := w.utter(w.read(s[all[i].From:all[i].To]))
		isReason := u.words > 0 && u.any(ifHint|soHint|pleaseHint|matterHint|weakHint)
		all[i].asks = u.others == 0 && (isReason || u.has&^(thatHint|youHint|restHint|pleaseHint|mustHint) == 0)
	}
}

// isOthers reports whether words of a clause are quoted, or somebody else says them.
func isOthers(s string, p Span, words []scriptWord) bool {
	if len(words) == 0 {
		return false
	}
	at := Span{From: p.From + words[0].From, To: p.From + words[len(words)-1].To}
	return isQuoted(s, at) || isReported(s[:p.From]) || saidByOther.MatchString(s[:at.From])
}
