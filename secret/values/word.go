package values

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// plainWord accepts a word of no special look, where the sentence says that it is the password.
func (p Reader) plainWord(from, to int, by Link) (int, int, Kind, bool) {
	if by == Answer && p.IsStatus(from, to) {
		return 0, 0, "", false
	}
	low := p.Low[from:to]
	weak := p.Entry.Classes&lexicon.Password == 0 && !p.Own && !p.IsNetwork() && !(by != Adjacent && p.Words.HasStem("service", p.Low[p.End:from])) && !p.IsBesideUser(to) && !p.isOfDevice(from, to)
	first, _ := utf8.DecodeRuneInString(low)
	dense := plain.IsDense(first) || plain.IsHangul(first)
	if dense {
		return p.densePlain(from, to, by)
	}
	if p.Changed && by == Copula && p.IsDevice(from, to) {
		return 0, 0, "", false // "поменяй пароль на роутере"
	}
	if by != Colon && p.IsShame(from, to) && !p.IsPhraseNoun() {
		return 0, 0, "", false
	}
	final := p.FinalAfter(to)
	if by == Adjacent && p.Words.HasStem("service", low) && !p.isLabelled(from, to, by) {
		return 0, 0, "", false // "pass Steam là …", "סיסמה לאמזון"
	}
	isOwner := by == Adjacent && strings.HasPrefix(p.Low[to:], ": ") // "הסיסמה לנטפליקס: …"
	switch {
	case weak || isOwner || by != Colon && (strings.HasPrefix(p.Low[to:], "?") || p.Words.Is("filler", low, p.Entry.Langs)) || strings.Contains(low, "://") || p.Words.IsStop(low) && !(p.IsPhraseNoun() && low == "correct"):
		return 0, 0, "", false
	case p.IsForeign(from, to, by), p.isLabelled(from, to, by), p.isHandedOn(from, to):
		return from, to, Password, true
	case by == Colon || by == Copula && (p.Own || p.Named && (!p.Words.Is("ordinary", low, ^uint32(0)) || p.isCommon(from, to))) && !p.Words.IsParticiple(low, p.Entry.Langs) || by == Answer && p.endsAnswer(to) && !strings.HasPrefix(p.Low[to:], "?"), by == Adjacent && p.Skipped == 0 && !p.Far && !(plain.IsUpperAt(p.Plain, from) && (strings.HasPrefix(p.Low[to:], ":") || p.IsQuestion())) && !p.Words.Is("head", low, ^uint32(0)) && (first < utf8.RuneSelf || !p.Words.HasVerbEnding(low, p.Entry.Langs)) && !p.Words.IsParticiple(low, p.Entry.Langs&p.Words.Langs["de"]) && p.IsTold(to):
		if p.IsClauseEnd(to) || final {
			return from, to, Password, true
		}
		if end := p.numberAfter(to); end > to {
			return from, end, Password, true
		}
		if p.IsPhraseNoun() || p.IsSentence() {
			if f, t, ok := p.Passphrase(from); ok {
				return f, t, Password, true
			}
			return p.words(from, 3, Password)
		}
		if f, t, ok := p.Passphrase(from); ok && by == Colon && p.IsTextEnd(t) && t-f > 14 {
			return f, t, Password, true
		}
		if f, t, ok := p.shortPhrase(from, by); ok {
			return f, t, Password, true
		}
		return p.words(from, 4, Password)
	case by == Adjacent && p.IsNote(from, to), by == Copula && p.isOwnerBetween(to) && (p.IsPlainWord(from, to) || p.IsConfided(to) && plain.IsUpperAt(p.Plain, from) && p.IsPlainInAnyCase(from, to)):
		return from, to, Password, true
	case by != Adjacent && by != Topic:
		return 0, 0, "", false
	case final:
		return from, to, Password, !p.Words.IsParticiple(low, p.Entry.Langs) && !p.Words.Is("ordinary", low, ^uint32(0)) || p.Own
	case (p.Own || p.Skipped == 1 && p.Named && p.IsTextEnd(to)) && p.Entry.Langs&^p.Words.Zero == 0 && !p.Words.HasStem("lost", low) && !p.Words.Is("ordinary", low, ^uint32(0)) && !p.IsDenied() && p.IsClauseEnd(to) && !p.Words.IsParticiple(low, p.Entry.Langs) && !p.Words.HasVerbEnding(low, p.Entry.Langs) && utf8.RuneCountInString(low) >= 4:
		return from, to, Password, true
	}
	return 0, 0, "", false
}

