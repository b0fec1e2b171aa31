package mention

// IsMessage reports whether what stands in quotation marks between two places is what a machine says of a password and not the
// password: "too short", "must include a symbol", or anything that "it says" after the noun. Where a copula or a sign leads to
// it, isLed, somebody must have been said to say it before.
func (p *Noun) IsMessage(from, to int, isLed bool) bool {
	lo, _ := p.Sentence()
	if isLed && !p.Words.HasStem("saying", p.Low[min(lo, p.Start):p.Start]) {
		return false
	}
	isSaid := !isLed && from > p.End && p.Words.HasStem("saying", p.Low[p.End:from])
	return isSaid || p.Words.HasStem("verdict", p.Low[from:to]) || p.Words.HasStem("lost", p.Low[from:to]) || p.isNounWord(p.Low[from:to])
}

// IsCalled reports whether a word that gives a network its name ends before i: "the guest wifi is called Otter9". Where the noun
// stands between the two it is the noun that has that name.
func (p *Noun) IsCalled(lo, i int) bool {
	at := len(p.Low[:i])
	for at > 0 && (p.Low[at-1] == ' ' || p.Low[at-1] == '"' || p.Low[at-1] == '\'' || p.Low[at-1] == ':') {
		at--
	}
	from := p.WordStart(at)
	_, isDense := p.DenseBefore(at, "called")
	if !isDense && !p.Words.Is("called", p.Low[from:at], ^uint32(0)) {
		return false
	}
	start := lo
	if p.Start < i && !p.Words.HasStem("network", p.Low[p.Start:p.End]) {
		start = p.End
	}
	return start < from && p.Words.HasStem("network", p.Low[start:from])
}
