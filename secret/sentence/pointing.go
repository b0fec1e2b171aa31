package sentence

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/plain"
)

// pointedBack returns the plain words that a sentence types, notes or opens something with, before it says that they were the
// password: "to get in type otter, that's the password", "otter lantern opens my laptop, that's the whole password", "write
// this down: otter, password for the tax office".
func (p reader) pointedBack() (from, to int, ok bool) {
	lo, hi := p.Sentence()
	if p.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 || p.IsQuestion() || p.Words.HasStem("lost", p.Low[lo:hi]) || p.Words.HasWord("negation", p.Low[p.Start:hi]) {
		return 0, 0, false
	}
	start, is := p.deicticStart(lo)
	if start <= lo {
		return 0, 0, false
	}
	end := lo + len(strings.TrimRight(p.Low[lo:start], " ,.;-\"'`"))
	if from, to, ok = p.notedWords(lo, end); ok || !is {
		return from, to, ok
	}
	if from, to, ok = p.plainRun(p.Skip(lo, " \"'`"), end); ok && to == end && strings.HasPrefix(p.Low[end:], ",") {
		return from, to, true // "otter, that's my Gmail password"
	}
	if from, to, ok = p.opener(lo, end); ok {
		return from, to, true
	}
	return p.typedWords(lo, end)
}

// notedWords returns the one to three plain words that end at hi, where a comma parts them from the noun, after a word that
// asks to remember or to write down something.
func (p reader) notedWords(lo, hi int) (from, to int, ok bool) {
	from = p.Skip(lo, " \"'`")
	isNote := false
	for n := 0; n < 5 && from < hi; n++ {
		end := p.WordEnd(from)
		r := p.RuneAt(from)
		if plain.IsDense(r) || plain.IsHangul(r) {
			for end = from; end < hi && (plain.IsDense(p.RuneAt(end)) || plain.IsHangul(p.RuneAt(end))); {
				end += len(string(p.RuneAt(end)))
			}
			isNote = isNote || p.Words.Contains("noting", p.Low[from:end])
		} else {
			_, is := p.StemAt("noting", from)
			isNote = isNote || is
		}
		if from = p.Skip(end, " :\"'`"); !isNote || end == from {
			if end == from && (!isNote || !plain.IsDense(p.Before(from)) && !plain.IsHangul(p.Before(from))) {
				return 0, 0, false
			}
		}
		if isNote {
			if from, to, ok := p.plainRun(from, hi); ok && to == hi {
				return from, to, true
			}
		}
	}
	return 0, 0, false
}

// deicticStart returns where the words begin that point back from the noun: "that's the", "これが". In a sentence in which
// the noun comes first it is where the noun begins: "密码就这几个字", "şifre bu". If nothing points back it returns false and
// the last comma before the noun.
func (p reader) deicticStart(lo int) (int, bool) {
	i, pointed := p.Start, false
	for i > lo {
		at := len(strings.TrimRight(p.Low[:i], " \"'"))
		if dense, is := p.DenseBefore(at, "deictic", "my", "is"); is {
			_, points := p.DenseBefore(at, "deictic")
			i, pointed = dense, pointed || points
			continue
		}
		from := p.WordStart(at)
		word := p.Low[from:at]
		if from == at || from < lo {
			break
		}
		points := p.Words.Is("deictic", word, p.Entry.Langs)
		if !points && !p.Words.Is("entire", word, p.Entry.Langs) && !p.Words.Is("is", word, p.Entry.Langs) && !p.Words.Is("my", word, p.Entry.Langs) && !p.Words.Is("own", word, ^uint32(0)) && !p.Words.Is("definite", word, p.Entry.Langs) && !p.Words.Is("article", word, ^uint32(0)) {
			break
		}
		i, pointed = from, pointed || points
	}
	if pointed && p.saysIs(p.Low[i:p.Start]) {
		return i, true
	}
	next := p.Skip(p.End, " ")
	if end, is := p.Match("is", next); is {
		next = p.Skip(end, " ")
	}
	if end, is := p.Match("topic", next); is {
		next = p.Skip(end, " ")
	}
	end, is := p.Match("deictic", next)
	r, _ := p.Next(end)
	is = is && (p.IsClauseEnd(end) || plain.IsDense(r)) && p.IsClauseStart(p.Start)
	if is {
		return p.Start, true
	}
	return p.appositionStart(lo), false
}

// appositionStart returns the comma after which the noun names what was said, with few words before it, and ends its clause
// or goes on with what it is for: "…, the tax office's password". It returns -1 if there is none.
func (p reader) appositionStart(lo int) int {
	comma := strings.LastIndexByte(p.Low[lo:p.Start], ',')
	next := p.Skip(p.End, " ")
	follow := p.Low[next:p.WordEnd(next)]
	genitive := p.Words.Langs["el"] | p.Words.Langs["he"] | p.Words.Langs["ar"] | p.Words.Langs["fa"]
	isOwned := p.Entry.Langs&genitive != 0 && p.Entry.Langs&^genitive == 0 && follow != "" && p.IsTextEnd(next+len(follow))
	if comma < 0 || !isOwned && !p.IsClauseEnd(p.End) && !p.Words.Is("of", follow, p.Entry.Langs) && !p.Words.Is("user", follow, ^uint32(0)) {
		return -1
	}
	owners := 0
	for _, word := range strings.Fields(p.Low[lo+comma+1 : p.Start]) {
		switch {
		case p.Words.Is("is", word, p.Entry.Langs) || p.Words.Is("article", word, ^uint32(0)) || p.Words.Is("definite", word, p.Entry.Langs) || p.Words.Is("my", word, p.Entry.Langs) || p.Words.Is("deictic", word, p.Entry.Langs) || p.Words.Is("of", word, p.Entry.Langs):
			// "it's the"
		case p.Words.Is("negation", word, ^uint32(0)) || p.Words.Is("conj", word, ^uint32(0)) || p.Words.HasStem("verb", word) || p.Words.IsStop(word):
			return -1
		default:
			owners++
		}
	}
	if owners > 1 {
		return -1
	}
	return lo + comma
}

