package secret

import (
	"strings"
	"unicode/utf8"
)

// backward looks for the secret before the noun: "hunter2 is my password".
func (p *phrase) backward() (from, to int, kind Kind, ok bool) {
	if !p.isClauseEnd(p.end) {
		if _, of := p.match("of", p.skip(p.end, " ")); !of {
			if _, final := p.match("final", p.skip(p.end, " ")); !final {
				return 0, 0, "", false
			}
		}
	}
	i, mine, linked, as := p.start, false, false, false
	foreign := 0
	for range 7 {
		i = len(strings.TrimRight(p.low[:i], " *_\"'`-("))
		if dense, is := p.denseBefore(i, "my", "own"); is {
			mine, i = true, dense
			continue
		}
		if dense, is := p.denseBefore(i, "is", "topic"); is {
			linked, i = true, dense
			break
		}
		j := p.tokenStart(i)
		if j == i {
			return 0, 0, "", false
		}
		word := strings.Trim(p.low[j:i], "\"'`*_")
		switch {
		case p.w.is("is", word, p.n.langs) && !(word == "e" && p.isSource(j, i, "e")) || word == "=":
			linked = true
		case p.w.is("as", word, p.n.langs):
			linked, as = true, true
		case word == "that's" || word == "thats" || word == "c'est" || word == "cest":
			linked = true
		case p.w.is("my", word, p.n.langs) || p.w.is("own", word, ^uint32(0)):
			mine = mine || p.w.is("own", word, ^uint32(0))
		case word == "" || strings.ContainsAny(word, ".,:;!?") || p.w.is("of", word, p.n.langs) || p.w.is("next", word, p.n.langs):
			if p.hasRandomBefore(j, i) && (mine || p.own) {
				return p.reversed(i, true, false)
			}
			return 0, 0, "", false
		default:
			if p.hasRandomBefore(j, i) && (mine || p.own) {
				return p.reversed(i, true, false)
			}
			foreign++
		}
		i = j
		if linked {
			break
		}
	}
	if !linked {
		return 0, 0, "", false
	}
	// "..., das ist mein Passwort", "... в качестве пароля"
	for range 2 {
		i = len(strings.TrimRight(p.low[:i], " ,-="))
		j := p.tokenStart(i)
		switch p.low[j:i] {
		case "das", "dies", "that", "this", "it", "ce", "eso", "esto", "isso", "questo", "dit", "dat", "det", "to", "это", "в", "у", "is", "war", "ist":
			i = j
		}
	}
	if foreign > 0 && p.n.classes&(classPin|classCode|classBareCode) == 0 {
		return 0, 0, "", false
	}
	return p.reversed(i, mine || p.own, as)
}

// hasRandomBefore reports whether a token is something like "hunter2".
func (p *phrase) hasRandomBefore(from, to int) bool {
	t := strings.Trim(p.plain[from:to], "\"'`,:;.")
	return p.n.classes&(classPassword|classWeak) != 0 && isHardRandom(t)
}

// denseBefore cuts a word of one of the lists off before i, in scripts without spaces.
func (p *phrase) denseBefore(i int, lists ...string) (int, bool) {
	if r := p.before(i); !isDense(r) && !isHangul(r) {
		return i, false
	}
	for _, list := range lists {
		for _, d := range p.w.dense[list] {
			if strings.HasSuffix(p.low[:i], d) && p.w.is(list, d, p.n.langs) {
				return i - len(d), true
			}
		}
	}
	return i, false
}

// tokenStart returns where the token ends at i that begins after white space.
func (v *view) tokenStart(i int) int {
	return strings.LastIndexAny(v.low[:i], " \n\t") + 1
}

// reversed accepts the token that ends at i as the secret of the noun after it.
func (p *phrase) reversed(i int, mine, as bool) (from, to int, kind Kind, ok bool) {
	to = len(strings.TrimRight(p.low[:i], " ,\"'`*_=|"))
	if r := p.before(to); r == ':' || r == '\n' || r == 0 || r == '.' {
		return 0, 0, "", false
	}
	from = p.tokenStart(to)
	quoted := i > to && strings.ContainsAny(p.low[to:i], "\"'`")
	if quoted {
		if n := strings.LastIndexAny(p.low[:to], "\"'`\n"); n >= 0 && to-n < 80 {
			from = n + 1
		}
	}
	if last := lastRune(p.low[:to]); !quoted && (isDense(last) || isDense(p.before(p.start))) {
		from = p.denseStart(from, to)
	}
	from = p.skip(from, "\"'`*_(|")
	if from >= to {
		return 0, 0, "", false
	}
	value := p.plain[from:to]
	low := p.low[from:to]
	switch c := p.n.classes; {
	case c&(classPin|classCode|classBareCode|classCVV) != 0 && isDigits(value) && len(value) >= 4 && len(value) <= 8:
		return from, to, p.kind(), true
	case c&(classPin|classCode|classBareCode) != 0 && strings.HasPrefix(value, "G-"):
		return from, to, Code, true
	case c&(classKey) != 0 && len(value) >= 8 && isRandomKey(value):
		return from, to, Key, true
	case c&classID != 0 && countDigits(value) >= 6 && !isDateOrVersion(value):
		return from, to, Identity, true
	case c&(classPassword|classWeak) == 0 || isAddress(value) || len(value) < 3 || isStop(low) || isDateOrVersion(value):
		return 0, 0, "", false
	case quoted || isHardRandom(value) || looksRandom(value) && mine:
		return from, to, Password, true
	}
	// A plain word: only at the start of a sentence, or after "use".
	before := strings.TrimRight(p.low[:from], " \"'`*")
	verb := p.w.is("use", p.low[p.wordStart(len(before)):len(before)], ^uint32(0))
	starts := before == "" || strings.ContainsAny(before[len(before)-1:], ".!?\n:,;")
	if utf8.RuneCountInString(value) >= 4 && (mine && starts && !as || verb && as) {
		return from, to, Password, true
	}
	return 0, 0, "", false
}

// denseStart returns where a value begins that ends at to in a script without spaces: at a change
// between ASCII and the rest, or at a word that cannot be part of it.
func (p *phrase) denseStart(from, to int) int {
	ascii := p.low[to-1] < utf8.RuneSelf
	i := to
	for i > from {
		r, n := utf8.DecodeLastRuneInString(p.low[:i])
		if (r < utf8.RuneSelf) != ascii || !ascii && !isWordRune(r) {
			break
		}
		i -= n
	}
	return i
}
