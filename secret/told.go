package secret

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// told returns the plain word that the noun's sentence gives as the password, where grammar puts others between the
// two: "we picked hedgehog for the password", "Er hat das Passwort auf igel geändert". It is asked last. A word of
// the list lead stands before it, and its clause ends after it; or one of the list tail stands after it.
func (p *phrase) told() (from, to int, ok bool) {
	lo, hi := p.sentence()
	near := p.Low[lo:hi]
	if p.n.Classes&(lexicon.Password|lexicon.Weak) == 0 || p.n.Classes&lexicon.Password == 0 && !p.own && !p.isNetwork() || p.isQuestion() && !p.isKept(lo) || strings.ContainsAny(near, "{}<>[]=_") || p.isLost(near) || p.hasWord("negation", p.withoutAdvice(near)) && !p.isVerb(near) {
		return 0, 0, false
	}
	for i := lo; i < hi; {
		end := p.WordEnd(i)
		if end == i || end > hi {
			_, i = p.Next(i)
			continue
		}
		end = min(end, p.scriptEnd(i))
		if !isNoun(p, i, end) && p.isPlainWord(i, end) && (p.hasTail(end, hi) || p.hasLead(lo, i) && p.endsClause(end, hi) || p.isTyped(lo, i, end) || p.isOfOtherScript(lo, i, end) || p.isSaidToBe(lo, i, end) || p.isLast(lo, i, end)) {
			if ok {
				return 0, 0, false
			}
			from, to, ok = i, end, true
		}
		i = end
	}
	return from, to, ok
}

// scriptEnd returns where the run of letters that begins at i changes between ASCII and a script without spaces.
func (p *phrase) scriptEnd(i int) int {
	r, _ := p.Next(i)
	dense := plain.IsDense(r) || plain.IsHangul(r)
	for j := i; ; {
		r, k := p.Next(j)
		if k == j || (plain.IsDense(r) || plain.IsHangul(r)) != dense {
			return j
		}
		j = k
	}
}

// isPlainWord reports whether a word has no part in what is said about passwords, so that it can be one.
func (p *phrase) isPlainWord(from, to int) bool {
	low := p.Low[from:to]
	r, _ := utf8.DecodeRuneInString(low)
	if utf8.RuneCountInString(low) < 4 || low != p.Plain[from:to] || !looks.HasOnlyLetters(low) || plain.IsDense(r) || plain.IsHangul(r) || unicode.IsUpper(r) {
		return false
	}
	for _, list := range []string{"stop", "next", "filler", "is", "of", "my", "own", "use", "head", "have", "definite", "as", "at", "user", "article", "negation", "conj", "unit", "other", "with", "ordinary", "remember"} {
		if p.w.Is(list, low, ^uint32(0)) {
			return false
		}
	}
	for _, list := range []string{"lost", "network", "sent", "spelled"} {
		if p.hasStem(list, low) {
			return false
		}
	}
	return !lexicon.IsAdverb(low) && !p.hasStem("verb", low) && p.w.Lists["lead"][low] == 0 && !p.isNounWord(low) && !p.w.IsParticiple(low, p.n.Langs)
}

// isNounWord reports whether a word is a noun of the tables, "password" or "login".
func (p *phrase) isNounWord(low string) bool {
	for _, h := range p.w.Index.Find(low) {
		if h.Noun != nil && h.Noun.Classes&(lexicon.Password|lexicon.Weak|lexicon.Login|lexicon.Net) != 0 && (h.Text == low || utf8.RuneCountInString(h.Text) > 4) {
			return true
		}
	}
	return false
}

// hasLead reports whether one of the words of lead ends before i, or a word for changing something "to" another where
// the sentence speaks of changing.
func (p *phrase) hasLead(lo, i int) bool {
	before := strings.TrimRight(p.Low[lo:i], " \"'`*")
	for lead, langs := range p.w.Lists["lead"] {
		if langs&p.n.Langs == 0 || !strings.HasSuffix(before, lead) {
			continue
		}
		at := len(before) - len(lead)
		if r := plain.LastRune(before[:at]); at == 0 || !plain.IsWordRune(r) || plain.IsDense(r) || plain.IsHangul(r) {
			return true
		}
	}
	if lo+len(before) == p.end && p.isHanded(lo) || p.isTextEnd(p.WordEnd(i)) && lo+len(before) > p.end && p.isInverted(lo) {
		return true
	}
	word := before[strings.LastIndexAny(before, " ")+1:]
	if lo+len(before) > p.end && p.w.Is("use", word, p.n.Langs) && p.isTextEnd(p.WordEnd(i)) {
		return true // "when it asks for the password type …"
	}
	return p.w.Is("change", word, p.n.Langs) && p.isVerb(p.Low[lo:min(len(p.Low), p.end+maxNearby)]) && lo+len(before) > p.start
}

