package phrase

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"

	"keepsake/phrase/numeral"
	"keepsake/phrase/verbform"
	"keepsake/text"
	"keepsake/text/sieve"
)

// Kind says what a token does in its clause.
type Kind int

// Kinds of tokens.
const (
	Frame   Kind = iota // an article, a preposition, "and"
	Filler              // "please", "really"
	Wish                // "wants", "prefers": how a request is reported
	Copula              // "is", "named"
	Subject             // the speaker: "I", "the user"
	Object              // the speaker: "me"
	Owner               // the speaker's: "my", "the user's"
	Other               // somebody else: "she", "their"
	Deny                // "not"
	Name
	Number
	Content
)

// Token is one word of a clause, or a run of a script without spaces.
type Token struct {
	Kind Kind
	Term string // folded, without marks
	// Owned says that the word is what somebody owns: by the speaker ("my boss").
	Owned bool
	// Genitive says that a name owns what is beside it ("Alec's").
	Genitive bool
	// Apostrophe says that an "'s" stands behind it, small or not: "of" or "is".
	Apostrophe bool
	// Comma says that a comma stands behind it.
	Comma bool
	// Noun says that an article or an owner stands before it.
	Noun bool
	// Self says that an ending which the term does not show makes the speaker do it: "pracuję", "dejé". Accented says that this is a Spanish one.
	Self, Accented bool
}

// IsSelfVerb reports whether the token looks like a verb in the first person of a language that leaves the pronoun out.
func (t Token) IsSelfVerb() bool { return t.Self || IsSelfVerb(t.Term) }

// IsEntity reports whether the token stands for a somebody or a something that a statement can be
// about: exchanging two of them turns a statement round.
func (t Token) IsEntity() bool {
	return (t.Kind == Name || t.Kind == Other || t.Owned) && !IsCalendar(t.Term)
}

// Counts reports whether the token carries what is said.
func (t Token) Counts() bool { return t.Kind >= Name }

// HasKind reports whether one of some tokens is of a kind.
func HasKind(ts []Token, k Kind) bool { return IndexKind(ts, k) >= 0 }

// IndexKind returns where the first token of a kind stands, -1 where none does.
func IndexKind(ts []Token, k Kind) int {
	return slices.IndexFunc(ts, func(t Token) bool { return t.Kind == k })
}

