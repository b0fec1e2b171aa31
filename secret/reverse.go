package secret

import (
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// backward looks for the secret before the noun: "hunter2 is my password".
func (p *phrase) backward() (from, to int, kind Kind, ok bool) {
	loose, ends := p.endsSentence()
	defer func() {
		if ok && (!ends || loose && !looks.HasDigit(p.Low[from:to])) {
			from, to, kind, ok = 0, 0, "", false
		}
	}()
	i, mine, linked, as, foreign := p.start, false, false, false, 0
	for range 7 {
		trimmed := strings.TrimRight(p.Low[:i], " *_\"'`-(")
		if gap := p.Low[len(trimmed):i]; strings.Contains(gap, " - ") || strings.Contains(gap, "(") {
			i, linked = len(trimmed), true
			break
		}
		i = len(trimmed)
		if dense, is := p.denseBefore(i, "my", "own"); is {
			mine, i = true, dense
			continue
		}
		if dense, is := p.denseBefore(i, "is", "topic"); is {
			linked, i = true, dense
			break
		}
		j := p.TokenStart(i)
		if j == i {
			return 0, 0, "", false
		}
		j = p.Skip(j, "(")
		word := strings.Trim(p.Low[j:i], "\"'`*_")
		switch {
		case p.w.Is("is", word, p.n.Langs) && !(word == "e" && p.IsSource(j, i, "e")) || word == "=":
			linked = true
		case p.w.Is("as", word, p.n.Langs):
			linked, as = true, true
		case word == "that's" || word == "thats" || word == "c'est" || word == "cest":
			linked = true
		case p.w.Is("filler", word, p.n.Langs&p.w.Langs["en"]) && word != "word" && !p.w.Is("is", word, p.n.Langs):
			// "hedgehog is still my password"
		case p.w.Is("my", word, p.n.Langs) || p.w.Is("own", word, ^uint32(0)):
			mine = mine || p.w.Is("own", word, ^uint32(0))
		case word == "" || strings.ContainsAny(word, ".,:;!?") || p.w.Is("of", word, p.n.Langs) || p.w.Is("next", word, p.n.Langs):
			if p.hasRandomBefore(j, i) && (mine || p.own) {
				return p.reversed(i, true, false)
			}
			return 0, 0, "", false
		default:
			if dense, is := p.foreignBefore(i); is {
				i, foreign, linked = dense, foreign+1, true
				break
			}
			if p.hasRandomBefore(j, i) && (foreign == 0 && (mine || p.own) || p.n.Langs&^(p.w.Zero|p.w.Final) == 0 && (p.isClauseStart(j) || foreign == 0 && p.end > p.start+len(p.n.Text))) {
				return p.reversed(i, true, false)
			}
			foreign++
		}
		if linked && i < len(trimmed) && i > j {
			break // the copula stood within the token
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
		i = len(strings.TrimRight(p.Low[:i], " ,-="))
		j := p.TokenStart(i)
		switch p.Low[j:i] {
		case "das", "dies", "that", "this", "it", "ce", "eso", "esto", "isso", "questo", "dit", "dat", "det", "to", "это", "в", "у", "is", "war", "ist":
			i = j
		}
	}
	if from, to, kind, ok = p.reversed(i, mine || p.own, as); ok && foreign > 0 && !looks.HasDigit(p.Low[from:to]) && !(from == 0 && !p.isQuestion() && p.isAllNames(i, p.start)) && !as && !(plain.IsASCII(p.Low[from:to]) && !plain.IsASCII(p.n.Text) && p.Plain[from:to] == p.Low[from:to]) {
		return 0, 0, "", false
	}
	return from, to, kind, ok
}

// endsSentence reports whether the noun ends a sentence or a part of one, and whether it does so only
// with a word or two after it, as in "hunter2x is the password Netflix".
func (p *phrase) endsSentence() (loose, ok bool) {
	tail := p.end
	for n := 0; !p.isClauseEnd(tail); n++ {
		next := p.Skip(tail, " ")
		_, of := p.match("of", next)
		_, my := p.match("my", next)
		_, final := p.match("final", next)
		if of || my || final {
			break
		}
		if n == 2 || !p.isQualifier(next) || next == tail && !plain.IsDense(p.Before(tail)) {
			return false, false
		}
		tail, loose = p.ownerEnd(next), true
	}
	return loose, true
}

// isClauseStart reports whether a sentence, or a part of one, begins at i.
func (p *phrase) isClauseStart(i int) bool {
	before := strings.TrimRight(p.Low[:i], " \"'`*")
	return before == "" || strings.ContainsAny(before[len(before)-1:], ".!?\n:,;")
}

// foreignBefore finds the copula before a name in a script without spaces: "是淘宝的密码".
func (p *phrase) foreignBefore(i int) (int, bool) {
	for n := 0; n < 12; n++ {
		r := p.Before(i)
		if !plain.IsWordRune(r) && r != '-' || n == 0 && !plain.IsDense(r) && !plain.IsHangul(r) && !plain.IsDense(p.Before(p.start)) {
			return i, false
		}
		if dense, is := p.denseBefore(i, "is", "topic"); is && n > 0 {
			return dense, true
		}
		i -= utf8.RuneLen(r)
	}
	return i, false
}

// hasRandomBefore reports whether a token is something like "hunter2".
func (p *phrase) hasRandomBefore(from, to int) bool {
	t := strings.Trim(p.Plain[from:to], "\"'`,:;.")
	return p.n.Classes&(lexicon.Password|lexicon.Weak) != 0 && looks.IsHardRandom(t)
}

// denseBefore cuts a word of one of the lists off before i, in scripts without spaces.
func (p *phrase) denseBefore(i int, lists ...string) (int, bool) {
	if r := p.Before(i); !plain.IsDense(r) && !plain.IsHangul(r) {
		return i, false
	}
	for _, list := range lists {
		for _, d := range p.w.Dense[list] {
			if strings.HasSuffix(p.Low[:i], d) && p.w.Is(list, d, p.n.Langs) {
				return i - len(d), true
			}
		}
	}
	return i, false
}

// reversed accepts the token that ends at i as the secret of the noun after it.
func (p *phrase) reversed(i int, mine, as bool) (from, to int, kind Kind, ok bool) {
	to = len(strings.TrimRight(p.Low[:i], " ,\"'`*_=|"))
	if r := p.Before(to); r == ':' || r == '\n' || r == 0 || r == '.' {
		return 0, 0, "", false
	}
	from = p.TokenStart(to)
	quoted := i > to && strings.ContainsAny(p.Low[to:i], "\"'`")
	if quoted {
		if n := strings.LastIndexAny(p.Low[:to], "\"'`\n"); n >= 0 && to-n < 80 {
			from = n + 1
		}
	}
	if last := plain.LastRune(p.Low[:to]); !quoted && (plain.IsDense(last) || plain.IsDense(p.Before(p.start))) {
		from = p.denseStart(from, to)
	}
	from = p.Skip(from, "\"'`*_(|")
	if from >= to {
		return 0, 0, "", false
	}
	if looks.IsAllDigits(p.Low[from:to]) && from > 3 && p.Low[from-1] == ' ' && p.isDigitAt(from-2) { // "872 507"
		if j := p.TokenStart(from - 1); looks.IsAllDigits(p.Low[j : from-1]) {
			from = j
		}
	}
	value := p.Plain[from:to]
	low := p.Low[from:to]
	switch c := p.n.Classes; {
	case c&lexicon.CVV != 0 && looks.IsAllDigits(value) && (len(value) == 3 || len(value) == 4):
		return from, to, Code, true
	case c&(lexicon.Pin|lexicon.Code|lexicon.BareCode|lexicon.CVV) != 0 && looks.IsDigits(value) && looks.CountDigits(value) >= 4 && looks.CountDigits(value) <= 8:
		return from, to, p.kind(), true
	case c&(lexicon.Pin|lexicon.Code|lexicon.BareCode) != 0 && strings.HasPrefix(value, "G-"):
		return from, to, Code, true
	case c&(lexicon.Key) != 0 && len(value) >= 8 && looks.IsRandomKey(value):
		return from, to, Key, true
	case c&lexicon.ID != 0 && looks.CountDigits(value) >= 6 && !looks.IsDateOrVersion(value):
		return from, to, Identity, true
	case c&(lexicon.Password|lexicon.Weak) == 0 || looks.IsAddress(value) || len(value) < 3 || p.w.IsStop(low) || looks.IsDateOrVersion(value):
		return 0, 0, "", false
	case quoted || looks.IsHardRandom(value) || looks.IsRandom(value) && mine, plain.IsDense(plain.FirstRune(low)) && looks.HasDigit(low) && p.isClauseStart(from):
		return from, to, Password, true
	}
	// A plain word: only at the start of a sentence, or after "use".
	before := strings.TrimRight(p.Low[:from], " \"'`*")
	verb := p.w.Is("use", p.Low[p.WordStart(len(before)):len(before)], ^uint32(0))
	starts := before == "" || strings.ContainsAny(before[len(before)-1:], ".!?\n:,;")
	starts = starts || mine && p.w.Is("conj", before[strings.LastIndexAny(before, " \n")+1:], ^uint32(0))
	if utf8.RuneCountInString(value) >= 4 && (mine && starts && !as || as && (verb || p.isPut(before)) || starts && !as && !p.isQuestion() && p.isDefiniteBefore() && p.n.Classes&lexicon.Password != 0 && before == "") {
		return from, to, Password, true
	}
	return 0, 0, "", false
}

// denseStart returns where a value begins that ends at to in a script without spaces: at a change
// between ASCII and the rest, or at a word that cannot be part of it.
func (p *phrase) denseStart(from, to int) int {
	ascii := p.Low[to-1] < utf8.RuneSelf
	i := to
	for i > from {
		r, n := utf8.DecodeLastRuneInString(p.Low[:i])
		if (r < utf8.RuneSelf) != ascii || !ascii && !plain.IsWordRune(r) {
			break
		}
		i -= n
	}
	if looks.IsAllDigits(p.Low[i:to]) && to-i < 4 && i > from { // "蜗牛49是密码": the number is no password by itself
		for i > from && (plain.IsDense(p.Before(i)) || plain.IsHangul(p.Before(i))) {
			i -= utf8.RuneLen(p.Before(i))
		}
	}
	return i
}

// isPut reports whether what stands before a word says that somebody made it the password: "Tom took … as the
// password". An article makes of the word a kind of word, a negation a warning.
func (p *phrase) isPut(before string) bool {
	word := before[p.WordStart(len(before)):]
	if word == "" || p.isQuestion() || p.w.Is("article", word, ^uint32(0)) || p.w.Is("my", word, p.n.Langs) || p.w.Is("of", word, p.n.Langs) {
		return false
	}
	lo, hi := p.sentence()
	return !p.w.HasWord("negation", p.Low[lo:hi])
}