// isHanded reports whether one of the words before the noun says that the password is used, typed or had: "type the
// password …", "log in with the old password …".
func (p *phrase) isHanded(lo int) bool {
	words := strings.Fields(p.Low[lo:p.start])
	words = words[max(0, len(words)-6):]
	for i, word := range words {
		// "enter password manually" is English of machines; people put an article between.
		isTyped := p.w.Is("hand", word, p.n.Langs) || p.w.Is("use", word, p.n.Langs) && (i+1 < len(words) || p.n.Langs&p.w.Langs["en"] == 0)
		if isTyped || p.w.Is("with", word, ^uint32(0)) || p.w.Is("have", word, p.n.Langs) {
			return true
		}
	}
	return false
}

// isInverted reports whether a copula stands just before the noun and its articles: "früher war das Passwort …".
func (p *phrase) isInverted(lo int) bool {
	words := strings.Fields(p.Low[lo:p.start])
	for _, word := range words[max(0, len(words)-2):] {
		if p.w.Is("is", word, p.n.Langs) && !p.w.Is("my", word, p.n.Langs) && !p.w.Is("of", word, p.n.Langs) {
			return true
		}
	}
	return false
}

// hasTail reports whether one of the words of tail begins after to.
func (p *phrase) hasTail(to, hi int) bool {
	after := strings.TrimLeft(p.Low[to:hi], " ,\"'`*-=")
	for tail, langs := range p.w.Lists["tail"] {
		if langs&p.n.Langs == 0 || !strings.HasPrefix(after, tail) {
			continue
		}
		r, _ := utf8.DecodeRuneInString(after[len(tail):])
		if last := plain.LastRune(tail); len(after) == len(tail) || !plain.IsWordRune(r) || plain.IsDense(last) || plain.IsHangul(last) {
			return true
		}
	}
	return false
}

// endsClause reports whether a sentence or a part of one ends at to, or goes on with a word that may follow a secret.
func (p *phrase) endsClause(to, hi int) bool {
	next := p.Skip(to, " \"'`*")
	if next >= hi || p.isClauseEnd(to) {
		return true
	}
	end := p.WordEnd(next)
	word := p.Low[next:end]
	r, _ := p.Next(next)
	return end > next && (p.w.Is("follow", word, p.n.Langs) || p.w.Is("next", word, ^uint32(0)) || p.w.Is("as", word, p.n.Langs)) || plain.IsDense(r) || plain.IsHangul(r)
}

// isTyped reports whether a word for typing or choosing stands just before i, where the noun comes later and says what for:
// "type hedgehog when it asks for the password".
func (p *phrase) isTyped(lo, i, end int) bool {
	if i > p.start || !p.w.Is("use", p.wordBefore(lo, i), p.n.Langs) {
		return false
	}
	next := p.Skip(end, " ,\"'`*")
	word := p.Low[next:p.WordEnd(next)]
	return next < p.start && (p.w.Is("next", word, ^uint32(0)) || p.w.Is("follow", word, p.n.Langs) || p.w.Is("as", word, p.n.Langs))
}

// isOfOtherScript reports whether a word in small Latin letters stands in a sentence of another script, which takes names of
// services and networks over as they are written, and no other word but a secret. "From" and its like make a service of it.
func (p *phrase) isOfOtherScript(lo, i, end int) bool {
	if r := plain.FirstRune(p.n.Text); r < utf8.RuneSelf || unicode.Is(unicode.Latin, r) || !plain.IsASCII(p.Low[i:end]) {
		return false
	}
	if after, _ := p.Next(end); strings.ContainsRune("@._-/:", p.Before(i)) || after != 0 && strings.ContainsRune("@_-/:", after) {
		return false // a part of an address
	}
	word := p.wordBefore(lo, i)
	return !p.w.Is("of", word, p.n.Langs) && !p.w.Is("user", word, ^uint32(0)) && !p.w.Is("at", word, ^uint32(0)) && p.endsClause(end, len(p.Low))
}

// wordBefore returns the word that ends before i and begins after lo.
func (p *phrase) wordBefore(lo, i int) string {
	before := strings.TrimRight(p.Low[lo:i], " \"'`*")
	return before[strings.LastIndexAny(before, " ,")+1:]
}

