package mention

import "strings"

// IdleAt returns the end of words at i that say nothing of the secret: "only", "quite simply", "is spelt".
func (p *Noun) IdleAt(i int) (int, bool) {
	if end, is := p.Match("filler", i); is {
		return end, true
	}
	for _, list := range []string{"spelt", "merely"} {
		if end, is := p.MatchWords(list, i); is {
			return end, true
		}
	}
	return i, false
}

// IsBehindVerb reports whether the word before i is a Portuguese infinitive that says that something is changed or set, and the noun is a plural:
// "as" at i is an article, "mudar as passwords".
func (p *Noun) IsBehindVerb(i int) bool {
	at := len(strings.TrimRight(p.Low[:i], " "))
	verb := p.Low[p.WordStart(at):at]
	return strings.HasPrefix(p.Low[i:], "as ") && len(verb) > 4 && strings.HasSuffix(verb, "r") && p.IsVerb(verb) && strings.HasSuffix(p.Low[p.Start:p.End], "s")
}

// IsCheaper reports whether behind a code that ends at i a verb says what something costs with it, and a number how much: "with SPRING24 it comes to
// 24.99 at asos".
func (p *Noun) IsCheaper(i int) bool {
	_, hi := p.Sentence()
	rest := p.Low[min(i, hi):max(i, hi)]
	at := strings.IndexAny(rest, "0123456789۰۱۲۳۴۵۶۷۸۹")
	return at >= 0 && p.Words.HasEntry("comesto", rest)
}

// Provisional returns the plain word at i that is the password for now: what follows it says that another one comes later.
func (p *Noun) Provisional(i int) (from, to int, ok bool) {
	from = p.Skip(i, " \"'`")
	to = p.ValueEnd(from)
	return from, to, to > from && p.IsProvisional(to) && p.IsPlainWord(from, to) && !p.Words.Is("later", p.Low[from:to], ^uint32(0))
}

// IsDeniedBefore reports whether a negation stands right before i, as in "password reset gak masuk2": no password follows it.
func (p *Noun) IsDeniedBefore(i int) bool {
	at := len(strings.TrimRight(p.Low[:i], " "))
	return at > p.End && at < i && p.Words.Is("denied", p.Low[p.WordStart(at):at], ^uint32(0))
}

// IsProvisional reports whether what follows a secret that ends at i says that another one comes later: "gelato, later i'll pick a proper one".
func (p *Noun) IsProvisional(i int) bool {
	_, hi := p.Sentence()
	_, isLater := p.MatchWords("later", p.Skip(i, " ,"))
	return isLater && p.Words.HasStem("proper", p.Low[min(i, hi):hi])
}
