package secret

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/number"
	"keepsake/secret/plain"
)

// value accepts what stands at i as the secret of the noun, given what links the two.
func (p *phrase) value(i int, by link) (from, to int, kind Kind, ok bool) {
	none := func() (int, int, Kind, bool) { return 0, 0, "", false }
	cut := " \t"
	if by != adjacent {
		cut = " \t\n"
	}
	if k := p.Skip(i, " \t"); by == copula && strings.HasPrefix(p.Low[k:], ":") {
		i, by = k+1, colon
	}
	for range 4 {
		i = p.Skip(i, cut)
		end, is := p.match("filler", i)
		if !is && by == copula && p.isVerb(p.Low[max(0, i-12):i]) {
			end, is = p.match("change", i) // "is set to"
		}
		if !is || p.isClauseEnd(end) && !strings.HasPrefix(p.Low[end:], ":") || p.isDigitAt(i) {
			break
		}
		if i = p.Skip(end, " "); strings.HasPrefix(p.Low[i:], ":") {
			i, by, cut = i+1, colon, " \t\n"
		}
	}
	if end, is := p.match("pronoun", p.Skip(i, " ")); is && by == copula && !p.isTextEnd(end) {
		i = p.Skip(end, " ") // "when it asks for the password I type …", where the verb comes first
	}
	if end, is := p.matchWords("below", i); is {
		if line := p.Skip(end, ".: "); strings.HasPrefix(p.Low[line:], "\n") {
			i, by = p.Skip(line, "\n "), colon
		}
	}
	if end, is := p.matchWords("itis", i); is && by == colon {
		i = p.Skip(end, " ")
	}
	if by == answer {
		i = p.afterYes(i)
		if end, is := p.match("is", i); is {
			i = p.Skip(end, " ")
		}
	}
	i = p.Skip(i, "*_|~([{<#")
	quote, j := p.Next(i)
	if strings.ContainsRune("\"'`", quote) && quote != 0 {
		j = p.Skip(j, "`\"'\n")
		n := strings.IndexRune(p.Low[j:min(len(p.Low), j+120)], quote)
		if n <= 0 {
			n = len(strings.TrimRight(p.Low[j:p.TokenEnd(j)], "\"'`.,;!?"))
		}
		return p.quoted(j, j+n, by)
	}
	if quote == 0 {
		return none()
	}
	if c := p.n.Classes; c&lexicon.ID != 0 {
		if end := number.IdentityEnd(p.Text, i); end > i && !p.isUnitAt(end) && (by != adjacent || p.n.Classes == lexicon.ID) {
			return i, end, Identity, true
		}
	}
	if p.isYearOfChange(i) {
		return none()
	}
	if from, to, kind, ok = p.digits(i, by); ok {
		return from, to, kind, ok
	}
	if end := p.spelledWords(i); end > i && p.n.Classes != lexicon.Net {
		return i, end, Password, true
	}
	if p.n.Classes == lexicon.Net {
		if end := p.spelledWords(i); end > i && by != adjacent {
			return i, end, Password, true
		}
		if to = p.valueEnd(i); to > i && (by != adjacent && looks.IsUnnamedPassword(p.Plain[i:to]) || by == answer && p.isPlainWord(i, to) && p.w.HasStem("spelled", p.Low[to:min(len(p.Low), to+24)]) || by == colon && p.isTextEnd(to) && (p.isPlainWord(i, to) || looks.HasDigit(p.Low[i:to]) && looks.IsHardRandom(p.Plain[i:to]))) {
			return i, to, Password, true
		}
		return none()
	}
	if p.n.Classes&(lexicon.Password|lexicon.Weak|lexicon.Key|lexicon.Code|lexicon.Pin) != 0 {
		return p.token(i, by)
	}
	if p.n.Classes&lexicon.Seed != 0 && by != adjacent {
		return p.words(i, 10, Seed)
	}
	return none()
}

