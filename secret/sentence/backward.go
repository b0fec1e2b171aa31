package sentence

import (
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
	"keepsake/secret/values"
)

// backward looks for the secret before the noun: "hunter2 is my password".
func (p reader) backward() (from, to int, kind values.Kind, ok bool) {
	loose, ends := p.endsSentence()
	defer func() {
		if ok && (p.Words.Is("ordinary", p.Low[from:to], ^uint32(0)) || !ends || loose && !looks.HasDigit(p.Low[from:to]) || p.isInstrumental() && !p.isUsedBefore(from)) {
			from, to, kind, ok = 0, 0, "", false
		}
	}()
	i, mine, foreign := p.Start, false, 0
	as := p.isInstrumental()
	linked := as
	for n := 0; n < 7 && !linked; n++ {
		trimmed := strings.TrimRight(p.Low[:i], " *_\"'`-(")
		if gap := p.Low[len(trimmed):i]; strings.Contains(gap, " - ") || strings.Contains(gap, "(") {
			i, linked = len(trimmed), true
			break
		}
		i = len(trimmed)
		if dense, is := p.DenseBefore(i, "my", "own"); is {
			mine, i = true, dense
			continue
		}
		if dense, is := p.DenseBefore(i, "is", "topic"); is {
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
		case p.Words.Is("is", word, p.Entry.Langs) && !(word == "e" && p.IsSource(j, i, "e")) || word == "=":
			linked = true
		case p.Words.Is("as", word, p.Entry.Langs) && !p.IsBehindVerb(j):
			linked, as = true, true
		case word == "that's" || word == "thats" || word == "c'est" || word == "cest":
			linked = true
		case p.Words.Is("filler", word, p.Entry.Langs&p.Words.Langs["en"]) && word != "word" && !p.Words.Is("is", word, p.Entry.Langs):
			// "hedgehog is still my password"
		case p.Words.Is("my", word, p.Entry.Langs) || p.Words.Is("own", word, ^uint32(0)):
			mine = mine || p.Words.Is("own", word, ^uint32(0))
		case word == "" || strings.ContainsAny(word, ".,:;!?") || p.Words.Is("of", word, p.Entry.Langs) || p.Words.Is("next", word, p.Entry.Langs):
			if p.hasRandomBefore(j, i) && (mine || p.Own) {
				return p.reversed(i, true, false)
			}
			return 0, 0, "", false
		default:
			if dense, is := p.foreignBefore(i); is {
				i, foreign, linked = dense, foreign+1, true
				break
			}
			if p.hasRandomBefore(j, i) && (foreign == 0 && (mine || p.Own) || p.Entry.Langs&^(p.Words.Zero|p.Words.Final) == 0 && (p.IsClauseStart(j) || foreign == 0 && p.End > p.Start+len(p.Entry.Text))) {
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
	i = p.deicticBefore(i)
	if from, to, kind, ok = p.reversed(i, mine || p.Own, as); ok && foreign > 0 && !looks.HasDigit(p.Low[from:to]) && !(from == 0 && !p.IsQuestion() && p.IsAllNames(i, p.Start)) && !as && !(plain.IsASCII(p.Low[from:to]) && !plain.IsASCII(p.Entry.Text) && p.Plain[from:to] == p.Low[from:to]) {
		return 0, 0, "", false
	}
	return from, to, kind, ok
}

// deicticBefore returns where words that point back begin before i: "..., das ist mein Passwort", "... в качестве пароля".
func (p reader) deicticBefore(i int) int {
	for range 2 {
		i = len(strings.TrimRight(p.Low[:i], " ,-="))
		j := p.TokenStart(i)
		switch p.Low[j:i] {
		case "das", "dies", "that", "this", "it", "ce", "eso", "esto", "isso", "questo", "dit", "dat", "det", "to", "это", "в", "у", "is", "war", "ist":
			i = j
		}
	}
	return i
}

// isUsedBefore reports whether a word for using, setting or typing ends before i.
func (p reader) isUsedBefore(i int) bool {
	at := len(strings.TrimRight(p.Low[:i], " \"'`*"))
	return p.Words.Is("use", p.Low[p.WordStart(at):at], ^uint32(0))
}

// isInstrumental reports whether the noun is in the case that says as what something is used: "поставил ромашка паролем".
func (p reader) isInstrumental() bool {
	low := p.Low[p.Start:p.End]
	cyrillic, latin := p.Words.Langs["ru"]|p.Words.Langs["uk"], p.Words.Langs["pl"]|p.Words.Langs["cs"]
	return p.Entry.Langs&cyrillic != 0 && (strings.HasSuffix(low, "ем") || strings.HasSuffix(low, "ом")) || p.Entry.Langs&latin != 0 && strings.HasSuffix(low, "em")
}

// endsSentence reports whether the noun ends a sentence or a part of one, and whether it does so only
// with a word or two after it, as in "hunter2x is the password Netflix".
func (p reader) endsSentence() (loose, ok bool) {
	tail := p.End
	for n := 0; !p.IsClauseEnd(tail); n++ {
		next := p.Skip(tail, " ")
		_, of := p.Match("of", next)
		_, my := p.Match("my", next)
		_, final := p.Match("final", next)
		if of || my || final {
			break
		}
		if n == 2 || !p.IsQualifier(next) || next == tail && !plain.IsDense(p.Before(tail)) {
			return false, false
		}
		tail, loose = p.OwnerEnd(next), true
	}
	return loose, true
}

// foreignBefore finds the copula before a name in a script without spaces: "是淘宝的密码".
func (p reader) foreignBefore(i int) (int, bool) {
	for n := 0; n < 12; n++ {
		r := p.Before(i)
		if !plain.IsWordRune(r) && r != '-' || n == 0 && !plain.IsDense(r) && !plain.IsHangul(r) && !plain.IsDense(p.Before(p.Start)) {
			return i, false
		}
		if dense, is := p.DenseBefore(i, "is", "topic"); is && n > 0 {
			return dense, true
		}
		i -= utf8.RuneLen(r)
	}
	return i, false
}

// hasRandomBefore reports whether a token is something like "hunter2".
func (p reader) hasRandomBefore(from, to int) bool {
	t := strings.Trim(p.Plain[from:to], "\"'`,:;.")
	return p.Entry.Classes&(lexicon.Password|lexicon.Weak) != 0 && looks.IsHardRandom(t)
}

// reversed accepts the token that ends at i as the secret of the noun after it.
func (p reader) reversed(i int, mine, as bool) (from, to int, kind values.Kind, ok bool) {
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
	if last := plain.LastRune(p.Low[:to]); !quoted && (plain.IsDense(last) || plain.IsDense(p.Before(p.Start))) {
		from = p.denseStart(from, to)
	}
	from = p.Skip(from, "\"'`*_(|")
	if from >= to {
		return 0, 0, "", false
	}
	if looks.IsAllDigits(p.Low[from:to]) && from > 3 && p.Low[from-1] == ' ' && p.IsDigitAt(from-2) { // "872 507"
		if j := p.TokenStart(from - 1); looks.IsAllDigits(p.Low[j : from-1]) {
			from = j
		}
	}
	value := p.Plain[from:to]
	low := p.Low[from:to]
	switch c := p.Entry.Classes; {
	case c&lexicon.CVV != 0 && looks.IsAllDigits(value) && (len(value) == 3 || len(value) == 4):
		return from, to, values.Code, true
	case c&(lexicon.Pin|lexicon.Code|lexicon.BareCode|lexicon.CVV) != 0 && looks.IsDigits(value) && looks.CountDigits(value) >= 4 && looks.CountDigits(value) <= 8:
		return from, to, p.Kind(), true
	case c&(lexicon.Pin|lexicon.Code|lexicon.BareCode) != 0 && strings.HasPrefix(value, "G-"):
		return from, to, values.Code, true
	case c&lexicon.Key != 0 && len(value) >= 8 && looks.IsRandomKey(value), as && c&lexicon.NetKey != 0 && len(value) >= 20 && looks.IsRandomKey(value):
		return from, to, values.Key, true
	case c&lexicon.ID != 0 && looks.CountDigits(value) >= 6 && !looks.IsDateOrVersion(value):
		return from, to, values.Identity, true
	case c&(lexicon.Password|lexicon.Weak) == 0 || looks.IsAddress(value) || len(value) < 3 || p.Words.IsStop(low) || looks.IsDateOrVersion(value):
		return 0, 0, "", false
	case quoted || looks.IsHardRandom(value) || looks.IsRandom(value) && mine, plain.IsDense(plain.FirstRune(low)) && looks.HasDigit(low) && p.IsClauseStart(from):
		return from, to, values.Password, true
	}
	// A plain word: only at the start of a sentence, or after "use".
	before := strings.TrimRight(p.Low[:from], " \"'`*")
	verb := p.Words.Is("use", p.Low[p.WordStart(len(before)):len(before)], ^uint32(0))
	starts := before == "" || strings.ContainsAny(before[len(before)-1:], ".!?\n:,;")
	starts = starts || mine && p.Words.Is("conj", before[strings.LastIndexAny(before, " \n")+1:], ^uint32(0))
	if utf8.RuneCountInString(value) >= 4 && (mine && starts && !as || as && (verb || p.isPut(before)) || starts && !as && !p.IsQuestion() && p.IsDefiniteBefore() && p.Entry.Classes&lexicon.Password != 0 && before == "") {
		return from, to, values.Password, true
	}
	return 0, 0, "", false
}

// denseStart returns where a value begins that ends at to in a script without spaces: at a change
// between ASCII and the rest, or at a word that cannot be part of it.
func (p reader) denseStart(from, to int) int {
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
func (p reader) isPut(before string) bool {
	word := before[p.WordStart(len(before)):]
	if word == "" || p.IsQuestion() || p.Words.Is("article", word, ^uint32(0)) || p.Words.Is("my", word, p.Entry.Langs) || p.Words.Is("of", word, p.Entry.Langs) {
		return false
	}
	lo, hi := p.Sentence()
	return !p.Words.HasWord("negation", p.Low[lo:hi])
}
