// Package phrase knows how people say things, in several languages: how a message is cut into
// sentences and clauses, which words only frame a fact, which turn it round, and which words are
// forms of one.
//
// It is pure and knows no memory and no message. Two statements are compared by phrase/slot. What is
// concluded from words is said by memory/grounds (did the person say it?) and by memory (is it known already?).
//
// Start reading at Parts (what a text is made of), then at Clauses and Tokens (how a statement is built: clause.go,
// token.go, dense.go; the word lists are in lexicon.go), and at AreForms for which words are forms of one (form.go, inflection.go, name.go).
package phrase

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/text"
)

// frame holds the words that only frame a fact in the third person ("the user's … is"):
// articles, pronouns, prepositions, being and having, "named", "works". They carry no
// name, number or claim of their own, and a model puts them in where the person said "my"
// and "I". Denials are never here.
var frame = WordSet(`
	the a an user users they their theirs them themselves he she his her hers him its it who whom whose which that this
	these those there is are was were be been being am has have had having do does did of at in on to for from with by
	as and or about into named name names called works work working worked lives person people someone also currently now
	s i my me mine we our you your us deki daki teki taki
	der die das den dem des ein eine einen einem einer eines ist sind war hat haben wird benutzer benutzers benutzerin
	nutzer nutzers nutzerin anwender sein seine seinem seinen seiner seines ihr ihre ihrem ihren ihrer von vom bei beim im
	am auf mit fur und oder zu zum zur als er sie es ich mein meine meinem meinen meiner arbeitet arbeite heisst heissen
	el la los las lo un una unos unas es son esta estan era del de en con para por y o su sus se llama llamo que usuario
	usuaria usuarios mi mis yo trabaja trabajo como
	le les une des du et ou est sont etait il elle ils elles son sa ses leur leurs mon ma mes je au aux dans sur pour
	avec par qui que utilisateur utilisatrice appelle travaille chez
	os as um uma uns umas e sao foi do da dos das em com seu sua seus suas meu minha meus minhas eu ele ela usuario
	utilizador trabalha chama pro pra pros pras
	il lo gli uno della dello dei degli delle nel nella sul con per sono suo sua suoi mio mia utente lavora chiama di a
	de het een zijn haar hun mijn ik van bij met voor gebruiker werkt heet en
	пользователь пользователя пользователю пользователем пользователи пользователей это есть был была были его ее их у
	в на с со и или к ко от для по о об что который которая которое мои моя мое мой меня мне я он она они зовут работает
	работаю является находится
	користувач користувача це є в у на з із та и або для мій моя мене його її їх працює працюю звати
	uzytkownik uzytkownika jest sa byl byla ma jego jej ich moj moja moje ja on ona i lub w we na z ze do od dla o
	pracuje nazywa sie
	kullanici kullanicinin bir ve ile icin bu su o onun benim calisiyor adi olan
	anvandaren anvandarens ar var har en ett och eller hennes deras min mitt jag i pa med for av till
	المستخدم مستخدم هو هي في من على مع الى عن و او ان له لها لي انا
	המשתמש של הוא היא הם את על עם ב ל מ או אני שלי
	उपयोगकर्ता का की के है हैं में से को और या मेरा मेरी मेरे
	pengguna adalah yang di ke dari dan atau dengan untuk nya saya
	nguoi dung la cua o va hoac voi cho toi
`)

// denseFrame are the frame words of scripts without spaces, longer ones first.
var denseFrame = []string{
	"使用者", "用户", "用戶", "用家", "名字", "叫做", "的", "是", "在", "了", "有", "和", "与", "我", "他", "她", "叫", "们",
	"ユーザー", "利用者", "でした", "います", "という", "です", "ます", "した", "して", "いる", "ある", "さん", "の", "は", "が", "を", "に", "へ", "と", "で", "も", "だ", "私", "僕",
	"사용자", "입니다", "이다", "이며", "에서", "에게", "합니다", "한다", "하는", "있는", "있다", "은", "는", "이", "가", "을", "를", "의", "에", "와", "과", "로", "내", "나",
	"ผู้ใช้", "เป็น", "คือ", "ของ", "ที่", "ใน", "และ", "มี", "ชื่อ", "ฉัน", "ผม",
}

// asks and askedTo tell a question from a request that only looks like one.
var askedTo = regexp.MustCompile(`(?i)remember|don['’]t forget|\bnote\b|\bsave\b|\bstore\b|keep in mind|merk|notier|speicher|vergiss|` +
	`recuerda|acu[eé]rda|apunta|anota|guarda|souviens|retiens|retenir|note[rz]?\b|lembr|guarde|ricord|onthoud|` +
	`запомни|запиши|сохрани|не забудь|запам|zapamiętaj|zapisz|hatırla|kaydet|kom ihåg|husk|` +
	`记住|記住|记下|記下|覚えて|メモして|기억해|저장해|จำไว้|จำว่า|تذكر|احفظ|תזכור|תזכרי|याद रख|ingat|catat|nhớ|ghi nhớ`)

// enders end a sentence; the rest of a line is one too.
func isSentenceEnd(r rune) bool { return strings.ContainsRune(".!?。！？…؟؛।\n", r) }

// sentences cuts at ends of sentences; a full stop inside a number or an address ends
// nothing.
func sentences(s string) []string {
	var out []string
	runes := []rune(s)
	from := 0
	for i, r := range runes {
		if !isSentenceEnd(r) || r == '.' && i+1 < len(runes) && (!unicode.IsSpace(runes[i+1]) || isAbbreviated(runes[from:i])) {
			continue
		}
		out = append(out, string(runes[from:i+1]))
		from = i + 1
	}
	return append(out, string(runes[from:]))
}

