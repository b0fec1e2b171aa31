package sentence

import (
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
	"keepsake/secret/values"
)

// forward looks for the secret after the noun.
func (p reader) forward() (from, to int, kind values.Kind, ok bool) {
	i := p.Skip(p.End, p.Closing())
	owner, counted, skipped := false, false, 0
	p.Named = true
	if from, to, kind, ok = p.answeredNext(i); ok {
		return from, to, kind, ok
	}
	for range 18 {
		i = p.Skip(i, " \t")
		r, j := p.Next(i)
		switch {
		case r == ':' || r == '=' || r == '>':
			return p.Value(p.Skip(i, ":=> \t|*"), values.Colon)
		case r == '\n':
			return p.Value(p.Skip(i, " \n"), p.lineLink(i))
		case r == '-':
			return p.afterDash(i, j)
		case r == '(':
			if i, from, to, kind, ok = p.afterParen(i, j); ok || i < 0 {
				return from, to, kind, ok
			}
		case r == '?' || r == ';' && p.Entry.Langs&p.Words.Langs["el"] != 0: // a question mark in Greek
			return p.Value(p.Skip(j, "\"'`-\n "), values.Answer)
		case r == ',':
			i = p.Skip(j, " ")
			if from, to, kind, ok = p.afterComma(i); ok {
				return from, to, kind, ok
			}
			owner = true // "the password, all in small letters, is …"
		case strings.ContainsRune("\"'`*_|~[{<#", r):
			return p.Value(i, values.Adjacent)
		case !plain.IsWordRune(r):
			return 0, 0, "", false
		default:
			if f, t, k, found, done := p.afterCopula(i); done {
				return f, t, k, found
			}
			if end, is := p.saysNothing(i); is {
				i = end
				continue
			}
			if end, is := p.Match("my", i); is && skipped == 0 {
				p.Own = p.Own || p.Words.Is("own", p.Low[i:end], ^uint32(0))
				_, of := p.Match("of", i)
				owner, i = owner || of, end
				continue
			}
			if end, is := p.Match("change", i); is && !p.IsAs() && p.IsChanged() {
				if from, to, kind, ok = p.Value(end, values.Copula); ok || !p.IsOf(i) {
					return from, to, kind, ok
				}
			}
			if end, is := p.typedAt(i); is && p.Entry.Classes&(lexicon.Password|lexicon.Pin) != 0 && !p.IsLost() {
				if from, to, kind, ok = p.Value(end, values.Copula); ok {
					return from, to, kind, ok
				}
			}
			if end, is := p.Match("of", i); is && skipped < 4 {
				owner, p.Far, i = true, true, end
				continue
			}
			if to := p.ValueEnd(i); p.IsBeforeNetwork(i, to) {
				return i, to, values.Password, true
			}
			if from, to, kind, ok = p.Value(i, values.Adjacent); ok && (!counted || looks.HasDigit(p.Low[from:to])) && (!owner && skipped == 0 || p.IsLoneRandom(from, to) || p.IsNote(from, to) || p.IsRemark(to) || p.IsConfided(to) || p.IsForeign(from, to, values.Adjacent)) {
				return from, to, kind, ok
			}
			// Some other word: whose or what for, as in "password Gmail: …".
			if skipped++; skipped > 6 || !owner && (skipped > 3 && p.Entry.Langs != p.Words.Langs["vi"] || !p.IsQualifier(i)) {
				return 0, 0, "", false
			}
			p.Skipped = skipped
			counted = counted || p.Words.IsCount(p.Low[i:p.OwnerEnd(i)])
			owner = owner || skipped == 1 && p.Entry.Langs&p.Words.Langs["en"] != 0 && plain.IsUpperAt(p.Plain, i) && p.IsDefiniteBefore() // "the password Tom gave me is …"
			p.Named = p.Named && (owner || plain.IsUpperAt(p.Plain, i) || strings.HasPrefix(p.Low[i:], "ל"))
			i = p.OwnerEnd(i)
		}
	}
	return 0, 0, "", false
}

