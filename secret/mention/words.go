package mention

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// IsPlainWord reports whether a word has no part in what is said about passwords, so that it can be one.
func (p *Noun) IsPlainWord(from, to int) bool {
	return utf8.RuneCountInString(p.Low[from:to]) > 3 && p.Low[from:to] == p.Plain[from:to] && p.IsPlainInAnyCase(from, to)
}

// IsPlainInAnyCase is IsPlainWord for a word that may have capitals, and is one of several so that it may be short.
func (p *Noun) IsPlainInAnyCase(from, to int) bool {
	low := p.Low[from:to]
	r, _ := utf8.DecodeRuneInString(low)
	if utf8.RuneCountInString(low) < 3 || !looks.HasOnlyLetters(low) && !isGeresh(low) || plain.IsDense(r) || plain.IsHangul(r) {
		return false
	}
	for _, list := range []string{"stop", "next", "filler", "is", "of", "my", "own", "use", "head", "have", "definite", "as", "at", "user", "article", "negation", "conj", "unit", "other", "with", "ordinary", "remember", "below", "shame"} {
		if p.Words.Is(list, low, ^uint32(0)) {
			return false
		}
	}
	for _, list := range []string{"lost", "network", "sent", "spelled", "remark"} {
		if p.Words.HasStem(list, low) {
			return false
		}
	}
	return !p.Words.IsAdverb(low, p.Entry.Langs) && !p.Words.HasStem("verb", low) && p.Words.Lists["lead"][low] == 0 && !p.isNounWord(low) && !p.Words.IsParticiple(low, p.Entry.Langs)
}

// isGeresh reports whether a word of Hebrew has the sign in it that makes of one letter another: "ג'וי".
func isGeresh(low string) bool {
	return unicode.Is(unicode.Hebrew, plain.FirstRune(low)) && looks.HasOnlyLetters(strings.ReplaceAll(low, "'", ""))
}

// isNounWord reports whether a word is a noun of the tables, "password" or "login".
func (p *Noun) isNounWord(low string) bool {
	for _, h := range p.Words.Index.Find(low) {
		if h.Noun != nil && h.Noun.Classes&(lexicon.Password|lexicon.Weak|lexicon.Login|lexicon.Net) != 0 && (h.Text == low || utf8.RuneCountInString(h.Text) > 4) {
			return true
		}
	}
	return false
}

// IsDenseWord reports whether a word of a script without spaces says nothing about a password, so that it can be one.
func (p *Noun) IsDenseWord(from, to int) bool {
	if to <= from {
		return false
	}
	low := p.Low[from:to]
	n := utf8.RuneCountInString(low)
	isThai := unicode.Is(unicode.Thai, plain.FirstRune(low))
	if n < 2 || n > 8 && !isThai || n > 12 || !isDenseLetters(low) || p.Words.Is("neverword", low, ^uint32(0)) || p.isNounWord(low) {
		return false
	}
	// In Korean a copula of its own ends no verb: "진달래 야".
	isWhole := plain.IsHangul(plain.FirstRune(low)) && p.RuneAt(to) == ' ' && p.FinalAfter(to)
	for _, list := range []string{"never", "pointing"} {
		for _, bad := range p.Words.Dense[list] {
			if isThai && utf8.RuneCountInString(bad) == 1 {
				continue
			}
			isPart := p.Words.Is("partword", bad, ^uint32(0)) || isWhole // "ดอกไม้" is a flower and says no "not"
			if strings.HasPrefix(low, bad) || !isPart && strings.Contains(low, bad) {
				return false
			}
		}
	}
	return true
}

// isDenseLetters reports whether all letters of s are of scripts without spaces.
func isDenseLetters(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !plain.IsDense(r) && !plain.IsHangul(r) })
}

// IsOfOneScript reports whether all letters of s are of one script without spaces: "西瓜", and not "変え", which is a part of a verb.
func IsOfOneScript(s string) bool {
	for _, script := range []*unicode.RangeTable{unicode.Han, unicode.Hangul, unicode.Katakana, unicode.Hiragana, unicode.Thai} {
		if !strings.ContainsFunc(s, func(r rune) bool { return !unicode.Is(script, r) }) {
			return true
		}
	}
	return false
}

// IsDenseText reports whether s is four characters and more of a script without spaces, and nothing else but spaces.
func IsDenseText(s string) bool {
	return utf8.RuneCountInString(s) > 3 && !strings.ContainsFunc(s, func(r rune) bool { return r != ' ' && !plain.IsDense(r) && !plain.IsHangul(r) })
}

// Closing returns the signs that may close what the noun stands in. A quotation mark right behind a noun of a script without spaces, where
// none is open, begins the secret: "合言葉「ひまわり」".
func (p *Noun) Closing() string {
	lo, _ := p.Sentence()
	isOpen := strings.Count(p.Low[lo:max(lo, p.Start)], `"`)%2 == 1
	if plain.IsDense(plain.LastRune(p.Entry.Text)) && !isOpen {
		return "*)_]|"
	}
	return "\"'`*)_]|"
}

// IsLinked reports whether a copula or a sign stands right behind the noun.
func (p *Noun) IsLinked() bool {
	next := p.Skip(p.End, " ")
	_, isLinked := p.Match("is", next)
	return isLinked || next < len(p.Low) && strings.IndexByte(":=", p.Low[next]) >= 0
}

// IsNoun reports whether the noun itself stands between two places.
func (p *Noun) IsNoun(from, to int) bool { return from < p.End && to > p.Start }

// IsLost reports whether the noun's sentence says that the secret is forgotten or wrong.
func (p *Noun) IsLost() bool {
	lo, hi := p.Sentence()
	return p.Words.HasStem("lost", p.Low[lo:hi])
}
