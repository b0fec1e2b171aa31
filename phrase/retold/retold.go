// Package retold tells whether a claim is a sentence of somebody's word for word, with nothing but the person turned: "Δεν πίνω καφέ", "Ο χρήστης δεν
// πίνει καφέ". It knows how the verbs, pronouns and owners of some languages turn (tongues.go), and no grammar: each word of the sentence has to stand
// in the claim and the reverse, in one order but for a verb. So nothing that limits, denies or doubts is ever left out, and no word is added.
//
// It also knows a claim that only reports the sentence as it stands: "User said: Δεν πίνω καφέ".
//
// It is pure. The caller gives it sentences, none that asks. Start reading at IsWhole.
package retold

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"keepsake/phrase/verbatim"
	"keepsake/text"
)

// IsWhole reports whether a part of a text, from and to in its bytes, is a whole sentence, or several, and a claim tells it (Tells). bare is that part
// without the words that ask to keep it. lent are the terms of texts by others: where the claim has one that the sentence has not, it is not told.
func IsWhole(s string, from, to int, bare, claim string, lent map[string]bool) bool {
	before, after := strings.TrimRight(s[:from], " \n"), strings.TrimLeft(s[to:], " ")
	isWhole := (before == "" || ends.MatchString(before) || strings.Contains(s[len(before):from], "\n") && !strings.ContainsAny(before[len(before)-1:], ":,")) &&
		(after == "" || begins.MatchString(after))
	if bare != s[from:to] {
		bare = that.ReplaceAllString(bare, "")
	}
	if !isWhole || !Tells(bare, claim) {
		return false
	}
	own := text.Terms(bare)
	return !slices.ContainsFunc(text.Terms(claim), func(t string) bool { return lent[t] && !slices.Contains(own, t) })
}

// ends and begins find that a sentence ended before, or does behind.
var ends, begins = regexp.MustCompile(`[.!…。]$`), regexp.MustCompile(`^[.!…。\n]`)

// that finds what joins a sentence to the words before it that ask to keep it: "remember: …", "remember that …".
var that = regexp.MustCompile(`(?i)^[\s,:;.–—-]*(?:(?:hogy|că|že|että|ότι|πως|що|что|dat) )?`)

// asTold finds a claim that reports what the person said of themselves: "User said that they like tea".
var asTold = regexp.MustCompile(`(?i)^(?:the )?user (?:said|says|stated|states|mentioned|mentions|told (?:me|the bot)) (?:that )?(they|their)(['’](?:re|ve|d|ll))? `)

// Unreported returns a claim that reports what the person said of themselves as what it says of them: "the user like tea". Other claims stay as they are.
func Unreported(claim string) string {
	m := asTold.FindStringSubmatch(claim)
	if m == nil {
		return claim
	}
	who := map[bool]string{true: "the user ", false: "the user's "}[strings.EqualFold(m[1], "they")]
	switch strings.ToLower(strings.Trim(m[2], "'’")) {
	case "re":
		who += "are "
	case "ve":
		who += "have "
	case "ll", "d":
		return claim
	}
	return who + claim[len(m[0]):]
}

// Tells reports whether a claim says a sentence of the person's in the third person, or reports it as it stands.
func Tells(said, claim string) bool {
	if strings.ContainsAny(said, "\"“”„«»") {
		return false
	}
	if words, ok := reported(claim); ok {
		told := wordsOf(words, nil)
		if len(told) > 0 && slices.Equal(told, wordsOf(said, nil)) {
			return true
		}
		claim = words
	}
	return slices.ContainsFunc(idioms, func(i idiom) bool { return i.said.MatchString(said) && i.claim.MatchString(claim) }) ||
		slices.ContainsFunc(tongues, func(t *tongue) bool { return t.user.MatchString(claim) && t.tells(said, claim) })
}

// reports finds a claim that reports what the person said, with the words themselves.
var reports = regexp.MustCompile(`(?is)^(?:the )?user (?:said|says|stated|states|wrote|mentioned|mentions|told (?:me|the bot))(?::| that:?)?\s*["“«„'](.+)["”»“']\.?$|^(?:the )?user (?:said|says|stated|states|wrote|mentioned|mentions|told (?:me|the bot))(?::| that:?)\s*(.+)$`)

// reported returns the words that a claim says the person said, and whether it is made so.
func reported(claim string) (words string, ok bool) {
	if words, ok = verbatim.Read(claim); ok {
		return words, true
	}
	m := reports.FindStringSubmatch(strings.TrimSpace(claim))
	if m == nil {
		return "", false
	}
	return m[1] + m[2], true
}