// saysIs reports whether words between a sentence and the noun have a copula or an article among them, so that they do not
// say which password is meant: "that's the", not "that". Languages without either need none.
func (p reader) saysIs(before string) bool {
	bare := p.Words.Zero | p.Words.Langs["ar"] | p.Words.Langs["fa"] | p.Words.Langs["vi"] | p.Words.Langs["hi"] | p.Words.Langs["pl"] | p.Words.Langs["cs"]
	first := plain.FirstRune(before)
	if p.Entry.Langs&bare != 0 || plain.IsDense(first) || plain.IsHangul(first) {
		return true
	}
	words := strings.Fields(before)
	return len(words) > 1 || len(words) == 1 && strings.Contains(words[0], "'")
}

// opener returns the plain words that begin the sentence, before a verb that says what they open.
func (p reader) opener(lo, hi int) (from, to int, ok bool) {
	from = p.Skip(lo, " \"'`")
	for end, n := from, 0; n < 3; n++ {
		word := p.HyphenatedEnd(end)
		if word == end || word > hi {
			return 0, 0, false
		}
		end = p.Skip(word, " \"'`")
		if p.isOpening(end, hi) {
			return from, word, true
		}
		if end == word {
			return 0, 0, false
		}
	}
	return 0, 0, false
}

// isOpening reports whether a word for opening begins at i.
func (p reader) isOpening(i, hi int) bool {
	if i >= hi {
		return false
	}
	for _, h := range p.Words.Index.Find(p.Low[i:min(hi, i+40)]) {
		if h.At == 0 && h.Noun != nil && h.Noun.Classes&lexicon.Opens != 0 && h.Noun.Langs&p.Entry.Langs != 0 {
			return true
		}
	}
	return false
}

// typedWords returns the one to three plain words that end at hi, after a verb for typing: "type otter". Where the verb
// comes last they stand before it: "samur yaz".
func (p reader) typedWords(lo, hi int) (from, to int, ok bool) {
	verbLast := p.Words.Langs["hi"] | p.Words.Langs["tr"] | p.Words.Langs["ja"] | p.Words.Langs["ko"]
	for i := lo; i < hi; {
		end, is := p.typing(i, hi)
		if !is {
			end = p.ScriptEnd(i, p.WordEnd(i))
			r, next := p.Next(i)
			if plain.IsDense(r) || plain.IsHangul(r) || end == i {
				end = next
			}
			i = end
			continue
		}
		if from, to, ok = p.plainRun(p.Skip(end, " \"'`:"), hi); ok && p.Entry.Langs&^verbLast != 0 {
			return from, to, true
		}
		to = lo + len(strings.TrimRight(p.Low[lo:i], " \"'`"))
		if from = p.runStart(lo, to); p.IsPlainInAnyCase(from, to) || p.IsDenseWord(from, to) {
			return from, to, true
		}
		i = end
	}
	return 0, 0, false
}

// runStart returns where the word begins that ends at to, at a change of script too.
func (p reader) runStart(lo, to int) int {
	last := p.Before(to)
	from := to
	for from > lo {
		r := p.Before(from)
		if !plain.IsWordRune(r) && r != '-' || (plain.IsDense(r) || plain.IsHangul(r)) != (plain.IsDense(last) || plain.IsHangul(last)) {
			break
		}
		from -= len(string(r))
	}
	return from
}

// typing returns the end of a verb for typing that begins at i.
func (p reader) typing(i, hi int) (int, bool) {
	if r := p.Before(i); i > 0 && plain.IsWordRune(r) && !plain.IsDense(p.RuneAt(i)) && !plain.IsHangul(p.RuneAt(i)) && !plain.IsDense(r) && !plain.IsHangul(r) {
		return i, false
	}
	end, is := p.Match("use", i)
	return end, is && end <= hi
}

// plainRun returns the one to three plain words at i that end the clause, at hi at the latest.
func (p reader) plainRun(i, hi int) (from, to int, ok bool) {
	if i >= hi {
		return 0, 0, false
	}
	if r := p.RuneAt(i); plain.IsDense(r) || plain.IsHangul(r) {
		to = i
		for to < hi && plain.IsWordRune(p.RuneAt(to)) {
			for _, then := range p.Words.Dense["then"] {
				if to > i && strings.HasPrefix(p.Low[to:], then) {
					return i, to, p.IsDenseWord(i, to)
				}
			}
			to += len(string(p.RuneAt(to)))
		}
		return i, to, p.IsDenseWord(i, to)
	}
	to = i
	for range 3 {
		end := p.HyphenatedEnd(to)
		if end == to || end > hi {
			return 0, 0, false
		}
		if to = end; to == hi || p.IsClauseEnd(to) {
			return i, to, true
		}
		if r := p.RuneAt(to); plain.IsDense(r) || plain.IsHangul(r) {
			return i, to, true
		}
		to = p.Skip(end, " ")
	}
	return 0, 0, false
}
