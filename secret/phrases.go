package secret

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// phrase is a noun in a text, and what is known of the words around it.
type phrase struct {
	plain.Text
	w          *lexicon.Words
	n          *lexicon.Noun
	start, end int
	own        bool // somebody's own: "my password"
	changed    bool // the sentence says that it was changed
	far        bool // "of" or "for" stands between the noun and the secret
	skipped    int  // words between the noun and the secret
	unnamed    bool // the noun names no secret, but what it opens or how
	named      bool // other words between the noun and the secret are names, or said by a preposition
}

// newPhrase returns the noun of a hit where it stands in a text; nil if the hit has none, or if it is part of another word.
func newPhrase(t plain.Text, w *lexicon.Words, h lexicon.Hit) *phrase {
	if h.Noun == nil {
		return nil
	}
	p := &phrase{Text: t, w: w, n: h.Noun, start: h.At, end: h.At + len(h.Text)}
	if !p.bound() {
		return nil
	}
	return p
}

// as returns a copy of the phrase whose noun names secrets of other classes.
func (p *phrase) as(classes lexicon.Class) *phrase {
	q, noun := *p, *p.n
	noun.Classes = classes
	q.n = &noun
	return &q
}

// asOwn returns a copy of the phrase whose noun is somebody's own.
func (p *phrase) asOwn() *phrase {
	q := *p
	q.own = true
	return &q
}

// link is what stands between a noun and the secret.
type link int

const (
	adjacent link = iota // nothing
	colon                // a sign, or the end of a line after one
	copula               // "is"
	answer               // a question mark: "the password? swordfish"
	topic                // "は": only with a word at the end of the sentence
)

// findPhrases adds what people name as a secret: "my password is …", "… ist meine PIN".
func findPhrases(t plain.Text, w *lexicon.Words, hits []lexicon.Hit, add func(from, to int, kind Kind)) {
	var all []*phrase
	for _, h := range hits {
		if p := newPhrase(t, w, h); p != nil {
			all = append(all, p)
			p.findUnnamed(add)
		}
	}
	end := 0
	for i, p := range all {
		if p.start < end || isCoveredBy(all, i) || p.isOfThing() && !(p.isKept() && p.isSentence()) {
			continue
		}
		p.own = p.n.Mine || p.isOwnBefore()
		if p.isSentence() {
			if from, to, ok := p.givenSentence(); ok {
				add(from, to, Password)
				continue
			}
		}
		p.sharpenKey()
		if p.n.Classes&lexicon.Login != 0 {
			if from, to, ok := p.credentials(); ok {
				add(from, to, Password)
			}
			if p.n.Classes&^(lexicon.Login|lexicon.Opens) == 0 {
				continue
			}
		}
		from, to, kind, ok := p.forward()
		if !ok || !looks.HasDigit(p.Low[from:to]) {
			if f, t, k, is := p.backward(); is && (!ok || looks.IsHardRandom(p.Plain[f:t]) && looks.HasDigit(p.Low[f:t])) {
				from, to, kind, ok = f, t, k, true
			}
		}
		if !ok && p.elsewhere(add) {
			continue
		}
		if ok {
			add(from, to, kind)
			if f, t, is := p.predecessor(); is && p.n.Classes&lexicon.Password != 0 {
				add(f, t, Password)
			}
			end = p.others(to, add)
			p.addFurther(from, end, add)
			p.addSuccessor(to, add)
			p.addPINs(from, end, add)
		}
		p.echoes(max(end, p.end), add)
	}
}

// isOfThing reports whether a script without spaces goes on with what the code is of: "code-of-goods".
func (p *phrase) isOfThing() bool {
	_, is := p.matchDense("other", p.end)
	return is && p.n.Classes&lexicon.BareCode != 0 || p.isKept() || p.isOfKind()
}

// isKept reports whether the words before the noun make of it what a thing keeps: "gestor de contraseñas".
func (p *phrase) isKept() bool {
	words := strings.Fields(p.Low[max(0, p.start-32):p.start])
	for n := len(words) - 1; n >= 0 && n >= len(words)-4; n-- {
		if p.w.Is("keeper", words[n], ^uint32(0)) {
			return true
		}
		if !p.w.Is("of", words[n], p.n.Langs) && !p.w.Is("my", words[n], p.n.Langs) && n < len(words)-1 {
			return false
		}
	}
	return false
}

