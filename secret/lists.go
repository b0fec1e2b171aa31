package secret

import (
	"slices"
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// opened adds the number in a sentence about opening something: "4711 opens the gate".
func (p *phrase) opened(add func(from, to int, kind Kind)) {
	lo, hi := p.sentence()
	if before := strings.TrimRight(p.Low[:lo], " "); strings.HasSuffix(before, "?") && len(before) < maxNearby/2 {
		lo = 0 // "the bike lock? you turn it to 3-8-1"
	}
	if near := p.Low[lo:hi]; !p.w.HasThing("lock", near) && !p.w.HasThing("short", near) {
		return
	}
	p.turned(add)
	// "dial 1932 at the gate": also what would be a year elsewhere
	i := p.Skip(p.end, " ")
	if word := p.Low[i:p.WordEnd(i)]; p.w.Is("with", word, ^uint32(0)) && !p.w.Is("outof", word, ^uint32(0)) {
		i = p.Skip(i+len(word), " ") // "opens with 1994"
	}
	if p.isDigitAt(i) && !p.w.HasThing("lock", p.n.Text) {
		if j := i + len(p.Low[i:]) - len(strings.TrimLeft(p.Low[i:], "0123456789")); j-i >= 4 && j-i <= 8 && !p.isUnitAt(j) && !p.isPartOfWord(i, j) && !strings.HasPrefix(p.Low[j:], ":") {
			add(i, j, Password)
			return
		}
	}
	q := p.as(lexicon.Pin)
	q.unnamed = true
	if from, to, ok := q.loneNumber(lo, hi); ok {
		add(from, to, Password)
	}
}

// others adds more secrets of a list, "hunter2x and swordfish9", and returns where the last one ends.
func (p *phrase) others(to int, add func(from, to int, kind Kind)) int {
	for range 12 {
		i := p.Skip(to, " ,;/&+\n\"'`!?.*")
		if end := p.WordEnd(i); end > i && p.w.Is("conj", p.Low[i:end], ^uint32(0)) {
			i = p.Skip(end, " ")
		} else if end, is := p.matchDense("conj", i); is {
			i = p.Skip(end, " ")
		}
		i = p.Skip(i, "\"'`*")
		end := p.valueEnd(i)
		if end <= i || p.n.Classes&(lexicon.Password|lexicon.Weak|lexicon.Key|lexicon.Code) == 0 || !looks.HasDigit(p.Low[i:end]) || !looks.IsHardRandom(p.Plain[i:end]) {
			return to
		}
		add(i, end, p.kind())
		to = end
	}
	return to
}

// echoes adds what the same sentence says of the secret later: "… type hunter2x", "… it is hunter2x".
func (p *phrase) echoes(i int, add func(from, to int, kind Kind)) {
	if p.n.Classes&(lexicon.Password|lexicon.Weak) == 0 {
		return
	}
	limit := min(len(p.Low), i+100)
	for said := false; i < limit; {
		i = p.Skip(i, " ,\"'`*(")
		end := p.TokenEnd(i)
		if end <= i || p.Low[i] == '\n' {
			return
		}
		word := strings.TrimRight(p.Low[i:end], ",:")
		if to := p.valueEnd(i); said && to > i && looks.HasDigit(p.Low[i:to]) && looks.IsHardRandom(p.Plain[i:to]) {
			add(i, to, Password)
		}
		said = p.w.Is("use", word, ^uint32(0)) || p.w.Is("is", word, p.n.Langs) || said && (p.w.Is("filler", word, p.n.Langs) || p.w.Is("my", word, p.n.Langs))
		if strings.ContainsAny(word[max(0, len(word)-1):], ".!?") {
			return
		}
		i = end
	}
}

// matchDense is match for words of scripts without spaces, of any language.
func (p *phrase) matchDense(list string, i int) (int, bool) {
	for _, d := range p.w.Dense[list] {
		if strings.HasPrefix(p.Low[i:], d) {
			return i + len(d), true
		}
	}
	return i, false
}

// misspelled returns the words for a password that a text has with a slip of the finger in them, before a sign or what
// looks random: "passwrod: K9!mora". What is known as a word for something is none.
func misspelled(v plain.Text, w *lexicon.Words, known []lexicon.Hit) []lexicon.Hit {
	var hits []lexicon.Hit
	for i := 0; i < len(v.Low); {
		end := v.WordEnd(i)
		if end == i {
			_, i = v.Next(i)
			continue
		}
		if end-i < 5 || slices.ContainsFunc(known, func(h lexicon.Hit) bool { return h.At == i && h.Noun != nil && len(h.Text)+2 >= end-i }) {
			i = end
			continue
		}
		next := v.Skip(end, " :=")
		token := v.Plain[next:v.TokenEnd(next)]
		isLed := strings.ContainsAny(v.Low[end:next], ":=") || looks.HasDigit(token) && looks.IsHardRandom(token)
		if !isLed && !w.Is("is", v.Low[next:v.WordEnd(next)], ^uint32(0)) {
			i = end
			continue
		}
		if n := w.Near(v.Low[i:end]); n != nil {
			typed := *n
			typed.Text = v.Low[i:end]
			hits = append(hits, lexicon.Hit{Keyword: lexicon.Keyword{Text: typed.Text, Rule: -1, Noun: &typed}, At: i})
		}
		i = end
	}
	return hits
}

// ownerEnd returns the end of a word of "for the guest wifi", before the sign that ends it.
func (p *phrase) ownerEnd(i int) int {
	r, _ := p.Next(i)
	if !plain.IsDense(r) {
		return i + len(strings.TrimRight(p.Low[i:p.TokenEnd(i)], ":=,.;!?)"))
	}
	for {
		r, j := p.Next(i)
		if !plain.IsDense(r) {
			return i
		}
		i = j
		if _, is := p.match("is", i); is {
			return i
		}
	}
}