// endsAnswer reports whether an answer ends at i. Behind a question that asks for more than what the secret is, "did somebody change
// the password? I can't log in", only a sign or the end of the text ends it.
func (p Reader) endsAnswer(i int) bool {
	lo, _ := p.Sentence()
	question := p.Low[lo:max(lo, p.Start)]
	next := p.Skip(i, " \"'`")
	r, _ := p.Next(next)
	isBare := strings.TrimSpace(question) == "" || p.Words.HasStem("what", question)
	return p.IsClauseEnd(i) && (isBare || next == i || next >= len(p.Low) || !plain.IsWordRune(r) || p.FinalAfter(i) || p.IsConfided(i) || plain.IsDense(r) || plain.IsHangul(r))
}

// IsDevice reports whether a word between two places names a thing or a service that has a password, in a Slavic language,
// where "on" and "to" are one word: "поменяй пароль на роутере".
func (p Reader) IsDevice(from, to int) bool {
	slavic := p.Words.Langs["ru"] | p.Words.Langs["uk"] | p.Words.Langs["pl"] | p.Words.Langs["cs"]
	return p.Entry.Langs&slavic != 0 && (p.Words.HasStem("service", p.Low[from:to]) || p.Words.HasStem("lock", p.Low[from:to]))
}

// isHandedOn reports whether a plain word stands behind the noun and no preposition, and what follows says that somebody is
// told it: "password otter, don't share it".
func (p Reader) isHandedOn(from, to int) bool {
	_, isTalk := p.StemAt("confide", from) // "şifreni kimseyle paylaşma"
	return !isTalk && p.isNoTalk(from, to) && p.IsConfided(to) && !p.IsPlaced(from)
}

// isNoTalk reports whether a plain word in small letters between two places is no service and no part of another word with the
// noun, where nothing says that the secret is lost or asked for.
func (p Reader) isNoTalk(from, to int) bool {
	low := p.Low[from:to]
	word := strings.IndexByte(low, '-')
	if word < 0 {
		word = len(low)
	}
	isForeign := plain.LastRune(p.Entry.Text) > unicode.MaxASCII && plain.IsASCII(low) // a name in Latin letters
	isForeign = isForeign || p.isName(from)
	return (p.IsPlainWord(from, from+word) || isForeign && p.IsPlainInAnyCase(from, from+word) && p.IsConfided(to)) && !p.Words.HasStem("service", low) && !p.Words.HasStem("program", low) && !p.Words.Is("head", low, ^uint32(0)) && !p.Words.HasStem("verb", low) && !p.IsDenied() && !p.IsQuestion() && !p.Words.HasVerbEnding(low, p.Entry.Langs)
}

// isName reports whether a capital at i, in a language that writes nouns without one, can begin the name of a pet or a person: "пароль просто Барсик,
// пусть …". Nothing before it says that a password is lost, "lost the password of Netflix, …".
func (p Reader) isName(i int) bool {
	return p.Entry.Langs&p.Words.Langs["de"] == 0 && plain.IsUpperAt(p.Plain, i) && !p.IsClauseStart(i) && !p.Words.HasStem("lost", p.Low[:p.Start])
}

// IsForeign reports whether a word in Latin letters stands behind a noun in another script, ends its clause, and is no service:
// "密码pumpernickel,记一下", "пароль kropyva". Of a word that hyphens join, and behind a copula, the clause may go on.
func (p Reader) IsForeign(from, to int, by Link) bool {
	last := plain.LastRune(p.Entry.Text)
	if last < utf8.RuneSelf || !plain.IsASCII(p.Low[from:to]) || !p.isNoTalk(from, to) {
		return false
	}
	isLinked := by == Topic || by == Copula || by == Colon || strings.Contains(p.Low[from:to], "-")
	if p.Skipped > 0 || p.Far {
		return p.Skipped < 4 && !p.IsPlaced(from) && p.IsClauseEnd(to) && !p.Words.HasStem("lost", p.Low[from:])
	}
	return isLinked || p.isOfDevice(from, to) || (plain.IsDense(last) || plain.IsHangul(last)) && from == p.End && p.IsClauseEnd(to) || p.IsTextEnd(to) && !p.IsVerb(p.Low[:p.Start])
}

