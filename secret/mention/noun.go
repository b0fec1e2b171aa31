// Package mention is a noun for a secret where it stands in a text, and what the words around it say: whose it is, where its
// sentence and its clauses end, whether it is asked for, denied or of another kind, whether a number beside it is a year.
//
// It finds no secret: what a value is, is in package values, and what leads to it in package sentence. All answers are about
// one noun; the words come from package lexicon, the text is in the even form of package plain.
//
// Start reading at Noun, then Sentence and IsClauseEnd.
package mention

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// Noun is a noun in a text, and what is known of the words around it.
type Noun struct {
	plain.Text
	Words      *lexicon.Words
	Entry      *lexicon.Noun // what the lexicon says of it
	Start, End int           // where it stands in Low, with its inflection
	Own        bool          // somebody's own: "my password"
	Changed    bool          // the sentence says that it was changed
	Far        bool          // "of" or "for" stands between the noun and the secret
	Skipped    int           // words between the noun and the secret
	Unnamed    bool          // the noun names no secret, but what it opens or how
	Named      bool          // other words between the noun and the secret are names, or said by a preposition
}

// All returns the nouns of the hits of a text, in their order.
func All(t plain.Text, w *lexicon.Words, hits []lexicon.Hit) (nouns []*Noun) {
	for _, h := range hits {
		if n := New(t, w, h); n != nil {
			nouns = append(nouns, n)
		}
	}
	return nouns
}

// New returns the noun of a hit where it stands in a text; nil if the hit has none, or if it is part of another word.
func New(t plain.Text, w *lexicon.Words, h lexicon.Hit) *Noun {
	if h.Noun == nil {
		return nil
	}
	p := &Noun{Text: t, Words: w, Entry: h.Noun, Start: h.At, End: h.At + len(h.Text)}
	if !p.bound() || p.isMentioned() || p.isFastening() || p.isNever() {
		return nil
	}
	return p
}

// isNever reports whether what looks like a noun is the German and Polish word that Spanish writes as "NIE", the number of a foreigner, or the Spanish
// one for "without" that Canada calls a number of a person: neither capitals nor a sign, a copula, an article or a word for whose it is say that it is a noun.
// The Japanese bus differs from a password by a mark that is folded.
func (p *Noun) isNever() bool {
	if p.RuneAt(p.Start) == 'ハ' && p.IsSource(p.Start, p.End, "バス") {
		return true
	}
	if p.Entry.Text != "nie" && p.Entry.Text != "sin" || plain.IsUpperAt(p.Plain, p.Start) || p.IsOwnBefore() {
		return false
	}
	at := len(strings.TrimRight(p.Low[:p.Start], " "))
	return !p.IsLinked() && !p.Words.Is("definite", p.Low[p.WordStart(at):at], p.Entry.Langs)
}

// At returns a noun of no class and of all languages for what stands between two places, to ask what the words around it say.
func At(t plain.Text, w *lexicon.Words, from, to int) *Noun {
	return &Noun{Text: t, Words: w, Entry: &lexicon.Noun{Text: t.Low[from:to], Langs: ^uint32(0)}, Start: from, End: to}
}

// As returns a copy of the noun that names secrets of other classes.
func (p *Noun) As(classes lexicon.Class) *Noun {
	q, noun := *p, *p.Entry
	noun.Classes = classes
	q.Entry = &noun
	return &q
}

// AsOwn returns a copy of the noun that is somebody's own.
func (p *Noun) AsOwn() *Noun {
	q := *p
	q.Own = true
	return &q
}

