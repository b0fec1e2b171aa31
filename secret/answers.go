package secret

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
	"keepsake/secret/spoken"
)

// maxAnswer is how far behind a question for security its answer is looked for, in bytes.
const maxAnswer = 200

// answered adds the answer to a question for security: "security question is my first pet, I answered Bello". A word of
// the list answer leads to it, or a sign does before what ends the text.
func (p *phrase) answered(add func(from, to int, kind Kind)) {
	hi := min(len(p.Low), p.end+maxAnswer)
	isPrivate := p.n.Classes&lexicon.Question == 0
	if isPrivate && !p.w.HasStem("asks", p.Low[max(0, p.start-maxNearby):hi]) {
		return
	}
	sign, signs := 0, 0
	for i := p.end; i < hi; {
		r, next := p.Next(i)
		if before := p.Before(i); plain.IsWordRune(r) && (!plain.IsWordRune(before) || plain.IsDense(r) || plain.IsHangul(r)) {
			end, is := p.matchWords("answer", i)
			if !is && isPrivate {
				end, is = p.match("is", i)
			}
			if is {
				if from, to, ok := p.answer(end); ok && (!isPrivate || plain.IsUpperAt(p.Plain, from) || !plain.IsASCII(p.Low[from:to])) {
					add(from, to, Password)
					return
				}
				i = end
				continue
			}
		}
		if strings.ContainsRune(":=?>", r) || r == '-' && p.Before(i) == ' ' || r == ',' && signs > 0 {
			sign, signs = next, signs+1 // "security question: my dog, Bello"
		} else if r == ',' {
			signs++
		}
		i = next
	}
	if lo, _ := p.sentence(); sign == 0 || p.w.HasStem("lost", p.Low[lo:hi]) || p.w.HasWord("negation", p.Low[lo:hi]) {
		return
	}
	if from, to, ok := p.answer(sign); ok && p.isTextEnd(to) && (plain.IsUpperAt(p.Plain, from) || !p.isQuestionBefore(sign) && !unicode.IsLower(plain.FirstRune(p.Low[from:])) || looks.HasDigit(p.Low[from:to])) {
		add(from, to, Password)
	}
}

// isQuestionBefore reports whether a question mark ends at i.
func (p *phrase) isQuestionBefore(i int) bool { return p.Before(i) == '?' }

// answer accepts what stands at i as an answer: one to three words that end a clause, and no talk about it.
func (p *phrase) answer(i int) (from, to int, ok bool) {
	for range 4 {
		i = p.Skip(i, " :=,>-\"'`(\n")
		end, is := p.match("is", i)
		if !is {
			end, is = p.match("filler", i)
		}
		if !is {
			end, is = p.match("my", i)
		}
		if !is || plain.IsUpperAt(p.Plain, i) {
			break
		}
		i = end
	}
	from, to = i, i
	for n := 0; n < 3; n++ {
		end := p.wordsEnd(to)
		if end == to {
			break
		}
		low := p.Low[to:end]
		if n == 0 && p.isTalk(to, low) {
			return 0, 0, false
		}
		to = end
		if p.isClauseEnd(to) || p.finalAfter(to) {
			return from, to, utf8.RuneCountInString(p.Low[from:to]) >= 2
		}
		to = p.Skip(to, " '-")
	}
	return 0, 0, false
}

// wordsEnd returns where the word of an answer ends: letters and digits, in a script without spaces up to its copula.
func (p *phrase) wordsEnd(i int) int {
	r, _ := p.Next(i)
	if plain.IsDense(r) || plain.IsHangul(r) {
		return p.valueEnd(i)
	}
	return p.WordEnd(i)
}

// isTalk reports whether a word goes on a sentence about an answer, and is none.
func (p *phrase) isTalk(i int, low string) bool {
	if p.w.IsStop(low) || p.w.HasStem("lost", low) {
		return true
	}
	if plain.IsUpperAt(p.Plain, i) {
		return false
	}
	for _, list := range []string{"next", "ordinary", "negation", "head", "have", "of", "conj"} {
		if p.w.Is(list, low, ^uint32(0)) {
			return true
		}
	}
	if r := plain.FirstRune(low); plain.IsDense(r) || plain.IsHangul(r) {
		for _, bad := range p.w.Stems["never"] {
			if strings.HasPrefix(low, bad) {
				return true
			}
		}
	}
	return p.w.IsParticiple(low, p.n.Langs) || p.w.IsAdverb(low, p.n.Langs)
}

// messaged adds the code of a message, or one that is typed for a payment, which only say what it is for: "got a text:
// 482913 to confirm your purchase", "use 482913 to approve the payment".
func (p *phrase) messaged(add func(from, to int, kind Kind)) {
	lo, hi := p.sentence()
	if p.n.Classes&lexicon.Message != 0 {
		// "SMS: 482 913"
		hi = min(len(p.Low), max(hi, p.end+24))
	}
	from, to, ok := p.as(lexicon.Code).loneNumber(lo, hi)
	if !ok {
		return
	}
	isAlone := p.isUncounted(to)
	isForMessage := p.w.HasStem("approve", p.Low[lo:hi]) || isAlone && (p.w.HasStem("sent", p.Low[lo:hi]) || strings.Trim(p.Low[p.end:max(p.end, from)], " ") == ":")
	if p.n.Classes&lexicon.Message != 0 && isForMessage || p.isTyped(lo, from, to) {
		add(from, to, Code)
	}
}

// isUncounted reports whether no word follows at i that a number before it could count: "4829 by SMS", not "4829 messages".
func (p *phrase) isUncounted(i int) bool {
	next := p.Skip(i, " ")
	r, _ := p.Next(next)
	if p.isClauseEnd(i) || plain.IsDense(r) || plain.IsHangul(r) {
		return true
	}
	word := p.Low[next:p.WordEnd(next)]
	return p.w.Is("of", word, ^uint32(0)) || p.w.Is("user", word, ^uint32(0)) || p.w.Is("with", word, ^uint32(0)) || p.w.Is("via", word, ^uint32(0)) || p.w.HasStem("sent", word)
}

// dictated adds a number that is said in words, where one can be a PIN or a code: "my pin is four seven one nine".
func (p *phrase) dictated(add func(from, to int, kind Kind)) {
	c := p.n.Classes
	const named = lexicon.Pin | lexicon.Code | lexicon.CVV | lexicon.Password | lexicon.Weak
	if c&(named|lexicon.BareCode|lexicon.Opens|lexicon.Locked) == 0 || p.isOfKind() {
		return
	}
	lo, hi := p.sentence()
	if next := p.Skip(hi, ".!?; \n"); next > hi {
		hi = min(len(p.Low), next+maxNearby/2)
	}
	if c&named == 0 && !p.w.HasThing("lock", p.Low[lo:hi]) && !(c&lexicon.BareCode != 0 && p.isOwnBefore()) {
		return
	}
	for _, n := range spoken.Find(p.Text, p.w, lo, hi) {
		least := 4
		if c&lexicon.CVV != 0 {
			least = 3
		}
		if n.Digits >= least && n.Digits <= 8 && (n.Words > 2 || c&lexicon.Pin != 0) && !p.isUnitAt(n.To) && !p.isOther(n.From) {
			add(n.From, n.To, Password)
		}
	}
}
