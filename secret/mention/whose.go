package mention

import (
	"slices"
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// IsOwnBefore reports whether one of the three words before the noun says whose it is.
func (p *Noun) IsOwnBefore() bool {
	i := p.Start
	for range 3 {
		to := len(strings.TrimRight(p.Low[:i], " -_\"'*"))
		from := p.WordStart(to)
		if from == to {
			return false
		}
		word := p.Low[from:to]
		if p.Words.Is("own", word, ^uint32(0)) {
			return true
		}
		for _, d := range p.Words.Dense["own"] {
			if strings.HasSuffix(p.Low[:i], d) || strings.Contains(word, d) && plain.IsDense(plain.LastRune(d)) {
				return true
			}
		}
		i = from
	}
	return false
}

// IsNetwork reports whether the noun is that of a network, of which people tell each other the password:
// "the wifi key", "la clave del wifi".
func (p *Noun) IsNetwork() bool {
	lo, hi := p.Sentence()
	if p.Words.HasStem("network", p.Low[max(lo, p.Start-64):min(hi, p.End+24)]) {
		return true
	}
	// A label of a note: the network is named in a line above.
	isLabel := lo > 0 && p.Low[lo-1] == '\n' && strings.HasPrefix(p.Low[p.Skip(p.End, " "):], ":")
	return isLabel && p.Words.HasStem("network", p.Low[p.WordStart(max(0, lo-80)):lo])
}

// isNetworkNamed reports whether a network is named just before, and its password after a comma or an "and":
// "the wifi is called Casa, password marmalade".
func (p *Noun) isNetworkNamed() bool {
	lo, _ := p.Sentence()
	before := strings.TrimRight(p.Low[lo:p.Start], " ")
	word := before[strings.LastIndexAny(before, " ,")+1:]
	return (strings.HasSuffix(before, ",") || p.Words.Is("conj", word, ^uint32(0))) && p.Words.HasStem("network", before)
}

// isUsed reports whether the words before the noun say that somebody uses or types it: "use the password …".
// "Enter your password" asks for it, and is none.
func (p *Noun) isUsed() bool {
	before := strings.TrimRight(p.Low[:p.Start], " ")
	for range 2 {
		from := p.WordStart(len(before))
		word := before[from:]
		if from < len(before) && !p.Own && (p.Words.Is("use", word, p.Entry.Langs) || p.Words.Is("with", word, p.Entry.Langs)) {
			return true
		}
		if !p.Words.Is("definite", word, p.Entry.Langs) && !p.Words.Is("article", word, ^uint32(0)) {
			return false
		}
		before = strings.TrimRight(before[:from], " ")
	}
	return false
}

// IsChanged reports whether the sentence is about changing the secret.
func (p *Noun) IsChanged() bool {
	p.Changed = p.IsVerb(p.Low[max(0, p.Start-60):min(len(p.Low), p.End+60)])
	return p.Changed
}

// IsVerb reports whether s has a verb of changing in it.
func (p *Noun) IsVerb(s string) bool { return p.Words.Contains("verb", s) }

// IsQualifier reports whether the word at i can name whose or what for a secret is, and does not make
// of the noun another thing ("password manager") or begin another thought.
func (p *Noun) IsQualifier(i int) bool {
	word := p.Low[i:p.WordEnd(i)]
	if len(word) <= 3 && !p.IsSource(i, i+len(word), word) {
		return true // with its marks it is another word: Vietnamese "thẻ" is not "the"
	}
	return word == "" || !p.Words.IsStop(word) && !p.Words.Is("head", word, ^uint32(0)) && !p.Words.Is("next", word, p.Entry.Langs) && !p.IsVerb(word)
}

// IsOf reports whether the word at i, that is a copula in one of the noun's languages, is a
// preposition or an article in another: "on", "to", "do".
func (p *Noun) IsOf(i int) bool {
	_, of := p.Match("of", i)
	_, my := p.Match("my", i)
	return of || my
}

// IsWhose reports whether a bare "code" is somebody's ("your code", "the code") and not of something
// else ("area code").
func (p *Noun) IsWhose() bool {
	if p.Own {
		return true
	}
	if plain.IsWordRune(p.Before(p.Start)) && !plain.IsDense(p.Before(p.Start)) && !plain.IsHangul(p.Before(p.Start)) {
		return false // part of another word
	}
	before := strings.TrimRight(p.Low[:p.Start], " ")
	from := p.WordStart(len(before))
	if from == len(before) {
		return true // it begins the sentence
	}
	if strings.HasSuffix(before, "'s") {
		return true
	}
	if _, is := p.DenseBefore(len(before), "my", "own"); is {
		return true
	}
	return p.Words.Is("my", before[from:], p.Entry.Langs)
}

// IsTold reports whether the sentence is about telling the secret, so that a plain word may follow the
// noun: "remember my password …", "the wifi has the password …", "pw …".
func (p *Noun) IsTold(to int) bool {
	if len(p.Entry.Text) <= 3 || p.isHad() || p.isUsed() || p.Words.HasStem("spelled", p.Low[to:min(len(p.Low), to+48)]) || p.isNetworkNamed() || p.isLoggedIn(to) || p.IsBesideUser(to) {
		return true
	}
	if !p.Own {
		return false
	}
	near := p.Low[max(0, p.Start-48):p.Start]
	for verb := range p.Words.Lists["remember"] {
		if strings.Contains(near, verb) {
			return true
		}
	}
	return false
}

// IsBesideUser reports whether a comma parts the noun from a name of a user, "login anna_k82, password otter", or the
// secret from a word for one, "password otter, login anna".
func (p *Noun) IsBesideUser(to int) bool {
	lo, _ := p.Sentence()
	if rest, is := strings.CutPrefix(p.Low[to:], ", "); is {
		if word := rest[:strings.IndexAny(rest+" ", " :=")]; p.Words.Is("user", word, ^uint32(0)) && !p.Words.Is("of", word, ^uint32(0)) {
			return true
		}
	}
	before := strings.TrimRight(p.Low[lo:p.Start], " ")
	if !strings.HasSuffix(before, ",") && !p.IsTextEnd(to) && !p.IsConfided(to) {
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
	return slices.ContainsFunc(words, looks.IsUserName) || looks.HasLetter(last) && looks.HasDigit(last) || p.isUserWord(words)
}

// IsBesideMail reports whether an address of mail stands right before the noun, and the clause ends behind the value that ends at to.
func (p *Noun) IsBesideMail(to int) bool {
	before := strings.TrimRight(p.Low[:p.Start], " ,")
	name, host, is := strings.Cut(before[strings.LastIndexAny(before, " \n:")+1:], "@")
	r, _ := p.Next(p.Skip(to, " "))
	return is && name != "" && strings.Contains(host, ".") && (p.IsClauseEnd(to) || p.IsConfided(to) || plain.IsDense(r))
}

// isUserWord reports whether the last but one of some words says that the last one is a name of a user: "user anna".
func (p *Noun) isUserWord(words []string) bool {
	if len(words) < 2 {
		return false
	}
	word := strings.TrimRight(words[len(words)-2], ":")
	return p.Words.Is("user", word, ^uint32(0)) && !p.Words.Is("of", word, ^uint32(0)) || p.Words.Is("user", word, ^uint32(0)) && strings.HasSuffix(words[len(words)-1], ",")
}

// isHad reports whether the words before the noun say that something has it: "the wifi has the password".
func (p *Noun) isHad() bool {
	i := p.Start
	network := p.Words.HasStem("network", p.Low[max(0, p.Start-48):p.Start])
	for n := 0; n < 4; n++ {
		to := len(strings.TrimRight(p.Low[:i], " -"))
		from := p.WordStart(to)
		word := p.Low[from:to]
		switch {
		case (n > 0 || network) && p.Words.Is("have", word, p.Entry.Langs), network && p.Words.Is("with", word, ^uint32(0)):
			return true
		case from == to || !p.Words.Is("definite", word, p.Entry.Langs):
			return false
		}
		i = from
	}
	return false
}

// IsPhraseNoun reports whether the noun is one of several words' secret, "passphrase".
func (p *Noun) IsPhraseNoun() bool {
	return strings.Contains(p.Entry.Text, "phras") || strings.Contains(p.Entry.Text, "fras") || strings.Contains(p.Entry.Text, "фраз")
}

// IsSentence reports whether the noun's sentence says that the secret is several words: "the password is a phrase, …".
func (p *Noun) IsSentence() bool {
	lo, hi := p.Sentence()
	return p.Entry.Classes&lexicon.Password != 0 && (p.Words.HasStem("sentence", p.Entry.Text) || p.Words.HasStem("sentence", p.Low[lo:hi]))
}

// IsWithout reports whether the word before the noun says that there is no secret: "pay without a PIN".
func (p *Noun) IsWithout() bool {
	at := len(strings.TrimRight(p.Low[:p.Start], " "))
	word := p.Low[p.WordStart(at):at]
	if p.Words.Is("article", word, ^uint32(0)) {
		at = len(strings.TrimRight(p.Low[:at-len(word)], " "))
		word = p.Low[p.WordStart(at):at]
	}
	return p.Words.Is("without", word, ^uint32(0))
}

// IsDefiniteBefore reports whether the noun is a certain one: "the password", "Tom's password", and in
// languages without articles whenever a word of whose follows.
func (p *Noun) IsDefiniteBefore() bool {
	before := strings.TrimRight(p.Low[:p.Start], " ")
	word := before[strings.LastIndexAny(before, " ")+1:]
	if strings.HasSuffix(word, "'s") || p.Words.Is("definite", word, p.Entry.Langs) || p.Words.Is("article", word, p.Entry.Langs) {
		return true
	}
	next := p.Skip(p.End, " ")
	_, of := p.Match("of", next)
	return of || plain.IsUpperAt(p.Plain, p.WordStart(len(before))) || strings.HasSuffix(before, "=") || plain.IsUpperAt(p.Plain, min(next, max(0, len(p.Plain)-1)))
}

// IsAllNames reports whether the words between two places are names, articles and copulas: "is Tom's".
func (p *Noun) IsAllNames(from, to int) bool {
	for i := p.Skip(from, " =-"); i < to; i = p.Skip(i, " =-'") {
		end := p.WordEnd(i)
		if end == i {
			return false
		}
		word := p.Low[i:end]
		if !plain.IsUpperAt(p.Plain, i) && !p.Words.Is("is", word, p.Entry.Langs) && !p.Words.Is("my", word, p.Entry.Langs) && !p.Words.Is("article", word, ^uint32(0)) && word != "'s" && word != "s" {
			return false
		}
		i = end
	}
	return true
}

// IsPlaced reports whether a preposition stands before i: "пароль от вайфая на холодильнике".
func (p *Noun) IsPlaced(i int) bool {
	before := strings.TrimRight(p.Low[p.End:i], " ")
	return p.Words.Is("of", before[strings.LastIndexAny(before, " ")+1:], p.Entry.Langs)
}

// IsAs reports whether "as" stands before the noun: what it is said of stands before that.
func (p *Noun) IsAs() bool {
	before := strings.TrimRight(p.Low[:p.Start], " ")
	return p.Words.Is("as", before[strings.LastIndexAny(before, " ")+1:], p.Entry.Langs)
}

// isLoggedIn reports whether the noun follows a name of a user, or a word for logging in, and a word like "and": "I get
// in with tom@example.com and the password …".
func (p *Noun) isLoggedIn(to int) bool {
	lo, _ := p.Sentence()
	word := p.Low[p.WordStart(to):to]
	if p.IsDenied() || p.Words.HasStem("lost", word) || p.Words.Is("ordinary", word, ^uint32(0)) || p.Words.IsParticiple(word, p.Entry.Langs) || p.Words.HasVerbEnding(word, p.Entry.Langs) {
		return false
	}
	words := strings.Fields(p.Low[lo:p.Start])
	glued := p.Low[p.WordStart(p.Start):p.Start] // Hebrew and Arabic write "and the" as one word with the noun
	for glued == "" && len(words) > 0 && (p.Words.Is("definite", words[len(words)-1], p.Entry.Langs) || p.Words.Is("article", words[len(words)-1], ^uint32(0)) || p.Words.Is("my", words[len(words)-1], p.Entry.Langs)) {
		words = words[:len(words)-1]
	}
	if len(words) < 2 {
		return false
	}
	joint := words[len(words)-1]
	if glued != "" {
		joint = glued[:utf8.RuneLen(plain.FirstRune(glued))]
	}
	if !p.Words.Is("conj", joint, ^uint32(0)) && !p.Words.Is("with", joint, ^uint32(0)) {
		return false
	}
	before := strings.Join(words, " ")
	return slices.ContainsFunc(words, looks.IsUserName) || glued == "" && slices.ContainsFunc(p.Words.Index.Find(before+" "), func(h lexicon.Hit) bool {
		return h.Noun != nil && h.Noun.Classes&lexicon.Login != 0 && h.Noun.Langs&p.Entry.Langs != 0 && (h.At == 0 || before[h.At-1] == ' ')
	})
}

// IsUser reports whether one of the words before i says that a name of a user, a place or a thing follows:
// "the password for anna_k82", "login anna_k82".
func (p *Noun) IsUser(lo, i int) bool {
	if at, is := p.denseUserBefore(i); is {
		return at > 0
	}
	before := strings.TrimRight(p.Low[lo:i], " :=\"'`*")
	word := before[strings.LastIndexAny(before, " \t,(")+1:]
	return word != "" && p.Words.Is("user", strings.TrimRight(word, ":,"), ^uint32(0))
}

// denseUserBefore is IsUser for scripts without spaces: a word for a user stands before a copula or a topic that ends before
// i, "账号是", "アカウントは". It reports whether the script is one of these.
func (p *Noun) denseUserBefore(i int) (int, bool) {
	i = len(strings.TrimRight(p.Low[:i], " :=\"'`*"))
	if r := p.Before(i); !plain.IsDense(r) && !plain.IsHangul(r) {
		return 0, false
	}
	for _, link := range []string{"topic", "is"} {
		for _, d := range p.Words.Dense[link] {
			if strings.HasSuffix(p.Low[:i], d) {
				i -= len(d)
				break
			}
		}
	}
	for _, d := range p.Words.Dense["user"] {
		if strings.HasSuffix(p.Low[:i], d) {
			return i, true
		}
	}
	return 0, true
}