// bound reports whether the noun stands as a word of its own, and moves the end behind its inflection.
func (p *Noun) bound() bool {
	if p.Before(p.Start) == '@' {
		return false // a machine: "anna@laptop"
	}
	if p.isInCommand() || p.isJSONValue() {
		return false
	}
	first, _ := utf8.DecodeRuneInString(p.Entry.Text)
	if r := p.Before(p.Start); plain.IsWordRune(r) && !plain.IsDense(first) && !plain.IsHangul(first) && !plain.IsDense(r) && !plain.IsHangul(r) {
		camel := plain.IsUpperAt(p.Plain, p.Start) && unicode.IsLower(plain.LastRune(p.Plain[:p.Start]))
		if !camel && (!p.Entry.Compound || !unicode.IsLetter(r)) {
			return false
		}
		if unicode.In(first, unicode.Arabic, unicode.Hebrew) && p.WordStart(p.Start) < p.Start-6 {
			return false
		}
	}
	last := plain.LastRune(p.Entry.Text)
	if plain.IsDense(last) || plain.IsHangul(last) {
		return !p.isScience()
	}
	i := p.End
	for n := 0; ; n++ {
		r, j := p.Next(i)
		if !plain.IsWordRune(r) || plain.IsDense(r) || plain.IsHangul(r) {
			break
		}
		if !p.Entry.Inflects && !(n == 0 && r == 's' && strings.HasSuffix(p.Entry.Text, "d")) || n == 6 || r <= '9' {
			return false
		}
		i = j
	}
	p.End = i
	// "password-protected", "password_hash" are other words.
	if r, j := p.Next(i); r == '-' || r == '_' {
		if p.Words.Is("ending", p.Low[j:p.WordEnd(j)], p.Entry.Langs) { // "PIN-em"
			p.End = p.WordEnd(j)
		} else if after, _ := p.Next(j); unicode.IsLetter(after) {
			return false
		}
	}
	return true
}

// isScience reports whether the noun is part of a word for cryptology, "密码学".
func (p *Noun) isScience() bool {
	rest := p.Low[p.End:]
	return strings.HasPrefix(rest, "学") || strings.HasPrefix(rest, "學") || strings.HasPrefix(rest, "학")
}

// isInCommand reports whether the noun is a program that somebody runs, "sudo passwd anna": a name of a user follows it.
func (p *Noun) isInCommand() bool {
	before := p.Low[:p.Start]
	return p.Entry.Text == "passwd" && (strings.HasPrefix(p.Low[p.End:], " -") && p.WordEnd(p.End+2) > p.End+2 || strings.HasSuffix(before, "sudo ") || strings.HasSuffix(before, "$ ") || strings.HasSuffix(before, "# "))
}

// isJSONValue reports whether a machine's text has the noun at the end of a value or of an entry of a list, which names
// nothing: {"error": "invalid_password", "attempts": 3}.
func (p *Noun) isJSONValue() bool {
	rest := p.Low[p.End:]
	if len(rest) < 2 || rest[0] != '"' && rest[0] != '\'' {
		return false
	}
	next := strings.TrimLeft(rest[1:], " \n\t")
	if next == "" || strings.IndexByte(",}]", next[0]) < 0 {
		return false
	}
	return strings.Contains(p.Low, `":`) || strings.Contains(p.Low, "':") || strings.HasPrefix(strings.TrimLeft(p.Low, " \n"), "[")
}

// isMentioned reports whether the noun is all that stands in quotation marks in a sentence that goes on behind them with a
// word that is no copula: the sentence is about the word, "how do you say 'password' in Basque".
func (p *Noun) isMentioned() bool {
	quote := p.Before(p.Start)
	if quote != '"' && quote != '\'' || !strings.HasPrefix(p.Low[p.End:], string(quote)+" ") && p.End+1 < len(p.Low) {
		return false
	}
	next := p.Skip(p.End, "\"' ")
	if next == p.End || !strings.HasSuffix(p.Low[:p.Start-1], " ") {
		return false
	}
	_, is := p.Match("is", next)
	_, of := p.Match("of", next)
	r, _ := p.Next(next)
	return r == 0 || unicode.IsLetter(r) && (!is || of)
}

// isFastening reports whether the noun is a verb, "pin the message in the group".
func (p *Noun) isFastening() bool {
	next := p.Skip(p.End, " ")
	end := p.WordEnd(next)
	word := p.Low[next:end]
	return p.Entry.Text == "pin" && slices.Contains([]string{"the", "this", "that", "these", "those", "it", "them", "a"}, word) && p.IsSource(next, end, word) && !p.Words.Is("my", p.Low[p.WordStart(max(0, p.Start-1)):max(0, p.Start-1)], ^uint32(0))
}

// IsCoveredBy reports whether a longer noun covers phrase i: "api key" covers "key".
func IsCoveredBy(all []*Noun, i int) bool {
	p := all[i]
	for j := max(0, i-12); j < min(len(all), i+12); j++ {
		if o := all[j]; j != i && o.Start <= p.Start && o.End >= p.End && len(o.Entry.Text) > len(p.Entry.Text) && o.Entry.Langs&p.Entry.Langs != 0 {
			return true
		}
	}
	return false
}

