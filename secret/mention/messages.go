package mention

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/plain"
)

// IsMessage reports whether what stands in quotation marks between two places is what a machine says of a password and not the
// password: "too short", "must include a symbol", or anything that "it says" after the noun. Where a copula or a sign leads to
// it, isLed, somebody must have been said to say it before.
func (p *Noun) IsMessage(from, to int, isLed bool) bool {
	lo, _ := p.Sentence()
	if isLed && !p.Words.HasStem("saying", p.Low[min(lo, p.Start):p.Start]) {
		return false
	}
	low := p.Low[from:to]
	if r := plain.FirstRune(low); !strings.Contains(low, " ") && !plain.IsDense(r) && !plain.IsHangul(r) {
		return p.Words.HasStem("lost", low) || p.IsCalled(from)
	}
	isSaid := !isLed && from > p.End && (p.Words.HasStem("saying", p.Low[p.End:from]) || p.isPlacedIn(p.Low[p.End:from]) || p.isPlacedIn(p.Low[min(lo, p.Start):p.Start]))
	return isSaid || p.Words.HasStem("verdict", low) || p.Words.HasStem("lost", low) || p.isNounWord(low)
}

// isPlacedIn reports whether a text says where a message stands: "under the password box".
func (p *Noun) isPlacedIn(s string) bool {
	return p.Words.HasStem("where", s) || p.Words.HasStem("checkbox", s)
}

// IsCalled reports whether a word that gives something its name ends before i: "the guest wifi is called Otter9". Where the noun
// stands just before that word, the noun has that name.
func (p *Noun) IsCalled(i int) bool {
	at := len(strings.TrimRight(p.Low[:i], " \"':"))
	from := p.WordStart(at)
	if word := p.Low[from:at]; word == "sie" || word == "se" { // "nazywa się"
		at = len(strings.TrimRight(p.Low[:from], " "))
		from = p.WordStart(at)
	}
	_, isNet := p.DenseBefore(at, "netword")
	if isNet || p.Words.Is("netword", p.Low[from:at], ^uint32(0)) && p.Low[at:i] == " " {
		return true // "the network Otter9"
	}
	_, isDense := p.DenseBefore(at, "called")
	if !isDense && !p.Words.Is("called", p.Low[from:at], ^uint32(0)) {
		return false
	}
	return p.Start > from || p.End > from || len(strings.Fields(p.Low[p.End:from])) > 2 || p.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0
}
