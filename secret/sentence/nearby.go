package sentence

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/typed"
	"keepsake/secret/values"
)

// nearby returns the one thing in the noun's sentence that can be the secret, wherever grammar puts it:
// "with K9!mora you get into Netflix, that's the password". It is asked after forward and backward found
// nothing. It accepts only what looks like nothing else, a random token or a number without a use of its own,
// and only where the sentence has one of it.
func (p reader) nearby() (from, to int, kind values.Kind, ok bool) {
	lo, hi := p.Sentence()
	c := p.Entry.Classes
	if isLost := p.Words.HasStem("lost", p.Low[lo:hi]); isLost && c&lexicon.Password != 0 {
		// "it says wrong password and I keep typing otter55". Of weak nouns and keys what looks random is taken in any case.
		if looks.HasDigit(p.Low[lo:hi]) {
			if from, to, ok = p.LoneRandom(lo, hi); ok && (p.IsTyped(lo, from, to) || p.isSaid(from)) {
				return from, to, p.Kind(), true
			}
		}
	} else if c&(lexicon.Password|lexicon.Weak|lexicon.Key) != 0 {
		if from, to, ok = p.LoneRandom(lo, hi); ok {
			return from, to, p.Kind(), true
		}
		if from, to, ok = p.besides(lo, hi); ok {
			return from, to, p.Kind(), true
		}
	}
	if from, to, ok = typed.OfCard(p.Noun); ok {
		return from, to, values.Password, true
	}
	if from, to, ok = p.lineBefore(lo); ok {
		return from, to, p.Kind(), true
	}
	if c&(lexicon.Pin|lexicon.Code|lexicon.BareCode|lexicon.CVV) != 0 {
		if from, to, ok = p.LoneNumber(lo, hi); ok {
			return from, to, p.Kind(), true
		}
		if from, to, ok = p.LoneDoorCode(lo, hi); ok {
			return from, to, values.Password, true
		}
		if next := p.Skip(hi, ".!; "); c&lexicon.Pin != 0 && next > hi && p.IsVerb(p.Low[lo:hi]) && p.isSaidNext(next) { // "The alarm code changed. It's 4711"
			end := next
			for end < min(len(p.Low), next+60) && !p.EndsSentenceAt(end) {
				end++
			}
			if from, to, ok = p.LoneNumber(next, end); ok {
				return from, to, p.Kind(), true
			}
		}
	}
	return 0, 0, "", false
}

// isSaid reports whether a copula stands before i: "told him it's K9!mora and he says the password is wrong".
func (p reader) isSaid(i int) bool {
	at := len(strings.TrimRight(p.Low[:i], " \"'`"))
	word := p.Low[p.WordStart(at):at]
	return word == "its" || word == "it's" || word == "c'est" || p.Words.Is("is", word, p.Entry.Langs) && !p.Words.Is("of", word, p.Entry.Langs)
}

// lineBefore returns the number that is all of the text before the noun's line, which says whose or what it is: "665 847" and
// below it "is your login code".
func (p reader) lineBefore(lo int) (from, to int, ok bool) {
	to = len(strings.TrimRight(p.Low[:lo], " \n"))
	from = p.Skip(0, " \n\"'`*")
	n := looks.CountDigits(p.Low[from:max(from, to)])
	if n < 4 || n > 8 || to-from > n+1 || !looks.IsDigits(p.Low[from:to]) || p.Low[to:lo] == "" || !strings.Contains(p.Low[to:lo], "\n") || p.IsQuestion() || p.IsOfKind() {
		return 0, 0, false
	}
	first := p.Skip(lo, " ")
	_, isCopula := p.Match("is", first)
	return from, to, p.Entry.Classes&lexicon.Code != 0 || isCopula || p.Own || p.IsOwnBefore()
}

