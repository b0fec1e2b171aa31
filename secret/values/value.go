package values

import (
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/number"
)

// Link is what stands between a noun and the secret.
type Link int

const (
	Adjacent Link = iota // nothing
	Colon                // a sign, or the end of a line after one
	Copula               // "is"
	Answer               // a question mark: "the password? swordfish"
	Topic                // "は": only with a word at the end of the sentence
)

// Value accepts what stands at i as the secret of the noun, given what links the two.
func (p Reader) Value(i int, by Link) (from, to int, kind Kind, ok bool) {
	i, by = p.skipLead(i, by)
	if p.Before(i) == '\n' {
		i = p.listMark(i)
	}
	i = p.Skip(i, "*_|~([{<#")
	quote, j := p.Next(i)
	if quote == '"' && p.isQuoteClosedAt(i) {
		return 0, 0, "", false
	}
	if strings.ContainsRune("\"'`", quote) && quote != 0 {
		j = p.Skip(j, "`\"'\n")
		n := strings.IndexRune(p.Low[j:min(len(p.Low), j+120)], quote)
		if n <= 0 {
			n = len(strings.TrimRight(p.Low[j:p.TokenEnd(j)], "\"'`.,;!?"))
		}
		return p.quoted(j, j+n, by)
	}
	if quote == 0 {
		return 0, 0, "", false
	}
	if c := p.Entry.Classes; c&lexicon.ID != 0 {
		if end := number.IdentityEnd(p.Text, i); end > i && !p.IsUnitAt(end) && (by != Adjacent || p.Entry.Classes == lexicon.ID) {
			return i, end, Identity, true
		}
	}
	if p.IsYearOfChange(i) {
		return 0, 0, "", false
	}
	if end := p.routerKeyEnd(i); end > i {
		return i, end, Password, true
	}
	if from, to, kind, ok = p.digits(i, by); ok {
		return from, to, kind, ok
	}
	if p.Entry.Classes == lexicon.Net {
		return p.networkKey(i, by)
	}
	if end := p.spelledWords(i); end > i {
		return i, end, Password, true
	}
	if p.Entry.Classes&(lexicon.Password|lexicon.Weak|lexicon.Key|lexicon.Code|lexicon.Pin) != 0 {
		return p.token(i, by)
	}
	if p.Entry.Classes&lexicon.Seed != 0 && by != Adjacent {
		return p.words(i, 10, Seed)
	}
	return 0, 0, "", false
}

// isQuoteClosedAt reports whether the quotation mark at i closes a quotation in which the noun and more stands: "he asked
// 'what is a passkey' and …".
func (p Reader) isQuoteClosedAt(i int) bool {
	lo, _ := p.Sentence()
	open := strings.LastIndexByte(p.Low[lo:p.Start], '"')
	return open >= 0 && strings.Count(p.Low[lo:p.Start], `"`)%2 == 1 && i > p.End && p.Low[p.End] != '"' && !strings.Contains(p.Low[p.End:i], `"`) && strings.TrimLeft(p.Low[p.End:i], " :=-") != ""
}

// skipLead returns the place after words at i that say nothing of the secret, and what links the noun with that place.
func (p Reader) skipLead(i int, by Link) (int, Link) {
	cut := " \t"
	if by != Adjacent {
		cut = " \t\n"
	}
	if k := p.Skip(i, " \t"); by == Copula && strings.HasPrefix(p.Low[k:], ":") {
		i, by = k+1, Colon
	}
	for range 4 {
		i = p.Skip(i, cut)
		end, is := p.Match("filler", i)
		if !is {
			end, is = p.MatchWords("merely", i) // "is plain and simply otter"
		}
		if !is && by == Copula && p.IsVerb(p.Low[max(0, i-12):i]) {
			end, is = p.Match("change", i) // "is set to"
		}
		if !is || p.IsClauseEnd(end) && !strings.HasPrefix(p.Low[end:], ":") || p.IsDigitAt(i) {
			break
		}
		if i = p.Skip(end, " "); strings.HasPrefix(p.Low[i:], ":") {
			i, by, cut = i+1, Colon, " \t\n"
		}
	}
	if end, is := p.Match("pronoun", p.Skip(i, " ")); is && by == Copula && !p.IsTextEnd(end) {
		i = p.Skip(end, " ") // "when it asks for the password I type …", where the verb comes first
	}
	if end, is := p.MatchWords("below", i); is {
		if line := p.Skip(end, ".: "); strings.HasPrefix(p.Low[line:], "\n") {
			i, by = p.Skip(line, "\n "), Colon
		}
	}
	if end, is := p.MatchWords("itis", i); is && by == Colon {
		i = p.Skip(end, " ")
	}
	if by == Answer {
		i = p.afterYes(i)
		if end, is := p.Match("is", i); is {
			i = p.Skip(end, " ")
		}
	}
	return i, by
}

