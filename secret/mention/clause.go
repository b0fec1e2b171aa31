package mention

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// MaxNearby is how many bytes of a sentence are looked at on each side of the noun.
const MaxNearby = 140

// Sentence returns where the noun's sentence begins and ends, cut to maxNearby.
func (p *Noun) Sentence() (lo, hi int) {
	lo, hi = max(0, p.Start-MaxNearby), min(len(p.Low), p.End+MaxNearby)
	for i := p.Start - 1; i >= lo; i-- {
		if p.EndsSentenceAt(i) {
			lo = i + 1
			break
		}
	}
	for i := p.End; i < hi; i++ {
		if p.EndsSentenceAt(i) {
			hi = i
			break
		}
	}
	for lo < p.Start && !utf8.RuneStart(p.Low[lo]) {
		lo++
	}
	for hi < len(p.Low) && hi > p.End && !utf8.RuneStart(p.Low[hi]) {
		hi--
	}
	return lo, hi
}

// IsClauseEnd reports whether a sentence, or a part of one, can end at i.
func (p *Noun) IsClauseEnd(i int) bool {
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
			if end, is := p.Match(list, i); is && (list == "topic" || p.IsClauseEnd(end)) {
				return true
			}
		}
		return false
	}
	if _, isIdle := p.MatchWords("idle", i); isIdle || p.FinalAfter(i) {
		return true
	}
	word := p.Low[i:p.WordEnd(i)]
	if p.Words.Is("meetingid", word, ^uint32(0)) && p.IsDigitAt(p.Skip(p.WordEnd(i), " :")) {
		return true // "the password is otter id 883 221 4410"
	}
	return p.Words.Is("next", word, ^uint32(0)) || p.Words.Is("after", word, p.Entry.Langs) || p.Changed && p.IsVerb(word)
}

// IsClauseStart reports whether a sentence, or a part of one, begins at i.
func (p *Noun) IsClauseStart(i int) bool {
	before := strings.TrimRight(p.Low[:i], " \"'`*")
	return before == "" || strings.ContainsAny(before[len(before)-1:], ".!?\n:,;")
}

// IsTextEnd reports whether nothing but punctuation follows i.
func (p *Noun) IsTextEnd(i int) bool { return p.Skip(i, " .!\"'`*") >= len(p.Low) }

// FinalAfter reports whether the word at i ends the sentence ("है", "です").
func (p *Noun) FinalAfter(i int) bool {
	i = p.Skip(i, " '-\"`*_|")
	end, is := p.Match("final", i)
	if !is {
		return false
	}
	r, _ := p.Next(end)
	return !plain.IsWordRune(r) || plain.IsDense(r) || plain.IsHangul(r)
}

// cutFinal returns the end of a value without the copula that sticks to it.
func (p *Noun) cutFinal(from, to int) int {
	if plain.IsHangul(p.RuneAt(from)) && p.RuneAt(to) == ' ' && p.FinalAfter(to) {
		return to // "진달래 이야"
	}
	for range 2 {
		for _, d := range p.Words.Dense["final"] {
			if strings.HasSuffix(p.Low[from:to], d) && p.Words.Is("final", d, p.Entry.Langs) && to-from > len(d) {
				to -= len(d)
				break
			}
		}
	}
	// The copula can also stand in the middle: "さくらです忘れないで".
	for _, d := range p.Words.Dense["final"] {
		if utf8.RuneCountInString(d) >= 2 && p.Words.Is("final", d, p.Entry.Langs) {
			if n := strings.Index(p.Low[from:to], d); n > 0 {
				to = from + n
			}
		}
	}
	return to
}

