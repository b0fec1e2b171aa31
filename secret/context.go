package secret

import (
	"slices"
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// isOwnBefore reports whether one of the three words before the noun says whose it is.
func (p *phrase) isOwnBefore() bool {
	i := p.start
	for range 3 {
		to := len(strings.TrimRight(p.Low[:i], " -_\"'*"))
		from := p.WordStart(to)
		if from == to {
			return false
		}
		word := p.Low[from:to]
		if p.w.Is("own", word, ^uint32(0)) {
			return true
		}
		for _, d := range p.w.Dense["own"] {
			if strings.HasSuffix(p.Low[:i], d) || strings.Contains(word, d) && plain.IsDense(plain.LastRune(d)) {
				return true
			}
		}
		i = from
	}
	return false
}

// isNetwork reports whether the noun is that of a network, of which people tell each other the password:
// "the wifi key", "la clave del wifi".
func (p *phrase) isNetwork() bool {
	lo, hi := p.sentence()
	if p.w.HasStem("network", p.Low[max(lo, p.start-32):min(hi, p.end+24)]) {
		return true
	}
	// A label of a note: the network is named in a line above.
	isLabel := lo > 0 && p.Low[lo-1] == '\n' && strings.HasPrefix(p.Low[p.Skip(p.end, " "):], ":")
	return isLabel && p.w.HasStem("network", p.Low[p.WordStart(max(0, lo-80)):lo])
}

// isUsed reports whether the words before the noun say that somebody uses or types it: "use the password …".
// "Enter your password" asks for it, and is none.
func (p *phrase) isUsed() bool {
	before := strings.TrimRight(p.Low[:p.start], " ")
	for range 2 {
		from := p.WordStart(len(before))
		word := before[from:]
		if from < len(before) && !p.own && (p.w.Is("use", word, p.n.Langs) || p.w.Is("with", word, p.n.Langs)) {
			return true
		}
		if !p.w.Is("definite", word, p.n.Langs) && !p.w.Is("article", word, ^uint32(0)) {
			return false
		}
		before = strings.TrimRight(before[:from], " ")
	}
	return false
}

// isNetworkNamed reports whether a network is named just before, and its password after a comma or an "and":
// "the wifi is called Casa, password marmalade".
func (p *phrase) isNetworkNamed() bool {
	lo, _ := p.sentence()
	before := strings.TrimRight(p.Low[lo:p.start], " ")
	word := before[strings.LastIndexAny(before, " ,")+1:]
	return (strings.HasSuffix(before, ",") || p.w.Is("conj", word, ^uint32(0))) && p.w.HasStem("network", before)
}

// isChanged reports whether the sentence is about changing the secret.
func (p *phrase) isChanged() bool {
	p.changed = p.isVerb(p.Low[max(0, p.start-60):min(len(p.Low), p.end+60)])
	return p.changed
}

// isVerb reports whether s has a verb of changing in it.
func (p *phrase) isVerb(s string) bool { return p.w.Contains("verb", s) }

// isQualifier reports whether the word at i can name whose or what for a secret is, and does not make
// of the noun another thing ("password manager") or begin another thought.
func (p *phrase) isQualifier(i int) bool {
	word := p.Low[i:p.WordEnd(i)]
	if len(word) <= 3 && !p.IsSource(i, i+len(word), word) {
		return true // with its marks it is another word: Vietnamese "thẻ" is not "the"
	}
	return word == "" || !p.w.IsStop(word) && !p.w.Is("head", word, ^uint32(0)) && !p.w.Is("next", word, p.n.Langs) && !p.isVerb(word)
}

// isOf reports whether the word at i, that is a copula in one of the noun's languages, is a
// preposition or an article in another: "on", "to", "do".
func (p *phrase) isOf(i int) bool {
	_, of := p.match("of", i)
	_, my := p.match("my", i)
	return of || my
}

// isWhose reports whether a bare "code" is somebody's ("your code", "the code") and not of something
// else ("area code").
func (p *phrase) isWhose() bool {
	if p.own {
		return true
	}
	if plain.IsWordRune(p.Before(p.start)) && !plain.IsDense(p.Before(p.start)) && !plain.IsHangul(p.Before(p.start)) {
		return false // part of another word
	}
	before := strings.TrimRight(p.Low[:p.start], " ")
	from := p.WordStart(len(before))
	if from == len(before) {
		return true // it begins the sentence
	}
	if strings.HasSuffix(before, "'s") {
		return true
	}
	if _, is := p.denseBefore(len(before), "my", "own"); is {
		return true
	}
	return p.w.Is("my", before[from:], p.n.Langs)
}

// isLock reports whether the words before the number speak of what a code opens: "the code for the door".
func (p *phrase) isLock(from int) bool {
	return p.w.HasThing("lock", p.Low[p.WordStart(max(0, p.start-40)):from])
}

// isTold reports whether the sentence is about telling the secret, so that a plain word may follow the
// noun: "remember my password …", "the wifi has the password …", "pw …".
func (p *phrase) isTold(to int) bool {
	if len(p.n.Text) <= 3 || p.isHad() || p.isUsed() || p.w.HasStem("spelled", p.Low[to:min(len(p.Low), to+48)]) || p.isNetworkNamed() || p.isLoggedIn(to) || p.isBesideUser(to) {
		return true
	}
	if !p.own {
		return false
	}
	near := p.Low[max(0, p.start-48):p.start]
	for verb := range p.w.Lists["remember"] {
		if strings.Contains(near, verb) {
			return true
		}
	}
	return false
}

// isBesideUser reports whether a comma parts the noun from a name of a user, "login anna_k82, password otter", or the
// secret from a word for one, "password otter, login anna".
func (p *phrase) isBesideUser(to int) bool {
	lo, _ := p.sentence()
	if rest, is := strings.CutPrefix(p.Low[to:], ", "); is && p.w.Is("user", rest[:strings.IndexAny(rest+" ", " :=")], ^uint32(0)) {
		return true
	}
	before := strings.TrimRight(p.Low[lo:p.start], " ")
	if !strings.HasSuffix(before, ",") && !p.isTextEnd(to) {
		return false
	}
	words := strings.Fields(strings.TrimRight(before, ","))
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	if !strings.HasSuffix(before, ",") {
		return looks.IsUserName(last) || looks.HasLetter(last) && looks.HasDigit(last[len(last)-1:]) && len(last) > 4 || p.isUserWord(words)
	}
	return looks.IsUserName(last) || looks.HasLetter(last) && looks.HasDigit(last) || p.isUserWord(words)
}

// isUserWord reports whether the last but one of some words says that the last one is a name of a user: "user anna".
func (p *phrase) isUserWord(words []string) bool {
	if len(words) < 2 {
		return false
	}
	word := strings.TrimRight(words[len(words)-2], ":")
	return p.w.Is("user", word, ^uint32(0)) && !p.w.Is("of", word, ^uint32(0)) || p.w.Is("user", word, ^uint32(0)) && strings.HasSuffix(words[len(words)-1], ",")
}

// isHad reports whether the words before the noun say that something has it: "the wifi has the password".
func (p *phrase) isHad() bool {
	i := p.start
	network := p.w.HasStem("network", p.Low[max(0, p.start-48):p.start])
	for n := 0; n < 4; n++ {
		to := len(strings.TrimRight(p.Low[:i], " -"))
		from := p.WordStart(to)
		word := p.Low[from:to]
		switch {
		case (n > 0 || network) && p.w.Is("have", word, p.n.Langs), network && p.w.Is("with", word, ^uint32(0)):
			return true
		case from == to || !p.w.Is("definite", word, p.n.Langs):
			return false
		}
		i = from
	}
	return false
}

// isPhraseNoun reports whether the noun is one of several words' secret, "passphrase".
func (p *phrase) isPhraseNoun() bool {
	return strings.Contains(p.n.Text, "phras") || strings.Contains(p.n.Text, "fras") || strings.Contains(p.n.Text, "фраз")
}

// isDefiniteBefore reports whether the noun is a certain one: "the password", "Tom's password", and in
// languages without articles whenever a word of whose follows.
func (p *phrase) isDefiniteBefore() bool {
	before := strings.TrimRight(p.Low[:p.start], " ")
	word := before[strings.LastIndexAny(before, " ")+1:]
	if strings.HasSuffix(word, "'s") || p.w.Is("definite", word, p.n.Langs) || p.w.Is("article", word, p.n.Langs) {
		return true
	}
	next := p.Skip(p.end, " ")
	_, of := p.match("of", next)
	return of || plain.IsUpperAt(p.Plain, p.WordStart(len(before))) || strings.HasSuffix(before, "=") || plain.IsUpperAt(p.Plain, min(next, max(0, len(p.Plain)-1)))
}

// isQuestion reports whether the noun's sentence ends in a question mark.
func (p *phrase) isQuestion() bool {
	_, hi := p.sentence()
	return hi < len(p.Low) && p.Low[hi] == '?'
}

// isAllNames reports whether the words between two places are names, articles and copulas: "is Tom's".
func (p *phrase) isAllNames(from, to int) bool {
	for i := p.Skip(from, " =-"); i < to; i = p.Skip(i, " =-'") {
		end := p.WordEnd(i)
		if end == i {
			return false
		}
		word := p.Low[i:end]
		if !plain.IsUpperAt(p.Plain, i) && !p.w.Is("is", word, p.n.Langs) && !p.w.Is("my", word, p.n.Langs) && !p.w.Is("article", word, ^uint32(0)) && word != "'s" && word != "s" {
			return false
		}
		i = end
	}
	return true
}

// isBareName reports whether a language without copula says that the password is a word by its form alone: "סיסמה מגדלור",
// "на архиве пароль маяк".
func (p *phrase) isBareName(from, to int) bool {
	low := p.Low[from:to]
	end := to
	if e, is := p.match("final", p.Skip(to, " ")); is && p.isNetwork() {
		end = e
	}
	if p.n.Classes&lexicon.Password == 0 || !p.isTextEnd(end) || p.isQuestion() || p.isDenied() || p.w.HasStem("lost", p.Low[:from]) || p.w.Is("ordinary", low, ^uint32(0)) || !p.isPlainWord(from, to) {
		return false
	}
	bare := p.w.Zero | p.w.Langs["ar"] | p.w.Langs["fa"]
	if !p.isPlaced(from) && p.isNetwork() && p.n.Langs&bare != 0 && p.n.Langs&^bare == 0 && p.skipped < 4 && !p.isVerb(p.Low[:from]) && !p.w.HasVerbEnding(low, p.n.Langs) && !p.w.IsParticiple(low, p.n.Langs) && utf8.RuneCountInString(low) > 4 {
		return true // "пароль от вайфая дома варенье"
	}
	if western := p.w.Langs["pl"] | p.w.Langs["cs"]; p.n.Langs&western != 0 && p.n.Langs&^western == 0 && (p.skipped == 0 && !p.far || p.skipped > 0 && p.skipped < 3) {
		return lexicon.IsWesternSlavicName(low)
	}
	if p.isVerb(p.Low[:p.start]) {
		return false // "поменять пароль озон"
	}
	slavic := p.w.Langs["ru"] | p.w.Langs["uk"]
	return p.n.Langs == p.w.Langs["he"] && (p.skipped == 0 && !p.far || p.skipped == 1) && lexicon.IsHebrewName(low) ||
		p.n.Langs&slavic != 0 && p.n.Langs&^p.w.Zero == 0 && lexicon.IsOneThing(p.Low[p.start:p.end], p.Low[p.end:from]) && (p.skipped == 0 && !p.far || p.skipped > 0 && p.skipped < 3) && lexicon.IsRussianName(low)
}

// isPlaced reports whether a preposition stands before i: "пароль от вайфая на холодильнике".
func (p *phrase) isPlaced(i int) bool {
	before := strings.TrimRight(p.Low[p.end:i], " ")
	return p.w.Is("of", before[strings.LastIndexAny(before, " ")+1:], p.n.Langs)
}

// isNote reports whether the whole text is a noun with its names and one more word, as people write
// themselves notes: "Netflix password swordfish".
func (p *phrase) isNote(from, to int) bool {
	low := p.Low[from:to]
	if p.isBareName(from, to) {
		return true
	}
	if plain.IsUpperAt(p.Plain, from) && p.isNetwork() && !p.isPlaced(from) && p.skipped < 3 && p.isTextEnd(to) && utf8.RuneCountInString(low) > 4 && p.isPlainInAnyCase(from, to) && !p.w.HasStem("service", low) && !p.isDenied() && !p.isQuestion() {
		return p.n.Classes&lexicon.Password != 0 // "wifi password Marmalade"
	}
	if !p.isTextEnd(to) || p.isQuestion() || p.n.Classes&lexicon.Password == 0 || plain.IsUpperAt(p.Plain, from) || utf8.RuneCountInString(low) < 5 || !looks.HasOnlyLetters(low) ||
		p.w.Is("head", low, ^uint32(0)) || p.w.Is("below", low, ^uint32(0)) || p.w.HasStem("lost", low) || p.w.HasStem("remember", low) || p.isVerb(low) || p.w.IsStop(low) || p.w.IsParticiple(low, p.n.Langs) || p.w.HasVerbEnding(low, p.n.Langs) || p.n.Langs&p.w.Langs["de"] != 0 && strings.HasSuffix(low, "en") && !strings.HasSuffix(low, "chen") {
		return false
	}
	names, mine := 0, 0
	for _, part := range [][2]int{{0, p.start}, {p.end, from}} {
		for i := p.Skip(part[0], " "); i < part[1]; i = p.Skip(i, " '-") {
			end := p.WordEnd(i)
			if end == i || end > part[1] {
				return false
			}
			word := p.Low[i:end]
			switch {
			case plain.IsUpperAt(p.Plain, i) && i > 0 || i == 0 && p.Plain[:end] != p.Low[:end]:
				names++
			case p.w.Is("my", word, p.n.Langs) && !p.w.Is("article", word, ^uint32(0)):
				mine++ // "new password hedgehog"
			case p.w.Is("thing", word, ^uint32(0)) && part[0] == 0: // "pdf password hedgehog"
			case word != "s" && !p.w.Is("article", word, ^uint32(0)):
				return false
			}
			i = end
		}
	}
	if names == 0 && mine == 0 && p.n.Langs&(p.w.Langs["en"]|p.w.Langs["de"]) != 0 && !slices.ContainsFunc([]string{"s", "ed", "ing", "t"}, func(e string) bool { return strings.HasSuffix(low, e) }) {
		return !lexicon.IsGermanPredicate(low) && p.isPlainWord(from, to) // "password hedgehog"
	}
	return names > 0 || mine > 0 && p.skipped == 0 && p.isPlainWord(from, to)
}

// isAs reports whether "as" stands before the noun: what it is said of stands before that.
func (p *phrase) isAs() bool {
	before := strings.TrimRight(p.Low[:p.start], " ")
	return p.w.Is("as", before[strings.LastIndexAny(before, " ")+1:], p.n.Langs)
}
