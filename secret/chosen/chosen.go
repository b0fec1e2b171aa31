// Package chosen finds the plain word that a sentence says somebody made, put or picked as the password, where a verb, a pronoun or what it is for
// stands between: "my nephew made strawberry my password for the bank", "torunum Trendyol için şifre olarak papatya koydu".
//
// The word proves nothing by itself, so three things have to be there: a verb for choosing (lists chooses and choselast of package lexicon), a word
// for "as" or a possessive beside the noun (aslink, asbehind), and a word that says nothing else (notchosen). A question may follow. Texts come in
// the even form of package plain.
//
// Beside that: what somebody types and a service refuses (refused.go), what a note gives by its place (noted.go), and what somebody took for a service,
// changed a password to or logs in with (taken.go).
//
// Start reading at Find.
package chosen

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
	"keepsake/secret/predicate"
)

const (
	maxText    = 400 // bytes of a text that somebody types
	maxPronoun = 3   // words between the verb and the word
	maxOf      = 4   // words that say what the password is for
)

// choice is a word for a password and its clause.
type choice struct {
	*mention.Noun
	lo, hi int
}

// Find adds the word that each noun for a password is said to be.
func Find(t plain.Text, w *lexicon.Words, nouns []*mention.Noun, add func(from, to int)) {
	if len(t.Low) > maxText || strings.ContainsAny(t.Low, "{}<>[]=") {
		return
	}
	for i, n := range nouns {
		if n.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 || mention.IsCoveredBy(nouns, i) {
			continue
		}
		c := clauseOf(n)
		if c.Words.HasWord("negation", c.Low[c.lo:c.hi]) || c.Words.HasStem("lost", c.Low[c.lo:c.Start]) {
			continue
		}
		for _, find := range []func() (int, int, bool){c.before, c.beforeVerb, c.behind, c.weighed} {
			if from, to, ok := find(); ok {
				if from < n.End || !predicate.Is(n, from, to) {
					add(from, to)
				}
				break
			}
		}
	}
}

// clauseOf returns the noun with what stands around it up to a sign.
func clauseOf(n *mention.Noun) choice {
	c := choice{n, n.Start, n.End}
	for c.lo > 0 && !isBreak(n, c.lo-1) {
		c.lo--
	}
	for c.hi < len(n.Low) && !isBreak(n, c.hi) {
		c.hi++
	}
	return c
}

// isBreak reports whether a sign at i ends a clause: a point within a word or an address does not.
func isBreak(n *mention.Noun, i int) bool {
	return strings.IndexByte(",;!?\n:()", n.Low[i]) >= 0 || n.Low[i] == '.' && (i+1 == len(n.Low) || n.Low[i+1] == ' ' || n.Low[i+1] == '\n')
}

// asBefore returns where what stands before the noun ends, without articles, and without a word for "as", and whether there is an article or a
// possessive and whether there is such a word.
func (c choice) asBefore() (end int, isMine, isAs bool) {
	if head, is := strings.CutSuffix(c.Low[c.lo:c.Start], " כ"); is {
		return c.lo + len(head), false, true // "כסיסמה"
	}
	end = c.lo + len(strings.TrimRight(c.Low[c.lo:c.Start], " \"'"))
	for range 2 {
		if head, is := c.Words.CutLast("aslink", c.Low[c.lo:end]); is {
			return c.lo + len(strings.TrimRight(head, " \"'")), isMine, true
		}
		word := c.Low[c.WordStart(end):end]
		if !c.Words.Is("article", word, ^uint32(0)) && !c.Words.Is("my", word, c.Entry.Langs) {
			break
		}
		isMine = true
		end = c.lo + len(strings.TrimRight(c.Low[c.lo:max(c.lo, c.WordStart(end))], " "))
	}
	return end, isMine, false
}

