package phrase

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"keepsake/text"
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
	// Comma says that a comma stands behind it.
	Comma bool
	// Noun says that an article or an owner stands before it.
	Noun bool
}

// IsEntity reports whether the token stands for a somebody or a something that a statement can be
// about: exchanging two of them turns a statement round.
func (t Token) IsEntity() bool {
	return (t.Kind == Name || t.Kind == Other || t.Owned) && !calendar[t.Term]
}

// Counts reports whether the token carries what is said.
func (t Token) Counts() bool { return t.Kind >= Name }

// Parts of words that hide a pronoun or a denial from a cut at apostrophes.
var (
	contractions = []struct {
		re *regexp.Regexp
		to string
	}{
		{regexp.MustCompile(`(?i)\bcan['’ʼ]t\b|\bcant\b`), "can not"},
		{regexp.MustCompile(`(?i)\bwon['’ʼ]t\b`), "will not"},
		{regexp.MustCompile(`(?i)(\p{L})n['’ʼ]t\b`), "$1 not"},
		{regexp.MustCompile(`(?i)\bi['’ʼ]?m\b`), "I am"},
		{regexp.MustCompile(`(?i)\b(i|you|we|they)['’ʼ](?:ve|d|ll|re)\b`), "$1"},
		{regexp.MustCompile(`(?i)\b(he|she|it|that|there|what|who|here)['’ʼ]s\b`), "$1 is"},
		{regexp.MustCompile(`(?i)\bj['’ʼ](\p{L})`), "je $1"},
		{regexp.MustCompile(`(?i)\bm['’ʼ](\p{L})`), "me $1"},
		{regexp.MustCompile(`(?i)\bn['’ʼ](\p{L})`), "ne $1"},
		{regexp.MustCompile(`(?i)\bc['’ʼ](\p{L})`), "ce $1"},
		{regexp.MustCompile(`(?i)\b(?:[ld]|dell|nell|all|un|qu|s|t)['’ʼ](\p{L})`), "$1"},
		{regexp.MustCompile(`(\p{Nd})([a-zA-Z\p{Cyrillic}€$£%]+)\b`), "$1 $2"},
		{regexp.MustCompile(`([€$£])(\p{Nd})`), "$1 $2"},
		{regexp.MustCompile(`(\p{Nd})[.,](\p{Nd}{3})\b`), "$1$2"},
		{regexp.MustCompile(`(?i)\b(?:works|work|working) as\b`), "is"},
		{regexp.MustCompile(`(?i)\b(?:arbeitet|arbeite) als\b`), "ist"},
		{regexp.MustCompile(`(?i)\b(?:travaille) comme\b`), "est"},
		{regexp.MustCompile(`(?i)\b(?:trabaja|trabajo) (?:como|de)\b`), "es"},
		{regexp.MustCompile(`(?i)\bработа(?:ет|ю)\s+(\p{Cyrillic}+(?:ом|ем|ой|ей))\b`), "$1"},
		{regexp.MustCompile(`(?i)\bmoved (?:house )?to\b`), "live in"},
		{regexp.MustCompile(`(?i)(?:ai |a )?déménagé à`), "habite à"},
		{regexp.MustCompile(`(?i)\b(?:me|se) (?:he mudado|mudé|ha mudado|mudó) a\b`), "vivo en"},
		{regexp.MustCompile(`(?i)(?:переехал[аи]?|перебрал(?:ся|ась)) (?:жить )?в`), "живу в"},
		{regexp.MustCompile(`(?:已经)?搬(?:到|去)了?`), "住在"},
		{regexp.MustCompile(`€`), " euro "},
		{regexp.MustCompile(`\$`), " dollar "},
	}
	genitive = regexp.MustCompile(`(?i)['’ʼ]s?$`)
)

func expand(s string) string {
	s = strings.ReplaceAll(s, "使用", "用")
	s = hanDay.ReplaceAllString(digitsOfHan(s), "${1}日")
	for _, c := range contractions {
		s = c.re.ReplaceAllString(s, c.to)
	}
	return s
}

// articles stand before a noun.
var articles = wordSet(`the a an der die das den dem des ein eine einen einem einer eines le la les un une des el los las una unos unas o os as um uma il lo gli i uno de het een`)