// IsOfThing reports whether a script without spaces goes on with what the code is of: "code-of-goods".
func (p *Noun) IsOfThing() bool {
	_, is := p.MatchDense("other", p.End)
	return is && p.Entry.Classes&lexicon.BareCode != 0 || p.IsKept() || p.IsOfKind() || p.isPublicKey()
}

// isPublicKey reports whether the word before says that a key is of a kind that opens nothing: "primary key".
func (p *Noun) isPublicKey() bool {
	at := len(strings.TrimRight(p.Low[:p.Start], " -_"))
	return p.Entry.Classes&(lexicon.Key|lexicon.NetKey) != 0 && looks.IsPublicName(p.Low[p.WordStart(at):at])
}

// IsKept reports whether the words before the noun make of it what a thing keeps: "gestor de contraseñas".
func (p *Noun) IsKept() bool {
	words := strings.Fields(p.Low[max(0, p.Start-32):p.Start])
	for n := len(words) - 1; n >= 0 && n >= len(words)-4; n-- {
		if p.Words.Is("keeper", words[n], ^uint32(0)) {
			return true
		}
		if !p.Words.Is("of", words[n], p.Entry.Langs) && !p.Words.Is("my", words[n], p.Entry.Langs) && n < len(words)-1 {
			return false
		}
	}
	return false
}

// Match reports whether a word of a list stands at i, and where it ends.
func (p *Noun) Match(list string, i int) (int, bool) {
	r, _ := p.Next(i)
	langs := p.Entry.Langs
	if plain.IsDense(r) || plain.IsHangul(r) {
		for _, d := range p.Words.Dense[list] {
			if strings.HasPrefix(p.Low[i:], d) && p.Words.Is(list, d, langs) {
				return i + len(d), true
			}
		}
		return i, false
	}
	j := p.WordEnd(i)
	for _, end := range []int{p.TokenEnd(i), j} {
		if end > i && p.Words.Is(list, strings.TrimRight(p.Low[i:end], ",:;"), langs) {
			end = i + len(strings.TrimRight(p.Low[i:end], ",:;"))
			if p.Low[i:end] == "e" && p.IsSource(i, end, "e") {
				return i, false // Italian "e" is "and", "è" is "is"
			}
			return end, true
		}
	}
	return i, false
}

// MatchWords is Match for a list whose entries have several words. It takes the longest.
func (p *Noun) MatchWords(list string, i int) (int, bool) {
	first, _ := p.Next(i)
	for _, words := range p.Words.Beginning(list, first) {
		if !strings.HasPrefix(p.Low[i:], words) || !p.Words.Is(list, words, p.Entry.Langs) {
			continue
		}
		last := plain.LastRune(words)
		if r, _ := p.Next(i + len(words)); !plain.IsWordRune(r) && r != '-' || plain.IsDense(last) || plain.IsHangul(last) {
			return i + len(words), true
		}
	}
	return i, false
}

// MatchDense is Match for words of scripts without spaces, of any language.
func (p *Noun) MatchDense(list string, i int) (int, bool) {
	for _, d := range p.Words.Dense[list] {
		if strings.HasPrefix(p.Low[i:], d) {
			return i + len(d), true
		}
	}
	return i, false
}

// DenseBefore cuts a word of one of the lists off before i, in scripts without spaces.
func (p *Noun) DenseBefore(i int, lists ...string) (int, bool) {
	if r := p.Before(i); !plain.IsDense(r) && !plain.IsHangul(r) {
		return i, false
	}
	for _, list := range lists {
		for _, d := range p.Words.Dense[list] {
			if strings.HasSuffix(p.Low[:i], d) && p.Words.Is(list, d, p.Entry.Langs) {
				return i - len(d), true
			}
		}
	}
	return i, false
}

// StemAt returns the end of the word at i if it begins with a stem of a list; a stem of several words ends with its own.
func (p *Noun) StemAt(list string, i int) (int, bool) {
	first, _ := p.Next(i)
	for _, stem := range p.Words.Beginning(list, first) {
		if !strings.HasPrefix(p.Low[i:], stem) {
			continue
		}
		end := i + len(stem)
		if last := plain.LastRune(stem); plain.IsDense(last) || plain.IsHangul(last) {
			return end, true
		}
		if word := p.WordEnd(end); word == end || utf8.RuneCountInString(stem) > 4 {
			return word, true
		}
	}
	return i, false
}