// Parts of words that hide a pronoun or a denial from a cut at apostrophes.
var (
	contractions = []struct {
		re *sieve.Regexp
		to string
	}{
		{sieve.MustCompile(`(?i)\bcan['’ʼ]t\b|\bcant\b`), "can not"},
		{sieve.MustCompile(`(?i)\bwon['’ʼ]t\b`), "will not"},
		{sieve.MustCompile(`(?i)(\p{L})n['’ʼ]t\b`), "$1 not"},
		{sieve.MustCompile(`(?i)\bi['’ʼ]?m\b`), "I am"},
		{sieve.MustCompile(`(?i)(^|\PL)só ([^s]|s[^e]|se\pL)`), "${1}somente $2"},
		{sieve.MustCompile(`(?i)(^|\PL)(?:a|vo)?vó(s?)(\PL|$)`), "${1}avoa$2$3"}, // two people when the marks are gone
		{sieve.MustCompile(`(?i)(^|\PL)(?:a|vo)?vô(s?)(\PL|$)`), "${1}avoo$2$3"},
		{sieve.MustCompile(`(?i)\b(i|you|we|they)['’ʼ](?:ve|d|ll|re)\b`), "$1"},
		{sieve.MustCompile(`(?i)\b(he|she|it|that|there|what|who|here)['’ʼ]s\b`), "$1 is"},
		{sieve.MustCompile(`(?i)\bj['’ʼ](\p{L})`), "je $1"},
		{sieve.MustCompile(`(?i)\b(m|z)['’ʼ]n\b`), "${1}ijn"},
		{sieve.MustCompile(`(?i)(^|\s)['’ʼ]k `), "${1}ik "},
		{sieve.MustCompile(`(?i)\bm['’ʼ](\p{L})`), "me $1"},
		{sieve.MustCompile(`(?i)\bn['’ʼ](\p{L})`), "ne $1"},
		{sieve.MustCompile(`(?i)\bc['’ʼ](\p{L})`), "ce $1"},
		{sieve.MustCompile(`(?i)\bs['’ʼ](ils?)\b`), "si $1"},
		{sieve.MustCompile(`(?i)\bqu['’ʼ](\p{L})`), "que $1"},
		{sieve.MustCompile(`(?i)\b(?:[ld]|dell|nell|all|un|s|t)['’ʼ](\p{L})`), "$1"},
		{sieve.MustCompile(`\b(\d{4})-0?(\d{1,2})-0?(\d{1,2})\b`), "$1 $2 $3"},
		{sieve.MustCompile(`\b(\d{1,2}) ?h ?(\d{2})\b`), "$1 h $2"},
		{sieve.MustCompile(`(\p{Nd})([a-zA-Z\p{Cyrillic}€$£%]+)\b`), "$1 $2"},
		{sieve.MustCompile(`([€$£])(\p{Nd})`), "$1 $2"},
		{sieve.MustCompile(`(?i)\b(?:works|work|working) as\b`), "is"},
		{sieve.MustCompile(`(?i)\bworks? on (the [^,.]{1,40}\bteam)\b`), "is on $1"},
		{sieve.MustCompile(`(?i)\b(?:arbeitet|arbeite) als\b`), "ist"},
		{sieve.MustCompile(`(?i)\b(?:travaille) comme\b`), "est"},
		{sieve.MustCompile(`(?i)\b(?:trabaja|trabajo) (?:como|de)\b`), "es"},
		{sieve.MustCompile(`(?i)(^|\P{L})работа(?:ет|ю)\s+(\p{Cyrillic}+(?:ом|ем|ой|ей|ром))($|\P{L})`), "$1$2$3"},
		{sieve.MustCompile(`(?i)\bleide[nt]? (?:unter|an)\b`), "hat"},
		{sieve.MustCompile(`(?i)\bsuffer(?:s|ing)? from\b`), "has"},
		{sieve.MustCompile(`(?i)\bsouffre d(?:e |['’])`), "a "},
		{sieve.MustCompile(`(?i)\b(?:padece|padezco|sufre|sufro)(?: de)?\b`), "tiene"},
		{sieve.MustCompile(`(?i)\bmoved (?:house )?to\b`), "live in"},
		{sieve.MustCompile(`(?i)(?:ai |a )?déménagé à`), "habite à"},
		{sieve.MustCompile(`(?i)\b(?:me|se) (?:he mudado|mudé|ha mudado|mudó) a\b`), "vivo en"},
		{sieve.MustCompile(`(?i)(?:переехал[аи]?|перебрал(?:ся|ась)) (?:жить )?в`), "живу в"},
		{sieve.MustCompile(`(?:已经)?搬(?:到|去)了?`), "住在"},
		{sieve.MustCompile(`€`), " euro "},
		{sieve.MustCompile(`\$`), " dollar "},
	}
	genitive = sieve.MustCompile(`(?i)['’ʼ]s?$`)
)

func expand(s string) string {
	s = strings.ReplaceAll(s, "使用", "用")
	for _, c := range contractions {
		s = c.re.ReplaceAllString(s, c.to)
	}
	return s
}

// articles stand before a noun.
var articles = WordSet(`the a an der die das den dem des ein eine einen einem einer eines le la les un une des el los las una unos unas o os as um uma il lo gli i uno de het een`)

// Tokens cuts a clause into tokens. The person themselves is the Subject, Object or Owner, whether
// they say "I" or a model says "the user".
func Tokens(s string) []Token {
	s = verbform.BareKorean(verbform.WriteJapanese(expand(nameThemselves(numeral.Digits(s)))))
	var out []Token
	first := true
	s = comma.ReplaceAllString(s, " , $1")
	for _, field := range strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("/-–—\"“”«»„()[]…!?.;:，。、！？；：「」『』", r) && r != '\''
	}) {
		if field == "," {
			if len(out) > 0 {
				out[len(out)-1].Comma = true
			}
			continue
		}
		out = append(out, tokensOf(field, first, out)...)
		first = false
	}
	nameHe(out)
	nameMi(out)
	nameNames(out, s)
	nameDenials(out, s)
	nameBen(out, s)
	markOwned(out)
	return out
}

// isInitial reports whether a word is one capital letter, and not "I".
func isInitial(field string) bool {
	return text.Len(field) == 1 && field != "I" && unicode.IsUpper(FirstRune(field))
}

func tokensOf(field string, first bool, before []Token) []Token {
	if strings.ContainsFunc(field, IsDense) {
		return denseTokens(field)
	}
	if strings.Contains(field, numeral.Point) {
		if n := strings.TrimFunc(field, func(r rune) bool { return !unicode.IsDigit(r) }); strings.Contains(n, numeral.Point) {
			return []Token{{Kind: Number, Term: n}}
		}
	}
	ends := genitive.MatchString(field)
	owns := ends && unicode.IsUpper(FirstRune(field))
	var out []Token
	for i, t := range text.Terms(genitive.ReplaceAllString(field, "")) {
		if i > 0 && turkishSuffix.MatchString(t) { // "Leo'dan", "Gebze'deki": no part of the name
			field = t
		}
		out = append(out, Token{Kind: kindOf(t, field, first, before), Term: t, Genitive: owns, Apostrophe: ends, Self: isSelfForm(field, before), Accented: verbform.IsAccented(field)})
	}
	return out
}

