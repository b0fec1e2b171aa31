package secret

import (
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/plain"
)

// handedOver returns the plain word after a comma that ends a text in which somebody gave, told or sent the password: "he
// gave me the password, hedgehog".
func (p *phrase) handedOver() (from, to int, ok bool) {
	lo, hi := p.sentence()
	i := p.end
	if end, is := p.match("final", i); is { // "教えてくれた、…"
		i = end
	}
	comma := strings.IndexAny(p.Low[i:hi], ",:")
	if p.n.Classes&lexicon.Password == 0 || comma < 0 || comma > 30 || p.isQuestion() || p.isDenied() || p.w.HasStem("lost", p.Low[lo:hi]) || !p.w.HasStem("given", p.Low[lo:i+comma]) {
		return 0, 0, false
	}
	from = p.Skip(i+comma+1, " \"'`")
	to = p.valueEnd(from)
	return from, to, (p.isTextEnd(to) || strings.HasPrefix(p.Low[to:], ", ") && !p.w.IsParticiple(p.Low[from:to], p.n.Langs)) && (utf8.RuneCountInString(p.Low[from:to]) > 3 && p.isPlainInAnyCase(from, to) || p.isDenseWord(from, to))
}

// isDenseWord reports whether a word of a script without spaces says nothing about a password, so that it can be one.
func (p *phrase) isDenseWord(from, to int) bool {
	if to <= from {
		return false
	}
	low := p.Low[from:to]
	n := utf8.RuneCountInString(low)
	if n < 2 || n > 8 || !isDenseLetters(low) || p.w.Is("neverword", low, ^uint32(0)) || p.isNounWord(low) {
		return false
	}
	for _, list := range []string{"never", "pointing"} {
		for _, bad := range p.w.Dense[list] {
			if strings.Contains(low, bad) {
				return false
			}
		}
	}
	return true
}

// isDenseLetters reports whether all letters of s are of scripts without spaces.
func isDenseLetters(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !plain.IsDense(r) && !plain.IsHangul(r) })
}

// denseFirst returns the plain word that begins a text and of which the rest says that it is the password, in a script
// without spaces: "肉桂卷是路由器的密码", "シナモンがルーターのパスワード". The noun ends the text.
func (p *phrase) denseFirst() (from, to int, ok bool) {
	end := p.end
	if e, is := p.match("final", end); is {
		end = e
	}
	lo, _ := p.sentence()
	if p.n.Classes&lexicon.Password == 0 || !p.isTextEnd(end) || lo > 0 || p.start > 60 || p.isQuestion() || p.w.HasStem("lost", p.Low) {
		return 0, 0, false
	}
	for _, link := range p.w.Dense["links"] {
		if !p.w.Is("links", link, p.n.Langs) {
			continue
		}
		if at := strings.Index(p.Low[:p.start], link); at > 0 && p.isDenseWord(0, at) {
			return 0, at, true
		}
	}
	return 0, 0, false
}

// denseAs returns the plain word that a sentence makes the password, in a script without spaces: "用肉桂卷当密码",
// "シナモンをパスワードにして", "계피를 비밀번호로 써".
func (p *phrase) denseAs() (from, to int, ok bool) {
	if p.n.Classes&lexicon.Password == 0 {
		return 0, 0, false
	}
	to = len(strings.TrimRight(p.Low[:p.start], " \"'"))
	marked := false
	for _, d := range p.w.Dense["made"] {
		if p.w.Is("made", d, p.n.Langs) && strings.HasSuffix(p.Low[:to], d) {
			to, marked = len(strings.TrimRight(p.Low[:to-len(d)], " \"'")), true
			break
		}
	}
	if !marked || p.isQuestion() || p.w.HasStem("lost", p.Low) {
		return 0, 0, false
	}
	// Chinese and Thai put the verb before the word, Japanese and Korean after the noun.
	after := strings.TrimLeft(p.Low[p.end:], " \"'")
	verb := false
	for _, d := range p.w.Dense["madeinto"] {
		verb = verb || p.w.Is("madeinto", d, p.n.Langs) && strings.HasPrefix(after, d)
	}
	from = to
	for from > 0 {
		r, n := utf8.DecodeLastRuneInString(p.Low[:from])
		if !plain.IsDense(r) && !plain.IsHangul(r) {
			break
		}
		from -= n
	}
	for _, d := range p.w.Dense["use"] {
		if at := strings.LastIndex(p.Low[from:to], d); at >= 0 && p.w.Is("use", d, p.n.Langs) && p.isDenseWord(from+at+len(d), to) {
			return from + at + len(d), to, true
		}
	}
	return from, to, verb && p.isDenseWord(from, to)
}

// elsewhere adds the secret that grammar does not put just after or just before the noun, and reports whether there is one.
func (p *phrase) elsewhere(add func(from, to int, kind Kind)) bool {
	from, to, ok := p.givenInQuotes()
	kind := Password
	if !ok {
		from, to, kind, ok = p.namely()
	}
	if !ok {
		from, to, kind, ok = p.nearby()
	}
	if ok {
		add(from, to, kind)
		p.addSuccessor(to, add)
		p.addPINs(from, to, add)
		return true
	}
	for _, pair := range []func() ([2]int, [2]int, bool){p.renewed, p.exchanged} {
		if older, newer, is := pair(); is {
			add(older[0], older[1], Password)
			add(newer[0], newer[1], Password)
			return true
		}
	}
	for _, one := range []func() (int, int, bool){p.pointedBack, p.inParentheses, p.usual, p.handedOver, p.denseFirst, p.denseAs, p.namedAfter, p.told} {
		if from, to, ok = one(); ok {
			add(from, to, Password)
			return true
		}
	}
	return false
}

// afterParen accepts what stands in the parenthesis at i, or after it: "pw (work email) purple hedgehog". It returns where
// the parenthesis ends, below zero if it does not; j is where its text begins.
func (p *phrase) afterParen(i, j int) (next, from, to int, kind Kind, ok bool) {
	n := strings.IndexByte(p.Low[i:min(len(p.Low), i+48)], ')')
	if from, to, kind, ok = p.value(j, p.parenLink()); ok || n < 0 {
		return -1, from, to, kind, ok
	}
	next = i + n + 1
	from, to, kind, ok = p.asOwn().value(next, colon)
	return next, from, to, kind, ok && p.isTextEnd(to) && p.isClauseStart(p.start)
}

// saysNothing returns the end of a word at i that says nothing of the secret: "still", and "below" before a new line.
func (p *phrase) saysNothing(i int) (int, bool) {
	if end, is := p.match("filler", i); is {
		return end, true
	}
	if end, is := p.matchWords("below", i); is {
		if line := p.Skip(end, ".:, "); strings.HasPrefix(p.Low[line:], "\n") {
			return line, true
		}
	}
	return i, false
}