// Tokens cuts a clause into tokens. The person themselves is the Subject, Object or Owner, whether
// they say "I" or a model says "the user".
func Tokens(s string) []Token {
	s = nameThemselves(expand(s))
	var out []Token
	first := true
	s = comma.ReplaceAllString(tens.ReplaceAllStringFunc(s, joinTens), " , $1")
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
	markOwned(out)
	return out
}

func tokensOf(field string, first bool, before []Token) []Token {
	if strings.ContainsFunc(field, IsDense) {
		return denseTokens(field)
	}
	owns := genitive.MatchString(field) && unicode.IsUpper(FirstRune(field))
	var out []Token
	for _, t := range text.Terms(genitive.ReplaceAllString(field, "")) {
		out = append(out, Token{Kind: kindOf(t, field, first, before), Term: digits(t), Genitive: owns})
	}
	return out
}

// comma finds a comma that is no part of a number.
var comma = regexp.MustCompile(`,(\D|$)`)

func digits(t string) string {
	if d, ok := numerals[t]; ok {
		return d
	}
	return t
}

// kindOf returns what a term does; field is how it was written.
func kindOf(t, field string, first bool, before []Token) Kind {
	upper := unicode.IsUpper(FirstRune(field)) && text.Len(t) > 1
	switch {
	case t == subjectMark:
		return Subject
	case t == ownerMark:
		return Owner
	case numerals[t] != "" || strings.ContainsFunc(t, unicode.IsDigit):
		return Number
	case denial[t] || t == "not":
		return Deny
	case answering[t]:
		return Filler
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
			if ts[j].Kind != Filler && !(ts[j].Kind == Content && i-j == 1) {
				break
			}
		}
	}
}

// The marks that stand for a model's words for the person, before terms are cut.
const (
	subjectMark = "themselves0"
	ownerMark   = "themselves0s"
)

var (
	ownersEN = regexp.MustCompile(`(?i)\b(?:the )?users?['’ʼ]s?\b|\b(?:the )?users['’ʼ]`)
	// ownersAfter stand behind what is owned: "der Chef des Nutzers".
	ownersAfter = regexp.MustCompile(`(?i)(\p{L}+) (?:des (?:Be)?nutzers|der (?:Be)?nutzerin|des Anwenders|del usuario|de la usuaria|de l['’]utilisat(?:eur|rice)|do (?:usuário|utilizador)|da usuária|dell['’]utente|van de gebruiker|użytkownika|пользователя|користувача|المستخدم)`)
	subjects    = regexp.MustCompile(`(?i)\b(?:the user|users?|d(?:er|en|em|ie) (?:be)?nutzer(?:in)?|(?:be)?nutzer(?:in)?|(?:der|die|den|dem) anwender(?:in)?|el usuario|la usuaria|al usuario|l['’]utilisat(?:eur|rice)|o (?:usuário|utilizador)|a (?:usuária|utilizadora)|l['’]utente|de gebruiker|användaren|kullanıcı(?:ya|yı)?|pengguna)\b|пользовател(?:ь|ю|ем|я|е|и)|користувач(?:а|у|ем)?|użytkownik(?:a|owi|iem)?|用户的|用戶的|使用者的|用户|用戶|使用者|ユーザーの|ユーザー|利用者|사용자의|사용자|المستخدم|המשתמש`)
)

// nameThemselves puts marks where a model names the person it talks to.
func nameThemselves(s string) string {
	s = ownersEN.ReplaceAllString(s, " "+ownerMark+" ")
	s = ownersAfter.ReplaceAllString(s, " "+ownerMark+" $1 ")
	return subjects.ReplaceAllStringFunc(s, func(m string) string {
		if strings.HasSuffix(m, "的") || strings.HasSuffix(m, "の") || strings.HasSuffix(m, "의") {
			return " " + ownerMark + " "
		}
		return " " + subjectMark + " "
	})
}

// denseSpeakers are the speaker's words in scripts without spaces, longer ones first.
var denseSpeakers = []struct {
	word string
	kind Kind
}{
	{"我的", Owner}, {"我们的", Owner}, {"我们", Subject}, {"给我", Object}, {"对我", Object}, {"我", Subject},
	{"私の", Owner}, {"僕の", Owner}, {"俺の", Owner}, {"うちの", Owner}, {"私に", Object}, {"私を", Object}, {"僕に", Object}, {"僕を", Object}, {"私から", Object},
	{"私は", Subject}, {"私が", Subject}, {"私", Subject}, {"僕は", Subject}, {"僕", Subject}, {"俺", Subject},
	{"제가", Subject}, {"저는", Subject}, {"나는", Subject}, {"내가", Subject}, {"나의", Owner}, {"저의", Owner}, {"나에게", Object}, {"나를", Object},
	{"ของฉัน", Owner}, {"ของผม", Owner}, {"ฉัน", Subject}, {"ผม", Subject},
}

