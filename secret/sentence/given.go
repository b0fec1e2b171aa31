package sentence

import (
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// handedOver returns the plain word after a comma that ends a text in which somebody gave, told or sent the password: "he
// gave me the password, hedgehog".
func (p reader) handedOver() (from, to int, ok bool) {
	lo, hi := p.Sentence()
	i := p.End
	if end, is := p.Match("final", i); is { // "教えてくれた、…"
		i = end
	}
	comma := strings.IndexAny(p.Low[i:hi], ",:")
	if p.Entry.Classes&lexicon.Password == 0 || comma < 0 || comma > 30 || p.IsQuestion() || p.IsDenied() || p.Words.HasStem("lost", p.Low[lo:hi]) || !p.Words.HasStem("given", p.Low[lo:i+comma]) {
		return 0, 0, false
	}
	from = p.Skip(i+comma+1, " \"'`")
	to = p.ValueEnd(from)
	return from, to, (p.IsTextEnd(to) || strings.HasPrefix(p.Low[to:], ", ") && !p.Words.IsParticiple(p.Low[from:to], p.Entry.Langs)) && (utf8.RuneCountInString(p.Low[from:to]) > 3 && p.IsPlainInAnyCase(from, to) || p.IsDenseWord(from, to))
}

// denseFirst returns the plain word that begins a text and of which the rest says that it is the password, in a script
// without spaces: "肉桂卷是路由器的密码", "シナモンがルーターのパスワード". The noun ends the text.
func (p reader) denseFirst() (from, to int, ok bool) {
	end := p.End
	if e, is := p.Match("final", end); is {
		end = e
	}
	lo, _ := p.Sentence()
	if p.Entry.Classes&lexicon.Password == 0 || !p.IsTextEnd(end) || lo > 0 || p.Start > 60 || p.IsQuestion() || p.Words.HasStem("lost", p.Low) {
		return 0, 0, false
	}
	for _, link := range p.Words.Dense["links"] {
		if !p.Words.Is("links", link, p.Entry.Langs) {
			continue
		}
		if at := strings.Index(p.Low[:p.Start], link); at > 0 && p.IsDenseWord(0, at) {
			return 0, at, true
		}
	}
	return 0, 0, false
}

// denseAs returns the plain word that a sentence makes the password, in a script without spaces: "用肉桂卷当密码",
// "シナモンをパスワードにして", "계피를 비밀번호로 써".
func (p reader) denseAs() (from, to int, ok bool) {
	if p.Entry.Classes&lexicon.Password == 0 {
		return 0, 0, false
	}
	to = len(strings.TrimRight(p.Low[:p.Start], " \"'"))
	marked := false
	for _, d := range p.Words.Dense["made"] {
		if p.Words.Is("made", d, p.Entry.Langs) && strings.HasSuffix(p.Low[:to], d) {
			to, marked = len(strings.TrimRight(p.Low[:to-len(d)], " \"'")), true
			break
		}
	}
	if !marked || p.IsQuestion() || p.Words.HasStem("lost", p.Low) {
		return 0, 0, false
	}
	// Chinese and Thai put the verb before the word, Japanese and Korean after the noun.
	after := strings.TrimLeft(p.Low[p.End:], " \"'")
	verb := false
	for _, d := range p.Words.Dense["madeinto"] {
		verb = verb || p.Words.Is("madeinto", d, p.Entry.Langs) && strings.HasPrefix(after, d)
	}
	from = to
	for from > 0 {
		r, n := utf8.DecodeLastRuneInString(p.Low[:from])
		if !plain.IsDense(r) && !plain.IsHangul(r) {
			break
		}
		from -= n
	}
	for _, d := range p.Words.Dense["use"] {
		if at := strings.LastIndex(p.Low[from:to], d); at >= 0 && p.Words.Is("use", d, p.Entry.Langs) && p.IsDenseWord(from+at+len(d), to) {
			return from + at + len(d), to, true
		}
	}
	before := len(strings.TrimRight(p.Low[:from], " "))
	if _, is := p.DenseBefore(before, "use"); is && before < from {
		verb = true // "ใช้ ผีเสื้อ เป็นรหัสผ่าน"
	}
	for _, topic := range p.Words.Dense["topic"] {
		if at := strings.LastIndex(p.Low[from:to], topic); at > 0 && p.Words.Is("topic", topic, p.Entry.Langs) {
			from += at + len(topic) // "おばあちゃんは…"
			break
		}
	}
	return from, to, verb && p.IsDenseWord(from, to)
}

// givenInQuotes returns what stands in quotation marks after a word for typing or using: "when it asks for the password I
// type ("purple hedgehog")". What begins with a capital is a button.
func (p reader) givenInQuotes() (from, to int, ok bool) {
	lo, hi := p.Sentence()
	quote := strings.IndexAny(p.Low[p.End:hi], "\"`")
	if quote < 0 || p.Entry.Classes&lexicon.Password == 0 || p.Words.HasStem("lost", p.Low[lo:hi]) {
		return 0, 0, false
	}
	quote += p.End
	from = quote + 1
	n := strings.IndexByte(p.Low[from:min(len(p.Low), from+80)], p.Low[quote])
	if n < 3 || plain.IsUpperAt(p.Plain, from) {
		return 0, 0, false
	}
	words := strings.Fields(strings.TrimRight(p.Low[lo:quote], " (:,"))
	for _, word := range words[max(0, len(words)-3):] {
		if p.Words.Is("use", word, p.Entry.Langs) {
			return from, from + n, !looks.IsPlaceholder(p.Plain[from : from+n])
		}
	}
	return 0, 0, false
}

// inParentheses returns the word after the noun where the two are all that stands in parentheses: "the guest wifi (password
// otter) is slow".
func (p reader) inParentheses() (from, to int, ok bool) {
	before := strings.TrimRight(p.Low[:p.Start], " ")
	if p.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 || before != "(" && !strings.HasSuffix(before, " (") {
		return 0, 0, false // "check(password string)" is code
	}
	from = p.Skip(p.End, " :=")
	if end, is := p.Match("is", from); is {
		from = p.Skip(end, " ")
	}
	to = p.ValueEnd(from)
	low := p.Low[from:to]
	return from, to, strings.HasPrefix(p.Low[to:], ")") && p.IsPlainWord(from, to) && !p.Words.HasStem("lost", low) && !p.Words.IsParticiple(low, p.Entry.Langs) && !p.Words.Is("head", low, ^uint32(0))
}

// stillWorks returns the plain word after a noun for an old secret that works or works no more: "das alte Passwort otter geht
// noch".
func (p reader) stillWorks() (from, to int, ok bool) {
	lo, _ := p.Sentence()
	if p.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 || p.IsQuestion() || p.IsDenied() || !p.Words.HasStem("older", p.Low[max(lo, p.Start-16):min(len(p.Low), p.End+16)]) {
		return 0, 0, false
	}
	from = p.Skip(p.End, " \"'`")
	if end := p.WordEnd(from); p.Words.Is("older", p.Low[from:end], ^uint32(0)) {
		from = p.Skip(end, " \"'`")
	}
	if end, is := p.MatchDense("older", from); is {
		from = p.Skip(end, " ")
	}
	to = p.ScriptEnd(from, p.WordEnd(from))
	for p.RuneAt(to) == '-' && p.WordEnd(to+1) > to+1 {
		to = p.WordEnd(to + 1)
	}
	next := p.Skip(to, " \"'`,")
	_, works := p.MatchWords("works", next)
	if !works {
		_, works = p.StemAt("gone", next)
	}
	return from, to, works && !p.Words.HasStem("service", p.Low[from:to]) && (p.IsPlainWord(from, to) || p.IsDenseWord(from, to))
}

// usual returns the plain word after the last comma of a text that calls the secret the usual one: "same password as always,
// otter". Where nothing else follows the noun it may stand there: "wie immer passwort otter".
func (p reader) usual() (from, to int, ok bool) {
	lo, hi := p.Sentence()
	if p.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 || p.IsQuestion() || p.IsDenied() || p.Words.HasStem("lost", p.Low[lo:hi]) || !p.Words.HasStem("habit", p.Low[lo:hi]) {
		return 0, 0, false
	}
	next := p.Skip(p.End, " ")
	if p.Words.Is("head", p.Low[next:p.WordEnd(next)], ^uint32(0)) {
		return 0, 0, false // "the usual password problem, …"
	}
	from = p.End
	if comma := strings.LastIndexByte(p.Low[p.End:hi], ','); comma >= 0 {
		from += comma + 1
	}
	from = p.Skip(from, " \"'`")
	to = p.ValueEnd(from)
	return from, to, to > from && p.IsTextEnd(to) && !p.Words.IsParticiple(p.Low[from:to], p.Entry.Langs) && (p.IsPlainWord(from, to) || p.IsDenseWord(from, to))
}

// namedAfter returns the name at the end of a text that says after whom a password is called: "the password is the dog's
// name, Bello".
func (p reader) namedAfter() (from, to int, ok bool) {
	lo, hi := p.Sentence()
	sign := strings.LastIndexAny(p.Low[p.End:hi], ",:(") + p.End
	if sign < p.End || p.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 || !p.IsTextEnd(hi) || p.IsQuestion() || p.IsDenied() || p.Words.HasStem("lost", p.Low[lo:hi]) {
		return 0, 0, false
	}
	if !p.Words.HasStem("nameof", p.Low[p.End:sign]) {
		return 0, 0, false
	}
	from = p.Skip(sign+1, " \"'`")
	to = p.ValueEnd(from)
	return from, to, to > from && p.IsTextEnd(p.Skip(to, ")")) && !p.Words.IsStop(p.Low[from:to]) && (plain.IsUpperAt(p.Plain, from) || p.IsPlainWord(from, to) || p.IsDenseWord(from, to))
}

// givenSentence returns a passphrase: the sentence says that it is one, and gives it after a sign, "the master password is a phrase (…)".
func (p reader) givenSentence() (from, to int, ok bool) {
	lo, hi := p.Sentence()
	if p.Words.HasStem("lost", p.Low[lo:hi]) || p.IsQuestion() {
		return 0, 0, false
	}
	for i := max(lo, p.Start); i < hi; i++ {
		if strings.IndexByte("(,:-", p.Low[i]) < 0 {
			continue
		}
		next := p.Skip(i+1, " \"'`-")
		if end, is := p.MatchWords("namely", next); is {
			next = p.Skip(end, " ,:")
		}
		if from, to, ok = p.Passphrase(next); ok {
			return from, to, true
		}
		if end := strings.IndexByte(p.Low[i:hi], ')'); end > 0 && p.Low[i] == '(' && mention.IsDenseText(p.Low[i+1:i+end]) {
			return i + 1, i + end, true
		}
	}
	return 0, 0, false
}