// quoted accepts what stands in quotation marks.
func (p *phrase) quoted(from, to int, by link) (int, int, Kind, bool) {
	value := p.Plain[from:to]
	c := p.n.Classes
	switch n := utf8.RuneCountInString(value); {
	case n < 2 || strings.TrimSpace(value) == "" || looks.IsAddress(value) || looks.IsPlaceholder(value):
		return 0, 0, "", false
	case c&lexicon.Password != 0 && n >= 3, c&lexicon.Weak != 0 && n >= 3 && (p.own || by != adjacent):
		return from, to, Password, true
	case c&(lexicon.Pin|lexicon.Code|lexicon.BareCode|lexicon.CVV) != 0 && looks.CountDigits(value) >= 3 && len(value) <= 16, c&lexicon.ID != 0 && looks.CountDigits(value) >= 6:
		return from, to, p.kind(), true
	case c&lexicon.Key != 0 && len(value) >= 8 && looks.IsRandom(value) && !strings.Contains(value, " "):
		return from, to, Key, true
	case c&lexicon.Seed != 0 && strings.Count(value, " ") >= 9:
		return from, to, Seed, true
	}
	return 0, 0, "", false
}

// digits accepts a number: a PIN, a code, the number on the back of a card.
func (p *phrase) digits(i int, by link) (from, to int, kind Kind, ok bool) {
	c := p.n.Classes
	if c&(lexicon.Pin|lexicon.Code|lexicon.BareCode|lexicon.CVV|lexicon.Password) == 0 {
		return 0, 0, "", false
	}
	from = i
	if strings.HasPrefix(p.Low[i:], "g-") {
		i += 2
	}
	n, end := 0, i
	for end < len(p.Low) {
		b := p.Low[end]
		if b >= '0' && b <= '9' {
			n++
			end++
			continue
		}
		if n == 0 || !strings.ContainsRune(" -.", rune(b)) || end+1 >= len(p.Low) || p.Low[end+1] < '0' || p.Low[end+1] > '9' || c&(lexicon.Pin|lexicon.Code|lexicon.BareCode|lexicon.CVV) == 0 {
			break
		}
		end++
	}
	if n == 0 {
		return 0, 0, "", false
	}
	if r, _ := p.Next(end); (plain.IsWordRune(r) && !plain.IsDense(r) && !plain.IsHangul(r)) || r == '@' || r == '%' || r == '/' || r == '#' || r == '*' || r == '_' || r == ':' && by == adjacent {
		return 0, 0, "", false
	}
	if looks.IsDateOrVersion(p.Plain[i:end]) || p.isUnitAt(end) || p.isPostal(i, end) {
		return 0, 0, "", false
	}
	named := by != adjacent
	switch {
	case c&lexicon.CVV != 0 && (n == 3 || n == 4):
		return from, end, Code, true
	case c&lexicon.Pin != 0 && n >= 3 && n <= 12 && (named || n <= 8 && p.isClauseEnd(end) && (n > 3 || p.isDialLock())):
		return from, end, Password, true
	case c&lexicon.Code != 0 && n >= 4 && n <= 10 && (named || n <= 8):
		return from, end, Code, true
	case c&lexicon.BareCode != 0 && n >= 3 && n <= 8 && (named || p.isClauseEnd(end) && (n > 3 || p.isDialLock())) && (p.isLock(from) || n >= 4 && p.w.Contains("card", p.Low[max(0, p.start-maxNearby):from])):
		return from, end, Password, true
	case c&lexicon.BareCode != 0 && named && p.far && n >= 4 && n <= 8 && !looks.IsYear(p.Low[i:end]) && p.isClauseEnd(end) && p.isWhose() && !p.isNamedOther(p.Low[max(0, p.start-maxNearby):from]):
		return from, end, Code, true // "the code for Leeds is 4711"
	case c&lexicon.BareCode != 0 && p.skipped > 0:
		return 0, 0, "", false
	case c&lexicon.BareCode != 0 && !named && p.own && (n == 6 || n >= 4 && n <= 8 && p.isClauseEnd(end)):
		return from, end, Code, true
	case c&lexicon.BareCode != 0 && named && n >= 4 && n <= 8 && p.isWhose():
		return from, end, Code, true
	case c&(lexicon.Password|lexicon.Weak) != 0 && n >= 3 && p.isClauseEnd(end) && (named || n > 3 || p.isDialLock()):
		return from, end, Password, true
	}
	return 0, 0, "", false
}

