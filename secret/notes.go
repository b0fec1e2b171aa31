package secret

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/plain"
)

// columns adds what stands under the noun in a table: "service | user | password" and a line for each service.
func (p *phrase) columns(add func(from, to int, kind Kind)) {
	if p.n.Classes&(lexicon.Password|lexicon.Pin) == 0 {
		return
	}
	start := strings.LastIndexByte(p.Low[:p.start], '\n') + 1
	end := strings.IndexByte(p.Low[p.end:], '\n')
	if end < 0 {
		return
	}
	end += p.end
	for _, sign := range []string{"|", "\t", ";", ","} {
		column := strings.Count(p.Low[start:p.start], sign)
		all := strings.Count(p.Low[start:end], sign)
		rest := strings.TrimLeft(p.Low[p.end:end], " \"`*")
		if all == 0 || column == 0 && sign == "," || rest != "" && !strings.HasPrefix(rest, sign) || column > 0 && !strings.HasSuffix(strings.TrimRight(p.Low[start:p.start], " \"`*"), sign) {
			continue
		}
		for from := end + 1; from < len(p.Low); {
			line, _, _ := strings.Cut(p.Low[from:], "\n")
			if fields := strings.Split(line, sign); len(fields) == all+1 {
				at := from + len(strings.Join(fields[:column], sign))
				if column > 0 {
					at++
				}
				to := at + len(strings.TrimRight(fields[column], " \"`*"))
				if at = p.Skip(at, " \"`*-:"); at < to {
					add(at, to, p.kind())
				}
			}
			from += len(line) + 1
		}
		return
	}
}

// namedAfter returns the name at the end of a text that says after whom a password is called: "the password is the dog's
// name, Bello".
func (p *phrase) namedAfter() (from, to int, ok bool) {
	lo, hi := p.sentence()
	sign := strings.LastIndexAny(p.Low[p.end:hi], ",:(") + p.end
	if sign < p.end || p.n.Classes&(lexicon.Password|lexicon.Weak) == 0 || !p.isTextEnd(hi) || p.isQuestion() || p.isDenied() || p.w.HasStem("lost", p.Low[lo:hi]) {
		return 0, 0, false
	}
	if !p.w.HasStem("nameof", p.Low[p.end:sign]) {
		return 0, 0, false
	}
	from = p.Skip(sign+1, " \"'`")
	to = p.valueEnd(from)
	return from, to, to > from && p.isTextEnd(p.Skip(to, ")")) && !p.w.IsStop(p.Low[from:to]) && (plain.IsUpperAt(p.Plain, from) || p.isPlainWord(from, to) || p.isDenseWord(from, to))
}

// spelledOut returns the end of four letters and more that stand at i one by one: "h u n t e r 2".
func (p *phrase) spelledOut(i int) int {
	end, n := i, 0
	for at := i; ; n++ {
		r, next := p.Next(at)
		if after, _ := p.Next(next); !plain.IsWordRune(r) || plain.IsDense(r) || plain.IsHangul(r) || after != ' ' && after != '-' && !p.isClauseEnd(next) {
			break
		}
		end = next
		if after, _ := p.Next(next); after != ' ' && after != '-' {
			n++
			break
		}
		at = next + 1
	}
	if n < 5 || !p.isClauseEnd(end) {
		return i
	}
	return end
}

// turned adds the numbers of a dial that is turned to and fro: "12 left, 34 right, 5 left".
func (p *phrase) turned(add func(from, to int, kind Kind)) {
	lo, hi := p.sentence()
	turns, from, to, numbers := 0, 0, 0, 0
	for i := lo; i < hi; {
		if p.isDigitAt(i) {
			end := p.Skip(i, "0123456789")
			if end-i > 2 {
				return
			}
			if numbers++; numbers == 1 {
				from = i
			}
			to, i = end, end
			continue
		}
		r, next := p.Next(i)
		end := p.WordEnd(i)
		if plain.IsDense(r) || plain.IsHangul(r) {
			if e, is := p.matchDense("turns", i); is {
				turns, next = turns+1, e
			}
			i = next
			continue
		}
		if p.w.Is("turns", p.Low[i:end], ^uint32(0)) {
			turns++
		}
		i = max(end, next)
	}
	if numbers > 2 && turns > 2 {
		add(from, to, Password)
	}
}

// remembered adds the number that somebody asks to remember or to tell for a locked thing, "remember 4711 for the garage",
// or that begins a sentence which says what it is for, "4711 is for the safe".
func (p *phrase) remembered(add func(from, to int, kind Kind)) {
	lo, hi := p.sentence()
	near := p.Low[lo:hi]
	first := p.Skip(lo, " ")
	isAsked := p.w.HasStem("remember", near) || p.w.HasStem("given", near)
	if !isAsked && !p.isDigitAt(first) || p.isQuestion() && !p.w.HasStem("remember", near) || p.w.HasWord("negation", near) {
		return
	}
	q := p.as(lexicon.Pin)
	q.unnamed = true
	from, to, ok := q.loneNumber(lo, hi)
	if !ok || !isAsked && (from != first || !p.isOnlyFor(to)) {
		return
	}
	add(from, to, Password)
}

// isOnlyFor reports whether nothing but a copula and what may stand before a noun is between i and the noun, which ends
// its clause.
func (p *phrase) isOnlyFor(i int) bool {
	said := false
	for _, word := range strings.Fields(p.Low[i:max(i, p.start)]) {
		isLink := p.w.Is("is", word, p.n.Langs)
		if !isLink && !p.w.Is("of", word, p.n.Langs) && !p.w.Is("user", word, ^uint32(0)) && !p.w.Is("article", word, ^uint32(0)) && !p.w.Is("definite", word, p.n.Langs) {
			return false
		}
		said = said || isLink
	}
	return said && p.isClauseEnd(p.end)
}