// idiom is what people say by set words, and how it is told of them.
type idiom struct{ said, claim *regexp.Regexp }

func newIdiom(said, claim string) idiom {
	return idiom{regexp.MustCompile(`(?i)^\s*(?:` + said + `)[\s.!)]*$`), regexp.MustCompile(`(?i)^(?:` + claim + `)\.?$`)}
}

var informal = `(?:the )?user (?:wants|prefers|would like) (?:to be addressed informally|to use informal address|informal address|an informal tone)(?: \([^)]{1,12}\))?`

var idioms = []idiom{
	newIdiom(`(?:ну )?(?:давай(?:те)?|можно|лучше) (?:(?:сразу|общаться|будем|перейд[её]м) )*на «?ты»?`, informal+`|пользователь (?:хочет|предпочитает|просит|предлагает)(?:,? чтобы (?:к нему|к ней)?\s?обращались)? ?(?:общаться|говорить|обращаться|быть|перейти|обращение)? ?(?:к нему|к ней)? ?на «?ты»?`),
	newIdiom(`(?:ну )?(?:давай(?:те)?|можна|краще) (?:(?:одразу|спілкуватися|будемо|перейдемо) )*на «?ти»?`, informal+`|користувач (?:хоче|воліє|просить|пропонує)(?:,? щоб (?:до нього|до неї)?\s?зверталися)? ?(?:спілкуватися|говорити|звертатися|бути|перейти|звертання)? ?(?:до нього|до неї)? ?на «?ти»?`),
	newIdiom(`(?:lass uns|wir können uns|du kannst mich|bitte) (?:gerne? )?duzen`, informal+`|der nutzer (?:möchte|will) (?:gern )?geduzt werden`),
}

// token is a word of a sentence, or the place of the person in it.
type token struct {
	word string
	role role
}

// role is what the person is in a sentence; none for other words.
type role byte

const (
	none   role = 0
	doer   role = 'n'
	owner  role = 'g'
	to     role = 'd'
	object role = 'a'
)

// wordsOf returns the words of a text, small, with one apostrophe and without the marks that change when a word is inflected.
func wordsOf(s string, t *tongue) (out []token) {
	s = strings.NewReplacer("’", "'", "ʼ", "'", "`", "'", "ё", "е", "Ё", "е", "ş", "ş", "ţ", "ț").Replace(strings.ToLower(strings.ReplaceAll(s, "İ", "i")))
	for w := range strings.FieldsFuncSeq(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("'-", r) && !unicode.IsMark(r)
	}) {
		if w = strings.Trim(w, "'-"); w == "" {
			continue
		}
		if t != nil && t.isAccented {
			w = text.Fold(unaccent.Replace(w))
		}
		out = append(out, token{word: w})
	}
	return out
}

// unaccent takes the marks from Greek vowels: a second one comes and goes with the word behind it.
var unaccent = strings.NewReplacer("ά", "α", "έ", "ε", "ή", "η", "ί", "ι", "ό", "ο", "ύ", "υ", "ώ", "ω", "ΐ", "ϊ", "ΰ", "ϋ")

// tells reports whether a claim in this language is a sentence in the third person.
func (t *tongue) tells(said, claim string) bool {
	if pausing.MatchString(strings.TrimRight(said, " .!…")) { // several clauses, of which one may take back or limit another
		return false
	}
	s := t.withRoles(wordsOf(t.before.Replace(said), t), t.self)
	for _, c := range t.claims(claim) {
		if t.isTurned(slices.Clone(s), c) {
			return true
		}
	}
	return false
}

// pausing finds what parts a sentence; a comma within a number does not.
var pausing = regexp.MustCompile(`[,;:—–(\n](?:\D|$)|\s-\s`)

// claims returns the words of a claim, with the person in each of the roles that their name there may have.
func (t *tongue) claims(claim string) (out [][]token) {
	for _, f := range t.names {
		for _, r := range f.roles {
			if marked := f.re.ReplaceAllString(strings.ToLower(strings.ReplaceAll(t.before.Replace(claim), "İ", "i")), " themselvesx ${1}"); strings.Count(marked, "themselvesx") == 1 {
				ts := wordsOf(marked, t)
				for i := range ts {
					if ts[i].word == "themselvesx" {
						ts[i] = token{role: r}
					}
				}
				out = append(out, ts)
			}
		}
	}
	return out
}