// isUnitAt reports whether a count's unit follows: "8 characters".
func (p *phrase) isUnitAt(i int) bool {
	i = p.Skip(i, " -")
	r, _ := p.Next(i)
	if plain.IsDense(r) || plain.IsHangul(r) {
		for _, d := range p.w.Dense["unit"] {
			if strings.HasPrefix(p.Low[i:], d) {
				return true
			}
		}
		return false
	}
	if r == '%' {
		return true
	}
	return p.w.Is("unit", p.Low[i:p.WordEnd(i)], ^uint32(0))
}

func (p *phrase) isDigitAt(i int) bool { return i < len(p.Low) && p.Low[i] >= '0' && p.Low[i] <= '9' }

// isClauseEnd reports whether a sentence, or a part of one, can end at i.
func (p *phrase) isClauseEnd(i int) bool {
	i = p.Skip(i, "\"'`*_|~)]}>")
	r, _ := p.Next(i)
	if r == 0 || strings.ContainsRune(".,;!?\n:()", r) {
		return true
	}
	if r == ' ' {
		i = p.Skip(i, " \t")
		r, _ = p.Next(i)
		if r == 0 || r == '\n' || r == '(' || r == '-' || r == '/' || r == '&' || r == '+' || r == '|' {
			return true
		}
	}
	if !plain.IsWordRune(r) && r > utf8.RuneSelf || unicode.Is(unicode.So, r) {
		return true // an emoji
	}
	if plain.IsDense(r) || plain.IsHangul(r) {
		for _, list := range []string{"final", "topic"} {
			if end, is := p.match(list, i); is && (list == "topic" || p.isClauseEnd(end)) {
				return true
			}
		}
		return false
	}
	if p.finalAfter(i) {
		return true
	}
	word := p.Low[i:p.WordEnd(i)]
	return p.w.Is("next", word, ^uint32(0)) || p.w.Is("after", word, p.n.Langs) || p.changed && p.isVerb(word)
}

// token accepts a word: a password or a key.
func (p *phrase) token(i int, by link) (from, to int, kind Kind, ok bool) {
	none := func() (int, int, Kind, bool) { return 0, 0, "", false }
	from, to = i, p.valueEnd(i)
	if to <= from {
		return none()
	}
	value, low, c := p.Plain[from:to], p.Low[from:to], p.n.Classes
	if end := p.spelledOut(i); end > to && by != adjacent && c&(lexicon.Password|lexicon.Weak) != 0 {
		return from, end, Password, true
	}
	switch {
	case by != adjacent && c&lexicon.Password != 0 && p.skipped == 0 && by != topic && looks.IsBirthday(value) && p.isTextEnd(to) && !p.isVerb(p.Low):
		return from, to, Password, true
	case looks.IsAddress(value) || looks.IsDateOrVersion(value) || looks.IsPlaceholder(value) || p.w.IsCount(low):
		return none()
	case c == lexicon.Key && p.n.Text == "key" && !looks.IsStrongKey(value):
		return none()
	case c&lexicon.Key != 0 && (looks.HasDigit(value) && looks.IsRandom(value) && (by != adjacent && len(value) >= 8 || len(value) >= 16) || looks.IsLongMixed(value)):
		return from, to, Key, true
	case c&(lexicon.Code|lexicon.Pin) != 0 && by != adjacent && looks.IsCodeLike(value) && !p.isUnitAt(to):
		return from, p.codesEnd(to), p.kind(), true
	case c&lexicon.Pin != 0 && len(value) > 3 && p.skipped == 0 && looks.IsDoorCode(value) && p.isClauseEnd(to):
		return from, to, Password, true
	case c&(lexicon.Password|lexicon.Weak) == 0:
		return none()
	}
	n := utf8.RuneCountInString(value)
	random := looks.HasDigitOrSign(value)
	switch {
	case by == adjacent && (p.skipped > 0 && (looks.IsHash(value) || p.isOther(from)) || p.isNumberedName(from, to)):
		return none()
	case by == adjacent && looks.IsHardRandom(value):
		return from, to, Password, true
	case by != adjacent && random && n >= 3 && !p.w.IsStop(low) && !p.isUnitAt(to):
		return from, to, Password, true
	case n < 3 || looks.IsAllDigits(value):
		return none()
	}
	return p.plainWord(from, to, by)
}

