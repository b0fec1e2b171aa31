package mention

import (
	"slices"
	"strings"

	"keepsake/secret/plain"
)

// HyphenatedEnd returns the end of plain words at i that hyphens join; i if the first one is not plain.
func (p *Noun) HyphenatedEnd(i int) int {
	end := p.ScriptEnd(i, p.WordEnd(i))
	if !p.IsPlainInAnyCase(i, end) || p.Words.HasStem("remark", p.Low[i:end]) || p.Words.HasStem("script", p.Low[i:end]) || p.Words.Is("head", p.Low[i:end], ^uint32(0)) {
		return i
	}
	for r, next := p.Next(end); r == '-'; r, next = p.Next(end) {
		after := p.ScriptEnd(next, p.WordEnd(next))
		if after == next {
			break
		}
		end = after
	}
	return end
}

// maxRemark is how many words may stand before the one of a remark that says what it is about: "with no", "all in one".
const maxRemark = 4

// IsRemark reports whether a remark about spelling begins after i and ends its clause, and says nothing else of the
// secret: "with a hyphen", and not "with a hyphen is not accepted".
func (p *Noun) IsRemark(i int) bool {
	at := p.Skip(i, " ,(\"'`-")
	if r, _ := p.Next(at); plain.IsDense(r) || plain.IsHangul(r) {
		return p.isDenseRemark(at)
	}
	if at == i {
		return false
	}
	for range maxRemark {
		for _, list := range []string{"remark", "script"} {
			if end, is := p.StemAt(list, at); is {
				return p.endsRemark(end)
			}
		}
		end := p.WordEnd(at)
		if end == at || !p.Words.Is("remarked", p.Low[at:end], ^uint32(0)) && !p.Words.Is("article", p.Low[at:end], ^uint32(0)) {
			return false
		}
		at = p.Skip(end, " ")
	}
	return false
}

// IsConfided reports whether what follows i is said of a secret that somebody tells: "don't share it", "the same for everybody",
// also behind a word or two that join it, "haha and don't tell".
func (p *Noun) IsConfided(i int) bool {
	at := p.Skip(i, " ,.;!-\"'`)")
	if end, is := p.MatchDense("final", at); is {
		at = p.Skip(end, " ,")
	} else if end, is := p.Match("final", at); is {
		at = p.Skip(end, " ,")
	}
	for range 2 {
		if _, is := p.StemAt("confide", at); is {
			break
		}
		if end := p.WordEnd(at); end > at && p.Words.Is("next", p.Low[at:end], ^uint32(0)) {
			at = p.Skip(end, " ,.;!")
		}
	}
	_, is := p.StemAt("confide", at)
	return is && !p.IsQuestion()
}

// endsRemark reports whether a remark whose chief word ends at i ends its clause, with few words more: "in the middle".
func (p *Noun) endsRemark(i int) bool {
	for range maxRemark {
		if p.IsClauseEnd(i) {
			return !strings.HasPrefix(p.Low[i:], ":") // "all lower case: otter"
		}
		next := p.Skip(i, " ")
		end := p.WordEnd(next)
		word := p.Low[next:end]
		if end == next || p.Words.Is("negation", word, ^uint32(0)) || p.Words.Is("is", word, p.Entry.Langs) && !p.Words.Is("of", word, p.Entry.Langs) || p.Words.HasStem("lost", word) {
			return false
		}
		i = end
	}
	return false
}

// isDenseRemark is IsRemark for a script without spaces: the stem stands within the next few characters.
func (p *Noun) isDenseRemark(i int) bool {
	clause := p.Low[i:min(len(p.Low), i+36)]
	if end := strings.IndexAny(clause, ".,!?:\n"); end >= 0 {
		clause = clause[:end]
	}
	has := func(d string) bool { return strings.Contains(clause, d) }
	if strings.HasPrefix(p.Low[i+len(clause):], ":") {
		return false
	}
	return slices.ContainsFunc(p.Words.Dense["remark"], has) || slices.ContainsFunc(p.Words.Dense["script"], has)
}