// before returns the word before the noun, behind a verb for choosing or before one that ends the clause: "me puso mariposa de contraseña",
// "made strawberry my password", "پروانه رو رمز اینستا گذاشته".
func (c choice) before() (from, to int, ok bool) {
	to, isMine, isAs := c.asBefore()
	from = c.WordStart(to)
	if from < c.lo || from >= to || !c.isWord(from, to) {
		return 0, 0, false
	}
	isFollowed := isAs && c.isVerbBehind()
	isVerb, isBeside := c.isChosenBefore(from)
	arabic := c.Entry.Langs&(c.Words.Langs["ar"]|c.Words.Langs["fa"]) != 0
	return from, to, isVerb && (isAs || isBeside && (isMine || arabic)) || isFollowed
}

// isChosenBefore reports whether a verb for choosing stands before a place, with pronouns alone between, and whether it stands right before it.
func (c choice) isChosenBefore(i int) (ok, isBeside bool) {
	head := strings.TrimRight(c.Low[c.lo:i], " \"'")
	for n := range maxPronoun {
		if _, is := c.Words.CutLast("chooses", head); is {
			return true, n == 0
		}
		rest, is := c.Words.CutLast("towhom", head)
		if !is {
			return false, false
		}
		head = strings.TrimRight(rest, " ")
	}
	return false, false
}

// isVerbBehind reports whether a verb for choosing stands behind the noun and what it is for.
func (c choice) isVerbBehind() bool {
	rest := strings.TrimLeft(c.Low[c.End:c.hi], " ")
	for range maxOf {
		if _, is := c.Words.CutFirst("choselast", rest); is {
			return true
		}
		_, after, is := strings.Cut(rest, " ")
		if !is {
			return false
		}
		rest = after
	}
	return false
}

// beforeVerb returns the word behind the noun and before the verb that ends the clause: "als Passwort für Amazon schmetterling eingestellt", "şifre
// olarak çilek seçti".
func (c choice) beforeVerb() (from, to int, ok bool) {
	_, _, isAs := c.asBefore()
	i := c.Skip(c.End, " ")
	if rest, is := c.Words.CutFirst("asbehind", c.Low[i:c.hi]); is {
		isAs, i = true, c.Skip(c.hi-len(rest), " ")
	}
	if !isAs {
		return 0, 0, false
	}
	for range maxOf {
		end := c.WordEnd(i)
		if end == i || end >= c.hi {
			return 0, 0, false
		}
		next := c.Skip(end, " \"'")
		if _, is := c.Words.CutFirst("choselast", c.Low[next:c.hi]); is {
			last := c.Low[c.WordStart(len(strings.TrimRight(c.Low[:i], " "))):i]
			return i, end, c.isWord(i, end) && !c.Words.HasWord("article", last)
		}
		i = next
	}
	return 0, 0, false
}

// behind returns the word behind the noun: after "as" and the noun up to the end of the clause, "de clave betis,"; after a verb that follows the noun,
// "پسورد رو گذاشته پرسپولیس"; or in Latin letters behind a noun in another script that a verb stands before, "设了密码hudie".
func (c choice) behind() (from, to int, ok bool) {
	_, _, isAs := c.asBefore()
	lead := c.Low[c.lo:c.Start]
	from = c.Skip(c.End, " \"'")
	if rest, is := c.Words.CutFirst("marksobject", c.Low[from:c.hi]); is {
		from = c.Skip(c.hi-len(rest), " ")
	}
	if f, t, is := c.setTo(); is {
		return f, t, true
	}
	rest, isVerb := c.Words.CutFirst("choselast", c.Low[from:c.hi])
	if isVerb {
		from = c.Skip(c.hi-len(rest), " \"'")
	}
	to = c.ScriptEnd(from, c.WordEnd(from))
	isPut := c.Words.HasEntry("chooses", lead) || c.Words.HasStem("addressed", lead) || strings.Contains(lead, "@")
	isEnd := c.Skip(to, " \"'") >= c.hi
	if isVerb || isAs && isPut {
		return from, to, isEnd && c.isWord(from, to)
	}
	if !isPut {
		return 0, 0, false
	}
	if c.Entry.Langs&c.slavic() != 0 && c.isWord(from, to) && (lexicon.IsRussianName(c.Low[from:to]) || strings.HasSuffix(c.Low[from:to], "ка")) && c.isPurpose(to) {
		return from, to, true
	}
	return c.foreignBehind()
}