// denseWishes report a request in scripts without spaces, denseFillers change nothing.
var (
	denseWishes  = []string{"希望被", "希望", "想要", "更喜欢", "偏好", "要求", "不想被", "を希望する", "を希望", "希望する", "てほしい", "でほしい", "したい", "れたい", "を好む", "원한다", "원합니다", "선호한다", "선호합니다"}
	denseFillers = []string{"绝对", "絶対に", "絶対", "決して", "今は", "もう", "现在", "지금", "이제", "一点", "一下", "请", "請", "都", "就", "会", "會", "也", "一家", "一个", "一個", "一律", "总是", "永远", "常", "被", "称为", "称呼", "叫做", "叫", "ください", "下さい", "いつも", "必ず", "ね", "よ", "から", "まで", "って", "。", "해줘", "해 줘", "주세요", "줘"}
)

// denseDenies deny what follows them.
var denseDenies = []string{"不要", "不想", "不能", "不会", "别", "不", "没有", "没", "沒有", "沒"}

// denseOthers are words for somebody else in scripts without spaces.
var denseOthers = []string{"他们", "她们", "他", "她", "彼女", "彼", "그녀", "그는", "เขา"}

// denseTokens cuts a field that holds letters of a dense script.
func denseTokens(field string) []Token {
	var out []Token
	rest := text.Fold(field)
	flush := func(run string) {
		for _, piece := range strings.FieldsFunc(cutFrames(run), unicode.IsSpace) {
			for _, t := range splitScripts(piece) {
				kind := Content
				if strings.ContainsFunc(t, unicode.IsDigit) {
					kind = Number
				}
				out = append(out, Token{Kind: kind, Term: t})
			}
		}
	}
	run := ""
	for rest != "" {
		kind, size := denseWord(rest)
		if size == 0 {
			r := FirstRune(rest)
			run += string(r)
			rest = rest[len(string(r)):]
			continue
		}
		if kind == Filler { // what it stands between belongs together
			rest = rest[size:]
			continue
		}
		flush(run)
		run = ""
		out = append(out, Token{Kind: kind, Term: rest[:size]})
		rest = rest[size:]
	}
	flush(run)
	return out
}

func denseWord(s string) (Kind, int) {
	for _, w := range denseWishes {
		if strings.HasPrefix(s, w) {
			return Wish, len(w)
		}
	}
	for _, w := range denseFillers {
		if strings.HasPrefix(s, w) {
			return Filler, len(w)
		}
	}
	for _, w := range denseSpeakers {
		if strings.HasPrefix(s, w.word) {
			return w.kind, len(w.word)
		}
	}
	for _, w := range denseDenies {
		if strings.HasPrefix(s, w) {
			return Deny, len(w)
		}
	}
	for _, w := range denseOthers {
		if strings.HasPrefix(s, w) {
			return Other, len(w)
		}
	}
	return 0, 0
}

func cutFrames(s string) string {
	for _, f := range denseFrame {
		s = strings.ReplaceAll(s, f, " ")
	}
	return s
}

// splitScripts parts digits and letters of spaced scripts from dense ones.
func splitScripts(s string) []string {
	var out []string
	var last rune
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !IsDense(r) {
			last = 0
			continue
		}
		if last == 0 || IsDense(r) != IsDense(last) || unicode.IsDigit(r) != unicode.IsDigit(last) {
			out = append(out, "")
		}
		out[len(out)-1] += string(r)
		last = r
	}
	return out
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

// nameEndings are the endings that a name takes in a sentence, by script.
var nameEndings = map[string]bool{"": true, "s": true, "es": true, "n": true, "en": true, "er": true, "ern": true,
	"а": true, "я": true, "у": true, "ю": true, "е": true, "и": true, "ы": true, "ои": true, "еи": true, "ом": true, "ем": true, "ым": true}