// turkishSuffix finds an ending behind an apostrophe.
var turkishSuffix = sieve.MustCompile(`^[dt][ae](?:n|ki)$`)

// comma finds a comma that is no part of a number.
var comma = sieve.MustCompile(`[,，、](\D|$)`)

// kindOf returns what a term does; field is how it was written.
func kindOf(t, field string, first bool, before []Token) Kind {
	upper := unicode.IsUpper(FirstRune(field)) && text.Len(t) > 1
	switch {
	case t == subjectMark:
		return Subject
	case strings.EqualFold(field, "té"): // tea; without its mark it is "you"
		return Content
	case t == ownerMark:
		return Owner
	case englishNouns[t] && isEnglishNoun(before), t == "own" && followsSubject(before):
		return Content
	case t == "right" && len(before) > 0 && (articles[before[len(before)-1].Term] || before[len(before)-1].Kind == Owner):
		return Content
	case t == "zijn" && len(before) > 0 && prepositions[before[len(before)-1].Term]: // a Dutch "his", which is "be" elsewhere
		return Frame
	case t == "je" && isPolish(before):
		return Content
	case t == "ja" && len(before) > 0 && before[len(before)-1].Term == "a": // in Polish; German says yes
		return Subject
	case (t == "ben" || t == "mina") && upper && !first: // a Turkish and a Finnish "I"
		return Name
	case field == "e" && len(before) > 0 && before[len(before)-1].Kind >= Name: // "and": "is" has a mark
		return Filler
	case strings.ContainsFunc(t, unicode.IsDigit):
		return Number
	case denial[t] || t == "not":
		return Deny
	case answering[t]:
		return Filler
	case !first && isInitial(field): // "the E team", "blood group O"
		return Name
	case upper && !first && !selfSubjects[t] && !selfOwners[t] && !others[t] && !linkVerbs[t] && !articles[t]:
		return Name
	case selfSubjects[t] && !(t == "i" && len(before) > 0 && before[len(before)-1].Term == "e"):
		return Subject
	case selfOwners[t] && !articles[t]:
		return Owner
	case selfObjects[t]:
		return Object
	case others[t]:
		return Other
	case t == "soy" && len(before) > 0 && before[len(before)-1].Kind == Content: // "takes soy milk"
		return Content
	case linkVerbs[t]:
		return Copula
	case articles[t] || demonstratives[t]:
		return Frame
	case wishes[t]:
		return Wish
	case fillers[t] || listeners[t]:
		return Filler
	case frame[t] && !verbs[t]:
		return Frame
	case upper && !IsImperative(t):
		return Name
	}
	return Content
}

// markOwned marks what stands after an owner, an article or a genitive.
func markOwned(ts []Token) {
	for i := range ts {
		if ts[i].Kind != Content && ts[i].Kind != Name {
			continue
		}
		for j := i - 1; j >= 0; j-- {
			if ts[j].Kind == Owner {
				ts[i].Owned = true
				break
			}
			if ts[j].Kind == Frame && articles[ts[j].Term] {
				ts[i].Noun = true
			}
			if ts[j].Kind != Filler && !(ts[j].Kind == Content && i-j == 1 && !IsArabic(ts[i].Term)) { // an Arabic word is owned by what stands behind it
				break
			}
		}
	}
}

// The marks that stand for a model's words for the person, before terms are cut.
const (
	subjectMark = "themselvesx"
	ownerMark   = "themselvesxs"
)

