package secret

import (
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// isSentence reports whether the noun's sentence says that the secret is several words: "the password is a phrase, …".
func (p *phrase) isSentence() bool {
	lo, hi := p.sentence()
	return p.n.Classes&lexicon.Password != 0 && (p.w.HasStem("sentence", p.n.Text) || p.w.HasStem("sentence", p.Low[lo:hi]))
}

// passphrase accepts three words and more up to the end of a clause, of which most are plain and the first one is.
func (p *phrase) passphrase(from int) (int, int, bool) {
	to, n, plainWords := from, 0, 0
	for i := from; n < 13; i = p.Skip(to, " -") {
		end := p.WordEnd(i)
		if end == i {
			break
		}
		if p.isPlainWord(i, end) {
			plainWords++
		} else if n == 0 || looks.HasDigit(p.Low[i:end]) {
			return 0, 0, false
		}
		to, n = end, n+1
		if r, _ := p.Next(to); r != ' ' && r != '-' {
			break
		}
	}
	return from, to, n > 2 && plainWords*2 > n && plainWords > 1 && p.isClauseEnd(to)
}

// givenSentence returns a passphrase: the sentence says that it is one, and gives it after a sign, "the master password is a phrase (…)".
func (p *phrase) givenSentence() (from, to int, ok bool) {
	lo, hi := p.sentence()
	if p.w.HasStem("lost", p.Low[lo:hi]) || p.isQuestion() {
		return 0, 0, false
	}
	for i := max(lo, p.start); i < hi; i++ {
		if strings.IndexByte("(,:-", p.Low[i]) < 0 {
			continue
		}
		next := p.Skip(i+1, " \"'`-")
		if end, is := p.matchWords("namely", next); is {
			next = p.Skip(end, " ,:")
		}
		if from, to, ok = p.passphrase(next); ok {
			return from, to, true
		}
		if end := strings.IndexByte(p.Low[i:hi], ')'); end > 0 && p.Low[i] == '(' && isDenseText(p.Low[i+1:i+end]) {
			return i + 1, i + end, true
		}
	}
	return 0, 0, false
}

// renewed returns the two plain words of a note that ends with them: "old password hedgehog new otter".
func (p *phrase) renewed() (older, newer [2]int, ok bool) {
	lo, hi := p.sentence()
	if p.n.Classes&lexicon.Password == 0 || !p.isTextEnd(hi) || !p.w.HasWord("older", p.Low[lo:hi]) {
		return older, newer, false
	}
	last := len(strings.TrimRight(p.Low[:hi], " .!\"'`"))
	newer = [2]int{p.WordStart(last), last}
	at := len(strings.TrimRight(p.Low[:newer[0]], " :=,>-"))
	word := p.Low[p.WordStart(at):at]
	if !p.w.Is("newer", word, ^uint32(0)) || at <= p.end {
		return older, newer, false
	}
	end := len(strings.TrimRight(p.Low[:p.WordStart(at)], " :=,>-"))
	older = [2]int{p.WordStart(end), end}
	return older, newer, older[0] > lo && p.isPlainWord(older[0], older[1]) && p.isPlainWord(newer[0], newer[1]) && !p.w.Is("newer", p.Low[older[0]:older[1]], ^uint32(0))
}

// exchanged returns the two plain words of a change: "from hedgehog to otter".
func (p *phrase) exchanged() (older, newer [2]int, ok bool) {
	lo, hi := p.sentence()
	if p.n.Classes&(lexicon.Password|lexicon.Weak) == 0 || p.isQuestion() {
		return older, newer, false
	}
	for i := lo; i < hi; {
		end := p.WordEnd(i)
		if end == i {
			_, i = p.Next(i)
			continue
		}
		if p.w.Is("outof", p.Low[i:end], p.n.Langs|p.w.Langs["en"]) || p.w.Is("outof", p.Low[i:end], ^uint32(0)) && p.isVerb(p.Low[lo:hi]) {
			from := p.Skip(end, " \"'`")
			to := p.valueEnd(from)
			next := p.Skip(to, " \"'`")
			link := p.WordEnd(next)
			last := p.Skip(link, " \"'`")
			tail := p.valueEnd(last)
			if p.w.Is("change", p.Low[next:link], p.n.Langs) && p.canBeSecret(from, to) && p.canBeSecret(last, tail) && p.isClauseEnd(tail) {
				return [2]int{from, to}, [2]int{last, tail}, true
			}
		}
		i = end
	}
	return older, newer, false
}

// canBeSecret reports whether what stands between two places is a plain word or looks random.
func (p *phrase) canBeSecret(from, to int) bool {
	return to > from && (p.isPlainWord(from, to) || looks.IsHardRandom(p.Plain[from:to]) && looks.HasLetter(p.Low[from:to]))
}

// predecessor returns the plain word that a secret replaced: "it used to be hedgehog, now the password is otter".
func (p *phrase) predecessor() (from, to int, ok bool) {
	lo, _ := p.sentence()
	for i := lo; i < p.start; i = max(p.WordEnd(i), i+1) {
		if before := p.Before(i); plain.IsWordRune(before) && !plain.IsDense(before) && !plain.IsHangul(before) {
			continue
		}
		if end, is := p.matchWords("wasbefore", i); is {
			from = p.Skip(end, " \"'`")
			if to = p.valueEnd(from); to < p.start && p.canBeSecret(from, to) && p.isClauseEnd(to) {
				return from, to, true
			}
		}
	}
	return 0, 0, false
}

// isDenseText reports whether s is four characters and more of a script without spaces, and nothing else but spaces.
func isDenseText(s string) bool {
	return utf8.RuneCountInString(s) > 3 && !strings.ContainsFunc(s, func(r rune) bool { return r != ' ' && !plain.IsDense(r) && !plain.IsHangul(r) })
}

// givenInQuotes returns what stands in quotation marks after a word for typing or using: "when it asks for the password I
// type ("purple hedgehog")". What begins with a capital is a button.
func (p *phrase) givenInQuotes() (from, to int, ok bool) {
	lo, hi := p.sentence()
	quote := strings.IndexAny(p.Low[p.end:hi], "\"`")
	if quote < 0 || p.n.Classes&lexicon.Password == 0 || p.w.HasStem("lost", p.Low[lo:hi]) {
		return 0, 0, false
	}
	quote += p.end
	from = quote + 1
	n := strings.IndexByte(p.Low[from:min(len(p.Low), from+80)], p.Low[quote])
	if n < 3 || plain.IsUpperAt(p.Plain, from) {
		return 0, 0, false
	}
	words := strings.Fields(strings.TrimRight(p.Low[lo:quote], " (:,"))
	for _, word := range words[max(0, len(words)-3):] {
		if p.w.Is("use", word, p.n.Langs) {
			return from, from + n, !looks.IsPlaceholder(p.Plain[from : from+n])
		}
	}
	return 0, 0, false
}

// shortPhrase accepts two or three plain words that end the text, after a colon or a copula: "the password is purple
// hedgehog". In Vietnamese, which writes each syllable by itself, also words that say nothing alone.
func (p *phrase) shortPhrase(from int, by link) (int, int, bool) {
	isSyllables := p.n.Langs&^p.w.Langs["vi"] == 0
	if p.skipped > 0 && !p.far || by != colon && by != copula || p.isQuestion() || p.isDenied() && !isSyllables {
		return 0, 0, false
	}
	if by == copula && p.far && !p.isOwnBefore() && !p.isNetwork() && !p.w.HasStem("service", p.Low[p.end:from]) {
		return 0, 0, false // "the password to my heart is chocolate cake"
	}
	to, n := from, 0
	for i := from; n < 4; i = p.Skip(to, " ") {
		end := p.WordEnd(i)
		if end == i {
			break
		}
		low := p.Low[i:end]
		if p.w.IsStop(low) || p.w.Is("next", low, p.n.Langs) || !isSyllables && !p.isPlainInAnyCase(i, end) {
			return 0, 0, false
		}
		to, n = end, n+1
		if p.finalAfter(to) {
			break
		}
	}
	return from, to, n > 1 && n < 4 && (p.isTextEnd(to) || p.finalAfter(to))
}

// numberAfter returns the end of a short number that belongs to a plain word before i and ends its clause: "hedgehog 66",
// "hedgehog sixty-six".
func (p *phrase) numberAfter(i int) int {
	from := p.Skip(i, " ")
	end := from
	for range 3 {
		word := p.Low[p.Skip(end, " -"):p.WordEnd(p.Skip(end, " -"))]
		if !p.w.Is("numeral", word, p.n.Langs) && !p.w.Is("tens", word, p.n.Langs) && !p.w.Is("twice", word, p.n.Langs) {
			break
		}
		if end = p.Skip(end, " -") + len(word); p.isClauseEnd(end) && !plain.IsDense(p.Before(end)) {
			return end
		}
	}
	to := p.Skip(from, "0123456789")
	lo, hi := p.sentence()
	if from > i && to > from && to-from <= 4 && !strings.ContainsAny(p.Low[lo:hi], "={}<>_") && p.isClauseEnd(to) && !p.isUnitAt(to) {
		return to
	}
	return i
}

// lineLink returns how the noun leads to what stands in the next line: as a colon does, if the line is nothing but one
// word, or if the secret is said to stand below.
func (p *phrase) lineLink(i int) link {
	next := p.Skip(i, " \n")
	if p.isBelow(i) {
		return colon
	}
	if end := p.TokenEnd(next); p.n.Classes&(lexicon.Password|lexicon.NetKey) != 0 && p.isTextEnd(end) && p.isPlainWord(next, p.valueEnd(next)) && utf8.RuneCountInString(p.Low[next:end]) > 7 {
		return colon
	}
	return adjacent
}

// parenLink returns how the noun leads to what stands in parentheses: as a colon does, if it is a passphrase.
func (p *phrase) parenLink() link {
	if p.isPhraseNoun() || p.isSentence() {
		return colon
	}
	return adjacent
}

// isPointed reports whether the words beside a number make a PIN also of what looks like a year: "set it to 1952", "press
// 1970 at the gate", "my card's PIN 2041", "alarm off: 1996".
func (p *phrase) isPointed(lo, i, j int) bool {
	before := strings.TrimRight(p.Low[lo:i], " \"'")
	if before == "" {
		return false
	}
	if strings.ContainsRune(":=>#", plain.LastRune(before)) {
		return true
	}
	word := before[strings.LastIndexAny(before, " ,(")+1:]
	if p.w.Is("pointed", word, p.n.Langs) || p.n.Classes&lexicon.Pin != 0 && i > p.end && p.w.HasStem("card", word) {
		return true
	}
	after := p.Low[p.Skip(j, " "):]
	if strings.HasPrefix(after, "#") {
		return true
	}
	for _, typed := range p.w.Stems["typed"] {
		if strings.HasPrefix(after, typed) {
			return true
		}
	}
	r := plain.LastRune(before)
	if !plain.IsDense(r) && !plain.IsHangul(r) {
		return false
	}
	for _, d := range p.w.Dense["pointed"] {
		if strings.HasSuffix(before, d) {
			return true
		}
	}
	return false
}

// isUndated reports whether a number that looks like a year is none, since nothing in its clause speaks of time: "the PIN of
// the SIM 1923, it asks after a reboot", "in the safe I put 1987 as the code".
func (p *phrase) isUndated(lo, i, j int) bool {
	_, hi := p.sentence()
	if p.unnamed || p.w.HasStem("lost", p.Low[lo:hi]) || p.isQuestion() {
		return false
	}
	if p.isDatedBefore(i) {
		return false
	}
	if j <= p.start {
		link := strings.TrimSpace(p.Low[j:p.start])
		first, _, _ := strings.Cut(link, " ")
		isCase := p.n.Langs&(p.w.Langs["ru"]|p.w.Langs["uk"]) != 0 && (strings.HasSuffix(p.Low[p.start:p.end], "ом") || strings.HasSuffix(p.Low[p.start:p.end], "ем"))
		return len(strings.Fields(link)) < 3 && (p.w.Is("as", first, ^uint32(0)) || first == "de" || first == "di") || link == "" && isCase
	}
	isNamed := p.n.Classes&lexicon.Pin != 0 || p.n.Classes&lexicon.BareCode != 0 && p.w.HasThing("lock", p.Low[lo:i])
	return isNamed && i >= p.end && len(strings.Fields(p.Low[p.end:i])) < 5 && p.isClauseEnd(j) && !p.isVerb(p.Low[lo:min(len(p.Low), j+40)])
}

// isDatedBefore reports whether the word before a number says that it is a year: "in 2019", "seit 2019".
func (p *phrase) isDatedBefore(i int) bool {
	at := len(strings.TrimRight(p.Low[:i], " :,"))
	return p.w.Is("dated", p.Low[p.WordStart(at):at], ^uint32(0))
}

// isYearOfChange reports whether the number at i is the year from which the secret is, or in which it was changed: "my PIN is
// from 2018", "meine PIN habe ich 2019 geändert".
func (p *phrase) isYearOfChange(i int) bool {
	end := p.Skip(i, "0123456789")
	if !looks.IsYear(p.Low[i:end]) {
		return false
	}
	if p.isDatedBefore(i) {
		return true
	}
	next := p.Skip(end, " ")
	return p.isChanged() && p.isVerb(p.Low[next:p.WordEnd(next)]) && !p.isPointed(max(0, i-maxNearby), i, end)
}

// afterYes returns the place after a word that agrees, "sure, ", at i.
func (p *phrase) afterYes(i int) int {
	at := p.Skip(i, " -\n")
	if end := p.WordEnd(at); end > at && p.w.Is("yes", p.Low[at:end], ^uint32(0)) {
		return p.Skip(end, " ,.:!-\n")
	}
	return i
}

// answeredNext accepts the answer to a question that asks after the noun: "wifi şifresi ne? papatya", "what's the password?"
// and the answer in the next line, after who says it.
func (p *phrase) answeredNext(i int) (from, to int, kind Kind, ok bool) {
	mark := strings.IndexByte(p.Low[i:min(len(p.Low), i+40)], '?')
	if mark < 0 || p.n.Classes&(lexicon.Password|lexicon.Pin) == 0 {
		return 0, 0, "", false
	}
	asked := p.Low[i : i+mark]
	if strings.TrimSpace(asked) != "" && !p.w.HasStem("what", asked) || strings.ContainsAny(asked, "\n.!") {
		return 0, 0, "", false
	}
	at := p.Skip(i+mark+1, " \"'`")
	if !strings.HasPrefix(p.Low[at:], "\n") {
		return 0, 0, "", false
	}
	at = p.Skip(at, "\n -")
	if end := p.WordEnd(at); end > at && strings.HasPrefix(p.Low[end:], ": ") { // "B: otter"
		at = p.Skip(end, ": ")
	}
	return p.value(at, answer)
}

// inParentheses returns the word after the noun where the two are all that stands in parentheses: "the guest wifi (password
// otter) is slow".
func (p *phrase) inParentheses() (from, to int, ok bool) {
	before := strings.TrimRight(p.Low[:p.start], " ")
	if p.n.Classes&(lexicon.Password|lexicon.Weak) == 0 || before != "(" && !strings.HasSuffix(before, " (") {
		return 0, 0, false // "check(password string)" is code
	}
	from = p.Skip(p.end, " :=")
	if end, is := p.match("is", from); is {
		from = p.Skip(end, " ")
	}
	to = p.valueEnd(from)
	low := p.Low[from:to]
	return from, to, strings.HasPrefix(p.Low[to:], ")") && p.isPlainWord(from, to) && !p.w.HasStem("lost", low) && !p.w.IsParticiple(low, p.n.Langs) && !p.w.Is("head", low, ^uint32(0))
}

// usual returns the plain word after the last comma of a text that calls the secret the usual one: "same password as always,
// otter". Where nothing else follows the noun it may stand there: "wie immer passwort otter".
func (p *phrase) usual() (from, to int, ok bool) {
	lo, hi := p.sentence()
	if p.n.Classes&(lexicon.Password|lexicon.Weak) == 0 || p.isQuestion() || p.isDenied() || p.w.HasStem("lost", p.Low[lo:hi]) || !p.w.HasStem("habit", p.Low[lo:hi]) {
		return 0, 0, false
	}
	from = p.end
	if comma := strings.LastIndexByte(p.Low[p.end:hi], ','); comma >= 0 {
		from += comma + 1
	}
	from = p.Skip(from, " \"'`")
	to = p.valueEnd(from)
	return from, to, to > from && p.isTextEnd(to) && !p.w.IsParticiple(p.Low[from:to], p.n.Langs) && (p.isPlainWord(from, to) || p.isDenseWord(from, to))
}

// afterAside returns what ends a text after a noun and an aside between commas, in a language without a copula: "пароль, не
// смейся, барсук".
func (p *phrase) afterAside(i int) (from, to int, kind Kind, ok bool) {
	n := strings.IndexByte(p.Low[i:min(len(p.Low), i+60)], ',')
	if n < 0 || p.n.Langs&^p.w.Zero != 0 || p.n.Classes&lexicon.Password == 0 || p.isQuestion() {
		return 0, 0, "", false
	}
	from = p.Skip(i+n+1, " \"'`")
	to = p.valueEnd(from)
	return from, to, Password, p.isTextEnd(to) && p.isPlainWord(from, to)
}

// isDialLock reports whether the noun, or a word shortly before it, is that of a lock that three digits open.
func (p *phrase) isDialLock() bool {
	return p.w.HasThing("short", p.Low[p.WordStart(max(0, p.start-40)):p.end])
}

// isDialled reports whether a word beside a number says that a lock is turned to it: "opens on 417", "417로 열려".
func (p *phrase) isDialled(lo, i, j int) bool {
	before := strings.TrimRight(p.Low[lo:i], " \"'-")
	after := p.Low[p.Skip(j, " -"):]
	last, first := plain.LastRune(before), plain.FirstRune(after)
	for _, d := range p.w.Dense["dialled"] {
		if (plain.IsDense(last) || plain.IsHangul(last)) && strings.HasSuffix(before, d) || (plain.IsDense(first) || plain.IsHangul(first)) && strings.HasPrefix(after, d) {
			return true
		}
	}
	word := before[strings.LastIndexAny(before, " ,(")+1:]
	if r := plain.LastRune(strings.TrimRight(before[:len(before)-len(word)], " ")); r >= '0' && r <= '9' {
		return false // "lockers from 400 to 417"
	}
	return p.w.Is("dialled", word, ^uint32(0)) || p.w.Is("dialled", after[:strings.IndexAny(after+" ", " ,.!")], p.w.Langs["tr"]|p.w.Langs["hi"]) && p.n.Langs&(p.w.Langs["tr"]|p.w.Langs["hi"]) != 0
}