// networkKey accepts what stands at i as the password of a network of which only the name is said: "wifi: marmalade77".
func (p Reader) networkKey(i int, by Link) (from, to int, kind Kind, ok bool) {
	if by == Adjacent {
		return 0, 0, "", false
	}
	if end := p.spelledWords(i); end > i {
		return i, end, Password, true
	}
	to = p.ValueEnd(i)
	if to <= i {
		return 0, 0, "", false
	}
	isPlain := p.IsPlainWord(i, to)
	switch {
	case looks.IsUnnamedPassword(p.Plain[i:to]),
		by == Answer && isPlain && p.Words.HasStem("spelled", p.Low[to:min(len(p.Low), to+24)]),
		by == Colon && p.IsTextEnd(to) && (isPlain || looks.HasDigit(p.Low[i:to]) && looks.IsHardRandom(p.Plain[i:to])):
		return i, to, Password, true
	}
	return 0, 0, "", false
}

// quoted accepts what stands in quotation marks.
func (p Reader) quoted(from, to int, by Link) (int, int, Kind, bool) {
	value := p.Plain[from:to]
	c := p.Entry.Classes
	switch n := utf8.RuneCountInString(value); {
	case n < 2 || strings.TrimSpace(value) == "" || p.IsMessage(from, to, by != Adjacent) || p.isUserOf(from, to) || p.Words.HasStem("habit", p.Low[from:to]) || looks.IsAddress(value) || looks.IsPlaceholder(value):
		return 0, 0, "", false
	case c&lexicon.Password != 0 && n >= 3, c&lexicon.Weak != 0 && n >= 3 && (p.Own || by != Adjacent):
		return from, to, Password, true
	case c&(lexicon.Pin|lexicon.Code|lexicon.BareCode|lexicon.CVV) != 0 && looks.CountDigits(value) >= 3 && len(value) <= 16, c&lexicon.ID != 0 && looks.CountDigits(value) >= 6:
		return from, to, p.Kind(), true
	case c&lexicon.Key != 0 && len(value) >= 8 && looks.IsRandom(value) && !strings.Contains(value, " "):
		return from, to, Key, true
	case c&lexicon.Seed != 0 && strings.Count(value, " ") >= 9:
		return from, to, Seed, true
	}
	return 0, 0, "", false
}

// afterYes returns the place after a word that agrees, "sure, ", at i.
func (p Reader) afterYes(i int) int {
	at := p.Skip(i, " -\n")
	if end := p.WordEnd(at); end > at && p.Words.Is("yes", p.Low[at:end], ^uint32(0)) {
		return p.Skip(end, " ,.:!-\n")
	}
	return i
}

// Kind returns what a secret of the noun is.
func (p Reader) Kind() Kind {
	switch c := p.Entry.Classes; {
	case c&(lexicon.Net|lexicon.Password|lexicon.Weak|lexicon.Pin) != 0:
		return Password
	case c&(lexicon.Code|lexicon.BareCode|lexicon.CVV) != 0:
		return Code
	case c&lexicon.Key != 0:
		return Key
	case c&lexicon.ID != 0:
		return Identity
	}
	return Seed
}