var (
	ownersEN = sieve.MustCompile(`(?i)\b(?:the )?users?['’ʼ]s?\b|\b(?:the )?users['’ʼ]`)
	// ownersAfter stand behind what is owned: "der Chef des Nutzers".
	ownersAfter = sieve.MustCompile(`(?i)(\p{L}+) (?:des (?:Be)?nutzers|der (?:Be)?nutzerin|des Anwenders|del usuario|de la usuaria|de l['’]utilisat(?:eur|rice)|do (?:usuário|utilizador)|da usuária|dell['’]utente|van de gebruiker|użytkownika|użytkowniczki|пользовательницы|користувачки|пользователя|користувача|المستخدم)`)
	subjects    = sieve.MustCompile(`(?i)\b(?:the user|users?|d(?:er|en|em|ie) (?:be)?nutzer(?:in)?|(?:be)?nutzer(?:in)?|(?:der|die|den|dem) anwender(?:in)?|el usuario|la usuaria|al usuario|l['’]utilisat(?:eur|rice)|(?:o|ao|pro) (?:usuário|utilizador)|[aà] (?:usuária|utilizadora)|l['’]utente|de gebruiker|användaren|pengguna)\b|[kK]ullanıcı(?:nın|ya|yı|dan|da)?|пользовател(?:ь|ю|ем|я|е|и)|користувач(?:а|у|ем)?|użytkownik(?:a|owi|iem)?|użytkownicz(?:ka|ce|kę|ką)|користувачк(?:а|у|ою)|пользовательниц(?:а|е|у|ей)|用户的|用戶的|使用者的|用户|用戶|使用者|ユーザーの|ユーザー|利用者|사용자의|사용자|المستخدم|המשתמש`)
)

// nameThemselves puts marks where a model names the person it talks to.
func nameThemselves(s string) string {
	s = ownersEN.ReplaceAllString(s, " "+ownerMark+" ")
	s = ownersAfter.ReplaceAllString(s, " "+ownerMark+" $1 ")
	return subjects.ReplaceAllStringFunc(s, func(m string) string {
		if strings.HasSuffix(m, "的") || strings.HasSuffix(m, "の") || strings.HasSuffix(m, "의") || strings.HasSuffix(m, "nın") {
			return " " + ownerMark + " "
		}
		return " " + subjectMark + " "
	})
}

//go:embed rings.txt
var ringsFile string

// rings holds for each word the numbers of its rings (rings.txt).
var rings = func() map[string][]int {
	out := make(map[string][]int)
	for i, line := range strings.Split(ringsFile, "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for _, w := range strings.Fields(line) {
			t := stripMarks(w)
			out[t] = append(out[t], i)
		}
	}
	return out
}()

// AreSynonyms reports whether two terms are in one ring.
func AreSynonyms(a, b string) bool {
	for _, i := range rings[a] {
		if slices.Contains(rings[b], i) {
			return true
		}
	}
	return false
}

// verbEndings are the endings of persons and tenses of now, by script.
var verbEndings = wordSetOf("", "ed", "ing", "er", "ar", "ir", "re", "ado", "ido", "ada", "ida", "te", "ten", "ant", "ando", "endo", "ato", "uto", "ito", "an", "e", "o", "t", "s", "st", "en", "n", "es", "is", "as", "a", "i", "em", "im", "am", "ons", "ez", "ent", "it", "et", "ei", "ou", "io", "iu",
	"у", "ю", "ет", "ешь", "ем", "ете", "ут", "ют", "ит", "ишь", "им", "ите", "ат", "ят", "ть", "и", "ите", "л", "ла", "ал", "ала")

func wordSetOf(words ...string) map[string]bool {
	out := make(map[string]bool)
	for _, w := range words {
		out[w] = true
	}
	return out
}

// AreVerbForms reports whether two terms look like persons of one verb, or a verb and its German participle.
func AreVerbForms(a, b string) bool {
	if IsArabic(a) && IsArabic(b) && (verbform.AreArabic(a, b) || verbform.AreArabic(b, a)) {
		return true
	}
	a, b = withoutGe(a, b), withoutGe(b, a)
	x, y := []rune(a), []rune(b)
	same := 0
	for same < len(x) && same < len(y) && x[same] == y[same] {
		same++
	}
	if unicode.Is(unicode.Hangul, FirstRune(a)) {
		return same >= 1 && len(x)-same <= 2 && len(y)-same <= 2 && len(x) > 1 && len(y) > 1 && (same > 1 || verbform.EndsAsKoreanVerb(x) && verbform.EndsAsKoreanVerb(y))
	}
	least := 3
	if unicode.Is(unicode.Cyrillic, FirstRune(a)) {
		least = 2
	}
	return same >= least && verbEndings[string(x[same:])] && verbEndings[string(y[same:])]
}

// withoutGe returns a term without the ge- of a participle when the other has none.
func withoutGe(a, b string) string {
	if strings.Contains(b, "ge") {
		return a
	}
	for _, before := range []string{"", "an", "vor", "auf", "ein", "aus", "zu"} {
		if rest, ok := strings.CutPrefix(a, before+"ge"); ok && len(rest) > 3 && strings.HasSuffix(rest, "t") {
			return rest
		}
	}
	return a
}
