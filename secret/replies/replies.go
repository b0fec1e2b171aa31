// Package replies finds the answer to a question for security that somebody enters or concludes: "the security question is my first
// pet, i type Biscuit and it says wrong", "question secrète c'est ma rue d'enfance du coup rue des Glycines", "在密保问题填豆豆就行".
//
// What a word for an answer or a sign leads to is package sentence's. Texts come in the even form of package plain; the verbs are in
// the lists puts, putslast, types and typedafter of package lexicon, conclusions in thatis, words of doubt and habit in hedged, what is no answer in vague.
// What is asked in a condition, "if it asks for mum's maiden name put Hargreaves", is in asked.go.
//
// Start reading at Find.
package replies

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

const (
	maxBefore = 120 // bytes before the question
	maxAfter  = 200 // bytes behind it
	maxIdle   = 3   // words that say nothing between a verb and the answer
	maxDense  = 10  // letters of an answer in a script without spaces
	maxName   = 3   // words of an answer that all have capitals
	maxOwners = 4   // words that say of what account a question is
)

// Find returns the answer that is entered in the text around a noun for a question for security.
func Find(n *mention.Noun) (from, to int, ok bool) {
	if from, to, ok = said(n); ok {
		return from, to, true
	}
	if from, to, ok = adjacent(n); ok || n.Entry.Classes&lexicon.Question == 0 && !isForAccess(n) && !isAskedFor(n) {
		return from, to, ok
	}
	lo, hi := window(n)
	for i := lo; i < hi; i = nextWord(n, i) {
		if i >= n.Start && i < n.End || !isDense(n, i) && plain.IsWordRune(n.Before(i)) {
			continue
		}
		end, isVerb := match(n, i, "puts", "types")
		isConclusion := false
		if !isVerb && i > n.End {
			end, isConclusion = match(n, i, "thatis")
			if hedge, is := match(n, i, "hedged"); is && isOfAnswer(n, lo, hi) {
				end, isConclusion = hedge, true
			}
		}
		if (isVerb || isConclusion) && !isDenied(n, lo, i) {
			from, to, ok = behind(n, end)
			if isSaying := n.Words.Is("says", n.Low[i:end], ^uint32(0)); isSaying && n.Entry.Classes&lexicon.Question == 0 && !plain.IsUpperAt(n.Plain, from) {
				return 0, 0, false // "if granny asks about my first car say red"
			}
			if r := n.RuneAt(from); ok && (isVerb || plain.IsUpperAt(n.Plain, from) || !hasCase(r)) {
				return from, to, true
			}
		}
		if _, is := match(n, i, "putslast", "typedafter"); is {
			if from, to, ok = before(n, lo, i); ok {
				return from, to, true
			}
		}
	}
	return 0, 0, false
}

// adjacent returns the name that ends the text behind what a question for security asks, in a sentence that speaks of one or of a bank:
// "security question pet name Bonzo", "девичья фамилия для банка Селезнёва".
func adjacent(n *mention.Noun) (from, to int, ok bool) {
	if n.Entry.Classes&lexicon.Private == 0 || n.IsQuestion() {
		return 0, 0, false
	}
	lo, hi := n.Sentence()
	near := n.Low[lo:hi]
	isAsked := slices.ContainsFunc(n.Words.Index.Find(near), func(h lexicon.Hit) bool { return h.Noun != nil && h.Noun.Classes&lexicon.Question != 0 })
	if n.Words.Is("broad", n.Entry.Text, ^uint32(0)) && !isAsked || !isAsked && !n.Words.HasStem("sendingbank", near) || n.Words.HasWord("negation", near) || n.Words.HasStem("lost", near) {
		return 0, 0, false
	}
	from = n.Skip(n.End, " :\"'`")
	if of := n.WordEnd(from); n.Words.Is("of", n.Low[from:of], n.Entry.Langs) {
		bank := n.Skip(of, " ")
		if end := n.WordEnd(bank); n.Words.HasStem("sendingbank", n.Low[bank:end]) {
			from = n.Skip(end, " :\"'`") // "for the bank"
		}
	}
	if isDense(n, from) {
		to = denseEnd(n, from)
		return from, to, isAsked && n.IsTextEnd(to) && isDenseAnswer(n, from, to)
	}
	to = nameEnd(n, from)
	return from, to, plain.IsUpperAt(n.Plain, from) && n.IsTextEnd(to) && n.Entry.Langs&n.Words.Langs["de"] == 0 && !n.Words.HasStem("service", n.Low[from:to])
}

// isForAccess reports whether the sentence says that what is asked lets somebody in: it speaks of logging in or of recovering an account,
// or a service asks.
func isForAccess(n *mention.Noun) bool {
	lo, hi := n.Sentence()
	near := n.Low[lo:hi]
	if !n.Words.HasStem("asking", near) {
		return false
	}
	return n.Words.HasStem("regain", near) || n.Words.HasStem("sendingbank", near) || n.Words.HasStem("service", near)
}

