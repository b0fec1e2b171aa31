package sentence

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/amounts"
	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
	"keepsake/secret/spoken"
	"keepsake/secret/values"
)

// maxAnswer is how far behind a question for security its answer is looked for, in bytes.
const maxAnswer = 200

// answered adds the answer to a question for security: "security question is my first pet, I answered Bello". A word of
// the list answer leads to it, or a sign does before what ends the text.
func (p reader) answered(add func(from, to int, kind values.Kind)) {
	hi := min(len(p.Low), p.End+maxAnswer)
	isPrivate := p.Entry.Classes&lexicon.Question == 0
	lo, _ := p.around(mention.MaxNearby)
	isAsked := p.Words.HasStem("asks", p.Low[lo:hi])
	isAsking := p.Words.HasStem("asking", p.Low[lo:hi])
	if isPrivate && !isAsking && !isAsked && !p.isPasswordIn(lo, hi) {
		return
	}
	// Streets and schools are asked for every day, and who asks may be anybody: then the answer has to be called one.
	isBroad := isPrivate && p.Words.Is("broad", p.Entry.Text, ^uint32(0))
	if isBroad && !(isAsking && isAsked) {
		return
	}
	isBroad = isBroad || isPrivate && !isAsked && !p.isPasswordIn(lo, hi)
	if from, to, ok := p.answer(p.End); ok && !isPrivate && !p.isAsked(from, to) {
		if next := p.Skip(to, " "); p.Words.Is("entered", p.Low[next:p.WordEnd(next)], ^uint32(0)) {
			add(from, to, values.Password) // "bei der Sicherheitsfrage Strolchi angegeben"
			return
		}
	}
	sign, signs := 0, 0
	for i := p.End; i < hi; {
		r, next := p.Next(i)
		if before := p.Before(i); plain.IsWordRune(r) && (!plain.IsWordRune(before) || plain.IsDense(r) || plain.IsHangul(r)) {
			end, is := p.MatchWords("reply", i)
			if longer, isAnswer := p.MatchWords("answer", i); isAnswer && (!isBroad || is) && longer >= end {
				end, is = longer, true
			}
			if !is && isPrivate && !isBroad {
				end, is = p.Match("is", i)
			}
			if is {
				if from, to, ok := p.answer(end); ok && !p.isAsked(from, to) && (!isPrivate || plain.IsUpperAt(p.Plain, from) || !plain.IsASCII(p.Low[from:to])) {
					add(from, to, values.Password)
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
	if isBroad {
		return
	}
	if from, to, ok := p.answerName(hi); ok {
		add(from, to, values.Password)
		return
	}
	if lo, _ := p.Sentence(); sign == 0 || p.Words.HasStem("lost", p.Low[lo:hi]) || p.Words.HasWord("negation", p.Low[lo:hi]) {
		return
	}
	if from, to, ok := p.answer(sign); ok && !p.isAsked(from, to) && p.IsTextEnd(to) && (plain.IsUpperAt(p.Plain, from) || !p.IsQuestionBefore(sign) && !unicode.IsLower(plain.FirstRune(p.Low[from:])) || looks.HasDigit(p.Low[from:to])) {
		add(from, to, values.Password)
	}
}

// isPasswordIn reports whether a word for a password or for logging in stands between two places.
func (p reader) isPasswordIn(lo, hi int) bool {
	return slices.ContainsFunc(p.Words.Index.Find(p.Low[lo:hi]), func(h lexicon.Hit) bool {
		return h.Noun != nil && (h.Noun.Classes&(lexicon.Password|lexicon.Login) != 0 && h.Noun.Langs&p.Entry.Langs != 0 || h.Noun.Classes&lexicon.Question != 0)
	})
}

// isAsked reports whether what stands between two places belongs to the question, as "the name" and "my first pet" do.
func (p reader) isAsked(from, to int) bool {
	low := p.Low[from:to]
	for next := p.Skip(p.WordEnd(from), " "); next < to && p.Entry.Langs&p.Words.Langs["de"] == 0; next = p.Skip(max(p.WordEnd(next), next+1), " ") {
		if plain.IsUpperAt(p.Plain, next) {
			return false // "école Jean Moulin", "rue des Tanneurs"
		}
	}
	return p.Words.HasStem("asked", low) || slices.ContainsFunc(p.Words.Index.Find(low), func(h lexicon.Hit) bool {
		return h.Noun != nil && h.Noun.Classes&(lexicon.Question|lexicon.Private) != 0 && !p.Words.Is("broad", h.Text, ^uint32(0))
	})
}

// answerName returns the name that follows what a question for security asks, before hi: it has a capital, stands behind a
// comma, a sign or a word that leads to answers, and ends its clause.
func (p reader) answerName(hi int) (from, to int, ok bool) {
	lo, _ := p.Sentence()
	if p.Entry.Classes&lexicon.Private == 0 || p.IsQuestion() || p.Words.HasWord("negation", p.Low[lo:hi]) {
		return 0, 0, false
	}
	for i := p.End; i < hi; {
		end := p.WordEnd(i)
		if end == i {
			_, i = p.Next(i)
			continue
		}
		before := strings.TrimRight(p.Low[p.End:i], " \"'`")
		if before == "" || !plain.IsUpperAt(p.Plain, i) || !p.leadsToName(before) {
			i = end
			continue
		}
		if from, to, ok = p.answer(i); ok && from == i && !p.isAsked(from, to) && p.areNames(from, to) {
			return from, to, true
		}
		i = end
	}
	return 0, 0, false
}

// leadsToName reports whether the text before a name ends in a sign or in a word that leads to an answer.
func (p reader) leadsToName(before string) bool {
	if strings.ContainsAny(before[len(before)-1:], ",:=>") {
		return true
	}
	word := before[strings.LastIndexAny(before, " ,.:;!?\n")+1:]
	return p.Words.Is("is", word, p.Entry.Langs) && !p.Words.Is("of", word, p.Entry.Langs) || p.Words.Is("leading", word, ^uint32(0)) || p.Words.Is("filler", word, p.Entry.Langs)
}

// areNames reports whether the words between two places are one to three that all have capitals.
func (p reader) areNames(from, to int) bool {
	for i := from; i < to; i = p.Skip(p.WordEnd(i), " '-") {
		if end := p.WordEnd(i); end == i || !plain.IsUpperAt(p.Plain, i) || p.Words.HasStem("service", p.Low[i:end]) {
			return false
		}
	}
	return true
}

// answer accepts what stands at i as an answer: one to three words that end a clause, and no talk about it.
func (p reader) answer(i int) (from, to int, ok bool) {
	for range 4 {
		i = p.Skip(i, " :=,>-\"'`(\n")
		end, is := p.Match("is", i)
		if !is {
			end, is = p.Match("filler", i)
		}
		if !is {
			end, is = p.Match("my", i)
		}
		if !is || plain.IsUpperAt(p.Plain, i) {
			break
		}
		i = end
	}
	from, to = i, i
	for n := 0; n < 3; n++ {
		end := p.WordsEnd(to)
		if end == to {
			break
		}
		low := p.Low[to:end]
		if n > 0 && p.Words.Is("entered", low, ^uint32(0)) {
			to = from + len(strings.TrimRight(p.Low[from:to], " '-"))
			return from, to, utf8.RuneCountInString(p.Low[from:to]) >= 2
		}
		if cut := p.enteredAt(to, end); cut > to {
			return from, cut, n == 0 && !p.isTalk(to, p.Low[to:cut])
		}
		if n == 0 && p.isTalk(to, low) {
			return 0, 0, false
		}
		to = end
		if p.IsClauseEnd(to) || p.FinalAfter(to) {
			to = p.bynameEnd(to)
			return from, to, utf8.RuneCountInString(p.Low[from:to]) >= 2
		}
		to = p.Skip(to, " '-")
	}
	return 0, 0, false
}

// bynameEnd returns the end of an article and a word that end the text behind a name which ends at i, "Karel de kater"; i if
// there are none.
func (p reader) bynameEnd(i int) int {
	article := p.Skip(i, " ")
	end := p.WordEnd(article)
	word := p.Skip(end, " ")
	if to := p.WordEnd(word); to > word && p.IsTextEnd(to) && plain.IsUpperAt(p.Plain, p.WordStart(i)) && p.Words.Is("article", p.Low[article:end], p.Entry.Langs) {
		return to
	}
	return i
}

// enteredAt returns where a word for entering an answer begins in a script without spaces, between two places: "タマって入れた".
func (p reader) enteredAt(from, to int) int {
	if r, _ := p.Next(from); !plain.IsDense(r) && !plain.IsHangul(r) {
		return from
	}
	for _, d := range p.Words.Dense["entered"] {
		if at := strings.Index(p.Low[from:to], d); at > 0 {
			return from + at
		}
	}
	return from
}

// isTalk reports whether a word goes on a sentence about an answer, and is none.
func (p reader) isTalk(i int, low string) bool {
	isCapital := plain.IsUpperAt(p.Plain, i)
	if p.Words.IsStop(low) && !(isCapital && !p.IsClauseStart(i)) || p.Words.HasStem("lost", low) || p.Words.Is("entered", low, ^uint32(0)) {
		return true
	}
	if isCapital {
		return false
	}
	for _, list := range []string{"next", "ordinary", "negation", "head", "have", "of", "conj", "putslast", "vague"} {
		if p.Words.Is(list, low, ^uint32(0)) && !(list == "putslast" && p.Words.Is("answer", low, ^uint32(0))) {
			return true
		}
	}
	if r := plain.FirstRune(low); plain.IsDense(r) || plain.IsHangul(r) {
		for _, list := range []string{"never", "vague"} {
			for _, bad := range p.Words.Dense[list] {
				if strings.HasPrefix(low, bad) {
					return true
				}
			}
		}
	}
	return p.Entry.Langs != p.Words.Langs["hi"] && p.Words.IsParticiple(low, p.Entry.Langs) || p.Words.IsAdverb(low, p.Entry.Langs)
}

// messaged adds the code of a message, or one that is typed for a payment, which only say what it is for: "got a text:
// 482913 to confirm your purchase", "use 482913 to approve the payment".
func (p reader) messaged(add func(from, to int, kind values.Kind)) {
	lo, hi := p.Sentence()
	if p.Entry.Classes&lexicon.Message != 0 {
		// "SMS: 482 913"
		hi = min(len(p.Low), max(hi, p.End+24))
	}
	from, to, ok := p.As(lexicon.Code).LoneNumber(lo, hi)
	if !ok || p.isSender(from) {
		return
	}
	if p.Words.HasStem("sendingbank", p.Entry.Text) { // other numbers of a bank are sums
		if looks.CountDigits(p.Low[from:to]) == 6 && !p.Words.HasStem("papers", p.Low[lo:hi]) && !amounts.IsRound(p.Low[from:to]) && p.Words.HasStem("sent", p.Low[lo:hi]) && (p.IsQuestion() || p.isUncounted(to)) {
			add(from, to, values.Code)
		}
		return
	}
	isAlone := p.isUncounted(to)
	if p.Words.HasStem("authenticator", p.Entry.Text) && looks.CountDigits(p.Low[from:to]) == 6 {
		add(from, to, values.Code) // "my authenticator shows 689 750 now"
		return
	}
	isForMessage := p.Words.HasStem("approve", p.Low[lo:hi]) || isAlone && (p.Words.HasStem("sent", p.Low[lo:hi]) || strings.Trim(p.Low[p.End:max(p.End, from)], " ") == ":")
	if p.Entry.Classes&lexicon.Message != 0 && isForMessage || p.IsTyped(lo, from, to) {
		add(from, to, values.Code)
	}
}

// isSender reports whether a word before i says that the number there sends messages or gets them: "text GIVE to 85100".
func (p reader) isSender(i int) bool {
	at := len(strings.TrimRight(p.Low[:i], " "))
	return p.Words.Is("sender", p.Low[p.WordStart(at):at], ^uint32(0))
}

// warned adds the only number of a message that warns not to share it: "482913. Never share this with anyone." It begins a
// line or stands behind a sign, or the message has a word for a code or for logging in.
func (p reader) warned(add func(from, to int, kind values.Kind)) {
	lo, hi := p.around(mention.MaxNearby)
	from, to, ok := p.As(lexicon.Code).LoneNumber(lo, hi)
	if !ok {
		return
	}
	before := strings.TrimRight(p.Low[lo:from], " ")
	isSigned := before == "" && lo == 0 || before != "" && strings.IndexByte(":\n=", before[len(before)-1]) >= 0
	const codes = lexicon.Code | lexicon.BareCode | lexicon.Pin | lexicon.Login | lexicon.Password
	if isSigned || slices.ContainsFunc(p.Words.Index.Find(p.Low[lo:hi]), func(h lexicon.Hit) bool { return h.Noun != nil && h.Noun.Classes&codes != 0 }) {
		add(from, to, values.Code)
	}
}

// around returns the places some bytes before and after the noun, between characters.
func (p reader) around(bytes int) (lo, hi int) {
	lo, hi = max(0, p.Start-bytes), min(len(p.Low), p.End+bytes)
	for lo > 0 && !utf8.RuneStart(p.Low[lo]) {
		lo--
	}
	for hi < len(p.Low) && !utf8.RuneStart(p.Low[hi]) {
		hi++
	}
	return lo, hi
}

// isUncounted reports whether no word follows at i that a number before it could count: "4829 by SMS", not "4829 messages".
func (p reader) isUncounted(i int) bool {
	next := p.Skip(i, " ")
	r, _ := p.Next(next)
	if p.IsClauseEnd(i) || plain.IsDense(r) || plain.IsHangul(r) {
		return true
	}
	word := p.Low[next:p.WordEnd(next)]
	return p.Words.Is("of", word, ^uint32(0)) || p.Words.Is("user", word, ^uint32(0)) || p.Words.Is("with", word, ^uint32(0)) || p.Words.Is("via", word, ^uint32(0)) || p.Words.HasStem("sent", word)
}

// dictated adds a number that is said in words, where one can be a PIN or a code: "my pin is four seven one nine".
func (p reader) dictated(add func(from, to int, kind values.Kind)) {
	c := p.Entry.Classes
	const named = lexicon.Pin | lexicon.Code | lexicon.CVV | lexicon.Password | lexicon.Weak
	if c&(named|lexicon.BareCode|lexicon.Opens|lexicon.Locked) == 0 || p.IsOfKind() {
		return
	}
	lo, hi := p.Sentence()
	if next := p.Skip(hi, ".!?; \n"); next > hi {
		hi = min(len(p.Low), next+mention.MaxNearby/2)
	}
	if c&(named|lexicon.Locked) == 0 && !p.Words.HasThing("lock", p.Low[lo:hi]) && !(c&lexicon.BareCode != 0 && (p.IsOwnBefore() || p.IsLinked())) {
		return
	}
	for _, n := range spoken.Find(p.Text, p.Words, lo, hi) {
		least := 4
		if c&lexicon.CVV != 0 {
			least = 3
		}
		if n.Digits >= least && n.Digits <= 8 && (n.Words > 2 || c&lexicon.Pin != 0) && !p.IsUnitAt(n.To) && !p.IsOther(n.From) {
			add(n.From, n.To, values.Password)
		}
	}
}
