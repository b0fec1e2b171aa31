package secret

import (
	"strings"
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
	if p.n.Classes&(lexicon.Password|lexicon.Weak) == 0 || p.n.Classes&lexicon.Password == 0 && !p.own && !p.isNetwork() || p.isQuestion() || strings.ContainsAny(near, "{}<>[]=_") || p.w.HasStem("lost", near) && !p.w.HasStem("renewed", near) || p.w.HasWord("negation", near) && !p.isVerb(near) {
		return 0, 0, false
	}
	for i := lo; i < hi; {
		end := p.WordEnd(i)
		if end == i || end > hi {
			_, i = p.Next(i)
			continue
		}
		end = p.scriptEnd(i, end)
		isPlain := p.isPlainWord(i, end)
		for isPlain && end < hi && p.Low[end] == '-' && p.isPlainWord(end+1, p.WordEnd(end+1)) {
			end = p.WordEnd(end + 1) // "gutter-snowplough"
		}
		if r, after := p.Next(end); strings.ContainsRune(".@_", r) && after < hi && plain.IsWordRune(plain.FirstRune(p.Low[after:])) {
			i = p.TokenEnd(end) // an address
			continue
		}
		if !p.isNoun(i, end) && isPlain && (p.hasTail(end, hi) || p.hasLead(lo, i) && p.endsClause(end, hi)) {
			if ok {
				return 0, 0, false
			}
			from, to, ok = i, end, true
		}
		i = end
	}
	return from, to, ok
}

// scriptEnd returns where the word between i and end changes between ASCII and a script without spaces; end if it does not.
func (p *phrase) scriptEnd(i, end int) int {
	r, _ := p.Next(i)
	dense := plain.IsDense(r) || plain.IsHangul(r)
	for j := i; j < end; {
		r, k := p.Next(j)
		if (plain.IsDense(r) || plain.IsHangul(r)) != dense {
			return j
		}
		j = k
	}
	return end
}

// isPlainWord reports whether a word has no part in what is said about passwords, so that it can be one.
func (p *phrase) isPlainWord(from, to int) bool {
	return utf8.RuneCountInString(p.Low[from:to]) > 3 && p.Low[from:to] == p.Plain[from:to] && p.isPlainInAnyCase(from, to)
}

// isPlainInAnyCase is isPlainWord for a word that may have capitals, and is one of several so that it may be short.
func (p *phrase) isPlainInAnyCase(from, to int) bool {
	low := p.Low[from:to]
	r, _ := utf8.DecodeRuneInString(low)
	if utf8.RuneCountInString(low) < 3 || !looks.HasOnlyLetters(low) || plain.IsDense(r) || plain.IsHangul(r) {
		return false
	}
	for _, list := range []string{"stop", "next", "filler", "is", "of", "my", "own", "use", "head", "have", "definite", "as", "at", "user", "article", "negation", "conj", "unit", "other", "with", "ordinary", "remember", "below"} {
		if p.w.Is(list, low, ^uint32(0)) {
			return false
		}
	}
	for _, list := range []string{"lost", "network", "sent", "spelled"} {
		if p.w.HasStem(list, low) {
			return false
		}
	}
	return !p.w.IsAdverb(low, p.n.Langs) && !p.w.HasStem("verb", low) && p.w.Lists["lead"][low] == 0 && !p.isNounWord(low) && !p.w.IsParticiple(low, p.n.Langs)
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
	if lo+len(before) == p.end && p.isHanded(lo) || p.isTextEnd(p.WordEnd(i)) && (lo+len(before) > p.end || lo+len(before) == p.end && !lexicon.IsGermanPredicate(p.Low[i:p.WordEnd(i)])) && p.isInverted(lo) {
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
		isTyped := p.w.Is("use", word, p.n.Langs) && (i+1 < len(words) || p.n.Langs&p.w.Langs["en"] == 0)
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