// credentials returns the password of a name and a password that follow a word for logging in: "login tom_82 /
// K9!mora", or that the sentence logs in with: "I log in with K9!mora".
func (p reader) credentials() (from, to int, ok bool) {
	lo, hi := p.Sentence()
	if p.Words.HasStem("lost", p.Low[lo:hi]) {
		return 0, 0, false
	}
	sinceName, last := 9, "" // words since a name of a user
	for i := lo; i < hi; {
		end := p.TokenEnd(i)
		if end > hi {
			end = hi
		}
		a := p.Skip(i, "\"'`*_|([{<:,-")
		b := a + len(strings.TrimRight(p.Low[a:max(a, end)], ".,;:)]}'\"*_`|>"))
		if slash := strings.IndexAny(p.Low[a:b], "/:"); slash > 1 && strings.Count(p.Low[a:b], "/")+strings.Count(p.Low[a:b], ":") == 1 && (!strings.Contains(p.Low[a:a+slash], ".") || looks.IsUserName(p.Low[a:a+slash])) && looks.IsUnnamedPassword(p.Plain[a+slash+1:b]) {
			return a + slash + 1, b, true
		}
		value := p.Plain[a:b]
		switch {
		case p.Words.Is("user", last, ^uint32(0)) && (looks.IsUserName(value) || looks.IsLowNumberedName(value) && p.Words.Is("of", last, ^uint32(0))):
			sinceName = -1
		case looks.IsUnnamedPassword(value) && (sinceName == 0 || sinceName <= 2 && !strings.ContainsAny(p.Low[lo:hi], "[]{}()=<>")) && !p.IsOther(a):
			return a, b, true
		case looks.IsAddress(value) && strings.Contains(value, "@") || looks.IsUnnamedPassword(value) || last != "" && p.Words.Is("user", last, ^uint32(0)):
			sinceName = -1
		}
		sinceName++
		last = strings.Trim(p.Low[a:max(a, b)], ":,/")
		i = max(end+1, i+1)
	}
	return 0, 0, false
}

// addFurther adds what else in the sentence of a password looks like one: "from K9!mora to mura-7-fek". What is
// found already stands between from and to.
func (p reader) addFurther(from, to int, add func(from, to int, kind values.Kind)) {
	if p.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 {
		return
	}
	lo, hi := p.Sentence()
	for _, part := range [][2]int{{lo, min(from, hi)}, {to, hi}} {
		for i := part[0]; i < part[1]; {
			f, t, ok := p.LoneRandom(i, part[1])
			if !ok {
				break
			}
			if looks.IsUnnamedPassword(p.Plain[f:t]) {
				add(f, t, values.Password)
			}
			i = t
		}
	}
}

// besides returns what looks random in the next sentence, or is the whole sentence before: "I changed my
// password. The new one is K9!mora".
func (p reader) besides(lo, hi int) (from, to int, ok bool) {
	if next := p.Skip(hi, ".!?; \n"); next < len(p.Low) && next > hi && (p.IsVerb(p.Low[lo:hi]) || p.isLine(next) || p.IsTextEnd(p.Skip(p.ValueEnd(next), "?")) || p.isSaidNext(next) || p.IsQuestion() && p.Skip(p.End, " ") == hi) {
		end := next
		for end < min(len(p.Low), next+60) && !p.EndsSentenceAt(end) {
			end++
		}
		if from, to, ok = p.LoneRandom(next, end); ok && looks.IsUnnamedPassword(p.Plain[from:to]) && (p.isLine(from) || p.IsTextEnd(p.Skip(to, "?"))) && !p.Words.HasStem("user", p.Low[next:from]) {
			return from, to, true
		}
	}
	if p.IsAs() || p.IsOwnBefore() && p.IsQuestionBefore(len(strings.TrimRight(p.Low[:lo], " "))) { // "how strong is K9!mora? I want it as my password"
		if from, to, ok = p.LoneRandom(p.TokenStart(max(0, lo-80)), lo); ok && looks.IsUnnamedPassword(p.Plain[from:to]) {
			return from, to, true
		}
	}
	end := len(strings.TrimRight(p.Low[:lo], ".!?; \n"))
	if start := p.TokenStart(end); start < end && start == 0 && looks.IsUnnamedPassword(p.Plain[:lo]) || start < end && start == 0 && looks.IsUnnamedPassword(p.Plain[start:end]) {
		return start, p.TokenEnd(start), true
	}
	return 0, 0, false
}

// isLine reports whether a line begins at i that has nothing but one token.
func (p reader) isLine(i int) bool {
	line, _, _ := strings.Cut(p.Low[i:], "\n")
	return p.Before(i) == '\n' && !strings.Contains(strings.TrimRight(line, " "), " ")
}

// isSaidNext reports whether the sentence at i begins by saying what something is: "the password. It's …".
func (p reader) isSaidNext(i int) bool {
	_, is := p.Match("is", i)
	if !is {
		_, is = p.MatchWords("namely", i)
	}
	if !is {
		_, is = p.MatchWords("itis", i)
	}
	return is
}