// typedAt returns the end of a verb for typing or using at i. In Chinese "then" has to follow: "密码填西瓜就行".
func (p reader) typedAt(i int) (int, bool) {
	if end := p.WordEnd(i); end > i && p.Words.Is("use", p.Low[i:end], p.Entry.Langs) {
		return end, true
	}
	end, is := p.Match("use", i)
	clause, _, _ := strings.Cut(p.Low[end:], ",")
	return end, is && p.Entry.Langs == p.Words.Langs["zh"] && strings.Contains(clause, "就")
}

// afterCopula accepts what follows a word for "is", or one that marks the topic, at i. It reports whether the search is done:
// there is such a word, and it is no preposition in another language.
func (p reader) afterCopula(i int) (from, to int, kind values.Kind, ok, done bool) {
	if end, is := p.Match("is", i); is {
		isName := p.Entry.Classes == lexicon.Net && p.Words.Is("called", p.Low[i:end], ^uint32(0))
		if from, to, kind, ok = p.Value(end, values.Copula); ok && !isName || !p.IsOf(i) {
			return from, to, kind, ok && !isName, true
		}
	}
	if end, is := p.Match("topic", i); is {
		from, to, kind, ok = p.Value(end, values.Topic)
		return from, to, kind, ok, true
	}
	return 0, 0, "", false, false
}

// afterComma accepts what follows a comma before i, or an aside between two commas.
func (p reader) afterComma(i int) (from, to int, kind values.Kind, ok bool) {
	if from, to, kind, ok = p.Value(i, values.Adjacent); ok {
		return from, to, kind, ok
	}
	return p.afterAside(i)
}

// afterDash accepts what follows a dash at i, which ends at j: " - " is a link, "password-protected" none.
func (p reader) afterDash(i, j int) (from, to int, kind values.Kind, ok bool) {
	if next, _ := p.Next(j); p.Before(i) != ' ' && next != ' ' && next != '>' {
		return 0, 0, "", false
	}
	i = p.Skip(i, "-> ")
	if end, is := p.Match("is", i); is {
		i = end
	}
	return p.Value(i, values.Colon)
}

// afterParen accepts what stands in the parenthesis at i, or after it: "pw (work email) purple hedgehog". It returns where
// the parenthesis ends, below zero if it does not; j is where its text begins.
func (p reader) afterParen(i, j int) (next, from, to int, kind values.Kind, ok bool) {
	n := strings.IndexByte(p.Low[i:min(len(p.Low), i+48)], ')')
	if from, to, kind, ok = p.Value(j, p.parenLink()); ok || n < 0 {
		return -1, from, to, kind, ok
	}
	next = i + n + 1
	from, to, kind, ok = p.AsOwn().Value(next, values.Colon)
	return next, from, to, kind, ok && p.IsTextEnd(to) && p.IsClauseStart(p.Start)
}

// saysNothing returns the end of a word at i that says nothing of the secret: "still", and "below" before a new line.
func (p reader) saysNothing(i int) (int, bool) {
	if end, is := p.IdleAt(i); is {
		return end, true
	}
	if end, is := p.MatchWords("below", i); is {
		if line := p.Skip(end, ".:, "); strings.HasPrefix(p.Low[line:], "\n") {
			return line, true
		}
	}
	return i, false
}

// lineLink returns how the noun leads to what stands in the next line: as a colon does, if the line is nothing but one
// word, or if the secret is said to stand below.
func (p reader) lineLink(i int) values.Link {
	next := p.Skip(i, " \n")
	if p.IsBelow(i) || p.Entry.Classes&lexicon.Code != 0 && (p.IsListed(next) || looks.BeginsWithCodeLine(p.Plain[next:])) {
		return values.Colon
	}
	if end := p.TokenEnd(next); p.Entry.Classes&(lexicon.Password|lexicon.NetKey) != 0 && p.IsTextEnd(end) && p.IsPlainWord(next, p.ValueEnd(next)) && utf8.RuneCountInString(p.Low[next:end]) > 7 {
		return values.Colon
	}
	return values.Adjacent
}

