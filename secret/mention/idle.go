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