// isCoveredBy reports whether a longer noun covers phrase i: "api key" covers "key".
func isCoveredBy(all []*phrase, i int) bool {
	p := all[i]
	for j := max(0, i-12); j < min(len(all), i+12); j++ {
		if o := all[j]; j != i && o.start <= p.start && o.end >= p.end && len(o.n.Text) > len(p.n.Text) && o.n.Langs&p.n.Langs != 0 {
			return true
		}
	}
	return false
}

// bound reports whether the noun stands as a word of its own, and moves the end behind its inflection.
func (p *phrase) bound() bool {
	if p.Before(p.start) == '@' {
		return false // a machine: "anna@laptop"
	}
	first, _ := utf8.DecodeRuneInString(p.n.Text)
	if r := p.Before(p.start); plain.IsWordRune(r) && !plain.IsDense(first) && !plain.IsHangul(first) && !plain.IsDense(r) && !plain.IsHangul(r) {
		camel := plain.IsUpperAt(p.Plain, p.start) && unicode.IsLower(plain.LastRune(p.Plain[:p.start]))
		if !camel && (!p.n.Compound || !unicode.IsLetter(r)) {
			return false
		}
		if unicode.In(first, unicode.Arabic, unicode.Hebrew) && p.WordStart(p.start) < p.start-6 {
			return false
		}
	}
	last := plain.LastRune(p.n.Text)
	if plain.IsDense(last) || plain.IsHangul(last) {
		return true
	}
	i := p.end
	for n := 0; ; n++ {
		r, j := p.Next(i)
		if !plain.IsWordRune(r) || plain.IsDense(r) || plain.IsHangul(r) {
			break
		}
		if !p.n.Inflects && !(n == 0 && r == 's' && strings.HasSuffix(p.n.Text, "d")) || n == 6 || r <= '9' {
			return false
		}
		i = j
	}
	p.end = i
	// "password-protected", "password_hash" are other words.
	if r, j := p.Next(i); r == '-' || r == '_' {
		if p.w.Is("ending", p.Low[j:p.WordEnd(j)], p.n.Langs) { // "PIN-em"
			p.end = p.WordEnd(j)
		} else if after, _ := p.Next(j); unicode.IsLetter(after) {
			return false
		}
	}
	return true
}

// match reports whether a word of a list stands at i, and where it ends.
func (p *phrase) match(list string, i int) (int, bool) {
	r, _ := p.Next(i)
	langs := p.n.Langs
	if plain.IsDense(r) || plain.IsHangul(r) {
		for _, d := range p.w.Dense[list] {
			if strings.HasPrefix(p.Low[i:], d) && p.w.Is(list, d, langs) {
				return i + len(d), true
			}
		}
		return i, false
	}
	j := p.WordEnd(i)
	for _, end := range []int{p.TokenEnd(i), j} {
		if end > i && p.w.Is(list, strings.TrimRight(p.Low[i:end], ",:;"), langs) {
			end = i + len(strings.TrimRight(p.Low[i:end], ",:;"))
			if p.Low[i:end] == "e" && p.IsSource(i, end, "e") {
				return i, false // Italian "e" is "and", "è" is "is"
			}
			return end, true
		}
	}
	return i, false
}