// parenLink returns how the noun leads to what stands in parentheses: as a colon does, if it is a passphrase.
func (p reader) parenLink() values.Link {
	if p.IsPhraseNoun() || p.IsSentence() {
		return values.Colon
	}
	return values.Adjacent
}

// answeredNext accepts the answer to a question that asks after the noun: "wifi şifresi ne? papatya", "what's the password?"
// and the answer in the next line, after who says it.
func (p reader) answeredNext(i int) (from, to int, kind values.Kind, ok bool) {
	if from, to, ok = p.numberNext(i); ok {
		return from, to, p.Kind(), true
	}
	mark := strings.IndexByte(p.Low[i:min(len(p.Low), i+40)], '?')
	if mark < 0 || p.Entry.Classes&(lexicon.Password|lexicon.Pin) == 0 {
		return 0, 0, "", false
	}
	asked := p.Low[i : i+mark]
	if strings.ContainsAny(asked, "\n.!") {
		return 0, 0, "", false
	}
	isBare := strings.TrimSpace(asked) == "" || p.Words.HasStem("what", asked)
	at := p.Skip(i+mark+1, " \"'`")
	if !strings.HasPrefix(p.Low[at:], "\n") {
		return 0, 0, "", false
	}
	at = p.Skip(at, "\n -")
	if end := p.WordEnd(at); end > at && strings.HasPrefix(p.Low[end:], ": ") { // "B: otter"
		at = p.Skip(end, ": ")
	}
	if end := p.ValueEnd(at); !isBare && (end <= at || !looks.IsUnnamedPassword(p.Plain[at:end])) {
		return 0, 0, "", false // of "the password of Netflix?" only what looks like one
	}
	return p.Value(at, values.Answer)
}

// afterAside returns what ends a text after a noun and an aside between commas, in a language without a copula: "пароль, не
// смейся, барсук".
func (p reader) afterAside(i int) (from, to int, kind values.Kind, ok bool) {
	n := strings.IndexByte(p.Low[i:min(len(p.Low), i+60)], ',')
	if n < 0 || p.Entry.Langs&^p.Words.Zero != 0 || p.Entry.Classes&lexicon.Password == 0 || p.IsQuestion() {
		return 0, 0, "", false
	}
	from = p.Skip(i+n+1, " \"'`")
	to = p.ValueEnd(from)
	return from, to, values.Password, p.IsTextEnd(to) && p.IsPlainWord(from, to)
}

// numberNext returns the number that is all of the line after a question for a code or a PIN: "what's the code for the bins
// again?" and below it "B: 4471".
func (p reader) numberNext(i int) (from, to int, ok bool) {
	mark := strings.IndexAny(p.Low[i:min(len(p.Low), i+80)], "?\n")
	if p.Entry.Classes&(lexicon.Pin|lexicon.Code|lexicon.BareCode|lexicon.Password|lexicon.Locked) == 0 || mark < 0 || p.Low[i+mark] != '?' || p.IsOfKind() {
		return 0, 0, false
	}
	line := p.Skip(i+mark+1, " \"'`)")
	if !strings.HasPrefix(p.Low[line:], "\n") {
		return 0, 0, false
	}
	from = p.Skip(line, "\n ->*")
	if end := p.WordEnd(from); end > from && strings.HasPrefix(p.Low[end:], ": ") && !p.IsDigitAt(from) {
		from = p.Skip(end, ": ")
	}
	to = p.Skip(from, "0123456789")
	rest := p.Low[to:]
	isAll := strings.TrimLeft(rest, " .!#*") == "" || strings.HasPrefix(strings.TrimLeft(rest, " .!#*"), "\n")
	return from, to, to-from >= 4 && to-from <= 8 && isAll && !p.IsNamedOther(p.Low[p.Start:i+mark])
}