// AreOneName reports whether two terms are forms of one name: only the endings of cases differ.
func AreOneName(a, b string) bool {
	if a == b {
		return true
	}
	x, y := []rune(a), []rune(b)
	same := 0
	for same < len(x) && same < len(y) && x[same] == y[same] {
		same++
	}
	if same < 3 || unicode.Is(unicode.Latin, x[0]) && same < min(len(x), len(y)) {
		return false
	}
	return nameEndings[string(x[same:])] && nameEndings[string(y[same:])]
}

// tens finds a number of two words, such as "twenty-seven".
var tens = regexp.MustCompile(`(?i)\b(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[- ](one|two|three|four|five|six|seven|eight|nine|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\b`)

func joinTens(s string) string {
	parts := tens.FindStringSubmatch(s)
	return numerals[strings.ToLower(parts[1])][:1] + numerals[strings.ToLower(parts[2])]
}

// hanNumber finds a number in Han numerals before what is counted by it.
var hanNumber = regexp.MustCompile(`([一二三四五六七八九十两兩〇零百]+)(点|點|時|时|月|日|号|號|番|码|碼|歳|岁|歲|年|人|个|個|匹|只|隻|円|元|块|分|回|次|台|杯|本|楼|层|階|級|级|口|条|張|张|周|週)`)

// hanDay finds the spoken word for a day of the month.
var hanDay = regexp.MustCompile(`(月\d{1,2})(?:号|號)`)

// digitsOfHan writes numbers in Han numerals as digits.
func digitsOfHan(s string) string {
	return hanNumber.ReplaceAllStringFunc(s, func(m string) string {
		parts := hanNumber.FindStringSubmatch(m)
		total, last := 0, 0
		for _, r := range parts[1] {
			switch r {
			case '百':
				total, last = total+max(last, 1)*100, 0
			case '十':
				total, last = total+max(last, 1)*10, 0
			case '两', '兩':
				last = 2
			default:
				last = strings.Index("〇一二三四五六七八九", string(r)) / len("一")
			}
		}
		return fmt.Sprint(total+max(last, 0)) + parts[2]
	})
}

// verbEndings are the endings of persons and tenses of now, by script.
var verbEndings = wordSetOf("", "ed", "ing", "er", "ar", "ir", "re", "ado", "ido", "ada", "ida", "te", "ten", "ant", "ando", "endo", "ato", "uto", "ito", "an", "e", "o", "t", "s", "st", "en", "n", "es", "is", "as", "a", "i", "em", "im", "am", "ons", "ez", "ent", "it", "et",
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
	a, b = withoutGe(a, b), withoutGe(b, a)
	x, y := []rune(a), []rune(b)
	same := 0
	for same < len(x) && same < len(y) && x[same] == y[same] {
		same++
	}
	if unicode.Is(unicode.Hangul, FirstRune(a)) {
		return same >= 1 && len(x)-same <= 2 && len(y)-same <= 2 && len(x) > 1 && len(y) > 1
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

// HasDense reports whether what was said has a run of a dense script, as it stands or, of Japanese, by
// its stems: endings are written in kana.
func HasDense(said, run string) bool {
	if strings.Contains(said, run) {
		return true
	}
	stem := denseStem(run)
	return stem != "" && len(stem) < len(run) && strings.Contains(denseStem(said), stem)
}

// denseStem returns a Japanese run without its hiragana, a Korean word without its last ending.
func denseStem(run string) string {
	if strings.ContainsFunc(run, func(r rune) bool { return unicode.Is(unicode.Hangul, r) }) {
		r := []rune(run)
		for len(r) > 2 {
			r = r[:len(r)-1]
		}
		return string(r)
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Hiragana, r) {
			return -1
		}
		return r
	}, run)
}

// IsHangul reports whether a term is written in Hangul.
func IsHangul(term string) bool { return unicode.Is(unicode.Hangul, FirstRune(term)) }

// HasDensePrefix reports whether a run begins with another, endings apart.
func HasDensePrefix(run, prefix string) bool {
	stem := denseStem(prefix)
	return stem != "" && strings.HasPrefix(denseStem(run), stem)
}

// IsRearranged reports whether two runs of a dense script are made of mostly the same letters: the one says
// what the other does, in another order.
func IsRearranged(a, b string) bool {
	shared, all := 0, 0
	for _, r := range a {
		if !IsDense(r) {
			return false
		}
		all++
		if strings.ContainsRune(b, r) {
			shared++
		}
	}
	return all > 1 && 5*shared >= 3*all
}