// isAbbreviated reports whether a full stop behind these runes ends no sentence: "Dr.", "8. Februar".
func isAbbreviated(runes []rune) bool {
	at := len(runes)
	for at > 0 && (unicode.IsLetter(runes[at-1]) || unicode.IsDigit(runes[at-1])) {
		at--
	}
	word := string(runes[at:])
	if n := len(word); n > 0 && n <= 2 && unicode.IsDigit(rune(word[0])) && unicode.IsDigit(rune(word[n-1])) {
		return true
	}
	switch strings.ToLower(word) {
	case "m": // a title in French, else a size: "c'est M. Castaing"
		return beforeTitle.MatchString(string(runes[:at]))
	case "dr", "dra", "mr", "mrs", "ms", "mme", "mlle", "mgr", "prof", "st", "ste", "hr", "fr", "frl", "sr", "sra", "srta", "sig", "dott", "avv", "nr", "nro", "núm", "tel", "str", "jr", "dhr", "mevr", "mw", "ing", "inż", "mag", "lic", "vs", "approx", "ca", "bzw", "evtl", "ggf", "inkl", "zgl", "г", "ул", "им", "пр", "просп", "бул", "бульв", "пер", "вул", "кв", "стр", "тел", "св", "ul", "św", "cad", "mah", "apt", "dn":
		return true
	}
	return false
}

// stripMarks returns a single word as text.Terms has it.
func stripMarks(word string) string { return strings.Join(text.Terms(word), "") }

var beforeTitle = regexp.MustCompile(`(?i)(?:^|\P{L})(?:c['’]est|est|et|de|à|avec|chez|pour|par|que|voir|appelle|appeler|prénom|nom|cher|bonjour|monsieur)\s$`)

// themselves holds the words a model uses for the person it talks to.
var themselves = WordSet(`the user users s user's benutzer nutzer anwender benutzers nutzers anwenders benutzerin nutzerin usuarios usuario usuaria utilisateur
	utilisatrice utilizador utente gebruiker пользователь пользователя пользователю пользователем користувач користувача uzytkownik uzytkownika kullanici kullanicinin anvandaren anvandarens`)

// Parts returns the parts of s that carry a name, a number or a claim: terms of
// spaced scripts, runs of dense ones. A frame word written like a name ("Will", "Ma", in the
// middle of a content) is such a part.
func Parts(s string) (terms, runs []string) {
	rest := text.Fold(s)
	for _, f := range denseFrame {
		rest = strings.ReplaceAll(rest, f, " ")
	}
	for _, run := range strings.FieldsFunc(rest, func(r rune) bool { return !IsDense(r) }) {
		runs = union(runs, []string{run})
	}
	for i, word := range strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || IsDense(r) }) {
		named := i > 0 && unicode.IsUpper(FirstRune(word)) && text.Len(word) > 1
		for _, t := range text.Terms(word) {
			if denial[t] || frame[t] && (!named || themselves[t]) {
				continue
			}
			terms = union(terms, []string{t})
		}
	}
	return terms, runs
}

// FirstRune returns the first rune of s, 0 for "".
func FirstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

// IsDense reports whether a letter belongs to a script that is written without spaces, or whose
// words carry their particles (Korean).
func IsDense(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) || r == 'ー' || r == '々'
}

// WordSet returns the set of some words, folded and without marks as text.Terms gives them.
func WordSet(words string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		if t := stripMarks(w); t != "" {
			m[t] = true
		}
		m[w] = true
	}
	return m
}

// AreInflections reports whether two words are likely forms of one: the same beginning and short
// different ends. Numbers, and words with digits in them, are never akin.
func AreInflections(a, b string) bool {
	if a == b {
		return true
	}
	if strings.ContainsFunc(a+b, unicode.IsDigit) {
		return false
	}
	x, y := []rune(a), []rune(b)
	same := 0
	for same < len(x) && same < len(y) && x[same] == y[same] {
		same++
	}
	rest := max(len(x), len(y)) - same
	switch {
	case same >= 5:
		return rest <= 4
	case same == 4:
		return rest <= 3
	case same == 3:
		return rest <= 1
	}
	return false
}

// WithoutAnd returns a word without the Arabic "and" that is written as one with it; short words, which may begin with that letter, as they are.
func WithoutAnd(term string) string {
	if rest, ok := strings.CutPrefix(term, "و"); ok && utf8.RuneCountInString(rest) > 3 {
		return rest
	}
	return term
}

// WithoutJoined returns an Arabic word with its article and without what is written as one with it before that: "بالشعلان", "وللبيت".
func WithoutJoined(term string) string {
	term = WithoutAnd(term)
	if rest, ok := strings.CutPrefix(term, "لل"); ok && utf8.RuneCountInString(rest) > 2 {
		return "ال" + rest
	}
	for _, joined := range []string{"ب", "ك", "ف", "ع", "ه"} {
		if rest, ok := strings.CutPrefix(term, joined); ok && strings.HasPrefix(rest, "ال") {
			return rest
		}
	}
	return term
}

// IsFrame reports whether a term (see text.Terms) only frames a fact: an article, "the user's", "is".
func IsFrame(term string) bool { return frame[term] }

// IsThemselves reports whether a term is one that a model uses for the person it talks to.
func IsThemselves(term string) bool { return themselves[term] }

func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}