// isOfDevice reports whether the script of the noun goes on behind a word in Latin letters right behind it, in a sentence about a device or one that types
// what the noun names: "تبلت … رمزش golnaz فقط …", "ใส่รหัส dokmai ถึงจะ…".
func (p Reader) isOfDevice(from, to int) bool {
	lo, hi := p.Sentence()
	next := p.RuneAt(p.Skip(to, " "))
	low := p.Low[from:to]
	before := strings.TrimRight(p.Low[lo:p.Start], " ")
	isTyped := slices.ContainsFunc(p.Words.Ending("types", plain.LastRune(before)), func(verb string) bool { return strings.HasSuffix(before, verb) })
	isAbout := isTyped || p.Words.HasThing("device", before) || p.Words.HasThing("tablet", before)
	isForeign := plain.LastRune(p.Entry.Text) > unicode.MaxASCII && plain.IsASCII(low) && p.Skip(p.End, " ") == from
	return isForeign && isAbout && next > unicode.MaxASCII && p.Plain[from:to] == low && len(low) > 3 && !p.Words.HasStem("program", low) && !p.Words.HasStem("lost", p.Low[lo:hi]) && !p.IsVerb(p.Low[lo:hi])
}

// isLabelled reports whether a word is all of a line but for the noun before it, below a line that names a network or a user:
// "wifi: Casa" and below it "password marmalade".
func (p Reader) isLabelled(from, to int, by Link) bool {
	start := strings.LastIndexByte(p.Low[:p.Start], '\n')
	if by != Adjacent || p.Skipped > 0 || start < 0 || p.Skip(start, "\n -*") != p.Start || !strings.HasPrefix(strings.TrimLeft(p.Low[to:]+"\n", " ."), "\n") {
		return false
	}
	above := p.Low[strings.LastIndexByte(p.Low[:start], '\n')+1 : start]
	if !p.isNoTalk(from, to) && !(p.Words.HasWord("user", above) && p.isNamedAsService(from, to)) {
		return false
	}
	return p.Words.HasStem("network", above) || p.Words.HasWord("user", above) || p.Words.HasWord("called", above)
}

// isNamedAsService reports whether a plain word that begins as a service does stands between two places, and is no verb and nothing
// that happens to a password: "облако" below a line with the user.
func (p Reader) isNamedAsService(from, to int) bool {
	low := p.Low[from:to]
	return p.Words.HasStem("service", low) && p.IsPlainWord(from, to) && !p.IsVerb(low) && !p.Words.HasStem("lost", low) && !p.Words.HasVerbEnding(low, p.Entry.Langs) && !p.Words.IsParticiple(low, p.Entry.Langs) && !p.IsDenied() && !p.IsQuestion()
}

// isOwnerBetween reports whether the one word between noun and copula says whose the secret is: languages that are not
// Germanic put it there, and the others a word that makes of the noun another thing ("password policy").
func (p Reader) isOwnerBetween(to int) bool {
	germanic := p.Words.Langs["en"] | p.Words.Langs["de"] | p.Words.Langs["nl"] | p.Words.Langs["sv"]
	// Scripts without capitals cannot show that the words between are names.
	uncased := p.Words.Langs["he"] | p.Words.Langs["ar"] | p.Words.Langs["fa"] | p.Words.Langs["hi"]
	few := p.Skipped == 1 || p.Skipped <= 3 && p.Entry.Langs&^uncased == 0 || p.Skipped <= 6 && p.Entry.Langs == p.Words.Langs["vi"]
	return few && p.Entry.Langs&germanic == 0 && (p.IsTextEnd(to) || p.IsConfided(to)) && !p.IsDenied() && !p.IsQuestion()
}

// words accepts several plain words up to the end of the sentence: a passphrase.
func (p Reader) words(from, atLeast int, kind Kind) (int, int, Kind, bool) {
	if p.Words.Is("ordinary", p.Low[from:p.WordEnd(from)], ^uint32(0)) {
		return 0, 0, "", false // "the password must have …"
	}
	end, n := from, 0
	for n < 25 {
		j := p.WordEnd(end)
		if j < len(p.Low) && p.Low[j] == '-' {
			j = p.WordEnd(j + 1)
		}
		if j == end {
			break
		}
		word := p.Low[end:j]
		if p.Words.IsStop(word) && word != "correct" || p.Words.Is("next", word, p.Entry.Langs) && atLeast > 3 {
			return 0, 0, "", false
		}
		n++
		next := p.Skip(j, " ")
		end = j
		if next == j || next >= len(p.Low) || p.Low[next] == '\n' {
			break
		}
		if r, _ := p.Next(next); !plain.IsWordRune(r) {
			break
		}
		end = next
	}
	end = len(strings.TrimRight(p.Low[:end], " "))
	if n < atLeast || !p.IsClauseEnd(end) {
		return 0, 0, "", false
	}
	return from, end, kind, true
}