// isKept reports whether the words before the noun ask to remember, which a question may do as well: "can you remember that
// my password is hedgehog?"
func (p *phrase) isKept(lo int) bool { return p.hasStem("remember", p.Low[lo:p.start]) }

// isSaidToBe reports whether the word between i and end is said to be the secret: "Ann knows that hedgehog is my password", or
// with a sign for "is": "hedgehog → Gmail password".
func (p *phrase) isSaidToBe(lo, i, end int) bool {
	if end > p.start {
		return false
	}
	before := strings.TrimRight(p.Low[lo:i], " \"'`*(")
	opens := before == "" || strings.HasSuffix(before, ",") || strings.HasSuffix(before, ":") || p.w.Is("that", p.wordBefore(lo, i), p.n.Langs)
	if !opens {
		return false
	}
	rest := strings.TrimLeft(p.Low[end:p.start], "\"'`* ")
	if lead := strings.TrimLeft(rest, "-=>(→"); lead != rest && i == lo {
		return len(strings.Fields(lead)) <= 3 && p.isTextEnd(p.ownerEnd(p.Skip(p.end, " )")))
	}
	words := strings.Fields(rest)
	if len(words) > 1 && len(words) < 5 && i == lo && (p.own || p.w.Is("as", words[len(words)-1], p.n.Langs)) && p.w.Is("is", words[0], p.n.Langs) {
		return p.isClauseEnd(p.end) || p.w.Is("of", p.Low[p.Skip(p.end, " "):p.WordEnd(p.Skip(p.end, " "))], p.n.Langs) // "hedgehog was my first password"
	}
	linked := false
	for _, word := range words {
		switch {
		case p.w.Is("is", word, p.n.Langs):
			linked = true
		case !p.w.Is("my", word, p.n.Langs) && !p.w.Is("own", word, ^uint32(0)) && !p.w.Is("definite", word, p.n.Langs) && !p.w.Is("article", word, ^uint32(0)):
			return false
		}
	}
	next := p.Skip(p.end, " ")
	if copula := p.Low[next:p.WordEnd(next)]; !linked && p.w.Is("is", copula, p.n.Langs) {
		return len(words) > 0 && p.isClauseEnd(p.WordEnd(next)) // "…, dass igel mein Passwort ist"
	}
	return linked && p.isClauseEnd(p.end)
}

// isLast reports whether the word between i and end is the last one of the text, alone behind a comma or a colon: "I still use
// my first password, hedgehog", "password changed: hedgehog"; or, in German, which writes compounds as one word, stands just
// after the noun: "das Passwort igel".
func (p *phrase) isLast(lo, i, end int) bool {
	low := p.Low[i:end]
	if i < p.end || strings.HasPrefix(p.n.Text, "parol") && !p.own || !p.isTextEnd(end) || lexicon.HasVerbEnding(low) || p.isDenied() {
		return false
	}
	between := p.Low[p.end:i]
	next := p.Skip(p.end, " ")
	if p.w.Is("head", p.Low[next:p.WordEnd(next)], ^uint32(0)) || strings.ContainsAny(between, ".!?;") {
		return false
	}
	switch sign := strings.TrimRight(between, " \"'`*"); {
	case strings.HasSuffix(sign, ":"):
		return true
	case sign == "," || strings.HasSuffix(sign, ",") && strings.Count(sign, " ") <= 2:
		return p.own || p.isDefiniteBefore() || p.skipped > 0
	case sign == "":
		isVerb := strings.HasSuffix(low, "t") || strings.HasSuffix(low, "en") || strings.HasSuffix(low, "te") || strings.HasSuffix(low, "ig")
		return p.n.Langs&p.w.Langs["de"] != 0 && p.n.Langs&p.w.Langs["en"] == 0 && !isVerb
	}
	return false
}

// phraseBefore returns the words of a passphrase that begin the sentence: "purple hedgehog eats lamps is my passphrase".
func (p *phrase) phraseBefore() (from, to int, ok bool) {
	lo, _ := p.sentence()
	from = p.Skip(lo, " \"'`")
	i, n := from, 0
	for i < p.start {
		end := p.WordEnd(i)
		if end == i {
			return 0, 0, false
		}
		if p.w.Is("is", p.Low[i:end], p.n.Langs) {
			break
		}
		if !p.isPlainWord(i, end) {
			return 0, 0, false
		}
		to, n = end, n+1
		i = p.Skip(end, " \"'`-")
	}
	return from, to, n >= 3 && i < p.start && p.isPhraseNoun() && !p.isQuestion()
}