// window returns the places between which an answer is looked for, between characters.
func window(n *mention.Noun) (lo, hi int) {
	lo, hi = max(0, n.Start-maxBefore), min(len(n.Low), n.End+maxAfter)
	for lo > 0 && plain.IsWordRune(n.Before(lo)) && lo < n.Start {
		_, lo = n.Next(lo)
	}
	return lo, hi
}

// isOfAnswer reports whether a word for an answer stands between two places.
func isOfAnswer(n *mention.Noun, lo, hi int) bool {
	return n.Words.HasStem("answerword", n.Low[lo:hi])
}

// hasCase reports whether r is of a script with capitals.
func hasCase(r rune) bool { return unicode.IsLower(r) || unicode.IsUpper(r) }

func match(n *mention.Noun, i int, lists ...string) (end int, ok bool) {
	for _, list := range lists {
		if e, is := n.MatchWords(list, i); is && e > end {
			end, ok = e, true
		}
	}
	return end, ok
}

func isDense(n *mention.Noun, i int) bool {
	r := n.RuneAt(i)
	return plain.IsDense(r) || plain.IsHangul(r)
}

// nextWord returns the place behind the word at i, or behind the character in a script without spaces.
func nextWord(n *mention.Noun, i int) int {
	if end := n.WordEnd(i); end > i && !isDense(n, i) {
		return n.ScriptEnd(i, end)
	}
	_, next := n.Next(i)
	return next
}

// isDenied reports whether one of the two words before i is a negation: "don't type Biscuit".
func isDenied(n *mention.Noun, lo, i int) bool {
	words := strings.Fields(n.Low[lo:i])
	for _, word := range words[max(0, len(words)-2):] {
		if n.Words.Is("negation", word, n.Entry.Langs) {
			return true
		}
	}
	return false
}

// behind returns the answer behind a verb or a conclusion that ends at i.
func behind(n *mention.Noun, i int) (from, to int, ok bool) {
	i = n.Skip(i, " \"'`:,")
	for range maxIdle {
		if end, is := match(n, i, "hedged"); is && !plain.IsUpperAt(n.Plain, i) {
			i = n.Skip(end, " \"'`:,")
			continue
		}
		end := n.WordEnd(i)
		word := n.Low[i:end]
		isIdle := n.Words.Is("filler", word, n.Entry.Langs) || n.Words.Is("pronoun", word, n.Entry.Langs) || n.Words.Is("particle", word, n.Entry.Langs) || n.Words.Is("thereat", word, n.Entry.Langs)
		if isDense(n, i) || !isIdle || plain.IsUpperAt(n.Plain, i) {
			break
		}
		i = n.Skip(end, " \"'`:")
	}
	if isDense(n, i) {
		to = denseEnd(n, i)
		return i, to, isDenseAnswer(n, i, to)
	}
	to = nameEnd(n, i)
	return i, to, to > i && isAnswer(n, i, to) && ends(n, to)
}

// nameEnd returns the end of the word at i and of those with capitals behind it, if it has one; "rue des Glycines" begins
// without.
func nameEnd(n *mention.Noun, i int) int {
	to := max(hyphenated(n, i), titleEnd(n, i))
	last := to
	for range maxName {
		next := n.Skip(last, " '.")
		end := hyphenated(n, next)
		if next == last || end == next || strings.Contains(n.Low[to:next], ". ") && to-i > 4 {
			break
		}
		last = end
		if plain.IsUpperAt(n.Plain, next) {
			to = end
		} else if !n.Words.Is("of", n.Low[next:end], n.Entry.Langs) {
			break
		}
	}
	return to
}

func hyphenated(n *mention.Noun, i int) int { return max(n.WordEnd(i), n.HyphenatedEnd(i)) }

// isAnswer reports whether what stands between two places can be an answer: it has a capital or is a plain word, is not vague
// and not what is asked for.
func isAnswer(n *mention.Noun, from, to int) bool {
	first := n.Low[from:n.WordEnd(from)]
	isName := plain.IsUpperAt(n.Plain, from) && to > n.WordEnd(from) // "Los Olivos"
	if titleEnd(n, from) == to {
		return !n.IsNoun(from, to)
	}
	if n.IsNoun(from, to) || !isName && n.Words.Is("vague", first, ^uint32(0)) || n.Words.HasStem("asked", n.Low[from:to]) && n.WordEnd(from) >= to {
		return false
	}
	if to > n.WordEnd(from) {
		return true
	}
	if plain.IsUpperAt(n.Plain, from) && !n.IsClauseStart(from) {
		return !n.Words.IsStop(first)
	}
	at := len(strings.TrimRight(n.Low[:from], " "))
	if last := n.Low[n.WordStart(at):at]; n.Words.Is("my", last, n.Entry.Langs) || n.Words.Is("article", last, n.Entry.Langs) {
		return false // "put a message there"
	}
	return (n.IsPlainInAnyCase(from, to) || isShortened(n, from, to)) && !n.Words.HasVerbEnding(first, n.Entry.Langs) && !n.Words.HasStem("service", first)
}

