package sentence

import (
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// told returns the plain word that the noun's sentence gives as the password, where grammar puts others between the
// two: "we picked hedgehog for the password", "Er hat das Passwort auf igel geändert". It is asked last. A word of
// the list lead stands before it, and its clause ends after it; or one of the list tail stands after it.
func (p reader) told() (from, to int, ok bool) {
	lo, hi := p.Sentence()
	near := p.Low[lo:hi]
	isMasked := strings.HasPrefix(p.Low[p.Skip(p.End, " :\"'`"):], "•")
	if isMasked || p.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 || p.Entry.Classes&lexicon.Password == 0 && !p.Own && !p.IsNetwork() || p.IsQuestion() || p.Words.HasWord("why", near) || strings.ContainsAny(near, "{}<>[]=_") || p.Words.HasStem("lost", near) && !p.Words.HasStem("renewed", near) || p.Words.HasWord("negation", near) && !p.IsVerb(near) {
		return 0, 0, false
	}
	for i := lo; i < hi; {
		end := p.WordEnd(i)
		if end == i || end > hi {
			_, i = p.Next(i)
			continue
		}
		end = p.ScriptEnd(i, end)
		isPlain := p.IsPlainWord(i, end)
		for isPlain && end < hi && p.Low[end] == '-' && p.IsPlainWord(end+1, p.WordEnd(end+1)) {
			end = p.WordEnd(end + 1) // "gutter-snowplough"
		}
		if r, after := p.Next(end); strings.ContainsRune(".@_", r) && after < hi && plain.IsWordRune(plain.FirstRune(p.Low[after:])) {
			i = p.TokenEnd(end) // an address
			continue
		}
		if !p.IsNoun(i, end) && isPlain && !p.IsDevice(i, end) && (p.hasTail(end, hi) || p.hasLead(lo, i) && p.endsClause(end, hi)) {
			if p.Skip(p.End, " \"'`") == i && p.isInverted(lo) {
				return i, end, true // "früher war das Passwort igel, jetzt …"
			}
			if ok {
				return 0, 0, false
			}
			from, to, ok = i, end, true
		}
		i = end
	}
	return from, to, ok
}

// hasLead reports whether one of the words of lead ends before i, or a word for changing something "to" another where
// the sentence speaks of changing.
func (p reader) hasLead(lo, i int) bool {
	before := strings.TrimRight(p.Low[lo:i], " \"'`*")
	for _, lead := range p.Words.Ending("lead", plain.LastRune(before)) {
		if !strings.HasSuffix(before, lead) || !p.Words.Is("lead", lead, p.Entry.Langs) {
			continue
		}
		at := len(before) - len(lead)
		if r := plain.LastRune(before[:at]); at == 0 || !plain.IsWordRune(r) || plain.IsDense(r) || plain.IsHangul(r) {
			return true
		}
	}
	if lo+len(before) == p.End && p.isHanded(lo) || (p.IsTextEnd(p.WordEnd(i)) || strings.HasPrefix(p.Low[p.WordEnd(i):], ", ")) && (lo+len(before) > p.End && !strings.Contains(p.Low[p.End:i], ",") || lo+len(before) == p.End && !lexicon.IsGermanPredicate(p.Low[i:p.WordEnd(i)])) && p.isInverted(lo) && !p.Words.HasVerbEnding(p.Low[i:p.WordEnd(i)], p.Entry.Langs) {
		return true
	}
	word := before[strings.LastIndexAny(before, " ")+1:]
	if lo+len(before) > p.End && p.Words.Is("use", word, p.Entry.Langs) && p.IsTextEnd(p.WordEnd(i)) {
		return true // "when it asks for the password type …"
	}
	return p.Words.Is("change", word, p.Entry.Langs) && p.IsVerb(p.Low[lo:min(len(p.Low), p.End+mention.MaxNearby)]) && lo+len(before) > p.Start
}

// isHanded reports whether one of the words before the noun says that the password is used, typed or had: "type the
// password …", "log in with the old password …".
func (p reader) isHanded(lo int) bool {
	words := strings.Fields(p.Low[lo:p.Start])
	words = words[max(0, len(words)-6):]
	for i, word := range words {
		// "enter password manually" is English of machines; people put an article between.
		isTyped := p.Words.Is("use", word, p.Entry.Langs) && (i+1 < len(words) || p.Entry.Langs&p.Words.Langs["en"] == 0)
		if isTyped || p.Words.Is("with", word, ^uint32(0)) || p.Words.Is("have", word, p.Entry.Langs) {
			return true
		}
	}
	return false
}

// isInverted reports whether a copula stands just before the noun and its articles: "früher war das Passwort …".
func (p reader) isInverted(lo int) bool {
	words := strings.Fields(p.Low[lo:p.Start])
	for _, word := range words[max(0, len(words)-2):] {
		if p.Words.Is("is", word, p.Entry.Langs) && !p.Words.Is("my", word, p.Entry.Langs) && !p.Words.Is("of", word, p.Entry.Langs) {
			return true
		}
	}
	return false
}

// hasTail reports whether one of the words of tail begins after to.
func (p reader) hasTail(to, hi int) bool {
	after := strings.TrimLeft(p.Low[to:hi], " ,\"'`*-=")
	for _, tail := range p.Words.Beginning("tail", plain.FirstRune(after)) {
		if !strings.HasPrefix(after, tail) || !p.Words.Is("tail", tail, p.Entry.Langs) {
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
func (p reader) endsClause(to, hi int) bool {
	next := p.Skip(to, " \"'`*")
	if next >= hi || p.IsClauseEnd(to) {
		return true
	}
	end := p.WordEnd(next)
	word := p.Low[next:end]
	r, _ := p.Next(next)
	return end > next && (p.Words.Is("follow", word, p.Entry.Langs) || p.Words.Is("next", word, ^uint32(0)) || p.Words.Is("as", word, p.Entry.Langs)) || plain.IsDense(r) || plain.IsHangul(r)
}