// setTo returns the word in small Latin letters behind a noun in a script without spaces and what sets the password to it: "密码设成了guoan", "パスワードを
// hanshin にし".
func (c choice) setTo() (from, to int, ok bool) {
	rest, is := c.Words.CutFirst("setsto", c.Low[c.End:c.hi])
	from = c.Skip(c.hi-len(rest), " ")
	to = c.ScriptEnd(from, c.WordEnd(from))
	if !is || !plain.IsASCII(c.Low[from:to]) || c.Plain[from:to] != c.Low[from:to] || !c.isWord(from, to) {
		return 0, 0, false
	}
	_, isTo := c.Words.CutFirst("chosento", c.Low[c.Skip(to, " "):c.hi])
	return from, to, isTo || utf8.RuneCountInString(c.Low[c.End:c.hi-len(rest)]) > 1
}

// slavic returns the languages in Cyrillic.
func (c choice) slavic() uint32 { return c.Words.Langs["ru"] | c.Words.Langs["uk"] }

// isPurpose reports whether what follows says what for: "щоб заходити".
func (c choice) isPurpose(i int) bool {
	word := c.Low[c.Skip(i, " "):c.WordEnd(c.Skip(i, " "))]
	return c.Words.Is("sothat", word, ^uint32(0))
}

// foreignBehind returns the word in small Latin letters behind a noun in another script and what the password is for: "حط كلمة المرور حق حراج yasmine".
func (c choice) foreignBehind() (from, to int, ok bool) {
	if plain.LastRune(c.Low[:c.End]) < utf8.RuneSelf && !plain.IsDense(c.Before(c.Start)) {
		return 0, 0, false
	}
	i := c.Skip(c.End, " \"'")
	for range maxOf {
		end := c.ScriptEnd(i, c.WordEnd(i))
		if end == i || i >= c.hi {
			return 0, 0, false
		}
		low := c.Low[i:end]
		if plain.IsASCII(low) && c.Plain[i:end] == low && c.isWord(i, end) {
			r, _ := c.Next(end)
			return i, end, !strings.ContainsRune("._@-/", r) || c.Skip(end, " .") >= c.hi
		}
		i = c.Skip(end, " \"'")
	}
	return 0, 0, false
}

// weighed returns the word that begins a clause, where a copula follows it, and behind the noun how good it is: "nudelsuppe sei als Kennwort zu leicht".
func (c choice) weighed() (from, to int, ok bool) {
	end, _, isAs := c.asBefore()
	head := c.Low[c.lo:end]
	from = c.Skip(c.lo, " \"'")
	to = c.WordEnd(from)
	if !isAs || to >= end || !c.Words.HasStem("tooweak", c.Low[c.End:c.hi]) && !c.Words.HasStem("strength", c.Low[c.End:c.hi]) {
		return 0, 0, false
	}
	link := strings.Trim(head[to-c.lo:], " \"'")
	return from, to, c.Words.Is("weighs", link, ^uint32(0)) && c.isWord(from, to)
}

// isWord reports whether a word can be the password and says nothing else.
func (c choice) isWord(from, to int) bool {
	low := c.Low[from:to]
	least := 4
	if unicode.In(plain.FirstRune(low), unicode.Hebrew, unicode.Arabic, unicode.Devanagari) {
		least = 3
	}
	if utf8.RuneCountInString(low) < least || looks.HasDigit(low) && !looks.HasLetter(low) || !c.IsPlainInAnyCase(from, to) {
		return false
	}
	for _, list := range []string{"vague", "other", "towhom", "chooses", "choselast", "pronoun"} {
		if c.Words.Is(list, low, ^uint32(0)) {
			return false
		}
	}
	return !c.isSaid(low) && !c.Words.HasStem("service", low) && !c.Words.HasThing("device", low) && !c.Words.HasStem("state", low)
}

// isSaid reports whether a word says how or what kind of password it is: it begins with such a stem, or is it.
func (c choice) isSaid(low string) bool {
	for _, stem := range c.Words.Beginning("notchosen", plain.FirstRune(low)) {
		if low == stem || utf8.RuneCountInString(stem) > 3 && strings.HasPrefix(low, stem) {
			return true
		}
	}
	return false
}