// densePlain accepts a plain word in Chinese, Japanese, Thai or Korean.
func (p Reader) densePlain(from, to int, by Link) (int, int, Kind, bool) {
	if end := p.denseEnd(from, to, by); end > from && p.Entry.Classes&(lexicon.Password|lexicon.Weak) != 0 && !p.IsDenied() && !p.IsQuestion() {
		return from, end, Password, true
	}
	low := p.Low[from:to]
	n := utf8.RuneCountInString(low)
	if p.Entry.Classes&lexicon.Password == 0 && !p.Own || n < 2 || n > 16 || by == Adjacent && (!p.Own || p.Words.HasStem("service", low)) {
		return 0, 0, "", false
	}
	for bad := range p.Words.Lists["never"] {
		if strings.HasPrefix(low, bad) || strings.Contains(low, bad) && !unicode.Is(unicode.Thai, plain.LastRune(bad)) {
			return 0, 0, "", false
		}
	}
	if p.Words.Is("neverword", low, ^uint32(0)) || by != Colon && p.IsShame(from, to) {
		return 0, 0, "", false
	}
	if by == Topic || by == Adjacent {
		// Only "X です", "X 입니다", and "X" alone where Korean ends without a verb.
		if !p.FinalAfter(to) && !(by == Topic && n > 2 && plain.IsHangul(plain.LastRune(low)) && p.IsTextEnd(to) && !strings.ContainsRune(koreanEndings, plain.LastRune(low))) {
			return 0, 0, "", false
		}
		return from, to, Password, true
	}
	return from, to, Password, p.IsClauseEnd(to) || p.FinalAfter(to)
}

// koreanEndings are what Korean verbs and words in a case end with.
const koreanEndings = "다요어아지네해돼음함까죠자게도만에로서야워여와래을를은는"

// denseEnd returns the end of a plain word between two places, of a script without spaces, that a remark follows, "りす、ひらがなで",
// "菠萝,大家都一样", or a word for setting it, "모과로 해놨어"; from if neither does.
func (p Reader) denseEnd(from, to int, by Link) int {
	for _, d := range p.Words.Dense["setto"] {
		if at := strings.Index(p.Low[from:min(len(p.Low), to+len(d))], d); at > 0 && from+at <= to && p.IsDenseWord(from, from+at) {
			return from + at
		}
	}
	isApart := !unicode.Is(unicode.Thai, plain.FirstRune(p.Low[from:])) || from > p.End // else it is a part of the noun
	isCase := (by == Adjacent || by == Topic) && strings.ContainsRune(koreanEndings, plain.LastRune(p.Low[from:to]))
	if by == Adjacent && p.Words.HasStem("service", p.Low[from:to]) {
		return from // "รหัสผ่านลาซาด้าให้"
	}
	if (p.IsRemark(to) || isApart && !isCase && p.IsConfided(to)) && p.IsDenseWord(from, to) {
		return to
	}
	return from
}

// isBareName reports whether a language without copula says that the password is a word by its form alone: "סיסמה מגדלור",
// "на архиве пароль маяк".
func (p Reader) isBareName(from, to int) bool {
	low := p.Low[from:to]
	end := to
	slavic := p.Words.Langs["ru"] | p.Words.Langs["uk"]
	if e, is := p.Match("final", p.Skip(to, " ")); is && p.IsNetwork() {
		end = e
	} else if e, is := p.Match("is", p.Skip(to, " ")); is && p.Entry.Langs&slavic != 0 && p.IsClauseEnd(e) {
		end = len(p.Low) // "пароль маяк был, попробуй"
	}
	if p.Entry.Classes&lexicon.Password == 0 || !p.IsTextEnd(end) || p.IsQuestion() || p.IsDenied() || p.Words.HasStem("lost", p.Low[:from]) || p.Words.Is("ordinary", low, ^uint32(0)) || !p.IsPlainWord(from, to) {
		return false
	}
	bare := p.Words.Zero | p.Words.Langs["ar"] | p.Words.Langs["fa"]
	if !p.IsPlaced(from) && p.IsNetwork() && p.Entry.Langs&bare != 0 && p.Entry.Langs&^bare == 0 && p.Skipped < 4 && !p.IsVerb(p.Low[:from]) && !p.Words.HasVerbEnding(low, p.Entry.Langs) && !p.Words.IsParticiple(low, p.Entry.Langs) && utf8.RuneCountInString(low) > 4 {
		return true // "пароль от вайфая дома варенье"
	}
	if western := p.Words.Langs["pl"] | p.Words.Langs["cs"]; p.Entry.Langs&western != 0 && p.Entry.Langs&^western == 0 && (p.Skipped == 0 && !p.Far || p.Skipped > 0 && p.Skipped < 3) {
		return lexicon.IsWesternSlavicName(low)
	}
	if p.IsVerb(p.Low[:p.Start]) {
		return false // "поменять пароль озон"
	}
	return p.Entry.Langs == p.Words.Langs["he"] && (p.Skipped == 0 && !p.Far || p.Skipped == 1) && lexicon.IsHebrewName(low) ||
		p.Entry.Langs&slavic != 0 && p.Entry.Langs&^p.Words.Zero == 0 && lexicon.IsOneThing(p.Low[p.Start:p.End], p.Low[p.End:from]) && (p.Skipped == 0 && !p.Far || p.Skipped > 0 && p.Skipped < 3) && lexicon.IsRussianName(low)
}