// plainWord accepts a word of no special look, where the sentence says that it is the password.
func (p *phrase) plainWord(from, to int, by link) (int, int, Kind, bool) {
	low := p.Low[from:to]
	weak := p.n.Classes&lexicon.Password == 0 && !p.own && !p.isNetwork() && !(by != adjacent && p.w.HasStem("service", p.Low[p.end:from]))
	first, _ := utf8.DecodeRuneInString(low)
	dense := plain.IsDense(first) || plain.IsHangul(first)
	if dense {
		return p.densePlain(from, to, by)
	}
	final := p.finalAfter(to)
	switch {
	case weak || by != colon && strings.HasPrefix(p.Low[to:], "?") || strings.Contains(low, "://") || p.w.IsStop(low) && !(p.isPhraseNoun() && low == "correct"):
		return 0, 0, "", false
	case by == colon || by == copula && (p.own || p.named && !p.w.Is("ordinary", low, ^uint32(0))) && !p.w.IsParticiple(low, p.n.Langs) || by == answer && p.isClauseEnd(to) && !strings.HasPrefix(p.Low[to:], "?"), by == adjacent && p.skipped == 0 && !p.far && !(plain.IsUpperAt(p.Plain, from) && (strings.HasPrefix(p.Low[to:], ":") || p.isQuestion())) && !p.w.Is("head", low, ^uint32(0)) && (first < utf8.RuneSelf || !p.w.HasVerbEnding(low, p.n.Langs)) && p.isTold(to):
		if p.isClauseEnd(to) || final {
			return from, to, Password, true
		}
		if end := p.numberAfter(to); end > to {
			return from, end, Password, true
		}
		if p.isPhraseNoun() || p.isSentence() {
			if f, t, ok := p.passphrase(from); ok {
				return f, t, Password, true
			}
			return p.words(from, 3, Password)
		}
		if f, t, ok := p.shortPhrase(from, by); ok {
			return f, t, Password, true
		}
		return p.words(from, 4, Password)
	case by == adjacent && p.isNote(from, to), by == copula && p.isOwnerBetween(to) && p.isPlainWord(from, to):
		return from, to, Password, true
	case by != adjacent && by != topic:
		return 0, 0, "", false
	case final:
		return from, to, Password, !p.w.IsParticiple(low, p.n.Langs) || p.own
	case (p.own || p.skipped == 1 && p.named && p.isTextEnd(to)) && p.n.Langs&^p.w.Zero == 0 && !p.w.HasStem("lost", low) && !p.isDenied() && p.isClauseEnd(to) && !p.w.IsParticiple(low, p.n.Langs) && !p.w.HasVerbEnding(low, p.n.Langs) && utf8.RuneCountInString(low) >= 4:
		return from, to, Password, true
	}
	return 0, 0, "", false
}