// ends reports whether a clause ends at i, or goes on with a word that joins the next one, says where the answer stands, or tells
// that it is refused.
func ends(n *mention.Noun, i int) bool {
	next := n.Skip(i, " \"'`")
	word := n.Low[next:n.WordEnd(next)]
	if n.IsClauseEnd(i) || n.IsConfided(i) || plain.BeginsWithAnd(word) {
		return true
	}
	for _, list := range []string{"conj", "next", "thereat", "typedlast", "refused"} {
		langs := ^uint32(0)
		if len(word) == 1 {
			langs = n.Entry.Langs // "a" is "to" in Spanish and "and" in Polish
		}
		if n.Words.Is(list, word, langs) {
			return true
		}
	}
	_, isLast := match(n, next, "putslast", "typedafter")
	return isLast
}

// before returns the answer before a verb that begins at i: a clause begins with it, or a pronoun, a word that says nothing, a verb or the
// noun stands before it.
func before(n *mention.Noun, lo, i int) (from, to int, ok bool) {
	to = len(strings.TrimRight(n.Low[:i], " \"'`"))
	if r := n.Before(to); plain.IsDense(r) || plain.IsHangul(r) {
		from = denseStart(n, lo, to)
		return from, to, isDenseAnswer(n, from, to)
	}
	from = nameStart(n, max(lo, n.End), to)
	at := len(strings.TrimRight(n.Low[:from], " \"'`"))
	last := n.Low[n.WordStart(at):at]
	isLed := n.IsClauseStart(from) || at == n.End || n.Words.HasStem("asking", last)
	for _, list := range []string{"filler", "pronoun", "particle", "next", "then", "types", "puts", "thereat", "have", "hedged"} {
		isLed = isLed || n.Words.Is(list, last, n.Entry.Langs)
	}
	return from, to, isLed && from >= lo && from < to && isAnswer(n, from, to)
}

// nameStart returns where the name that ends at to begins: its words have capitals, but for one before them, "de Wit". In a script
// without capitals it is what stands behind a word that says where the answer is entered, three words at most, or one word.
func nameStart(n *mention.Noun, lo, to int) int {
	from := n.WordStart(to)
	isCased := hasCase(n.RuneAt(from))
	for start, words := from, 1; words <= maxName; words++ {
		at := len(strings.TrimRight(n.Low[:start], " "))
		if at <= lo || at == start {
			break
		}
		start = n.WordStart(at)
		word := n.Low[start:at]
		switch {
		case isCased && plain.IsUpperAt(n.Plain, from) && plain.IsUpperAt(n.Plain, start):
			from = start
		case isCased:
			if plain.IsUpperAt(n.Plain, from) && n.Words.Is("nameword", word, ^uint32(0)) {
				return start
			}
			return from
		case n.Words.Is("thereat", word, n.Entry.Langs):
			return n.Skip(at, " ")
		case n.Words.Is("vague", word, ^uint32(0)):
			return from
		}
	}
	return from
}

// denseEnd returns where an answer ends that begins at i, in a script without spaces: at a sign or a space, or before what is said of
// it.
func denseEnd(n *mention.Noun, i int) int {
	to := i
	for to < len(n.Low) && isDense(n, to) {
		for _, list := range []string{"then", "setto", "refused", "final", "putslast"} {
			if end, is := n.MatchDense(list, to); is && to > i && !isUnmarked(n, to, end) {
				return to
			}
		}
		_, to = n.Next(to)
	}
	return to
}

// denseStart returns where an answer begins that ends at to, in a script without spaces: where its own script does, if it is not
// of hiragana, or behind a sign, a space or a word that marks the topic.
func denseStart(n *mention.Noun, lo, to int) int {
	from := to
	isKana := unicode.Is(unicode.Hiragana, n.Before(to))
	for from > max(lo, n.End) {
		r := n.Before(from)
		if !plain.IsDense(r) && !plain.IsHangul(r) || !isKana && unicode.Is(unicode.Hiragana, r) {
			break
		}
		if at, is := n.DenseBefore(from, "topic", "when", "answer"); is && from < to && !isWordStart(n, at) {
			break
		}
		from -= len(string(r))
	}
	return from
}

// isWordStart reports whether a word of Korean begins at i, where no particle can stand: "은하초등학교".
func isWordStart(n *mention.Noun, i int) bool {
	return plain.IsHangul(n.RuneAt(i)) && !plain.IsWordRune(n.Before(i))
}

// isDenseAnswer reports whether what stands between two places can be an answer in a script without spaces.
func isDenseAnswer(n *mention.Noun, from, to int) bool {
	if to <= from || n.IsNoun(from, to) {
		return false
	}
	low := n.Low[from:to]
	for _, bad := range n.Words.Dense["vague"] {
		if strings.HasPrefix(low, bad) {
			return false
		}
	}
	letters := utf8.RuneCountInString(low)
	return letters > 1 && letters <= maxDense && looks.HasOnlyLetters(low) && !n.Words.Is("neverword", low, ^uint32(0)) && !n.Words.HasStem("asked", low) && !n.Words.HasStem("lost", low)
}
