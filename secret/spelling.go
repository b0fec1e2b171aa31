package secret

import (
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/plain"
)

// maxRemark is how many words may stand before the one of a remark that says what it is about: "with no", "all in one".
const maxRemark = 4

// spelledWords returns the end of one to three plain words at i that a remark about their spelling follows: "otter-lantern
// with a hyphen", "otter lantern, no space". It returns i if there are none.
func (p *phrase) spelledWords(i int) int {
	if p.n.Classes&(lexicon.Password|lexicon.Weak|lexicon.Net) == 0 || p.far && p.skipped == 0 || p.isQuestion() || plain.IsDense(plain.FirstRune(p.Low[i:])) {
		return i
	}
	to := i
	for range 3 {
		end := p.hyphenatedEnd(to)
		if end == to {
			return i
		}
		if to = end; p.isRemark(to) {
			return to
		}
		next := p.Skip(to, " ")
		if next == to || p.far {
			return i // "the password of the guest otter, all small"
		}
		to = next
	}
	return i
}

// hyphenatedEnd returns the end of plain words at i that hyphens join; i if the first one is not plain.
func (p *phrase) hyphenatedEnd(i int) int {
	end := p.scriptEnd(i, p.WordEnd(i))
	if !p.isPlainInAnyCase(i, end) || p.w.HasStem("remark", p.Low[i:end]) || p.w.Is("head", p.Low[i:end], ^uint32(0)) {
		return i
	}
	for r, next := p.Next(end); r == '-'; r, next = p.Next(end) {
		after := p.scriptEnd(next, p.WordEnd(next))
		if after == next {
			break
		}
		end = after
	}
	return end
}

// isRemark reports whether a remark about spelling begins after i and ends its clause, and says nothing else of the
// secret: "with a hyphen", and not "with a hyphen is not accepted".
func (p *phrase) isRemark(i int) bool {
	at := p.Skip(i, " ,(\"'`-")
	if r, _ := p.Next(at); plain.IsDense(r) || plain.IsHangul(r) {
		return p.isDenseRemark(at)
	}
	if at == i {
		return false
	}
	for range maxRemark {
		if end, is := p.stemAt("remark", at); is {
			return p.endsRemark(end)
		}
		end := p.WordEnd(at)
		if end == at || !p.w.Is("remarked", p.Low[at:end], ^uint32(0)) && !p.w.Is("article", p.Low[at:end], ^uint32(0)) {
			return false
		}
		at = p.Skip(end, " ")
	}
	return false
}

// endsRemark reports whether a remark whose chief word ends at i ends its clause, with few words more: "in the middle".
func (p *phrase) endsRemark(i int) bool {
	for range maxRemark {
		if p.isClauseEnd(i) {
			return true
		}
		next := p.Skip(i, " ")
		end := p.WordEnd(next)
		word := p.Low[next:end]
		if end == next || p.w.Is("negation", word, ^uint32(0)) || p.w.Is("is", word, p.n.Langs) && !p.w.Is("of", word, p.n.Langs) || p.w.HasStem("lost", word) {
			return false
		}
		i = end
	}
	return false
}

// isDenseRemark is isRemark for a script without spaces: the stem stands within the next few characters.
func (p *phrase) isDenseRemark(i int) bool {
	clause := p.Low[i:min(len(p.Low), i+36)]
	if end := strings.IndexAny(clause, ".,!?\n"); end >= 0 {
		clause = clause[:end]
	}
	for _, d := range p.w.Dense["remark"] {
		if strings.Contains(clause, d) {
			return true
		}
	}
	return false
}

// stemAt returns the end of the word at i if it begins with a stem of a list; a stem of several words ends with its own.
func (p *phrase) stemAt(list string, i int) (int, bool) {
	for _, stem := range p.w.Stems[list] {
		if !strings.HasPrefix(p.Low[i:], stem) {
			continue
		}
		end := i + len(stem)
		if last := plain.LastRune(stem); plain.IsDense(last) || plain.IsHangul(last) {
			return end, true
		}
		if word := p.WordEnd(end); word == end || utf8.RuneCountInString(stem) > 4 {
			return word, true
		}
	}
	return i, false
}