// isOwnerBetween reports whether the one word between noun and copula says whose the secret is: languages that are not
// Germanic put it there, and the others a word that makes of the noun another thing ("password policy").
func (p *phrase) isOwnerBetween(to int) bool {
	germanic := p.w.Langs["en"] | p.w.Langs["de"] | p.w.Langs["nl"] | p.w.Langs["sv"]
	// Scripts without capitals cannot show that the words between are names.
	uncased := p.w.Langs["he"] | p.w.Langs["ar"] | p.w.Langs["fa"] | p.w.Langs["hi"]
	few := p.skipped == 1 || p.skipped <= 3 && p.n.Langs&^uncased == 0 || p.skipped <= 6 && p.n.Langs == p.w.Langs["vi"]
	return few && p.n.Langs&germanic == 0 && p.isTextEnd(to) && !p.isDenied() && !p.isQuestion()
}

// isDenied reports whether the sentence before the noun has a negation: "I don't know my password Gmail".
func (p *phrase) isDenied() bool {
	lo, _ := p.sentence()
	return p.w.HasWord("negation", p.Low[lo:p.start])
}

// isTextEnd reports whether nothing but punctuation follows i.
func (p *phrase) isTextEnd(i int) bool { return p.Skip(i, " .!\"'`*") >= len(p.Low) }

// words accepts several plain words up to the end of the sentence: a passphrase.
func (p *phrase) words(from, atLeast int, kind Kind) (int, int, Kind, bool) {
	end, n := from, 0
	for n < 25 {
		j := p.WordEnd(end)
		if j < len(p.Low) && p.Low[j] == '-' {
			j = p.WordEnd(j + 1)
		}
		if j == end {
			break
		}
		word := p.Low[end:j]
		if p.w.IsStop(word) && word != "correct" || p.w.Is("next", word, p.n.Langs) && atLeast > 3 {
			return 0, 0, "", false
		}
		n++
		next := p.Skip(j, " ")
		end = j
		if next == j || next >= len(p.Low) || p.Low[next] == '\n' {
			break
		}
		if r, _ := p.Next(next); !plain.IsWordRune(r) {
			break
		}
		end = next
	}
	end = len(strings.TrimRight(p.Low[:end], " "))
	if n < atLeast || !p.isClauseEnd(end) {
		return 0, 0, "", false
	}
	return from, end, kind, true
}

// valueEnd returns where the token ends that begins at i, without the punctuation of the sentence.
func (p *phrase) valueEnd(i int) int {
	r, _ := p.Next(i)
	end := p.TokenEnd(i)
	dense := plain.IsDense(r) || plain.IsHangul(r)
	for j := i; j < end; {
		r, k := p.Next(j)
		switch {
		case strings.ContainsRune("\"`<|", r) && j > i, !dense && (plain.IsDense(r) || plain.IsHangul(r)), dense && !plain.IsWordRune(r) && !strings.ContainsRune("-_@#!", r) && !(strings.ContainsRune("/.:", r) && p.isDigitAt(j-1) && p.isDigitAt(k)):
			end = j
		}
		if strings.ContainsRune(",;", r) && k < end && unicode.IsLetter(plain.LastRune(p.Low[:k+1])) && looks.HasOnlyLetters(p.Low[i:j]) {
			end = j // "swordfish,ok"
		}
		j = k
	}
	end = i + len(strings.TrimRight(p.Low[i:end], ".,;:!?)]}'\"*_`|~>/…"))
	if dense {
		end = p.cutFinal(i, end)
	}
	return end
}

// codesEnd returns the end of a list of codes of the same look: recovery codes come by the dozen.
func (p *phrase) codesEnd(to int) int {
	for {
		i := p.Skip(to, " ,;\n\t-")
		if i == to {
			return to
		}
		end := p.valueEnd(i)
		if end <= i || !looks.IsCodeLike(p.Plain[i:end]) {
			return to
		}
		to = end
	}
}