// ValueEnd returns where the token ends that begins at i, without the punctuation of the sentence.
func (p *Noun) ValueEnd(i int) int {
	r, _ := p.Next(i)
	end := p.TokenEnd(i)
	dense := plain.IsDense(r) || plain.IsHangul(r)
	for j := i; j < end; {
		r, k := p.Next(j)
		switch {
		case strings.ContainsRune("\"`<|", r) && j > i, !dense && (plain.IsDense(r) || plain.IsHangul(r)), dense && !plain.IsWordRune(r) && !strings.ContainsRune("-_@#!", r) && !(strings.ContainsRune("/.:", r) && p.IsDigitAt(j-1) && p.IsDigitAt(k)):
			end = j
		}
		if strings.ContainsRune(",;", r) && k < end && unicode.IsLetter(plain.LastRune(p.Low[:k+1])) && looks.HasOnlyLetters(p.Low[i:j]) {
			end = j // "swordfish,ok"
		}
		j = k
	}
	end = i + len(strings.TrimRight(p.Low[i:end], ".,;:!?)]}'\"*_`|~>/…"))
	if dense {
		return p.cutFinal(i, end)
	}
	if at := strings.LastIndexByte(p.Low[i:end], '\''); at > 0 && p.Words.Is("final", p.Low[i+at+1:end], p.Entry.Langs) {
		return i + at // "karpuz'dur"
	}
	return end
}

// OwnerEnd returns the end of a word of "for the guest wifi", before the sign that ends it.
func (p *Noun) OwnerEnd(i int) int {
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
		if _, is := p.Match("is", i); is {
			return i
		}
	}
}

// ScriptEnd returns where the word between i and end changes between ASCII and a script without spaces; end if it does not.
func (p *Noun) ScriptEnd(i, end int) int {
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

// RunEnd returns where the token ends that begins at i: at white space, or where a script without spaces
// begins or ends, as in "は" after ASCII.
func (p *Noun) RunEnd(i, hi int) int {
	r, _ := p.Next(i)
	dense := plain.IsDense(r) || plain.IsHangul(r)
	j := i
	for j < hi {
		r, k := p.Next(j)
		if r == ' ' || r == '\t' || r == '"' || r == '`' || r == ',' && k < len(p.Low) && p.Low[k] == ' ' || r > utf8.RuneSelf && !plain.IsWordRune(r) {
			break
		}
		if plain.IsWordRune(r) && (plain.IsDense(r) || plain.IsHangul(r)) != dense && (r < '0' || r > '9') {
			break
		}
		j = k
	}
	return i + len(strings.TrimRight(p.Low[i:j], ".,;:?)]}'\"*_`|~>/"))
}

// RuneAt returns the character at i.
func (p *Noun) RuneAt(i int) rune {
	r, _ := p.Next(i)
	return r
}

// WordsEnd returns where the word of an answer ends: letters and digits, in a script without spaces up to its copula.
func (p *Noun) WordsEnd(i int) int {
	r, _ := p.Next(i)
	if plain.IsDense(r) || plain.IsHangul(r) {
		return p.ValueEnd(i)
	}
	return p.WordEnd(i)
}

// IsQuestion reports whether the noun's sentence ends in a question mark.
func (p *Noun) IsQuestion() bool {
	_, hi := p.Sentence()
	return hi < len(p.Low) && p.Low[hi] == '?'
}

// IsQuestionBefore reports whether a question mark ends at i.
func (p *Noun) IsQuestionBefore(i int) bool { return p.Before(i) == '?' }

// IsUntold reports whether the noun's sentence says that nobody hears the secret, "…, I won't say", or that the "password" is
// the word that a puzzle or a game asks for.
func (p *Noun) IsUntold() bool {
	lo, hi := p.Sentence()
	return p.Words.HasStem("untold", p.Low[p.End:hi]) || p.Words.HasStem("puzzle", p.Low[lo:hi])
}

// IsShame reports whether what stands between two places is what people say of their passwords in shame or in jest.
func (p *Noun) IsShame(from, to int) bool {
	low := p.Low[from:to]
	if p.Words.Is("shame", low, ^uint32(0)) {
		return true
	}
	for _, d := range p.Words.Dense["shame"] {
		if strings.HasPrefix(low, d) && utf8.RuneCountInString(low) <= utf8.RuneCountInString(d)+2 {
			return true
		}
	}
	return false
}

// IsDenied reports whether the sentence before the noun has a negation: "I don't know my password Gmail".
func (p *Noun) IsDenied() bool {
	lo, _ := p.Sentence()
	return p.Words.HasWord("negation", p.Low[lo:p.Start])
}