// withRoles returns tokens with the words for the speaker as such.
func (t *tongue) withRoles(ts []token, self map[string]role) []token {
	for i, w := range ts {
		if r := self[w.word]; r != none {
			ts[i] = token{role: r}
		}
	}
	return ts
}

// isTurned reports whether a claim is a sentence with the person turned.
func (t *tongue) isTurned(s, c []token) bool {
	isRole := func(x token) bool { return x.role != none }
	at := slices.IndexFunc(c, isRole)
	if at < 0 || slices.ContainsFunc(s, func(x token) bool { return t.joins[x.word] }) {
		return false
	}
	who := c[at].role
	c = slices.Delete(slices.Clone(c), at, at+1)
	speaks := false // "I" is there
	for i := 0; i < len(s); i++ {
		switch {
		case s[i].role == none:
			continue
		case s[i].role == doer:
			speaks = true
		case s[i].role != who || !t.isPlaced(who, s, c, i, at):
			return false
		default:
			who = none
		}
		s = slices.Delete(s, i, i+1)
		i--
	}
	if who == none {
		s, c = t.withoutClitics(s), t.withoutClitics(c)
		return !speaks && len(s) > 0 && t.aligned(s, c, nil) == 0
	}
	switch s, c = t.withoutClitics(s), t.withoutClitics(c); who {
	case doer:
		if len(s) > 1 {
			for i, x := range s { // an auxiliary or a copula that only the speaker has
				if t.drops[x.word] && t.aligned(slices.Delete(slices.Clone(s), i, i+1), c, nil) == 0 {
					return true
				}
			}
		}
		n := t.aligned(s, c, t.verbs)
		return n == 1 || n == 0 && speaks && t.isBare || n < 0 && t.moves(s, c)
	case owner, to:
		return t.owned != nil && t.aligned(s, c, t.owned) == 1 && t.ownsNext(s, c, who, at)
	}
	return false
}

// isPlaced reports whether what the person owns is beside them in a sentence and in the claim; other roles may stand anywhere.
func (t *tongue) isPlaced(who role, s, c []token, i, at int) bool {
	if who != owner || t.isFree {
		return true
	}
	before := 0 // words before the owner in what was said, without the other roles
	for _, x := range s[:i] {
		if x.role == none {
			before++
		}
	}
	if at > len(c) {
		return false
	}
	skipped := at - before
	if t.ownerFirst { // "moje žena", "žena uživatele"
		return skipped == 1 || skipped == 2 && t.adjective.MatchString(c[before].word)
	}
	return skipped == 0 || skipped == 1 && (t.adjective.MatchString(c[before].word) || before > 0 && t.adjective.MatchString(c[before-1].word))
}

// ownsNext reports whether the person stands right before what is theirs, in a language whose nouns say whose they are; words that only describe it may
// stand between. To whom there is something, may stand anywhere.
func (t *tongue) ownsNext(s, c []token, who role, at int) bool {
	if who == to {
		return true
	}
	for i := at; i < len(c); i++ {
		if i < len(s) && s[i].word != c[i].word {
			return true
		}
		if !t.describing[c[i].word] {
			return false
		}
	}
	return false
}

func (t *tongue) withoutClitics(ts []token) []token {
	var clitics, out []token
	for _, x := range ts {
		switch w, is := t.clitics[x.word]; {
		case is && w == "": // it only repeats the person
		case is:
			clitics = append(clitics, token{word: w})
		default:
			out = append(out, x)
		}
	}
	slices.SortFunc(clitics, func(a, b token) int { return strings.Compare(a.word, b.word) })
	return append(out, clitics...)
}

// aligned returns how many words of a sentence the claim has turned, where all others are the same; -1 where they are not.
func (t *tongue) aligned(s, c []token, turns func(said, claim string) bool) (n int) {
	if len(s) != len(c) {
		return -1
	}
	for i := range s {
		switch {
		case s[i] == c[i]:
		case turns != nil && turns(s[i].word, c[i].word):
			n++
		default:
			return -1
		}
	}
	return n
}

// moves reports whether a claim is a sentence but for a verb, which is turned and stands elsewhere. Where a word denies, none moves.
func (t *tongue) moves(s, c []token) bool {
	if len(s) != len(c) || slices.ContainsFunc(s, func(x token) bool { return t.denies[x.word] }) {
		return false
	}
	for i := range s {
		for k := range c {
			if t.verbs(s[i].word, c[k].word) && slices.Equal(slices.Delete(slices.Clone(s), i, i+1), slices.Delete(slices.Clone(c), k, k+1)) {
				return true
			}
		}
	}
	return false
}