// Passphrase accepts three words and more up to the end of a clause, of which most are plain and the first one is.
func (p Reader) Passphrase(from int) (int, int, bool) {
	to, n, plainWords := from, 0, 0
	for i := from; n < 13; i = p.Skip(to, " -") {
		end := p.WordEnd(i)
		if end == i {
			break
		}
		if p.IsPlainWord(i, end) {
			plainWords++
		} else if n == 0 || looks.HasDigit(p.Low[i:end]) {
			return 0, 0, false
		}
		to, n = end, n+1
		if r, _ := p.Next(to); r != ' ' && r != '-' {
			break
		}
	}
	return from, to, n > 2 && plainWords*2 > n && plainWords > 1 && p.IsClauseEnd(to)
}

// shortPhrase accepts two or three plain words that end the text, after a colon or a copula: "the password is purple
// hedgehog". In Vietnamese, which writes each syllable by itself, also words that say nothing alone.
func (p Reader) shortPhrase(from int, by Link) (int, int, bool) {
	isSyllables := p.Entry.Langs&^p.Words.Langs["vi"] == 0
	if p.Skipped > 0 && !p.Far || by != Colon && by != Copula || p.IsQuestion() || p.IsDenied() && !isSyllables {
		return 0, 0, false
	}
	if by == Copula && p.Far && !p.IsOwnBefore() && !p.IsNetwork() && !p.Words.HasStem("service", p.Low[p.End:from]) {
		return 0, 0, false // "the password to my heart is chocolate cake"
	}
	to, n := from, 0
	for i := from; n < 4; i = p.Skip(to, " ") {
		end := p.WordEnd(i)
		if end == i {
			break
		}
		low := p.Low[i:end]
		if isSyllables && n > 1 && p.IsClauseEnd(to) {
			return from, to, true // "là con rùa nhé"
		}
		if p.Words.IsStop(low) || p.Words.Is("next", low, p.Entry.Langs) || !isSyllables && !p.IsPlainInAnyCase(i, end) {
			return 0, 0, false
		}
		to, n = end, n+1
		if p.FinalAfter(to) {
			break
		}
	}
	return from, to, n > 1 && n < 4 && (p.IsTextEnd(to) || p.FinalAfter(to) || p.IsConfided(to))
}

// numberAfter returns the end of a short number that belongs to a plain word before i and ends its clause: "hedgehog 66",
// "hedgehog sixty-six".
func (p Reader) numberAfter(i int) int {
	from := p.Skip(i, " ")
	end := from
	for range 3 {
		word := p.Low[p.Skip(end, " -"):p.WordEnd(p.Skip(end, " -"))]
		if !p.Words.Is("numeral", word, p.Entry.Langs) && !p.Words.Is("tens", word, p.Entry.Langs) && !p.Words.Is("twice", word, p.Entry.Langs) {
			break
		}
		if end = p.Skip(end, " -") + len(word); p.IsClauseEnd(end) && !plain.IsDense(p.Before(end)) {
			return end
		}
	}
	to := p.Skip(from, "0123456789")
	lo, hi := p.Sentence()
	if from > i && to > from && to-from <= 4 && !strings.ContainsAny(p.Low[lo:hi], "={}<>_") && p.IsClauseEnd(to) && !p.IsUnitAt(to) {
		return to
	}
	return i
}