// forward looks for the secret after the noun.
func (p *phrase) forward() (from, to int, kind Kind, ok bool) {
	i := p.Skip(p.end, "\"'`*)_]|")
	owner, skipped := false, 0
	p.named = true
	if from, to, kind, ok = p.answeredNext(i); ok {
		return from, to, kind, ok
	}
	for range 18 {
		i = p.Skip(i, " \t")
		r, j := p.Next(i)
		switch {
		case r == ':' || r == '=' || r == '>':
			return p.value(p.Skip(i, ":=> \t|*"), colon)
		case r == '\n':
			return p.value(p.Skip(i, " \n"), p.lineLink(i))
		case r == '-':
			return p.afterDash(i, j)
		case r == '(':
			if i, from, to, kind, ok = p.afterParen(i, j); ok || i < 0 {
				return from, to, kind, ok
			}
		case r == '?' || r == ';' && p.n.Langs&p.w.Langs["el"] != 0: // a question mark in Greek
			return p.value(p.Skip(j, "\"'`-\n "), answer)
		case r == ',':
			i = p.Skip(j, " ")
			if from, to, kind, ok = p.value(i, adjacent); ok {
				return from, to, kind, ok
			}
			if from, to, kind, ok = p.afterAside(i); ok {
				return from, to, kind, ok
			}
			owner = true // "the password, all in small letters, is …"
		case strings.ContainsRune("\"'`*_|~[{<#", r):
			return p.value(i, adjacent)
		case !plain.IsWordRune(r):
			return 0, 0, "", false
		default:
			if end, is := p.match("is", i); is {
				isName := p.n.Classes == lexicon.Net && p.w.Is("called", p.Low[i:end], ^uint32(0))
				if from, to, kind, ok = p.value(end, copula); ok && !isName || !p.isOf(i) {
					ok = ok && !isName
					return from, to, kind, ok
				}
			}
			if end, is := p.match("topic", i); is {
				return p.value(end, topic)
			}
			if end, is := p.saysNothing(i); is {
				i = end
				continue
			}
			if end, is := p.match("my", i); is && skipped == 0 {
				p.own = p.own || p.w.Is("own", p.Low[i:end], ^uint32(0))
				_, of := p.match("of", i)
				owner, i = owner || of, end
				continue
			}
			if end, is := p.match("change", i); is && !p.isAs() && p.isChanged() {
				return p.value(end, copula)
			}
			if end := p.WordEnd(i); end > i && p.w.Is("use", p.Low[i:end], p.n.Langs) && p.n.Classes&(lexicon.Password|lexicon.Pin) != 0 {
				if from, to, kind, ok = p.value(end, copula); ok {
					return from, to, kind, ok
				}
			}
			if end, is := p.match("of", i); is && skipped < 4 {
				owner, p.far, i = true, true, end
				continue
			}
			if from, to, kind, ok = p.value(i, adjacent); ok && (!owner && skipped == 0 || p.isLoneRandom(from, to) || p.isNote(from, to) || p.isRemark(to)) {
				return from, to, kind, ok
			}
			// Some other word: whose or what for, as in "password Gmail: …".
			if skipped++; skipped > 6 || !owner && (skipped > 3 || !p.isQualifier(i)) {
				return 0, 0, "", false
			}
			p.skipped = skipped
			owner = owner || skipped == 1 && p.n.Langs&p.w.Langs["en"] != 0 && plain.IsUpperAt(p.Plain, i) && p.isDefiniteBefore() // "the password Tom gave me is …"
			p.named = p.named && (owner || plain.IsUpperAt(p.Plain, i) || strings.HasPrefix(p.Low[i:], "ל"))
			i = p.ownerEnd(i)
		}
	}
	return 0, 0, "", false
}

// afterDash accepts what follows a dash at i, which ends at j: " - " is a link, "password-protected" none.
func (p *phrase) afterDash(i, j int) (from, to int, kind Kind, ok bool) {
	if next, _ := p.Next(j); p.Before(i) != ' ' && next != ' ' && next != '>' {
		return 0, 0, "", false
	}
	i = p.Skip(i, "-> ")
	if end, is := p.match("is", i); is {
		i = end
	}
	return p.value(i, colon)
}

// isLoneRandom reports whether a value among the words of an owner ("for room 101") is more than a
// number or a name with one.
func (p *phrase) isLoneRandom(from, to int) bool {
	v := p.Plain[from:to]
	c := p.n.Classes
	switch {
	case c&(lexicon.Password|lexicon.Weak|lexicon.Key) != 0 && len(v) >= 6 && looks.HasLetter(v) && looks.HasDigit(v), c&lexicon.Key != 0 && looks.IsLongMixed(v):
		return true
	case c&(lexicon.CVV|lexicon.ID|lexicon.Code) != 0 && !looks.HasLetter(v):
		return true
	}
	isPIN := c&lexicon.Pin != 0 || c&lexicon.Password != 0 && len(v) <= 8 && p.isTextEnd(to)
	other := p.otherWord(from)
	return isPIN && looks.IsDigits(v) && len(v) >= 4 && (other == "" || len(v) <= 6 && p.w.HasThing("lock", other)) && !looks.IsYear(v)
}

// kind returns what a secret of the noun is.
func (p *phrase) kind() Kind {
	switch c := p.n.Classes; {
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
